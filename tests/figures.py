"""Prints the figures that the project watches: `python -m tests.figures`."""

from __future__ import annotations

import subprocess

from tests.helpers import ROOT
from tests.naming import product_modules, shares

PRODUCT = (".py", ".js", ".css", ".html")


def tracked() -> list[str]:
    """The files of the repository."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return listed.stdout.splitlines()


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


if __name__ == "__main__":
    main()
