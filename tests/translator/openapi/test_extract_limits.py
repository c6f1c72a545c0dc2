"""What of a description is larger than any API needs, and what ends its extraction."""

from collections.abc import Callable

import pytest

from translator.errors import SourceError
from translator.json_value import to_json
from translator.operation import Extraction

ExtractText = Callable[..., Extraction]


def test_a_path_beyond_measure_withholds_its_operation(extract_text: ExtractText) -> None:
    path = "/" + "a" * 9_000
    paths = {path: {"get": {"summary": "s"}}}
    read = extract_text(to_json({"openapi": "3.1.0", "paths": paths}))

    assert read.operations == ()
    (found,) = read.findings
    assert found.code == "operation-withheld"
    assert "its path has 9,001 characters" in found.message


def test_an_operation_id_beyond_measure_is_left_out(extract_text: ExtractText) -> None:
    operation = f"{{summary: s, operationId: {'a' * 5_000}}}"
    read = extract_text(f"openapi: 3.1.0\npaths: {{/a: {{get: {operation}}}}}")

    assert read.operations[0].operation_id is None
    (found,) = read.findings
    assert (found.code, found.pointer) == ("too-large", "/paths/~1a/get/operationId")


def test_reading_may_be_ended_between_operations(extract_text: ExtractText) -> None:
    def tick() -> None:
        raise SourceError("enough")

    text = "{openapi: 3.1.0, paths: {/a: {get: {summary: s}}}}"
    with pytest.raises(SourceError, match="enough"):
        extract_text(text, tick=tick)
