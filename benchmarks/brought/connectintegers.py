"""Connect 4 as a file of GamesmanPy, for measuring beside the plug-in of the same rules."""

from models import Game, StringMode, Value


class ConnectIntegers(Game):
    """In each column of an integer a 1 on top, above a bit for each disc, which is 1 if it is the mover's."""

    id = "connectintegers"
    variants = ["4x5"]
    n_players = 2
    cyclic = False

    def __init__(self, variant_id: str):
        self.rows, self.cols = map(int, variant_id.split("x"))
        self.height = self.rows + 1
        self.lowest = sum(1 << col * self.height for col in range(self.cols))

    def discs(self, position: int) -> int:
        inside = (self.lowest << self.rows) - self.lowest
        discs = (position >> 1) & inside
        for _ in range(self.rows - 1):
            discs |= (discs >> 1) & inside
        return discs

    def start(self) -> int:
        return self.lowest

    def generate_moves(self, position: int) -> list[int]:
        free = self.discs(position) + self.lowest
        return [col for col in range(self.cols) if (free >> (col * self.height)) & ((1 << self.rows) - 1)]

    def do_move(self, position: int, move: int) -> int:
        discs = self.discs(position)
        free = discs + self.lowest
        lowest = (free >> (move * self.height)) & ((1 << self.rows) - 1)
        return (position ^ discs) + (lowest << (move * self.height))

    def primitive(self, position: int):
        discs = self.discs(position)
        mover = discs & ~position
        for step in (1, self.rows, self.rows + 1, self.rows + 2):
            pairs = mover & (mover >> step)
            if pairs & (pairs >> (2 * step)):
                return Value.Loss
        if discs == (self.lowest << self.rows) - self.lowest:
            return Value.Tie
        return None

    def to_string(self, position: int, mode: StringMode) -> str:
        return f"{position:08}"

    def from_string(self, text: str) -> int:
        return int(text)

    def move_to_string(self, move: int, mode: StringMode) -> str:
        return f"A_-_{move}_x" if mode == StringMode.AUTOGUI else f"{move + 1}"
