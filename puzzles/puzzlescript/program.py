"""A PuzzleScript ready to be played: its levels as tuples of cells, and what an input makes of them."""

from __future__ import annotations

from typing import NamedTuple

from perfect_play.puzzles.puzzlescript.names import Names
from perfect_play.puzzles.puzzlescript.rules import concrete_rules, read_rules
from perfect_play.puzzles.puzzlescript.source import Map, ScriptError, read_script
from perfect_play.puzzles.puzzlescript.tables import (
    AGAIN,
    CANCEL,
    CHECKPOINT,
    OBJECT_BITS,
    RESTART,
    WIN,
    make_tables,
    split,
)
from perfect_play.puzzles.puzzlescript.turns import TOO_LONG, Board, is_player, play_turn

INPUTS = {"up": 1, "left": 4, "down": 2, "right": 8, "action": 16}
"""What a player can do, and the movement that it gives to the players."""
MAX_CELLS = 10_000
MAX_MATCHES = 3_000_000
MAX_AGAIN = 2_000
_FORBIDDEN = {"realtime_interval": "time passes by itself"}

Cells = tuple[int, ...]
"""The objects of each cell, column by column, as bits by their numbers."""


class Outcome(NamedTuple):
    """What an input makes of a level: its cells, whether it is won, and where `restart` goes to from then on."""

    cells: Cells
    won: bool
    restart: Cells


class Program:
    """A PuzzleScript. Not for several threads at once. Raises ScriptError."""

    def __init__(self, text: str) -> None:
        script = read_script(text)
        for setting, what in _FORBIDDEN.items():
            if setting in script.settings:
                raise ScriptError(0, f"With {setting}, {what}: only what waits for its player can be solved.")
        self.settings, self.sprites = script.settings, script.objects
        self.names = Names(script)
        written, loops = read_rules(script.rules, self.names)
        self.tables = make_tables(concrete_rules(written, self.names), loops, self.names)
        self.conditions = [_condition(line, words, self.names) for line, words in script.conditions]
        self.levels = [
            level if isinstance(level, str) else Level(self, level) for level in script.levels if level is not None
        ]


