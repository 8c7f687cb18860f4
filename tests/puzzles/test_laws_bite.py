"""The laws bite: faults planted in good plug-ins are found, each by the law meant for it."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

import pytest

from puzzles._template import Template
from puzzles.base import CustomVariant, IllegalPosition, MalformedPosition, Rules, Value, Variant
from puzzles.checks import LAWS, check
from puzzles.laws.positions import damaged
from puzzles.one_player.lightsout import LightsOut
from puzzles.one_player.npuzzle import NPuzzle
from puzzles.one_player.nqueens import NQueens
from puzzles.one_player.pegsolitaire import PegSolitaire
from puzzles.one_player.sokoban import Sokoban
from puzzles.one_player.towersofhanoi import TowersOfHanoi
from puzzles.two_player.connect4 import Connect4
from puzzles.two_player.kayles import Kayles
from puzzles.two_player.nim import Nim
from puzzles.two_player.quixo import Quixo
from puzzles.view import Add, Board, Line, Move, Shift

FAULTS: list[tuple[str, type[Rules]]] = []


def breaks(law: str) -> Callable[[type[Rules]], type[Rules]]:
    """Mark a class as having a fault that this law must find."""
    assert law in LAWS

    def note(cls: type[Rules]) -> type[Rules]:
        FAULTS.append((law, cls))
        return cls

    return note


def small(cls: type[Rules]) -> Rules:
    """The rules of a medium-sized test variant, with something of everything."""
    wanted = {"towersofhanoi": "3_3", "npuzzle": "2x3", "nqueens": "5", "lightsout": "3"}.get(cls.id)
    variant = next((v for v in cls.variants if v.id == wanted), None)
    return cls(variant or next((v for v in cls.variants if v.testing), Template.variants[0]))


# --- metadata -----------------------------------------------------------------------------------


@breaks("metadata")
class NoDescription(Template):
    description = ""


@breaks("metadata")
class BlankAuthor(NPuzzle):
    author = "  "


@breaks("metadata")
class ReservedId(Template):
    id = "variants"


@breaks("metadata")
class ReservedAlias(Template):
    aliases = ("health",)


@breaks("metadata")
class ReservedVariant(Template):
    variants = (Variant("start", "5 stones", (5,), testing=True),)


@breaks("metadata")
class OpensNothing(Template):
    opens = "no such variant"


@breaks("metadata")
class CalledAsItIs(Template):
    also_called = (Template.name,)


@breaks("metadata")
class CalledNothing(Template):
    also_called = ("",)


@breaks("metadata")
class IdWithBlank(Template):
    id = "the template"


@breaks("metadata")
class IdWithNewline(Template):
    id = "template\n"


@breaks("metadata")
class VariantWithSlash(Template):
    variants = (Variant("5/5", "5 stones", (5,), testing=True),)


@breaks("metadata")
class VariantTwice(Template):
    variants = (Variant("5", "5 stones", (5,), testing=True), Variant("8", "8 stones", (8,), aliases=("5",)))


@breaks("metadata")
class NothingToTest(Template):
    variants = (Variant("5", "5 stones", (5,)),)


@breaks("metadata")
class VariantWithoutName(Template):
    variants = (Variant("5", "", (5,), testing=True),)


@breaks("metadata")
class CostsWithoutTheMixIn(Template):
    """Nothing would read these costs."""

    def cost(self, position, move):
        return 2.0


@breaks("metadata")
class FlagWithoutTheMixIn(Kayles):
    wins_by = True


@breaks("metadata")
class AttributeWithoutTheMixIn(Template):
    def __init__(self, variant):
        super().__init__(variant)
        self.tabled_as = "5"


@breaks("metadata")
class ExampleNotAccepted(Template):
    custom = CustomVariant(r"[1-9]", lambda text: (int(text),), "Type the number of stones, from 1 to 9.", "10")


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


# --- text ---------------------------------------------------------------------------------------


@breaks("text")
class Slashes(NQueens):
    """Rows are separated by a slash, which a URL segment cannot contain."""

    def format(self, position):
        return "/".join(position[i : i + self.side] for i in range(0, self.squares, self.side))

    def parse(self, text):
        return super().parse(text.replace("/", ""))


@breaks("text")
class PercentSigns(Template):
    def format(self, position):
        return super().format(position).replace("f", "%")

    def parse(self, text):
        return super().parse(text.replace("%", "f"))


@breaks("text")
class TwoShareAText(TowersOfHanoi):
    """Disks A and B look alike."""

    def format(self, position):
        return super().format(position).replace("B", "A")


@breaks("text")
class ReadsAnother(LightsOut):
    """Reads the lamps in reverse."""

    def parse(self, text):
        return super().parse(text[::-1])


@breaks("text")
class EndsWithNewline(Template):
    def format(self, position):
        return super().format(position) + "\n"

    def parse(self, text):
        return super().parse(text.removesuffix("\n"))


# --- bad_text -----------------------------------------------------------------------------------


@breaks("bad_text")
class Strips(NPuzzle):
    def parse(self, text):
        return super().parse(text.strip())


@breaks("bad_text")
class AnyDigits(LightsOut):
    """int() also reads Arabic and other digits."""

    def parse(self, text):
        if len(text) != self.lamps:
            raise MalformedPosition(f"expected {self.lamps} characters")
        try:
            return int(text, 2)
        except ValueError:
            raise MalformedPosition("expected a binary number") from None


@breaks("bad_text")
class WrongInventory(NPuzzle):
    """Two equal tiles are accepted."""

    def parse(self, text):
        if len(text) != self.cells or set(text) - set(self.format(self._goal)):
            raise MalformedPosition(f"expected {self.cells} characters")
        return text.encode()


@breaks("bad_text")
class NoPegs(PegSolitaire):
    """The empty board is accepted, and has no rank."""

    def parse(self, text):
        if len(text) != self.cells or set(text) - set("x-"):
            raise MalformedPosition(f"expected {self.cells} characters")
        return int(text.replace("x", "1").replace("-", "0"), 2)

    def rank(self, position):
        return 2 * position - 1 if position else -1

    def unrank(self, number):
        return (number + 1) // 2 if number >= 0 else 0


@breaks("bad_text")
class FloatingDisks(TowersOfHanoi):
    """Checks only a disk's column, so floating and misordered disks are accepted."""

    def parse(self, text):
        disks = "ABCDEFGH"[: self.disks]
        if len(text) != self.disks * self.rods or any(text.count(disk) != 1 for disk in disks):
            raise MalformedPosition(f"expected {self.disks} rows of {self.rods}")
        return tuple(text.index(disk) % self.rods for disk in disks)


