"""Judges the moves of a whole play: which were best, which kept the value, and which gave something away.

Every value is exact, from the same source as all other answers. The value of a position to the player who moves is
compared with what the move leaves: a win counts 1, a tie or a draw one half, a loss or an unsolvable puzzle 0.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from math import inf
from typing import NamedTuple

from perfect_play.puzzles.base import BadText, Game, Move, Position, PositionError, Rules, Turn, Value, short, suggest
from perfect_play.puzzles.notation.move_texts import moves_named, plain, spaced
from perfect_play.puzzles.notation.position_texts import read_position, trimmed
from perfect_play.solvers.budget import seconds_left
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.reports.position import GAME_ORDER, Oracle
from perfect_play.solvers.result import Result, to_mover
from perfect_play.solvers.status import NotReady

NAMED = 40  # the most moves that an error lists
SHARE = {Value.WIN: 1.0, Value.TIE: 0.5, Value.DRAW: 0.5, Value.LOSE: 0.0}
"""What each value counts to the player who has it."""

NO_TIME = "There was no time left for this move. Ask about fewer moves at once."


class BadPlay(BadText):
    """A move or position cannot follow in this play; the message says which one, and what could."""


class OutOfTime(NoAnswer):
    """The time for one answer has run out."""


class Class(StrEnum):
    """How good a move was.

    best: none is better. slower: it keeps the value, but wins later or loses sooner than a best move, or leaves a draw
    instead of a tie. mistake: it gives up part of the value. unknown: the values are not known.
    """

    BEST = "best"
    SLOWER = "slower"
    MISTAKE = "mistake"
    UNKNOWN = "unknown"


class PlayedMove(NamedTuple):
    """A move with the positions before and after it. choices: how many legal moves there were."""

    before: Position
    move: Move
    after: Position
    choices: int


@dataclass(frozen=True)
class JudgedMove:
    """A move and how good it was.

    before, after: the results of the positions before and after the move, each for the player to move there; None if
    unknown. value: what the move leaves to the player who made it. lost: how much less that counts than the value
    before. only: whether no other move keeps the value. best: a best move, the one played if it is one. points: how
    many points the move gave away, in a game won by points. reason: why the move could not be judged.
    """

    play: PlayedMove
    turn: Turn
    kind: Class
    before: Result | None = None
    after: Result | None = None
    value: Value | None = None
    lost: float | None = None
    only: bool | None = None
    best: Move | None = None
    points: int | None = None
    reason: str | None = None


class Score(NamedTuple):
    """How well a player played.

    moves: how many the player made. judged: those that could be judged; best, keeping, mistakes: of these. points:
    given away by all judged moves, in a game won by points.
    """

    player: Turn
    moves: int
    judged: int
    best: int
    keeping: int
    mistakes: int
    points: int | None

    @property
    def best_rate(self) -> float | None:
        """The share of best moves among those judged; None if there is none."""
        return self.best / self.judged if self.judged else None

    @property
    def kept_rate(self) -> float | None:
        """The share of moves that kept the value among those judged; None if there is none."""
        return self.keeping / self.judged if self.judged else None


@dataclass(frozen=True)
class Judgment:
    """The moves of a play, judged, and the score of each player.

    first_mistake: the index of the first move that was a mistake; None if there is none.
    """

    moves: list[JudgedMove]
    first_mistake: int | None
    players: list[Score]


# --- reading a play -----------------------------------------------------------------------------


def played_moves(rules: Rules, start: Position, texts: Sequence[str], most: float = inf) -> list[PlayedMove]:
    """The moves of a play from a legal position: each in a text of its own, or all in one, as `moves_in` reads it.

    most: the greatest number of moves in one text. Raises BadPlay, PositionError, OutOfTime.
    """
    return moves_in(rules, start, texts[0], most) if len(texts) == 1 else named_moves(rules, start, texts)


def named_moves(rules: Rules, start: Position, texts: Sequence[str]) -> list[PlayedMove]:
    """The moves that these names stand for, one after another from a legal position. Raises BadPlay, OutOfTime."""
    plays: list[PlayedMove] = []
    for text in texts:
        plays.append(named_move(rules, plays[-1].after if plays else start, text, len(plays) + 1))
    return plays


SEPARATORS = r"[\r\n]+", r"[,;]", r"\s+"
"""What may stand between moves in a text, the strongest first."""


def moves_in(rules: Rules, start: Position, text: str, most: float = inf) -> list[PlayedMove]:
    """The moves in a text, in lines, between commas or between blanks, from a legal position.

    `U2` is `U` twice where there is no such move; numbers of moves, as in `1. a2 b3`, are passed over, and so is what
    a record in PGN has beside its moves; it may name the position from which it goes on. What is no such list is read
    as the rules read it (`moves_written`). most: the greatest number of moves.

    Raises BadPlay, PositionError, OutOfTime.
    """
    plays: list[PlayedMove] = []
    is_record, fen, text = _read_record(trimmed(text))
    if fen is not None:
        first = read_position(rules, fen)
        if start not in (first, rules.start()):
            raise BadPlay(f"The record begins at {short(fen)}, not at {short(rules.format(start))}.")
        start = first

    def play(name: str) -> None:
        if len(plays) >= most:
            raise BadPlay(f"There are more than {most} moves.")
        simplify = spaced if len(name.split()) > 1 else plain
        plays.append(named_move(rules, plays[-1].after if plays else start, name, len(plays) + 1, simplify))

    def read(part: str, separators: Sequence[str] = SEPARATORS) -> None:
        try:
            play(part)
        except BadPlay as error:
            if separators:
                for piece in filter(None, map(str.strip, re.split(separators[0], part))):
                    read(piece, separators[1:])
            elif numbered := re.fullmatch(r"[0-9]+\.+(.*)", part):
                if numbered[1]:
                    read(numbered[1], ())
            elif is_record and part in RESULTS and text.endswith(part):
                pass
            elif twice := re.fullmatch(r"(\D+)2('?)", plain(part)):
                try:
                    play(twice[1] + twice[2])
                except BadPlay:
                    raise error from None
                play(twice[1] + twice[2])
            else:
                raise

    try:
        if text:
            read(text)
    except BadPlay:
        names = rules.moves_written(start, text)
        if names is None:
            raise
        plays.clear()
        for name in names:
            play(name)
    return plays


RESULTS = "1-0", "0-1", "1/2-1/2", "*"
_TAG = re.compile(r'\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_REMARKS = re.compile(r"\{[^{}]*\}|;[^\n]*|^%[^\n]*|\$[0-9]+", re.MULTILINE)


def _read_record(text: str) -> tuple[bool, str | None, str]:
    """Whether a text is a record of a game, the position of its FEN tag, and its moves. Raises BadPlay.

    In Portable Game Notation (S. J. Edwards, 1994), tags such as `[White "Ann"]` come first; comments in braces and
    after `;`, variations in parentheses, and annotations such as `$1` are left out of the moves.
    """
    tags: dict[str, str] = {}
    place = 0
    while tag := _TAG.match(text, place):
        tags[tag[1].lower()], place = tag[2], tag.end()
    if not tags and not re.search(r"\{|\$[0-9]", text):
        return re.match(r"1\s*\.", text) is not None, None, text
    depth, moves = 0, []
    for part in re.split(r"([()])", _REMARKS.sub(" ", text[place:])):
        depth += (part == "(") - (part == ")")
        moves += [part] if depth == 0 and part != ")" else []
        if depth < 0:
            break
    remaining = "".join(moves).strip()
    if depth or re.search(r'[{}]|\[\w+\s+"', remaining):
        raise BadPlay("Expected one game: tags, and moves whose comments and variations are closed.")
    return True, tags.get("fen"), remaining


def named_move(
    rules: Rules, position: Position, text: str, number: int, simplify: Callable[[str], str] = plain
) -> PlayedMove:
    """The move with this name; number: its place in the play, for the error. Raises BadPlay, OutOfTime.

    simplify: what two names of one move have in common.
    """
    moves = _moves(rules, position, f"Move {number}, {short(text)}")
    matches = [
        PlayedMove(position, move, rules.do_move(position, move), len(moves))
        for move in moves_named(rules, position, text, moves, simplify)
    ]
    if len({play.after for play in matches}) == 1:
        return matches[0]
    place, readable = short(rules.format(position)), [rules.format_move(position, move) for move in moves]
    if matches:
        several = ", ".join(short(rules.format_move(position, play.move)) for play in matches)
        raise BadPlay(f"Move {number}, {short(text)}: this names several moves of {place}. Write one of {several}.")
    raise BadPlay(
        f"Move {number}, {short(text)}: there is no such move in {place}.{suggest(text, readable)} "
        f"The moves there: {_name_list(readable)}."
    )


def moves_between(rules: Rules, positions: Sequence[Position]) -> list[PlayedMove]:
    """The moves that lead from each of these legal positions to the next. Raises BadPlay, OutOfTime."""
    plays: list[PlayedMove] = []
    for number, (before, after) in enumerate(pairwise(positions), start=2):
        subject = f"Position {number}, {short(rules.format(after))}"
        moves = _moves(rules, before, subject)
        options = [PlayedMove(before, move, rules.do_move(before, move), len(moves)) for move in moves]
        play = next((option for option in options if option.after == after), None)
        if play is None:
            leads = _name_list([rules.format(option.after) for option in options])
            raise BadPlay(
                f"{subject}: no move leads there from {short(rules.format(before))}. Its moves lead to: {leads}."
            )
        plays.append(play)
    return plays


def read_positions(texts: Sequence[str], read: Callable[[str], Position]) -> list[Position]:
    """The positions that these texts name. Raises PositionError, which says which one is wrong."""
    positions = []
    for number, text in enumerate(texts, start=1):
        try:
            positions.append(read(text))
        except PositionError as error:
            raise type(error)(f"Position {number}: {error}") from None
    return positions


def _moves(rules: Rules, position: Position, subject: str) -> list[Move]:
    """The moves of a position; subject: what was to be played. Raises BadPlay if play has ended, and OutOfTime."""
    if not seconds_left(1):
        raise OutOfTime(f"{subject}: {NO_TIME}")
    ended = rules.primitive(position) is not None
    moves = [] if ended else list(rules.moves(position))
    if not moves:
        raise BadPlay(f"{subject}: play has ended at {short(rules.format(position))}, where no move can be made.")
    return moves


def _name_list(names: Sequence[str]) -> str:
    remainder = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(map(short, names[:NAMED])) + remainder


# --- judging ------------------------------------------------------------------------------------


def judge(oracle: Oracle, rules: Rules, plays: Sequence[PlayedMove]) -> Judgment:
    """Judge a play, from its last move to its first, as late positions are the easiest to search.

    A move whose values are not found, or not in time, is `unknown`. Raises NotReady, and NoAnswer if no move can be
    judged.
    """
    judged: list[JudgedMove] = []
    failed: NoAnswer | None = None
    with oracle.limiter.if_long():
        for play in reversed(plays):
            try:
                if not seconds_left(1):
                    raise OutOfTime(NO_TIME)
                judged.append(_judged(oracle, rules, play))
            except NotReady:
                raise
            except NoAnswer as error:
                failed = failed or error
                judged.append(JudgedMove(play, rules.turn(play.before), Class.UNKNOWN, reason=error.sentence))
    if failed and all(move.kind is Class.UNKNOWN for move in judged):
        raise failed
    judged.reverse()
    first = next((index for index, move in enumerate(judged) if move.kind is Class.MISTAKE), None)
    players: tuple[Turn, ...] = (1, 2) if isinstance(rules, Game) else (1,)
    return Judgment(judged, first, [_score(player, judged) for player in players])


def _judged(oracle: Oracle, rules: Rules, play: PlayedMove) -> JudgedMove:
    """A move with its judgment. Raises NoAnswer."""
    position = play.before
    moves = list(rules.moves(position))
    children = [rules.do_move(position, move) for move in moves]
    before = oracle.result(rules, position)
    results = oracle.child_results(rules, position, children)
    values = [to_mover(rules, position, child, result.value) for child, result in zip(children, results, strict=True)]
    places = [_place(value, result) for value, result in zip(values, results, strict=True)]
    keeps_value = [SHARE[value] == SHARE[before.value] for value in values]
    index = moves.index(play.move)
    lost = SHARE[before.value] - SHARE[values[index]]
    is_best = places[index] == min(places)
    return JudgedMove(
        play,
        rules.turn(position),
        Class.MISTAKE if not keeps_value[index] else Class.BEST if is_best else Class.SLOWER,
        before,
        results[index],
        values[index],
        lost,
        keeps_value[index] and keeps_value.count(True) == 1,
        play.move if is_best else moves[places.index(min(places))],
        _points_lost(oracle, rules, play),
    )


def _place(value: Value, child: Result) -> tuple[int, float]:
    """A key by which the best moves come first: wins and ties soon, losses late."""
    if child.remoteness is None or value is Value.DRAW:
        return GAME_ORDER.index(value), inf
    return GAME_ORDER.index(value), -child.remoteness if value is Value.LOSE else child.remoteness


def _points_lost(oracle: Oracle, rules: Rules, play: PlayedMove) -> int | None:
    """The margin before the move less that after it, both for the player who moves; None where there are no points."""
    before, after = oracle.margin(rules, play.before), oracle.margin(rules, play.after)
    if before is None or after is None:
        return None
    return before - (after if rules.turn(play.after) == rules.turn(play.before) else -after)


def _score(player: Turn, moves: Sequence[JudgedMove]) -> Score:
    own_moves = [move for move in moves if move.turn == player]
    judged = [move for move in own_moves if move.kind is not Class.UNKNOWN]
    kinds = [move.kind for move in judged]
    mistakes = kinds.count(Class.MISTAKE)
    points = [move.points for move in judged if move.points is not None]
    return Score(
        player,
        len(own_moves),
        len(judged),
        kinds.count(Class.BEST),
        len(judged) - mistakes,
        mistakes,
        sum(points) if points else None,
    )
