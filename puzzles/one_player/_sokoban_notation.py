"""Reads levels of Sokoban in the usual notation (XSB), also run-length encoded or several in a file with comments.

A level that is typed as a variant is written in the letters of position texts, with `_` between its rows.
"""

import re
from collections.abc import Sequence

from perfect_play.puzzles.values import joined_rows

LEVEL_CHARS = "#@+$*. -_"
ROW = re.compile(rf"[{re.escape(LEVEL_CHARS)}]*#[{re.escape(LEVEL_CHARS)}]*")
RUNS = re.compile(rf"[0-9{re.escape(LEVEL_CHARS)}]*#[0-9{re.escape(LEVEL_CHARS)}]*")
OWN = str.maketrans("# .$@*+", "WtGbpgP")
"""Maps a level in the usual notation to the letters of position texts."""
USUAL = str.maketrans("WtGbpgP", "# .$@*+")
MOST_ROWS, MOST_COLS, MOST_BOXES = 20, 30, 30


def levels_in(text: str) -> list[str]:
    """The levels in a text, each as rows of equal length with `/` between them; other lines are comments.

    Rows stand on lines of their own or between bars. Raises ValueError at a row with a wrong character.
    """
    levels: list[list[str]] = [[]]
    for line in text.replace("\ufeff", "").replace("|", "\n").splitlines():
        row = line.rstrip()
        if RUNS.fullmatch(row):
            row = re.sub(r"([0-9]{1,2})(\D)", lambda run: int(run[1]) * run[2], row)
        if ROW.fullmatch(row):
            levels[-1].append(row)
        elif wrong := _wrong_in_row(row.strip()):
            raise ValueError(f"{wrong!r} is no cell.")
        elif levels[-1]:
            levels.append([])
    return [_level(rows) for rows in levels if rows]


def _wrong_in_row(line: str) -> str:
    """The first wrong character of what seems to be a row; "" if it seems to be a comment."""
    strange = line.translate(dict.fromkeys(map(ord, LEVEL_CHARS)))
    is_row = (
        "#" in line and not line.startswith(";") and (len(strange) * 4 <= len(line) or re.fullmatch(r"#\S+#", line))
    )
    return strange[:1] if is_row else ""


def _level(rows: list[str]) -> str:
    """Rows without the empty columns to the left of all, padded on the right."""
    plain = [row.replace("-", " ").replace("_", " ") for row in rows]
    margin = min(len(row) - len(row.lstrip()) for row in plain)
    width = max(map(len, plain))
    return "/".join(row.ljust(width)[margin:] for row in plain)


def one_level(text: str) -> str | None:
    """The only level in a text, or the one whose number stands on a line before them; None if there is no level.

    Raises ValueError.
    """
    first, _, others = text.lstrip("\ufeff").replace("|", "\n").partition("\n")
    number = int(first) if re.fullmatch(r"\s*[0-9]{1,4}\s*", first) else None
    levels = levels_in(text if number is None else others)
    if not levels:
        return None
    if number is None and len(levels) > 1:
        raise ValueError(f"These are {len(levels)} levels: put the number of one on a line before them.")
    if not 1 <= (number or 1) <= len(levels):
        raise ValueError(f"There is no level {number} among these {len(levels)}.")
    return levels[(number or 1) - 1]


def variant_of(text: str) -> str:
    """The text of the variant that a pasted level makes. Raises ValueError."""
    level = one_level(text)
    return joined_rows(text) if level is None else level.translate(OWN).replace("/", "_")


def checked_level(text: str) -> tuple[str, str]:
    """The level of a variant's text in the usual notation, and what counts as a move. Raises ValueError."""
    rows = text.translate(USUAL).split("_")
    cells = "".join(rows)
    if len({*map(len, rows)}) > 1 or len(rows) > MOST_ROWS or len(rows[0]) > MOST_COLS:
        raise ValueError(f"Its rows differ in length, or there are more than {MOST_ROWS} of {MOST_COLS}.")
    players, boxes, goals = (sum(map(cells.count, chars)) for chars in ("@+", "$*", ".*+"))
    if players != 1 or not 1 <= boxes <= min(goals, MOST_BOXES):
        raise ValueError(f"It has {players} players, {boxes} boxes and {goals} goals.")
    floor = reached(next(cell for cell, char in enumerate(cells) if char in "@+"), cells, len(rows[0]))
    if any(char in "$*" and cell not in floor for cell, char in enumerate(cells)):
        raise ValueError("A box is out of the player's reach.")
    return "/".join(rows), "pushes"


def reached(first: int, cells: Sequence[str], cols: int) -> list[int]:
    """The cells that a walk from one can reach if nothing but walls stops it. Raises ValueError if it leads out."""
    floor = [first]
    for cell in floor:  # grows during the loop
        if cell < cols or cell >= len(cells) - cols or cell % cols in (0, cols - 1):
            raise ValueError("Its walls are not closed around the player.")
        floor += [
            near
            for near in (cell - cols, cell - 1, cell + 1, cell + cols)
            if cells[near] not in "#W" and near not in floor
        ]
    return floor
