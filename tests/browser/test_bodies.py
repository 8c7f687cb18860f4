"""Solid puzzles as bodies that can be turned, beside the net on which moves are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.picture import picture_of
from tests.browser.conftest import PLAYED, Album
from tests.browser.playing import click, moves, violations, wait_for_move
from tests.helpers import load, name_of

Look = Callable[..., Any]
SOLIDS = [rules for rules in PLAYED if picture_of(rules).look.body]

SEEN = "all => all.filter(one => one.getAttribute('visibility') === 'visible').map(one => one.dataset.cell)"
MISMATCHED = """all => all.filter(one => {
  const cell = document.querySelector(`.stage .piece[data-cell="${one.dataset.cell}"] :is(rect, path)`);
  const filled = getComputedStyle(one).fill;
  return filled !== (cell ? getComputedStyle(cell).fill : 'rgb(39, 52, 61)');
}).length"""


def opened(look: Look, rules: Any, **how: Any) -> Any:
    page = look(f"#/{rules.id}/{rules.variant.id}", **how)
    wait_for_move(page, 0)
    page.wait_for_selector(".body svg")
    return page


def seen(page: Any) -> list[str]:
    found: list[str] = page.eval_on_selector_all(".body polygon", SEEN)
    return found


@pytest.mark.parametrize("rules", SOLIDS, ids=name_of)
def test_body_shows_the_colors_of_the_net(look: Look, album: Album, rules: Any):
    page = opened(look, rules)
    assert page.eval_on_selector_all(".body polygon", MISMATCHED) == 0
    click(page, moves(page)[0])
    assert page.eval_on_selector_all(".body polygon", MISMATCHED) == 0
    page.keyboard.press("u")
    wait_for_move(page, 0)
    assert page.eval_on_selector_all(".body polygon", MISMATCHED) == 0
    album(page, f"body-{name_of(rules)}.png", full_page=True)


@pytest.mark.parametrize("calm", [True, False])
def test_body_turns_by_keys_buttons_and_dragging(look: Look, calm: bool):
    page = opened(look, SOLIDS[0], calm=calm)
    first, all_seen = seen(page), set()
    page.focus(".body svg")
    for key in ("ArrowRight", "ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
        page.wait_for_timeout(0 if calm else 300)
        all_seen |= set(seen(page))
    assert seen(page) == first
    for _ in range(12):  # once around
        page.click(".turns button >> nth=0")
        page.wait_for_timeout(0 if calm else 300)
        all_seen |= set(seen(page))
    assert seen(page) == first
    assert len(all_seen) == page.locator(".body polygon").count()
    box = page.locator(".body svg").bounding_box()
    corner = box["x"] + 4, box["y"] + 4
    page.mouse.move(*corner)
    page.mouse.down()
    page.mouse.move(corner[0] + box["width"] / 2, corner[1], steps=5)
    page.mouse.up()
    assert seen(page) != first
    assert page.locator(".stage").get_attribute("data-place") == "0", "no move was made"


CENTER = """([cell, by]) => {
  const points = [...document.querySelector(`.body polygon[data-cell="${cell}"]`).points];
  const mean = axis => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const at = new DOMPoint(mean('x'), mean('y'));
  const [from, to] = [at, new DOMPoint(at.x + by[0], at.y + by[1])].map(
    point => point.matrixTransform(document.querySelector('.body svg').getScreenCTM())
  );
  return [from.x, from.y, to.x, to.y];
}"""


def drag(page: Any, cell: int, right: float, down: float) -> None:
    x, y, *end = page.evaluate(CENTER, [cell, [right, down]])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    page.mouse.up()


@pytest.mark.parametrize(("right", "down", "name"), [(0, 45, "R'"), (0, -45, "R")])
def test_sticker_dragged_along_its_layer_turns_it(look: Look, right: float, down: float, name: str):
    rules = load("rubikscube/2x2x2_FR")
    page = opened(look, rules)
    before = autogui.read_position(rules, page.locator(".stage").get_attribute("data-position"))
    drag(page, 25, right, down)
    wait_for_move(page, 1)
    move = next(move for move in rules.moves(before) if rules.format_move(before, move) == name)
    after = autogui.write_position(rules, rules.do_move(before, move))
    assert page.locator(".stage").get_attribute("data-position") == after
    assert page.eval_on_selector_all(".body polygon", MISMATCHED) == 0


@pytest.mark.parametrize(("down", "name"), [(45, "LR'"), (-45, "RL'")])
def test_dragging_a_sticker_turns_both_layers_where_they_turn_together(look: Look, down: float, name: str):
    rules = load("rubikscube3/slices")
    page = opened(look, rules)
    before = autogui.read_position(rules, page.locator(".stage").get_attribute("data-position"))
    cells = [cell for cell, corners in picture_of(rules).look.body.stickers if is_front_right(corners)]
    drag(page, cells[0], 0, down)
    wait_for_move(page, 1)
    move = next(move for move in rules.moves(before) if rules.format_move(before, move) == name)
    after = autogui.write_position(rules, rules.do_move(before, move))
    assert page.locator(".stage").get_attribute("data-position") == after
    assert page.eval_on_selector_all(".body polygon", MISMATCHED) == 0


def is_front_right(corners: Any) -> bool:
    """Whether a sticker is on the front, in the rightmost layer, in the middle of its column."""
    mean_x, mean_y, _ = (sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    depths = [corner[2] for corner in corners]
    return max(depths) - min(depths) < 1e-6 and depths[0] > 0.5 and mean_x > 0.3 and abs(mean_y) < 0.1


def test_a_layer_dragged_a_little_turns_back_and_a_sticker_without_a_move_turns_the_body(look: Look):
    page = opened(look, load("rubikscube/2x2x2_FR"))
    first = sorted(seen(page))
    drag(page, 25, 0, 12)
    assert sorted(seen(page)) == first
    drag(page, 16, 150, 0)
    assert sorted(seen(page)) != first
    assert page.locator(".stage").get_attribute("data-place") == "0"


def test_body_passes_axe_and_fits_the_window(look: Look):
    page = opened(look, SOLIDS[0])
    for scheme, width in (("light", 1280), ("dark", 390)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        assert violations(page) == [], scheme
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_game_without_a_body_does_not_load_its_script(look: Look):
    asked: list[str] = []
    page = look(
        "#/tictactoe/regular", fresh=True, mock=lambda page: page.on("request", lambda one: asked.append(one.url))
    )
    wait_for_move(page, 0)
    assert asked
    assert not any("body." in one for one in asked)
