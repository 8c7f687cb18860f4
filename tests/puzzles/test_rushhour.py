"""Rush Hour, checked against the recorded service, published lengths, and a search by the plain rules."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Position, Rules, Value
from perfect_play.puzzles.notation.autogui import write_board, write_move
from perfect_play.puzzles.one_player.rushhour import LEVELS, NAMES, RushHour
from perfect_play.solvers.result import LOST
from perfect_play.solvers.untabled.components import OnDemand
from tests.helpers import exhaustive, golden, load, reachable
from tests.puzzles import rush_hour_levels
from tests.puzzles.rush_hour_levels import GRADES, graded

ENGINE = OnDemand()
PLAIN = [name for name in NAMES if name != "walls"]
ENTRIES = json.loads(LEVELS.read_text(encoding="utf-8"))


def asked(full_id: str, text: str) -> int | None:
    rules = load(full_id)
    return ENGINE.probe(rules, rules.parse(text)).remoteness


def plain_search(rules: Rules, first: Position) -> dict[Position, int | None]:
    """Moves to the nearest solved position for all of a position's component, by the plain rules alone."""
    everything = reachable(rules, [first])
    level = [position for position in everything if rules.primitive(position) is Value.WIN]
    found: dict[Position, int | None] = dict.fromkeys(level, 0)
    depth = 0
    while level:
        depth += 1
        level = [
            child
            for child in {rules.do_move(position, move) for position in level for move in rules.moves(position)}
            if child not in found
        ]
        found.update(dict.fromkeys(level, depth))
    return {position: found.get(position) for position in everything}


# --- lengths ------------------------------------------------------------------------------------

RECORDED = {"basic": (95, 10), "easy": (332, 16), "medium": (1140, 21), "hard": (14520, 27), "expert": (3766, 32)}


@pytest.mark.parametrize("level", RECORDED)
def test_recorded_starts_have_their_remoteness_and_component(level: str):
    rules = load(f"rushhour/{level}")
    component = ENGINE.component(rules, rules.start())
    assert (len(component), ENGINE.probe(rules, rules.start()).remoteness) == RECORDED[level]


PUBLISHED = [  # board, moves, steps, positions connected with it
    ("TTLRT-MBT-BTB-B12MLmRT-B--TBLRLRBLR---", 51, 83, 4780),  # the most moves without walls
    ("LmRTTTTLRBMMB-12BBLRT----TB-LR-BLRLR--", 49, 93, 24132),  # the most steps: another board
    ("TLRx--B--TLRT12B--B-TLRTLRB--MLRLmRB--", 60, 103, 2332),  # the most moves with walls
    exhaustive("T--TLRBLRB-T-T-12B-BLRTTLRT-BB--B-LR--", 24, 43, 278666),
    exhaustive("LR-T---T-BLR-B12TTT-LRBBB-TLR-LRB-----", 15, 29, 541934),
]


@pytest.mark.parametrize(("text", "moves", "steps", "connected"), PUBLISHED)
def test_boards_take_the_published_moves_and_reach_as_many_positions(text: str, moves: int, steps: int, connected: int):
    """From M. Fogleman's enumeration of all boards; the steps of the last are ours."""
    variant = "walls" if "x" in text else "expert"
    assert asked(f"rushhour/{variant}", text) == moves
    assert asked(f"rushhour/{variant}_steps", text) == steps
    rules = load(f"rushhour/{variant}")
    assert len(ENGINE.component(rules, rules.parse(text))) == connected


def test_boards_with_most_moves_and_most_steps_differ():
    (_, most_moves, fewer_steps, _), (_, fewer_moves, most_steps, _) = PUBLISHED[:2]
    assert (most_moves, most_steps) == (51, 93)
    assert (fewer_moves, fewer_steps) == (49, 83)


@pytest.mark.parametrize(
    "full_id", ["basic", "easy", "medium", "walls", "basic_steps", "easy_steps", "medium_steps", "walls_steps"]
)
def test_every_remoteness_is_that_of_a_plain_search(full_id: str):
    """The whole component, also the positions that the start does not reach, and the moves of solved ones."""
    rules = load(f"rushhour/{full_id}")
    expected = plain_search(rules, rules.start())
    component = ENGINE.component(rules, rules.start())
    assert len(component) == len(expected)
    for position, remoteness in expected.items():
        assert ENGINE.probe(rules, position).remoteness == remoteness
    assert Counter(found.remoteness for _, found in component.items()) == Counter(expected.values())


