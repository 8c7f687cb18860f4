"""Boards as SVG: every variant of every plug-in yields a complete drawing of its board."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.svg import PALETTE, PLAIN, WORTH, DrawnMove, SvgDrawing, look, strengths
from perfect_play.puzzles.view import EMPTY, VOID, Add, Board, Move, Shift
from tests.helpers import by_plugin

NAMESPACE = "{http://www.w3.org/2000/svg}"


def parts(svg: str, name: str) -> list[Any]:
    root = ElementTree.fromstring(svg)  # our own text
    return list(root.iter(NAMESPACE + name))


@pytest.mark.second_ring
@pytest.mark.parametrize("rules", by_plugin(registry.listed()))
def test_every_start_is_drawn_with_all_its_pieces(rules: list[Rules]):
    for one in rules:
        start = one.start()
        board = one.board(start)
        moves = [DrawnMove(one.button(start, move), one.format_move(start, move)) for move in one.moves(start)]
        svg = SvgDrawing(board, board, moves).svg(one.name)
        letters = [text.text for text in parts(svg, "text")]
        pieces = [char for char in board.cells if char not in (EMPTY, VOID)]
        assert letters[: len(board.cells)][: len(pieces)] == pieces, one.full_id
        assert len(parts(svg, "g")) == len(moves), one.full_id
        titles = {title.text for title in parts(svg, "title")}
        assert titles == {one.name, *(move.name for move in moves)}, one.full_id
        assert "<script" not in svg, one.full_id
        assert " style=" not in svg, one.full_id


@pytest.mark.second_ring
@pytest.mark.parametrize("rules", by_plugin(registry.listed()))
def test_every_look_draws_all_pieces_of_the_start_within_its_frame(rules: list[Rules]):
    for one in rules:
        board, look = one.board(one.start()), picture_of(one).look
        shown = min(len(look.centers) or len(board.cells), len(board.cells))
        for cell in range(shown):
            if board.cells[cell] not in (EMPTY, VOID):
                piece = f"{board.cells[cell]!r} in cell {cell} of {one.full_id}"
                assert look.fragment(board, cell) != "", f"{piece} cannot be seen"
        assert set(board.cells[shown:]) <= {EMPTY, VOID}, f"{one.full_id}: a piece stands beyond what is drawn"
        svg = SvgDrawing(board, board, (), look).svg(one.name)
        assert parts(svg, "title")[0].text == one.name, f"{one.full_id}: well-formed"
        assert "<script" not in svg, one.full_id
        assert " style=" not in svg, one.full_id
        if look.size:
            inside = all(0 <= x <= look.size[0] and 0 <= y <= look.size[1] for x, y in look.centers)
            assert inside, one.full_id


def test_adjacent_cells_of_a_merged_piece_go_on_into_each_other():
    look = Look({f"a{open_:x}": f"<i>{open_}</i>" for open_ in range(16)}, merged="a")
    board = Board(2, 3, "aa-ab-")
    assert [look.fragment(board, cell) for cell in (0, 1, 3)] == ["<i>6</i>", "<i>8</i>", "<i>1</i>"]


def test_the_kind_of_a_cell_comes_first():
    look = Look({"x": "any", "hx": "flat"}, kinds="h")
    assert [look.fragment(Board(1, 2, "xx"), cell) for cell in (0, 1)] == ["flat", "any"]


def test_cells_are_where_they_belong():
    svg = SvgDrawing(Board(2, 3, "1-*--a")).svg()
    assert [(rect.get("x"), rect.get("y")) for rect in parts(svg, "rect")] == [
        ("1", "1"),  # the ground of five cells: the third is never there
        ("41", "1"),
        ("1", "41"),
        ("41", "41"),
        ("81", "41"),
        ("2.5", "2.5"),  # the tile of the 1
    ]
    (disc,) = parts(svg, "circle")
    assert (disc.get("cx"), disc.get("cy"), disc.get("fill")) == ("100", "60", PALETTE["l1"].hue)


def test_a_cell_that_was_filled_at_the_start_is_drawn_where_it_is_covered():
    covered = Board(1, 2, "a*")
    assert len(parts(SvgDrawing(covered).svg(), "circle")) == 1
    assert len(parts(SvgDrawing(covered, Board(1, 2, "aa")).svg(), "circle")) == 2


def test_rows_with_nothing_near_are_flat_on_a_tall_board():
    low, tall = Board(12, 1, "a" + "-" * 11), Board(20, 1, "a" + "-" * 19)
    assert 'height="490"' in SvgDrawing(low).svg()
    assert 'height="117"' in SvgDrawing(tall).svg()  # 2 rows of 40, 18 of 1.5, and the edge


def test_moves_have_the_color_of_their_value_and_the_best_lie_on_top():
    moves = [
        DrawnMove(Move(0, 2), "a", "win"),
        DrawnMove(Add("x", 1), "b", "lose", 0.75),
        DrawnMove(Shift("L", 0, 1), "c", "draw"),
        DrawnMove(Add("-", 0), "d"),
    ]
    svg = SvgDrawing(Board(1, 3, "x-o"), None, moves).svg()
    groups = parts(svg, "g")
    assert [group[0].text for group in groups] == ["d", "c", "b", "a"]
    for group, color in zip(groups, (PLAIN, WORTH["draw"], WORTH["lose"], WORTH["win"]), strict=True):
        assert color in ElementTree.tostring(group, encoding="unicode")
    assert 'opacity="0.75"' in ElementTree.tostring(groups[2], encoding="unicode")


def test_plugins_all_look_different():
    drawn: dict[str, list[str]] = {}
    for cls in registry.all_rules():
        rules = registry.load(cls.id, cls.opening())
        board = rules.board(rules.start())
        drawn.setdefault(SvgDrawing(board, board, look=picture_of(rules).look).svg(), []).append(cls.id)
    assert [ids for ids in drawn.values() if len(ids) > 1] == []


def test_names_are_escaped():
    svg = SvgDrawing(Board(1, 1, "-"), None, [DrawnMove(Add("x", 0), "<b>&")]).svg("<i>&\"'")
    assert [title.text for title in parts(svg, "title")] == ["<i>&\"'", "<b>&"]


def test_strengths_of_moves_of_one_value_fall_from_the_best_to_a_half():
    assert strengths([]) == []
    moves = [("win", 0), ("win", 0), ("win", 1), ("win", 4), ("win", 9), ("tie", 0), ("lose", 0), ("lose", 2)]
    assert strengths(moves) == [1, 1, 0.75, 0.5, 0.5, 1, 1, 0.75]


def test_every_character_has_a_look():
    assert look("7") == (True, "d7")
    assert look("x") == (False, "one")
    assert look("O") == (False, "two")
    assert look("B") == (True, "l2")
    assert look("b") == (False, "l2")
    assert look("*") == (False, "off")
