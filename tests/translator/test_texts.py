import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.operation import Operation
from translator.texts import MAX_DESCRIPTION, propose_description, propose_title, shortened


def described(summary: str | None = None, description: str | None = None, **more) -> str:
    operation = Operation("GET", "/pets", summary=summary, description=description, **more)
    return propose_description(operation).text


@pytest.mark.parametrize(
    ("summary", "title"),
    [
        ("List all pets.", "List all pets"),
        ("<b>List</b> `pets`", "List pets"),
        ("  ", "Pets of all"),
        (None, "Pets of all"),
        ("word " * 40, "word " * 19 + "word…"),
    ],
)
def test_the_title_is_the_summary_or_the_name(summary, title):
    assert propose_title(Operation("GET", "/pets", summary=summary), "pets_of-all") == title


@pytest.mark.parametrize(
    ("summary", "description", "text"),
    [
        ("List pets", None, "List pets"),
        (None, "Lists pets.", "Lists pets."),
        ("List pets", "Needs a key.", "List pets. Needs a key."),
        ("List pets.", "List pets. Needs a key.", "List pets. Needs a key."),
        ("Update screen", "Updates a screen. Slowly.", "Updates a screen. Slowly."),
        ("List pets", "Lists owners.", "List pets. Lists owners."),
        ("Ready?", "Yes.", "Ready? Yes."),
        ("宠物列表", "返回宠物。", "宠物列表. 返回宠物。"),
    ],
)
def test_summary_and_description_make_one_text(summary, description, text):
    assert described(summary, description) == text


def test_a_deprecated_operation_says_so_first():
    assert described("List pets", deprecated=True) == "Deprecated. List pets"
    assert described("[Deprecated] List pets", deprecated=True) == "[Deprecated] List pets"


@pytest.mark.parametrize(
    ("summary", "description", "evidence"),
    [
        ("a", None, "from the summary"),
        (None, "b", "from the description"),
        ("a", "b", "from the summary and description"),
        ("a", "b. " * 900, "from the summary and description, cut to 1000 characters"),
        (None, None, "generated from method and path: the description says nothing"),
    ],
)
def test_the_evidence_says_where_the_text_comes_from(summary, description, evidence):
    operation = Operation("GET", "/pets", summary=summary, description=description)

    assert propose_description(operation).evidence == evidence


def test_without_a_text_method_and_path_are_the_description():
    assert described() == "List pets (GET /pets)."
    assert described(operation_id="petList") == "Pet list (GET /pets)."
    assert described(deprecated=True) == "Deprecated. List pets (GET /pets)."


def test_a_text_of_nothing_is_a_finding():
    operation = Operation("GET", "/pets", description=" <br> ", pointer="/paths/~1pets/get")
    remark = propose_description(operation).finding

    assert remark is not None
    assert (remark.code, remark.operation, remark.pointer) == (
        "text-missing",
        "GET /pets",
        "/paths/~1pets/get",
    )


def test_an_absent_text_was_told_when_the_description_was_read():
    assert propose_description(Operation("GET", "/pets")).finding is None


def test_a_long_text_ends_at_a_sentence():
    text = shortened("One two three. " * 20, 100)

    assert text == "One two three. " * 6 + "…"


def test_sentences_that_say_how_to_call_survive_the_cut():
    filler = "The weather is fine today. "
    text = shortened(f"Lists pets. {filler * 60}Only admins may call it. {filler * 5}", 200)

    assert text.startswith("Lists pets. The weather")
    assert text.endswith("… Only admins may call it. …")


def test_a_first_sentence_that_is_too_long_is_cut_at_a_word():
    text = shortened(f"{'word ' * 100}. It must be short.", 100)

    assert text == "word " * 13 + "word… It must be short."


@given(st.text("ab. !?must\u3002", max_size=400), st.integers(40, 120))
def test_no_text_is_longer_than_it_may_be(text, most):
    assert len(shortened(" ".join(text.split()), most)) <= most


@given(st.text(max_size=50), st.text(max_size=50))
def test_a_description_is_never_empty_and_on_one_line(summary, description):
    text = described(summary, description)

    assert text
    assert len(text) <= MAX_DESCRIPTION
    assert text == " ".join(text.split())
