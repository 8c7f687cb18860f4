"""The interpreter of PuzzleScript: one turn of a level, by tables of numbers.

A level of width x height cells counts them column by column; each has `object_words` words of objects and
`movement_words` of movements. Numba may compile these functions as they stand.
"""

from collections.abc import Sequence
from typing import NamedTuple

from perfect_play.puzzles.puzzlescript.rule_tables import (
    AGAIN,
    ALL,
    ALL_MOVEMENTS,
    CANCEL,
    CHECKPOINT,
    LAYERS_A_WORD,
    NO,
    RESTART,
    SOME,
    WIN,
    Tables,
)

ON_EACH_LAYER = sum(1 << 5 * layer for layer in range(LAYERS_A_WORD))
"""Times a number below 32: that number in the five bits of each layer of a word."""
RIGID_ROUNDS = 50
GROUP_ROUNDS = 200
LOOP_ROUNDS = 200
MAX_AGAIN = 2_000
TOO_LONG = 1 << 20
"""Added to the commands of a move that was given up."""
HASH_FACTOR, HASH_BITS = 1_000_003, (1 << 60) - 1


class BoardState(NamedTuple):
    """A level in play, and room for the interpreter's work; all lists are changed in place.

    size: width, height, cells. restart: the objects to which the command of that name goes back. visited: hashes of the
    objects before each turn of a move. work: cells looked at in this move, and the most that may be. rigid_groups,
    rigid_movements: which rigid group moves what of a cell. matches: places of a rule's rows, three numbers each;
    row_starts: where those of each row begin. choice: the match of each row that is being replaced. all_objects,
    all_movements: at least those of any cell.
    """

    size: list[int]
    objects: list[int]
    movements: list[int]
    rigid_groups: list[int]
    rigid_movements: list[int]
    objects_before: list[int]
    movements_before: list[int]
    banned: list[int]
    matches: list[int]
    row_starts: list[int]
    choice: list[int]
    work: list[int]
    restart: list[int]
    visited: list[int]
    all_objects: list[int]
    all_movements: list[int]


def play_move(tables: Tables, board: BoardState, push: int) -> int:
    """Push the players in a direction (0: none), with the turns that `again` adds; return WIN, RESTART, TOO_LONG, or 0.

    RESTART: what the command of that name goes back to is another level now. While a level begins, it is ignored.
    """
    objects, turns, result = board.objects, 0, 0
    begins = push == 0 and tables.rules_begin
    board.work[0] = 0
    while turns < MAX_AGAIN:
        board.visited[turns] = hash_objects(objects)
        turns += 1
        commands = play_turn(tables, board, push)
        if commands & TOO_LONG or board.work[0] > board.work[1]:
            return TOO_LONG
        if commands & CANCEL or (push and tables.players_must_move and no_player_moved(tables, board)):
            for index in range(len(objects)):
                objects[index] = board.objects_before[index]
            return result
        if commands & RESTART and not begins:
            for index in range(len(objects)):
                objects[index] = board.restart[index]
            if tables.rules_begin:
                push, turns, begins = 0, 0, True
                continue
            return result | (WIN if is_won(tables, board) else 0)
        if commands & WIN or is_won(tables, board):
            return result | WIN
        if commands & CHECKPOINT:
            result = RESTART
            for index in range(len(objects)):
                board.restart[index] = objects[index]
        if not commands & AGAIN:
            return result
        number = hash_objects(objects)
        for turn in range(turns):
            if board.visited[turn] == number:
                return result
        push = 0
    return TOO_LONG


def hash_objects(objects: list[int]) -> int:
    """A number that is hardly ever the same for other objects."""
    number = 0
    for index in range(len(objects)):
        number = (number * HASH_FACTOR ^ objects[index]) & HASH_BITS
    return number


def no_player_moved(tables: Tables, board: BoardState) -> bool:
    """Whether there were players, and some of a player is in each of their cells still."""
    words, players = tables.object_words, 0
    for place in range(board.size[2]):
        if is_player(tables, board.objects_before, place):
            players += 1
            common = 0
            for word in range(words):
                common |= board.objects[place * words + word] & tables.player[word]
            if common == 0:
                return False
    return players > 0


