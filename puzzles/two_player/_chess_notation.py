"""How chess players write: Forsyth-Edwards notation for positions, algebraic notation or that of engines for moves."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Value, short
from perfect_play.puzzles.boards import Position, parts_of
from perfect_play.puzzles.view import EMPTY

if TYPE_CHECKING:
    from perfect_play.puzzles.two_player.chess import Chess


FEN = "Forsyth-Edwards notation"


def read_fen(rules: Chess, text: str) -> Position | None:
    """`K1k1B3/8/8/8/8/8/7N/8 w - - 0 1`, also with `_` for spaces; the last fields may be left out."""
    placement, *fields = text.replace("_", " ").split() or [""]
    if fields[:1] not in (["w"], ["b"]):
        if "/" not in placement:
            return None
        raise MalformedPosition(f"{short(text)}: expected 'w' or 'b', the player to move, after the squares.")
    rows = {row: re.sub("[1-9]", lambda empty: EMPTY * int(empty[0]), row) for row in placement.split("/")}
    wrong = [row for row, squares in rows.items() if len(squares) != rules.cols]
    if wrong or placement.count("/") != rules.rows - 1:
        raise MalformedPosition(
            f"{short(text)}: {short((*wrong, placement)[0])}: expected {rules.rows} rows of {rules.cols} squares."
        )
    turn, castling, passed = (*fields, "-", "-")[:3]
    counters = fields[3:]
    if len(counters) > 2 or not all(counter.isdecimal() for counter in counters):
        raise MalformedPosition(
            f"{short(text)}: {short(' '.join(counters))}: expected two counters of moves after the square, or nothing."
        )
    cells = [*"".join(rows[row] for row in placement.split("/"))]
    if castling != "-":
        raise IllegalPosition(
            f"{short(text)}: {short(castling)} says that castling is possible. Here it no longer is: write '-' for it."
        )
    if passed != "-":
        _mark_passing(rules, cells, turn, passed, text)
    return rules.read("".join(cells), 1 if turn == "w" else 2)


def _mark_passing(rules: Chess, cells: list[str], turn: str, passed: str, text: str) -> None:
    """Make the pawn that has just passed a square a passing one, if a pawn stands beside it. Raises PositionError."""
    enemy, own_pawn, rank, forward = ("p", "P", rules.rows - 2, 1) if turn == "w" else ("P", "p", 3, -1)
    col = "abcdefgh".find(passed[:1])
    row = rules.rows - rank + forward  # of the pawn
    cell = row * rules.cols + col
    if passed[1:] != str(rank) or not 0 <= col < rules.cols or not rules.double or cells[cell] != enemy:
        raise MalformedPosition(
            f"{short(text)}: {short(passed)} is not '-' or the square that a pawn has just passed with two steps."
        )
    neighbors = [cells[cell + aside] for aside in (-1, 1) if 0 <= col + aside < rules.cols]
    if own_pawn in neighbors:
        cells[cell] = "E" if enemy == "P" else "e"


@lru_cache(maxsize=256)
def names_of_moves(rules: Chess, position: Position) -> dict[int, tuple[str, ...]]:
    """For each move, its names in algebraic notation, short and long, with check or mate or without, and of engines."""
    moves = list(rules.moves(position))
    board = position[1]
    steps = {move: (board[parts_of(move)[1]].upper(), *parts_of(move)) for move in moves}
    names = {}
    for move, (man, promoted, source, target) in steps.items():
        start, end = rules.name_of(source), rules.name_of(target)
        become = "KQRBNP"[promoted - 1] if promoted else ""
        takes = "x" if board[target] != EMPTY or (man in "PE" and start[0] != end[0]) else ""
        if man in "PE":
            short_name = f"{start[0]}x{end}" if takes else end
        else:
            rivals = {s for other, (m, _, s, t) in steps.items() if (m, t) == (man, target) and other != move}
            origin = _origin(start, [rules.name_of(rival) for rival in rivals])
            short_name = f"{man}{origin}{takes}{end}"
        letter = "" if man in "PE" else man
        short_names = {short_name, f"{letter}{start}{takes or '-'}{end}", f"{letter}{start}{takes}{end}"}
        after = rules.do_move(position, move)
        marks = "#+" if rules.primitive(after) is Value.LOSE else "+" if rules.checks(after) else ""
        endings = (f"={become}", become) if become else ("",)
        algebraic = {f"{name}{ending}" for name in short_names for ending in endings}
        marked = {f"{name}{mark}" for name in algebraic for mark in marks}
        names[move] = (*sorted(algebraic | marked), f"{start}{end}{become.lower()}")
    return names


def _origin(start: str, rivals: list[str]) -> str:
    """What tells the man on a square from others of its kind that could move to the same one."""
    if not rivals:
        return ""
    if all(rival[0] != start[0] for rival in rivals):
        return start[0]
    return start[1:] if all(rival[1:] != start[1:] for rival in rivals) else start
