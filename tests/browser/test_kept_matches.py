"""Matches that the browser keeps: continued, forgotten, written as text and read back; branches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

from tests.browser.playing import choose, click, moves, press, state, unfold, wait_for_move

Look = Callable[..., Any]


def cards(page: Any) -> list[str]:
    """The names and facts of the matches listed."""
    page.wait_for_selector("details:has(#text)")
    found: list[str] = page.locator(".card").all_inner_texts()
    return found


def play_tic_tac_toe(page: Any, cells: list[int]) -> None:
    """Begin a match of two people, and mark these cells in turn."""
    wait_for_move(page, 0)
    choose(page, "#who", "12")
    for turn, cell in enumerate(cells):
        click(page, f"A_{'xo'[turn % 2]}_{cell}")


def test_stored_match_is_listed_and_continued(look: Look):
    page = look("#/tictactoe/regular")
    play_tic_tac_toe(page, [4, 0, 8])
    before = state(page)
    page.click(".brand")
    assert page.locator("#continue").inner_text() == "Continue Tic-Tac-Toe"
    page.click("#continue")
    wait_for_move(page, 3)
    assert state(page) == before
    page.goto(urljoin(page.url, "/#/towersofhanoi/3_3"))
    page.wait_for_selector("h1:text('Hanoi')")
    wait_for_move(page, 0)
    page.click(".links [href=matches]")
    listed = cards(page)
    assert len(listed) == 1, "one is kept from its first move on"
    assert "Tic-Tac-Toe" in listed[0]
    assert "Unfinished · 3 moves · Two people" in listed[0]
    page.click(".card .cover")
    wait_for_move(page, 3)
    assert state(page) == before
    assert page.locator("#who").input_value() == "12"
    for cell, mark in ((1, "o"), (3, "x"), (2, "o")):
        click(page, f"A_{mark}_{cell}")
    page.click(".brand")
    page.wait_for_selector(".card")
    assert page.locator("#continue").count() == 0, "it has ended"
    page.click(".links [href=matches]")
    listed = cards(page)
    assert len(listed) == 1, "the same match"
    assert "Player 2 has won · 6 moves" in listed[0]
    page.get_by_role("button", name="Delete").click()
    assert "No matches yet" in page.locator(".matches").inner_text()
    page.reload()
    page.wait_for_selector("details:has(#text)")
    assert page.locator(".card").count() == 0


def test_match_exported_as_text_is_imported_elsewhere(look: Look):
    page = look("#/kayles/5")
    wait_for_move(page, 0)
    choose(page, "#who", "12")
    for move in ("A_x_2", "A_x_3"):
        click(page, move)
    click(page, moves(page)[0])
    page.goto(urljoin(page.url, "/#/tictactoe/regular"))
    page.wait_for_selector("h1:text('Tic')")
    choose(page, "#level", "beginner")
    click(page, "A_x_4")
    wait_for_move(page, 2)
    unfold(page, ".trail")
    made = [text.split()[-1] for text in page.locator(".trail button").all_inner_texts()]
    page.click(".links [href=matches]")
    cards(page)
    press(page, "#export")
    page.wait_for_function("() => document.querySelector('#text').value")
    text = page.input_value("#text")
    lines = text.splitlines()
    assert lines[:2] == ["# Perfect Play match", "# variant: tictactoe/regular"]
    assert "# level: beginner" in lines
    assert lines[lines.index("") - 2 : lines.index("")] == made
    assert "3 and 4" in lines, "a turn of two touches has the name that it has everywhere"
    elsewhere = look("#/matches")
    cards(elsewhere)
    unfold(elsewhere, "#text")
    elsewhere.fill("#text", f"Look at this:\n{text}")
    elsewhere.click("#import")
    elsewhere.wait_for_selector(".card")
    assert len(cards(elsewhere)) == 2
    elsewhere.locator(".card .cover", has_text="Tic-Tac-Toe").click()
    wait_for_move(elsewhere, 2)
    assert elsewhere.locator("#level").input_value() == "beginner"
    unfold(elsewhere, ".trail")
    assert [one.split()[-1] for one in elsewhere.locator(".trail button").all_inner_texts()] == made
    elsewhere.goto(urljoin(elsewhere.url, "/#/matches"))
    cards(elsewhere)
    elsewhere.locator(".card .cover", has_text="Kayles").click()
    elsewhere.wait_for_selector("h1:text('Kayles')")
    unfold(elsewhere, ".trail")
    elsewhere.wait_for_selector(".trail >> text=3 and 4")


def test_import_of_a_text_that_is_no_match_is_explained(look: Look):
    page = look("#/matches", refusals=(400, 404))
    cards(page)
    unfold(page, "#text")
    head = "# Perfect Play match\n"
    for text, said in [
        ("e4 e5", "There is no match in this text."),
        (head, "names no puzzle or game"),
        (f"{head}# variant: xyzzy/regular\n", "“# variant: xyzzy/regular” names no puzzle or game"),
        (f"{head}# variant: tictactoe/regular\nb2\nb2\n", "Move 2, 'b2'"),
        (f"{head}# variant: tictactoe/regular\n# start: nowhere\n", "nowhere"),
    ]:
        page.fill("#text", text)
        page.click("#import")
        page.wait_for_function("said => document.querySelector('.fault').textContent.includes(said)", arg=said)
        assert page.locator(".card").count() == 0


def test_import_that_is_refused_is_explained_in_the_language_of_the_page(look: Look):
    page = look("#/matches", refusals=(400, 404), locale="fr-FR")
    cards(page)
    unfold(page, "#text")
    head = "# Perfect Play match\n# variant: "
    for text, said in [
        ("xyzzy/regular\n", "ne nomme aucun"),
        ("tictactoe/xyzzy\n", "tictactoe/xyzzy"),
        ("tictactoe/regular\nb2\nb2\n", "Le coup 2, 'b2', n’y est pas possible. Coups possibles"),
        ("tictactoe/regular\na1\na2\nb1\nb2\nc1\nc2\n", "La partie est déjà finie avant le coup 6, 'c2'"),
        ("tictactoe/regular\n# start: R_A_3_3_xx-------\n", "Avec 2 'x', 0 'o' et le trait au joueur 2"),
        ("tictactoe/regular\n# start: nowhere\n", "Cela ne peut pas être lu."),
        ("tictactoe/regular\n# start: R_A_3_3_xx\n", "Ce n’est pas un plateau de cette variante."),
    ]:
        page.fill("#text", head + text)
        page.click("#import")
        page.wait_for_function("said => document.querySelector('.fault').textContent.includes(said)", arg=said)


def test_storage_that_was_tampered_with_is_left_alone(look: Look):
    page = look("#/matches")
    for text in ("{", "7", '[null, {"places": 3}]', '[{"places": [], "id": "nim"}]', '[{"places": [7], "id": "nim"}]'):
        page.evaluate("text => localStorage.setItem('matches', text)", text)
        page.reload()
        assert cards(page) == []


def test_full_storage_drops_the_oldest_match(look: Look):
    limited = (
        "const set = Storage.prototype.setItem; Storage.prototype.setItem = function (name, value) {"
        "if (value.length > 20000) throw new DOMException('full', 'QuotaExceededError');"
        "set.call(this, name, value); };"
    )
    page = look("#/matches", fresh=True, mock=lambda page: page.add_init_script(limited))
    cards(page)
    page.evaluate(
        """() => localStorage.setItem('matches', JSON.stringify([1, 2, 3, 4].map(number => ({
            key: `old-${number}`, id: 'tictactoe', variant: 'regular', name: 'Tic-Tac-Toe', date: '', people: '12',
            level: 'perfect', at: 0, places: [['R_A_3_3_---------', null, null]], seed: 'x'.repeat(4800)}))))"""
    )
    page.goto(urljoin(page.url, "/#/tictactoe/regular"))
    play_tic_tac_toe(page, [4])
    page.click(".links [href=matches]")
    cards(page)
    kept = page.eval_on_selector_all(".card", "all => all.map(one => one.dataset.key)")
    assert kept[1:] == ["old-1", "old-2"]
    assert not kept[0].startswith("old"), "the latest is kept in any case"


def test_replaced_moves_stay_as_a_branch(look: Look):
    page = look("#/tictactoe/regular")
    play_tic_tac_toe(page, [4, 0, 8])
    page.click("#undo")
    page.click("#undo")
    wait_for_move(page, 1)
    click(page, "A_o_0")
    assert page.locator(".trail li").count() == 3, "the same move again: what followed is still there"
    assert page.locator(".branches button").count() == 0
    page.click("#undo")
    click(page, "A_o_1")
    assert page.locator(".trail li").count() == 2
    unfold(page, ".branches")
    assert page.locator(".branches button").all_inner_texts() == ["From move 2: a3, c1"]
    page.reload()
    wait_for_move(page, 2)
    press(page, ".branches button")
    wait_for_move(page, 3)
    assert [text.split()[-1] for text in page.locator(".trail button").all_inner_texts()] == ["b2", "a3", "c1"]
    assert page.locator(".branches button").all_inner_texts() == ["From move 2: b3"]
