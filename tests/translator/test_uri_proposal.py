import re

import pytest

from translator.arguments import Argument
from translator.operation import Location, Parameter
from translator.uri_proposal import propose_uri
from translator.uri_template import match


def argument(name: str, location: str = "query") -> Argument:
    return Argument(name, f"{location}:{name}", True, required=False)


def proposed(path: str, *filters: str, arrays: tuple[str, ...] = ()) -> tuple[str | None, dict]:
    names = re.findall(r"\{([^{}]*)\}", path)
    in_path = [
        (Parameter(n, Location.PATH, True), argument(re.sub(r"\W", "_", n).rstrip("_"), "path"))
        for n in names
    ]
    return propose_uri("shop", path, in_path, [argument(name) for name in filters], arrays)


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("/users/{user-id}", "api://shop/users/{user_id}"),
        ("/insights/{insight_id:}", "api://shop/insights/{insight_id}"),
        ("/messages?beta=true", "api://shop/messages?beta=true"),
        ("/alerts?lat={lat}&lon={lon}", "api://shop/alerts?lat={lat}&lon={lon}"),
        ("/a b/é", "api://shop/a%20b/%C3%A9"),
        ("/a%20b", "api://shop/a%20b"),
        ("/#Action=Get", "api://shop/%23Action=Get"),
        ("/People('{name}')", "api://shop/People(%27{name}%27)"),
        ("/{section}.{format}", "api://shop/{section}.{format}"),
        ("/pets/", "api://shop/pets/"),
        ("//pets", "api://shop//pets"),
        ("/", "api://shop/"),
        ("/{a}{b}", None),
        ("/a/../b", None),
        ("/%2E/{b}", None),
    ],
)
def test_odd_paths_become_legal_templates(path, uri):
    assert proposed(path)[0] == uri


def test_filters_are_variables_of_the_query_and_lists_are_exploded():
    uri, variables = proposed("/pets/{id}", "status", "tags", arrays=("tags",))

    assert uri == "api://shop/pets/{id}{?status,tags*}"
    assert variables == {"id": "id", "status": "status", "tags": "tags"}


def test_filters_follow_a_fixed_query():
    assert proposed("/messages?beta=true", "limit")[0] == "api://shop/messages?beta=true{&limit}"


def test_variables_have_names_that_templates_allow():
    assert proposed("/pets", "a.b-c") == ("api://shop/pets{?a_b_c}", {"a_b_c": "a.b-c"})


def test_variables_that_would_be_the_same_get_a_suffix():
    uri, variables = proposed("/pets", "a-b", "a.b", "a_b")

    assert variables["a_b"] == "a_b"
    assert sorted(variables.values()) == ["a-b", "a.b", "a_b"]
    assert match(uri or "", "api://shop/pets?a_b=1") == {"a_b": "1"}


def test_a_path_variable_fills_the_argument_of_its_parameter():
    in_path = [(Parameter("id", Location.PATH, True), argument("id_path", "path"))]
    uri, variables = propose_uri("shop", "/pets/{id}", in_path, [argument("id_query")], ())

    assert uri == "api://shop/pets/{id_path}{?id_query}"
    assert variables == {"id_path": "id_path", "id_query": "id_query"}
