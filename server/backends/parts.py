"""Moves of two parts, as the back ends of GamesCraftersUWAPI represent them: first one click, then another.

The whole move has no string of its own. `partMoves` are the edges that make it up: one from the position to an
intermediate board, and one from there, which names the move that it completes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from puzzles.base import Position
from puzzles.boards.moves import parts_of, source_of, target_of
from puzzles.picture import Picture
from puzzles.two_player import chungtoi, lgame, threespot, tictactwo
from puzzles.view import EMPTY
from server.backends.drawings import ELLS, ell_group

Json = dict[str, Any]


class Part(NamedTuple):
    """A click: the string that draws it, and its name."""

    string: str
    name: str


class Parts(NamedTuple):
    """A move in two parts. between: the board after the first, as a string without the player to move.

    second: one part, or several that do the same.
    """

    first: Part
    between: str
    second: tuple[Part, ...]


Splitting = Callable[[Picture, Position, Any, str, str], Parts | None]
"""The parts of a move, given the boards before and after it as strings; None if it has only one."""


def _morris(picture: Picture, position: Position, move: int, before: str, after: str) -> Parts | None:
    """A man arrives at a point, and an enemy man is taken."""
    other, source, target = parts_of(move)
    if not other:
        return None
    taken = other - 1
    come = Part(f"M_{source}_{target}_y", f"{source}-{target}") if source >= 0 else Part(f"A_-_{target}_x", f"{target}")
    return Parts(come, _with(after, {taken: before[taken]}), (Part(f"A_z_{taken}_z", f"r{taken}"),))


def _yote(picture: Picture, position: Position, move: int, before: str, after: str) -> Parts | None:
    """A jump, and another enemy man is taken."""
    more, source, target = parts_of(move)
    if not more:
        return None
    other = more - 1
    jump = Part(f"M_{source}_{target}_-", f"{picture.name_of(source)}-{picture.name_of(target)}")
    return Parts(jump, _with(after, {other: before[other]}), (Part(f"A_-_{other}_-", f"x{picture.name_of(other)}"),))


def _orbito(picture: Picture, position: Position, move: int, before: str, after: str) -> Parts | None:
    """An enemy marble slides, and one's own is placed, before the rings turn."""
    target, source, goal = parts_of(move)
    if source < 0:
        return None
    first = Part(f"M_{source}_{goal}_x", f"{picture.name_of(source)}-{picture.name_of(goal)}")
    placed = Part(f"A_-_{target}_x", picture.name_of(target))
    return Parts(first, _with(before, {source: EMPTY, goal: before[source]}), (placed,))


def _neutron(picture: Picture, position: Position, move: int, before: str, after: str) -> Parts | None:
    """The neutron slides, and then a piece."""
    more, source, target = parts_of(move)
    if not more or source < 0:
        return None
    goal = more - 1
    place = before.index("N")
    first = Part(f"M_{place}_{goal}_x", f"N{picture.name_of(goal)}")
    slide = Part(f"M_{source}_{target}_x", f"{picture.name_of(source)}-{picture.name_of(target)}")
    return Parts(first, _with(before, {place: EMPTY, goal: "N"}), (slide,))


def _threespot(picture: Picture, position: Position, move: threespot.Placed, before: str, after: str) -> Parts | None:
    """One's own domino is laid, which scores, and then the neutral one."""
    if move[1] < 0:
        return None
    rules = picture.rules
    own, neutral = (
        Part(f"A_{name[-1]}_{14 + place}_x", name)
        for place, name in zip(move, rules.format_move(position, move).split(), strict=True)
    )
    laid = rules.format(rules.do_move(position, (move[0], -1))).partition("_")[2]
    return Parts(own, laid, (neutral,))


