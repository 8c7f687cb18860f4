"""Tantrix: lay hexagonal tiles along one path until it closes to a loop with no tile left.

A tile joins two of its edges: adjacent ones by a sharp curve, those two apart by a soft curve, opposite ones by a
straight line; the variant `4_2_1` has that many of each. A position is a Path (see `_tantrix_paths.py`): the turns of
the tiles from head to tail, and how many of them come before the one laid first. Everything else follows.

Exactly the positions that the start reaches are legal: paths of the variant's tiles that do not cross themselves and
whose ends face free cells, or one another in a loop; a loop was closed by the last tile of the list, which was not the
first laid. The text lists the tiles as (x, y, edge toward the head, edge toward the tail):
`[(0, 0, 1, 0), (0, -2, 3, 2)]`.

Two symmetries keep the first tile's tail at edge 0: reflection, and exchanging head and tail while turning the
path. In a loop the latter keeps the last tile of the list in its place. A rank is the least number of any image; a
number has an octal digit for each turn, and four bits for the place of the first tile.
"""

import re

from perfect_play.puzzles import EMPTY, LOST, ONGOING, VOID, WON, Add, Board, Kernel, Room, Value, Variant
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Puzzle, Turn, short
from perfect_play.puzzles.one_player import _tantrix_paths as paths
from perfect_play.puzzles.one_player._tantrix_paths import COLS, EDGES, ROWS, Path, Tile

Play = tuple[int, int]  # HEAD or TAIL, and the exit edge of the new tile

HEAD, TAIL = 0, -1
KINDS = (0, 0, 1, 2, 1, 0)  # by turn: 0 sharp, 1 soft, 2 straight
KIND_OF = str.maketrans("12345", "01210")  # the same, for `str.translate`
MIRRORED = str.maketrans("12345", "54321")
TILE = r"\((-?[0-9]{1,3}), (-?[0-9]{1,3}), ([0-5]), ([0-5])\)"
TEXT = re.compile(rf"\[(?:{TILE}(?:, {TILE})*)?\]")


def _variant(*tiles: int, positions: int) -> Variant:
    name = "_".join(map(str, tiles))
    return Variant(name, name, tiles, testing=positions < 20_000, positions=positions)


