"""The report on the value of a position."""

from dataclasses import dataclass
from fractions import Fraction

from perfect_play.puzzles.base import Position, Rules
from perfect_play.solvers.budget import seconds_left, within
from perfect_play.solvers.theory.names import Names, nested
from perfect_play.solvers.theory.partizan_values import value_of
from perfect_play.solvers.theory.thermographs import Thermograph, thermograph

WORKING = 0.85
"""The share of the time for the value itself, the rest being for its name and its thermograph."""
OUTCOMES = {
    "L": "Left, player 1, wins, whoever begins",
    "R": "Right, player 2, wins, whoever begins",
    "N": "the next player to move wins",
    "P": "the previous player wins: whoever has to move loses",
}


@dataclass(frozen=True, slots=True)
class ValueReport:
    """The value of one position.

    name: what the value is called; None: nothing but braces describes it. form: its canonical form in braces, options:
    the same as nested lists; None where they are too long. number: if the value is one. outcome: a key of `OUTCOMES`.
    forms: how many games in canonical form came up, parts: how many parts of positions, on the way.
    """

    name: str | None
    form: str | None
    options: list[object] | None
    number: Fraction | None
    outcome: str
    thermograph: Thermograph
    forms: int
    parts: int


def value_report(rules: Rules, position: Position) -> ValueReport:
    """The value of a legal position. Raises as `value_of`."""
    with within(WORKING * seconds_left()):
        value, forms, parts = value_of(rules, position)
    count, names = len(forms), Names(forms)
    return ValueReport(
        names.name_of(value),
        names.braces(value),
        nested(value),
        value.number,
        forms.outcome(value),
        thermograph(value),
        count,
        parts,
    )
