from translator.operation import Operation


def test_the_key_is_method_and_path_as_written() -> None:
    assert Operation("GET", "/pets/{petId}?x=1").key == "GET /pets/{petId}?x=1"
