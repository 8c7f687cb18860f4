"""A match on the page: what opens, what a new visitor sees, and what links, reloads and going back preserve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.playing import (
    LONG_ENOUGH,
    all_can_be_clicked,
    choose,
    click,
    moves,
    press,
    state,
    unfold,
    wait_for_move,
)

Look = Callable[..., Any]
TELLING = ".stage [data-value], .movelist [data-value], .worth, .swatch, .nimber, .plot, .bead:not(.plain)"
COLORED = ":is(.win, .lose, .tie, .draw):not(.bead)"


def address_of(page: Any) -> str:
    """The page's address after the slash, to open it elsewhere."""
    return page.url.split("/", 3)[3]


def beads(page: Any) -> list[str]:
    """The colors of the moves made."""
    return [bead.get_attribute("class").removeprefix("bead ") for bead in page.locator(".trail .bead").all()]


# --- what opens ---------------------------------------------------------------------------------


def test_address_without_a_variant_opens_the_usual_one(look: Look):
    page = look("#/tictactoe")
    wait_for_move(page, 0)
    assert address_of(page) == "g/tictactoe/regular"


def test_variant_that_is_solved_opens_instead_of_an_unsolved_default(look: Look):
    page = look("#/npuzzle")
    wait_for_move(page, 0)
    assert page.locator("#variant").input_value() in ("2", "2x3")


def test_puzzle_with_random_start_begins_away_from_its_solution(look: Look):
    begun, page = set(), None
    for _ in range(4):
        page = look("#/npuzzle/2x3", instead=page)
        wait_for_move(page, 0)
        begun.add(state(page)["position"])
        assert state(page)["remoteness"] > 0
    assert len(begun) > 1
    start = state(page)["position"]
    click(page, moves(page)[0])
    press(page, "#restart")
    wait_for_move(page, 0)
    assert state(page)["position"] == start, "the same once more"


# --- hints --------------------------------------------------------------------------------------


def test_a_new_visitor_is_told_nothing_before_asking(look: Look):
    page = look("#/tictactoe/regular/R_A_3_3_xo-------", hints=False)
    wait_for_move(page, 0)
    choose(page, "#who", "12")
    page.click("#instructions summary")  # the rules say who wins
    in_order = [f"A_x_{cell}" for cell in (2, 3, 4, 5, 6, 7, 8)]
    for played in range(2):
        assert page.locator(TELLING).count() == 0
        assert page.locator(f".play {COLORED}, .trail {COLORED}").count() == 0
        assert {state(page)["value"], state(page)["remoteness"]} == {None}
        told = page.locator("main").inner_text().lower() + page.locator(".stage").inner_html().lower()
        assert not [word for word in ("wins", "loses", "in 7 moves", "a tie") if word in told]
        assert [move.replace("_o_", "_x_") for move in moves(page)] == in_order
        drawn = page.eval_on_selector_all(".stage .move", "all => all.map(one => one.dataset.move)")
        assert [move.replace("_o_", "_x_") for move in drawn] == in_order[::-1]
        if not played:
            click(page, "A_x_8")
            in_order.pop()
    assert page.locator(".trail li").count() == 1
    assert "".join(page.locator(".stage .coordinate").all_text_contents()) == "abc321", "as names of moves have it"
    unfold(page, ".movelist")
    page.hover(".movelist li:nth-child(2) button")
    pointed = page.locator(".stage .pointed").get_attribute("data-move")
    assert pointed == moves(page)[1], "the move whose button is pointed at is shown on the board"
    page.keyboard.press("h")
    assert page.locator("#hints").get_attribute("aria-pressed") == "true"
    assert page.locator(".movelist .worth").count() == page.locator(".stage [data-value]").count() == 6
    assert moves(page) != [move.replace("_x_", "_o_") for move in in_order], "the best come first"
    assert page.locator(".plot .points circle").count() == 2
    page.reload()
    wait_for_move(page, 1)
    assert page.locator("#hints").get_attribute("aria-pressed") == "true", "it is remembered"
    page.keyboard.press("h")
    assert page.locator(TELLING).count() == 0


