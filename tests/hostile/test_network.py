"""Servers that answer an import with what never ends, leads elsewhere, or grows."""

import gzip
import socket
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from tests.hostile.attempts import Desk
from tests.hostile.descriptions import as_json, openapi, taking

pytestmark = pytest.mark.hostile
Answer = Callable[[socket.socket, str], None]


@contextmanager
def answering(answer: Answer) -> Iterator[tuple[str, str, list[str]]]:
    """Serve raw answers; give the origin, how a watcher sees it, and the paths asked for."""
    asked: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                threading.Thread(target=converse, args=(connection,), daemon=True).start()

        def converse(connection: socket.socket) -> None:
            with connection, suppress(OSError):
                head = connection.recv(65_536).decode("latin-1")
                if not head:
                    return  # a connection that was opened and never used
                asked.append(head.split()[1])
                answer(connection, head.split()[1])

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{port}", f"('127.0.0.1', {port})", asked
        listening.shutdown(socket.SHUT_RDWR)
        thread.join(5)


def whole(body: bytes, *headers: str, status: str = "200 OK") -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + body


def endless(connection: socket.socket, chunk: bytes, head: bytes) -> None:
    connection.sendall(head)
    while True:
        connection.sendall(chunk)


def slowly(connection: socket.socket, content: bytes) -> None:
    """Send a byte now and then, for as long as anybody listens."""
    stop = threading.Event()
    for byte in content * 1_000:
        connection.sendall(bytes([byte]))
        stop.wait(0.5)


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"


def packed_endless(connection: socket.socket, _: str) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    head = HEAD.replace(b"\r\n\r\n", b"\r\nContent-Encoding: gzip\r\n\r\n")
    connection.sendall(head)
    while True:
        connection.sendall(packer.compress(b" " * 10_000_000))


