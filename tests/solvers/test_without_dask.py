"""Without Dask, `--workers` first says what a variant lacks, and only then what to install."""

from __future__ import annotations

import importlib.util

import pytest

from solvers.cluster.launch import INSTALL, Cluster, why_not
from tests.helpers import load


def test_what_a_variant_lacks_is_said_first(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    cluster = Cluster(2, None, None)
    assert "bishoppuzzle/4x5_4 has no kernel" in (why_not(load("bishoppuzzle/4x5_4"), cluster) or "")
    assert why_not(load("npuzzle/2x4"), cluster) == f"Dask is not installed: {INSTALL}"
