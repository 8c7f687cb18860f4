"""Mancala games: sowing stones around two rows of pits with a store each. The base class of Kalah and Mancala.

A position is (player to move, stones): the number of stones in each pit of player 1 from his left, in his
store, in each pit of player 2 from his left, and in his store. Every way to distribute all the stones is
legal, with either player to move; but where an empty side ends the game, no side is empty alone.

Its text is the player and the stones of both sides, `1_3,3,3,0_3,3,3,0`. A rank sees the board as
the player to move does, so a position shares its rank with the one in which the players are exchanged. It
is the numbers of stones side by side in binary, the mover's first; the other store follows from the total.

On the board player 1 sits at the bottom and sows counterclockwise: his store is at the right,
that of player 2 at the left. Numbers above 9 are letters: `a` is 10, `A` 36; one above 61 is `~`, as it follows
from the others.
"""

# ruff: noqa: D102

import re
from collections.abc import Iterable, Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import ClassVar

from perfect_play.puzzles.base import (
    LOST,
    ONGOING,
    TIED,
    WON,
    IllegalPosition,
    Kernel,
    MalformedPosition,
    Turn,
    Value,
    Variant,
    short,
    value_by_points,
)
from perfect_play.puzzles.mixins import Scored
from perfect_play.puzzles.turns import NEXT
from perfect_play.puzzles.values import Room
from perfect_play.puzzles.view import EMPTY, VOID, Add, Board

Stones = tuple[int, ...]
Position = tuple[Turn, Stones]

PASS = -1
NUMBERS = f"{EMPTY}123456789{ascii_lowercase}{ascii_uppercase}"
REMAINDER = "~"
SIDES = re.compile(r"([12])_([0-9,]+)_([0-9,]+)", re.ASCII)
COUNT = re.compile(r"0|[1-9][0-9]?", re.ASCII)


def sowing_variant(
    pits: int,
    stones: int,
    positions: int,
    presolve: bool = True,
    testing: bool = False,
    aliases: tuple[str, ...] = (),
    alone: bool = False,
) -> Variant:
    """The variant with `pits` pits on each side and `stones` stones in each pit.

    positions: 0 if there are too many for a table. alone: whether, unusually, a last stone is taken alone.
    """
    name = f"{pits} pits a side, {stones} stone{'s' if stones > 1 else ''} in each"
    if not alone:
        return Variant(
            f"{pits}x{stones}", name, (pits, stones), aliases, presolve and positions > 0, testing, positions
        )
    return Variant(f"{pits}x{stones}_empty", f"{name}, empty captures", (pits, stones, True), presolve=False)


