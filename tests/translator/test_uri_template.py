import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from translator.uri_template import expand, literal, match, parse_template

PETS = "api://shop/pets{?status,tags*}"
LIST = "api://shop/pets{?ids,status}"


@pytest.mark.parametrize(
    ("template", "values", "uri"),
    [
        ("api://shop/pets/{petId}", {"petId": "7"}, "api://shop/pets/7"),
        ("api://shop/pets/{petId}", {"petId": "a/b c"}, "api://shop/pets/a%2Fb%20c"),
        ("api://shop/pets/{petId}", {"petId": "ä?#"}, "api://shop/pets/%C3%A4%3F%23"),
        ("api://shop/pets/{petId}", {"petId": "%2F"}, "api://shop/pets/%252F"),
        ("api://shop/pets/{petId}", {"petId": "-._~"}, "api://shop/pets/-._~"),
        ("api://shop/files/{+path}", {"path": "a/b c"}, "api://shop/files/a/b%20c"),
        (PETS, {}, "api://shop/pets"),
        (PETS, {"status": ""}, "api://shop/pets?status="),
        (PETS, {"status": "a&b=c"}, "api://shop/pets?status=a%26b%3Dc"),
        (PETS, {"tags": ["x", "y,z"]}, "api://shop/pets?tags=x&tags=y%2Cz"),
        (PETS, {"tags": []}, "api://shop/pets"),
        (PETS, {"tags": [""]}, "api://shop/pets?tags="),
        (PETS, {"tags": ["", "ä"]}, "api://shop/pets?tags=&tags=%C3%A4"),
        (LIST, {"ids": ["1", "2"]}, "api://shop/pets?ids=1,2"),
        (LIST, {"ids": ["a,b", "c"]}, "api://shop/pets?ids=a%2Cb,c"),
        (LIST, {"ids": ["", ""]}, "api://shop/pets?ids=,"),
        (LIST, {"ids": "a,b"}, "api://shop/pets?ids=a%2Cb"),
        (LIST, {"ids": []}, "api://shop/pets"),
        ("api://shop/a?beta=true{&n}", {"n": "1"}, "api://shop/a?beta=true&n=1"),
        ("api://shop/a?beta=true{&n}", {}, "api://shop/a?beta=true"),
        ("api://shop/a?beta", {}, "api://shop/a?beta"),
        ("api://shop/a?q={q}{&n}", {"q": "x y"}, "api://shop/a?q=x%20y"),
        ("api://s/{a}.{b}", {"a": "x.y", "b": "json"}, "api://s/x.y.json"),
        ("api://s/P(%27{a}%27)/T({b})", {"a": "r", "b": "1"}, "api://s/P(%27r%27)/T(1)"),
    ],
)
def test_values_expand_to_the_uri_and_back(template, values, uri):
    assert expand(template, values) == uri
    assert match(template, uri) == {name: value for name, value in values.items() if value != []}


@pytest.mark.parametrize(
    ("template", "values"),
    [
        ("api://s/{a}", {}),
        ("api://s/{a}", {"a": ""}),
        ("api://s/{a}", {"a": "."}),
        ("api://s/{a}", {"a": ".."}),
        ("api://s/{a}", {"a": "%2e%2E"}),
        ("api://s/{a}", {"a": "../b"}),
        ("api://s/{a}", {"a": "x\\..\\y"}),
        ("api://s/.{a}", {"a": "."}),
        ("api://s/{+a}", {"a": "x/../y"}),
        ("api://s/{+a}", {"a": "x?y"}),
        ("api://s/{+a}", {"a": "x#y"}),
        ("api://s/{a}", {"a": "x", "b": "y"}),
        ("api://s/{a}", {"a": ["x"]}),
        ("api://s/{a}.{b}", {"a": "x", "b": "y.z"}),
        ("api://s/{a}", {"a": "\ud800"}),
    ],
)
def test_values_that_cannot_stand_there_are_refused(template, values):
    with pytest.raises(ValueError):
        expand(template, values)


