"""The box for a PuzzleScript: its faults, its levels and links, and how they are played by keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.conftest import Album
from tests.puzzles.test_puzzlescript import LEVEL, script

if TYPE_CHECKING:
    from playwright.sync_api import Page

Look = Callable[..., Any]

TEXT = script(level=f"message Push\n\nmessage Gently\n\n{LEVEL}\n\n{LEVEL}\n\nmessage The end")
SURVEY = {"complete": True, "fewest": 2, "positions": 111, "deadEnds": 63, "firstDeadEnd": 2}


def with_surveys(page: Page) -> None:
    """Answer surveys at once: the search would have to be compiled."""
    page.route("**/api/scripts/script-*/*/", lambda route: route.fulfill(json={"response": SURVEY}))


def pasted(look: Look, **options: Any) -> Page:
    """The box with the script, once its levels are listed."""
    page: Page = look("script", mock=with_surveys, **options)
    page.locator("#check:enabled").wait_for()
    page.fill("#script", TEXT)
    page.locator(".survey.win").nth(1).wait_for()
    return page


@pytest.mark.parametrize("width", [1440, 390])
def test_box_names_the_line_of_a_fault_and_lists_the_levels(look: Look, album: Album, width: int):
    page = pasted(look, width=width)
    assert (
        page.locator(".levels .survey").all_inner_texts()
        == ["Shortest solution: 2 moves. 63 dead ends of 111 positions, after move 2 at the earliest."] * 2
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    album(page, f"script-{width}.png")
    page.fill("#script", TEXT.replace("[ > Player", "[ > Playr", 1))
    page.click("#line")
    assert "PLAYR is neither an object nor a movement." in page.inner_text("#script-fault")
    assert page.evaluate("getSelection().toString()").startswith("[ > Playr")
    assert page.locator(".levels li").count() == 0


def test_levels_are_played_by_keys_one_after_the_other(look: Look):
    page = pasted(look)
    page.click("[data-level='1']")
    page.locator(".stage .move").first.wait_for()
    assert page.locator(".table .message").all_inner_texts() == ["Gently"]  # the first one is the goal
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.locator("#next").wait_for()
    page.keyboard.press("z")
    page.locator(".stage[data-place='1']").wait_for()
    page.keyboard.press("r")
    page.locator(".stage[data-place='0']").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.locator("#next").wait_for()
    page.keyboard.press("x")
    page.wait_for_url("**/2")
    page.locator(".stage[data-place='0'] .move").first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.locator(".stage[data-over='true']").wait_for()
    assert page.locator(".verdict .message").all_inner_texts() == ["The end"]
    assert page.locator("#next").count() == 0


def test_script_is_played_by_buttons_where_there_is_no_keyboard(look: Look):
    page = pasted(look, width=390, touch=True)
    page.click("[data-level='1']")
    page.locator(".stage[data-place='0'] .move").first.wait_for()
    keys = page.locator(".keypad button")
    assert len(set(keys.evaluate_all("all => all.map(one => one.offsetTop)"))) == 1
    for name, place in (("Down", 1), ("Undo (z)", 0), ("Down", 1), ("Restart (r)", 0), ("Down", 1)):
        page.get_by_role("button", name=name, exact=True).tap()
        page.locator(f".stage[data-place='{place}']").wait_for()
    page.get_by_role("button", name="Right", exact=True).tap()
    page.locator("#next").wait_for()
    page.get_by_role("button", name="Act (x)").tap()
    page.wait_for_url("**/2")


def test_link_carries_the_text_where_the_service_has_none(look: Look):
    page = pasted(look)
    end = page.evaluate(
        """async (text) => {
          const version = document.querySelector("link[rel=manifest]").href;
          return (await import(new URL("scriptlinks.js", version))).linkEnd(text);
        }""",
        TEXT,
    )
    name = "script-" + "0" * 32
    for address in (f"script?id={name}{end}", f"g/{name}/1{end}"):
        other: Page = look(address, refusals=(404,))
        other.get_by_text("This text came with the link.").wait_for()
        assert other.input_value("#script") == TEXT
        assert other.locator(".levels li").count() == 0  # nothing is stored before the button is pressed
