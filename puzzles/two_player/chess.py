"""Chess with up to four men: a king each and one or two others, solved to the mate.

Variants are named after their men, as endgames are, white's first: in `kbnk` white has a bishop and a knight besides
the king. Captures and promotions lead to fewer or other men, so its table includes all these endgames, with either
color as the stronger side. The men are `KQRBNP`, black's in lowercase. `E` and `e` are pawns that have just moved two
squares and now stand beside an enemy pawn, which may take them en passant. Castling is no longer possible. A position's
text is the player, `_`, and the squares from a8 to h1, row by row.

A position is legal if the player who has just moved is not in check and no pawn is on the first or last rank. Checkmate
wins; stalemate is a draw, and so is play that never ends. Remotenesses count the moves of both sides up to the mate;
there is no fifty-move rule. In moves of the winner, the longest wins of the first player are KQK 10, KRK 16, KPK 28,
KBBK 19, KBNK 33 and KQKR 35 (K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986).

The boards of fewer squares, on which pawns take one step only, are not published games, but small ones for trying out
the same rules. Quick Chess and 1D Chess use these rules, too; on a strip, a knight leaps two squares.
"""

from functools import cached_property
from itertools import combinations_with_replacement, product
from typing import ClassVar

from perfect_play.puzzles import (
    DRAWN,
    EMPTY,
    IMPOSSIBLE,
    LOST,
    MIRRORED,
    ONGOING,
    UPSIDE_DOWN,
    Button,
    Move,
    Notation,
    Turn,
    Variant,
    symmetries,
)
from perfect_play.puzzles.boards import (
    MORE,
    BoardGame,
    Cells,
    Layout,
    Moves,
    Position,
    add,
    owner_of,
    parts_of,
    place_of,
    step,
)
from perfect_play.puzzles.two_player._chess_notation import FEN, names_of_moves, read_fen

