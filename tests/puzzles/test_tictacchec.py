"""Tic-Tac-Chec: published counts of positions, and small boards by an independent description."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of

SLIDES = {"B": ((1, 1), (1, -1), (-1, 1), (-1, -1)), "R": ((1, 0), (-1, 0), (0, 1), (0, -1))}
LEAPS = ((1, 2), (2, 1), (-1, 2), (2, -1), (1, -2), (-2, 1), (-1, -2), (-2, -1))
Cell = tuple[int, int]


class Piece(NamedTuple):
    owner: int
    kind: str
    ahead: int = 0
    """Of a pawn: 1 if it heads up, -1 if it heads down."""


class State(NamedTuple):
    """turn: the player to move. left: how many pieces must be placed first. pieces: those on the board, by (x, y)."""

    turn: int
    left: int
    pieces: frozenset[tuple[Cell, Piece]]


class Chec:
    """The rules, with `a1` as (0, 0)."""

    def __init__(self, rows: int, cols: int, kinds: str) -> None:
        self.rows, self.cols, self.kinds = rows, cols, kinds
        cells = [(x, y) for x in range(cols) for y in range(rows)]
        self.cells = cells
        self.lines = [{cell for cell in cells if cell[1] == y} for y in range(rows)]
        if rows == cols:
            self.lines += [{cell for cell in cells if cell[0] == x} for x in range(cols)]
            self.lines += [{(i, i) for i in range(cols)}, {(i, cols - 1 - i) for i in range(cols)}]
        self.start = State(1, 6, frozenset())

    def is_over(self, state: State) -> bool:
        moved = {cell for cell, piece in state.pieces if piece.owner != state.turn}
        return any(line <= moved for line in self.lines)

    def put(self, owner: int, kind: str, cell: Cell, ahead: int = 0) -> tuple[Cell, Piece]:
        if kind == "P":
            ahead = {0: 1, self.rows - 1: -1}.get(cell[1], ahead or (1 if owner == 1 else -1))
        return cell, Piece(owner, kind, ahead)

    def targets(self, cell: Cell, piece: Piece, board: dict[Cell, Piece]) -> list[Cell]:
        x, y = cell
        if piece.kind == "P":
            sides = [(x + side, y + piece.ahead) for side in (-1, 1)]
            ahead = (x, y + piece.ahead)
            return [ahead] * (ahead not in board) + [side for side in sides if side in board]
        if piece.kind == "N":
            return [(x + dx, y + dy) for dx, dy in LEAPS]
        reached = []
        for dx, dy in SLIDES[piece.kind]:
            at = (x + dx, y + dy)
            while at in self.cells:
                reached.append(at)
                if at in board:
                    break
                at = (at[0] + dx, at[1] + dy)
        return reached

    def children(self, state: State) -> set[State]:
        turn, left, pieces = state
        board = dict(pieces)
        held = {*self.kinds} - {piece.kind for piece in board.values() if piece.owner == turn}
        after = [pieces | {self.put(turn, kind, cell)} for kind in held for cell in self.cells if cell not in board]
        for cell, piece in board.items() if not left else ():
            for target in self.targets(cell, piece, board) if piece.owner == turn else ():
                if target in self.cells and (target not in board or board[target].owner != turn):
                    others = {(at, other) for at, other in pieces if at not in (cell, target)}
                    after.append(frozenset(others | {self.put(turn, piece.kind, target, piece.ahead)}))
        return {State(3 - turn, max(left - 1, 0), one) for one in after}

    def text(self, state: State) -> str:
        """As a position's text."""
        board = dict(state.pieces)
        chars = []
        for y in reversed(range(self.rows)):
            for x in range(self.cols):
                piece = board.get((x, y))
                char = piece.kind if piece else "-"
                if piece and 0 < y < self.rows - 1 and piece.ahead == (-1 if piece.owner == 1 else 1):
                    char = "T"
                chars.append(char.lower() if piece and piece.owner == 2 else char)
        return f"{state.turn}_{''.join(chars)}{state.left}"

    def results(self) -> dict[State, Result]:
        """The result of every state that play reaches, level by level from the ends."""
        children: dict[State, set[State]] = {}
        parents: dict[State, set[State]] = {self.start: set()}
        for state in (waiting := [self.start]):
            children[state] = set() if self.is_over(state) else self.children(state)
            for child in children[state]:
                if child not in parents:
                    parents[child] = set()
                    waiting.append(child)
                parents[child].add(state)
        results: dict[State, Result] = {}
        level = {state: Result(Value.LOSE, 0) for state, after in children.items() if not after}
        while level:
            results |= level
            remoteness = max(result.remoteness for result in level.values()) + 1
            level, changed = {}, level
            for state in {parent for child in changed for parent in parents[child]} - results.keys():
                after = children[state]
                if any(child in results and results[child].value is Value.LOSE for child in after):
                    level[state] = Result(Value.WIN, remoteness)
                elif all(child in results for child in after):
                    level[state] = Result(Value.LOSE, remoteness)
        return {state: results.get(state, Result(Value.DRAW, None)) for state in children}


