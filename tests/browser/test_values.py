"""The panel with the value of a position as a partizan game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.browser.conftest import Album
from tests.browser.playing import choose, click, unfold, wait_for_move

Look = Callable[..., Any]
DRAWN = "() => document.querySelector('#value img')?.naturalWidth > 0"


def told(page: Any) -> dict[str, str]:
    names, texts = (page.locator(f"#value {tag}").all_inner_texts() for tag in ("dt", "dd"))
    return dict(zip(names, texts, strict=True))


def test_partizan_value_follows_the_match(look: Look, album: Album):
    page = look("#/hackenbush/gb_br")
    wait_for_move(page, 0)
    choose(page, "#who", "12")
    assert not page.locator("#value dl").count(), "nothing is told before one asks"
    unfold(page, "#value")
    page.wait_for_function(DRAWN)
    assert told(page) == {
        "Value": "1/2 + ↑*",
        "Canonical form": "{1/2,1/2*|1/2}",
        "Outcome": "L: Player 1, Left, wins whoever begins.",
        "Mean": "1/2",
        "Temperature": "0",
    }
    album(page, "value.png", full_page=True)
    click(page, "A_g_0")
    page.wait_for_function("() => document.querySelector('#value dd')?.textContent === '1/2'")
    page.wait_for_function(DRAWN)
    assert "temperature -1/2" in page.locator("#value img").get_attribute("alt")
    unfold(page, "#value")
    click(page, "A_r_3")
    unfold(page, "#value")
    page.wait_for_function("() => document.querySelector('#value dd')?.textContent === '1'")


def test_position_without_a_partizan_value_says_why(look: Look):
    page = look("#/konane/4x4", refusals=(422,))
    wait_for_move(page, 0)
    unfold(page, "#value")
    page.wait_for_selector("#value .fault")
    assert "opening" in page.locator("#value .fault").inner_text()
    page = look("#/tictactoe/regular", instead=page)
    wait_for_move(page, 0)
    assert page.locator("#value").count() == 0
