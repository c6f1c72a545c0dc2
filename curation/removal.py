"""Own deleting an API: everything it made goes in one transaction, the record of calls stays."""

from curation.drafting import known_api
from curation.store import Store
from curation.store.removal import remove_api


def delete_api(store: Store, slug: str) -> None:
    """Delete an API with its versions, decisions, surfaces, endpoint and upstream.

    Raises:
        RefusedByUs: there is no such API.
    """
    with store.writing() as connection:
        remove_api(connection, known_api(connection, slug, lock=True))
