"""The daily challenges: the same for everyone, graded honestly, kept in the browser, shared without spoilers."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from perfect_play.puzzles import families
from tests.browser.playing import click, moves, press, state, wait_for_move

Look = Callable[..., Any]

DAY = datetime.datetime(2026, 11, 23, 12, tzinfo=datetime.UTC)


def on(days: int) -> datetime.datetime:
    """The time `days` days after DAY."""
    return DAY + datetime.timedelta(days=days)


def challenges(page: Any) -> list[str]:
    """The addresses of the challenges."""
    page.wait_for_selector(".today .card")
    found: list[str] = page.eval_on_selector_all(".today .cover", "all => all.map(one => one.getAttribute('href'))")
    return found


def open_challenge(page: Any, at: int) -> None:
    """Begin a challenge."""
    challenges(page)
    page.locator(".today .cover").nth(at).click()
    wait_for_move(page, 0)


def asked(page: Any, what: str) -> Any:
    """The service's answer about the position on the board."""
    id_, variant = page.url.partition("/g/")[2].partition("?")[0].split("/")
    url = f"/api/{id_}/{variant}/{what}/?p={state(page)['position']}"
    return page.evaluate("async url => (await (await fetch(url)).json()).response", url)


def solve(page: Any) -> None:
    """Play the best line by hand, read from the service: the page shows no values."""
    while not state(page)["over"]:
        click(page, asked(page, "solution")["solution"][0]["move"])


def facts(page: Any, at: int) -> str:
    """The result shown on a card."""
    challenges(page)
    text: str = page.locator(".today .facts").nth(at).inner_text()
    return text


def back_to_today(page: Any) -> None:
    """Return to the list of challenges, using the link beside the board."""
    page.click(".grade a")
    challenges(page)


def test_challenges_are_equal_for_all_visitors_and_differ_tomorrow(look: Look):
    first, second, tomorrow = (challenges(look("today", time=on(days))) for days in (0, 0, 1))
    assert first == second
    assert len(first) == len(tomorrow) == 6
    assert len({href.split("/")[1] for href in first}) == 6
    assert not set(first) & set(tomorrow)


IMPATIENT = "{ const wait = setTimeout; window.setTimeout = (act, time) => wait(act, time / 10); }"
"""Has a page look sooner whether a table has come."""


def without(unsolved: list[str]) -> Callable[[Any], None]:
    """A handler of requests for the catalogue by which this variant is still being solved."""

    def answer(route: Any) -> None:
        body = route.fetch().json()
        for entry in body["response"]:
            for variant in entry["variants"]:
                if [entry["gameId"], variant["variantId"]] == unsolved:
                    variant |= {"status": "solving", "longest": None, "positions": None}
        route.fulfill(json=body)

    return answer


def test_challenges_do_not_depend_on_what_is_solved_at_the_moment(look: Look):
    page = look("today", time=on(0), fresh=True, mock=lambda page: page.add_init_script(IMPATIENT))
    final = challenges(page)
    for place in (1, 4):
        page.route("**/api/catalogue/**", without(final[place].split("?")[0].split("/")[1:]))
        page.goto(page.url)
        page.wait_for_selector(".today .notice")
        assert challenges(page) == final[:place] + final[-1:], "what comes after it waits"
        page.unroute_all(behavior="wait")
        page.wait_for_selector(".today .notice", state="detached")
        assert challenges(page) == final


def test_challenge_in_the_fewest_moves_is_perfect(look: Look):
    page = look("today", time=on(0))
    open_challenge(page, 1)
    assert page.locator(".stage [data-value]").count() == 0, "it begins without hints, though they were on"
    solve(page)
    grade = page.locator(".grade").inner_text()
    assert re.match(r"The fewest possible is \d+ moves?; you took no more\. Time: 0:00\.", grade)
    back_to_today(page)
    assert facts(page, 1).startswith("★ ")
    assert "Streak: 1 day. 1 perfect result so far" in page.locator(".streak").inner_text()


def test_undone_move_counts_in_a_challenge(look: Look):
    page = look("today", time=on(0))
    open_challenge(page, 1)
    first = moves(page)[0]
    click(page, first)
    page.click("#undo")
    wait_for_move(page, 0)
    page.reload()
    wait_for_move(page, 0)
    solve(page)
    found = re.match(r"The fewest possible is (\d+) moves?; you took (\d+)\.", page.locator(".grade").inner_text())
    assert found is not None
    assert int(found[2]) == int(found[1]) + 1
    back_to_today(page)
    assert facts(page, 1).startswith("☆ ")
    open_challenge(page, 1)
    solve(page)
    back_to_today(page)
    assert f"you took {found[2]}" in facts(page, 1), "the first attempt counts"


def test_challenge_with_help_says_so_in_its_result(look: Look):
    page = look("today", time=on(0))
    open_challenge(page, 1)
    page.click("#hint")
    page.locator("#hint-warning", has_text="What comes next shows what is best, and ends this attempt.").wait_for()
    page.click("#hint")
    assert page.locator(".grade").count() == 0, "no further press of the same button shows what is best"
    assert page.evaluate("document.activeElement.id") == "hint-more"
    solve(page)
    assert "With help." in page.locator(".grade").inner_text()
    back_to_today(page)
    assert facts(page, 1).startswith("☆ ")


