"""SnakeBird: crawl with snakelike birds, eat all the fruit, and leave by the exit, against gravity.

A position has the cells of every bird, head first, () for one that has left, and the fruit that is left. A move takes
a head to a cell beside it, and the body follows; a fruit eaten makes the bird one cell longer. A bird in the way is
pushed, with those behind it, if there is room. Then birds that rest on nothing fall: ground and fruit carry them, and
so do birds that are carried. A bird that falls out of the board, or onto spikes, would die, so that no such move is
allowed. When no fruit is left, a bird whose head is on the exit leaves. The puzzle is solved when all have left.

The text, like the board, has a letter for each cell: `W` ground, `S` spikes, `F` fruit, `E` the exit; `A` and `B` are
the heads of the birds, and each part of their bodies is a letter for the way to the part before it, up, down, left or
right: `udlr`, and `wxyz` of the second bird.
"""

from itertools import pairwise

from perfect_play.puzzles import EMPTY, IllegalPosition, KeptStart, Move, Value, Variant, check_text, level

GROUND, SPIKES, FRUIT, EXIT = "WSFE"
HEADS = "AB"
BODIES = ("udlr", "wxyz")
DIRECTIONS = ((-1, 0), (1, 0), (0, -1), (0, 1))  # up, down, left, right, as (down, right)
NAMES = ("up", "down", "left", "right")
DOWN = 1

Bird = tuple[int, ...]
Position = tuple[tuple[Bird, ...], frozenset[int]]


def _variant(number: int, positions: int) -> Variant:
    """One of the boards of our own."""
    rows = level(f"snakebird/{number}")
    cells = "".join(rows)
    birds = "two birds" if HEADS[1] in cells else "one bird"
    return Variant(str(number), f"Level {number}: {birds}", (len(rows[0]), cells), testing=True, positions=positions)


