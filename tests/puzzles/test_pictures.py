"""Pictures: strings not in any recording, and how they are computed (see also `tests/server/test_drawn.py`)."""

from __future__ import annotations

import pkgutil
import random

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.notation.autogui import write_cells, write_drawn
from perfect_play.puzzles.one_player import pictures as of_puzzles
from perfect_play.puzzles.one_player._klotski_blocks import BLOCKS, CODES, DIRECTIONS, STEPS
from perfect_play.puzzles.one_player.pictures.klotski import ENDS, MIDDLES, center_of
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.two_player import pictures as of_games
from perfect_play.puzzles.two_player.dawsonschess import DawsonsChess
from perfect_play.puzzles.two_player.pictures.dawsonschess import one_way_to_play, taken_by
from tests.helpers import load, name_of


def test_every_file_of_pictures_belongs_to_a_plug_in() -> None:
    files = {name for _, name, _ in pkgutil.iter_modules([*of_puzzles.__path__, *of_games.__path__])}
    assert {"klotski", "dawsonschess"} <= files
    assert files <= {cls.__module__.rpartition(".")[2] for cls in registry.all_rules()}


def test_a_plug_in_without_images_has_no_picture() -> None:
    rules = load("sum/chomp_2x3~nim_2")
    assert list(picture_of(rules).themes()) == []
    assert picture_of(rules).gui == "v0"
    move = next(iter(rules.moves(rules.start())))
    assert write_drawn(picture_of(rules), rules.start(), move) == "game 1, b2"


@pytest.mark.parametrize(
    ("full_id", "position", "moves"),
    [
        ("topspin/12_3", "5_12_7-2-3-1-4-6-8-9-10-11", {"flip": "A_a_0_-", "rotate 1 step clockwise": "A_c_12_x"}),
        ("topspin/10_2", "5_8-1-3-6-2-7-4-9-10", {"rotate 9 steps clockwise": "A_8_2_x"}),
        ("bishoppuzzle/4x5_8", "XXXX------------OOOO", {"d0 e1": None, "d0 d1": "M_0_5_x"}),
        ("pancakes/5", "1_5432a", {f"A_-_{place}_x": f"A_-_{place}_x" for place in range(5)}),
        ("nim/2_30", "1_1,30", {"30 from Pile 2": "A_t_2_x", "1 from Pile 2": "A_t_31_x", "1 from Pile 1": "A_t_0_x"}),
        ("rubikscube/2x2x2", "000011112222333344445555", {"F": "M_24_25_x", "L": "M_26_27_x", "D'": "M_46_47_x"}),
        ("klotski/donkey", "IJJHIJJHGEEFGDCFB--A", {"AL": "M_19_18_←", "BR": "M_16_17_→"}),
        ("klotski/donkey_moves", "IJJHIJJHGEEFGDCFB--A", {"AL": "M_19_18_←", "BRR": "M_16_18_→", "CDL": "M_14_17_←"}),
        ("klotski/settingsun_slides", "IJJHIJJHEE--GDCFGBAF", {"ER": "M_110_125_→", "ERR": "M_22_32_→"}),
    ],
)
def test_moves_are_named_and_drawn(full_id: str, position: str, moves: dict[str, str | None]) -> None:
    rules = load(full_id)
    picture, at = picture_of(rules), rules.parse(position)
    found = {picture.name(at, move): write_drawn(picture, at, move) for move in rules.moves(at)}
    for name, string in moves.items():
        assert found.get(name) == string, found


@pytest.mark.parametrize(
    ("full_id", "position", "cells"),
    [
        ("topspin/12_3", "5_12_7-2-3-1-4-6-8-9-10-11", "1_a5d7231468" + "9bc"),
        ("topspin/10_2", "5_8-1-3-6-2-7-4-9-10", "1_a581362749b"),
        ("pegsolitaire/star", "-xxxxxxxxxxxx", "1_-bcbcadacbcba"),
        ("rubikscube/2x2x2", "000011112222333344445555", "1_aaaahhhhoooojjjjeeeerrrr"),
        ("klotski/donkey", "IJJHIJJHGEEFGDCFB--A", "1_VWXVvYZvVHhVvoovo--o"),
        ("pancakes/5", "1_5432a", "1_5432a"),
        ("nim/2_30", "2_1,3", "2_x-xxx" + 27 * "-" + "..~1~3"),
    ],
)
def test_positions_are_drawn(full_id: str, position: str, cells: str) -> None:
    rules = load(full_id)
    picture, at = picture_of(rules), rules.parse(position)
    assert write_cells(picture, at) == cells


