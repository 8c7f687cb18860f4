"""The rules of a PuzzleScript as its author wrote them, and the concrete ones that they stand for.

A rule stands for one in each of its directions; `>` and the like become directions, names made with `and` all of their
objects, and those made with `or`, and movements such as `moving`, one rule for each of what they may be, unless one
rule can say it (all objects are on one layer, and the right side needs not tell which).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain
from operator import or_

from perfect_play.puzzles.puzzlescript.object_names import ObjectNames
from perfect_play.puzzles.puzzlescript.script_text import ScriptError

Cell = list[tuple[str, str]]
"""What a cell has: movements ("" for none, "no" for absence) and names; ("...", "...") alone for a gap."""
Row = list[Cell]
_Meanings = dict[tuple[str, str], tuple[str, int, int]]
"""Which direction an ambiguous movement, of an object or any, has become first, how often, and in which cell."""

GAP = ("...", "...")
MAX_RULES = 10_000
MAX_LINES = 3_000
MAX_RULE_CELLS = 100
MAX_RULE_SIZE = 1_000
MAX_CONCRETE_SIZE = 100_000
"""The most cells and names in all the concrete rules that the author's rules stand for."""
COMMANDS = ("cancel", "restart", "win", "again", "checkpoint")

_ALL_WAYS = ("up", "down", "left", "right")
_SEVERAL = {
    **{f"horizontal{suffix}": ("left", "right") for suffix in ("", "_par", "_perp")},
    **{f"vertical{suffix}": ("up", "down") for suffix in ("", "_par", "_perp")},
    "moving": (*_ALL_WAYS, "action"),
    "orthogonal": _ALL_WAYS,
}
_RELATIVE = ("^", "v", "<", ">", "parallel", "perpendicular")
_ABSOLUTE = {
    "right": ("up", "down", "left", "right", "horizontal_par", "vertical_perp"),
    "up": ("left", "right", "down", "up", "vertical_par", "horizontal_perp"),
    "down": ("right", "left", "up", "down", "vertical_par", "horizontal_perp"),
    "left": ("down", "up", "right", "left", "horizontal_par", "vertical_perp"),
}
_DIRECTIONS = {*_ALL_WAYS, *_SEVERAL} - {"moving"}
_MOVEMENTS = {*_ALL_WAYS, *_RELATIVE, *_SEVERAL, "stationary", "no", "action"}
_TOO_MANY = f"Rules stand for at most {MAX_RULES:,} concrete ones, with {MAX_CONCRETE_SIZE:,} cells and names."
_CHANCE = {"random", "randomdir"}


@dataclass
class Rule:
    """A rule: rows of cells to find, and what to put in their place (none if the rule only gives commands)."""

    line: int
    group: int
    directions: tuple[str, ...]
    before: list[Row]
    after: list[Row]
    late: bool = False
    rigid: bool = False
    commands: tuple[str, ...] = ()
    direction: str = ""

    def cells(self) -> Iterator[tuple[Cell, Cell | None]]:
        """Every cell of the left side, with the one of the right side in its place."""
        for number, row in enumerate(self.before):
            for place, cell in enumerate(row):
                yield cell, self.after[number][place] if self.after else None

    def items_after(self) -> Iterator[tuple[str, str]]:
        """The movements and names of all cells of the right side."""
        return chain.from_iterable(chain.from_iterable(self.after))

    @property
    def size(self) -> int:
        """The number of its cells, and of the names in them and in those of the right side."""
        return sum(1 + len(cell) + len(target or ()) for cell, target in self.cells())

    def copy(self) -> Rule:
        """The same with lists of its own."""
        return replace(
            self,
            before=[[list(cell) for cell in row] for row in self.before],
            after=[[list(cell) for cell in row] for row in self.after],
        )

    @property
    def has_gap(self) -> bool:
        """Whether any number of cells may lie between two of a row."""
        return any(GAP in cell for row in self.before for cell in row)


# --- reading --------------------------------------------------------------------------------------