# --- today's protocol ----------------------------------------------------------------------------


@pytest.mark.parametrize("variant", golden("rushhour"))
def test_remotenesses_of_positions_and_their_children_equal_the_recorded_ones(variant: str):
    """Of positions and their children, including solved ones."""
    for text, (remoteness, moves) in golden("rushhour")[variant]["samples"].items():
        assert asked(f"rushhour/{variant}", text) == remoteness
        for child, child_remoteness in moves.values():
            assert asked(f"rushhour/{variant}", child) == child_remoteness


def test_a_recorded_board_whose_answer_was_wrong():
    """Its moves are as recorded. It was reported lost, as were all its children, but it takes eleven moves."""
    rules = load("rushhour/basic")
    position = rules.parse("TLRLmRM-TLmRB-B12TTLR--BBLmRLRLRLmR---")
    moves = {rules.format_move(position, m): rules.format(rules.do_move(position, m)) for m in rules.moves(position)}
    assert moves == {
        "20 21": "TLRLmRM-TLmRB-B12TT-LR-BBLmRLRLRLmR---",
        "20 22": "TLRLmRM-TLmRB-B12TT--LRBBLmRLRLRLmR---",
        "34 35": "TLRLmRM-TLmRB-B12TTLR--BBLmRLRLR-LmR--",
    }
    assert plain_search(rules, position)[position] == 11
    assert ENGINE.probe(rules, position).remoteness == 11


def test_a_board_that_cannot_be_solved():
    rules = load("rushhour/basic")
    position = rules.parse("-----T-----M12---B" + "-----T-----M-----B" + "--")
    assert ENGINE.probe(rules, position) == LOST
    assert set(plain_search(rules, position).values()) == {None}


def test_exit_takes_the_red_car_out_and_lets_it_come_back():
    """Red goes to 36 when it reaches the end of its row, and comes back from there."""
    rules = load("rushhour/basic")
    before = rules.parse("-" * 12 + "-12---" + "-" * 18 + "--")
    names = [rules.format_move(before, move) for move in rules.moves(before)]
    assert names == ["13 12", "14 15", "14 16", "14 36"]
    solved = rules.do_move(before, (13, 3))
    assert rules.format(solved) == "-" * 36 + "12"
    assert rules.primitive(solved) is Value.WIN
    assert [rules.format_move(solved, move) for move in rules.moves(solved)] == ["36 15", "36 14", "36 13", "36 12"]
    steps = load("rushhour/basic_steps")
    assert [steps.format_move(before, move) for move in steps.moves(before)] == ["13 12", "14 15"]
    assert [steps.format_move(solved, move) for move in steps.moves(solved)] == ["36 15"]


def test_board_of_the_old_protocol_has_two_more_columns_for_the_exit():
    """Six rows of eight cells: the exit adds two cells to the third row; unusable ones hold `*`."""
    rules = load("rushhour/easy")
    start = rules.start()
    rows = ("--TLRT**", "--BLRM**", "T-T12B--", "B-MT--**", "T-BBLR**", "BLRLmR**")
    assert write_board(rules.board(start), 1) == f"R_A_6_8_{''.join(rows)}"
    assert [write_move(rules, start, move) for move in rules.moves(start)] == ["M_21_29", "M_16_8", "M_16_0"]
    solved = rules.parse("T-TTLRB-BBLRT-T---B-M--T--BLRMLRLmRB12")
    assert rules.board(solved).cells[16:24] == "T-T---12"
    buttons = {rules.format_move(solved, move): write_move(rules, solved, move) for move in rules.moves(solved)}
    assert buttons["36 15"] == "M_22_19"
    walls = load("rushhour/walls")
    assert walls.board(walls.start()).cells[3] == "*"
    assert walls.from_board(walls.board(walls.start()).cells, 1) == walls.start()


# --- which positions are legal --------------------------------------------------------------------

