"""The lock files name one version of every package that is needed, with digests, and no place to get it from."""

from __future__ import annotations

import re

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.docs.licenses import SECTIONS, requirements
from tests.helpers import ROOT

LOCKS = {
    "requirements-build.lock": (),
    "requirements.lock": ("",),
    "requirements-ci.lock": tuple(SECTIONS),
}
"""The extras that each file locks; `""` are the requirements of the service."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def locked(name: str) -> dict[str, list[tuple[Requirement, list[str]]]]:
    """The entries of a lock file by package: each with its digests."""
    entries: dict[str, list[tuple[Requirement, list[str]]]] = {}
    for entry in re.sub(r"\\\n", "", (ROOT / name).read_text("utf-8")).splitlines():
        if not entry.startswith("#"):
            requirement, *digests = re.split(r"\s+--hash=", entry)
            package = Requirement(requirement)
            entries.setdefault(canonicalize_name(package.name), []).append((package, digests))
    return entries


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_has_one_version_and_digests(name: str):
    entries = locked(name)
    assert entries
    for package, versions in entries.items():
        for requirement, digests in versions:
            assert re.fullmatch(r"==[\w.!+]+", str(requirement.specifier)), package
            assert digests
            assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", digest.strip()) for digest in digests), package
    assert "://" not in (ROOT / name).read_text("utf-8"), "no place to get them from"


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("name", LOCKS)
def test_requirements_are_locked_within_their_bounds(name: str, python: str):
    environment = {"python_version": python, "python_full_version": f"{python}.0"}
    entries = locked(name)
    for extra in LOCKS[name]:
        for requirement in requirements(extra):
            versions = [
                version
                for version, _ in entries[canonicalize_name(requirement.name)]
                if version.marker is None or version.marker.evaluate(environment)
            ]
            assert len(versions) == 1, f"{requirement} with Python {python}: run: make lock"
            (exact,) = versions[0].specifier
            assert requirement.specifier.contains(exact.version), f"{requirement}: run: make lock"


def test_the_service_is_tested_with_what_it_is_installed_with():
    ours, tested = locked("requirements.lock"), locked("requirements-ci.lock")
    for package, versions in ours.items():
        assert [str(version) for version, _ in versions] == [str(version) for version, _ in tested[package]]
