"""Checks the certificate of a solved table: python check_certificate.py connect4.4x5.certificate.zip [--sample N]

It needs Python 3.10 or later and nothing else, and shares no code with what solved the table. It compares the digest of
every block with the manifest, then derives the value and remoteness of every entry, or of N random ones, from those
after each move, by rules of its own. For other games, add a class with these methods to RULES: see tables.md.
"""

import argparse
import hashlib
import json
import random
import sys
import zipfile
from array import array
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from math import factorial

VALUES, OPPOSITES = ("win", "lose", "tie", "draw"), {"win": "lose", "lose": "win", "tie": "tie", "draw": "draw"}
LONGEST, KEPT = 1 << 20, 4096  # bytes of a block, blocks in memory


class Connect4:
    """A position: the discs of the player to move and those of the other, as bits, each column from below."""

    def __init__(self, variant):
        self.rows, self.cols = map(int, variant.split("x"))
        self.height = self.rows + 1  # of a column: its discs, and a bit that is never one
        self.shifts = range(0, self.height * self.cols, self.height)
        self.ones = sum(1 << shift for shift in self.shifts)

    def start(self):
        return 0, 0

    def position(self, rank):
        """A rank has for each column a 1, and below it a bit for each disc: 1 if it is the mover's."""
        own = discs = 0
        for shift in self.shifts:
            bits = rank >> shift & (1 << self.height) - 1
            column = (1 << bits.bit_length() - 1) - 1
            own, discs = own | (bits & column) << shift, discs | column << shift
        return own, discs ^ own

    def key(self, position):
        """The rank: that of the board or of its mirror image, whichever is smaller."""
        rank, mirrored = position[0] + (position[0] | position[1]) + self.ones, 0
        for shift in self.shifts:
            mirrored = mirrored << self.height | rank >> shift & (1 << self.height) - 1
        return min(rank, mirrored)

    def ended(self, position):
        for step in (1, self.height - 1, self.height, self.height + 1):
            pairs = position[1] & position[1] >> step
            if pairs & pairs >> 2 * step:
                return "lose"
        return None if any(self.children(position)) else "tie"

    def children(self, position):
        free = (position[0] | position[1]) + self.ones
        discs = (free & ((1 << self.rows) - 1) << shift for shift in self.shifts)
        return [(position[1], position[0] | disc) for disc in discs if disc]


