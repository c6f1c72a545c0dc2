from tests.isthmus.conftest import CommandLine


def test_every_call_leaves_a_trace_also_a_failed_one(published: CommandLine) -> None:
    published.must("call", "desk", "get_incident", "incident_id=101")
    published.run("call", "desk", "get_incident", "incident_id=7")
    published.run("call", "desk", "get_incident", "incident_id=x")
    found = published.json("traces")
    assert [(t["status"], t["error_class"]) for t in found] == [
        (200, None),
        (404, "upstream_error"),
        (None, "invalid_arguments"),
    ]
    assert len(published.json("traces", "--failed")) == 2


def test_a_trace_shows_what_was_sent_and_no_secret(published: CommandLine) -> None:
    published.must("call", "desk", "open_incident", "service_id=search", "title=Slow")
    trace_id = published.json("traces", "-n", "1")[0]["trace_id"]
    printed = published.must("traces", trace_id[:12])
    assert f"POST {published.api}/incidents" in printed
    assert "[redacted]" in printed
    assert "open-desk" not in printed + published.must("traces", trace_id, "--json")


def test_the_calls_of_one_caller_can_be_listed(published: CommandLine) -> None:
    published.must("key", "add", "anna")
    published.must("call", "desk", "list_incidents", "--as", "anna")
    published.must("call", "desk", "list_incidents")
    assert [t["principal"] for t in published.json("traces", "--by", "anna")] == ["anna"]
    assert published.json("traces", "--by", "ben") == []


def test_a_trace_shows_every_page(desk: CommandLine) -> None:
    desk.must("allow", "desk", "list_incidents", "--as", "tool")
    desk.must("paginate", "desk", "list_incidents", "--pages", "2")
    desk.must("publish", "desk")
    said = desk.must("call", "desk", "list_incidents", "limit=1")
    assert "2 pages in one list of 2 entries" in said
    trace_id = desk.json("traces", "-n", "1")[0]["trace_id"]
    (page,) = desk.json("traces", trace_id)["pages"]
    assert (page["status"], "cursor=" in page["url"]) == (200, True)
    assert "page 2" in desk.must("traces", trace_id)


def test_no_call_is_said_so(desk: CommandLine) -> None:
    assert "No call yet" in desk.must("traces")


def test_an_unknown_trace_is_refused(desk: CommandLine) -> None:
    assert "nonsense" in desk.refusal("traces", "nonsense")


def test_calls_of_an_unknown_endpoint_are_refused(published: CommandLine) -> None:
    assert "no API 'dask'; perhaps desk" in published.refusal("traces", "--endpoint", "dask")
    assert published.json("traces", "--endpoint", "desk") == []
