"""Perfect play from Python: the value of any position, its moves best first, and best lines.

    import perfect_play

    game = perfect_play.open("tictactoe")
    print(game.start.value, game.start.best_line())

`open` solves and answers in this process; `connect` gives the same objects, answered by a service over HTTP.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from os import PathLike

    from perfect_play.objects import BadMove, Game, Move, Position, Step
    from perfect_play.puzzles.base import RulesError
    from perfect_play.puzzles.values import Value
    from perfect_play.remote import Service
    from perfect_play.solvers import __version__
    from perfect_play.solvers.errors import NoAnswer
    from perfect_play.solvers.result import Result
    from perfect_play.source import MoveVerdict

_HOMES = {
    **dict.fromkeys(("BadMove", "Game", "Move", "Position", "Step"), "perfect_play.objects"),
    "RulesError": "perfect_play.puzzles.base",
    "Value": "perfect_play.puzzles.values",
    "__version__": "perfect_play.solvers",
    "NoAnswer": "perfect_play.solvers.errors",
    "Result": "perfect_play.solvers.result",
    "MoveVerdict": "perfect_play.source",
}
"""The modules of the public names, imported at first use, since this module is imported before any other."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


__all__ = [
    "BadMove",
    "Game",
    "Move",
    "MoveVerdict",
    "NoAnswer",
    "Position",
    "Result",
    "RulesError",
    "Step",
    "Value",
    "__version__",
    "connect",
    "games",
    "open",
]


def open(
    name: str | PathLike[str],
    variant: str | int | None = None,
    *,
    data_dir: str | PathLike[str] | None = None,
    solve: bool = True,
) -> Game:
    """A puzzle or game, by id or alias or from a file with its rules, answered in this process.

    variant: listed, or typed as on the page; None: the usual one. data_dir: where tables are kept; None: as for the
    service. solve: whether to build a missing table now if that takes only seconds; `Game.solve` builds any. Raises
    RulesError if there is no such puzzle, game or variant.
    """
    from perfect_play.local import open_local
    from perfect_play.puzzles.rule_files import id_of

    return open_local(id_of(name), None if variant is None else str(variant), data_dir, solve)


def games() -> dict[str, tuple[str, ...]]:
    """The listed variants of each puzzle and game, by id; for some, `open` accepts others, too."""
    from perfect_play.puzzles import registry

    return {cls.id: tuple(variant.id for variant in cls.variants) for cls in registry.all_rules()}


def connect(url: str, timeout: float = 30.0) -> Service:
    """A service, by the address of its page, such as http://127.0.0.1:8000; it, too, has `open` and `games`.

    timeout: seconds to wait for each answer. Raises ValueError if the address is invalid.
    """
    from perfect_play.remote import Service

    return Service(url, timeout)
