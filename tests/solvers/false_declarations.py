"""Plug-ins that declare something false: each must be refused before a table is published.

`planted` names what is false and what the refusal must mention. Every one has a variant that is solved in a moment.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from perfect_play.puzzles import LOST, ONGOING, WON, Turn, Value, Variant
from perfect_play.puzzles._template import Template
from perfect_play.puzzles._template_game import TemplateGame
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.boards import BoardGame, Cells, Moves, add, step
from perfect_play.puzzles.boards._board_template import TemplateBoard
from perfect_play.puzzles.one_player.npuzzle import NPuzzle
from perfect_play.puzzles.one_player.pegsolitaire import PegSolitaire
from perfect_play.puzzles.one_player.sokoban import Sokoban
from perfect_play.puzzles.one_player.towersofhanoi import TowersOfHanoi
from perfect_play.puzzles.two_player.hexapawn import Hexapawn
from perfect_play.puzzles.two_player.horses import Horses
from perfect_play.puzzles.two_player.mutorere import MuTorere
from perfect_play.puzzles.two_player.teeko import Teeko
from perfect_play.puzzles.two_player.tictactoe import TicTacToe

# --- the fault and what must be said of it ------------------------------------------------------


@dataclass(frozen=True)
class PlantedFault:
    """A false declaration: its plug-in, the variant to solve, and a word of the sentence that refuses it."""

    cls: type[Rules]
    variant: str
    names: str


PLANTED: list[PlantedFault] = []


def planted(variant: str, names: str) -> Callable[[type[Rules]], type[Rules]]:
    """Registers a plug-in. names: part of the sentence, such as the attribute that is false."""

    def register(cls: type[Rules]) -> type[Rules]:
        PLANTED.append(PlantedFault(cls, variant, names))
        return cls

    return register


# --- symmetries -----------------------------------------------------------------------------------

COLS = 3


class Breakthrough(BoardGame):
    """Pawns step forward, straight or slanting, and capture slanting; the first on the far row wins.

    Rows of three, one row of pawns for each player; whoever has no pawn or cannot move loses. Every arrangement of up
    to three pawns each is legal. Written as the tutorial says.
    """

    id = "breakthrough"
    name = "Breakthrough"
    description = instructions = "Bring a pawn to the far row."
    author = "Dan Troyka"
    variants = (Variant("3x4", "3 x 4", testing=True, positions=86_598),)
    rows, cols = 4, COLS
    setup = "ooo" + "-" * 6 + "xxx"
    counts = {"x": range(4), "o": range(4)}
    stuck = LOST

    @staticmethod
    def list_moves(cells: Cells, turn: int, moves: Moves, rows: int) -> int:
        count = 0
        for cell in range(rows * COLS):
            if cells[cell] == turn:
                row, col = cell // COLS, cell % COLS
                ahead = row - 1 if turn == 1 else row + 1
                if 0 <= ahead < rows:
                    for side in range(max(0, col - 1), min(COLS, col + 2)):
                        target = ahead * COLS + side
                        if cells[target] == 0 or (side != col and cells[target] == 3 - turn):
                            count = add(moves, count, step(cell, target))
        return count

    @staticmethod
    def outcome(cells: Cells, turn: int, rows: int) -> int:
        pawns = 0
        for cell in range(rows * COLS):
            pawns += cells[cell] == turn
        last = (rows - 1) * COLS
        ended = LOST if pawns == 0 else ONGOING
        for col in range(COLS):
            if cells[last + col if turn == 1 else col] == 3 - turn:
                return LOST
            if cells[col if turn == 1 else last + col] == turn:
                ended = WON
        return ended


class TurnedBreakthrough(Breakthrough):
    """The same, with the players exchanged by turning the board."""

    other_side = "ox"
    exchanged_cells = tuple(reversed(range(4 * COLS)))


@planted("3x4", "`other_side`")
class PawnsThatMoveAlike(Breakthrough):
    """The pawns of both are said to move alike, on the same board."""

    other_side = "ox"


@planted("3x4", "`symmetries`")
class PawnsUpsideDown(TurnedBreakthrough):
    symmetries = (tuple(reversed(range(4 * COLS))),)


@planted("4x4", "`symmetries`")
class TeekoWithoutOneLine(Teeko):
    """A typo: one of the lines that win is missing, but the board keeps its eight symmetries."""

    def prepare(self, *options: object) -> None:
        super().prepare(*options)
        self.wins = self.wins[1:]


@planted("regular", "`symmetries`")
class HorsesWithoutOneLine(Horses):
    def prepare(self, *options: object) -> None:
        super().prepare(*options)
        self.wins = self.wins[:-1]


@planted("4x4", "`symmetries`")
class HexapawnUpsideDown(Hexapawn):
    """The board is said to look the same upside down."""

    def prepare(self, *options: object) -> None:
        super().prepare(*options)
        self.symmetries = (*self.symmetries, tuple(reversed(range(self.cells))))


@planted("regular", "`images`")
class OneFalsePair(TicTacToe):
    """Two boards that differ are said to be images of each other, all others are right."""

    PAIR = frozenset(("-------ox", "----o---x"))

    def images(self, position):
        images = list(super().images(position))
        one = self.PAIR.intersection(cells for _, cells in images)
        others = [(1, cells) for cells in self.PAIR - one] if one else []
        return [*images, *(image for other in others for image in super(OneFalsePair, self).images(other))]


@planted("regular", "canonical")
class CanonicalOfOneBoard(TicTacToe):
    """One board is said to be represented by another, which is no image of it."""

    def canonical(self, position):
        canonical = super().canonical(position)
        return (1, "-------ox") if canonical == (1, "----o---x") else canonical


@planted("regular", "`twins`")
class TwinsOfTheOtherPlayer(TicTacToe):
    """All boards with a mark in the corner are said to be reached if one of them is."""

    def twins(self, position):
        turn, cells = position
        return [position, (turn, cells[::-1])] if cells.count("-") == 8 and cells[0] == "x" else [position]

    def moves(self, position):
        return [move for move in super().moves(position) if move != 8 or position[1] != "---------"]


# --- puzzles solved backward ----------------------------------------------------------------------


@planted("8", "parents")
class ParentsWithoutOne(Template):
    """A parent is left out of one position's parents."""

    def parents(self, position: int) -> list[int]:
        return [parent for parent in super().parents(position) if (parent, position) != (3, 5)]


