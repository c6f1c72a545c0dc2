"""References that lead out of the description: to files, to this machine, to other hosts."""

from pathlib import Path

import pytest

from tests.hostile.attempts import SLUG, Desk
from tests.hostile.descriptions import (
    JsonValue,
    as_json,
    asking,
    components,
    openapi,
    operation,
    query,
    taking,
)

pytestmark = pytest.mark.hostile


def elsewhere(desk: Desk) -> dict[str, str]:
    """Return addresses that no description may reach."""
    port = desk.trap
    return {
        "a file": desk.canary.as_uri(),
        "a file of another host": f"file://localhost{desk.canary}",
        "a path upward": "../canary.json",
        "a long path upward": "../" * 40 + str(desk.canary).lstrip("/"),
        "an escaped path upward": "%2e%2e/canary.json",
        "an absolute path": str(desk.canary),
        "a path behind slashes": f"//{desk.canary}",
        "a device": "file:///dev/zero",
        "a process": "/proc/self/environ",
        "this machine": f"http://127.0.0.1:{port}/a.json",
        "this machine by name": f"http://localhost:{port}/a.json",
        "this machine by its other name": f"http://localhost.localdomain:{port}/a.json",
        "this machine in one number": f"http://2130706433:{port}/a.json",
        "this machine in octal": f"http://0177.0.0.1:{port}/a.json",
        "this machine in IPv6": f"http://[::1]:{port}/a.json",
        "this machine in both": f"http://[::ffff:127.0.0.1]:{port}/a.json",
        "this machine without a scheme": f"//127.0.0.1:{port}/a.json",
        "this machine with a password": f"http://a:b@127.0.0.1:{port}/a.json",
        "any address of this machine": f"http://0.0.0.0:{port}/a.json",
        "the metadata of a cloud": "http://169.254.169.254/latest/meta-data/",
        "the metadata by name": "http://metadata.google.internal/computeMetadata/v1/",
        "a private address": "http://10.0.0.1/a.json",
        "another private address": "https://192.168.1.1/a.json",
        "a name that leads here": f"http://127.0.0.1.nip.example:{port}/a.json",
        "a public address": "https://schemas.example.com/a.json",
        "FTP": "ftp://127.0.0.1/a.json",
        "gopher": f"gopher://127.0.0.1:{port}/_GET",
        "data": "data:application/json,{}",
        "a URN": "urn:uuid:12345678-1234-1234-1234-123456789abc",
        "a share": r"\\127.0.0.1\share\a.json",
        "a jar": "jar:http://127.0.0.1/a.jar!/a.json",
        "no address": "http://[::1",
        "a port that is none": "http://127.0.0.1:99999999/a.json",
    }


def test_no_reference_is_followed_out(desk: Desk) -> None:
    """One description with every address, as a reference in every place that takes one."""
    desk.write(b'{"type": "string"}', "near.json")
    (desk.folder / "descriptions" / "link.json").symlink_to(desk.canary)
    addresses = [*elsewhere(desk).values(), "link.json"]
    paths: dict[str, JsonValue] = {}
    for number, address in enumerate(addresses):
        ref = {"$ref": address}
        paths[f"/schema{number}"] = {"get": operation(parameters=[query("q", ref)])}
        paths[f"/parameter{number}"] = {"get": operation(parameters=[ref])}
        paths[f"/body{number}"] = {"post": operation(requestBody=ref)}
        paths[f"/answer{number}"] = {"get": operation(responses={"200": ref})}
        paths[f"/item{number}"] = ref
    paths["/things"] = {"get": operation()}
    after = desk.serve(as_json(openapi(paths)))
    found = desk.run(["findings", SLUG, "--json"]).commands[0].output
    assert found.count('"ref-refused"') + found.count('"ref-unresolved"') >= 100
    assert "canary" not in str(after.listed)


OTHER_ADDRESSES = {
    "$schema": lambda to: taking({"$schema": to, "type": "object"}),
    "$id": lambda to: taking({"$id": to, "properties": {"a": {"$ref": "other.json"}}}),
    "a relative $id": lambda to: taking(
        {"$id": to, "properties": {"a": {"$id": "x/", "allOf": [{"$ref": "../y.json#z"}]}}}
    ),
    "jsonSchemaDialect": lambda to: openapi(jsonSchemaDialect=to),
    "$self": lambda to: {
        **taking({"properties": {"a": {"$ref": "other.json"}}}, version="3.2.0"), "$self": to,
    },
    "$dynamicRef": lambda to: taking({"properties": {"a": {"$dynamicRef": f"{to}#node"}}}),
    "$vocabulary": lambda to: taking({"$schema": to, "$vocabulary": {to: True}}),
    "a mapping": lambda to: taking({
        "oneOf": [{"type": "object"}], "discriminator": {"propertyName": "k", "mapping": {"a": to}},
    }),
    "externalValue": lambda to: asking(query("q", examples={"a": {"externalValue": to}})),
    "an example": lambda to: asking(query("q", examples={"a": {"$ref": to}})),
    "a link": lambda to: openapi({"/things": {"get": operation(responses={"200": {
        "description": "ok", "links": {"a": {"operationRef": f"{to}#/paths/~1a/get"}},
    }})}}),
    "a callback": lambda to: openapi({"/things": {"get": operation(callbacks={"a": {"$ref": to}})}}),
    "a licence": lambda to: openapi(info={
        "title": "Hostile", "version": "1", "license": {"name": "x", "url": to},
        "contact": {"url": to}, "termsOfService": to,
    }),
    "other documentation": lambda to: openapi(externalDocs={"url": to}),
    "a logo": lambda to: openapi(**{"x-logo": {"url": to}, "x-ref": {"$ref": to}}),
    "a token's address": lambda to: openapi(
        security=[{"o": []}],
        components={"securitySchemes": {
            "o": {"type": "oauth2", "flows": {"clientCredentials": {
                "tokenUrl": to, "refreshUrl": to, "scopes": {},
            }}},
            "c": {"type": "openIdConnect", "openIdConnectUrl": to},
        }},
    ),
    "a server": lambda to: openapi(servers=[{"url": to}]),
    "a namespace": lambda to: taking({"properties": {"a": {"xml": {"namespace": to}}}}),
    "markup": lambda to: openapi({"/things": {"get": operation(
        description=f"![a]({to}) <img src='{to}'> <script src='{to}'></script>"
    )}}),
}  # fmt: skip