class Tantrix(Puzzle):
    name = "Tantrix"
    opens = "2_2_2"
    description = "Lay all the tiles along one path, and close it into a loop with the last of them."
    instructions = """Every tile carries a piece of the path: a **sharp** curve, a **soft** curve or a **straight**
        line. The first lies with one end upward; each of the others is laid at either end of the path, turned as you
        like, provided the path does not then run into a tile. When both ends face the same cell, only the tile that
        closes the loop fits there. The puzzle is solved when the path is **closed** and **no tile is left**. Tiles
        cannot be taken back."""
    author = "Mike McManaway"
    date_created = "1988"
    variants = (
        _variant(3, 0, 0, positions=7),
        _variant(2, 2, 0, positions=107),
        _variant(2, 2, 1, positions=718),
        _variant(2, 2, 2, positions=2851),
        _variant(2, 4, 1, positions=12_728),
        _variant(4, 2, 2, positions=30_603),
        _variant(4, 4, 1, positions=170_602),
        _variant(4, 4, 2, positions=1_058_529),
        _variant(2, 6, 2, positions=837_067),
        _variant(5, 4, 1, positions=469_414),
    )

    dense = False

    def prepare(self, *tiles: int) -> None:
        self._tiles = tiles
        self.size = 16 << 3 * sum(tiles)

    def start(self) -> Path:
        return Path(0, "")

    def supply(self, position: Path) -> list[int]:
        """The numbers of sharp, soft and straight tiles not yet laid."""
        kinds = position.turns.translate(KIND_OF)
        return [count - kinds.count(str(kind)) for kind, count in enumerate(self._tiles)]

    def plays(self, position: Path) -> dict[Play, Tile]:
        """Every move with the tile it lays, those at the head first."""
        supply = self.supply(position)
        if not position.turns:
            return {(HEAD, turn): (0, 0, turn, 0) for turn in range(1, 6) if supply[KINDS[turn]]}
        tiles = paths.tiles_of(position)
        cells = {tile[:2] for tile in tiles}
        (head, to_head), (tail, to_tail) = paths.ends_of(tiles)  # the free cells, and their edges toward the path
        if head in cells:
            return {}
        if head == tail:
            return {(TAIL, to_head): (*tail, to_tail, to_head)} if supply[KINDS[(to_tail - to_head) % 6]] else {}
        plays = {}
        for end, cell, back in ((HEAD, head, to_head), (TAIL, tail, to_tail)):
            for edge in range(6):
                if edge != back and supply[KINDS[(edge - back) % 6]] and paths.next_cell(cell, edge) not in cells:
                    plays[end, edge] = (*cell, edge, back) if end == HEAD else (*cell, back, edge)
        return plays

    def moves(self, position: Path) -> list[Play]:
        """(HEAD or TAIL, the exit edge of the new tile), those at the head first."""
        return list(self.plays(position))

    def do_move(self, position: Path, move: Play) -> Path:
        if not position.turns:
            return Path(0, str(move[1]))
        (_, to_head), (_, to_tail) = paths.ends_of(paths.tiles_of(position))
        if move[0] == HEAD:
            return Path(position.before + 1, f"{(move[1] - to_head) % 6}{position.turns}")
        return Path(position.before, f"{position.turns}{(to_tail - move[1]) % 6}")

    def primitive(self, position: Path) -> Value | None:
        used = len(position.turns) == sum(self._tiles)
        if not paths.is_closed(position):
            return Value.LOSE if used else None
        return Value.WIN if used else Value.LOSE

    def format(self, position: Path) -> str:
        return f"[{', '.join(map(str, paths.tiles_of(position)))}]"

    def parse(self, text: str) -> Path:
        if not TEXT.fullmatch(text):
            raise MalformedPosition(
                f"{short(text)}: expected tiles (x, y, h, t) from head to tail in brackets, h and t from "
                "0 to 5, such as [(0, 0, 1, 0), (0, -2, 3, 2)], or [] for none."
            )
        return self._checked([(int(x), int(y), int(h), int(t)) for x, y, h, t in re.findall(TILE, text)], text)

    def _checked(self, tiles: list[Tile], text: str) -> Path:
        """The path of these tiles, if it is legal and this is how it is written."""
        first = next((i for i, (x, y, h, t) in enumerate(tiles) if x == y == t == 0 != h), None)
        if tiles and first is None:
            raise IllegalPosition(f"{short(text)}: expected a tile (0, 0, h, 0), the one laid first.")
        position = Path(first or 0, "".join(str((h - t) % 6) for _, _, h, t in tiles))
        self._check(position, short(text))
        if self.format(position) != text:
            raise IllegalPosition(f"{short(text)}: a path of such tiles is written {self.format(position)}.")
        return position

    def _check(self, position: Path, name: str) -> None:
        """Raises IllegalPosition if the path is not legal; `name` is what the message quotes."""
        if "0" in position.turns or min(self.supply(position)) < 0:
            counts = "{} sharp, {} soft, {} straight".format(*self._tiles)
            raise IllegalPosition(f"{name}: the tiles are {counts}, and no others.")
        if not self._is_free(position):
            raise IllegalPosition(f"{name}: the path crosses itself, or one of its ends runs into a tile.")

    def _is_free(self, position: Path) -> bool:
        """Whether no two tiles share a cell, and the ends face free cells, or one another in a loop."""
        tiles = paths.tiles_of(position)
        cells = [tile[:2] for tile in tiles]
        if len(set(cells)) < len(cells):
            return False
        if paths.is_closed(position):
            return position.before < len(tiles) - 1
        return not tiles or all(cell not in cells for cell, _ in paths.ends_of(tiles))

    def images(self, position: Path) -> list[Path]:
        before, turns = position
        mirrored = turns.translate(MIRRORED)
        length = len(turns) - paths.is_closed(position)  # all but the tile that closed the loop
        back = max(length - 1 - before, 0)
        return [
            position,
            Path(before, mirrored),
            Path(back, mirrored[:length][::-1] + mirrored[length:]),
            Path(back, turns[:length][::-1] + turns[length:]),
        ]

    twins = images  # the empty path is its own image

    def canonical(self, position: Path) -> Path:
        return min(self.images(position), key=_number)

    def rank(self, position: Path) -> int:
        return min(map(_number, self.images(position)))

    def unrank(self, number: int) -> Path:
        return Path(number & 15, f"{number >> 4:o}" if number else "")

    def kernel(self) -> Kernel:
        return Kernel(_children, 10, self._tiles, primitive=_primitive, alike=_alike)

    def format_move(self, position: Path, move: Play) -> str:
        return str(move)

    # On the board, the tile laid first is a small letter. Two extra rows have a place for each exit edge of a new tile
    # at the head and at the tail; the first of them also shows how many tiles are left, and `before`.

    def board(self, position: Path) -> Board:
        cells = [VOID if place % 2 else EMPTY for place in range(ROWS * COLS)]
        by = paths.shift(position)
        for i, (x, y, h, t) in enumerate(paths.tiles_of(position)):
            letter = paths.letter_of(h, t)
            cells[paths.place_of((x, y), by)] = letter.lower() if i == position.before else letter
        numbers = "".join(map(str, (*self.supply(position), position.before)))
        return Board(ROWS + 2, COLS, "".join(cells) + EMPTY * 6 + VOID + numbers + EMPTY * 6 + VOID * 5)

    def from_board(self, cells: str, turn: Turn) -> Path:
        board, before = cells[: ROWS * COLS], cells[(ROWS + 1) * COLS - 1 : (ROWS + 1) * COLS]
        if len(cells) != (ROWS + 2) * COLS or not before.isdigit():
            raise MalformedPosition(
                f"{short(cells)}: expected {ROWS + 2} rows of {COLS} cells, the last but one with 4 digits at its end."
            )
        first = next((place for place, letter in enumerate(board) if letter.islower()), None)
        if first is None or board[first].upper() not in EDGES:
            return self.start()
        h, t = EDGES[board[first].upper()][::-1]
        head = paths.walk(board, first, h, int(before))
        tail = paths.walk(board, first, t, sum(letter in EDGES for letter in board) - int(before))
        turns = [(edge - back) % 6 for back, edge in reversed(head)] + [h] + [(back - edge) % 6 for back, edge in tail]
        position = Path(len(head), "".join(map(str, turns)))
        self._check(position, short(cells))
        return position

    def button(self, position: Path, move: Play) -> Add:
        _, _, h, t = self.plays(position)[move]
        return Add(paths.letter_of(h, t), (ROWS + (move[0] == TAIL)) * COLS + move[1])


