"""`.ci/audit.py` reports known vulnerabilities, and never claims an audit that did not happen."""

from __future__ import annotations

import runpy

import pytest

from tests.helpers import ROOT

verdict = runpy.run_path(str(ROOT / ".ci" / "audit.py"))["verdict"]
SOUND = {"name": "flask", "version": "3.1.0", "vulns": []}
FAULTY = {"name": "jinja2", "version": "2.0", "vulns": [{"id": "PYSEC-2021-66", "fix_versions": ["2.11.3"]}]}
SKIPPED = {"name": "numba", "skip_reason": "Dependency not found on PyPI and could not be audited: numba (0.1)"}


@pytest.mark.parametrize("report", [None, {}, [], {"dependencies": []}, {"dependencies": [SKIPPED, SKIPPED]}])
def test_report_of_skipped_packages_is_no_audit(report: object):
    """pip-audit itself says 'No known vulnerabilities found' even after skipping every package."""
    assert verdict(report) == (
        True,
        "Not audited: the advisory service cannot be asked from here. Nothing is known of faults.",
    )


def test_report_of_asked_packages_counts_them_and_names_skipped_ones():
    assert verdict({"dependencies": [SOUND]}) == (True, "Audited 1 packages: no faults are known.")
    fine, sentence = verdict({"dependencies": [SOUND, SKIPPED]})
    assert fine
    assert sentence.endswith("Not asked, as unknown to the service: numba.")


def test_faults_are_told_and_fail():
    fine, sentence = verdict({"dependencies": [SOUND, FAULTY, SKIPPED]})
    assert not fine
    assert "jinja2 2.0: PYSEC-2021-66, fixed in 2.11.3" in sentence
    assert "numba" in sentence