@breaks("bad_text")
class RaisesValueError(Template):
    def parse(self, text):
        if len(text) != self.stones:
            raise MalformedPosition(f"expected {self.stones} characters")
        return text.index("f")


@breaks("bad_text")
class RaisesIndexError(Nim):
    def parse(self, text):
        if text[1] != "_":
            raise MalformedPosition("expected the player to move and '_'")
        return super().parse(text)


@breaks("bad_text")
class IgnoresCase(NQueens):
    def parse(self, text):
        return super().parse(text.replace("x", "Q"))


@breaks("bad_text")
class OnlyStarts(Template):
    """Ignores whatever follows the position."""

    def parse(self, text):
        return super().parse(text[: self.stones])


@breaks("bad_text")
class RefusesWithoutSentence(Template):
    def parse(self, text):
        try:
            return super().parse(text)
        except IllegalPosition:
            raise IllegalPosition("no") from None


# --- distinct -----------------------------------------------------------------------------------


@breaks("distinct")
class MoveTwice(NPuzzle):
    def moves(self, position):
        return [*super().moves(position)] * 2

    children = Rules.children


@breaks("distinct")
class NamesCollide(PegSolitaire):
    """Moves are named by their target only."""

    def format_move(self, position, move):
        return f"to {move[1]}"


@breaks("distinct")
class NameWithAColon(PegSolitaire):
    """A page that stores the moves of a match in one text splits it at colons."""

    def format_move(self, position, move):
        return f"jump: {super().format_move(position, move)}"


@breaks("distinct")
class ButtonsCollide(TowersOfHanoi):
    def button(self, position, move):
        return Add("A", move[0])


@breaks("distinct")
class TwoButtonsOnOneCell(TowersOfHanoi):
    """The buttons differ but are on the same cell."""

    def button(self, position, move):
        return Add("ABC"[move[1]], 0)


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


# --- view ---------------------------------------------------------------------------------------


@breaks("view")
class BoardTooSmall(NPuzzle):
    def board(self, position):
        board = super().board(position)
        return Board(board.rows, board.cols - 1, board.cells)


@breaks("view")
class BoardCharacter(PegSolitaire):
    def board(self, position):
        board = super().board(position)
        return Board(board.rows, board.cols, board.cells.replace("-", "."))

    def from_board(self, cells, turn):
        return super().from_board(cells.replace(".", "-"), turn)


@breaks("view")
class ReadsBoardWrong(LightsOut):
    def from_board(self, cells, turn):
        return super().from_board(cells[::-1], turn)


@breaks("view")
class TurnDoesNotShow(Nim):
    """The board alone does not show the player to move."""

    def from_board(self, cells, turn):
        return super().from_board(cells, 1)


@breaks("view")
class TwoLookAlike(TowersOfHanoi):
    def board(self, position):
        board = super().board(position)
        return Board(board.rows, board.cols, board.cells.replace("B", "A"))

    def from_board(self, cells, turn):
        return self.parse(cells)