def _chungtoi(picture: Picture, position: Position, move: int, before: str, after: str) -> Parts | None:
    """A stone steps, or is chosen where it stands; then it is turned, or left as it is."""
    source, target = source_of(move // 2), target_of(move // 2)
    if source < 0:
        return None
    turned = "TXtx".index(before[source]) % 2 != move % 2
    second = Part(f"A_r_{target}_x" if turned else f"A_-_{target}_y", "+x"[move % 2])
    name = f"{source + 1}{target + 1}"
    if source == target:
        chosen = _with(before, {chungtoi.CELLS: chr(ord("a") + source)})
        return Parts(Part(f"A_-_{source}_y", name), chosen, (second,))
    moved = _with(before, {source: EMPTY, target: before[source]})
    return Parts(Part(f"M_{source}_{target}_z", name), moved, (second,))


def _rubiksmagic(picture: Picture, position: Position, move: int, before: str, after: str) -> Parts | None:
    """An enemy tile slides and turns over, and one's own is placed."""
    tile, source, target = parts_of(move)
    if source < 0:
        return None
    cell, side = divmod(tile, 2)
    slide = Part(f"M_{source}_{target}_y", f"{picture.name_of(source)}-{picture.name_of(target)}")
    over = before[source].translate(str.maketrans("UDud", "DUdu"))
    center = len(before) * (1 + side) + cell
    placed = Part(f"A_{'rspq'[2 * position[0] - 2 + side]}_{center}_x", picture.name_of(cell) + "UD"[side])
    return Parts(slide, _with(before, {source: EMPTY, target: over}), (placed,))


def _tictactwo(picture: Picture, position: Position, move: int, before: str, after: str) -> Parts | None:
    """A stone or the window is chosen, as the message says, and then its target."""
    source, target = source_of(move), target_of(move)
    if source < 0:
        return None
    message, board_cells = len(before) - 1, picture.rules.board_cells
    if source < board_cells:
        stone = Part(f"A_h_{source}_y", f"M-{source + 1}")
        chosen = _with(before, {message: chr(ord("a") + source)})
        return Parts(stone, chosen, (Part(f"M_{source}_{target}_z", f"{target + 1}"),))
    here, there = (picture.rules.windows[place - board_cells][tictactwo.MIDDLE] for place in (source, target))
    window = Part(f"A_Z_{message}_x", f"G-{here + 1}")
    return Parts(window, _with(before, {message: "T"}), (Part(f"A_h_{there}_z", f"{there + 1}"),))


def _lgame(picture: Picture, position: Position, move: int, before: str, after: str) -> Parts | None:
    """The L is laid; then a neutral piece moves, or a click on either means that none does."""
    shape, source, target = parts_of(move)
    number, corner = ELLS[shape]
    foot = lgame.ENDS[shape][0]
    laid = Part(f"A_{ell_group(shape) + 1}_{20 + number}_x", f"{corner + 1} {foot + 1}")
    own = "Hh"[position[0] - 1]
    old = next(cell for cell, char in enumerate(before) if 0 <= ord(char) - ord(own) < 8)
    between = _with(_with(before, {old: EMPTY}), {corner: chr(ord(own) + ell_group(shape))})
    if source < 0:
        return Parts(laid, between, tuple(Part(f"A_-_{before.index(piece)}_y", "pass") for piece in "WG"))
    return Parts(laid, between, (Part(f"M_{source}_{target}_z", f"{before[source].lower()} {target + 1}"),))


SPLIT: dict[str, Splitting] = {
    "3spot": _threespot,
    "chungtoi": _chungtoi,
    "lgame": _lgame,
    "neutron": _neutron,
    "ninemensmorris": _morris,
    "orbito": _orbito,
    "rubiksmagic": _rubiksmagic,
    "tictactwo": _tictactwo,
    "yote": _yote,
}
"""By id of the game."""


def _with(board: str, changed: dict[int, str]) -> str:
    return "".join(changed.get(cell, char) for cell, char in enumerate(board))


def in_parts(picture: Picture, position: Position, answer: Json) -> Json:
    """An answer with two-part moves given by their parts, if the game has any."""
    split = SPLIT.get(picture.rules.id)
    if split is None:
        return answer
    turn, _, before = answer["autoguiPosition"].partition("_")
    rules_moves = {picture.name(position, move): move for move in picture.rules.moves(position)}
    moves, edges = [], {}
    for told in answer["moves"]:
        after = told["autoguiPosition"].partition("_")[2]
        parts = split(picture, position, rules_moves[told["move"]], before, after)
        if parts is not None:
            between, first = f"{turn}_{parts.between}", parts.first
            edges["", first.string, between] = {"autoguiMove": first.string, "move": first.name, "to": between}
            for second in parts.second:
                edge = {"autoguiMove": second.string, "move": second.name, "from": between, "full": told["move"]}
                edges[between, second.string, ""] = edge
            told = {key: value for key, value in told.items() if key != "autoguiMove"}
        moves.append(told)
    return {**answer, "moves": moves, **({"partMoves": list(edges.values())} if edges else {})}
