"""Players of known kinds in a benchmark of perfect play: at random, by our opponents, and by OpenSpiel's tree search.

    python -m solvers benchmark make -o DIR
    python -m benchmarks.players DIR --each 3

asks so many plain questions of each game, spread over all kinds of positions, and prints a table in Markdown. Needs the
extra `environments`. Answers are kept in DIR/answers, so a measurement that was stopped goes on.
"""

import argparse
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pyspiel
from open_spiel.python.algorithms import mcts

import perfect_play
from perfect_play.adapters import open_spiel_game
from perfect_play.adapters.encodings import Actions
from perfect_play.objects import Game
from perfect_play.puzzles import registry
from perfect_play.solvers.datasets import agents
from perfect_play.solvers.datasets.benchmark_questions import DESCRIPTION, KEY, QUESTIONS, RULES, description, read
from perfect_play.solvers.datasets.score import answers_in, score
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.settings import default_data_dir

PLAYERS = {
    "at random": "random",
    "one move ahead": "ahead-1",
    "two moves ahead": "ahead-2",
    "four moves ahead": "ahead-4",
    "half of the moves best": "50",
    "MCTS of OpenSpiel, 100 playouts": 100,
    "MCTS of OpenSpiel, 1,000 playouts": 1000,
    "perfect": "perfect",
}
LONGEST = 60
"""Moves of a playout, after which it counts as a draw: some games need not end."""


@cache
def opened(id_: str, variant: str | None) -> tuple[Game, Actions]:
    """A game whose moves are numbered position by position: a table also has positions that no play leads to."""
    return perfect_play.open(id_, variant, solve=False), Actions(None)


def main() -> None:
    """Ask all players, and print what they scored."""
    parser = argparse.ArgumentParser(description="Ask players of known kinds a part of a benchmark.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--each", type=int, default=3, help="questions of each game (3)")
    parser.add_argument("--data-dir", type=Path, default=default_data_dir())
    arguments = parser.parse_args()
    part = arguments.folder / f"part{arguments.each}"
    count = extract(arguments.folder, part, arguments.each)
    print(f"{count} questions\n\n| player | keeps the value | where one move does | best move | value lost |")
    print("|---|---|---|---|---|")
    for title, player in PLAYERS.items():
        answers = part / f"{player}.jsonl"
        if isinstance(player, int):
            search(part, answers, player)
        else:
            agents.run(part, answers, player, "", 2026, PuzzleManager(arguments.data_dir))
        print(f"| {title} | {row(score(part, answers))} |", flush=True)


def extract(folder: Path, part: Path, each: int) -> int:
    """Write a benchmark of some plain questions of another one; returns how many."""
    plain: dict[str, list[str]] = {}
    for question in read(folder, QUESTIONS):
        if question["id"].endswith(":plain"):
            plain.setdefault(question["game"], []).append(question["id"])
    chosen = {ids[place * len(ids) // each] for ids in plain.values() for place in range(each)}
    part.mkdir(exist_ok=True)
    for name in (DESCRIPTION, RULES):
        (part / name).write_bytes((folder / name).read_bytes())
    for name in (QUESTIONS, KEY):
        with (folder / name).open("rb") as whole, (part / name).open("wb") as file:
            file.write(next(whole))
            file.writelines(line for line in whole if orjson.loads(line)["id"] in chosen)
    return len(chosen)


def search(folder: Path, path: Path, playouts: int) -> None:
    """Answer all questions that have no answer yet by OpenSpiel's Monte Carlo tree search."""
    open_spiel_game.opened = opened
    answered = answers_in(path, description(folder)["digest"]) if path.exists() else {}
    with path.open("ab") as file:
        for key in read(folder, KEY):
            if key["id"] not in answered:
                file.write(orjson.dumps({"id": key["id"], "move": searched(key, playouts)}) + b"\n")
                file.flush()


def searched(key: dict[str, Any], playouts: int) -> str:
    """The name of the move that the search chooses in the position of a plain question."""
    id_, variant = key["game"].split("/")
    game = pyspiel.load_game("perfect_play", {"id": id_, "variant": variant, "max_length": LONGEST})
    state = game.new_initial_state(key["position"])
    rng = np.random.default_rng(2026)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = mcts.MCTSBot(game, uct_c=2.0, max_simulations=playouts, evaluator=evaluator, random_state=rng)
    after = state.child(bot.step(state)).position.text
    rules = registry.load(id_, variant)
    position = rules.parse(key["position"])
    return next(
        rules.format_move(position, move)
        for move in rules.moves(position)
        if rules.format(rules.do_move(position, move)) == after
    )


def row(result: dict[str, Any]) -> str:
    """The figures of a player: shares with their intervals."""
    everything, only = result["all"]["all"], result["only"]["one move keeps the value"]
    mean, least, most = everything["keeps"]
    lost = everything["value_lost"][0]
    return f"{mean:.0%} ({least:.0%} to {most:.0%}) | {only['keeps'][0]:.0%} | {everything['best'][0]:.0%} | {lost:.2f}"


if __name__ == "__main__":
    main()
