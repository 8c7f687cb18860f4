"""The law of notations: what we write, we read."""

from perfect_play.puzzles.base import PositionError, Rules
from perfect_play.puzzles.laws.sample import Sample, require
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.notation.move_texts import moves_named, words_of
from perfect_play.puzzles.notation.position_texts import read_position

MOVES = 4  # about how many moves of a position are read back


def notation(rules: Rules, sample: Sample) -> None:
    """Every text that we write is read back, of positions and of moves, and no other notation shadows it."""
    for position in sample:
        name = rules.format(position)
        require(read_position(rules, name) == position, f"{name!r} is not read back")
        drawn = autogui.write_position(rules, position)
        again = autogui.write_position(rules, read_position(rules, drawn))
        require(again == drawn, f"{drawn!r} is read as {again!r}")
        for other in rules.notations:
            for text in (name, drawn):
                try:
                    read = other.read(rules, text)
                except PositionError:
                    continue
                require(read in (None, position), f"{name!r}: {text!r} is something else in {other.name}")
        moves = list(rules.moves(position)) if rules.primitive(position) is None else []
        for move in moves[:: max(1, len(moves) // MOVES)]:
            after = rules.do_move(position, move)
            written = words_of(rules, position, move), autogui.write_move(rules, position, move)
            for called in (*written, *rules.other_move_names(position, move)):
                meant = {rules.do_move(position, other) for other in moves_named(rules, position, called, moves)}
                require(after in meant, f"{name!r}: {called!r} does not name its move")
            called = rules.format_move(position, move)
            require(moves_named(rules, position, called, moves) == [move], f"{name!r}: {called!r} names another move")