def is_won(tables: Tables, board: BoardState) -> bool:
    """Whether the conditions of winning hold; without any, a level is won by a command alone."""
    count = len(tables.conditions) // 3
    for condition in range(count):
        any_of_them, all_of_them = False, True
        board.work[0] += board.size[2]
        for place in range(board.size[2]):
            if has_objects(tables, board, place, 2 * condition, tables.conditions[3 * condition + 1]):
                if has_objects(tables, board, place, 2 * condition + 1, tables.conditions[3 * condition + 2]):
                    any_of_them = True
                else:
                    all_of_them = False
        word = tables.conditions[3 * condition]
        if (word == NO and any_of_them) or (word == SOME and not any_of_them) or (word == ALL and not all_of_them):
            return False
    return count > 0


def has_objects(tables: Tables, board: BoardState, place: int, mask: int, joined: int) -> bool:
    """Whether a cell has all objects of a mask of the conditions, if they are joined, or else any of them."""
    words = tables.object_words
    for word in range(words):
        objects = tables.condition_masks[mask * words + word]
        common = board.objects[place * words + word] & objects
        if joined and common != objects:
            return False
        if not joined and common:
            return True
    return joined != 0


def play_turn(tables: Tables, board: BoardState, push: int) -> int:
    """Play a turn in which the players are pushed in a direction (0: none); return its commands."""
    objects, movements = board.objects, board.movements
    board.work[0] += len(objects) + len(movements)
    for index in range(len(movements)):
        movements[index] = 0
        board.rigid_groups[index] = 0
        board.rigid_movements[index] = 0
    for index in range(len(board.banned)):
        board.banned[index] = 0
    commands = 0
    for index in range(len(objects)):
        board.objects_before[index] = objects[index]
    push_players(tables, board, push)
    for index in range(len(movements)):
        board.movements_before[index] = movements[index]
    note_all(tables, board)
    for _ in range(RIGID_ROUNDS):
        commands = apply_groups(tables, board, tables.groups, True, 0)
        if not resolve_movements(tables, board):
            return apply_groups(tables, board, tables.late_groups, False, commands)
        for index in range(len(objects)):
            objects[index] = board.objects_before[index]
        for index in range(len(movements)):
            movements[index] = board.movements_before[index]
        commands = 0
    return commands


def note_all(tables: Tables, board: BoardState) -> None:
    """Note which objects and movements are anywhere on the level."""
    words, movement_words = tables.object_words, tables.movement_words
    for word in range(words):
        board.all_objects[word] = 0
    for word in range(movement_words):
        board.all_movements[word] = 0
    for place in range(board.size[2]):
        for word in range(words):
            board.all_objects[word] |= board.objects[place * words + word]
        for word in range(movement_words):
            board.all_movements[word] |= board.movements[place * movement_words + word]


def push_players(tables: Tables, board: BoardState, push: int) -> None:
    """Have each object of every player's cell that belongs to the player move."""
    if push == 0:
        return
    words = tables.object_words
    for place in range(board.size[2]):
        if not is_player(tables, board.objects, place):
            continue
        for layer in range(tables.layer_count):
            for word in range(words):
                mask = tables.player[word] & tables.layer_masks[layer * words + word]
                if board.objects[place * words + word] & mask:
                    index = place * tables.movement_words + layer // LAYERS_A_WORD
                    board.movements[index] |= push << 5 * (layer % LAYERS_A_WORD)


def is_player(tables: Tables, objects: list[int], place: int) -> bool:
    """Whether a player is in a cell: any of its objects, or where they are joined by `and`, all."""
    words = tables.object_words
    for word in range(words):
        common = objects[place * words + word] & tables.player[word]
        if tables.player_is_all:
            if common != tables.player[word]:
                return False
        elif common:
            return True
    return tables.player_is_all


def queue(commands: int, added: int) -> int:
    """The commands of a turn once those of another rule come: `cancel` goes before `restart`, that before all else."""
    if added == 0 or commands & CANCEL or (commands & RESTART and not added & CANCEL):
        return commands
    return added if added & (CANCEL | RESTART) else commands | added


