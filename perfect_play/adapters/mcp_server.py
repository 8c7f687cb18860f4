"""`perfect-play mcp`: tools of the Model Context Protocol, answered by a service within its limits. Read-only.

Needs the extra `mcp`: pip install 'perfect-play[mcp]'
"""

from __future__ import annotations

import argparse
import functools
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote

import perfect_play
from perfect_play.puzzles.base import RulesError, short
from perfect_play.remote import Service, quote_variant

MISSING = (
    "The tools need the package mcp. "
    "To install it: pip install 'perfect-play[mcp]', or in the project's folder pip install -e '.[mcp]'"
)
SERVICE = "http://127.0.0.1:8000"
MOST_LISTED = 100  # games in one answer; the search text narrows them down
MOST_VARIANTS = 30  # of a game in a list
MOST_MOVES = 200  # in one answer

INSTRUCTIONS = """\
Exact values of positions of puzzles and two-player games, assuming perfect play by both sides. A game is named by its
id, such as tictactoe, a variant by its id, such as regular, and a position by its text, as the answers write it. A
value is for the player to move: win, lose, tie or draw; of a puzzle, win means that it can be solved. Remoteness is the
number of moves to the end. The value of a move is for the player who makes it; moves are listed best first.
"""

Json = dict[str, Any]


def _names(entry: Json) -> list[str]:
    return [entry["name"], *entry["alsoCalled"]]


class Tools:
    """The tools, each a method. Raises RulesError and NoAnswer, whose messages say what to do."""

    def __init__(self, service: Service) -> None:
        self.service = service

    def _path(self, game: str, variant: str | None) -> str:
        entry = self._entry(game)
        return f"/api/{entry['gameId']}/{quote_variant(variant or entry['opens'])}"

    def _entry(self, game: str) -> Json:
        """The catalogue's entry for a game, by its id or a name, in capitals or not. Raises RulesError."""
        name = game.strip().casefold()
        entries = self.service.ask("/api/catalogue")["response"]
        for names_of in (lambda entry: [entry["gameId"]], _names):  # no name of one game hides the id of another
            for entry in entries:
                if name in map(str.casefold, names_of(entry)):
                    return dict(entry)
        raise RulesError(f"No puzzle or game is called {short(game)}. The tool list_games lists them.")

    def list_games(self, search: str = "") -> Json:
        """List puzzles and games whose id, name or description contains a text; all if it is empty.

        At most 100 are listed; `found` is the number of all matches.
        """
        text = search.casefold()
        matches = [
            entry
            for entry in self.service.ask("/api/catalogue")["response"]
            if any(text in name.casefold() for name in (*_names(entry), entry["gameId"], entry["description"]))
        ]
        games = [
            {
                "game": entry["gameId"],
                "name": entry["name"],
                "description": entry["description"],
                "players": 1 if entry["type"] == "onePlayer" else 2,
                "usualVariant": entry["opens"],
                "variants": [variant["variantId"] for variant in entry["variants"][:MOST_VARIANTS]],
            }
            for entry in matches[:MOST_LISTED]
        ]
        return {"found": len(matches), "games": games}

    def rules(self, game: str, variant: str | None = None) -> Json:
        """Give the rules of a puzzle or game in Markdown, its variants, and the start of one variant."""
        entry = self._entry(game)
        answer = self.service.ask(self._path(game, variant or entry["opens"]))["response"]
        today = f"/universal/v1/{answer['gameId']}/{quote(answer['variantId'], safe='')}/instructions/"
        return {
            "game": answer["gameId"],
            "name": answer["name"],
            "rules": self.service.ask(today)["instructions"],
            "variant": answer["variantId"],
            "variantName": answer["description"],
            "start": answer["position"],
            "variants": {item["variantId"]: item["description"] for item in entry["variants"][:MOST_VARIANTS]},
            "otherStarts": entry["customStart"] and entry["customStart"]["help"],
        }

    def position(self, game: str, variant: str | None = None, position: str | None = None) -> Json:
        """Evaluate a position and each of its moves, best first. Without a position: the start."""
        answer = self.service.ask(self._path(game, variant) + "/known", **_position_query(position))["response"]
        moves = answer["moves"]
        return {
            **_value_json(answer),
            "playerToMove": 2 if answer["position"].startswith("R_B") else 1,
            "over": not moves,
            "movesInAll": len(moves),
            "moves": [
                {"move": move["moveName"], "value": move["moveValue"], "leadsTo": _value_json(move)}
                for move in moves[:MOST_MOVES]
            ],
        }

    def best_line(self, game: str, variant: str | None = None, position: str | None = None) -> Json:
        """Find the moves to the end if everyone always makes a best move, from a position or the start."""
        answer = self.service.ask(self._path(game, variant) + "/solution", **_position_query(position))["response"]
        steps = answer["solution"]
        return {
            **_value_json(answer),
            "movesInAll": None if steps is None else len(steps),
            "line": None if steps is None else [step["moveName"] for step in steps[:MOST_MOVES]],
            "message": answer["message"],
        }

    def judge(self, game: str, moves: list[str], variant: str | None = None, position: str | None = None) -> Json:
        """Judge each move of a play: best, slower, mistake or unknown, and what would have been best.

        moves: by name, as the tool position lists them, from the position or the start.
        """
        body: Json = {"moves": moves} | ({} if position is None else {"position": position})
        answer = self.service.ask(self._path(game, variant) + "/judge", body)["response"]
        return {
            "firstMistake": answer["firstMistake"],
            "complete": answer["complete"],
            "moves": [
                {
                    "number": move["number"],
                    "player": move["player"],
                    "move": move["moveName"],
                    "class": move["class"],
                    "value": move["moveValue"],
                    "best": move["bestMoveName"],
                    "onlyMove": move["onlyMove"],
                    "leadsTo": move["after"]["positionText"],
                }
                for move in answer["moves"]
            ],
            "players": answer["players"],
        }

    def all(self) -> tuple[Callable[..., Json], ...]:
        """Every tool."""
        return self.list_games, self.rules, self.position, self.best_line, self.judge