def searching(asked: list[Any]) -> Callable[[Any], None]:
    """Hold requests that search for values in `asked`; answers without a search know nothing."""

    def unsolved(route: Any) -> None:
        told = route.fetch().json()
        for one in (told["response"], *told["response"]["moves"]):
            one.update(positionValue="unsolved", remoteness=None)
        for move in told["response"]["moves"]:
            move.update(moveValue="unsolved")
        route.fulfill(json=told)

    def mock(page: Any) -> None:
        page.route("**/regular/positions/**", lambda route: asked.append(route))
        page.route("**/regular/known/**", unsolved)

    return mock


def test_a_board_is_played_on_while_its_values_are_searched_for(look: Look):
    asked: list[Any] = []
    page = look("#/tictactoe/regular", mock=searching(asked))
    wait_for_move(page, 0)
    choose(page, "#who", "12")
    assert page.locator(".verdict .headline").inner_text() == "Searching…"
    click(page, "A_x_4")
    wait_for_move(page, 1)
    assert state(page)["value"] == "unsolved"
    assert len(asked) == 2
    for route in asked:
        route.continue_()
    page.wait_for_selector(".stage[data-value=tie][data-remoteness='8']")
    assert page.locator(".trail .bead").count() == 1


def test_values_appear_once_the_opened_variant_is_solved(look: Look):
    """One that is solved because it was opened here: its position is requested again."""
    asked: list[Any] = []
    page = look("#/tictactoe/regular", mock=searching(asked), refusals=(503,))
    wait_for_move(page, 0)
    told = {"error": "It is going to be solved.", "progress": {"ahead": 0}}
    with page.expect_request("**/regular/positions/**"):
        asked.pop().fulfill(status=503, json=told, headers={"Retry-After": "1"})
    assert page.locator(".verdict .headline").inner_text() == "Searching…", "and not: not known"
    asked.pop().continue_()
    page.wait_for_selector(".stage[data-value=tie][data-remoteness='9']")


def test_arrows_without_hints_have_no_colors(look: Look):
    page = look("#/towersofhanoi/3_3/R_A_3_3_---B--CA-", hints=False)
    wait_for_move(page, 0)
    assert page.locator(TELLING).count() == 0
    assert page.locator(f".play {COLORED}").count() == 0
    assert moves(page) == ["M_3_8", "M_7_0", "M_7_8"], "in the order of the cells that they begin on"
    all_can_be_clicked(page, moves(page))


def test_end_of_a_match_is_told_without_hints_too(look: Look):
    page = look("#/tictactoe/regular/R_A_3_3_xx-oo----", hints=False)
    wait_for_move(page, 0)
    click(page, "A_x_2")
    assert page.locator(".verdict .headline").inner_text() == "You have won"
    assert beads(page) == ["plain"]


def test_letter_typed_into_a_field_switches_no_hints(look: Look):
    page = look("#/nim/3_3_3", hints=False)
    wait_for_move(page, 0)
    page.select_option("#variant", "")
    page.focus("#custom")
    page.keyboard.type("h")
    assert page.locator("#hints").get_attribute("aria-pressed") == "false"
    page.fill("#custom", "1_3_5")
    page.wait_for_selector(".custom svg .piece")
    assert "nimber" not in page.locator(".custom-preview").inner_text()


def test_losing_move_has_a_red_bead_in_the_graph(look: Look):
    page = look("#/tictactoe/regular/R_A_3_3_x--------".replace("R_A", "R_B"))
    wait_for_move(page, 0)
    choose(page, "#who", "12")
    made = ["A_o_1", "A_x_4"]  # on an edge: it loses; in the middle: it wins
    for move in made:
        click(page, move)
    assert beads(page) == ["lose", "win"]
    points = page.eval_on_selector_all(".plot .points circle", "all => all.map(one => one.classList[0])")
    assert points[1:] == ["win", "win"], "for the first player"


# --- links, reloads, back and forward -----------------------------------------------------------


