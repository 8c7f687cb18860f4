"""Unnoticed comforts: a light first visit, a stable layout, accessibility, and no unwanted motion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.playing import choose, click, moves, press, unfold, violations, wait_for_move
from tests.helpers import exhaustive

Look = Callable[..., Any]

BUDGET, BUDGET_OF_THE_CATALOGUE, BUDGET_OF_A_GAME, WORDS = 120_000, 90_000, 80_000, 20_500
"""Bytes that a first visit may receive before the first board, including headers, compressed as sent; and further ones
for a translation, except for the catalogue and a game."""

TODAY = "2026-11-29"
"""A day whose puzzles have large drawings."""

JUMPS = 0.0005
"""The greatest cumulative layout shift, of less than a pixel."""

PANELS = {
    "why": ":is(h3, .help)",
    "map": "svg.map",
    "set-up": ".palette",
    "statistics": ":is(.plot, p:not(.help))",
    "instructions": "p:not(.help)",
}
"""What each panel of a match shows once filled."""

QUIET = 500
"""Milliseconds without a new request after which none is expected until the held ones are answered."""

VIEWS = ["#/", "#/tictactoe/regular", "#/towersofhanoi/3_3", "#/today", "#/matches", "practice", "script"]


MOTIONS = """
window.motions = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { window.motions += 1; return animate.apply(this, how); };
"""


def shown(page: Any) -> None:
    """Wait until a view is complete."""
    page.wait_for_selector(".stage[data-place] svg, .tile img[src], .today .card, details:has(#text), #script")


@pytest.mark.parametrize(
    ("address", "width"),
    [(address, 390) for address in VIEWS]
    + [(address, 1280) for address in VIEWS[:2]]
    + [exhaustive(address, 1280) for address in VIEWS[2:]],
)
def test_first_visit_loads_little_and_shifts_no_layout(look: Look, address: str, width: int):
    received: dict[str, int] = {}

    def mock(page: Any) -> None:
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on(
            "Network.loadingFinished", lambda told: received.update({told["requestId"]: told["encodedDataLength"]})
        )

    locale = "en-US" if width == 1280 else "fr-FR"  # whose words arrive later
    page = look(address, width=width, height=844, locale=locale, time=TODAY, fresh=True, mock=mock)
    shown(page)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert len(received) > 2
    is_game = page.locator(".stage").count() > 0
    budget = {"#/": BUDGET_OF_THE_CATALOGUE}.get(address, BUDGET_OF_A_GAME if is_game else BUDGET + WORDS)
    assert 10_000 < sum(received.values()) <= budget
    if "tictactoe" in address:
        value = page.locator(".verdict").bounding_box()
        assert value["y"] + value["height"] <= 844, "board, buttons and value are on the first screen"
        click(page, moves(page)[0])
        wait_for_move(page, 2)  # including the computer's answer, which no input precedes
        click(page, moves(page)[0])
        wait_for_move(page, 4)
    page.wait_for_timeout(300)
    assert sum(page.evaluate("window.jumps")) < JUMPS
    assert page.evaluate("document.documentElement.scrollWidth") <= width


FIRST_MOVE = ".stage .move"
ROUND_TRIPS = {
    "#/": (".card", 2),
    "#/tictactoe/regular": (FIRST_MOVE, 2),
    "#/dao/3x3/R_B_3_3_-oxx--oxo": (FIRST_MOVE, 2),
    "#/kayles/5": (FIRST_MOVE, 3),
    "#/npuzzle/2x3": (FIRST_MOVE, 2),
}
"""What makes a view usable, and after how many successive round trips: the page, then the answers that the first view
needs, requested together while the page is still arriving. Turns of two touches need one more."""


@pytest.mark.parametrize("address", ROUND_TRIPS)
def test_first_visit_needs_few_round_trips(chromium: Any, site: str, address: str):
    """Requests are held until no more come; those then released together count as one round trip."""
    usable, most = ROUND_TRIPS[address]
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    held: list[Any] = []
    page.route("**", lambda route: held.append(route))
    page.route(f"{site}/", lambda route: route.continue_())
    page.goto(f"{site}/{address}", wait_until="commit")
    trips, before = [["/"]], 0
    while not page.locator(usable).count():
        page.wait_for_timeout(QUIET)
        if held and len(held) == before:
            trips.append([route.request.url.removeprefix(site) for route in held])
            while held:
                held.pop().continue_()
        before = len(held)
    page.unroute_all(behavior="ignoreErrors")
    page.context.close()
    assert 1 < len(trips) <= most, trips
    assert not [path for trip in trips for path in trip if path.startswith("/static/")], "files come later"


def test_measure_of_layout_shifts_counts_a_pushed_page(look: Look):
    """Checks the measure itself: something that pushes the page down counts."""
    page = look("#/matches")
    shown(page)
    page.wait_for_timeout(600)
    page.evaluate("document.querySelector('main').insertAdjacentHTML('afterbegin', '<p class=\"late\"></p>')")
    page.evaluate("document.querySelector('.late').style.height = '300px'")
    page.wait_for_function("() => window.jumps.reduce((a, b) => a + b, 0) >= 0.05")


@pytest.mark.parametrize("address", VIEWS)
def test_views_with_open_panels_have_no_axe_violation(look: Look, address: str):
    """No violation of any rule, in light and dark; a match also with its review and open panels.

    By WCAG 2.2, touch targets measure at least 24 pixels, even on a phone.
    """
    page = look(address, width=390)
    shown(page)
    if page.locator("#who").count():
        if page.locator("#who option[value='12']").count():
            choose(page, "#who", "12")
        for _ in range(2):
            click(page, moves(page)[-1])
        page.click("#undo")
        click(page, moves(page)[0])  # a branch
        press(page, "#review")
        page.wait_for_selector(".judged-move")
        unfold(page, "#restart")
        unfold(page, "#hints")
    rules = {"target-size": {"enabled": True}}
    for panel in [None, *PANELS, "copy", "language"] if page.locator("#analysis").count() else [None]:
        if panel:
            unfold(page, f"#{panel}")
            page.wait_for_selector(f"#{panel} {PANELS.get(panel, '')}")
            part = f":is(#{panel}, #menu, #share-box)"
            assert violations(page, rules={**rules, "color-contrast": {"enabled": False}}) == [], panel
        for scheme, width in (("dark", 1280), ("light", 390)):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 900})
            if panel:
                assert violations(page, part, runOnly=["color-contrast"]) == [], f"{panel}, {scheme}"
            else:
                assert violations(page, rules=rules) == [], scheme
        if panel == "copy":
            page.keyboard.press("Escape")


@pytest.mark.parametrize(
    "address", ["#/grundy/8_5", "#/kayles/30", "#/nim/1_2_3_4_5_6_7_8_9_10_11_12_13_14_15_16_17_18"]
)
def test_cells_of_wide_boards_are_large_enough(look: Look, address: str):
    page = look(address, width=390)
    wait_for_move(page, 0)
    wide = page.locator(".stage .cell").first.evaluate("cell => cell.getBoundingClientRect().width")
    assert wide >= 22, "with the gap between cells, 24"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("calm", [True, False])
def test_moves_are_animated_unless_motion_is_unwanted(look: Look, calm: bool):
    page = look("#/tictactoe/regular", calm=calm, fresh=True, mock=lambda page: page.add_init_script(MOTIONS))
    wait_for_move(page, 0)
    click(page, moves(page)[0])
    mine = page.evaluate("window.motions")
    wait_for_move(page, 2)
    both = page.evaluate("window.motions")
    assert (mine > 0, both > mine) == ((False, False) if calm else (True, True)), "the computer's move as well"
