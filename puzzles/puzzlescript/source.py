"""The text of a PuzzleScript: what its sections say, as data, with the number of each line.

Names are lower-case, as the language does not tell capitals from small letters; only messages keep theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

SECTIONS = ("objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels")
MAX_CHARACTERS = 200_000
_COLOR = re.compile(r"transparent|#(?:[0-9a-f]{3}){1,2}|[a-z]+")
_SPRITE_ROW = re.compile(r"[.0-9]+")


class ScriptError(ValueError):
    """A text that is no PuzzleScript, or asks for what cannot be had: a sentence, and the number of the line, or 0."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"line {line}: {sentence}" if line else sentence)
        self.line, self.sentence = line, sentence


@dataclass
class Sprite:
    """An object's colors, and its rows of digits, which are numbers of colors; none where it is of one color."""

    line: int
    colors: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Definition:
    """A line of the legend: another name of one object, or several joined by `and` or `or`."""

    line: int
    name: str
    members: tuple[str, ...]
    word: str


@dataclass(frozen=True)
class Map:
    """A level as drawn: rows of characters, all of one length."""

    line: int
    rows: tuple[str, ...]


@dataclass
class Script:
    """The sections of a text. levels: maps, and messages as texts."""

    settings: dict[str, str] = field(default_factory=dict)
    objects: dict[str, Sprite] = field(default_factory=dict)
    legend: list[Definition] = field(default_factory=list)
    layers: list[tuple[int, list[str]]] = field(default_factory=list)
    rules: list[tuple[int, str]] = field(default_factory=list)
    conditions: list[tuple[int, list[str]]] = field(default_factory=list)
    levels: list[Map | str] = field(default_factory=list)


def read_script(text: str) -> Script:
    """The sections of a PuzzleScript. Raises ScriptError."""
    if len(text) > MAX_CHARACTERS:
        raise ScriptError(0, f"The text has {len(text):,} characters; at most {MAX_CHARACTERS:,} are read.")
    script, section, blank = Script(), "", True
    reader = _Objects(script)
    for number, line in _lines(text):
        words = line.lower().split()
        if section != "levels" and words and words[0] in SECTIONS:
            section = words[0]
        elif not words or (line.startswith("=") and (section != "levels" or set(words) <= {"=" * len(words[0])})):
            blank = True
            reader.begin_object()
            continue
        elif section == "":
            script.settings[words[0]] = " ".join(line.split()[1:])
        elif section == "objects":
            reader.read(number, line.strip().lower())
        elif section == "legend":
            script.legend += _definitions(number, line.lower())
        elif section == "collisionlayers":
            script.layers.append((number, re.split(r"[\s,]+", line.strip(" \t,").lower())))
        elif section == "rules":
            script.rules.append((number, line.strip()))
        elif section == "winconditions":
            script.conditions.append((number, words))
        elif section == "levels":
            _read_level(script, number, line.strip(), blank)
        blank = False
    script.legend[:0] = reader.definitions
    return script


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The numbered lines without comments, which parentheses enclose, over several lines if need be."""
    depth = 0
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if depth == 0 and line.lower().lstrip().startswith("message"):
            yield number, line
            continue
        begins_in_comment, kept = depth > 0, ""
        for character in line:
            if character == "(":
                depth += 1
            elif character == ")":
                depth = max(0, depth - 1)
            elif depth == 0:
                kept += character
        if kept.strip() or not (begins_in_comment or line.strip()):
            yield number, kept


class _Objects:
    """Reads the section of objects: of each a name, with others after it, a line of colors, and five rows."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.definitions: list[Definition] = []
        self.sprite: Sprite | None = None

    def begin_object(self) -> None:
        if self.sprite is not None and (not self.sprite.colors or self.sprite.rows):
            self.sprite = None

    def read(self, number: int, line: str) -> None:
        sprite = self.sprite
        if sprite is not None and not sprite.colors:
            sprite.colors = _COLOR.findall(line)
            if not sprite.colors:
                raise ScriptError(number, f"Expected the colors of an object, not {line!r}.")
        elif sprite is not None and len(sprite.rows) < 5 and _SPRITE_ROW.fullmatch(line):
            sprite.rows.append(line)
        else:
            name, *others = line.split()
            if name in self.script.objects:
                raise ScriptError(number, f"The object {name.upper()} is defined twice.")
            self.sprite = self.script.objects[name] = Sprite(number)
            self.definitions += [Definition(number, other, (name,), "") for other in others]


def _definitions(number: int, line: str) -> list[Definition]:
    matched = re.fullmatch(r"\s*(\S+?)\s*=\s*(\S.*?)\s*", line)
    if not matched:
        raise ScriptError(number, 'The legend is made of lines such as "A = B", "A = B and C" or "A = B or C".')
    name, words = matched[1], matched[2].split()
    joints = set(words[1::2])
    if len(words) % 2 == 0 or len(joints) > 1 or not joints <= {"and", "or"}:
        raise ScriptError(number, f"Expected names joined by AND or by OR after {name.upper()} =, not both.")
    return [Definition(number, name, tuple(words[::2]), joints.pop() if joints else "")]


def _read_level(script: Script, number: int, line: str, begins: bool) -> None:
    if line.lower().startswith("message"):
        script.levels.append(line[len("message") :].strip())
        return
    row = line.lower()
    level = script.levels[-1] if script.levels and not begins else ""
    if isinstance(level, str):
        script.levels.append(Map(number, (row,)))
        return
    width = len(level.rows[0])
    script.levels[-1] = Map(level.line, (*level.rows, row[:width].ljust(width, row[-1])))
