"""Sums of games: several impartial games side by side, in which a move is made in any one of them.

A player who cannot move in any of them loses, and the nimber is the XOR of theirs (R. P. Sprague 1935, P. M.
Grundy 1939). A variant lists its components, `<id>_<variant>` each, with `~` between them.

A position is (player to move, cells). The boards of the components stand one below the other, with a
row of `*` between each two, and with `*` to the right of narrower ones. The text has those of the
components: `1_3,5~xxxxxxx`. A position is legal if every component's is, with either player to move.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

from perfect_play.puzzles import (
    VOID,
    Add,
    Board,
    Button,
    CustomVariant,
    Game,
    MalformedPosition,
    Move,
    Turn,
    Variant,
    short,
)
from perfect_play.puzzles.closed_form import ClosedFormGame, Heaps, Take, sorted_heaps, without_pairs
from perfect_play.puzzles.turns import Position
from perfect_play.puzzles.two_player._sum_components import Component, component

MAX_COMPONENTS, MAX_CELLS = 8, 500
SLOWER = 5  # positions of a sum have more moves than a single game's, so this many times more are assumed


def _components(text: str) -> tuple[str, ...]:
    """The components' names, all checked. Raises ValueError."""
    names = tuple(text.split("~"))
    if len(names) > MAX_COMPONENTS:
        raise ValueError(f"That is {len(names)} games, more than {MAX_COMPONENTS}.")
    if any(name.startswith("sum_") for name in names):
        raise ValueError("A sum cannot be a part of another: write its components instead.")
    boards = [rules.board(rules.start()) for rules, _ in map(component, names)]
    cells = (sum(board.rows for board in boards) + len(boards) - 1) * max(board.cols for board in boards)
    if cells > MAX_CELLS:
        raise ValueError(f"One below the other they need {cells:,} cells, more than {MAX_CELLS}.")
    return names


def _listed(variant_id: str, name: str) -> Variant:
    return Variant(variant_id, name, tuple(variant_id.split("~")), testing=True)


@dataclass(frozen=True)
class Part:
    """A component in its place: its rules, its heaps, and its first row on the board of the sum."""

    rules: Game
    heaps: Component
    first: Board
    row: int


