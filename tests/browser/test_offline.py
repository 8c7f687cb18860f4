"""Small variants kept in the browser, and played from there while the service is down."""

from __future__ import annotations

import math
import random
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from perfect_play.puzzles.base import Puzzle
from perfect_play.server import create_app
from perfect_play.server.page import routes
from tests.browser.conftest import PLAYED, Window, listening, serving
from tests.browser.playing import choose, click, moves, play_to_the_end, press, state, unfold, wait_for_move
from tests.helpers import exhaustive, load

Look = Callable[..., Any]

SMALL = [rules.full_id for rules in PLAYED if rules.variant.positions and rules.variant.positions <= 60]
KEPT = ["dotsandboxes/1x1", "kalah/2x2", "kayles/5", "npuzzle/2x3", "ponghauki/regular", "solitairechess/5"]
"""Turns of two touches, dead ends, margins, nimbers, ties, and endless draws."""

OFFLINE = "document.querySelector('link[rel=manifest]').href.replace('manifest.webmanifest', 'offline.js')"
KEEP = f"name => import({OFFLINE}).then(({{keep}}) => keep(...name.split('/')))"
READ = """async ([name, texts]) => {
  const {position} = await import(MODULE);
  const [id, variant] = name.split('/');
  const answers = [];
  for (const text of texts) answers.push(await position(id, variant, text));
  return answers;
}""".replace("MODULE", OFFLINE)


def answers_of(directory: Path, name: str, most: float = math.inf) -> dict[str, Any]:
    """The service's answer about every reachable position, or `most` at random, each requested singly."""
    rng = random.Random(1)
    client = create_app({"data_dir": directory, "build": False}).test_client()
    rules = load(name)
    room = "puzzles" if isinstance(rules, Puzzle) else "games"
    waiting = [client.get(f"/api/{name}/preview/").json["response"]["startPosition"]]
    found: dict[str, Any] = {}
    seen = set(waiting)
    while waiting and len(found) < most:
        text = waiting.pop(rng.randrange(len(waiting)))
        answer = client.get(f"/{room}/{rules.id}/variants/{rules.variant.id}/positions/{text}/").json["response"]
        answer.pop("moveValue", None)  # of a half-position; it is the value of the position
        found[text] = answer
        children = dict.fromkeys(one["position"] for one in answer["moves"])
        waiting += [child for child in children if child not in seen]
        seen |= set(children)
    return found


def visit(chromium: Any, address: str) -> Any:
    page = Window(chromium, hints=False).page
    page.goto(address)
    wait_for_move(page, 0)
    return page


def keep(page: Any) -> None:
    press(page, "#offline")
    page.wait_for_selector("#offline[aria-pressed='true']:not(:disabled)", timeout=60_000)


@pytest.mark.parametrize("names", [KEPT, exhaustive([*SMALL, *KEPT])], ids=len)
def test_offline_answers_equal_those_of_the_service(chromium: Any, small_dir: Path, names: list[str]):
    """Every position of many variants, after the service is gone."""
    expected = {name: answers_of(small_dir, name) for name in names}
    values = {(one["positionValue"], one["remoteness"] < 0) for found in expected.values() for one in found.values()}
    assert values >= {("win", False), ("lose", False), ("tie", False), ("draw", True), ("lose", True)}
    with serving(small_dir) as site:
        page = visit(chromium, f"{site}/#/kayles/5")
        for name in expected:
            page.evaluate(KEEP, name)
    for name, answers in expected.items():
        read = page.evaluate(READ, [name, list(answers)])
        assert dict(zip(answers, read, strict=True)) == answers, name
    assert page.evaluate(READ, ["npuzzle/2x3", ["R_A_3_2_123456"]]) == [None]
    assert page.evaluate(READ, ["nim/3_4_5", ["R_A_1_1_-"]]) == [None]
    page.context.close()


def test_a_match_is_played_to_its_end_without_the_service(chromium: Any, small_dir: Path):
    with serving(small_dir) as site:
        page = visit(chromium, f"{site}/#/notakto/regular")
        keep(page)
        page.goto(f"{site}/#/npuzzle/2x3")
        page.wait_for_selector("h1:has-text('puzzle')")
        wait_for_move(page, 0)
        keep(page)
    page.goto("about:blank")
    page.goto(f"{site}/#/notakto/regular")
    wait_for_move(page, 0)
    unfold(page, "#offline")
    page.wait_for_selector("#offline[aria-pressed='true']")
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    play_to_the_end(page)
    assert state(page)["value"] == "win", "for the player who would be to move: the other one has lost"
    page.goto("about:blank")
    page.goto(f"{site}/#/npuzzle/2x3")
    wait_for_move(page, 0)
    choose(page, "#difficulty", "hard")
    press(page, "#random")
    # The last third of up to 21. A function, since the page's policy forbids evaluating an expression again.
    page.wait_for_function("() => document.querySelector('.stage')?.dataset.remoteness >= 15")
    press(page, "#best")
    page.wait_for_selector(".stage[data-over='true']")
    assert state(page)["value"] == "win"
    page.goto(f"{site}/#/kayles/5")
    page.wait_for_selector(".notice:has-text('The service does not answer.')")
    page.context.close()


def kept_tic_tac_toe(chromium: Any, address: str) -> Any:
    page = visit(chromium, f"{address}/g/tictactoe/regular")
    keep(page)
    return page


