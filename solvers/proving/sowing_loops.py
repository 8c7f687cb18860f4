"""The loops of sowing games: one fills the table of endgames, the other searches positions down to them.

A board is the stones in the mover's pits, from the left, then those in the other player's pits, from that player's
left. What the stores hold has no bearing on what can still be won: the *gain* of a board, how many more of its stones
the mover stores than the other player under best play by both. (G. Irving, J. Donkers and J. Uiterwijk, "Solving
Kalah", ICGA Journal 23, 2000.)

The number of a board is the sum of C(s + i, i + 1) over all pits i, s being the stones in pits 0 to i: boards with
fewer stones come first, and all numbers occur. (D. E. Knuth, The Art of Computer Programming 4A, 7.2.1.3.)

The search is alpha-beta with a transposition table, without recursion, so that it can pause anywhere and resume later.
A row of `frames` for each board of the current line has its window, the number of the next move, how many there are,
its number, its stones, and the best gain so far; the same row of `moves` has these moves, best first, for each the gain
it brings at once, doubled, plus 1 if the same player moves again, and the number of the board it leads to. Moves to
endgames are not among them, since their gains are read at once. What is already proved of the others may settle a board
before any of its moves is searched (J. Schaeffer and A. Plaat, "New advances in alpha-beta searching", 1996).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from perfect_play.solvers.arrays import Int8s, Int64s
from perfect_play.solvers.native.search import DEPTH, ENDED, GENERATED, OWN, PAUSED

UNKNOWN = -128
NUMBER, NEXT, BEST, ALPHA, BETA, COUNT, GAIN, STONES = 0, 1, 2, 3, 4, 5, 6, 7
COLUMNS = 8
BOUND, COUNTS = OWN, OWN + 1
"""Of `control`: the most stones of endgames."""

SHIFT, BYTE = 128, 255


class LineArrays(NamedTuple):
    """The current line of a search: its frames (rows, COLUMNS), boards (rows + 1, 2 * pits), moves (rows, pits, 3)."""

    frames: Int64s
    boards: Int64s
    moves: Int64s


def number_of(board: Sequence[int] | Int64s, choose: Int64s) -> Any:
    """The number of a board. choose[n, k]: the binomial coefficients."""
    number, before = 0, 0
    for i in range(len(board)):
        before += board[i]
        number += choose[before + i, i + 1]
    return number


def board_of(number: int, stones: int, board: Int64s, choose: Int64s) -> None:
    """Write the board with this number, which has at most this many stones."""
    upper = stones
    for i in range(len(board) - 1, -1, -1):
        before = upper
        while choose[before + i, i + 1] > number:
            before -= 1
        number -= choose[before + i, i + 1]
        if i < len(board) - 1:
            board[i + 1] = upper - before
        upper = before
    board[0] = upper


def turned(board: Int64s, child: Int64s) -> None:
    """Write a board as the other player sees it."""
    pits = len(board) // 2
    for i in range(pits):
        child[i] = board[pits + i]
        child[pits + i] = board[i]


def sow(board: Int64s, child: Int64s, pit: int, rules: Int64s) -> Any:
    """Sow a pit; `child` is the board that the next player sees. Returns twice the gain, plus 1 to move again.

    rules: whether a last stone in the store earns another move, whether one in an empty pit is taken alone, and whether
    an empty side of either ends the game, each 0 or 1.
    """
    pits, extra, alone, either = len(board) // 2, rules[0], rules[1], rules[2]
    for i in range(2 * pits):
        child[i] = board[i]
    hand, child[pit] = child[pit], 0
    at, gain = pit, 0
    while hand > 0:
        at = at + 1 if at < 2 * pits else 0
        hand -= 1
        if at == pits:
            gain += 1
        else:
            child[at - (at > pits)] += 1
    if at < pits and child[at] == 1:
        opposite = 2 * pits - 1 - at
        if alone == 1 or child[opposite] > 0:
            gain += 1 + child[opposite]
            child[at] = child[opposite] = 0
    own_stones, opponent_stones = 0, 0
    for i in range(pits):
        own_stones += child[i]
        opponent_stones += child[pits + i]
    if own_stones == 0 or (either == 1 and opponent_stones == 0):
        for i in range(2 * pits):
            child[i] = 0
        return 2 * (gain + own_stones - opponent_stones)
    if extra == 1 and at == pits:
        return 2 * gain + 1
    for i in range(pits):
        child[i], child[pits + i] = child[pits + i], child[i]
    return 2 * gain


def gained(outcome: int, gain: int) -> Any:
    """The gain by a move that brings `outcome`, as `sow` returns it, to a board of this gain."""
    return (outcome >> 1) + (gain if outcome & 1 else -gain)


def bounds_of(table: Int64s, number: int, stones: int) -> Any:
    """The least and the greatest gain of a board of this many stones, by the transposition table."""
    entry = table[number % len(table)]
    if entry >> 16 == number:
        return (entry >> 8 & BYTE) - SHIFT, (entry & BYTE) - SHIFT
    return -stones, stones


def fill(
    gains: Int8s, first: int, last: int, stones: int, choose: Int64s, rules: Int64s, boards: Int64s, frames: Int64s
) -> None:
    """Find the gains of the boards numbered `first` to before `last`, of this many stones; those of fewer are known.

    A move that stores nothing only brings stones nearer to the store, so that no line of such moves repeats a board.
    The gains on such lines are found on the way; threads may do so at once, as they find the same.
    """
    pits = boards.shape[1] // 2
    for start in range(first, last):
        if gains[start] != UNKNOWN:
            continue
        board_of(start, stones, boards[0], choose)
        frames[0, NUMBER], frames[0, NEXT], frames[0, BEST] = start, 0, UNKNOWN
        depth = 0
        while depth >= 0:
            board, child, pit = boards[depth], boards[depth + 1], frames[depth, NEXT]
            if pit < pits:
                if board[pit] == 0:
                    frames[depth, NEXT] = pit + 1
                    continue
                outcome = sow(board, child, pit, rules)
            elif frames[depth, BEST] == UNKNOWN:  # no stone to sow: a pass
                turned(board, child)
                outcome = 0
            else:
                gains[frames[depth, NUMBER]] = frames[depth, BEST]
                depth -= 1
                continue
            number = number_of(child, choose)
            gain = gains[number]
            if gain == UNKNOWN:
                depth += 1
                frames[depth, NUMBER], frames[depth, NEXT], frames[depth, BEST] = number, 0, UNKNOWN
                continue
            frames[depth, BEST] = max(frames[depth, BEST], gained(outcome, gain))
            frames[depth, NEXT] = pit + 1


def worth(outcome: int) -> Any:
    """The sort key of a move."""
    return outcome + 256 * (outcome & 1)


def list_moves(board: Int64s, child: Int64s, moves: Int64s, choose: Int64s, rules: Int64s) -> Any:
    """Write the moves of a board, those to move again first, then those that bring the most. Returns their number."""
    count = 0
    for pit in range(len(board) // 2 - 1, -1, -1):
        if board[pit] == 0:
            continue
        outcome = sow(board, child, pit, rules)
        place = count
        while place > 0 and worth(moves[place - 1, 1]) < worth(outcome):
            for column in range(3):
                moves[place, column] = moves[place - 1, column]
            place -= 1
        moves[place, 0], moves[place, 1], moves[place, 2] = pit, outcome, number_of(child, choose)
        count += 1
    return count


def read_bounds(frame: Int64s, moves: Int64s, table: Int64s, gains: Int8s, bound: int, choose: Int64s) -> None:
    """Set the best proved lower bound on the gain by a move, and drop the moves whose gains are known exactly."""
    width = choose.shape[1] - 1
    few = choose[bound + width, width]
    best, remaining = UNKNOWN, 0
    for i in range(frame[COUNT]):
        outcome, number = moves[i, 1], moves[i, 2]
        if number < few:
            best = max(best, gained(outcome, gains[number]))
            continue
        if table[number % len(table)] >> 16 == number:
            low, high = bounds_of(table, number, 0)
            best = max(best, gained(outcome, low if outcome & 1 else high))
        moves[remaining, 0], moves[remaining, 1], moves[remaining, 2] = moves[i, 0], outcome, number
        remaining += 1
    frame[BEST], frame[COUNT] = best, remaining


def look(depth: int, line: LineArrays, table: Int64s, gains: Int8s, bound: int, choose: Int64s, rules: Int64s) -> bool:
    """Whether the gain of the board in a row, or a bound outside of its window, is known: then it is in GAIN.

    Else its moves are listed.
    """
    boards, moves = line.boards, line.moves
    board, frame = boards[depth], line.frames[depth]
    number, stones = frame[NUMBER], frame[STONES]
    if stones <= bound:
        frame[GAIN] = gains[number]
        return True
    low, high = bounds_of(table, number, stones)
    if low >= frame[BETA] or low == high:
        frame[GAIN] = low
        return True
    if high <= frame[ALPHA]:
        frame[GAIN] = high
        return True
    count = list_moves(board, boards[depth + 1], moves[depth], choose, rules)
    if count == 0:  # a pass
        count = 1
        turned(board, boards[depth + 1])
        moves[depth, 0, 0], moves[depth, 0, 1], moves[depth, 0, 2] = -1, 0, number_of(boards[depth + 1], choose)
    frame[NEXT], frame[COUNT] = 0, count
    read_bounds(frame, moves[depth], table, gains, bound, choose)
    return False


def remember(table: Int64s, frame: Int64s) -> None:
    """Store the result of a board's finished search in the transposition table: a bound, or its gain."""
    number, best = frame[NUMBER], frame[BEST]
    low, high = bounds_of(table, number, frame[STONES])
    if best > frame[ALPHA]:
        low = max(low, best)
    if best < frame[BETA]:
        high = min(high, best)
    table[number % len(table)] = number << 16 | low + SHIFT << 8 | high + SHIFT


