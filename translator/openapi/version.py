"""Which OpenAPI a document is, and in plain words what it is when it is none.

Pure. Everything downstream knows four versions: '2.0', '3.0', '3.1', '3.2'.
"""

import re
from collections.abc import Callable

from translator.errors import SourceError
from translator.finding import Finding, finding
from translator.json_value import JsonValue

_KNOWN = re.compile(r"3\.[012]([.-].*)?")
_SWAGGER_2 = re.compile(r"2(\.0(\.0)?)?")
_ADVICE = "give an OpenAPI 3.0, 3.1 or 3.2 or a Swagger 2.0 description"
_MAX_SHOWN_KEYS = 5

#: A member that gives another format away, and what the format is called.
_OTHER_FORMATS = {
    "asyncapi": "an AsyncAPI document; Isthmus calls HTTP APIs, which OpenAPI describes",
    "arazzo": "an Arazzo document of workflows; give the OpenAPI description it refers to",
    "overlay": "an OpenAPI Overlay; apply it first and give the result",
    "openrpc": "an OpenRPC document; Isthmus calls HTTP APIs, which OpenAPI describes",
    "discoveryVersion": "a Google API Discovery document; convert it to OpenAPI first",
    "swaggerVersion": "Swagger 1.x, which has no single document; convert it to OpenAPI 3 first",
    "__schema": "a GraphQL schema; Isthmus calls HTTP APIs, which OpenAPI describes",
    "mcpServers": "a configuration of MCP servers, not a description of an HTTP API",
}


def detect_version(root: JsonValue, uri: str = "") -> str:
    """Return '2.0', '3.0', '3.1' or '3.2': the version, or the nearest one we know.

    Raises:
        SourceError: it is no OpenAPI at all; the message says what it seems to be.
    """
    if not isinstance(root, dict):
        raise SourceError(f"{_kind_of(root)}, not an OpenAPI description; {_ADVICE}", document=uri)
    written = _written_version(root)
    if written is None:
        raise SourceError(_what_else(root), document=uri)
    for pattern, nearest in _READ_AS:
        if pattern.fullmatch(written):
            return nearest
    raise SourceError(f"version {written[:40]!r} is not supported; {_ADVICE}", document=uri)


def version_findings(root: JsonValue) -> tuple[Finding, ...]:
    """Say when `detect_version` took the nearest version for one it does not know."""
    nearest = detect_version(root)
    written = _written_version(root) or ""
    key = "openapi" if "openapi" in root else "swagger"
    as_declared = (_KNOWN if key == "openapi" else _SWAGGER_2).fullmatch(written)
    if as_declared:
        return ()
    message = f"{key}: {written[:40]!r} is not a version we know; it was read as {nearest}"
    return (finding("unknown-version", message, pointer=f"/{key}"),)


_READ_AS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"3\.0([.-].*)?|3"), "3.0"),
    (re.compile(r"3\.1([.-].*)?"), "3.1"),
    (re.compile(r"3\.[0-9]+([.-].*)?"), "3.2"),
    (re.compile(r"2(\..*)?"), "2.0"),
)


def _written_version(root: dict[str, JsonValue]) -> str | None:
    """Return the version as text; YAML authors often write it as a number."""
    for key in ("openapi", "swagger"):
        value = root.get(key)
        if isinstance(value, (str, int, float)) and not isinstance(value, bool):
            return str(value).strip().removeprefix("v")
    return None


def _what_else(root: dict[str, JsonValue]) -> str:
    for looks_so, words in _SHAPES:
        if looks_so(root):
            return words
    for key, words in _OTHER_FORMATS.items():
        if key in root:
            return words
    if "paths" in root:
        return "it does not say its version; add a line such as `openapi: 3.0.3` at its top"
    keys = ", ".join(str(key)[:40] for key in list(root)[:_MAX_SHOWN_KEYS]) or "none"
    return f"no OpenAPI description: neither `openapi` nor `swagger` among its keys ({keys})"


def _is_postman(root: dict[str, JsonValue]) -> bool:
    described = root.get("collection", root)
    about = described.get("info") if isinstance(described, dict) else None
    if not isinstance(about, dict):
        return False
    return "_postman_id" in about or "postman" in str(about.get("schema"))


def _is_graphql_answer(root: dict[str, JsonValue]) -> bool:
    answer = root.get("data")
    return isinstance(answer, dict) and "__schema" in answer


def _is_har(root: dict[str, JsonValue]) -> bool:
    log = root.get("log")
    return isinstance(log, dict) and "entries" in log


def _is_insomnia(root: dict[str, JsonValue]) -> bool:
    return root.get("_type") == "export" or str(root.get("type")).startswith("collection.insomnia")


def _is_json_schema(root: dict[str, JsonValue]) -> bool:
    return "json-schema.org" in str(root.get("$schema")) and "paths" not in root


def _is_error_answer(root: dict[str, JsonValue]) -> bool:
    return len(root) <= _MAX_SHOWN_KEYS and any(
        key in root for key in ("error", "errors", "message", "detail")
    )


_SHAPES: tuple[tuple[Callable[[dict[str, JsonValue]], bool], str], ...] = (
    (_is_postman, "a Postman collection; export the API as OpenAPI, or convert it first"),
    (_is_graphql_answer, _OTHER_FORMATS["__schema"]),
    (_is_har, "a HAR file of recorded traffic, not a description; " + _ADVICE),
    (_is_insomnia, "an Insomnia collection; export its design document as OpenAPI"),
    (_is_json_schema, "a JSON Schema alone, which describes no operations; " + _ADVICE),
    (_is_error_answer, "an error message of a server, not a description; check the address"),
)


def _kind_of(root: JsonValue) -> str:
    if isinstance(root, list):
        return "a list"
    if isinstance(root, str):
        return f"only the text {root[:40]!r}"
    return "empty" if root is None else f"only the value {str(root)[:40]}"
