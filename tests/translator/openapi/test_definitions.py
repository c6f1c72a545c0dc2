import re

import pytest

from translator.openapi.definitions import definition_names
from translator.openapi.resolve import Place

ENTRY = "file:///apis/entry.yaml"
LEGAL = re.compile(r"^[A-Za-z0-9_.-]+$")


def _entry(pointer: str) -> Place:
    return Place(ENTRY, pointer)


@pytest.mark.parametrize(
    ("place", "name"),
    [
        (_entry("/components/schemas/Parcel"), "Parcel"),
        (_entry("/definitions/Parcel"), "Parcel"),
        (_entry("/components/schemas/api.v1-Parcel_2"), "api.v1-Parcel_2"),
        (_entry("/components/schemas/Parcel/properties/owner"), "owner"),
        (_entry("/components/schemas/Parcel/properties/owners/items"), "owners"),
        (_entry("/components/schemas/Parcel/allOf/1"), "Parcel"),
        (_entry("/components/parameters/limit/schema"), "limit"),
        (_entry("/paths/~1v1~1parcels~1{id}/get/responses/200/content/a~1b/schema"), "parcels"),
        (_entry("/paths/~1{id}/get/responses/200/content/a~1b/schema"), "schema"),
        (Place("file:///apis/models/address.yaml"), "address"),
        (Place("file:///apis/models/Stra%C3%9Fe.yaml", "/definitions/Weg"), "Weg"),
    ],
)
def test_target_alone_has_its_telling_name(place: Place, name: str) -> None:
    assert definition_names([place], ENTRY) == {place: name}


def test_name_that_had_to_change_is_marked() -> None:
    place = _entry("/components/schemas/Parcel~1List of «all»")

    (name,) = definition_names([place], ENTRY).values()

    assert re.fullmatch(r"Parcel_List_of_all_-[0-9a-f]{6}", name)


def test_component_of_the_entry_keeps_a_name_that_others_ask_for() -> None:
    component = _entry("/components/schemas/owner")
    other = _entry("/components/schemas/Parcel/properties/owner")
    file = Place("file:///apis/owner.yaml")

    names = definition_names([other, file, component], ENTRY)

    assert names[component] == "owner"
    assert {name.partition("-")[0] for name in names.values()} == {"owner"}
    assert len(set(names.values())) == 3


def test_component_elsewhere_has_the_name_of_the_component() -> None:
    bike, other = Place("file:///apis/models/bike.yaml"), _entry("/paths/~1a/get/Bike")

    names = definition_names([other, bike], ENTRY, {bike: "Bike"})

    assert names[bike] == "Bike"
    assert names[other].startswith("Bike-")


def test_names_do_not_depend_on_the_order() -> None:
    places = [
        _entry("/components/schemas/A"),
        _entry("/components/schemas/B/properties/A"),
        _entry("/components/schemas/A b"),
        _entry("/components/schemas/A?b"),
        Place("file:///apis/A.yaml"),
    ]

    forward, backward = (definition_names(each, ENTRY) for each in (places, places[::-1]))

    assert forward == backward
    assert len(set(forward.values())) == len(places)
    assert all(LEGAL.match(name) for name in forward.values())


def test_names_do_not_depend_on_where_the_description_lies() -> None:
    def names(folder: str) -> list[str]:
        entry = f"{folder}/entry.yaml"
        places = [Place(f"{folder}/{each}.yaml", "/definitions/A") for each in ("b", "c")]
        return sorted(definition_names(places, entry).values())

    assert names("file:///apis") == names("https://api.example.com/v1")
