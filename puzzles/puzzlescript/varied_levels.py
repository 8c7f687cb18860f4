"""New levels of a PuzzleScript: one of its own, in which the player, what the conditions name and more stand elsewhere.

The rest of the level stays, so that walls keep their meaning. A level is written as it is drawn in the script.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from perfect_play.puzzles.base import RulesError, Variant, short
from perfect_play.puzzles.levels import LevelMaker, LevelSizes
from perfect_play.puzzles.puzzlescript.rule_tables import NO, SOME, Condition
from perfect_play.puzzles.puzzlescript.script_program import Cells, Level
from perfect_play.puzzles.puzzlescript.script_puzzle import ScriptPuzzle, levels_of, program_of
from perfect_play.puzzles.puzzlescript.script_text import Map


class VariedLevel(LevelMaker, ScriptPuzzle):
    """The rules of new levels. script: its text; model: the level that is varied; placed: what is placed, as bits."""

    script: ClassVar[str]
    model: ClassVar[Level]
    placed: ClassVar[int]
    characters: ClassVar[dict[int, str]]
    """What draws a cell with these objects."""
    hardened = False
    most_positions = 10_000

    @classmethod
    def find_variant(cls, variant_id: str) -> Variant:
        """The level that is drawn like this."""
        return Variant(variant_id, "New level", (cls.script, Map(cls.model.line, variant_id.split("\n"))))

    @classmethod
    def random_level(cls, rng: Any, size: tuple[int, int], pieces: int) -> str | None:
        """The model with each placed object on a random cell that has room for it, and can be drawn."""
        cells = [cell & ~cls.placed for cell in cls.model.layout]
        objects = [bit for cell in cls.model.layout for bit in bits_of(cell & cls.placed)]
        rng.shuffle(objects)
        for bit in objects:
            layer = next(mask for mask in cls.model.program.names.layer_masks if mask & bit)
            free = [at for at, cell in enumerate(cells) if not cell & layer and cell | bit in cls.characters]
            if not free:
                return None
            cells[rng.choice(free)] |= bit
        return cls.drawn(cells)

    @classmethod
    def drawn(cls, cells: Sequence[int]) -> str | None:
        """The rows of a level; None if a cell has no character."""
        rows = [cells[row :: cls.model.height] for row in range(cls.model.height)]
        if not all(cell in cls.characters for cell in cells):
            return None
        return "\n".join("".join(cls.characters[cell] for cell in row) for row in rows)

    def with_one_less(self, position: str) -> Iterator[str]:
        """Without one of the placed objects other than players."""
        layout = list(self.level.layout)
        for at, cell in enumerate(layout):
            for bit in bits_of(cell & self.placed & ~self.program.names.player):
                text = self.drawn([*layout[:at], cell & ~bit, *layout[at + 1 :]])
                if text is not None:
                    yield text

    def apparent_distance(self, position: str) -> int:
        """The steps between the objects that a condition wants together; where it wants none, how many there are."""
        cells = self.cells_of(position)
        return sum(self._distance(condition, cells) for condition in self.program.conditions)

    def _distance(self, condition: Condition, cells: Cells) -> int:
        objects, others = (
            [divmod(at, self.level.height) for at, cell in enumerate(cells) if _has(cell, mask, joined)]
            for mask, joined in (condition[1:3], condition[3:])
        )
        if condition.word == NO:
            return len(set(objects) & set(others))
        steps = [min((abs(x - a) + abs(y - b) for a, b in others), default=len(cells)) for x, y in objects]
        return min(steps, default=len(cells)) if condition.word == SOME else sum(steps)


def bits_of(cell: int) -> Iterator[int]:
    """The objects of a cell, each as its bit."""
    while cell:
        yield cell & -cell
        cell &= cell - 1


def _has(cell: int, objects: int, joined: bool) -> bool:
    return cell & objects == objects if joined else bool(cell & objects)


def level_maker(cls: type[ScriptPuzzle], number: str, kinds: Iterable[str] = ()) -> type[VariedLevel]:
    """What makes levels like the one with this number. kinds: names of objects that are placed anew, too.

    Raises UnknownVariant, RulesError.
    """
    if cls.fleeting:
        raise RulesError(f"{cls.id} is the script of a visitor. Save its text as a file, and name that.")
    text = cls.find_variant(number).options[0]
    program = program_of(text)
    model, names, placed = levels_of(program)[int(number) - 1], program.names, program.names.player
    for condition in program.conditions:
        placed |= condition.objects | condition.others
    for kind in map(str.lower, kinds):
        if kind not in names.masks:
            raise RulesError(f"{cls.id} has no objects called {short(kind)}. It has {', '.join(names.objects)}.")
        placed |= names.masks[kind]
    ground = names.layer_masks[names.layers[names.background]]
    placed &= ~ground
    count = sum((cell & placed).bit_count() for cell in model.layout)
    if not count:
        raise RulesError(f"{cls.id}/{number} has no player, and nothing that its conditions name.")
    characters: dict[int, str] = {}
    for name in (*names.masks, *names.all_of):
        if len(name) == 1 and name not in names.any_of:
            cell = names.cell(Map(model.line, [name]), name)
            characters.setdefault(cell if cell & ground else cell | model.layout[0] & ground, name)
    members = {
        "__module__": __name__,
        "script": text,
        "model": model,
        "placed": placed,
        "characters": characters,
        "level_sizes": LevelSizes(range(count, count + 1), "objects", count),
    }
    return type(cls.__name__, (VariedLevel, cls), members)
