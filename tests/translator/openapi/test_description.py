import pytest

from translator.openapi.description import Description
from translator.openapi.document import read_document


def test_a_description_is_a_frozen_value() -> None:
    document = read_document(b"openapi: 3.0.3", "stdin:")
    description = Description("stdin:", {"stdin:": document}, (), None, "sha256:0")
    with pytest.raises(AttributeError):
        description.digest = "other"  # type: ignore[misc]
