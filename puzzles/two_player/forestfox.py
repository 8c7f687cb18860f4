"""Forest Fox: a trick-taking game for two with all cards face up, after Joshua Buergel's "The Fox in the Forest".

The cards `a` to `o` are 1 to 5 of bells, keys and moons. Seven are dealt to each player, and the last is the decree,
whose suit is trump. A position's text is the player to move, `_`, the hands of players 1 and 2 (seven letters each, in
order, filled up with `-`), the decree, the card led, the card player 2 played last, and the tricks of either player:
`1_acfgilnbdehjmok--00`.

As in GamesmanClassic, player 1 leads every trick, whoever has won the one before, and wins with 0, 1, 4 or 5 of the
seven tricks. Its deals are drawn at random; here play starts from a fixed one, and any other deal is legal. Every game
lasts fourteen moves.
"""

from perfect_play.puzzles import EMPTY, VOID, Add, Board, CellsGame, Value, Variant, read_turn
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Turn, check_rows, short
from perfect_play.puzzles.turns import Position

CARDS = "abcdefghijklmno"
HAND, SUIT = 7, 5  # cards
DECREE, LED, LAST, TRICKS = 14, 15, 16, 17  # places in the text of a position
LENGTH = 19
GOOD = "0145"
"""The numbers of tricks with which player 1 wins."""
SWAN, FOX, MONARCH = 1, 3, 5
"""The numbers of cards with rules of their own."""


class ForestFox(CellsGame):
    name = "Forest Fox"
    also_called = ("The Fox in the Forest",)
    description = "Take four or five tricks of seven, or hardly any."
    instructions = """All cards are face up. **Player 1 leads** every trick; player 2 must **follow suit** if
        possible. The higher card of the suit led takes the trick unless the other is a trump, a card of the suit of
        the **decree** in the middle. A **1** trades places with the decree before it counts: the old decree is
        played instead. A **3** counts as trump unless both cards are 3s. If a **5** is led, player 2 must play the
        highest card of that suit or its 1. After seven tricks, player 1 **wins with 0, 1, 4 or 5** of them, and
        player 2 otherwise."""
    author = "Joshua Buergel"
    date_created = "2017"
    variants = (Variant("regular", "Regular", ("acfgilnbdehjmok--00",), testing=True, positions=7_852),)

    def prepare(self, start: str) -> None:
        self._start = start

    def start(self) -> Position:
        return (1, self._start)

    def moves(self, position: Position) -> list[str]:
        """The cards that may be played, in order."""
        turn, cards = position
        hand = hand_of(cards, turn)
        following = [card for card in hand if turn == 2 and suit_of(card) == suit_of(cards[LED])]
        if following and number_of(cards[LED]) == MONARCH:
            return [card for card in following if card == following[-1] or number_of(card) == SWAN]
        return following or [*hand]

    def do_move(self, position: Position, move: str) -> Position:
        turn, cards = position
        hands = [hand_of(cards, player).replace(move if player == turn else "", "") for player in (1, 2)]
        decree, card = (move, cards[DECREE]) if number_of(move) == SWAN else (cards[DECREE], move)
        front = "".join([hand.ljust(HAND, EMPTY) for hand in hands]) + decree
        if turn == 1:
            return (2, f"{front}{card}{EMPTY}{cards[TRICKS:]}")
        first, second = map(int, cards[TRICKS:])
        won = takes(cards[LED], card, decree)
        return (1, f"{front}{EMPTY}{card}{first + won}{second + (not won)}")

    def primitive(self, position: Position) -> Value | None:
        turn, cards = position
        if turn == 2 or hand_of(cards, 1):
            return None
        return Value.WIN if cards[TRICKS] in GOOD else Value.LOSE

    def images(self, position: Position) -> list[Position]:
        """The card player 2 played last has no influence: it could be any card that is gone."""
        turn, cards = position
        if cards[LAST] == EMPTY:
            return [position]
        return [(turn, cards[:LAST] + gone + cards[TRICKS:]) for gone in CARDS if gone not in cards[:LAST]]

    def parse(self, text: str) -> Position:
        turn, cards = read_turn(text, "the cards", limit=2 + LENGTH)
        return self._checked(cards, turn)

    def _checked(self, cards: str, turn: Turn) -> Position:
        """The position, if these cards are possible."""
        if len(cards) != LENGTH or set(cards[:TRICKS]) - set(CARDS + EMPTY) or set(cards[TRICKS:]) - set("01234567"):
            raise MalformedPosition(f"{short(cards)}: expected {TRICKS} cards or '-', then two digits: the tricks.")
        hands = [hand_of(cards, player) for player in (1, 2)]
        if any(EMPTY in hand or [*hand] != sorted(hand) for hand in hands):
            raise IllegalPosition(f"{cards!r}: expected the cards of each hand in order, then '-'.")
        in_play = cards[:LED].replace(EMPTY, "") + cards[LED].strip(EMPTY)
        all_cards = in_play + cards[LAST].strip(EMPTY)
        if len(set(all_cards)) != len(all_cards) or cards[DECREE] == EMPTY:
            raise IllegalPosition(f"{cards!r}: expected a decree, and every card at most once.")
        tricks = sum(map(int, cards[TRICKS:]))
        led, last = cards[LED] != EMPTY, cards[LAST] != EMPTY
        if (
            [len(hand) for hand in hands] != [HAND - tricks - led, HAND - tricks]
            or led != (turn == 2)
            or last != (turn == 1 and tricks > 0)
        ):
            raise IllegalPosition(
                f"{cards!r}: after {tricks} tricks, with player {turn} to move, the cards in hand, the card led or the "
                "card played last do not fit."
            )
        return (turn, cards)

    def format_move(self, position: Position, move: str) -> str:
        """The number of the card among all fifteen."""
        return str(CARDS.index(move) + 1)

    def board(self, position: Position) -> Board:
        """The hands above and below the decree, the card led, the card played last, and the tricks."""
        cards = position[1]
        middle = VOID + cards[LED] + cards[TRICKS] + cards[DECREE] + cards[TRICKS + 1] + cards[LAST] + VOID
        return Board(3, HAND, cards[:HAND] + middle + cards[HAND:DECREE])

    def from_board(self, cells: str, turn: Turn) -> Position:
        check_rows(cells, 3, HAND)
        _, led, first, decree, second, last, _ = [*cells[HAND : 2 * HAND]]
        return self._checked(f"{cells[:HAND]}{cells[2 * HAND :]}{decree}{led}{last}{first}{second}", turn)

    def button(self, position: Position, move: str) -> Add:
        turn, cards = position
        return Add("z", cards.index(move, HAND * (turn - 1)) + HAND * (turn - 1))


def hand_of(cards: str, player: int) -> str:
    """The cards in a player's hand, in order."""
    return cards[HAND * (player - 1) : HAND * player].rstrip(EMPTY)


def suit_of(card: str) -> int:
    """The suit, from 0 to 2."""
    return CARDS.index(card) // SUIT


def number_of(card: str) -> int:
    """The number, from 1 to 5."""
    return CARDS.index(card) % SUIT + 1


def takes(led: str, answer: str, decree: str) -> bool:
    """Whether the card led takes the trick."""
    foxes = number_of(led) == number_of(answer) == FOX
    suits = [suit_of(decree if number_of(card) == FOX and not foxes else card) for card in (led, answer)]
    return number_of(led) > number_of(answer) if suits[0] == suits[1] else suits[1] != suit_of(decree)
