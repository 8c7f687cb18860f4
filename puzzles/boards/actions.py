"""Rules that many board games share: pieces that are placed, step, slide and jump, and rows that win.

A game adopts one unchanged, by `list_moves = list_steps` in its class, or calls it from rules of its own. Functions
that take a `count` write to moves[count], moves[count + 1], ..., and return the new count.
"""

from collections.abc import Sequence

from perfect_play.puzzles.base import LOST, ONGOING, TIED, WON
from perfect_play.puzzles.boards.moves import Cells, Moves, Rows, add, source_of, step, target_of


def steps_from(cells: Cells, source: int, moves: Moves, count: int, targets: Sequence[int]) -> int:
    """List the steps from one cell to those of the targets that are empty."""
    for target in targets:
        if cells[target] == 0:
            count = add(moves, count, step(source, target))
    return count


def jumps_from(cells: Cells, source: int, moves: Moves, count: int, jumps: Sequence[int], prey: int) -> int:
    """List the jumps from one cell over a piece equal to `prey` to an empty cell.

    jumps: the cell jumped over and the one behind it, one pair after another.
    """
    for i in range(0, len(jumps), 2):
        if cells[jumps[i]] == prey and cells[jumps[i + 1]] == 0:
            count = add(moves, count, step(source, jumps[i + 1]))
    return count


def list_steps(cells: Cells, turn: int, moves: Moves, neighbors: Rows) -> int:
    """List every step of the player to move to an empty neighbor."""
    count = 0
    for cell in range(len(neighbors)):
        if cells[cell] == turn:
            count = steps_from(cells, cell, moves, count, neighbors[cell])
    return count


def list_player_steps(cells: Cells, turn: int, moves: Moves, targets: Rows) -> int:
    """As `list_steps`, where a piece's ways depend on its owner: those of player 1 for every cell, then of player 2."""
    size, count = len(targets) // 2, 0
    for cell in range(size):
        if cells[cell] == turn:
            count = steps_from(cells, cell, moves, count, targets[size * (turn - 1) + cell])
    return count


def list_rays(cells: Cells, turn: int, moves: Moves, rays: Rows) -> int:
    """List every move of the player's pieces over empty cells. rays: in each, a cell and those from there on."""
    count = 0
    for ray in rays:
        if cells[ray[0]] == turn:
            for target in ray[1:]:
                if cells[target] != 0:
                    break
                count = add(moves, count, step(ray[0], target))
    return count


def list_back_rays(cells: Cells, turn: int, moves: Moves, rays: Rows) -> int:
    """List every move over empty cells by which one of the other player's pieces may have reached its cell."""
    count = 0
    for ray in rays:
        if cells[ray[0]] == 3 - turn:
            for source in ray[1:]:
                if cells[source] != 0:
                    break
                count = add(moves, count, step(source, ray[0]))
    return count


def end_of(cells: Cells, ray: Sequence[int]) -> int:
    """The last cell that a piece on the first cell of the ray can slide to; the first cell if it is shut in."""
    last = ray[0]
    for cell in ray[1:]:
        if cells[cell] != 0:
            break
        last = cell
    return last


def list_slides(cells: Cells, turn: int, moves: Moves, count: int, rays: Rows) -> int:
    """List the slides of the player's pieces, each as far as possible."""
    for ray in rays:
        if cells[ray[0]] == turn:
            target = end_of(cells, ray)
            if target != ray[0]:
                count = add(moves, count, step(ray[0], target))
    return count


def list_jumps(cells: Cells, turn: int, moves: Moves, count: int, jumps: Rows) -> int:
    """List the player's jumps over enemy pieces to an empty cell. jumps: from where, over what and to where."""
    for first, over, last in jumps:
        if cells[first] == turn and cells[over] == 3 - turn and cells[last] == 0:
            count = add(moves, count, step(first, last))
    return count


def take_jumped(cells: Cells, move: int, jumps: Rows) -> None:
    """Empty the cell that a move jumps over; a step jumps over none."""
    for first, over, last in jumps:
        if first == source_of(move) and last == target_of(move):
            cells[over] = 0


def list_empty(cells: Cells, number: int, moves: Moves, count: int) -> int:
    """List the empty cells among the first `number`."""
    for cell in range(number):
        if cells[cell] == 0:
            count = add(moves, count, cell)
    return count


def list_placements(cells: Cells, turn: int, moves: Moves) -> int:
    """List every empty cell. For games without extras."""
    return list_empty(cells, len(cells), moves, 0)


def list_placements_then_steps(cells: Cells, turn: int, moves: Moves, neighbors: Rows, stones: int) -> int:
    """List the empty cells while the player to move has fewer than `stones` stones on the board, then the steps.

    For games without extras.
    """
    if count_of(cells, len(cells), turn) == stones:
        return list_steps(cells, turn, moves, neighbors)
    return list_placements(cells, turn, moves)


