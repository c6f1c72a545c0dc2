"""Run Kinto, somebody else's API with a Swagger 2.0 description, on a loopback port."""

import contextlib
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from tests.servers import free_port

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = ROOT / ".venv-real"
PACKAGES = ("kinto==26.*", "waitress>=3", "setuptools<80")

_INI = """\
[app:main]
use = egg:kinto
kinto.project_name = demo
kinto.storage_backend = kinto.core.storage.memory
kinto.permission_backend = kinto.core.permission.memory
kinto.cache_backend = kinto.core.cache.memory
kinto.includes = kinto.plugins.default_bucket
multiauth.policies = basicauth
kinto.userid_hmac_secret = {secret}
kinto.bucket_create_principals = system.Authenticated
[server:main]
use = egg:waitress#main
host = 127.0.0.1
port = {port}
"""


def install() -> Path:
    """Return the program, installed into an environment of its own when it is missing."""
    program = ENVIRONMENT / "bin" / "kinto"
    if not program.exists():
        pip = [str(ENVIRONMENT / "bin" / "python"), "-m", "pip", "install", "--quiet"]
        subprocess.run([sys.executable, "-m", "venv", str(ENVIRONMENT)], check=True)
        subprocess.run([*pip, "--disable-pip-version-check", *PACKAGES], check=True)
    return program


@contextlib.contextmanager
def running(folder: Path) -> Iterator[str]:
    """Serve Kinto and give its base URL."""
    port = free_port()
    (folder / "kinto.ini").write_text(_INI.format(secret="abc123", port=port))
    with (folder / "kinto.log").open("wb") as log:
        process = subprocess.Popen(
            [str(install()), "start", "--ini", "kinto.ini", "--port", str(port)],
            cwd=folder,
            stdout=log,
            stderr=log,
        )
        try:
            base = f"http://127.0.0.1:{port}/v1"
            _wait_for(process, f"{base}/__lbheartbeat__")
            yield base
        finally:
            process.terminate()
            process.wait(10)


def _wait_for(process: "subprocess.Popen[bytes]", url: str) -> None:
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            urllib.request.urlopen(url, timeout=5).close()
            return
        time.sleep(0.1)
    raise RuntimeError("Kinto did not start")
