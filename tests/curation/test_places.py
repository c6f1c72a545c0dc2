import pytest

from curation.places import find_place, holds, made_by, slug_of
from curation.store.versions import latest_version
from tests.curating import Shop


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Pet Shop", "pet-shop"),
        ("Swagger Petstore - OpenAPI 3.0", "swagger-petstore-openapi-3-0"),
        ("Ça va?", "ca-va"),
        ("2captcha", "captcha"),
        ("24 7 API", "api"),
        ("阿波罗", "api"),
        ("", "api"),
        (
            "A title that is far too long to be typed by hand",
            "a-title-that-is-far-too-long-to-be-typed",
        ),
        ("x" * 99, "x" * 40),
    ],
)
def test_a_title_becomes_a_slug(title: str, slug: str) -> None:
    assert slug_of(title) == slug


def test_a_version_holds_its_own_description_alone(pet_shop: Shop) -> None:
    with pet_shop.store.reading() as connection:
        place = find_place(connection, "pet-shop", "", "", "")
        version = latest_version(connection, place.api.id if place.api else "")
    assert version is not None
    assert version.made_by == made_by()
    assert holds(version, version.digest)
    assert not holds(version, "sha256:other")


def test_standard_input_is_no_place_to_recognise(pet_shop: Shop) -> None:
    given = pet_shop.service.import_description(
        "-", author="ann", slug="piped", stdin=pet_shop.file.read_bytes
    )
    pet_shop.description["info"]["version"] = "2"
    pet_shop.bring()
    again = pet_shop.service.import_description("-", author="ann", stdin=pet_shop.file.read_bytes)
    assert given.slug == "piped"
    assert (again.slug, again.changed) == ("pet-shop", False)
