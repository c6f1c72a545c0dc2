import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.json_value import JsonValue
from translator.runtime.asked import Where
from translator.runtime.problem import Problem, Said, read_problem


def said(value: JsonValue) -> tuple[list[str], list[tuple[Where | None, str]], JsonValue]:
    read = read_problem(value)
    return list(read.texts), [(one.where, one.what) for one in read.problems], read.rest


@pytest.mark.parametrize(
    ("body", "texts", "problems"),
    [
        pytest.param(
            {
                "type": "https://example.com/probs/qty",
                "title": "Invalid",
                "status": 422,
                "detail": "qty is off",
                "instance": "/orders/1",
            },
            ["Invalid", "qty is off"],
            [],
            id="RFC 9457",
        ),
        pytest.param(
            {
                "title": "Invalid",
                "errors": [{"detail": "must be positive", "pointer": "#/age"}],
            },
            ["Invalid"],
            [("#/age", "must be positive")],
            id="RFC 9457 with errors",
        ),
        pytest.param(
            {"invalid-params": [{"name": "age", "reason": "no number"}], "title": "T"},
            ["T"],
            [("age", "no number")],
            id="RFC 7807's invalid-params",
        ),
        pytest.param(
            {
                "errors": [
                    {
                        "status": "422",
                        "title": "Invalid Attribute",
                        "detail": "Too short.",
                        "source": {"pointer": "/data/attributes/name"},
                    }
                ]
            },
            [],
            [("/data/attributes/name", "Too short.")],
            id="JSON:API",
        ),
        pytest.param(
            {
                "error": {
                    "code": 400,
                    "message": "Bad",
                    "status": "INVALID_ARGUMENT",
                    "details": [
                        {
                            "@type": "type.googleapis.com/google.rpc.BadRequest",
                            "fieldViolations": [{"field": "a.b", "description": "too long"}],
                        }
                    ],
                }
            },
            ["Bad"],
            [("a.b", "too long")],
            id="Google",
        ),
        pytest.param(
            {
                "error": {
                    "errors": [
                        {
                            "domain": "global",
                            "reason": "invalid",
                            "message": "Invalid value",
                            "locationType": "parameter",
                            "location": "maxResults",
                        }
                    ],
                    "code": 400,
                    "message": "Invalid value",
                }
            },
            ["Invalid value"],
            [("maxResults", "Invalid value")],
            id="Google, older",
        ),
        pytest.param(
            {
                "error": {
                    "code": "BadArgument",
                    "message": "Multiple errors",
                    "target": "ContactInfo",
                    "details": [{"code": "Null", "target": "Phone", "message": "is null"}],
                }
            },
            ["BadArgument", "Multiple errors"],
            [("Phone", "is null")],
            id="OData",
        ),
        pytest.param(
            {"errors": [{"message": "Cannot query field", "path": ["hero", 0, "x"]}], "data": None},
            [],
            [(("hero", 0, "x"), "Cannot query field")],
            id="GraphQL",
        ),
        pytest.param(
            {
                "resourceType": "OperationOutcome",
                "issue": [
                    {
                        "severity": "error",
                        "code": "required",
                        "diagnostics": "missing",
                        "expression": ["Patient.name"],
                    }
                ],
            },
            [],
            [("Patient.name", "missing")],
            id="FHIR",
        ),
        pytest.param(
            {"detail": [{"loc": ["body", "qty"], "msg": "field required", "type": "missing"}]},
            [],
            [(("body", "qty"), "field required")],
            id="FastAPI",
        ),
        pytest.param(
            {"qty": ["A number is required."], "non_field_errors": ["Dates overlap."]},
            [],
            [("qty", "A number is required."), (None, "Dates overlap.")],
            id="Django REST",
        ),
        pytest.param(
            {"address": {"city": ["is required"]}},
            [],
            [(("address", "city"), "is required")],
            id="Django REST, nested",
        ),
        pytest.param(
            {"message": "The data was invalid.", "errors": {"email": ["is taken", "is odd"]}},
            ["The data was invalid."],
            [("email", "is taken, is odd")],
            id="Laravel",
        ),
        pytest.param(
            {
                "type": "https://tools.ietf.org/html/rfc7231#section-6.5.1",
                "title": "One or more validation errors occurred.",
                "status": 400,
                "traceId": "00-x",
                "errors": {"Qty": ["must be positive"]},
            },
            ["One or more validation errors occurred."],
            [("Qty", "must be positive")],
            id="ASP.NET",
        ),
        pytest.param(
            {
                "timestamp": "2026-01-01T00:00:00Z",
                "status": 400,
                "error": "Bad Request",
                "path": "/orders",
                "errors": [{"field": "qty", "defaultMessage": "must be positive", "rejected": 0}],
            },
            ["Bad Request"],
            [("qty", "must be positive")],
            id="Spring",
        ),
        pytest.param(
            {
                "message": "Validation Failed",
                "errors": [{"resource": "Issue", "field": "title", "code": "missing_field"}],
            },
            ["Validation Failed"],
            [("title", "missing_field")],
            id="codes for words",
        ),
        pytest.param(
            {"errors": [{"instancePath": "/qty", "message": "must be >= 1", "keyword": "minimum"}]},
            [],
            [("/qty", "must be >= 1")],
            id="ajv",
        ),
        pytest.param(
            {"issues": [{"path": ["items", 0], "message": "Required"}], "name": "ZodError"},
            [],
            [(("items", 0), "Required")],
            id="zod",
        ),
        pytest.param(
            {"errorMessages": ["No such project."], "errors": {"summary": "is required"}},
            [],
            [("summary", "is required"), (None, "No such project.")],
            id="Jira",
        ),
        pytest.param(
            {"status": "fail", "data": {"title": "A title is required"}},
            [],
            [("title", "A title is required")],
            id="JSend",
        ),
        pytest.param(
            {"fault": {"faultstring": "Rate limit", "detail": {"errorcode": "policies.quota"}}},
            ["Rate limit"],
            [("errorcode", "policies.quota")],
            id="Apigee",
        ),
        pytest.param(
            {"error": "invalid_grant", "error_description": "The code has expired"},
            ["invalid_grant", "The code has expired"],
            [],
            id="OAuth",
        ),
        pytest.param({"Message": "No."}, ["No."], [], id="capitals"),
        pytest.param({"error": True, "message": "No."}, ["No."], [], id="error is a flag"),
        pytest.param({"errors": ["a", "b"]}, [], [(None, "a"), (None, "b")], id="plain texts"),
        pytest.param(["a", "b"], [], [(None, "a"), (None, "b")], id="a list"),
        pytest.param({"message": ["a", "b"]}, [], [(None, "a"), (None, "b")], id="a list of words"),
        pytest.param(
            {"errors": {"code": "E1", "message": "No."}}, ["E1", "No."], [], id="errors is one"
        ),
        pytest.param(
            {"error": {"error": {"message": "Deep."}}}, ["Deep."], [], id="several envelopes"
        ),
    ],
)
def test_explanation_is_found_in_many_shapes(
    body: JsonValue, texts: list[str], problems: list[tuple[Where | None, str]]
) -> None:
    found_texts, found_problems, _ = said(body)
    assert found_texts == texts
    assert found_problems == problems


