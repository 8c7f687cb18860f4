"""The compiled functions of a board game's rules, by address, so that the loops that call them are compiled once."""

from __future__ import annotations

from typing import Any, NamedTuple

from solvers.native.specialize import BOARD_ROLES


class Addresses(NamedTuple):
    """The addresses of the functions, 0 for those that the rules do not have, and `stuck`, which is a number."""

    outcome: int
    list_moves: int
    make_move: int
    list_unmoves: int
    unmake_move: int
    lead: int
    stuck: int


NOWHERE = Addresses(0, 0, 0, 0, 0, 0, 0)
"""For compiling loops."""


def addresses_of(module: Any) -> Addresses:
    """The addresses of the functions in the compiled `module` of a board game's rules."""
    found = {role: getattr(module, f"{role}_at", None) for role in BOARD_ROLES}
    return Addresses(**{role: entry.address if entry else 0 for role, entry in found.items()}, stuck=module.STUCK)
