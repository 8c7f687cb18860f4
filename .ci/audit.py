"""`python .ci/audit.py PYTHON`: checks the packages installed for this Python for known vulnerabilities.

It runs pip-audit, in an environment of its own. The exit status is 1 if vulnerabilities are known or if packages are
incompatible. If the advisory service cannot be reached, it says so and succeeds: without a network nothing is audited,
but nothing has failed either.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 300


def verdict(report: Any) -> tuple[bool, str]:
    """(whether no vulnerabilities are known, a sentence) from the pip-audit report; None: there is no report."""
    packages = report.get("dependencies", []) if isinstance(report, dict) else []
    asked = [package for package in packages if "skip_reason" not in package]
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    faults = [
        f"{package['name']} {package['version']}: {fault['id']}, fixed in {', '.join(fault['fix_versions']) or '-'}"
        for package in asked
        for fault in package.get("vulns", [])
    ]
    if not asked:
        return True, "Not audited: the advisory service cannot be asked from here. Nothing is known of faults."
    unasked = f" Not asked, as unknown to the service: {', '.join(skipped)}." if skipped else ""
    if faults:
        return False, "\n".join([f"Audited {len(asked)} packages; faults are known.{unasked}", *faults])
    return True, f"Audited {len(asked)} packages: no faults are known.{unasked}"


def report_on(python: str) -> Any:
    """The pip-audit report on a Python's packages; None if it cannot be installed or cannot reach its service."""
    with tempfile.TemporaryDirectory() as folder:
        venv = Path(folder)
        here = subprocess.run(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], capture_output=True, text=True
        ).stdout.strip()
        install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        try:
            subprocess.run([sys.executable, "-m", "venv", folder], check=True, timeout=SECONDS)
            command = [str(venv / "bin" / "python"), *install, "pip-audit>=2.9,<3"]
            subprocess.run(command, check=True, timeout=SECONDS, capture_output=True)
            command = [str(venv / "bin" / "pip-audit"), "--format=json", "--progress-spinner=off", f"--path={here}"]
            asked = subprocess.run(command, timeout=SECONDS, capture_output=True, text=True)
            return json.loads(asked.stdout)
        except (OSError, ValueError, subprocess.SubprocessError):
            return None


def main() -> int:
    """Print the verdict. Returns 0 unless vulnerabilities are known or packages are incompatible."""
    (python,) = sys.argv[1:]
    fitting = subprocess.run([python, "-m", "pip", "check", "--disable-pip-version-check"])
    fine, sentence = verdict(report_on(python))
    print(sentence)
    return int(fitting.returncode != 0 or not fine)


if __name__ == "__main__":
    sys.exit(main())
