"""Snake's Tale: slide the snakes over a small board until the player's snake reaches the hole.

A position has the cells of each snake, head first. The player's snake comes first; a land snake, which cannot enter
water, and a water snake, which can go everywhere, may follow. A move takes a head to a cell beside it, and the body
follows. A snake may enter the cell that its own tail leaves, unless that is its neck. The puzzle is solved when the
player's head is in the hole.

The text, like the board, has one letter for each cell; a snake's letters show the ways in which it runs, so that they
name its cells in order. `O` is the hole, `X` an obstacle, `k` water, where no snake covers them.
"""

from itertools import pairwise

from perfect_play.puzzles import EMPTY, IllegalPosition, KeptStart, Move, Value, Variant, check_text

HOLE, OBSTACLE, WATER = "O", "X", "k"
DIRECTIONS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
BACK = dict(zip("UDLR", "DURL", strict=True))
BENDS = ("UD", "LR", "DR", "DL", "UR", "UL")

Snake = tuple[int, ...]
Position = tuple[Snake, ...]


class Letters:
    """The letters of a kind of snake.

    heads: by the way the head looks. bodies: by the ways to the two neighboring parts. tails: by the way to the tail.
    """

    def __init__(self, name: str, heads: str, bodies: str, tails: str) -> None:
        self.name = name
        self.heads = dict(zip(DIRECTIONS, heads, strict=True))
        self.bodies = dict(zip(map(frozenset, BENDS), bodies, strict=True))
        self.tails = dict(zip(DIRECTIONS, tails, strict=True))
        self.all = heads + bodies + tails


PLAYER = Letters("Player", "wvir", "qpbcde", "TJKN")
LAND = Letters("LandSnake", "ABDC", "QPMnHV", "WSYZ")
SWIMMER = Letters("WaterSnake", "EFGI", "xyzfgu", "omtj")
KINDS = (PLAYER, LAND, SWIMMER)


class SnakesTale(KeptStart):
    name = "Snake's Tale"
    also_called = ("A Snake's Tale",)
    description = "Slide the snakes over the board until yours reaches the hole."
    instructions = """Move the head of a snake to a cell beside it, up, down, left or right; **its body follows**.
        The cell must be free of obstacles and snakes, but a head may follow its own tail. A land snake cannot swim:
        it stays out of the water. The puzzle is solved when the head of **your** snake is in the **hole**."""
    author = "Michael Fairley"
    date_created = "2017"
    variants = (
        Variant("lvl1", "Level 1", (4, "------------O---", "-Kpc---v----O---"), testing=True, positions=214),
        Variant("lvl2", "Level 2", (4, "-----X-X-X--OX--", "w---qX-XqX--JX--"), testing=True, positions=28),
        Variant("lvl3", "Level 3", (4, "-kkX-k------O---", "-kkX-kETDnxqOSmv"), positions=42_219),
        Variant("lvl4", "Level 4", (4, "-O---k---k-----X", "AOWTQkQvQkQ-HPVX"), testing=True, positions=374),
        Variant("lvl5", "Level 5", (5, "------XX----XX-O--k-", "---ic-XXKeMZXX-HC-k-"), testing=True, positions=336),
    )

    def prepare(self, cols: int, ground: str, start: str) -> None:
        self.cols, self._ground = cols, ground
        self._next = [self._neighbors(cell) for cell in range(len(ground))]
        self._kinds = [kind for kind in KINDS if not set(kind.all).isdisjoint(start)]
        self._known = "".join(sorted(set(EMPTY + ground + "".join(kind.all for kind in self._kinds))))
        self._start = self._traced(start)

    def _neighbors(self, cell: int) -> dict[str, int]:
        """The cells beside this one, by the way there."""
        row, col = divmod(cell, self.cols)
        places = {direction: (row + down, col + right) for direction, (down, right) in DIRECTIONS.items()}
        inside = {direction: r * self.cols + c for direction, (r, c) in places.items() if 0 <= c < self.cols}
        return {direction: place for direction, place in inside.items() if 0 <= place < len(self._ground)}

    def moves(self, position: Position) -> list[tuple[int, int]]:
        """(number of the snake, cell that its head enters)."""
        occupied = {cell for snake in position for cell in snake}
        moves = []
        for number, (kind, snake) in enumerate(zip(self._kinds, position, strict=True)):
            shut = OBSTACLE + WATER if kind is LAND else OBSTACLE
            for cell in self._next[snake[0]].values():
                follows = cell == snake[-1] and cell != snake[1]
                if self._ground[cell] not in shut and (follows or cell not in occupied):
                    moves.append((number, cell))
        return moves

    def do_move(self, position: Position, move: tuple[int, int]) -> Position:
        number, cell = move
        return (*position[:number], (cell, *position[number][:-1]), *position[number + 1 :])

    def primitive(self, position: Position) -> Value | None:
        return Value.WIN if self._ground[position[0][0]] == HOLE else None

    def format(self, position: Position) -> str:
        cells = list(self._ground)
        for kind, snake in zip(self._kinds, position, strict=True):
            # From each part to the one before it.
            directions = [self._direction(cell, after) for after, cell in pairwise(snake)]
            cells[snake[0]] = kind.heads[directions[0]]
            cells[snake[-1]] = kind.tails[BACK[directions[-1]]]
            for cell, forward, onward in zip(snake[1:], directions, directions[1:], strict=False):
                cells[cell] = kind.bodies[frozenset((forward, BACK[onward]))]
        return "".join(cells)

    def _direction(self, source: int, target: int) -> str:
        return next(direction for direction, cell in self._next[source].items() if cell == target)

    def parse(self, text: str) -> Position:
        check_text(text, len(self._ground), self._known, f"{len(self._ground)} cells, each one of {self._known}")
        position = self._traced(text)
        lengths = list(map(len, self._start))
        if list(map(len, position)) != lengths or self.format(position) != text:
            raise IllegalPosition(f"{text!r}: expected whole snakes of {lengths} cells, and all else as at the start.")
        return position

    def _traced(self, text: str) -> Position:
        """The snakes in a text, each followed from its head as far as its letters lead."""
        return tuple(self._trace(kind, text) for kind in self._kinds)

    def _trace(self, kind: Letters, text: str) -> Snake:
        looks = {letter: direction for direction, letter in kind.heads.items()}
        bends = {letter: directions for directions, letter in kind.bodies.items()}
        snake = [cell for cell, letter in enumerate(text) if letter in looks][:1]
        directions = frozenset(BACK[looks[text[cell]]] for cell in snake)  # where the next part is
        while directions:
            (direction,) = directions
            cell = self._next[snake[-1]].get(direction)
            if cell is None or cell in snake:
                break
            snake.append(cell)
            bend = bends.get(text[cell], frozenset())
            directions = bend - {BACK[direction]} if BACK[direction] in bend else frozenset()
        return tuple(snake)

    def format_move(self, position: Position, move: tuple[int, int]) -> str:
        number, cell = move
        return f"{self._kinds[number].name} {divmod(cell, self.cols)}"

    def button(self, position: Position, move: tuple[int, int]) -> Move:
        number, cell = move
        return Move(position[number][0], cell)
