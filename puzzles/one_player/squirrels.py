"""Squirrels Go Nuts: slide squirrels about a small board until every nut has dropped into its own hole.

A position is (cells, nuts): for each squirrel the cell of its paws, which hold its nut and determine the other
cells of its body; and for each hole the number of the nut in it, 0 if the hole is open. Cells are numbered
from the top left of the 4 x 4 board.

A position is legal if all squirrels are on the board, none of them on a flower or on another, no nut is in
two holes, and no squirrel holds its nut over an open hole, where it would have dropped. A nut in a hole that is
not meant for it loses.

Its text has a token for each cell, joined by `|`: `-` empty, `B` a flower, `N_1_O_0` the paws of squirrel 1,
`N_1_X_4` its body 4 cells after them; `H_3_1` hole 3, meant for nut 1, `H_3_N` a hole for no nut, `H_3_1_D2`
one with nut 2 in it. A squirrel over a hole is written before it, with a space between.
"""

import re
from collections.abc import Iterable, Mapping
from itertools import product
from typing import NamedTuple

from perfect_play.puzzles import BESIDE, EMPTY, VOID, Board, KeptStart, Move, Value, Variant
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Turn, short

SIDE = 4
CELLS = SIDE * SIDE
FLOWER, BETWEEN, PAWS = "B", "|", "_O_"
NOBODY = "N"
PART = r"N_[1-9]_(?:O_0|X_-?[1-9][0-9]?)"
HOLE = r"H_[1-9]_[1-9N](?:_D[1-9])?"
TOKEN = re.compile(rf"-|B|{PART}|{HOLE}|{PART} {HOLE}")
DIRECTIONS = dict(zip(("up", "left", "right", "down"), BESIDE, strict=True))

LEVELS = {
    "Starter": "-|-|H_1_2|-|H_2_1|N_1_O_0|N_1_X_1|-|-|B|N_2_O_0|-|-|-|N_2_X_4|H_3_N",
    "Junior": "-|-|H_1_3|-|B|-|-|N_1_X_-4|N_2_O_0|N_2_X_1 H_2_2|-|N_1_O_0|N_2_X_4|N_3_X_-1|N_3_O_0|H_3_1",
    "Expert": "N_1_X_-1|N_1_O_0|N_2_X_-1 H_1_3|N_2_O_0|B|-|N_2_X_3|-|-|H_2_2|N_3_O_0|-|-|-|N_3_X_4|H_3_1",
    "Master": "-|N_1_O_0|H_1_1|N_2_X_-4|H_2_3|N_1_X_4|N_2_X_-1|N_2_O_0|-|N_3_X_-3 H_3_2|N_4_X_-4|-|"
    "N_3_O_0|N_3_X_1|N_4_O_0|H_4_4",
    "Wizard": "-|N_1_X_-4|H_1_2|-|H_2_4|N_1_O_0|N_2_O_0|N_2_X_1|-|H_3_3|N_2_X_4|N_4_X_-3|"
    "N_3_O_0|N_3_X_1|N_4_O_0|N_4_X_1 H_4_1",
}
SIZES = {"Starter": 263, "Junior": 1072, "Expert": 1045, "Master": 6524, "Wizard": 5970}

Step = tuple[int, str]  # the number of the squirrel, and its direction


class Position(NamedTuple):
    """The cell of each squirrel's paws, and the number of the nut in each hole, 0 for none."""

    paws: tuple[int, ...]
    nuts: tuple[int, ...]


