"""The text of a PuzzleScript: what its sections say, as data, with the number of each line.

Names are lower-case, as the language does not tell capitals from small letters; only messages keep theirs.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from perfect_play.puzzles.base import BadText, short

SECTIONS = ("objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels")
MAX_CHARACTERS = 200_000
MAX_LEVELS = 500
MAX_CELLS = 10_000
MAX_CONDITIONS = 100
REFUSED_SETTINGS = {"realtime_interval": "time passes by itself"}
COLORS = {
    **{"black": "#000000", "white": "#ffffff", "gray": "#9d9d9d", "darkgray": "#697175", "lightgray": "#cccccc"},
    **{"red": "#be2633", "darkred": "#732930", "lightred": "#e06f8b", "brown": "#a46422", "darkbrown": "#493c2b"},
    **{"lightbrown": "#eeb62f", "orange": "#eb8931", "yellow": "#f7e26b", "green": "#44891a", "darkgreen": "#2f484e"},
    **{"lightgreen": "#a3ce27", "blue": "#1d57f7", "lightblue": "#b2dcef", "darkblue": "#1b2632"},
    **{"purple": "#342a97", "pink": "#de65e2", "transparent": ""},
}
_COLOR = re.compile(r"#(?:[0-9a-f]{3}){1,2}|[a-z]+")
_SETTING = re.compile(
    "again_interval|author|background_color|color_palette|debug|flickscreen|homepage|key_repeat_interval|noaction|"
    "norepeat_action|norestart|noundo|require_player_movement|run_rules_on_level_start|scanline|text_color|"
    "throttle_movement|title|verbose_logging|youtube|zoomscreen"
)
_MESSAGE_OF_RULE = re.compile(r"\Wmessage\W?", re.IGNORECASE)
_SPRITE_ROW = re.compile(r"[.0-9]+")
_LONG_WORD = re.compile(r"(\S{60})\S+")
_FULL_ROW = re.compile(r"[.0-9]{5}")


class ScriptError(BadText):
    """A text that is no PuzzleScript, or asks for what cannot be had: a sentence, and the number of the line, or 0."""

    def __init__(self, line: int, sentence: str) -> None:
        sentence = "".join(char if char.isprintable() else repr(char)[1:-1] for char in sentence)
        sentence = _LONG_WORD.sub(r"\1...", sentence)
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
    rows: list[str]


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
        raise ScriptError(0, f"The text has more than {MAX_CHARACTERS:,} characters.")
    script, section, blank = Script(), "", True
    reader = _Objects(script)
    for number, line in _lines(text):
        words = line.lower().split()
        if section != "levels" and words and words[0] in SECTIONS:
            section = words[0]
        elif not words or (words[0].startswith("=") and (section != "levels" or set(words) <= {"=" * len(words[0])})):
            blank = blank or not words
            reader.begin_object()
            continue
        elif section == "":
            script.settings[_name_of_setting(number, words[0])] = " ".join(line.split()[1:])
        elif section == "objects":
            reader.read(number, line.strip().lower())
        elif section == "legend":
            script.legend += _definitions(number, line.strip().lower())
        elif section == "collisionlayers":
            script.layers.append((number, re.split(r"[\s,]+", line.strip(" \t,").lower())))
        elif section == "rules":
            script.rules.append((number, line.strip()))
        elif section == "winconditions":
            script.conditions.append((number, words))
            if len(script.conditions) > MAX_CONDITIONS:
                raise ScriptError(number, f"There are more than {MAX_CONDITIONS} conditions of winning.")
        elif section == "levels":
            _read_level(script, number, line.strip(), blank)
        blank = False
    script.legend[:0] = reader.definitions
    if len(script.levels) > MAX_LEVELS:
        raise ScriptError(0, f"There are {len(script.levels):,} levels and messages; at most {MAX_LEVELS} are read.")
    return script


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The numbered lines without comments, which parentheses enclose, over several lines if need be.

    Messages have no comments: those between levels take a line, those of rules the rest of one.
    """
    depth, text = 0, text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        if depth == 0 and line.lower().lstrip().startswith("message"):
            yield number, line
            continue
        begins_in_comment, code, arrow = depth > 0, [], line.find("->")
        for place, character in enumerate(line):
            if character == "(":
                depth += 1
            elif character == ")":
                depth = max(0, depth - 1)
            elif depth == 0:
                code.append(character)
                if 0 <= arrow < place and character in "eE" and _MESSAGE_OF_RULE.fullmatch(line[place - 7 : place + 2]):
                    break
        text_of_line = "".join(code)
        if text_of_line.strip() or not (begins_in_comment or line.strip()):
            yield number, text_of_line