@pytest.mark.parametrize(
    ("template", "uri"),
    [
        ("api://s/{a}", "api://s/"),
        ("api://s/{a}", "api://s/x/y"),
        ("api://s/{a}", "api://t/x"),
        ("api://s/{a}", "api://s/.."),
        ("api://s/{a}", "api://s/%2e%2E"),
        ("api://s/{a}", "api://s/%2E"),
        ("api://s/{a}", "api://s/..%2Fx"),
        ("api://s/{a}/b", "api://s/./b"),
        ("api://s/{+a}", "api://s/x/../y"),
        ("api://s/{a}", "api://s/%"),
        ("api://s/{a}", "api://s/%zz"),
        ("api://s/{a}", "api://s/%ff"),
        ("api://s/{a}", "api://s/x#y"),
        ("api://s/{a}", "api://s/x?y=1"),
        (PETS, "api://shop/pets?status=a&status=b"),
        (PETS, "api://shop/pets?other=1"),
        (PETS, "api://shop/pets?status=%ff"),
        (PETS, "api://shop/pets?tags=%ff"),
        (LIST, "api://shop/pets?ids=a&ids=b"),
        (LIST, "api://shop/pets?ids=a,b&ids=c"),
        (LIST, "api://shop/pets?ids=a,%ff"),
        (PETS, "api://shop/petsx"),
        ("api://s/a?beta=true{&n}", "api://s/a"),
        ("api://s/a?beta=true{&n}", "api://s/a?beta=false"),
        ("api://s/a?beta=true{&n}", "api://s/a?n=1"),
        ("api://s/a?q={q}", "api://s/a?q="),
    ],
)
def test_other_uris_do_not_match(template, uri):
    assert match(template, uri) is None


@pytest.mark.parametrize(
    ("template", "uri", "values"),
    [
        (PETS, "api://shop/pets?tags=x&status=s&tags=y", {"status": "s", "tags": ["x", "y"]}),
        (PETS, "api://shop/pets?", {}),
        (PETS, "api://shop/pets?tags=x", {"tags": ["x"]}),
        (PETS, "api://shop/pets?tags=x,y", {"tags": ["x,y"]}),
        (PETS, "api://shop/pets?t%61gs=%78", {"tags": ["x"]}),
        (PETS, "api://shop/pets?status", {"status": ""}),
        (LIST, "api://shop/pets?status=s&ids=x,y", {"status": "s", "ids": ["x", "y"]}),
        (LIST, "api://shop/pets?ids=x", {"ids": "x"}),
        ("api://s/a?beta=true{&n}", "api://s/a?n=1&beta=true", {"n": "1"}),
        ("api://s/pets/{a}", "api://s/%70ets/%61", {"a": "a"}),
        ("api://s/%5bx%5D/{a}", "api://s/%5Bx%5d/a", {"a": "a"}),
        ("api://s/a{x}", "api://s/abab", {"x": "bab"}),
        ("api://s/{a}2{b}", "api://s/x%2Fy2z", {"a": "x/y", "b": "z"}),
        ("api://s/f/{+p}/m/{k}", "api://s/f/a/m/b/m/c", {"p": "a/m/b", "k": "c"}),
    ],
)
def test_matching_is_free_in_what_means_the_same(template, uri, values):
    assert match(template, uri) == values


@pytest.mark.parametrize(
    "template",
    [
        "api://s/{a}{b}",
        "api://s/{a}/{a}",
        "api://s/{a-b}",
        "api://s/{}",
        "api://s/{a",
        "api://s/a}",
        "api://s/{#a}",
        "api://s/{/a}",
        "api://s/{a*}",
        "api://s/x{+a}",
        "api://s/{+a}/{+b}",
        "api://s/a{&b}",
        "api://s/a?b=1{?c}",
        "api://s/a{?b}{?c}",
        "api://s/a{?b}c",
        "api://s/a?b=1{&b}",
        "api://s/a?{b}=1",
        "api://s/%zz",
    ],
)
def test_what_is_no_unambiguous_template_is_refused(template):
    with pytest.raises(ValueError):
        parse_template(template)


def test_variables_are_listed_in_order():
    template = parse_template("api://s/{a}/x?q={b}{&c,d*}")

    assert template.variables == ("a", "b", "c", "d")
    assert template.required == ("a", "b")


@pytest.mark.parametrize(
    ("template", "index"),
    [
        ("x://h/{a}", 3),
        ("x://{a}/b", 2),
        ("x://h/{+a}/b", 3),
        ("x://h/v{a}", None),
        ("x://{?a}", None),
    ],
)
def test_a_variable_may_be_a_whole_segment(template, index):
    assert parse_template(template).segment_of("a") == index


