"""A benchmark of perfect play as a task of Inspect (https://inspect.aisi.org.uk), for language models.

Needs `pip install inspect-ai`, and a benchmark, made by `perfect-play benchmark make -o DIR`:

    from inspect_ai import eval
    from perfect_play.adapters.inspect_task import perfect_play
    eval(perfect_play("DIR"), model="...")
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState, generate

from perfect_play.solvers.datasets.agents import last_line, prompt, questions
from perfect_play.solvers.datasets.benchmark_questions import PLAIN, description
from perfect_play.solvers.datasets.score import lost_by


@task
def perfect_play(folder: str, telling: str = PLAIN, games: str = "") -> Task:
    """The questions of a benchmark. Raises RulesError if the folder has none.

    telling: `plain`, or `disguise1` to `disguise3`. games: `id/variant`, separated by commas; all by default.
    """
    chosen = set(filter(None, games.split(",")))
    samples = [
        _sample(question)
        for question in questions(Path(folder))
        if question["id"].endswith(f":{telling}") and (not chosen or question["game"] in chosen)
    ]
    about = description(Path(folder))
    return Task(
        dataset=MemoryDataset(samples, name=f"perfect-play-{about['digest'][:12]}"),
        solver=generate(),
        scorer=move_score(),
        metadata={name: about[name] for name in ("benchmark", "version", "seed", "digest")},
    )


def _sample(question: dict[str, Any]) -> Sample:
    key = question["key"]
    best = [name for name, judged in key["moves"].items() if judged[2]]
    return Sample(id=question["id"], input=prompt(question), target=best, metadata={"key": key})


@scorer(metrics={"*": [mean(), stderr()]})
def move_score() -> Any:
    """Whether the move keeps the value, is a best one, and is legal, and how much it gives away: a win counts 1."""

    async def rated(state: TaskState, target: Target) -> Score:
        move, key = last_line(state.output.completion), state.metadata["key"]
        judged = key["moves"].get(move)
        value = {
            "keeps": float(judged is not None and judged[0] == key["best"]),
            "best": float(judged is not None and judged[2]),
            "legal": float(judged is not None),
            "value_lost": lost_by(key, move),
        }
        return Score(value=value, answer=move)

    return rated
