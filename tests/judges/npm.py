"""Install a judge that is an npm package, from the lock file that stands beside it."""

import shutil
import subprocess
from pathlib import Path

OUT = Path(__file__).resolve().parents[2] / "out"
_LOCKED = ("package.json", "package-lock.json")


def installed(locked: Path, name: str) -> Path:
    """Install what the lock file in `locked` says into out/`name`, once; return node_modules.

    Scripts of packages are not run: none is needed, and some tell their authors who installs.

    Raises:
        RuntimeError: there is no npm, or it fails.
    """
    folder = OUT / name
    done = folder / "installed"
    wanted = "".join((locked / file).read_text(encoding="utf-8") for file in _LOCKED)
    if not done.is_file() or done.read_text(encoding="utf-8") != wanted:
        done.unlink(missing_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
        for file in _LOCKED:
            shutil.copy(locked / file, folder / file)
        _npm(folder, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        done.write_text(wanted, encoding="utf-8")
    return folder / "node_modules"


def _npm(folder: Path, *arguments: str) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise RuntimeError("npm is missing; install Node.js 20 or later")
    command = [npm, *arguments]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise RuntimeError(f"npm {arguments[0]} failed: {ran.stderr or ran.stdout}")
