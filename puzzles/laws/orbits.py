"""What an orbit must be: all images of a position end alike, are moved in alike, and have one canonical position.

A table holds one result for all images of a position. That is right if, for every image, play has ended or not in the
same way, and its moves lead to the same classes as those of any other: then equal values follow, from the ends of play
backward (a bisimulation). Only the rules are asked here. The law `symmetry` holds sampled positions to it, `verify`
every entry of a table, and the audit before a table is published the positions near the end of play.
"""

from collections.abc import Collection, Iterable, Sequence

from perfect_play.puzzles.base import Game, Position, Puzzle, Rules, Value
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.puzzles.laws.sample import LawBroken, after_moves, require
from perfect_play.puzzles.mixins import Scored


def orbit(rules: Rules, position: Position, images: Sequence[Position], compared: Iterable[Position]) -> None:
    """Check some images of a legal position against what an orbit must be. Raises LawBroken.

    images: all of them. compared: those to look at.
    """
    name, canonical = rules.format(position), rules.canonical(position)
    if not rules.lists_images:
        images = compared = (position, canonical)
    members = set(images)
    require(position in members, f"{name!r} is not among its own images")
    require(canonical in members, f"the canonical position of {name!r} is not among its images")
    ended, margin = rules.primitive(position), _margin(rules, position)
    goes_on = ended is None or (isinstance(rules, Puzzle) and rules.backward)
    classes = classes_of(rules, position) if goes_on else set()
    for image in compared:
        if image == position:
            continue
        if fault := _difference(rules, image, ended, margin, classes if goes_on else None):
            pair = f"{name!r} and its image {rules.format(image)!r}"
            raise LawBroken(f"{pair} {fault}. {_cure(rules, position, image)}")
        if rules.canonical(image) != canonical:
            raise LawBroken(f"an image of {name!r} has another canonical position: {rules.format(image)!r}")


def _difference(
    rules: Rules, image: Position, ended: Value | None, margin: int | None, classes: Collection[object] | None
) -> str | None:
    """How an image differs from its position; None if it does not. classes: of the children, None if play is over."""
    if (image_value := rules.primitive(image)) != ended:
        return f"end differently: {_end(ended)} and {_end(image_value)}"
    if _margin(rules, image) != margin:
        return f"end with different margins: {margin} and {_margin(rules, image)}"
    if classes is not None and classes_of(rules, image) != classes:
        return "lead to different classes of positions"
    return None


def classes_of(rules: Rules, position: Position) -> set[tuple[Position, bool]]:
    """The canonical children of a position, each with whether the same player moves again."""
    canonical, turn = rules.canonical, rules.turn(position)
    if not isinstance(rules, Game):
        return {(canonical(child), False) for child in after_moves(rules, position)}
    return {(canonical(child), rules.turn(child) == turn) for child in after_moves(rules, position)}


def stored_alone(rules: Rules, position: Position) -> None:
    """Check that a position shares its rank, or its canonical position, only with its images. Raises LawBroken."""
    number = None if rules.size is None else rules.rank(position)
    owner = rules.canonical(position) if number is None else rules.unrank(number)
    if owner == position or is_image(rules, position, owner):
        return
    name, owner_name = rules.format(position), rules.format(owner)
    if number is None:
        raise LawBroken(
            f"{name!r} is not among the images of its canonical position {owner_name!r}. Correct one of the two"
        )
    raise LawBroken(
        f"{name!r} and {owner_name!r} share the rank {number} but are not images of each other. "
        "Correct `rank` or `unrank`"
    )


def is_image(rules: Rules, position: Position, image: Position) -> bool:
    """Whether the rules declare two positions to be images of each other."""
    if rules.lists_images:
        return position in set(rules.images(image))
    return rules.symmetric and rules.canonical(position) == rules.canonical(image)


def _margin(rules: Rules, position: Position) -> int | None:
    """The points by which a position that has ended is won; None if play goes on or points do not count."""
    return rules.margin(position) if isinstance(rules, Scored) and rules.primitive(position) is not None else None


def _end(value: object) -> str:
    return "none" if value is None else str(value)


def _cure(rules: Rules, position: Position, image: Position) -> str:
    """Which attribute declares the two to be equal, and what to do if they are not."""
    if not rules.lists_images:
        return "`canonical` says that they are equal. Keep what is not equal apart, or treat both alike"
    if type(rules).images is not BoardGame.images:
        return "`images` says that they are equal. Leave out what is no symmetry, or treat both alike"
    if rules.turn(position) == rules.turn(image):
        return "`symmetries` says that they are equal. Leave out the one that is none, or treat both alike"
    return (
        "`other_side` says that both players move alike. Leave it out if they do not, declare in `exchanged_cells` how "
        "the board turns when they change places, or treat both alike"
    )