UNENDING: dict[str, Answer] = {
    "a body without an end": lambda c, _: endless(c, b" " * 65_536, HEAD),
    "headers without an end": lambda c, _: endless(c, b"X-A: b\r\n" * 1_000, b"HTTP/1.1 200 OK\r\n"),
    "chunks without an end": lambda c, _: endless(
        c, b"400\r\n" + b" " * 1_024 + b"\r\n", HEAD.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n")
    ),
    "gzip without an end": packed_endless,
    "a slow body": lambda c, _: slowly(c, HEAD + b" "),
    "no answer": lambda c, _: slowly(c, b""),
    "nothing ever": lambda c, _: threading.Event().wait(60) and None,
    "answers that only promise": lambda c, _: endless(c, b"HTTP/1.1 100 Continue\r\n\r\n", b""),
    "too large a length": lambda c, _: c.sendall(
        b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n{"
    ),
    "broken HTTP": lambda c, _: c.sendall(b"\0\1\2\3" * 1_000),
    "a broken body": lambda c, _: c.sendall(
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", UNENDING)
def test_an_answer_that_does_not_end_is_refused(name: str, desk: Desk) -> None:
    with answering(UNENDING[name]) as (origin, seen, asked):
        attempt = desk.import_(f"{origin}/openapi.json")
    attempt.judge(allowed=seen)
    assert attempt.commands[0].code == 1
    assert len(asked) == 1


def test_gzip_that_grows_is_refused(desk: Desk) -> None:
    body = gzip.compress(b" " * 500_000_000)
    for _ in range(2):
        body = gzip.compress(body)
    coding = "Content-Encoding: gzip, gzip, gzip"
    with answering(lambda c, _: c.sendall(whole(body, coding))) as (origin, seen, _):
        attempt = desk.import_(f"{origin}/openapi.json")
    attempt.judge(allowed=seen)
    assert attempt.commands[0].code == 1


REDIRECTS = (
    "301 Moved Permanently",
    "302 Found",
    "303 See Other",
    "307 Temporary",
    "308 Permanent",
)


@pytest.mark.parametrize("status", REDIRECTS)
def test_a_redirect_to_another_origin_is_refused(status: str, desk: Desk) -> None:
    to = f"Location: http://127.0.0.1:{desk.trap}/secret"
    with answering(lambda c, _: c.sendall(whole(b"", to, status=status))) as (origin, seen, _):
        attempt = desk.import_(f"{origin}/openapi.json")
    attempt.judge(allowed=seen)
    assert attempt.commands[0].code == 1
    assert "another origin" in attempt.commands[0].errors


def test_a_redirect_round_and_round_is_refused(desk: Desk) -> None:
    answer = whole(b"", "Location: /again", status="302 Found")
    with answering(lambda c, _: c.sendall(answer)) as (origin, seen, asked):
        attempt = desk.import_(f"{origin}/openapi.json")
    attempt.judge(allowed=seen)
    assert attempt.commands[0].code == 1
    assert len(asked) <= 10


@pytest.mark.parametrize("allow", [False, True], ids=["refused", "allowed"])
def test_a_reference_redirected_elsewhere_is_not_followed(allow: bool, desk: Desk) -> None:
    to = f"Location: http://127.0.0.1:{desk.trap}/secret"
    answer = whole(b"", to, status="302 Found")
    with answering(lambda c, _: c.sendall(answer)) as (origin, seen, asked):
        schema = {"properties": {"a": {"$ref": f"{origin}/schema.json"}}}
        source = desk.write(as_json(taking(schema)))
        attempt = desk.import_(source, *(["--allow-refs", origin] if allow else []))
    attempt.judge(allowed=seen)
    assert attempt.commands[0].code == 0
    assert asked == (["/schema.json"] if allow else [])


def test_documents_without_an_end_are_refused(desk: Desk) -> None:
    def answer(connection: socket.socket, path: str) -> None:
        number = int(path.rpartition("/")[2])
        schema = {"allOf": [{"$ref": f"/{2 * number}"}, {"$ref": f"/{2 * number + 1}"}]}
        content = taking({"$ref": "/2"}) if number == 1 else schema
        connection.sendall(whole(as_json(content)))

    with answering(answer) as (origin, seen, asked):
        attempt = desk.import_(f"{origin}/1")
    attempt.judge(allowed=seen)
    assert attempt.commands[0].code == 1
    assert len(asked) <= 5_001


def test_large_documents_without_an_end_are_refused(desk: Desk) -> None:
    def answer(connection: socket.socket, path: str) -> None:
        number = int(path.rpartition("/")[2])
        content = taking({"$ref": "/2"}) if number == 1 else {"$ref": f"/{number + 1}"}
        connection.sendall(whole(as_json({**content, "x-a": "a" * 5_000_000})))

    with answering(answer) as (origin, seen, _):
        attempt = desk.import_(f"{origin}/1")
    attempt.judge(allowed=seen)


@pytest.mark.parametrize("body", [b"", b"<html>", b"{}", b"null", b"[]", b'"a"'])
def test_what_is_no_description_is_refused(body: bytes, desk: Desk) -> None:
    with answering(lambda c, _: c.sendall(whole(body))) as (origin, seen, _):
        attempt = desk.import_(f"{origin}/openapi.json")
    attempt.judge(allowed=seen)
    assert attempt.commands[0].code == 1


ADDRESSES = (
    "http://", "http:///a", "http://[::1", "http://a b/", "http://\x00/", "https://127.0.0.1:0/a",
    "http://127.0.0.1:99999/", "gopher://127.0.0.1/", "file://", "http://.../", "http://xn--/",
    "http://" + "a" * 300 + "/", "http://" + "a." * 500 + "/", "-", "", ".", "/dev/null",
)  # fmt: skip


@pytest.mark.parametrize("source", [one for one in ADDRESSES if "\x00" not in one])
def test_an_address_that_is_none_is_refused(source: str, desk: Desk) -> None:
    attempt = desk.import_(source)
    attempt.judge(allowed="getaddrinfo")
    assert attempt.commands[0].code == 1


def test_what_an_allowed_origin_gives_is_used(desk: Desk) -> None:
    answer = whole(as_json({"type": "integer"}))
    with answering(lambda c, _: c.sendall(answer)) as (origin, seen, _):
        schema = {"properties": {"a": {"$ref": f"{origin}/schema.json"}}}
        attempt = desk.import_(desk.write(as_json(taking(schema))), "--allow-refs", origin)
    attempt.judge(allowed=seen)
    after = desk.go_on()
    after.judge()
    assert after.listed[0]["inputSchema"]["properties"]["a"] == {"type": "integer"}


def test_a_description_that_says_its_server_is_here_calls_nobody(desk: Desk) -> None:
    servers = [{"url": f"http://127.0.0.1:{desk.trap}"}]
    assert len(desk.serve(as_json(openapi(servers=servers))).listed) == 1
