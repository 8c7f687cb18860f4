"""The laws of names, texts, moves, endings, symmetries and boards."""

import random
import re
from collections.abc import Iterator
from itertools import combinations, islice
from urllib.parse import quote, unquote

from perfect_play.puzzles.base import (
    DRAWN,
    ONGOING,
    RESERVED,
    Game,
    Position,
    PositionError,
    Puzzle,
    Rules,
    Value,
    value_by_points,
)
from perfect_play.puzzles.laws.engines import rank
from perfect_play.puzzles.laws.orbits import orbit
from perfect_play.puzzles.laws.sample import LawBroken, Sample, require
from perfect_play.puzzles.mixins import Scored, misplaced
from perfect_play.puzzles.view import ALPHABET, Add, Line, Move, Shift
from perfect_play.puzzles.watch import step

FORBIDDEN = set("/?#%&+:")
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
VARIANT_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_~-]*")
MAX_SOLUTIONS = 100_000
DAMAGES = 120  # the most texts tried per position: with two characters exchanged, and with one replaced
TWINS = 20  # positions whose twins are compared
IMAGES = 8  # about how many images of a position are compared; if there are more, the next one is compared in others


def metadata(rules: Rules, sample: Sample) -> None:
    """Ids, names and texts are present, unique, safe in URLs, and not reserved words."""
    for sentence in misplaced(rules):
        raise LawBroken(sentence)
    cls = type(rules)
    for attribute in ("id", "name", "description", "instructions", "author", "date_created"):
        text = getattr(cls, attribute, None)
        require(isinstance(text, str) and bool(text.strip()), f"{attribute} is missing")
    ids = [name for v in cls.variants for name in (v.id, *v.aliases)]
    require(len(ids) == len(set(ids)), f"two variants share an id or alias: {ids}")
    require(bool(cls.variants) or cls.custom is not None, "there is no variant")
    named = ((ID, (cls.id, *cls.aliases)), (VARIANT_ID, ids))
    for pattern, name in ((pattern, name) for pattern, names in named for name in names):
        require(pattern.fullmatch(name) is not None, f"{name!r} does not fit in a URL")
        require(name not in RESERVED, f"{name!r} is a reserved word")
    require(all(v.name.strip() for v in cls.variants), "a variant has no name")
    require(not cls.opens or cls.opens in [v.id for v in cls.variants], f"opens names no variant: {cls.opens!r}")
    also = cls.also_called
    require(isinstance(also, tuple) and all(name.strip() for name in also), "also_called is no tuple of names")
    require(len({*also, cls.name}) == len(also) + 1, f"also_called repeats a name: {also}")
    sides = cls.side_names if issubclass(cls, Game) else ()
    require(len(sides) in (0, 2) and len({*sides}) == len(sides), f"side_names has no name for each player: {sides}")
    small = [v.id for v in cls.variants if v.testing] or cls.custom
    require(bool(small), "no variant is marked testing=True")
    if cls.custom is not None:
        require(cls.find_variant(cls.custom.example).id == cls.custom.example, "the custom example is not accepted")
        require(len(cls.custom.help) > 20, "the help sentence for custom starts is missing")


def purity(rules: Rules, sample: Sample) -> None:
    """Positions and moves are hashable; no method changes its arguments or the rules, or answers differently later."""
    first = [(position, _answers(rules, position)) for position in sample]
    for position, answers in first:
        before, key = repr(position), hash(position)
        text = rules.format(position)
        moves = list(rules.moves(position))
        children = [rules.do_move(position, move) for move in moves]
        repeated = [rules.do_move(position, move) for move in moves]
        require(repr(position) == before and hash(position) == key, f"{before} was changed")
        require(children == repeated, f"{text!r}: do_move gives two answers for one move")
        require(moves == list(rules.moves(position)), f"{text!r}: moves gives two answers")
        require(rules.children(position) == children, f"{text!r}: children differs from do_move")
        for value in (*moves, *children):
            hash(value)
        later = _answers(rules, position)
        differing = next((name for name, answer in answers.items() if later[name] != answer), "")
        require(not differing, f"{text!r}: {differing} gives two answers")


def _answers(rules: Rules, position: Position) -> dict[str, object]:
    """What methods that should always answer alike say of a position."""
    return {
        "start": rules.start(),
        "primitive": rules.primitive(position),
        "children": rules.children(position),
        "images": list(rules.images(position)),
        "canonical": rules.canonical(position),
        "turn": rules.turn(position),
    }


