"""Practice: an exercise is judged by its first move, wrong ones are refuted, and each returns after its interval."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.browser.playing import click, press, state, wait_for_move

Look = Callable[..., Any]

DAY = datetime.datetime(2026, 11, 23, 12, tzinfo=datetime.UTC)


def on(days: float) -> datetime.datetime:
    """The time so many days after DAY."""
    return DAY + datetime.timedelta(days=days)


def begin(page: Any, game: str, difficulty: str = "") -> dict[str, Any]:
    """Start an exercise; return the service's answer for its position."""
    page.wait_for_selector("#start")
    page.select_option("#game", game)
    page.select_option("#difficulty", difficulty)
    page.click("#start")
    wait_for_move(page, 0)
    answer: dict[str, Any] = answer_for(page)
    return answer


def answer_for(page: Any) -> Any:
    id_, variant = urlsplit(page.url).path.split("/g/")[1].split("/")
    kind = "games" if page.locator(".verdict .playing").count() else "puzzles"
    url = f"/{kind}/{id_}/variants/{variant}/positions/{state(page)['position']}/"
    return page.evaluate("async url => (await (await fetch(url)).json()).response", url)


def kept(page: Any) -> dict[str, list[float]]:
    exercises: dict[str, list[float]] = json.loads(page.evaluate("localStorage.exercises || '{}'"))
    return exercises


def days_until(page: Any, time: float) -> float:
    now: float = page.evaluate("Date.now()")
    return (time - now) / 86_400_000


def test_the_right_move_is_praised_and_returns_after_a_day_a_week_and_a_month(look: Look):
    page = look("practice", time=on(0), hints=False)
    answer = begin(page, "tictactoe", "easy")
    assert page.locator(".stage [data-value]").count() == 0, "no values are shown"
    for stage, days in enumerate((1, 7, 30, 30), 1):
        right = [move for move in answer["moves"] if move["moveValue"] == answer["positionValue"]]
        assert len(right) == 1
        click(page, right[0]["move"])
        page.locator(".grade", has_text=f"Right. The only move that kept the {answer['positionValue']}.").wait_for()
        assert page.locator(".grade", has_text=f"It comes back in {days} day").count() == 1
        [(key, (kept_stage, time))] = kept(page).items()
        assert key == f"tictactoe/regular {answer['position']}"
        assert kept_stage == min(stage, 3)
        assert days_until(page, time) == days
        page.clock.set_fixed_time(on(100 * stage))
        page.goto(page.evaluate("new URL('practice', document.baseURI).href"))
        page.locator(".streak", has_text="Due now: 1.").wait_for()
        answer = begin(page, "tictactoe", "easy")
        assert f"tictactoe/regular {answer['position']}" == key, "what is due comes first"


def test_a_wrong_move_is_refuted_and_can_be_tried_again(look: Look):
    page = look("practice", time=on(0), hints=False)
    answer = begin(page, "tictactoe", "medium")
    wrong = [move for move in answer["moves"] if move["moveValue"] != answer["positionValue"]]
    click(page, wrong[0]["move"])
    wait_for_move(page, 2)
    page.locator(".grade", has_text="is answered by").wait_for()
    said = page.locator(".grade").inner_text()
    end = "and the win is gone." if answer["positionValue"] == "win" else "which wins."
    assert said.startswith(f"Not right. {wrong[0]['moveName']} is answered by ")
    assert end in said
    assert "It comes back among the next ones." in said
    [(_, (stage, _))] = kept(page).items()
    assert stage == 0
    page.click("#again")
    wait_for_move(page, 0)
    assert page.locator(".verdict", has_text="Exactly one move").count() == 1, "the question is there again"
    right = [move for move in answer["moves"] if move["moveValue"] == answer["positionValue"]]
    click(page, right[0]["move"])
    page.locator(".grade", has_text="Right.").wait_for()
    assert [stage for stage, _ in kept(page).values()] == [0], "the first attempt counts"


