import gzip
import json
import shutil
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from translator.errors import SourceError
from translator.openapi.budget import Budget
from translator.openapi.document import DocumentLimits
from translator.openapi.resolve import Place, Resolver
from translator.openapi.source import Description, load_description

load = partial(load_description, fetch=None)
HEAD = "openapi: 3.0.3\ninfo: {title: t, version: '1'}\n"


def write(folder: Path, **files: str) -> Path:
    """Write files, named by their paths with `__` for `/` and `_` for `.`."""
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def told(description: Description) -> list[tuple[str, str, str]]:
    """Return the findings, without what OpenAPI's own schema says."""
    return [
        (f.code, f.document, f.pointer)
        for f in description.findings
        if f.code != "not-valid-openapi"
    ]


def names(description: Description) -> set[str]:
    return {uri.rpartition("/")[2] for uri in description.documents}


def test_a_closure_over_files_is_read_whole_and_resolves(tmp_path: Path) -> None:
    write(
        tmp_path,
        openapi_yaml=HEAD + "paths: {/a: {$ref: paths/a.yaml}}",
        paths__a_yaml="get: {responses: {200: {$ref: '../shared/r.json#/ok'}}}",
        shared__r_json='{"ok": {"description": "fine", "x": {"$ref": "../openapi.yaml#/info"}}}',
    )
    description = load(str(tmp_path / "openapi.yaml"))
    documents = {uri: document.root for uri, document in description.documents.items()}
    found = Resolver(documents, description.uri).resolve(
        "#/paths/~1a/get/responses/200/description", Place(description.uri)
    )
    assert names(description) == {"openapi.yaml", "a.yaml", "r.json"}
    assert found is not None
    assert found.value == "fine"
    assert description.address is None
    assert told(description) == []


def test_files_that_refer_to_each_other_are_read_once(tmp_path: Path) -> None:
    write(
        tmp_path,
        o_yaml=HEAD + "paths: {}\ncomponents: {schemas: {A: {$ref: a.yaml}}}",
        a_yaml="properties: {b: {$ref: b.yaml}, self: {$ref: a.yaml}}",
        b_yaml="properties: {a: {$ref: ./a.yaml#/properties}}",
    )
    read: list[str] = []
    description = load(str(tmp_path / "o.yaml"), progress=read.append)
    assert [Path(path).name for path in read] == ["o.yaml", "a.yaml", "b.yaml"]
    assert told(description) == []


def test_the_digest_does_not_depend_on_the_place(tmp_path: Path) -> None:
    one = write(
        tmp_path / "one", o_yaml=HEAD + "paths: {/a: {$ref: s/a.yaml}}", s__a_yaml="get: {}"
    )
    other = tmp_path / "deep" / "other"
    shutil.copytree(one, other)
    before = load(str(other / "o.yaml")).digest
    assert load(str(one / "o.yaml")).digest == before
    write(other, s__a_yaml="get: {summary: x}")
    assert load(str(other / "o.yaml")).digest != before


def test_a_packed_file_has_the_digest_of_the_plain_one(tmp_path: Path) -> None:
    text = HEAD + "paths: {}"
    write(tmp_path, o_yaml=text)
    (tmp_path / "o.yaml.gz").write_bytes(gzip.compress(text.encode()))
    assert load(str(tmp_path / "o.yaml.gz")).digest == load(str(tmp_path / "o.yaml")).digest


def test_what_is_missing_costs_only_its_reference(tmp_path: Path) -> None:
    write(
        tmp_path,
        o_yaml=HEAD + "paths: {/a: {$ref: gone.yaml#/x}, /b: {$ref: bad.yaml}, /c: {$ref: c.yaml}}",
        bad_yaml="a: [",
        c_yaml="get: {parameters: [{$ref: gone.yaml#/x}]}",
    )
    description = load(str(tmp_path / "o.yaml"))
    assert told(description) == [
        ("ref-unresolved", "", "/paths/~1a"),
        ("ref-unresolved", "", "/paths/~1b"),
        ("ref-unresolved", "c.yaml", "/get/parameters/0"),
    ]
    messages = [f.message for f in description.findings]
    assert messages[0] == "$ref 'gone.yaml#/x': there is no such file"
    assert messages[1].startswith("$ref 'bad.yaml': not YAML: line 2, column 1")
    assert not any(str(tmp_path) in message for message in messages)