def apply_groups(tables: Tables, board: BoardState, groups: Sequence[int], early: bool, commands: int) -> int:
    """Apply groups of rules one after the other, each as long as it changes anything; return all commands so far."""
    group, rounds, changed = 0, 0, False
    count = len(groups) // 3
    while group < count:
        if not (early and board.banned[group]):
            result = apply_group(tables, board, groups[3 * group], groups[3 * group + 1], commands)
            commands = result >> 1
            changed = changed or result & 1 == 1
        if commands & TOO_LONG:
            return commands
        if changed and groups[3 * group + 2] >= 0:
            group = groups[3 * group + 2]
            changed = False
            rounds += 1
            if rounds > LOOP_ROUNDS:
                return commands | TOO_LONG
        else:
            group += 1
    return commands


def apply_group(tables: Tables, board: BoardState, first: int, end: int, commands: int) -> int:
    """Apply the rules of a group as long as they change anything; return twice their commands, plus 1 for a change."""
    any_change = 0
    for _ in range(GROUP_ROUNDS):
        changed, failures = False, 0
        for rule in range(first, end):
            result = apply_rule(tables, board, rule)
            if result & 2:
                commands = queue(commands, tables.rules[7 * rule + 5])
            if result & 1:
                changed, failures = True, 0
            else:
                failures += 1
                if failures == end - first:
                    break
            if board.work[0] > board.work[1]:
                return 2 * (commands | TOO_LONG) + 1
        if not changed:
            return 2 * commands + any_change
        any_change = 1
    return 2 * (commands | TOO_LONG) + any_change


def apply_rule(tables: Tables, board: BoardState, rule: int) -> int:
    """Apply a rule wherever it matches; return 1 if anything changes, plus 2 if it matches."""
    board.work[0] += 1
    for word in range(tables.object_words):
        if tables.rule_objects[rule * tables.object_words + word] & ~board.all_objects[word]:
            return 0
    for word in range(tables.movement_words):
        if tables.rule_movements[rule * tables.movement_words + word] & ~board.all_movements[word]:
            return 0
    first, end = tables.rules[7 * rule + 2], tables.rules[7 * rule + 3]
    total = 0
    for row in range(first, end):
        board.row_starts[row - first] = total
        total = find_matches(tables, board, rule, row, total)
        if total == board.row_starts[row - first]:
            return 0
    board.row_starts[end - first] = total
    if not tables.rules[7 * rule + 6]:
        return 2
    rows = end - first
    choice = board.choice
    for row in range(rows):
        choice[row] = board.row_starts[row]
    result, is_first = 2, True
    while True:
        if is_first or still_matches(tables, board, rule, first, rows):
            for row in range(rows):
                if replace_row(tables, board, rule, first + row, choice[row]):
                    result = 3
        is_first = False
        row = 0
        while row < rows:  # the next choice of matches: those of the first row change fastest
            choice[row] += 1
            if choice[row] < board.row_starts[row + 1]:
                break
            choice[row] = board.row_starts[row]
            row += 1
        if row == rows or board.work[0] > board.work[1]:
            return result


def find_matches(tables: Tables, board: BoardState, rule: int, row: int, total: int) -> int:
    """Write the places where a row of a rule matches after the first `total` matches; return how many there are."""
    width, height = board.size[0], board.size[1]
    right, down = tables.rules[7 * rule], tables.rules[7 * rule + 1]
    first, end, gaps = tables.rows[3 * row], tables.rows[3 * row + 1], tables.rows[3 * row + 2]
    length = end - first - gaps
    left_end, right_end = max(0, -right) * (length - 1), width - max(0, right) * (length - 1)
    top_end, bottom_end = max(0, -down) * (length - 1), height - max(0, down) * (length - 1)
    for outer in range(top_end if right else left_end, bottom_end if right else right_end):
        for inner in range(left_end if right else top_end, right_end if right else bottom_end):
            if board.work[0] > board.work[1]:
                return total
            x, y = (inner, outer) if right else (outer, inner)
            total = match_row(
                tables, board, rule, row, x * height + y, gap_room(board, x, y, right, down, length), total
            )
    return total


def gap_room(board: BoardState, x: int, y: int, right: int, down: int, length: int) -> int:
    """How many cells more than `length` there are from a cell in a direction."""
    if right > 0:
        return board.size[0] - x - length
    if right < 0:
        return x - length + 1
    return board.size[1] - y - length if down > 0 else y - length + 1


