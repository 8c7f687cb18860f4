"""What today's clients are given to draw: as recorded, and with a center, image and sound for everything."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist
from statistics import correlation

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.drawing.look import grid
from perfect_play.puzzles.laws.sample import Sample
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.picture import NOWHERE, Curve, Letter, Mark, Picture, Theme, picture_of
from perfect_play.puzzles.view import EMPTY, Add, Line, Move
from perfect_play.server.protocols.current import image_data
from tests.helpers import GOLDEN, by_plugin, cases, examples, golden, load

RECORDED = [
    f"{puzzle_id}/{variant}"
    for puzzle_id in sorted(path.stem for path in GOLDEN.glob("*.json"))
    for variant, record in golden(puzzle_id).items()
    if "drawn" in record
]
PICTURED = [rules for rules in (*registry.listed(), *examples()) if picture_of(rules).themes()]
SLOW = ("ninemensmorris", "topitop")
"""Those whose ranks take seconds to prepare."""
PATH = re.compile(r"[A-Za-z0-9_]+(/[A-Za-z0-9_ ]+)+\.(svg|mp3)")
POSITION = re.compile(r"[12]_[A-Za-z0-9.-][A-Za-z0-9._-]*(~[0-9]+)*")
CLICKED = {
    line.removeprefix("+ ")
    for line in (GOLDEN / "gamesmanuni-paths.txt").read_text().splitlines()
    if line.startswith("+ ")
}
"""The images that mark a place to click."""
FORM = re.compile(r"[AMLT]_|L[QCA]_")
DRAWN_BY_THE_PAGE = {"quarto", "sim", "tictactoe"}
"""Games that the page draws by components of its own, without image data."""
UNKNOWN_TO_CLIENTS = {
    *("amazons", "breakthrough", "doorkeeper", "icehouse", "rockfall", "sternhalma", "tictacchec", "tugrope"),
    "twinsteps",
}
"""Those for which other clients have no pictures."""


OF_OTHER_PROPORTIONS = {
    *("3spot", "abalone", "change", "chopsticks", "connect4twist", "expantix", "gobbletgobblers", "jenga", "kalah"),
    *("mancala", "nim", "oddoreven", "pancakes", "shifttactoe", "topspin"),
}
"""Puzzles and games whose boards there are proportioned otherwise, or whose moves are clicked beside their pieces."""


@pytest.mark.parametrize("full_id", RECORDED)
def test_strings_are_the_recorded_ones(full_id: str):
    rules = load(full_id)
    picture = picture_of(rules)
    puzzle_id, variant = full_id.split("/")
    for text, (cells, moves) in golden(puzzle_id)[variant]["drawn"].items():
        position = rules.parse(text)
        assert autogui.write_cells(picture, position, text) == cells
        drawn = {
            picture.name(position, move): autogui.write_drawn(picture, position, move) for move in rules.moves(position)
        }
        assert drawn == moves


def check_button(picture: Picture, theme: Theme, button: Mark | None, name: str) -> None:
    """Check that the page can draw a button, or takes a name for what it is."""
    centers, known = len(theme.centers), {*theme.images, EMPTY, NOWHERE}
    match button:
        case Add(char, center):
            assert char in known
            image = theme.images.get(char)
            assert image is None or image.path in CLICKED
            assert center < centers
        case Letter(char, center):
            assert char not in theme.images
            assert center < centers
        case Move(first, second) | Line(first, second):
            assert max(first, second) < centers
            assert first != second
        case Curve(points):
            assert max(center for center, _, _ in points) < centers
        case None:
            assert not FORM.match(name), "the page takes it for a drawing"
        case other:
            raise AssertionError(other)


@pytest.mark.second_ring
@pytest.mark.parametrize("rules", cases(PICTURED))
def test_pieces_and_moves_have_a_center_an_image_and_a_name(rules: Rules):
    picture = picture_of(rules)
    themes = picture.themes()
    assert len({theme.name for theme in themes}) == len(themes)
    for theme in themes:
        grounds = [ground for ground in (theme.background, theme.foreground, theme.ambience) if ground]
        for path in (*(image.path for image in theme.images.values()), *theme.sounds.values(), *grounds):
            assert PATH.fullmatch(path), path
        assert min(*theme.space, *(image.scale for image in theme.images.values())) > 0
        width, height = theme.space
        centers, known = len(theme.centers), {*theme.images, EMPTY, NOWHERE}
        for position in Sample.of(rules, 60, ranks=rules.id not in SLOW).positions:
            assert POSITION.fullmatch(autogui.write_cells(picture, position)), "the page writes it into URLs as it is"
            cells, *texts = picture.cells(position).split("~")
            assert len(texts) in (0, cells.count(NOWHERE)), "a text has no place, or a place no text"
            cells = cells.split("_")[0]
            assert len(cells) <= centers
            assert set(cells) <= known
            inside = (-0.1 <= x <= width and -0.1 <= y <= height for x, y in theme.centers[: len(cells)])
            assert all(inside), "what stands on a stack may reach beyond the edge a little"
            moves = list(rules.moves(position))
            for move in moves:
                assert picture.sound(position, move) in {*theme.sounds, "-"}
                touches = picture.touches(position, move)
                if touches is None:
                    check_button(picture, theme, picture.click(position, move), picture.name(position, move))
                    continue
                assert len(touches.between) == len(cells)
                assert set(touches.between) <= known
                assert touches.between != cells
                for touch in (touches.first, *touches.second):
                    assert touch.sound in {*theme.sounds, "-"}
                    assert not touch.name.startswith("~")
                    check_button(picture, theme, touch.button, touch.name)
            single = [move for move in moves if picture.touches(position, move) is None]
            strings = [autogui.write_drawn(picture, position, move) for move in single]
            firsts = {touches.first for move in moves if (touches := picture.touches(position, move))}
            strings += [autogui.write_place(touch.button, touch.sound, 0) for touch in firsts]
            assert len(set(strings)) == len(strings), "the page tells moves apart by nothing else"
            assert len({touch.name for touch in firsts}) == len(firsts)
            names = [str(picture.name(position, move)) for move in moves]
            assert len(set(names)) == len(names)


def places_of_pieces(rules: Rules, picture: Picture) -> dict[int, int]:
    """The client's centers of the cells of our board from which moves begin, by these cells."""
    places = {}
    for position in Sample.of(rules, 15).positions:
        for move in rules.moves(position):
            match rules.button(position, move), picture.click(position, move):
                case (Move(cell, _), Move(center, _)) | (Add(_, cell), Add(_, center) | Letter(_, center)):
                    places[cell] = center
    return places


