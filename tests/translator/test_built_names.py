import pytest

from translator.built_names import built_name, is_noise
from translator.operation import Operation


@pytest.mark.parametrize(
    ("method", "path", "name"),
    [
        ("GET", "/pets", "list_pets"),
        ("GET", "/pets/{petId}", "get_pet"),
        ("POST", "/pets", "create_pet"),
        ("PATCH", "/pets/{petId}", "update_pet"),
        ("PUT", "/pets/{petId}", "replace_pet"),
        ("DELETE", "/pets/{petId}", "delete_pet"),
        ("HEAD", "/pets", "head_pets"),
        ("QUERY", "/pets", "query_pets"),
        ("GET", "/", "get_root"),
        ("GET", "/status", "get_status"),
        ("GET", "/api/v1/chapters", "list_chapters"),
        ("GET", "/api", "get_api"),
        ("GET", "/repos/{owner}/{repo}/issues/{number}", "get_repo_issue"),
        ("GET", "/users/{id}/avatar", "get_user_avatar"),
        ("GET", "/tags.json", "list_tags"),
        ("GET", "/groups/{id}.json", "get_group"),
        ("GET", "/{section}.{format}", "get_section_format"),
        ("GET", "/users/search", "search_users"),
        ("GET", "/search/users?query={query}", "search_users"),
        ("GET", "/searches/{id}", "get_search"),
        ("POST", "/containers/{id}/pause", "pause_container"),
        ("POST", "/certificates/query", "query_certificates"),
        ("POST", "/login", "post_login"),
        ("POST", "/pets/{id}", "post_pet"),
        ("GET", "/People('{UserName}')/Trips({Trip})", "get_person_trip"),
        ("POST", "/conversations/{id}#stream", "post_conversation_stream"),
        ("PROPFIND", "/files/{id}", "propfind_file"),
        ("GET", "/宠物", "get_path"),
    ],
)
def test_a_name_is_built_of_verb_and_nouns(method, path, name):
    assert built_name(Operation(method, path)) == name


def test_a_built_name_that_would_be_too_long_loses_its_context_first():
    path = "/organisations/{a}/administration-units/{b}/documents/{c}/attachments/{d}/versions"

    assert built_name(Operation("GET", path)) == (
        "list_administration_unit_document_attachment_versions"
    )


@pytest.mark.parametrize(("word", "yes"), [("api", True), ("v1", True), ("pets", False)])
def test_some_words_of_a_path_name_nothing(word, yes):
    assert is_noise(word) is yes
