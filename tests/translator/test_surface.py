import pytest
from pydantic import ValidationError

from translator.json_value import canonical_json, digest_of, parse_json
from translator.operation import Location, Parameter, SchemeUse, SecurityRequirement, SecurityScheme
from translator.surface import (
    Annotations,
    BoundBody,
    BoundMember,
    BoundParameter,
    Call,
    ExpectedResponse,
    Resource,
    ResourceTemplate,
    Surface,
    Tool,
    surface_digest,
    surface_from_json,
    surface_to_json,
)


def _surface(default: object = 2**53 + 1) -> Surface:
    call = Call(
        operation="POST /a/{id}",
        operation_id="op-1",
        method="POST",
        path="/a/{id}",
        parameters=(
            BoundParameter(Parameter("id", Location.PATH, True, style="simple"), "id"),
            BoundParameter(Parameter("n", Location.QUERY, True), None, default=(default,)),
        ),
        body=BoundBody("application/json", True, members=(BoundMember("x", "x", pinned=(None,)),)),
        security=(SecurityRequirement((SchemeUse("key"),)),),
        responses=(ExpectedResponse("200", "application/json", {"type": "object"}),),
    )
    hints = Annotations(False, True, False, True)
    tool = Tool("do", "Do", "Does.", hints, {"type": "object"}, {"type": "object"}, call)
    schemes = {"key": SecurityScheme("key", "apiKey", Location.HEADER, "X-Key")}
    return Surface(
        "shop",
        "Shop",
        "Read first.",
        (tool,),
        (Resource("api://shop/a", "a", "A", "All.", None, call),),
        (ResourceTemplate("api://shop/a/{id}", "a", "A", "One.", None, call, {"id": "id"}),),
        security_schemes=schemes,
    )


def test_the_json_form_is_an_inverse_pair() -> None:
    surface = _surface()
    assert surface_from_json(surface_to_json(surface)) == surface
    assert surface_from_json(parse_json(canonical_json(surface_to_json(surface)))) == surface


def test_the_digest_knows_numbers_apart() -> None:
    digests = {surface_digest(_surface(value)) for value in (1, 1.0, 2**53, 2**53 + 1, "1", None)}
    assert len(digests) == 6


def test_the_digest_is_that_of_the_canonical_json() -> None:
    assert surface_digest(_surface()) == digest_of(surface_to_json(_surface()))


def test_the_digest_survives_storage() -> None:
    stored = canonical_json(surface_to_json(_surface()))
    assert surface_digest(surface_from_json(parse_json(stored))) == surface_digest(_surface())


def test_what_is_no_surface_is_refused() -> None:
    with pytest.raises(ValidationError):
        surface_from_json({"api": "shop", "tools": 1})
