"""Without Dask, `--workers` says that a variant has no kernel before it asks to install Dask."""

from __future__ import annotations

import importlib.util

import pytest

from perfect_play.solvers.cluster.cluster_launch import INSTALL, Cluster, why_not
from tests.helpers import load


def test_a_missing_kernel_is_reported_first(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    cluster = Cluster(2, None, None)
    assert "bishoppuzzle/4x5_4 has no kernel" in (why_not(load("bishoppuzzle/4x5_4"), cluster) or "")
    assert why_not(load("npuzzle/2x4"), cluster) == f"Dask is not installed: {INSTALL}"
