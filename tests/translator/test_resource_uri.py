import pytest

from translator.resource_uri import published_uri

OFFERED = ["a", "b", "c"]


@pytest.mark.parametrize(
    ("template", "uri"),
    [
        ("x://h/{a}/{b}{?c}", "x://h/{a}/{b}{?c}"),
        ("x://h/{p}/{a}", "x://h/v%2F%20w/{a}"),
        ("x://h/{+q}/{a}", "x://h/7/{a}"),
        ("x://h/{a}{?p,b*,q}", "x://h/{a}{?b*}"),
        ("x://h/{a}{?p}", "x://h/{a}"),
        ("x://h/{a}{?p}{&b}", "x://h/{a}{?b}"),
        ("x://h/{a}?kind=x{&p,b}", "x://h/{a}?kind=x{&b}"),
        ("x://h/{t}", "x://h/true"),
    ],
)
def test_what_is_not_offered_leaves_the_template(template: str, uri: str) -> None:
    assert published_uri(template, OFFERED, {"p": "v/ w", "q": 7, "t": True})[0] == uri


def test_variables_left_are_told() -> None:
    assert published_uri("x://h/{a}{?p,b*}", OFFERED, {})[1] == ("a", "b")


@pytest.mark.parametrize("template", ["x://h/{p}", "h/{a}", "x://h/{a}{b}", "x://h/{a}/{a}"])
def test_template_that_cannot_be_matched_is_refused(template: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        published_uri(template, OFFERED, {})


@pytest.mark.parametrize("uri", ["isthmus://zoo/spool/x", "Isthmus:{id}"])
def test_the_scheme_of_kept_answers_is_refused(uri: str) -> None:
    with pytest.raises(ValueError, match="keeps large answers"):
        published_uri(uri, ["id"], {})
