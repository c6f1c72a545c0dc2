import threading

import pytest

from curation.served import PublishedSurfaces
from tests.curating import Shop


def published(shop: Shop, *patterns: str) -> PublishedSurfaces:
    shop.allow(*patterns)
    shop.publish()
    surfaces = PublishedSurfaces(shop.store)
    surfaces.refresh()
    return surfaces


def test_nothing_is_served_before_it_is_published(pet_shop: Shop) -> None:
    surfaces = PublishedSurfaces(pet_shop.store)
    assert surfaces.refresh() == frozenset()
    assert surfaces.endpoints() == ()
    assert surfaces.served("pet-shop") is None


def test_a_publication_of_another_process_is_news_once(pet_shop: Shop) -> None:
    surfaces = PublishedSurfaces(pet_shop.store)
    surfaces.refresh()
    with pet_shop.again() as other:
        other.allow("listPets")
        digest = other.publish().digest
    assert surfaces.refresh() == {"pet-shop"}
    assert surfaces.refresh() == frozenset()
    served = surfaces.served("pet-shop")
    assert served is not None
    assert (served.endpoint, served.version, served.digest) == ("pet-shop", 1, digest)
    assert surfaces.endpoints() == ("pet-shop",)


def test_decisions_and_imports_alone_are_no_news(pet_shop: Shop) -> None:
    surfaces = published(pet_shop, "listPets")
    pet_shop.allow("getPet")
    pet_shop.operation("/pets", "get")["summary"] = "Changed"
    pet_shop.bring()
    assert surfaces.refresh() == frozenset()


def test_a_stopped_tool_stays_stopped_when_it_is_renamed(pet_shop: Shop) -> None:
    surfaces = published(pet_shop, "listPets")
    pet_shop.service.stop("pet-shop", "listPets", author="bo")
    assert surfaces.refresh() == {"pet-shop"}
    assert _served(surfaces).stopped_tools == {"listPets"}
    pet_shop.service.rename("pet-shop", "listPets", "pets", author="ann")
    pet_shop.publish()
    surfaces.refresh()
    assert _served(surfaces).stopped_tools == {"pets"}
    pet_shop.service.resume("pet-shop", "pets", author="bo")
    surfaces.refresh()
    assert _served(surfaces).stopped_tools == frozenset()


def test_a_tool_that_left_can_be_resumed(pet_shop: Shop) -> None:
    surfaces = published(pet_shop, "listPets", "getPet")
    pet_shop.service.stop("pet-shop", "listPets", author="bo")
    pet_shop.service.deny("pet-shop", ["listPets"], author="ann")
    pet_shop.publish()
    pet_shop.service.resume("pet-shop", "listPets", author="bo")
    surfaces.refresh()
    assert _served(surfaces).stopped_tools == frozenset()


@pytest.mark.parametrize(
    ("operation", "uri"),
    [("listPets", "api://pet-shop/pets{?limit,tag}"), ("getPet", "api://pet-shop/pets/{id}")],
)
def test_a_resource_is_stopped_by_its_uri(pet_shop: Shop, operation: str, uri: str) -> None:
    pet_shop.allow(operation, expose="resource")
    surfaces = published(pet_shop, "addPet")
    pet_shop.service.stop("pet-shop", uri, author="bo")
    assert surfaces.refresh() == {"pet-shop"}
    served = _served(surfaces)
    offered = (*served.surface.resources, *served.surface.resource_templates)
    assert [served.offers(one) for one in offered] == [False]
    assert [served.offers(one) for one in served.surface.tools] == [True]
    pet_shop.service.resume("pet-shop", uri, author="bo")
    assert surfaces.refresh() == {"pet-shop"}
    assert _served(surfaces).stopped_operations == frozenset()


def test_an_endpoint_stops_and_resumes(pet_shop: Shop) -> None:
    surfaces = published(pet_shop, "listPets")
    pet_shop.service.stop("pet-shop", author="bo", reason="an incident")
    assert surfaces.refresh() == {"pet-shop"}
    assert _served(surfaces).stopped
    pet_shop.service.resume("pet-shop", author="bo")
    assert surfaces.refresh() == {"pet-shop"}
    assert not _served(surfaces).stopped


def test_another_upstream_is_news_without_a_publication(pet_shop: Shop) -> None:
    surfaces = published(pet_shop, "listPets")
    digest = _served(surfaces).digest
    pet_shop.service.set_upstream("pet-shop", base_url="http://127.0.0.1:9", author="bo")
    assert surfaces.refresh() == {"pet-shop"}
    assert _served(surfaces).upstream.base_url == "http://127.0.0.1:9"
    assert _served(surfaces).digest == digest


def test_a_rollback_is_news(pet_shop: Shop) -> None:
    surfaces = published(pet_shop, "listPets")
    pet_shop.allow("getPet")
    pet_shop.publish()
    surfaces.refresh()
    pet_shop.service.activate("pet-shop", 1, author="bo")
    assert surfaces.refresh() == {"pet-shop"}
    assert _served(surfaces).version == 1


def test_names_that_left_lately_are_remembered(pet_shop: Shop) -> None:
    surfaces = published(pet_shop, "listPets")
    for name in ("a", "b", "c", "d"):
        pet_shop.service.rename("pet-shop", "GET /pets", name, author="ann")
        pet_shop.publish()
    surfaces.refresh()
    names = [tool.name for old in _served(surfaces).recent for tool in old.tools]
    assert names == ["c", "b"]
    assert len(_served(surfaces).recent_tools("b")) == 1


def test_surfaces_are_kept_while_they_serve(pet_shop: Shop) -> None:
    surfaces = published(pet_shop, "listPets")
    before = _served(surfaces).surface
    pet_shop.service.stop("pet-shop", author="bo")
    surfaces.refresh()
    assert _served(surfaces).surface is before


def test_readers_see_whole_states_while_a_thread_refreshes(pet_shop: Shop) -> None:
    surfaces = published(pet_shop, "listPets")
    done = threading.Event()
    seen = set()

    def read() -> None:
        while not done.is_set():
            served = _served(surfaces)
            seen.add((served.version, len(served.surface.tools)))

    reader = threading.Thread(target=read)
    reader.start()
    for pattern in ("getPet", "addPet", "deletePet"):
        pet_shop.allow(pattern)
        pet_shop.publish()
        surfaces.refresh()
    done.set()
    reader.join()
    assert seen <= {(1, 1), (2, 2), (3, 3), (4, 4)}


def _served(surfaces: PublishedSurfaces):  # type: ignore[no-untyped-def]
    served = surfaces.served("pet-shop")
    assert served is not None
    return served
