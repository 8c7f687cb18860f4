"""Games for OpenSpiel: its own tests of a game, and its own versions of games that are here, which must agree."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.perfect_play.extras import needs

needs("pyspiel", "requirements-environments.txt")

import pyspiel  # noqa: E402
from open_spiel.python import policy as policies  # noqa: E402
from open_spiel.python.algorithms import exploitability  # noqa: E402

from perfect_play.adapters import actions, open_spiel_game  # noqa: E402


@pytest.fixture(autouse=True)
def tables(few_tables: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("UWAPI_DATA_DIR", str(few_tables))
    actions.opened.cache_clear()


def loaded(id_: str, variant: str, **more: int) -> pyspiel.Game:
    return pyspiel.load_game("perfect_play", {"id": id_, "variant": variant, **more})


@pytest.mark.parametrize(
    ("id_", "variant"), [("tictactoe", "regular"), ("kayles", "9"), ("mutorere", "regular"), ("connect4", "6x7")]
)
def test_the_library_finds_no_fault(id_: str, variant: str):
    """Its simulation at random, which checks legal moves, copies, serialization and results along the way."""
    pyspiel.random_sim_test(loaded(id_, variant, max_length=60), num_sims=5, serialize=False, verbose=False)


def test_a_state_is_copied_and_read_back():
    game = loaded("tictactoe", "regular")
    state = game.new_initial_state()
    state.apply_action(4)
    copied = state.clone()
    copied.apply_action(0)
    assert (str(state), str(copied)) == (str(game.deserialize_state(state.serialize())), str(copied))
    assert state.history() == [4]


# --- the same games -------------------------------------------------------------------------------


def tic_tac_toe(move: str) -> str:
    row, column = map(int, re.findall(r"\d", move))
    return f"{'abc'[column]}{3 - row}"


def connect_four(move: str) -> str:
    return str(int(move[1:]) + 1)


def nim(move: str) -> str:
    pile, take = re.findall(r"\d+", move)
    return f"{take} from pile {pile}"


def clobber(move: str) -> str:
    return f"{move[:2]}-{move[2:]}"


def mirrored_clobber(move: str) -> str:
    """With an even number of rows the first player has the stones of our second: the mirror image is the same."""
    return clobber(move.translate(str.maketrans("abcd", "dcba")))


def dots_and_boxes(move: str) -> str:
    found = re.fullmatch(r"P\d\((.),(\d),(\d)\)", move)
    assert found
    kind, row, column = found.groups()
    name = f"{'abc'[int(column)]}{(3 if kind == 'h' else 2) - int(row)}"
    return f"level {name}" if kind == "h" else f"upright {name}"


def game_of_y(move: str) -> str:
    return f"{'abcd'[4 - int(move[1])]}{'abcd'.index(move[0])}"


SAME = [
    ("tic_tac_toe", "tictactoe", "regular", tic_tac_toe),
    ("connect_four", "connect4", "6x7", connect_four),
    ("nim(pile_sizes=1;3;5;7,is_misere=False)", "nim", "1_3_5_7", nim),
    ("nim(pile_sizes=2;3;5;7,is_misere=False)", "nim", "2_3_5_7", nim),
    ("clobber(rows=3,columns=3)", "clobber", "3x3", clobber),
    ("clobber(rows=4,columns=4)", "clobber", "4x4", mirrored_clobber),
    ("dots_and_boxes(num_rows=2,num_cols=2)", "dotsandboxes", "2x2", dots_and_boxes),
    ("y(board_size=4)", "y", "dim4", game_of_y),
]


NAMES = [f"{id_}-{variant}" for _, id_, variant, _ in SAME]


@pytest.mark.parametrize(("theirs", "id_", "variant", "renamed"), SAME, ids=NAMES)
def test_legal_moves_turns_and_results_agree(theirs: str, id_: str, variant: str, renamed: Callable[[str], str]):
    rng = random.Random(theirs)
    their_game, our_game = pyspiel.load_game(theirs), loaded(id_, variant)
    results = set()
    for _ in range(25):
        their, our = their_game.new_initial_state(), our_game.new_initial_state()
        while not their.is_terminal():
            assert not our.is_terminal(), str(our)
            assert their.current_player() == our.current_player(), str(our)
            their_moves = {renamed(their.action_to_string(move)): move for move in their.legal_actions()}
            our_moves = {our.action_to_string(move): move for move in our.legal_actions()}
            assert set(their_moves) == set(our_moves), f"{their}\n{our}"
            name = rng.choice(sorted(our_moves))
            their.apply_action(their_moves[name])
            our.apply_action(our_moves[name])
        assert our.is_terminal(), str(our)
        assert their.returns() == our.returns(), f"{their}\n{our}"
        results.add(tuple(our.returns()))
    assert len(results) > 1


# --- perfect play ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("id_", "variant"), [("nim", "2_2"), ("nim", "1_3"), ("kayles", "3")])
def test_nobody_can_do_better_against_the_perfect_policy(id_: str, variant: str):
    game = loaded(id_, variant)
    assert exploitability.nash_conv(game, open_spiel_game.PerfectPolicy(game)) == 0
    assert exploitability.nash_conv(game, policies.UniformRandomPolicy(game)) > 0


def test_the_perfect_bot_never_loses_tic_tac_toe():
    """Also on OpenSpiel's own board: the bot's number of a move is renamed to theirs."""
    rng = random.Random(5)
    game, theirs = loaded("tictactoe", "regular"), pyspiel.load_game("tic_tac_toe")
    bot = open_spiel_game.PerfectBot(game)
    won = 0
    for number in range(20):
        seat = number % 2
        our, their = game.new_initial_state(), theirs.new_initial_state()
        while not their.is_terminal():
            named = {tic_tac_toe(their.action_to_string(move)): move for move in their.legal_actions()}
            if their.current_player() == seat:
                action = bot.step(our)
                assert bot.step_with_policy(our) == ([(action, 1.0)], action)
            else:
                action = rng.choice(our.legal_actions())
            their.apply_action(named[our.action_to_string(action)])
            our.apply_action(action)
        assert their.returns()[seat] >= 0
        won += their.returns()[seat] > 0
    assert won > 5


def test_a_puzzle_is_refused():
    with pytest.raises(Exception, match="gymnasium_env"):
        loaded("npuzzle", "2x3")
