"""Hackenbush: cut lines of your color; lines cut off from the ground fall; whoever cannot cut loses.

A picture is written as paths with `_` between them. A path is a row of letters, from the ground up: `b` a blue line,
which player 1 cuts, `r` a red one, which player 2 cuts, `g` a green one, which both may cut. A digit after a line names
the point where it ends; a path that begins with a digit begins there, not on the ground. Lines that end in the same
digit meet, and 0 is the ground: `g1b_1r` is a green stalk with a blue and a red twig, `bgb0` an arch.

A position is (player to move, cells): a cell for each line, in the order in which they are written, its letter or `-`
if it is gone. Every set of lines that are all connected to the ground is legal, with either player to move. Its text is
the player, `_` and the cells: `1_gbr`.

E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", 1982, chapters 1, 2 and 7.
"""

import re
from collections.abc import Iterable
from itertools import chain, pairwise

from perfect_play.puzzles import (
    EMPTY,
    NEXT,
    Add,
    Board,
    CellsGame,
    CustomVariant,
    Partizan,
    Value,
    Variant,
    connected,
)
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Turn, short
from perfect_play.puzzles.turns import Position

GROUND = 0
MOST_LINES = 12
CUTTABLE: dict[Turn, str] = {1: "bg", 2: "rg"}
EXAMPLE = "g1b_1r_brb"


def paths_of(text: str) -> tuple[str, list[list[int]]]:
    """The letters of a picture's lines, and the points along each path, numbered from 1. Raises ValueError."""
    named, letters, paths = {"0": GROUND}, "", []
    for path in text.split("_"):
        first, lines = (path[0], path[1:]) if path[0].isdigit() else ("0", path)
        if first not in named:
            raise ValueError(f"Nothing before the path {path!r} ends in {first}.")
        paths.append([named[first]])
        for letter, name in re.findall("([brg])([0-9]?)", lines):
            letters += letter
            paths[-1].append(named.setdefault(name, len(letters)) if name else len(letters))
    if len(letters) > MOST_LINES:
        raise ValueError(f"It has {len(letters)} lines; there may be {MOST_LINES} at most.")
    return letters, paths


def _options(text: str) -> tuple[str]:
    paths_of(text)
    return (text,)


def _variant(name: str, text: str) -> Variant:
    return Variant(text, name, (text,), testing=True)


class Hackenbush(Partizan, CellsGame):
    name = "Hackenbush"
    explored = True
    also_called = ("Red-Blue Hackenbush", "Green Hackenbush", "Hackenbush Hotchpotch")
    description = "Cut lines of your color off a picture until the other player has none left."
    side_names = ("blue", "red")
    instructions = """On your turn, **cut a line** of the picture: player 1 a **blue** one, player 2 a **red** one, and
        either of you a **green** one. Whatever is no longer **connected to the ground** falls off. Whoever has no line
        to cut **loses**."""
    author = "John Horton Conway"
    date_created = "1970s"
    variants = (
        _variant("Three stalks", "bbr_rrb_brb"),
        _variant("Green trees", "g1gg_1g2g_2g_ggg"),
        _variant("Flowers", "gb_ggr_gg1b1"),
        _variant("A red and blue tree", "b1rb_1b2r_2r_rb"),
        _variant("A house", "r1_r2_1b2_1b3b2_2gr"),
        _variant("An arch and a tree", "ggg0_g1gg_1gg"),
    )
    custom = CustomVariant(
        pattern=r"[0-9]?([brg][0-9]?)+(_[0-9]?([brg][0-9]?)+)*",
        options=_options,
        help=(
            f"Type up to {MOST_LINES} lines from the ground up, b blue, r red, g green, with _ between paths. A digit "
            "names the point where a line ends, so that another path can begin or end there; 0 is the ground."
        ),
        example=EXAMPLE,
        max_length=60,
    )

    def prepare(self, picture: str) -> None:
        self.letters, self.paths = paths_of(picture)
        lines = [set(line) for path in self.paths for line in pairwise(path)]
        self._on_ground = {number for number, line in enumerate(lines) if GROUND in line}
        ends = [line - {GROUND} for line in lines]
        self._joined = [[neighbor for neighbor, end in enumerate(ends) if end & points] for points in ends]

    def start(self) -> Position:
        return (1, self.letters)

    def moves(self, position: Position) -> list[int]:
        """The lines that can be cut, in the order in which they are written."""
        turn, cells = position
        return [line for line, letter in enumerate(cells) if letter in CUTTABLE[turn]]

    def do_move(self, position: Position, move: int) -> Position:
        turn, cells = position
        return (NEXT[turn], self._hanging(cells[:move] + EMPTY + cells[move + 1 :]))

    def _hanging(self, cells: str) -> str:
        """These lines, less those not connected to the ground."""
        return self._marked(cells, chain(*(part for part in self._parts(cells) if self._on_ground.intersection(part))))

    def _parts(self, cells: str) -> list[list[int]]:
        """The lines left, grouped by connection above the ground."""
        return sorted(connected((line for line, letter in enumerate(cells) if letter != EMPTY), self._joined))

    def _marked(self, cells: str, lines: Iterable[int]) -> str:
        remaining = set(lines)
        return "".join(letter if line in remaining else EMPTY for line, letter in enumerate(cells))

    def primitive(self, position: Position) -> Value | None:
        return None if self.moves(position) else Value.LOSE

    def components(self, position: Position) -> list[str]:
        """The groups of lines connected above the ground."""
        return [self._marked(position[1], part) for part in self._parts(position[1])]

    def board(self, position: Position) -> Board:
        return Board(1, len(self.letters), position[1])

    def from_board(self, cells: str, turn: Turn) -> Position:
        if len(cells) != len(self.letters) or any(
            cell not in (letter, EMPTY) for cell, letter in zip(cells, self.letters, strict=True)
        ):
            raise MalformedPosition(f"{short(cells)}: expected the lines {self.letters!r}, each its letter or '-'.")
        if self._hanging(cells) != cells:
            raise IllegalPosition(f"{cells!r}: expected lines that are all connected to the ground.")
        return (turn, cells)

    def format_move(self, position: Position, move: int) -> str:
        return f"{self.letters[move]}{move + 1}"

    def button(self, position: Position, move: int) -> Add:
        return Add(EMPTY, move)