@pytest.mark.parametrize(
    "reference", ["../secret.yaml", "link.yaml", "linked/secret.yaml", "%2e%2e/secret.yaml"]
)
def test_references_do_not_leave_the_folder(tmp_path: Path, reference: str) -> None:
    write(
        tmp_path,
        secret_yaml="password: x",
        api__o_yaml=HEAD + f"paths: {{/a: {{$ref: '{reference}'}}}}",
    )
    (tmp_path / "api" / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (tmp_path / "api" / "linked").symlink_to(tmp_path)
    description = load(str(tmp_path / "api" / "o.yaml"))
    assert told(description) == [("ref-refused", "", "/paths/~1a")]
    assert reference in description.findings[0].message
    assert len(description.documents) == 1


def test_links_inside_the_folder_are_followed(tmp_path: Path) -> None:
    write(tmp_path, o_yaml=HEAD + "paths: {/a: {$ref: current/a.yaml}}", v2__a_yaml="get: {}")
    (tmp_path / "current").symlink_to("v2")
    assert told(load(str(tmp_path / "o.yaml"))) == []


def test_file_addresses_are_refused_even_inside_the_folder(tmp_path: Path) -> None:
    inside = (tmp_path / "a.yaml").as_uri()
    write(tmp_path, o_yaml=HEAD + f"paths: {{/a: {{$ref: '{inside}'}}}}", a_yaml="get: {}")
    assert told(load(str(tmp_path / "o.yaml"))) == [("ref-refused", "", "/paths/~1a")]


def test_a_further_folder_can_be_allowed(tmp_path: Path) -> None:
    write(tmp_path, api__o_yaml=HEAD + "paths: {/a: {$ref: ../common/a.yaml}}", common__a_yaml="{}")
    description = load(str(tmp_path / "api" / "o.yaml"), allow_refs=(str(tmp_path / "common"),))
    assert told(description) == []
    assert names(description) == {"o.yaml", "a.yaml"}


@pytest.mark.parametrize("allowed", ["https://", "http://[bad", "no-such-folder", "https://:0/"])
def test_nonsense_in_allow_refs_is_refused(tmp_path: Path, allowed: str) -> None:
    with pytest.raises(SourceError, match=r"--allow-refs .*: neither an origin"):
        load(str(tmp_path / "o.yaml"), allow_refs=(allowed,))


def test_a_markdown_file_becomes_a_text(tmp_path: Path) -> None:
    entry = (
        "openapi: 3.0.3\ninfo: {title: t, version: '1', description: {$ref: intro.md}}\npaths: {}"
    )
    write(tmp_path, o_yaml=entry, intro_md="# Hello: [world\n")
    description = load(str(tmp_path / "o.yaml"))
    assert "# Hello: [world\n" in [d.root for d in description.documents.values()]
    assert told(description) == []


def test_references_in_examples_are_not_read(tmp_path: Path) -> None:
    write(
        tmp_path, o_yaml=HEAD + "paths: {}\ncomponents: {schemas: {A: {example: {$ref: x.yaml}}}}"
    )
    assert told(load(str(tmp_path / "o.yaml"))) == []


def test_a_document_that_is_known_by_its_own_name_is_not_missing(tmp_path: Path) -> None:
    write(
        tmp_path,
        o_yaml=HEAD + "paths: {/a: {$ref: 'https://x.example/s'}, /b: {$ref: s.yaml}}",
        s_yaml="$self: https://x.example/s\nget: {}",
    )
    assert told(load(str(tmp_path / "o.yaml"))) == []


def test_findings_of_all_documents_name_them(tmp_path: Path) -> None:
    write(
        tmp_path,
        o_yaml=HEAD.replace("3.0.3", "3.9.0") + "paths: {/a: {$ref: s/a.yaml}}\nx: 1",
        s__a_yaml="get: {}\nget: {}",
    )
    description = load(str(tmp_path / "o.yaml"))
    assert told(description) == [
        ("unknown-version", "", "/openapi"),
        ("duplicate-key", "s/a.yaml", "/get"),
    ]
    assert "not-valid-openapi" in [f.code for f in description.findings]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "it is empty"),
        ("<!DOCTYPE html>", "HTML page"),
        ("[1]", "a list"),
        ('{"info": {"_postman_id": "1"}}', "Postman"),
        ("asyncapi: 2.6.0", "AsyncAPI"),
        ("openapi: 3.0.3\n  x: 1", "line 2"),
    ],
)
def test_an_entry_that_is_no_description_is_refused_by_its_path(
    tmp_path: Path, content: str, words: str
) -> None:
    path = tmp_path / "o.yaml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(SourceError, match=rf"^{path}: .*{words}"):
        load(str(path))


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("no/such.yaml", "no/such.yaml: there is no such file"),
        (".", "it is a folder"),
        ("ftp://user:secret@a.example/x", "^ftp://a.example/x: ftp: addresses are not read"),
        ("https://user:secret@a.example/x", "^https://a.example/x: nothing may be fetched here"),
        ("https://user:secret@:0/x?secret", "cannot be read as a URL"),
        ("-", "standard input"),
    ],
)
def test_a_source_that_cannot_be_opened_is_told_without_secrets(source: str, words: str) -> None:
    with pytest.raises(SourceError, match=words) as caught:
        load(source)
    assert "secret" not in str(caught.value)


