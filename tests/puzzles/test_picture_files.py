"""Pictures as data: the files of all plug-ins can be read, and what cannot be used is named."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from perfect_play.puzzles import one_player, registry, two_player
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.drawing.board_families import FAMILIES
from perfect_play.puzzles.drawing.files import SHARED, BrokenPicture, PictureFiles, places, read_sheet
from perfect_play.puzzles.drawing.look import HUES, letters
from perfect_play.puzzles.picture import Picture, picture_files, picture_of
from perfect_play.puzzles.view import ALPHABET, EMPTY, VOID, Board
from tests.docs.loading import load_source
from tests.helpers import by_plugin, load

FOLDERS = [Path(path) / "pictures" for package in (one_player, two_player) for path in package.__path__]
BOARD = Board(2, 3, "x-o---")


def files(folder: Path, data: Any = None, svg: str = "") -> PictureFiles:
    if data is not None:
        (folder / "game.json").write_text(json.dumps(data), encoding="utf-8")
    if svg:
        (folder / "game.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40">{svg}</svg>', encoding="utf-8"
        )
    return PictureFiles(folder, "game")


def test_every_file_belongs_to_a_plug_in_and_can_be_opened():
    modules = {cls.__module__.rpartition(".")[2] for cls in registry.all_rules()}
    paths = [path for folder in FOLDERS for path in folder.iterdir() if path.suffix in (".json", ".svg")]
    assert len(paths) > 150
    for path in paths:
        assert path.stem in modules or path.stem.split("-", 1)[0] in modules, path
        if path.suffix == ".svg":
            sheet = read_sheet(path)
            assert min(sheet.size) > 0, path
            assert sheet.symbols or sheet.groups["board"] or sheet.groups["over"], path
            assert re.search(r'width="[\d.]+" height="[\d.]+"', path.read_text(encoding="utf-8")), path
            uses = set(re.findall('href="#([^"]+)"', path.read_text(encoding="utf-8")))
            assert uses == set(sheet.symbols), f"{path}: its palette shows its symbols"


@pytest.mark.parametrize("rules", by_plugin(registry.listed()))
def test_every_variant_has_a_readable_picture(rules: list[Rules]):
    for one in rules:
        picture = picture_of(one)
        assert picture.look.pieces, one.full_id
        for theme in picture.themes():
            assert theme.centers, one.full_id


def test_symbols_are_pieces_named_by_their_characters(tmp_path: Path):
    svg = '<symbol id="x"><circle r="9"/></symbol><symbol id="ho"><rect width="4"/></symbol><symbol id="star"/>'
    pieces = files(tmp_path, {"look": {"pieces": {"o": "disc-red x"}}}, svg).look(BOARD, (), FAMILIES).pieces
    assert pieces["x"] == '<circle r="9"/>'
    assert pieces["ho"] == '<rect width="4"/>'
    assert pieces["o"] == read_sheet(SHARED).symbols["disc-red"] + '<circle r="9"/>'
    assert "star" not in pieces


def test_additions_of_drawing_programs_are_not_drawn(tmp_path: Path):
    svg = (
        '<defs xmlns:i="urn:i"><symbol id="x"><path id="path7" i:label="me" d="M0 0H9" style="fill:#ff0000;-i-x:1"/>'
        "</symbol></defs>"
    )
    assert files(tmp_path, None, svg).sheet.symbols["x"] == '<path d="M0 0H9" fill="#ff0000"/>'


def test_the_drawing_of_a_board_is_the_one_of_its_size(tmp_path: Path):
    text = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g id="board"><circle r="{}"/></g></svg>'
    for name, radius in (("game", 1), ("game-2x3", 2), ("game-small", 3)):
        (tmp_path / f"{name}.svg").write_text(text.format(radius), encoding="utf-8")
    picture = files(tmp_path, {"look": {"family": "drawn"}})
    for keys, radius in ((("large", "9x9"), 1), (("large", "2x3"), 2), (("small", "2x3"), 3)):
        assert picture.look(BOARD, keys, FAMILIES).under == f'<circle r="{radius}"/>'


def test_a_board_overrides_entries_and_takes_them_back(tmp_path: Path):
    look = {"family": "field", "color": "#111111", "ring": 7, "boards": {"2x3": {"color": "#222222", "ring": None}}}
    picture = files(tmp_path, {"look": look})
    small, large = (picture.look(BOARD, keys, FAMILIES) for keys in (("2x3",), ("4x4",)))
    assert ("#222222" in small.under, small.ring) == (True, None)
    assert ("#111111" in large.under, large.ring) == (True, 7)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"loook": {}}, ("'loook'", "client, look, words")),
        ({"look": {"famly": "field"}}, ("look", "'famly'", "family")),
        ({"look": {"family": "feild"}}, ("'feild'", "checkered", "field")),
        ({"look": {"family": "field", "diagonals": "all"}}, ("family field", "'diagonals'", "color")),
        ({"look": {"boards": {"2x3": {"colour": "red"}}}}, ("boards, 2x3", "'colour'", "color")),
        ({"look": {"pieces": {"x": "disk-red"}}}, ("'disk-red'", "disc-red")),
        ({"look": {"centers": [[1, 2, 3]]}}, ("[1, 2, 3]", "again")),
        ({"look": []}, ("look", "object")),
    ],
)
def test_unusable_entries_of_a_picture_are_named(data: Any, words: tuple[str, ...], tmp_path: Path):
    with pytest.raises(BrokenPicture) as broken:
        files(tmp_path, data).look(BOARD, ("2x3",), FAMILIES)
    assert all(word in str(broken.value) for word in words), broken.value
    assert str(tmp_path / "game.json") in str(broken.value) or "names no points" in str(broken.value)


@pytest.mark.parametrize("svg", ['<symbol id="x"><script/></symbol>', '<symbol id="x"><use href="#y"/></symbol>', "<g"])
def test_a_drawing_of_something_else_is_named(svg: str, tmp_path: Path):
    with pytest.raises(BrokenPicture, match=r"game\.svg"):
        files(tmp_path, None, svg)


def test_points_follow_one_another():
    items = [[9, 9], "cells", {"grid": ["rows", 2], "pitch": 10, "at": [1, 0]}, {"again": 2, "by": [0, 1]}]
    points = places(items, BOARD, [(0, 0)])
    assert points == [(9, 9), (0, 0), (6, 5), (16, 5), (6, 15), (16, 15), (9, 10), (0, 1)]
    square = [(0, 0), (2, 0), (0, 4), (2, 4)]
    assert places([{"between": "cols"}], Board(2, 2, "----"), square) == [(1, 0), (1, 4)]
    assert places([{"between": "rows"}], Board(2, 2, "----"), square) == [(0, 2), (2, 2)]
    assert places([{"grid": [2, 2], "columns": True}], BOARD, []) == [(0.5, 0.5), (0.5, 1.5), (1.5, 0.5), (1.5, 1.5)]


def test_letters_without_a_picture_have_colors_of_their_own():
    pieces = letters(ALPHABET).pieces
    fills = {re.search('fill="([^"]+)"', piece)[1] for char, piece in pieces.items() if char not in (EMPTY, VOID)}  # type: ignore[index]
    assert len(fills) == 52
    named = {"r": "c8473b", "g": "2f8a57", "b": "2f6fb5", "y": "f0c64a", "o": "e58a34", "p": "7457b8", "w": "ffffff"}
    assert {char: HUES[char] for char in named} == named
    assert len({pieces[char] for char in "bjr"}) == 3
    assert "#e58a34" in letters("rgbo").pieces["o"]
    assert "#e58a34" not in letters("xo").pieces["o"]


def test_a_plug_in_without_files_is_letters():
    picture = Picture(load("tictactoe/regular"), PictureFiles.empty())
    assert picture.look.boxes
    assert "#fbf6e8" in picture.look.pieces["o"], "the second player's beside x"
    assert list(picture.themes()) == []


def test_a_piece_without_a_symbol_is_a_letter(tmp_path: Path):
    rules = load("tictactoe/regular")
    board = Board(1, 3, "xj-")
    picture = Picture(rules, files(tmp_path, {"look": {"family": "boxes", "pieces": {"x": "cross"}}}))
    picture.board = board
    assert picture.look.pieces["x"] == read_sheet(SHARED).symbols["cross"]
    assert picture.look.pieces["j"] == letters("j").pieces["j"]


@pytest.mark.parametrize("text", ["{", '{"look": {"family": "feild"}}', '{"client": {"images": {"x": "no size"}}}'])
def test_a_broken_picture_from_outside_counts_as_none(text: str, tmp_path: Path, caplog: pytest.LogCaptureFixture):
    source = "from perfect_play.puzzles._template import Template\nclass Elsewhere(Template):\n    name = 'Elsewhere'\n"
    cls = load_source("elsewhere", source, tmp_path).Elsewhere
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "example_elsewhere.json").write_text(text, encoding="utf-8")
    picture_files.cache_clear()
    picture = picture_of(cls(cls.variants[0]))
    assert picture.look.boxes
    assert list(picture.themes()) == []
    assert f"The picture of {cls.id} cannot be used" in caplog.text
    assert "example_elsewhere.json" in caplog.text
