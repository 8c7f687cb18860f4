"""The value of a position of a partizan game: the sum of those of its independent parts, each from its options."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Position, Rules, Turn
from perfect_play.puzzles.mixins import Partizan
from perfect_play.solvers.budget import seconds_left, within
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.theory.forms import Form, Forms
from perfect_play.solvers.theory.names import FormNames, nested
from perfect_play.solvers.theory.thermographs import Thermograph, thermograph

TURNS: tuple[Turn, Turn] = (1, 2)


class NoValue(NoAnswer):
    """The game or the position has no value in the sense of combinatorial game theory."""


class PositionValue(NamedTuple):
    """The value of a position, the forms it belongs to, and how many parts of positions were met on the way."""

    value: Form
    forms: Forms
    parts: int


def value_of(rules: Rules, position: Position, forms: Forms | None = None) -> PositionValue:
    """The value of a legal position. forms: to share with other values, by default new ones.

    Raises NoValue, TooManySteps, and SearchTooLong when the thread's time is over.
    """
    if not isinstance(rules, Partizan):
        games = ", ".join(cls.id for cls in registry.all_games() if issubclass(cls, Partizan))
        raise NoValue(f"{rules.full_id}: values are known of partizan games alone: {games}.")
    parts = rules.components(position)
    if parts is None:
        raise NoValue(f"{rules.full_id}: {rules.format(position)!r} belongs to the opening, which has no value.")
    search = _PartValues(rules, forms or Forms())
    try:
        return PositionValue(search.total(parts), search.forms, len(search.values))
    except SearchTooLong as error:
        command = f"python -m solvers value {rules.id} {rules.variant.id} {rules.format(position)} --seconds 60"
        raise SearchTooLong(error.sentence, command, "To take more time") from None
    except RecursionError:
        raise NoValue(f"{rules.full_id}: play takes too many moves for its value to be worked out.") from None


class _PartValues:
    """Values of parts, each worked out once."""

    def __init__(self, rules: Partizan, forms: Forms) -> None:
        self.rules, self.forms = rules, forms
        self.values: dict[Hashable, Form] = {}

    def total(self, parts: Iterable[Hashable]) -> Form:
        return self.forms.total([self.part(part) for part in parts])

    def part(self, part: Hashable) -> Form:
        if part not in self.values:
            self.forms.step()
            options = ([self.total(parts) for parts in self.rules.options_of(part, turn)] for turn in TURNS)
            self.values[part] = self.forms.form(*options)
        return self.values[part]


# --- the report -----------------------------------------------------------------------------------


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
    count, names = len(forms), FormNames(forms)
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