START = "--TLRT--BLRMT-T12BB-MT--T-BBLRBLRLmR--"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (START.replace("--", "==", 1), "each one of -LmR12TMB"),
        (START[:-1], "36 cells and 2 outside"),
        (START.replace("T-T12B", "T-T--B"), "only the red car 12"),
        ("-" * 12 + "12-12-" + "-" * 20, "only the red car 12"),
        ("LR" + "-" * 10 + "LR-12-" + "-" * 20, "only the red car 12"),
        ("-" * 12 + "-LR---" + "-" * 20, "only the red car 12"),
        ("12" + "-" * 36, "'12----' stands in row 1; expected whole vehicles"),
        ("-" * 18 + "12" + "-" * 18, "stands in row 3; expected only the red car"),
        ("-" * 12 + "21----" + "-" * 20, "only the red car 12"),
        ("LmmR--" + "------" + "12----" + "-" * 20, "stands in row 1"),
        ("RL----" + "------" + "12----" + "-" * 20, "stands in row 1"),
        ("T-----" + "------" + "12----" + "-" * 20, "stands in column 1; expected whole vehicles TB and TMB"),
        ("-----T" + "-----M" + "12---M" + "-----B" + "-" * 14, "stands in column 6"),
        ("-" * 12 + "----12" + "-" * 18 + "--", "outside is '--', or '12'"),
        ("-" * 12 + "12----" + "-" * 18 + "12", "stands in row 3"),
        ("-" * 12 + "----LR" + "-" * 18 + "12", "outside is"),
        ("-" * 36 + "1-", "outside is"),
        ("-" * 38, "only the red car"),
        ("x-----" + "------" + "12----" + "-" * 20, "each one of -LmR12TMB"),
    ],
)
def test_illegal_and_malformed_boards_are_refused(text: str, says: str):
    with pytest.raises((IllegalPosition, MalformedPosition)) as refused:
        load("rushhour/easy").parse(text)
    assert says in str(refused.value)


def test_any_legal_board_is_answered_in_any_variant():
    """The text alone determines the board; walls only in variants that may have them."""
    for level in (*PLAIN, "walls"):
        assert asked(f"rushhour/{level}", START) == 16
        assert asked(f"rushhour/{level}_steps", START) == 20
    assert asked("rushhour/basic", "-" * 12 + "12----" + "-" * 20) == 1
    assert asked("rushhour/basic_steps", "-" * 12 + "12----" + "-" * 20) == 4
    assert asked("rushhour/walls", "-" * 12 + "12--x-" + "-" * 20) is None
    assert asked("rushhour/basic", "---T-----M--12-B--" + "-" * 20) == 2


# --- the boards ------------------------------------------------------------------------------------


def test_every_variant_has_its_boards():
    assert set(ENTRIES) == set(NAMES)
    for level in NAMES:
        rules = load(f"rushhour/{level}")
        starts = rules.starts()
        assert rules.start() == starts[0]
        assert len(set(starts)) == len(starts) >= (16 if level == "walls" else 40)
        assert all(rules.parse(rules.format(start)) == start for start in starts)
        assert all(rules.primitive(start) is None for start in starts)
        assert all(("x" in start) <= (level == "walls") for start in starts)
        assert load(f"rushhour/{level}_steps").starts() == starts
        moves = [entry["moves"] for entry in ENTRIES[level][1:]]
        assert moves == sorted(moves)
    assert len({start for level in NAMES for start in load(f"rushhour/{level}").starts()}) >= 220


def test_boards_are_of_the_grade_they_stand_in():
    least = 1
    for grade, (most, _) in GRADES.items():
        assert all(least <= entry["moves"] <= most for entry in ENTRIES[grade])
        least = most + 1


@pytest.mark.second_ring
@pytest.mark.parametrize("level", NAMES)
def test_the_lengths_that_are_written_are_right(level: str):
    """The first board of the list, one in the middle and the last."""
    entries = ENTRIES[level]
    for entry in (entries[0], entries[len(entries) // 2], entries[-1]):
        assert graded(entry["board"])[0]._asdict() == entry
        variant = f"rushhour/{level}"
        assert asked(variant, entry["board"] + "--") == entry["moves"]
        assert asked(f"{variant}_steps", entry["board"] + "--") == entry["steps"]


@pytest.mark.second_ring
def test_the_boards_are_those_that_the_command_makes():
    """For its first climb: the first board of each grade on it is in the file."""
    rng = random.Random(rush_hour_levels.SEED)
    first: dict[str, str] = {}
    for found in rush_hour_levels.climb(rng, rush_hour_levels.first_grid(rng, [])):
        if found.moves >= rush_hour_levels.MIN_MOVES:
            first.setdefault(rush_hour_levels.grade_of(found.moves), found.board)
    assert first
    for grade, board in first.items():
        assert board in {entry["board"] for entry in ENTRIES[grade]}


def test_variants_are_named_as_they_were():
    assert [variant.id for variant in RushHour.variants][:5] == PLAIN
    assert [variant.name for variant in RushHour.variants][:5] == ["Basic", "Easy", "Medium", "Hard", "Expert"]
