"""Moves made by two touches: the positions between the touches, as today's clients ask for them.

Between two touches a position is named as by GamesCraftersUWAPI, `<position>;<name of the first touch>`, and a first
touch is a move to it, called `~<name>`. The same player goes on, so the position has the value of the best move that
begins with the touch, and its remoteness.
"""

from collections.abc import Sequence
from typing import Any

from perfect_play.puzzles.base import IllegalPosition, Value, short
from perfect_play.puzzles.notation.autogui import write_place
from perfect_play.puzzles.picture import TILE, Picture, Touch, Touches

Json = dict[str, Any]

UNKNOWN = -100  # a remoteness that is not known


def split(request_text: str) -> tuple[str, str]:
    """(the text of a position, the name of the first touch of a move from it, or "") in what a client asks for."""
    text, _, name = request_text.partition(";")
    return text, name


def part_moves(picture: Picture, answer: Json, touches: Sequence[Touches | None]) -> Json:
    """An answer for GamesCraftersUWAPI: moves of two touches lose their string, and `partMoves` has each touch."""
    edges: dict[tuple[str, str, str], Json] = {}
    moves = []
    for move, made_by in zip(answer["moves"], touches, strict=True):
        if made_by is not None:
            first, between = _string(picture, made_by.first), _board(picture, answer, made_by)
            edges["", first, between] = {"autoguiMove": first, "move": made_by.first.name, "to": between}
            for second in made_by.second:
                string = _string(picture, second)
                edge = {"autoguiMove": string, "move": second.name, "from": between, "full": move["move"]}
                edges[between, string, ""] = edge
            move = {key: value for key, value in move.items() if key != "autoguiMove"}
        moves.append(move)
    return {**answer, "moves": moves, **({"partMoves": list(edges.values())} if edges else {})}


def in_touches(picture: Picture, answer: Json, touches: Sequence[Touches | None], name: str) -> Json:
    """An answer in which each move is one touch, on a position or, if a touch is named, on what follows it.

    Raises IllegalPosition if no move begins with that touch.
    """
    groups: dict[str, list[tuple[Json, Touches]]] = {}
    for move, made_by in zip(answer["moves"], touches, strict=True):
        if made_by is not None:
            groups.setdefault(made_by.first.name, []).append((move, made_by))
    if name:
        if name not in groups:
            expected = ", ".join(list(groups)[:3]) or "no touch, as each move is made by one click"
            raise IllegalPosition(f"{short(name)}: no move begins with this touch. Expected {expected}.")
        return {**_between(picture, answer, name, groups[name]), "moves": _seconds(picture, groups[name])}
    moves = []
    for move, made_by in zip(answer["moves"], touches, strict=True):
        if made_by is None:
            moves.append(move)
        elif first := groups.pop(made_by.first.name, None):
            moves.append(
                {
                    "move": f"~{made_by.first.name}",
                    "autoguiMove": _string(picture, made_by.first),
                    **_between(picture, answer, made_by.first.name, first),
                    "moveValue": _value(first),
                    "deltaRemoteness": move["deltaRemoteness"],
                }
            )
    return {**answer, "moves": moves}


def _string(picture: Picture, touch: Touch) -> str:
    return write_place(touch.button, touch.sound, picture.tiles)


def _board(picture: Picture, answer: Json, made_by: Touches) -> str:
    return f"{answer['autoguiPosition'][0]}_{TILE * picture.tiles}{made_by.between}"


def _value(group: Sequence[tuple[Json, Touches]]) -> Any:
    """The value of the best of some moves, which are sorted, best first."""
    values = [move["moveValue"] for move, _ in group]
    return "unsolved" if values[0] != Value.WIN and "unsolved" in values else values[0]


def _between(picture: Picture, answer: Json, name: str, group: Sequence[tuple[Json, Touches]]) -> Json:
    """The position after a first touch, with what follows from the moves that begin so."""
    best, made_by = group[0]
    value = _value(group)
    if value == best["moveValue"]:
        facts: Json = {key: best[key] for key in ("winby", "drawLevel", "drawRemoteness") if key in best}
        facts["remoteness"] = best["remoteness"] + (best["remoteness"] >= 0)
    else:
        facts = {"remoteness": UNKNOWN}
    return {
        "position": f"{answer['position']};{name}",
        "autoguiPosition": _board(picture, answer, made_by),
        "positionValue": value,
        **facts,
    }


def _seconds(picture: Picture, group: Sequence[tuple[Json, Touches]]) -> list[Json]:
    """The second touches, best first. Where several make the same move, the name of the touch tells them apart."""
    lowest: dict[str, int] = {}
    moves = []
    for move, made_by in group:
        delta = move["deltaRemoteness"] - lowest.setdefault(move["moveValue"], move["deltaRemoteness"])
        for touch in made_by.second:
            name = f"{move['move']} {touch.name}" if len(made_by.second) > 1 else move["move"]
            string = _string(picture, touch)
            moves.append({**move, "move": name, "autoguiMove": string, "deltaRemoteness": delta})
    return moves
