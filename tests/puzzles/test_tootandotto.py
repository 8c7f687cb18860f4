"""Toot and Otto: words, supplies, the small board whole, and random games against a literal version of the rules."""

from __future__ import annotations

import random

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Add
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from, reached

ID, SMALL = "tootandotto/4", "tootandotto/2"


def test_small_board_has_the_known_counts_and_result_of_the_start():
    assert reached(SMALL) == {
        "win": {0: 40, 1: 39, 2: 12, 3: 26, 4: 3, 5: 8, 7: 2},
        "lose": {0: 40, 1: 9, 2: 17, 3: 2, 4: 9, 6: 1},
        "tie": {0: 50, 1: 100, 2: 150, 3: 148, 4: 103, 5: 30, 6: 13, 7: 2, 8: 1},
    }
    assert result_of(SMALL, load(SMALL).start()) == Result(Value.TIE, 8)


def words_in(cells: str, cols: int) -> set[str]:
    """The words on a board, read in every direction."""
    found = set()
    for row in range(4):
        for col in range(cols):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + 3 * down < 4 and 0 <= col + 3 * right < cols:
                    found.add("".join(cells[(row + i * down) * cols + col + i * right] for i in range(4)))
    return found & {"TOOT", "OTTO"}


@pytest.mark.parametrize("cols", [2, 4, 6])
def test_random_games_follow_a_literal_version_of_the_rules(cols: int):
    """Supplies drop by one per letter; play ends with a word or a full board."""
    rules, rng = load(f"tootandotto/{cols}"), random.Random(cols)
    for _ in range(30):
        position, supplies = rules.start(), [cols] * 4
        while (value := rules.primitive(position)) is None:
            turn, cells = position[0], rules.format(position)[2 : 2 + 4 * cols]
            assert not words_in(cells, cols)
            assert rules.format(position)[-4:] == "".join(map(str, supplies))
            moves = {rules.format_move(position, move): move for move in rules.moves(position)}
            held = {letter for letter, left in zip("TO", supplies[2 * turn - 2 : 2 * turn], strict=True) if left}
            assert set(moves) == {f"{letter}{col + 1}" for letter in held for col in range(cols) if cells[col] == "-"}
            name = rng.choice(sorted(moves))
            supplies[2 * turn - 2 + "TO".index(name[0])] -= 1
            position = rules.do_move(position, moves[name])
        turn, words = position[0], words_in(rules.format(position)[2 : 2 + 4 * cols], cols)
        own = {1: "TOOT", 2: "OTTO"}[turn]
        assert value is (Value.TIE if len(words) != 1 else Value.WIN if own in words else Value.LOSE)


def test_moves_drop_either_letter_in_each_column_and_use_it_up():
    assert moves_from(ID, "1_------------TO--3443") == {
        **{f"T{col}": f"2_{cells}2443" for col, cells in enumerate(dropped("T"), 1)},
        **{f"O{col}": f"2_{cells}3343" for col, cells in enumerate(dropped("O"), 1)},
    }


def dropped(letter: str) -> list[str]:
    """The board with `TO` in its lowest row, after dropping this letter into each column."""
    return [
        f"--------{letter}---TO--",
        f"---------{letter}--TO--",
        f"------------TO{letter}-",
        f"------------TO-{letter}",
    ]


def test_picture_shows_the_letters_left_of_both_players():
    rules = load(ID)
    picture, position = picture_of(rules), rules.parse("1_------------TO--3443")
    assert picture.cells(position) == "TO--------------" + "TTT-" + "OOOO" + "OOO-" + "TTTT" + "-" * 8
    assert picture.button(rules.start(), 2 * 3) == Add("t", 35)
    assert picture.button(rules.start(), 2 * 3 + 1) == Add("o", 39)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("1_----------------444", MalformedPosition),
        ("1_----------------5444", MalformedPosition),
        ("1_----------------4443", IllegalPosition),
        ("2_----------------4444", IllegalPosition),
        ("2_T---------------3444", IllegalPosition),
    ],
)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[PositionError]):
    with pytest.raises(error):
        load(ID).parse(text)
