"""Lunar Lockout: known counts, slides by example, legal positions, and the kernel over a whole level."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfect_play.puzzles.base import ONGOING, PRIMITIVES, IllegalPosition, MalformedPosition, Value
from perfect_play.puzzles.notation.autogui import write_cells, write_drawn
from perfect_play.puzzles.one_player.lunarlockout import GONE, LunarLockout
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Board, Move
from perfect_play.solvers.result import LOST, Result
from perfect_play.solvers.tables.store import Store
from tests.helpers import load, solved
from tests.native.solving import in_a_process
from tests.puzzles.walking import graph_by_kernel

FIRST = "------------1----2-----3--------4-------0--------"
COUNTS = [  # variant, positions reachable from the start, how many of them are solvable, moves from the start
    ("Beginner_1", 19_759, 225, 4),
    ("Beginner_2", 52_004, 227, 6),
    ("Easy_16", 152_044, 349, 5),
    ("Easy_17", 116_671, 638, 7),
    ("Medium_28", 245_452, 599, 6),
    ("Medium_29", 257_142, 494, 6),
    ("Hard_34", 9_398_601, 49_669, 10),
    ("Hard_35", 8_688_935, 184_304, 7),
]


def rules_of(variant: str = "Beginner_1") -> LunarLockout:
    rules = load(f"lunarlockout/{variant}")
    assert isinstance(rules, LunarLockout)
    return rules


def drawn(*rows: str) -> str:
    """The text of a position, from its seven rows."""
    assert [len(row) for row in rows] == [7] * 7
    return "".join(rows)


# --- numbers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "positions", "solvable", "moves"), COUNTS[:2])
def test_start_and_counts_of_each_level_are_the_known_ones(variant: str, positions: int, solvable: int, moves: int):
    rules, solution = rules_of(variant), solved(f"lunarlockout/{variant}")
    assert solution.domain == "reachable"
    assert solution.result(rules, rules.start()) == Result(Value.WIN, moves)
    assert len(solution.results) == positions
    assert sum(found != LOST for found in solution.results.values()) == solvable


@pytest.mark.exhaustive
@pytest.mark.parametrize(("variant", "positions", "solvable", "moves"), COUNTS)
def test_native_counts_are_the_known_ones(variant: str, positions: int, solvable: int, moves: int, tmp_path: Path):
    rules = rules_of(variant)
    in_a_process(tmp_path, rules.full_id)
    store = Store(tmp_path / "tables")
    meta = store.meta(rules)
    assert store.probe(rules, rules.start()) == Result(Value.WIN, moves)
    assert (meta.positions, sum(meta.histogram["win"].values())) == (positions, solvable)
    assert rules.variant.positions == positions


def test_the_kernel_reaches_what_the_rules_reach():
    rules = rules_of()
    expected = {}
    for position in solved(rules.full_id).results:
        ended = PRIMITIVES[rules.primitive(position)]
        children = {rules.rank(child) for child in rules.children(position)} if ended == ONGOING else set()
        expected[rules.rank(position)] = (ended, children)
    assert graph_by_kernel(rules) == expected


# --- slides -----------------------------------------------------------------------------------


def after(rules: LunarLockout, text: str, name: str) -> str:
    position = rules.parse(text)
    move = next(move for move in rules.moves(position) if rules.format_move(position, move) == name)
    return rules.format(rules.do_move(position, move))


def test_moves_of_the_start_stop_at_robots_or_in_the_border():
    """Red is in the lower right corner of the grid: moving up it is stopped, other directions lead into the border."""
    rules = rules_of()
    start = rules.start()
    assert rules.format(start) == FIRST
    found = {rules.format_move(start, move): rules.button(start, move) for move in rules.moves(start)}
    assert found["0 u"] == Move(40, 19)
    assert found["0 r"] == Move(40, 41)
    assert found["0 d"] == Move(40, 47)
    assert found["0 l"] == Move(40, 35)
    assert found["3 r"] == Move(23, 27)
    assert len(found) == 20


def test_robots_on_the_grid_stop_others_and_those_in_the_border_do_not():
    rules = rules_of()
    text = drawn("-------", "-4-3---", "-------", "1------", "------2", "-0-----", "-------")
    assert after(rules, text, "0 u") == text.replace("-0-----", "-------").replace("-------1", "-0-----1", 1)
    assert after(rules, text, "4 r") == text.replace("-4-3", "--43")
    position = rules.parse(text)
    assert {rules.format_move(position, move) for move in rules.moves(position)} == {
        f"{robot} {way}" for robot in (0, 3, 4) for way in "urdl"
    }


def test_a_robot_takes_the_place_of_one_in_the_border():
    rules = rules_of()
    text = drawn("-------", "4-----3", "-1-----", "-------", "--2----", "----0--", "-------")
    moved = after(rules, text, "1 u")
    assert moved == drawn("-1-----", "4-----3", "-------", "-------", "--2----", "----0--", "-------")
    again = after(rules, drawn("-------", "4-----3", "-------", "-------", "--2--1-", "----0--", "-------"), "1 u")
    assert again == drawn("-----1-", "4-----3", "-------", "-------", "--2----", "----0--", "-------")
    replaced = after(rules, drawn("-------", "4--1---", "-------", "-------", "--2--3-", "----0--", "-------"), "1 l")
    assert replaced == drawn("-------", "1------", "-------", "-------", "--2--3-", "----0--", "-------")
    assert rules.parse(replaced)[4] == GONE


def test_red_over_the_center_wins_only_if_it_stops_there_and_loses_in_the_border():
    """Red passing over the center does not stop there; in the border it is lost, and nothing moves."""
    rules = rules_of()
    over = drawn("-------", "-------", "-------", "-0-----", "-------", "1-2-3-4", "-------")
    position = rules.parse(over)
    assert rules.primitive(position) is None
    lost = rules.parse(after(rules, over, "0 r"))
    assert rules.format(lost)[27] == "0"
    assert rules.primitive(lost) is Value.LOSE
    assert list(rules.moves(lost)) == []
    won = after(rules, drawn("-------", "-------", "-------", "-0--1--", "-------", "--2-3-4", "-------"), "0 r")
    assert won[24] == "0"
    assert rules.primitive(rules.parse(won)) is Value.WIN


# --- form -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (FIRST[:-1], MalformedPosition),
        (FIRST.replace("4", "5"), MalformedPosition),
        (FIRST.replace("4", "3"), IllegalPosition),
        (FIRST.replace("4", "-"), IllegalPosition),  # no piece is in the border in its place
        (FIRST.replace("0", "-"), IllegalPosition),
        ("1" + FIRST.replace("1", "-")[1:], IllegalPosition),  # in a corner
        (FIRST.replace("4", "-")[:48] + "3", IllegalPosition),
    ],
)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[Exception]):
    with pytest.raises(error):
        rules_of().parse(text)


def test_a_missing_robot_was_replaced():
    rules = rules_of()
    text = "-2" + FIRST.replace("2", "-").replace("4", "-")[2:]
    assert rules.parse(text) == (40, 12, 1, 23, GONE)
    assert rules.format(rules.parse(text)) == text


def test_board_and_picture_show_the_robots():
    rules = rules_of("Hard_34")
    start = rules.start()
    assert rules.board(start) == Board(7, 7, "----------1-2---------3---------4---5---0--------")
    picture = picture_of(rules)
    [theme] = picture.themes()
    assert theme.space == (7, 7)
    assert len(theme.centers) == 49
    assert theme.background == "lunarlockout/board.svg"
    assert {char: image.path for char, image in theme.images.items()} == {
        str(robot): f"lunarlockout/robotcat{robot}.svg" for robot in range(6)
    }
    assert write_cells(picture, start) == "1_" + rules.format(start)
    assert write_drawn(picture, start, (0, "u")) == "M_40_19_x"
