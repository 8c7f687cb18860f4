"""The concrete rules of a PuzzleScript as tables of numbers, for the interpreter in `interpreter.py`.

A cell's objects are bits in words of 60, its movements five bits a layer (up, down, left, right, action) in words of
twelve layers.
"""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from perfect_play.puzzles.puzzlescript.object_names import ObjectNames
from perfect_play.puzzles.puzzlescript.script_rules import COMMANDS, GAP, Cell, Rule
from perfect_play.puzzles.puzzlescript.script_text import ScriptError

OBJECT_BITS = 60
LAYERS_A_WORD = 12
MOVEMENT_BITS = 5  # of each layer
ALL_MOVEMENTS = 31
_WORD = (1 << OBJECT_BITS) - 1
NO, SOME, ALL = 0, 1, 2
MAX_RIGID_GROUPS = 30
MAX_NUMBERS = 1_000_000
"""The most numbers in what the cells of all rules become."""

MOVEMENTS = {"up": 1, "down": 2, "left": 4, "right": 8, "action": 16}
STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
CANCEL, RESTART, WIN, AGAIN, CHECKPOINT, OTHER = 1, 2, 4, 8, 16, 32
_BITS = {**dict(zip(COMMANDS, (CANCEL, RESTART, WIN, AGAIN, CHECKPOINT), strict=True))}


Masks = dict[str, list[int]]
"""The words of each mask of a cell; `gap` and `replaced` have a word if the cell is one, or is replaced."""


class Tables(NamedTuple):
    """All rules, each list flat.

    Groups have three numbers (first rule, end, group to go back to or -1), rules seven (steps to the right and down,
    first row, end, number of the rigid group or 0, commands, whether cells are replaced), rows three (first cell, end,
    gaps), cells four (gap, replaced, first of the masks of which any object is present, end); `present` to `layers`
    have one or more words for each cell, `rule_objects` and `rule_movements` for each rule: without them on the level
    it does not match. Conditions have three numbers (NO, SOME or ALL; whether the objects are joined by `and`; whether
    the others are) and two masks: the objects, and what is to be with them. rules_begin: whether the rules run once
    before play.
    """

    object_words: int
    movement_words: int
    layer_count: int
    layer_masks: Sequence[int]
    groups: Sequence[int]
    late_groups: Sequence[int]
    rules: Sequence[int]
    rows: Sequence[int]
    cells: Sequence[int]
    present: Sequence[int]
    missing: Sequence[int]
    moving: Sequence[int]
    still: Sequence[int]
    removed: Sequence[int]
    put: Sequence[int]
    stopped: Sequence[int]
    pushed: Sequence[int]
    layers: Sequence[int]
    choices: Sequence[int]
    rigid_groups: Sequence[int]
    rule_objects: Sequence[int]
    rule_movements: Sequence[int]
    player: Sequence[int]
    player_is_all: bool
    conditions: Sequence[int]
    condition_masks: Sequence[int]
    players_must_move: bool
    rules_begin: bool


def split(mask: int, words: int) -> list[int]:
    """A mask of any length as words."""
    return [mask] if words == 1 else [mask >> (OBJECT_BITS * word) & _WORD for word in range(words)]


def mask_at(words: Sequence[int], place: int, count: int) -> int:
    """The mask that is written in the words of a place."""
    numbers = words[place * count : place * count + count]
    return sum(int(number) << OBJECT_BITS * word for word, number in enumerate(numbers))