class SowingGame(Scored):
    """A sowing game. Its attributes are the rules that differ from game to game."""

    extra_turn: ClassVar[bool]
    """Whether a player whose last stone falls into the player's own store moves again."""
    takes_alone: bool
    """Whether a last stone in one's own empty pit goes to the store even if the opposite pit is empty."""
    either_ends: ClassVar[bool]
    """Whether the game ends when either side is empty after a move, or only when the mover's is."""

    dense = False
    images_share_rank = True

    def prepare(self, pits: int, each: int, alone: bool = False) -> None:
        """Set the pits and their stones. alone: whether the last stone of a sowing in an own empty pit is taken."""
        self.pits = pits
        self.takes_alone = self.takes_alone or alone
        self.total = 2 * pits * each
        self.bits = self.total.bit_length()
        self.size = 1 << self.bits * (2 * self.pits + 1) if self.variant.positions else None
        above, below = range(2 * self.pits + 1, self.pits, -1), range(self.pits + 1)
        self._cells = [*above, PASS, PASS, *below]  # the pit or store in each cell of the board

    def start(self) -> Position:
        side = (self.total // (2 * self.pits),) * self.pits + (0,)
        return (1, side + side)

    def _store(self, turn: Turn) -> int:
        return self.pits if turn == 1 else 2 * self.pits + 1

    def _side(self, turn: Turn) -> range:
        """The pits of a player, from his left."""
        return range(self._store(turn) - self.pits, self._store(turn))

    def moves(self, position: Position) -> Iterable[int]:
        """The mover's pits with stones, from the left; PASS if there is none; nothing when the game is over."""
        turn, stones = position
        if self.primitive(position) is not None:
            return []
        return [pit for pit in self._side(turn) if stones[pit]] or [PASS]

    def do_move(self, position: Position, move: int) -> Position:
        turn, before = position
        if move == PASS:
            return (NEXT[turn], before)
        stones, store, skipped, pit = list(before), self._store(turn), self._store(NEXT[turn]), move
        hand, stones[move] = stones[move], 0
        while hand:
            pit = (pit + 1) % len(stones)
            if pit != skipped:
                stones[pit] += 1
                hand -= 1
        opposite = 2 * self.pits - pit
        if pit in self._side(turn) and stones[pit] == 1 and (self.takes_alone or stones[opposite]):
            stones[store] += 1 + stones[opposite]
            stones[pit] = stones[opposite] = 0
        if not self._filled(stones, turn) or (self.either_ends and not self._filled(stones, NEXT[turn])):
            own_sum, opponent_sum = self._collected(stones, turn), self._collected(stones, NEXT[turn])
            stones = [0] * len(stones)
            stones[store], stones[skipped] = own_sum, opponent_sum
        return (turn if self.extra_turn and pit == store else NEXT[turn], tuple(stones))

    def _filled(self, stones: Sequence[int], turn: Turn) -> list[int]:
        """A player's nonempty pits, from his left."""
        return [pit for pit in self._side(turn) if stones[pit]]

    def _collected(self, stones: Sequence[int], turn: Turn) -> int:
        """The stones in a player's store and pits."""
        return sum(stones[pit] for pit in self._side(turn)) + stones[self._store(turn)]

    def primitive(self, position: Position) -> Value | None:
        """The game ends when all stones are in the stores; more stones win."""
        stones = position[1]
        if stones[self._store(1)] + stones[self._store(2)] < self.total:
            return None
        return value_by_points(self.margin(position))

    def margin(self, position: Position) -> int:
        """The lead of the player to move: the difference of the stores."""
        turn, stones = position
        return stones[self._store(turn)] - stones[self._store(NEXT[turn])]

    def format(self, position: Position) -> str:
        counts = list(map(str, position[1]))
        return f"{position[0]}_{','.join(counts[: self.pits + 1])}_{','.join(counts[self.pits + 1 :])}"

    def parse(self, text: str) -> Position:
        match = SIDES.fullmatch(text)
        sides = [side.split(",") for side in match.groups()[1:]] if match else []
        counts = [count for side in sides for count in side]
        if [len(side) for side in sides] != 2 * [self.pits + 1] or not all(map(COUNT.fullmatch, counts)):
            example = self.format(self.start())
            raise MalformedPosition(f"{short(text)}: expected the player to move and both sides, like {example!r}.")
        return self._legal(text, 1 if text[0] == "1" else 2, tuple(map(int, counts)))

    def _legal(self, text: str, turn: Turn, stones: Stones) -> Position:
        if sum(stones) != self.total:
            raise IllegalPosition(f"{text!r}: expected {self.total} stones, not {sum(stones)}.")
        if self.either_ends and bool(self._filled(stones, 1)) != bool(self._filled(stones, 2)):
            raise IllegalPosition(f"{text!r}: one side is empty: the game is over, and all stones are in the stores.")
        return (turn, stones)

    def format_move(self, position: Position, move: int) -> str:
        return "pass" if move == PASS else str(move - self._side(position[0])[0] + 1)

    def images(self, position: Position) -> Iterable[Position]:
        """The position, and its twin with the players exchanged."""
        return (position, self._exchanged(position))

    def canonical(self, position: Position) -> Position:
        return position if position[0] == 1 else self._exchanged(position)

    def _exchanged(self, position: Position) -> Position:
        turn, stones = position
        return (NEXT[turn], stones[self.pits + 1 :] + stones[: self.pits + 1])

    def rank(self, position: Position) -> int:
        stones = self.canonical(position)[1]
        return sum(count << self.bits * i for i, count in enumerate(stones[:-1]))

    def unrank(self, number: int) -> Position:
        mask = (1 << self.bits) - 1
        stones = tuple(number >> self.bits * i & mask for i in range(2 * self.pits + 1))
        return (1, (*stones, self.total - sum(stones)))

    def kernel(self) -> Kernel | None:
        if self.size is None:
            return None
        rules = (int(self.extra_turn), int(self.takes_alone), int(self.either_ends))
        constants = (self.pits, self.bits, self.total, *rules)
        return Kernel(_children, self.pits, constants, primitive=_primitive, margin=_margin)

    def board(self, position: Position) -> Board:
        cells = [VOID if pit == PASS else _digit(position[1][pit]) for pit in self._cells]
        return Board(2, self.pits + 2, "".join(cells))

    def from_board(self, cells: str, turn: Turn) -> Position:
        if len(cells) != len(self._cells) or set(cells) - set(NUMBERS + VOID + REMAINDER) or cells.count(REMAINDER) > 1:
            raise MalformedPosition(f"{short(cells)}: expected {len(self._cells)} cells, numbers of stones.")
        count = {pit: NUMBERS.find(cell) for pit, cell in zip(self._cells, cells, strict=True)}
        stones = [max(count[pit], 0) for pit in range(2 * self.pits + 2)]
        if REMAINDER in cells:
            stones[self._cells[cells.index(REMAINDER)]] = max(self.total - sum(stones), len(NUMBERS))
        return self._legal(cells, turn, tuple(stones))

    def button(self, position: Position, move: int) -> Add:
        """On the pit, which is emptied; for a pass, on the mover's store."""
        turn, stones = position
        if move == PASS:
            store = self._store(turn)
            return Add(_digit(stones[store]), self._cells.index(store))
        return Add(EMPTY, self._cells.index(move))


def _digit(stones: int) -> str:
    """A number of stones on the board."""
    return NUMBERS[stones] if stones < len(NUMBERS) else REMAINDER


def _children(
    number: int, out: Room, scratch: Room, pits: int, bits: int, total: int, extra: int, alone: int, either: int
) -> int:
    """`moves` and `do_move` over ranks.

    `scratch` holds the stones before the move, followed by those after it.
    """
    ring, mask, last = 2 * pits + 1, (1 << bits) - 1, 2 * pits
    for i in range(ring):  # without the opponent's store
        scratch[i] = number >> (bits * i) & mask
    count = 0
    for move in range(pits):
        hand = scratch[move]
        if hand == 0:
            continue
        for i in range(ring):
            scratch[ring + i] = scratch[i]
        scratch[ring + move] = 0
        pit = move
        while hand > 0:
            pit = pit + 1 if pit < last else 0
            scratch[ring + pit] += 1
            hand -= 1
        captured = scratch[ring + last - pit]
        if pit < pits and scratch[ring + pit] == 1 and (alone == 1 or captured > 0):
            scratch[ring + pits] += 1 + captured
            scratch[ring + pit] = 0
            scratch[ring + last - pit] = 0
        extra_turn = extra == 1 and pit == pits
        out[count] = _after(scratch, ring, pits, bits, total, extra_turn, either)
        count += 1
    if count == 0:  # a pass
        for i in range(ring):
            scratch[ring + i] = scratch[i]
        out[0] = _exchanged(scratch, ring, pits, bits, total)
        count = 1
    return count


def _after(scratch: Room, ring: int, pits: int, bits: int, total: int, extra_turn: bool, either: int) -> int:
    """The rank after sowing, in a kernel's form (~rank) if the same player moves again."""
    own_sum, opponent_sum, number = 0, 0, 0
    for i in range(pits):
        own_sum += scratch[ring + i]
        opponent_sum += scratch[ring + pits + 1 + i]
    if own_sum == 0 or (either == 1 and opponent_sum == 0):  # the game is over
        own_sum += scratch[ring + pits]
        return ~(own_sum << (bits * pits)) if extra_turn else (total - own_sum) << (bits * pits)
    if not extra_turn:
        return _exchanged(scratch, ring, pits, bits, total)
    for i in range(2 * ring - 1, ring - 1, -1):
        number = number << bits | scratch[i]
    return ~number


def _exchanged(scratch: Room, ring: int, pits: int, bits: int, total: int) -> int:
    """The rank after sowing, as the opponent sees it."""
    number, store = 0, total - scratch[ring + pits]
    for i in range(ring + pits - 1, ring - 1, -1):
        number = number << bits | scratch[i]
        store -= scratch[i] + scratch[i + pits + 1]
    number = number << bits | store
    for i in range(2 * ring - 1, ring + pits, -1):
        number = number << bits | scratch[i]
    return number


def _primitive(
    number: int, scratch: Room, pits: int, bits: int, total: int, extra: int, alone: int, either: int
) -> int:
    """`primitive` over ranks: ended if only the mover's store, and the opponent's, hold stones."""
    store = number >> (bits * pits)
    if store << (bits * pits) != number or store >> bits:
        return ONGOING
    return WON if 2 * store > total else LOST if 2 * store < total else TIED


def _margin(number: int, scratch: Room, pits: int, bits: int, total: int, extra: int, alone: int, either: int) -> int:
    """`margin` over ranks, once all stones are in the stores."""
    return 2 * (number >> (bits * pits)) - total
