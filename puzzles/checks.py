"""The laws that every plug-in obeys, checked on sampled positions.

An author calls `check(rules)` and gets a list of sentences, empty when all is well; the command
line does the same with `python -m solvers check <id>`, and the tests run every law by name, on
all variants with `make exhaustive`. What a table proves (law 11) and what the protocols answer
(law 12) is checked by the tests of `solvers/` and `server/`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, islice
from urllib.parse import quote, unquote

from puzzles.base import (
    PRIMITIVES,
    RESERVED,
    Game,
    Kernel,
    Position,
    PositionError,
    Puzzle,
    Rules,
    Value,
    value_by_points,
)
from puzzles.boards.game import BoardGame
from puzzles.boards.laws import board as board_law
from puzzles.mixins import Scored, class_parents_of, misplaced
from puzzles.view import ALPHABET, Add, Line, Move, Shift
from puzzles.watch import DoesNotReturn, step, watched

FORBIDDEN = set("/?#%&+:")
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
VARIANT_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_~-]*")
MANY = 100_000
TOO_LARGE = (
    "Use fewer bits per cell or mixed radix, number only what occurs, or leave out `size`, `rank` and `unrank`: then "
    "the table is keyed by texts (docs/plug-ins.md, Large codes)"
)
"""What to do if a code for positions exceeds 63 bits."""


class LawBroken(Exception):
    """A plug-in breaks a law; the message says which, where and how."""


@dataclass(frozen=True)
class Sample:
    """Positions of one variant to check the laws on: near the start, near the end, and between."""

    positions: tuple[Position, ...]

    def __iter__(self) -> Iterator[Position]:
        """Each position; a watch is told that a step begins with it."""
        for position in self.positions:
            step(position)
            yield position

    @classmethod
    def of(cls, rules: Rules, limit: int = 120, seed: int = 20) -> Sample:
        """Up to `limit` positions, the same ones every time."""
        rng = random.Random(seed)
        found: dict[Position, None] = {rules.start(): None}
        for walk in _walks(rules, rng):
            found.update(dict.fromkeys(walk))
            if len(found) >= limit // 2:
                break
        if isinstance(rules, Puzzle) and rules.backward:
            ends = list(islice(rules.solutions() or (), 2000))
            walks = 4 if len(found) >= limit // 4 else 16
            for end in rng.sample(ends, min(len(ends), walks)):
                position = end
                for _ in range(limit // 16):
                    found[position] = None
                    before = list(rules.parents(position))
                    if not before:
                        break
                    position = rng.choice(before)
        if rules.size and rules.dense:
            for _ in range(limit // 4):
                found[rules.unrank(rng.randrange(rules.size))] = None
        return cls(tuple(found)[: 2 * limit])


def _walks(rules: Rules, rng: random.Random) -> Iterator[list[Position]]:
    """Some random walks from the start."""
    for _ in range(12):
        step()
        position = rules.start()
        walk = [position]
        for _ in range(60):
            moves = list(rules.moves(position))
            if not moves:
                break
            position = rules.do_move(position, rng.choice(moves))
            walk.append(position)
        yield walk


def demand(holds: bool, message: str) -> None:
    """Raise LawBroken unless the law holds."""
    if not holds:
        raise LawBroken(message)


# --- the laws ---------------------------------------------------------------------------------


def metadata(rules: Rules, sample: Sample) -> None:
    """Ids, names and texts are there, unique, fit for URLs, and no reserved word."""
    for sentence in misplaced(rules):
        raise LawBroken(sentence)
    cls = type(rules)
    for attribute in ("id", "name", "description", "instructions", "author", "date_created"):
        text = getattr(cls, attribute, None)
        demand(isinstance(text, str) and bool(text.strip()), f"{attribute} is missing")
    ids = [name for v in cls.variants for name in (v.id, *v.aliases)]
    demand(len(ids) == len(set(ids)), f"two variants share an id or alias: {ids}")
    demand(bool(cls.variants) or cls.custom is not None, "there is no variant")
    named = ((ID, (cls.id, *cls.aliases)), (VARIANT_ID, ids))
    for pattern, name in ((pattern, name) for pattern, names in named for name in names):
        demand(pattern.fullmatch(name) is not None, f"{name!r} does not fit in a URL")
        demand(name not in RESERVED, f"{name!r} is a reserved word")
    demand(all(v.name.strip() for v in cls.variants), "a variant has no name")
    demand(not cls.opens or cls.opens in [v.id for v in cls.variants], f"opens names no variant: {cls.opens!r}")
    also = cls.also_called
    demand(isinstance(also, tuple) and all(name.strip() for name in also), "also_called is no tuple of names")
    demand(len({*also, cls.name}) == len(also) + 1, f"also_called repeats a name: {also}")
    small = [v.id for v in cls.variants if v.testing] or cls.custom
    demand(bool(small), "no variant is marked testing=True")
    if cls.custom is not None:
        demand(cls.find_variant(cls.custom.example).id == cls.custom.example, "the custom example is not accepted")
        demand(len(cls.custom.help) > 20, "the help sentence for custom starts is missing")


def purity(rules: Rules, sample: Sample) -> None:
    """Positions and moves are hashable; no method changes its arguments or the rules."""
    for position in sample:
        before, key = repr(position), hash(position)
        text = rules.format(position)
        moves = list(rules.moves(position))
        children = [rules.do_move(position, move) for move in moves]
        rules.primitive(position)
        again = [rules.do_move(position, move) for move in moves]
        demand(repr(position) == before and hash(position) == key, f"{before} was changed")
        demand(children == again, f"{text!r}: do_move gives two answers for one move")
        demand(moves == list(rules.moves(position)), f"{text!r}: moves gives two answers")
        demand(rules.children(position) == children, f"{text!r}: children differs from do_move")
        for value in (*moves, *children):
            hash(value)


def text(rules: Rules, sample: Sample) -> None:
    """`parse(format(p)) == p`; no two positions share a text; texts survive a URL."""
    owner: dict[str, Position] = {}
    for position in sample:
        name = rules.format(position)
        demand(owner.setdefault(name, position) == position, f"two positions share the text {name!r}")
        demand(rules.parse(name) == position, f"parse({name!r}) is {rules.parse(name)!r}, not {position!r}")
        demand(bool(name) and not set(name) & FORBIDDEN, f"{name!r} has one of {' '.join(sorted(FORBIDDEN))}")
        demand(name.isprintable() and unquote(quote(name)) == name, f"{name!r} does not survive a URL")


def bad_text(rules: Rules, sample: Sample) -> None:
    """Every damaged text is refused, or is another legal position that formats back to it."""
    positions = sample.positions
    chosen = {*positions[:: max(1, len(positions) // 6)], positions[0], positions[-1]}
    for position in chosen:
        step(position)
        for bad in damaged(rules.format(position)):
            try:
                read = rules.parse(bad)
            except PositionError as error:
                demand(len(str(error)) > 10, f"{bad!r} is refused without a sentence")
                continue
            except Exception as error:
                raise LawBroken(f"parse({bad!r}) raises {type(error).__name__}, not a PositionError") from error
            written = rules.format(read)
            demand(written == bad, f"parse takes {bad!r} for {written!r}")
            one = Sample((read,))
            distinct(rules, one)
            if rules.size is not None:
                rank(rules, one)


def damaged(name: str) -> Iterator[str]:
    """Damaged forms of a good text: none of them equals it."""
    digits = [name.replace(c, chr(0x660 + int(c)), 1) for c in sorted(set(name) & set("0123456789"))]
    yield from ("", name[:-1], name[1:], name * 2, name + name[-1], f" {name}", f"{name} ", f"{name}\n")
    yield from ("\0" + name, "\u0663" + name, name + "\ufffd", *digits)
    swaps = list(combinations(range(len(name)), 2))
    rng = random.Random(len(name))
    for i, j in swaps if len(swaps) <= 300 else rng.sample(swaps, 300):
        if name[i] != name[j]:
            letters = list(name)
            letters[i], letters[j] = letters[j], letters[i]
            yield "".join(letters)
    characters = sorted(set(name) | set("09xX-_z"))
    spots = [(i, c) for i in range(len(name)) for c in characters if c != name[i]]
    for i, c in spots if len(spots) <= 300 else rng.sample(spots, 300):
        yield name[:i] + c + name[i + 1 :]


def distinct(rules: Rules, sample: Sample) -> None:
    """In one position no two moves are equal, or share a name or a button; names have no `:`."""
    for position in sample:
        name = rules.format(position)
        moves = list(rules.moves(position))
        names = [rules.format_move(position, move) for move in moves]
        buttons = [rules.button(position, move) for move in moves]
        demand(len(moves) == len(set(moves)), f"{name!r}: a move is listed twice")
        demand(len(names) == len(set(names)), f"{name!r}: two moves are called the same: {names}")
        demand(not any(":" in called for called in names), f"{name!r}: a move's name has ':': {names}")
        demand(len(buttons) == len(set(buttons)), f"{name!r}: two moves have the same button: {buttons}")
        cells = [button.cell for button in buttons if isinstance(button, Add)]
        demand(len(cells) == len(set(cells)), f"{name!r}: two buttons stand on one cell: {buttons}")


def parents(rules: Rules, sample: Sample) -> None:
    """Every child knows its parents and every parent its children; the solutions are the primitive wins."""
    assert isinstance(rules, Puzzle)
    for position in sample:
        name = rules.format(position)
        for child in rules.children(position):
            back = list(rules.parents(child))
            demand(position in back, f"{name!r} leads to {rules.format(child)!r}, whose parents leave it out")
        for parent in rules.parents(position):
            forth = rules.children(parent)
            demand(position in forth, f"{rules.format(parent)!r} is a parent of {name!r} but does not lead to it")
        into_class = {rules.canonical(parent) for image in rules.images(position) for parent in rules.parents(image)}
        told = {rules.canonical(parent) for parent in class_parents_of(rules)(position)}
        demand(told == into_class, f"{name!r}: parents_of_class has other classes than the parents of the images")
    solutions = set(islice(rules.solutions() or (), MANY + 1))
    demand(bool(solutions), "there is no solution")
    for solution in islice(solutions, 500):
        demand(rules.primitive(solution) is Value.WIN, f"{rules.format(solution)!r} is no primitive win")
    if len(solutions) <= MANY:
        for position in sample:
            if rules.primitive(position) is Value.WIN:
                demand(position in solutions, f"{rules.format(position)!r} is won but no solution")


def ending(rules: Rules, sample: Sample) -> None:
    """`primitive` names a value of its kind, which a margin agrees with; a game that cannot go on has ended."""
    for position in sample:
        name, value = rules.format(position), rules.primitive(position)
        if isinstance(rules, Game):
            demand(value in (None, Value.WIN, Value.LOSE, Value.TIE), f"{name!r}: primitive is {value!r}")
            stuck = value is None and not list(rules.moves(position))
            demand(not stuck, f"{name!r} has no moves, yet primitive is None")
            if isinstance(rules, Scored) and value is not None:
                ahead = rules.margin(position)
                demand(value is value_by_points(ahead), f"{name!r}: primitive is {value!r}, but the margin {ahead}")
        else:
            demand(value in (None, Value.WIN, Value.LOSE), f"{name!r}: primitive is {value!r}")


def symmetry(rules: Rules, sample: Sample) -> None:
    """Images share one canonical position, its primitive value, and their canonical children."""
    for position in sample:
        name = rules.format(position)
        canonical = rules.canonical(position)
        images = list(rules.images(position))
        demand(position in images, f"{name!r} is not among its own images")
        demand(canonical in images, f"the canonical position of {name!r} is not among its images")
        demand(rules.canonical(canonical) == canonical, f"canonical is not idempotent at {name!r}")
        demand(rules.primitive(canonical) == rules.primitive(position), f"{name!r}: canonical ends differently")
        expected = {rules.canonical(child) for child in rules.children(canonical)}
        for image in images:
            demand(set(rules.images(image)) == set(images), f"an image of {name!r} has other images than it has")
            demand(rules.parse(rules.format(image)) == image, f"an image of {name!r} is no legal position")
            demand(rules.canonical(image) == canonical, f"an image of {name!r} has another canonical position")
            got = {rules.canonical(child) for child in rules.children(image)}
            demand(got == expected, f"{name!r}: an image leads elsewhere than the canonical position")


def rank(rules: Rules, sample: Sample) -> None:
    """Ranks are in range and lead back; positions that share one are images of each other.

    What has none is a puzzle's, is not won, and leads only to what has none.
    """
    owner: dict[int, Position] = {}
    assert rules.size is not None
    demand(0 < rules.size <= 1 << 63, f"size is {rules.size}, not from 1 to 2**63. {TOO_LARGE}")
    for position in sample:
        name, number = rules.format(position), rules.rank(position)
        if number is None:
            demand(isinstance(rules, Puzzle) and rules.backward, f"{name!r} has no rank, and is not proven lost")
            demand(rules.primitive(position) is not Value.WIN, f"{name!r} is won, and has no rank")
            astray = [child for child in rules.children(position) if rules.rank(child) is not None]
            demand(not astray, f"{name!r} has no rank, but one of its children has")
            continue
        demand(0 <= number < rules.size, f"{name!r}: rank {number} is not below {rules.size}")
        images = set(rules.images(position))
        demand(owner.setdefault(number, position) in images, f"two positions share the rank {number}, one is {name!r}")
        back = rules.unrank(number)
        demand(back in images, f"unrank({number}) is not {name!r}")
        demand(rules.rank(back) == number, f"unrank({number}) has the rank {rules.rank(back)}")


def kernel(rules: Rules, sample: Sample) -> None:
    """The kernel, run as plain Python, moves and ends as the rules do."""
    assert rules.size is not None
    compiled = rules.kernel()
    assert compiled is not None
    backward = isinstance(rules, Puzzle) and rules.backward
    takes_back = backward and (compiled.parents is not None or getattr(rules, "reversible", False))
    demand(takes_back or compiled.primitive is not None, "the kernel has no parents")
    for position in sample:
        number = rules.rank(position)
        if number is None:
            continue
        position = rules.unrank(number)
        name, ended = rules.format(position), rules.primitive(position)
        if compiled.primitive is not None:
            told = compiled.primitive(number, [0] * 64, *compiled.constants)
            demand(told == PRIMITIVES[ended], f"{name!r}: the kernel's primitive is {told}, that of the rules {ended}")
        if isinstance(rules, Scored) and ended is not None:
            demand(compiled.margin is not None, "the kernel has no margin")
            assert compiled.margin is not None
            ahead, real = compiled.margin(number, [0] * 64, *compiled.constants), rules.margin(position)
            demand(ahead == real, f"{name!r}: the kernel's margin is {ahead}, that of the rules {real}")
        if compiled.alike is not None:
            alike = {image for image in rules.images(position) if rules.rank(image) == number}
            told = compiled.alike(number, [0] * 64, *compiled.constants)
            demand(told == len(alike), f"{name!r}: the kernel says {told} positions have its rank, not {len(alike)}")
        if compiled.primitive is None or ended is None:
            _same(compiled, "children", number, name, _child_ranks(rules, position))
        if compiled.parents is not None:
            assert isinstance(rules, Puzzle)
            parents = class_parents_of(rules)(position)
            before = [parent for parent in parents if rules.primitive(parent) is not Value.LOSE]
            _same(compiled, "parents", number, name, {rules.rank(parent) for parent in before})


def board(rules: Rules, sample: Sample) -> None:
    """A board game's tiers never fall, and moves are taken back exactly."""
    assert isinstance(rules, BoardGame)
    board_law(rules, sample, demand)


