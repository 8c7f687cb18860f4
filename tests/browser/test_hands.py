"""Pieces are moved by hand, tapped or dragged, whatever cells they fill."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.playing import all_can_be_clicked, moves, state, wait_for_move
from tests.browser.test_access import press_until

if TYPE_CHECKING:
    from playwright.sync_api import Page


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def cell(page: Page, number: int) -> tuple[float, float]:
    return middle(page, f".stage .cell[data-cell='{number}']")


def open_hanoi(look: Any) -> Page:
    page: Page = look("/#/towersofhanoi/3_3")
    wait_for_move(page, 0)
    page.locator(".stage svg").scroll_into_view_if_needed()
    return page


def test_a_tap_lights_the_moves_of_a_piece_and_a_tap_on_the_target_makes_one(look: Any):
    page = open_hanoi(look)
    page.mouse.click(*cell(page, 0))
    assert page.locator(".stage .move.lit").count() == 2
    page.mouse.click(*cell(page, 8))
    wait_for_move(page, 1)
    assert state(page)["position"] == "R_A_3_3_---B--C-A"


def test_tap_beside_a_touched_piece_releases_it(look: Any):
    page = open_hanoi(look)
    page.mouse.click(*cell(page, 0))
    page.mouse.click(*cell(page, 2))
    assert page.locator(".stage .move.lit").count() == 0
    assert state(page)["place"] == 0


def test_piece_dragged_to_a_target_moves_there(look: Any):
    page = open_hanoi(look)
    page.mouse.move(*cell(page, 0))
    page.mouse.down()
    page.mouse.move(*cell(page, 7), steps=4)
    page.mouse.up()
    wait_for_move(page, 1)
    assert state(page)["position"] == "R_A_3_3_---B--CA-"


def test_arrow_keys_slide_on_a_sliding_board(look: Any):
    page = look("#/npuzzle/2x3/R_A_2_3_123-45")
    wait_for_move(page, 0)
    page.keyboard.press("ArrowLeft")  # the 4 goes into the gap to its left
    wait_for_move(page, 1)
    assert state(page)["position"] == "R_A_2_3_1234-5"
    page.keyboard.press("ArrowUp")  # nothing is below the gap
    page.locator(".stage .move").first.focus()
    page.keyboard.press("ArrowDown")  # the 2, with the focus on the board
    wait_for_move(page, 2)
    assert state(page)["position"] == "R_A_2_3_1-3425"


def test_arrow_keys_choose_a_move_on_other_boards(look: Any):
    page = open_hanoi(look)
    page.keyboard.press("ArrowRight")
    page.locator(".stage .move[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    assert state(page)["place"] == 0
    assert page.evaluate("document.activeElement.classList.contains('move')")


# --- moves of two parts -------------------------------------------------------------------------


def shown(page: Page) -> list[str]:
    """The visible moves and first parts."""
    found: list[str] = page.eval_on_selector_all(
        ".stage .move",
        "all => all.filter(one => getComputedStyle(one).display !== 'none' && getComputedStyle(one).opacity > 0.2)"
        ".map(one => one.dataset.move || one.dataset.first).sort()",
    )
    return found


def test_move_of_two_parts_shows_the_second_after_the_first_is_touched(look: Any):
    """In Orbito an enemy marble slides, and then a marble is placed."""
    page = look(f"#/orbito/3x3/R_A_27_3_B--W-----{'*' * 72}?who=12")
    wait_for_move(page, 0)
    first = shown(page)
    assert {"M_3_6", "M_3_4"} <= set(first), "where the enemy marble slides"
    assert all(not move.startswith("M_") or move in ("M_3_4", "M_3_6") for move in first)
    page.focus(".stage [data-first='M_3_6']")
    page.keyboard.press("Enter")
    second = shown(page)
    assert len(second) == 7, "the cells that are then free, and the one that it left"
    assert not set(second) & set(first)
    page.keyboard.press("Escape")
    assert shown(page) == first
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    wait_for_move(page, 1)


CROWDED = ("----LR**--T--T**12M--B----BLRT**LRLRTM**----BB**", "--LmRT**---LRM**---12B---T-LmR**-M-LmR**-B----**")
"""Boards of Rush Hour on which long moves lead over short ones."""


@pytest.mark.parametrize("board", CROWDED)
def test_long_arrows_hide_no_short_ones(look: Any, board: str):
    page = look(f"#/rushhour/basic/R_A_6_8_{board}")
    wait_for_move(page, 0)
    assert len(moves(page)) >= 5
    for _ in ("with hints", "without"):
        all_can_be_clicked(page, moves(page))
        page.keyboard.press("h")


# --- arrows and numbers only when asked for -------------------------------------------------------

ARROWS = """all => {
  const seen = one => getComputedStyle(one).opacity > 0;
  return all.filter(one => seen(one) && seen(one.querySelector('.shaft'))).map(one => one.dataset.move).sort();
}"""


def arrows(page: Page) -> list[str]:
    """The moves whose arrows are visible."""
    visible: list[str] = page.eval_on_selector_all(".stage .arrow", ARROWS)
    return visible


def test_a_piece_shows_its_moves_when_it_is_pointed_at_or_has_the_focus(look: Any):
    page = look("/#/towersofhanoi/3_3/R_A_3_3_---B--CA-", hints=False)
    wait_for_move(page, 0)
    page.locator(".stage svg").scroll_into_view_if_needed()
    assert arrows(page) == []
    marked = page.eval_on_selector_all(".stage rect.grip", "all => all.map(one => one.dataset.cell).sort()")
    assert marked == ["3", "7"]
    assert page.locator(".stage .moves > .ring").count() == 2, "pieces that can move are marked"
    page.mouse.move(*cell(page, 7))
    assert arrows(page) == ["M_7_0", "M_7_8"]
    page.mouse.move(*cell(page, 3))
    assert arrows(page) == ["M_3_8"]
    page.mouse.move(2, 2)
    assert arrows(page) == []
    press_until(page, "Tab", ".stage .move")
    focused = page.evaluate("() => document.activeElement.dataset.move")
    assert focused in arrows(page)
    assert {move.split("_")[1] for move in arrows(page)} == {focused.split("_")[1]}
    page.keyboard.press("Tab")
    assert arrows(page) == []


def test_hints_draw_the_best_arrows_and_the_number_of_every_move(look: Any):
    page = open_hanoi(look)
    assert arrows(page) == ["M_0_8"]
    numbers = page.eval_on_selector_all(
        ".stage .move",
        "all => all.map(one => [one.dataset.move, one.querySelector('.badge').textContent,"
        " getComputedStyle(one.querySelector('.badge')).display !== 'none'])",
    )
    assert sorted(numbers) == [["M_0_7", "=7", True], ["M_0_8", "+6", True]]


@pytest.mark.parametrize(("address", "count"), [("npuzzle/2x3/R_A_2_3_1-3425", 3), ("ponghauki/regular", 2)])
def test_moves_of_several_pieces_to_one_cell_have_a_number_each(look: Any, address: str, count: int):
    page = look(f"#/{address}")
    wait_for_move(page, 0)
    boxes = [box.bounding_box() for box in page.locator(".stage .badge rect").all()]
    assert len(boxes) == len(moves(page)) == count
    assert len({(round(box["x"]), round(box["y"])) for box in boxes}) == count


def test_long_arrows_are_straight(look: Any):
    page = look("#/northcott/3x5", hints=False)
    wait_for_move(page, 0)
    bends = page.eval_on_selector_all(
        ".stage .shaft",
        "all => all.map(one => { const long = one.getTotalLength();"
        " const [a, b] = [one.getPointAtLength(0), one.getPointAtLength(long)];"
        " return long - Math.hypot(b.x - a.x, b.y - a.y); })",
    )
    assert len(bends) > 4
    assert max(bends) < 0.01


def test_numbers_stand_over_the_columns_where_pieces_drop(look: Any):
    page = look("#/connect4/4x4")
    wait_for_move(page, 0)
    assert page.locator(".stage text:not(.moves text)").all_text_contents() == ["1", "2", "3", "4"], "once"
    top = page.locator(".stage .cell").first.bounding_box()["y"]
    badges = page.locator(".stage .badge").all()
    assert [badge.text_content() for badge in badges] == ["=16"] * 4
    assert all(badge.bounding_box()["y"] + badge.bounding_box()["height"] < top for badge in badges)
    page.mouse.click(*cell(page, 1))
    wait_for_move(page, 1)
    assert state(page)["position"].endswith("-x--"), "a click anywhere in a column drops the piece there"


def test_a_first_touch_shows_the_moves_and_the_second_plays(look: Any):
    page = look("/#/towersofhanoi/3_3/R_A_3_3_---B--CA-", hints=False, touch=True)
    wait_for_move(page, 0)
    page.locator(".stage svg").scroll_into_view_if_needed()
    page.touchscreen.tap(*cell(page, 3))
    assert arrows(page) == ["M_3_8"], "its only move, which is not made yet"
    page.touchscreen.tap(*cell(page, 7))
    assert arrows(page) == ["M_7_0", "M_7_8"]
    page.touchscreen.tap(*cell(page, 8))
    wait_for_move(page, 1)
    assert state(page)["position"] == "R_A_3_3_---B--C-A"
    page = look("#/npuzzle/2x3/R_A_2_3_123-45", hints=False, touch=True, instead=page)
    wait_for_move(page, 0)
    page.touchscreen.tap(*cell(page, 4))
    wait_for_move(page, 1)
