from collections.abc import Callable, Mapping

import pytest

from translator.json_value import JsonValue
from translator.openapi.parameters import Identity, identity_of, read_header, read_parameters
from translator.openapi.reading import Reading, Unusable
from translator.openapi.resolve import Place, Resolved
from translator.operation import Location, Parameter

ENTRY = "file:///apis/entry.yaml"
MakeReading = Callable[..., Reading]
Yaml = Callable[[str], JsonValue]


def _read(
    reading: Reading,
    operation: JsonValue = None,
    item: JsonValue = None,
    path: str = "/parcels",
    credentials: Mapping[Identity, str] | None = None,
) -> tuple[tuple[Parameter, ...], tuple[Unusable, ...]]:
    return read_parameters(
        reading,
        path,
        Resolved({"parameters": item}, Place(ENTRY, "/item")),
        Resolved({"parameters": operation}, Place(ENTRY, "/item/get")),
        credentials or {},
    )


def _one(reading: Reading, parameter: JsonValue, path: str = "/parcels") -> Parameter:
    (read,), unusable = _read(reading, [parameter], path=path)
    assert unusable == ()
    return read


def _codes(reading: Reading) -> list[str]:
    return [found.code for found in reading.log.found()]


@pytest.mark.parametrize(
    ("version", "written", "style", "explode"),
    [
        ("3.0", "in: query", "form", True),
        ("3.0", "in: query, explode: false", "form", False),
        ("3.0", "in: query, style: spaceDelimited", "spaceDelimited", False),
        ("3.0", "in: query, style: pipeDelimited, explode: true", "pipeDelimited", True),
        ("3.0", "in: query, style: deepObject", "deepObject", True),
        ("3.0", "in: path", "simple", False),
        ("3.0", "in: path, style: label", "label", False),
        ("3.0", "in: path, style: matrix, explode: true", "matrix", True),
        ("3.0", "in: header", "simple", False),
        ("3.0", "in: header, explode: true", "simple", True),
        ("3.0", "in: cookie", "form", True),
        ("3.2", "in: cookie, style: cookie", "cookie", True),
        ("3.0", "in: query, explode: 'no'", "form", True),
        ("2.0", "in: query, style: tabDelimited", "tabDelimited", False),
    ],
)
def test_style_and_explode_have_the_defaults_of_the_location(
    make_reading: MakeReading, yaml: Yaml, version: str, written: str, style: str, explode: bool
) -> None:
    reading = make_reading(version=version)
    path = "/parcels/{a}" if "in: path" in written else "/parcels"

    parameter = _one(reading, yaml(f"{{name: a, schema: {{}}, {written}}}"), path)

    assert (parameter.style, parameter.explode) == (style, explode)
    assert _codes(reading) == []


@pytest.mark.parametrize(
    ("version", "written", "style"),
    [
        ("3.0", "in: query, style: simple", "form"),
        ("3.0", "in: path, style: form", "simple"),
        ("3.0", "in: header, style: form", "simple"),
        ("3.0", "in: cookie, style: deepObject", "form"),
        ("3.1", "in: cookie, style: cookie", "form"),
        ("3.1", "in: query, style: tabDelimited", "form"),
        ("3.1", "in: query, style: null", "form"),
        ("3.1", "in: query, style: [form]", "form"),
    ],
)
def test_style_of_another_location_is_the_default_with_a_finding(
    make_reading: MakeReading, yaml: Yaml, version: str, written: str, style: str
) -> None:
    reading = make_reading(version=version)
    path = "/parcels/{a}" if "in: path" in written else "/parcels"

    parameter = _one(reading, yaml(f"{{name: a, schema: {{}}, {written}}}"), path)

    assert parameter.style == style
    assert _codes(reading) == ["style-unknown"]


def test_fields_are_taken_over(make_reading: MakeReading, yaml: Yaml) -> None:
    written = yaml(
        "{name: a, in: query, required: true, allowReserved: true, deprecated: true, "
        "description: d, schema: {type: string, example: x}, example: y}"
    )

    assert _one(make_reading(), written) == Parameter(
        name="a",
        location=Location.QUERY,
        schema={"type": "string", "examples": ["x"]},
        required=True,
        allow_reserved=True,
        deprecated=True,
        description="d",
        examples=("y",),
        pointer="/item/get/parameters/0",
    )


