"""The review of a match: every move judged in words, the graph of one player, and links back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import Album
from tests.browser.playing import LONG_ENOUGH, choose, click, moves, press, state, wait_for_move

Look = Callable[..., Any]


def play(page: Any, *made: str) -> None:
    """Make these moves, as two people in a game."""
    wait_for_move(page, 0)
    if page.locator("#who option[value='12']").count():
        choose(page, "#who", "12")
    for move in made:
        click(page, move)


def review(page: Any) -> list[str]:
    """Open the review; return its text for every move."""
    press(page, "#review")
    page.wait_for_selector(".judged-move")
    told: list[str] = page.locator(".judged-move > p").all_inner_texts()
    return told


def test_review_judges_every_move_in_words(look: Look, album: Album):
    page = look("#/tictactoe/regular", hints=False)
    play(page, "A_x_0", "A_o_1", "A_x_4", "A_o_6", "A_x_2", "A_o_8")
    assert page.locator(".judged-move").count() == 0, "nothing is told before one asks"
    assert review(page) == [
        "Best. No move was better.",
        "Mistake. This turned a tie into a loss. b2 was the only move that kept it.",
        "Best. No move was better.",
        "Slower. It loses in 2 moves; c1 would have held out for 4.",
        "Mistake. This turned a win into a tie. c1 would have kept it.",
        "Best. The only move that kept the tie.",
    ]
    told = page.locator(".review").inner_text()
    assert "Player 1: 2 of 3 moves were best, 1 mistake." in told
    assert "Player 2: 1 of 3 moves was best, 1 mistake." in told
    assert page.locator("#live").text_content().startswith("Player 1: 2 of 3")
    album(page, "review.png", full_page=True)


def heights(page: Any) -> list[float]:
    """The heights of the points of the graph."""
    found: list[float] = page.eval_on_selector_all(
        ".review .points circle", "all => all.map(one => Number(one.getAttribute('cy')))"
    )
    return found


def test_graph_of_a_review_shows_the_values_of_one_player(look: Look):
    page = look("#/tictactoe/regular")
    play(page, "A_x_0", "A_o_1", "A_x_4")
    review(page)
    mine = heights(page)
    assert mine[0] == mine[1] > mine[2] > mine[3], "from a tie up to a win"
    choose(page, "#seen-by", "2")
    theirs = heights(page)
    assert theirs[0] == theirs[1] == mine[0] < theirs[2] < theirs[3], "and down for the other"
    assert page.locator(".review .plot text").all_text_contents()[:3] == ["win", "tie", "loss"]


def test_colors_of_the_graph_agree_with_its_heights_and_are_explained(look: Look):
    page = look("g/tictactoe/regular")
    play(page, "A_x_0", "A_o_1", "A_x_4")
    review(page)
    colors = "all => all.map(one => one.getAttribute('class').split(' ')[0])"
    points = ".review .points circle"
    assert page.eval_on_selector_all(points, colors) == ["tie", "tie", "win", "win"]
    assert page.locator(".review .legend .key").all_inner_texts() == ["win", "tie"]
    choose(page, "#seen-by", "2")
    assert page.eval_on_selector_all(points, colors) == ["tie", "tie", "lose", "lose"]
    assert page.locator(".review .legend .key").all_inner_texts() == ["tie", "loss"]
    page = look("g/towersofhanoi/3_3", instead=page)
    play(page, "M_0_7", "M_7_8")
    review(page)
    assert page.eval_on_selector_all(points, colors) == ["plain", "tie", "win"]
    assert page.locator(".review .legend .key").all_inner_texts() == ["closer", "no closer"]


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_review_leads_to_the_first_mistake_of_the_person(look: Look, width: int, height: int):
    page = look("g/tictactoe/regular?who=12", width=width, height=height)
    play(page, "A_x_0", "A_o_1", "A_x_2", "A_o_4")
    review(page)
    focused = page.locator(".judged-move:has(:focus)")
    assert focused.locator("button").first.inner_text().split() == ["✗", "2.", "b3"]
    box, board = focused.bounding_box(), page.locator(".review-board").bounding_box()
    assert max(0, board["y"] + board["height"]) <= box["y"] < box["y"] + box["height"] <= height + 1


def test_try_again_from_a_mistake_keeps_the_first_line_as_a_branch(look: Look):
    page = look("#/tictactoe/regular")
    play(page, "A_x_0", "A_o_1", "A_x_4")
    review(page)
    page.get_by_role("button", name="Try again from here").click()
    wait_for_move(page, 1)
    click(page, "A_o_4")
    assert page.locator(".judged-move").count() == 0, "another line has another review"
    assert page.locator(".branches button").all_inner_texts() == ["From move 2: b3, b2"], "and the first is kept"
    assert review(page)[1] == "Best. The only move that kept the tie."


def test_the_best_line_is_played_out(look: Look):
    page = look("#/tictactoe/regular")
    play(page, "A_x_0", "A_o_1", "A_x_4", "A_o_6")
    review(page)
    page.locator(".judged-move").nth(3).get_by_role("button", name="Best line").click()
    page.wait_for_selector(".stage[data-over=true]")
    assert state(page)["place"] == 7, "the slower loss"
    assert page.locator(".branches button").all_inner_texts() == ["From move 4: a1"]


def play_against_the_computer(page: Any) -> None:
    """Make two moves, each of which the computer answers."""
    wait_for_move(page, 0)
    for place in (2, 4):
        click(page, moves(page)[0])
        wait_for_move(page, place)


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_step_of_the_review_shows_its_position_beside_it(look: Look, width: int, height: int):
    page = look("g/tictactoe/regular", width=width, height=height)
    play_against_the_computer(page)
    review(page)
    page.locator(".judged-move .step").nth(2).click()
    wait_for_move(page, 3)
    board = page.locator(".review-board svg")
    assert board.get_attribute("aria-label").startswith("After move 3: ")
    box = board.bounding_box()
    assert 0 <= box["y"] < box["y"] + box["height"] <= height
    step = page.locator(".judged-move .step").nth(2)
    assert box["y"] + box["height"] <= step.bounding_box()["y"], "it covers nothing that was clicked"


def test_step_of_the_review_leaves_everybody_on_his_side(look: Look):
    page = look("g/tictactoe/regular")
    play_against_the_computer(page)
    review(page)
    page.locator(".judged-move .step").nth(2).click()  # the computer is to move there
    wait_for_move(page, 3)
    page.wait_for_timeout(LONG_ENOUGH / 5)
    assert state(page)["place"] == 3, "the position is only shown"
    assert page.locator("#who").input_value() == "1"
    page.reload()
    wait_for_move(page, 3)
    page.click("#go-on")
    wait_for_move(page, 4)
    press(page, ".trail li:nth-child(2) button")
    wait_for_move(page, 2)
    assert page.locator("#go-on").count() == 0
    click(page, moves(page)[-1])
    wait_for_move(page, 4)  # answered by the computer


def test_a_puzzle_counts_the_fewest_moves(look: Look):
    page = look("#/towersofhanoi/3_3")
    play(page, "M_0_7", "M_7_8")
    while not state(page)["over"]:
        click(page, moves(page)[0])
    told = review(page)
    assert told[0] == "Slower. A detour of 1 move: this leaves 7 to go; 1 → 3 would have left 6."
    assert set(told[1:]) == {"Best. Part of a shortest solution."}
    assert "The fewest possible is 7 moves; you took 8." in page.locator(".review").inner_text()
    assert page.locator("#seen-by").count() == 0


def test_turns_of_two_touches_are_judged_as_one(look: Look):
    page = look("#/kayles/5")
    play(page, "A_x_0", "A_1_5")
    told = review(page)
    assert len(told) == 1
    assert re.match(r"Mistake\. This turned a win into a loss\. .+ was the only move that kept it\.", told[0])
    page.get_by_role("button", name="Try again from here").click()
    wait_for_move(page, 0)


def test_refusal_to_judge_is_shown_in_the_review(look: Look):
    def mock(page: Any) -> None:
        told = {"error": "Too much is asked at once."}
        page.route("**/judge/", lambda route: route.fulfill(status=503, json=told))

    page = look("#/tictactoe/regular", mock=mock, refusals=(503,))
    play(page, "A_x_0")
    press(page, "#review")
    page.wait_for_selector(".review .fault")
    assert page.locator(".review .fault").inner_text() == "Too much is asked at once."
    assert page.locator("#review").is_enabled()


def press_until(page: Any, selector: str) -> None:
    """Press Tab until an element matching the selector has focus."""
    for _ in range(120):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never leads to {selector}")


def test_review_is_walked_by_the_keyboard_alone(look: Look):
    page = look("#/tictactoe/regular")
    play(page, "A_x_0", "A_o_1", "A_x_4")
    press_until(page, "#analysis > summary")
    page.keyboard.press("Enter")
    press_until(page, "#review")
    page.keyboard.press("Enter")
    page.wait_for_selector(".judged-move")
    press_until(page, "[data-keep=judged-1]")
    page.keyboard.press("Enter")
    wait_for_move(page, 1)
    assert page.evaluate("() => document.activeElement.dataset.keep") == "judged-1", "the focus stays"
    press_until(page, ".judged-move.mistake button.quiet")
    page.keyboard.press("Enter")
    wait_for_move(page, 1)
    assert page.evaluate("() => !!document.activeElement.closest('.stage .move')"), "one can play at once"
    page.keyboard.press("Enter")
    wait_for_move(page, 2)
