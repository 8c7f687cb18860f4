"""`python .ci/audit.py PYTHON`: whether faults are known of the packages that are installed for this Python.

Asks the advisory service by pip-audit, which gets an environment of its own. Exit status 1 where faults are known or
packages do not fit together. Where the service cannot be asked it says so, and that nothing is known: a run without a
network is no failure, and it is no audit either.
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
    """(whether no faults are known, what there is to say) of what pip-audit reports; None: it reported nothing."""
    packages = report.get("dependencies", []) if isinstance(report, dict) else []
    asked = [package for package in packages if "skip_reason" not in package]
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    faults = [
        f"{package['name']} {package['version']}: {fault['id']}, mended in {', '.join(fault['fix_versions']) or '-'}"
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
    """What pip-audit reports of the packages of a Python; None where it cannot be had, or asks in vain."""
    with tempfile.TemporaryDirectory() as folder:
        venv = Path(folder)
        here = subprocess.run(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], capture_output=True, text=True
        ).stdout.strip()
        install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]
        try:
            subprocess.run([sys.executable, "-m", "venv", folder], check=True, timeout=SECONDS)
            command = [str(venv / "bin" / "python"), *install, str(ROOT / "requirements-audit.txt")]
            subprocess.run(command, check=True, timeout=SECONDS, capture_output=True)
            command = [str(venv / "bin" / "pip-audit"), "--format=json", "--progress-spinner=off", f"--path={here}"]
            asked = subprocess.run(command, timeout=SECONDS, capture_output=True, text=True)
            return json.loads(asked.stdout)
        except (OSError, ValueError, subprocess.SubprocessError):
            return None


def main() -> int:
    """0 where nothing speaks against the packages, as far as can be told."""
    (python,) = sys.argv[1:]
    fitting = subprocess.run([python, "-m", "pip", "check", "--disable-pip-version-check"])
    fine, sentence = verdict(report_on(python))
    print(sentence)
    return int(fitting.returncode != 0 or not fine)


if __name__ == "__main__":
    sys.exit(main())