def _number(position: Path) -> int:
    """An octal digit for each turn, and four bits for the place of the first tile."""
    return int(position.turns or "0", 8) << 4 | position.before


# The kernel. A cell is one integer, so a step is an addition. `work` holds the cells of the tiles from the head on,
# then the edges of the ends, and how many tiles of each kind are left.

LEAPS = (-2, 63, 65, 2, -63, -65)  # the steps, with 64 per column
OPEN_HEAD, OPEN_TAIL, SUPPLY = 16, 17, 18
SIXES = 0o6666666666  # the mirror image of a turn is 6 minus the turn


def _lay(number: int, scratch: Room, sharp: int, soft: int, straight: int) -> int:
    """Writes a path to `scratch`; returns the number of its tiles."""
    before, turns = number & 15, number >> 4
    count = 0
    while turns >> 3 * count:
        count += 1
    scratch[SUPPLY], scratch[SUPPLY + 1], scratch[SUPPLY + 2] = sharp, soft, straight
    for i in range(count):
        scratch[SUPPLY + KINDS[turns >> 3 * i & 7]] -= 1
    if count == 0:
        return 0
    cell, edge = 0, turns >> 3 * (count - 1 - before) & 7
    scratch[before] = 0
    for i in range(before - 1, -1, -1):
        cell += LEAPS[edge]
        scratch[i] = cell
        edge = (edge + 3 + (turns >> 3 * (count - 1 - i) & 7)) % 6
    scratch[OPEN_HEAD] = edge
    cell, edge = 0, 0
    for i in range(before + 1, count):
        cell += LEAPS[edge]
        scratch[i] = cell
        edge = (edge + 9 - (turns >> 3 * (count - 1 - i) & 7)) % 6
    scratch[OPEN_TAIL] = edge
    return count


