"""`docs/reliability.md`: every test it names exists, and every fault of the suite is named."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from tests.faults.harms import HARMS
from tests.helpers import ROOT

TEXT = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", TEXT)))


@cache
def functions_of(name: str) -> set[str]:
    """The tests in a file."""
    tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize(("name", "function"), NAMED)
def test_test_that_holds_a_promise_exists(name: str, function: str):
    assert (ROOT / name).exists()
    assert not function or function in functions_of(name)


def test_reliability_document_names_many_tests():
    assert len(NAMED) >= 25


def test_every_row_names_a_test():
    for section in ("Faults", "Upgrades", "Load", "Bad input"):
        text = TEXT.partition(f"\n## {section}\n")[2].partition("\n## ")[0].partition("\n### ")[0]
        rows = [line for line in text.splitlines() if line.startswith("| ") and not line.startswith("| promise")]
        assert len(rows) >= 2
        for row in rows:
            assert re.search(r"`tests/[\w/]+\.py::test_\w+`", row) or set(re.findall(r"`(\w+)`", row)) & set(HARMS), row


def test_every_fault_is_named():
    rows = TEXT.partition("| what is done |")[2].partition("\n\n")[0]
    assert set(re.findall(r"`([a-z_]+)`", rows)) == set(HARMS)
