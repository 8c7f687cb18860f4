"""Boards look like those that people know: whole, in proportion, and with names that can be read."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations, pairwise
from math import dist
from pathlib import Path

import pytest

from perfect_play.puzzles import one_player, registry, two_player
from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.svg_shapes import UNIT
from perfect_play.puzzles.laws.sample import Sample
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.svg import PAD, WORTH, DrawnMove, SvgDrawing
from perfect_play.puzzles.two_player.expantix import parts_of
from perfect_play.puzzles.view import EMPTY, Add, Board, Move
from tests.helpers import load

LONG_ROWS = (
    *("kayles/9", "grundy/8_5", "octal/dawsonskayles", "toadsandfrogs/5_3_5", "toadsandfrogspuzzle/10"),
    *("lineardisks/identical_8_4", "0to10by1or2/regular", "0to10by1or2/20_2_3"),
)
NUMBERED = (
    *("kaooa", "tsoroyematatu", "horses", "hobaggonu", "sevenpennies", "mutorere", "change-4x6", "change-4x8"),
    *("hareandhounds-1x11", "hareandhounds-1x17", "hareandhounds-1x23"),
)
NUMBER = r'<text x="([-\d.]+)" y="([-\d.]+)" fill="#20262b" font-size="10">(\d+)</text>'


def size_of(full_id: str) -> tuple[float, float]:
    rules = load(full_id)
    board = rules.board(rules.start())
    svg = SvgDrawing(board, board, (), picture_of(rules).look).svg()
    width, height = re.findall(r' (?:width|height)="([\d.]+)"', svg)[:2]
    return float(width), float(height)


@pytest.mark.parametrize("full_id", LONG_ROWS)
def test_long_rows_are_at_least_a_third_as_high_as_wide(full_id: str):
    width, height = size_of(full_id)
    assert height >= width / 3


def test_pieces_on_an_arc_lie_side_by_side_and_links_follow_it():
    look = picture_of(load("grundy/8_5")).look
    outer = look.centers[:15]
    assert all(abs(dist(*pair) - 46) < 10 for pair in pairwise(outer))
    assert look.piece("c", 1) != look.piece("c", 7) != look.piece("c", 13)
    assert look.piece("o", 0) == look.piece("o", 14)


def test_foxes_and_hounds_stand_on_the_dark_squares_of_a_whole_chessboard():
    look = picture_of(load("foxandhounds/regular")).look
    assert look.under.count(f'width="{UNIT}" height="{UNIT}"') == 64
    first = look.centers[0]
    squares = {(round((x - first.x) / UNIT) + 1, round((y - first.y) / UNIT)) for x, y in look.centers}
    assert squares == {(col, row) for row in range(8) for col in range(8) if (row + col) % 2}
    assert re.findall(">([a-h1-8])</text>", look.under) == [*"87654321abcdefgh"]


def test_marks_of_moves_show_bridges_and_numbers():
    hashi, euclid = (picture_of(load(name)).look for name in ("hashi/4x4", "euclidsgame/regular"))
    assert "<path" in (hashi.piece("q", 1) or "")
    assert "<path" in (hashi.piece("Q", 7) or "")
    assert [re.findall(r">(\d+)<", euclid.piece("h", cell) or "") for cell in (0, 99)] == [["1"], ["100"]]


def test_the_columns_of_connect_four_are_numbered_above_the_board():
    look = picture_of(load("connect4/6x7")).look
    names = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>(\d)</text>', look.under)
    assert [name for *_, name in names] == [*"1234567"]
    for (x, y, _), center in zip(names, look.centers[:7], strict=True):
        assert float(x) == center.x
        assert float(y) < center.y - UNIT / 2


def test_tall_chessboards_are_as_high_as_their_squares():
    assert size_of("wythoff/15_20")[1] == 16 * UNIT + 2 * PAD


@pytest.mark.parametrize("name", NUMBERED)
def test_numbers_stand_beside_lines_and_pieces(name: str):
    folder = next(
        Path(path) / "pictures"
        for package in (one_player, two_player)
        for path in package.__path__
        if (Path(path) / "pictures" / f"{name}.svg").is_file()
    )
    drawing = (folder / f"{name}.svg").read_text(encoding="utf-8")
    spots = [(float(x), float(y)) for x, y in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="4.5"', drawing)]
    lines = re.search(r'<path d="([^"]*)"[^>]*stroke-width="2.5"', drawing)
    numbers = [(float(x), float(y) - 3.6) for x, y, _ in re.findall(NUMBER, drawing)]
    assert lines
    assert len(spots) - len(numbers) in (0, 1)  # a center may have a name instead
    for stroke in lines[1].split("M")[1:]:
        ends = [tuple(map(float, end.split())) for end in stroke.rstrip("Z").split("L")]
        for (ax, ay), (bx, by) in pairwise(ends):
            along = [(ax + (bx - ax) * step / 50, ay + (by - ay) * step / 50) for step in range(51)]
            assert min(dist(number, point) for number in numbers for point in along) > 6
    assert min(dist(number, spot) for number in numbers for spot in spots) > 17


@pytest.mark.parametrize(
    "full_id",
    [
        *("mutorere/regular", "change/regular", "change/small", "tiltago/regular", "hareandhounds/s-hounds-first"),
        *("hareandhounds/l-hare-first", "horses/regular", "sevenpennies/regular", "hobaggonu/regular"),
    ],
)
def test_numbers_on_boards_are_those_in_the_names_of_moves(full_id: str):
    rules = load(full_id)
    look, board = picture_of(rules).look, rules.board(rules.start())
    centers = look.centers or grid(board.rows, board.cols)
    labels = [(float(x), float(y) - 3.6, name) for x, y, name in re.findall(NUMBER, look.under)]
    checked = 0
    for position in Sample.of(rules, 40).positions:
        for move in rules.moves(position):
            button = rules.button(position, move)
            cells = [button.source, button.target] if isinstance(button, Move) else [button.cell]
            names = re.findall(r"\w+", rules.format_move(position, move))
            for cell, name in zip(cells, names, strict=False):
                nearest = min(labels, key=lambda label: dist(label[:2], centers[cell]))
                if name.isdigit():
                    assert nearest[2] == name
                    checked += 1
    assert checked > 20


CHOICES = ("chungtoi", "gobbletgobblers", "quickcross", "rubiksmagic", "squaredance", "topitop")


@pytest.mark.parametrize("game_id", CHOICES)
def test_moves_into_the_same_cell_have_marks_that_differ(game_id: str):
    rules = load(f"{game_id}/{registry.find(game_id).opening()}")
    look, board = picture_of(rules).look, rules.board(rules.start())
    buttons = [rules.button(rules.start(), move) for move in rules.moves(rules.start())]
    placed = [(look.centers[button.cell], look.mark(board, button.cell, button.char)) for button in buttons]
    assert all("currentColor" in (mark or "") for _, mark in placed)
    near = [(a, b) for (one, a), (other, b) in combinations(placed, 2) if dist(one, other) < 60]
    assert near
    assert all(one != other for one, other in near)


def test_a_mark_is_chosen_by_the_kind_of_its_cell_and_by_the_piece_that_it_acts_on():
    marks = {"x": "put", "kx": "put here", "@o": "turn", "@": "take"}
    look, board = Look({}, kinds=" k  ", marks=marks), Board(1, 4, "--op")
    assert [look.mark(board, cell, "x") for cell in range(4)] == ["put", "put here", "turn", "take"]
    assert look.mark(board, 0, "o") is None
    drawing = SvgDrawing(board, board, [DrawnMove(Add("x", 1), "x", "win")], replace(look, marks={"x": "<g/>"})).svg()
    assert f'color="{WORTH["win"]}" opacity="1"><g/></g>' in drawing


def test_components_of_a_sum_look_as_they_do_alone():
    rules = load("sum/grundy_6~kayles_9")
    look, board = picture_of(rules).look, rules.board(rules.start())
    kayles = picture_of(load("kayles/9")).look
    row = 2 * board.cols
    assert look.fragment(board, row) == kayles.pieces[EMPTY]
    assert [x for x, _ in look.centers[row : row + 9]] == [x for x, _ in kayles.centers[:9]]


def test_a_run_of_tiles_in_expantix_is_touched_at_both_its_ends():
    rules = load("expantix/4")
    look, checked = picture_of(rules).look, 0
    for position in Sample.of(rules, 40).positions:
        for move in rules.moves(position):
            first, last = rules.button(position, move), look.first_touch(rules.button(position, move))
            row, col, down, right, length = parts_of(move, rules.width)
            begin, end = (((col + right * by + 3.5) * UNIT, (row + down * by + 3.5) * UNIT) for by in (0, length - 1))
            assert look.centers[first.cell] == end
            assert length == 1 if last is None else look.centers[last.button.cell] == begin
            checked += last is not None
    assert checked > 20


def test_the_corner_that_wythoffs_queen_goes_to_is_marked():
    look = picture_of(load("wythoff/7_9")).look
    assert look.under.count(f'width="{UNIT}" height="{UNIT}"') == 80
    assert 'd="M20 7' in look.under
