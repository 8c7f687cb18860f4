"""`python -m tests.docs.licenses > docs/licenses.md`: every package installed for us, and its license."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.helpers import ROOT

ALLOWED = frozenset(
    {
        *("Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "CC0-1.0"),
        *("ISC", "MIT", "MIT-0", "MIT-CMU", "MPL-2.0", "PSF-2.0", "Zlib"),
    }
)
"""Licenses compatible with distribution alongside a program under the MIT license."""

SPDX = {
    "Apache License 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "BSD": "BSD",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
"""SPDX names for licenses that packages state otherwise."""

LOOKED_UP = {"axe-playwright-python": "MIT AND MPL-2.0", "resvg-py": "MIT"}
"""Licenses of packages without metadata: the repository's, and that of the axe-core it bundles."""

SECTIONS = {
    "": "What the service needs",
    "completion": "Also needed for completion in shells",
    "test": "Also needed for the first ring of the tests",
    "dev": "Also needed for the second ring, lint and types",
    "browser": "Also needed for the tests of the page",
    "cluster": "Also needed to solve on a cluster",
    "mcp": "Also needed for tools of language models",
    "data": "Also needed for Parquet and Arrow",
    "notebook": "Also needed for the notebook on training",
    "granian": "Also needed to serve by granian",
    "environments": "Also needed for learning environments",
}
HEAD = """# Licenses

Perfect Play is under the [MIT license](../LICENSE). The packages it is installed with, those that they need included,
and their licenses. Made by `python -m tests.docs.licenses`; a test compares it with what is installed, and refuses a
license that is not known to go with ours.
"""


def requirements(extra: str) -> list[Requirement]:
    """What the service requires, or if named, an extra."""
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    return [Requirement(line) for line in (extras[extra] if extra else lines) if not line.startswith("#")]


def required(extra: str) -> set[str]:
    """The names of what `requirements` gives."""
    return {canonicalize_name(requirement.name) for requirement in requirements(extra)}


def closure(names: Iterable[str]) -> dict[str, Distribution]:
    """These packages and all they need here, by name; packages not installed are left out."""
    found: dict[str, Distribution] = {}
    waiting = [(name, frozenset[str]()) for name in names]
    seen = set(waiting)
    while waiting:
        name, extras = waiting.pop()
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            continue
        for text in found[name].requires or ():
            needed = Requirement(text)
            wanted = needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in extras | {""})
            entry = (canonicalize_name(needed.name), frozenset(needed.extras))
            if wanted and entry not in seen:
                seen.add(entry)
                waiting.append(entry)
    return dict(sorted(found.items()))


def license_of(package: Distribution) -> str:
    """The license of a package, in SPDX if possible."""
    metadata = package.metadata
    expression = metadata.get("License-Expression")
    if expression:
        return expression
    classified = [
        line.rpartition(" :: ")[2]
        for line in metadata.get_all("Classifier") or ()
        if line.startswith("License :: OSI ")
    ]
    named = classified or [(metadata.get("License") or LOOKED_UP.get(canonicalize_name(package.name), "unknown"))]
    return " OR ".join(SPDX.get(name, name.splitlines()[0]) for name in named)


def refused(license: str) -> bool:
    """Whether an SPDX license is not allowed: every part of an AND must be allowed, one part of an OR."""
    words = re.findall(r"\(|\)|\bAND\b|\bOR\b|(?:(?! AND | OR )[^()])+", license.strip())
    words = [word.strip() for word in words if word.strip()]

    def any_of() -> bool:
        allowed = all_of()
        while words and words[0] == "OR":
            words.pop(0)
            allowed = all_of() or allowed
        return allowed

    def all_of() -> bool:
        allowed = one()
        while words and words[0] == "AND":
            words.pop(0)
            allowed = one() and allowed
        return allowed

    def one() -> bool:
        word = words.pop(0) if words else ""
        if word != "(":
            return word in ALLOWED
        allowed = any_of()
        return bool(words) and words.pop(0) == ")" and allowed

    return not any_of() or bool(words)


def document() -> str:
    """The document."""
    lines, known = [HEAD], set[str]()
    for extra, title in SECTIONS.items():
        packages = {name: package for name, package in closure(required(extra)).items() if name not in known}
        known |= set(packages)
        by_license: dict[str, list[str]] = {}
        for name, package in packages.items():
            by_license.setdefault(license_of(package), []).append(name)
        lines += [f"## {title}", "", "| license | packages |", "|---|---|"]
        lines += [f"| {license} | {', '.join(names)} |" for license, names in sorted(by_license.items())]
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


def licenses_in(text: str) -> dict[str, str]:
    """The license of each package that a part of the document lists."""
    rows = re.findall(r"^\| (.+) \| (.+) \|$", text, re.M)
    return {name: license for license, names in rows if names != "packages" for name in names.split(", ")}


if __name__ == "__main__":
    print(document(), end="")