def match_row(tables: Tables, board: BoardState, rule: int, row: int, place: int, room: int, total: int) -> int:
    """Write each way in which a row matches from a cell on, a match for each choice of the widths of its gaps."""
    first, end, gaps = tables.rows[3 * row], tables.rows[3 * row + 1], tables.rows[3 * row + 2]
    step = tables.rules[7 * rule] * board.size[1] + tables.rules[7 * rule + 1]
    gap = first
    while gap < end and not tables.cells[4 * gap]:
        gap += 1
    if not match_cells(tables, board, first, gap, place, step):
        return total
    if gaps == 0:
        return write_match(board, total, place, 0, 0)
    second = gap + 1
    while second < end and not tables.cells[4 * second]:
        second += 1
    for wide in range(room + 1):
        at = place + step * (gap - first + wide)
        if not match_cells(tables, board, gap + 1, second, at, step):
            continue
        if gaps == 1:
            total = write_match(board, total, place, wide, 0)
            continue
        for other in range(room - wide + 1):
            if match_cells(tables, board, second + 1, end, at + step * (second - gap - 1 + other), step):
                total = write_match(board, total, place, wide, other)
    return total


def write_match(board: BoardState, total: int, place: int, wide: int, other: int) -> int:
    """Write a match: the place of a row's first cell, and the widths of its gaps. Room for it has been made."""
    board.matches[3 * total] = place
    board.matches[3 * total + 1] = wide
    board.matches[3 * total + 2] = other
    return total + 1


def still_matches(tables: Tables, board: BoardState, rule: int, first: int, rows: int) -> bool:
    """Whether the chosen matches of all rows still hold after what has been replaced since."""
    step = tables.rules[7 * rule] * board.size[1] + tables.rules[7 * rule + 1]
    for row in range(rows):
        match = 3 * board.choice[row]
        place, gap = board.matches[match], 0
        for cell in range(tables.rows[3 * (first + row)], tables.rows[3 * (first + row) + 1]):
            if tables.cells[4 * cell]:
                gap += 1
                place += step * board.matches[match + gap]
            else:
                if not match_cells(tables, board, cell, cell + 1, place, step):
                    return False
                place += step
    return True


def match_cells(tables: Tables, board: BoardState, first: int, end: int, place: int, step: int) -> bool:
    """Whether cells of a row match those of the level from a place on."""
    words, movement_words = tables.object_words, tables.movement_words
    for cell in range(first, end):
        board.work[0] += 1 + (words + movement_words) // 4
        for word in range(words):
            objects = board.objects[place * words + word]
            present = tables.present[cell * words + word]
            if objects & present != present or objects & tables.missing[cell * words + word]:
                return False
        for choice in range(tables.cells[4 * cell + 2], tables.cells[4 * cell + 3]):
            common = 0
            for word in range(words):
                common |= board.objects[place * words + word] & tables.choices[choice * words + word]
            if common == 0:
                return False
        for word in range(movement_words):
            movements = board.movements[place * movement_words + word]
            moving = tables.moving[cell * movement_words + word]
            if movements & moving != moving or movements & tables.still[cell * movement_words + word]:
                return False
        place += step
    return True


def replace_row(tables: Tables, board: BoardState, rule: int, row: int, match: int) -> bool:
    """Put the right side of a row where it has matched; return whether that changes anything."""
    step = tables.rules[7 * rule] * board.size[1] + tables.rules[7 * rule + 1]
    place, gap, changed = board.matches[3 * match], 0, False
    for cell in range(tables.rows[3 * row], tables.rows[3 * row + 1]):
        if tables.cells[4 * cell]:
            gap += 1
            place += step * board.matches[3 * match + gap]
            continue
        if tables.cells[4 * cell + 1] and replace_cell(tables, board, cell, place, tables.rules[7 * rule + 4]):
            changed = True
        place += step
    return changed


def replace_cell(tables: Tables, board: BoardState, cell: int, place: int, rigid: int) -> bool:
    """Put the right side of a cell in its place; return whether that changes anything. rigid: its group, 0 if none."""
    changed = False
    words, movement_words = tables.object_words, tables.movement_words
    board.work[0] += 1 + (words + movement_words) // 4
    if rigid and mark_rigid(tables, board, cell, place, rigid):
        changed = True
    for word in range(words):
        at = place * words + word
        objects = board.objects[at] & ~tables.removed[cell * words + word] | tables.put[cell * words + word]
        changed = changed or objects != board.objects[at]
        board.all_objects[word] |= objects
        board.objects[at] = objects
    for word in range(movement_words):
        at, index = place * movement_words + word, cell * movement_words + word
        movements = board.movements[at] & ~tables.stopped[index] | tables.pushed[index]
        changed = changed or movements != board.movements[at]
        board.all_movements[word] |= movements
        board.movements[at] = movements
    return changed


