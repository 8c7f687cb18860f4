"""The page by keyboard, with a screen reader, in other colors and on a phone; and what axe finds."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import Album
from tests.browser.playing import click, moves, press, state, unfold, violations, wait_for_move

Look = Callable[..., Any]


def press_until(page: Any, key: str, selector: str, most: int = 60) -> None:
    for _ in range(most):
        if page.evaluate("selector => !!document.activeElement.closest(selector)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never leads to {selector}")


def test_game_is_played_to_its_end_by_the_keyboard_alone(look: Look, album: Album):
    page = look()
    page.wait_for_selector(".card")
    press_until(page, "Tab", "#search")
    page.keyboard.type("tic-tac")
    press_until(page, "Tab", ".cover")
    page.keyboard.press("Enter")
    wait_for_move(page, 0)
    place = 0
    while not state(page)["over"]:
        press_until(page, "Tab", ".stage .move")
        label = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
        assert re.fullmatch(r"[abc][123]: (wins|ties|loses|draws).*", label)
        if place == 0:
            here = page.evaluate("() => document.activeElement.dataset.move")
            page.keyboard.press("ArrowDown")
            below = page.evaluate("() => document.activeElement.dataset.move")
            assert int(below.rsplit("_")[-1]) == int(here.rsplit("_")[-1]) + 3
            page.keyboard.press("ArrowUp")
            album(page, "keyboard-focus.png")
        page.keyboard.press("Enter")
        wait_for_move(page, place + 1)
        assert page.locator("#live").inner_text() or page.locator("#live").text_content()
        if not state(page)["over"]:
            wait_for_move(page, place + 2)
        place = state(page)["place"]
    assert page.evaluate("() => document.activeElement.classList.contains('verdict')"), "the focus is at the end"
    assert place == 9


def test_live_region_tells_the_value_after_each_move(look: Look):
    page = look("#/towersofhanoi/3_3")
    wait_for_move(page, 0)
    assert page.locator("#live").text_content() == "Solvable in 7 moves. 2 moves"
    click(page, moves(page)[0])
    assert "Solvable in 6 moves" in page.locator("#live").text_content()


def test_chosen_colors_are_remembered(look: Look):
    page = look("#/tictactoe/regular")
    wait_for_move(page, 0)
    paper = "() => getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    press(page, "#theme")
    dark = page.evaluate(paper)
    assert dark != light
    page.reload()
    wait_for_move(page, 0)
    assert page.evaluate(paper) == dark, "it is remembered"


@pytest.mark.parametrize("address", ["#/klotski/pennant", "#/tantrix/3_0_0", "#/octal/guiles"])
def test_page_on_a_phone_does_not_scroll_sideways(look: Look, album: Album, address: str):
    page = look(address, width=360, height=740, refusals=(503,))
    page.wait_for_selector(".card, .stage svg")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        album(page, f"phone-{scheme}-{address.strip('#/').replace('/', '-') or 'catalogue'}.png")
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize(
    ("address", "dark"), [("#/nim/3_3_3", "html"), ("api/", ":is(header, footer, section:first-of-type)")]
)
def test_views_in_light_and_dark_have_no_axe_violation(look: Look, address: str, dark: str):
    """In light mode, and in dark mode for colors, the only difference. With hints on and off."""
    page = look(address)
    page.wait_for_selector(".card, .stage[data-place='0'], .route")
    if page.locator("#statistics").count():
        unfold(page, "#statistics")
        page.wait_for_selector("#statistics :is(.plot, p:not(.help))")
        page.wait_for_selector("#instructions p:not(.help)")
        unfold(page, "#restart")
    for _ in ("with hints", "without"):
        page.emulate_media(color_scheme="light")
        assert violations(page) == []
        page.emulate_media(color_scheme="dark")
        assert violations(page, dark, runOnly=["color-contrast"]) == []
        if not page.locator("#hints").count():
            break
        press(page, "#hints")
