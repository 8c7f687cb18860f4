"""Plug-ins with faults in what they say of themselves, in their texts and in their looks."""

from __future__ import annotations

from perfect_play.puzzles import Notation
from perfect_play.puzzles._template import Template
from perfect_play.puzzles.base import CustomVariant, IllegalPosition, MalformedPosition, Rules, Variant
from perfect_play.puzzles.one_player.lightsout import LightsOut
from perfect_play.puzzles.one_player.npuzzle import NPuzzle
from perfect_play.puzzles.one_player.nqueens import NQueens
from perfect_play.puzzles.one_player.pegsolitaire import PegSolitaire
from perfect_play.puzzles.one_player.towersofhanoi import TowersOfHanoi
from perfect_play.puzzles.two_player.kayles import Kayles
from perfect_play.puzzles.two_player.nim import Nim
from perfect_play.puzzles.view import Add, Board, Line, Move, Shift
from tests.puzzles.breaking import breaks

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
class NameOfOneSide(Kayles):
    side_names = ("the pins",)


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
class FlagWithoutTheMixIn(Kayles):
    wins_by = True


@breaks("metadata")
class ExampleNotAccepted(Template):
    custom = CustomVariant(r"[1-9]", lambda text: (int(text),), "Type the number of stones, from 1 to 9.", "10")


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


# --- notation -----------------------------------------------------------------------------------


@breaks("notation")
class OwnTextReadOtherwise(NPuzzle):
    notations = (Notation("backwards", "-87654321", lambda rules, text: rules.parse(text[::-1])),)


@breaks("notation")
class NamesAnotherMove(TowersOfHanoi):
    def other_move_names(self, position, move):
        return [self.format_move(position, other) for other in self.moves(position) if other != move]


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
