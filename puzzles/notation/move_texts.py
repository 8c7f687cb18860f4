"""Names of moves: words for people, and the notations in which they may be given."""

from collections.abc import Callable, Iterator, Sequence

from perfect_play.puzzles.base import Move, Position, Rules
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.notation.position_texts import trimmed
from perfect_play.puzzles.picture import picture_of

SIGNS = str.maketrans({**dict.fromkeys("→➝⇒–—", "-"), **dict.fromkeys("’‘′´`ʼʹ＇", "'")})


def plain(name: str) -> str:
    """A move's name as it is easily typed: `1 → 2` as `1-2`, and `R’` as `R'`."""
    return spaced(name).replace(" ", "")


def spaced(name: str) -> str:
    """The same with single blanks where the name has any: `1 2` is not `12`."""
    return " ".join(trimmed(name).translate(SIGNS).replace("->", "-").split())


def words_of(rules: Rules, position: Position, move: Move) -> str:
    """A move for people to read, unique in its position."""
    return picture_of(rules).description(position, move)


def names_of(rules: Rules, position: Position, move: Move) -> Iterator[str]:
    """All names of a move: that of the rules, that for people, those of both protocols, and other notations."""
    picture = picture_of(rules)
    yield rules.format_move(position, move)
    yield picture.description(position, move)
    yield autogui.write_move(rules, position, move)
    drawn = autogui.write_drawn(picture, position, move), picture.name(position, move)
    yield from (name for name in drawn if isinstance(name, str))
    yield from rules.other_move_names(position, move)


def moves_named(
    rules: Rules, position: Position, text: str, moves: Sequence[Move], simplify: Callable[[str], str] = plain
) -> list[Move]:
    """Those of a position's moves that a text names; one if it is exactly what the rules call it.

    Marks of praise and blame after it, as in `Kd1?!`, are ignored.
    """
    for move in moves:
        if rules.format_move(position, move) == text:
            return [move]
    targets = {simplify(text), simplify(text.rstrip("!?"))}
    return [move for move in moves if not targets.isdisjoint(map(simplify, names_of(rules, position, move)))]
