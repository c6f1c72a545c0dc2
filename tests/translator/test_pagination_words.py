import pytest

from translator import pagination_words
from translator.pagination_words import flat


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("page[after]", "pageafter"),
        ("pageAfter", "pageafter"),
        ("page_after", "pageafter"),
        ("$skip", "skip"),
        ("X-Next-Page", "xnextpage"),
        ("@odata.nextLink", "odatanextlink"),
        ("ページ", ""),
    ],
)
def test_names_that_differ_in_writing_only_are_one(name, same):
    assert flat(name) == same


def test_every_listed_name_is_flat():
    words = vars(pagination_words).values()
    names = {name for listed in words if isinstance(listed, frozenset) for name in listed}
    assert {flat(name) for name in names} == names