@pytest.mark.parametrize("help_name", ["the best move", "the best line", "all values"])
def test_seeing_what_is_best_ends_the_attempt_and_the_streak(look: Look, help_name: str):
    result = {"fewest": 7, "faults": 0, "seconds": 5, "helped": False}

    def mock(page: Any) -> None:
        days = json.dumps({"2026-11-22": {"towersofhanoi/3_3": result}})
        page.add_init_script(f"if (location.protocol === 'http:') localStorage.days ??= JSON.stringify({days})")

    page = look("today", time=on(0), fresh=True, mock=mock)
    challenges(page)
    assert page.locator(".streak").inner_text().startswith("Streak: 1 day.")
    open_challenge(page, 1)
    if help_name == "the best move":
        page.click("#hint")
        page.click("#hint-more")
        page.locator("#hint-box p", has_text="Play ").wait_for()
    elif help_name == "the best line":
        press(page, "#best")
    else:
        page.keyboard.press("h")
    page.locator(".grade", has_text="The solution was shown.").wait_for()
    if help_name != "the best line":
        solve(page)
    back_to_today(page)
    assert facts(page, 1) == "– The solution was shown."
    assert page.locator(".streak").inner_text().startswith("Finish one to begin a streak.")
    press(page, "#sums > summary")
    rows = dict(row.split("\t") for row in page.locator("#sums tr").all_inner_texts())
    assert rows == {
        "Days played": "2",
        "Current and longest streak, in days": "0 / 1",
        "Finished": "1",
        "Perfect results": "1",
        "With help": "0",
        "Solution shown": "1",
        "Fastest perfect result": "0:05",
    }


OUT_OF_PLACE = ("#variant", "#who", "#random", "#restart", "#new", "#analysis")


def test_controls_without_a_place_in_a_challenge_come_after_it(look: Look):
    page = look("today", time=on(0))
    open_challenge(page, 1)
    before = page.url
    assert [one for one in OUT_OF_PLACE if page.locator(one).is_visible()] == []
    page.keyboard.press("n")
    assert page.url == before, "nor by its key"
    solve(page)
    page.locator(".grade").wait_for()
    assert page.locator("#new").is_visible()
    assert page.locator("#analysis").is_visible()


def test_challenges_begin_with_what_newcomers_know(look: Look):
    ids = [address.split("/")[1] for address in challenges(look("today", time=on(0)))]
    assert set(ids[:2]) <= set(families.WELL_KNOWN)


def test_game_of_the_day_is_played_against_the_computer(look: Look):
    page = look("today", time=on(0))
    href = challenges(page)[-1]
    page.locator(".today .cover").last.click()
    mine = "12"[("who=2" in href)]
    page.wait_for_selector(".stage[data-place]")
    for _ in range(60):
        page.wait_for_function(
            "turn => { const {position, over} = document.querySelector('.stage').dataset;"
            "return over === 'true' || position.startsWith(turn); }",
            arg="R_A" if mine == "1" else "R_B",
        )
        if state(page)["over"]:
            break
        page.wait_for_selector(".stage .move, .movelist button:not(:disabled)")
        click(page, asked(page, "best-move")["move"])
    grade = page.locator(".grade").inner_text()
    assert re.match(r"(You could win, and you won|With perfect play nobody wins, and you tied)\.", grade)
    back_to_today(page)
    assert page.locator(".today .facts").last.inner_text().startswith("★ ")


def test_results_are_shared_without_spoilers(look: Look):
    page = look("today", time=on(0))
    open_challenge(page, 1)
    solve(page)
    back_to_today(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("#share")
    page.wait_for_selector("text=Copied. No spoilers.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.splitlines()[:3] == [
        "Perfect Play, 2026-11-23",
        "· ★ · · · ·",
        "1 of 6 finished, 1 perfectly. Streak: 1 day.",
    ]
    assert text.splitlines()[3].endswith("/today")


def test_a_streak_goes_from_day_to_day(look: Look):
    result = {"fewest": 7, "faults": 0, "seconds": 5, "helped": False}
    days = {date: {"towersofhanoi/3_3": result} for date in ("2026-11-19", "2026-11-21", "2026-11-22")}

    def mock(page: Any) -> None:
        page.add_init_script(
            f"if (location.protocol === 'http:') localStorage.days ??= JSON.stringify({days})".replace("False", "false")
        )

    page = look("today", time=on(0), fresh=True, mock=mock)
    challenges(page)
    told = page.locator(".streak").inner_text()
    assert told == "Streak: 2 days. 3 perfect results so far, the fastest in 0:05."
    page.evaluate("localStorage.days = '[['")
    page.reload()
    challenges(page)
    assert page.locator(".streak").inner_text() == "Finish one to begin a streak."


def test_daily_challenge_sends_nothing_about_the_visitor(look: Look):
    page = look("today", time=on(0))
    sent: list[tuple[str, str]] = []
    page.on("request", lambda request: sent.append((request.method, request.url)))
    open_challenge(page, 1)
    solve(page)
    back_to_today(page)
    assert sent
    assert {method for method, _ in sent} == {"GET"}, "only questions about positions"
    assert not [url for _, url in sent if "2026" in url and "/start/" not in url and "/static/" not in url]