def mark_rigid(tables: Tables, board: BoardState, cell: int, place: int, rigid: int) -> bool:
    """Note that a rigid group moves what this cell has on some layers; return whether that is new."""
    words = tables.movement_words
    marks_all = moves_all = True
    for word in range(words):
        layers = tables.layers[cell * words + word]
        mask = rigid * ON_EACH_LAYER & layers
        marks_all = marks_all and board.rigid_groups[place * words + word] & mask == mask
        moves_all = moves_all and board.rigid_movements[place * words + word] & layers == layers
    if marks_all or moves_all:
        return False
    for word in range(words):
        layers = tables.layers[cell * words + word]
        board.rigid_groups[place * words + word] |= rigid * ON_EACH_LAYER & layers
        board.rigid_movements[place * words + word] |= layers
    return True


def resolve_movements(tables: Tables, board: BoardState) -> bool:
    """Move what can move; return whether a rigid group that could not is banned, so that the turn begins anew."""
    words = tables.movement_words
    any_moves = True
    while any_moves:
        any_moves = False
        board.work[0] += board.size[2]
        for place in range(board.size[2]):
            for word in range(words):
                if board.movements[place * words + word] and move_cell(tables, board, place, word):
                    any_moves = True
            if board.work[0] > board.work[1]:
                return False
    begins_anew = False
    for place in range(board.size[2]):
        stuck = 0
        for word in range(words):
            stuck |= board.movements[place * words + word] & board.rigid_movements[place * words + word]
        if stuck and ban_rigid(tables, board, place):
            begins_anew = True
        for word in range(words):
            board.movements[place * words + word] = 0
            board.rigid_groups[place * words + word] = 0
            board.rigid_movements[place * words + word] = 0
    return begins_anew


def move_cell(tables: Tables, board: BoardState, place: int, word: int) -> bool:
    """Move what a cell has on each layer of a word, if it can; return whether anything has moved."""
    index, first = place * tables.movement_words + word, LAYERS_A_WORD * word
    any_moves = False
    board.work[0] += 1
    for layer in range(first, min(first + LAYERS_A_WORD, tables.layer_count)):
        shift = 5 * (layer - first)
        movement = board.movements[index] >> shift & ALL_MOVEMENTS
        board.work[0] += movement != 0
        if movement and move_layer(tables, board, place, layer, movement):
            board.movements[index] &= ~(movement << shift)
            any_moves = True
    return any_moves


def move_layer(tables: Tables, board: BoardState, place: int, layer: int, movement: int) -> bool:
    """Move what a cell has on a layer one step; return whether it can."""
    width, height = board.size[0], board.size[1]
    x, y = place // height, place % height
    x += (movement == 8) - (movement == 4)
    y += (movement == 2) - (movement == 1)
    if x < 0 or y < 0 or x >= width or y >= height:
        return False
    target = x * height + y
    words = tables.object_words
    if movement != 16:
        for word in range(words):
            if board.objects[target * words + word] & tables.layer_masks[layer * words + word]:
                return False
    for word in range(words):
        mask = tables.layer_masks[layer * words + word]
        moving = board.objects[place * words + word] & mask
        board.objects[place * words + word] &= ~mask
        board.objects[target * words + word] |= moving
    return True


def ban_rigid(tables: Tables, board: BoardState, place: int) -> bool:
    """Ban the rigid group whose movement in this cell was not possible; return whether there is one not yet banned."""
    words = tables.movement_words
    board.work[0] += tables.layer_count
    for layer in range(tables.layer_count):
        index, shift = place * words + layer // LAYERS_A_WORD, 5 * (layer % LAYERS_A_WORD)
        stuck = board.movements[index] & board.rigid_movements[index]
        if stuck >> shift & ALL_MOVEMENTS:
            rigid = board.rigid_groups[index] >> shift & ALL_MOVEMENTS
            group = tables.rigid_groups[rigid - 1]
            is_new = not board.banned[group]
            board.banned[group] = 1
            return is_new
    return False
