"""The recorded answers of the systems that clients talk to today, and functions to read them.

Nothing here uses the code under test: old texts are turned into `R_A_...` strings by separate
rules, and games are valued by a few lines of minimax.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any
from urllib.parse import unquote

from tests.helpers import GOLDEN

Facts = tuple[str, int]  # value for the player to move, remoteness


@dataclass(frozen=True, eq=False)
class Recording:
    """One recorded request and its answer. `variant` and `position` are decoded; None if absent."""

    path: str
    body: Any
    kind: str
    id: str | None = None
    variant: str | None = None
    position: str | None = None
    moves_only: bool = False

    def about_positions(self) -> bool:
        """Whether the answer holds a position or its moves."""
        return self.position is not None and self.body["status"] == "ok" and self.body["response"] is not None


def _read(line: str) -> Recording:
    told = json.loads(line)
    kind, *parts = map(unquote, told["path"].strip("/").split("/"))
    moves_only = len(parts) > 3 and parts[-1] == "moves"
    words = {"variants", "positions", "moves"}
    named = [part for part in parts if part not in words] + [None] * 3
    return Recording(told["path"], told["body"], kind, *named[:3], moves_only=moves_only)


@cache
def recordings() -> list[Recording]:
    """All recordings, games first."""
    files = (GOLDEN / "legacy-games.jsonl", GOLDEN / "legacy-puzzles.jsonl")
    return [_read(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]


# --- old texts of positions ---------------------------------------------------------------------


def board(rows: int, cols: int, cells: str) -> str:
    """The string of a puzzle's board."""
    assert len(cells) == rows * cols, (rows, cols, cells)
    return f"R_A_{rows}_{cols}_{cells}"


def _hanoi(variant: str, text: str) -> str:
    rods, disks = map(int, variant.split("_"))
    cells = [["-"] * rods for _ in range(disks)]
    for rod, held in enumerate(map(int, text.split("-"))):
        row = disks
        for disk in reversed(range(disks)):
            if held >> disk & 1:
                row -= 1
                cells[row][rod] = "ABCDEFGH"[disk]
    return board(disks, rods, "".join(map("".join, cells)))


PEG_PLACES = [row * 9 + 4 - row + 2 * k for row in range(5) for k in range(row + 1)]  # of cells A, B, ...


def _pegs(variant: str, text: str) -> str:
    cells = ["*"] * 45
    for place, peg in zip(PEG_PLACES, text.replace("_", ""), strict=True):
        cells[place] = "-x"[int(peg)]
    return board(5, 9, "".join(cells))


def _chairs(variant: str, text: str) -> str:
    return board(1, len(text), text)


def _bishops(variant: str, text: str) -> str:
    side, ranks, white, black = text.split("_")
    files, ranks = 2 * int(side), int(ranks)
    cells = ["-"] * (files * ranks)
    for piece, squares in (("X", white), ("O", black)):
        for square in squares.split("-"):
            cells[_bishop_cell(square, ranks)] = piece
    return board(files, ranks, "".join(cells))


def _bishop_cell(square: str, ranks: int) -> int:
    return (ord(square[0]) - ord("a")) * ranks + int(square[1]) - 1


def _ring(variant: str, text: str) -> str:
    disks = text.replace("_", "-").split("-")
    half = len(disks) // 2
    return board(2, half, "".join(disks[:half] + disks[half:][::-1]))


def _platforms(variant: str, text: str) -> str:
    letters = {"-": "a", "1": "b", "2": "c", "3": "d", "G": "W"}
    cells = re.sub(r"X\((.)\)", lambda on: letters[on[1]], text.replace("|", ""))
    return board(6, 6, cells)


POSITION_TEXTS = {
    "hanoi": _hanoi,
    "pegSolitaire": _pegs,
    "chairs": _chairs,
    "bishop": _bishops,
    "topspin": _ring,
    "hopNdrop": _platforms,
}


def drawn(recording: Recording, text: str, variant: str | None = None) -> str:
    """An old text of a position as `R_A_...`."""
    assert recording.id is not None
    return POSITION_TEXTS[recording.id](variant or recording.variant or "", text)


# --- old texts of moves -------------------------------------------------------------------------


def button(recording: Recording, position: str, move: str) -> str:
    """An old text of a move as the string of its button; `position` is drawn."""
    _, _, rows, cols, cells = position.split("_", 4)
    cols = int(cols)
    match recording.id:
        case "hanoi":
            source, target = map(int, move.strip("()").split(","))
            rods = [cells[rod::cols].replace("-", "") for rod in (source, target)]
            tops = [int(rows) - len(rod) for rod in rods]
            return f"M_{tops[0] * cols + source}_{(tops[1] - 1) * cols + target}"
        case "pegSolitaire":
            source, target = (PEG_PLACES["ABCDEFGHIJKLMNO".index(cell)] for cell in re.findall(r"\[(.)\]", move))
            return f"M_{source}_{target}"
        case "chairs":
            return f"A_{cells[int(move)]}_{move}"
        case "bishop":
            source, target = (_bishop_cell(square, cols) for square in re.findall(r"[a-z]\d", move))
            return f"M_{source}_{target}"
        case "topspin":
            if move == "flip":
                return f"A_{cells[0]}_0"
            place = 2 * cols - int(re.findall(r"\d+", move)[0])  # of the disk that moves to place 0
            cell = place if place < cols else 3 * cols - 1 - place
            return f"A_{cells[cell]}_{cell}"
    raise AssertionError(f"{recording.id} has no texts of moves")