def _children(number: int, out: Room, scratch: Room, sharp: int, soft: int, straight: int) -> int:
    """`moves`, `do_move` and `rank` over ranks."""
    count = _lay(number, scratch, sharp, soft, straight)
    before, turns = number & 15, number >> 4
    total = 0
    if count == 0:
        for turn in range(1, 6):
            if scratch[SUPPLY + KINDS[turn]] > 0:
                out[total] = _minimum(turn, 1, 0, 1)
                total += 1
        return total
    head, tail = scratch[0] + LEAPS[scratch[OPEN_HEAD]], scratch[count - 1] + LEAPS[scratch[OPEN_TAIL]]
    if head == tail:
        turn = (scratch[OPEN_TAIL] - scratch[OPEN_HEAD]) % 6
        if scratch[SUPPLY + KINDS[turn]] > 0:
            out[total] = _minimum(turns << 3 | turn, count + 1, before, count)
            total += 1
        return total
    for turn in range(1, 6):
        if scratch[SUPPLY + KINDS[turn]] > 0:
            if not _tiles_on(head + LEAPS[(scratch[OPEN_HEAD] + 3 + turn) % 6], count, scratch):
                out[total] = _minimum(turn << 3 * count | turns, count + 1, before + 1, count + 1)
                total += 1
            if not _tiles_on(tail + LEAPS[(scratch[OPEN_TAIL] + 9 - turn) % 6], count, scratch):
                out[total] = _minimum(turns << 3 | turn, count + 1, before, count + 1)
                total += 1
    return total


def _tiles_on(cell: int, count: int, scratch: Room) -> int:
    """The number of tiles on this cell."""
    tiles = 0
    for i in range(count):
        tiles += scratch[i] == cell
    return tiles


def _backward(turns: int, count: int, length: int) -> int:
    """The turns as seen from the other end; only the first `length` are reversed."""
    back = turns & (1 << 3 * (count - length)) - 1
    for i in range(count - length, count):
        back |= (turns >> 3 * i & 7) << 3 * (2 * count - length - 1 - i)
    return back


def _minimum(turns: int, count: int, before: int, length: int) -> int:
    """The least number of all images; exchanging head and tail reverses only the first `length` turns."""
    sixes, back = (1 << 3 * count) - 1 & SIXES, _backward(turns, count, length)
    this_way = min(turns, sixes - turns) << 4 | before
    return min(this_way, min(back, sixes - back) << 4 | length - 1 - before)


def _is_closed(count: int, scratch: Room) -> bool:
    """Whether the path in `scratch` is a loop."""
    return count > 2 and scratch[0] + LEAPS[scratch[OPEN_HEAD]] == scratch[count - 1]


def _alike(number: int, scratch: Room, sharp: int, soft: int, straight: int) -> int:
    """The number of positions with this rank: four, or fewer if the path is its own image."""
    count = _lay(number, scratch, sharp, soft, straight)
    if count == 0:
        return 1
    length = count - 1 if _is_closed(count, scratch) else count
    before, turns = number & 15, number >> 4
    mirrored, back = ((1 << 3 * count) - 1 & SIXES) - turns, _backward(turns, count, length)
    fixing = 1 if turns == mirrored else 0
    if before == length - 1 - before:
        fixing += (back == turns) + (back == mirrored)
    return 4 // (1 + fixing)


def _primitive(number: int, scratch: Room, sharp: int, soft: int, straight: int) -> int:
    """`primitive` over ranks."""
    count = _lay(number, scratch, sharp, soft, straight)
    used = scratch[SUPPLY] + scratch[SUPPLY + 1] + scratch[SUPPLY + 2] == 0
    if _is_closed(count, scratch):
        return WON if used else LOST
    return LOST if used else ONGOING
