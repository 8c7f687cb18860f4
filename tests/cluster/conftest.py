"""A directory for compiled kernels, and whether Dask is available."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from perfect_play.solvers.cluster import job
from tests.cluster.machines import Machines
from tests.cluster.solving import load_given

REQUIRED = "CLUSTER_REQUIRED"
"""If set to 1, tests that need Dask fail if it is not installed, instead of being skipped."""
LEFT_OUT = "Dask is not installed. pip install -e '.[cluster]'"


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One data directory, so that nothing is compiled twice in a session."""
    return tmp_path_factory.mktemp("cluster")


@pytest.fixture(scope="session")
def dask() -> None:
    """Skip unless Dask is installed."""
    if importlib.util.find_spec("distributed") is None:
        assert os.environ.get(REQUIRED) != "1", LEFT_OUT
        pytest.skip(LEFT_OUT)


@pytest.fixture(autouse=True)
def given_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tasks of this process solve rules that only tests have, too."""
    monkeypatch.setattr(job, "registry", SimpleNamespace(load=load_given))


@pytest.fixture
def machines(dask: None, tmp_path: Path) -> Iterator[Machines]:
    """A scheduler and two workers, in separate processes."""
    with Machines(tmp_path) as started:
        yield started
