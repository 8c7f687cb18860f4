"""The loops of the search that proves forced wins in a `BoardGame`.

In the subset of Python that Numba compiles, and not run from here. The rules are called by the addresses in `s.rules`,
so that these loops are compiled once for all games. The question is always whether one player, the *attacker*, can
force a win within a given number of moves. The search goes through an AND/OR tree, depth first and without recursion,
so that it can pause anywhere: where the attacker moves, one winning move is enough; elsewhere all moves must lose. As
the depth is limited, cycles need no special care.

An *answer* is the number of moves in which the win is proved, or, for a win that is refuted within m moves, ~m;
`~FOREVER` if it is refuted within any number, because every line of the refutation has ended.

One row of `s.frames` for each position of the current line, with the columns named below; `s.cells` has its cells and
`s.moves` its moves in the same row. The transposition table has a row for each position: its key, in one or more words,
and what is known, 24 bits for each attacker: one more than the moves of the quickest win proved, one more than the
moves within which it is refuted, and the sign of the move that settled it; 0 for nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perfect_play.puzzles.base import LOST, ONGOING, WON
from perfect_play.solvers.arrays import AnyInt, Int64s
from perfect_play.solvers.native.intrinsics import call_2, call_3
from perfect_play.solvers.native.search import DEPTH, ENDED, GENERATED, OWN, PAUSED

if TYPE_CHECKING:
    from perfect_play.solvers.proving.board_prover import BoardScratch

DEPTH_LEFT, TURN, NEXT, COUNT, ANSWER, PLACE, MOVE, KEY = 0, 1, 2, 3, 4, 5, 6, 7
ATTACKER, COUNTS = OWN, OWN + 1
"""Of `control`."""

FOREVER = 250
OPEN = 1000  # no answer yet
IMAGES_FROM = 3  # moves left from which a position is looked up as the least of its images
SORTED = 64  # the most moves that are tried in the order of their history
SIGNS = 4096
FIRST = 1 << 42  # weight of the move that settled the position before


def board_sign(move: int) -> int:
    """A number below SIGNS for a move."""
    return (move * 0x9E3779B1 >> 12) & (SIGNS - 1)


def board_ended(turn: AnyInt, row: int, s: BoardScratch) -> Any:
    """Who has won in a row's position: a player, 0 nobody; -1 if play goes on."""
    ended = call_2(s.rules.outcome, s.cells[row], turn)
    if ended == ONGOING:
        return -1
    return turn if ended == WON else 3 - turn if ended == LOST else 0


def board_key(row: int, images: int, s: BoardScratch) -> Any:
    """Write the key of a row's position to its frame, the least of this many images; returns its place in the table."""
    size = s.key.shape[0]
    for image in range(images):
        for i in range(size):
            s.key[i] = s.frames[row, TURN] & 1
        for number in range(s.shifts.shape[1]):
            s.key[s.slots[image, number]] += s.cells[row, number] << s.shifts[image, number]
        smaller = image == 0
        for i in range(size):
            if not smaller and s.key[i] != s.frames[row, KEY + i]:
                smaller = s.key[i] < s.frames[row, KEY + i]
                break
        if smaller:
            for i in range(size):
                s.frames[row, KEY + i] = s.key[i]
    place = 0
    for i in range(size):
        place = (place ^ s.frames[row, KEY + i]) * 0x1E3779B97F4A7C15
        place ^= (place >> 29) & 0x7FFFFFFFF
    return place & (s.table.shape[0] - 1)


def board_entry(row: int, s: BoardScratch) -> Any:
    """The table's entry for a row's position, whose key is in its frame; 0 if there is none."""
    place = s.frames[row, PLACE]
    size = s.key.shape[0]
    for i in range(size):
        if s.table[place, i] != s.frames[row, KEY + i]:
            return 0
    return s.table[place, size]


def board_store(row: int, attacker: int, answer: int, move: int, s: BoardScratch) -> None:
    """Keep the answer of a row. move: the one that settled it, -1 if none did."""
    entry = board_entry(row, s)
    place = s.frames[row, PLACE]
    shift = 24 * (attacker - 1)
    mine = (entry >> shift) & 0xFFFFFF
    won, refuted, sign = mine & 255, (mine >> 8) & 255, mine >> 16
    if answer >= 0:
        if won == 0 or answer + 1 < won:
            won = answer + 1
    else:
        refuted = max(refuted, ~answer + 1)
    if move >= 0:
        sign = board_sign(move) & 255
    for i in range(s.key.shape[0]):
        s.table[place, i] = s.frames[row, KEY + i]
    entry &= ~(0xFFFFFF << shift)
    s.table[place, s.key.shape[0]] = entry | (won | refuted << 8 | sign << 16) << shift


