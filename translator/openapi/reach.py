"""Where the references of a description may lead, and the bytes found there.

A description from a file reaches the folder of that file, symbolic links resolved; one from a URL
reaches its own origin; both reach what `--allow-refs` names besides. Everything else is refused
before anything is opened or contacted. Never shows the credentials or the query of a URL.
"""

import gzip
import os
import stat
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit, urlunsplit

from translator.errors import SourceError

#: URL, at most so many bytes, at most so many seconds → its content; raises `SourceError`.
Fetch = Callable[[str, int, float], bytes]

_WEB = ("http", "https")
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Reach:
    """What may be read for one description.

    `folders` are real paths, `origins` as `origin_of` writes them. `userinfo` is sent with what
    is fetched from `home`, the origin of the entry document, and never shown.
    """

    folders: tuple[str, ...] = ()
    origins: frozenset[str] = frozenset()
    fetch: Fetch | None = None
    home: str = ""
    userinfo: str = ""

    def refusal(self, uri: str, reference: str, base: str) -> str | None:
        """Say why a document may not be read, or None when it may; asks no server."""
        scheme = urlsplit(uri).scheme
        if scheme == "file":
            return self._refusal_of_file(uri, reference, base)
        if scheme in _WEB:
            return self._refusal_of_url(uri)
        if not scheme:
            return "a description from standard input has no folder; import it by its path"
        return f"{scheme}: addresses are never followed"

    def read(self, uri: str, max_bytes: int, timeout_s: float) -> bytes:
        """Read a document that was not refused; `timeout_s` is for a server to give it.

        Raises:
            SourceError: it is not there, or too large; no credentials in the message.
        """
        if urlsplit(uri).scheme == "file":
            return read_file(path_of(uri), max_bytes)
        return self._fetch(uri, max_bytes, timeout_s)

    def _refusal_of_file(self, uri: str, reference: str, base: str) -> str | None:
        if not base.startswith("file:") or reference.startswith(("//", "file:")):
            return "file addresses are never followed; write the path relative to the document"
        try:
            real = os.path.realpath(path_of(uri))
        except (OSError, ValueError):
            return "the path cannot be read"
        if any(os.path.commonpath((folder, real)) == folder for folder in self.folders):
            return None
        return "it leads outside the folder of the description; allow it with --allow-refs FOLDER"

    def _refusal_of_url(self, uri: str) -> str | None:
        origin = origin_of(uri)
        if origin not in self.origins:
            return f"it leads to {origin}; allow it with --allow-refs {origin}"
        return None if self.fetch else "nothing may be fetched here"

    def _fetch(self, uri: str, max_bytes: int, timeout_s: float) -> bytes:
        if self.fetch is None:
            raise SourceError("nothing may be fetched here", document=shown(uri))
        address = uri
        if self.userinfo and origin_of(uri) == self.home:
            parts = urlsplit(uri)
            address = urlunsplit(parts._replace(netloc=f"{self.userinfo}@{parts.netloc}"))
        try:
            return self.fetch(address, max_bytes, timeout_s)
        except SourceError as error:
            raise SourceError(_without_secrets(str(error), address)) from None


def origin_of(uri: str) -> str:
    """Return `scheme://host[:port]`, without a default port (RFC 6454 §4)."""
    parts = urlsplit(uri)
    try:
        port = parts.port
    except ValueError:
        port = -1
    host = (parts.hostname or "").lower()
    host = f"[{host}]" if ":" in host else host
    suffix = "" if port in (None, _DEFAULT_PORTS.get(parts.scheme)) else f":{port}"
    return f"{parts.scheme}://{host}{suffix}"


def has_host(uri: str) -> bool:
    """Tell whether a URL can be read and names a host and, if any, a possible port."""
    try:
        parts = urlsplit(uri)
        return bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def file_uri(path: str) -> str:
    """Return the normal URI of an absolute path."""
    return "file://" + quote(Path(path).as_posix(), safe="/:@!$&'()*+,;=~")


def path_of(uri: str) -> str:
    """Return the path that a file URI names."""
    return unquote(urlsplit(uri).path)


def shown(uri: str) -> str:
    """Write a URI for people: a file as its path, a URL without credentials and query values."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return uri.rpartition("@")[2].partition("?")[0]
    if parts.scheme == "file":
        return path_of(uri)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, parts.path, "…" if parts.query else "", ""))


def read_file(path: str, max_bytes: int, *, special: bool = False) -> bytes:
    """Read a file; one whose name ends in .gz is unpacked, and its unpacked size counts.

    `special` allows what is no regular file, such as a pipe the user named.

    Raises:
        SourceError: it cannot be read, or holds more than `max_bytes`.
    """
    try:
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode) and not (special and not stat.S_ISDIR(mode)):
            what = "a folder; name the file in it" if stat.S_ISDIR(mode) else "no regular file"
            raise SourceError(f"it is {what}", document=path)
        with gzip.open(path) if path.endswith(".gz") else Path(path).open("rb") as file:
            content = file.read(max_bytes + 1)
    except FileNotFoundError as error:
        raise SourceError("there is no such file", document=path) from error
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise SourceError(f"it is not gzip, as its name says: {error}", document=path) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SourceError(f"it cannot be read: {reason}", document=path) from error
    if len(content) > max_bytes:
        raise SourceError(f"more than {max_bytes:,} bytes; split it", document=path)
    return content


def _without_secrets(message: str, address: str) -> str:
    parts = urlsplit(address)
    userinfo = parts.netloc.rpartition("@")[0]
    if userinfo:
        message = message.replace(userinfo + "@", "").replace(userinfo, "…")
        _, _, password = userinfo.partition(":")
        message = message.replace(password, "…") if password else message
    return message.replace(f"?{parts.query}", "?…") if parts.query else message
