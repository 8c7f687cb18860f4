"""Plays a benchmark: a command that answers line by line, an address as OpenAI's, or one of our own opponents.

Every answer is written before the next question is asked, so a run that was stopped goes on where it ended.
"""

from __future__ import annotations

import os
import random
import shlex
import subprocess
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import orjson

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import RulesError
from perfect_play.solvers.datasets.benchmark_questions import KEY, QUESTIONS, RULES, description, read
from perfect_play.solvers.datasets.score import answers_in
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.opponent import BadStrength, SearchAllowance, Strength, opponent_move

ALLOWANCE = SearchAllowance(depth=8, nodes=1_000_000, seconds=20.0)
SECRET = "PERFECT_PLAY_AGENT_KEY"  # noqa: S105 - the name of a variable
SECONDS = 120.0
RANDOM = "random"
PROMPT = (
    "{rules}\n\nThe position:\n{board}\n\nTo move: {turn}. The moves, one a line:\n{moves}\n\n"
    "Answer with the best move, exactly as it is written, on the last line."
)

Agent = Callable[[dict[str, Any]], str]
"""The move that is answered to a question."""


def run(folder: Path, path: Path, name: str, model: str, seed: int, manager: PuzzleManager) -> int:
    """Ask an agent what has not been answered, in order; returns the number of answers. Raises RulesError, NoAnswer."""
    about = description(folder)
    head = {name: about[name] for name in ("benchmark", "version", "digest")}
    head |= {"agent": name, "model": model, "seed": seed}
    answered = answers_in(path, about["digest"]) if path.exists() else {}
    if answered:
        _require_same_agent(path, head)
    count = len(answered)
    with _agent(name, model, manager) as agent, path.open("ab+") as file:
        _end_line(file)
        if not answered:
            file.truncate(0)  # the head of an agent that answered nothing
            file.write(orjson.dumps(head) + b"\n")
        for question in questions(folder):
            if question["id"] in answered:
                continue
            question["seed"] = zlib.crc32(f"{seed} {question['id']}".encode())
            file.write(orjson.dumps({"id": question["id"], "move": agent(question)}) + b"\n")
            file.flush()
            count += 1
    return count


def questions(folder: Path) -> Iterator[dict[str, Any]]:
    """The questions of a benchmark, each with the rules as `rules` and its answers as `key`. Raises RulesError."""
    rules = {entry["game"]: entry["rules"] for entry in read(folder, RULES)}
    for question, key in zip(read(folder, QUESTIONS), read(folder, KEY), strict=True):
        yield {**question, "rules": rules[question["game"]][question["id"].rpartition(":")[2]], "key": key}


def prompt(question: dict[str, Any]) -> str:
    """What a language model is asked."""
    return PROMPT.format(**{**question, "moves": "\n".join(question["moves"])})


def last_line(answer: str) -> str:
    """The move in a language model's answer: its last line, without marks around it."""
    return "".join(answer.strip().splitlines()[-1:]).strip(" `*")


def _require_same_agent(path: Path, head: dict[str, Any]) -> None:
    """Raise RulesError if the answers in a file are another agent's, or of another seed."""
    with path.open("rb") as file:
        begun = orjson.loads(next(filter(bytes.strip, file)))
    for key in ("agent", "model", "seed"):
        if begun.get(key, head[key]) != head[key]:
            raise RulesError(
                f"{path} has the answers of {key} {begun[key]!r}, not {head[key]!r}. Name another file for these."
            )


def _end_line(file: Any) -> None:
    """Drop a line that was not finished when a run was stopped; end an answer that has only lost its line's end."""
    file.seek(0)
    text = file.read()
    if text.endswith(b"}"):
        file.write(b"\n")
        return
    file.truncate(text.rfind(b"\n") + 1)
    file.seek(0, os.SEEK_END)


@contextmanager
def _agent(name: str, model: str, manager: PuzzleManager) -> Iterator[Agent]:
    """The agent of this name. Raises NoAnswer if it cannot be started."""
    if name.startswith(("http://", "https://")):
        yield lambda question: _asked(name, model, question)
        return
    if name == RANDOM:
        yield lambda question: random.Random(question["seed"]).choice(question["moves"])
        return
    try:
        strength = Strength.parse(name)
    except BadStrength:
        strength = None
    if strength is not None:
        yield lambda question: _opponent(manager, strength, question)
        return
    try:
        command = shlex.split(name) or [""]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
    except (OSError, ValueError) as error:
        raise NoAnswer(f"The agent {name!r} cannot be started: {error}.") from error
    with process:
        assert process.stdin is not None
        try:
            yield lambda question: _by_command(process, question)
        finally:
            process.kill()
            with suppress(BrokenPipeError):  # of a question that an agent that has ended did not read
                process.stdin.close()


def _by_command(process: subprocess.Popen[bytes], question: dict[str, Any]) -> str:
    """A line of JSON out, a line of JSON in."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(orjson.dumps(_public(question)) + b"\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            raise NoAnswer(f"The agent ended at {question['id']}. Its answers are kept; the same command goes on.")
        return str(orjson.loads(line)["move"])
    except (BrokenPipeError, ValueError, LookupError, TypeError) as error:
        raise NoAnswer(f'The agent did not answer {question["id"]} by {{"move": "..."}}: {error}.') from error


def _asked(url: str, model: str, question: dict[str, Any]) -> str:
    """The last line that a language model answers."""
    messages = [{"role": "user", "content": prompt(question)}]
    body = {"model": model, "messages": messages, "seed": question["seed"]}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {os.environ.get(SECRET, '')}"}
    request = Request(f"{url.rstrip('/')}/chat/completions", orjson.dumps(body), headers)  # noqa: S310
    try:
        with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            content = orjson.loads(answer.read())["choices"][0]["message"]["content"]
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise NoAnswer(f"{url} did not answer {question['id']}: {error}. The same command goes on.") from error
    return last_line(str(content))


def _opponent(manager: PuzzleManager, strength: Strength, question: dict[str, Any]) -> str:
    """The move of an opponent as on the page, by its name in this telling."""
    rules = registry.load(*question["game"].split("/"))
    position, rng = rules.parse(question["key"]["position"]), random.Random(question["seed"])
    move = opponent_move(manager, rules, position, strength, rng, ALLOWANCE).move
    plain = rules.format_move(position, move)
    names: dict[str, str] = {plain_name: name for name, (*_, plain_name) in question["key"]["moves"].items()}
    return names[plain]


def _public(question: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in question.items() if name != "key"}