def test_reload_without_a_network_succeeds_many_times_in_any_language(chromium: Any, small_dir: Path):
    with serving(small_dir) as address:
        page = kept_tic_tac_toe(chromium, address)
        page.context.set_offline(True)
        for locale, hint in (("en", "Hint"), ("fr", "Indice")):
            page.evaluate(f"localStorage.language = '{locale}'")
            for _ in range(3):
                page.reload()
                wait_for_move(page, 0)
            assert page.locator("#hint").inner_text() == hint


def test_page_of_a_kept_game_comes_from_the_browser_if_the_service_does_not_answer(
    chromium: Any, small_dir: Path, monkeypatch: pytest.MonkeyPatch
):
    worker = routes.files()[routes.WORKER]
    impatient = replace(worker, body=worker.body.replace(b"PATIENCE = 4000", b"PATIENCE = 400"))
    assert impatient != worker
    monkeypatch.setitem(routes.files(), routes.WORKER, impatient)
    app, goes_on = create_app({"data_dir": small_dir, "build": False}), threading.Event()
    goes_on.set()

    def slow(*request: Any) -> Any:
        goes_on.wait(60)
        return app(*request)

    with listening(slow) as address:
        page = kept_tic_tac_toe(chromium, address)
        goes_on.clear()
        page.reload(wait_until="commit")
        page.wait_for_selector("h1:text('Tic-Tac-Toe')")
        goes_on.set()
        wait_for_move(page, 0)


def test_addresses_of_the_page_say_something_without_the_service(chromium: Any, small_dir: Path):
    faults: list[str] = []
    with serving(small_dir) as site:
        page = visit(chromium, f"{site}/g/notakto/regular")
        page.on("pageerror", lambda error: faults.append(str(error)))
        unfold(page, "#offline")
        assert page.locator("#offline").inner_text() == "Save for offline play"
        keep(page)
        assert page.locator("#offline").inner_text() == "Saved for offline play: delete"
    page.goto(f"{site}/notakto")
    wait_for_move(page, 0)
    assert page.url == f"{site}/g/notakto/regular"
    page.goto(f"{site}/g/Notakto")
    wait_for_move(page, 0)
    page.goto(f"{site}/xyzzy")
    page.wait_for_selector(".notice:has-text('xyzzy')")
    page.goto(f"{site}/today")
    page.wait_for_selector(".today .fault:has-text('The service does not answer.')")
    assert faults == []
    page.context.close()


CHOOSE = """async ([name, text, strength, seeds]) => {
  const {bestMove, position} = await import(MODULE);
  const [id, variant] = name.split('/');
  const {moves} = await position(id, variant, text);
  const made = [];
  for (const seed of seeds) made.push((await bestMove(id, variant, text, strength, seed)).move);
  return [moves, made];
}""".replace("MODULE", OFFLINE)


def test_the_levels_of_the_computer_hold_without_the_service(chromium: Any, small_dir: Path):
    seeds = [f"seed {number}" for number in range(300)]
    with serving(small_dir) as site:
        page = visit(chromium, f"{site}/#/dodgem/regular?level=beginner&seed=a")
        keep(page)
        start = state(page)["position"]
    shares = {}
    for strength in ("100", "67", "33", "0"):
        moves_there, made = page.evaluate(CHOOSE, ["dodgem/regular", start, strength, seeds])
        first = (moves_there[0]["moveValue"], moves_there[0]["deltaRemoteness"])
        best = {one["move"] for one in moves_there if (one["moveValue"], one["deltaRemoteness"]) == first}
        assert 0 < len(best) < len(moves_there)
        assert set(made) <= {one["move"] for one in moves_there}
        shares[strength] = sum(move in best for move in made) / len(made)
        assert page.evaluate(CHOOSE, ["dodgem/regular", start, strength, seeds])[1] == made, "the same for a seed"
    assert shares["100"] == 1
    assert 0.57 < shares["67"] < 0.77
    assert 0.23 < shares["33"] < 0.43
    assert shares["0"] == 0
    click(page, moves(page)[0])
    wait_for_move(page, 2)
    page.context.close()


def test_variant_too_large_for_offline_play_is_refused_and_a_stored_one_can_be_removed(chromium: Any, small_dir: Path):
    with serving(small_dir) as site:
        page = visit(chromium, f"{site}/#/kayles/12")
        press(page, "#offline")
        page.wait_for_selector(".notice:has-text('has more than the 6,000 positions')")
        assert page.locator("#offline").get_attribute("aria-pressed") == "false"
        assert page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0
        page.goto(f"{site}/#/kayles/5")
        page.wait_for_selector(".stage[data-position^='R_A_1_5']")
        keep(page)
        press(page, "#offline")
        page.wait_for_selector("#offline[aria-pressed='false']:not(:disabled)")
        assert (
            page.evaluate("caches.open('kept').then(one => one.match('/api/kayles/5/graph/')).then(Boolean)") is False
        )
        page.context.close()


@pytest.mark.parametrize("name", ["icon.svg", "manifest.webmanifest"])
def test_the_page_can_be_installed(look: Look, name: str):
    """The browser finds the manifest and its icon, without faults."""
    page = look("#/")
    page.wait_for_selector(".card")
    told = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert told["errors"] == []
    assert '"start_url": "../../"' in told["data"]
    url = told["url"].replace("manifest.webmanifest", name)
    assert page.request.get(url).headers["content-type"].split(";")[0] in ("image/svg+xml", "application/manifest+json")