def _child_ranks(rules: Rules, position: Position) -> set[int | None]:
    """The ranks of the children, as a kernel writes them."""
    children = rules.children(position)
    turn = rules.turn(position)
    again = isinstance(rules, Game)
    ranks = [(rules.rank(child), again and rules.turn(child) == turn) for child in children]
    return {-1 - number if same and number is not None else number for number, same in ranks}


def _same(kernel: Kernel, role: str, number: int, name: str, expected: set[int | None]) -> None:
    expected.discard(None)
    got: set[int | None] = set(run_kernel(getattr(kernel, role), kernel, number))
    differ = f"{name!r}: the kernel's {role} of {number} are {_listed(got)}, not {_listed(expected)}"
    demand(got == expected, differ)


def _listed(numbers: set[int | None]) -> str:
    return str(sorted(number for number in numbers if number is not None))


def kernel_faults(rules: Rules) -> str | None:
    """Where what engines use disagrees with the rules, in a sentence; None if nowhere in the sample."""
    try:
        (board if isinstance(rules, BoardGame) else kernel)(rules, Sample.of(rules))
    except LawBroken as error:
        return str(error)
    return None


def run_kernel(function: Callable[..., int], kernel: Kernel, number: int) -> set[int]:
    """What a kernel's function writes for one rank, run as plain Python."""
    out = [-1] * kernel.most
    try:
        count = function(number, out, [0] * 64, *kernel.constants)
    except IndexError as error:
        raise LawBroken(f"the kernel writes or reads out of range at rank {number} (most={kernel.most})") from error
    demand(0 <= count <= kernel.most, f"the kernel says {count} at rank {number}, most={kernel.most}")
    return set(out[:count])


