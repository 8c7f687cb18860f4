"""What the names of a PuzzleScript mean: objects, their collision layers, and names for several of them."""

from collections.abc import Iterable, Iterator

from perfect_play.puzzles.puzzlescript.script_text import Definition, Map, Script, ScriptError

MAX_OBJECTS = 500
MAX_NAMES = 2_000


class ObjectNames:
    """The objects and the legend of a script.

    objects: the number of each object, counted layer by layer. layers: that of each object. any_of, all_of: the objects
    of names made with `or` and with `and`. same: other names of single objects. masks: a bit for each object of a name.
    Raises ScriptError.
    """

    def __init__(self, script: Script) -> None:
        self.any_of: dict[str, list[str]] = {}
        self.all_of: dict[str, list[str]] = {}
        self.same: dict[str, str] = {}
        self._declared = script.objects
        if len(script.objects) > MAX_OBJECTS:
            raise ScriptError(0, f"There are {len(script.objects)} objects; at most {MAX_OBJECTS} are read.")
        if len(script.legend) > MAX_NAMES:
            line = script.legend[MAX_NAMES].line
            raise ScriptError(line, f"The legend has {len(script.legend):,} names; at most {MAX_NAMES:,} are read.")
        self._define(script.legend)
        self.objects: dict[str, int] = {}
        self.layers: dict[str, int] = {}
        self._assign_layers(script)
        for one in script.legend:
            if both := self.overlap(self.all_of.get(one.name, [])):
                raise ScriptError(one.line, f"{both} are on one layer: they cannot be joined.")
        self.layer_count = len(script.layers)
        self.names = list(self.objects)
        self.masks = {name: self._mask([name]) for name in self.objects}
        self.masks |= {name: self._mask([one]) for name, one in self.same.items()}
        self.masks |= {name: self._mask(members) for name, members in self.any_of.items()}
        self.layer_masks = [0] * self.layer_count
        for name, layer in self.layers.items():
            self.layer_masks[layer] |= self.masks[name]
        self.background = self._background()
        self.player, self.player_is_all = self._players()

    def single_layer(self, name: str) -> int | None:
        """The layer of an object, or of all objects of a name made with `or`; None if they are on several."""
        members = self.any_of.get(name, [name])
        layers = {self.layers[member] for member in members if member in self.layers}
        return layers.pop() if len(layers) == 1 else None

    def overlap(self, names: Iterable[str]) -> str:
        """Two of these names that are on one layer, so that no cell has both, joined by `and`; "" if there are none."""
        by_layer: dict[int, str] = {}
        for name in names:
            layer = self.single_layer(name)
            if layer in by_layer:
                return f"{by_layer[layer].upper()} and {name.upper()}"
            if layer is not None:
                by_layer[layer] = name
        return ""

    def cell(self, level: Map, character: str) -> int:
        """The objects that a character of a map stands for."""
        name = character.lower()
        if name in self.all_of:
            return self._mask(self.all_of[name])
        if name in self.any_of:
            raise ScriptError(
                level.line, f"{character!r} may be one of several objects, so no map can be drawn with it."
            )
        if name not in self.masks:
            raise ScriptError(level.line, f"The map has a {character!r}, which the legend does not explain.")
        return self.masks[name]

    def joined_mask(self, name: str) -> int:
        """The objects of a name made with `and`."""
        return self._mask(self.all_of[name])

    def is_name(self, name: str) -> bool:
        """Whether a name has been defined."""
        return name in self.masks or name in self.all_of

    def _mask(self, members: list[str]) -> int:
        mask = 0
        for member in members:
            mask |= 1 << self.objects[member] if member in self.objects else 0
        return mask

    def _define(self, legend: list[Definition]) -> None:
        """Define the names of the legend, each once all of its members are."""
        queue = [(one, iter(one.members)) for one in reversed(legend)]
        waiting: dict[str, list[tuple[Definition, Iterator[str]]]] = {}
        while queue:
            one, members = queue.pop()
            undefined = next((name for name in members if not self._resolves(name)), None)
            if undefined is None:
                self._resolve(one)
                queue += waiting.pop(one.name, [])
            else:
                waiting.setdefault(undefined, []).append((one, members))
        if waiting:
            line, name, unknown = min((one.line, one.name, key) for key, them in waiting.items() for one, _ in them)
            raise ScriptError(line, f"{name.upper()} is defined by {unknown.upper()}, which is not defined.")

    def _resolves(self, name: str) -> bool:
        return name in self._declared or name in self.same or name in self.any_of or name in self.all_of

    def _resolve(self, one: Definition) -> None:
        """Define a name of the legend, all of whose members are defined."""
        members: dict[str, None] = {}
        for name in one.members:
            if (one.word == "or" and name in self.all_of) or (one.word == "and" and name in self.any_of):
                raise ScriptError(one.line, f"{one.name.upper()} mixes AND with OR, by {name.upper()}.")
            parts = self.any_of.get(name) or self.all_of.get(name) or [self.same.get(name, name)]
            members |= dict.fromkeys(parts)
        first = next(iter(members))
        if one.word == "or" or (not one.word and one.members[0] in self.any_of):
            self.any_of[one.name] = list(members)
        elif one.word == "and" or one.members[0] in self.all_of:
            self.all_of[one.name] = list(members)
        elif one.name != first:
            self.same[one.name] = first

    def _assign_layers(self, script: Script) -> None:
        if not script.layers:
            raise ScriptError(0, "There are no collision layers.")
        if len(script.layers) > MAX_OBJECTS:
            raise ScriptError(script.layers[MAX_OBJECTS][0], f"There are more than {MAX_OBJECTS} collision layers.")
        for layer, (line, names) in enumerate(script.layers):
            for name in names:
                if name in self.all_of or not self._resolves(name):
                    raise ScriptError(line, f"{name.upper()} is no object, nor objects joined by OR.")
                for member in self.any_of.get(name) or [self.same.get(name, name)]:
                    self.layers[member] = layer
        by_layer = sorted(self.layers, key=lambda name: self.layers[name])
        self.objects = {name: number for number, name in enumerate(by_layer)}
        for name, sprite in script.objects.items():
            if name not in self.objects:
                raise ScriptError(sprite.line, f"The object {name.upper()} is in no collision layer.")

    def _background(self) -> str:
        name = self.same.get("background", "background")
        members = self.any_of.get(name, [name])
        if members[0] not in self.objects:
            raise ScriptError(0, "There is no object called Background.")
        return members[0]

    def _players(self) -> tuple[int, bool]:
        if "player" in self.all_of:
            return self._mask(self.all_of["player"]), True
        if "player" not in self.masks:
            raise ScriptError(0, "There is no object called Player.")
        return self.masks["player"], False
