"""What the page tells and does while a table is on its way. The service's refusals are simulated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.playing import click, moves, press, state, wait_for_move

Look = Callable[..., Any]

NOTICE = ".notice:not([hidden])"


class Builder:
    """Makes a page believe that nothing is solved until `is_done`. `refusal`: what the service says meanwhile."""

    def __init__(self, **refusal: Any) -> None:
        self.is_done = False
        self.refusal = refusal
        self.searches = 0
        self.can_search = True

    def __call__(self, page: Any) -> None:
        page.route("**/positions/**", self._position)
        page.route("**/known/**", self._known)
        page.route("**/best-move/**", self._best_move)

    def _position(self, route: Any) -> None:
        if self.is_done:
            route.continue_()
        else:
            body = {"status": "error", "error": "It is not solved yet.", **self.refusal}
            route.fulfill(status=503, json=body, headers={"Retry-After": "1"})

    def _known(self, route: Any) -> None:
        body = route.fetch().json()
        for facts in (body["response"], *body["response"]["moves"]):
            facts |= {"positionValue": "unsolved", "remoteness": None}
        for move in body["response"]["moves"]:
            move["moveValue"] = "unsolved"
        route.fulfill(json=body)

    def _best_move(self, route: Any) -> None:
        self.searches += 1
        if self.can_search:
            route.continue_()
        else:
            route.fulfill(status=503, json={"title": "Not ready", "status": 503, "detail": "Ask again."})


def test_place_in_the_queue_is_told_and_the_computer_searches(look: Look):
    builder = Builder(progress={"ahead": 1}, secondsLeft=10)
    page = look("g/tictactoe/regular", mock=builder, refusals=(503,), hints=False)
    wait_for_move(page, 0)
    page.wait_for_selector(NOTICE)
    assert page.locator(f"{NOTICE} p").first.inner_text() == "Being solved, second in the queue, about 10 s."
    assert page.locator(f"{NOTICE} progress").get_attribute("value") is None, "nothing of it is done yet"
    assert "Until then the computer searches for its moves." in page.locator(NOTICE).inner_text()
    click(page, moves(page)[0])
    wait_for_move(page, 2)
    assert builder.searches == 1
    builder.is_done = True
    page.wait_for_selector(".notice[hidden]", state="attached")
    press(page, "#hints")
    page.wait_for_selector(".stage[data-value=tie], .stage[data-value=win]")
    assert state(page)["place"] == 2, "the match goes on"
    assert page.evaluate("window.jumps") == [], "nothing has moved as the notice came and went"


def test_table_on_its_way_is_told_while_the_service_is_silent(look: Look):
    held: list[Any] = []

    def known(route: Any) -> None:
        body = route.fetch().json()
        body["response"] |= {"positionValue": "unsolved", "progress": {"ahead": 1}, "secondsLeft": 9}
        route.fulfill(json=body)

    def mock(page: Any) -> None:
        page.route("**/positions/**", lambda route: held.append(route))
        page.route("**/known/**", known)

    page = look("g/tictactoe/regular", mock=mock, hints=False)
    wait_for_move(page, 0)
    page.locator(NOTICE, has_text="Being solved, second in the queue, about 9 s.").wait_for()
    assert held[0].request.headers["prefer"] == "wait=1", "the service need not wait for the compiler"
    held[0].continue_()
    page.wait_for_selector(".notice[hidden]", state="attached")
    assert page.evaluate("window.jumps") == []


def test_search_that_is_being_compiled_is_told_and_asked_again(look: Look):
    builder = Builder(progress={"compiling": True})
    page = look("g/tictactoe/regular", mock=builder, refusals=(503,))
    wait_for_move(page, 0)
    page.locator(NOTICE, has_text="Being prepared for its first use.").wait_for()
    builder.is_done = True
    page.wait_for_selector(".stage[data-value=tie]")
    assert page.locator(NOTICE).count() == 0


def test_progress_of_solving_is_drawn(look: Look):
    progress = {"id": "tictactoe/regular", "positions": 300, "expected": 700, "seconds": 3.0}
    builder = Builder(progress=progress, secondsLeft=240)
    page = look("g/tictactoe/regular", mock=builder, refusals=(503,), locale="fr-FR")
    page.wait_for_selector(NOTICE)
    assert page.locator(f"{NOTICE} p").first.inner_text() == "En cours de résolution, environ 4 min."
    bar = page.locator(f"{NOTICE} progress")
    assert (bar.get_attribute("value"), bar.get_attribute("max")) == ("300", "700")


def test_computer_that_finds_no_move_says_that_it_waits(look: Look):
    builder = Builder(progress={"ahead": 0})
    builder.can_search = False
    page = look("g/tictactoe/regular", mock=builder, refusals=(503,), hints=False)
    wait_for_move(page, 0)
    page.wait_for_selector(NOTICE)
    assert page.locator(f"{NOTICE} p").first.inner_text() == "Being solved, next in the queue."
    click(page, moves(page)[0])
    page.locator(NOTICE, has_text="Until then the computer waits.").wait_for()
    assert state(page)["place"] == 1
    builder.is_done = True
    wait_for_move(page, 2)


def test_position_that_no_search_proves_is_said_to_be_searched(look: Look):
    builder = Builder()
    page = look("g/tictactoe/regular", mock=builder, refusals=(503,), hints=False)
    wait_for_move(page, 0)
    page.locator(".verdict", has_text="Not solved: the computer searches for its moves.").wait_for()
    assert page.evaluate("window.jumps") == []


def test_computer_does_not_wait_long_for_values(look: Look):
    held: list[Any] = []

    def mock(page: Any) -> None:
        page.route("**/positions/R_B*/", lambda route: held.append(route))
        page.route("**/known/**", Builder()._known)
        page.route("**/best-move/**", lambda route: held.append(route) if len(held) < 2 else route.continue_())

    page = look("g/tictactoe/regular", mock=mock, hints=False)
    wait_for_move(page, 0)
    click(page, moves(page)[0])
    page.locator("#seconds", has_text="1 s so far.").wait_for()
    assert page.locator(".headline").inner_text() == "The computer is searching"
    while len(held) < 2:
        page.wait_for_timeout(100)
    held[1].continue_()
    wait_for_move(page, 2)


@pytest.mark.parametrize(("panel", "path"), [("statistics", "statistics"), ("why", "theory"), ("map", "map")])
def test_panel_tells_how_long_it_waits_for_a_table(look: Look, panel: str, path: str):
    is_done: list[bool] = []

    def answer(route: Any) -> None:
        if is_done:
            route.continue_()
        else:
            body = {"title": "Not ready", "status": 503, "detail": "Not solved.", "progress": {"ahead": 1}}
            route.fulfill(status=503, json={**body, "secondsLeft": 7}, headers={"Retry-After": "1"})

    page = look("g/tictactoe/regular", mock=lambda page: page.route(f"**/{path}/**", answer), refusals=(503,))
    wait_for_move(page, 0)
    press(page, "#analysis > summary")
    page.click(f"#tab-{panel}")
    page.locator(f"#{panel}", has_text="Being solved, second in the queue, about 7 s.").wait_for()
    is_done.append(True)
    page.wait_for_selector(f"#{panel} :is(h3, svg)")


def test_hint_has_its_place_before_values_are_there(look: Look):
    builder = Builder(progress={"ahead": 1})
    page = look("g/tictactoe/regular", mock=builder, refusals=(503,), hints=False)
    page.wait_for_selector(NOTICE)
    page.click("#hint")
    buttons = page.locator("#hint-box button:visible")
    assert buttons.all_inner_texts() == ["Where to?", "All values"]
    assert buttons.first.is_disabled()
    builder.is_done = True
    page.wait_for_selector("#hint-more:enabled")
    assert buttons.all_inner_texts() == ["Where to?", "All values"]


def test_turns_of_two_touches_begin_as_soon_as_their_variant_is_solved(look: Look):
    builder = Builder(progress={"ahead": 3})

    def slow_rules(page: Any) -> None:
        builder(page)
        page.route("**/instructions/**", lambda route: (page.wait_for_timeout(300), route.continue_()))

    page = look("g/kayles/5", width=390, mock=slow_rules, refusals=(503,))
    page.wait_for_selector(NOTICE)
    assert page.locator(f"{NOTICE} p").first.inner_text() == "Being solved, number 4 in the queue."
    builder.is_done = True
    wait_for_move(page, 0)
    assert page.locator(NOTICE).count() == 0
    assert sum(page.evaluate("window.jumps")) < 0.0005
