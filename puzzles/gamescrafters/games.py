"""Plug-ins for games and puzzles of GamesmanPy: seven methods, most of them over integers.

A key is a position of GamesmanPy's, or its number where `hash_ext` gives several the same. A position of a puzzle is a
key; of a game it is the player to move and a key, as GamesmanPy's positions need not say who moves.
"""

import ast
import threading
from contextlib import suppress
from functools import cached_property
from itertools import islice
from typing import Any

from perfect_play.puzzles.base import PRIMITIVES, Game, Kernel, Move, Position, Puzzle, Turn, Value
from perfect_play.puzzles.gamescrafters import models, translation
from perfect_play.puzzles.gamescrafters.adapting import LOOKED_AT, Adapter, in_order, members_of, nearby, seeded

METHODS = ("start", "generate_moves", "do_move", "primitive", "to_string", "from_string", "move_to_string")
VALUES = {
    models.Value.Win: Value.WIN,
    models.Value.Loss: Value.LOSE,
    models.Value.Tie: Value.TIE,
    models.Value.Draw: Value.DRAW,
}
RANKS = 1 << 63
"""Ranks, which a native engine needs, are below this."""
MARK = "="
"""In front of a position that is written as Python writes it, because `from_string` does not read `to_string`."""


def adapted(original: Any) -> type[Adapter]:
    """The plug-in for a class of GamesmanPy. Raises UnfitFile."""
    members = members_of(original, METHODS, "game of GamesmanPy")
    bases: tuple[type, ...] = (_TwoPlayers, Game) if getattr(original, "n_players", 1) == 2 else (_OnePlayer, Puzzle)
    if bases[1] is Puzzle:
        members["random_start"] = _is_random(original)
    return type(original.__name__, bases, members)


def _is_random(original: Any) -> bool:
    starts = set()
    with suppress(Exception):  # which is reported when the plug-in is tried
        for seed in (0, 1, 2):
            with seeded(seed):
                starts.add(repr(original(str(in_order(original.variants)[0])).start()))
    return len(starts) > 1


