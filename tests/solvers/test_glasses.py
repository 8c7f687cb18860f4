"""Equal parts are exchanged by `canonical` alone: of seven equal glasses, nobody lists the 5,040 images."""

from __future__ import annotations

from math import comb
from pathlib import Path

from perfect_play.puzzles.base import Position, Puzzle, Value, Variant, check_text
from perfect_play.puzzles.checks import check
from perfect_play.puzzles.view import Move
from perfect_play.solvers.builder import build_one
from perfect_play.solvers.building.reporter import Reporter
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.verification import verify

GLASSES, HOLDS = 7, 3


class Glasses(Puzzle):
    """Pour from one glass into another until one is full and all others are empty; every pour is of one unit."""

    id, name = "glasses", "Glasses"
    description = "Pour all that seven glasses hold into one of them."
    instructions = "On each move, pour **one unit** from a glass into another that is not full, until one is full."
    author = "Unknown"
    variants = (Variant("regular", "Regular", testing=True, positions=15),)

    def start(self) -> Position:
        return (1, 1, 1, 0, 0, 0, 0)

    def moves(self, position: Position) -> list[tuple[int, int]]:
        glasses = range(GLASSES)
        return [(i, j) for i in glasses for j in glasses if i != j and position[i] and position[j] < HOLDS]

    def do_move(self, position: Position, move: tuple[int, int]) -> Position:
        amounts = list(position)
        amounts[move[0]] -= 1
        amounts[move[1]] += 1
        return tuple(amounts)

    def primitive(self, position: Position) -> Value | None:
        return Value.WIN if HOLDS in position else None

    def format(self, position: Position) -> str:
        return "".join(map(str, position))

    def parse(self, text: str) -> Position:
        check_text(text, GLASSES, "0123", "seven digits up to 3 that add up to 3")
        position = tuple(map(int, text))
        check_text("x" * sum(position), HOLDS, "x", "seven digits up to 3 that add up to 3")
        return position

    def button(self, position: Position, move: tuple[int, int]) -> Move:
        return Move(*move)

    def canonical(self, position: Position) -> Position:
        return tuple(sorted(position))


class ConfusedGlasses(Glasses):
    """Takes three half-empty glasses for one full glass."""

    def canonical(self, position: Position) -> Position:
        return super().canonical((3, 0, 0, 0, 0, 0, 0) if max(position) == 2 else position)


RULES, CONFUSED = (cls(cls.variants[0]) for cls in (Glasses, ConfusedGlasses))


def test_canonical_alone_is_lawful():
    assert check(RULES) == []


def test_classes_are_solved_and_verified(tmp_path: Path):
    solution = solve(RULES)
    assert len(solution.results) == 3
    assert comb(GLASSES + HOLDS - 1, HOLDS) == 84
    assert solution.result(RULES, (0, 0, 2, 0, 0, 0, 1)).remoteness == 1
    store = Store(tmp_path)
    store.write(RULES, solution, 0.0)
    assert verify(store, RULES) == []
    assert build_one(PuzzleManager(tmp_path / "new"), RULES, Reporter(), lambda done: None).entries == 3


def test_a_canonical_position_of_something_else_is_found(tmp_path: Path):
    assert any("`canonical` says that they are equal" in sentence for sentence in check(CONFUSED))
    store = Store(tmp_path)
    store.write(CONFUSED, solve(CONFUSED), 0.0)
    assert any("end differently" in fault for fault in verify(store, CONFUSED))