def read_rules(lines: list[tuple[int, str]], names: ObjectNames) -> tuple[list[Rule], list[tuple[int, int]]]:
    """The rules as written, and the first and last line of each loop. Raises ScriptError."""
    rules: list[Rule] = []
    loops: list[tuple[int, int]] = []
    begun = 0
    if len(lines) > MAX_LINES:
        raise ScriptError(lines[MAX_LINES][0], f"There are {len(lines):,} rules; at most {MAX_LINES:,} are read.")
    for line, text in lines:
        words = _words(text)
        if words == ["startloop"]:
            if begun:
                raise ScriptError(line, "A loop begins within another; loops cannot be nested.")
            begun = line
        elif words == ["endloop"]:
            if not begun:
                raise ScriptError(line, "A loop ends that has not begun.")
            loops.append((begun, line))
            begun = 0
        else:
            rules.append(_read_rule(line, words, names, rules[-1].group if rules else None))
    if begun:
        raise ScriptError(begun, "This loop has no ENDLOOP.")
    return rules, loops


def _words(text: str) -> list[str]:
    text = re.sub(r"(\[|\]|\||->)", r" \1 ", text.lower()).strip()
    return (f"+ {text[1:]}" if text.startswith("+") else text).split()


def _read_rule(line: int, words: list[str], names: ObjectNames, group_before: int | None) -> Rule:
    if "->" not in words:
        raise ScriptError(line, "A rule has an arrow, ->.")
    begin = words.index("[") if "[" in words else len(words)
    arrow = words.index("->")
    if begin > arrow:
        raise ScriptError(line, "A rule begins with what it looks for, in brackets: [ Player ] -> ...")
    rule = Rule(line, line, (), _rows(line, words[begin:arrow], names), [])
    for word in words[:begin]:
        if word == "+":
            if group_before is None:
                raise ScriptError(line, "A + joins a rule with the one before it, and this is the first.")
            rule.group = group_before
        elif word in ("late", "rigid"):
            setattr(rule, word, True)
        elif word in _CHANCE:
            raise ScriptError(line, "The rule is applied at random: only what is certain can be solved.")
        elif word in _DIRECTIONS:
            added = _SEVERAL.get(word, (word,))
            rule.directions = (*(one for one in rule.directions if one not in added), *added)
        else:
            raise ScriptError(line, f"Expected directions, LATE, RIGID or + before the first bracket, not {word!r}.")
    rest = words[arrow + 1 :]
    end = len(rest) - rest[::-1].index("]") if "]" in rest else 0
    among_cells = [word for word in rest[:end] if _is_command(word) and not names.is_name(word)]
    rule.after = _rows(line, [word for word in rest[:end] if word not in among_cells], names)
    rule.commands = _commands(line, among_cells + rest[end:])
    if (cells := sum(len(row) for row in rule.before)) > MAX_RULE_CELLS:
        raise ScriptError(line, f"The rule has {cells:,} cells; at most {MAX_RULE_CELLS} are read.")
    if rule.after and [len(row) for row in rule.after] != [len(row) for row in rule.before]:
        raise ScriptError(line, "Both sides of a rule have the same rows of cells.")
    if rule.size > MAX_RULE_SIZE:
        raise ScriptError(line, f"The rule has {rule.size:,} cells and names; at most {MAX_RULE_SIZE:,} are read.")
    if rule.late and rule.rigid:
        raise ScriptError(line, "A rule cannot be both LATE and RIGID.")
    moved = (movement for row in (*rule.before, *rule.after) for cell in row for movement, _ in cell)
    if rule.late and not {"", "no", "..."} >= {*moved}:
        raise ScriptError(line, "Movements cannot appear in LATE rules, which come after all movement.")
    directed = any(len(row) > 1 for row in rule.before) or any(
        movement in _RELATIVE for row in (*rule.before, *rule.after) for cell in row for movement, _ in cell
    )
    rule.directions = rule.directions or _ALL_WAYS
    if not directed:
        rule.directions = rule.directions[:1]
    return rule


def _is_command(word: str) -> bool:
    return word in COMMANDS or word == "message" or re.fullmatch(r"sfx(10|\d)", word) is not None


def _commands(line: int, words: list[str]) -> tuple[str, ...]:
    commands: list[str] = []
    for word in words:
        if not _is_command(word):
            raise ScriptError(line, f"Expected a command such as WIN or AGAIN after the rule, not {word!r}.")
        commands.append(word)
        if word == "message":
            break
    return tuple(commands)


