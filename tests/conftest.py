"""For all tests: services and commands solve only small variants at start-up and share compiled kernels."""

from __future__ import annotations

import gc
import os
import re
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from perfect_play.solvers.settings import KERNEL_DIR, PRESOLVE_LIMIT
from tests.browser.finding import LEFT_OUT
from tests.figures import FIRST_RING_TOOK
from tests.helpers import EXHAUSTIVE, ROOT, START_UP_LIMIT
from tests.kept_tables import KERNELS, kept

os.environ[KERNEL_DIR] = str(KERNELS / f"{sys.implementation.cache_tag}-numba-{version('numba')}")
kept()


SECOND_RING = (
    "tests/browser/",
    "tests/cluster/",
    "tests/faults/",
    "tests/docs/test_benchmarks.py",
    "tests/docs/test_command_line.py",
    "tests/docs/test_deploy_runs.py",
    "tests/docs/test_tutorial.py",
    "tests/native/test_compile_server.py",
    "tests/native/test_counting.py",
    "tests/native/test_every_variant.py",
    "tests/native/test_kernel_cache.py",
    "tests/native/test_pattern_databases.py",
    "tests/native/test_process.py",
    "tests/perfect_play/test_open_spiel.py",
    "tests/perfect_play/test_package.py",
    "tests/server/test_backends.py",
    "tests/server/test_connections.py",
    "tests/server/test_fuzz.py",
    "tests/server/test_generated_requests.py",
    "tests/server/test_hostile_text.py",
    "tests/server/test_lost_tables.py",
    "tests/server/test_playing.py",
    "tests/server/test_readers.py",
    "tests/server/test_reload.py",
    "tests/server/test_signals.py",
    "tests/server/test_soak.py",
    "tests/server/test_traversal.py",
    "tests/solvers/test_store_damage.py",
)
"""Folders and modules that the whole suite leaves out unless `--ring` says otherwise: browsers, clusters, faults,
packages, long examples, more kills, hostile input. Single tests of other modules are marked `second_ring`."""

LONGEST = ("tests/faults/test_faults.py", "tests/cluster/test_faults.py", "tests/docs/test_command_line.py")
"""The slowest tests start first, so that no worker is left with one at the end."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--ring", choices=["first", "second", "all"], help="the tests of the whole suite to run: %(choices)s"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run the first ring of the whole suite, on all cores; named files in this process, with all their tests."""
    options = config.option
    if hasattr(config, "workerinput"):  # this is one of the processes
        options.ring = config.workerinput["ring"]
    elif config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        options.ring = options.ring or ("first" if options.markexpr == config.getini("addopts")[-1] else "all")
        if getattr(options, "numprocesses", 0) is None and not options.usepdb and not options.collectonly:
            options.numprocesses, options.dist = "auto", "worksteal"
    if "not exhaustive" not in options.markexpr:
        os.environ[EXHAUSTIVE] = "1"
    os.environ[PRESOLVE_LIMIT] = str(START_UP_LIMIT)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a process which ring to run."""
    node.workerinput["ring"] = node.config.option.ring


STARTED = time.monotonic()
gc.disable()  # tens of thousands of tests are collected, and nothing among them is garbage


def pytest_collection_finish() -> None:
    """Let the collector look only at what tests make."""
    gc.freeze()
    gc.enable()


MARKED = re.compile(rb"\b(second_ring|late|cases|service_cases)\b")
"""What a module with tests of the second ring contains."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import what has no test of the ring."""
    ring, path = config.option.ring, collection_path
    if ring not in ("first", "second") or path.suffix not in ("", ".py"):
        return None
    name = f"{path.relative_to(ROOT).as_posix()}{'' if path.suffix else '/'}"
    if name.startswith(SECOND_RING):
        return True if ring == "first" else None
    return True if ring == "second" and path.suffix and not MARKED.search(path.read_bytes()) else None


def in_second_ring(item: pytest.Item) -> bool:
    """Whether the first ring leaves out this test."""
    return item.nodeid.startswith(SECOND_RING) or item.get_closest_marker("second_ring") is not None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    ring = config.option.ring
    if ring in ("first", "second"):
        in_ring = [in_second_ring(item) is (ring == "second") for item in items]
        config.hook.pytest_deselected(items=[item for item, ours in zip(items, in_ring, strict=True) if not ours])
        items[:] = [item for item, ours in zip(items, in_ring, strict=True) if ours]
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Remember how long the whole first ring took, for `make figures`."""
    config, options = session.config, session.config.option
    part = options.keyword or options.collectonly or getattr(options, "lf", True)
    whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS and not part
    if whole and options.ring == "first" and exitstatus == 0 and not hasattr(config, "workerinput"):
        config.cache.set(FIRST_RING_TOOK, round(time.monotonic() - STARTED))


@pytest.fixture(scope="session")
def ring(pytestconfig: pytest.Config) -> str | None:
    """The ring of tests that runs: first, second or all; None if tests are named."""
    return pytestconfig.option.ring


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