def text(rules: Rules, sample: Sample) -> None:
    """`parse(format(p)) == p`; no two positions share a text; texts survive a URL."""
    owner: dict[str, Position] = {}
    for position in sample:
        name = rules.format(position)
        require(owner.setdefault(name, position) == position, f"two positions share the text {name!r}")
        try:
            read = rules.parse(name)
        except PositionError as error:
            raise LawBroken(f"the rules lead to {name!r}, but it is not legal: {error}") from error
        require(read == position, f"parse({name!r}) is {read!r}, not {position!r}")
        require(bool(name) and not set(name) & FORBIDDEN, f"{name!r} has one of {' '.join(sorted(FORBIDDEN))}")
        require(name.isprintable() and unquote(quote(name)) == name, f"{name!r} does not survive a URL")


def bad_text(rules: Rules, sample: Sample) -> None:
    """A damaged text is refused, unless it is exactly the text of another legal position."""
    positions = sample.positions
    selected = {*positions[:: max(1, len(positions) // 6)], positions[0], positions[-1]}
    for position in selected:
        step(position)
        for bad in damaged(rules.format(position)):
            try:
                read = rules.parse(bad)
            except PositionError as error:
                require(len(str(error)) > 10, f"{bad!r} is refused without a sentence")
                continue
            except Exception as error:
                raise LawBroken(f"parse({bad!r}) raises {type(error).__name__}, not a PositionError") from error
            text = rules.format(read)
            require(text == bad, f"parse takes {bad!r} for {text!r}")
            single = Sample((read,))
            try:
                distinct(rules, single)
            except LawBroken as error:
                raise LawBroken(str(error), "distinct") from error
            if rules.size is not None:
                rank(rules, single)


def damaged(name: str) -> Iterator[str]:
    """Damaged forms of a good text: none of them equals it."""
    digits = [name.replace(c, chr(0x660 + int(c)), 1) for c in sorted(set(name) & set("0123456789"))]
    yield from ("", name[:-1], name[1:], name * 2, name + name[-1], f" {name}", f"{name} ", f"{name}\n")
    yield from ("\0" + name, "\u0663" + name, name + "\ufffd", *digits)
    swaps = list(combinations(range(len(name)), 2))
    rng = random.Random(len(name))
    for i, j in swaps if len(swaps) <= DAMAGES else rng.sample(swaps, DAMAGES):
        if name[i] != name[j]:
            letters = list(name)
            letters[i], letters[j] = letters[j], letters[i]
            yield "".join(letters)
    characters = sorted(set(name) | set("09xX-_z"))
    spots = [(i, c) for i in range(len(name)) for c in characters if c != name[i]]
    for i, c in spots if len(spots) <= DAMAGES else rng.sample(spots, DAMAGES):
        yield name[:i] + c + name[i + 1 :]


def distinct(rules: Rules, sample: Sample) -> None:
    """In one position no two moves are equal, or share a name or a button; names have no `:`."""
    for position in sample:
        name = rules.format(position)
        moves = list(rules.moves(position))
        names = [rules.format_move(position, move) for move in moves]
        buttons = [rules.button(position, move) for move in moves]
        require(len(moves) == len(set(moves)), f"{name!r}: a move is listed twice")
        require(len(names) == len(set(names)), f"{name!r}: two moves are called the same: {names}")
        require(not any(":" in called for called in names), f"{name!r}: a move's name has ':': {names}")
        require(len(buttons) == len(set(buttons)), f"{name!r}: two moves have the same button: {buttons}")
        cells = [button.cell for button in buttons if isinstance(button, Add)]
        require(len(cells) == len(set(cells)), f"{name!r}: two buttons stand on one cell: {buttons}")


def parents(rules: Rules, sample: Sample) -> None:
    """Every child knows its parents and every parent its children; the solutions are the primitive wins."""
    assert isinstance(rules, Puzzle)
    for position in sample:
        name = rules.format(position)
        for child in rules.children(position):
            back = list(rules.parents(child))
            require(position in back, f"{name!r} leads to {rules.format(child)!r}, whose parents leave it out")
        for parent in rules.parents(position):
            forth = rules.children(parent)
            require(position in forth, f"{rules.format(parent)!r} is a parent of {name!r} but does not lead to it")
        into_class = {rules.canonical(parent) for image in rules.images(position) for parent in rules.parents(image)}
        classes = {rules.canonical(parent) for parent in rules.parents_of_class(position)}
        require(classes == into_class, f"{name!r}: parents_of_class has other classes than the parents of the images")
    solutions = set(islice(rules.solutions() or (), MAX_SOLUTIONS + 1))
    require(bool(solutions), "there is no solution")
    for solution in islice(solutions, 500):
        require(
            rules.primitive(solution) is Value.WIN,
            f"{rules.format(solution)!r} is among `solutions` but no primitive win",
        )
    if len(solutions) <= MAX_SOLUTIONS:
        for position in sample:
            if rules.primitive(position) is Value.WIN:
                require(position in solutions, f"{rules.format(position)!r} is won but not among `solutions`")


def ending(rules: Rules, sample: Sample) -> None:
    """`primitive` is a value of its kind and agrees with the margin; a game without moves has ended."""
    for position in sample:
        name, value = rules.format(position), rules.primitive(position)
        if isinstance(rules, Game):
            nobody_wins = Value.DRAW if getattr(rules, "stuck", ONGOING) == DRAWN else Value.TIE
            require(value in (None, Value.WIN, Value.LOSE, nobody_wins), f"{name!r}: primitive is {value!r}")
            stuck = value is None and not list(rules.moves(position))
            require(not stuck, f"{name!r} has no moves, yet primitive is None")
            if isinstance(rules, Scored) and value is not None:
                margin = rules.margin(position)
                require(value is value_by_points(margin), f"{name!r}: primitive is {value!r}, but the margin {margin}")
        else:
            require(value in (None, Value.WIN, Value.LOSE), f"{name!r}: primitive is {value!r}")


def symmetry(rules: Rules, sample: Sample) -> None:
    """Images end alike, lead to the same classes and share one canonical position; twins are reached alike."""
    for number, position in enumerate(sample):
        images = list(rules.images(position))
        stride = max(1, len(images) // IMAGES)
        compared = images[number % stride :: stride]
        orbit(rules, position, images, (rules.canonical(position), *compared))
        name, image = rules.format(position), compared[number % len(compared)]
        require(set(rules.images(image)) == set(images), f"an image of {name!r} has other images than it has")
        require(rules.parse(rules.format(image)) == image, f"an image of {name!r} is no legal position")
    if type(rules).twins is not Rules.twins:
        _twins(rules, sample)


def _twins(rules: Rules, sample: Sample) -> None:
    """Play leads to all twins of a position or to none."""
    start = rules.start()
    alone = set(rules.twins(start)) == {start}
    require(alone, f"{rules.format(start)!r} is the start, and has other `twins` than itself")
    for position in sample.positions[:: max(1, len(sample.positions) // TWINS)]:
        after = {child for twin in rules.twins(position) for child in rules.children(twin)}
        for child in rules.children(position):
            astray = set(rules.twins(child)) - after
            name, twin_name = rules.format(child), rules.format(min(astray, key=repr)) if astray else ""
            require(
                not astray, f"play leads to {name!r} but, by the same moves, not to {twin_name!r}, one of its `twins`"
            )


def view(rules: Rules, sample: Sample) -> None:
    """Boards have the right size, legal characters, and name their position; buttons are on the board."""
    owner: dict[tuple[str, int], Position] = {}
    for position in sample:
        name = rules.format(position)
        board, turn = rules.board(position), rules.turn(position)
        cells = board.rows * board.cols
        require(len(board.cells) == cells > 0, f"{name!r}: {board.rows} x {board.cols} cells, {board.cells!r}")
        require(set(board.cells) <= ALPHABET, f"{name!r}: the board {board.cells!r} has other than a-z A-Z 0-9 - *")
        require(turn in (1, 2), f"{name!r}: turn is {turn!r}")
        require(turn == 1 or isinstance(rules, Game), f"{name!r}: a puzzle's turn is 1")
        require(owner.setdefault((board.cells, turn), position) == position, f"two positions look like {board.cells!r}")
        require(rules.from_board(board.cells, turn) == position, f"from_board({board.cells!r}) is not {name!r}")
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
            require(good, f"{name!r}: the button {button} does not fit the board")
