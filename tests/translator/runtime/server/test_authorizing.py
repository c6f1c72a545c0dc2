from dataclasses import dataclass, field

import pytest

from translator.runtime.server.authorizing import by_key


@dataclass
class Keys:
    """Keys in memory."""

    known: dict[str, str] = field(default_factory=dict)
    keys_were_made: bool = True

    def principal_of(self, key: str) -> str | None:
        return self.known.get(key)


KEYS = Keys({"k-anna": "anna", "k-ben": "ben"})


@pytest.mark.parametrize(
    ("header", "principal"),
    [
        ("Bearer k-anna", "anna"),
        ("bearer k-ben", "ben"),
        ("BEARER  k-ben", "ben"),
        (None, "local"),
        ("Bearer k-carl", None),
        ("Bearer ", None),
        ("Bearer", None),
        ("", None),
        ("k-anna", None),
        ("Basic k-anna", None),
        ("Bearer k-anna, Bearer k-ben", None),
    ],
)
def test_who_calls(header: str | None, principal: str | None) -> None:
    headers = {} if header is None else {"authorization": header}

    assert by_key(KEYS, require_key=False)(headers) == principal


def test_a_required_key_is_required() -> None:
    authorize = by_key(KEYS, require_key=True)

    assert authorize({}) is None
    assert authorize({"authorization": "Bearer k-carl"}) is None
    assert authorize({"authorization": "Bearer k-anna"}) == "anna"


def test_the_header_says_nothing_where_no_key_was_ever_made() -> None:
    none = Keys(keys_were_made=False)

    assert by_key(none, require_key=False)({"authorization": "Bearer theirs"}) == "local"
    assert by_key(none, require_key=True)({"authorization": "Bearer theirs"}) is None


def test_a_key_that_was_the_only_one_is_refused_once_it_is_removed() -> None:
    keys = Keys({"k": "anna"})
    authorize = by_key(keys, require_key=False)
    keys.known.clear()

    assert authorize({"authorization": "Bearer k"}) is None