def search(
    nodes: int, control: Int64s, line: LineArrays, table: Int64s, gains: Int8s, choose: Int64s, rules: Int64s
) -> int:
    """Search at most `nodes` boards; NEXT is -1 before a row is looked at.

    gains: of all boards of at most BOUND stones. At the end, frames[0, GAIN] is the gain of the board in row 0 if it
    lies within the window, else a bound on it.
    """
    frames, boards, moves = line.frames, line.boards, line.moves
    depth, bound, ended = control[DEPTH], control[BOUND], PAUSED
    control[GENERATED] += nodes
    while nodes > 0:
        frame = frames[depth]
        if frame[NEXT] < 0:
            nodes -= 1
            if not look(depth, line, table, gains, bound, choose, rules):
                continue
        elif frame[NEXT] < frame[COUNT] and frame[BEST] < frame[BETA]:
            pit, outcome = moves[depth, frame[NEXT], 0], moves[depth, frame[NEXT], 1]
            if pit < 0:
                turned(boards[depth], boards[depth + 1])
            else:
                sow(boards[depth], boards[depth + 1], pit, rules)
            alpha, beta, gain = max(frame[ALPHA], frame[BEST]), frame[BETA], outcome >> 1
            after = frames[depth + 1]
            if outcome & 1:
                after[ALPHA], after[BETA] = alpha - gain, beta - gain
            else:
                after[ALPHA], after[BETA] = gain - beta, gain - alpha
            after[NUMBER], after[STONES], after[NEXT] = moves[depth, frame[NEXT], 2], frame[STONES] - gain, -1
            depth += 1
            continue
        else:
            remember(table, frame)
            frame[GAIN] = frame[BEST]
        if depth == 0:
            ended = ENDED
            break
        gain_below = frame[GAIN]
        depth -= 1
        before = frames[depth]
        outcome = moves[depth, before[NEXT], 1]
        before[BEST] = max(before[BEST], gained(outcome, gain_below))
        before[NEXT] += 1
    control[DEPTH] = depth
    control[GENERATED] -= nodes
    return ended
