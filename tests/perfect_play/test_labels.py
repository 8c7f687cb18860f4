"""Exported labels by rules that are not ours: each is what OpenSpiel's moves and endings make of those after it.

A sample of each depth of its own game tree is taken, or of its chess positions. Their text is read as a position of
ours, whose label must be the best that the labels of its children leave; ended play is judged by its returns.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tests.perfect_play.extras import needs

needs("pyspiel", "environments")

import pyspiel  # noqa: E402

from perfect_play.puzzles.base import Rules  # noqa: E402
from perfect_play.puzzles.notation.position_texts import read_position  # noqa: E402
from perfect_play.solvers.datasets.rows import DataSet, records  # noqa: E402
from tests.helpers import load  # noqa: E402
from tests.kept_tables import solve_kept  # noqa: E402
from tests.perfect_play.agreement import fen  # noqa: E402

OF_A_DEPTH = 1_000
"""States of each depth that are looked at."""

OF_CHESS = 5_000
LEAST = 100_000
"""Labels of all tables together."""

Label = tuple[str, int | None]
"""Value and remoteness."""


class Table(NamedTuple):
    """A table of ours, their game, and how the board of a state of theirs reads here."""

    full_id: str
    theirs: str
    cells: Callable[[Any], str]


def lines(state: Any) -> str:
    return str(state).replace("\n", "").replace(".", "-")


def ranks(state: Any) -> list[str]:
    """Lines that begin with their numbers, and one of letters below them."""
    return [line[1:].replace(".", "-") for line in str(state).splitlines()[:-1]]


def stones(state: Any) -> str:
    """Their first player has the other stones, and boards with an even number of rows are upside down."""
    rows = ranks(state)
    return "".join(rows if len(rows) % 2 else reversed(rows)).translate(str.maketrans("xo", "ox"))


def pawns(state: Any) -> str:
    """Their first player begins at the top, ours at the bottom."""
    return "".join(reversed(ranks(state))).translate(str.maketrans("bw", "xo"))


def triangle(state: Any) -> str:
    """Our rows are their columns, from the last on."""
    rows = [[char for char in line[3:] if char in "O@."] for line in str(state).splitlines()[1:]]
    cells = (rows[row][column] for column in reversed(range(len(rows))) for row in range(len(rows) - column))
    return "".join(cells).translate(str.maketrans("O@.", "WB-"))


def edges(state: Any) -> str:
    """Every second character of every line is a dot, an edge or a box; every fourth only in the lines of dots."""
    board = [line[::2] for line in str(state).splitlines()]
    return "".join(
        "".join(
            ("*" if row % 2 == 0 and column % 2 == 0 else DRAWN.get(char, char)) for column, char in enumerate(line)
        )
        for row, line in enumerate(board)
    )


DRAWN = {"─": "h", "│": "v", " ": "-", "1": "x", "2": "o"}
TABLES = [
    Table("tictactoe/regular", "tic_tac_toe", lines),
    Table("tictactoe/misere", "misere(game=tic_tac_toe())", lines),
    Table("connect4/4x4", "connect_four(rows=4,columns=4)", lines),
    Table("y/dim4", "y(board_size=4)", triangle),
    Table("y/dim4-misere", "misere(game=y(board_size=4))", triangle),
    *(
        Table(f"clobber/{rows}x{columns}", f"clobber(rows={rows},columns={columns})", stones)
        for rows, columns in ((2, 2), (2, 3), (2, 5), (2, 6), (3, 3), (3, 4), (3, 5))
    ),
    *(
        Table(f"breakthrough/{rows}x{columns}_1", f"breakthrough(rows={rows},columns={columns})", pawns)
        for rows, columns in ((4, 2), (4, 3), (5, 3))
    ),
    *(
        Table(f"dotsandboxes/{rows}x{columns}", f"dots_and_boxes(num_rows={rows},num_cols={columns})", edges)
        for rows, columns in ((1, 1), (1, 2), (1, 3), (1, 4), (2, 2), (2, 3))
    ),
]
ENDGAMES = ("kqk", "krk")


class Labels:
    """The exported labels of a table, of all images of its rows."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        data = DataSet.of(solve_kept([rules]), rules, ["position", "value", "remoteness"])
        rows = (row for batch in data.batches() for row in records(batch))
        self._labels = {self._class(rules.parse(row["position"])): (row["value"], row["remoteness"]) for row in rows}
        self._read: dict[str, Label] = {}

    def _class(self, position: Any) -> Any:
        return self.rules.canonical(position) if self.rules.symmetric else position

    def of(self, text: str) -> Label:
        if text not in self._read:
            self._read[text] = self._labels[self._class(read_position(self.rules, text))]
        return self._read[text]


