from collections.abc import Iterator

import httpx2
import pytest

from isthmus.demo import DEMO_KEY, create_demo, new_desk
from tests.servers import serve


@pytest.fixture
def api() -> Iterator[httpx2.Client]:
    with (
        serve(create_demo(new_desk(report_seconds=0.01))) as base,
        httpx2.Client(base_url=base) as client,
    ):
        yield client


def test_the_desk_starts_the_same_every_time(api: httpx2.Client) -> None:
    page = api.get("/incidents").json()
    assert [i["id"] for i in page["items"]] == [104, 103, 102, 101]


def test_filters_and_cursor_narrow_the_list(api: httpx2.Client) -> None:
    first = api.get("/incidents", params={"service_id": "checkout", "limit": 1}).json()
    rest = api.get("/incidents", params={"service_id": "checkout", "cursor": 104}).json()
    assert ([i["id"] for i in first["items"]], first["next_cursor"]) == ([104], 104)
    assert ([i["id"] for i in rest["items"]], rest["next_cursor"]) == ([101], None)


def test_writing_needs_the_key(api: httpx2.Client) -> None:
    draft = {"service_id": "search", "title": "Slow results"}
    refused = api.post("/incidents", json=draft)
    opened = api.post("/incidents", json=draft, headers={"X-Desk-Key": DEMO_KEY})
    assert (refused.status_code, opened.status_code, opened.json()["id"]) == (401, 201, 105)


def test_null_takes_the_assignee_away_and_absence_does_not(api: httpx2.Client) -> None:
    key = {"X-Desk-Key": DEMO_KEY}
    api.patch("/incidents/101", json={"assignee": "ana"}, headers=key)
    kept = api.patch("/incidents/101", json={"severity": "sev2"}, headers=key).json()
    gone = api.patch("/incidents/101", json={"assignee": None}, headers=key).json()
    assert (kept["assignee"], gone["assignee"]) == ("ana", None)


def test_notes_and_attachments_are_kept(api: httpx2.Client) -> None:
    key = {"X-Desk-Key": DEMO_KEY}
    api.post("/incidents/101/notes", json={"text": "Looking"}, headers=key)
    attached = api.post(
        "/incidents/101/attachments", files={"file": ("log.txt", b"abc")}, headers=key
    )
    assert api.get("/incidents/101").json()["timeline"][-1]["text"] == "Looking"
    assert attached.json() == {"filename": "log.txt", "bytes": 3}


@pytest.mark.parametrize(
    ("path", "media_type", "beginning"),
    [
        ("/services/checkout/avatar", "image/png", b"\x89PNG"),
        ("/runbooks/payments", "text/markdown", b"# Card"),
        ("/reports/incidents.csv", "text/csv", b"id,service"),
        ("/reports/monthly?month=2026-03", "application/json", b'{"month"'),
    ],
)
def test_replies_have_their_media_type(
    api: httpx2.Client, path: str, media_type: str, beginning: bytes
) -> None:
    reply = api.get(path)
    assert reply.headers["content-type"].split(";")[0] == media_type
    assert reply.content.startswith(beginning)


def test_the_monitor_fails_twice_then_answers(api: httpx2.Client) -> None:
    assert [api.get("/health").status_code for _ in range(4)] == [503, 503, 200, 503]


@pytest.mark.parametrize("path", ["/incidents/7", "/services/none", "/runbooks/none"])
def test_what_is_not_there_is_404_in_words(api: httpx2.Client, path: str) -> None:
    reply = api.get(path)
    assert reply.status_code == 404
    assert "There is no" in reply.json()["detail"]


def test_a_rehearsal_can_end(api: httpx2.Client) -> None:
    gone = api.delete("/incidents", headers={"X-Desk-Key": DEMO_KEY})
    assert (gone.status_code, api.get("/incidents").json()["items"]) == (204, [])