@planted("2x3", "parents")
class ParentsWithoutOneMove(NPuzzle):
    """Parents are the children without their last, wherever the blank is in the middle."""

    reversible = False

    def parents(self, position):
        children = list(self.children(position))
        return children if len(children) < 3 else children[:-1]

    def kernel(self):
        return None


@planted("8", "parents")
class ReversibleHops(Template):
    """No hop undoes a hop."""

    reversible = True

    def parents(self, position: int) -> list[int]:
        return self.children(position)


@planted("8", "solution")
class SolutionsWithoutOne(Template):
    """Two stones end the puzzle, only one of which is among the solutions."""

    def primitive(self, position: int) -> Value | None:
        return Value.WIN if position in (self.stones - 1, self.stones - 2) else None


@planted("8", "solution")
class SolutionThatIsNone(Template):
    def solutions(self) -> list[int]:
        return [self.stones - 1, 1]


@planted("3_3", "kernel")
class KernelWithoutOneMove(TowersOfHanoi):
    """The kernel leaves out the moves of one rank."""

    def kernel(self):
        kernel = super().kernel()

        def children(number, out, work, *constants):
            return 0 if number == 13 else kernel.children(number, out, work, *constants)

        return replace(kernel, children=children)


@planted("microban_1", "kernel's parents")
class KernelParentsWithoutOne(Sokoban):
    """The kernel's parents leave out the last of each position's."""

    def kernel(self):
        kernel = super().kernel()

        def parents(number, out, work, *constants):
            return max(0, kernel.parents(number, out, work, *constants) - 1)

        return replace(kernel, parents=parents)


@planted("3_3", "primitive")
class LostInTheMiddle(TowersOfHanoi):
    """`primitive` calls a position lost that `solutions` names as solved."""

    def primitive(self, position):
        return Value.LOSE if position in set(self.solutions()) else super().primitive(position)


