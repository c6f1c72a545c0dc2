"""The shape of the project: each module has its tests, no file grows past its reader."""

import ast
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("translator", "curation", "web", "isthmus")
MAX_LINES = 500
MAX_FUNCTION_LINES = 50


def _tracked(*endings: str) -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [Path(name) for name in listed.stdout.split("\0") if name.endswith(endings)]
    return [path for path in paths if (ROOT / path).is_file()]


def _modules() -> list[Path]:
    return [
        path
        for path in _tracked(".py")
        if path.parts[0] in PACKAGES
        and path.name not in ("__init__.py", "env.py")
        and "versions" not in path.parts
        and _has_behaviour(path)
    ]


def _has_behaviour(path: Path) -> bool:
    """Say whether there is a function to test; values and protocols alone have none."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    return any(ast.unparse(node.body[-1]) != "..." for node in functions)


@pytest.mark.parametrize("path", _modules(), ids=str)
def test_each_module_has_its_test_file(path: Path) -> None:
    assert (ROOT / "tests" / path.parent / f"test_{path.name}").is_file()


@pytest.mark.parametrize("path", _tracked(".py", ".js", ".css", ".html"), ids=str)
def test_no_file_is_longer_than_a_reader_bears(path: Path) -> None:
    lines = (ROOT / path).read_text(encoding="utf-8").count("\n")
    assert lines <= MAX_LINES


@pytest.mark.parametrize("path", [p for p in _tracked(".py") if p.parts[0] in PACKAGES], ids=str)
def test_no_function_is_longer_than_a_screen(path: Path) -> None:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    long = [
        f"{node.name}: {node.end_lineno - node.lineno + 1}"
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno + 1 > MAX_FUNCTION_LINES
    ]
    assert long == []


@pytest.mark.parametrize(
    "target",
    "demo test corpus cases autorest prism tokens kinds hostile real bench".split(),  # noqa: SIM905
)
def test_each_target_of_the_readme_exists(target: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert f"make {target}" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"\n{target}:" in makefile
