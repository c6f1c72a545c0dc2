import hashlib
import re
import sqlite3

import pytest

from curation.keys import add_key, key_digest
from curation.served import PublishedSurfaces
from tests.curating import Shop
from translator.errors import RefusedByUs


def test_a_key_is_256_random_bits_and_only_its_digest_is_stored(shop: Shop) -> None:
    made = add_key(shop.store, "anna", author="op", at=1.0, random_bytes=bytes)
    assert made.key == "isthmus_" + "A" * 43
    assert key_digest(made.key) == "sha256:" + hashlib.sha256(made.key.encode()).hexdigest()
    stored = "\n".join(sqlite3.connect(shop.database).iterdump())
    assert key_digest(made.key) in stored
    assert "A" * 43 not in stored
    assert made.key not in repr(made)


def test_each_key_is_another(shop: Shop) -> None:
    made = [shop.service.add_key("anna", author="op").key for _ in range(2)]
    assert made[0] != made[1]
    assert all(re.fullmatch(r"isthmus_[\w-]{43}", key) for key in made)


@pytest.mark.parametrize("name", ["", "1", "12", "two words", "a\n", "../a", "é", "a" * 101, "-a"])
def test_what_is_no_name_is_refused(shop: Shop, name: str) -> None:
    with pytest.raises(RefusedByUs, match="cannot name who calls"):
        shop.service.add_key(name, author="op")


@pytest.mark.parametrize("name", ["anna", "anna@example.com", "ci.server-2", "A_b+c"])
def test_what_is_a_name_is_taken(shop: Shop, name: str) -> None:
    shop.service.add_key(name, author="op", note="for the build")
    (key,) = shop.service.known_keys()
    assert (key.principal, key.note, key.author) == (name, "for the build", "op")


def test_who_calls_without_a_key_has_none(shop: Shop) -> None:
    with pytest.raises(RefusedByUs, match="calls without a key"):
        shop.service.add_key("local", author="op")


@pytest.mark.parametrize("note", ["two\nlines", "x" * 201])
def test_a_note_is_one_short_line(shop: Shop, note: str) -> None:
    with pytest.raises(RefusedByUs, match="a note is one line"):
        shop.service.add_key("anna", author="op", note=note)


def test_a_key_counts_in_a_server_that_runs_until_it_is_removed(pet_shop: Shop) -> None:
    surfaces = PublishedSurfaces(pet_shop.store)
    surfaces.refresh()
    assert not surfaces.keys_were_made
    with pet_shop.again() as other:
        key = other.service.add_key("anna", author="op").key
    assert surfaces.refresh() == frozenset()
    assert surfaces.keys_were_made
    assert (surfaces.principal_of(key), surfaces.principals) == ("anna", {"anna"})
    assert surfaces.principal_of(key + "x") is None
    with pet_shop.again() as other:
        other.service.remove_keys(["1"], author="op")
    surfaces.refresh()
    assert surfaces.principal_of(key) is None
    assert surfaces.keys_were_made


def test_keys_go_one_by_one_or_with_their_principal(shop: Shop) -> None:
    for name in ("anna", "ben", "anna", "carl"):
        shop.service.add_key(name, author="op")
    gone = shop.service.remove_keys(["anna", "2"], author="op")
    assert sorted(key.number for key in gone) == [1, 2, 3]
    assert [key.principal for key in shop.service.known_keys()] == ["carl"]


def test_a_key_that_is_not_there_leaves_all_as_it_was(shop: Shop) -> None:
    shop.service.add_key("anna", author="op")
    with pytest.raises(RefusedByUs, match=r"no key 'ana' \(did you mean anna\?\)"):
        shop.service.remove_keys(["anna", "ana"], author="op")
    assert len(shop.service.known_keys()) == 1
