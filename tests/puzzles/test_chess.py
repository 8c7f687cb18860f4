"""Chess: published tables and longest wins, en passant, and legality."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value
from perfect_play.puzzles.boards import laws
from perfect_play.puzzles.boards.game import BoardGame, Position
from perfect_play.puzzles.boards.moves import target_of
from perfect_play.puzzles.notation.move_texts import moves_named
from perfect_play.puzzles.notation.position_texts import read_position as read_text
from perfect_play.puzzles.two_player.chess import Chess, endgame
from perfect_play.puzzles.view import Move
from perfect_play.solvers.native import process, tier_engine
from perfect_play.solvers.native.checkpoint import Checkpoint
from perfect_play.solvers.native.engine import Task
from perfect_play.solvers.reports.judgments import BadPlay, moves_in
from perfect_play.solvers.result import Result
from tests.helpers import exhaustive, late, load, result_of
from tests.puzzles.reached import moves_from, row

Lookup = Callable[[Position], Result | None]


def solve(full_id: str, tmp_path: Path) -> tuple[BoardGame, Lookup, Counter[Result]]:
    """The rules, a look-up, and the number of position classes with each result."""
    rules = load(full_id)
    assert isinstance(rules, BoardGame)
    code = process.compiled(rules, "tiers")
    found = tier_engine.solve(Task(rules, *code, Checkpoint(rules, tmp_path), lambda **told: None))
    return rules, lambda position: found.find(rules.rank(position)), Counter(found.histogram)


KING_AND_ROOK = {
    Value.LOSE: [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390],
    Value.DRAW: 2796,
}
"""Classes of positions with black to move, by moves to white's mate; draws include stalemates.

