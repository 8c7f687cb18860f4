"""The harness of compiled searches: runs one a slice at a time, so that it ends when its time is up or nobody waits.

A search is a loop in the subset of Python that Numba compiles, `loop(nodes, control, *arrays)`. It looks at about
`nodes` positions, begins or goes on where `control` says, and returns PAUSED, ENDED, or a number of its own if it has
something to say, SUCCESS for example. `control` is int64: where the loop stands (DEPTH), the positions it has generated
and expanded, and from OWN on whatever else it reads and writes. With 0 nodes, it generates none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from perfect_play.solvers.locks import deaf_to_ctrl_c
from perfect_play.solvers.native.compiler import keep_code

DEPTH, GENERATED, EXPANDED, OWN = 0, 1, 2, 3
PAUSED, ENDED, SUCCESS = 0, 1, 2


class Stopped(Exception):
    """A search may not go on."""


class Meter(Protocol):
    """What a search may spend. Both methods raise an error when that is spent."""

    def nodes_left(self, limit: int) -> int:
        """How many positions the search may look at next, at most this many."""

    def spend(self, generated: int, expanded: int) -> None:
        """Count positions that were generated and expanded."""


class Switch:
    """A meter that lets a search go on as long as `go_on()` is true. Raises Stopped."""

    def __init__(self, go_on: Callable[[], bool]) -> None:
        self._go_on = go_on

    def nodes_left(self, limit: int) -> int:
        """The limit."""
        if not self._go_on():
            raise Stopped
        return limit

    def spend(self, generated: int, expanded: int) -> None:
        """Positions are not limited."""


class SearchLoop:
    """A compiled loop. Threads may share it.

    loop: the function. nodes: positions between looks at the clock. control, arrays: what it can be called with; it is
    compiled for arrays of these types.
    """

    def __init__(self, loop: Callable[..., int], nodes: int, control: Any, *arrays: Any) -> None:
        """Compile the loop, or take it from the compiler's cache. Raises OSError."""
        self._loop, self._nodes = loop, nodes
        self.positions = 0
        """Positions generated so far, by all searches."""
        with deaf_to_ctrl_c():  # an interrupted compiler prints a traceback
            loop(0, control, *arrays)

    def run(self, meter: Meter, control: Any, *arrays: Any) -> Iterator[int]:
        """Search to the end; yield whatever the loop has to say. Raises what the meter raises; then it can go on."""
        message = PAUSED
        while message != ENDED:
            nodes, before = meter.nodes_left(self._nodes), control.copy()
            message = self._loop(nodes, control, *arrays)
            generated, expanded = (control - before)[[GENERATED, EXPANDED]].tolist()
            self.positions += generated
            meter.spend(generated, expanded)
            if message == PAUSED and not generated:
                meter.spend(nodes + 1, 0)  # fewer than the loop needs for a step
            elif message not in (PAUSED, ENDED):
                yield message

    def finish(self, go_on: Callable[[], bool], control: Any, *arrays: Any) -> None:
        """Search to the end. Raises Stopped once `go_on()` is false; then it can go on."""
        for _ in self.run(Switch(go_on), control, *arrays):
            pass


@contextmanager
def compiling_for(data_dir: Path) -> Iterator[None]:
    """In this block, code is compiled: kept where that of this data directory belongs, and not interrupted."""
    keep_code(data_dir)
    with deaf_to_ctrl_c():
        yield