@pytest.mark.parametrize(
    ("content", "content_type", "schema", "examples"),
    [
        (
            "{application/json: {schema: {type: object}}}",
            "application/json",
            {"type": "object"},
            (),
        ),
        ("{text/plain: {}, application/json: {}}", "text/plain", True, ()),
        ("{application/json: null}", "application/json", True, ()),
        ("{application/json: {schema: {}, example: 5}}", "application/json", {}, (5,)),
        ("{a/b: {$ref: '#/shared'}}", "a/b", {"type": "integer"}, ()),
    ],
)
def test_content_parameter_has_its_media_type(
    make_reading: MakeReading,
    yaml: Yaml,
    content: str,
    content_type: str,
    schema: JsonValue,
    examples: tuple[JsonValue, ...],
) -> None:
    reading = make_reading("{shared: {schema: {type: integer}}}")

    parameter = _one(reading, yaml(f"{{name: a, in: query, content: {content}}}"))

    assert (parameter.content_type, parameter.schema) == (content_type, schema)
    assert parameter.examples == examples


@pytest.mark.parametrize("written", ["", ", content: {}", ", content: [x]", ", type: string"])
def test_parameter_without_schema_accepts_anything(
    make_reading: MakeReading, yaml: Yaml, written: str
) -> None:
    reading = make_reading()

    assert _one(reading, yaml(f"{{name: a, in: query{written}}}")).schema is True
    assert _codes(reading) == ["parameter-without-schema"]


def test_querystring_is_a_location_of_3_2(make_reading: MakeReading, yaml: Yaml) -> None:
    written = yaml("{name: q, in: querystring, content: {application/json: {schema: {}}}}")

    parameter = _one(make_reading(version="3.2"), written)

    assert parameter.location is Location.QUERYSTRING
    assert parameter.content_type == "application/json"


@pytest.mark.parametrize(
    "written",
    [
        "null",
        "text",
        "{}",
        "{name: a}",
        "{in: query}",
        "{name: '', in: query}",
        "{name: a, in: body}",
        "{name: a, in: querystring}",
        "{name: [a], in: query}",
    ],
)
def test_what_is_no_parameter_is_left_out(
    make_reading: MakeReading, yaml: Yaml, written: str
) -> None:
    reading = make_reading()

    assert _read(reading, [yaml(written)]) == ((), ())
    assert _codes(reading) == ["parameter-invalid"]


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("{$ref: '#/missing'}", "#/missing"),
        ("{name: a, in: body, required: true}", "'a'"),
        ("{name: a, in: query, schema: {$ref: '#/missing'}}", "#/missing"),
        ("{name: a, in: query, schema: {type: array, items: {$ref: '#/missing'}}}", "#/missing"),
        ("{name: a, in: query, content: {a/b: {$ref: '#/missing'}}}", "#/missing"),
        ("{name: a, in: query, content: {a/b: {schema: {$ref: '#/missing'}}}}", "#/missing"),
    ],
)
def test_parameter_nobody_can_fill_makes_the_operation_unusable(
    make_reading: MakeReading, yaml: Yaml, written: str, reason: str
) -> None:
    _, unusable = _read(make_reading(), [yaml(written)])

    assert len(unusable) == 1
    assert reason in unusable[0].reason


def _query(name: str, description: str = "d", location: str = "query") -> JsonValue:
    return {"name": name, "in": location, "schema": {}, "description": description}


def test_operation_overrides_its_path_item_in_place(make_reading: MakeReading) -> None:
    reading = make_reading()

    parameters, _ = _read(
        reading,
        operation=[_query("b", "own"), _query("c")],
        item=[_query("a"), _query("b", "shared"), _query("b", "header", "header")],
    )

    assert [(p.name, p.location.value, p.description) for p in parameters] == [
        ("a", "query", "d"),
        ("b", "query", "own"),
        ("b", "header", "header"),
        ("c", "query", "d"),
    ]
    assert _codes(reading) == []


@pytest.mark.parametrize(
    ("location", "names", "kept"),
    [("query", ["a", "a"], 1), ("query", ["a", "A"], 2), ("header", ["X-A", "x-a"], 1)],
)
def test_of_two_alike_the_first_counts(
    make_reading: MakeReading, location: str, names: list[str], kept: int
) -> None:
    reading = make_reading()

    parameters, _ = _read(reading, [_query(name, name, location) for name in names])

    assert len(parameters) == kept
    assert parameters[0].description == names[0]
    assert _codes(reading) == ["parameter-duplicate"] * (2 - kept)


@pytest.mark.parametrize(
    "name", ["Accept", "content-type", "AUTHORIZATION", "Host", "Content-Length", "Cookie"]
)
def test_header_that_is_no_argument_is_ignored(make_reading: MakeReading, name: str) -> None:
    reading = make_reading()

    parameters, _ = _read(reading, [_query(name, location="header"), _query(name)])

    assert [parameter.location for parameter in parameters] == [Location.QUERY]
    assert _codes(reading) == ["parameter-ignored"]