SIDE = 7
KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN, PASSING = range(1, SIDE + 1)
"""The men of player 1, as numbers; those of player 2 are greater by SIDE."""
PROMOTIONS = tuple(product((-1, 0, 1), range(QUEEN, PAWN)))
"""The ways to promote a pawn: how far to the right it moves, and to what."""
DOUBLE_STEPS = 6
"""The least number of rows on which pawns may move two squares."""
NAMES = {"q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
BISHOP_AND_KNIGHT = "K-k-B--------------------------------------------------N--------"


def sides_from(men: str) -> set[str]:
    """The sets of men that captures and promotions can leave one player besides the king."""
    each = [("", *("qrbnp" if man == "p" else man)) for man in men]
    return {"".join(sorted("".join(remaining))) for remaining in product(*each)}


def describe(men: str) -> str:
    """The men in words: `king and queen`."""
    return " and ".join(["king", *(NAMES[man] for man in men)])


def setup_of(white: str, black: str, rows: int, cols: int) -> str:
    """The kings on their squares or in the middle of their rank, the other men beside them; or UWAPI's start."""
    if (white, black) == ("bn", ""):
        return BISHOP_AND_KNIGHT
    board = ["-"] * (rows * cols)
    for men, home, forward in (("K" + white.upper(), rows - 1, -1), ("k" + black, 0, 1)):
        for place, man in enumerate(men):
            board[(home + forward * (man in "pP")) * cols + cols // 2 - place] = man
    return "".join(board)


def endgame(white: str, black: str, rows: int = 8, cols: int = 8) -> Variant:
    """The variant with these men besides the kings."""
    name = f"{describe(white)} against {describe(black)}"
    small = "" if rows == cols == DOUBLE_STEPS + 2 else f"{rows}x{cols}-"
    alone = len(white + black) == 1
    return Variant(
        f"{small}k{white}k{black}",
        f"{rows}x{cols}, {name}" if small else name.capitalize(),
        (rows, cols, white, black, setup_of(white, black, rows, cols)),
        aliases=("endgame1",) if (white, black) == ("bn", "") else (),
        testing=bool(small),
        presolve=bool(small) or white + black in ("q", "r"),
        positions=2_800 if small else (60_000 if alone else 4_000_000) * (1, 16, 50)[(white + black).count("p")],
    )


def result_of(cells: Cells, turn: int, cols: int, double: int) -> int:
    """The result for the player to move: LOST by checkmate, ONGOING, or IMPOSSIBLE."""
    if in_check(cells, 3 - turn, cols, double) or not are_pawns_sound(cells, turn, cols):
        return IMPOSSIBLE
    if not in_check(cells, turn, cols, double):
        return ONGOING
    for source in range(len(cells)):
        if owner_of(cells[source], SIDE) == turn:
            for target in range(len(cells)):
                if may_move(cells, turn, source, target, cols, double):
                    return ONGOING
    return LOST


class Chess(BoardGame):
    name = "Chess endgames"
    also_called: ClassVar[tuple[str, ...]] = ("Chess",)
    description = "Checkmate with a king and one or two other men."
    side_names = ("White", "Black")
    instructions = """White, the capitals, begins. Move your men as in **chess**; a pawn that reaches the last rank
        becomes a queen, rook, bishop or knight. You may not leave your king in check. **Checkmate** wins. If a player
        who is not in check cannot move, or nobody can force mate, the game is a **draw**."""
    author = "Unknown"
    date_created = "about 1500"
    variants = (
        endgame("r", "", 4, 4),
        endgame("p", "", 4, 3),
        *(endgame(man, "") for man in NAMES),
        *(endgame(first + second, "") for first, second in combinations_with_replacement(NAMES, 2)),
        *(endgame(first, second) for first, second in combinations_with_replacement(NAMES, 2)),
    )
    notations = (Notation(FEN, "8/8/8/3k4/8/8/1Q6/K7 b - - 0 1", read_fen),)
    opens = "kqk"
    pieces, other_side = "KQRBNPEkqrbnpe", "kqrbnpeKQRBNPE"
    stuck = DRAWN
    rules_out = True

    def prepare(self, rows: int, cols: int, white: str, black: str, setup: str) -> None:
        self.rows, self.cols, self.white, self.black, self.setup = rows, cols, white, black, setup
        self.double = int(rows >= DOUBLE_STEPS)
        self.in_passing = int("p" in white and "p" in black and self.double)
        sides = [sides_from(men) for men in (white, black)]
        self.sides = {*product(*sides), *product(*reversed(sides))}
        limits = {man: max(side.count(man) for pair in self.sides for side in pair) for man in NAMES}
        each = {"k": range(1, 2)} | {man: range(limits[man] + 1) for man in limits} | {"e": range(self.in_passing + 1)}
        self.counts = each | {man.upper(): counts for man, counts in each.items()}
        images = symmetries(rows, cols)
        self.symmetries = [images[MIRRORED]] if "p" in white + black else images
        self.exchanged_cells = images[UPSIDE_DOWN]

    @cached_property
    def layout(self) -> Layout:
        """The board, and below it a place for each way to promote a pawn."""
        return Layout(self.rows - (-len(PROMOTIONS) // self.cols), self.cols, range(self.cells))

    def possible(self, turn: Turn, *counts: int) -> bool:
        """Men that are left, and at most one pawn of the player who has just moved that can be taken en passant."""
        own_counts, enemy = counts[SIDE * (turn - 1) : SIDE * turn], counts[SIDE * (2 - turn) : SIDE * (3 - turn)]
        if own_counts[PASSING - 1] or enemy[PASSING - 1] > min(1, own_counts[PAWN - 1]):
            return False
        sides = [
            "".join(sorted("".join(man * count for man, count in zip("qrbnpp", men[1:], strict=True))))
            for men in (counts[:SIDE], counts[SIDE:])
        ]
        return tuple(sides) in self.sides

    def tier(self, *counts: int) -> tuple[int, int]:
        """The number of men taken, and of pawns gone."""
        pawns = sum(counts[first + man - 1] for first in (0, SIDE) for man in (PAWN, PASSING))
        return self.cells - sum(counts), self.cells - pawns

    outcome = result_of

    def other_move_names(self, position: Position, move: int) -> tuple[str, ...]:
        """`Qb7#` and `b1b7`, as chess players and engines write moves."""
        return names_of_moves(self, position)[move]

    def checks(self, position: Position) -> bool:
        """Whether the player to move is in check."""
        turn, board = position
        return bool(in_check([(EMPTY + self.pieces).index(man) for man in board], turn, self.cols, self.double))

    def button(self, position: Position, move: int) -> Button:
        """An arrow, to a place below the board if a pawn is promoted."""
        man, source, target = parts_of(move)
        promotion = (target % self.cols - source % self.cols, man)
        return Move(source, self.cells + PROMOTIONS.index(promotion) if man else target)

    def format_move(self, position: Position, move: int) -> str:
        """The squares, and the man to which a pawn is promoted: `a7-a8q`."""
        man = parts_of(move)[0]
        return super().format_move(position, move) + ("kqrbnp"[man - 1] if man else "")


def list_moves(cells: Cells, turn: int, moves: Moves, cols: int, double: int) -> int:
    """A move is a step, plus MORE times the man to which a pawn is promoted."""
    count = 0
    for source in range(len(cells)):
        if owner_of(cells[source], SIDE) == turn:
            for target in range(len(cells)):
                if may_move(cells, turn, source, target, cols, double):
                    if kind_of(cells[source]) == PAWN and is_end(target, len(cells), cols):
                        for man in range(QUEEN, PAWN):
                            count = add(moves, count, MORE * man + step(source, target))
                    else:
                        count = add(moves, count, step(source, target))
    return count


def make_move(cells: Cells, turn: int, move: int, cols: int) -> int:
    promoted, source, target = parts_of(move)
    man, own_first, enemy = kind_of(cells[source]), SIDE * (turn - 1), SIDE * (2 - turn)
    if man == PAWN and cells[target] == 0 and (target - source) % cols != 0:
        cells[source // cols * cols + target % cols] = 0  # taken en passant
    for cell in range(len(cells)):
        if cells[cell] == enemy + PASSING:
            cells[cell] = enemy + PAWN
    if promoted:
        man = promoted
    elif man == PAWN and abs(target - source) == 2 * cols and has_beside(cells, target, enemy + PAWN, cols):
        man = PASSING
    cells[target] = own_first + man
    cells[source] = 0
    return 3 - turn


def list_unmoves(cells: Cells, turn: int, moves: Moves, cols: int, double: int, in_passing: int) -> int:
    """Also with MORE times the square, plus one, of a pawn that could have been taken en passant instead."""
    count, passing = 0, -1
    own_first, enemy = SIDE * (turn - 1), SIDE * (2 - turn)
    for cell in range(len(cells)):
        if cells[cell] == enemy + PASSING:
            passing = cell
    for target in range(len(cells)):
        if owner_of(cells[target], SIDE) != 3 - turn or (passing >= 0 and target != passing):
            continue
        for source in range(len(cells)):
            if cells[source] == 0 and came_from(cells, turn, source, target, cols, double):
                count = add(moves, count, step(source, target))
                for cell in range(len(cells) * in_passing):
                    if cells[cell] == own_first + PAWN:
                        count = add(moves, count, MORE * (cell + 1) + step(source, target))
    return count


def unmake_move(cells: Cells, turn: int, move: int) -> int:
    pawn, source, target = parts_of(move)
    cells[source] = SIDE * (2 - turn) + min(kind_of(cells[target]), PAWN)
    cells[target] = 0
    if pawn:
        cells[pawn - 1] = SIDE * (turn - 1) + PASSING
    return 3 - turn


def kind_of(man: int) -> int:
    """The number of player 1's man of this kind."""
    return man - SIDE if man > SIDE else man


def is_end(cell: int, cells: int, cols: int) -> bool:
    """Whether a square is on the first or last rank."""
    return cell < cols or cell >= cells - cols


def reaches(cells: Cells, source: int, target: int, cols: int, double: int) -> bool:
    """Whether the man on `source` can move to `target`, regardless of its king and of whose man stands there."""
    man, turn = kind_of(cells[source]), owner_of(cells[source], SIDE)
    down, right = target // cols - source // cols, target % cols - source % cols
    if man == KNIGHT:
        return abs(down * right) == 2 or (cols == len(cells) and abs(right) == 2)
    if man == KING:
        return max(abs(down), abs(right)) == 1
    if man >= PAWN:
        forward = 2 * turn - 3
        if right != 0:
            passing = SIDE * (2 - turn) + PASSING
            return down == forward and abs(right) == 1 and (cells[target] != 0 or cells[source + right] == passing)
        if cells[target] != 0 or (down != forward and down != 2 * forward):
            return False
        home = cols if turn == 2 else len(cells) - 2 * cols
        return down == forward or (
            double == 1 and source // cols == home // cols and cells[source + forward * cols] == 0
        )
    straight = (down == 0) != (right == 0)
    diagonal = abs(down) == abs(right) and down != 0
    if not ((straight and man != BISHOP) or (diagonal and man != ROOK)):
        return False
    along = ((down > 0) - (down < 0)) * cols + (right > 0) - (right < 0)
    cell = source + along
    while cell != target and cells[cell] == 0:
        cell += along
    return cell == target


def in_check(cells: Cells, player: int, cols: int, double: int) -> bool:
    """Whether an enemy man attacks the player's king."""
    king = place_of(cells, SIDE * (player - 1) + KING)
    for cell in range(len(cells)):
        if owner_of(cells[cell], SIDE) == 3 - player and reaches(cells, cell, king, cols, double):
            return True
    return False


def may_move(cells: Cells, turn: int, source: int, target: int, cols: int, double: int) -> bool:
    """Whether the player's man on `source` may move to `target`: it reaches it, and the king is then not in check."""
    if owner_of(cells[target], SIDE) == turn or not reaches(cells, source, target, cols, double):
        return False
    man, captured, passed = cells[source], cells[target], target
    if kind_of(man) == PAWN and captured == 0 and (target - source) % cols != 0:
        passed = source // cols * cols + target % cols
        captured = cells[passed]
    cells[passed] = 0
    cells[target] = man
    cells[source] = 0
    safe = not in_check(cells, turn, cols, double)
    cells[target] = 0
    cells[passed] = captured
    cells[source] = man
    return safe


def came_from(cells: Cells, turn: int, source: int, target: int, cols: int, double: int) -> bool:
    """Whether the man on `target`, of the player who has just moved, can have come from the empty square `source`."""
    man, double_step = cells[target], abs(target - source) == 2 * cols
    if kind_of(man) == PASSING and not double_step:
        return False
    if kind_of(man) == PAWN and double_step and has_beside(cells, target, SIDE * (turn - 1) + PAWN, cols):
        return False
    cells[target] = 0
    cells[source] = man
    came = reaches(cells, source, target, cols, double)
    cells[source] = 0
    cells[target] = man
    return came


def has_beside(cells: Cells, cell: int, man: int, cols: int) -> bool:
    """Whether this man stands to the left or right of a square."""
    return (cell % cols > 0 and cells[cell - 1] == man) or (cell % cols < cols - 1 and cells[cell + 1] == man)


def are_pawns_sound(cells: Cells, turn: int, cols: int) -> bool:
    """Whether no pawn is on the first or last rank, and one that can be taken en passant has just moved two squares."""
    for cell in range(len(cells)):
        man = kind_of(cells[cell])
        if man >= PAWN and is_end(cell, len(cells), cols):
            return False
        if man == PASSING:
            back = cols if turn == 2 else -cols
            home = len(cells) // cols - 2 if turn == 2 else 1
            if cell + 2 * back < 0 or cell + 2 * back >= len(cells) or (cell + 2 * back) // cols != home:
                return False
            if cells[cell + back] != 0 or cells[cell + 2 * back] != 0:
                return False
            if not has_beside(cells, cell, SIDE * (turn - 1) + PAWN, cols):
                return False
    return True
