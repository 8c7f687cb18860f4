"""A PuzzleScript ready to be played: its levels as tuples of cells, and what an input makes of them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from copy import copy
from functools import cached_property
from typing import Any, NamedTuple

from perfect_play.puzzles.puzzlescript.interpreter import MAX_AGAIN, TOO_LONG, BoardState, is_won, play_move
from perfect_play.puzzles.puzzlescript.object_names import ObjectNames
from perfect_play.puzzles.puzzlescript.rule_tables import RESTART, WIN, make_tables, mask_at, read_condition, split
from perfect_play.puzzles.puzzlescript.script_rules import concrete_rules, read_rules
from perfect_play.puzzles.puzzlescript.script_text import Map, ScriptError, read_script

INPUTS = {"up": 1, "left": 4, "down": 2, "right": 8, "action": 16}
"""What a player can do, and the movement that it gives to the players."""
MAX_MATCHES = 3_000_000
WORK = 400_000
"""Cells that one move may compare: a fraction of a second in plain Python."""

MOVE_TOO_LONG = "A move of this level takes too long, or its rules are applied without end."

Cells = tuple[int, ...]
"""The objects of each cell, column by column, as bits by their numbers."""


class Outcome(NamedTuple):
    """What an input makes of a level: its cells, whether it is won, and where `restart` goes to from then on."""

    cells: Cells
    won: bool
    restart: Cells


class Machine(NamedTuple):
    """What plays moves: the interpreter as it stands, or compiled. make_array: writes numbers as it reads them."""

    play_move: Callable[[Any, Any, int], int]
    is_won: Callable[[Any, Any], bool]
    make_array: Callable[[Sequence[int]], Any]


PLAIN = Machine(play_move, is_won, list)


class Program:
    """A PuzzleScript. Raises ScriptError."""

    def __init__(self, text: str, machine: Machine = PLAIN, work: int = WORK) -> None:
        """work: cells that one move may compare."""
        script = read_script(text)
        self.settings, self.sprites = script.settings, script.objects
        self.machine, self.work = machine, work
        self.names = ObjectNames(script)
        rules, loops = read_rules(script.rules, self.names)
        self.commands = {command for rule in rules for command in rule.commands}
        self.conditions = [read_condition(line, words, self.names) for line, words in script.conditions]
        self.tables = make_tables(
            concrete_rules(rules, self.names),
            loops,
            self.conditions,
            self.names,
            "require_player_movement" in self.settings,
            "run_rules_on_level_start" in self.settings,
        )
        self.levels = [level if isinstance(level, str) else Level(self, level) for level in script.levels]

    @cached_property
    def machine_tables(self) -> Any:
        """The tables as the machine reads them."""
        lists = {name: value for name, value in self.tables._asdict().items() if isinstance(value, list)}
        return self.tables._replace(**{name: self.machine.make_array(value) for name, value in lists.items()})


class Level:
    """A level of a program."""

    def __init__(self, program: Program, plan: Map) -> None:
        self.program = program
        self.width, self.height = len(plan.rows[0]), len(plan.rows)
        self.line = plan.line
        self.layout = _with_background(program.names, self._read(plan))
        self._lock = threading.Lock()

    @classmethod
    def played_by(cls, level: Level, machine: Machine) -> Level:
        """The same level of the same program, played by another machine."""
        program = copy(level.program)
        program.__dict__.pop("machine_tables", None)
        program.machine = machine
        other = cls.__new__(cls)
        other.program, other.width, other.height = program, level.width, level.height
        other.line, other.layout, other._lock = level.line, level.layout, threading.Lock()
        return other

    def _read(self, plan: Map) -> Cells:
        names, rows = self.program.names, plan.rows
        return tuple(names.cell(plan, rows[y][x]) for x in range(self.width) for y in range(self.height))

    @cached_property
    def start(self) -> Cells:
        """The cells with which play begins: as drawn, after the rules have run once if the program says so."""
        return self.begin(self.layout)

    def begin(self, cells: Cells) -> Cells:
        """The cells with which play begins or is begun anew."""
        return self.play(cells, 0, cells).cells if self.program.tables.rules_begin else cells

    def play(self, cells: Cells, push: int, restart: Cells | None = None) -> Outcome:
        """What a movement of the players makes of the level, with the turns that `again` adds. push: as in INPUTS.

        restart: where the command of that name goes back to; None: the level as drawn. Raises ScriptError if the move
        takes too long.
        """
        restart = self.layout if restart is None else restart
        tables, board, machine = self.program.machine_tables, self.board, self.program.machine
        with self._lock:
            self.prepare(cells, restart)
            result = machine.play_move(tables, board, push)
            if result & TOO_LONG:
                raise ScriptError(self.line, MOVE_TOO_LONG)
            restart = self._cells(board.restart) if result & RESTART else restart
            return Outcome(self._cells(board.objects), bool(result & WIN), restart)

    def prepare(self, cells: Cells, restart: Cells) -> None:
        """Put cells onto the board, and those to which the command `restart` goes back."""
        self.board.work[1] = self.program.work
        self._write(self.board.objects, cells)
        self._write(self.board.restart, restart)

    def is_won(self, cells: Cells) -> bool:
        """Whether the conditions of winning hold; without any, a level is won by a command alone."""
        with self._lock:
            self._write(self.board.objects, cells)
            return bool(self.program.machine.is_won(self.program.machine_tables, self.board))

    def _write(self, numbers: Any, cells: Cells) -> None:
        words = self.program.tables.object_words
        numbers[:] = cells if words == 1 else [word for cell in cells for word in split(cell, words)]

    def _cells(self, numbers: Any) -> Cells:
        words = self.program.tables.object_words
        if words == 1:
            return tuple(map(int, numbers))
        return tuple(mask_at(numbers, place, words) for place in range(len(numbers) // words))

    @cached_property
    def board(self) -> BoardState:
        """Room for playing this level. Raises ScriptError."""
        make_array = self.program.machine.make_array
        arrays = {name: make_array([0] * length) for name, length in self.room.items()}
        return BoardState(size=make_array([self.width, self.height, self.width * self.height]), **arrays)

    @property
    def room(self) -> dict[str, int]:
        """How many numbers each list of the board has. Raises ScriptError."""
        tables, count = self.program.tables, self.width * self.height
        longest = max(self.width, self.height)
        matches, rows_of_rule = 1, 1
        for rule in range(len(tables.rules) // 7):
            rows = range(tables.rules[7 * rule + 2], tables.rules[7 * rule + 3])
            by_gaps = (count, count * longest, count * longest * (longest + 1) // 2)
            matches = max(matches, sum(by_gaps[tables.rows[3 * row + 2]] for row in rows))
            rows_of_rule = max(rows_of_rule, len(rows))
        if matches > MAX_MATCHES:
            raise ScriptError(self.line, "The level is too large for rules with two ellipses.")
        objects, movements = count * tables.object_words, count * tables.movement_words
        return {
            **dict.fromkeys(("objects", "objects_before", "restart"), objects),
            **dict.fromkeys(("movements", "movements_before", "rigid_groups", "rigid_movements"), movements),
            "banned": len(tables.groups) // 3,
            "matches": 3 * matches,
            "row_starts": rows_of_rule + 1,
            "choice": rows_of_rule,
            "work": 2,
            "visited": MAX_AGAIN,
            "all_objects": tables.object_words,
            "all_movements": tables.movement_words,
        }


def _with_background(names: ObjectNames, cells: Cells) -> Cells:
    """The cells, each with a background: that of the first which has one, or the default."""
    layer = names.layer_masks[names.layers[names.background]]
    background = next((cell & layer for cell in cells if cell & layer), names.masks[names.background])
    return tuple(cell if cell & layer else cell | background for cell in cells)
