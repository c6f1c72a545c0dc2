import gzip
import os
from pathlib import Path

import pytest

from translator.errors import SourceError
from translator.openapi.reach import (
    Reach,
    file_uri,
    has_host,
    origin_of,
    path_of,
    read_file,
    shown,
)


@pytest.mark.parametrize(
    ("uri", "origin"),
    [
        ("https://api.example/x/y?z", "https://api.example"),
        ("https://user:pass@API.example:443/", "https://api.example"),
        ("http://api.example:80", "http://api.example"),
        ("http://api.example:443", "http://api.example:443"),
        ("http://[::1]:8080/x", "http://[::1]:8080"),
        ("http://api.example:99999/", "http://api.example:-1"),
    ],
)
def test_origins(uri: str, origin: str) -> None:
    assert origin_of(uri) == origin


@pytest.mark.parametrize("path", ["/a/b c.yaml", "/a/objects@{id}.yaml", "/ä/100%.yaml", "/a#b?c"])
def test_a_path_survives_its_uri(path: str) -> None:
    assert path_of(file_uri(path)) == path


@pytest.mark.parametrize(
    ("uri", "text"),
    [
        ("https://user:secret@api.example/x.json", "https://api.example/x.json"),
        ("https://api.example/x.json?token=secret", "https://api.example/x.json?…"),
        ("file:///a/b%20c.yaml", "/a/b c.yaml"),
        ("stdin:", "stdin:"),
        ("http://user:secret@[bad/x?token=secret", "[bad/x"),
    ],
)
def test_what_is_shown_holds_no_secret(uri: str, text: str) -> None:
    assert shown(uri) == text


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("https://a.example/x", True), ("https:///x", False), ("https://", False),
        ("http://[bad", False), ("http://a.example:port/", False), ("http://a.example:0", False),
    ],
)  # fmt: skip
def test_urls_without_a_host_are_known(uri: str, expected: bool) -> None:
    assert has_host(uri) is expected


def files_reach(folder: Path) -> Reach:
    return Reach((os.path.realpath(folder),))


@pytest.mark.parametrize(
    ("target", "reference", "words"),
    [
        ("file:///etc/passwd", "../../etc/passwd", "outside the folder"),
        ("file:///etc/passwd", "/etc/passwd", "outside the folder"),
        ("file:///etc/passwd", "file:///etc/passwd", "file addresses are never followed"),
        ("file://host/x", "//host/x", "file addresses are never followed"),
        ("https://a.example/x", "https://a.example/x", "--allow-refs https://a.example"),
        ("ftp://a.example/x", "ftp://a.example/x", "ftp: addresses are never followed"),
        ("urn:x", "urn:x", "urn: addresses are never followed"),
    ],
)
def test_a_file_reaches_its_folder_alone(
    tmp_path: Path, target: str, reference: str, words: str
) -> None:
    base = file_uri(str(tmp_path / "openapi.yaml"))
    assert words in (files_reach(tmp_path).refusal(target, reference, base) or "")


@pytest.mark.parametrize("name", ["%2e%2e/x.yaml", "a%00b.yaml", "../sibling/x.yaml"])
def test_encoded_ways_out_are_refused(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "api"
    folder.mkdir()
    uri = f"{file_uri(str(folder))}/{name}"
    assert files_reach(folder).refusal(uri, name, file_uri(str(folder / "openapi.yaml")))


def test_a_folder_is_not_its_neighbour_of_the_same_beginning(tmp_path: Path) -> None:
    (tmp_path / "api").mkdir()
    uri = file_uri(str(tmp_path / "api-secret" / "x.yaml"))
    assert files_reach(tmp_path / "api").refusal(uri, "x", file_uri(str(tmp_path / "api" / "o")))


def test_a_url_never_reaches_a_file() -> None:
    reach = Reach(("/",), frozenset({"https://a.example"}), lambda url: b"")
    assert reach.refusal("file:///etc/passwd", "file:///etc/passwd", "https://a.example/x")


def test_a_gzip_file_is_unpacked_within_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml.gz"
    path.write_bytes(gzip.compress(b"a" * 1000))
    assert read_file(str(path), 1000) == b"a" * 1000
    with pytest.raises(SourceError, match="more than 999 bytes"):
        read_file(str(path), 999)


def test_a_gzip_bomb_is_read_only_up_to_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "bomb.json.gz"
    path.write_bytes(gzip.compress(b"0" * 50_000_000))
    with pytest.raises(SourceError, match="more than 1,000 bytes"):
        read_file(str(path), 1000)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("x.gz", b"not gzip", "it is not gzip"),
        ("x.gz", gzip.compress(b"abc" * 1000, mtime=0)[:-12], "it is not gzip"),
        ("nope/x.yaml", None, "there is no such file"),
        ("", None, "it is a folder"),
        ("x" * 5000, None, "it cannot be read: File name too long"),
    ],
)
def test_what_cannot_be_read_is_told(
    tmp_path: Path, name: str, content: bytes | None, words: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(SourceError, match=words):
        read_file(str(tmp_path / name), 1000)


def test_a_pipe_is_read_only_when_the_user_named_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(SourceError, match="no regular file"):
        read_file(str(tmp_path / "pipe"), 1000)
    assert read_file("/dev/null", 1000, special=True) == b""
