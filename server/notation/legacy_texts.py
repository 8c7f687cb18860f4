"""Position texts of other systems: of May 2021, before every puzzle was drawn as `R_A_...`, and of today.

They are taken as input where they can mean only one thing, and turned into positions here. Those of
2021 are always answered in today's form. A text that is in no such form is read as the
plug-in's own; for Top Spin, Chair Hopping and Hop N' Drop the two are the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

from puzzles.base import IllegalPosition, MalformedPosition, Position, Rules
from puzzles.one_player.bishoppuzzle import BishopPuzzle
from puzzles.one_player.pegsolitaire import PegSolitaire
from puzzles.one_player.towersofhanoi import TowersOfHanoi
from puzzles.turns import read_turn
from puzzles.two_player.domineering import Domineering
from puzzles.two_player.pictures.dawsonschess import taken_by
from puzzles.two_player.pictures.domineering import covered_by


def _hanoi(rules: Rules, text: str) -> Position | None:
    """`7-0-0`: for every rod the set of its disks as a number, disk A counting 1, B 2, C 4."""
    rules = cast(TowersOfHanoi, rules)
    if not re.fullmatch(r"(0|[1-9][0-9]{0,2})(-(0|[1-9][0-9]{0,2}))+", text):
        return None
    rods = list(map(int, text.split("-")))
    if len(rods) != rules.rods or sum(rods) != (1 << rules.disks) - 1:
        return None
    holders = [[rod for rod, disks in enumerate(rods) if disks >> disk & 1] for disk in range(rules.disks)]
    if any(len(rod) != 1 for rod in holders):
        raise IllegalPosition(f"{text!r}: a disk is on more than one rod, or on none.")
    return tuple(rod[0] for rod in holders)


def _pegs(rules: Rules, text: str) -> Position | None:
    """`0_11_111_1111_11111_`: the rows of the triangle, each followed by `_`."""
    rules = cast(PegSolitaire, rules)
    if rules.variant.id != "triangle" or not re.fullmatch(r"[01]_[01]{2}_[01]{3}_[01]{4}_[01]{5}_", text):
        return None
    return rules.parse(text.replace("_", "").translate(str.maketrans("01", "-x")))


def _bishops(rules: Rules, text: str) -> Position | None:
    """`2_5_a1-c1_a5-c5`: bishops a side, ranks, white squares, black squares; a file is a row of ours."""
    rules = cast(BishopPuzzle, rules)
    found = re.fullmatch(r"([0-9])_([0-9])_([a-h][1-9](?:-[a-h][1-9])*)_([a-h][1-9](?:-[a-h][1-9])*)", text)
    if not found:
        return None
    side, ranks, white, black = found.groups()
    start = rules.board(rules.start())
    if int(ranks) != start.cols or int(side) != start.cells.count("X"):
        return None
    cells = ["-"] * len(start.cells)
    for piece, squares in (("X", white), ("O", black)):
        for square in squares.split("-"):
            file, rank = ord(square[0]) - ord("a"), int(square[1]) - 1
            if file >= start.rows or rank >= start.cols or cells[rank * start.rows + file] != "-":
                raise IllegalPosition(f"{text!r}: {square} is taken twice or off the board.")
            cells[rank * start.rows + file] = piece
    return rules.parse("".join(cells))


def _played(rules: Rules, text: str) -> Position | None:
    """`2_-x---`: the cells of Dawson's Chess that were played, no two side by side, without those that go with them."""
    if not re.fullmatch(r"[12]_-*(x-+)*x?", text):
        return None
    turn, played = read_turn(text)
    return rules.parse(f"{turn}_{taken_by(played)}")


def _with_turn(rules: Rules, text: str) -> Position | None:
    """`2_----x----`: Tic-Tac-Toe with the player to move, which the cells tell anyway."""
    if not re.fullmatch(r"[12]_[xo-]{9}", text):
        return None
    turn, cells = read_turn(text)
    position = rules.parse(cells)
    if rules.turn(position) != turn:
        raise IllegalPosition(f"{text!r}: with these cells it is the turn of player {rules.turn(position)}.")
    return position


def _laid(rules: Rules, text: str) -> Position | None:
    """`2_u-d-`: Domineering with the two halves of every domino."""
    rules = cast(Domineering, rules)
    covered = covered_by(text, rules)
    if covered is None and re.fullmatch(r"[12]_-*[udlr][udlr-]*", text):
        expected = f"expected {rules.cells} cells, and each domino as 'u' above 'd' or 'l' before 'r'."
        raise MalformedPosition(f"{text!r}: {expected}")
    return None if covered is None else rules.parse(covered)


FORMS: dict[str, Callable[[Rules, str], Position | None]] = {
    "towersofhanoi": _hanoi,
    "pegsolitaire": _pegs,
    "bishoppuzzle": _bishops,
    "dawsonschess": _played,
    "tictactoe": _with_turn,
    "domineering": _laid,
}


def read_text(rules: Rules, text: str) -> Position:
    """The position of a text that is no AutoGUI string. Raises MalformedPosition or IllegalPosition."""
    form = FORMS.get(rules.id)
    position = form(rules, text) if form else None
    return rules.parse(text) if position is None else position
