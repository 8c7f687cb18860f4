"""Positions set up by hand, and the service's verdict on what is wrong with them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.notation import autogui
from perfect_play.server import create_app
from tests.browser.conftest import PLAYED, Album
from tests.browser.playing import click, moves, press, state, unfold, wait_for_move
from tests.helpers import exhaustive

Look = Callable[..., Any]

TOLD = "#set-up [role=status]"
LEGAL = "This position is legal."


def editor(look: Look, address: str, legal: str = LEGAL, **how: Any) -> Any:
    page = look(address, **how)
    wait_for_move(page, 0)
    unfold(page, "#set-up")
    says(page, legal)
    return page


def says(page: Any, words: str) -> None:
    page.wait_for_function(
        "([where, words]) => document.querySelector(where)?.textContent.includes(words)", arg=[TOLD, words]
    )


def paint(page: Any, piece: str, *cells: int) -> None:
    page.click(f"#set-up .palette button[aria-label='{piece}']")
    for cell in cells:
        page.click(f"#set-up [data-paint='{cell}']")


def test_pieces_are_painted_and_what_is_wrong_is_said(look: Look, album: Album):
    page = editor(look, "#/tictactoe/regular")
    paint(page, "x", 0, 1)
    says(page, "to move there is no position. Possible are, for example, 1 'x', 0 'o'")
    assert page.locator("#set-up a.button").is_hidden()
    album(page, "setup-fault.png", full_page=True)
    paint(page, "o", 4)
    page.select_option("#setup-turn", "2")
    says(page, LEGAL)
    page.click("#set-up a.button")
    page.wait_for_selector(".stage[data-position='R_B_3_3_xx--o----']")
    assert state(page)["value"] == "tie"


def test_fault_of_a_position_is_told_in_the_language_of_the_page(look: Look):
    page = editor(look, "#/tictactoe/regular", "Cette position est légale.", locale="fr-FR")
    page.click("#set-up .palette button[aria-label='x']")
    for cell in (0, 1):
        page.click(f"#set-up [data-paint='{cell}']")
    says(page, "Avec 2 'x', 0 'o' et le trait au joueur")
    page.fill("#setup-text", "xx")
    says(page, "Cela ne peut pas être lu. Une position s’écrit ainsi\u00a0: ---------.")
    page.fill("#setup-moves", "a1 a1")
    says(page, "Le coup 2, 'a1', n’y est pas possible. Coups possibles\u00a0: 'a3', 'b3'")
    assert page.locator(f"{TOLD} [lang=en]").count() == 0


@pytest.mark.parametrize(
    ("address", "text", "reason"),
    [
        ("sokoban/microban_1", "#####|#@$$.#|####", "Jugadores: 1; cajas: 2; metas: 1."),
        ("rushhour/basic", "BoBoooooooooAA" + "o" * 22, "B no es un vehículo de 2 o 3 casillas en línea"),
        ("nim/3_3_3", "200_3_100", "Es demasiado grande."),
    ],
)
def test_fault_of_a_typed_start_is_told_in_the_language_of_the_page(look: Look, address: str, text: str, reason: str):
    page = look(f"g/{address}", locale="es-ES", refusals=(400, 503))
    page.select_option("#variant", "")
    page.fill("#custom", text)
    page.locator("#custom-fault", has_text=reason).wait_for()
    assert "Ejemplo:" in page.locator("#custom-fault").inner_text()


ENGLISH = """async (faults) => {
    const { faultNodes } = await import(new URL("faults.js", document.querySelector("link[rel=manifest]").href).href);
    return faults.filter((fault) => faultNodes(fault, "").some((node) => node.lang));
}"""
"""Those of some faults that the page has no other words for."""


def test_faults_of_positions_of_all_games_are_told_in_the_language_of_the_page(look: Look, small_dir: Path):
    page, client = look("matches", locale="fr-FR"), create_app({"data_dir": small_dir, "build": False}).test_client()
    faults, rng = set(), random.Random(1)
    for rules in PLAYED:
        setup = partial(client.get, f"/api/{rules.full_id}/setup/")
        start = setup().json["response"]["position"]
        head, cells = re.fullmatch(r"(R_[AB]_\d+_\d+_)(.*)", start).groups()
        for _ in range(4):
            changed = list(cells)
            for _ in range(2):
                changed[rng.randrange(len(cells))] = rng.choice(sorted(set(cells)))
            faults.add(setup(query_string={"p": head + "".join(changed)}).json["response"]["fault"])
    faults.discard(None)
    assert len(faults) > 200
    assert page.evaluate(ENGLISH, sorted(faults)) == []


def test_a_painted_cell_is_emptied_and_letters_are_typed(look: Look):
    page = editor(look, "#/tictactoe/regular")
    paint(page, "x", 4, 4)
    says(page, LEGAL)
    page.locator("#set-up [data-paint='0']").focus()
    for key in ("x", "ArrowRight", "o", "ArrowDown", "x", "ArrowDown", "o"):
        page.keyboard.press(key)
    page.wait_for_function("() => document.querySelector('#setup-text').value === 'xo--x--o-'")


def test_set_up_tiles_change_places_by_two_clicks(look: Look):
    page = editor(look, "#/npuzzle/2x3/R_A_2_3_12345-")
    for cell in (4, 5):
        page.click(f"#set-up [data-paint='{cell}']")
    page.wait_for_function("() => document.querySelector('#setup-text').value === '1234-5'")
    page.click("#set-up a.button")
    page.wait_for_selector(".stage[data-position='R_A_2_3_1234-5']")


def test_a_position_is_pasted_and_a_scramble_typed(look: Look):
    page = editor(look, "#/nim/2_3_5_7")
    page.fill("#setup-text", "1_0,1,2,0")
    page.wait_for_function("() => document.querySelectorAll('#set-up .setup-board .piece').length > 0")
    page.wait_for_function("() => document.querySelector('#set-up a.button').href.includes('R_A_7_4')")
    page.fill("#setup-moves", "2 from pile 1, 9 from pile 1")
    says(page, "there is no such move")
    page.fill("#setup-moves", "2 from pile 1, 7 from pile 4")
    says(page, LEGAL)
    assert page.locator("#setup-text").input_value() == "1_0,3,5,0"


MICROBAN_1 = "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n"
MICROBAN_1_START = "R_A_7_6_WWWW**W-GW**W--WWWWgp--WW--b-WW--WWWWWWW**"
WIDTHS = (1440, 390)
CROSS = "R_A_3_3_*-*---*-*"
PASTE = """(text) => {
    const data = new DataTransfer();
    data.setData("text", text);
    const options = { clipboardData: data, bubbles: true, cancelable: true };
    const event = new ClipboardEvent("paste", options);
    if (document.activeElement.dispatchEvent(event)) document.execCommand("insertText", false, text);
}"""


def paste(page: Any, text: str) -> None:
    page.fill("#custom", "")
    page.focus("#custom")
    page.evaluate(PASTE, text)


LEVELS = [
    ("sokoban", f"; http://example.org/a/b\n\n{MICROBAN_1}Author: David W. Skinner", MICROBAN_1_START),
    ("lightsout", "010\r\n111\r\n010\r\n", CROSS),
    ("lightsout", "010/111/010", CROSS),
    ("flowfree", "R . .\n. . R\nB . B", "R_A_3_3_1----12-2"),
    ("pegsolitaire", "  ooo\n  oo.\nooooo", "R_A_3_5_**xxx**xx-xxxxx"),
    ("sokoban", MICROBAN_1.replace("\n", "\r"), MICROBAN_1_START),
    ("rushhour", ".BB............AA" + 19 * ".", "R_A_6_8_-LR---**------**---12---------**------**------**"),
    ("klotski", "ABBC\nABBC\nDEEF\nDGHF\nI..J", "R_A_5_4_VWXVvYZvVHhVvoovo--o"),
    ("lightsout", "[[0,1,0],[1,1,1],[0,1,0]]", CROSS),
]


@pytest.mark.parametrize(("game", "text", "start"), LEVELS[5:])
def test_level_in_another_form_is_read(game: str, text: str, start: str):
    rules = registry.load(game, text)
    assert autogui.write_position(rules, rules.start()) == start


@pytest.mark.parametrize(
    ("game", "text", "start", "width"),
    [
        pytest.param(*level, width, marks=[] if place < 5 and width == WIDTHS[place % 2] else pytest.mark.exhaustive)
        for place, level in enumerate(LEVELS)
        for width in WIDTHS
    ],
)
def test_a_pasted_level_is_shown_played_and_shared(look: Look, site: str, game: str, text: str, start: str, width: int):
    page = look(f"#/{game}", width=width, refusals=(400, 503))  # no builder solves the new level
    page.select_option("#variant", "")
    page.wait_for_selector("#custom")
    paste(page, text)
    page.click(".custom button[type=submit]")
    page.wait_for_selector(f".stage[data-position='{start}']")
    press(page, "#hint")
    page.wait_for_selector("#hint-box")
    click(page, moves(page)[0])
    after = state(page)["position"]
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press(page, "#copy")
    link = page.evaluate("() => navigator.clipboard.readText()")
    again = look(link.removeprefix(site).lstrip("/"), refusals=(400, 503))
    again.wait_for_selector(f".stage[data-position='{after}']")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


GARBAGE = ["<script>alert(1)</script>\n<b>", "x y " * 2_000, "..", "a?b#c%", "\u0001é\n🙂"]


@pytest.mark.parametrize(
    "game",
    [
        "sokoban",
        *(exhaustive(game) for game in ("rushhour", "klotski", "lightsout", "pegsolitaire", "flowfree")),
    ],
)
def test_pasted_garbage_is_refused_in_a_sentence(look: Look, game: str):
    page = look(f"#/{game}", refusals=(400, 404))
    page.select_option("#variant", "")
    page.wait_for_selector(".custom svg")
    for text in GARBAGE:
        paste(page, text)
        page.locator("#custom-fault", has_text=re.compile("is not a start")).wait_for()
        assert page.locator(".custom button[type=submit]").is_disabled()
        assert page.locator(".custom-preview svg").count() == 0
        page.fill("#custom", "")
        page.locator("#custom-fault", has_text="Type a starting position.").wait_for()


def test_pasted_rows_are_kept(look: Look):
    page = look("#/sokoban/2")
    page.select_option("#variant", "")
    page.wait_for_selector(".custom svg")
    paste(page, MICROBAN_1)
    page.wait_for_function("() => document.querySelector('.custom-preview .facts')?.textContent.startsWith('4 moves')")
    page.click(".custom button")
    page.wait_for_function("() => location.href.includes('WWWWtt_WtGWtt_WttWWW_WgpttW_WttbtW_WttWWW_WWWWtt')")
