"""What clients of today are given to draw: as recorded, and with a center, an image and a sound for all of it."""

from __future__ import annotations

import re

import pytest

from puzzles import registry
from puzzles.base import Rules
from puzzles.checks import Sample
from puzzles.picture import HITBOX, NOWHERE, Curve, scene_of
from puzzles.view import EMPTY, Add, Line, Move
from server import autogui
from server.pictures import image_data
from tests.helpers import GOLDEN, examples, golden, load, name_of

RECORDED = [
    f"{puzzle_id}/{variant}"
    for puzzle_id in sorted(path.stem for path in GOLDEN.glob("*.json"))
    for variant, record in golden(puzzle_id).items()
    if "drawn" in record
]
PICTURED = [rules for rules in (*registry.listed(), *examples()) if scene_of(rules).pictures()]
LEAST = 240  # variants that are drawn, when this was written: 253
PATH = re.compile(r"[A-Za-z0-9]+(/[A-Za-z0-9_ ]+)+\.(svg|mp3)")
POSITION = re.compile(r"[12]_[A-Za-z0-9.-][A-Za-z0-9._-]*(~[0-9]+)*")
CLICKED = re.compile(rf"{HITBOX}|(lightsout|nim)/t\.svg|topspin/\w+\.svg|spinout/(counter)?clockwise\.svg")
"""The images with a place to click on, of those that are drawn for a move."""


@pytest.mark.parametrize("full_id", RECORDED)
def test_strings_are_the_recorded_ones(full_id: str):
    rules = load(full_id)
    scene = scene_of(rules)
    puzzle_id, variant = full_id.split("/")
    for text, (cells, moves) in golden(puzzle_id)[variant]["drawn"].items():
        position = rules.parse(text)
        assert autogui.write_cells(scene, position, text) == cells
        drawn = {
            scene.name(position, move): autogui.write_drawn(scene, position, move) for move in rules.moves(position)
        }
        assert drawn == moves


@pytest.mark.parametrize("rules", PICTURED, ids=name_of)
def test_everything_has_a_place_and_an_image(rules: Rules):
    scene = scene_of(rules)
    pictures = scene.pictures()
    assert len({picture.theme for picture in pictures}) == len(pictures)
    for picture in pictures:
        grounds = [ground for ground in (picture.background, picture.foreground, picture.ambience) if ground]
        for path in (*(image.path for image in picture.images.values()), *picture.sounds.values(), *grounds):
            assert PATH.fullmatch(path), path
        assert min(*picture.space, *(image.scale for image in picture.images.values())) > 0
        centers, known = len(picture.centers), {*picture.images, EMPTY, NOWHERE}
        for position in Sample.of(rules, 60).positions:
            assert POSITION.fullmatch(autogui.write_cells(scene, position)), "the page writes it into URLs as it is"
            cells = scene.cells(position).split("~")[0].split("_")[0]
            assert len(cells) <= centers
            assert set(cells) <= known
            moves = list(rules.moves(position))
            for move in moves:
                assert scene.sound(position, move) in {*picture.sounds, "-"}
                match scene.button(position, move):
                    case Add(char, center):
                        assert char in known
                        assert char not in picture.images or CLICKED.fullmatch(picture.images[char].path)
                        assert center < centers
                    case Move(first, second) | Line(first, second):
                        assert max(first, second) < centers
                    case Curve(points):
                        assert max(center for center, _, _ in points) < centers
            strings = [autogui.write_drawn(scene, position, move) for move in moves]
            assert len(set(strings)) == len(strings), "the page tells moves apart by nothing else"
            names = [str(scene.name(position, move)) for move in moves]
            assert len(set(names)) == len(names)


def test_many_are_drawn():
    assert len(PICTURED) >= LEAST


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
