"""The search that proves values of board games, checked against tables, published results and the rules."""

from __future__ import annotations

import random
from itertools import groupby

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Value
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.proving import board_loops as loops
from perfect_play.solvers.proving.board_prover import BoardProver, Proof
from perfect_play.solvers.reports.best_move_report import best_move
from perfect_play.solvers.result import Result
from perfect_play.solvers.untabled.exploration import Explorer
from perfect_play.solvers.untabled.searched_boards import SearchedBoards
from tests.helpers import exhaustive, load
from tests.kept_tables import kept, solve_kept
from tests.solvers.searching import with_seconds

SMALL = 20_000  # positions
PLENTY = 600.0

SOME = frozenset(
    (
        "1dchess/regular",  # draws
        "4squaretictactoe/3x3",  # ties
        "chess/4x4-krk",  # stalemates
        "clobber/2x3",  # a player who cannot move loses
        "dodgem/regular",  # a player who cannot move wins
        "mutorere/misere",  # draws from everywhere
        "lgame/regular",  # losses far from the end
        "othello/4x4",  # passes, points
        "notakto/regular",  # both players have the same pieces
    )
)
"""Variants whose agreement is always tested; `make exhaustive` tests all."""


def game(full_id: str) -> BoardGame:
    rules = load(full_id)
    assert isinstance(rules, BoardGame)
    return rules


def smallest() -> list[str]:
    """The smallest variant of each board game."""
    listed = sorted(registry.listed(), key=lambda rules: (rules.id, rules.variant.positions or 1 << 40))
    each = [next(variants) for _, variants in groupby(listed, key=lambda rules: rules.id)]
    return [rules.full_id for rules in each if isinstance(rules, BoardGame) and rules.variant.positions <= SMALL]


def searched(full_id: str, seconds: float = PLENTY) -> tuple[BoardGame, SearchedBoards]:
    rules, manager = game(full_id), PuzzleManager(kept())
    boards = with_seconds(SearchedBoards(kept()), seconds)
    boards.explorer = Explorer(manager.store, manager.limiter)
    boards.explorer.nodes = 100
    return rules, boards


@pytest.mark.second_ring
@pytest.mark.parametrize(
    "full_id",
    [name if name in SOME else exhaustive(name) for name in smallest()],
)
def test_board_prover_equals_the_table(full_id: str):
    """Every proof is right, and a win refuted within some depth is not that short."""
    rules = game(full_id)
    manager, prover, rng = solve_kept([rules]), BoardProver(rules, kept(), 1 << 12), random.Random(1)
    for position in (rules.start(), *(manager.random_position(rules, rng, None) for _ in range(15))):
        stop = prover.loop.positions + 200_000
        proof, known = (
            prover.prove(position, lambda stop=stop: prover.loop.positions < stop),
            manager.result(rules, position),
        )
        if proof.value is not None:
            moves = prover.moves_to_tie(position, lambda: True) if proof.value is Value.TIE else proof.moves
            assert Result(proof.value, moves) == known, rules.format(position)
        if proof.reply is not None:
            assert proof.reply in rules.children(position)
            assert manager.result(rules, proof.reply) == Result(Value.LOSE, known.remoteness - 1)
        turn = rules.turn(position)
        for player, within in proof.refuted.items():
            if known.value is (Value.WIN if player == turn else Value.LOSE):
                assert known.remoteness is not None
                assert within < known.remoteness, rules.format(position)


@pytest.mark.second_ring
def test_games_whose_positions_take_several_words_are_told_apart():
    """A position of Dobutsu shogi, with pieces in hand, takes more than 60 bits."""
    rules = game("dshogi/regular")
    prover = BoardProver(rules, kept(), 1 << 12)
    words, _ = prover._images
    assert words.max() > 0
    rng = random.Random(5)
    for _ in range(8):
        position = rules.start()
        for _ in range(30):
            children = [child for child in rules.children(position) if rules.primitive(child) is None]
            position = rng.choice(children)
            proof, expected = prover.prove(position, lambda: True, 2), by_the_rules(rules, position, 2)
            assert proof[:2] == expected[:2], rules.format(position)
            assert all(proof.refuted[player] >= within for player, within in expected.refuted.items())


def by_the_rules(rules: BoardGame, position: object, deepest: int) -> Proof:
    """The same proof by trying all moves, without a table."""
    turn = rules.turn(position)
    refuted = {turn: -1, 3 - turn: -1}

    def answer(position: object, attacker: int, left: int) -> int:
        ended = rules.primitive(position)
        mine = rules.turn(position) == attacker
        if ended is not None:
            return 0 if ended is (Value.WIN if mine else Value.LOSE) else ~loops.FOREVER
        if left == 0:
            return ~0
        found = [answer(child, attacker, left - 1) for child in rules.children(position)]
        won, open_ = [one for one in found if one >= 0], [one for one in found if one < 0]
        settled = (min(won) if won else max(open_)) if mine else min(open_) if open_ else max(won)
        return settled + 1 if settled >= 0 else ~min(~settled + 1, loops.FOREVER)

    for depth in range(deepest + 1):
        for attacker in (turn, 3 - turn):
            found = answer(position, attacker, depth)
            if found >= 0:
                return Proof(Value.WIN if attacker == turn else Value.LOSE, found, refuted)
            refuted[attacker] = ~found
    return Proof(None, None, refuted)


@pytest.mark.second_ring
def test_bounds_proved_in_time_are_in_the_refusal():
    rules, boards = searched("quixo/5x5", 0.3)
    with pytest.raises(SearchTooLong, match=r"Proved so far: no loss in \d+ moves or fewer and no win in \d+") as told:
        boards.probe(rules, rules.start())
    assert told.value.command == "python -m solvers solve quixo 5x5"


@pytest.mark.second_ring
def test_a_draw_is_found_by_exploring():
    rules, boards = searched("fivefieldkono/regular")
    assert boards.answers(rules)
    small = game("mutorere/misere")
    assert not boards.answers(small)
    assert boards.probe(small, small.start()).value is Value.DRAW


@pytest.mark.second_ring
def test_the_best_move_needs_no_value_of_the_others():
    """Player 1 wins at once; the values of the other moves are unknown."""
    rules = game("quixo/5x5")
    position = rules.parse("1_XXXX-XX--OOOO---------O-O")
    best = best_move(PuzzleManager(kept()), rules, position, 8, 10_000, 4.0)
    assert (best.exact, best.value, best.remoteness) == (True, Value.WIN, 1)
    assert rules.primitive(rules.do_move(position, best.move)) is Value.LOSE
