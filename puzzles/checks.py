"""The laws that every plug-in obeys, checked on sampled positions.

An author calls `check(rules)` and gets a list of sentences, empty when all is well; the command
line does the same with `python -m solvers check <id>`, and the tests run every law by name, on
all variants with `make exhaustive`. What a table proves (law 11) and what the protocols answer
(law 12) is checked by the tests of `solvers/` and `server/`.
"""

from collections.abc import Callable, Container

from perfect_play.puzzles.base import Game, Puzzle, Rules
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.puzzles.laws.basic_laws import (
    bad_text,
    distinct,
    ending,
    metadata,
    parents,
    purity,
    symmetry,
    text,
    view,
)
from perfect_play.puzzles.laws.engines import board, kernel, rank, search
from perfect_play.puzzles.laws.notations import notation
from perfect_play.puzzles.laws.promises import makes_promises, promises
from perfect_play.puzzles.laws.sample import LawBroken, Sample
from perfect_play.puzzles.watch import DoesNotReturn, watched

LAWS: dict[str, Callable[[Rules, Sample], None]] = {
    law.__name__: law
    for law in (
        metadata,
        purity,
        text,
        bad_text,
        distinct,
        ending,
        parents,
        symmetry,
        rank,
        kernel,
        board,
        search,
        promises,
        view,
        notation,
    )
}


def applies(law: str, rules: Rules) -> bool:
    """Whether a law applies to these rules: some laws are about optional methods."""
    if law == "parents":
        return isinstance(rules, Puzzle) and rules.backward
    if law == "symmetry":
        return rules.symmetric
    if law == "board":
        return isinstance(rules, BoardGame)
    if law == "kernel":
        return rules.kernel() is not None
    if law == "promises":
        return makes_promises(rules)
    if law == "search":
        return isinstance(rules, Game) and rules.search_kernel() is not None
    if law != "rank" or (isinstance(rules, BoardGame) and rules.dense):
        return True  # the size of a board takes long to compute
    return rules.size is not None


def check(rules: Rules, limit: int = 120, laws: Container[str] = LAWS) -> list[str]:
    """Every broken law of these rules, one sentence each; empty when all hold.

    limit: about how many positions to look at. laws: the names of those to check.
    """
    broken: dict[str, str] = {}
    try:
        with watched(f"{rules.full_id}: sampling positions", rules):
            sample = Sample.of(rules, limit, ranks="rank" in laws)
    except DoesNotReturn as error:
        return [str(error)]
    except Exception as error:
        return [f"{rules.full_id}: no positions can be made: {type(error).__name__}: {error}"]
    for name, law in LAWS.items():
        label = f"{rules.full_id}: law '{name}'"
        try:
            with watched(label, rules):
                if name in laws and applies(name, rules):
                    law(rules, sample)
        except DoesNotReturn as error:
            return [*broken.values(), str(error)]
        except LawBroken as error:
            sentence = f"{rules.full_id}: law '{error.law or name}': {error}"
            if error.law:
                broken.setdefault(error.law, sentence)
            else:
                broken[name] = sentence
        except Exception as error:
            broken[name] = f"{label}: {type(error).__name__}: {error}"
    return list(broken.values())
