"""Connect 4 for the proving search: moves over sets of cells, an order to try them in, and bounds by strategy.

Bit `col * (rows + 1) + row` of a word is the cell of a column and a row, both from 0, rows from below; the bit above
each column is never set. A position is the player to move's discs and all discs. The techniques are those of P. Pons,
"Solving Connect 4: how to build a perfect AI" (2015), J. Tromp, "John's Connect Four Playground", and, for the bounds
by strategy, V. Allis, "A Knowledge-based Approach of Connect-Four" (1988): *claimeven*, and threats in *zugzwang*.
"""

from perfect_play.puzzles import Room
from perfect_play.puzzles.values import CHILD

MIRRORED = 24
"""Empty cells; with fewer, mirror images no longer share a key, since finding the lesser costs more than it saves."""

UNBOUNDED = 1000  # greater than any score


def survey(first: int, second: int, rows: int, cols: int, bottom: int) -> int:
    """The cells where the next disc does not lose at once."""
    return replies(second, threats_of(first ^ second, second, rows, bottom), rows, bottom)


def expand(first: int, second: int, moves: int, out: Room, rows: int, cols: int, bottom: int) -> int:
    """Write the children from out[2] on, central columns first, unless the number of empty cells settles the score."""
    empty = rows * cols - second.bit_count()
    low, high = (3 - empty, empty - 2) if empty > 3 else (0, empty - 2) if empty > 2 else (0, 0)
    if moves == 0:
        low = high = 1 - empty
    out[0], out[1] = max(out[0], low), min(out[1], high)
    if out[0] >= out[1]:
        return 0
    column = (1 << rows) - 1
    opponent = first ^ second
    number = opponent + second + bottom
    alike = empty - 1 > MIRRORED
    image = mirrored(number, rows, cols) if alike else 0
    count = 0
    for i in range(cols):
        shift = (cols // 2 + ((i + 1) // 2 if i & 1 == 0 else -((i + 1) // 2))) * (rows + 1)
        disc = moves & (column << shift)
        if disc != 0:
            key = number + disc
            if alike:
                key = min(key, image + (disc >> shift << ((cols - 1) * (rows + 1) - shift)))
            out[CHILD * count + 2], out[CHILD * count + 3], out[CHILD * count + 4] = opponent, second | disc, key
            count += 1
    return count


def weigh(first: int, second: int, count: int, out: Room, rows: int, cols: int, bottom: int) -> None:
    """Weigh each child by the threats of the player who has dropped the disc, and narrow the bounds of the score.

    If a child leaves the other player only moves that lose at once, its score is the best there is; if no child does, a
    win takes another two discs.
    """
    opponent, empty = first ^ second, rows * cols - second.bit_count()
    for i in range(count):
        child = out[CHILD * i + 3]
        threats = threats_of(first | (second ^ child), child, rows, bottom)
        moves = replies(child, threats, rows, bottom)
        if moves == 0:
            out[0] = empty - 2
        elif out[1] <= rows:
            if empty & 1 == 0:
                out[0] = max(out[0], -bound_by_zugzwang(opponent, child, threats, rows, bottom))
            else:
                out[0] = max(out[0], -bound_by_pairs(opponent, child, threats, rows, bottom))
        if out[0] >= out[1]:
            return
        out[CHILD * i + 5], out[CHILD * i + 6] = threats.bit_count(), moves
    out[1] = min(out[1], max(0, empty - 4))


def replies(second: int, threats: int, rows: int, bottom: int) -> int:
    """The cells where the next disc does not let the other player win at once. threats: those of the other player."""
    moves = (second + bottom) & ((bottom << rows) - bottom)
    forced = moves & threats
    if forced != 0:
        moves = forced if forced & (forced - 1) == 0 else 0
    return moves & ~(threats >> 1)


def threats_of(discs: int, second: int, rows: int, bottom: int) -> int:
    """The empty cells that complete a line of these discs. second: all discs."""
    return completing(discs, rows) & ((bottom << rows) - bottom ^ second)


def bound_by_pairs(first: int, second: int, threats: int, rows: int, bottom: int) -> int:
    """An upper bound of the score where an even number of cells is empty: every disc can be answered in its column.

    threats: of the other player. In a column with an odd number of empty cells, the first disc is answered in another
    such column; there is an even number of these. So the other player gets every second cell of a column, from its top,
    but perhaps not the next one; and who moves now gets none above a threat. If the other player's cells make a line,
    it is complete before a disc lies above its highest cell.
    """
    empty = (bottom << rows) - bottom ^ second
    upper = upper_cells(rows, bottom)
    next_cells = (second + bottom) & upper
    if has_four(first | open_cells(second, threats, rows, bottom), rows):
        return UNBOUNDED
    theirs, low, row = first ^ second | (empty & upper & ~next_cells), 0, rows - 1
    while has_four(theirs, rows):
        theirs &= ~(empty & bottom << row)
        low = row - rows
        row -= 2
    return low


def bound_by_zugzwang(first: int, second: int, threats: int, rows: int, bottom: int) -> int:
    """An upper bound of the score where an odd number of cells is empty.

    threats: of the other player. An odd number of columns have an odd number of empty cells, so one of these is left
    when the others are paired as above; the other player answers in this column, too. If a threat is among the cells
    that this yields, the player to move has to play below it when all other columns are full. In a column with an even
    number of empty cells, the other player may lay the first disc, once the columns with an odd number are paired.
    """
    empty = (bottom << rows) - bottom ^ second
    upper = upper_cells(rows, bottom)
    bound, wins = UNBOUNDED, threats & ~upper
    if wins == 0:
        return bound
    elsewhere = open_cells(second, threats, rows, bottom)
    while wins != 0:
        win = wins & -wins
        wins ^= win
        low = (bottom & (2 * win - 1)).bit_length() - 1
        column = ((1 << rows) - 1) << low
        below = empty & column & (win - 1)
        if (second + bottom) & upper & column != 0:
            below &= upper
        if below != 0 and not has_four(first | (elsewhere & ~column) | below, rows):
            bound = min(bound, win.bit_length() - 1 - low - rows)
    return bound


def open_cells(second: int, threats: int, rows: int, bottom: int) -> int:
    """The cells that the player to move can get if every disc is answered in pairs. threats: of the other player."""
    upper = upper_cells(rows, bottom)
    next_cells = (second + bottom) & upper
    lower = (bottom << rows) - bottom & ~second & ~upper
    return next_cells | lower & ~above(threats & upper & ~next_cells, rows, bottom)


def upper_cells(rows: int, bottom: int) -> int:
    """Every second cell of each column, from the highest."""
    cells = 0
    for row in range(rows - 1, -1, -2):
        cells |= bottom << row
    return cells


def above(threats: int, rows: int, bottom: int) -> int:
    """The cells above threats, for the player who would have to fill the cell below one: these are out of reach.

    With the disc below, this player may still complete a line. threats: none of them can be filled at once.
    """
    inside = (bottom << rows) - bottom
    cells = 0
    for _ in range(rows - 2):
        threats = threats << 1 & inside
        cells |= threats
    return cells


def key(first: int, second: int, rows: int, cols: int, bottom: int) -> int:
    """The position's number; while many cells are empty, the lesser of its own and its mirror image's."""
    number = first + second + bottom
    alike = rows * cols - second.bit_count() > MIRRORED
    return min(number, mirrored(number, rows, cols)) if alike else number


def mirrored(number: int, rows: int, cols: int) -> int:
    """The columns, each with the bit above it, in reverse order."""
    column, high = (2 << rows) - 1, (cols - 1) * (rows + 1)
    result = number & (column << (cols // 2 * (rows + 1))) if cols & 1 else 0
    for low in range(0, cols // 2 * (rows + 1), rows + 1):
        result |= (number >> (high - low) & column) << low | (number >> low & column) << (high - low)
    return result


def completing(discs: int, rows: int) -> int:
    """The places where one more disc would make four in a line; some are not empty or not on the board."""
    places = (discs << 1) & (discs << 2) & (discs << 3)
    for step in range(rows, rows + 3):
        pair = (discs << step) & (discs << (2 * step))
        places |= pair & ((discs << (3 * step)) | (discs >> step))
        pair = (discs >> step) & (discs >> (2 * step))
        places |= pair & ((discs << step) | (discs >> (3 * step)))
    return places


def has_four(discs: int, rows: int) -> bool:
    """Whether there are four in a line."""
    pair = discs & (discs >> 1)
    fours = pair & (pair >> 2)
    for step in range(rows, rows + 3):
        pair = discs & (discs >> step)
        fours |= pair & (pair >> (2 * step))
    return fours != 0
