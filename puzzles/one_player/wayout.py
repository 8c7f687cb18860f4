"""WayOut: Lights Out on boards of any shape; touch a block to turn it and its neighbors over, until all lie face down.

A position is an int with one bit for each block, 1 where the face is up; the first block is the highest bit. Its text
is the same number in binary, block by block, row by row. Every pattern is legal; not every one can be turned face down.

A board is typed, and shown, with a digit for a plain block, 1 with its face up and 0 down, and with a letter for any
other, a capital with its face up. All kinds of blocks of the published puzzle are here except the yellow one, which
turns into a plain one when a neighbor is touched for the first time.

The boards are our own; others can be typed, or read from a file on the command line.
"""

from perfect_play.puzzles import (
    VOID,
    Add,
    Board,
    CustomVariant,
    KeptStart,
    Turn,
    Variant,
    cell_name,
    check_rows,
    check_text,
)
from perfect_play.puzzles.linear import LinearPuzzle

MOST_ROWS, MOST_COLS = 12, 15
MOST_IN_TABLE = 12
"""Blocks of a board with a table; algebra answers any other."""
UP, DOWN = "10"
ACROSS, UPRIGHT, ALONE, ONWARD, LINKED = KINDS = "HVDPL"
"""Blocks that when touched turn only their neighbors in the row, or in the column; one that its neighbors do not turn;
one that turns its neighbors whenever it is turned; and those that always turn together, once for each touch."""
FACES = UP + DOWN + KINDS + KINDS.lower()
FACES_UP = UP + KINDS


def _board(text: str) -> tuple[str]:
    """The rows of a typed board. Raises ValueError."""
    rows = text.split("_")
    if len(set(map(len, rows))) > 1:
        raise ValueError("Its rows differ in length.")
    if not set(text) & set(FACES):
        raise ValueError("There is no block on it.")
    if {LINKED, LINKED.lower()} <= set(text):
        raise ValueError(f"Blocks {LINKED} turn together, but begin with different faces up.")
    return (text,)


class WayOut(KeptStart, LinearPuzzle):
    name = "WayOut"
    also_called = ("Way Out",)
    description = "Turn all the blocks face down; each takes its neighbors along."
    instructions = """Touching a block turns it over **and** the blocks above, below, to the left and to the right of
        it. The puzzle is solved when **every** block is face down. The order does not matter, and touching a block
        twice changes nothing. A block with an **arrow** turns only its neighbors left and right, or above and below;
        one with a **dot** is not turned by its neighbors; a **plus** turns its neighbors whenever it is turned
        itself; and all blocks with **two dots** turn whenever one of them does."""
    author = "Konstructors"
    date_created = "2018"
    opens = "arrows"
    variants = (
        Variant("corner", "Corner", ("11*_11*_111",), testing=True, positions=128),
        Variant("ring", "Ring", ("1111_1**1_1**1_1111",), positions=1_024),
        Variant("cross", "Cross", ("*11*_1111_1111_*11*",), positions=4_096),
        Variant("arrows", "Arrows", ("1H1_V1V_1H1",), testing=True, positions=512),
        Variant("signs", "Signs", ("L1P_1D1_P1L",), testing=True, positions=64),
        Variant("stairs", "Stairs", ("11***_111**_*111*_**111_***11",), presolve=False),
        Variant("frame", "Frame", ("111111_1*11*1_111111_111111_1*11*1_111111",), presolve=False),
    )
    custom = CustomVariant(
        pattern=rf"[{FACES}*]{{1,{MOST_COLS}}}(_[{FACES}*]{{1,{MOST_COLS}}}){{0,{MOST_ROWS - 1}}}",
        options=_board,
        help=f"Type a board, at most {MOST_ROWS} rows of {MOST_COLS}, equally long, with _ between them: 1 a block "
        "face up, 0 one face down, * where there is none. H and V turn only along the row and the column, D is not "
        "turned by neighbors, P turns its neighbors whenever it is turned, and all L turn together; lowercase letters "
        "are blocks face down.",
        example="1*1_101_1*1",
        symbols=f"*{FACES}",
    )

    def prepare(self, board: str) -> None:
        rows = board.split("_")
        self.rows, self.cols = len(rows), len(rows[0])
        cells = "".join(rows)
        self.places = [place for place, cell in enumerate(cells) if cell != VOID]
        self.kinds = cells.upper().replace(DOWN, UP)
        kinds = (self.kinds[place] for place in self.places)
        self.faces = [UP + DOWN if kind == UP else kind + kind.lower() for kind in kinds]
        """The character of each block, face up and face down."""
        self._start = int("".join(UP if cells[place] in FACES_UP else DOWN for place in self.places), 2)
        if len(self.places) <= MOST_IN_TABLE and not self.variant.custom:
            self.size = 1 << len(self.places)
        bits = {place: 1 << len(self.places) - 1 - block for block, place in enumerate(self.places)}
        self.toggles = [sum(map(bits.__getitem__, self._turned(place))) for place in self.places]

    def _turned(self, touched: int) -> set[int]:
        """The places of the blocks that are turned when a block is touched."""
        turned, turning = {touched}, [touched]
        while turning:
            place = turning.pop()
            row, col = divmod(place, self.cols)
            around = [] if self.kinds[place] == UPRIGHT else [(row, col - 1), (row, col + 1)]
            around += [] if self.kinds[place] == ACROSS else [(row - 1, col), (row + 1, col)]
            for r, c in around:
                neighbor = r * self.cols + c
                turnable = 0 <= r < self.rows and 0 <= c < self.cols and neighbor not in turned
                if turnable and self.kinds[neighbor] not in (VOID, ALONE):
                    turned.add(neighbor)
                    turning += [neighbor] if self.kinds[neighbor] == ONWARD else []
        if any(self.kinds[place] == LINKED for place in turned):
            turned.update(place for place in self.places if self.kinds[place] == LINKED)
        return turned

    def format(self, position: int) -> str:
        return f"{position:0{len(self.places)}b}"

    def parse(self, text: str) -> int:
        form = f"{len(self.places)} characters, each '1' (face up) or '0' (face down)"
        check_text(text, len(self.places), UP + DOWN, form)
        return int(text, 2)

    def format_move(self, position: int, move: int) -> str:
        return cell_name(self.places[move], self.rows, self.cols)

    def board(self, position: int) -> Board:
        cells = [VOID] * (self.rows * self.cols)
        for place, faces, block in zip(self.places, self.faces, self.format(position), strict=True):
            cells[place] = faces[block == DOWN]
        return Board(self.rows, self.cols, "".join(cells))

    def from_board(self, cells: str, turn: Turn) -> int:
        check_rows(cells, self.rows, self.cols)
        turned = [faces.find(cells[place]) for faces, place in zip(self.faces, self.places, strict=True)]
        return self.parse("".join("?" if face < 0 else (UP, DOWN)[face] for face in turned))

    def button(self, position: int, move: int) -> Add:
        return Add("t", self.places[move])
