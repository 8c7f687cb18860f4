"""Today's page has the files we name, is told the truth about what is drawn, and gets boards it can show."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.laws.sample import Sample
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.notation.position_texts import read_position as read_text
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.two_player.pictures.domineering import one_way_to_lay
from perfect_play.server.protocols.current import image_data
from tests.helpers import GOLDEN, by_plugin, examples, load
from tests.server.comparison import mismatches, plain
from tests.server.page import COMPONENTS

HAD = {line.removeprefix("+ ") for line in (GOLDEN / "gamesmanuni-paths.txt").read_text().splitlines()[1:]}
SHOWN = [*registry.listed(), *examples()]
SHAPES = {
    path: float(shape)
    for path, shape in map(str.split, (GOLDEN / "gamesmanuni-shapes.txt").read_text().splitlines()[1:])
}
WITHOUT_SHAPE = {"sevenpennies/7pennies.svg"}
OF_ANOTHER_SHAPE = {"chipschallenge", "connect4twist", "kaooa", "spinout", "topspin"}
"""Puzzles and games whose centers GamesCraftersUWAPI has in a space of another shape."""
IN_ROWS = {"1dchess", "chomp", "dawsonschess", "domineering", "grundy", "lineardisks", "octal", "toadsandfrogs"}
THEIR_OWN_GROUND = {
    *("dawsonschess", "dotsandboxes", "gridnavigation", "hackenbush", "hashi", "hopndrop", "kalah"),
    *("lightsout", "npuzzle", "octal", "pancakes", "snakebird", "sokoban", "topspin", "towersofhanoi", "wayout"),
}
"""Puzzles and games that draw their scenery with images for single cells."""
WITHOUT = {
    *("sum", "amazons", "breakthrough", "doorkeeper", "icehouse", "rockfall", "sternhalma", "tictacchec"),
    *("tugrope", "twinsteps"),
}
"""Those without pictures of other clients; in a sum, a character has a different meaning in each component."""

BOARDS: dict[str, Any] = {
    row["board"]: row["images"] for row in map(json.loads, (GOLDEN / "boards.jsonl").read_text().splitlines())
}
"""Image data of GamesCraftersUWAPI (June 2026), by its ids."""
OURS = {
    "0to10by1or2/regular": "0to10by1or2/regular",
    "dao/regular": "dao/4x4",
    "othello/regular": "othello/4x4",
    "ponghauki/regular": "ponghauki/regular",
    "mutorere/regular": "mutorere/regular",
    **{f"domineering/{side}": f"domineering/{side}x{side}" for side in (4, 5, 6)},
    **{f"hexapawn/{number}": f"hexapawn/3x{number + 3}" for number in range(4)},
    "clobber/3x4": "clobber/3x4",
    "clobber/3x6": "clobber/3x6",
    "clobber/5x3": "clobber/3x5",
    "clobber/5x4": "clobber/4x5",
    "connect4/6x6": "connect4/6x6",
    "connect4/6x7": "connect4/6x7",
}
STARTS = {
    "0to10by1or2/regular": ("1_x----------", "M_0_1_x"),
    "dao/regular": ("1_X--O-XO--OX-O--X", "M_15_13_x"),
    "othello/regular": ("1_-----WB--BW-----0202", "A_h_14_x"),
    "ponghauki/regular": ("1_oo-xx", "M_4_2_x"),
    "mutorere/regular": ("1_-ooooxxxx", "M_8_0_x"),
    "domineering/4": ("1_----------------", "A_v_39_x"),
    "hexapawn/0": ("1_BBB---WWW", "M_8_5_x"),
    "connect4/6x6": ("1_" + 36 * "-", "M_36_42_x"),
}
"""The text of a start there, and one of its moves. (There, Othello begins with the colors exchanged, and
Dao's arrows are one cell long; here they lead to the piece's destination.)"""


def board_of(name: str) -> Rules:
    return load(OURS[name])


def rounded(data: Any) -> Any:
    match data:
        case dict():
            return {key: rounded(value) for key, value in data.items()}
        case list():
            return list(map(rounded, data))
        case float():
            return round(data, 6)
    return data


def paths_in(data: Any) -> set[str]:
    """Every text that is a file name."""
    if isinstance(data, dict | list):
        values = data.values() if isinstance(data, dict) else data
        return set().union(*map(paths_in, values))
    return {data} if isinstance(data, str) and re.search(r"\.[a-z0-9]+$", data) else set()


@pytest.mark.parametrize("rules", by_plugin(SHOWN))
def test_the_page_has_every_file_that_is_named(rules: list[Rules]) -> None:
    named = {(one.full_id, path) for one in rules for path in paths_in(image_data(picture_of(one)))}
    assert {(name, path) for name, path in named if path not in HAD} == set()


def test_files_are_found_in_image_data() -> None:
    found = paths_in(image_data(picture_of(load("eightball/3"))))
    sounds = {"billiards/pool_table_break.mp3", "billiards/billiards_ambience.mp3"}
    assert found > sounds | {"eightball/pool_table_with_lines_light.svg", "eightball/eightball8.svg"}
    assert len(HAD) == 796


@pytest.mark.parametrize("game_id", [cls.id for cls in registry.all_rules()])
def test_description_of_a_variant_matches_its_images(client: FlaskClient, game_id: str) -> None:
    listed = {one["id"]: one["gui"] for one in client.get("/universal/v1/").json or []}
    told = (client.get(f"/universal/v1/{game_id}/").json or {})["variants"]
    for variant in told:
        own = client.get(f"/universal/v1/{game_id}/{variant['id']}/").json or {}
        assert own["gui"] == variant["gui"]
        assert own["supportsWinBy"] == variant["supportsWinBy"]
        with_images = own["gui"] in ("v2", "v3") and game_id not in COMPONENTS
        assert (own["imageAutoGUIData"] is not None) == with_images
        assert own["gui"] in ("v0", "v2", "v3")
        assert (own["gui"] == "v0") == (game_id in WITHOUT)
    if told:
        assert listed[game_id] == max(variant["gui"] for variant in told)
    assert (listed[game_id] == "v0") == (game_id in WITHOUT)


@pytest.mark.parametrize("rules", by_plugin(SHOWN))
def test_boards_are_at_most_four_times_as_long_as_wide(rules: list[Rules]) -> None:
    """Except for rows of cells, of coins or of pins."""
    shapes = {one.full_id: theme.space for one in rules for theme in picture_of(one).themes() if one.id not in IN_ROWS}
    strips = {name for name, (width, height) in shapes.items() if not height <= 4 * width <= 16 * height}
    assert strips == set()


@pytest.mark.parametrize("rules", by_plugin(SHOWN))
def test_the_space_has_the_shape_of_its_board(rules: list[Rules]) -> None:
    """The page shows an image undistorted, so its points would lie elsewhere."""
    for one in rules:
        for theme in picture_of(one).themes():
            for board in filter(None, (theme.background, theme.foreground)):
                width, height = theme.space
                assert board in SHAPES or board in WITHOUT_SHAPE
                assert one.id in OF_ANOTHER_SHAPE or abs(width / height / SHAPES.get(board, width / height) - 1) < 0.03


@pytest.mark.parametrize("rules", by_plugin(SHOWN))
def test_boards_have_a_ground_beneath_the_pieces(rules: list[Rules]) -> None:
    """An image of the page, or squares or holes, unless the pieces themselves fill the board."""
    for one in rules:
        for theme in picture_of(one).themes():
            ground = theme.background or theme.foreground or theme.tiles
            assert ground or one.id in THEIR_OWN_GROUND, one.full_id


@pytest.mark.parametrize("name", BOARDS)
def test_boards_of_the_page_are_used_as_uwapi_does(name: str) -> None:
    found = image_data(picture_of(board_of(name)))
    assert mismatches(rounded(plain(BOARDS[name])), rounded(plain(found))) == []


@pytest.mark.parametrize("name", STARTS)
def test_strings_fit_these_boards(name: str) -> None:
    rules = board_of(name)
    picture, start = picture_of(rules), rules.start()
    cells, move = STARTS[name]
    assert autogui.write_cells(picture, start) == cells
    assert move in [autogui.write_drawn(picture, start, own) for own in rules.moves(start)]


def test_boards_of_other_sizes_have_none() -> None:
    for name in ("dao/3x3", "domineering/3x4", "domineering/2x2", "hexapawn/4x3", "clobber/2x3", "connect4/4x4"):
        (theme,) = picture_of(load(name)).themes()
        assert not theme.background
        assert not theme.foreground


def test_an_upright_board_of_clobber_names_its_own_cells() -> None:
    rules = load("clobber/3x4")
    picture, start = picture_of(rules), rules.start()
    drawn = {picture.name(start, move): autogui.write_drawn(picture, start, move) for move in rules.moves(start)}
    assert drawn["a4-b4"] == "M_0_1_x"  # from the top left corner of 4 rows, to the right
    assert drawn["a4-a3"] == "M_0_3_x"
    assert drawn["c2-c1"] == "M_8_11_x"


# --- Othello ------------------------------------------------------------------------------------


def test_scores_and_the_pass_of_othello() -> None:
    rules = load("othello/4x4")
    picture = picture_of(rules)
    passing = rules.parse("1_ooo--xx--xxx----")
    assert autogui.write_cells(picture, passing) == "1_WWW--BB--BBB----0503"
    (move,) = rules.moves(passing)
    assert picture.name(passing, move) == "pass"
    assert autogui.write_drawn(picture, passing, move) == "A_P_20_y"


# --- Domineering --------------------------------------------------------------------------------


def whole_dominoes(cells: str, cols: int) -> bool:
    """Whether every half domino has its other half."""
    for cell, here in enumerate(cells):
        if here == "l":
            if cells[cell + 1] != "r" or (cell + 1) % cols == 0:
                return False
        elif here == "u" and cells[cell + cols] != "d":
            return False
    return cells.count("l") == cells.count("r") and cells.count("u") == cells.count("d")


@pytest.mark.parametrize("name", ["4x4", "3x5", "5x6", "5x2", "5x1"])
def test_dominoes_cover_two_cells(name: str) -> None:
    rules = load(f"domineering/{name}")
    picture = picture_of(rules)
    for position in Sample.of(rules, 60).positions:
        laid = one_way_to_lay(rules, position)
        assert re.sub("[udlr]", "x", laid) == rules.format(position)
        assert set(laid) <= set("-udlr")
        assert whole_dominoes(laid, rules.cols)
        assert laid.count("u") - laid.count("l") == (rules.turn(position) == 2)
        text = picture.text(position)
        assert text == f"{rules.turn(position)}_{laid}"
        assert read_text(rules, text) == position


def test_dominoes_stay_where_they_were_laid() -> None:
    """Four dominoes that cover eight cells could lie in other ways too."""
    rules = load("domineering/4x4")
    picture = picture_of(rules)
    text, position = "1_" + 16 * "-", rules.start()
    for name in ("a4-a3", "c4-d4", "b4-b3", "c3-d3"):
        named = {picture.name(position, move): move for move in rules.moves(position)}
        text = picture.text_after(text, named[name], rules.do_move(position, named[name]))
        position = rules.do_move(position, named[name])
        assert read_text(rules, text) == position
        assert picture.text(position, text) == text
    assert text == "1_uulrddlr--------"
    assert picture.cells_of(text, position) == "uulrddlr--------"
    other = "1_lruulrdd--------"
    assert picture.text(position, other) == other
    assert picture.text(position, rules.format(position)) in (text, other)


@pytest.mark.parametrize("name", ["4x4", "3x5"])
def test_the_other_player_may_have_begun(name: str) -> None:
    """From the empty board to the end, by the texts in the answers."""
    rules = load(f"domineering/{name}")
    picture, text, laid = picture_of(rules), f"2_{'-' * rules.cells}", 0
    while rules.primitive(position := read_text(rules, text)) is None:
        assert rules.turn(position) == int(text[0]) == 2 - laid % 2
        assert picture.text(position, text) == text
        assert picture.cells_of(text, position).endswith(text[2:])
        told = one_way_to_lay(rules, position)
        assert told.count("l") - told.count("u") == laid % 2
        move = rules.moves(position)[0]
        text, laid = picture.text_after(text, move, rules.do_move(position, move)), laid + 1
    assert laid > 3


@pytest.mark.parametrize("text", ["2_xx--------------", "1_xx--------------"])
def test_a_board_on_which_not_both_have_laid_as_many(text: str) -> None:
    rules = load("domineering/4x4")
    position = rules.from_board(text[2:], int(text[0]))
    laid = picture_of(rules).text(position)
    assert laid == text.replace("xx", "lr")
    assert read_text(rules, laid) == position


@pytest.mark.parametrize("text", ["1_l---------------", "1_ud----------lr-u", "1_---lr---ud------"])
def test_halves_without_a_whole_are_refused(client: FlaskClient, text: str) -> None:
    answer = client.get(f"/universal/v1/domineering/4x4/positions/?p={text}")
    assert answer.status_code == 400
    assert text in (answer.json or {})["error"]


# --- by eye -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["wall", "rooms", "spiral", "zigzag", "s.X._..X._...g"])
def test_walls_goal_and_player_are_seen(name: str) -> None:
    rules = load(f"gridnavigation/{name}")
    picture = picture_of(rules)
    (theme,) = picture.themes()
    scenery = rules.variant.options[0]
    shown = picture.cells(rules.start())
    assert len({theme.images[char].path for char in "WtGsS"}) == 5
    assert [cell for cell, here in enumerate(shown) if here == "W"] == [
        cell for cell, here in enumerate(scenery) if here == "X"
    ]
    assert shown.index("G") == scenery.index("g")
    assert shown.index("s") == scenery.index("s")
    (goal,) = rules.solutions()
    solved = picture.cells(goal)
    assert solved.count("S") == 1
    assert "G" not in solved
    assert "s" not in solved
