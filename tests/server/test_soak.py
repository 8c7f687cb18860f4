"""Thousands of requests of every kind: each answered correctly, and nothing accumulates."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfect_play.solvers.manager import PuzzleManager
from tests.server.live import Service, wait
from tests.server.mixture import Mixture
from tests.server.soaking import MIB, SoakOutcome, soak

SHORT, LONG = 600, 1_000_000
SPARE = 4
"""Transient descriptors to allow for, such as that of a kernel's file being read."""
CACHE = 16 * MIB
"""Small, so that it fills soon and blocks are constantly reread."""


def soaked(data: Path, log: Path, requests: int, rounds: int, each: int, workers: int, threads: int) -> SoakOutcome:
    """Soak a service with this many workers and threads per worker in all kinds of requests."""
    mixture = Mixture(PuzzleManager(data), seed=8, each=each)
    settings = {"UWAPI_CACHE_BYTES": str(CACHE), "UWAPI_BUILD": "0", "GUNICORN_CMD_ARGS": f"--threads {threads}"}
    with Service(data, log, workers, **settings) as service:
        wait("all workers", lambda: service.answers() and len(service.children()) == workers)
        done = soak(service, mixture, requests, rounds, seed=8)
        assert "Traceback" not in service.said()
    print(done)
    return done


def check(done: SoakOutcome, spare: int) -> None:
    """Check that every answer was right, no process died, and none holds more than its kind did halfway.

    spare: bytes of growth allowed for what a worker is asked for the first time in the second half.
    """
    assert done.faults == [], done
    assert len({tuple(sample) for sample in done.samples}) == 1, "a worker has died"
    half, last = done.samples[: len(done.samples) // 2], done.samples[-1]
    master, *workers = last
    for group in ([master], workers):
        before = [sample[pid] for sample in half for pid in group]
        assert max(last[pid].resident for pid in group) <= max(one.resident for one in before) + spare, done
        assert max(last[pid].descriptors for pid in group) <= max(one.descriptors for one in before) + SPARE, done


@pytest.mark.exhaustive
def test_short_soak_ends_without_a_fault(own_data: Path, tmp_path: Path):
    """One worker of two threads opens all the tables it may keep open within the first half."""
    check(soaked(own_data, tmp_path / "service.log", SHORT, rounds=6, each=2, workers=1, threads=2), 64 * MIB)


@pytest.mark.soak
def test_million_requests_end_without_a_fault(own_data: Path, tmp_path: Path):
    check(soaked(own_data, tmp_path / "service.log", LONG, rounds=20, each=10, workers=3, threads=16), 8 * MIB)
