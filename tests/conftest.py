"""For all tests: services and commands solve only small variants at start-up and share compiled kernels."""

from __future__ import annotations

import gc
import os
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from solvers.settings import KERNEL_DIR, PRESOLVE_LIMIT
from tests.browser.finding import LEFT_OUT
from tests.helpers import START_UP_LIMIT
from tests.kept_tables import KERNELS, kept

os.environ[PRESOLVE_LIMIT] = str(START_UP_LIMIT)
os.environ[KERNEL_DIR] = str(KERNELS / f"{sys.implementation.cache_tag}-numba-{version('numba')}")
kept()


LONGEST = ("tests/server/test_soak.py", "tests/cluster/test_faults.py", "tests/docs/test_command_line.py")
"""The slowest tests start first, so that no worker is left with one at the end."""


gc.disable()  # tens of thousands of tests are collected, and nothing among them is garbage


def pytest_collection_finish() -> None:
    """Let the collector look only at what tests make."""
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


@pytest.fixture(scope="session")
def kernels() -> Path:
    """The directory of compiled kernels that all tests share."""
    return Path(os.environ[KERNEL_DIR])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report that the tests of the page were skipped, if they were."""
    skipped = [report.longrepr[2] for report in terminalreporter.stats.get("skipped", []) if report.longrepr]
    left_out = [reason for reason in skipped if LEFT_OUT in reason]
    if left_out:
        sentence = left_out[0].removeprefix("Skipped: ")
        terminalreporter.write_line(f"{len(left_out)} tests of the page were left out. {sentence}", yellow=True)
