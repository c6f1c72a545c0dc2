import inspect

import pytest

from translator import errors
from translator.errors import AnswerLost, ErrorClass, IsthmusError, SourceError, TransportError


def test_the_tree_in_the_docstring_is_the_tree_of_the_module() -> None:
    drawn = errors.__doc__ or ""
    classes = [
        cls
        for _, cls in inspect.getmembers(errors, inspect.isclass)
        if issubclass(cls, IsthmusError)
    ]
    assert all(cls.__name__ in drawn for cls in classes)


@pytest.mark.parametrize(
    ("document", "pointer", "text"),
    [
        ("", "", "no OpenAPI"),
        ("a.yaml", "", "a.yaml: no OpenAPI"),
        ("a.yaml", "/paths", "a.yaml#/paths: no OpenAPI"),
    ],
)
def test_a_source_error_says_where(document: str, pointer: str, text: str) -> None:
    assert str(SourceError("no OpenAPI", document=document, pointer=pointer)) == text


def test_a_lost_answer_is_ambiguous_and_says_that_it_was_sent() -> None:
    error = AnswerLost("lost", sent=True)
    assert isinstance(error, TransportError)
    assert (error.error_class, error.sent) == (ErrorClass.AMBIGUOUS, True)
