"""Reads positions as people type or paste them: AutoGUI strings, the rules' own text, and then other notations."""

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Position, PositionError, Rules, short
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.values import Notation
from perfect_play.puzzles.view import EMPTY

BYTE_ORDER_MARK = "\ufeff"


def trimmed(text: str) -> str:
    """A text without byte order marks and white space around it, but with blanks before the first of several rows."""
    text = text.replace(BYTE_ORDER_MARK, "").rstrip()
    alone = text.lstrip()
    return text[text.rfind("\n", 0, len(text) - len(alone)) + 1 :] if "\n" in alone else alone


def read_position(rules: Rules, text: str) -> Position:
    """The position that a text names in any notation. Raises MalformedPosition or IllegalPosition.

    Rows may stand on lines of their own or between bars, and empty cells may be dots. A text of the rules' own has no
    other meaning.
    """
    text = trimmed(text)
    if text.startswith(autogui.PREFIX):
        return autogui.read_position(rules, text)
    in_rows = text.replace("|", "\n")
    joined = "".join(in_rows.split())
    own_errors: list[PositionError] = []
    for typed in dict.fromkeys((text, joined.replace(".", EMPTY), joined)):
        try:
            return rules.parse(typed)
        except PositionError as error:
            own_errors.append(error)
    readings: dict[Position, Notation] = {}
    refusals: list[PositionError] = []
    for notation in rules.notations:
        try:
            position = notation.read(rules, in_rows)
        except PositionError as error:
            refusals.append(error)
        else:
            if position is not None:
                readings.setdefault(position, notation)
    if len(readings) == 1:
        return next(iter(readings))
    if readings:
        ways = " or ".join(f"{short(rules.format(p))} ({notation.name})" for p, notation in readings.items())
        raise MalformedPosition(f"{short(text)} can be read in several ways: {ways}. Write one of these.")
    if refusals:
        raise refusals[0]
    own_error = next((error for error in own_errors if isinstance(error, IllegalPosition)), own_errors[0])
    sentence = str(own_error)
    if rules.notations:
        sentence += f" Also read: {', '.join(f'{notation.name} ({notation.example})' for notation in rules.notations)}."
        known = sentence.removeprefix(short(text)) + rules.format(rules.start())
        strange = next((char for char in text if not char.isspace() and char not in known), "")
        sentence += f" {strange!r} is in none of these." if strange else ""
    raise type(own_error)(sentence)
