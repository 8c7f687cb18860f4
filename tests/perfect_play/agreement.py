"""Compares our games with OpenSpiel's own versions in random play: legal moves, turns and results must agree.

    python -m tests.perfect_play.agreement

compares 100,000 positions of each. For sizes that are not among our variants, the same rules are set up for that size.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import pyspiel

from perfect_play.adapters import encodings, open_spiel_game
from perfect_play.local import Local
from perfect_play.objects import Game
from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules, Variant
from perfect_play.puzzles.sowing import sowing_variant
from perfect_play.puzzles.two_player.kalah import Kalah
from perfect_play.puzzles.two_player.othello import Othello
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.settings import default_data_dir

FULL = 100_000
LONGEST = 150  # moves; their longer plays of Nine Men's Morris end in draws

Naming = Callable[[Any, int], str]
"""Our name for a move of theirs, given their state and the move's number."""


class Same(NamedTuple):
    """One of their games and ours."""

    theirs: str
    id: str
    variant: str
    named: Naming

    @property
    def full_id(self) -> str:
        return f"{self.id}/{self.variant}"


def by_text(rename: Callable[[str], str]) -> Naming:
    """Renames moves by their text alone."""
    return lambda state, move: rename(state.action_to_string(move))


@by_text
def tic_tac_toe(move: str) -> str:
    row, column = map(int, re.findall(r"\d", move))
    return f"{'abc'[column]}{3 - row}"


@by_text
def connect_four(move: str) -> str:
    return str(int(move[1:]) + 1)


@by_text
def nim(move: str) -> str:
    pile, take = re.findall(r"\d+", move)
    return f"{take} from pile {pile}"


@by_text
def clobber(move: str) -> str:
    return f"{move[:2]}-{move[2:]}"


def turned_clobber(rows: int) -> Naming:
    """With an even number of rows the first player has our second's stones; upside down, the games agree."""
    turned = str.maketrans({str(row): str(rows + 1 - row) for row in range(1, rows + 1)})
    return by_text(lambda move: f"{move[:2]}-{move[2:]}".translate(turned))


def dots_and_boxes(rows: int) -> Naming:
    def rename(move: str) -> str:
        found = re.fullmatch(r"P\d\((.),(\d),(\d)\)", move)
        assert found
        kind, row, column = found.groups()
        name = f"{'abcde'[int(column)]}{rows + (kind == 'h') - int(row)}"
        return f"level {name}" if kind == "h" else f"upright {name}"

    return by_text(rename)


def game_of_y(size: int) -> Naming:
    return by_text(lambda move: f"{'abcde'[size - int(move[1])]}{'abcde'.index(move[0])}")


def kalah(state: Any, move: int) -> str:
    return f"pit {move - 7 * state.current_player()}"


def morris(state: Any, move: int) -> str:
    return "-".join(re.findall(r"\d+", state.action_to_string(move)))


@by_text
def othello(move: str) -> str:
    return move


SAME = [
    Same("tic_tac_toe", "tictactoe", "regular", tic_tac_toe),
    Same("mnk(m=3,n=3,k=3)", "tictactoe", "regular", tic_tac_toe),
    Same("misere(game=tic_tac_toe())", "tictactoe", "misere", tic_tac_toe),
    Same("connect_four", "connect4", "6x7", connect_four),
    Same("connect_four(rows=4,columns=5)", "connect4", "4x5", connect_four),
    Same("nim(pile_sizes=1;3;5;7,is_misere=False)", "nim", "1_3_5_7", nim),
    Same("nim(pile_sizes=2;3;5;7,is_misere=False)", "nim", "2_3_5_7", nim),
    Same("clobber(rows=3,columns=3)", "clobber", "3x3", clobber),
    Same("clobber(rows=4,columns=4)", "clobber", "4x4", turned_clobber(4)),
    Same("clobber(rows=4,columns=5)", "clobber", "4x5", turned_clobber(4)),
    Same("dots_and_boxes(num_rows=2,num_cols=2)", "dotsandboxes", "2x2", dots_and_boxes(2)),
    Same("dots_and_boxes(num_rows=3,num_cols=3)", "dotsandboxes", "3x3", dots_and_boxes(3)),
    Same("y(board_size=4)", "y", "dim4", game_of_y(4)),
    Same("y(board_size=5)", "y", "dim5", game_of_y(5)),
    Same("misere(game=y(board_size=4))", "y", "dim4-misere", game_of_y(4)),
    Same("nine_mens_morris", "ninemensmorris", "regular", morris),
    Same("mancala", "kalah", "6x4", kalah),
    Same("othello", "othello", "8x8", othello),
]

SIZES: dict[str, Rules] = {
    "kalah/6x4": Kalah(sowing_variant(6, 4, 0)),
    "othello/8x8": Othello(Variant("8x8", "8x8", (8,))),
}
"""Sizes that are not listed variants, since their tables would be too large to keep."""


