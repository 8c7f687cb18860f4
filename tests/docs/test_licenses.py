"""`docs/licenses.md` lists every package and its license, each compatible with ours."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from tests.docs.licenses import SECTIONS, closure, document, license_of, licenses_in, refused, required
from tests.helpers import ROOT

INSTALLED = {name: license_of(package) for extra in SECTIONS for name, package in closure(required(extra)).items()}
TEXT = (ROOT / "docs" / "licenses.md").read_text(encoding="utf-8")
LISTED = licenses_in(TEXT)
OPTIONAL = {
    name
    for extra, heading in SECTIONS.items()
    if not required(extra) <= set(INSTALLED)
    for name in licenses_in(TEXT.partition(f"## {heading}\n")[2].partition("\n## ")[0])
}
"""Packages in the document that belong to extras not installed here."""
MAKE = "python -m tests.docs.licenses > docs/licenses.md"


def alike(licenses: Mapping[str, str]) -> dict[str, str]:
    """The licenses without their exact forms, which vary between versions of a package."""
    return {name: re.sub(r"BSD-\d-Clause", "BSD", license) for name, license in licenses.items()}


def test_every_package_is_listed_with_its_license():
    listed = {name: LISTED.get(name, "") for name in INSTALLED}
    assert alike(listed) == alike(INSTALLED), f"run: {MAKE}"
    assert len(INSTALLED) > 30
    assert {"flask", "werkzeug", "gunicorn", "numba", "hypothesis"} <= set(INSTALLED)


def test_listed_licenses_are_of_needed_packages():
    """Except packages of an extra that is not installed, and those that other Pythons need."""
    others = {"colorama", "exceptiongroup", "tomli", "typing-extensions", "greenlet", "pyee"}
    assert set(LISTED) - set(INSTALLED) - OPTIONAL <= others, f"run: {MAKE}"


@pytest.mark.parametrize("name", INSTALLED)
def test_license_of_a_package_is_compatible_with_ours(name: str):
    assert not refused(INSTALLED[name]), f"{name} is under {INSTALLED[name]!r}"


@pytest.mark.parametrize(
    ("license", "no"),
    [
        *(("MIT", False), ("GPL-3.0-only", True), ("unknown", True), ("MIT AND GPL-2.0", True), ("", True)),
        *(
            ("GPL-2.0 AND (MIT OR ISC)", True),
            ("MPL-2.0 AND (GPL-2.0 OR MIT)", False),
            ("MIT )", True),
            ("( MIT", True),
        ),
        *(("MIT OR GPL-2.0", False), ("(MIT AND BSD-2-Clause) OR GPL-2.0", False), ("Apache-2.0 AND (MIT)", False)),
    ],
)
def test_license_texts_are_refused_or_accepted(license: str, no: bool):
    assert refused(license) is no


def test_the_document_is_what_the_command_writes():
    assert document().startswith((ROOT / "docs" / "licenses.md").read_text(encoding="utf-8").partition("|")[0])
