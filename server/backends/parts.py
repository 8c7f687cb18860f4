"""Moves of two parts, as the back ends of GamesCraftersUWAPI tell of them: first one click, then another.

The whole move has no string of its own. `partMoves` are the edges by which it is made: one from the position to a board
in between, and one from there, which names the move that it completes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from puzzles.base import Position
from puzzles.boards.moves import source_of, target_of
from puzzles.picture import Picture
from puzzles.two_player import neutron, ninemensmorris, orbito, yote
from puzzles.view import EMPTY

Json = dict[str, Any]


class Part(NamedTuple):
    """A click: the string by which it is drawn, and its name."""

    string: str
    name: str


class Parts(NamedTuple):
    """A move in two parts. between: the board after the first, as a string without the player to move."""

    first: Part
    between: str
    second: Part


Splitting = Callable[[Picture, Position, Any, str, str], Parts | None]
"""The parts of a move, given the boards before and after it as strings; None where it has only one."""


def _morris(picture: Picture, position: Position, move: int, before: str, after: str) -> Parts | None:
    """A man comes to a point, and an enemy man is taken."""
    source, target, taken = ninemensmorris.left_by(move), target_of(move), ninemensmorris.taken_by(move)
    if taken < 0:
        return None
    come = Part(f"M_{source}_{target}_y", f"{source}-{target}") if source >= 0 else Part(f"A_-_{target}_x", f"{target}")
    return Parts(come, _with(after, {taken: before[taken]}), Part(f"A_z_{taken}_z", f"r{taken}"))


def _yote(picture: Picture, position: Position, move: int, before: str, after: str) -> Parts | None:
    """A jump, and another enemy man is taken."""
    other, source, target = yote.parts_of(move)
    if other < 0:
        return None
    jump = Part(f"M_{source}_{target}_-", f"{picture.name_of(source)}-{picture.name_of(target)}")
    return Parts(jump, _with(after, {other: before[other]}), Part(f"A_-_{other}_-", f"x{picture.name_of(other)}"))


def _orbito(picture: Picture, position: Position, move: int, before: str, after: str) -> Parts | None:
    """An enemy marble slides, and one's own is placed, before the rings turn."""
    slide, target = move % orbito.WIDE, move // orbito.WIDE
    if not slide:
        return None
    source, goal = source_of(slide), target_of(slide)
    first = Part(f"M_{source}_{goal}_x", f"{picture.name_of(source)}-{picture.name_of(goal)}")
    placed = Part(f"A_-_{target}_x", picture.name_of(target))
    return Parts(first, _with(before, {source: EMPTY, goal: before[source]}), placed)


def _neutron(picture: Picture, position: Position, move: int, before: str, after: str) -> Parts | None:
    """The neutron slides, and then a piece."""
    goal, source, target = neutron.parts_of(move)
    if goal < 0 or source < 0:
        return None
    place = before.index("N")
    first = Part(f"M_{place}_{goal}_x", f"N{picture.name_of(goal)}")
    slide = Part(f"M_{source}_{target}_x", f"{picture.name_of(source)}-{picture.name_of(target)}")
    return Parts(first, _with(before, {place: EMPTY, goal: "N"}), slide)


SPLIT: dict[str, Splitting] = {"ninemensmorris": _morris, "yote": _yote, "orbito": _orbito, "neutron": _neutron}
"""By id of the game."""


def _with(board: str, changed: dict[int, str]) -> str:
    return "".join(changed.get(cell, char) for cell, char in enumerate(board))


def in_parts(picture: Picture, position: Position, answer: Json) -> Json:
    """An answer whose moves of two parts are made by parts, where the game has such."""
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
            between, (first, second) = f"{turn}_{parts.between}", (parts.first, parts.second)
            edges["", first.string, between] = {"autoguiMove": first.string, "move": first.name, "to": between}
            edge = {"autoguiMove": second.string, "move": second.name, "from": between, "full": told["move"]}
            edges[between, second.string, ""] = edge
            told = {key: value for key, value in told.items() if key != "autoguiMove"}
        moves.append(told)
    return {**answer, "moves": moves, **({"partMoves": list(edges.values())} if edges else {})}
