import pytest

from translator.runtime.response import Response


def test_header_names_compare_without_case() -> None:
    response = Response(200, (("X-A", "1"), ("x-a", "2")))
    assert response.header("x-A") == "1"
    assert response.header("y") is None


@pytest.mark.parametrize(
    ("headers", "size"),
    [
        ((("Content-Length", "12"),), 12),
        ((), None),
        ((("Content-Length", "many"),), None),
        ((("Content-Length", "12"), ("Content-Encoding", "gzip")), None),
    ],
)
def test_announced_size_counts_only_without_coding(
    headers: tuple[tuple[str, str], ...], size: int | None
) -> None:
    assert Response(200, headers).declared_bytes == size