def _rows(line: int, words: list[str], names: ObjectNames) -> list[Row]:
    rows: list[Row] = []
    row: Row | None = None
    movement = ""
    for word in words:
        if word == "[" and row is None:
            row = [[]]
        elif row is None and word in _MOVEMENTS:
            continue  # directions belong to the beginning of a rule; between brackets they say nothing
        elif row is None:
            raise ScriptError(line, f"Expected [ before {word!r}.")
        elif word in ("]", "|"):
            if movement:
                raise ScriptError(line, f"{movement.upper()} is not followed by the name of an object.")
            if word == "|":
                row.append([])
            else:
                rows.append(row)
                row = None
        elif word == "...":
            row[-1].append(GAP)
        elif word in _CHANCE:
            raise ScriptError(line, f"{word.upper()} is a matter of chance: only what is certain can be solved.")
        elif word in _MOVEMENTS and not (movement == "" and names.is_name(word) and word not in _RELATIVE):
            if movement:
                raise ScriptError(line, f"An object has one movement, not {movement.upper()} and {word.upper()}.")
            movement = word
        elif names.is_name(word):
            row[-1].append((movement, word))
            movement = ""
        else:
            raise ScriptError(line, f"{word.upper()} is neither an object nor a movement.")
    if row is not None:
        raise ScriptError(line, "A bracket is not closed.")
    return rows


# --- what rules stand for -------------------------------------------------------------------------


def concrete_rules(rules: list[Rule], names: ObjectNames) -> list[Rule]:
    """The rules that those of the author stand for, in the order in which they are tried. Raises ScriptError."""
    result: list[Rule] = []
    size = 0
    for author_rule in rules:
        overlap, count = "", len(result)
        for direction in author_rule.directions:
            rule = author_rule.copy()
            rule.direction = direction
            _make_absolute(rule)
            _turn_around(rule)
            _name_objects(rule, names)
            for directed_rule in _expand_movements(rule):
                for one in _expand_properties(directed_rule, names):
                    if len(result) == MAX_RULES or (size := size + one.size) > MAX_CONCRETE_SIZE:
                        raise ScriptError(rule.line, f"{_TOO_MANY} Up to here, there are {len(result):,}.")
                    if both := next(filter(None, (names.overlap(_present(cell)) for cell, _ in one.cells())), ""):
                        overlap = both
                        continue
                    _stop_what_appears(one, names)
                    result.append(one)
        if overlap and len(result) == count:
            raise ScriptError(author_rule.line, f"{overlap} are on one layer: they can never overlap.")
    return _without_repetitions(result)


def _make_absolute(rule: Rule) -> None:
    absolute = dict(zip(_RELATIVE, _ABSOLUTE[rule.direction], strict=True))
    for side in (rule.before, rule.after):
        for row in side:
            row[:] = [[(absolute.get(movement, movement), name) for movement, name in cell] for cell in row]


def _turn_around(rule: Rule) -> None:
    """Rules upward and to the left are read the other way round."""
    if rule.has_gap or rule.direction not in ("up", "left"):
        return
    rule.direction = {"up": "down", "left": "right"}[rule.direction]
    for side in (rule.before, rule.after):
        for row in side:
            row.reverse()


def _name_objects(rule: Rule, names: ObjectNames) -> None:
    """Put single objects in place of names made with `and`, and of other names of one object."""
    for side in (rule.before, rule.after):
        for row in side:
            for cell in row:
                added: Cell = []
                for place, (movement, name) in enumerate(cell):
                    members = names.all_of.get(name)
                    if members and movement == "no":
                        raise ScriptError(rule.line, f"NO {name.upper()}: NO is said of one object, or one of several.")
                    first, *others = members or [names.same.get(name, name)]
                    cell[place] = (movement, first)
                    added += [(movement, other) for other in others]
                cell += added


def _expand_movements(rule: Rule) -> list[Rule]:
    """One rule for each direction that words such as `moving` on the left may mean."""
    waiting: deque[tuple[Rule, _Meanings, _Meanings]] = deque([(rule, {}, {})])
    finished = []
    size = rule.size
    while waiting:
        one, by_object, by_word = waiting.popleft()
        ambiguous = [
            (place, *next((movement, name) for movement, name in cell if movement in _SEVERAL))
            for place, (cell, _) in enumerate(one.cells())
            if any(movement in _SEVERAL for movement, _ in cell)
        ]
        if not ambiguous:
            finished.append((one, by_object, by_word))
        more = sum(len(_SEVERAL[movement]) for _, movement, _ in ambiguous)
        _check_number(rule, size, len(waiting) + len(finished) + more)
        for place, movement, name in ambiguous:
            for direction in _SEVERAL[movement]:
                copy = one.copy()
                for cell in list(copy.cells())[place]:
                    if cell is not None:
                        _substitute(cell, (movement, name), (direction, name))
                first, count, first_place = by_object.get((name, movement), (direction, 0, place))
                count += count == 0 or place != first_place
                word_first, word_count, _ = by_word.get((movement, ""), (direction, 0, place))
                waiting.append(
                    (
                        copy,
                        by_object | {(name, movement): (first, count, first_place)},
                        by_word | {(movement, ""): (word_first, word_count + 1, place)},
                    )
                )
    for one, by_object, by_word in finished:
        for (name, movement), (direction, count, _) in by_object.items():
            if count == 1:
                for row in one.after:
                    for cell in row:
                        _substitute(cell, (movement, name), (direction, name))
        for (movement, _), (direction, count, _) in by_word.items():
            if count == 1:
                for row in one.after:
                    row[:] = [[(direction if m == movement else m, n) for m, n in cell] for cell in row]
        _require_clear(rule, [movement for movement, _ in one.items_after()], _SEVERAL)
    return [one for one, _, _ in finished]


