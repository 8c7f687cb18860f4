"""What answers without a table: a class for each kind of rules whose results are computed when asked for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from puzzles.base import Position, Rules
from solvers.result import Result


class Direct(ABC):
    """Answers for every variant of one kind of rules. Threads may share it."""

    kind: ClassVar[type[Rules]]
    """The base class of the rules it answers for."""

    name: ClassVar[str]
    """What it is called where people are told what answers."""

    @abstractmethod
    def probe(self, rules: Any, position: Position) -> Result:
        """The result of a legal position. `rules` is of its `kind`."""

    def probe_children(self, rules: Any, position: Position, children: Sequence[Position]) -> list[Result]:
        """The results of a position's children, given in the order of `moves`. Default: each is probed."""
        return [self.probe(rules, child) for child in children]
