"""Reads position texts of other systems: those of May 2021, before `R_A_...` strings, and those of GamesCrafters today.

They are accepted as input if they are unambiguous; answers to texts of 2021 always use the present form. Any other
text is read as the plug-in's own notation; for Top Spin, Chair Hopping and Hop N' Drop the two are the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Position, Rules
from perfect_play.puzzles.grid import mirrored
from perfect_play.puzzles.one_player.bishoppuzzle import BishopPuzzle
from perfect_play.puzzles.one_player.pegsolitaire import PegSolitaire
from perfect_play.puzzles.one_player.towersofhanoi import TowersOfHanoi
from perfect_play.puzzles.turns import read_turn
from perfect_play.puzzles.two_player.connect4 import Connect4
from perfect_play.puzzles.two_player.dinododgem import DinoDodgem
from perfect_play.puzzles.two_player.domineering import Domineering
from perfect_play.puzzles.two_player.othello import Othello
from perfect_play.puzzles.two_player.pictures.dawsonschess import taken_by
from perfect_play.puzzles.two_player.pictures.domineering import position_of
from perfect_play.puzzles.view import EMPTY
from perfect_play.solvers.reports.typed import read_position


def _hanoi(rules: Rules, text: str) -> Position | None:
    """`7-0-0`: the disks on each rod as the sum of their weights, 1 for disk A, 2 for B, 4 for C."""
    rules = cast(TowersOfHanoi, rules)
    if not re.fullmatch(r"(0|[1-9][0-9]{0,2})(-(0|[1-9][0-9]{0,2}))+", text):
        return None
    rods = list(map(int, text.split("-")))
    if len(rods) != rules.rods or sum(rods) != (1 << rules.disks) - 1:
        return None
    holders = [[rod for rod, disks in enumerate(rods) if disks >> disk & 1] for disk in range(rules.disks)]
    if any(len(rod) != 1 for rod in holders):
        raise IllegalPosition(f"{text!r}: a disk is on several rods, or on none.")
    return tuple(rod[0] for rod in holders)


def _pegs(rules: Rules, text: str) -> Position | None:
    """`0_11_111_1111_11111_`: the rows of the triangular board, each followed by `_`."""
    rules = cast(PegSolitaire, rules)
    if rules.variant.id != "triangle" or not re.fullmatch(r"[01]_[01]{2}_[01]{3}_[01]{4}_[01]{5}_", text):
        return None
    return rules.parse(text.replace("_", "").translate(str.maketrans("01", "-x")))


def _bishops(rules: Rules, text: str) -> Position | None:
    """`2_5_a1-c1_a5-c5`: bishops per side, ranks, white squares, black squares; a file is one of our rows."""
    rules = cast(BishopPuzzle, rules)
    parsed = re.fullmatch(r"([0-9])_([0-9])_([a-h][1-9](?:-[a-h][1-9])*)_([a-h][1-9](?:-[a-h][1-9])*)", text)
    if not parsed:
        return None
    side, ranks, white, black = parsed.groups()
    start = rules.board(rules.start())
    if int(ranks) != start.cols or int(side) != start.cells.count("X"):
        return None
    cells = ["-"] * len(start.cells)
    for piece, squares in (("X", white), ("O", black)):
        for square in squares.split("-"):
            file, rank = ord(square[0]) - ord("a"), int(square[1]) - 1
            if file >= start.rows or rank >= start.cols or cells[rank * start.rows + file] != "-":
                raise IllegalPosition(f"{text!r}: {square} is occupied twice or off the board.")
            cells[rank * start.rows + file] = piece
    return rules.parse("".join(cells))


def _played_cells(rules: Rules, text: str) -> Position | None:
    """`2_-x---`: the cells of Dawson's Chess that were played, no two adjacent, without the neighbors they remove."""
    if not re.fullmatch(r"[12]_-*(x-+)*x?", text):
        return None
    turn, cells = read_turn(text)
    return rules.parse(f"{turn}_{taken_by(cells)}")


def _with_turn(rules: Rules, text: str) -> Position | None:
    """`2_----x----`: Tic-Tac-Toe with the player to move, which the cells imply."""
    if not re.fullmatch(r"[12]_[xo-]{9}", text):
        return None
    turn, cells = read_turn(text)
    position = rules.parse(cells)
    if rules.turn(position) != turn:
        raise IllegalPosition(f"{text!r}: with these cells it is player {rules.turn(position)}'s turn.")
    return position


def _laid(rules: Rules, text: str) -> Position | None:
    """`2_u-d-`: Domineering with both halves of every domino."""
    rules = cast(Domineering, rules)
    position = position_of(text, rules)
    if position is None and re.fullmatch(r"[12]_-*[udlr][udlr-]*", text):
        expected = f"expected {rules.cells} cells, with each domino as 'u' above 'd' or 'l' before 'r'."
        raise MalformedPosition(f"{text!r}: {expected}")
    return position


