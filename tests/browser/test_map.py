"""The map of a small game can be walked, and play can start from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.browser.conftest import Album
from tests.browser.playing import choose, click, moves, state, unfold, wait_for_move

Look = Callable[..., Any]


def test_map_is_walked_to_the_end_and_played_from(look: Look, album: Album):
    page = look("#/towersofhanoi/3_3")
    wait_for_move(page, 0)
    unfold(page, "#map")
    page.wait_for_selector("#map svg.map")
    assert page.locator("#map circle[data-node]").count() == 14
    album(page, "map.png", full_page=True)
    for left in range(6, -1, -1):
        label = "Solved" if left == 0 else f"{left} move{'s' if left > 1 else ''} to go"
        page.locator(f"#map .ways button[aria-label='{label}']").first.click()
        assert page.locator("#map .map-side strong").inner_text() == label
    page.click("#map .map-side a.button")
    page.wait_for_selector(".stage[data-over='true']")
    assert state(page)["remoteness"] == 0


def test_map_draws_the_match_as_a_path(look: Look):
    page = look("#/tictactoe/regular")
    wait_for_move(page, 0)
    choose(page, "#who", "12")
    unfold(page, "#map")
    page.wait_for_selector("#map svg.map")
    for made in (1, 2):
        click(page, moves(page)[0])
        points = "() => document.querySelector('#map .played')?.getAttribute('points').split(' ').length"
        page.wait_for_function(f"made => ({points})() === made + 1", arg=made)
    assert page.locator("#map .map-side").inner_text().startswith("tie in 7 moves")


def test_click_on_a_node_of_the_map_shows_its_position(look: Look):
    page = look("#/towersofhanoi/3_3")
    wait_for_move(page, 0)
    unfold(page, "#map")
    page.wait_for_selector("#map svg.map")
    last = page.locator("#map .nodes circle").last
    last.scroll_into_view_if_needed()
    box = last.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert "chosen" in last.get_attribute("class")