class EightPuzzle:
    """A position: the tiles from the top left, row by row; 0 is the gap. They are always in an even order."""

    def start(self):
        return 1, 2, 3, 4, 5, 6, 7, 0, 8

    def position(self, rank):
        """A rank is half the number of the tiles' order among all orders, times nine, plus the cell of the gap."""
        number, tiles, left = rank // 9 * 2, [], list(range(1, 9))
        for after in range(7, -1, -1):
            place, number = divmod(number, factorial(after))
            tiles.append(left.pop(place))
        if sum(tiles[i] > tile for place, tile in enumerate(tiles) for i in range(place)) % 2:
            tiles[6:] = tiles[7], tiles[6]
        return (*tiles[: rank % 9], 0, *tiles[rank % 9 :])

    def key(self, position):
        left, number = list(range(1, 9)), 0
        for tile in filter(None, position):
            number = number * len(left) + left.index(tile)
            left.remove(tile)
        return number // 2 * 9 + position.index(0)

    def ended(self, position):
        return "win" if position == (1, 2, 3, 4, 5, 6, 7, 8, 0) else None

    def children(self, position):
        gap = position.index(0)
        for cell in range(9):
            if abs(cell // 3 - gap // 3) + abs(cell % 3 - gap % 3) == 1:
                child = list(position)
                child[gap], child[cell] = child[cell], 0
                yield tuple(child)


RULES = {"connect4": Connect4, "npuzzle/3": lambda variant: EightPuzzle()}


class Table:
    """The entries of a certificate."""

    def __init__(self, path):
        self.archive = zipfile.ZipFile(path)
        manifest = self.archive.read("manifest.json")
        self.digest, self.meta = hashlib.blake2b(manifest, digest_size=16).hexdigest(), json.loads(manifest)
        self.width, self.game = self.meta["bits"] // 8, self.meta["kind"] == "game"
        self.no_entry = 256**self.width - 1
        self.absent = ("lose", None) if self.meta["domain"] == "closure" else None
        self.firsts, self.block = [], lru_cache(KEPT)(self.block)
        for name in self.meta["digests"]:
            if name.isdigit():
                self.firsts.append(self.block(int(name))[0][0])
            else:
                self.read(name)  # margins or nimbers: only their digest is compared

    def read(self, name):
        with self.archive.open(name) as member:
            raw = member.read(LONGEST + 1)
        if len(raw) > LONGEST or hashlib.blake2b(raw, digest_size=16).hexdigest() != self.meta["digests"][name]:
            sys.exit(f"{name}: its digest is not that of the manifest")
        return raw

    def block(self, number):
        """(keys, codes) of a block."""
        codes, first = self.read(str(number)), number * self.meta["block_entries"]
        keys, count = range(first, first + len(codes) // self.width), int.from_bytes(codes[:4], "little")
        if self.meta["layout"] == "sorted":
            end = 5 + codes[4] * count
            keys, codes = array("Q", accumulate(numbers(codes[5:end], count))), codes[end:]
        elif self.meta["layout"] == "sparse":
            end = 4 + self.width * count
            keys, codes = codes[end:].decode().split("\n"), codes[4:end]
        return keys, array("L", numbers(codes, len(keys)))

    def result(self, key):
        """(value, remoteness) of an entry; None if nothing is stated."""
        keys, codes = self.block(max(0, bisect_right(self.firsts, key) - 1))
        place = max(0, bisect_right(keys, key) - 1)
        code = codes[place] if keys[place] == key else self.no_entry
        if code == self.no_entry:
            return self.absent
        if not self.game:
            return ("lose", None) if code == self.no_entry - 1 else ("win", code)
        return VALUES[code & 3], None if code & 3 == 3 else code >> 2


def numbers(raw, count):
    """The `count` numbers of which `raw` holds the lowest bytes, then the next bytes, and so on."""
    planes = (raw[start : start + count] for start in range(0, len(raw), max(1, count)))
    return [int.from_bytes(one, "little") for one in zip(*planes, strict=True)]


def derived(table, rules, position):
    """The result that the rules imply, given those after each move; None if one of these is missing."""
    ended = rules.ended(position)
    if ended:
        return ended, 0 if table.game or ended == "win" else None
    results = [table.result(rules.key(child)) for child in rules.children(position)]
    if None in results:
        return None
    for value, choose in (("win", min), ("tie", min), ("draw", None), ("lose", max)):
        remotenesses = [number for after, number in results if (OPPOSITES[after] if table.game else after) == value]
        if remotenesses:
            return value, None if None in remotenesses else 1 + choose(remotenesses)
    return "lose", 0 if table.game else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("file")
    parser.add_argument("--sample", type=int, help="derive only so many random entries again, others each time")
    arguments = parser.parse_args()
    table = Table(arguments.file)
    game, variant, entries = (table.meta[name] for name in ("puzzle", "variant", "entries"))
    print(f"{game}/{variant}: {entries:,} entries, digest {table.digest}: all blocks match")
    if not (make := RULES.get(f"{game}/{variant}", RULES.get(game))):
        sys.exit(f"There are no rules of {game}/{variant} here: nothing was derived.")
    rules, chosen, wrong = make(variant), range(entries), 0
    if arguments.sample is not None and arguments.sample < entries:
        chosen = sorted(random.sample(chosen, arguments.sample))
    for number in chosen:
        block, place = divmod(number, table.meta["block_entries"])
        key = table.block(block)[0][place]
        stated, position = table.result(key), rules.position(key)
        expected = derived(table, rules, position) if stated else None
        if stated and (stated != expected or rules.key(position) != key):
            wrong += 1
            print(f"entry {number}, {position}: stated as {stated}, but its moves say {expected}")
    start = table.result(rules.key(rules.start()))
    print(f"start: {start}; {len(chosen):,} entries derived again, {wrong} wrong")
    sys.exit(1 if wrong or start is None else 0)


if __name__ == "__main__":
    main()
