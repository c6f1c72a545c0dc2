import pytest

from translator.body_arguments import WantedArgument, body_arguments, described
from translator.operation import Location, MediaType, Parameter, RequestBody
from translator.runtime.files import FILE_OBJECTS, file_objects

PET = {
    "type": "object",
    "required": ["name"],
    "properties": {"name": {"type": "string", "description": "Its **name**."}, "tag": {}},
}
DEFS = {"Pet": PET, "File": {"type": "string", "format": "binary"}}


def arguments_of(
    content_type: str, schema: object, *parameters: str, required: bool = True, text: str = ""
) -> list[WantedArgument]:
    media = MediaType(content_type, schema)
    body = RequestBody((media,), required, text or None)
    given = [Parameter(name, Location.QUERY, True) for name in parameters]
    return body_arguments(body, media, given, DEFS)


def bindings(arguments: list[WantedArgument]) -> list[tuple[str, str, bool]]:
    return [(each.name, each.binding, each.required) for each in arguments]


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json",
        "application/merge-patch+json",
        "*/*",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
    ],
)
def test_members_of_a_plain_object_are_arguments(content_type):
    assert bindings(arguments_of(content_type, {"$ref": "#/$defs/Pet"})) == [
        ("name", "body:/name", True),
        ("tag", "body:/tag", False),
    ]


def test_a_member_is_bound_by_a_json_pointer():
    schema = {"properties": {"a/b~c": {}}}

    assert bindings(arguments_of("application/json", schema)) == [("a/b~c", "body:/a~1b~0c", False)]


def test_a_member_has_its_own_description_as_prose():
    pet = {**PET, "properties": {"name": {"type": "string", "description": "At most **20**."}}}

    assert arguments_of("application/json", pet)[0].description == "At most 20"


@pytest.mark.parametrize(
    ("content_type", "schema"),
    [
        ("application/json", {"type": "array", "items": {}}),
        ("application/json", {"type": "object", "additionalProperties": {"type": "string"}}),
        ("application/json", {**PET, "additionalProperties": {"type": "string"}}),
        ("application/json", {"oneOf": [PET, {"type": "string"}]}),
        ("application/xml", PET),
        ("text/plain", {"type": "string"}),
        ("application/x-ndjson", PET),
    ],
)
def test_any_other_body_is_one_argument(content_type, schema):
    (whole,) = arguments_of(content_type, schema, text="The pet to keep.")

    assert (whole.name, whole.binding, whole.required) == ("body", "body:", True)
    assert whole.schema == schema
    assert whole.description == "Pet to keep"


def test_a_member_that_shares_a_name_with_a_parameter_keeps_the_body_together():
    assert bindings(arguments_of("application/json", PET, "name")) == [("body", "body:", True)]


def test_an_optional_body_with_required_members_stays_together():
    assert bindings(arguments_of("application/json", PET, required=False)) == [
        ("body", "body:", False)
    ]


def test_an_optional_body_of_optional_members_is_flattened():
    schema = {"properties": {"a": {}}}

    assert bindings(arguments_of("application/json", schema, required=False)) == [
        ("a", "body:/a", False)
    ]


def test_a_parameter_called_body_leaves_another_name():
    assert bindings(arguments_of("application/json", {"type": "array"}, "body")) == [
        ("body_content", "body:", True)
    ]


@pytest.mark.parametrize(
    ("content_type", "schema", "shown", "remark"),
    [
        ("application/json", True, True, "Any JSON value."),
        ("application/octet-stream", True, "base64", "The bytes to send, as base64 text."),
        ("image/png", {}, "base64", "The bytes to send, as base64 text."),
        ("text/csv", {"$ref": "#/$defs/File"}, "base64", "The bytes to send, as base64 text."),
        ("application/yaml", True, {"type": "string"}, "Text of the type application/yaml."),
        ("text/plain", {}, {"type": "string"}, "Text of the type text/plain."),
        ("application/xml", {}, {"type": "string"}, "Text of the type application/xml."),
        ("multipart/form-data", True, {"type": "object"}, None),
        ("application/x-ndjson", True, {"type": "array", "items": {}}, "One item a line."),
    ],
)
def test_a_body_says_how_it_is_given(content_type, schema, shown, remark):
    (whole,) = arguments_of(content_type, schema)
    expected = {"type": "string", "contentEncoding": "base64"} if shown == "base64" else shown

    assert whole.schema == expected
    assert whole.description == remark


@pytest.mark.parametrize(
    ("content_type", "objects"),
    [
        ("image/*", file_objects("image/*")),
        ("audio/*", file_objects("audio/*")),
        ("*/*", FILE_OBJECTS),
        ("application/*", FILE_OBJECTS),
    ],
)
def test_bytes_of_a_range_may_say_their_type(content_type, objects):
    (whole,) = arguments_of(content_type, {"type": "string", "format": "binary"})

    assert whole.schema["anyOf"] == [{"type": "string", "contentEncoding": "base64"}, *objects]
    assert whole.description == (
        f"The bytes to send, of a type {content_type}: base64 text, or an object that says their "
        "type."
    )


def test_bytes_keep_the_description_of_what_they_are():
    (whole,) = arguments_of("image/png", {"format": "binary", "description": "A photo."})

    assert whole.description == "A photo. The bytes to send, as base64 text."


@pytest.mark.parametrize(
    "schema", [{"type": "string", "format": "binary"}, {"$ref": "#/$defs/File"}]
)
def test_a_part_of_bytes_is_a_file(schema):
    (part,) = arguments_of("multipart/form-data", {"properties": {"photo": schema}})

    assert part.schema["anyOf"] == [{"type": "string", "contentEncoding": "base64"}, *FILE_OBJECTS]
    assert part.description == "File: base64 text, or object that says more about it"


def test_several_files_are_an_array_of_files():
    schema = {"properties": {"all": {"type": "array", "items": {"$ref": "#/$defs/File"}}}}
    (part,) = arguments_of("multipart/form-data", schema)

    assert FILE_OBJECTS[0] in part.schema["items"]["anyOf"]


def test_binary_text_in_json_stays_text():
    schema = {"properties": {"photo": {"$ref": "#/$defs/File"}}}
    (member,) = arguments_of("application/json", schema)

    assert member.schema == {"$ref": "#/$defs/File"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, None),
        (" ", None),
        (5, None),
        ("<p>The kind of it</p>", "Kind of it"),
        ("The photo.", None),
    ],
)
def test_descriptions_are_condensed(text, said):
    assert described(text, "photo", {"type": "string"}) == said


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#/$defs/Said", "description": "Only a photo."},
        {"$ref": "#/$defs/Said"},
        {"anyOf": [{"$ref": "#/$defs/Said"}, {"type": "null"}]},
    ],
)
def test_a_part_of_bytes_keeps_the_nearest_text(schema):
    defs = {"Said": {"type": "string", "format": "binary", "description": "Only a photo."}}
    media = MediaType("multipart/form-data", {"properties": {"photo": schema}})

    (part,) = body_arguments(RequestBody((media,), True), media, (), defs)

    assert part.description.startswith("Only photo. ")
