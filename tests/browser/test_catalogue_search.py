"""The catalogue's search field: games are found by what people call them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Look = Callable[..., Any]

FIRST_FOUND = {
    "8-puzzle": "npuzzle",
    "8 puzzle": "npuzzle",
    "15 puzzle": "npuzzle",
    "15-Puzzle": "npuzzle",
    "reversi": "othello",
    "four in a row": "connect4",
    "connect four": "connect4",
    "2x2": "rubikscube",
    "pocket cube": "rubikscube",
    "noughts and crosses": "tictactoe",
    "mu torere": "mutorere",
    "tic tac toe": "tictactoe",
    "tictactoe": "tictactoe",
    "HANOI": "towersofhanoi",
    "rubiks": "rubikscube",
    "rubik's": "rubikscube",
    "setting sun": "klotski",
    "checkers": "foxandhounds",
    "mills": "ninemensmorris",
    "oware": "kalah",
    "gomoku": "tictactoe",
    "ajedrez": "chess",
    "huit reines": "nqueens",
    "sudoku": "nqueens",
}


def found_by(page: Any, query: str) -> list[str]:
    """The ids of the cards a search leaves, in order."""
    page.fill("#search", query)
    ids: list[str] = page.eval_on_selector_all(".card", "cards => cards.map(card => card.dataset.id)")
    return ids


def test_search_by_a_name_finds_the_game(look: Look):
    page = look()
    page.wait_for_selector(".card")
    assert {query: found_by(page, query)[0] for query in FIRST_FOUND} == FIRST_FOUND
    for query in ("misere", "Misère"):
        assert {"hexapawn", "mutorere", "tictactoe"} <= set(found_by(page, query)), "all that have such a variant"
    for query, found in [("8-puzzle", ["npuzzle"]), ("reversi", ["othello"]), ("xyzzy", []), ("2x2 xyzzy", [])]:
        assert found_by(page, query) == found
    assert found_by(page, "2x2").count("lightsout") == 1, "a variant's name counts, after all names"
    assert found_by(page, "%") == []
    assert page.locator(".count").inner_text() == "Nothing found. Try another name, or fewer words."


def test_search_that_finds_nothing_offers_the_nearest(look: Look):
    page = look()
    page.wait_for_selector(".card")
    near = {"tictaktoe": "tictactoe", "conect": "connect4", "hanoy": "towersofhanoi", "reversy": "othello"}
    assert {query: found_by(page, query)[0] for query in near} == near
    assert page.locator(".count").inner_text() == "Nothing is called “reversy”. Did you mean one of these?"
    assert found_by(page, "qqqqqqqq") == []
    assert "Nothing found" in page.locator(".count").inner_text()
    assert found_by(page, "xiangqi") == ["chess", "dshogi", "quickchess"]
    assert page.locator(".count").inner_text() == "Nothing is called “xiangqi”. Did you mean one of these?"
    assert found_by(page, "Xian") == ["chess", "dshogi", "quickchess"], "also half typed"
    assert set(found_by(page, "go")) > {"gobbletgobblers", "othello", "y"}
    assert "Nothing" not in page.locator(".count").inner_text()


def test_address_that_names_no_game_offers_the_nearest_or_all(look: Look):
    page = None
    for path, nearest in (("tictaktoe", ["tictactoe"]), ("xyzzyx", None)):
        page = look(path, refusals=(404,), instead=page)
        page.locator(".notice", has_text=f"There is no puzzle or game called “{path}”.").wait_for()
        page.wait_for_selector(".card")
        ids = page.eval_on_selector_all(".card", "cards => cards.map(card => card.dataset.id)")
        if nearest:
            assert ids[:1] == nearest
        else:
            assert len(ids) > 100
            assert "Nothing found" not in page.locator(".count").inner_text()


def test_enter_opens_the_first_result(look: Look):
    page = look()
    page.wait_for_selector(".card")
    page.fill("#search", "reversi")
    page.press("#search", "Enter")
    page.wait_for_selector("h1:text('Othello')")
