"""Chip's Challenge, its first level: collect all chips, opening doors with keys on the way, and leave by the exit.

A move walks to anything within reach, and takes, opens or enters it: chips, keys, doors, the socket, which
opens once all chips are taken, and the exit behind it. A key opens one door of its color and is used up; the green
one opens all. The puzzle is solved when the player is in the exit.

A position is (gone, player): the things that are gone, a bit for each in the order of cells, and the player's cell,
that of a thing that is gone, or the first cell of the level. Everything gone lies in one open region, so positions that
differ only in the player's cell are images of each other: they have the same moves.

The text, like the board, has a letter for each cell: `W` a wall, `p` the player, `c` a chip, `C` the socket, `P` the
exit, `y`, `r`, `b`, `g` the keys and `Y`, `R`, `B`, `G` the doors.
"""

from collections.abc import Iterable

from perfect_play.puzzles import EMPTY, IllegalPosition, Move, Puzzle, Value, Variant, check_text, level, short
from perfect_play.puzzles.grid import neighbors

Position = tuple[int, int]

WALL, PLAYER, CHIP, SOCKET, EXIT = "WpcCP"
KEYS, DOORS = "yrbg", "YRBG"
STAYS = "g"
NO_KIND = EMPTY
KINDS = CHIP + SOCKET + EXIT + KEYS + DOORS


class ChipsChallenge(Puzzle):
    name = "Chip's Challenge"
    description = "Collect all the chips behind locked doors and leave by the exit."
    instructions = """Walk to anything within reach: a move takes a **chip** or a **key**, or opens a **door** with a
        key of its color, which is used up; the **green** key opens all green doors. The socket in front of the exit
        opens once **all chips** are taken. The puzzle is solved when you enter the exit."""
    author = "Chuck Sommerville"
    date_created = "1989"
    variants = (
        Variant("1", "Level 1", level("chipschallenge/1"), positions=127_202),
        Variant("small", "A smaller room", level("chipschallenge/small"), testing=True, positions=30),
    )
    dense = False
    images_share_rank = True

    def prepare(self, *level: str) -> None:
        self.rows, self.cols = len(level), len(level[0])
        cells = "".join(level)
        self._first = cells.index(PLAYER)
        self._ground = cells.replace(PLAYER, EMPTY)
        self.cells = [cell for cell, kind in enumerate(self._ground) if kind not in (WALL, EMPTY)]
        self.kinds = "".join(self._ground[cell] for cell in self.cells)
        reachable = [self._reachable(cell) for cell in self.cells]
        at_once = self._reachable(self._first)
        self._gates = tuple(-1 if at_once >> item & 1 else bits for item, bits in enumerate(reachable))
        """For each thing, as bits, the things of which one must be gone before it can be reached; -1: none need be."""
        self._all = {kind: _bits(kind == each for each in self.kinds) for kind in KINDS + NO_KIND}
        color = dict(zip(DOORS, KEYS, strict=True))
        self._needs = tuple(self._all[CHIP if kind == SOCKET else color.get(kind, NO_KIND)] for kind in self.kinds)
        self._used = tuple(0 if color.get(kind) == STAYS else self._all[kind] * (kind in DOORS) for kind in self.kinds)
        self._minimums = tuple(self.kinds.count(CHIP) if kind == SOCKET else int(kind in DOORS) for kind in self.kinds)
        """A thing can be gone once at least this many more of `_needs` are gone than of `_used`."""
        self.size = 1 << len(self.cells)

    def _reachable(self, cell: int) -> int:
        """The things, as bits, that can be reached from this cell over empty ones."""
        walked = [cell]
        for spot in walked:
            around = neighbors(spot, self.rows, self.cols) if spot == cell or self._ground[spot] == EMPTY else []
            walked += [neighbor for neighbor in around if self._ground[neighbor] != WALL and neighbor not in walked]
        return _bits(place in walked[1:] for place in self.cells)

    def start(self) -> Position:
        return (0, self._first)

    def moves(self, position: Position) -> list[int]:
        """The things that can be reached and taken, opened or entered."""
        gone, _ = position
        return [
            item
            for item, (gates, needs, used, minimum) in enumerate(
                zip(self._gates, self._needs, self._used, self._minimums, strict=True)
            )
            if not gone >> item & 1
            and (gates < 0 or gates & gone)
            and (gone & needs).bit_count() - (gone & used).bit_count() >= minimum
        ]

    def do_move(self, position: Position, move: int) -> Position:
        return (position[0] | 1 << move, self.cells[move])

    def primitive(self, position: Position) -> Value | None:
        return Value.WIN if position[0] & self._all[EXIT] else None

    def _possible_cells(self, gone: int) -> list[int]:
        """The cells where the player can be when these things are gone: where one of them was."""
        return [cell for item, cell in enumerate(self.cells) if gone >> item & 1] or [self._first]

    def images(self, position: Position) -> list[Position]:
        return [(position[0], place) for place in self._possible_cells(position[0])]

    def format(self, position: Position) -> str:
        gone, player = position
        cells = list(self._ground)
        for item, cell in enumerate(self.cells):
            if gone >> item & 1:
                cells[cell] = EMPTY
        cells[player] = PLAYER
        return "".join(cells)

    def parse(self, text: str) -> Position:
        chars = "".join(sorted({*self._ground, PLAYER}))
        check_text(text, len(self._ground), chars, f"{len(self._ground)} cells, each one of {chars}")
        gone = _bits(text[cell] in EMPTY + PLAYER for cell in self.cells)
        position = (gone, text.find(PLAYER))
        if position[1] not in self._possible_cells(gone) or self.format(position) != text:
            raise IllegalPosition(
                f"{short(text)}: expected the player '{PLAYER}' where something was, and the rest of the level."
            )
        return position

    def format_move(self, position: Position, move: int) -> str:
        row, col = divmod(self.cells[move], self.cols)
        return f"({col}, {row})"

    def rank(self, position: Position) -> int:
        return position[0]

    def unrank(self, number: int) -> Position:
        return (number, self._possible_cells(number)[0])

    def button(self, position: Position, move: int) -> Move:
        return Move(position[1], self.cells[move])


def _bits(flags: Iterable[bool]) -> int:
    return sum(1 << place for place, flag in enumerate(flags) if flag)
