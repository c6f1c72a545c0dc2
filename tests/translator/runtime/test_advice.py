import pytest

from translator.runtime.advice import advise
from translator.runtime.asked import ArgumentNames, Asked
from translator.runtime.response import Response

NAMES = ArgumentNames(
    (
        ("path", "owner", "owner"),
        ("path", "repo", "repository"),
        ("header", "If-Match", "if_match"),
        ("header", "Range", "range"),
    )
)
GET = Asked("GET /repos/{owner}/{repo}", repeatable=True, names=NAMES)
POST = Asked("POST /orders", repeatable=False)


def advice(status: int, asked: Asked = POST, *named: str, **headers: str) -> str:
    pairs = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return advise(Response(status, pairs), asked, named)


@pytest.mark.parametrize("status", [400, 422])
def test_arguments_at_fault_are_named(status: int) -> None:
    assert advice(status) == "Correct the arguments."
    assert advice(status, POST, "`qty`") == "Correct `qty`."
    assert advice(status, POST, "`qty`", "`price`", "`qty`") == "Correct `qty` and `price`."
    assert advice(status, POST, "`a`", "`b`", "`c`") == "Correct `a`, `b` and `c`."
    assert advice(418, POST, "`qty`") == "Correct `qty`."


def test_nothing_found_names_the_ids_that_were_given() -> None:
    assert advice(404) == "Check the ids in the arguments."
    assert advice(404, GET) == ("Check `owner` and `repository`; the API knows nothing under them.")


@pytest.mark.parametrize(
    ("challenge", "told"),
    [
        ("", "a valid credential; an operator"),
        ("Bearer", "credential (Bearer);"),
        ('Basic realm="the shop"', "credential (Basic);"),
        (
            'Bearer realm="x", error="invalid_token", error_description="it has expired"',
            "(Bearer: invalid_token, it has expired);",
        ),
        ('Bearer scope="orders:read orders:write"', "(Bearer: scope orders:read orders:write);"),
        ("Digest nonce=abc, qop=auth", "(Digest);"),
        ('x" error="' + "y" * 5_000, "an operator must set or renew it."),
    ],
)
def test_wanted_credential_is_described(challenge: str, told: str) -> None:
    said = advice(401, WWW_Authenticate=challenge)
    assert told in said
    assert len(said) < 300


def test_missing_scope_is_told() -> None:
    said = advice(403, WWW_Authenticate='Bearer error="insufficient_scope", scope="admin"')
    assert said.endswith("It needs the scope admin.")
    assert "scope" not in advice(403)


def test_what_is_allowed_instead_is_told() -> None:
    assert "only GET, HEAD;" in advice(405, Allow="GET, HEAD")
    assert "tell the operator" in advice(405)
    assert advice(415, Accept_Post="application/json").endswith("It takes application/json.")
    assert "tell the operator" in advice(406)


def test_condition_that_failed_or_lacks_names_its_argument() -> None:
    assert advice(412) == "The state has changed; read it again first."
    assert advice(412, GET).endswith("give its present ETag in `if_match`.")
    assert advice(428, GET) == "Read it first, and give its ETag in `if_match`."
    assert "tell the operator" in advice(428)


def test_range_says_how_much_there_is() -> None:
    said = advice(416, GET, Content_Range="bytes */1234")
    assert said == "Correct `range`. The whole has 1234 bytes."


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize(
    ("headers", "told"),
    [
        ({"Retry_After": "30"}, "Wait 30 seconds before the next call."),
        ({"Retry_After": " 0 "}, "Wait 0 seconds before the next call."),
        (
            {
                "Retry_After": "Wed, 21 Oct 2026 07:28:30 GMT",
                "Date": "Wed, 21 Oct 2026 07:28:00 GMT",
            },
            "Wait 30 seconds before the next call.",
        ),
        (
            {"Retry_After": "Wed, 21 Oct 2026 07:28:30 GMT"},
            "Wait before the next call, until Wed, 21 Oct 2026 07:28:30 GMT.",
        ),
        ({"RateLimit_Reset": "12"}, "Wait 12 seconds before the next call."),
    ],
)
def test_time_to_wait_is_told(status: int, headers: dict[str, str], told: str) -> None:
    assert advice(status, POST, **headers) == told


@pytest.mark.parametrize("reset", ["1767225600", "soon", ""])
def test_reset_that_is_no_number_of_seconds_is_not_guessed_at(reset: str) -> None:
    assert advice(429, X_RateLimit_Reset=reset) == "Too many calls; wait before the next one."


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (403, "credential"),
        (408, "may succeed"),
        (409, "present state"),
        (410, "gone"),
        (413, "less"),
        (414, "too long"),
        (423, "locked"),
        (425, "too early"),
        (431, "headers"),
        (451, "legal"),
        (501, "does not implement"),
    ],
)
def test_each_status_has_its_word(status: int, words: str) -> None:
    assert words in advice(status)


@pytest.mark.parametrize("status", [500, 502, 504, 599])
def test_failure_of_a_change_is_to_be_checked(status: int) -> None:
    assert "may have acted" in advice(status)
    assert "may succeed later" in advice(status, GET)


@pytest.mark.parametrize("status", [302, 418, 499])
def test_nothing_is_said_where_nothing_helps(status: int) -> None:
    assert advice(status) == ""