def make_step(cells: Cells, turn: int, move: int) -> int:
    """Move a piece, capturing what is on the target, or place one of the player's own."""
    source, target = source_of(move), target_of(move)
    if source >= 0:
        cells[target] = cells[source]
        cells[source] = 0
    else:
        cells[target] = turn
    return 3 - turn


def make_step_and_block(cells: Cells, turn: int, move: int) -> int:
    """Move a piece; the third sort of piece fills the cell it leaves."""
    cells[source_of(move)] = 3
    cells[target_of(move)] = turn
    return 3 - turn


def list_back_steps(cells: Cells, turn: int, moves: Moves, neighbors: Rows) -> int:
    """List every step by which the other player may have come here from a neighbor that is now empty."""
    count = 0
    for cell in range(len(neighbors)):
        if cells[cell] == 3 - turn:
            for source in neighbors[cell]:
                if cells[source] == 0:
                    count = add(moves, count, step(source, cell))
    return count


def unmake_step(cells: Cells, turn: int, move: int) -> int:
    """Move a piece back to where it came from."""
    cells[source_of(move)] = cells[target_of(move)]
    cells[target_of(move)] = 0
    return 3 - turn


def landing(cells: Cells, col: int, rows: int, cols: int) -> int:
    """The lowest empty cell of a column, which must have one."""
    cell = (rows - 1) * cols + col
    while cells[cell] != 0:
        cell -= cols
    return cell


def settle(cells: Cells, number: int, cols: int) -> None:
    """Let the pieces on the first `number` cells, those of an upright board, fall until something is below each."""
    for _ in range(number // cols - 1):
        for cell in range(number - cols - 1, -1, -1):
            if cells[cell + cols] == 0:
                cells[cell + cols] = cells[cell]
                cells[cell] = 0


def count_of(cells: Cells, number: int, piece: int) -> int:
    """The number of cells with this piece among the first `number`."""
    count = 0
    for cell in range(number):
        count += cells[cell] == piece
    return count


def place_of(cells: Cells, piece: int) -> int:
    """The first cell with this piece, which must be there."""
    place = 0
    while cells[place] != piece:
        place += 1
    return place


def owner_of(piece: int, sorts: int) -> int:
    """The owner of a piece, if each player has `sorts` sorts of them; 0 for an empty cell."""
    return (piece + sorts - 1) // sorts


def mask_of(cells: Cells, piece: int) -> int:
    """The cells with this piece, as bits."""
    mask = 0
    for cell in range(len(cells)):
        mask |= (cells[cell] == piece) << cell
    return mask


def chain_of(first: int, among: int, around: Sequence[int]) -> int:
    """The cells connected with `first` by cells of `among`, all as bits.

    around: each cell's neighbors.
    """
    group, before = first, 0
    while group != before:
        before = group
        for cell in range(len(around)):
            if group >> cell & 1:
                group |= around[cell] & among
    return group


def has_line(cells: Cells, piece: int, wins: Rows) -> bool:
    """Whether this piece is on all cells of one of the lines."""
    for win in wins:
        held = 0
        for cell in win:
            held += cells[cell] == piece
        if held == len(win):
            return True
    return False


def opponent_has_line(cells: Cells, turn: int, wins: Rows) -> int:
    """LOST if the opponent has a line, else WON if the player to move has one."""
    if has_line(cells, 3 - turn, wins):
        return LOST
    return WON if has_line(cells, turn, wins) else ONGOING


def line_owner(cells: Cells, wins: Rows, sorts: int) -> int:
    """The player whose pieces, of any of their sorts, are on all cells of the first such line; 0 if there is none."""
    for win in wins:
        owner, held = owner_of(cells[win[0]], sorts), 0
        for cell in win:
            held += owner_of(cells[cell], sorts) == owner
        if owner != 0 and held == len(win):
            return owner
    return 0


def any_line_loses(cells: Cells, turn: int, wins: Rows) -> int:
    """LOST if either player has a line."""
    return LOST if has_line(cells, 1, wins) or has_line(cells, 2, wins) else ONGOING


def is_full(cells: Cells, number: int) -> bool:
    """Whether none of the first `number` cells is empty."""
    full = True
    for cell in range(number):
        full = full and cells[cell] != 0
    return full


def whoever_moved(own_line: bool, opponent_line: bool, over: bool) -> int:
    """WON or LOST if only one player has a line, no matter who moved; TIED if both do, or if play is over."""
    if own_line != opponent_line:
        return WON if own_line else LOST
    return TIED if own_line or over else ONGOING
