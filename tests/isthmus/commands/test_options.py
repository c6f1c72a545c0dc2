import pytest
import typer

from isthmus.commands.options import credentials


def test_a_credential_names_scheme_and_place() -> None:
    (one, other) = credentials(["key=env:SHOP_KEY", "oauth=file:/run/secrets/shop"])
    assert (one.scheme, one.reference) == ("key", "env:SHOP_KEY")
    assert (other.scheme, other.reference) == ("oauth", "file:/run/secrets/shop")


@pytest.mark.parametrize(
    "text", ["key", "key=", "key=SHOP_KEY", "=env:X", "key=env:", "key=vault:x"]
)
def test_anything_else_is_refused_without_repeating_it(text: str) -> None:
    with pytest.raises(typer.BadParameter, match="SCHEME=env:NAME") as refused:
        credentials([text])
    assert "SHOP_KEY" not in str(refused.value)
