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


SECOND_RING = (
    "tests/browser/",
    "tests/cluster/",
    "tests/faults/",
    "tests/docs/test_command_line.py",
    "tests/docs/test_deploy_runs.py",
    "tests/docs/test_tutorial.py",
    "tests/native/test_counting.py",
    "tests/native/test_every_variant.py",
    "tests/native/test_pattern_databases.py",
    "tests/perfect_play/test_open_spiel.py",
    "tests/perfect_play/test_package.py",
    "tests/server/test_connections.py",
    "tests/server/test_fuzz.py",
    "tests/server/test_lost_tables.py",
    "tests/server/test_reload.py",
    "tests/server/test_soak.py",
)
"""What the whole suite leaves out unless it is run with `--all`, as `make test-all` and CI do: browsers, clusters,
faults, packages, long examples and larger variants. Tests marked `thorough` belong to it, too."""

LONGEST = ("tests/server/test_soak.py", "tests/cluster/test_faults.py", "tests/docs/test_command_line.py")
"""The slowest tests start first, so that no worker is left with one at the end."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run both rings of tests")
    parser.addoption("--first-ring", action="store_true", help="run the first ring, as without arguments")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run the whole suite on all cores, without the second ring; named files in this process, with all their tests."""
    options = config.option
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        options.first_ring = not options.all and options.markexpr == config.getini("addopts")[-1]
        if options.numprocesses is None and not options.usepdb and not options.collectonly:
            options.numprocesses, options.dist = "auto", "worksteal"


gc.disable()  # tens of thousands of tests are collected, and nothing among them is garbage


def pytest_collection_finish() -> None:
    """Let the collector look only at what tests make."""
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.first_ring:
        second = [item for item in items if item.nodeid.startswith(SECOND_RING) or item.get_closest_marker("thorough")]
        config.hook.pytest_deselected(items=second)
        items[:] = [item for item in items if item not in set(second)]
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
