"""The long form: random faults, one after another, during minutes of load. `make faults` prints the figures.

`FAULTS_MINUTES` gives the duration (5); `FAULTS_SEED` repeats a run, as far as chance is under our control.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from perfect_play.solvers.tables.store import Store
from tests.faults.conftest import SEED
from tests.faults.ground import Ground
from tests.faults.harms import HARMS
from tests.helpers import ROOT, load
from tests.native.solving import in_a_process

MINUTES = float(os.environ.get("FAULTS_MINUTES") or 5)
pytestmark = pytest.mark.faults


def tell(capsys: pytest.CaptureFixture[str], line: str) -> None:
    """Print a line even if the test passes."""
    with capsys.disabled():
        print(f"\n{line}", end="", flush=True)


def test_service_under_load_recovers_from_random_faults_in_turn(
    tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]
):
    """Some come before the last is mended. In the end all is well, and nothing was ever wrong."""
    rng, done = random.Random(seed), Counter[str]()
    tell(capsys, f"{SEED}={seed} FAULTS_MINUTES={MINUTES:g}")
    ground = Ground(tmp_path, seed, clients=4)
    begun = time.monotonic()
    try:
        waiting: list[str] = []
        while time.monotonic() - begun < 60 * MINUTES:
            waiting = waiting or rng.sample(sorted(HARMS), len(HARMS))
            name = waiting.pop()
            HARMS[name](ground, rng)
            done[name] += 1
            ground.nothing_wrong()
            if rng.random() < 0.5:
                ground.mended()
    finally:
        seconds = time.monotonic() - begun
        tell(capsys, f"{sum(done.values())} faults in {seconds / 60:.1f} minutes; {ground.clients.answers}")
        tell(capsys, ", ".join(f"{name} {count}" for name, count in sorted(done.items())))
        ground.finish()
    tell(capsys, "Afterward every table verified, and nothing was left over.")


def test_a_native_solve_killed_again_and_again(tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]):
    """At random moments, and every second time a byte of its leftovers is changed; the table is still right.

    Number of positions and greatest remoteness: burnt pancakes as published (see `docs/performance.md`).
    """
    rng, rules = random.Random(seed), load("pancakes/8")
    command = [sys.executable, "-m", "perfect_play.solvers.native.process", str(tmp_path), "pancakes", "8"]
    kills = damaged = 0
    for _ in range(max(3, int(2 * MINUTES))):
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as solving:
            time.sleep(rng.uniform(0.5, 12))
            solving.send_signal(signal.SIGKILL)
            assert solving.stdout is not None
            said = [json.loads(line) for line in solving.stdout if line.endswith("\n")]
        kills += 1
        if said and said[-1].get("done"):
            Store(tmp_path / "tables").remove(rules)
        left = [path for path in tmp_path.rglob("*") if path.is_file() and path.stat().st_size]
        if left and kills % 2 == 0:
            path = rng.choice(left)
            raw = bytearray(path.read_bytes())
            raw[rng.randrange(len(raw))] ^= rng.randrange(1, 256)
            path.write_bytes(raw)
            damaged += 1
    in_a_process(tmp_path, rules.full_id)
    meta = Store(tmp_path / "tables").check(rules)
    assert (meta.positions, meta.maximum) == (10_321_920, 15)
    assert not list((tmp_path / "work").glob("*"))
    assert [path.name for path in (tmp_path / "tables").iterdir()] == ["pancakes.8.sqlite"]
    tell(capsys, f"A native solve killed {kills} times, {damaged} times with a byte changed: its table is right.")