def _name_of_setting(number: int, name: str) -> str:
    """The name, if it is a setting that can be played. Raises ScriptError."""
    if name in REFUSED_SETTINGS:
        reason = REFUSED_SETTINGS[name]
        raise ScriptError(number, f"With {name}, {reason}: only what waits for its player can be solved.")
    if not _SETTING.fullmatch(name):
        raise ScriptError(number, f"{name.upper()} is no setting, and none of the sections: {', '.join(SECTIONS)}.")
    return name


class _Objects:
    """Reads the section of objects: of each a name, with others after it, a line of colors, and five rows."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.definitions: list[Definition] = []
        self.sprite: Sprite | None = None
        self.row_pattern = _FULL_ROW

    def begin_object(self) -> None:
        """After a blank line, or one that begins a section, an object begins, or the rows of one that has none yet."""
        if self.sprite is not None and (not self.sprite.colors or self.sprite.rows):
            self.sprite = None
        self.row_pattern = _FULL_ROW

    def read(self, number: int, line: str) -> None:
        sprite = self.sprite
        if sprite is not None and not sprite.colors:
            sprite.colors = [color.replace("grey", "gray") for color in _COLOR.findall(line)]
            self.row_pattern = _SPRITE_ROW
            rest = _COLOR.sub(" ", line).split()
            if rest or not sprite.colors:
                raise ScriptError(number, f"Expected the colors of an object, not {short((rest or [line])[0])}.")
            for color in sprite.colors:
                if color[0] != "#" and color not in COLORS:
                    raise ScriptError(number, f"{color.upper()} is no color. The names: {', '.join(COLORS)}.")
        elif sprite is not None and len(sprite.rows) < 5 and self.row_pattern.fullmatch(line):
            sprite.rows.append(line)
            self.row_pattern = _SPRITE_ROW
        else:
            name, *others = line.split()
            if name in self.script.objects:
                raise ScriptError(number, f"The object {name.upper()} is defined twice.")
            self.sprite = self.script.objects[name] = Sprite(number)
            self.definitions += [Definition(number, other, (name,), "") for other in others]


def _definitions(number: int, line: str) -> list[Definition]:
    sign = line.find("=", 1)  # the name may be one, too
    name, words = line[: max(0, sign)].strip(), line[sign + 1 :].split()
    if not name or not words or len(name.split()) > 1:
        raise ScriptError(number, 'The legend is made of lines such as "A = B", "A = B and C" or "A = B or C".')
    joints = set(words[1::2])
    if len(words) % 2 == 0 or len(joints) > 1 or not joints <= {"and", "or"}:
        raise ScriptError(number, f"Expected names joined by AND or by OR after {name.upper()} =, not both.")
    return [Definition(number, name, tuple(dict.fromkeys(words[::2])), joints.pop() if joints else "")]


def _read_level(script: Script, number: int, line: str, begins: bool) -> None:
    if line.lower().startswith("message"):
        script.levels.append(line[len("message") :].strip())
        return
    level = script.levels[-1] if script.levels and not begins else ""
    if isinstance(level, str):
        level = Map(number, [])
        script.levels.append(level)
    width = len(level.rows[0] if level.rows else line)
    level.rows.append(line[:width].ljust(width, line[-1]))
    if width * len(level.rows) > MAX_CELLS:
        raise ScriptError(level.line, f"The level has more than {MAX_CELLS:,} cells.")
