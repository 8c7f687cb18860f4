"""Spinout: turn the pieces of a row sideways, one at a time, in the only place with room to turn.

A position is (direction of every piece from left to right, the piece in the rotor). The last piece is the flat
one. Exactly the 347 positions that the start leads to are legal: the row cannot be taken off its track. All of them
can be solved, and every move can be undone.

Its text is an arrow for each piece, a double one for the flat piece, with the rotor's in parentheses: `↑←←←(⇐)` is the
start. The board is the track, as far as the row can slide, with the rotor always in the same place: letters `l u r d`
for the directions, capitals for the flat piece; above and below the rotor are the cells to click for a turn.

The mechanism is that of William Keister's first patent of 1972, US 3,637,215.
"""

import re
from typing import NamedTuple

from perfect_play.puzzles import VOID, Add, Board, Button, Move, Value, Variant
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Puzzle, Turn, short

LEFT, UP, RIGHT, DOWN = range(4)
ARROWS, FLAT_ARROWS = "←↑→↓", "⇐⇑⇒⇓"
LETTERS, FLAT_LETTERS = "lurd", "LURD"
ARROW_OF = dict(zip(LETTERS + FLAT_LETTERS, ARROWS + FLAT_ARROWS, strict=True))
PIECES = 5
FLAT = PIECES - 1
ROTOR = 7  # its place on the track
TRACK = ROTOR + PIECES  # places
CW, CCW = (1, 0), (-1, 0)


class Row(NamedTuple):
    """A position."""

    directions: tuple[int, ...]
    rotor: int  # number of the piece in it, from 0


START = Row((UP, LEFT, LEFT, LEFT, LEFT), FLAT)


def is_sideways(direction: int) -> bool:
    """Whether a piece pointing this way lies along the track."""
    return direction in (LEFT, RIGHT)


def _is_hollow(row: Row, piece: int, side: int) -> bool:
    """Whether the neighbor on this side has room to turn; true also if there is no neighbor."""
    if not 0 <= piece < PIECES:
        return True
    direction = row.directions[piece]
    return direction != side and not (piece == FLAT and is_sideways(direction))


def on_track(row: Row, characters: str) -> str:
    """The contents of each place of the track, given a character for each piece."""
    return "-" * (ROTOR - row.rotor) + characters + "-" * row.rotor


class Spinout(Puzzle):
    name = "Spinout"
    also_called = ("Chinese rings",)
    description = "Turn five pieces sideways, one at a time, at the only spot on the track where a piece can turn."
    instructions = """Turn the piece in the rotor by a quarter turn, clockwise (**cw**) or counterclockwise
        (**ccw**), if each neighbor has a hollow facing it. A piece is hollow on every side but the one it points to;
        the flat one at the end offers its neighbor no hollow while it lies sideways. Or slide the row, bringing a
        piece some places to the **left** or **right** into the rotor. The row cannot slide while the piece in the
        rotor points down, and farther right than the place beside the rotor, the track has room only for pieces that
        lie sideways. The puzzle is solved when all five lie sideways."""
    author = "William Keister"
    date_created = "1972"
    variants = (Variant("5_piece", "5 Pieces", testing=True, positions=347),)
    reversible = True

    def prepare(self) -> None:
        self._positions = {self.format(row): row for row in self._reachable()}

    def _reachable(self) -> set[Row]:
        """All positions that the start leads to."""
        visited = {START}
        waiting = [START]
        while waiting:
            new = set(self.children(waiting.pop())) - visited
            visited |= new
            waiting.extend(new)
        return visited

    def start(self) -> Row:
        return START

    def moves(self, position: Row) -> list[tuple[int, int]]:
        """(quarter turns clockwise, places to the right of the rotor): turns, then slides left and right."""
        directions, rotor = position
        moves = []
        if _is_hollow(position, rotor - 1, RIGHT) and _is_hollow(position, rotor + 1, LEFT):
            moves += [CW, CCW]
        if directions[rotor] == DOWN:
            return moves
        for step in range(1, rotor + 1):
            leaving = rotor - step + 2  # the piece that was beside the rotor
            if leaving < PIECES and not is_sideways(directions[leaving]):
                break
            moves.append((0, -step))
        return moves + [(0, step) for step in range(1, PIECES - rotor)]

    def do_move(self, position: Row, move: tuple[int, int]) -> Row:
        directions, rotor = position
        turn, step = move
        turned = (*directions[:rotor], (directions[rotor] + turn) % 4, *directions[rotor + 1 :])
        return Row(turned, rotor + step)

    def primitive(self, position: Row) -> Value | None:
        return Value.WIN if all(map(is_sideways, position.directions)) else None

    def solutions(self) -> list[Row]:
        return [row for row in self._positions.values() if self.primitive(row)]

    def format(self, position: Row) -> str:
        arrows = [ARROWS[direction] for direction in position.directions]
        arrows[FLAT] = FLAT_ARROWS[position.directions[FLAT]]
        arrows[position.rotor] = f"({arrows[position.rotor]})"
        return "".join(arrows)

    def parse(self, text: str) -> Row:
        if text in self._positions:
            return self._positions[text]
        arrows = re.sub(r"\((.)\)", r"\1", text, count=1) if len(text) == PIECES + 2 else ""
        if not re.fullmatch(f"[{ARROWS}]{{{FLAT}}}[{FLAT_ARROWS}]", arrows):
            raise MalformedPosition(
                f"{short(text)}: expected {FLAT} of {ARROWS}, one of {FLAT_ARROWS}, and parentheses around the one in "
                f"the rotor, as in the start {self.format(START)!r}."
            )
        raise IllegalPosition(f"{text!r}: no play from the start {self.format(START)!r} leads there.")

    def format_move(self, position: Row, move: tuple[int, int]) -> str:
        turn, step = move
        if turn:
            return "cw" if move == CW else "ccw"
        return f"right_{step}" if step > 0 else f"left_{-step}"

    def board(self, position: Row) -> Board:
        letters = [LETTERS[direction] for direction in position.directions]
        letters[FLAT] = FLAT_LETTERS[position.directions[FLAT]]
        click = f"{VOID * ROTOR}-{VOID * (TRACK - ROTOR - 1)}"
        return Board(3, TRACK, click + on_track(position, "".join(letters)) + click)

    def from_board(self, cells: str, turn: Turn) -> Row:
        track = cells[TRACK : 2 * TRACK]
        arrows = [ARROW_OF.get(cell, cell) for cell in track]
        arrows[ROTOR : ROTOR + 1] = [f"({arrow})" for arrow in arrows[ROTOR : ROTOR + 1]]
        return self.parse("".join(arrows).strip("-"))

    def button(self, position: Row, move: tuple[int, int]) -> Button:
        """A turn is a button above or below the rotor; a slide is an arrow from the piece that comes into it."""
        turn, step = move
        if turn:
            return Add("c", ROTOR) if move == CW else Add("w", 2 * TRACK + ROTOR)
        return Move(TRACK + ROTOR + step, TRACK + ROTOR)