class Level:
    """A level of a program. start: its cells, after the rules have run once if the program says so."""

    def __init__(self, program: Program, drawn: Map) -> None:
        self.program = program
        self.width, self.height = len(drawn.rows[0]), len(drawn.rows)
        if self.width * self.height > MAX_CELLS:
            raise ScriptError(drawn.line, f"The level has {self.width * self.height:,} cells, more than {MAX_CELLS:,}.")
        self.line = drawn.line
        self.drawn = _with_background(program.names, self._read(drawn))
        self._board = self._make_board()
        self.start = self.begin(self.drawn)

    def _read(self, drawn: Map) -> Cells:
        names, rows = self.program.names, drawn.rows
        return tuple(names.cell(drawn, rows[y][x]) for x in range(self.width) for y in range(self.height))

    def begin(self, cells: Cells) -> Cells:
        """The cells with which play begins or is begun anew."""
        if "run_rules_on_level_start" not in self.program.settings:
            return cells
        return self._finish(cells, 0, cells).cells

    def play(self, cells: Cells, push: int, restart: Cells | None = None) -> Outcome:
        """What a movement of the players makes of the level, with the turns that `again` adds. push: as in INPUTS.

        restart: where the command of that name goes back to; None: the level as drawn. Raises ScriptError if a turn
        takes too long.
        """
        return self._finish(cells, push, self.drawn if restart is None else restart)

    def _finish(self, cells: Cells, push: int, restart: Cells) -> Outcome:
        visited = {cells}
        for _ in range(MAX_AGAIN):
            result, commands = self._turn(cells, push)
            if commands & CANCEL:
                return Outcome(cells, False, restart)
            if commands & RESTART:
                begun = self.begin(restart) if push else restart
                return Outcome(begun, self.is_won(begun), restart)
            won = bool(commands & WIN) or self.is_won(result)
            if commands & CHECKPOINT and not won:
                restart = result
            if won or not commands & AGAIN or result in visited:
                return Outcome(result, won, restart)
            visited.add(result)
            cells, push = result, 0
        raise ScriptError(self.line, f"A move goes on for more than {MAX_AGAIN:,} turns.")

    def _turn(self, cells: Cells, push: int) -> tuple[Cells, int]:
        """One turn: the cells after it, and its commands; `cancel` if a player must move, and none does."""
        tables, board = self.program.tables, self._board
        words = tables.object_words
        board.objects[:] = cells if words == 1 else [word for cell in cells for word in split(cell, words)]
        must_move = push and "require_player_movement" in self.program.settings
        players = [place for place in range(len(cells)) if is_player(tables, board.objects, place)] if must_move else []
        commands = play_turn(tables, board, push)
        if commands & TOO_LONG:
            raise ScriptError(self.line, "A turn takes too long.")
        result = tuple(board.objects) if words == 1 else _joined(board.objects, words)
        if players and all(result[place] & self.program.names.player for place in players):
            return cells, CANCEL
        return result, commands

    def is_won(self, cells: Cells) -> bool:
        """Whether the conditions of winning hold; without any, a level is won by a command alone."""
        conditions = self.program.conditions
        return bool(conditions) and all(condition.holds(cells) for condition in conditions)

    def _make_board(self) -> Board:
        tables, count = self.program.tables, self.width * self.height
        longest = max(self.width, self.height)
        most, most_rows = 1, 1
        for rule in range(len(tables.rules) // 7):
            rows = range(tables.rules[7 * rule + 2], tables.rules[7 * rule + 3])
            ways = (count, count * longest, count * longest * (longest + 1) // 2)
            most = max(most, sum(ways[tables.rows[3 * row + 2]] for row in rows))
            most_rows = max(most_rows, len(rows))
        if most > MAX_MATCHES:
            raise ScriptError(self.line, "The level is too large for rules with two ellipses.")
        objects, movements = count * tables.object_words, count * tables.movement_words
        return Board(
            size=[self.width, self.height, count],
            **{name: [0] * objects for name in ("objects", "objects_before")},
            **{name: [0] * movements for name in ("movements", "movements_before", "rigid_groups", "rigid_movements")},
            banned=[0] * (len(tables.groups) // 3),
            matches=[0] * 3 * most,
            row_starts=[0] * (most_rows + 1),
            chosen=[0] * most_rows,
            work=[0],
            all_objects=[0] * tables.object_words,
            all_movements=[0] * tables.movement_words,
        )


class Condition(NamedTuple):
    """A condition of winning: `no`, `some` or `all` cells with some objects have others, too (any of them, or all)."""

    word: str
    objects: int
    joined: bool
    others: int
    others_joined: bool

    def holds(self, cells: Cells) -> bool:
        """Whether it holds."""
        chosen = [cell for cell in cells if _has(cell, self.objects, self.joined)]
        both = sum(_has(cell, self.others, self.others_joined) for cell in chosen)
        return both == 0 if self.word == "no" else both > 0 if self.word == "some" else both == len(chosen)


def _has(cell: int, objects: int, joined: bool) -> bool:
    return cell & objects == objects if joined else cell & objects != 0


def _condition(line: int, words: list[str], names: Names) -> Condition:
    word = {"any": "some"}.get(words[0], words[0])
    if word not in ("no", "some", "all") or len(words) not in (2, 4) or (len(words) == 4 and words[2] != "on"):
        raise ScriptError(line, 'A condition reads like "All Target on Crate", "No Fruit" or "Some Player on Exit".')
    masks: list[tuple[int, bool]] = []
    for name in words[1::2]:
        if not names.known(name):
            raise ScriptError(line, f"{name.upper()} is no object.")
        joined = name in names.all_of
        masks.append((names.joined_mask(name) if joined else names.masks[name], joined))
    objects, others = masks if len(masks) == 2 else (masks[0], (-1, False))
    return Condition(word, *objects, *others)


def _with_background(names: Names, cells: Cells) -> Cells:
    """The cells, each with a background: that of the first which has one, or the default."""
    layer = names.layer_masks[names.layers[names.background]]
    background = next((cell & layer for cell in cells if cell & layer), names.masks[names.background])
    return tuple(cell if cell & layer else cell | background for cell in cells)


def _joined(words: list[int], count: int) -> Cells:
    return tuple(
        sum(words[place + word] << OBJECT_BITS * word for word in range(count)) for place in range(0, len(words), count)
    )
