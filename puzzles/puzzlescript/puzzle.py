"""A puzzle whose rules are a PuzzleScript: each level a variant, and a letter for what each of its cells may hold.

The text of a position has a letter for each cell, row by row, then `W` if a rule has won the level.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from perfect_play.puzzles.base import IllegalPosition, Turn, Variant, check_text
from perfect_play.puzzles.mixins import KeptStart, OwnText
from perfect_play.puzzles.puzzlescript.kinds import Changes
from perfect_play.puzzles.puzzlescript.program import INPUTS, Cells, Level, Program
from perfect_play.puzzles.puzzlescript.source import ScriptError
from perfect_play.puzzles.values import Value
from perfect_play.puzzles.view import ALPHABET, EMPTY, VOID, Add, Board, Move, in_rows

WON = "W"
LETTERS = "".join(sorted(ALPHABET - {EMPTY, VOID, WON}, key=lambda char: (char.isdigit(), char.isupper(), char)))
POSITIONS = 5_000
"""About as many a level is expected to have: nobody knows before it is solved."""
SMALL = 100
"""Cells of a level that the laws try."""
STEPS = {"up": (-1, 0), "left": (0, -1), "down": (1, 0), "right": (0, 1)}
INSTRUCTIONS = """**Up, down, left, right** and, in some puzzles, **action** are the moves. What they do is for you
    to find out. A move that would change nothing is not listed."""


class ScriptPuzzle(KeptStart, OwnText):
    """The levels of one script. file: where its text is."""

    file: ClassVar[str] = ""

    def prepare(self, text: str, number: int) -> None:
        """text: the script. number: that of the level, from 1 on."""
        self.program = program_of(text)
        level = levels_of(self.program)[number - 1]
        self.level, self.cols = level, level.width
        kinds = kinds_of(self.program, level)
        if kinds is None:
            raise ScriptError(level.line, _TOO_MANY_KINDS)
        self.kinds = kinds
        self.wins_by_rule, self.without_action = "win" in self.program.commands, "noaction" in self.program.settings
        self.letters = _letters(self.program, kinds)
        self._kinds = {letter: kind for kind, letter in self.letters.items()}
        self._legal = [{self.letters[kind] for kind in kinds[cell]} for cell in _by_rows(level, level.drawn)]
        self._start = self._text(level.start, won=False)
        self._children = lru_cache(4096)(self._played)

    def _text(self, cells: Cells, won: bool) -> str:
        """The text of a position; `W` only where the level is won although no condition says so."""
        text = "".join(self.letters[cell] for cell in _by_rows(self.level, cells))
        return text + WON if won and not self.level.is_won(cells) else text

    def cells_of(self, position: str) -> Cells:
        """The cells of the level in a position."""
        cols, rows = self.level.width, self.level.height
        return tuple(self._kinds[position[row * cols + col]] for col in range(cols) for row in range(rows))

    def _played(self, position: str) -> dict[str, str]:
        """Where each input leads that changes anything, by name."""
        if position.endswith(WON):
            return {}
        cells, results = self.cells_of(position), {}
        for name, push in INPUTS.items():
            if name == "action" and self.without_action:
                continue
            outcome = self.level.play(cells, push)
            child = self._text(outcome.cells, outcome.won)
            if child != position:
                results[name] = child
        return results

    def moves(self, position: str) -> list[str]:
        """The inputs that change anything."""
        return list(self._children(position))

    def do_move(self, position: str, move: str) -> str:
        """The level after an input, and all that `again` adds to it."""
        return self._children(position)[move]

    def primitive(self, position: str) -> Value | None:
        """A win where the conditions hold, or a rule has won the level."""
        won = position.endswith(WON) or self.level.is_won(self.cells_of(position))
        return Value.WIN if won else None

    def parse(self, text: str) -> str:
        """The text, if each cell has what the rules may put there."""
        cells = text.removesuffix(WON) if self.wins_by_rule else text
        form = f"{len(self._legal)} letters, a cell each, row by row, such as {self._start}"
        check_text(cells, len(self._legal), self._kinds, form)
        for place, (letter, legal) in enumerate(zip(cells, self._legal, strict=True)):
            if letter not in legal:
                row, col = divmod(place, self.cols)
                raise IllegalPosition(
                    f"{text!r}: there can be no {letter!r} in row {row + 1}, column {col + 1}, only one of "
                    f"{', '.join(sorted(legal))}."
                )
        if text != cells and self.level.is_won(self.cells_of(cells)):
            raise IllegalPosition(f"{text!r}: it is won without {WON} at the end.")
        return text

    def board(self, position: str) -> Board:
        """The cells; if a rule may win the level, with a row that shows only that."""
        extra = self.cols if self.wins_by_rule else 0
        return in_rows(position.ljust(len(self._legal) + extra, VOID), self.cols)

    def from_board(self, cells: str, turn: Turn) -> str:
        """The board without the row that shows whether a rule has won."""
        return self.parse(cells.rstrip(VOID))

    def button(self, position: str, move: str) -> Add | Move:
        """An arrow from the first player's cell to the next, or to it where there is none; action is on that cell."""
        place = self._player(position)
        row, col = divmod(place, self.cols)
        for sign in (1, -1) if move in STEPS else ():
            down, right = (sign * step for step in STEPS[move])
            if 0 <= row + down < self.level.height and 0 <= col + right < self.cols:
                other = (row + down) * self.cols + col + right
                return Move(place, other) if sign == 1 else Move(other, place)
        others = [cell for cell in range(len(self._legal)) if cell != place]
        cell = others[list(STEPS).index(move) % len(others)] if move in STEPS and others else place
        return Add(position[cell], cell)

    def _player(self, position: str) -> int:
        """The first cell with a player, or the first of all."""
        player = self.program.names.player
        cells = enumerate(position[: len(self._legal)])
        return next((place for place, letter in cells if self._kinds[letter] & player), 0)


