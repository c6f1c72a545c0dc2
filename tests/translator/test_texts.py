import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.operation import Operation
from translator.texts import propose_description, propose_title


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
        (None, "Lists the pets. They are lovely.", "Lists pets"),
        ("List pets", "Needs a key.", "List pets. Needs a key"),
        ("List pets", "They are lovely. At most 5.", "List pets. At most 5"),
        ("List pets.", "List pets. Only with a key.", "List pets. Only with key"),
        ("Update screen", "Updates a screen, at most 5.", "Updates a screen, at most 5"),
        ("List pets", "Never lists the owners.", "List pets. Never lists owners"),
        ("Ready?", "Only yes.", "Ready? Only yes"),
        ("List pets", "See the docs.", "List pets"),
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
        ("a", None, "from the summary, condensed"),
        (None, "b", "from the description, condensed"),
        ("a", "b", "from the summary and description, condensed"),
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


def test_what_is_said_about_a_body_joins_where_it_says_how():
    operation = Operation("POST", "/pets", summary="Add pet")

    texts = ["The pet of the shop. It must be fed.", "It is lovely."]
    assert propose_description(operation, texts).text == "Add pet. It must be fed"
    assert propose_description(operation, ["It is lovely."]).text == "Add pet"


@given(st.text(max_size=50), st.text(max_size=50))
def test_a_description_is_never_empty_and_on_one_line(summary, description):
    text = described(summary, description)

    assert text
    assert text == " ".join(text.split())
