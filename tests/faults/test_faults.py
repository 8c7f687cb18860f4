"""Whatever is done to the service under load, no answer is wrong, and it soon recovers.

Answers are checked against the reference solver in this process; connections may be lost while something is killed, and
unknown results are refused with 503 and `Retry-After`. Afterward every table exists and is proved by the rules, and
nothing half-written is left. The long form: `make faults`.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.faults.conftest import SEED
from tests.faults.ground import Ground
from tests.faults.harms import HARMS

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes under /proc")


def test_service_under_load_recovers_from_each_fault(ground: Ground, seed: int):
    """One test, since a process for each fault would need a ground of its own."""
    for name, harm in HARMS.items():
        print(f"{name}, {SEED}={seed}")  # shown when it fails
        before = ground.clients.answers.right
        harm(ground, random.Random(f"{seed} {name}"))
        ground.mended()
        assert ground.clients.answers.right > before