@pytest.mark.parametrize(
    ("text", "encoded"),
    [("a b", "a%20b"), ("a%20b", "a%20b"), ("50%", "50%25"), ("('x')", "(%27x%27)"), ("#", "%23")],
)
def test_literal_encodes_what_is_not_encoded(text, encoded):
    assert literal(text) == encoded


TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
TEMPLATES = st.sampled_from(
    [
        "api://s/{a}",
        "api://s/x/{a}/y/{b}{?c,d*}",
        "api://s/{a}.{b}{?d*,c}",
        "api://s/x({a},{b})?fixed=1{&c,d*}",
        "api://s/f/{+a}/m/{b}",
        "api://s/p?q={a}{&c}",
        "api://s/p{?a,b,c,d*}",
    ]
)


@given(
    TEMPLATES, TEXT, TEXT, TEXT | st.lists(TEXT, min_size=2, max_size=3), st.lists(TEXT, max_size=3)
)
def test_what_expands_matches_to_the_same_values(template, a, b, c, d):
    names = parse_template(template).variables
    values = {"a": a, "b": b, "c": c, "d": d}
    try:
        uri = expand(template, {name: values[name] for name in names})
    except ValueError:
        assume(False)
    expected = {name: values[name] for name in names if values[name] != []}
    assert match(template, uri) == expected
    assert uri.isascii()


@given(st.permutations(["c=x%2C,y", "d=1", "d=", "e=%C3%A4"]))
def test_the_order_of_filters_means_nothing_but_among_values_of_one(pairs):
    values = match("api://s/p{?e,d*,c}", f"api://s/p?{'&'.join(pairs)}")
    in_order = [pair[2:] for pair in pairs if pair.startswith("d=")]
    assert values == {"c": ["x,", "y"], "d": in_order, "e": "ä"}


@pytest.mark.parametrize(
    ("template", "uri", "told"),
    [
        (PETS, "api://shop/pets?colour=red", "no filter 'colour'; it takes status, tags"),
        (PETS, "api://shop/pets?status=a&x=1&y&x=2", "no filter 'x', 'y'; it takes status, tags"),
        (PETS, "api://shop/pets?t%61g=1", "no filter 'tag'"),
        (PETS, "api://shop/pets?status=a&status=b", "status can stand only once"),
        (PETS, "api://shop/pets?status=%f", "not percent-encoded UTF-8"),
        (PETS, "api://shop/pets?status=%ff", "not percent-encoded UTF-8"),
        ("api://s/{a}", "api://s/x?y=1", "no filter 'y'; it takes none"),
        ("api://s/a?beta=true{&n}", "api://s/a?beta=true&m=1", "no filter 'm'; it takes n"),
        (PETS, f"api://shop/pets?{'x' * 100}=1", f"no filter '{'x' * 60}';"),
    ],
)
def test_what_is_wrong_with_filters_is_told_by_name(template, uri, told):
    why = parse_template(template).why_not(uri)
    assert told in why
    assert "red" not in why


@pytest.mark.parametrize(
    "uri",
    ["api://shop/pets", "api://shop/dogs?x=1", "api://shop/pets?x=1#y", "api://shop/%?x=1"],
)
def test_another_path_is_nothing_to_explain(uri):
    assert parse_template(PETS).why_not(uri) is None


@given(TEMPLATES, st.text("abcd./%2F?=&px,", max_size=16))
def test_every_uri_that_matches_expands_to_one_that_matches_alike(template, tail):
    values = match(template, "api://s/" + tail)
    if values is None or "?" in str(values.get("a")):
        return
    assert match(template, expand(template, values)) == values


@given(st.text("ab/.%2Fe?&=", max_size=40))
def test_matching_never_fails(text):
    for template in ("api://s/{a}.{b}", "api://s/{+a}/{b}?x={c}{&d,e*}"):
        match(template, "api://s/" + text)


def test_a_long_hostile_uri_is_refused_fast():
    template = "api://s/" + ".".join(f"{{v{i}}}" for i in range(20)) + "!"

    assert match(template, "api://s/" + "." * 200_000) is None
