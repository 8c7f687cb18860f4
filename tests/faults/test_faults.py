"""Whatever is done to the service under load, no answer is wrong, and it soon recovers.

Answers are checked against the reference solver in this process; connections may be lost while something is killed, and
unknown results are refused with 503 and `Retry-After`. Afterwards every table exists and is proved by the rules, and
nothing half-written is left. The long form: `make faults`.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.faults.ground import Ground
from tests.faults.harms import HARMS

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes under /proc")


@pytest.mark.parametrize("name", HARMS)
def test_service_under_load_recovers_from_a_fault(ground: Ground, name: str, rng: random.Random):
    before = ground.clients.answers.right
    HARMS[name](ground, rng)
    ground.mended()
    assert ground.clients.answers.right > before
