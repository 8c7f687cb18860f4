"""Games, positions and moves as Python objects, for every source of answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import islice
from typing import Any, NamedTuple

from perfect_play.puzzles.base import RulesError, short, suggest
from perfect_play.puzzles.values import Value
from perfect_play.solvers.result import Result
from perfect_play.source import Key, MoveVerdict, PositionFacts, Report, Source

AT_ONCE = 10_000  # positions per query
NAMED = 40  # the most moves that an error lists


class BadMove(RulesError):
    """There is no such move; the message lists the legal ones."""


class Game:
    """One variant of a puzzle or game.

    id, variant: as in URLs. name, description: for people.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self.id = source.id
        self.variant = source.variant
        self.name = source.name
        self.description = source.description

    @property
    def start(self) -> Position:
        """The position where play begins; of a puzzle with random starts, the nominal one."""
        return Position(self, self._source.start())

    def position(self, text: str) -> Position:
        """The position that a text names, as `Position.text` writes it. Raises RulesError."""
        return Position(self, self._source.read(str(text)))

    def values(self, positions: Iterable[str | Position]) -> list[Result]:
        """The value and remoteness of many positions, given as texts or objects, in the same order.

        Much faster than asking one by one. Raises RulesError if one is not legal, and NoAnswer if one is not known.
        """
        results: list[Result] = []
        for batch in _batched(positions, AT_ONCE):
            read = iter(self._source.keys([str(item) for item in batch if not isinstance(item, Position)]))
            results += self._source.values([item._key if isinstance(item, Position) else next(read) for item in batch])
        return results

    def __iter__(self) -> Iterator[Position]:
        """Every position in the game's table with its value, one of each class of symmetric positions.

        Of a service, the table is downloaded first. Raises NoAnswer if there is none.
        """
        for key, result in self._source.everything():
            yield Position(self, key, result)

    def batches(
        self, columns: Sequence[str] = (), *, sample: int | None = None, seed: int = 0
    ) -> Iterator[dict[str, Any]]:
        """The table as columns, some 130,000 rows at a time: a row for each class of symmetric positions, in order.

        columns: by name; usually those that are cheap. sample: how many rows, drawn at random by `seed`; None: all.
        Arrays have no None: values and splits are indexes, and no remoteness is -1. Raises RulesError, NoAnswer.
        """
        return self._source.data(columns, sample, seed).batches()

    def to_numpy(self, columns: Sequence[str] = (), *, sample: int | None = None, seed: int = 0) -> dict[str, Any]:
        """The same as one array for each column."""
        from perfect_play.solvers.datasets.rows import concatenate_batches

        return concatenate_batches(self.batches(columns, sample=sample, seed=seed))

    def to_arrow(self, columns: Sequence[str] = (), *, sample: int | None = None, seed: int = 0) -> Any:
        """The same as a table of PyArrow, which must be installed; names for values, null for what does not exist."""
        from perfect_play.solvers.datasets.exported_files import arrow_table

        return arrow_table(self._source.data(columns, sample, seed))

    def to_pandas(self, columns: Sequence[str] = (), *, sample: int | None = None, seed: int = 0) -> Any:
        """The same as a data frame of pandas, which must be installed, as well as PyArrow."""
        return self.to_arrow(columns, sample=sample, seed=seed).to_pandas()

    def solve(self) -> None:
        """Build the table if it is missing, however long that takes. Raises NoAnswer if that fails."""
        self._source.solve()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._place == other._place

    def __hash__(self) -> int:
        return hash(self._place)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies, also in other processes, open the game anew."""
        return self._source.opening()

    @property
    def _place(self) -> tuple[str, str, str]:
        return self._source.place, self.id, self.variant

    def __repr__(self) -> str:
        return f"<Game {self.id}/{self.variant} at {self._source.place}>"

    def _repr_html_(self) -> str:
        """The game with a picture of its start, in a notebook."""
        start = self.start
        title = f"{self.name}, {self.description}"
        return f"<figure>{start.svg()}<figcaption>{escape(title)}</figcaption></figure>"


class Position:
    """A legal position of a game. Its value is looked up on first use.

    Two positions are equal if they are the same position of the same game.
    """

    def __init__(self, game: Game, key: Key, facts: PositionFacts | Result | None = None) -> None:
        self.game = game
        self._key = key
        self._known_facts = facts
        self._report: Report | None = None
        self._after: dict[str, Key] | None = None

    @property
    def text(self) -> str:
        """The position as text."""
        return self.game._source.text(self._key)

    @property
    def value(self) -> Value:
        """The value for the player to move; of a puzzle, `win` if it can be solved. Raises NoAnswer if unknown."""
        return self.result.value

    @property
    def remoteness(self) -> int | None:
        """Moves to the end under best play; None if there is no end, or it is unknown. Raises NoAnswer."""
        return self.result.remoteness

    @property
    def result(self) -> Result:
        """Value and remoteness together. Raises NoAnswer if the value is unknown."""
        facts = self._known_facts
        if facts is None or facts.value is None:
            facts = self._ask().position
        if facts.value is None:
            raise self.game._source.why_unknown(self._key)
        return facts if isinstance(facts, Result) else Result(facts.value, facts.remoteness)

    @property
    def nimber(self) -> int | None:
        """The nimber, in an impartial game with a closed form; else None."""
        return self._facts().nimber

    @property
    def margin(self) -> int | None:
        """By how many points the player to move wins, in a game won by points; else None."""
        return self._facts().margin

    @property
    def turn(self) -> int:
        """The player to move, 1 or 2; always 1 in a puzzle."""
        return self.game._source.turn(self._key)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves, best first; those of unknown value last. Empty if play is over."""
        return tuple(
            Move(move.name, move.value, move.delta, Position(self.game, move.child.key, move.child))
            for move in self._ask().moves
        )

    @property
    def legal(self) -> tuple[str, ...]:
        """The names of the moves, in the order of the rules, without asking for values. Empty if play is over."""
        return tuple(self._children())

    def play(self, move: str | Move) -> Position:
        """The position after a move, given by name or as one of `moves`. Raises BadMove."""
        name = str(move)
        children = self._children()
        key = children[name] if name in children else self.game._source.after(self._key, name)
        if key is not None:
            return Position(self.game, key)
        if not children:
            raise BadMove(f"{short(name)}: play has ended at {self.text!r}, where no move can be made.")
        names = list(map(repr, children))
        remainder = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        raise BadMove(
            f"{short(name)}: there is no such move in {self.text!r}.{suggest(name, children)} "
            f"The moves there: {', '.join(names[:NAMED])}{remainder}."
        )

    def best_line(self) -> list[Step]:
        """The moves to the end if every player always makes a best move; empty if there is no end. Raises NoAnswer."""
        return [Step(name, Position(self.game, key)) for name, key in self.game._source.line(self._key)]

    def count_best_lines(self) -> int | None:
        """How many best lines there are; in a puzzle, how many shortest solutions.

        0 if no line leads to an end; 2**64 - 1 if there are as many or more; None if it is not known. Raises NoAnswer.
        """
        return self.game._source.count_lines(self._key)

    def choose(self, strength: str | int = "perfect", seed: str | int | None = None) -> Step:
        """The move that an opponent makes here, and the position it leads to.

        strength: `perfect`; `0` to `100`, the percentage of choices that are best moves; or `ahead-1`, `ahead-2` and
        so on, a player who sees that many moves ahead. seed: the same one gives the same move. Raises
        BadMove if play is over, RulesError if there is no such strength, and NoAnswer if nothing is known.
        """
        step = self.game._source.choose(self._key, str(strength), None if seed is None else str(seed))
        if step is None:
            raise BadMove(f"Play has ended at {self.text!r}, where no move can be made.")
        return Step(step[0], Position(self.game, step[1]))

    def judge(self, moves: Iterable[str | Move]) -> list[MoveVerdict]:
        """How good each move of a line of play from here was, given by names or as moves.

        Raises RulesError if a move is not legal, and NoAnswer if none can be judged.
        """
        names = list(map(str, moves))
        return [
            verdict._replace(position=Position(self.game, verdict.position))
            for verdict in self.game._source.judge(self._key, names)
        ]

    def svg(self) -> str:
        """A picture as an SVG document, with the moves in the colors of their values if these are known."""
        return self.game._source.svg(self._key)

    def _children(self) -> dict[str, Key]:
        """The keys of the positions that the moves lead to, by name."""
        if self._after is None:
            self._after = dict(self.game._source.children(self._key))
        return self._after

    def _ask(self) -> Report:
        """The report, requested again while the value is unknown."""
        if self._report is None or self._report.position.value is None:
            self._report = self.game._source.report(self._key)
        return self._report

    def _facts(self) -> PositionFacts:
        return self._known_facts if isinstance(self._known_facts, PositionFacts) else self._ask().position

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and (self.game, self._key) == (other.game, other._key)

    def __hash__(self) -> int:
        return hash((self.game, self._key))

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies have the value, if it is known, and ask for the moves anew."""
        return Position, (self.game, self._key, self._known_facts)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Position {self.text!r} of {self.game.id}/{self.game.variant}>"

    def _repr_svg_(self) -> str:
        """The picture, in a notebook."""
        return self.svg()

    def _repr_html_(self) -> str:
        """The picture with the value and a table of the moves, in a notebook."""
        report = self._ask()
        rows = "".join(
            f"<tr><td>{escape(move.name)}</td><td>{_in_words(move.value, move.child.remoteness)}</td></tr>"
            for move in report.moves
        )
        head = "<tr><th>move</th><th>value, and moves then left</th></tr>" if rows else ""
        caption = f"{escape(self.text)}: {_in_words(report.position.value, report.position.remoteness)}"
        return f"<figure>{self.svg()}<figcaption>{caption}</figcaption></figure><table>{head}{rows}</table>"


@dataclass(frozen=True)
class Move:
    """A move of a position.

    value: to the player who makes it, None if unknown; of a puzzle, `win` if it leads nearer to the solution. delta: by
    how many moves it is worse than the best move of its value; of a puzzle, how many moves nearer it leads.
    position: where it leads.
    """

    name: str
    value: Value | None
    delta: int
    position: Position = field(repr=False)

    @property
    def remoteness(self) -> int | None:
        """The remoteness of the position it leads to. Raises NoAnswer if its value is unknown."""
        return self.position.remoteness

    def __str__(self) -> str:
        return self.name


class Step(NamedTuple):
    """A move of a line by name, and the position it leads to."""

    move: str
    position: Position

    def __str__(self) -> str:
        return self.move


def _batched(items: Iterable[str | Position], size: int) -> Iterator[Sequence[str | Position]]:
    if isinstance(items, str):
        raise TypeError(f"Expected a list of positions, not the text {short(items)}.")
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch


def _in_words(value: Value | None, remoteness: int | None) -> str:
    if value is None:
        return "not known"
    return str(value) if remoteness is None else f"{value}, {remoteness}"
