"""`make cases`: run the fault cases beside the checkout against the program."""

import subprocess
import sys
from pathlib import Path

_HERE = Path(__file__).resolve()
_CASES = _HERE.parents[3] / "shared" / "cases"

#: Fewer passing cases than this fail the run.
AT_LEAST = 28


def main() -> int:
    """Run them all; the last line gives the figures."""
    if not (_CASES / "run.py").is_file():
        sys.stdout.write("cases: skipped, the fault cases (../shared/cases) are absent\n")
        return 0
    command = [sys.executable, str(_CASES / "run.py"), "--adapter", "adapter:IsthmusAdapter"]
    command += ["--adapter-path", str(_HERE.parent), "--jobs", "1", *sys.argv[1:]]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    sys.stdout.write(done.stdout)
    passed = sum(line.startswith("PASS") for line in done.stdout.splitlines())
    total = sum(
        line.split(" ")[0] in ("PASS", "FAIL", "ERROR") for line in done.stdout.splitlines()
    )
    wanted = min(AT_LEAST, total) if len(sys.argv) > 1 else AT_LEAST
    sys.stdout.write(f"cases: {passed} of {total} pass (at least {wanted} must)\n")
    return 0 if passed >= wanted else 1


if __name__ == "__main__":
    sys.exit(main())