@planted("5", "heuristic")
class HeuristicTooLarge(PegSolitaire):
    """A lower bound that is above the fewest moves."""

    variants = tuple(replace(variant, id="5") for variant in PegSolitaire.variants if variant.id == "star")

    def heuristic(self, position) -> int:
        return 2 * super().heuristic(position)


# --- ranks ----------------------------------------------------------------------------------------


class RankedFrogs(TemplateGame):
    """The frogs of the template, with ranks."""

    id = "rankedfrogs"

    def prepare(self, stones: int) -> None:
        super().prepare(stones)
        self.size = 2 * stones * stones
        self.dense = False

    def rank(self, position):
        turn, stones = position
        return (turn - 1) * self.stones**2 + stones.index("x") * self.stones + stones.index("o")

    def unrank(self, number):
        turn, left, right = number // self.stones**2 + 1, number // self.stones % self.stones, number % self.stones
        return (turn, self._row(left, right))


@planted("9", "share the rank")
class TwoPositionsWithOneRank(RankedFrogs):
    """Two positions of all have the same rank."""

    def rank(self, position):
        return super().rank((1, "---x-o---") if position == (1, "--x-o----") else position)


@planted("9", "rank")
class RankOfTheMirrorImage(RankedFrogs):
    """The rank does not say who is to move."""

    def rank(self, position):
        return super().rank((1, position[1]))


@planted("9", "size")
class SizeTooSmall(RankedFrogs):
    def prepare(self, stones: int) -> None:
        super().prepare(stones)
        self.size = stones * stones


# --- games ----------------------------------------------------------------------------------------


@planted("9", "no moves")
class StuckWithoutAnEnd(TemplateGame):
    """Who cannot move has not ended by `primitive`."""

    def primitive(self, position):
        return None


@planted("3x3", "not legal")
class CountsTooSmall(TemplateBoard):
    """Play places three stones each; at most two are legal."""

    counts = {"x": range(3), "o": range(3)}

    def possible(self, turn: Turn, x: int, o: int) -> bool:
        return x - o == turn - 1 or x == o == 2


@planted("3x3", "not legal")
class ImpossibleTurn(TemplateBoard):
    """Only player 1 is said to be to move once all stones are placed."""

    other_side = ""

    def possible(self, turn: Turn, x: int, o: int) -> bool:
        return x - o == turn - 1


@planted("3x3", "tier")
class TierThatFalls(TemplateBoard):
    """The tier is the number of empty cells, which falls."""

    def tier(self, x: int, o: int) -> int:
        return -x - o


@planted("regular", "no moves")
class StuckIsLeftOut(MuTorere):
    """Who cannot move has not ended by the rules."""

    def prepare(self, stuck: int) -> None:
        super().prepare(stuck)
        self.stuck = ONGOING


@planted("4x4", "unmove")
class UnmovesWithoutOne(Teeko):
    """A step back from one cell is left out."""

    @staticmethod
    def list_unmoves(cells: Cells, turn: int, moves: Moves, neighbors: tuple[tuple[int, ...], ...]) -> int:
        count = 0
        for cell in range(1, len(neighbors)):
            if cells[cell] == 3 - turn:
                for target in neighbors[cell]:
                    if cells[target] == 0:
                        count = add(moves, count, step(target, cell))
        return count


@planted("3x3", "not legal")
class ExtraOutOfRange(TemplateBoard):
    """A move raises the extra beyond its values."""

    variants = (Variant("3x3", "3 x 3", (3,), testing=True, positions=500),)
    extras = (range(2),)
    setup = "-" * 9 + "0"
    other_side = ""

    def possible(self, turn: Turn, x: int, o: int, extra: int) -> bool:
        return x - o == turn - 1 or x == o == 3

    def tier(self, x: int, o: int, extra: int) -> int:
        return x + o

    @staticmethod
    def list_moves(cells: Cells, turn: int, moves: Moves) -> int:
        count = 0
        for cell in range(9):
            if cells[cell] == 0:
                count = add(moves, count, cell)
        return count

    @staticmethod
    def make_move(cells: Cells, turn: int, move: int) -> int:
        cells[move] = turn
        cells[9] += 1
        return 3 - turn


@planted("3x3", "not legal")
class SetupThatIsIllegal(TemplateBoard):
    """The setup has a stone too many for the player to move."""

    setup = "x" + "-" * 8
