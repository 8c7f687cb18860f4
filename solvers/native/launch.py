"""Starts a native solve in a process of its own, and relays how it goes. Imports no compiler."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from puzzles.base import Puzzle, Rules

ROOT = Path(__file__).resolve().parent.parent.parent
WORTH_IT = 300_000  # positions; the reference solver does fewer sooner than a kernel is compiled


class NativeSolveFailed(Exception):
    """A native solve ended without a table; the message says why."""


@cache
def compiler_installed() -> bool:
    """Whether Numba can be imported; it is not imported to find out."""
    return importlib.util.find_spec("numba") is not None


def goes_native(rules: Rules) -> bool:
    """Whether this variant is solved by its kernel."""
    large = rules.variant.positions > WORTH_IT
    fits = isinstance(rules, Puzzle) and rules.backward and rules.size is not None
    return large and fits and compiler_installed() and rules.kernel() is not None


def solve_native(data_dir: Path, rules: Rules, tell: Callable[[int], None]) -> None:
    """Solve a variant natively and publish its table. Raises NativeSolveFailed."""
    arguments = [str(data_dir.resolve()), rules.id, rules.variant.id, "--with-parent"]
    command = [sys.executable, "-m", "solvers.native.dense", *arguments]
    told: dict[str, Any] = {}
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
    with process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                told = {**told, **json.loads(line)}
                if "positions" in told:
                    tell(told["positions"])
        except BaseException:
            process.kill()
            raise
    if not told.get("done"):
        level = f"; levels up to {told['level']} are kept" if "level" in told else ""
        raise NativeSolveFailed(told.get("error") or f"its process ended with code {process.returncode}{level}")
