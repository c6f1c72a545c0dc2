from curation.store import Connection, Store
from curation.store.apis import ApiRow, add_api, know_principal
from curation.store.surfaces import (
    SurfaceFigures,
    active_row,
    active_rows,
    add_activation,
    add_surface_version,
    load_surface,
    recent_digests,
    serving_revision,
    set_stopped,
    standing_stops,
    surface_row,
    surface_rows,
)
from curation.store.versions import add_version
from tests.curation.store.test_versions import new
from translator.surface import Annotations, Call, Surface, Tool, surface_digest


def surface(*names: str) -> Surface:
    hints = Annotations(True, False, True, False)
    call = Call("GET /", "o", "GET", "/")
    tools = (Tool(name, name, name, hints, {}, {}, call) for name in names)
    return Surface("pets", "Pets", "", tuple(tools))


def prepare(connection: Connection) -> int:
    know_principal(connection, "ann", 1.0)
    add_api(connection, ApiRow("a", "pets", "Pets", "e", "pets", "u"), 1.0)
    return add_version(connection, "a", None, new([]), {}).id


def publish(connection: Connection, version: int, *names: str) -> tuple[int, int]:
    made = surface(*names)
    added = add_surface_version(
        connection,
        "e",
        made,
        digest=surface_digest(made),
        figures=SurfaceFigures(10, 20),
        source=(version, 7),
        note="",
        author="ann",
        published_at=1.0,
    )
    add_activation(connection, "e", added[0], "ann", 1.0)
    return added


def test_versions_are_numbered_and_come_newest_first(store: Store) -> None:
    with store.writing() as connection:
        version = prepare(connection)
        publish(connection, version, "a")
        publish(connection, version, "a", "b")
        rows = surface_rows(connection, "e")
        assert [(row.number, row.tools) for row in rows] == [(2, 2), (1, 1)]
        assert rows[0].description_version_id == version
        assert (rows[0].input_tokens, rows[0].output_tokens) == (10, 20)
        assert surface_row(connection, "e", 1) == rows[1]
        assert surface_row(connection, "e", 3) is None
        assert load_surface(connection, rows[0].digest) == surface("a", "b")


def test_the_last_activation_serves(store: Store) -> None:
    with store.writing() as connection:
        version = prepare(connection)
        assert active_row(connection, "e") is None
        first, _ = publish(connection, version, "a")
        publish(connection, version, "b")
        add_activation(connection, "e", first, "ann", 3.0)
        active = active_row(connection, "e")
        assert active is not None
        assert (active.number, active.endpoint, active.upstream_id) == (1, "pets", "u")
        assert active_rows(connection) == (active,)


def test_recent_surfaces_are_those_of_the_last_activations(store: Store) -> None:
    with store.writing() as connection:
        version = prepare(connection)
        for name in "abcdd":
            publish(connection, version, name)
        recent = [load_surface(connection, d) for d in recent_digests(connection, "e", 3)]
        assert [old.tools[0].name for old in recent] == ["d", "c"]


def test_the_last_stop_counts(store: Store) -> None:
    def stop(connection: Connection, operation: str | None, on: bool) -> None:
        set_stopped(connection, "e", operation, stopped=on, reason="", author="ann", at=1.0)

    with store.writing() as connection:
        prepare(connection)
        assert standing_stops(connection) == {}
        stop(connection, "o1", True)
        stop(connection, "o2", True)
        stop(connection, None, True)
        assert standing_stops(connection) == {"e": {"o1", "o2", ""}}
        stop(connection, "o1", False)
        stop(connection, None, False)
        assert standing_stops(connection) == {"e": {"o2"}}


def test_the_serving_revision_grows_with_each_change(store: Store) -> None:
    seen = []
    with store.writing() as connection:
        version = prepare(connection)
        seen.append(serving_revision(connection))
        publish(connection, version, "a")
        seen.append(serving_revision(connection))
        set_stopped(connection, "e", None, stopped=True, reason="", author="ann", at=1.0)
        seen.append(serving_revision(connection))
    assert len(set(seen)) == 3