@pytest.mark.exhaustive
@pytest.mark.parametrize(("variant_id", "options"), [("2x3_NBR", (2, 3, "NBR")), ("3x3_PBR", (3, 3, "PBR"))])
def test_every_position_that_play_reaches_has_the_result_of_an_independent_description(variant_id: str, options):
    full_id = f"tictacchec/{variant_id}"
    rules, described = load(full_id), Chec(*options)
    for state, expected in described.results().items():
        position = rules.parse(described.text(state))
        assert result_of(full_id, position) == expected, rules.format(position)


@pytest.mark.parametrize("options", [(3, 3, "PBR"), (3, 3, "PNBR"), (4, 4, "PNBR")])
def test_moves_of_random_play_are_those_of_an_independent_description(options):
    (rules,) = [load(f"tictacchec/{one.id}") for one in load("tictacchec/4x4").variants if one.options == options]
    described, rng = Chec(*options), random.Random(8)
    for _ in range(30):
        state = described.start
        for _ in range(30):
            position = rules.parse(described.text(state))
            assert (rules.primitive(position) is Value.LOSE) == described.is_over(state)
            if described.is_over(state):
                break
            children = described.children(state)
            texts = [rules.format(rules.do_move(position, move)) for move in rules.moves(position)]
            assert sorted(texts) == sorted(map(described.text, children))
            state = rng.choice(sorted(children, key=described.text))


@pytest.mark.second_ring
def test_positions_of_4x4_are_as_many_as_published():
    sizes = dict.fromkeys(range(7), 0)
    for stretch in load("tictacchec/4x4").exact_arrangements.stretches:
        sizes[stretch.material.extras[0]] += stretch.size
    assert sizes == {0: 2 * 2_462_360_745, 1: 12_579_840, 2: 1_572_480, 3: 80_640, 4: 3_840, 5: 64, 6: 1}


@pytest.mark.parametrize(
    ("variant_id", "text", "moves"),
    [
        # `P` on the far edge comes back, and takes on its way; `t` goes up again.
        ("3x3_PBR", "1_-P-r-b-R-0", "B@a1 B@a3 B@b2 B@c1 B@c3 b1-a1 b1-b2 b1-c1 b3-b2 b3xa2 b3xc2"),
        (
            "3x3_PBR",
            "1_----T-b--0",
            "B@a2 B@a3 B@b1 B@b3 B@c1 B@c2 B@c3 R@a2 R@a3 R@b1 R@b3 R@c1 R@c2 R@c3 b2-b1 b2xa1",
        ),
        ("2x3_NBR", "2_-N----5", "B@a1 B@a2 B@b1 B@c1 B@c2 N@a1 N@a2 N@b1 N@c1 N@c2 R@a1 R@a2 R@b1 R@c1 R@c2"),
    ],
)
def test_pieces_are_placed_then_also_move_and_take(variant_id: str, text: str, moves: str):
    rules = load(f"tictacchec/{variant_id}")
    position = rules.parse(text)
    assert sorted(rules.format_move(position, move) for move in rules.moves(position)) == sorted(moves.split())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1_T--------0", "no position with"),
        ("1_PBRpbr---0", "cannot occur"),
        ("2_---------6", "no position with"),
        ("1_P--------5", "no position with"),
        ("1_PP-------0", "no position with"),
    ],
)
def test_pawns_off_their_way_lines_of_the_mover_and_wrong_turns_are_refused(text: str, why: str):
    with pytest.raises(IllegalPosition, match=why):
        load("tictacchec/3x3_PBR").parse(text)