@pytest.mark.parametrize("name", OTHER_ADDRESSES)
def test_an_address_anywhere_else_is_not_contacted(name: str, desk: Desk) -> None:
    to = f"http://127.0.0.1:{desk.trap}/a.json"
    assert len(desk.serve(as_json(OTHER_ADDRESSES[name](to))).listed) == 1


LOST = {
    "fifty thousand addresses": lambda: taking({"properties": {
        f"p{n}": {"$ref": f"https://a{n}.example/a.json"} for n in range(50_000)
    }}),
    "fifty thousand files": lambda: taking({"properties": {
        f"p{n}": {"$ref": f"missing{n}.json"} for n in range(50_000)
    }}),
    "fifty thousand places": lambda: taking({"properties": {
        f"p{n}": {"$ref": f"#/components/schemas/Missing{n}"} for n in range(50_000)
    }}),
    "fifty thousand anchors": lambda: taking({"properties": {
        f"p{n}": {"$ref": f"#anchor{n}"} for n in range(50_000)
    }}),
    "fifty thousand names": lambda: taking({"properties": {
        f"p{n}": {"$id": f"https://a.example/{n}/", "allOf": [{"$ref": "x"}]} for n in range(20_000)
    }}),
    "operations that lead nowhere": lambda: openapi(
        {f"/t{n}": {"$ref": f"#/paths/~1u{n}"} for n in range(20_000)}
    ),
    "path items in a circle": lambda: openapi(
        {f"/t{n}": {"$ref": f"#/paths/~1t{(n + 1) % 50}"} for n in range(50)}
    ),
    "parameters in a circle": lambda: asking(
        {"$ref": "#/components/parameters/A"},
        components={"parameters": {
            "A": {"$ref": "#/components/parameters/B"}, "B": {"$ref": "#/components/parameters/A"},
        }},
    ),
    "references that are no text": lambda: taking({"properties": {
        "a": {"$ref": 1}, "b": {"$ref": None}, "c": {"$ref": {}}, "d": {"$ref": []},
        "e": {"$ref": {"type": "string"}},
    }}),
}  # fmt: skip


@pytest.mark.parametrize("name", LOST)
def test_references_to_nothing_have_a_verdict(name: str, desk: Desk) -> None:
    desk.import_(desk.write(as_json(LOST[name]()))).judge()
    desk.go_on().judge()


def test_files_that_refer_to_each_other_are_read_once(desk: Desk) -> None:
    for number in range(300):
        following = {"$ref": f"f{(number + 1) % 300}.json", "title": str(number)}
        desk.write(
            as_json({"allOf": [following, {"$ref": "description.json#/x-a"}]}), f"f{number}.json"
        )
    after = desk.serve(as_json(taking({"$ref": "f0.json"}, **{"x-a": {"type": "object"}})))
    assert len(after.listed) == 1


def test_a_laugh_over_many_files_is_refused_or_bounded(desk: Desk) -> None:
    for number in range(200):
        desk.write(b'{"description": "' + b"a" * 1_000_000 + b'"}', f"large{number}.json")
    members = {f"p{n}": {"$ref": f"large{n}.json"} for n in range(200)}
    desk.import_(desk.write(as_json(taking({"properties": members})))).judge()
    desk.go_on().judge()


def test_a_fifo_and_a_folder_are_not_waited_for(desk: Desk) -> None:
    import os

    desk.write(b"{}", "near.json")
    os.mkfifo(desk.folder / "descriptions" / "fifo.json")
    members = {"a": {"$ref": "fifo.json"}, "b": {"$ref": "."}, "c": {"$ref": "near.json"}}
    desk.serve(as_json(taking({"properties": members})))


def test_components_may_have_any_names(desk: Desk) -> None:
    names = ["a/b", "a~b", "a%b", "a b", "", "#", "..", "$ref", "ä"]
    schemas = {name: {"type": "string"} for name in names}
    pointers = [n.replace("~", "~0").replace("/", "~1") for n in names]
    members = {f"p{n}": {"$ref": f"#/components/schemas/{p}"} for n, p in enumerate(pointers)}
    desk.serve(as_json(taking({"properties": members}, components=components(schemas))))


def test_the_canary_would_be_noticed(desk: Desk) -> None:
    attempt = desk.import_(Path(desk.canary))
    assert any("open" in one for one in attempt.tried)
