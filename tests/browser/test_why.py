"""Explanations of a position's value: nimbers, symmetry, refutations and landmarks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.browser.conftest import Album
from tests.browser.playing import choose, click, moves, state, unfold, wait_for_move

Look = Callable[..., Any]


def explained(look: Look, address: str, **how: Any) -> Any:
    page = look(address, **how)
    wait_for_move(page, 0)
    unfold(page, "#why")
    page.wait_for_selector("#why h3")
    return page


def test_nim_sums_are_drawn_and_the_balancing_move_is_made(look: Look, album: Album):
    page = explained(look, "#/nim/2_3_5_7")
    rows = page.locator(".nims tbody tr")
    assert rows.evaluate_all("all => all.map(one => one.querySelector('.nim').textContent)") == ["2", "3", "5", "7"]
    assert page.locator(".nims tfoot td").all_inner_texts() == ["even", "odd", "odd", "3"]
    assert "columns of 2 and 1 are odd" in page.locator("#why").inner_text()
    album(page, "why-nim.png", full_page=True)
    choose(page, "#who", "12")
    page.locator("#why .reasons button").first.click()
    wait_for_move(page, 1)
    page.wait_for_function("() => document.querySelector('#why').innerText.includes('nim-sum is 0')")
    assert state(page)["value"] == "lose"


def test_single_heap_is_explained_by_the_nimbers_of_its_moves(look: Look):
    page = explained(look, "#/kayles/5")
    assert "nimbers 0, 1, 2, and 3. The least number that is missing is 4" in page.locator("#why").inner_text()
    assert "1 and 2 ↔ 4 and 5" in page.locator("#why").inner_text()
    assert page.locator("#why .refutation").count() == 0, "of first touches, nothing is said"


def test_why_shows_symmetric_moves_and_refutes_a_mistake(look: Look, album: Album):
    page = explained(look, "#/tictactoe/regular")
    assert "a3 ↔ c3 ↔ a1 ↔ c1" in page.locator("#why").inner_text()
    choose(page, "#who", "12")
    click(page, next(one for one in moves(page) if one.endswith("_0")))
    wait_for_move(page, 1)
    page.wait_for_function("() => document.querySelector('#why').innerText.includes('These moves are mistakes')")
    page.locator("#why .refutation button").first.click()
    page.wait_for_selector("#why .refutation span")
    assert page.locator("#why .refutation span").inner_text().startswith("The reply: ")
    album(page, "why-refutation.png", full_page=True)
    page.locator("#why .refutation button", has_text="Play it out").click()
    page.wait_for_selector(".stage[data-over='true']")
    assert state(page)["value"] == "lose", "the mistake has lost"


def test_why_of_a_puzzle_shows_the_next_landmark(look: Look):
    page = explained(look, "#/towersofhanoi/3_3")
    assert page.locator(".landmark svg.board").count() == 1
    assert "In 4 moves the board can look like this, with 3 to go" in page.locator("#why").inner_text()


def test_why_of_dots_and_boxes_explains_its_chains(look: Look):
    page = explained(look, "#/dotsandboxes/1x1")
    assert "There is no chain yet" in page.locator("#why").inner_text()
    assert "wants an even number of long chains" in page.locator("#why").inner_text()


def test_theory_is_fetched_only_once_its_panel_opens(look: Look):
    asked: list[str] = []
    page = look("#/nim/2_3_5_7", fresh=True, mock=lambda page: page.on("request", lambda one: asked.append(one.url)))
    wait_for_move(page, 0)
    assert not any("explanation.js" in one or "/theory" in one for one in asked)
    unfold(page, "#why")
    page.wait_for_selector("#why h3")
    assert any("explanation.js" in one for one in asked)
