import pytest

from curation.draft import fold
from curation.patterns import is_broad, near_to, select, select_one
from tests.curating import base, candidate
from translator.errors import RefusedByUs

DRAFT = fold(
    base(
        [
            candidate("GET /pets", tags=("Pets",), operation_id="listPets"),
            candidate("POST /pets", tags=("Pets", "Write"), operation_id="addPet"),
            candidate("GET /pets/{id}", tags=("Pets",), operation_id="getPet"),
            candidate("GET /?Action=List[all]", operation_id="odd"),
        ]
    ),
    (),
)


def keys(*patterns: str) -> list[str]:
    return [item.key for item in select(DRAFT, patterns)]


@pytest.mark.parametrize(
    ("pattern", "selected"),
    [
        ("GET /pets", ["GET /pets"]),
        ("get /pets", ["GET /pets"]),
        ("GET /pets*", ["GET /pets", "GET /pets/{id}"]),
        ("/pets", ["GET /pets", "POST /pets"]),
        ("/pets/*", ["GET /pets/{id}"]),
        ("* /pets", ["GET /pets", "POST /pets"]),
        ("addPet", ["POST /pets"]),
        ("GET_pets", ["GET /pets"]),
        ("*Pet", ["POST /pets", "GET /pets/{id}"]),
        ("tag:Pets", ["GET /pets", "POST /pets", "GET /pets/{id}"]),
        ("tag:write", ["POST /pets"]),
        ("tag:W*", ["POST /pets"]),
        ("GET /?Action=List[all]", ["GET /?Action=List[all]"]),
        ("*", ["GET /pets", "POST /pets", "GET /pets/{id}", "GET /?Action=List[all]"]),
    ],
)
def test_patterns(pattern: str, selected: list[str]) -> None:
    assert keys(pattern) == selected


def test_several_patterns_select_each_once_in_the_drafts_order() -> None:
    assert keys("getPet", "/pets", "GET /pets") == ["GET /pets", "POST /pets", "GET /pets/{id}"]


@pytest.mark.parametrize(
    ("pattern", "near"),
    [("lsitPets", "'listPets'"), ("GET /pet", "GET /pets"), ("tag:Pet", "tag:")],
)
def test_a_pattern_that_selects_nothing_tells_what_is_near(pattern: str, near: str) -> None:
    with pytest.raises(RefusedByUs, match="isthmus review pets") as refused:
        keys("GET /pets", pattern)
    assert near in str(refused.value)


def test_one_is_selected_by_its_exact_name_before_its_path() -> None:
    assert select_one(DRAFT, "listPets").key == "GET /pets"
    assert select_one(DRAFT, "GET /pets/{id}").key == "GET /pets/{id}"


def test_one_of_several_is_refused() -> None:
    with pytest.raises(RefusedByUs, match="means 2 operations"):
        select_one(DRAFT, "/pets")


def test_a_tag_or_a_star_is_broad() -> None:
    assert [is_broad(each) for each in ("tag:a", "/a*", "/a", "GET /tag:a")] == [
        True,
        True,
        False,
        False,
    ]


def test_near_names_ignore_case() -> None:
    assert near_to("PETSTORE", ["petstore", "zoo"]) == ["petstore"]