@breaks("view")
class ButtonOffTheBoard(LightsOut):
    def button(self, position, move):
        return Add("1", move + 1)


@breaks("view")
class ArrowToItself(NPuzzle):
    def button(self, position, move):
        return Move(move, move)


@breaks("view")
class ButtonIsALine(NPuzzle):
    def button(self, position, move):
        return Line(move, position.index(b"-"))


@breaks("view")
class ShiftByNothing(NPuzzle):
    def button(self, position, move):
        return Shift("L", 0, 0)


@breaks("view")
class ShiftOfNoRow(NPuzzle):
    def button(self, position, move):
        return Shift("R", self.rows, 1)


@breaks("view")
class ArrowOffTheBoard(NPuzzle):
    def button(self, position, move):
        return Move(move, self.cells)


@breaks("view")
class ButtonOfTwoCharacters(LightsOut):
    def button(self, position, move):
        return Add("10", move)


@breaks("view")
class NoSuchPlayer(Nim):
    def turn(self, position):
        return 3 - super().turn(position) - 1


@breaks("view")
class PuzzleOfPlayerTwo(Template):
    def turn(self, position):
        return 2


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
        def survey(first, second, out, *rest):
            out[:2] = -99, 99
            return 1

        return changed_search(self, survey=survey)


@breaks("search")
class SearchWithoutKeys(Connect4):
    def search_kernel(self):
        return changed_search(self, key=lambda first, second, *rest: 0)


@breaks("search")
class SearchThatDoesNotCountMoves(Connect4):
    def search_kernel(self):
        return changed_search(self, words=lambda position: (*Connect4._words(self, position)[:2], 0))


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


# --- the tests ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("law", "cls"), [pytest.param(law, cls, id=cls.__name__) for law, cls in FAULTS])
def test_fault_is_found(law: str, cls: type[Rules]):
    found = check(small(cls))
    by_law = [sentence for sentence in found if f"law '{law}':" in sentence]
    assert by_law, f"law {law!r} finds nothing; all that is found: {found}"
    variant = small(cls).variant
    assert by_law[0].startswith(f"{cls.id}/{variant.id}: "), "a finding says where it was made"


@pytest.mark.parametrize("cls", sorted({cls.__mro__[1] for _, cls in FAULTS}, key=lambda cls: cls.__name__))
def test_nothing_is_found_without_the_fault(cls: type[Rules]):
    assert check(small(cls)) == []


def test_every_law_has_a_fault_that_only_it_is_meant_for():
    assert {law for law, _ in FAULTS} == set(LAWS)
    assert len(FAULTS) >= 50


def test_positions_that_cannot_be_made_are_a_finding():
    class NoStart(Template):
        def start(self):
            raise RuntimeError("no start")

    (finding,) = check(small(NoStart))
    assert re.search("no positions can be made: RuntimeError: no start", finding)


def test_a_law_that_fails_by_an_error_is_a_finding():
    class NoBoard(Template):
        def board(self, position):
            raise KeyError(position)

    findings = check(small(NoBoard))
    assert any("law 'view': KeyError" in finding for finding in findings)


@pytest.mark.parametrize("name", ["1_3,3,10", "A--B--C--", "-", "0", "10_1-2-3"])
def test_damaged_texts(name: str):
    bad = set(damaged(name))
    assert name not in bad
    assert {"", name[1:], name[:-1], name * 2, f" {name}", f"{name} ", f"{name}\n", f"\0{name}"} <= bad
    assert not set("0123456789") & set(name) or any(not text.isascii() and len(text) == len(name) for text in bad)
    exchanged = {text for text in bad if text != name and sorted(text) == sorted(name)}
    replaced = {text for text in bad if len(text) == len(name) and sum(map(str.__ne__, text, name)) == 1}
    pairs = [(i, j) for i in range(len(name)) for j in range(i) if name[i] != name[j]]
    assert (len(exchanged) > 0) == bool(pairs)
    assert {i for text in replaced for i in range(len(name)) if text[i] != name[i]} == set(range(len(name)))


@pytest.mark.parametrize("button", [Shift("L", 0, 1), Shift("R", 1, 2), Add("z", 5), Move(0, 5), Move(5, 0)])
def test_buttons_that_fit_are_no_fault(button):
    class Drawn(NPuzzle):
        def button(self, position, move):
            return button

    assert [finding for finding in check(small(Drawn)) if "'view'" in finding] == []


def test_a_size_of_more_than_63_bits_comes_with_advice():
    class Huge(LightsOut):
        def __init__(self, variant):
            super().__init__(variant)
            self.size = (1 << 63) + 1

    found = check(small(Huge))
    assert any("not from 1 to 2**63. Use fewer bits per cell" in finding for finding in found), found