def test_a_reload_keeps_the_match(look: Look):
    page = look("#/tictactoe/regular")
    wait_for_move(page, 0)
    choose(page, "#who", "2")
    wait_for_move(page, 1)
    click(page, moves(page)[0])
    wait_for_move(page, 3)
    page.click("#undo")
    wait_for_move(page, 1)
    before, made = state(page), page.locator(".trail li").all_inner_texts()
    page.reload()
    wait_for_move(page, 1)
    assert state(page) == before
    assert page.locator("#who").input_value() == "2"
    assert page.locator(".trail li").all_inner_texts() == made
    page.click("#redo")
    wait_for_move(page, 3)
    press(page, "#restart")
    wait_for_move(page, 1)


def test_a_reload_keeps_two_people_and_half_a_turn(look: Look):
    page = look("#/kayles/5")
    wait_for_move(page, 0)
    choose(page, "#who", "12")
    click(page, "A_x_2")
    before = state(page)
    page.reload()
    wait_for_move(page, 1)
    assert state(page) == before
    assert page.locator("#who").input_value() == "12"
    click(page, "A_1_5")


@pytest.mark.parametrize("made", [1, 2])
def test_a_link_opened_elsewhere_waits_for_a_person(look: Look, made: int):
    page, elsewhere = look("#/tictactoe/regular?who=12"), None
    wait_for_move(page, 0)
    for _ in range(made):
        click(page, moves(page)[0])
    page.evaluate("() => { window.setTimeout = () => 0; }")  # the computer never gets its turn here
    for who in ("1", "2", "12", ""):
        choose(page, "#who", who)
        link, here = address_of(page), state(page)
        elsewhere = look(link, instead=elsewhere)
        wait_for_move(elsewhere, 0)
        elsewhere.wait_for_timeout(LONG_ENOUGH / 5)
        assert state(elsewhere) == {**here, "place": 0}
        assert elsewhere.locator("#who").input_value() == ("12" if who == "12" else str(1 + made % 2))
        assert elsewhere.locator(".stage .move").count() > 0
        click(elsewhere, moves(elsewhere)[0])
        if who != "12":
            wait_for_move(elsewhere, 2)


def test_a_link_knows_where_the_match_began(look: Look):
    page = look("#/npuzzle/2x3")
    wait_for_move(page, 0)
    start = state(page)["position"]
    elsewhere = look(address_of(page))
    wait_for_move(elsewhere, 0)
    assert state(elsewhere)["position"] == start, "not another one at random"
    click(page, moves(page)[0])
    elsewhere = look(address_of(page))
    wait_for_move(elsewhere, 0)
    assert state(elsewhere)["position"] == state(page)["position"] != start
    press(elsewhere, "#restart")
    elsewhere.wait_for_selector(f".stage[data-position='{start}']")


def play_three_moves(page: Any) -> None:
    """From the catalogue into Tic-Tac-Toe, for two people."""
    page.locator(".card[data-id=tictactoe] .cover").click()
    wait_for_move(page, 0)
    choose(page, "#who", "12")
    for _ in range(3):
        click(page, moves(page)[0])


def test_back_button_leaves_the_match_at_once(look: Look):
    page = look()
    play_three_moves(page)
    page.go_back()
    page.locator(".card[data-id=nim] .cover").click()
    page.wait_for_selector("h1:text-is('Nim')")
    wait_for_move(page, 0)
    page.go_back()
    page.wait_for_selector(".card")
    page.go_forward()
    page.wait_for_selector("h1:text-is('Nim')")
    wait_for_move(page, 0)
    page.go_back()
    page.locator(".card[data-id=tictactoe] .cover").click()
    wait_for_move(page, 0)
    assert page.locator(".trail li").count() == 0, "another match"


def test_forward_leads_into_the_match_as_it_was_left(look: Look):
    page = look()
    play_three_moves(page)
    before = state(page)
    page.go_back()
    page.wait_for_selector(".card")
    page.go_forward()
    wait_for_move(page, 3)
    assert state(page) == before
    assert page.locator("#who").input_value() == "12"
    page.click("#undo")
    wait_for_move(page, 2)