@pytest.mark.parametrize(
    ("body", "rest"),
    [
        ({"message": "No", "request_id": "r1"}, {"request_id": "r1"}),
        ({"message": "No", "status": 400, "timestamp": "t", "path": "/x", "ok": False}, None),
        ({"error": {"code": 7, "message": "no such order"}}, {"code": 7}),
        ({"message": "No", "stackTrace": ["at x"] * 99, "trace": "y"}, None),
        ({"message": "No", "retry_after": 3.5}, {"retry_after": 3.5}),
        ({"odd": {"a": [1]}}, {"odd": {"a": [1]}}),
        ({"error": {"message": "x", "status": "NOT_FOUND"}}, {"status": "NOT_FOUND"}),
        (7, 7),
        ("x", "x"),
        (None, None),
        ([], []),
        ({}, None),
    ],
)
def test_what_else_may_matter_is_kept(body: JsonValue, rest: JsonValue) -> None:
    assert read_problem(body).rest == rest


def test_place_is_known_where_the_api_says_it() -> None:
    error = {"detail": "odd", "source": {"parameter": "page[size]"}}
    assert read_problem({"errors": [error]}).problems == (Problem("odd", "page[size]", "query"),)
    older = {"message": "odd", "location": "q", "locationType": "parameter"}
    assert read_problem({"errors": [older]}).problems == (Problem("odd", "q", "query"),)


def test_same_thing_is_said_once() -> None:
    body = {"title": "No", "detail": "No", "message": "No", "errors": ["x", "x"]}
    assert read_problem(body) == Said(("No",), (Problem("x"),))


def test_problems_are_bounded() -> None:
    assert len(read_problem({"errors": [{"message": str(n)} for n in range(999)]}).problems) == 20
    assert len(read_problem({f"f{n}": ["x"] for n in range(999)}).problems) == 20


names = st.sampled_from(
    ["error", "errors", "message", "detail", "field", "path", "loc", "details", "source", "code"]
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=5),
    max_leaves=30,
)


@given(json_values)
def test_any_json_says_something(value: JsonValue) -> None:
    read = read_problem(value)
    assert len(read.problems) <= 20
    assert all(isinstance(text, str) for text in read.texts)
    assert all(isinstance(problem.what, str) for problem in read.problems)
