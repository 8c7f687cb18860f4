"""Plug-ins with faults in their rules, ranks and kernels."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from itertools import count

from perfect_play.puzzles._template import Template
from perfect_play.puzzles.base import Rules, Value
from perfect_play.puzzles.one_player.lightsout import LightsOut
from perfect_play.puzzles.one_player.npuzzle import NPuzzle
from perfect_play.puzzles.one_player.nqueens import NQueens
from perfect_play.puzzles.one_player.pegsolitaire import PegSolitaire
from perfect_play.puzzles.one_player.sokoban import Sokoban
from perfect_play.puzzles.one_player.towersofhanoi import TowersOfHanoi
from perfect_play.puzzles.two_player.connect4 import Connect4
from perfect_play.puzzles.two_player.domineering import Domineering
from perfect_play.puzzles.two_player.nim import Nim
from perfect_play.puzzles.two_player.quixo import Quixo, list_moves
from tests.puzzles.breaking import breaks

# --- purity -------------------------------------------------------------------------------------


@breaks("purity")
class CountsCalls(Template):
    """do_move depends on how often it was called."""

    _calls = count()

    def do_move(self, position: int, move: int) -> int:
        return (position + move * (next(self._calls) % 2)) % self.stones


@dataclass(unsafe_hash=True)
class Frog:
    """A position that can be changed."""

    stone: int


@breaks("purity")
class ChangesPosition(Template):
    """do_move changes the position it is given."""

    def start(self):
        return Frog(super().start())

    def moves(self, position):
        return super().moves(position.stone)

    def do_move(self, position, move):
        position.stone += move
        return position

    def primitive(self, position):
        return super().primitive(position.stone)

    def format(self, position):
        return super().format(position.stone)

    def parse(self, text):
        return Frog(super().parse(text))

    def solutions(self):
        return map(Frog, super().solutions())

    def parents(self, position):
        return map(Frog, super().parents(position.stone))


@breaks("purity")
class UnhashableMoves(Template):
    def moves(self, position):
        return [[hop] for hop in super().moves(position)]

    def do_move(self, position, move):
        return position + move[0]


@breaks("purity")
class ChildrenInOtherOrder(NPuzzle):
    """The fast `children` does not agree with `do_move`."""

    def children(self, position):
        return super().children(position)[::-1]


# --- ending -------------------------------------------------------------------------------------


@breaks("ending")
class PuzzleTies(Template):
    def primitive(self, position):
        return Value.TIE if position == 1 else super().primitive(position)


@breaks("ending")
class GameGoesOn(Nim):
    """Nobody has won when the last stick is taken."""

    def primitive(self, position):
        return None


@breaks("ending")
class GameDraws(Nim):
    """A draw is an endless game, so no single position is one."""

    def primitive(self, position):
        return Value.DRAW if super().primitive(position) else None


# --- parents ------------------------------------------------------------------------------------


@breaks("parents")
class OnlyParentsOfOneImage(Sokoban):
    parents_of_class = Sokoban.parents


@breaks("parents")
class ForgetsAParent(PegSolitaire):
    def parents(self, position):
        return list(super().parents(position))[1:]


@breaks("parents")
class InventsAParent(Template):
    def parents(self, position):
        return [*super().parents(position), position]


@breaks("parents")
class UndoIsDo(NQueens):
    """One-way, but declared reversible."""

    parents = Rules.children


@breaks("parents")
class SolutionMissing(NQueens):
    def solutions(self):
        return [board for board in super().solutions() if "-Q---" not in board[:5]]


@breaks("parents")
class SolutionTooMuch(LightsOut):
    def solutions(self):
        return [0, 1]


@breaks("parents")
class NoSolutions(TowersOfHanoi):
    def solutions(self):
        return []


# --- symmetry -----------------------------------------------------------------------------------


@breaks("symmetry")
class NoSymmetry(NPuzzle):
    """The mirror image of a sliding puzzle has another solution."""

    def images(self, position):
        return (position, position[::-1])


@breaks("symmetry")
class GoalRodToo(TowersOfHanoi):
    """The last rod is not interchangeable with the others."""

    def images(self, position):
        turned = tuple((rod + 1) % self.rods for rod in position)
        return (position, turned, tuple((rod + 1) % self.rods for rod in turned))

    canonical = Rules.canonical


@breaks("symmetry")
class CanonicalWanders(LightsOut):
    """canonical(canonical(p)) is not canonical(p)."""

    def canonical(self, position):
        images = sorted(set(self.images(position)))
        return images[(images.index(position) + 1) % len(images)]


@breaks("symmetry")
class CanonicalOutside(LightsOut):
    def canonical(self, position):
        return super().canonical(position) ^ 1


@breaks("symmetry")
class NotItsOwnImage(NQueens):
    def images(self, position):
        return [image for image in super().images(position) if image != position] or [position]


# --- rank ---------------------------------------------------------------------------------------


@breaks("rank")
class RanksCollide(NPuzzle):
    def rank(self, position):
        return super().rank(position) // 2

    def unrank(self, number):
        return super().unrank(2 * number % self.size)


@breaks("rank")
class ImagesDoNotShareRank(LightsOut):
    images_share_rank = True


@breaks("rank")
class RankOutOfRange(NPuzzle):
    def rank(self, position):
        return super().rank(position) + self.size // 2

    def unrank(self, number):
        return super().unrank(max(0, number - self.size // 2))


@breaks("rank")
class RankIsSize(TowersOfHanoi):
    """Counts from 1, so the last rank is one too high."""

    def rank(self, position):
        return super().rank(position) + 1

    def unrank(self, number):
        return super().unrank(max(0, number - 1))


@breaks("rank")
class RankNegative(LightsOut):
    """Python's lists would accept it."""

    def rank(self, position):
        return position - 1

    def unrank(self, number):
        return number + 1 if number < self.size - 1 else 0


