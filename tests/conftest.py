"""For all tests: services and commands solve only what is small at their start."""

from __future__ import annotations

import os

from solvers.manager import PRESOLVE_LIMIT
from tests.helpers import START_UP_LIMIT

os.environ[PRESOLVE_LIMIT] = str(START_UP_LIMIT)
