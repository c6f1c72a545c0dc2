import pytest

from translator.openapi.dialect import dialect_of
from translator.operation import Location


@pytest.mark.parametrize("version", ["2.0", "3.0", "3.1", "3.2"])
def test_default_style_of_each_location_is_that_of_the_specification(version: str) -> None:
    styles = dialect_of(version).styles

    assert styles[Location.QUERY][0] == "form"
    assert styles[Location.PATH][0] == styles[Location.HEADER][0] == "simple"
    assert styles.get(Location.COOKIE, ("form",))[0] == "form"


@pytest.mark.parametrize(
    ("version", "query_method"), [("2.0", False), ("3.0", False), ("3.1", False), ("3.2", True)]
)
def test_query_method_and_others_come_with_3_2(version: str, query_method: bool) -> None:
    dialect = dialect_of(version)

    assert ("query" in dialect.methods) is query_method
    assert dialect.additional_operations is query_method
    assert (Location.QUERYSTRING in dialect.styles) is query_method