def test_a_puzzle_tells_how_many_more_moves_a_detour_takes(look: Look):
    page = look("practice", time=on(0), hints=False)
    answer = begin(page, "towersofhanoi", "medium")
    assert page.locator(".verdict", has_text="Exactly one move begins a shortest solution. Which?").count() == 1
    wrong = next(move for move in answer["moves"] if move["remoteness"] >= answer["remoteness"])
    click(page, wrong["move"])
    words = f"After {wrong['moveName']} it takes {wrong['remoteness']} more moves, not {answer['remoteness'] - 1}."
    page.locator(".grade", has_text=words).wait_for()


def test_an_exercise_answered_with_a_hint_counts_as_missed(look: Look):
    page = look("practice", time=on(0), hints=False)
    answer = begin(page, "tictactoe", "easy")
    assert page.locator(".verdict", has_text="With a hint it counts as missed.").count() == 1
    page.click("#hint")
    click(page, answer["moves"][0]["move"])
    page.locator(".grade", has_text="It comes back among the next ones.").wait_for()


def test_practice_of_a_game_is_offered_beside_its_tabs(look: Look):
    page = look("g/tictactoe/regular", hints=False)
    wait_for_move(page, 0)
    assert page.locator("#practice").is_hidden(), "quietly"
    press(page, "#practice")
    page.wait_for_selector("#start")
    assert page.locator("#game").input_value() == "tictactoe"


def test_exercise_that_takes_long_is_drawn_elsewhere_or_refused_in_words(look: Look):
    asked: list[str] = []

    def answer(route: Any) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            route.continue_()  # the first one is never answered

    page = look(
        "practice", hints=False, refusals=(422,), mock=lambda page: page.route(re.compile("/practice/"), answer)
    )
    page.click("#start")
    page.locator("#start", has_text="Choosing…").wait_for()
    wait_for_move(page, 0)
    assert len({url.split("/practice")[0] for url in asked}) > 1


def test_the_next_exercise_is_another_and_survives_a_reload(look: Look):
    page = look("practice", time=on(0), hints=False)
    answer = begin(page, "tictactoe")
    click(page, answer["moves"][0]["move"])
    before = state(page)["position"]
    page.click("#next")
    page.wait_for_function("first => document.querySelector('.stage')?.dataset.position !== first", arg=before)
    wait_for_move(page, 0)
    assert state(page)["position"] != answer["position"]
    page.reload()
    wait_for_move(page, 0)
    assert page.locator(".verdict", has_text="Exactly one move").count() == 1
    assert "p" in parse_qs(urlsplit(page.url).query)


def test_exercises_are_exported_and_imported_as_text(look: Look):
    page = look("practice", time=on(0), hints=False)
    click(page, begin(page, "tictactoe")["moves"][0]["move"])
    page.wait_for_selector(".grade")
    exercises = kept(page)
    page.goto(page.evaluate("new URL('practice', document.baseURI).href"))
    page.wait_for_selector("#start")
    assert page.locator("#text").is_hidden(), "what is rarely needed is folded"
    press(page, "#export")
    text = page.input_value("#text")
    page.evaluate("localStorage.removeItem('exercises')")
    page.fill("#text", "# Perfect Play practice\ntictactoe/foo R_A_3_3_--------- 0 2020-01-01")
    page.click("#import")
    page.locator(".fault", has_text="“tictactoe/foo").wait_for()
    page.fill("#text", f"{text}\nno exercise")
    page.click("#import")
    page.locator(".fault", has_text="“no exercise” is no exercise.").wait_for()
    assert kept(page) == {}, "all of a text or nothing"
    page.fill("#text", text)
    page.click("#import")
    page.locator(".streak", has_text="1 exercise done.").wait_for()
    assert {key: stage for key, (stage, _) in kept(page).items()} == {
        key: stage for key, (stage, _) in exercises.items()
    }