@pytest.mark.parametrize("rules", by_plugin([rules for rules in PICTURED if rules.id not in SLOW]))
def test_clients_draw_pieces_where_and_as_large_as_our_pictures_do(rules: list[Rules]):
    """Distances are proportional to ours, whichever side is up; pieces fill their places, but not those of others."""
    for one in rules[:2]:
        picture, board = picture_of(one), one.board(one.start())
        theme, own = picture.themes()[0], picture.look.centers or grid(board.rows, board.cols)
        centers = {cell: center for cell, center in places_of_pieces(one, picture).items() if cell < len(own)}
        if one.id in OF_OTHER_PROPORTIONS or len(set(centers.values())) < 4:
            continue
        pairs = list(combinations(centers, 2))
        ours = [dist(own[a], own[b]) for a, b in pairs]
        theirs = [dist(theme.centers[centers[a]], theme.centers[centers[b]]) for a, b in pairs]
        assert correlation(ours, theirs) > 0.9, one.full_id
        near, cells = min(filter(None, theirs)), picture.cells(one.start())
        images = [theme.images.get(cells[center : center + 1]) for center in centers.values()]
        sizes = {image.path: image.scale / near for image in images if image and "hitbox" not in image.path}
        assert all(0.2 < size < 3.5 for size in sizes.values()), (one.full_id, sizes)


def test_variants_lack_image_data_only_if_sums_or_drawn_by_the_page():
    """A sum has a board for each of its games, and no picture of the whole."""
    drawn = {rules.full_id for rules in PICTURED}
    undrawn = {rules.id for rules in (*registry.listed(), *examples()) if rules.full_id not in drawn}
    assert undrawn == {"sum", *DRAWN_BY_THE_PAGE, *UNKNOWN_TO_CLIENTS}


def test_a_sound_of_the_place_stands_beside_the_themes():
    images = image_data(picture_of(load("eightball/3")))
    assert images["ambience"] == "billiards/billiards_ambience.mp3"
    assert images["defaultTheme"] == "regular"
    assert "ambience" not in images["themes"]["regular"]


def test_sum_has_no_image_data_and_names_for_moves():
    rules = load("sum/chomp_2x3~nim_2")
    picture, start = picture_of(rules), rules.start()
    assert image_data(picture) is None
    names = [autogui.write_drawn(picture, start, move) for move in rules.moves(start)]
    assert names == [rules.format_move(start, move) for move in rules.moves(start)]
    assert len(names) == 7


def test_moves_without_a_place_are_told_by_their_names():
    rules = load("rubikscube/2x2x2_HTM")
    picture, start = picture_of(rules), rules.start()
    drawn = {move: autogui.write_drawn(picture, start, move) for move in rules.moves(start)}
    assert drawn["F2"] == "F2"
    assert drawn["F"] == "M_24_25_x"
    assert len(drawn) == 18