def view(rules: Rules, sample: Sample) -> None:
    """Boards are full and legal, and name their position; buttons stand on the board."""
    seen: dict[tuple[str, int], Position] = {}
    for position in sample:
        name = rules.format(position)
        board, turn = rules.board(position), rules.turn(position)
        cells = board.rows * board.cols
        demand(len(board.cells) == cells > 0, f"{name!r}: {board.rows} x {board.cols} cells, {board.cells!r}")
        demand(set(board.cells) <= ALPHABET, f"{name!r}: the board {board.cells!r} has other than a-z A-Z 0-9 - *")
        demand(turn in (1, 2), f"{name!r}: turn is {turn!r}")
        demand(turn == 1 or isinstance(rules, Game), f"{name!r}: a puzzle's turn is 1")
        demand(seen.setdefault((board.cells, turn), position) == position, f"two positions look like {board.cells!r}")
        demand(rules.from_board(board.cells, turn) == position, f"from_board({board.cells!r}) is not {name!r}")
        for move in rules.moves(position):
            button = rules.button(position, move)
            match button:
                case Add(char, cell):
                    good = char in ALPHABET and len(char) == 1 and 0 <= cell < cells
                case Move(source, target):
                    good = 0 <= source < cells and 0 <= target < cells and source != target
                case Shift(side, row, amount):
                    good = side in ("L", "R") and 0 <= row < board.rows and amount > 0
                case Line():
                    good = False  # no client of the R_A_ generation draws lines
            demand(good, f"{name!r}: the button {button} does not fit the board")


