"""What a link shows before it is opened: title, sentence and picture of a position, for chats and other sites."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from perfect_play.puzzles.base import Game, Position, Rules, Value
from perfect_play.puzzles.notation import autogui
from perfect_play.server.public_url import public_url
from perfect_play.solvers.reports import position_drawing


@dataclass(frozen=True)
class LinkPreview:
    """The description of a position by Open Graph. board: the position in readable notation."""

    title: str
    sentence: str
    address: str
    image: str
    board: str
    oembed: str
    image_size: tuple[int, int] = (position_drawing.WIDTH, position_drawing.HEIGHT)

    @classmethod
    def of(cls, rules: Rules, position: Position | None, is_opening: bool = False) -> "LinkPreview":
        """The preview of a page of a game; it reveals no values.

        position: None for the start. is_opening: whether the address leaves the variant to the game.
        """
        query = "" if position is None else f"?{position_query(rules, position)}"
        path = game_path(rules.id, None if is_opening else rules.variant.id)
        turn = "" if position is None else f"{who_moves(rules, position)} "
        title = rules.name if is_opening else f"{rules.name}, {rules.variant.name}"
        return cls.at(f"{public_url()}/{path}{query}", rules, position, title, turn + rules.description)

    @classmethod
    def at(cls, address: str, rules: Rules, position: Position | None, title: str, sentence: str) -> "LinkPreview":
        """The preview of an address that shows this position."""
        position = rules.start() if position is None else position
        picture = f"{public_url()}/api/{variant_path(rules)}/image.png?{position_query(rules, position)}"
        oembed = f"{public_url()}/oembed/?{urlencode({'url': address})}"
        return cls(title, sentence, address, picture, rules.format(position), oembed)


def variant_path(rules: Rules) -> str:
    """`<id>/<variant>` as part of a URL."""
    return f"{rules.id}/{quote(rules.variant.id, safe='')}"


def game_path(game_id: str, variant_id: str | None = None) -> str:
    """The path of the page of a game, below the root."""
    return "/".join(["g", *(quote(part, safe="") for part in (game_id, variant_id) if part is not None)])


def position_query(rules: Rules, position: Position) -> str:
    """`p=<position>`."""
    return urlencode({"p": autogui.write_position(rules, position)})


def who_moves(rules: Rules, position: Position) -> str:
    """Whose turn it is, or how play has ended, as a sentence."""
    value = rules.primitive(position)
    is_game = isinstance(rules, Game)
    if value is None:
        return f"Player {rules.turn(position)} to move." if is_game else "Can you solve it?"
    return ended(rules, position, value)


def ended(rules: Rules, position: Position, value: Any) -> str:
    """How play has ended, as a sentence."""
    if not isinstance(rules, Game):
        return "Solved." if value == Value.WIN else "There are no moves left."
    winner = {Value.WIN: rules.turn(position), Value.LOSE: 3 - rules.turn(position)}.get(value)
    return "Play is over." if winner is None else f"Player {winner} has won."
