"""Own what is served: a `SurfaceSource` over the store, fresh within one `refresh`.

`refresh` runs in a thread, costs two small queries while nothing changed, and swaps a whole new
mapping in at once; readers on the call path take what is there and never wait.
"""

import threading
from collections.abc import Mapping
from types import MappingProxyType

from curation.keys import key_digest
from curation.store import Connection, Store
from curation.store.keys import keys_revision, principals_by_digest
from curation.store.surfaces import (
    ActiveRow,
    active_rows,
    load_surface,
    recent_digests,
    serving_revision,
    standing_stops,
)
from curation.store.upstreams import current_upstream
from translator.ports import ServedSurface
from translator.surface import Surface

_RECENT = 3


class PublishedSurfaces:
    """The active surface of every endpoint, with its upstream and its stops."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._refreshing = threading.Lock()
        self._revision: tuple[float, ...] = ()
        self._keys_revision = (0, 0)
        self._principals: Mapping[str, str] = {}
        self._surfaces: Mapping[str, Surface] = {}
        self._served: Mapping[str, ServedSurface] = MappingProxyType({})

    def endpoints(self) -> tuple[str, ...]:
        """Return the slugs of all endpoints with an active surface."""
        return tuple(self._served)

    def served(self, endpoint: str) -> ServedSurface | None:
        """Return what the endpoint serves now, None for an unknown one."""
        return self._served.get(endpoint)

    @property
    def keys_were_made(self) -> bool:
        """Whether a key was ever made, even if it was removed since."""
        return self._keys_revision[0] > 0

    @property
    def principals(self) -> frozenset[str]:
        """Who has a key."""
        return frozenset(self._principals.values())

    def principal_of(self, key: str) -> str | None:
        """Return who a bearer key stands for, None for a key that does not count."""
        return self._principals.get(key_digest(key))

    def refresh(self) -> frozenset[str]:
        """Look for news; return the endpoints of which anything changed. Keys count at once.

        Raises:
            StoreUnavailable: the database cannot be read; what is served stays.
        """
        with self._refreshing, self._store.reading() as connection:
            self._refresh_keys(connection)
            revision = serving_revision(connection)
            if revision == self._revision:
                return frozenset()
            before, now = self._served, self._read(connection)
            self._served, self._revision = MappingProxyType(now), revision
        changed = {slug for slug, served in now.items() if not _is_same(before.get(slug), served)}
        return frozenset(changed | (before.keys() - now.keys()))

    def _refresh_keys(self, connection: Connection) -> None:
        revision = keys_revision(connection)
        if revision != self._keys_revision:
            self._principals = principals_by_digest(connection)
            self._keys_revision = revision

    def _read(self, connection: Connection) -> dict[str, ServedSurface]:
        rows = active_rows(connection)
        recent = {
            row.endpoint: recent_digests(connection, row.endpoint_id, _RECENT) for row in rows
        }
        digests = {row.digest for row in rows}.union(*recent.values())
        self._surfaces = {
            digest: self._surfaces.get(digest) or load_surface(connection, digest)
            for digest in digests
        }
        stops = standing_stops(connection)
        return {
            row.endpoint: self._serve(connection, row, stops, recent[row.endpoint]) for row in rows
        }

    def _serve(
        self,
        connection: Connection,
        row: ActiveRow,
        stops: Mapping[str, frozenset[str]],
        recent: tuple[str, ...],
    ) -> ServedSurface:
        surface = self._surfaces[row.digest]
        stopped_here = stops.get(row.endpoint_id, frozenset())
        return ServedSurface(
            endpoint=row.endpoint,
            surface=surface,
            digest=row.digest,
            version=row.number,
            upstream=current_upstream(connection, row.upstream_id),
            stopped="" in stopped_here or "" in stops.get(row.upstream_id, frozenset()),
            stopped_tools=frozenset(
                tool.name for tool in surface.tools if tool.call.operation_id in stopped_here
            ),
            recent=tuple(self._surfaces[digest] for digest in recent if digest != row.digest),
            stopped_operations=stopped_here - {""},
        )


def _is_same(before: ServedSurface | None, now: ServedSurface) -> bool:
    return before is not None and (
        before.digest,
        before.version,
        before.upstream,
        before.stopped,
        before.stopped_operations,
    ) == (now.digest, now.version, now.upstream, now.stopped, now.stopped_operations)
