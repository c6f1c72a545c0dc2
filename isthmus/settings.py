"""Own what the operator sets: the only reader of the environment and of isthmus.toml.

Defaults, then isthmus.toml (the file named by ISTHMUS_CONFIG, else ./isthmus.toml where it
exists), then ISTHMUS_… variables, then the command line. Every setting stands in
docs/settings.md; a test holds the two together. Secrets are never settings: a setting names one.
"""

import os
import tomllib
from pathlib import Path

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from translator.errors import CredentialError, RefusedByUs
from translator.upstream import CredentialReference


class Settings(BaseModel):
    """What the operator sets; each field is a key of isthmus.toml and ISTHMUS_<FIELD>."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    data: Path = Field(
        default_factory=lambda: Path(platformdirs.user_data_dir("isthmus")),
        description="Folder of the database; made on first use, readable by its owner only.",
    )
    host: str = Field("127.0.0.1", description="Address `isthmus serve` listens on.")
    port: int = Field(8722, ge=0, le=65535, description="Port `isthmus serve` listens on.")
    allowed_hosts: tuple[str, ...] = Field(
        (),
        description="Further values of the Host header to accept, such as `mcp.example.com`.",
    )
    require_key: bool = Field(
        False,
        description="Whether every call over HTTP needs a key of `isthmus key add`.",
    )
    author: str = Field(
        default_factory=lambda: _user(), description="Who decisions are recorded as made by."
    )

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.data / "isthmus.sqlite3"


def _user() -> str:
    return os.environ.get("USER") or os.environ.get("USERNAME") or "local"


def load_settings(**overrides: object) -> Settings:
    """Read the settings; keyword arguments that are not None win.

    Raises:
        RefusedByUs: isthmus.toml or a variable cannot be used; says which key and why.
    """
    values = {**_from_file(), **_from_environment()}
    values.update({key: value for key, value in overrides.items() if value is not None})
    try:
        return Settings.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise RefusedByUs(f"setting `{key}`: {first['msg']} (see docs/settings.md)") from error


def _from_file() -> dict[str, object]:
    named = os.environ.get("ISTHMUS_CONFIG")
    path = Path(named or "isthmus.toml")
    if not named and not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RefusedByUs(f"{path}: cannot be read ({error.strerror})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RefusedByUs(f"{path}: is not TOML: {error}") from error


def _from_environment() -> dict[str, object]:
    found: dict[str, object] = {}
    for key in Settings.model_fields:
        value = os.environ.get(f"ISTHMUS_{key.upper()}")
        if value is not None:
            found[key] = tuple(filter(None, value.split(","))) if key == "allowed_hosts" else value
    return found


class EnvironmentSecrets:
    """Resolve `env:NAME` and `file:PATH`; nothing else, and only what a reference names."""

    def resolve(self, reference: CredentialReference) -> str:
        """Return the secret.

        Raises:
            CredentialError: nothing stands behind the reference; names it, never a value.
        """
        kind, _, name = reference.reference.partition(":")
        if kind == "env":
            value = os.environ.get(name)
            what = f"the environment variable {name} is not set"
        else:
            value = _read_secret(Path(name))
            what = f"the file {name} cannot be read or is empty"
        if not value:
            raise CredentialError(
                f"The credential for {reference.scheme} ({reference.reference}): {what}."
            )
        return value


def _read_secret(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