class Sum(ClosedFormGame):
    name = "Sums of Games"
    also_called = ("Disjunctive sum",)
    description = "Several games side by side: move in any one of them; whoever cannot move in any has lost."
    instructions = """The games stand one below the other. On your turn, choose **one** of them and make a move in
        it, by its own rules. Whoever makes the **last move** of all wins."""
    author = "Roland Percival Sprague and Patrick Michael Grundy"
    date_created = "1935"
    variants = (
        _listed("nim_3_5~kayles_7", "Nim with 3 and 5, Kayles with 7"),
        _listed("kayles_4~dawsonschess_5~grundy_6", "Kayles with 4, Dawson's Chess with 5, Grundy's game with 6"),
        _listed("mockturtles_5~mockturtles_3", "Mock Turtles with 5 and with 3"),
        _listed("chomp_2x3~nim_2", "Chomp on 2 rows of 3, Nim with 2"),
    )
    custom = CustomVariant(
        pattern=r"[A-Za-z0-9]+_[A-Za-z0-9_.]+(~[A-Za-z0-9]+_[A-Za-z0-9_.]+)+",
        options=_components,
        help=(
            f"Type 2 to {MAX_COMPONENTS} impartial games with ~ between them, for each its id, an underscore and its "
            f"variant or own custom start. Drawn one below the other they may need at most {MAX_CELLS} cells."
        ),
        example="nim_1_2~kayles_3~octal_0.15_4",
    )

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The components in their places, from the top."""
        parts, row = [], 0
        for name in self.variant.options:
            rules, heaps = component(name)
            first = rules.board(rules.start())
            parts.append(Part(rules, heaps, first, row))
            row += first.rows + 1
        return tuple(parts)

    @cached_property
    def game(self) -> str:
        return f"{self.id} {'~'.join(part.heaps.game for part in self.parts)}"

    def start_board(self) -> Board:
        last = self.parts[-1]
        columns = max(part.first.cols for part in self.parts)
        return Board(
            last.row + last.first.rows, columns, self._draw([part.first.cells for part in self.parts], columns)
        )

    def _draw(self, boards: Iterable[str], columns: int) -> str:
        """The board of the sum: the components' boards one below the other."""
        blocks = []
        for part, cells in zip(self.parts, boards, strict=True):
            rows = (cells[first : first + part.first.cols] for first in range(0, len(cells), part.first.cols))
            blocks.append("".join(row.ljust(columns, VOID) for row in rows))
        return (VOID * columns).join(blocks)

    def _boards(self, cells: str) -> list[str]:
        """The components' boards, cut out of the sum's."""
        columns = self.first_board.cols
        return [
            "".join(cells[row * columns :][: part.first.cols] for row in range(part.row, part.row + part.first.rows))
            for part in self.parts
        ]

    def _positions(self, cells: str) -> list[Any]:
        """The components' positions, with player 1 to move. Raises PositionError."""
        boards = zip(self.parts, self._boards(cells), strict=True)
        return [part.rules.from_board(board, 1) for part, board in boards]

    def options(self, cells: str) -> Iterable[Take]:
        """Component by component, each in its own order."""
        boards = self._boards(cells)
        for i, (part, position) in enumerate(zip(self.parts, self._positions(cells), strict=True)):
            rules = part.rules
            for move in rules.moves(position):
                after = rules.board(rules.do_move(position, move)).cells
                cells_after = self._draw([*boards[:i], after, *boards[i + 1 :]], self.first_board.cols)
                name = f"game {i + 1}, {rules.format_move(position, move)}"
                yield Take(self._placed(part, rules.button(position, move)), name, cells_after)

    def _placed(self, part: Part, button: Button) -> Button:
        """A component's button, moved to its place on the board of the sum."""

        def cell(place: int) -> int:
            row, column = divmod(place, part.first.cols)
            return (part.row + row) * self.first_board.cols + column

        match button:
            case Add(char, own):
                return Add(char, cell(own))
            case Move(source, target):
                return Move(cell(source), cell(target))
        raise TypeError(f"{part.rules.full_id}: {button} cannot be shown on a part of a board")

    def heaps(self, cells: str) -> Iterable[int]:
        """Heap n of component k, counted from 0, is n times the number of components, plus k."""
        for k, (part, board) in enumerate(zip(self.parts, self._boards(cells), strict=True)):
            yield from (heap * len(self.parts) + k for heap in part.heaps.heaps(board) if heap)

    def named_heaps(self, cells: str) -> Iterable[tuple[str, int]]:
        for k, (part, board) in enumerate(zip(self.parts, self._boards(cells), strict=True)):
            names = part.rules.named_heaps(board) if isinstance(part.rules, ClosedFormGame) else None
            for name, heap in [("", heap) for heap in part.heaps.heaps(board)] if names is None else names:
                if heap:
                    yield f"game {k + 1}{name and ', '}{name}", heap * len(self.parts) + k

    def gathered(self, heaps: Iterable[int]) -> Heaps:
        """Pairs cancel only within a component in which they do."""
        if not self._cancelling:
            return sorted_heaps(heaps)
        groups: dict[bool, list[int]] = {True: [], False: []}
        for heap in heaps:
            groups[heap % len(self.parts) in self._cancelling].append(heap)
        return sorted_heaps((*groups[False], *without_pairs(groups[True])))

    @cached_property
    def _cancelling(self) -> set[int]:
        return {k for k, part in enumerate(self.parts) if part.heaps.pairs_cancel}

    def heap_nimber(self, heap: int) -> int:
        size, k = divmod(heap, len(self.parts))
        return self.parts[k].heaps.heap_nimber(size)

    def heap_options(self, heap: int) -> set[Heaps]:
        count = len(self.parts)
        size, k = divmod(heap, count)
        return {tuple(part * count + k for part in option) for option in self.parts[k].heaps.heap_options(size)}

    def bound(self) -> int:
        return SLOWER * prod(part.heaps.bound() for part in self.parts)

    def write_cells(self, cells: str) -> str:
        """Each component's own text, without its player."""
        positions = zip(self.parts, self._positions(cells), strict=True)
        return "~".join(part.rules.format(position).removeprefix("1_") for part, position in positions)

    def read_cells(self, text: str) -> str:
        texts = text.split("~")
        if len(texts) != len(self.parts):
            raise MalformedPosition(f"{short(text)}: expected {len(self.parts)} games with ~ between them.")
        positions = [part.rules.parse(f"1_{item}") for part, item in zip(self.parts, texts, strict=True)]
        boards = [part.rules.board(item).cells for part, item in zip(self.parts, positions, strict=True)]
        return self._draw(boards, self.first_board.cols)

    def _checked(self, cells: str, turn: Turn, text: str) -> Position:
        first = self.first_board
        if len(cells) != len(first.cells):
            raise MalformedPosition(f"{short(text)}: expected {len(first.cells)} cells, not {len(cells)}.")
        if self._draw(self._boards(cells), first.cols) != cells:
            raise MalformedPosition(f"{short(text)}: expected {VOID!r} between and beside the games.")
        boards = [
            part.rules.board(position).cells for part, position in zip(self.parts, self._positions(cells), strict=True)
        ]
        if boards != self._boards(cells):
            raise MalformedPosition(f"{short(text)}: expected boards of the games.")
        tuple(self.heaps(cells))  # raises if a component's start does not lead there
        return (turn, cells)