class SnakeBird(KeptStart):
    name = "SnakeBird"
    description = "Crawl to the fruit and out by the exit without falling."
    instructions = """Move the head of a bird to a cell beside it; **its body follows**. **Fruit** makes it longer. A
        bird may **push** another one. Birds that rest on neither ground nor fruit nor each other **fall**, and must
        not fall out of the picture or onto spikes. When all the fruit is eaten, birds leave by the **exit**. The
        puzzle is solved when **all** have left."""
    author = "Noumenon Games"
    date_created = "2015"
    variants = tuple(map(_variant, range(1, 8), (140, 301, 97, 378, 137, 270, 1_917)))
    opens = "2"

    def prepare(self, cols: int, cells: str) -> None:
        self.cols = cols
        self._ground = "".join(char if char in (GROUND, SPIKES, EXIT) else EMPTY for char in cells)
        self._rows = len(cells) // cols
        self._fruit = frozenset(cell for cell, char in enumerate(cells) if char == FRUIT)
        self._birds = sum(head in cells for head in HEADS)
        self._start = (self._traced(cells), self._fruit)
        self._lengths = list(map(len, self._start[0]))

    def _neighbor(self, cell: int, direction: int) -> int | None:
        """The cell beside another; None if that is off the board."""
        down, right = DIRECTIONS[direction]
        row, col = cell // self.cols + down, cell % self.cols + right
        return row * self.cols + col if 0 <= row < self._rows and 0 <= col < self.cols else None

    def moves(self, position: Position) -> list[tuple[int, int]]:
        """(number of the bird, way)."""
        return [
            (bird, direction)
            for bird in range(self._birds)
            for direction in range(len(DIRECTIONS))
            if position[0][bird] and self._after(position, bird, direction) is not None
        ]

    def do_move(self, position: Position, move: tuple[int, int]) -> Position:
        after = self._after(position, *move)
        if after is None:
            raise ValueError(f"{self.format_move(position, move)} is no move of {self.format(position)!r}")
        return after

    def _after(self, position: Position, mover: int, direction: int) -> Position | None:
        """The position after a move; None if it is not allowed."""
        birds, fruit = list(position[0]), position[1]
        cell = self._neighbor(birds[mover][0], direction)
        if cell is None or self._ground[cell] in (GROUND, SPIKES) or cell in birds[mover]:
            return None
        if cell in fruit:
            birds[mover], fruit = (cell, *birds[mover]), fruit - {cell}
            return self._settled(birds, fruit)
        pushed = self._pushed(birds, fruit, mover, cell, direction)
        if pushed is None:
            return None
        for bird in pushed:
            birds[bird] = self._shifted(birds[bird], direction)
        birds[mover] = (cell, *birds[mover][:-1])
        return self._settled(birds, fruit)

    def _pushed(
        self, birds: list[Bird], fruit: frozenset[int], mover: int, cell: int, direction: int
    ) -> set[int] | None:
        """The birds that move along when a head enters a cell; None if one of them has no room."""
        pushed: set[int] = set()
        entered = [cell]
        while entered:
            cell = entered.pop()
            for number, bird in enumerate(birds):
                if number in pushed or cell not in bird:
                    continue
                if number == mover:
                    return None
                pushed.add(number)
                for part in bird:
                    target = self._neighbor(part, direction)
                    if target is None or self._ground[target] in (GROUND, SPIKES) or target in fruit:
                        return None
                    entered.append(target)
        return pushed

    def _shifted(self, bird: Bird, direction: int) -> Bird:
        down, right = DIRECTIONS[direction]
        return tuple(part + down * self.cols + right for part in bird)

    def _settled(self, birds: list[Bird], fruit: frozenset[int]) -> Position | None:
        """The position after everything has fallen and left; None if a bird would die."""
        while True:
            if not fruit:
                birds = [() if bird and self._ground[bird[0]] == EXIT else bird for bird in birds]
            falling = self._falling(birds, fruit)
            if not falling:
                return tuple(birds), fruit
            for number in falling:
                below = [self._neighbor(part, DOWN) for part in birds[number]]
                if any(cell is None or self._ground[cell] == SPIKES for cell in below):
                    return None
                birds[number] = self._shifted(birds[number], DOWN)

    def _falling(self, birds: list[Bird], fruit: frozenset[int]) -> set[int]:
        """The birds that nothing carries."""
        falling = {number for number, bird in enumerate(birds) if bird}
        carried = True
        while carried:
            carrying = fruit.union(*(bird for number, bird in enumerate(birds) if number not in falling))
            held = {number for number in falling if self._is_carried(birds[number], carrying)}
            falling -= held
            carried = bool(held)
        return falling

    def _is_carried(self, bird: Bird, carrying: frozenset[int]) -> bool:
        below = [self._neighbor(part, DOWN) for part in bird]
        return any(cell is not None and (cell in carrying or self._ground[cell] == GROUND) for cell in below)

    def primitive(self, position: Position) -> Value | None:
        return None if any(position[0]) else Value.WIN

    def format(self, position: Position) -> str:
        birds, fruit = position
        cells = [FRUIT if cell in fruit else char for cell, char in enumerate(self._ground)]
        for head, letters, bird in zip(HEADS, BODIES, birds, strict=False):
            for before, part in pairwise(bird):
                cells[part] = letters[next(i for i in range(4) if self._neighbor(part, i) == before)]
            for cell in bird[:1]:
                cells[cell] = head
        return "".join(cells)

    def parse(self, text: str) -> Position:
        chars = {*self._ground, EMPTY, FRUIT, *HEADS[: self._birds], *"".join(BODIES[: self._birds])}
        check_text(text, len(self._ground), chars, f"{len(self._ground)} cells, each one of {sorted(chars)}")
        birds, fruit = self._traced(text), frozenset(cell for cell, char in enumerate(text) if char == FRUIT)
        position = birds, fruit
        if not fruit <= self._fruit or self.format(position) != text:
            raise IllegalPosition(f"{text!r}: expected whole birds, and all else as at the start but for the fruit.")
        grown = [len(bird) - length for bird, length in zip(birds, self._lengths, strict=True) if bird]
        eaten = len(self._fruit - fruit)
        gone = self._birds - len(grown)
        if (
            any(growth < 0 for growth in grown)
            or sum(grown) > eaten
            or (not gone and sum(grown) < eaten)
            or (gone and fruit)
        ):
            raise IllegalPosition(f"{text!r}: the birds are not as long as the fruit they have eaten makes them.")
        if self._settled(list(birds), fruit) != position:
            raise IllegalPosition(f"{text!r}: a bird would fall or leave.")
        return position

    def _traced(self, text: str) -> tuple[Bird, ...]:
        """The birds in a text, each followed from its head as far as its letters lead."""
        birds = []
        for head, letters in zip(HEADS[: self._birds], BODIES, strict=False):
            bird = [cell for cell, char in enumerate(text) if char == head][:1]
            while bird:
                tails = [
                    cell
                    for direction, letter in enumerate(letters)
                    if (cell := self._neighbor(bird[-1], direction ^ 1)) is not None
                    and text[cell] == letter
                    and cell not in bird
                ]
                if len(tails) != 1:
                    break
                bird.append(tails[0])
            birds.append(tuple(bird))
        return tuple(birds)

    def format_move(self, position: Position, move: tuple[int, int]) -> str:
        """The bird and the way."""
        return f"{HEADS[move[0]]} {NAMES[move[1]]}"

    def button(self, position: Position, move: tuple[int, int]) -> Move:
        """An arrow from the head."""
        head = position[0][move[0]]
        return Move(head[0], self._shifted(head[:1], move[1])[0])
