"""3-Spot: cover the spots of the bottom row with your domino, but do not get too far ahead.

The board has three rows of three cells; the bottom row are the spots. `B` is player 1's domino, `R` player 2's, `W` the
neutral one. A position is (player to move, cells, points of player 1, of player 2); its text is the player, `_`, the
cells, and the points as two digits each. It is legal if the dominoes lie on neighboring cells, and not both players
have reached the goal. Play that never ends is a draw.

The first player wins in 24 moves; play from the start reaches 91,691 positions (GamesmanClassic). The game to six
points is not published, but a small one for trying out the same rules.
"""

from collections.abc import Iterator

from perfect_play.puzzles import NEXT, Add, Board, Button, Move, Value, Variant, mirrored, read_numbers, read_turn
from perfect_play.puzzles.base import Game, IllegalPosition, MalformedPosition, Turn, short
from perfect_play.puzzles.boards import Layout

CELLS, SPOTS = 9, 6  # the number of cells, and the first spot
PLACES = ((0, 1), (1, 2), (0, 3), (1, 4), (2, 5), (3, 4), (4, 5), (3, 6), (4, 7), (5, 8), (6, 7), (7, 8))
PIECES = "BRW"
SIDE = 9  # rows and columns of the board as it is shown
LAYOUT = Layout(
    SIDE, SIDE, [*(SIDE * row + col for row in (3, 4, 5) for col in (3, 4, 5)), *range(6 * SIDE + 3, 6 * SIDE + 7)]
)
"""Where the board shows the cells and, below them, the points."""
BUTTONS = (3, 5, 16, 35, 53, 70, 77, 75, 64, 45, 27, 10)
"""The board's cells for `PLACES`, all on a circle, so that no arrow between two of them hides another."""

Position = tuple[Turn, str, int, int]
Placed = tuple[int, int]
"""The places of the player's own domino and of the neutral one; -1 if that stays."""


class ThreeSpot(Game):
    id = "3spot"
    name = "3-Spot"
    also_called = ("Three Spot", "The 3-Spot Game")
    description = "Cover spots with your domino, but leave some points to the other player."
    instructions = """On your turn, lift your **own domino** (`B` begins, then `R`) and put it down in **another
        place**, which may overlap the old one: you score a point for each **spot** of the bottom row it covers. Then
        move the **neutral** domino `W` to another place in the same way; nobody scores for that. Play ends at once
        when a player has **12 points**: that player wins if the other has at least **6**, and otherwise loses."""
    author = "Unknown; in GamesmanClassic"
    variants = (
        Variant("4points", "4 points, at least 2 for the other", (4, 2), testing=True, positions=2_275),
        Variant("regular", "Regular", (12, 6), positions=22_931),
    )

    def prepare(self, goal: int, needed: int) -> None:
        self.goal, self.needed = goal, needed

    def start(self) -> Position:
        return (1, "---BWRBWR", 0, 0)

    def moves(self, position: Position) -> list[Placed]:
        """Every place for the player's domino, with every place for the neutral one unless play ends first."""
        turn, cells, *points = position
        piece = PIECES[turn - 1]
        moves: list[Placed] = []
        if max(points) >= self.goal:
            return moves
        for domino, lifted in _elsewhere(cells, piece):
            if points[turn - 1] + _score(domino) >= self.goal:
                moves.append((domino, -1))
            else:
                moves += [(domino, neutral) for neutral, _ in _elsewhere(_laid(lifted, domino, piece), "W")]
        return moves

    def do_move(self, position: Position, move: Placed) -> Position:
        turn, cells, first, second = position
        domino, neutral = move
        piece = PIECES[turn - 1]
        cells = _laid(cells.replace(piece, "-"), domino, piece)
        if neutral >= 0:
            cells = _laid(cells.replace("W", "-"), neutral, "W")
        gained = _score(domino)
        return (NEXT[turn], cells, first + gained * (turn == 1), second + gained * (turn == 2))

    def primitive(self, position: Position) -> Value | None:
        turn, _, *points = position
        if max(points) < self.goal:
            return None
        leader = points.index(max(points))
        won = leader if min(points) >= self.needed else 1 - leader
        return Value.WIN if won == turn - 1 else Value.LOSE

    def format(self, position: Position) -> str:
        turn, cells, first, second = position
        return f"{turn}_{cells}{first:02}{second:02}"

    def parse(self, text: str) -> Position:
        turn, cells = read_turn(text, limit=2 + CELLS + 4)
        return self.from_board(cells, turn)

    def from_board(self, cells: str, turn: Turn) -> Position:
        """Reads the cells and the points, from a text or from the board."""
        if len(cells) == SIDE * SIDE:
            cells = LAYOUT.read(cells)
        cells, first, second = read_numbers(cells, CELLS, 99)
        if set(cells) - set("BRW-"):
            raise MalformedPosition(f"{short(cells)}: expected {CELLS} cells, each 'B', 'R', 'W' or '-'.")
        for piece in PIECES:
            if tuple(cell for cell in range(CELLS) if cells[cell] == piece) not in PLACES:
                raise IllegalPosition(f"{cells!r}: expected {piece!r} on two neighboring cells.")
        if max(first, second) > self.goal + 1 or min(first, second) >= self.goal:
            raise IllegalPosition(
                f"{(first, second)}: expected at most {self.goal + 1} points, and fewer than {self.goal} of one player."
            )
        return (turn, cells, first, second)

    def board(self, position: Position) -> Board:
        """The cells, the points, and around them a cell for each place of a domino, which carry the buttons."""
        _, cells, first, second = position
        return LAYOUT.show(f"{cells}{first:02}{second:02}")

    def images(self, position: Position) -> list[Position]:
        """As it is and mirrored, each also with the players exchanged."""
        turn, cells, first, second = position
        exchanged = cells.translate(str.maketrans("BR", "RB"))
        return [
            *((turn, image, first, second) for image in (cells, mirrored(cells, 3))),
            *((NEXT[turn], image, second, first) for image in (exchanged, mirrored(exchanged, 3))),
        ]

    def format_move(self, position: Position, move: Placed) -> str:
        """The upper or left cell of each place, numbered from 1, and `h` or `v` for how the domino lies: `1v 7h`."""
        return " ".join(_name(place) for place in move if place >= 0)

    def button(self, position: Position, move: Placed) -> Button:
        """An arrow from the place of the one domino to that of the other; a button where only one is moved."""
        domino, neutral = move
        return Add(PIECES[position[0] - 1], BUTTONS[domino]) if neutral < 0 else Move(BUTTONS[domino], BUTTONS[neutral])


def _elsewhere(cells: str, piece: str) -> Iterator[tuple[int, str]]:
    """The other places for a domino, each with the cells without it."""
    lifted = cells.replace(piece, "-")
    for place, (a, b) in enumerate(PLACES):
        if lifted[a] == lifted[b] == "-" and not cells[a] == cells[b] == piece:
            yield place, lifted


def _laid(cells: str, place: int, piece: str) -> str:
    """The cells with a domino laid on this place."""
    return "".join(piece if cell in PLACES[place] else cells[cell] for cell in range(CELLS))


def _score(place: int) -> int:
    """The number of spots that a domino covers on this place."""
    return sum(cell >= SPOTS for cell in PLACES[place])


def _name(place: int) -> str:
    a, b = PLACES[place]
    return f"{a + 1}{'h' if b == a + 1 else 'v'}"