def _pawns(rules: Rules, text: str) -> Position | None:
    """`1_BBB---WWW`: Hexapawn with a letter for the color of each pawn."""
    return (
        rules.parse(text.translate(str.maketrans("WB", "xo"))) if re.fullmatch(r"[12]_[BW-]*[BW][BW-]*", text) else None
    )


def _capitals(rules: Rules, text: str) -> Position | None:
    """`1_X--O-XO--OX-O--X`: Dao in capitals."""
    return rules.parse(text.lower()) if re.fullmatch(r"[12]_[XO-]+", text) else None


def _with_message(rules: Rules, text: str) -> Position | None:
    """Tic-Tac-Two with an empty cell at the end, for messages."""
    return rules.parse(text[:-1]) if re.fullmatch(r"[12]_[XO-]{25}[G-]{9}-", text) else None


def _dinosaurs(rules: Rules, text: str) -> Position | None:
    """`1_--xxx-----o----o----o------------`: Dino Dodgem mirrored in its diagonal, and eight empty cells off it.

    There player 1 moves up from the lowest row, which comes first.
    """
    rules = cast(DinoDodgem, rules)
    side = rules.side
    parsed = re.fullmatch(rf"([12])_([xo-]{{{side * side}}})-{{{2 * side - 2}}}", text)
    if not parsed:
        return None
    turn, text_cells = parsed.groups()
    cells = [EMPTY] * rules.cells
    for place, char in enumerate(text_cells):
        col, height = divmod(place, side)
        cells[(side - height) * (side + 1) + col] = char
    return rules.parse(f"{turn}_{''.join(cells)}")


def _bends(rules: Rules, text: str) -> Position | None:
    """`1_-----h5---t-----`: Snake with digits for the bends of the body."""
    return rules.parse(text[:2] + re.sub("[0-5]", "b", text[2:])) if re.fullmatch(r"[12]_[0-5ht-]+", text) else None


def _marbles(rules: Rules, text: str) -> Position | None:
    """`xx***oo,turn=1,pos=89`: Abalone with stars for empty cells."""
    parsed = re.fullmatch(r"([xo*]{7}),turn=([12]),pos=[0-9]{1,9}", text)
    return rules.parse(f"{parsed[2]}_{parsed[1].replace('*', EMPTY)}") if parsed else None


def _bars(rules: Rules, text: str) -> Position | None:
    """`2_7,7`: Chomp without the rows that are gone."""
    missing = rules.board(rules.start()).rows - 1 - text.count(",")
    return rules.parse(text + ",0" * missing) if missing > 0 and re.fullmatch(r"[12]_[0-9]+(,[0-9]+)*", text) else None


def _columns(rules: Rules, text: str) -> Position | None:
    """`1_-----X...`: Connect 4 column by column, each from the top, with the player to move, which the discs imply."""
    rules = cast(Connect4, rules)
    rows, cols = rules.rows, rules.cols
    if not re.fullmatch(rf"[12]_[XO-]{{{rows * cols}}}", text):
        return None
    turn, cells = read_turn(text)
    position = rules.parse("".join(cells[row::rows] for row in range(rows)).lower())
    if rules.turn(position) != turn:
        raise IllegalPosition(f"{text!r}: with these discs it is player {rules.turn(position)}'s turn.")
    return position


def _stones(rules: Rules, text: str) -> Position | None:
    """`0s4s4s4s0s4s4s4,turn=0`: Mancala clockwise, from player 2's store; player 1's is in the middle."""
    parsed = re.fullmatch(r"([0-9]{1,2}(?:s[0-9]{1,2})+),turn=([01])", text)
    if not parsed:
        return None
    stones = parsed[1].split("s")[::-1]
    half = len(stones) // 2
    return rules.parse(f"{int(parsed[2]) + 1}_{','.join(stones[:half])}_{','.join(stones[half:])}")


def _mirrored(rules: Rules, text: str) -> Position | None:
    """`1_-----BW--WB-----`: Othello with a letter for each color, mirrored, as its start is."""
    rules = cast(Othello, rules)
    if not re.fullmatch(r"[12]_[BW-]*[BW][BW-]*", text):
        return None
    turn, cells = read_turn(text)
    return rules.parse(f"{turn}_{mirrored(cells, rules.cols).translate(str.maketrans('BW', 'xo'))}")


FORMS: dict[str, Callable[[Rules, str], Position | None]] = {
    "towersofhanoi": _hanoi,
    "pegsolitaire": _pegs,
    "bishoppuzzle": _bishops,
    "dawsonschess": _played_cells,
    "tictactoe": _with_turn,
    "domineering": _laid,
    "chomp": _bars,
    "dao": _capitals,
    "hexapawn": _pawns,
    "tictactwo": _with_message,
    "dinododgem": _dinosaurs,
    "snake": _bends,
    "abalone": _marbles,
    "connect4": _columns,
    "mancala": _stones,
    "othello": _mirrored,
}


def read_text(rules: Rules, text: str) -> Position:
    """The position that a text other than an AutoGUI string names. Raises MalformedPosition or IllegalPosition."""
    form = FORMS.get(rules.id)
    position = form(rules, text) if form else None
    return read_position(rules, text) if position is None else position
