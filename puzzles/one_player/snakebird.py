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

from puzzles import EMPTY, IllegalPosition, KeptStart, Move, Value, Variant, check_text, level

GROUND, SPIKES, FRUIT, EXIT = "WSFE"
HEADS = "AB"
BODIES = ("udlr", "wxyz")
WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))  # up, down, left, right, as (down, right)
NAMES = ("up", "down", "left", "right")
DOWN = 1

Bird = tuple[int, ...]
Position = tuple[tuple[Bird, ...], frozenset[int]]


def _variant(number: int, positions: int) -> Variant:
    """One of the boards of our own."""
    rows = level(f"snakebird/{number}")
    drawn = "".join(rows)
    birds = "two birds" if HEADS[1] in drawn else "one bird"
    return Variant(str(number), f"Level {number}: {birds}", (len(rows[0]), drawn), testing=True, positions=positions)


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

    def prepare(self, cols: int, drawn: str) -> None:
        self.cols = cols
        self._ground = "".join(char if char in (GROUND, SPIKES, EXIT) else EMPTY for char in drawn)
        self._rows = len(drawn) // cols
        self._fruit = frozenset(cell for cell, char in enumerate(drawn) if char == FRUIT)
        self._birds = sum(head in drawn for head in HEADS)
        self._start = (self._traced(drawn), self._fruit)
        self._lengths = list(map(len, self._start[0]))

    def _beside(self, cell: int, way: int) -> int | None:
        """The cell beside another; None if that is off the board."""
        down, right = WAYS[way]
        row, col = cell // self.cols + down, cell % self.cols + right
        return row * self.cols + col if 0 <= row < self._rows and 0 <= col < self.cols else None

    def moves(self, position: Position) -> list[tuple[int, int]]:
        """(number of the bird, way)."""
        return [
            (bird, way)
            for bird in range(self._birds)
            for way in range(len(WAYS))
            if position[0][bird] and self._moved(position, bird, way) is not None
        ]

    def do_move(self, position: Position, move: tuple[int, int]) -> Position:
        found = self._moved(position, *move)
        if found is None:
            raise ValueError(f"{self.format_move(position, move)} is no move of {self.format(position)!r}")
        return found

    def _moved(self, position: Position, which: int, way: int) -> Position | None:
        """The position after a move; None if it is not allowed."""
        birds, fruit = list(position[0]), position[1]
        cell = self._beside(birds[which][0], way)
        if cell is None or self._ground[cell] in (GROUND, SPIKES) or cell in birds[which]:
            return None
        if cell in fruit:
            birds[which], fruit = (cell, *birds[which]), fruit - {cell}
            return self._settled(birds, fruit)
        pushed = self._pushed(birds, fruit, which, cell, way)
        if pushed is None:
            return None
        for bird in pushed:
            birds[bird] = self._shifted(birds[bird], way)
        birds[which] = (cell, *birds[which][:-1])
        return self._settled(birds, fruit)

    def _pushed(self, birds: list[Bird], fruit: frozenset[int], which: int, cell: int, way: int) -> set[int] | None:
        """The birds that move along when a head enters a cell; None if one of them has no room."""
        pushed: set[int] = set()
        entered = [cell]
        while entered:
            cell = entered.pop()
            for other, bird in enumerate(birds):
                if other in pushed or cell not in bird:
                    continue
                if other == which:
                    return None
                pushed.add(other)
                for part in bird:
                    there = self._beside(part, way)
                    if there is None or self._ground[there] in (GROUND, SPIKES) or there in fruit:
                        return None
                    entered.append(there)
        return pushed

    def _shifted(self, bird: Bird, way: int) -> Bird:
        down, right = WAYS[way]
        return tuple(part + down * self.cols + right for part in bird)

    def _settled(self, birds: list[Bird], fruit: frozenset[int]) -> Position | None:
        """The position after everything has fallen and left; None if a bird would die."""
        while True:
            if not fruit:
                birds = [() if bird and self._ground[bird[0]] == EXIT else bird for bird in birds]
            falling = self._falling(birds, fruit)
            if not falling:
                return tuple(birds), fruit
            for which in falling:
                below = [self._beside(part, DOWN) for part in birds[which]]
                if any(cell is None or self._ground[cell] == SPIKES for cell in below):
                    return None
                birds[which] = self._shifted(birds[which], DOWN)

    def _falling(self, birds: list[Bird], fruit: frozenset[int]) -> set[int]:
        """The birds that nothing carries."""
        falling = {which for which, bird in enumerate(birds) if bird}
        carried = True
        while carried:
            carrying = fruit.union(*(bird for which, bird in enumerate(birds) if which not in falling))
            held = {which for which in falling if self._is_carried(birds[which], carrying)}
            falling -= held
            carried = bool(held)
        return falling

    def _is_carried(self, bird: Bird, carrying: frozenset[int]) -> bool:
        below = [self._beside(part, DOWN) for part in bird]
        return any(cell is not None and (cell in carrying or self._ground[cell] == GROUND) for cell in below)

    def primitive(self, position: Position) -> Value | None:
        return None if any(position[0]) else Value.WIN

    def format(self, position: Position) -> str:
        birds, fruit = position
        cells = [FRUIT if cell in fruit else char for cell, char in enumerate(self._ground)]
        for head, letters, bird in zip(HEADS, BODIES, birds, strict=False):
            for before, part in pairwise(bird):
                cells[part] = letters[next(way for way in range(4) if self._beside(part, way) == before)]
            for cell in bird[:1]:
                cells[cell] = head
        return "".join(cells)

    def parse(self, text: str) -> Position:
        known = {*self._ground, EMPTY, FRUIT, *HEADS[: self._birds], *"".join(BODIES[: self._birds])}
        check_text(text, len(self._ground), known, f"{len(self._ground)} cells, each one of {sorted(known)}")
        birds, fruit = self._traced(text), frozenset(cell for cell, char in enumerate(text) if char == FRUIT)
        position = birds, fruit
        if not fruit <= self._fruit or self.format(position) != text:
            raise IllegalPosition(f"{text!r}: expected whole birds, and all else as at the start but for the fruit.")
        grown = [len(bird) - length for bird, length in zip(birds, self._lengths, strict=True) if bird]
        eaten = len(self._fruit - fruit)
        gone = self._birds - len(grown)
        if (
            any(more < 0 for more in grown)
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
                    for way, letter in enumerate(letters)
                    if (cell := self._beside(bird[-1], way ^ 1)) is not None
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