class _Builder:
    """Collects the tables of rules. Raises ScriptError if they take too much memory."""

    def __init__(self, rules: list[Rule], names: ObjectNames) -> None:
        self.names = names
        self.object_words = -(-len(names.objects) // OBJECT_BITS)
        self.movement_words = -(-names.layer_count // LAYERS_A_WORD)
        numbers_a_cell = 4 + 4 * self.object_words + 5 * self.movement_words
        if numbers_a_cell * sum(len(row) for rule in rules for row in rule.before) > MAX_NUMBERS:
            raise ScriptError(0, "The rules take too much memory: there are too many of them, or of objects.")
        self.lists: dict[str, list[int]] = {
            name: []
            for name in ("rules", "rows", "cells", "present", "missing", "moving", "still", "removed", "put", "stopped")
        }
        self.lists |= {
            name: [] for name in ("pushed", "layers", "choices", "rigid_groups", "rule_objects", "rule_movements")
        }

    def add_groups(self, rules: list[Rule], loops: list[tuple[int, int]], late: bool) -> list[int]:
        """The groups of early or late rules, in the order of the text."""
        by_group: dict[int, list[Rule]] = {}
        for rule in rules:
            if rule.late == late:
                by_group.setdefault(rule.group, []).append(rule)
        groups: list[int] = []
        lines: list[int] = []
        for number in sorted(by_group):
            members = [(rule, cells) for rule in by_group[number] if (cells := self._encode(rule)) is not None]
            if not members:
                continue
            rigid = 0
            if not late and any(rule.rigid for rule, _ in members):
                self.lists["rigid_groups"].append(len(groups) // 3)
                rigid = len(self.lists["rigid_groups"])
                if rigid > MAX_RIGID_GROUPS:
                    raise ScriptError(members[0][0].line, f"There are more than {MAX_RIGID_GROUPS} rigid groups.")
            first = len(self.lists["rules"]) // 7
            for rule, rows in members:
                self._add_rule(rule, rows, rigid if rule.rigid else 0)
            groups += [first, len(self.lists["rules"]) // 7, -1]
            lines.append(members[0][0].line)
        for begin, end in loops:
            inside = [number for number, line in enumerate(lines) if begin <= line <= end]
            if inside:
                groups[3 * inside[-1] + 2] = inside[0]
        return groups

    def _encode(self, rule: Rule) -> list[list[Masks]] | None:
        """The cells of a rule's rows as masks; None if it can never match."""
        rows = []
        for number, row in enumerate(rule.before):
            encoded: list[Masks] = []
            for place, cell in enumerate(row):
                target = rule.after[number][place] if rule.after else None
                if GAP in cell:
                    if len(cell) > 1 or place in (0, len(row) - 1) or (target is not None and target != [GAP]):
                        raise ScriptError(rule.line, "An ellipsis stands alone, between two cells, on both sides.")
                    encoded.append({"gap": [1]})
                    continue
                if target is not None and GAP in target:
                    raise ScriptError(rule.line, "An ellipsis on the right has none in its place on the left.")
                masks = self._cell(rule, cell, target)
                if masks is None:
                    return None
                encoded.append(masks)
            if sum("gap" in cell for cell in encoded) > 2:
                raise ScriptError(rule.line, "A row has at most two ellipses.")
            rows.append(encoded)
        return rows

    def _layer(self, rule: Rule, name: str) -> int:
        layer = self.names.single_layer(name)
        if layer is None:
            raise ScriptError(rule.line, f"{name.upper()} may be on several layers, which does not work here.")
        return layer

    def _cell(self, rule: Rule, cell: Cell, target: Cell | None) -> Masks | None:
        names = self.names
        present = missing = moving = still = of_objects = 0
        choices: list[int] = []
        used: set[int] = set()
        for movement, name in cell:
            if movement == "no":
                missing |= names.masks[name]
                continue
            layer = self._layer(rule, name)
            used.add(layer)
            if name in names.objects:
                present |= names.masks[name]
                of_objects |= ALL_MOVEMENTS << 5 * layer
            else:
                choices.append(names.masks[name])
            still |= ALL_MOVEMENTS << 5 * layer if movement == "stationary" else 0
            moving |= MOVEMENTS.get(movement, 0) << 5 * layer
        if present & missing:
            return None
        removed = put = stopped = pushed = layers = put_layers = 0
        used_after: set[int] = set()
        for movement, name in target or []:
            if movement == "no":
                removed |= names.masks[name]
                continue
            layer = self._layer(rule, name)
            if layer in used_after:
                raise ScriptError(rule.line, f"{name.upper()} and another object of its layer cannot be in one cell.")
            used_after.add(layer)
            layers |= ALL_MOVEMENTS << 5 * layer if movement else 0
            if name in names.objects:
                put |= names.masks[name]
                removed |= names.layer_masks[layer]
                put_layers |= ALL_MOVEMENTS << 5 * layer
            stopped |= ALL_MOVEMENTS << 5 * layer if movement == "stationary" else 0
            pushed |= MOVEMENTS.get(movement, 0) << 5 * layer
        if target is not None:
            removed |= present if present & put != present else 0
            stopped |= moving if moving & pushed != moving else 0
            for layer in used - used_after:
                removed |= names.layer_masks[layer]
                layers |= ALL_MOVEMENTS << 5 * layer
            layers |= of_objects & ~put_layers
        objects, movements = self.object_words, self.movement_words
        return {
            "replaced": [1] if removed | put | stopped | pushed | layers else [],
            "present": split(present, objects),
            "missing": split(missing, objects),
            "removed": split(removed, objects),
            "put": split(put, objects),
            "moving": split(moving, movements),
            "still": split(still, movements),
            "stopped": split(stopped | layers, movements),
            "pushed": split(pushed, movements),
            "layers": split(layers, movements),
            "choices": [word for mask in choices for word in split(mask, objects)],
        }

    def _add_rule(self, rule: Rule, rows: list[list[Masks]], rigid: int) -> None:
        lists = self.lists
        first = len(lists["rows"]) // 3
        for row in rows:
            begin = len(lists["cells"]) // 4
            for cell in row:
                any_first = len(lists["choices"]) // self.object_words
                lists["choices"] += cell.get("choices", [])
                any_end = len(lists["choices"]) // self.object_words
                lists["cells"] += ["gap" in cell, len(cell.get("replaced", [])), any_first, any_end]
                for name in ("present", "missing", "removed", "put"):
                    lists[name] += cell.get(name, [0] * self.object_words)
                for name in ("moving", "still", "stopped", "pushed", "layers"):
                    lists[name] += cell.get(name, [0] * self.movement_words)
            lists["rows"] += [begin, len(lists["cells"]) // 4, sum("gap" in cell for cell in row)]
        cells = [cell for row in rows for cell in row if "gap" not in cell]
        for needed, name, words in (
            ("rule_objects", "present", self.object_words),
            ("rule_movements", "moving", self.movement_words),
        ):
            lists[needed] += [reduce(or_, (cell[name][word] for cell in cells), 0) for word in range(words)]
        commands = 0
        for command in rule.commands:
            commands |= _BITS.get(command, OTHER)
        lists["rules"] += [
            *STEPS[rule.direction],
            *(first, len(lists["rows"]) // 3, rigid, commands, bool(rule.after)),
        ]


class Condition(NamedTuple):
    """A condition of winning: NO, SOME or ALL cells with some objects have others, too (any of them, or all)."""

    word: int
    objects: int
    joined: bool
    others: int
    others_joined: bool


def read_condition(line: int, words: list[str], names: ObjectNames) -> Condition:
    """A condition as written. Raises ScriptError."""
    word = {"no": NO, "some": SOME, "any": SOME, "all": ALL}.get(words[0])
    if word is None or len(words) not in (2, 4) or (len(words) == 4 and words[2] != "on"):
        raise ScriptError(line, 'A condition reads like "All Target on Crate", "No Fruit" or "Some Player on Exit".')
    masks: list[tuple[int, bool]] = []
    for name in words[1::2]:
        if not names.is_name(name):
            raise ScriptError(line, f"{name.upper()} is no object.")
        joined = name in names.all_of
        masks.append((names.joined_mask(name) if joined else names.masks[name], joined))
    return Condition(word, *masks[0], *(masks[1] if len(masks) == 2 else (0, True)))


def make_tables(
    rules: list[Rule],
    loops: list[tuple[int, int]],
    conditions: list[Condition],
    names: ObjectNames,
    players_must_move: bool,
    rules_begin: bool,
) -> Tables:
    """The tables of concrete rules. Raises ScriptError."""
    builder = _Builder(rules, names)
    groups, late_groups = (builder.add_groups(rules, loops, late) for late in (False, True))
    words = builder.object_words
    return Tables(
        object_words=words,
        movement_words=builder.movement_words,
        layer_count=names.layer_count,
        layer_masks=[word for mask in names.layer_masks for word in split(mask, words)],
        groups=groups,
        late_groups=late_groups,
        player=split(names.player, words),
        player_is_all=names.player_is_all,
        conditions=[number for one in conditions for number in (one.word, one.joined, one.others_joined)],
        condition_masks=[
            word for one in conditions for mask in (one.objects, one.others) for word in split(mask, words)
        ],
        players_must_move=players_must_move,
        rules_begin=rules_begin,
        **builder.lists,
    )