def loaded(id_: str, variant: str, **more: int) -> pyspiel.Game:
    """One of our games for OpenSpiel."""
    return pyspiel.load_game("perfect_play", {"id": id_, "variant": variant, **more})


@cache
def opened(id_: str, variant: str | None) -> tuple[Game, encodings.Actions]:
    """As `actions.opened`, with the sizes that are not listed."""
    rules = SIZES.get(f"{id_}/{variant}")
    if rules is None:
        return encodings.opened(id_, variant)
    return Game(Local(PuzzleManager(default_data_dir()), rules)), encodings.Actions(None)


def compare(same: Same, positions: int) -> Counter[tuple[float, ...]]:
    """The frequency of each result in plays over `positions` positions. Raises AssertionError if the games differ."""
    rng, results = random.Random(same.theirs), Counter[tuple[float, ...]]()
    their_game, our_game = pyspiel.load_game(same.theirs), loaded(same.id, same.variant)
    seen = 0
    while seen < positions:
        their, our = their_game.new_initial_state(), our_game.new_initial_state()
        for _ in range(LONGEST):
            seen += 1
            assert their.is_terminal() == our.is_terminal(), f"{their}\n{our}"
            if their.is_terminal():
                assert their.returns() == our.returns(), f"{their}\n{our}"
                results[tuple(our.returns())] += 1
                break
            assert their.current_player() == our.current_player(), str(our)
            their_moves = dict(whole_moves(same, their))
            our_moves = {our.action_to_string(move): move for move in our.legal_actions()}
            assert set(their_moves) == set(our_moves), f"{their}\n{our}"
            name = rng.choice(sorted(our_moves))
            for move in their_moves[name]:
                their.apply_action(move)
            our.apply_action(our_moves[name])
    return results


def whole_moves(same: Same, state: Any) -> Iterator[tuple[str, list[int]]]:
    """Each move by our name, with the actions that make it there: in Nine Men's Morris, a capture is another action."""
    for move in state.legal_actions():
        name = same.named(state, move)
        if same.named is morris:
            after = state.child(move)
            if not after.is_terminal() and after.current_player() == state.current_player():
                yield from ((f"{name}r{taken}", [move, taken]) for taken in after.legal_actions())
                continue
        yield name, [move]


ENDGAMES = ("kqk", "krk", "kpk", "kqkr", "knpk", "kppk", "kpkp")


def compare_chess(variant: str, positions: int) -> Counter[tuple[float, ...]]:
    """As `compare`, for a chess endgame: theirs is set up afresh for each position, so that it counts no moves.

    If theirs ends for lack of mating material, ours goes on, and is a draw. Play ends as soon as it can, since
    random moves rarely mate.
    """
    rng, results, rules = random.Random(variant), Counter[tuple[float, ...]](), registry.load("chess", variant)
    chess, seen, start = pyspiel.load_game("chess"), 0, rules.start()
    while seen < positions:
        our = start
        for _ in range(LONGEST):
            seen += 1
            their = chess.new_initial_state(f"{fen(our)} - - 0 1")
            value = rules.primitive(our)
            if value is not None or their.is_terminal():
                assert their.is_terminal(), fen(our)
                returns = their.returns()
                mover = returns[rules.turn(our) % 2]  # theirs has White second
                assert mover == (-1 if value == "lose" else 0), fen(our)
                results[tuple(returns)] += 1
                break
            children = {fen(rules.do_move(our, move)): rules.do_move(our, move) for move in rules.moves(our)}
            theirs = {str(their.child(move)).rsplit(" ", 4)[0] for move in their.legal_actions()}
            assert theirs == set(children), fen(our)
            ends = [board for board, child in children.items() if rules.primitive(child) is not None]
            our = children[rng.choice(sorted(ends or children))]
    return results


def fen(position: Any) -> str:
    """A position of chess and the player to move, in Forsyth-Edwards notation."""
    turn, cells = position[0], position[1][:64].replace("E", "P").replace("e", "p")
    rows = [re.sub("-+", lambda gap: str(len(gap[0])), cells[first : first + 8]) for first in range(0, 64, 8)]
    return f"{'/'.join(rows)} {'wb'[turn - 1]}"


def main() -> None:
    """Compare all games at full length."""
    open_spiel_game.opened = opened
    for same in SAME:
        print(f"{same.theirs} and {same.full_id}: {FULL:,} positions agree; {dict(compare(same, FULL))}", flush=True)
    for variant in ENDGAMES:
        print(f"chess and chess/{variant}: {FULL:,} positions agree; {dict(compare_chess(variant, FULL))}", flush=True)


if __name__ == "__main__":
    main()