class Squirrels(KeptStart):
    name = "Squirrels Go Nuts"
    also_called = ("Cache Noisettes",)
    description = "Slide the squirrels around until every nut has dropped into its own hole."
    instructions = """A squirrel slides one step up, down, left or right, where no other squirrel and no flower is in
        its way; it may cover holes. As soon as the paws that hold its **nut** are over an open hole, the nut drops
        in and stays there. A hole is meant for one squirrel's nut, or for none: a nut in a wrong hole loses. The
        puzzle is solved when **every** nut is in its own hole."""
    author = "SmartGames"
    date_created = "2017"
    variants = tuple(
        Variant(level.lower(), level, (text,), testing=True, positions=SIZES[level]) for level, text in LEVELS.items()
    )

    dense = False

    def prepare(self, start: str) -> None:
        tokens = start.split(BETWEEN)
        parts = {cell: token for cell, token in enumerate(tokens) if token.startswith("N_")}
        paws = {int(token[2]): cell for cell, token in sorted(parts.items()) if PAWS in token}
        self.squirrels = sorted(paws)
        self.flowers = [cell for cell, token in enumerate(tokens) if token == FLOWER]
        self.holes = [cell for cell, token in enumerate(tokens) if "H_" in token]
        self.owners = [_number(tokens[cell].rpartition("_")[2]) for cell in self.holes]
        self._start = Position(tuple(paws[number] for number in self.squirrels), (0,) * len(self.holes))
        # For each squirrel and each cell its paws can be on: the cells it covers, and where its paws can step.
        self.covers: list[dict[int, list[int]]] = []
        self._next: list[dict[int, dict[str, int]]] = []
        for number in self.squirrels:
            covers = self._everywhere(paws[number], [cell for cell, token in parts.items() if int(token[2]) == number])
            self.covers.append(covers)
            self._next.append(
                {cell: {side: to for side, to in _neighbors(cell).items() if to in covers} for cell in covers}
            )
        self.size = CELLS ** len(self.squirrels) << 3 * len(self.holes)

    def _everywhere(self, paws: int, parts: Iterable[int]) -> dict[int, list[int]]:
        """The cells that a squirrel covers, for each cell its paws can be on."""
        covers = {}
        for cell in range(CELLS):
            places = [_add(cell, part // SIDE - paws // SIDE, part % SIDE - paws % SIDE) for part in parts]
            covered = [place for place in places if place is not None and place not in self.flowers]
            if len(covered) == len(places):
                covers[cell] = covered
        return covers

    def moves(self, position: Position) -> list[Step]:
        """(number of the squirrel, direction), squirrel by squirrel."""
        return [(self.squirrels[index], direction) for index, direction, _ in self._slides(position)]

    def _slides(self, position: Position) -> list[tuple[int, str, int]]:
        """(squirrel, direction, new cell of its paws) for every step that is free."""
        bodies = [covers[cell] for covers, cell in zip(self.covers, position.paws, strict=True)]
        slides = []
        for index, cell in enumerate(position.paws):
            blocked = {part for number, body in enumerate(bodies) if number != index for part in body}
            steps = self._next[index][cell].items()
            slides += [(index, direction, to) for direction, to in steps if blocked.isdisjoint(self.covers[index][to])]
        return slides

    def do_move(self, position: Position, move: Step) -> Position:
        index = self.squirrels.index(move[0])
        target = self._next[index][position.paws[index]][move[1]]
        nuts = position.nuts
        if move[0] not in nuts and target in self.holes:
            hole = self.holes.index(target)
            nuts = nuts if nuts[hole] else _replaced(nuts, hole, move[0])
        return Position(_replaced(position.paws, index, target), nuts)

    def parents(self, position: Position) -> list[Position]:
        """Steps undone; where the paws are over the hole that holds their nut, also with the nut back in them."""
        parents = []
        for index, _, source in self._slides(position):
            before = Position(_replaced(position.paws, index, source), position.nuts)
            parents.append(before)
            number, cell = self.squirrels[index], position.paws[index]
            if number in position.nuts and self.holes[position.nuts.index(number)] == cell:
                parents.append(before._replace(nuts=_replaced(position.nuts, position.nuts.index(number), 0)))
        return [before for before in parents if self._hanging(before) is None]

    def _hanging(self, position: Position) -> int | None:
        """The first squirrel that holds its nut over an open hole; a legal position has none."""
        open_holes = [hole for hole, nut in zip(self.holes, position.nuts, strict=True) if not nut]
        with_cells = zip(self.squirrels, position.paws, strict=True)
        return next((number for number, cell in with_cells if cell in open_holes and number not in position.nuts), None)

    def primitive(self, position: Position) -> Value | None:
        dropped = [nut == owner for nut, owner in zip(position.nuts, self.owners, strict=True) if nut]
        if not all(dropped):
            return Value.LOSE
        return Value.WIN if len(dropped) == len(self.squirrels) else None

    def solutions(self) -> list[Position]:
        """Every nut in its own hole, and the squirrels anywhere."""
        nuts = tuple(self.owners)
        return [Position(paws, nuts) for paws in product(*self.covers) if self._disjoint(paws)]

    def _disjoint(self, paws: Iterable[int]) -> bool:
        """Whether no two squirrels cover the same cell."""
        covered = [cell for covers, at in zip(self.covers, paws, strict=True) for cell in covers[at]]
        return len(set(covered)) == len(covered)

    def parts(self, position: Position) -> dict[int, str]:
        """The text of each cell that a squirrel covers."""
        texts: dict[int, str] = {}
        for number, at, covers in zip(self.squirrels, position.paws, self.covers, strict=True):
            texts |= {cell: f"N_{number}_X_{cell - at}" if cell != at else f"N_{number}_O_0" for cell in covers[at]}
        return texts

    def format(self, position: Position) -> str:
        tokens = dict.fromkeys(self.flowers, FLOWER) | self.parts(position)
        for name, (cell, owner, nut) in enumerate(zip(self.holes, self.owners, position.nuts, strict=True), start=1):
            hole = f"H_{name}_{owner or NOBODY}{f'_D{nut}' if nut else ''}"
            tokens[cell] = f"{tokens[cell]} {hole}" if cell in tokens else hole
        return BETWEEN.join(tokens.get(cell, EMPTY) for cell in range(CELLS))

    def parse(self, text: str) -> Position:
        tokens = text[:1000].split(BETWEEN)
        if len(tokens) != CELLS or not all(map(TOKEN.fullmatch, tokens)):
            raise MalformedPosition(
                f"{short(text)}: expected {CELLS} tokens joined by '|', such as '-', 'B', 'N_1_O_0', 'N_1_X_4', "
                "'H_1_2', 'H_1_2_D2' and 'N_1_X_4 H_1_2'."
            )
        at = {int(token[2]): cell for cell, token in enumerate(tokens) if PAWS in token}
        nuts = [_number(tokens[hole].rpartition("_D")[2]) if "_D" in tokens[hole] else 0 for hole in self.holes]
        position = self._checked(at, nuts, short(text))
        if self.format(position) != text:
            raise IllegalPosition(f"{short(text)}: with these squirrels and nuts it is {self.format(position)!r}.")
        return position

    def _checked(self, at: Mapping[int, int], nuts: Iterable[int], name: str) -> Position:
        """The position with these paws of each squirrel and these nuts, if legal; `name` is what the message quotes."""
        paws, held = tuple(at.get(number, -1) for number in self.squirrels), tuple(nuts)
        if any(cell not in covers for cell, covers in zip(paws, self.covers, strict=True)) or not self._disjoint(paws):
            raise IllegalPosition(f"{name}: expected squirrels {self.squirrels}, whole and each in a place of its own.")
        dropped = [nut for nut in held if nut]
        if len(set(dropped)) != len(dropped) or not set(dropped) <= set(self.squirrels):
            raise IllegalPosition(f"{name}: expected each of the nuts {self.squirrels} in one hole at most.")
        position = Position(paws, held)
        hanging = self._hanging(position)
        if hanging is not None:
            raise IllegalPosition(f"{name}: squirrel {hanging} holds its nut over an open hole, where it drops.")
        return position

    def format_move(self, position: Position, move: Step) -> str:
        return f"{move[0]} {move[1]}"

    def rank(self, position: Position) -> int:
        number = 0
        for cell in position.paws:
            number = number * CELLS + cell
        for nut in position.nuts:
            number = number << 3 | nut
        return number

    def unrank(self, number: int) -> Position:
        nuts = [number >> 3 * i & 7 for i in reversed(range(len(self.holes)))]
        number >>= 3 * len(self.holes)
        paws = [number // CELLS**i % CELLS for i in reversed(range(len(self.squirrels)))]
        return Position(tuple(paws), tuple(nuts))

    # On the board `H` is an open hole, `h` a filled one, `A` to `D` are paws with their nut, `a` to `d` without, digits
    # the rest of the squirrels. An extra row shows the nut in each hole, as a squirrel may cover it.

    def board(self, position: Position) -> Board:
        cells = ["h" if nut else "H" for nut in position.nuts]
        chars = dict.fromkeys(self.flowers, VOID) | dict(zip(self.holes, cells, strict=True))
        for cell, part in self.parts(position).items():
            number = int(part[2])
            paws = "-abcdefghi"[number] if number in position.nuts else "-ABCDEFGHI"[number]
            chars[cell] = paws if PAWS in part else str(number)
        contents = "".join(str(nut) if nut else EMPTY for nut in position.nuts).ljust(SIDE, VOID)
        return Board(SIDE + 1, SIDE, "".join(chars.get(cell, EMPTY) for cell in range(CELLS)) + contents)

    def from_board(self, cells: str, turn: Turn) -> Position:
        if len(cells) != CELLS + SIDE:
            raise MalformedPosition(f"{short(cells)}: expected {SIDE + 1} rows of {SIDE} characters.")
        at = {ord(cell.lower()) - ord("a") + 1: i for i, cell in enumerate(cells[:CELLS]) if cell in "ABCDabcd"}
        return self._checked(at, [int(nut) if nut.isdigit() else 0 for nut in cells[CELLS:]][: len(self.holes)], cells)

    def button(self, position: Position, move: Step) -> Move:
        """An arrow from the squirrel's first cell."""
        index = self.squirrels.index(move[0])
        first = min(self.covers[index][position.paws[index]])
        return Move(first, first + self._next[index][position.paws[index]][move[1]] - position.paws[index])


def _number(name: str) -> int:
    return 0 if name == NOBODY else int(name)


def _replaced(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _add(cell: int, down: int, right: int) -> int | None:
    """The cell so far away, or None beyond the edge."""
    row, col = cell // SIDE + down, cell % SIDE + right
    return row * SIDE + col if 0 <= row < SIDE and 0 <= col < SIDE else None


def _neighbors(cell: int) -> dict[str, int]:
    """The cells beside this one, by the name of their direction."""
    places = {direction: _add(cell, down, right) for direction, (down, right) in DIRECTIONS.items()}
    return {direction: place for direction, place in places.items() if place is not None}