@breaks("rank")
class UnrankWrong(TowersOfHanoi):
    """The disks are read in the wrong order."""

    def unrank(self, number):
        return super().unrank(number)[::-1]


# --- kernel -------------------------------------------------------------------------------------


def changed_kernel(rules, **changes):
    return dataclasses.replace(TowersOfHanoi.kernel(rules), **changes)


@breaks("kernel")
class KernelOfOtherMoves(TowersOfHanoi):
    def kernel(self):
        return changed_kernel(self, children=lambda number, out, work, *rest: 0)


@breaks("kernel")
class KernelOutOfRoom(TowersOfHanoi):
    def kernel(self):
        return changed_kernel(self, most=1)


@breaks("kernel")
class KernelSaysTooMany(TowersOfHanoi):
    def kernel(self):
        return changed_kernel(self, children=lambda number, out, work, *rest: 99)


@breaks("kernel")
class KernelWithOtherParents(TowersOfHanoi):
    def kernel(self):
        return changed_kernel(self, parents=lambda number, out, work, *rest: 0)


@breaks("kernel")
class KernelThatCannotTakeBack(TowersOfHanoi):
    reversible = False

    def parents(self, position):
        return self.children(position)


# --- search -------------------------------------------------------------------------------------


def changed_search(rules, **changes):
    return dataclasses.replace(Connect4.search_kernel(rules), **changes)


@breaks("search")
class SearchThatLeavesMovesOut(Connect4):
    def search_kernel(self):
        return changed_search(self, expand=lambda first, second, moves, out, *rest: 0)


@breaks("search")
class SearchOfOtherMoves(Connect4):
    def search_kernel(self):
        def expand(first, second, moves, out, *rest):
            out[2:4] = first, second
            return 1

        return changed_search(self, expand=expand)


@breaks("search")
class SearchBeyondAllScores(Connect4):
    def search_kernel(self):
        def expand(first, second, moves, out, *rest):
            out[:2] = -99, 99
            return 0

        return changed_search(self, expand=expand)


@breaks("search")
class SearchThatForgetsWhatIsProved(Connect4):
    def search_kernel(self):
        def weigh(first, second, count, out, *rest):
            out[:2] = -99, 99

        return changed_search(self, weigh=weigh)


@breaks("search")
class SearchOfOtherMovesAhead(Connect4):
    def search_kernel(self):
        return changed_search(self, weigh=lambda first, second, count, out, *rest: None)


@breaks("search")
class SearchWithoutKeys(Connect4):
    def search_kernel(self):
        return changed_search(self, key=lambda first, second, *rest: 0)


@breaks("search")
class SearchThatDoesNotCountMoves(Connect4):
    def search_kernel(self):
        return changed_search(self, words=lambda position: (*Connect4._bitboards(self, position)[:2], 0))


# --- board --------------------------------------------------------------------------------------


@breaks("board")
class TierThatFalls(Quixo):
    def tier(self, x, o):
        return -x - o


@breaks("board")
class UnmovesLeftOut(Quixo):
    @staticmethod
    def list_unmoves(cells, turn, moves, pushes):
        return 0


@breaks("board")
class UnmovesThatLeadNowhere(Quixo):
    @staticmethod
    def unmake_move(cells, turn, move, pushes):
        cells[pushes[move][0]] = 3 - turn
        return 3 - turn


@breaks("board")
class PiecesThatCannotBe(Quixo):
    def possible(self, turn, x, o):
        return x + o < 4


@breaks("board")
class CellsLeftChanged(Quixo):
    @staticmethod
    def list_moves(cells, turn, moves, pushes):
        count = list_moves(cells, turn, moves, pushes)
        cells[0] = 3 - turn
        return count


# --- promises of mix-ins ------------------------------------------------------------------------


@breaks("promises")
class NimberOfAnotherGame(Nim):
    """One heap has the nimber of another."""

    def heap_nimber(self, heap: int) -> int:
        return 2 if heap == 3 else super().heap_nimber(heap)


@breaks("promises")
class HeuristicThatFallsByTwo(NPuzzle):
    def heuristic(self, position) -> int:
        return 2 * super().heuristic(position)


@breaks("promises")
class HopelessPositionThatIsSolved(NPuzzle):
    def hopeless(self, position) -> str | None:
        return "No." if self.primitive(position) is Value.WIN else None


@breaks("promises")
class ExchangedWithItself(Domineering):
    """A position is said to be itself with the players exchanged."""

    def exchanged(self, position):
        return position


@breaks("promises")
class OptionsThatAreLeftOut(Domineering):
    """Parts in the corner are said to have no options."""

    def options_of(self, component, turn):
        return [] if component & 1 else super().options_of(component, turn)
