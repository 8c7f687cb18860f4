"""The harness of compiled searches: runs one a slice at a time, so that it ends when its time is up or nobody waits.

A search is a loop in the subset of Python that Numba compiles, `loop(nodes, control, *arrays)`. It looks at about
`nodes` positions, begins or goes on where `control` says, and returns PAUSED, ENDED, or a number of its own if it has
something to say, SUCCESS for example. `control` is int64: where the loop stands (DEPTH), the positions it has generated
and expanded, and from OWN on whatever else it reads and writes. With 0 nodes, it generates none.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from perfect_play.solvers.arrays import Ints
from perfect_play.solvers.budget import Meter
from perfect_play.solvers.locks import deaf_to_ctrl_c
from perfect_play.solvers.native.compiler import keep_code

DEPTH, GENERATED, EXPANDED, OWN = 0, 1, 2, 3
PAUSED, ENDED, SUCCESS = 0, 1, 2


class SearchLoop:
    """A compiled loop. Threads may share it.

    loop: the function. nodes: positions between looks at the clock. control, arrays: what it can be called with; it is
    compiled for arrays of these types.
    """

    def __init__(self, loop: Callable[..., int], nodes: int, control: Ints, *arrays: Any) -> None:
        """Compile the loop, or take it from the compiler's cache. Raises OSError."""
        self._loop, self.nodes = loop, nodes
        self.positions = 0
        """Positions generated so far, by all searches."""
        with deaf_to_ctrl_c():  # an interrupted compiler prints a traceback
            loop(0, control, *arrays)

    def step(self, nodes: int, control: Ints, *arrays: Any) -> int:
        """Search a slice of this many positions; returns what the loop returns."""
        before = int(control[GENERATED])
        message = self._loop(nodes, control, *arrays)
        self.positions += int(control[GENERATED]) - before
        return message

    def run(self, meter: Meter, control: Ints, *arrays: Any) -> Iterator[int]:
        """Search to the end; yield whatever the loop has to say. Raises what the meter raises; then it can go on."""
        message = PAUSED
        while message != ENDED:
            nodes, before = meter.nodes_left(self.nodes), control.copy()
            message = self.step(nodes, control, *arrays)
            generated, expanded = (control - before)[[GENERATED, EXPANDED]].tolist()
            meter.spend(generated, expanded)
            if message == PAUSED and not generated:
                meter.spend(nodes + 1, 0)  # fewer than the loop needs for a step
            elif message not in (PAUSED, ENDED):
                yield message

    def finish(self, go_on: Callable[[], bool], control: Ints, *arrays: Any) -> None:
        """Search to the end. Raises SearchStopped once `go_on()` is false; then it can go on."""
        for _ in self.run(Meter(go_on), control, *arrays):
            pass


@contextmanager
def compiling_for(data_dir: Path) -> Iterator[None]:
    """In this block, code is compiled: kept where that of this data directory belongs, and not interrupted."""
    keep_code(data_dir)
    with deaf_to_ctrl_c():
        yield
