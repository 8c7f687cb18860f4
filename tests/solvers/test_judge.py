"""Judging: plays with known mistakes, names of moves, and the command `judge`."""

from __future__ import annotations

import io
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from perfect_play.puzzles.base import BadText, MalformedPosition, Position, Rules, Value
from perfect_play.solvers.budget import within
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.limiter import Limiter
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.judgments import (
    BadPlay,
    judge,
    moves_between,
    moves_in,
    named_moves,
    read_positions,
)
from perfect_play.solvers.result import Result
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.status import NotReady
from perfect_play.solvers.tables.reader import NotCovered
from tests.helpers import GraphGame, load, result_of, solved


class Oracle:
    """Answers from the reference solver's solution of a variant."""

    limiter = Limiter()

    def __init__(self, results: Any) -> None:
        self.results = results

    def result(self, rules: Rules, position: Position) -> Result:
        found = self.results(position)
        assert found is not None
        return found

    def child_results(self, rules: Rules, position: Position, children: Iterable[Position]) -> list[Result]:
        return [self.result(rules, child) for child in children]

    def margin(self, rules: Rules, position: Position) -> int | None:
        return None

    nimber = draw_level = margin


def oracle_of(rules: Rules) -> Oracle:
    return Oracle(lambda position: result_of(rules.full_id, position))


def judged(full_id: str, *moves: str) -> Any:
    rules = load(full_id)
    return judge(oracle_of(rules), rules, named_moves(rules, rules.start(), moves))


def classes(found: Any) -> list[str]:
    return [str(move.kind) for move in found.moves]


# --- plays whose mistakes are known -------------------------------------------------------------


def test_known_blunder_of_tic_tac_toe_is_judged_a_mistake():
    """O on an edge beside X in the center loses; a corner is needed."""
    found = judged("tictactoe/regular", "b2", "a2", "a1", "c3", "c1")
    assert classes(found) == ["best", "mistake", "best", "best", "best"]
    assert found.first_mistake == 1
    blunder = found.moves[1]
    assert (blunder.before.value, blunder.value, blunder.lost) == (Value.TIE, Value.LOSE, 0.5)
    assert blunder.best in named_first(load("tictactoe/regular"), "b2", ("a1", "a3", "c1", "c3"))
    assert [(score.best_rate, score.kept_rate, score.mistakes) for score in found.players] == [(1, 1, 0), (0.5, 0.5, 1)]


def named_first(rules: Rules, first: str, names: Iterable[str]) -> list[Any]:
    (played,) = named_moves(rules, rules.start(), [first])
    return [move for move in rules.moves(played.after) if rules.format_move(played.after, move) in names]


GRAPH = {0: [1, 2, 3], 1: [4], 2: [5], 3: [6], 4: [], 5: [7], 6: [], 7: [8], 8: []}
"""From 0, moving to node 1 wins at once, to 2 later, and to 3 loses."""
TURNS: Any = {0: 1, 1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 6: 1, 7: 2, 8: 1}


def toy() -> GraphGame:
    return GraphGame(GRAPH, {4: Value.WIN, 6: Value.LOSE, 8: Value.WIN}, TURNS)


@pytest.mark.parametrize(
    ("move", "kind", "lost", "only", "best"),
    [("1", "best", 0, False, 1), ("2", "slower", 0, False, 1), ("3", "mistake", 1, False, 1)],
)
def test_moves_are_judged_best_slower_or_mistakes(move: str, kind: str, lost: float, only: bool, best: int):
    rules = toy()
    (found,) = judge(Oracle(solve(rules).results.get), rules, named_moves(rules, 0, [move])).moves
    assert (str(found.kind), found.lost, found.only, found.best, found.play.choices) == (kind, lost, only, best, 3)


def test_the_only_move_and_forced_moves():
    class Named(GraphGame):
        def other_move_names(self, position: int, move: int) -> tuple[str, ...]:
            return ("either", "two") if move == 2 else ("either",)

    rules = Named({0: [1, 2], 1: [], 2: []}, {1: Value.LOSE, 2: Value.WIN}, {0: 1, 1: 2, 2: 2})
    with pytest.raises(BadPlay, match=r"Write one of '1', '2'\."):
        named_moves(rules, 0, ["either"])
    (played,) = named_moves(rules, 0, ["two"])
    assert played.after == 2