def test_a_file_address_named_by_the_user_is_a_path(tmp_path: Path) -> None:
    write(tmp_path, o_yaml=HEAD + "paths: {}")
    by_address = load((tmp_path / "o.yaml").as_uri())
    assert by_address.uri == load(str(tmp_path / "o.yaml")).uri


def test_standard_input_is_read_and_reaches_nothing() -> None:
    text = HEAD + "paths: {/a: {$ref: a.yaml}, /b: {$ref: 'http://a.example/x'}}"
    description = load("-", stdin=text.encode)
    assert (description.uri, description.address) == ("stdin:", None)
    assert [code for code, _, _ in told(description)] == ["ref-refused", "ref-refused"]
    assert "standard input has no folder" in description.findings[0].message


def test_reading_ends_with_its_budget(tmp_path: Path) -> None:
    write(tmp_path, o_yaml=HEAD + "paths: {/a: {$ref: a.yaml}}", a_yaml="get: {}")
    seconds = iter([0.0, *[float(n) for n in range(0, 600, 20)]])
    budget = Budget(DocumentLimits(max_seconds=60.0), computed_s=lambda: next(seconds))
    with pytest.raises(SourceError, match="importing it takes longer than 60 seconds"):
        load(str(tmp_path / "o.yaml"), budget=budget)


def test_a_slow_server_has_only_what_is_left(tmp_path: Path) -> None:
    wall = [0.0]
    given = []

    def slow(url: str, max_bytes: int, timeout_s: float) -> bytes:
        given.append((url, timeout_s))
        wall[0] += 3.0
        return (HEAD + "paths: {/a: {$ref: a.yaml}}").encode() if len(given) == 1 else b"{}"

    budget = Budget(DocumentLimits(max_seconds=5.0), computed_s=lambda: 0.0, wall_s=lambda: wall[0])
    with pytest.raises(SourceError, match="longer than 5 seconds"):
        load_description("http://a.example/o.yaml", fetch=slow, budget=budget)
    assert given == [("http://a.example/o.yaml", 5.0), ("http://a.example/a.yaml", 2.0)]


@pytest.mark.parametrize("limits", [{"max_documents": 5}, {"max_total_bytes": 200}])
def test_endless_closures_are_refused(tmp_path: Path, limits: dict[str, int]) -> None:
    write(tmp_path, o_yaml=HEAD + "paths: {/a: {$ref: '0.yaml'}}")
    for number in range(10):
        following = f"a: {{$ref: '{number + 1}.yaml'}} # {'x' * 50}"
        (tmp_path / f"{number}.yaml").write_text(following, encoding="utf-8")
    with pytest.raises(SourceError, match=r"o\.yaml: more than .* import a smaller part"):
        load(str(tmp_path / "o.yaml"), budget=Budget(DocumentLimits(**limits)))


@dataclass
class Site:
    """A web server of a test, with what it serves and what it was asked for."""

    origin: str
    files: dict[str, str]
    asked: list[str] = field(default_factory=list)
    authorizations: list[str | None] = field(default_factory=list)


@pytest.fixture
def sites() -> Iterator[tuple[Site, Site]]:
    servers = [_serve(), _serve()]
    yield servers[0][1], servers[1][1]
    for server, _ in servers:
        server.shutdown()
        server.server_close()


