"""The recorded answers of the systems that serve today's protocol, and functions to read them.

Nothing here uses the code under test.
"""

from __future__ import annotations

import json
import re
from functools import cache
from urllib.parse import parse_qs, unquote, urlsplit

from tests.helpers import GOLDEN
from tests.server.recordings import Facts, Recording, outcome

UNIVERSAL = "universal"  # the kind of requests below /universal/v1/; the others are "puzzles"
GAMES = ("nim", "kayles", "dawsonschess")


def _read(line: str) -> Recording:
    told = json.loads(line)
    url = urlsplit(told["path"])
    kind, *parts = map(unquote, url.path.strip("/").split("/"))
    named = [*parts[kind == UNIVERSAL :], None, None]
    asked = parse_qs(url.query).get("p")
    return Recording(told["path"], told["body"], kind, *named[:2], position=asked[0] if asked else None)


@cache
def current_recordings() -> list[Recording]:
    """All recordings, those of /universal/v1/ first."""
    files = (GOLDEN / "current.jsonl", GOLDEN / "current-puzzles.jsonl")
    return [_read(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def failed(recording: Recording) -> bool:
    """Whether an error was recorded."""
    return "error" in recording.body


def of_position(recording: Recording) -> bool:
    """Whether the answer is a position with its moves."""
    return "moves" in recording.body


def of_variant(recording: Recording) -> bool:
    """Whether the answer describes a variant."""
    return "imageAutoGUIData" in recording.body


def of_list(recording: Recording) -> bool:
    """Whether the answer describes a puzzle or a game with its variants."""
    return "variants" in recording.body


# --- games, by minimax --------------------------------------------------------------------------


def heaps_of(game: str, text: str) -> tuple[int, ...]:
    """The heaps of a position text such as `1_1,3,5`, `2_xx-x` (pins) or `2_-x---` (cells played)."""
    cells = text[2:]
    if game == "nim":
        heaps = list(map(int, cells.split(",")))
    elif game == "kayles":
        heaps = [len(run) for run in cells.split("-")]
    else:
        gone = {cell + way for cell, here in enumerate(cells) if here == "x" for way in (-1, 0, 1)}
        free = "".join("." if cell in gone else "-" for cell in range(len(cells)))
        heaps = [len(run) for run in re.split(r"\.+", free)]
    return tuple(sorted(filter(None, heaps)))


def game_outcome(game: str, text: str) -> Facts:
    """Value and remoteness of a position of a game, by minimax."""
    return outcome(game, heaps_of(game, text))
