"""Games for OpenSpiel: its own game tests, and agreement with its own versions of our games."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.perfect_play.extras import needs

needs("pyspiel", "environments")

import pyspiel  # noqa: E402
from open_spiel.python import policy as policies  # noqa: E402
from open_spiel.python.algorithms import exploitability  # noqa: E402

from perfect_play.adapters import encodings, open_spiel_game  # noqa: E402
from perfect_play.puzzles.base import RulesError  # noqa: E402
from tests.perfect_play import agreement  # noqa: E402
from tests.perfect_play.agreement import SAME, Same, loaded, tic_tac_toe  # noqa: E402


@pytest.fixture(autouse=True)
def tables(few_tables: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("UWAPI_DATA_DIR", str(few_tables))
    encodings.opened.cache_clear()


@pytest.mark.parametrize(
    ("id_", "variant"), [("tictactoe", "regular"), ("kayles", "9"), ("mutorere", "regular"), ("connect4", "6x7")]
)
def test_the_library_finds_no_fault(id_: str, variant: str):
    """Its random simulation, which checks legal moves, copies, serialization and results along the way."""
    pyspiel.random_sim_test(loaded(id_, variant, max_length=60), num_sims=5, serialize=False, verbose=False)


def test_a_state_is_copied_and_read_back():
    game = loaded("tictactoe", "regular")
    state = game.new_initial_state()
    state.apply_action(4)
    copied = state.clone()
    copied.apply_action(0)
    assert (str(state), str(copied)) == (str(game.deserialize_state(state.serialize())), str(copied))
    assert state.history() == [4]


def test_play_begins_at_a_position_of_a_text():
    state = loaded("tictactoe", "regular").new_initial_state("xo--x---o")
    assert state.current_player() == 0
    assert {state.action_to_string(move) for move in state.legal_actions()} == {"c3", "a2", "c2", "a1", "b1"}
    with pytest.raises(RulesError, match="xxx"):
        loaded("tictactoe", "regular").new_initial_state("xxx")


def test_a_state_is_a_structure_from_which_play_goes_on():
    game = loaded("tictactoe", "regular")
    state = game.new_initial_state("xo--x---o")
    assert json.loads(state.to_struct().to_json()) == {
        "board": ["xo-", "-x-", "--o"],
        "current_player": 0,
        "position": "xo--x---o",
    }
    assert str(game.new_initial_state(state.to_struct())) == str(state)
    assert state.to_struct().to_dict()["board"] == state.to_struct().board


def test_a_state_has_a_tensor_of_the_player_and_the_board():
    game = loaded("tictactoe", "regular")
    state = game.new_initial_state()
    state.apply_action(4)
    tensor = state.observation_tensor(0)
    assert len(tensor) == 10 == game.observation_tensor_size()
    assert tensor[0] == 2
    assert "".join(chr(int(number)) for number in tensor[1:]) == "----x----"


# --- the same games -------------------------------------------------------------------------------


@pytest.mark.parametrize("same", SAME, ids=[f"{same.theirs}-{same.full_id}" for same in SAME])
def test_legal_moves_turns_and_results_agree(same: Same, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(open_spiel_game, "opened", agreement.opened)
    assert len(agreement.compare(same, 1_000)) > 1


def test_endgames_of_chess_agree():
    assert len(agreement.compare_chess("kqk", 600)) > 1


def test_a_difference_of_rules_is_found():
    """A player who completes three in a row wins here and loses there."""
    different = agreement.SAME[0]._replace(variant="misere")
    with pytest.raises(AssertionError):
        agreement.compare(different, 1_000)


# --- perfect play ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("id_", "variant"), [("nim", "2_2"), ("nim", "1_3"), ("kayles", "3")])
def test_perfect_policy_has_no_exploitability(id_: str, variant: str):
    game = loaded(id_, variant)
    perfect = open_spiel_game.PerfectPolicy(game)
    assert exploitability.exploitability(game, perfect) == exploitability.nash_conv(game, perfect) == 0
    assert exploitability.nash_conv(game, policies.UniformRandomPolicy(game)) > 0


def test_the_perfect_bot_never_loses_tic_tac_toe():
    """Even on OpenSpiel's own board, with the bot's action numbers translated to theirs."""
    rng = random.Random(5)
    game, theirs = loaded("tictactoe", "regular"), pyspiel.load_game("tic_tac_toe")
    bot = open_spiel_game.PerfectBot(game)
    won = 0
    for number in range(20):
        seat = number % 2
        our, their = game.new_initial_state(), theirs.new_initial_state()
        while not their.is_terminal():
            named = {tic_tac_toe(their, move): move for move in their.legal_actions()}
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