def test_parameter_that_a_credential_fills_is_ignored(make_reading: MakeReading) -> None:
    reading = make_reading()
    credentials = {
        identity_of(Location.HEADER, "X-Key"): "main",
        identity_of(Location.QUERY, "key"): "main",
    }

    parameters, _ = _read(
        reading,
        [_query("x-key", location="header"), _query("key"), _query("Key")],
        credentials=credentials,
    )

    assert [parameter.name for parameter in parameters] == ["Key"]
    assert _codes(reading) == ["parameter-ignored"] * 2


@pytest.mark.parametrize(
    ("path", "declared", "names", "codes"),
    [
        ("/a/{x}", ["x"], ["x"], []),
        ("/a/{x}", [], ["x"], ["path-parameter-missing"]),
        ("/a/{x}/{y}/{x}", ["y"], ["y", "x"], ["path-parameter-missing"]),
        ("/a", ["x"], [], ["path-parameter-unused"]),
        ("/a/{x}", ["X"], ["x"], ["path-parameter-unused", "path-parameter-missing"]),
        ("/a/{x}.{ext}", ["x", "ext"], ["x", "ext"], []),
        ("/a?action={x}#b-{y}", ["x", "y"], ["x", "y"], []),
        ("/a(id='{x}')", ["x"], ["x"], []),
        ("/a/{x:}", ["x:"], ["x:"], []),
    ],
)
def test_path_and_path_parameters_are_held_against_each_other(
    make_reading: MakeReading, path: str, declared: list[str], names: list[str], codes: list[str]
) -> None:
    reading = make_reading()

    parameters, unusable = _read(
        reading, [_query(name, location="path") for name in declared], path=path
    )

    assert [parameter.name for parameter in parameters] == names
    assert all(parameter.required for parameter in parameters)
    assert _codes(reading) == codes
    assert unusable == ()


def test_assumed_path_parameter_is_a_text(make_reading: MakeReading) -> None:
    (parameter,), _ = _read(make_reading(), path="/a/{x}")

    assert (parameter.schema, parameter.style, parameter.explode) == (
        {"type": "string"},
        "simple",
        False,
    )


SHARED = "{limit: {name: limit, in: query, description: shared, schema: {type: any}}}"


def test_shared_parameter_is_read_once(make_reading: MakeReading) -> None:
    reading = make_reading(SHARED)

    (first,), _ = _read(reading, [{"$ref": "#/limit"}])
    (second,), _ = _read(reading, [{"$ref": "#/limit"}])

    assert first is second
    assert first.pointer == "/limit"


@pytest.mark.parametrize(("version", "text"), [("3.0", "shared"), ("3.1", "own")])
def test_description_beside_a_reference_counts_since_3_1(
    make_reading: MakeReading, version: str, text: str
) -> None:
    reading = make_reading(SHARED, version)

    assert _one(reading, {"$ref": "#/limit", "description": "own"}).description == text


def test_header_of_a_part_is_a_parameter(make_reading: MakeReading) -> None:
    written = Resolved({"schema": {"type": "integer"}, "required": True}, Place(ENTRY, "/h"))

    header = read_header(make_reading(), "X-Rate", written)

    assert isinstance(header, Parameter)
    assert (header.name, header.location, header.style) == ("X-Rate", Location.HEADER, "simple")
    assert header.required


@pytest.mark.parametrize("value", [None, "text"])
def test_what_is_no_header_is_none(make_reading: MakeReading, value: JsonValue) -> None:
    assert read_header(make_reading(), "X-A", Resolved(value, Place(ENTRY, "/h"))) is None


def test_more_parameters_than_any_operation_has_withhold_it(make_reading: MakeReading) -> None:
    many = [{"name": f"p{n}", "in": "query", "schema": {}} for n in range(1_001)]

    assert _read(make_reading(), many)[1] == (Unusable("it has 1,001 parameters"),)
    assert len(_read(make_reading(), many[1:])[0]) == 1_000


@pytest.mark.parametrize("required", [True, False])
def test_a_name_beyond_measure_costs_its_parameter(
    make_reading: MakeReading, required: bool
) -> None:
    reading = make_reading()
    long = {"name": "n" * 5_000, "in": "query", "required": required, "schema": {}}

    parameters, unusable = _read(reading, [long])

    assert parameters == ()
    assert [len(one.reason) < 200 for one in unusable] == [True] * required
    assert _codes(reading) == ["too-large"]
