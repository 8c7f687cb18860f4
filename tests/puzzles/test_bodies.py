"""Solid puzzles: a turn moves stickers exactly as rotating a part of the body does."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import dist, isclose

import pytest

from perfect_play.puzzles.drawing.bodies import Body, Vector, cross, plus, times
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.twisty.stickers import StickerPuzzle
from tests.helpers import load

SOLIDS = (
    *("rubikscube/2x2x2", "rubikscube3/3x3x3", "skewb/standard"),
    *("skewb/corners", "pyraminx/tips", "pyraminx/no_tips"),
)


def body_of(name: str) -> tuple[StickerPuzzle, Body]:
    rules = load(name)
    body = picture_of(rules).look.body
    assert isinstance(rules, StickerPuzzle)
    assert body is not None
    return rules, body


def middle(corners: tuple[Vector, ...]) -> Vector:
    return times(1 / len(corners), plus(*corners))


def carried(rules: StickerPuzzle, move: str) -> dict[int, int]:
    """The cells between which a move carries stickers, found by making it with distinct stickers."""
    cells = rules._net.stickers
    before = bytes(range(len(cells)))
    after = rules.do_move(before, move)
    return {cells[sticker]: cells[place] for place, sticker in enumerate(after) if sticker != place}


@pytest.mark.parametrize("name", [*SOLIDS, "rubikscube3/slices"])
def test_every_move_is_the_turn_of_a_part_that_the_page_offers(name: str):
    rules, body = body_of(name)
    middles = {cell: middle(corners) for cell, corners in body.stickers}
    parts = []
    for axis, depth, _, both in body.turns:
        along = {cell: sum(a * b for a, b in zip(place, axis, strict=True)) for cell, place in middles.items()}
        parts.append({cell for cell, far in along.items() if (abs(far) if both else far) > depth})
    for move in rules.moves(rules.start()):
        cells = set(carried(rules, move))
        colored = [part & {*rules._net.stickers} for part in parts]
        assert any(cells <= part and len(part - cells) <= 2 for part in colored), (
            move
        )  # the middles stay where they are


@pytest.mark.parametrize("name", SOLIDS)
def test_moves_turn_a_part_of_the_body(name: str):
    """Distances between the moving stickers are preserved, and moves without `'` go clockwise."""
    rules, body = body_of(name)
    middles = {cell: middle(corners) for cell, corners in body.stickers}
    assert set(middles) >= set(rules._net.stickers)
    for move in rules.moves(rules.start()):
        ways = carried(rules, move)
        for one, other in combinations(ways, 2):
            far = dist(middles[one], middles[other])
            assert isclose(far, dist(middles[ways[one]], middles[ways[other]]), abs_tol=1e-6), f"{move}: {one}, {other}"
        if "2" in move:
            continue
        axis = plus(*(middles[cell] for cell in ways))
        for source, target in ways.items():
            turn = cross(middles[source], middles[target])
            along = sum(a * b for a, b in zip(axis, turn, strict=True))
            assert (along > 0) == move.endswith("'"), f"{move}: {source} to {target}"


@pytest.mark.parametrize("name", SOLIDS)
def test_stickers_cover_a_convex_body(name: str):
    """Each is planar and counterclockwise from outside; every edge has another sticker on its other side."""
    _, body = body_of(name)
    edges = []
    for _, corners in body.stickers:
        first, second, third, *more = corners
        normal = cross(plus(second, times(-1, first)), plus(third, times(-1, first)))
        heights = [sum(a * b for a, b in zip(normal, corner, strict=True)) for corner in corners]
        assert heights[0] > 0
        assert all(isclose(height, heights[0], abs_tol=1e-9) for height in heights), more
        rounded = [tuple(round(part, 6) + 0.0 for part in corner) for corner in corners]
        edges += list(zip(rounded, rounded[1:] + rounded[:1], strict=True))
    assert sorted(edges) == sorted((end, begin) for begin, end in edges)


def test_body_drawing_has_the_stickers_that_face_the_viewer():
    rules, body = body_of("rubikscube/2x2x2")
    drawn = body.drawing(rules.board(rules.start()), 100)
    assert drawn.count("<path") == 12, "three faces of four"
    below = replace(body, pitch=-body.pitch).drawing(rules.board(rules.start()), 100)
    assert below.count("<path") == 12
    assert below != drawn
