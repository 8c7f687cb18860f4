"""What the plug-ins of the GamesCrafters' files have in common: names, texts, boards and buttons."""

import random
import re
import time
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property, lru_cache
from itertools import islice
from math import isqrt
from typing import Any, ClassVar

from perfect_play.puzzles.base import (
    Game,
    IllegalPosition,
    MalformedPosition,
    Move,
    Position,
    Rules,
    Variant,
    short,
)
from perfect_play.puzzles.view import ALPHABET, EMPTY, VOID, Add, Board, Button, button_between, in_rows
from perfect_play.puzzles.view import Move as Arrow
from perfect_play.puzzles.watch import step

LOOKED_AT = 60
"""Positions near the start from which something is concluded about a class of the file."""
PLAYS, LONGEST_PLAY = 4, 100
"""Random plays from the start of which something is concluded too, and the moves of each, at most. No clock ends them:
the boards of all processes have one size."""
KEPT = 5  # positions from anywhere in a play, and as many from its end
ROW = 10  # cells from which on they are not in one row
LONGEST = 2_000  # characters of a text
PATIENCE = 5.0
"""Processor seconds for which play from the start is searched for a position that the class cannot read."""


class UnfitFile(Exception):
    """A class of the file lacks what a plug-in needs; the message says what."""


@contextmanager
def seeded(seed: int = 0) -> Iterator[None]:
    """In this block, the module `random` draws the same in every process."""
    state = random.getstate()
    random.seed(seed)
    try:
        yield
    finally:
        random.setstate(state)


def in_order(moves: Iterable[Any]) -> list[Any]:
    """Moves in the same order in every process, each once."""
    if isinstance(moves, set | frozenset):
        moves = sorted(moves, key=repr)
    return list(dict.fromkeys(moves))


def members_of(original: type, methods: Iterable[str], kind: str) -> dict[str, Any]:
    """The members of the plug-in for a class of the file. Raises UnfitFile."""
    lacking = [name for name in ("id", "variants", *methods) if getattr(original, name, None) is None]
    if lacking:
        raise UnfitFile(f"{original.__name__} lacks {', '.join(lacking)}, which every {kind} has")
    title = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", original.__name__).replace("_", " ")
    ids = list(map(str, original.variants))  # type: ignore[attr-defined]
    return {
        "__module__": original.__module__,
        "original": original,
        "id": original.id,  # type: ignore[attr-defined]
        "name": f"{title} ({kind.split()[-1]})",
        "description": f"{title}, by the rules of a file of {kind.split()[-1]}.",
        "instructions": f"The rules are those of the file `{original.__module__.rpartition('.')[2]}.py`.",
        "author": "The author of the file",
        "variants": tuple(Variant(id_, id_, (id_,), testing=id_ == ids[0]) for id_ in ids),
    }


