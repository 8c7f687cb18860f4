"""Odd or Even: take one to three of fifteen matches; whoever ends with an even number of them wins.

A position is (player to move, matches taken by player 1, by player 2); its text joins these by `_`. It is legal if the
players can have taken that many in turn. Fifteen is odd, so exactly one player ends with an even number. The first
player wins in eight moves; play from the start reaches all 128 positions (GamesmanClassic).
"""

import re

from perfect_play.puzzles import Add, Board, Game, IllegalPosition, MalformedPosition, Turn, Value, Variant, short

MATCHES, MAX_TAKE = 15, 3

Position = tuple[Turn, int, int]


class OddOrEven(Game):
    name = "Odd or Even"
    description = "Take matches and end with an even number of them."
    side_names = ("blue", "red")
    instructions = """There are fifteen **matches**. On your turn, **take one, two or three**: player 1,
        who begins, has `x` for each, player 2 `o`. When none is left, whoever has taken an **even** number wins."""
    author = "Unknown; in GamesmanClassic"
    variants = (Variant("regular", "Regular", testing=True, positions=128),)

    def start(self) -> Position:
        return (1, 0, 0)

    def moves(self, position: Position) -> range:
        """The numbers of matches that can be taken."""
        return range(1, min(MAX_TAKE, MATCHES - position[1] - position[2]) + 1)

    def do_move(self, position: Position, move: int) -> Position:
        turn, first, second = position
        return (2, first + move, second) if turn == 1 else (1, first, second + move)

    def primitive(self, position: Position) -> Value | None:
        turn, first, second = position
        if first + second < MATCHES:
            return None
        return Value.LOSE if position[turn] % 2 else Value.WIN

    def format(self, position: Position) -> str:
        return "_".join(map(str, position))

    def parse(self, text: str) -> Position:
        if not re.fullmatch("[12]_(0|[1-9][0-9]?)_(0|[1-9][0-9]?)", text, re.ASCII):
            raise MalformedPosition(
                f"{short(text)}: expected the player to move and the matches that each player has taken, like '1_0_0'."
            )
        turn, first, second = map(int, text.split("_"))
        return self._checked(1 if turn == 1 else 2, first, second)

    def _checked(self, turn: Turn, first: int, second: int) -> Position:
        """The position, if there is a number of turns in which both can have taken that many."""
        extra_turns = turn - 1  # turns that player 1 has had more than player 2
        min_turns = max(-(-first // MAX_TAKE) - extra_turns, -(-second // MAX_TAKE))
        if first + second > MATCHES or min_turns > min(first - extra_turns, second):
            raise IllegalPosition(
                f"{(turn, first, second)!r}: expected at most {MATCHES} matches, taken in turn, at most {MAX_TAKE} at "
                "a time, by player 1 first."
            )
        return (turn, first, second)

    def board(self, position: Position) -> Board:
        """The matches that are left, `n`; then those of each player, `x` and `o`."""
        _, first, second = position
        remaining = MATCHES - first - second
        rows = ("n" * remaining, "x" * first, "o" * second)
        return Board(3, MATCHES, "".join(row.ljust(MATCHES, "-") for row in rows))

    def from_board(self, cells: str, turn: Turn) -> Position:
        """The numbers of `x` and `o`."""
        return self._checked(turn, cells.count("x"), cells.count("o"))

    def button(self, position: Position, move: int) -> Add:
        """The leftmost match taken."""
        return Add("-", MATCHES - position[1] - position[2] - move)