def _serve() -> tuple[ThreadingHTTPServer, Site]:
    site = Site("", {})

    class Files(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append(self.path)
            site.authorizations.append(self.headers.get("authorization"))
            text = site.files.get(self.path)
            self.send_response(404 if text is None else 200)
            self.end_headers()
            self.wfile.write((text or "not found").encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Files)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    site.origin = f"http://127.0.0.1:{server.server_port}"
    return server, site


def fetch(url: str, max_bytes: int, timeout_s: float) -> bytes:
    """Fetch as the program does, in its simplest form."""
    userinfo, _, rest = url.removeprefix("http://").rpartition("@")
    request = urllib.request.Request("http://" + rest)
    if userinfo:
        request.add_header("authorization", userinfo)
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
            content: bytes = answer.read()
            return content
    except urllib.error.HTTPError as error:
        error.close()
        raise SourceError(f"{url}: the server answers {error.code}") from error


def test_a_closure_over_http_stays_at_its_origin(sites: tuple[Site, Site]) -> None:
    home, other = sites
    home.files["/v1/openapi.json"] = json.dumps(
        {
            "openapi": "3.0.3",
            "info": {"title": "t", "version": "1"},
            "paths": {
                "/a": {"$ref": "../paths/a.json?v=2#/x"},
                "/b": {"$ref": f"{other.origin}/b.json"},
                "/c": {"$ref": f"//localhost:{home.origin.rpartition(':')[2]}/c.json"},
                "/d": {"$ref": "file:///etc/passwd"},
                "/e": {"$ref": "gone.json"},
            },
        }
    )
    home.files["/paths/a.json?v=2"] = '{"x": {"get": {}}}'
    description = load_description(f"{home.origin}/v1/openapi.json", fetch=fetch)
    assert told(description) == [
        ("ref-refused", "", "/paths/~1b"),
        ("ref-refused", "", "/paths/~1c"),
        ("ref-refused", "", "/paths/~1d"),
        ("ref-unresolved", "", "/paths/~1e"),
    ]
    assert home.asked == ["/v1/openapi.json", "/paths/a.json?v=2", "/v1/gone.json"]
    assert other.asked == []
    assert description.address == f"{home.origin}/v1/openapi.json"


def test_another_origin_is_read_when_it_is_allowed(sites: tuple[Site, Site]) -> None:
    home, other = sites
    home.files["/o.yaml"] = HEAD + f"paths: {{/b: {{$ref: '{other.origin}/b.yaml'}}}}"
    other.files["/b.yaml"] = f"get: {{$ref: c.yaml}}\nput: {{$ref: '{home.origin}/d.yaml'}}"
    other.files["/c.yaml"] = "summary: here"
    home.files["/d.yaml"] = "summary: there"
    address = home.origin.replace("//", "//user:secret@")
    description = load_description(f"{address}/o.yaml", fetch=fetch, allow_refs=(other.origin,))
    assert told(description) == []
    assert len(description.documents) == 4
    assert home.authorizations == ["user:secret"] * 2
    assert other.authorizations == [None] * 2


def test_a_file_may_refer_to_an_allowed_origin(tmp_path: Path, sites: tuple[Site, Site]) -> None:
    home, other = sites
    home.files["/a.yaml"] = "get: {$ref: 'file:///etc/passwd'}\nput: {$ref: /b.yaml}"
    home.files["/b.yaml"] = "summary: x"
    write(
        tmp_path,
        o_yaml=HEAD
        + f"paths: {{/a: {{$ref: '{home.origin}/a.yaml'}}, /b: {{$ref: '{other.origin}/b'}}}}",
    )
    description = load_description(
        str(tmp_path / "o.yaml"), fetch=fetch, allow_refs=(f"{home.origin}/",)
    )
    assert told(description) == [
        ("ref-refused", "", "/paths/~1b"),
        ("ref-refused", f"{home.origin}/a.yaml", "/get"),
    ]
    assert other.asked == []
    assert description.address is None


def test_credentials_and_queries_of_an_address_are_never_told(sites: tuple[Site, Site]) -> None:
    home, _ = sites
    address = home.origin.replace("//", "//user:hunter2@") + "/gone.yaml?token=hunter3"
    with pytest.raises(SourceError) as caught:
        load_description(address, fetch=fetch)
    assert str(caught.value) == f"{home.origin}/gone.yaml?…: the server answers 404"
    home.files["/o.yaml?token=hunter3"] = HEAD + "paths: {/a: {$ref: a.yaml}}"
    description = load_description(address.replace("gone", "o"), fetch=fetch)
    assert "hunter2" not in repr(description)
    assert not any("hunter" in f.message for f in description.findings)


@pytest.mark.corpus
def test_every_real_description_is_loaded(shared: Path) -> None:
    rows = (shared / "specs" / "INDEX.tsv").read_text(encoding="utf-8").splitlines()[1:]
    lost = set()
    for row in rows:
        description = load(str(shared / "specs" / row.split("\t")[0]))
        lost |= {f.message for f in description.findings if f.code == "ref-unresolved"}
    assert len(rows) == 106
    assert lost == set()
