"""Who wins in Amazons on boards of up to 20 cells: another search, over sets of cells, from rules of its own.

Depth first, with a hash table, moves that leave the other player few cells to reach first. It says who wins, not when.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

STEPS = [(row, col) for row in (-1, 0, 1) for col in (-1, 0, 1) if (row, col) != (0, 0)]
MOST = 2_000  # moves of a position
SLOTS = 1 << 24


def rays_of(rows: int, cols: int) -> Any:
    """For each cell and direction, the cells in order, ended by -1."""
    rays = np.full((rows * cols, len(STEPS), max(rows, cols)), -1, np.int64)
    for cell in range(rows * cols):
        for direction, (down, right) in enumerate(STEPS):
            row, col = cell // cols + down, cell % cols + right
            place = 0
            while 0 <= row < rows and 0 <= col < cols:
                rays[cell, direction, place] = row * cols + col
                row, col, place = row + down, col + right, place + 1
    return rays


def turned(rows: int, cols: int) -> Any:
    """The cells of the four images of the board."""
    cells = np.arange(rows * cols).reshape(rows, cols)
    return np.array([image.ravel() for image in (cells, cells[::-1], cells[:, ::-1], cells[::-1, ::-1])])


@njit
def reached(cell: int, full: int, rays: Any) -> int:
    """The cells that a queen on `cell` reaches, as a set of bits."""
    cells = 0
    for direction in range(rays.shape[1]):
        for target in rays[cell, direction]:
            if target < 0 or full >> target & 1:
                break
            cells |= 1 << target
    return cells


@njit
def freedom(pieces: int, full: int, rays: Any) -> int:
    """The sum of the cells that each piece reaches."""
    count = 0
    for cell in range(rays.shape[0]):
        if pieces >> cell & 1:
            cells = reached(cell, full, rays)
            while cells:
                cells &= cells - 1
                count += 1
    return count


@njit
def key_of(own: int, other: int, full: int, images: Any) -> int:
    """A number that all images of a position share."""
    least = -1
    for image in images:
        key = 0
        for cell in range(len(image)):
            content = own >> cell & 1 or 2 * (other >> cell & 1) or 3 * (full >> cell & 1)
            key |= content << 2 * image[cell]
        if least < 0 or key < least:
            least = key
    return least


@njit
def wins(own: int, other: int, full: int, depth: int, rays: Any, images: Any, keys: Any, won: Any, moves: Any) -> bool:
    """Whether the player to move wins. moves: for each depth, room for weights and positions."""
    key = key_of(own, other, full, images)
    slot = (key * 0x9E3779B97F4A7C1 >> 20) % len(keys)
    if keys[slot] == key + 1:
        return won[slot] == 1
    count, winning = 0, False
    for source in range(rays.shape[0]):
        if winning or not own >> source & 1:
            continue
        left, targets = full & ~(1 << source), reached(source, full, rays)
        for target in range(rays.shape[0]):
            if winning or not targets >> target & 1:
                continue
            moved, after = own & ~(1 << source) | 1 << target, left | 1 << target
            arrows = reached(target, after, rays)
            for arrow in range(rays.shape[0]):
                if arrows >> arrow & 1:
                    shot = after | 1 << arrow
                    free = freedom(other, shot, rays)
                    if free == 0:
                        winning = True
                        break
                    moves[depth, count] = (2 * free - freedom(moved, shot, rays), moved, shot)
                    count += 1
    if not winning:
        for number in np.argsort(moves[depth, :count, 0]):
            moved, shot = moves[depth, number, 1], moves[depth, number, 2]
            if not wins(other, moved, shot, depth + 1, rays, images, keys, won, moves):
                winning = True
                break
    keys[slot], won[slot] = key + 1, winning
    return winning


def first_player_wins(rows: int, cols: int, first: int, second: int) -> bool:
    """Whether the player to move wins; each player's amazons are a set of bits, numbered row by row."""
    tables = np.zeros(SLOTS, np.int64), np.zeros(SLOTS, np.int8), np.zeros((rows * cols + 1, MOST, 3), np.int64)
    return bool(wins(first, second, first | second, 0, rays_of(rows, cols), turned(rows, cols), *tables))
