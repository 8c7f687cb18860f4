"""Published sites: their size, and every answer beside the service's."""

import random
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from benchmarks.figures import Figure, Target
from benchmarks.workshop import SEED, Workshop
from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Puzzle, Rules
from perfect_play.server import create_app
from perfect_play.server.publishing.answer_shards import read_shard
from perfect_play.server.publishing.published_site import Site
from perfect_play.solvers.untabled.choice import has_table

GAMES = 20
POSITIONS = 100_000  # compared
LIMIT = 30_000  # positions of a variant
SMALL, LARGE = 1_500, 8_000  # positions up to symmetry of the variants


def measure_published(workshop: Workshop) -> Iterator[Figure]:
    """Bytes for a position, seconds, the largest file, and how many answers are not the service's."""
    chosen = variants(2 if workshop.quick else GAMES)
    workshop.solve(*chosen)
    with tempfile.TemporaryDirectory(prefix="published-") as directory:
        folder = Path(directory) / "site"
        begun = time.perf_counter()
        sizes = Site(folder, workshop.directory, LIMIT).write(chosen)
        seconds = time.perf_counter() - begun
        answers = {rules: folder / "api" / rules.id / rules.variant.id / "answers" for rules in chosen}
        files = {rules: sorted(path.glob("*.bin")) for rules, path in answers.items() if path.is_dir()}
        shards = [path.stat().st_size for paths in files.values() for path in paths]
        yield Figure.of("answers of published sites", [sum(shards) / sum(sizes)], "bytes/position")
        yield Figure.of("publishing them, one process", [sum(sizes) / seconds], "positions/s")
        yield Figure.of("the largest file with answers", [max(shards) / 1000], "kB", target=Target("below", 60))
        first = [
            (paths[0].parents[1] / "answers.json").stat().st_size + max(path.stat().st_size for path in paths)
            for paths in files.values()
        ]
        yield Figure.of("a first value: two files", [max(first) / 1000], "kB", target=Target("below", 64))
        unlike, wanted = [], 1_000 if workshop.quick else POSITIONS
        counts = dict(zip(files, sizes, strict=True))
        for left, rules in zip(range(len(files), 0, -1), sorted(files, key=counts.__getitem__), strict=True):
            unlike.append(compared(workshop.directory, rules, files[rules], wanted // left))
            wanted -= unlike[-1][0]
        enough = Target("at least", 500 if workshop.quick else POSITIONS)
        count = sum(count for count, _ in unlike)
        yield Figure.of("published answers compared with the service's", [count], "positions", target=enough)
        yield Figure.of("unlike the service's", [sum(bad for _, bad in unlike)], "positions", target=Target("below", 1))


def variants(count: int) -> list[Rules]:
    """A variant of each of this many puzzles and games, the first by name that are neither tiny nor large."""
    fitting = {
        rules.id: rules for rules in registry.listed() if SMALL <= rules.variant.positions <= LARGE and has_table(rules)
    }
    return list(islice(fitting.values(), count))


def compared(data_dir: Path, rules: Rules, paths: list[Path], wanted: int) -> tuple[int, int]:
    """How many answers of a variant were compared, and how many of them are not the service's."""
    client = create_app({"data_dir": data_dir, "build": False}).test_client()
    answers = {text: answer for path in paths for text, answer in read_shard(path.read_bytes()).items()}
    texts = random.Random(SEED).sample(sorted(answers), min(wanted, len(answers)))
    room, bad = "puzzles" if isinstance(rules, Puzzle) else "games", 0
    for text in texts:
        path = f"/{room}/{rules.id}/variants/{rules.variant.id}/positions/{text}/"
        expected = client.get(path).json["response"]
        expected.pop("moveValue", None)  # of a half-position; it is the value of the position
        bad += answers[text] != expected
    return len(texts), bad