def _position_query(position: str | None) -> dict[str, str]:
    return {} if position is None else {"p": position}


def _value_json(answer: Json) -> Json:
    return {"position": answer["positionText"], "value": answer["positionValue"], "remoteness": answer["remoteness"]}


def mcp_server(service: Service) -> Any:
    """The SDK's server with all tools. Raises SystemExit with a sentence if the SDK is not installed."""
    try:
        from mcp.server import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
        from mcp_types import ToolAnnotations
    except ImportError:
        raise SystemExit(MISSING) from None

    def with_errors(tool: Callable[..., Json]) -> Callable[..., Json]:
        """The tool with errors that the SDK shows to the model."""

        @functools.wraps(tool)
        def call(**arguments: Any) -> Json:
            try:
                return tool(**arguments)
            except (RulesError, perfect_play.NoAnswer, ConnectionError) as error:
                raise ToolError(str(error)) from None

        return call

    server = MCPServer("perfect-play", "Perfect Play", instructions=INSTRUCTIONS, version=perfect_play.__version__)
    read_only = ToolAnnotations(
        read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
    )
    for tool in Tools(service).all():
        server.add_tool(with_errors(tool), annotations=read_only)
    return server


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `perfect-play mcp`."""
    parser.add_argument("service", nargs="?", default=SERVICE, help=f"the service to ask (default: {SERVICE})")
    parser.add_argument("--http", type=int, metavar="PORT", help="serve http://127.0.0.1:PORT/mcp instead of stdio")


def main(arguments: Sequence[str], program: str) -> int:
    """Serve the tools over standard input and output, or over HTTP."""
    parser = argparse.ArgumentParser(program, description="Serves tools of the Model Context Protocol.")
    add_arguments(parser)
    options = parser.parse_args(arguments)
    try:
        service = perfect_play.connect(options.service)
    except ValueError as error:
        parser.error(str(error))
    server = mcp_server(service)
    if options.http is None:
        server.run()
    else:
        server.run("streamable-http", host="127.0.0.1", port=options.http, stateless_http=True, json_response=True)
    return 0
