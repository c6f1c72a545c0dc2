from pathlib import Path

import pytest

from isthmus.settings import EnvironmentSecrets, Settings, load_settings
from translator.errors import CredentialError, RefusedByUs
from translator.upstream import CredentialReference


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for key in (*Settings.model_fields, "config"):
        monkeypatch.delenv(f"ISTHMUS_{key.upper()}", raising=False)


def test_the_command_line_wins_over_variable_over_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "isthmus.toml").write_text('port = 1\nhost = "::1"\nauthor = "file"\n')
    monkeypatch.setenv("ISTHMUS_PORT", "2")
    monkeypatch.setenv("ISTHMUS_AUTHOR", "variable")
    settings = load_settings(port=3, author=None)
    assert (settings.host, settings.port, settings.author) == ("::1", 3, "variable")


def test_allowed_hosts_come_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ISTHMUS_ALLOWED_HOSTS", "a.example,b.example")
    assert load_settings().allowed_hosts == ("a.example", "b.example")


@pytest.mark.parametrize(
    ("text", "words"),
    [("port = 70000", "`port`"), ("prot = 1", "`prot`"), ("port =", "isthmus.toml: is not TOML")],
)
def test_a_bad_file_is_refused_with_the_key(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "isthmus.toml").write_text(text)
    with pytest.raises(RefusedByUs, match=words):
        load_settings()


def test_a_named_file_must_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ISTHMUS_CONFIG", "absent.toml")
    with pytest.raises(RefusedByUs, match=r"absent\.toml: cannot be read"):
        load_settings()


def test_every_setting_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "settings.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == list(Settings.model_fields)
    for row, field in zip(rows, Settings.model_fields.values(), strict=True):
        assert field.description is not None
        assert field.description in row


def _reference(text: str) -> CredentialReference:
    return CredentialReference("key", text, "https://api.example.com")


def test_secrets_come_from_variables_and_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SOME_KEY", "s1")
    (tmp_path / "key").write_text("s2\n")
    secrets = EnvironmentSecrets()
    found = [secrets.resolve(_reference(r)) for r in ("env:SOME_KEY", "file:key")]
    assert found == ["s1", "s2"]


@pytest.mark.parametrize("text", ["env:NOT_SET_ANYWHERE", "file:absent"])
def test_a_missing_secret_is_named(text: str) -> None:
    with pytest.raises(CredentialError, match=text):
        EnvironmentSecrets().resolve(_reference(text))