def _require_clear(rule: Rule, words: list[str], unclear: Container[str]) -> None:
    """Raise ScriptError if a word on the right side of what a rule stands for still may mean several things."""
    for word in words:
        if word in unclear:
            raise ScriptError(rule.line, f"{word.upper()} on the right side does not follow from the left side.")


def _check_number(rule: Rule, size: int, number: int) -> None:
    """Raise ScriptError if a rule stands for too many concrete ones, each of this size."""
    if number > MAX_RULES or number * size > MAX_CONCRETE_SIZE:
        raise ScriptError(rule.line, f"{_TOO_MANY} This one stands for {number:,} or more.")


def _substitute(cell: Cell, old: tuple[str, str], new: tuple[str, str]) -> None:
    cell[:] = [new if item == old else item for item in cell]


def _expand_properties(rule: Rule, names: ObjectNames) -> list[Rule]:
    """One rule for each object that names made with `or` may mean, where that matters."""
    properties = names.any_of
    unclear: set[str] = set()
    for cell, target in rule.cells():
        unclear |= {name for name in _present(target or []) if name in properties} - {*_present(cell)}
    waiting: deque[tuple[Rule, dict[str, tuple[str, int]]]] = deque([(rule, {})])
    finished = []
    size = rule.size
    while waiting:
        one, counts = waiting.popleft()
        ambiguous = next(
            (
                (place, name)
                for place, (cell, _) in enumerate(one.cells())
                for name in _present(cell)
                if name in properties and (name in unclear or names.single_layer(name) is None)
            ),
            None,
        )
        if ambiguous is None:
            finished.append((one, counts))
            continue
        place, name = ambiguous
        _check_number(rule, size, len(waiting) + len(finished) + len(properties[name]))
        for member in properties[name]:
            copy = one.copy()
            for side in list(copy.cells())[place]:
                _substitute_present(side or [], name, member)
            first, count = counts.get(name, (member, 0))
            waiting.append((copy, counts | {name: (first, count + 1)}))
    for one, counts in finished:
        for name, (member, count) in counts.items():
            for row in one.after if count == 1 else []:
                for cell in row:
                    _substitute_present(cell, name, member)
        _require_clear(rule, _present(one.items_after()), unclear)
    return [one for one, _ in finished]


def _present(cell: Iterable[tuple[str, str]]) -> list[str]:
    """The names in a cell that are not said to be absent."""
    return [name for movement, name in cell if movement != "no"]


def _substitute_present(cell: Cell, old: str, new: str) -> None:
    cell[:] = [(movement, new if name == old and movement != "no" else name) for movement, name in cell]


def _stop_what_appears(rule: Rule, names: ObjectNames) -> None:
    """An object that is put where nothing of its layer was does not move."""
    if rule.late:
        return
    for cell, target in rule.cells():
        before = reduce(or_, (names.masks.get(name, 0) for _, name in cell), 0)
        if target is not None:
            target[:] = [
                ("stationary", name)
                if movement == "" and name in names.layers and not before & names.layer_masks[names.layers[name]]
                else (movement, name)
                for movement, name in target
            ]


def _without_repetitions(rules: list[Rule]) -> list[Rule]:
    """The rules without those of a group that come again later in it."""
    result: list[Rule] = []
    keys: set[object] = set()
    group = -1
    for rule in reversed(rules):
        if rule.group != group:
            keys, group = set(), rule.group
        directed = any(len(row) > 1 for row in rule.before)
        key = repr(
            (rule.line, directed and rule.direction, rule.late, rule.rigid, rule.commands, rule.before, rule.after)
        )
        if key not in keys:
            keys.add(key)
            result.append(rule)
    return result[::-1]
