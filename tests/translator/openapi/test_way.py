from hypothesis import given
from hypothesis import strategies as st

from translator.openapi.resolve import split_pointer
from translator.openapi.way import Way, pointer_of


def test_the_root_is_the_empty_pointer() -> None:
    assert pointer_of(()) == ""


@given(st.lists(st.text() | st.integers(min_value=0)))
def test_a_way_becomes_the_pointer_of_its_keys(keys: list[str | int]) -> None:
    way: Way = ()
    for key in keys:
        way = (way, key)
    assert split_pointer(pointer_of(way)) == tuple(str(key) for key in keys)
