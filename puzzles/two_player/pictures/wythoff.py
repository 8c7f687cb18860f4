"""The picture of Wythoff's Game: a queen on squares."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces
from puzzles.two_player.wythoff import QUEEN


class OnBoard(Pieces):
    images: ClassVar = {QUEEN: Image("chess/wikipedia/Q.svg", 0.8)}
