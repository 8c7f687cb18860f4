"""Ranks with some bits per cell: only images share one, and the compiled ones agree."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest

from perfect_play.puzzles.boards.arrangements import Exchange
from perfect_play.puzzles.boards.packing import Packing
from perfect_play.puzzles.grid import symmetries
from perfect_play.solvers.native.intrinsics import gather_by_loop, scatter_by_loop
from perfect_play.solvers.native.loops import packed as loops_packed
from perfect_play.solvers.native.packed_arrays import Addresses, scratch_with

SWAP = Exchange((1, 0), tuple(range(6)))
UPSIDE_DOWN = Exchange((1, 0), (3, 4, 5, 0, 1, 2))


def images(numbers: Sequence[int], turn: int, exchange: Exchange | None) -> set[tuple[int, tuple[int, ...]]]:
    """The four images of a 2 x 3 board, each also with the players exchanged, by hand."""
    seen = {(turn, tuple(numbers[cell] for cell in image)) for image in symmetries(2, 3)}
    if exchange is not None:
        boards = [(3 - turn, tuple(board[cell] for cell in exchange.cells)) for turn, board in seen]
        seen |= {(turn, tuple((0, 2, 1)[number] for number in board)) for turn, board in boards}
    return seen


def scratch(packing: Packing) -> Any:
    """The input of the compiled loops."""
    tables = (np.array(getattr(packing, name)) for name in ("first_bits", "shifts", "becomes"))
    return scratch_with(Addresses(), packing.bits, *tables)


@pytest.mark.parametrize("exchange", [None, SWAP, UPSIDE_DOWN])
def test_images_share_a_rank_and_only_they(exchange: Exchange | None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(loops_packed, "scatter_bits", scatter_by_loop)
    monkeypatch.setattr(loops_packed, "gather_bits", gather_by_loop)
    monkeypatch.setattr(loops_packed, "swap_bytes", lambda word: int.from_bytes(int(word).to_bytes(8, "big"), "little"))
    packing = Packing(6, 2, symmetries(2, 3), exchange)
    s = scratch(packing)
    owner: dict[int, set[tuple[int, tuple[int, ...]]]] = {}
    for turn, numbers in product((1, 2), product(range(3), repeat=6)):
        rank = packing.rank(numbers, turn)
        assert 0 <= rank < packing.size
        alike = images(numbers, turn, exchange)
        assert owner.setdefault(rank, alike) == alike
        back, mover = packing.unrank(rank)
        assert (mover, tuple(back)) in alike
        assert (loops_packed.unpack(rank, s), list(s.cells[:6])) == (mover, back)
        assert (loops_packed.unpack(packing.raw(numbers, turn), s), tuple(s.cells[:6])) == (turn, numbers)
        s.children[0] = s.cell_words
        assert loops_packed.least_image(loops_packed.pack(0, s), turn, s) == rank
    assert len(owner) == len(set(map(frozenset, owner.values())))


def test_packing_of_more_than_31_pieces_is_refused():
    assert Packing(1, 31, [(0,)], None).rank([31], 1) == 31
    with pytest.raises(ValueError, match="32 sorts of pieces"):
        Packing(1, 32, [(0,)], None)