M. Bain and A. Hoff's data set of KRK (UCI Machine Learning Repository, 1994).
"""


@pytest.mark.exhaustive
def test_values_of_king_and_rook_against_king_are_as_published(tmp_path: Path):
    rules, find, counts = solve("chess/krk", tmp_path)
    assert {result.value for result in counts} == {Value.WIN, Value.LOSE, Value.DRAW}
    found = Counter(result for position in rules.positions() if "r" in position[1] and (result := find(position)))
    lost = [found[Result(Value.LOSE, 2 * moves)] for moves in range(17)]
    assert lost == KING_AND_ROOK[Value.LOSE]
    assert found.total() - sum(lost) == KING_AND_ROOK[Value.DRAW]


LONGEST = {"kqk": 10, "kpk": 28, "kbbk": 19, "kbnk": 33, "kqkr": 35, "krkb": 29, "krkn": 40}
"""Published: the most moves the winner needs to mate. (For KRKB and KRKN, 18 and 27 of them lead to the capture.)"""


@pytest.mark.parametrize("men", [late("kqk"), *(exhaustive(men) for men in LONGEST if men != "kqk")])
def test_longest_wins_and_losses_are_the_published_ones(men: str, tmp_path: Path):
    _, _, counts = solve(f"chess/{men}", tmp_path)
    won = [result.remoteness or 0 for result in counts if result.value is Value.WIN]
    lost = [result.remoteness or 0 for result in counts if result.value is Value.LOSE]
    assert (max(won), max(lost)) == (2 * LONGEST[men] - 1, 2 * LONGEST[men])


class WithoutUnmoves(Chess):
    list_unmoves = None


@pytest.mark.exhaustive
def test_moves_taken_back_and_listed_forward_lead_to_the_same_results(tmp_path: Path):
    """One pawn each on six rows of three, with double steps, en passant captures and promotions."""
    codes = []
    for rules in (Chess(endgame("p", "p", 6, 3)), WithoutUnmoves(endgame("p", "p", 6, 3))):
        code = process.compiled(rules, "tiers")
        search = tier_engine.Search(Task(rules, *code, Checkpoint(rules, tmp_path), lambda **told: None))
        search.run()
        codes.append(search.codes.tobytes())
    assert codes[0] == codes[1]


SMALL = {
    "4x4-krk": {
        "win": row(1, 240, 808, 632, 472, 336, 112, 24),
        "lose": row(0, 80, 160, 472, 416, 496, 1040, 384, 96),
        "draw": {None: 1536},
    },
    "4x3-kpk": {
        "win": row(1, 352, 400, 412, 256, 228, 36, 28),
        "lose": row(0, 228, 296, 408, 280, 388, 414, 80, 24),
        "draw": {None: 1202 + 462 + 736 + 1832 + 454 + 12 + 652 + 1058 + 834 + 16},
    },
}
"""Legal positions by value and remoteness, from an independent search."""


@pytest.mark.parametrize("variant", ["4x4-krk", late("4x3-kpk")])
def test_small_boards_have_the_known_number_of_positions_of_each_result(variant: str):
    rules, found = load(f"chess/{variant}"), Counter[Result | None]()
    assert isinstance(rules, BoardGame)
    for position in rules.positions():
        found[result_of(rules.full_id, position)] += len(set(rules.images(position)))
    assert found == {
        Result(Value(value), remoteness): count
        for value, counts in SMALL[variant].items()
        for remoteness, count in counts.items()
    }


def squares(men: str, variant: str = "kpkp", turn: int = 1) -> Position:
    """A position by its men: `Ka1 kh8`."""
    cells = ["-"] * 64
    for man in men.split():
        cells[(8 - int(man[2])) * 8 + "abcdefgh".index(man[1])] = man[0]
    return load(f"chess/{variant}").read("".join(cells), 2 if turn == 2 else 1)


def names(position: Position, variant: str = "kpkp") -> set[str]:
    rules = load(f"chess/{variant}")
    return {rules.format_move(position, move) for move in rules.moves(position)}


def test_a_pawn_is_taken_in_passing():
    rules = load("chess/kpkp")
    before = squares("Ka1 kh8 Pe2 pd4")
    after = {rules.format_move(before, move): rules.do_move(before, move) for move in rules.moves(before)}
    assert after["e2-e4"] == squares("Ka1 kh8 Ee4 pd4", turn=2)
    assert after["e2-e3"] == squares("Ka1 kh8 Pe3 pd4", turn=2)
    assert {"d4-e3", "d4-d3"} < names(after["e2-e4"])
    later = {rules.format_move(after["e2-e4"], move): move for move in rules.moves(after["e2-e4"])}
    assert rules.do_move(after["e2-e4"], later["d4-e3"]) == squares("Ka1 kh8 pe3")
    assert rules.do_move(after["e2-e4"], later["h8-g8"]) == squares("Ka1 kg8 Pe4 pd4")


def test_a_pawn_that_nobody_can_take_is_no_different():
    rules = load("chess/kpkp")
    before = squares("Ka1 kh8 Pe2 pa4")
    after = {rules.format_move(before, move): rules.do_move(before, move) for move in rules.moves(before)}
    assert after["e2-e4"] == squares("Ka1 kh8 Pe4 pa4", turn=2)


def test_passing_moves_are_taken_back():
    before = [squares("Ka1 kh8 Pe2 pd4"), squares("Ka1 kh8 pd7 Pe5", turn=2), squares("Ka1 kh8 Ee4 pd4", turn=2)]
    rules = load("chess/kpkp")
    assert isinstance(rules, BoardGame)
    held = []
    laws.board(
        rules, [child for one in before for child in [one, *rules.children(one)]], lambda *told: held.append(told)
    )
    assert len(held) > 100
    assert all(holds for holds, _ in held), [message for holds, message in held if not holds]


def test_pawn_promotes_to_any_of_four_men():
    position = squares("Ka1 kh3 Pb7", "kpk")
    assert {name for name in names(position, "kpk") if name.startswith("b7")} == {f"b7-b8{man}" for man in "qrbn"}
    rules = load("chess/kpk")
    promoted = [move for move in rules.moves(position) if target_of(move) == 1]
    assert {rules.do_move(position, move)[1][1] for move in promoted} == set("QRBN")
    assert len({rules.button(position, move) for move in promoted}) == 4
    assert all(isinstance(rules.button(position, move), Move) for move in promoted)


@pytest.mark.parametrize(
    ("men", "variant", "value"),
    [
        ("kh8 Qg7 Kg6", "kqk", Value.LOSE),
        ("kh8 Qg6 Kg5", "kqk", Value.DRAW),
        ("kh8 Qg7 Kg5", "kqk", None),
        ("ka8 Pa7 Ka6", "kpk", Value.DRAW),
    ],
)
def test_game_ends_by_mate_or_stalemate_and_not_by_check_alone(men: str, variant: str, value: Value | None):
    assert load(f"chess/{variant}").primitive(squares(men, variant, turn=2)) is value


@pytest.mark.parametrize(
    "men",
    [
        "Ka1 kb2 Pe2 pd4",  # the kings are neighbors
        "Ka1 kd3 Pe2 pd4",  # black is in check, and white to move
        "Ka1 kh8 Pe1 pd4",
        "Ka1 kh8 Pe2 pd4 Pe3",
        "Ka1 kh8 Pe4 ed4",  # it cannot have come from d7
        "Ka1 kh8 Pe5 ea5",  # nobody can take it
        "Ka1 kd6 Pe5 ed5",  # the king stands where it would have passed
        "Ka1 kh8 Ee4 pd4",  # it is black's turn then
    ],
)
def test_illegal_positions_are_refused(men: str):
    with pytest.raises(IllegalPosition):
        squares(men)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("K1k1B3/8/8/8/8/8/7N/8 w - - 0 1", "1_" + load("chess/kbnk").start()[1]),
        ("K1k1B3/8/8/8/8/8/7N/8_w_-_-_0_1", "1_" + load("chess/kbnk").start()[1]),
        ("K1k1B3/8/8/8/8/8/7N/8 w", "1_" + load("chess/kbnk").start()[1]),
        ("K1k1B3/8/8/8/8/8/7N/8 b - -", "2_" + load("chess/kbnk").start()[1]),
        ("K1k1B3/8/8/8/8/8/7N/8 w KQ -", IllegalPosition),
        ("K1k1B3/8/8/8/8/8/7N/8 w - e3", MalformedPosition),
        ("K1k1B3/8/8/8/8/8/7N/9 w", MalformedPosition),
        ("K1k1B3/8/8/8/8/8/8 w", MalformedPosition),
        ("K1k1Q3/8/8/8/8/8/7N/8 w", IllegalPosition),
    ],
)
def test_forsyth_edwards_notation_is_read_or_refused(text: str, expected: str | type[PositionError]):
    rules = load("chess/kbnk")
    if isinstance(expected, str):
        assert rules.format(read_text(rules, text)) == expected
    else:
        with pytest.raises(expected):
            read_text(rules, text)


def test_notation_with_a_passed_square_makes_a_pawn_a_passing_one():
    rules = load("chess/kpkp")
    assert read_text(rules, "7k/8/8/8/3pP3/8/8/K7 b - e3 0 1") == squares("Ka1 kh8 Ee4 pd4", turn=2)
    assert read_text(rules, "7k/8/8/8/3pP3/8/8/K7 b - - 0 1") == squares("Ka1 kh8 Pe4 pd4", turn=2)
    assert read_text(rules, "7k/8/8/8/p3P3/8/8/K7 b - e3 0 1") == squares("Ka1 kh8 Pe4 pa4", turn=2)
    with pytest.raises(MalformedPosition):
        read_text(rules, "7k/8/8/8/3pP3/8/8/K7 b - e6 0 1")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("8/8/8/8/8/2k5/8/K6R w K - 0 1", "'K' says that castling is possible"),
        ("8/8/8/8/8/2k5/8/K6R", "expected 'w' or 'b'"),
        ("8/8/8/8/8/2k6/8/K6R w", "'2k6'"),
        ("8/8/8/8/8/2k5/K6R w", "8 rows"),
        ("8/8/8/8/8/2k5/8/K6R w - a6", "'a6' is not"),
        ("8/8/8/8/8/2k5/8/K6X w", "X"),
        ("8/8/8/8/8/2k5/8/K6R w - - 0 x", "'0 x': expected two counters"),
        ("8/8/8/8/8/2k5/8/K6R w - - 0 1 2", "'0 1 2': expected two counters"),
    ],
)
def test_wrong_notation_is_refused_with_what_is_wrong(text: str, part: str):
    with pytest.raises(PositionError, match=re.escape(part)):
        read_text(load("chess/krk"), text)


@pytest.mark.parametrize(
    ("full_id", "text", "called", "move"),
    [
        ("chess/kqk", "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", "Qg8#", "g1-g8"),
        ("chess/kqk", "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", "Qg8+", "g1-g8"),
        ("chess/kqk", "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", "g1g8", "g1-g8"),
        ("chess/kqk", "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", "Kc7", "b6-c7"),
        ("chess/krrk", "6k1/8/8/8/8/R6R/8/K7 w - - 0 1", "Rd3", None),
        ("chess/krrk", "6k1/8/8/8/8/R6R/8/K7 w - - 0 1", "Rae3", "a3-e3"),
        ("chess/krrk", "6k1/8/8/R7/8/R7/8/7K w - - 0 1", "R5a4", "a5-a4"),
        ("chess/kpk", "8/4P3/8/8/8/2k5/8/K7 w - - 0 1", "e8=Q", "e7-e8q"),
        ("chess/kpk", "8/4P3/8/8/8/2k5/8/K7 w - - 0 1", "e7-e8=Q!", "e7-e8q"),
        ("chess/krk", "8/8/8/8/8/2k5/8/K6R w - - 0 1", "Rh1h3+?!", "h1-h3"),
        ("chess/kpk", "8/4P3/8/8/8/2k5/8/K7 w - - 0 1", "e7e8n", "e7-e8n"),
        ("chess/kpkp", "8/8/8/2k1K3/2pP4/8/8/8 b - d3 0 1", "cxd3", "c4-d3"),
        ("chess/kqkr", "k7/8/8/8/8/r7/1K6/5Q2 w - - 0 1", "Kxa3", "b2-a3"),
    ],
)
def test_moves_are_read_as_players_and_engines_write_them(full_id: str, text: str, called: str, move: str | None):
    rules = load(full_id)
    position = read_text(rules, text)
    named = moves_named(rules, position, called, list(rules.moves(position)))
    assert [rules.format_move(position, other) for other in named] == [move] * (move is not None)


def test_a_game_of_chess_is_read_with_the_numbers_of_its_moves():
    rules = load("chess/krk")
    line = "1. Kb2 Kd4 2. Rh5 Ke4 3.Kc3 Kf4"
    plays = moves_in(rules, read_text(rules, "8/8/8/8/8/3k4/7R/K7 w - - 0 1"), line)
    assert [rules.format_move(play.before, play.move) for play in plays][-1] == "e4-f4"


ENDGAME = "8/8/8/8/8/3k4/7R/K7 w - - 0 1"
RECORD = f"""[Event "A rook (and a king)"]
[Site "?"]
[FEN "{ENDGAME}"]
[Result "1-0"]