LAWS: dict[str, Callable[[Rules, Sample], None]] = {
    law.__name__: law
    for law in (metadata, purity, text, bad_text, distinct, ending, parents, symmetry, rank, kernel, board, view)
}


def applies(law: str, rules: Rules) -> bool:
    """Whether a law says anything of these rules: some are about optional methods."""
    if law == "parents":
        return isinstance(rules, Puzzle) and rules.backward
    if law == "symmetry":
        return rules.symmetric
    if law == "board":
        return isinstance(rules, BoardGame)
    if law == "kernel":
        return rules.kernel() is not None
    return law != "rank" or isinstance(rules, BoardGame) or rules.size is not None  # the size of a board takes long


def check(rules: Rules, limit: int = 120) -> list[str]:
    """Every broken law of these rules, one sentence each; empty when all hold."""
    broken: list[str] = []
    try:
        with watched(f"{rules.full_id}: sampling positions", rules):
            sample = Sample.of(rules, limit)
    except DoesNotReturn as error:
        return [str(error)]
    except Exception as error:
        return [f"{rules.full_id}: no positions can be made: {type(error).__name__}: {error}"]
    for name, law in LAWS.items():
        what = f"{rules.full_id}: law '{name}'"
        try:
            with watched(what, rules):
                if applies(name, rules):
                    law(rules, sample)
        except DoesNotReturn as error:
            return [*broken, str(error)]
        except LawBroken as error:
            broken.append(f"{what}: {error}")
        except Exception as error:
            broken.append(f"{what}: {type(error).__name__}: {error}")
    return broken