MICROBAN_1 = "dlUrrrdLullddrUluRuulDrddrruLdlUU"
"""The record of a shortest solution."""


@pytest.mark.parametrize(("variant", "moves"), [("microban_1", 8), ("microban_1_moves", 33)])
@pytest.mark.parametrize("record", [MICROBAN_1, MICROBAN_1.replace("rrrd", "3rd").replace("Uluu", "Ulu\nu")])
def test_records_of_sokoban_are_lines_of_moves(variant: str, moves: int, record: str):
    rules = load(f"sokoban/{variant}")
    plays = moves_in(rules, rules.start(), record)
    assert len(plays) == moves
    assert rules.primitive(plays[-1].after) is Value.WIN
    with pytest.raises(BadPlay, match="more than 5"):
        moves_in(rules, rules.start(), record, 5)
    for wrong, sentence in (("dlUl", "4, 'l'"), ("dlUrrQdL", "'Q' is none"), ("dlUx", "'x' is none"), ("dL", "2, 'L'")):
        with pytest.raises(BadText, match=sentence):
            moves_in(rules, rules.start(), wrong)


def test_names_of_moves_come_before_records():
    rules = load("sokoban/microban_1")
    both = [moves_in(rules, rules.start(), text)[0].move for text in ("U", "dlU")]
    assert both[0] == both[1]
    assert moves_in(rules, rules.start(), "U")[-1].after[0] != rules.start()[0] - rules.cols


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("(R U R' U')3", 3 * ["R", "U", "R'", "U'"]),
        ("[R, U]", ["R", "U", "R'", "U'"]),
        ("F [R: U2]’", ["F", "R", "U2", "R'"]),
        ("RUR’U2", ["R", "U", "R'", "U2"]),
        ("(R2)'", ["R2"]),
    ],
)
def test_turns_in_brackets_are_lines_of_moves(text: str, moves: list[str]):
    rules = load("rubikscube3/3x3x3")
    assert [play.move for play in moves_in(rules, rules.start(), text)] == moves


def test_wrong_turns_in_brackets_are_named():
    rules = load("rubikscube3/3x3x3")
    for text, sentence in (("(R Q)2", r"'Q\)2' is no turn"), ("[R, U", "not closed"), ("R Q", "Move 2, 'Q'")):
        with pytest.raises(BadText, match=sentence):
            moves_in(rules, rules.start(), text)
    with pytest.raises(BadText, match="more than 10000 turns"):
        moves_in(rules, rules.start(), "((((R)99)99)99)99")


def test_blanks_between_moves_join_no_numbers():
    rules = load("ninemensmorris/regular")
    numbers = [rules.format_move(*played[:2]) for played in moves_in(rules, rules.start(), "1 2\n3, 12")]
    assert numbers == ["1", "2", "3", "12"]


def test_positions_must_follow_each_other():
    rules = load("tictactoe/regular")
    positions = read_positions(["---------", "----x----", "o---x----"], rules.parse)
    assert [rules.format_move(*played[:2]) for played in moves_between(rules, positions)] == ["b2", "a3"]
    with pytest.raises(BadPlay, match=r"Position 2, 'o---x----': no move leads there from '---------'"):
        moves_between(rules, [positions[0], positions[2]])
    with pytest.raises(MalformedPosition, match=r"Position 2: 'zz'"):
        read_positions(["---------", "zz"], rules.parse)
    assert moves_between(rules, positions[:1]) == []


# --- what is not known --------------------------------------------------------------------------


def only(*known: int) -> Oracle:
    """An oracle that knows only these nodes of the toy."""
    results = solve(toy()).results

    def find(position: Position) -> Result:
        if position not in known:
            raise NotCovered(f"nothing is known of {position}")
        return results[position]

    return Oracle(find)


def test_moves_without_known_values_are_not_judged():
    rules = toy()
    plays = named_moves(rules, 0, ["2", "5", "7", "8"])
    found = judge(only(5, 7, 8), rules, plays)
    assert classes(found) == ["unknown", "unknown", "best", "best"]
    assert found.moves[0].reason == "nothing is known of 0"
    assert (found.moves[0].before, found.moves[0].lost, found.moves[0].best) == (None, None, None)
    assert [(score.moves, score.judged) for score in found.players] == [(2, 1), (2, 1)]


