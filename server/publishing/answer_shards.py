"""The answers about all positions of a variant as small files, of which the page reads one for each position.

The hash of a position's text is the number of its file, its *shard*, so none needs an index. A shard is JSON,
compressed by zlib, which browsers decompress. It holds every kind of fact, move and outcome once; a position is a
character for its facts, and two strings with a character for each of its moves. A move is stored by how it changes the
text, since the same change occurs in many positions. `static/published.js` reads what this module writes.
"""

import json
import zlib
from array import array
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

from perfect_play.server.api.graphs import FACTS, MOVE_FIELDS, GraphRow

USUAL = 24_000  # bytes of a shard
LARGEST = 60_000  # bytes of a shard
FEW = 4096  # positions that one shard may hold before its size is measured
FIRST = 35  # the character for kind 0, beyond quotation marks
KINDS = 0xD800 - FIRST  # below the characters that are no text by themselves

Facts = tuple[Any, ...]
"""What is known of a position besides its text: `FACTS[1:]`."""
Change = str | tuple[int | str, ...]
"""How a move changes a position's text: place, character, place, character, ...; or the whole new text."""


def number_of_shard(text: str, shards: int) -> int:
    """The number of the shard that holds a position, by its text: FNV-1a, with a step of murmur to mix it."""
    code = 0x811C9DC5
    for char in text:
        code = (code ^ ord(char)) * 0x01000193 & 0xFFFFFFFF
    code = (code ^ code >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    return (code ^ code >> 13) * shards >> 32


class Answers:
    """The answers about all positions of a variant. rows: of its graph."""

    def __init__(self, rows: Iterable[GraphRow]) -> None:
        self.texts: list[str] = []
        self.moves = 0
        self._facts: list[Facts] = []
        self._moves: list[array[int]] = []  # kind and number of the child, in turn
        shared: dict[Facts, Facts] = {}
        kinds: dict[Facts, int] = {}
        for (text, *facts), moves in rows:
            self.texts.append(text)
            self._facts.append(shared.setdefault(tuple(facts), tuple(facts)))
            parts = array("I")
            for *own, child in moves:
                parts.extend((kinds.setdefault(tuple(own), len(kinds)), child))
            self._moves.append(parts)
            self.moves += len(moves)
        self._kinds = list(kinds)

    @property
    def longest(self) -> int:
        """The greatest remoteness of a win."""
        return max((remoteness for value, remoteness, *_ in self._facts if value == "win"), default=0)

    def shards(self) -> list[bytes]:
        """The shards, by number: as many as keep them small."""
        count = max(1, len(self.texts) // FEW)
        while len(self._shard(next(self._by_shard(count)))) > USUAL:
            count *= 2
        while True:
            shards = [self._shard(numbers) for numbers in self._by_shard(count)]
            if max(map(len, shards)) <= LARGEST:
                return shards
            count *= 2

    def _by_shard(self, count: int) -> Iterator[list[int]]:
        """The numbers of the positions of each shard, in order of their texts."""
        shards: list[list[int]] = [[] for _ in range(count)]
        for number, text in enumerate(self.texts):
            shards[number_of_shard(text, count)].append(number)
        for numbers in shards:
            yield sorted(numbers, key=self.texts.__getitem__)

    def _shard(self, numbers: Sequence[int]) -> bytes:
        facts = [self._facts[number] for number in numbers]
        moves, outcomes = [], []
        for number in numbers:
            parts = self._moves[number]
            ways = [(self._kinds[kind], child) for kind, child in zip(parts[::2], parts[1::2], strict=True)]
            moves.append([(*kind[:2], change(self.texts[number], self.texts[child])) for kind, child in ways])
            outcomes.append([(*kind[2:], *self._facts[child]) for kind, child in ways])
        kinds_of_facts, own = _encode_rows([facts])
        kinds_of_moves, coded_moves = _encode_rows(moves)
        kinds_of_outcomes, coded_outcomes = _encode_rows(outcomes)
        content = {
            "positions": [self.texts[number] for number in numbers],
            "facts": kinds_of_facts,
            "own": own[0],
            "kindsOfMoves": kinds_of_moves,
            "moves": coded_moves,
            "kindsOfOutcomes": kinds_of_outcomes,
            "outcomes": coded_outcomes,
        }
        return zlib.compress(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode(), 9)


def read_shard(shard: bytes) -> dict[str, dict[str, Any]]:
    """The answers in a shard, by the texts of positions, as `static/published.js` reads them."""
    content = json.loads(zlib.decompress(shard))
    answers = {}
    for text, own, moves, outcomes in zip(
        content["positions"], content["own"], content["moves"], content["outcomes"], strict=True
    ):
        entries = []
        for move, outcome in zip(moves, outcomes, strict=True):
            name, words, changed = content["kindsOfMoves"][ord(move) - FIRST]
            value, delta, *facts = content["kindsOfOutcomes"][ord(outcome) - FIRST]
            own_facts = zip(MOVE_FIELDS, (name, words, value, delta), strict=True)
            entries.append({**dict(own_facts), **_present(changed_text(text, changed), facts)})
        answers[text] = {**_present(text, content["facts"][ord(own) - FIRST]), "moves": entries}
    return answers


def _present(text: str, facts: Sequence[Any]) -> dict[str, Any]:
    return {name: fact for name, fact in zip(FACTS, (text, *facts), strict=True) if fact is not None}


def change(before: str, after: str) -> Change:
    """How a text becomes another."""
    if len(before) != len(after):
        return after
    places = [place for place, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    return tuple(part for place in places for part in (place, after[place]))


def changed_text(text: str, changed: str | Sequence[int | str]) -> str:
    """A text after a change."""
    if isinstance(changed, str):
        return changed
    chars = list(text)
    for place, char in zip(changed[::2], changed[1::2], strict=True):
        chars[int(place)] = str(char)
    return "".join(chars)


def _encode_rows(rows: Sequence[Sequence[Hashable]]) -> tuple[list[Hashable], list[str]]:
    """The distinct items of rows, the most frequent first; and each row as a string of their characters."""
    counts = Counter(item for row in rows for item in row)
    kinds = sorted(counts, key=lambda item: (-counts[item], json.dumps(item)))
    assert len(kinds) <= KINDS, "a shard this small cannot have so many"
    chars = {item: chr(FIRST + place) for place, item in enumerate(kinds)}
    return kinds, ["".join(map(chars.__getitem__, row)) for row in rows]
