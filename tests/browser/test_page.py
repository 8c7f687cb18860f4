"""The page besides moves: catalogue, links, undo, the computer, starts and statistics."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

import pytest

from perfect_play.puzzles import families, registry
from tests.browser.conftest import Album
from tests.browser.playing import LONG_ENOUGH, choose, click, moves, press, state, unfold, wait_for_move

Look = Callable[..., Any]


# --- catalogue ----------------------------------------------------------------------------------


def test_catalogue_shows_every_game_by_family_with_a_board(look: Look, album: Album):
    page = look()
    page.wait_for_selector(".card")
    names = page.locator(".card h3").all_inner_texts()
    assert sorted(names) == sorted(cls.name for cls in registry.all_rules())
    headings = page.locator(".shelves h2").all_inner_texts()
    assert headings[0] == "Classics"
    assert headings[1:] == sorted(families.FAMILIES)
    first = (
        page.locator(".shelves section").first.locator(".card").evaluate_all("all => all.map(one => one.dataset.id)")
    )
    assert first == families.WELL_KNOWN
    assert page.locator(".card-board img").count() == page.locator(".card").count(), "a board on every card"
    album(page, "catalogue.png")
    page.fill("#search", "nim xyzzy")
    assert page.locator(".card").count() == 0
    page.fill("#search", "hanoi")
    assert page.locator(".card h3").all_inner_texts() == ["Towers of Hanoi"]
    page.fill("#search", "")
    page.select_option("#players", "twoPlayer")
    assert page.locator(".card").count() == len(registry.all_games())
    page.locator(".card[data-id=tictactoe] .cover").click()
    wait_for_move(page, 0)
    assert page.locator("h1").inner_text() == "Tic-Tac-Toe"
    page.go_back()
    page.wait_for_selector(".card")


def test_catalogue_filters_leave_the_matching_games(look: Look):
    page = look()
    page.wait_for_selector(".card")
    page.select_option("#family", "Sowing")
    assert page.locator(".card h3").all_inner_texts() == ["Kalah", "Mancala"]
    page.select_option("#family", "")
    page.select_option("#players", "onePlayer")
    page.select_option("#length", "short")
    short = page.locator(".card h3").all_inner_texts()
    assert "Towers of Hanoi" in short
    assert "Peg Solitaire" not in short


def test_unknown_game_is_named_in_a_notice(look: Look):
    page = look("#/nothing/of/this", refusals=(404,))
    assert "“nothing”" in page.locator(".notice[role=alert]").inner_text()


def test_a_game_that_is_too_large_for_a_table_opens_and_can_be_played(look: Look):
    page = look("#/quarto", refusals=(503,))
    wait_for_move(page, 0)
    assert page.locator(".stage svg .piece").count() == 16, "those to choose from, not the four of the solved variant"
    page.locator(".verdict").filter(has_text=re.compile("^Not known yet")).wait_for()  # after "Searching"
    page.locator(".movelist .option").first.click()
    wait_for_move(page, 1)
    assert page.locator(".movelist .worth").first.inner_text() == "?"


def test_address_with_a_text_that_is_no_position_is_explained(look: Look):
    page = look("#/tictactoe/regular/R_A_3_3_xxxxxxxxx", refusals=(400,))
    page.wait_for_selector(".notice:not([hidden])")
    assert "xxxxxxxxx" in page.locator(".notice").inner_text()


# --- a match ------------------------------------------------------------------------------------


def test_undo_redo_and_restart_lead_to_positions_with_links(look: Look):
    page = look("#/towersofhanoi/3_3")
    wait_for_move(page, 0)
    start = state(page)["position"]
    assert page.locator(".verdict .headline").inner_text() == "Solvable in 7 moves"
    click(page, moves(page)[0])
    after = state(page)["position"]
    assert unquote(page.url).endswith(f"/g/towersofhanoi/3_3?p={after}")
    page.click("#undo")
    wait_for_move(page, 0)
    assert state(page)["position"] == start
    page.click("#redo")
    wait_for_move(page, 1)
    assert state(page)["position"] == after
    unfold(page, "#picture")
    picture = page.request.get(page.locator("#picture").evaluate("link => link.href"))
    assert picture.ok
    assert picture.headers["content-type"].startswith("image/svg+xml")
    again = look(page.url.split("/", 3)[3])
    wait_for_move(again, 0)
    assert state(again) == {**state(page), "place": 0}
    press(page, "#restart")
    wait_for_move(page, 0)
    assert state(page)["position"] == start
    assert page.locator("#undo").is_disabled()


def test_a_position_is_copied_as_a_picture(look: Look):
    page = look("#/towersofhanoi/3_3")
    wait_for_move(page, 0)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press(page, "#copy-svg")
    page.locator("#copy-svg", has_text="Copied").wait_for()
    svg = page.evaluate("navigator.clipboard.readText()")
    assert svg == page.request.get(page.locator("#picture").evaluate("link => link.href")).text()
    press(page, "#copy-png")
    page.locator("#copy-png", has_text="Copied").wait_for()
    kinds, size = page.evaluate(
        """async () => {
            const [item] = await navigator.clipboard.read();
            const image = await createImageBitmap(await item.getType("image/png"));
            return [item.types, [image.width, image.height]];
        }"""
    )
    assert kinds == ["image/png"]
    wide, high = (3 * int(part) for part in re.findall(r' (?:width|height)="(\d+)"', svg)[:2])
    assert size == [wide, high]


def test_best_line_is_played_out_on_the_board(look: Look):
    page = look("#/towersofhanoi/3_3", calm=False)
    wait_for_move(page, 0)
    press(page, "#best")
    wait_for_move(page, 7)
    assert page.locator(".verdict .headline").inner_text() == "Solved"
    assert page.locator(".trail li").count() == 7
    assert page.locator(".plot .points circle").count() == 8
    unfold(page, ".trail")
    page.locator(".trail button").nth(2).click()
    wait_for_move(page, 3)


@pytest.mark.parametrize(
    ("count", "sentence"),
    [
        (1, "1 best line in all."),
        (10**17, "1 × 10¹⁷ best lines in all."),
        (2**64 - 1, "At least 1.8 × 10¹⁹ best lines in all."),
    ],
)
def test_count_of_best_lines_is_shown_however_large_it_is(look: Look, count: int, sentence: str):
    def counted(page: Any) -> None:
        page.route(re.compile("count=true"), lambda route: route.fulfill(json={"response": {"count": count}}))

    page = look("#/towersofhanoi/3_3", calm=False, mock=counted)
    wait_for_move(page, 0)
    press(page, "#best")
    page.locator("#hint-box p", has_text=f"This is the best line. {sentence}").wait_for()


def test_computer_answers_each_move_up_to_the_end(look: Look):
    page = look("#/tictactoe/regular")
    wait_for_move(page, 0)
    click(page, moves(page)[0])
    wait_for_move(page, 2)  # the answer of the computer
    assert state(page)["value"] == "tie"
    page.click("#undo")
    wait_for_move(page, 0)
    choose(page, "#who", "")
    page.wait_for_selector(".stage[data-over=true]")
    assert page.locator(".verdict .headline").inner_text() == "A tie"


def test_undo_to_the_turn_of_the_computer_lets_it_wait(look: Look):
    page = look("#/tictactoe/regular")
    wait_for_move(page, 0)
    choose(page, "#who", "2")
    wait_for_move(page, 1)
    page.click("#undo")  # back to the computer's turn
    wait_for_move(page, 0)
    page.wait_for_timeout(LONG_ENOUGH / 5)
    assert state(page)["place"] == 0
    assert page.locator("#who").input_value() == "2"
    page.click("#go-on")
    wait_for_move(page, 1)


def test_a_remoteness_that_is_not_known_is_not_told(look: Look):
    page = look("#/kayles/400")
    wait_for_move(page, 0)
    assert page.locator(".verdict .headline").inner_text() == "You can win"
    assert set(page.locator(".movelist .worth").all_inner_texts()) == {"wins", "loses"}


def test_turn_of_two_touches_is_made_by_two_clicks(look: Look):
    page = look("#/kayles/5")
    wait_for_move(page, 0)
    choose(page, "#who", "12")
    click(page, "A_x_2")
    assert "_prevmove=2" in state(page)["position"]
    assert set(moves(page)) == {"A_1_5", "A_x_1", "A_x_3"}
    click(page, "A_1_5")
    assert state(page)["position"] == "R_B_1_5_--x--"


def test_hints_can_be_switched_off(look: Look):
    page = look("#/tictactoe/regular/R_A_3_3_xo-------")
    wait_for_move(page, 0)
    assert page.locator(".stage .move[data-value]").count() == 7
    strong = page.locator(".stage .move.win .spot").first.get_attribute("opacity")
    assert strong == "1"
    press(page, "#hints")
    assert page.locator(".stage .move").count() == 7
    assert page.locator(".stage [data-value]").count() == 0
    assert page.locator(".movelist .worth").count() == 0
    assert page.locator("#hints").get_attribute("aria-pressed") == "false"
    assert "win" not in page.locator(".verdict").inner_text().lower()


def test_random_start_chosen_as_hard_is_far_from_solved(look: Look):
    page = look("#/npuzzle/2x3")
    wait_for_move(page, 0)
    choose(page, "#difficulty", "hard")
    press(page, "#random")
    page.wait_for_function("() => Number(document.querySelector('.stage')?.dataset.remoteness) > 14")
    assert state(page)["remoteness"] <= 21


def test_statistics_show_remotenesses_and_the_deepest_positions(look: Look, album: Album):
    page = look("#/npuzzle/2x3")
    wait_for_move(page, 0)
    unfold(page, "#statistics")
    page.wait_for_selector("#statistics .plot rect")
    assert page.locator("#statistics .bars rect").count() == 22, "remotenesses 0 to 21"
    assert "the greatest remoteness is 21" in page.locator("#statistics").inner_text()
    album(page, "statistics.png", full_page=True)
    page.locator(".deepest a").first.click()
    page.wait_for_selector(".stage[data-remoteness='21']")


def test_rules_are_open_at_the_first_visit_of_a_game(look: Look):
    page = look("#/lightsout/2")
    wait_for_move(page, 0)
    assert page.locator("#instructions strong").first.is_visible(), "with the board"
    assert "neighbors" in page.locator("#instructions").inner_text()
    page.reload()
    wait_for_move(page, 0)
    assert page.locator("#instructions strong").count() == 0, "folded from the second visit on"
    page.locator("#instructions summary").click()
    page.wait_for_selector("#instructions strong")
    page.goto(page.url.partition("#")[0] + "#/tictactoe/regular")
    page.wait_for_selector("h1:text('Tic')")
    wait_for_move(page, 0)
    assert page.locator("#instructions").inner_text().startswith("Rules\n\nPut your mark"), "another game's are open"
    assert page.locator("#instructions .symbol").count() == 1, "its letter is the drawing of the piece"


# --- custom starts ------------------------------------------------------------------------------


def test_a_bad_custom_start_shows_the_sentence_beside_the_field(look: Look, album: Album):
    page = look("#/nim/3_3_3", refusals=(400,))
    wait_for_move(page, 0)
    page.select_option("#variant", "")
    page.wait_for_selector(".custom svg")
    for text, sentence in [
        ("3_x", "'3_x' is not a start of nim."),
        ("200_3_100", "3 piles of up to 200: 600 cells, more than 500"),
    ]:
        page.fill("#custom", text)
        page.wait_for_function(
            "words => document.querySelector('#custom-fault').textContent.includes(words)", arg=sentence
        )
        assert page.locator("#custom").get_attribute("aria-invalid") == "true"
        assert page.locator(".custom button").is_disabled()
        assert page.locator(".custom svg").count() == 0
    field, fault = page.locator("#custom").bounding_box(), page.locator("#custom-fault").bounding_box()
    assert 0 <= fault["y"] - (field["y"] + field["height"]) < 30, "right below it"
    album(page, "custom-refused.png", full_page=True)
    page.fill("#custom", "1_3_5")
    page.wait_for_selector(".custom svg .piece")
    assert "nimber 7" in page.locator(".custom-preview").inner_text()
    assert page.locator("#custom-fault").inner_text() == ""
    page.click(".custom button")
    page.wait_for_selector(".stage[data-position='R_A_5_3_--l--l-ll-lllll']")
    assert "1_3_5" in page.url


def test_level_is_drawn_cell_by_cell_and_played(look: Look, album: Album):
    page = look("#/sokoban/6", refusals=(400, 503))  # a preview of half a level; no builder solves the new one
    wait_for_move(page, 0)
    page.select_option("#variant", "")
    page.click(".custom-drawing summary")
    cell = ".level-cells [data-row='1'][data-col='{}']"
    page.wait_for_selector(cell.format(4))
    page.fill("#level-cols", "7")
    page.keyboard.press("Tab")
    assert page.input_value("#custom") == "WWWWWWt_WptbGWt_WWWWWWt"
    for piece, *cols in (("t", 4), ("G", 5), ("W", 6)):
        page.click(f".level-grid .palette button:text-is('{piece}')")
        for col in cols:
            page.click(cell.format(col))
    page.focus("#custom")
    page.fill("#custom", page.input_value("#custom").replace("Wt_", "WW_", 1))
    page.wait_for_function("() => document.querySelector('.level-cells [data-col=\"6\"]').textContent === 'W'")
    page.click(".level-cells [data-row='2'][data-col='6']")
    assert page.input_value("#custom") == "WWWWWWW_WptbtGW_WWWWWWW"
    album(page, "level-drawn.png", full_page=True)
    page.click(".custom-field button")
    page.wait_for_url("**/WWWWWWW_WptbtGW_WWWWWWW*")
    page.wait_for_selector(".stage[data-position]")


def test_level_grid_pasted_level_and_arrow_keys_follow(look: Look):
    page = look("#/sokoban/6", refusals=(503,))
    wait_for_move(page, 0)
    page.select_option("#variant", "")
    page.click(".custom-drawing summary")
    page.wait_for_selector(".level-cells button")
    page.fill("#custom", "|########|#@ $ . #|########")
    page.wait_for_function("() => document.querySelector('#level-cols').value === '8'")
    for unusable in ("", "0", "99"):
        page.fill("#level-cols", unusable)
        page.keyboard.press("Tab")
        assert page.input_value("#level-cols") == "8"
    page.focus(".level-cells [tabindex='0']")
    for key in ("ArrowRight", "ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert page.input_value("#custom") == "WWWWWWWW_WpWbtGtW_WWWWWWWW"


def test_level_grid_follows_a_pasted_tray_of_letters(look: Look):
    page = look("#/klotski/pennant", refusals=(400, 503))
    wait_for_move(page, 0)
    page.select_option("#variant", "")
    page.fill("#custom", "ABBC|ABBC|DEFG|DHIG|J..K")
    page.click(".custom-drawing summary")
    page.wait_for_function("() => document.querySelector('.level-cells [data-row=\"4\"]')?.textContent === 'J'")
    page.click(".level-grid .palette button:text-is('-')")
    page.click(".level-cells [data-row='4'][data-col='3']")
    assert page.input_value("#custom") == "ABBCABBCDEFGDHIGJ---"


def test_level_grid_square_text_without_bars_has_equal_sides(look: Look):
    page = look("#/flowfree/a", refusals=(503,))
    wait_for_move(page, 0)
    page.select_option("#variant", "")
    page.click(".custom-drawing summary")
    page.wait_for_selector(".level-cells button")
    assert (page.input_value("#level-rows"), page.input_value("#level-cols")) == ("5", "5")