def left_to(mover: int, child: Any, label: Callable[[Any], Label]) -> Label:
    """What a move leaves to the player who made it."""
    if child.is_terminal():
        return {1.0: "win", -1.0: "lose", 0.0: "even"}[child.returns()[mover]], 0
    value, remoteness = label(child)
    if child.current_player() != mover:
        value = {"win": "lose", "lose": "win"}.get(value, value)
    return ("even", None) if value in ("tie", "draw") else (value, remoteness)


def best(labels: list[Label]) -> Label:
    """The best of what moves leave: a win as soon as may be, a loss as late as may be."""
    wins = [remoteness for value, remoteness in labels if value == "win"]
    if wins:
        return "win", 1 + min(wins)
    if any(value == "even" for value, _ in labels):
        return "even", None
    return "lose", 1 + max(remoteness for _, remoteness in labels)


def check(state: Any, label: Callable[[Any], Label]) -> list[Any]:
    """Check a state's label, and return its children."""
    mover = state.current_player()
    children = [state.child(move) for move in state.legal_actions()]
    value, remoteness = label(state)
    stated = ("even", None) if value in ("tie", "draw") else (value, remoteness)
    assert stated == best([left_to(mover, child, label) for child in children]), str(state)
    return children


def checked(table: Table) -> int:
    """How many states of a game have been checked."""
    rules = load(table.full_id)
    labels, view = Labels(rules), rules.board(rules.start())

    def label(state: Any) -> Label:
        return labels.of(f"R_{'AB'[state.current_player()]}_{view.rows}_{view.cols}_{table.cells(state)}")

    rng, count = random.Random(table.full_id), 0
    level = {"": pyspiel.load_game(table.theirs).new_initial_state()}
    while level:
        states = rng.sample(sorted(level), min(OF_A_DEPTH, len(level)))
        children = [child for name in states for child in check(level[name], label)]
        count += len(states)
        level = {f"{child.current_player()} {child}": child for child in children if not child.is_terminal()}
    return count


def checked_endgames(variant: str) -> int:
    """The same for positions of chess drawn from the table, each without a past."""
    rules, chess = load(f"chess/{variant}"), pyspiel.load_game("chess")
    labels, count = Labels(rules), 0

    def label(state: Any) -> Label:
        board, turn = str(state).split()[:2]
        cells = "".join("-" * int(char) if char.isdecimal() else char for char in board if char != "/")
        return labels.of(f"{'wb'.index(turn) + 1}_{cells}")

    data = DataSet.of(solve_kept([rules]), rules, ["position"], OF_CHESS, 7)
    for row in (row for batch in data.batches() for row in records(batch)):
        position = rules.parse(row["position"])
        state = chess.new_initial_state(f"{fen(position)} - - 0 1")
        if not state.is_terminal():
            check(state, label)
            count += 1
    return count


def test_labels_of_tic_tac_toe_follow_from_their_rules():
    assert checked(TABLES[0]) > 2_000


@pytest.mark.second_ring
@pytest.mark.parametrize("full_id", ["y/dim4", "clobber/2x5", "breakthrough/4x3_1", "dotsandboxes/1x4"])
def test_labels_of_small_tables_follow_from_their_rules(full_id: str):
    assert checked(next(table for table in TABLES if table.full_id == full_id)) > 300


@pytest.mark.exhaustive
def test_labels_of_twenty_tables_follow_from_their_rules():
    counts = [*map(checked, TABLES), *map(checked_endgames, ENDGAMES)]
    assert len(counts) >= 20
    assert sum(counts) >= LEAST


def test_a_label_by_other_rules_is_found():
    """A player who completes three in a row wins here and loses there."""
    with pytest.raises(AssertionError):
        checked(TABLES[0]._replace(full_id="tictactoe/misere"))