def test_play_without_any_known_value_is_refused():
    with pytest.raises(NoAnswer, match="nothing is known of 0"):
        judge(only(), toy(), named_moves(toy(), 0, ["2"]))
    assert judge(only(), toy(), []).moves == []


def test_play_out_of_time_is_refused():
    rules = toy()
    with within(0), pytest.raises(NoAnswer, match="no time left"):
        judge(Oracle(solve(rules).results.get), rules, named_moves(rules, 0, ["2"]))


def test_a_variant_that_is_not_solved(tmp_path: Path):
    rules = load("tictactoe/regular")
    with pytest.raises(NotReady, match="tictactoe/regular is not solved yet"):
        judge(PuzzleManager(tmp_path), rules, named_moves(rules, rules.start(), ["b2"]))


# --- points -------------------------------------------------------------------------------------


def test_points_lost_by_each_move_are_its_change_of_the_margin(tmp_path: Path):
    """Othello 4x4 is lost by 8 at best; a move's points are its change of the margin."""
    rules = load("othello/4x4")
    manager = PuzzleManager(tmp_path)
    manager.store.write(rules, solved(rules.full_id), 0.0)
    rng, position, names = random.Random(1), rules.start(), []
    while rules.primitive(position) is None:
        move = rng.choice(list(rules.moves(position)))
        names.append(rules.format_move(position, move))
        position = rules.do_move(position, move)
    found = judge(manager, rules, named_moves(rules, rules.start(), names))
    ahead = [manager.margin(rules, move.play.before) for move in found.moves] + [manager.margin(rules, position)]
    turns = [rules.turn(move.play.before) for move in found.moves] + [rules.turn(position)]
    first = [margin if turn == 1 else -margin for margin, turn in zip(ahead, turns, strict=True) if margin is not None]
    lost = [
        (before - after) * (1 if turn == 1 else -1)
        for before, after, turn in zip(first, first[1:], turns, strict=False)
    ]
    assert [move.points for move in found.moves] == lost
    assert min(lost) >= 0
    assert [score.points for score in found.players] == [
        sum(points for points, turn in zip(lost, turns, strict=False) if turn == player) for player in (1, 2)
    ]
    assert first[0] == -8
    assert first[-1] == -8 - found.players[0].points + found.players[1].points


# --- the command --------------------------------------------------------------------------------


def test_moves_with_spaces_are_one_per_line():
    rules = load("nim/1_3_5")
    several = moves_in(rules, rules.start(), "1 from pile 3\n\n  1 from pile 1  \n")
    assert [rules.format_move(*played[:2]) for played in several] == ["1 from pile 3", "1 from pile 1"]
    rules = load("tictactoe/regular")
    assert len(moves_in(rules, rules.start(), "b2 a3\nc3\n")) == 3


def test_the_command_counts_and_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    rules = load("tictactoe/regular")
    PuzzleManager(tmp_path).store.write(rules, solved(rules.full_id), 0.0)
    play = tmp_path / "play.txt"

    def told(text: str, *more: str) -> tuple[int, str, str]:
        play.write_text(text)
        status = main(["--data-dir", str(tmp_path), "judge", "tictactoe", "regular", str(play), *more])
        return status, *capsys.readouterr()

    status, out, _ = told("b2 a2 a1")
    assert status == 0
    assert "The first mistake was move 2, a2: tie to lose. Best was a3." in out
    assert "Player 2: 1 move, 0% best, 0% kept the value, 1 mistake." in out
    status, out, _ = told("a2", "--position=----x----")
    assert (status, "move 1, a2" in out) == (0, True)
    assert told("")[1].splitlines()[1] == "There are no moves to judge."
    status, out, err = told("b2 b2")
    assert (status, out) == (2, "")
    assert err.startswith("Move 2, 'b2'")
    play.write_bytes(b"\xff")
    assert main(["--data-dir", str(tmp_path), "judge", "tictactoe", "regular", str(play)]) == 2
    assert "not a text in UTF-8" in capsys.readouterr().err
    assert main(["--data-dir", str(tmp_path), "judge", "tictactoe", "regular", str(tmp_path / "none")]) == 2
    assert "No such file" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO("a1"))
    assert main(["--data-dir", str(tmp_path), "judge", "tictactoe", "regular", "-"]) == 0
    assert "There was no mistake." in capsys.readouterr().out
