"""A puzzle whose rules are a PuzzleScript: each level a variant, and letters for what its cells may hold.

The text of a position has a letter for each cell, row by row. If there are too few letters for all that a cell may
hold, the layers are divided into planes, and the text has the cells of each plane, one after the other. `W` at the end
says that a rule has won the level. The board is made in the same way; the planes are drawn upon one another.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeVar

from perfect_play.puzzles.base import IllegalPosition, RulesError, Turn, UnknownVariant, Variant, check_text, short
from perfect_play.puzzles.mixins import KeptStart, OwnText
from perfect_play.puzzles.puzzlescript.cell_kinds import MAX_KINDS, CellChanges
from perfect_play.puzzles.puzzlescript.script_program import INPUTS, WORK, Cells, Level, Program
from perfect_play.puzzles.puzzlescript.script_text import Map, ScriptError
from perfect_play.puzzles.values import Value
from perfect_play.puzzles.view import ALPHABET, EMPTY, VOID, Add, Board, Move, in_rows

WON = "W"
LETTERS = "".join(sorted(ALPHABET - {EMPTY, VOID, WON}, key=lambda char: (char.isdigit(), char.isupper(), char)))
POSITIONS = 5_000
"""About as many a level is expected to have: nobody knows before it is solved."""
LONGEST, LONGEST_MESSAGE = 100, 1_000
"""Characters of a title, and of a message, that are shown."""
SMALL = 100
"""Cells of a level that the laws try."""
ADDRESS = 1_980
"""The most letters of a board whose positions fit into an address, which services read up to 2,000 characters."""
PLAYED = 400_000
"""Letters of the positions whose children a level keeps."""
STEPS = {"up": (-1, 0), "left": (0, -1), "down": (1, 0), "right": (0, 1)}
INSTRUCTIONS = """**Up, down, left, right** and, in some puzzles, **action** are the moves. What they do is for you
    to find out. A move that would change nothing is not listed."""


class UnlistedLevel(UnknownVariant):
    """A level of a script that is not listed; the message says why."""

    def __init__(self, full_id: str, reason: str) -> None:
        RulesError.__init__(self, f"{full_id} is not listed. {reason}")


class ScriptPuzzle(KeptStart, OwnText):
    """The levels of one script.

    file: where its text is. fleeting: whether a visitor has brought it, so that no table is made of it. unlisted: why
    levels are left out, by their numbers. messages: those before each level, by its number, and by the number after
    the last, those at the end.
    """

    file: ClassVar[str] = ""
    fleeting: ClassVar[bool] = False
    most_work: ClassVar[int] = 2 * WORK
    """Cells that all moves of a position may compare in Python."""
    unlisted: ClassVar[dict[int, ScriptError]] = {}
    messages: ClassVar[dict[int, list[str]]] = {}

    @classmethod
    def find_variant(cls, variant_id: str) -> Variant:
        """The level with this number. Raises UnknownVariant."""
        number = int(variant_id) if re.fullmatch("[1-9][0-9]{0,3}", variant_id) else 0
        if number in cls.unlisted:
            raise UnlistedLevel(f"{cls.id}/{variant_id}", str(cls.unlisted[number]))
        return super().find_variant(variant_id)

    def prepare(self, text: str, which: Any) -> None:
        """text: the script. which: the number of the level, from 1 on, or one as it could be drawn in the script."""
        self.program = program_of(text)
        level = Level(self.program, which) if isinstance(which, Map) else levels_of(self.program)[which - 1]
        self.level, self.cols = level, level.width
        kinds = changes_of(self.program).of_level(level.layout)
        if kinds is None:
            raise ScriptError(level.line, _TOO_MANY_KINDS)
        self.kinds = kinds
        self.wins_by_rule, self.without_action = "win" in self.program.commands, "noaction" in self.program.settings
        self.planes = _planes(self.program, kinds)
        self._legal = [frozenset(kinds[cell]) for cell in _by_rows(level, level.layout)]
        self._start = self._text(level.start, won=False)
        self._children = lru_cache(min(4096, PLAYED // len(self._start)))(self._played)

    def _text(self, cells: Cells, won: bool) -> str:
        """The text of a position; `W` only where the level is won although no condition says so."""
        rows = _by_rows(self.level, cells)
        text = "".join(plane.letters[cell & plane.mask] for plane in self.planes for cell in rows)
        return text + WON if won and not self.level.is_won(cells) else text

    def cells_of(self, position: str) -> Cells:
        """The cells of the level in a position."""
        cols, rows, by_rows = self.level.width, self.level.height, self._read(position)
        return tuple(by_rows[row * cols + col] for col in range(cols) for row in range(rows))

    def _read(self, position: str) -> list[int]:
        """What the cells hold, row by row."""
        count = len(self._legal)
        cells = [0] * count
        for number, plane in enumerate(self.planes):
            for place, letter in enumerate(position[number * count : number * count + count]):
                cells[place] |= plane.kinds[letter]
        return cells

    def _played(self, position: str) -> dict[str, str]:
        """Where each input leads that changes anything, by name."""
        if position.endswith(WON):
            return {}
        cells, results, work = self.cells_of(position), {}, 0
        for name, push in INPUTS.items():
            if name == "action" and self.without_action:
                continue
            outcome = self.level.play(cells, push)
            work += int(self.level.board.work[0])
            if work > self.most_work:
                raise ScriptError(self.level.line, "The moves of this level take too long.")
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
        cells, count = text.removesuffix(WON) if self.wins_by_rule else text, len(self._legal)
        form = f"{count * len(self.planes)} letters, row by row, such as {self._start}"
        check_text(cells, count * len(self.planes), ALPHABET, form)
        for number, plane in enumerate(self.planes):
            check_text(cells[number * count : number * count + count], count, plane.kinds, form)
        for place, (kind, legal) in enumerate(zip(self._read(cells), self._legal, strict=True)):
            if kind not in legal:
                row, col = divmod(place, self.cols)
                letters = " and ".join(cells[place + number * count] for number in range(len(self.planes)))
                raise IllegalPosition(f"{short(text)}: there can be no {letters} in row {row + 1}, column {col + 1}.")
        if text != cells and self.level.is_won(self.cells_of(cells)):
            raise IllegalPosition(f"{text!r}: it is won without {WON} at the end.")
        return text

    def board(self, position: str) -> Board:
        """The cells; if a rule may win the level, with a row that shows only that."""
        extra = self.cols if self.wins_by_rule else 0
        return in_rows(position.ljust(len(self._legal) * len(self.planes) + extra, VOID), self.cols)

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
        return next((place for place, kind in enumerate(self._read(position)) if kind & player), 0)


TRIALS = 1_500_000
"""The most changes tried to find out what the cells of all levels may hold: a second."""
_TOO_MANY_KINDS = f"The cells of this level may hold {MAX_KINDS:,} combinations of objects, or more."


class Plane(NamedTuple):
    """Some of the layers: the objects on them, and a letter for each combination of these that a cell may hold."""

    mask: int
    letters: dict[int, str]
    kinds: dict[str, int]


@lru_cache(maxsize=16)
def program_of(text: str) -> Program:
    """The program of a text, read once. Raises ScriptError."""
    return Program(text)


@lru_cache(maxsize=16)
def changes_of(program: Program) -> CellChanges:
    """What may happen to the cells of a program."""
    return CellChanges(program.tables)


def levels_of(program: Program) -> list[Level]:
    """The levels without the messages between them."""
    return [level for level in program.levels if isinstance(level, Level)]


def _planes(program: Program, kinds: dict[int, list[int]]) -> list[Plane]:
    """As few planes as possible, each with as many layers as it has letters for."""
    every = list(dict.fromkeys(kind for members in kinds.values() for kind in members))
    masks = [0]
    for layer in program.names.layer_masks:
        if len({kind & (masks[-1] | layer) for kind in every}) > len(LETTERS):
            masks.append(0)
        masks[-1] |= layer
    return [_plane(program, mask, [kind & mask for kind in every]) for mask in masks]


def _plane(program: Program, mask: int, kinds: list[int]) -> Plane:
    """A plane with `-` for nothing but background, and a letter of the name of the topmost object elsewhere."""
    names = program.names
    letters = {names.masks[names.background] & mask: EMPTY}
    unused = dict.fromkeys(LETTERS)
    for kind in dict.fromkeys(kinds):
        if kind not in letters:
            top = names.names[kind.bit_length() - 1] if kind else ""
            fitting = [letter for char in top for letter in (char, char.upper()) if letter in unused]
            letters[kind] = fitting[0] if fitting else next(iter(unused))
            del unused[letters[kind]]
    return Plane(mask, letters, {letter: kind for kind, letter in letters.items()})


def _by_rows(level: Level, cells: Cells) -> list[int]:
    return [cells[col * level.height + row] for row in range(level.height) for col in range(level.width)]


def _obstacle(program: Program, changes: CellChanges, level: Level) -> ScriptError | None:
    """Why a level cannot be listed, if it cannot: there are too few letters, or its positions fit no address."""
    kinds = None
    if changes.trials < TRIALS and len(level.layout) <= ADDRESS:
        kinds = changes.of_level(level.layout)
        if kinds is None:
            return ScriptError(level.line, _TOO_MANY_KINDS)
    elif len(level.layout) <= ADDRESS:
        return ScriptError(level.line, "It takes too long to find out what the cells of this level may hold.")
    planes = 1 if kinds is None else len(_planes(program, kinds))
    letters = len(level.layout) * planes + level.width * ("win" in program.commands)
    if letters <= ADDRESS:
        return None
    return ScriptError(level.line, f"Its positions have {letters:,} letters; addresses have room for {ADDRESS:,}.")


def _messages(program: Program) -> dict[int, list[str]]:
    """The messages before each level that has any, by its number, and those at the end."""
    messages: dict[int, list[str]] = {}
    number = 1
    for level in program.levels:
        if isinstance(level, str):
            messages.setdefault(number, []).append(level[:LONGEST_MESSAGE])
        else:
            number += 1
    return messages


AnyScript = TypeVar("AnyScript", bound=ScriptPuzzle)


def script_class(
    text: str,
    id_: str,
    file: Path | str,
    base: type[AnyScript] = ScriptPuzzle,  # type: ignore[assignment]
) -> type[AnyScript]:
    """The plug-in that a script is, derived from `base`. Raises ScriptError."""
    program = program_of(text)
    levels = levels_of(program)
    if {"checkpoint", "restart"} <= program.commands:
        raise ScriptError(0, "With both CHECKPOINT and RESTART, a position does not tell where RESTART leads.")
    if not levels:
        raise ScriptError(0, "There are no levels.")
    changes = CellChanges(program.tables)
    obstacles = {number: _obstacle(program, changes, level) for number, level in enumerate(levels, 1)}
    unlisted = {number: obstacle for number, obstacle in obstacles.items() if obstacle is not None}
    if len(unlisted) == len(levels):
        raise unlisted[1]
    title = program.settings.get("title", "")[:LONGEST] or id_
    variants = tuple(
        Variant(str(number), f"Level {number}", (text, number), testing=len(level.layout) <= SMALL, positions=POSITIONS)
        for number, level in enumerate(levels, 1)
        if number not in unlisted
    )
    if not any(variant.testing for variant in variants):
        variants = tuple(Variant(v.id, v.name, v.options, testing=True, positions=POSITIONS) for v in variants)
    messages = _messages(program)
    members: dict[str, Any] = {
        "__module__": __name__,
        "__doc__": title,
        "id": id_,
        "name": title,
        "file": str(file),
        "variants": variants,
        "unlisted": unlisted,
        "messages": messages,
        "author": program.settings.get("author", "")[:LONGEST] or "unknown",
        "description": messages.get(1, [""])[0][:LONGEST] or "A PuzzleScript: what its moves do is to be found out.",
        "instructions": INSTRUCTIONS,
    }
    return type(ScriptPuzzle.__name__, (base,), members)
