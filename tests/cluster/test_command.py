"""`solve --workers` and `--cluster`: on a real local cluster, and the message if that is impossible."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from perfect_play.solvers.cluster import cluster_launch
from perfect_play.solvers.cluster.cluster_launch import BadCluster, Cluster, cluster_of
from perfect_play.solvers.cluster.job import plan_shards
from perfect_play.solvers.cluster.scheme import directory_of
from perfect_play.solvers.native.launch import NativeSolveFailed, plan_of
from perfect_play.solvers.tables.store import Store
from tests.cluster.solving import assert_same_as_reference, until_progress
from tests.helpers import ROOT, load


def command(data: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "solvers", "--data-dir", str(data), "solve", *arguments]


@pytest.mark.parametrize(
    ("full_id", "division", "positions"),
    [
        pytest.param("pegsolitaire/star", " (bits), 4 shards", "4,610", id="by shards"),
        pytest.param("quixo/3x3", ", 30 tiers", "2,862", id="by tiers", marks=pytest.mark.exhaustive),
    ],
)
def test_two_workers_solve_and_one_goes_on_after_a_kill(
    dask: None, data: Path, tmp_path: Path, full_id: str, division: str, positions: str
):
    """The command and its workers are killed midway; the next one resumes with a different number of workers."""
    name = full_id.split("/")
    started = subprocess.Popen(
        [sys.executable, "-m", "perfect_play.solvers.cluster.cluster_process", str(data), *name, "--workers=2"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with started:
        until_progress(started, 3)
        os.killpg(started.pid, signal.SIGKILL)
    assert directory_of(load(full_id), data).exists()
    done = subprocess.run(command(data, *name, "--workers", "1"), cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{full_id}: on 1 workers{division}, needs about 2" in done.stdout
    assert "resuming from what is saved" in done.stdout
    assert f"{positions} positions stored in " in done.stdout
    assert_same_as_reference(full_id, Store(data / "tables"), tmp_path)
    assert not directory_of(load(full_id), data).exists()


def test_impossible_cluster_options_are_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    with pytest.raises(BadCluster, match="Give either --workers or --cluster"):
        cluster_of(2, "tcp://10.0.0.1:8786", None)
    with pytest.raises(BadCluster, match="--shards needs --workers or --cluster"):
        cluster_of(None, None, 8)
    for address in ("", "10.0.0.1:8786", "http://10.0.0.1:8786", "tcp://10.0.0.1", "tcp://a b:1", "tcp://[::1]:1\n"):
        with pytest.raises(BadCluster, match="must be the address of a Dask scheduler"):
            Cluster(address=address)
    for workers, shards in ((0, None), (100_000, None), (2, 0), (2, 1 << 40)):
        with pytest.raises(BadCluster, match="it must be from 1 to"):
            Cluster(workers=workers, shards=shards)
    assert cluster_of(None, None, None) is None
    assert Cluster(address="tls://head:8786").arguments == ["--cluster=tls://head:8786"]
    for full_id, words in (("bishoppuzzle/4x5_4", "has no kernel"), ("teeko/4x4", "tier by tier .* omit --shards")):
        monkeypatch.setattr(cluster_launch.importlib.util, "find_spec", lambda name: object())
        with pytest.raises(NativeSolveFailed, match=words):
            cluster_launch.solve_on_cluster(tmp_path, load(full_id), Cluster(workers=2, shards=3), lambda done: None)
    monkeypatch.setattr(cluster_launch.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(NativeSolveFailed, match=r"Dask is not installed: python -m pip install -e '\.\[cluster\]'"):
        cluster_launch.solve_on_cluster(tmp_path, load("hexapawn/3x3"), Cluster(workers=2), lambda done: None)
    assert list(tmp_path.iterdir()) == []


def test_commands_without_a_cluster_import_no_dask(tmp_path: Path):
    modules = (
        "server, wsgi, perfect_play.solvers.cli.main, perfect_play.solvers.builder, perfect_play.solvers.native.process"
    )
    code = f"import sys, {modules}; print([m for m in ('dask', 'distributed', 'tornado') if m in sys.modules])"
    environment = {**os.environ, "UWAPI_DATA_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, env=environment)
    assert done.stdout.strip() == "[]", done.stderr


def test_needs_of_each_worker_shrink_with_their_number():
    """More workers need less each, and a shard of bits never has more ranks than offsets can express."""
    for full_id in ("npuzzle/3x4", "pegsolitaire/english", "connect4/5x5"):
        rules = load(full_id)
        plan = plan_of(rules)
        assert plan is not None
        needs = [plan_shards(rules, plan, workers) for workers in (1, 2, 8, 64)]
        assert [share.shards for share in needs] == [2, 4, 16, 128]
        assert [share.memory for share in needs] == sorted((share.memory for share in needs), reverse=True)
        assert len({share.disk for share in needs}) == 1
    rules = load("towersofhanoi/4_16")
    plan = plan_of(rules)
    assert plan is not None
    assert plan_shards(rules, plan, 1).shards >= rules.size / 2**31
