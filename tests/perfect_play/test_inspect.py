"""A benchmark as a task of Inspect: its own evaluation, with a model that is told what to answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai")

from inspect_ai import eval as evaluate
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from perfect_play.adapters.inspect_task import perfect_play
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.datasets.agents import questions
from perfect_play.solvers.datasets.score import score
from tests.helpers import load
from tests.kept_tables import solve_kept


@pytest.mark.parametrize("telling", ["plain", "disguise2"])
def test_scores_are_those_of_our_own(telling: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)  # where logs are written
    data_dir, folder = str(solve_kept([load("tictactoe/regular")]).data_dir), tmp_path / "benchmark"
    options = ["--games", "tictactoe", "--positions", "20"]
    assert main(["--data-dir", data_dir, "benchmark", "make", "-o", str(folder), *options]) == 0
    asked = [question for question in questions(folder) if question["id"].endswith(f":{telling}")]
    moves = {question["id"]: question["moves"][0] for question in asked} | {asked[0]["id"]: "no such move"}
    answers = tmp_path / "answers.jsonl"
    answers.write_text("\n".join(json.dumps({"id": id_, "move": move}) for id_, move in moves.items()))
    outputs = [ModelOutput.from_content("mockllm/model", f"I think:\n`{move}`") for move in moves.values()]
    for output in outputs:
        output.usage = ModelUsage()  # else it loads a tokenizer from the network
    model = get_model("mockllm/model", custom_outputs=outputs)
    task = perfect_play(str(folder), telling)
    (log,) = evaluate(task, model=model, max_samples=1, max_connections=1, display="none", log_dir=str(tmp_path))
    assert log.status == "success", log.error
    means = {result.name: round(result.metrics["mean"].value, 4) for result in log.results.scores}
    ours = score(folder, answers)["all"]["all"]
    assert means.pop("legal") == round(1 - ours["illegal"][0], 4)
    assert means == {name: ours[name][0] for name in ("keeps", "best", "value_lost")}
