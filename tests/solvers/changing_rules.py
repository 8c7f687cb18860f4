"""Plug-ins whose rules are not the same at all times: each in a call that its source shows, or in what it answers."""

from __future__ import annotations

import random
import time
from datetime import datetime

from perfect_play.puzzles import Value
from perfect_play.puzzles._template_game import TemplateGame


class MovesAtRandom(TemplateGame):
    """Moves are drawn at random."""

    def moves(self, position):
        return [move for move in super().moves(position) if move == 1 or random.random() < 0.5]


class EndsByTheClock(TemplateGame):
    """Play ends sooner at some times than at others."""

    def primitive(self, position):
        return super().primitive(position) or (Value.LOSE if time.perf_counter_ns() & 1 else None)


class EndsByTheDay(TemplateGame):
    """Play ends sooner on odd days."""

    def primitive(self, position):
        return super().primitive(position) or (Value.LOSE if datetime.now().day & 1 else None)