_TOO_MANY_KINDS = (
    f"Cells of this level may hold more than {len(LETTERS)} combinations of objects, for which there are no letters."
)


@lru_cache(maxsize=64)
def program_of(text: str) -> Program:
    """The program of a text, read once. Raises ScriptError."""
    return Program(text)


def levels_of(program: Program) -> list[Level]:
    """The levels without the messages between them."""
    return [level for level in program.levels if isinstance(level, Level)]


def kinds_of(program: Program, level: Level) -> dict[int, list[int]] | None:
    """What the cells of a level may hold, by what is drawn in them; None if there are no letters for all of it."""
    changes = Changes(program.tables)
    objects = changes.objects(level.drawn)
    results: dict[int, list[int]] = {}
    for cell in dict.fromkeys(level.drawn):
        kinds = changes.closure(cell, objects, len(LETTERS))
        if kinds is None:
            return None
        results[cell] = kinds
    count = len({kind for kinds in results.values() for kind in kinds})
    return results if count <= len(LETTERS) else None


def _letters(program: Program, kinds: dict[int, list[int]]) -> dict[int, str]:
    """A letter for each kind of cell: `-` for the background alone, one of the name of the topmost object elsewhere."""
    names = program.names
    letters = {names.masks[names.background]: EMPTY}
    unused = dict.fromkeys(LETTERS)
    for kind in dict.fromkeys(kind for members in kinds.values() for kind in members):
        if kind not in letters:
            top = names.names[kind.bit_length() - 1] if kind else ""
            wanted = [letter for char in top for letter in (char, char.upper()) if letter in unused]
            letters[kind] = wanted[0] if wanted else next(iter(unused))
            del unused[letters[kind]]
    return letters


def _by_rows(level: Level, cells: Cells) -> list[int]:
    return [cells[col * level.height + row] for row in range(level.height) for col in range(level.width)]


def script_class(text: str, id_: str, file: Path | str) -> type[ScriptPuzzle]:
    """The plug-in that a script is. Raises ScriptError."""
    program = program_of(text)
    levels = levels_of(program)
    fits = [kinds_of(program, level) is not None for level in levels]
    if not levels:
        raise ScriptError(0, "There are no levels.")
    if not any(fits):
        raise ScriptError(levels[0].line, _TOO_MANY_KINDS)
    title = program.settings.get("title") or id_
    variants = tuple(
        Variant(str(number), f"Level {number}", (text, number), testing=len(level.drawn) <= SMALL, positions=POSITIONS)
        for number, (level, has_letters) in enumerate(zip(levels, fits, strict=True), 1)
        if has_letters
    )
    if not any(variant.testing for variant in variants):
        variants = tuple(Variant(v.id, v.name, v.options, testing=True, positions=POSITIONS) for v in variants)
    members: dict[str, Any] = {
        "__module__": __name__,
        "__doc__": title,
        "id": id_,
        "name": title,
        "file": str(file),
        "variants": variants,
        "author": program.settings.get("author") or "unknown",
        "description": f"A PuzzleScript of {len(levels)} level{'s' if len(levels) > 1 else ''}.",
        "instructions": INSTRUCTIONS,
    }
    return type(ScriptPuzzle.__name__, (ScriptPuzzle,), members)
