"""Toads and Frogs, for one player: make the toads and the frogs trade places.

Toads move only right, frogs only left, each by a step into the empty place or a jump over one animal of the other
kind into it. A position is a str with one character per place: `x` a toad, `o` a frog, `-` the one empty place. Every
row with the right numbers of both is legal. As animals never turn back, most rows cannot be brought
to the goal; they are lost. Ranks are indices in a list of all rows.

The text is the position itself: with two and two, the start is `xx-oo`, the goal `oo-xx`.
"""

from itertools import combinations

from perfect_play.puzzles import EXCHANGED, Add, IllegalPosition, OneGoal, OwnText, Variant, check_pieces, moved


def _variant(animals: int, positions: int) -> Variant:
    half = animals // 2
    return Variant(str(animals), f"{half} Frogs, {half} Toads", (half,), testing=True, positions=positions)


class ToadsAndFrogsPuzzle(OneGoal, OwnText):
    name = "Toads and Frogs Puzzle"
    aliases = ("chairs",)
    opens = "6"
    also_called = ("Chair Hopping", "Frogs and Toads", "Frog jump")
    description = "Let the toads on the left and the frogs on the right trade places."
    instructions = """Toads `x` move to the right, frogs `o` to the left, never back. An animal steps into the empty
        place right in front of it, or jumps over exactly **one** animal of the **other** kind into the empty place
        behind. The puzzle is solved when all toads are on the right and all frogs on the left, with the gap between
        them."""
    author = "Traditional, described by Édouard Lucas"
    date_created = "1883"
    variants = (_variant(4, 13), _variant(6, 38), _variant(8, 100), _variant(10, 241))

    def prepare(self, half: int) -> None:
        self.half = half
        places = 2 * half + 1
        self._all = [
            "".join("-" if i == gap else "x" if i in toads else "o" for i in range(places))
            for gap in range(places)
            for toads in combinations([i for i in range(places) if i != gap], half)
        ]
        self._ranks = {position: number for number, position in enumerate(self._all)}
        self.size = len(self._all)
        self._goal = self.start()[::-1]

    def start(self) -> str:
        return "x" * self.half + "-" + "o" * self.half

    def moves(self, position: str) -> list[int]:
        """The places of the animals that can move, from the left."""
        return _movers(position, "x", "o")

    def do_move(self, position: str, move: int) -> str:
        return moved(position, move, position.index("-"))

    def parents(self, position: str) -> list[str]:
        """Undoing a move is a move by an animal that goes the other way."""
        gap = position.index("-")
        return [moved(position, place, gap) for place in _movers(position, "o", "x")]

    def parse(self, text: str) -> str:
        check_pieces(text, 2 * self.half + 1, "characters")
        if text not in self._ranks:
            raise IllegalPosition(f"{text!r}: expected {self.half} toads 'x', {self.half} frogs 'o' and one '-'.")
        return text

    def format_move(self, position: str, move: int) -> str:
        return str(move + 1)

    def images(self, position: str) -> tuple[str, ...]:
        """Seen from behind, with toads and frogs exchanged, the puzzle is the same."""
        return (position, position[::-1].translate(EXCHANGED))

    def rank(self, position: str) -> int:
        return self._ranks[position]

    def unrank(self, number: int) -> str:
        return self._all[number]

    def button(self, position: str, move: int) -> Add:
        return Add("h", move)


def _movers(position: str, right: str, left: str) -> list[int]:
    """The places from which a `right` can move right, or a `left` left, into the gap."""
    gap = position.index("-")
    places = []
    if position[gap - 2 : gap] == right + left:  # an empty slice if it would begin outside the row
        places.append(gap - 2)
    if position[gap - 1 : gap] == right:
        places.append(gap - 1)
    if position[gap + 1 : gap + 2] == left:
        places.append(gap + 1)
    if position[gap + 1 : gap + 3] == right + left:
        places.append(gap + 2)
    return places