def board_make(row: int, move: int, s: BoardScratch) -> Any:
    """Write the cells after a move to the next row; returns the player to move there."""
    for i in range(s.cell_words.shape[1]):
        s.cell_words[row + 1, i] = s.cell_words[row, i]
    return call_3(s.rules.make_move, s.cells[row + 1], s.frames[row, TURN], move)


def board_look(row: int, attacker: int, s: BoardScratch) -> Any:
    """The answer of a row's position if it follows at once; otherwise OPEN, and its moves are listed."""
    depth_left, turn = s.frames[row, DEPTH_LEFT], s.frames[row, TURN]
    winner = board_ended(turn, row, s)
    count = 0
    if winner < 0 and s.rules.stuck != ONGOING:
        count = call_3(s.rules.list_moves, s.cells[row], turn, s.moves[row])
        if count == 0:
            winner = turn if s.rules.stuck == WON else 3 - turn if s.rules.stuck == LOST else 0
    if winner >= 0:
        return 0 if winner == attacker else ~FOREVER
    if depth_left == 0:
        return ~0
    s.frames[row, PLACE] = board_key(row, s.shifts.shape[0] if depth_left >= IMAGES_FROM else 1, s)
    entry = (board_entry(row, s) >> (24 * (attacker - 1))) & 0xFFFFFF
    won, refuted, sign = entry & 255, (entry >> 8) & 255, entry >> 16
    if won != 0 and won - 1 <= depth_left:
        return won - 1
    if refuted != 0 and refuted - 1 >= depth_left:
        return ~(refuted - 1)
    if s.rules.stuck == ONGOING:
        count = call_3(s.rules.list_moves, s.cells[row], turn, s.moves[row])
    mine = turn == attacker
    open_moves = 0
    worst = 0
    for i in range(count):
        move = s.moves[row, i]
        next_turn = board_make(row, move, s)
        winner = board_ended(next_turn, row + 1, s)
        if winner < 0:
            weight = s.history[turn - 1, board_sign(move)]
            if sign != 0 and board_sign(move) & 255 == sign:
                weight += FIRST
            place = open_moves
            if open_moves < SORTED:
                while place > 0 and s.weights[place - 1] < weight:
                    s.weights[place] = s.weights[place - 1]
                    s.moves[row, place] = s.moves[row, place - 1]
                    place -= 1
                s.weights[place] = weight
            s.moves[row, place] = move
            open_moves += 1
        elif mine == (winner == attacker):
            return 1 if mine else ~FOREVER
        elif not mine:
            worst = 1
    if open_moves == 0:
        return ~FOREVER if mine else 1
    if depth_left == 1 and s.rules.stuck == ONGOING:
        return ~1
    s.frames[row, COUNT], s.frames[row, NEXT] = open_moves, 0
    s.frames[row, ANSWER] = ~FOREVER if mine else worst
    return OPEN


def board_search(nodes: int, control: Int64s, s: BoardScratch) -> int:
    """Search at most `nodes` positions for wins of the ATTACKER; at the end, s.frames[0, ANSWER] has the answer."""
    row, attacker, nodes_left = control[DEPTH], control[ATTACKER], nodes
    ended = PAUSED
    while nodes_left > 0:
        i = s.frames[row, NEXT]
        if i < 0:
            nodes_left -= 1
            answer = board_look(row, attacker, s)
            if answer == OPEN:
                continue
        elif i < s.frames[row, COUNT]:
            move = s.moves[row, i]
            s.frames[row, NEXT] = i + 1
            s.frames[row, MOVE] = move
            s.frames[row + 1, TURN] = board_make(row, move, s)
            s.frames[row + 1, DEPTH_LEFT] = s.frames[row, DEPTH_LEFT] - 1
            s.frames[row + 1, NEXT] = -1
            row += 1
            continue
        else:
            answer = s.frames[row, ANSWER]
            board_store(row, attacker, answer, -1, s)
        while row > 0:
            row -= 1
            turn = s.frames[row, TURN]
            if answer >= 0:
                answer += 1
            elif answer != ~FOREVER:
                answer = ~min(~answer + 1, FOREVER - 1)
            if (turn == attacker) != (answer >= 0):
                current = s.frames[row, ANSWER]
                s.frames[row, ANSWER] = max(current, answer)
                break
            move = s.frames[row, MOVE]
            board_store(row, attacker, answer, move, s)
            s.history[turn - 1, board_sign(move)] += s.frames[row, DEPTH_LEFT] ** 2
        else:
            s.frames[0, ANSWER] = answer
            ended = ENDED
            break
    control[DEPTH] = row
    control[GENERATED] += nodes - nodes_left
    return ended