def jumps_its_own_kind(position: str, move: str) -> bool:
    """Whether a move of Chair Hopping is no longer legal under today's rules; `position` is drawn."""
    cells = position.split("_", 4)[4]
    mover, gap = int(move), cells.index("-")
    return abs(mover - gap) == 2 and cells[(mover + gap) // 2] == cells[mover]


def stuck(recording: Recording, position: str) -> bool:
    """Whether a drawn position of a one-way puzzle has no move."""
    cells = position.split("_", 4)[4]
    if recording.id == "chairs":
        return not re.search(r"x-|-o|xo-|-xo", cells)
    assert recording.id == "pegSolitaire"
    for place in PEG_PLACES:
        for step in (2, -2, 8, 10, -8, -10):
            line = [place, place + step, place + 2 * step]
            if not set(line) <= set(PEG_PLACES) or any(abs(a % 9 - b % 9) > 2 for a, b in pairwise(line)):
                continue
            if "".join(cells[cell] for cell in line) == "xx-":
                return False
    return True


# --- games, by minimax --------------------------------------------------------------------------

Heaps = tuple[int, ...]


def _heap_options(game: str, heap: int) -> set[Heaps]:
    if game == "nim":
        return {(left,) for left in range(heap)}
    if game == "dawsonschess":
        return {(max(cell - 1, 0), max(heap - cell - 2, 0)) for cell in range(heap)}
    assert game == "kayles"
    one = {(pin, heap - pin - 1) for pin in range(heap)}
    return one | {(pin, heap - pin - 2) for pin in range(heap - 1)}


_heap_options = cache(_heap_options)


@cache
def outcome(game: str, heaps: Heaps) -> Facts:
    """Value and remoteness of sorted heaps, by definition."""
    after: set[Facts] = set()
    for i in range(len(heaps)):
        for option in _heap_options(game, heaps[i]):
            left = heaps[:i] + heaps[i + 1 :] + option
            after.add(outcome(game, tuple(sorted(filter(None, left)))))
    return best(after)


def best(after: set[Facts]) -> Facts:
    """Value and remoteness of a turn whose moves lead to positions with these facts."""
    lost = [remoteness for value, remoteness in after if value == "lose"]
    if lost:
        return "win", 1 + min(lost)
    return "lose", 1 + max((remoteness for _, remoteness in after), default=-1)


def half_parts(position: str) -> tuple[str, int] | None:
    """(real cells, the cell touched) of a half-position of Kayles; None for a whole one."""
    found = re.fullmatch(r"R_[AB]_1_\d+_([-x]+)-_prevmove=(\d+)", position)
    return (found[1], int(found[2])) if found else None


def completions(position: str) -> dict[str, str]:
    """Where the moves of a half-position of Kayles lead, as cells."""
    cells, first = half_parts(position)
    after = {f"A_1_{len(cells)}": cells}
    for second in (first - 1, first + 1):
        if 0 <= second < len(cells) and cells[second] == "-":
            after[f"A_x_{second}"] = f"{cells[:second]}x{cells[second + 1 :]}"
    return after


def game_facts(game: str, position: str) -> Facts:
    """Value and remoteness of a position of a game, whole or half; remoteness counts turns."""
    if half_parts(position):
        return best({_cells_outcome(game, 1, cells) for cells in completions(position).values()})
    _, _, _, cols, cells = position.split("_", 4)
    return _cells_outcome(game, int(cols), cells)


def _cells_outcome(game: str, cols: int, cells: str) -> Facts:
    if game == "nim":
        heaps = [cells[column::cols].count("l") for column in range(cols)]
    else:
        heaps = list(map(len, cells.split("x")))
    return outcome(game, tuple(sorted(filter(None, heaps))))


# --- Nim as one file of 2021 drew it --------------------------------------------------------------


def piles_in_rows(text: str) -> str:
    """A position of the recorded `3_3_3`, whose piles are rows with gaps between, as columns."""
    _, turn, rows, cols, cells = text.split("_", 4)
    assert (rows, cols) == ("5", "3"), text
    piles = [cells[row * 3 : row * 3 + 3].count("l") for row in (0, 2, 4)]
    return f"R_{turn}_3_3_" + "".join("l" if pile >= 3 - row else "-" for row in range(3) for pile in piles)


def stick_in_rows(move: str) -> str:
    """The same for a move: the first of the sticks taken."""
    row, left = divmod(int(move.removeprefix("A_l_")), 3)
    return f"A_l_{(2 - left) * 3 + row // 2}"
