"""PuzzleScripts of visitors: files named by the digest of their text, in folders that the service names.

What is kept in memory of them is bounded: a level holds nothing large, and takes what it needs from the levels that
were used last.
"""

import contextlib
import hashlib
import os
import re
import time
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from perfect_play.puzzles.base import UnknownPuzzle, Variant
from perfect_play.puzzles.puzzlescript.script_puzzle import ScriptPuzzle, levels_of, program_of, script_class
from perfect_play.puzzles.puzzlescript.script_text import ScriptError

PREFIX = "script-"
MAX_BYTES = 100_000
MAX_LISTED = 150
MAX_NUMBERS = 400_000
"""The most numbers in the tables of the rules, each of some 40 bytes."""
MAX_ROOM = 3_000_000
"""The most numbers for playing all levels."""
MAX_WORK = 500_000
"""Cells that all moves of a position may compare in Python, up to the one that exceeds it."""
READING = 1.0
"""Seconds of processor time in which a text has to be read."""
IN_USE = 16
"""Levels kept in memory, each of some megabytes at most."""
TOUCH = 600.0
"""Seconds between notes that a text is used."""
_NAME = re.compile(rf"{PREFIX}[0-9a-f]{{32}}")
_FOLDERS: dict[Path, None] = {}


class UploadedLevel(ScriptPuzzle):
    """A level of a visitor's script, which is a small object in front of the level itself."""

    fleeting: ClassVar[bool] = True
    most_work: ClassVar[int] = MAX_WORK
    touched: ClassVar[float] = 0.0
    """When its use was last noted, by the clock of this process."""

    def prepare(self, name: str, number: int) -> None:
        """name: of the script. number: that of the level, from 1 on."""
        self._options = name, number
        self.cols = _level(name, number).cols

    def __getattr__(self, name: str) -> Any:
        """What the level has; it is made anew if it has not been used lately."""
        if name == "_options":
            raise AttributeError(name)
        return getattr(_level(*self._options), name)


class _Level(ScriptPuzzle):
    """The level itself."""

    most_work = MAX_WORK


@lru_cache(maxsize=IN_USE)
def _level(name: str, number: int) -> ScriptPuzzle:
    return _Level(Variant(str(number), "", (text_of(name), number)))


def read_from(folder: Path) -> None:
    """Read scripts from this folder, too, from now on."""
    _FOLDERS[folder] = None


def name_of(text: str) -> str:
    """The id of a text: that of its digest."""
    return PREFIX + hashlib.sha256(text.encode()).hexdigest()[:32]


def is_name(name: str) -> bool:
    """Whether this is the id of a visitor's script, stored or not."""
    return _NAME.fullmatch(name) is not None


def file_of(name: str, folder: Path) -> Path:
    """Where the text with this id is, in a folder."""
    return folder / f"{name}.txt"


def text_of(name: str) -> str:
    """The text with this id, which counts as used now. Raises UnknownPuzzle."""
    for folder in _FOLDERS if is_name(name) else ():
        with contextlib.suppress(OSError, UnicodeDecodeError):
            text = file_of(name, folder).read_bytes().decode()
            if name_of(text) == name:
                _touch(name)
                return text
    raise UnknownScript(name)


def script_named(name: str) -> type[UploadedLevel]:
    """The plug-in that the text with this id is. Raises UnknownPuzzle."""
    cls = _class(name)
    if time.monotonic() - cls.touched > TOUCH:
        cls.touched = time.monotonic()
        _touch(name)
    return cls


def _touch(name: str) -> None:
    for folder in _FOLDERS:
        with contextlib.suppress(OSError):
            os.utime(file_of(name, folder))


@lru_cache(maxsize=64)
def _class(name: str) -> type[UploadedLevel]:
    try:
        return class_of(text_of(name), name)
    except ScriptError as error:  # another release could read it
        raise UnknownScript(name) from error


def class_of(text: str, name: str) -> type[UploadedLevel]:
    """The plug-in that a text is, if it is small enough to be kept. Raises ScriptError."""
    if len(text.encode()) > MAX_BYTES:
        raise ScriptError(0, f"The text has {len(text.encode()):,} bytes; at most {MAX_BYTES:,} are taken.")
    begun = time.thread_time()
    cls = script_class(text, name, "", UploadedLevel)
    program = program_of(text)
    if len(cls.variants) > MAX_LISTED:
        raise ScriptError(0, f"There are {len(cls.variants):,} levels; at most {MAX_LISTED} are taken.")
    if sum(len(part) for part in program.tables._asdict().values() if isinstance(part, list)) > MAX_NUMBERS:
        raise ScriptError(0, "The rules take too much memory: there are too many of them, or of objects.")
    levels = [level for number, level in enumerate(levels_of(program), 1) if number not in cls.unlisted]
    if sum(sum(level.room.values()) for level in levels) > MAX_ROOM:
        raise ScriptError(
            0, "The levels take too much memory: they are too many, or too large for rules with ellipses."
        )
    for level in levels:
        if time.thread_time() - begun > READING:
            raise ScriptError(0, f"Reading the text and its levels takes more than {READING:g} s.")
        level.start  # noqa: B018 - its rules may run before play
    variants = tuple(Variant(each.id, each.name, (name, int(each.id)), presolve=False) for each in cls.variants)
    cls.variants, cls.touched = variants, time.monotonic()
    return cls


class UnknownScript(UnknownPuzzle):
    """The service has no text with this id, or no longer."""

    def __init__(self, name: str) -> None:
        Exception.__init__(self, f"There is no script {name[:60]!r}, or it has been removed. Paste its text again.")