def test_high_piles_fit_into_the_picture() -> None:
    for variant in ("30", "500", "20_20", "1_2_3", "1_3_5_7_9_10"):
        (theme,) = picture_of(registry.load("nim", variant)).themes()
        assert all(0 < x < theme.space[0] and 0 < y < theme.space[1] for x, y in theme.centers)


def test_an_arrow_of_klotski_is_one_cell_long_and_goes_the_way_of_its_block() -> None:
    centers = picture_of(load("klotski/donkey")).themes()[0].centers
    assert len(centers) == 298
    arrows = 0
    for (shape, cell), taken in BLOCKS.items():
        for way, ends in ENDS.get(shape, {}).items():
            if way not in [step.direction for step in STEPS[cell][CODES[shape]]]:
                continue
            arrows += 1
            (x1, y1), (x2, y2) = (centers[center_of(end, shape, cell)] for end in ends)
            down, right = DIRECTIONS[way]
            assert (x2 - x1, y2 - y1) == (right, down), (shape, cell, way)
            middle_x = sum(c % 4 for c in taken) / len(taken) + 0.5
            middle_y = sum(c // 4 for c in taken) / len(taken) + 0.5
            assert (x1 == middle_x) if down else (y1 == middle_y)
    assert arrows == 44 + 48 + 34  # of each shape: up and down, left and right
    for (shape, cell), taken in BLOCKS.items():
        if shape in MIDDLES:
            x, y = centers[center_of(MIDDLES[shape], shape, cell)]
            assert x == sum(c % 4 for c in taken) / len(taken) + 0.5
            assert y == sum(c // 4 for c in taken) / len(taken) + 0.5


@pytest.mark.parametrize("cells", range(1, 13))
def test_every_position_of_dawsons_chess_can_be_written_as_played(cells: int) -> None:
    """All reachable positions, by marking free cells one at a time."""
    start = "-" * cells
    waiting, found = [start], {start}
    for played in waiting:  # grows during the loop
        gone = taken_by(played)
        for cell in (cell for cell, here in enumerate(gone) if here == "-"):
            after = f"{played[:cell]}x{played[cell + 1 :]}"
            if after not in found:
                found.add(after)
                waiting.append(after)
    for gone in {taken_by(played) for played in found}:
        played = one_way_to_play(gone)
        assert played in found
        assert taken_by(played) == gone


def test_dawsons_chess_goes_on_from_the_text_that_was_asked_for() -> None:
    rules = DawsonsChess(DawsonsChess.find_variant("9"))
    picture, at = picture_of(rules), (1, "xx-xxx---")
    assert picture.text(at, "1_x---x----") == "1_x---x----"
    assert picture.text(at, "1_xx-xxx---") == "1_x---x----"
    after = {picture.text_after("1_x---x----", move, rules.do_move(at, move)) for move in rules.moves(at)}
    assert after == {"2_x-x-x----", "2_x---x-x--", "2_x---x--x-", "2_x---x---x"}


EACH = [registry.load(cls.id, cls.variants[0].id) for cls in registry.all_rules() if cls.variants]


@pytest.mark.parametrize("rules", EACH, ids=name_of)
def test_words_tell_moves_apart(rules: Rules) -> None:
    """Readable names are unique in their position, as are those of the rules."""
    picture = picture_of(rules)
    rng, position = random.Random(1), rules.start()
    for _ in range(12):
        moves = list(rules.moves(position)) if rules.primitive(position) is None else []
        words = [picture.description(position, move) for move in moves]
        assert len(set(words)) == len(words)
        assert all(words)
        if not moves:
            break
        position = rules.do_move(position, rng.choice(moves))
