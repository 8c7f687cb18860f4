"""The Model Context Protocol tools, called by the official SDK's client over both transports."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import ROOT
from tests.perfect_play.extras import needs
from tests.perfect_play.serving import serving
from tests.server.live import free_port, wait

needs("mcp", "mcp")

from mcp import Client, StdioServerParameters, stdio_client  # noqa: E402

COMMAND = ["-m", "perfect_play", "mcp"]


@pytest.fixture(scope="module")
def service(few_tables: Path) -> Iterator[str]:
    with serving(few_tables) as url:
        yield url


@contextlib.asynccontextmanager
async def over_stdio(service: str) -> AsyncIterator[Client]:
    parameters = StdioServerParameters(command=sys.executable, args=[*COMMAND, service], cwd=str(ROOT))
    async with Client(stdio_client(parameters)) as client:
        yield client


@contextlib.asynccontextmanager
async def over_http(service: str) -> AsyncIterator[Client]:
    port = free_port()
    command = [sys.executable, *COMMAND, service, "--http", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait("the tools are served", lambda: listens(port))
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            yield client
    finally:
        process.kill()
        process.wait(10)


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def asked(service: str, questions: Callable[[Client], Awaitable[Any]], how: Any = over_stdio) -> Any:
    async def all_of_it() -> Any:
        async with how(service) as client:
            return await questions(client)

    with ThreadPoolExecutor(1) as thread:  # the browser of other tests may have an event loop in this thread
        return thread.submit(lambda: asyncio.run(asyncio.wait_for(all_of_it(), 120))).result()


async def told(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return result.structured_content


@pytest.mark.parametrize("how", [over_stdio, over_http])
def test_a_game_is_found_explained_valued_played_and_judged(service: str, how: Any):
    async def questions(client: Client) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {"list_games", "rules", "position", "best_line", "judge"}
        assert all(tool.annotations.read_only_hint and tool.description for tool in tools.values())

        listed = await told(client, "list_games", search="tac")
        assert "tictactoe" in [game["game"] for game in listed["games"]]
        assert listed["found"] == len(listed["games"])

        rules = await told(client, "rules", game="tictactoe")
        assert (rules["variant"], rules["start"]) == ("regular", "---------")
        assert rules["rules"]

        known = await told(client, "position", game="tictactoe", position="xo-------")
        assert (known["value"], known["remoteness"], known["playerToMove"], known["over"]) == ("win", 5, 1, False)
        best = known["moves"][0]
        assert (best["value"], best["leadsTo"]["value"], best["leadsTo"]["remoteness"]) == ("win", "lose", 4)

        for name, game in (("8-puzzle", "npuzzle"), ("Tic-Tac-Toe", "tictactoe"), ("noughts and crosses", "tictactoe")):
            assert (await told(client, "rules", game=name))["game"] == game
            assert (await told(client, "position", game=name))["moves"]

        line = await told(client, "best_line", game="npuzzle", variant="2x3", position="5432-1")
        assert line["movesInAll"] == len(line["line"]) == line["remoteness"] == 21 - 8

        judged = await told(client, "judge", game="tictactoe", moves=["b2", "a2", "a1"])
        assert [move["class"] for move in judged["moves"]] == ["best", "mistake", "best"]
        assert judged["firstMistake"] == 2

    asked(service, questions, how)


def test_wrong_tool_arguments_are_explained_to_the_model(service: str):
    async def questions(client: Client) -> None:
        for tool, arguments, sentence in (
            ("position", {"game": "tictacto"}, "No puzzle or game is called 'tictacto'"),
            ("position", {"game": "tictactoe", "position": "xxx"}, "'xxx': expected 9 cells"),
            ("rules", {"game": "tictactoe", "variant": "nope"}, "tictactoe has no variant 'nope'"),
            ("judge", {"game": "tictactoe", "moves": ["z9"]}, "z9"),
            ("judge", {"game": "tictactoe", "moves": ["b2"] * 20_000}, "at most"),
            ("best_line", {"game": "quarto"}, "not solved"),
            ("position", {}, "game"),
        ):
            result = await client.call_tool(tool, arguments)
            assert result.is_error, tool
            assert sentence in result.content[0].text, (tool, result.content[0].text[:300])

    asked(service, questions)


def test_a_service_that_is_not_there_is_told():
    async def questions(client: Client) -> None:
        result = await client.call_tool("list_games", {})
        assert result.is_error
        assert "does not answer" in result.content[0].text

    asked(f"http://127.0.0.1:{free_port()}", questions)
