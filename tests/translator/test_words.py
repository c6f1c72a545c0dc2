import pytest

from translator.operation import Operation
from translator.words import (
    acting_word,
    adding_word,
    destroying_word,
    is_plural,
    literal_segments,
    only_reads_word,
    plain_operation_id,
    singular,
    spoken_words,
    words_of,
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("listPets", ("list", "pets")),
        ("HTTPServer_get", ("http", "server", "get")),
        ("oauth2-client", ("oauth2", "client")),
        ("getV3Projects", ("get", "v3", "projects")),
        ("3d_secure", ("3d", "secure")),
        ("港股K线", ("k",)),
        ("", ()),
    ],
)
def test_names_split_into_words(text, words):
    assert words_of(text) == words


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("pets", "pet"),
        ("companies", "company"),
        ("addresses", "address"),
        ("boxes", "box"),
        ("batches", "batch"),
        ("statuses", "status"),
        ("databases", "database"),
        ("houses", "house"),
        ("aliases", "alias"),
        ("people", "person"),
        ("movies", "movie"),
        ("status", "status"),
        ("news", "news"),
        ("analysis", "analysis"),
        ("dns", "dns"),
        ("data", "data"),
    ],
)
def test_plurals_become_singular(plural, one):
    assert singular(plural) == one
    assert is_plural(plural) == (plural != one)


def test_literal_segments_leave_variables_out():
    assert literal_segments("/users/{id}/files/{name}.json") == ("users", "files", ".json")


@pytest.mark.parametrize(
    ("operation", "plain"),
    [
        (Operation("GET", "/items/{item_id}", "read_item_items__item_id__get"), "read_item"),
        (Operation("GET", "/v1/models", "list_models_v1_models_get"), "list_models"),
        (Operation("GET", "/items", "read_items_api_v1_items_get"), "read_items"),
        (Operation("POST", "/x", "deletePadUsingPOST_1"), "deletePad"),
        (Operation("GET", "/", "GET_DeleteDomain"), "DeleteDomain"),
        (Operation("GET", "/items", "items_get"), "items_get"),
        (Operation("GET", "/items", None), ""),
    ],
)
def test_what_generators_add_is_left_out(operation, plain):
    assert plain_operation_id(operation) == plain


@pytest.mark.parametrize(
    ("operation", "words"),
    [
        (Operation("GET", "/a", "listPets", summary="Delete"), ("list", "pets")),
        (Operation("POST", "/a", None, summary="Creates a pet"), ("creates",)),
        (Operation("GET", "/users/{id}/logOut"), ("log", "out")),
        (Operation("POST", "/a", "bulkDeleteUsers"), ("delete", "users")),
        (Operation("GET", "/{a}"), ()),
    ],
)
def test_what_says_what_an_operation_does(operation, words):
    assert spoken_words(operation) == words


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("deleteGroup", "delete"),
        ("getDeletedGroups", None),
        ("updates", None),
        ("setText", "set"),
        ("move_list", None),
    ],
)
def test_the_name_of_a_get_can_say_that_it_acts(name, word):
    assert acting_word(Operation("GET", "/x", name)) == word


@pytest.mark.parametrize(
    ("operation", "word"),
    [
        (Operation("POST", "/a", "searchPets"), "search"),
        (Operation("POST", "/a", "pets_query"), "query"),
        (Operation("POST", "/certificates/query"), "query"),
        (Operation("POST", "/a", "createSearch"), None),
        (Operation("POST", "/a", "runQuery"), None),
        (Operation("POST", "/a", "login"), None),
    ],
)
def test_a_name_can_suggest_that_an_operation_only_reads(operation, word):
    assert only_reads_word(operation) == word


@pytest.mark.parametrize(
    ("name", "summary", "word"),
    [
        ("purgePets", None, "purge"),
        ("pets.cancel", None, "cancel"),
        ("create_block_document", None, None),
        ("blockUser", None, "block"),
        ("users/block", None, "block"),
        ("feedPet", "Removes the food", "remove"),
        ("feedPet", "Feed it, then remove the rest", None),
    ],
)
def test_a_name_or_summary_can_say_that_it_destroys(name, summary, word):
    found = destroying_word(Operation("POST", "/a", name, summary=summary))

    assert (found or "").removesuffix("s") == (word or "")


@pytest.mark.parametrize(
    ("name", "summary", "word"),
    [
        ("createPet", None, "create"),
        ("pets_add", "Update pets", "add"),
        ("postAttributes", "Create an attribute", "create"),
        ("postAttributes", "Create or update an attribute", None),
        ("postAttributes", "Create it and delete the old one", None),
        ("createOrUpdatePet", "Create a pet", None),
        ("createDeletion", "Delete a pet", None),
        ("feedPet", "Feed it", None),
    ],
)
def test_a_name_or_else_a_summary_can_say_that_it_only_adds(name, summary, word):
    assert adding_word(Operation("POST", "/a", name, summary=summary)) == word
