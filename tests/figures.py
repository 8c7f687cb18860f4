"""Prints the figures that the project watches: `python -m tests.figures`."""

from __future__ import annotations

import json
import os
import subprocess

from tests.helpers import ROOT
from tests.naming import product_modules, shares

FIRST_RING_TOOK = "perfect-play/first-ring-seconds"
"""The name in pytest's cache."""

PRODUCT = (".py", ".js", ".css", ".html")


def tracked() -> list[str]:
    """The files of the repository."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return listed.stdout.splitlines()


def first_ring() -> str:
    """How long the first ring of tests took when it last passed on this machine."""
    path = ROOT / ".pytest_cache" / "v" / FIRST_RING_TOOK
    if not path.exists():
        return "not timed on this machine yet: make test"
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{json.loads(path.read_text()):>8,} s on a machine of {cores} cores"


def main() -> None:
    """Print a line for each figure."""
    files = tracked()
    lines = {name: (ROOT / name).read_bytes().count(b"\n") for name in files if name.endswith(PRODUCT)}
    documents = [name for name in files if name.endswith(".md") and "/translations/" not in name]
    words = sum(len((ROOT / name).read_text().split()) for name in documents)
    participles, bare, _ = shares(product_modules())
    print(f"lines of the product    {sum(n for name, n in lines.items() if not name.startswith('tests/')):>8,}")
    print(f"lines of tests          {sum(n for name, n in lines.items() if name.startswith('tests/')):>8,}")
    print(f"words of documents      {words:>8,}")
    print(f"names: bare participles {100 * participles:>8.2f} %")
    print(f"names: with empty words {100 * bare:>8.2f} %")
    print(f"first ring of the tests {first_ring()}")


if __name__ == "__main__":
    main()