class Adapter(Rules):
    """The rules of a variant as a class of the file states them."""

    original: ClassVar[Any]
    _exploring: Iterator[Position]

    # what the adapters of games and of puzzles say

    @abstractmethod
    def read(self, text: str) -> Position:
        """The position that the class reads from it. Raises whatever that raises."""

    def read_alone(self, text: str) -> Position:
        """The same, without playing from the start until it is met."""
        return self.read(text)

    @abstractmethod
    def autogui(self, position: Position) -> str:
        """Its AutoGUI string."""

    @abstractmethod
    def written_moves(self, position: Position) -> list[tuple[Move, str, str]]:
        """The moves, each with its text for people and its AutoGUI string."""

    @abstractmethod
    def is_read(self, position: Position) -> bool:
        """Whether the class reads the text that it writes."""

    def faults(self) -> Iterator[str]:
        """Sentences on what in the class is wrong in some positions, and made good here."""
        name = self.original.__name__
        for position in self._met:
            if not self.is_read(position):
                yield f"{name} does not read its own text of {self.format(position)!r}: links are longer or slower"
                break
        for position in self._met if isinstance(self, Game) else ():
            if self.turn_drawn(position) != self.turn(position):
                autogui = self.autogui(position)
                yield f"{name} draws {autogui!r}, which should begin with {self.turn(position)}_, the player to move"
                break
        for position in self._met:
            texts = [text for _, text, _ in self._moves_of(position)]
            if len({*texts}) < len(texts):
                yield f"{name} calls two moves of {self.format(position)!r} the same: they are numbered"
                break

    def explore_until(self, is_met: Callable[[], bool]) -> None:
        """Play from the start until something is met. Raises ValueError."""
        end = time.process_time() + PATIENCE
        while not is_met():
            if time.process_time() > end or next(self._exploring, None) is None:
                raise ValueError("the class does not read it, and no play from the start was met that leads there")

    # texts

    def parse(self, text: str) -> Position:
        """The position that the class reads from the text. Raises MalformedPosition or IllegalPosition."""
        if not text or len(text) > LONGEST or text != text.strip() or not text.isprintable():
            raise MalformedPosition(f"{short(text)}: expected a text such as {self.format(self.start())}.")
        try:
            position = self.read(text)
            expected = self.format(position)
            self.primitive(position), self.children(position), self.board(position)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise IllegalPosition(f"{short(text)}: {self.original.__name__} cannot read this: {reason}.") from error
        if expected != text:
            raise MalformedPosition(f"{short(text)}: expected {short(expected)}, if that is meant.")
        return position

    def format_move(self, position: Position, move: Move) -> str:
        """The text of the class, with a number where two moves have the same."""
        return self._faces(position)[move][0]

    # boards

    def turn_drawn(self, position: Position) -> int:
        """The player to move by the AutoGUI string; 0 if it does not say."""
        autogui = self.autogui(position)
        return int(autogui[0]) if autogui[:2] in ("1_", "2_") else 0

    def _cells(self, position: Position) -> str:
        autogui = self.autogui(position)
        cells = re.sub("^[12]_", "", autogui).partition("~")[0] or EMPTY
        return "".join([char if char in ALPHABET else VOID for char in cells])

    def _moves_of(self, position: Position) -> list[tuple[Move, str, str]]:
        """The written moves; none once play has ended, where some classes raise an error."""
        return [] if self.primitive(position) is not None else self.written_moves(position)

    @cached_property
    def _places(self) -> int:
        """The cells with room for a button of every move."""
        cells = self._foreseen([len(self._cells(position)) for position in self._met])
        return max(cells, *(len(self._moves_of(position)) for position in in_steps(self._met)))

    def _foreseen(self, lengths: list[int]) -> int:
        """The room for texts of these lengths, one for each position met: twice as much if they grow with play."""
        most = max(lengths)
        return most * 2 if most > max(lengths[: len(self._near)]) else most

    @cached_property
    def cols(self) -> int:  # type: ignore[override]
        """The columns: as far as an arrow leads to the next row, or about as many as there are rows."""
        cells = self._places
        strings = [autogui for position in self._near for _, _, autogui in self._moves_of(position)]
        arrows = filter(None, (re.match(r"M_(\d+)_(\d+)", autogui) for autogui in strings))
        spans = {abs(int(arrow[1]) - int(arrow[2])) for arrow in arrows}
        divisors = [cols for cols in range(2, cells) if cells % cols == 0]
        fitting = [cols for cols in divisors if cols in spans]
        candidates = fitting[:1] or divisors or [cells if cells < ROW else isqrt(cells - 1) + 1]
        return min(candidates, key=lambda cols: abs(cols * cols - cells))

    @cached_property
    def _near(self) -> list[Position]:
        """Some positions near the start."""
        return list(in_steps(islice(nearby(self), LOOKED_AT)))

    @cached_property
    def _met(self) -> list[Position]:
        """Those near the start, then some that random play meets: letters and lengths may come late."""
        met, draw = dict.fromkeys(self._near), random.Random(0)
        for _ in range(PLAYS):
            play = [self.start()]
            with suppress(Exception):  # which the laws find
                while len(play) <= LONGEST_PLAY and self.primitive(play[-1]) is None:
                    step(play[-1])
                    play.append(self.do_move(play[-1], draw.choice(list(self.moves(play[-1])))))
            for position in [*draw.sample(play, min(len(play), KEPT)), *play[-KEPT:]]:
                with suppress(Exception):
                    self._cells(position), self._moves_of(position), self.turn_drawn(position)
                    met[position] = None
        return list(met)

    def _of_cells(self, cells: str, turn: int) -> Position | None:
        for text in (cells, f"{turn}_{cells}"):
            try:
                position = self.read_alone(text)
                if (self.format(position), self._cells(position), self.turn(position)) == (text, cells, turn):
                    return position
            except Exception:  # noqa: BLE001, S112 - the file's code may raise anything
                continue
        return None

    def board(self, position: Position) -> Board:
        """The cells of the AutoGUI string; beneath them the text, if the class cannot read the cells.

        Where no position met had a text, it takes the place of the cells, as all boards have one size.
        """
        cells, label = self._drawn(position)
        rows = in_rows(cells.ljust(self._places, VOID), self.cols).cells
        if self._room < len(label) <= len(rows):
            rows, label = label.ljust(len(rows), VOID), ""
        return in_rows(rows + label[: self._room].ljust(self._room, VOID), self.cols)

    def _drawn(self, position: Position) -> tuple[str, str]:
        """The cells, and the text that is needed beneath them, if any."""
        cells = self._cells(position)
        if len(cells) <= self._places and self._of_cells(cells.rstrip(VOID), self.turn(position)) == position:
            return cells, ""
        return cells[: self._places], self._label(position)

    @cached_property
    def _room(self) -> int:
        """The cells for the text."""
        return self._foreseen([len(self._drawn(position)[1]) for position in in_steps(self._met)])

    def _label(self, position: Position) -> str:
        """The text, in hexadecimal if boards lack some of its letters."""
        text = self.format(position)
        if set(text) <= ALPHABET - {VOID}:
            return text
        return text.encode().hex()

    def from_board(self, cells: str, turn: int) -> Position:
        """The position whose board this is. Raises MalformedPosition or IllegalPosition."""
        drawn = self._of_cells(cells.rstrip(VOID), turn)
        label = cells[-(-self._places // self.cols) * self.cols :].rstrip(VOID) or cells.rstrip(VOID)
        texts = [label] if drawn is None else [self.format(drawn), label]
        with suppress(ValueError):
            texts.append(bytes.fromhex(label).decode())
        for text in texts:
            try:
                position = self.parse(text)
            except (MalformedPosition, IllegalPosition):
                continue
            if (self.board(position).cells, self.turn(position)) == (cells, turn):
                return position
        raise MalformedPosition(f"{short(cells)}: expected the board of a position, with any text beneath it.")

    def button(self, position: Position, move: Move) -> Button:
        """The button of the AutoGUI string, if it is on the board and no other move has it."""
        return self._faces(position)[move][1]

    def _faces(self, position: Position) -> dict[Move, tuple[str, Button]]:
        """The name and the button of each move."""
        return _faces_of(self, position)


@lru_cache(maxsize=256)
def _faces_of(rules: Adapter, position: Position) -> dict[Move, tuple[str, Button]]:
    faces: dict[Move, tuple[str, Button]] = {}
    board = rules.board(position)
    names: set[str] = set()
    for move, text, autogui in rules.written_moves(position):
        text = re.sub("[:/?#%&+]", ".", text) or "move"
        name = next(name for name in (text, *(f"{text} ({n})" for n in range(2, LONGEST))) if name not in names)
        names.add(name)
        used = {button for _, button in faces.values()}
        taken_cells = {button.cell for button in used if isinstance(button, Add)}
        button = _button_of(autogui, len(board.cells))
        if button is None:
            button = button_between(board, rules.board(rules.do_move(position, move)))
        if button in used or (isinstance(button, Add) and button.cell in taken_cells):
            spare = [cell for cell in range(len(board.cells)) if cell not in taken_cells]
            button = Add(EMPTY, spare[0] if spare else 0)
        faces[move] = name, button
    return faces


def _button_of(autogui: str, cells: int) -> Button | None:
    """The button that an AutoGUI string of a move describes; None if it is none of the board's."""
    match autogui.split("_"):
        case ["M", source, target, *_] if source.isdecimal() and target.isdecimal() and source != target:
            return Arrow(int(source), int(target)) if max(int(source), int(target)) < cells else None
        case ["A", char, cell, *_] if cell.isdecimal() and int(cell) < cells:
            return Add(char if len(char) == 1 and char in ALPHABET else EMPTY, int(cell))
    return None


def in_steps(positions: Iterable[Position]) -> Iterator[Position]:
    """The positions; the watch is notified that a step begins with each."""
    for position in positions:
        step(position)
        yield position


def nearby(rules: Rules) -> Iterator[Position]:
    """The positions that the start reaches, nearest first."""
    positions = {rules.start(): None}
    waiting = list(positions)
    for position in waiting:  # grows during the loop
        step()
        yield position
        if rules.primitive(position) is None:
            fresh = [child for child in rules.children(position) if child not in positions]
            positions.update(dict.fromkeys(fresh))
            waiting += dict.fromkeys(fresh)
