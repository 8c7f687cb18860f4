"""What clients of today are given to draw: as recorded, and with a center, an image and a sound for all of it."""

from __future__ import annotations

import pytest

from puzzles import registry
from puzzles.base import Rules
from puzzles.checks import Sample
from puzzles.picture import NOWHERE, scene_of
from puzzles.view import EMPTY, Add, Line, Move
from server import autogui
from server.pictures import image_data
from tests.helpers import GOLDEN, golden, load, name_of

RECORDED = [
    f"{puzzle_id}/{variant}"
    for puzzle_id in sorted(path.stem for path in GOLDEN.glob("*.json"))
    for variant, record in golden(puzzle_id).items()
    if "drawn" in record
]
PICTURED = [rules for rules in registry.listed() if scene_of(rules).pictures()]


@pytest.mark.parametrize("full_id", RECORDED)
def test_strings_are_the_recorded_ones(full_id: str):
    rules = load(full_id)
    scene = scene_of(rules)
    puzzle_id, variant = full_id.split("/")
    for text, (cells, moves) in golden(puzzle_id)[variant]["drawn"].items():
        position = rules.parse(text)
        assert autogui.write_cells(scene, text, position) == cells
        drawn = {
            scene.name(position, move): autogui.write_drawn(scene, position, move) for move in rules.moves(position)
        }
        assert drawn == moves


@pytest.mark.parametrize("rules", PICTURED, ids=name_of)
def test_everything_has_a_place_and_an_image(rules: Rules):
    scene = scene_of(rules)
    for picture in scene.pictures():
        centers, known = len(picture.centers), {*picture.images, EMPTY, NOWHERE}
        for position in Sample.of(rules, 60).positions:
            cells = scene.cells(position).split("~")[0].split("_")[0]
            assert len(cells) <= centers
            assert set(cells) <= known
            moves = list(rules.moves(position))
            for move in moves:
                assert scene.sound(position, move) in {*picture.sounds, "-"}
                match scene.button(position, move):
                    case Add(char, center):
                        assert char in known
                        assert center < centers
                    case Move(first, second) | Line(first, second):
                        assert max(first, second) < centers
            strings = [autogui.write_drawn(scene, position, move) for move in moves]
            assert len(set(strings)) == len(strings), "the page tells moves apart by nothing else"


def test_a_sound_of_the_place_stands_beside_the_themes():
    images = image_data(scene_of(load("eightball/3")))
    assert images["ambience"] == "billiards/billiards_ambience.mp3"
    assert images["defaultTheme"] == "regular"
    assert "ambience" not in images["themes"]["regular"]


def test_without_a_picture_there_is_none():
    assert image_data(scene_of(load("eightball/2x3"))) is None
    rules = load("eightball/2x3")
    scene, start = scene_of(rules), rules.start()
    assert [autogui.write_drawn(scene, start, move) for move in rules.moves(start)] == ["1", "3", "5"]
