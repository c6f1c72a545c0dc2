"""Single objects of Swagger 2.0 in the words of OpenAPI 3.0: parameters, forms, schemes.

Values to values; where an object stands is the business of `translator.openapi.swagger2`. Pure.
"""

from collections.abc import Callable

from translator.json_value import JsonValue

#: Says something about the object at hand: code, message.
Remark = Callable[[str, str], None]

#: OAS 2.0, Parameter Object, `collectionFormat` → style and explode in a query or a form.
_FORMATS: dict[str, tuple[str, bool]] = {
    "csv": ("form", False),
    "ssv": ("spaceDelimited", False),
    "tsv": ("tabDelimited", False),
    "pipes": ("pipeDelimited", False),
    "multi": ("form", True),
}

_SEPARATORS = {"csv": ",", "ssv": " ", "tsv": "\\t", "pipes": "|"}

#: What describes the parameter itself; everything else a 2.0 parameter says is its schema.
_OWN = frozenset(
    ("name", "in", "description", "required", "collectionFormat", "allowEmptyValue", "schema")
)

_FLOWS = {
    "implicit": "implicit",
    "password": "password",
    "application": "clientCredentials",
    "accessCode": "authorizationCode",
}


def upgrade_parameter(parameter: JsonValue, remark: Remark) -> JsonValue:
    """Return a parameter of a path, query or header with a schema, style and explode."""
    if not isinstance(parameter, dict) or "$ref" in parameter:
        return parameter
    kept = ("name", "in", "description", "required")
    upgraded = {key: parameter[key] for key in kept if key in parameter}
    upgraded["schema"] = _schema_of(parameter, remark)
    if parameter.get("type") == "array":
        style, explode = _style_of(parameter, remark)
        if parameter.get("in") == "query":
            upgraded["style"], upgraded["explode"] = style, explode
        elif style != "form":
            upgraded["schema"] = _joined_text(parameter, remark)
    if "x-example" in parameter:
        upgraded["example"] = parameter["x-example"]
    return upgraded


def upgrade_form(fields: list[dict[str, JsonValue]], remarks: list[Remark]) -> JsonValue:
    """Return the Media Type Object whose properties are the `formData` parameters."""
    schema: dict[str, JsonValue] = {"type": "object", "properties": {}}
    encoding = {}
    for form_field, remark in zip(fields, remarks, strict=True):
        name = str(form_field.get("name"))
        property_schema = _schema_of(form_field, remark)
        if "description" in form_field and "description" not in property_schema:
            property_schema["description"] = form_field["description"]
        schema["properties"][name] = property_schema
        if form_field.get("type") == "array":
            style, explode = _style_of(form_field, remark)
            encoding[name] = {"style": style, "explode": explode}
    required = [str(each.get("name")) for each in fields if each.get("required") is True]
    if required:
        schema["required"] = list(dict.fromkeys(required))
    return {"schema": schema, "encoding": encoding}


def is_file(described: JsonValue) -> bool:
    """Return whether a `formData` parameter, or the schema of a response, is a file."""
    return isinstance(described, dict) and described.get("type") == "file"


def upgrade_security_scheme(scheme: JsonValue) -> JsonValue:
    """Return a Security Scheme Object of OAS 3.0."""
    if not isinstance(scheme, dict):
        return scheme
    if scheme.get("type") == "basic":
        return {"type": "http", "scheme": "basic", "description": scheme.get("description")}
    if scheme.get("type") != "oauth2":
        return scheme
    flow = {key: scheme[key] for key in ("authorizationUrl", "tokenUrl", "scopes") if key in scheme}
    kind = _FLOWS.get(str(scheme.get("flow")))
    flows = {} if kind is None else {kind: flow}
    return {"type": "oauth2", "flows": flows, "description": scheme.get("description")}


def _schema_of(parameter: dict[str, JsonValue], remark: Remark) -> dict[str, JsonValue]:
    """Return the schema that the parameter's own keywords make."""
    written = parameter.get("schema")
    if isinstance(written, dict):
        return dict(written)
    schema = {
        key: value
        for key, value in parameter.items()
        if key not in _OWN and (key[:2] != "x-" or key == "x-nullable")
    }
    if parameter.get("type") == "array" and isinstance(parameter.get("items"), dict):
        schema["items"] = _items_of(parameter["items"], remark)
    return schema


def _items_of(items: dict[str, JsonValue], remark: Remark) -> dict[str, JsonValue]:
    """Return the schema of the items; an array inside an array becomes its text on the wire."""
    if items.get("type") == "array":
        return _joined_text(items, remark)
    return {key: value for key, value in items.items() if key != "collectionFormat"}


def _joined_text(array: dict[str, JsonValue], remark: Remark) -> dict[str, JsonValue]:
    """Return the schema of an array as text, for OAS 3.0 has no style that writes it.

    That is an array inside an array, which has a `collectionFormat` of its own (OAS 2.0, Items
    Object), and one in a path or header whose items are not joined by commas.
    """
    separator = _SEPARATORS.get(str(array.get("collectionFormat", "csv")), ",")
    remark("schema-keyword-lost", f"An array is given as text, its items joined by '{separator}'")
    return {"type": "string", "description": f"Items joined by '{separator}'"}


def _style_of(parameter: dict[str, JsonValue], remark: Remark) -> tuple[str, bool]:
    """Return style and explode of an array; csv is the default."""
    name = parameter.get("collectionFormat", "csv")
    if name == "multi" and parameter.get("in") not in ("query", "formData"):
        remark("style-unknown", "'multi' is for queries and forms; csv is used")
        return _FORMATS["csv"]
    if not isinstance(name, str) or name not in _FORMATS:
        remark("style-unknown", f"{name!r:.40} is no collectionFormat; csv is used")
        return _FORMATS["csv"]
    return _FORMATS[name]