1. Kb2 {{a quiet move; Kb1 [is] another}} Kd4 $2 (1... Ke4 2. Kc3 (2. Kc2 $6)) 2. Rh5! ; the rest (is easy
Ke4 3.Kc3 $1 Kf4 1-0
"""


def test_a_record_in_portable_game_notation_is_read_from_its_own_position():
    rules = load("chess/krk")
    start = read_text(rules, ENDGAME)
    plays = moves_in(rules, start, "1. Kb2 Kd4 2. Rh5 Ke4 3. Kc3 Kf4")
    for text in (RECORD, f"\ufeff{RECORD}".replace("\n", "\r\n"), RECORD.replace("1-0\n", "*")):
        assert moves_in(rules, rules.start(), text) == moves_in(rules, start, text) == plays
    assert moves_in(rules, start, "1. Kb2 Kd4 1/2-1/2") == moves_in(rules, start, "Kb2 {?} Kd4") == plays[:2]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (RECORD + RECORD, "Expected one game"),
        (RECORD.replace("}", ""), "Expected one game"),
        (RECORD.replace("))", ")"), "Expected one game"),
        (RECORD.replace("Kd4 $2", ") Kd4 ("), "Expected one game"),
        ("1. Kb2 1-0 Kd4", "Move 2, '1-0'"),
        ("Kb2 1-0", "Move 2, '1-0'"),
        (RECORD.replace("3k4/7R", "3k4/6R1"), "Move 3, 'Rh5!'"),
    ],
)
def test_a_record_that_can_be_read_in_several_ways_is_refused(text: str, words: str):
    rules = load("chess/krk")
    with pytest.raises(BadPlay, match=words):
        moves_in(rules, rules.start() if "FEN" in text else read_text(rules, ENDGAME), text)


def test_a_record_of_another_position_is_refused():
    rules = load("chess/krk")
    with pytest.raises(BadPlay, match="The record begins at"):
        moves_in(rules, read_text(rules, ENDGAME.replace("7R", "6R1")), RECORD)


def test_first_endgame_starts_with_11_moves():
    assert len(moves_from("chess/endgame1", "1_" + load("chess/kbnk").start()[1])) == 11