class _OnePlayer(Adapter):
    """A variant of a puzzle, and what a game has in common with one."""

    dense = False

    def prepare(self, name: str) -> None:
        self._games = threading.local()
        with seeded():
            first = self.first = self.game.start()
        self.raws: dict[Any, Any] = {}
        self.merges = False
        keys = {self.key(position) for position in islice(nearby(self), LOOKED_AT * 4)}
        numbers = {self.game.hash_ext(key) for key in keys}
        self.merges = len(numbers) < len(keys) and all(isinstance(number, int) for number in numbers)
        self.first = self.key_of(first)
        self._exploring = nearby(self)
        if isinstance(self.first, int):
            self.size = RANKS

    @property
    def game(self) -> Any:
        """The game: an object for each thread, as it may remember the last position. Old files: the class itself."""
        if self.original.__init__ is object.__init__:
            return self.original
        if not hasattr(self._games, "object"):
            with seeded():
                self._games.object = self.original(self.variant.id)
        return self._games.object

    def key_of(self, raw: Any) -> Any:
        """The key of a position of GamesmanPy's."""
        if not self.merges:
            return raw
        number = self.game.hash_ext(raw)
        self.raws.setdefault(number, raw)
        return number

    def key(self, position: Position) -> Any:
        """The key of a position."""
        return position

    def raw_of(self, position: Position) -> Any:
        """GamesmanPy's position, searched from the start if nobody has met it yet."""
        key = self.key(position)
        if not self.merges:
            return key
        self.explore_until(lambda: key in self.raws)
        return self.raws[key]

    def start(self) -> Position:
        return self.first

    def moves(self, position: Position) -> list[Move]:
        return self._generated(self.raw_of(position))

    def _generated(self, raw: Any) -> list[Move]:
        """The moves; none where play has ended and the class raises an error, as GamesmanPy never asks there."""
        try:
            return in_order(self.game.generate_moves(raw))
        except Exception:
            if self.game.primitive(raw) is None:
                raise
            return []

    def do_move(self, position: Position, move: Move) -> Position:
        return self.key_of(self.game.do_move(self.raw_of(position), move))

    def children(self, position: Position) -> list[Position]:
        """The positions one move away, by few calls: here solvers spend most of their time."""
        game, raw, key_of = self.game, self.raw_of(position), self.key_of
        return [key_of(game.do_move(raw, move)) for move in self._generated(raw)]

    def primitive(self, position: Position) -> Value | None:
        value = self.game.primitive(self.raw_of(position))
        if value is not None and value not in VALUES:
            raise ValueError(f"`primitive` of {self.original.__name__} gives {value!r}, which is no Value")
        return None if value is None else VALUES[value]

    def format(self, position: Position) -> str:
        """The text of `to_string`, if `from_string` reads it back and it fits in a URL; else the key in Python."""
        text = self._text_read(position)
        fits = text.isprintable() and text == text.strip() and not set(text) & set("/?#%&+:")
        return text if text and fits and text[:1] != MARK and not self.merges else MARK + repr(self.key(position))

    def _text_read(self, position: Position) -> str:
        """What `to_string` writes and `from_string` reads back; "" if it does not."""
        raw = self.raw_of(position)
        with suppress(Exception):
            text = str(self.game.to_string(raw, models.StringMode.Readable))
            return text if self.game.from_string(text) == raw else ""
        return ""

    def read(self, text: str) -> Position:
        if self.merges and not text.startswith(MARK):
            raise ValueError(f"expected {MARK} and a number")
        key = ast.literal_eval(text[1:]) if text.startswith(MARK) else self.game.from_string(text)
        largest = RANKS // 2 if isinstance(self, Game) else RANKS
        if type(key) is not type(self.first) or (isinstance(key, int) and not 0 <= key < largest):
            raise ValueError(f"{key!r} is no position")
        return key

    def autogui(self, position: Position) -> str:
        return str(self.game.to_string(self.raw_of(position), models.StringMode.AUTOGUI))

    def written_moves(self, position: Position) -> list[tuple[Move, str, str]]:
        """Each move with its texts, which may depend on the last position whose moves were listed."""
        raw, texts = self.raw_of(position), []
        for move in self.moves(position):
            self.game.generate_moves(raw)
            modes = models.StringMode.Readable, models.StringMode.AUTOGUI
            texts.append((move, *(str(self.game.move_to_string(move, mode)) for mode in modes)))
        return texts

    def rank(self, position: Position) -> int:
        number: int = position
        return number

    def unrank(self, number: int) -> Position:
        return number

    def kernel(self) -> Kernel | None:
        """The rules as functions over integers, if they can be translated."""
        return self._kernel

    @cached_property
    def _kernel(self) -> Kernel | None:
        if self.size is None or self.merges:
            return None
        kernel = translation.kernel_of(self.original, self.game, isinstance(self, Game))
        agrees = kernel is not None and all(self._agrees(kernel, position) for position in self._met)
        return kernel if agrees else None

    def _agrees(self, kernel: Kernel, position: Position) -> bool:
        """Whether a kernel says of a position what the rules say."""
        number, ended, out = self.rank(position), self.primitive(position), [0] * kernel.most
        with suppress(Exception):  # the translation may do anything
            if kernel.primitive is None or kernel.primitive(number, [0]) != PRIMITIVES[ended]:
                return False
            count = 0 if ended else kernel.children(number, out, [0])
            return ended is not None or {*out[:count]} == {self.rank(child) for child in self.children(position)}
        return False

    def is_read(self, position: Position) -> bool:
        """Whether `from_string` reads what `to_string` writes."""
        return bool(self._text_read(position))


class _TwoPlayers(_OnePlayer):
    """A variant of a game."""

    def key(self, position: Position) -> Any:
        return position[1]

    def start(self) -> Position:
        return self.turn_drawn((1, self.first)) or 1, self.first

    def turn(self, position: Position) -> Turn:
        turn: Turn = position[0]
        return turn

    def do_move(self, position: Position, move: Move) -> Position:
        return 3 - position[0], super().do_move(position, move)

    def children(self, position: Position) -> list[Position]:
        turn = 3 - position[0]
        return [(turn, key) for key in super().children(position)]

    def format(self, position: Position) -> str:
        """The same, and in front of it the player to move, unless the AutoGUI string says the same."""
        text = super().format(position)
        return text if self.turn_drawn(position) == position[0] else f"{position[0]}_{text}"

    def read(self, text: str) -> Position:
        with suppress(Exception):
            key = super().read(text)
            position = self.turn_drawn((1, key)), key
            if position[0] and self.format(position) == text:
                return position
        turn, _, key_text = text.partition("_")
        if turn not in ("1", "2"):
            super().read(text)  # which says what is wrong
            raise ValueError("the player to move is missing in front: 1_ or 2_")
        return int(turn), super().read(key_text)

    def rank(self, position: Position) -> int:
        number: int = 2 * position[1] + position[0] - 1
        return number

    def unrank(self, number: int) -> Position:
        return number % 2 + 1, number // 2
