"""`SECURITY.md` lists the limits in force."""

from __future__ import annotations

import re

from perfect_play.puzzles import registry
from perfect_play.server.api.batch import MOST_BYTES
from perfect_play.server.api.judging import MOST_BYTES as MOST_PLAY_BYTES
from perfect_play.server.api.solutions import MOST_LINES
from perfect_play.server.api_docs.api_schemas import MOST_JUDGED, MOST_POSITIONS
from perfect_play.server.config import Config
from perfect_play.server.protocols.starts import MAX_SEED
from tests.helpers import ROOT

ROWS = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \| [^|]+ \|$", (ROOT / "SECURITY.md").read_text("utf-8"), re.M))


def row(begins: str) -> str:
    (found,) = [limit for what, limit in ROWS.items() if what.startswith(begins)]
    return found


def test_the_limits_are_those_of_the_code():
    gunicorn = dict(re.findall(r"^(\w+) = (\d+)$", (ROOT / "server" / "gunicorn.conf.py").read_text("utf-8"), re.M))
    assert row("request line") == f"{int(gunicorn['limit_request_line']):,} bytes"
    assert (
        row("headers") == f"{gunicorn['limit_request_fields']} of {int(gunicorn['limit_request_field_size']):,} bytes"
    )
    assert ROWS["position"].startswith(f"{Config.max_position:,} characters")
    assert row("positions of one batch") == f"{MOST_POSITIONS:,}, in {MOST_BYTES >> 20} MiB of JSON"
    assert row("moves of a play") == f"{MOST_JUDGED:,}, in {MOST_PLAY_BYTES >> 20} MiB of JSON"
    assert row("seed") == f"{MAX_SEED} characters"
    assert row("lines of a solution") == str(MOST_LINES)
    longest = max(cls.custom.max_length for cls in registry.all_rules() if cls.custom is not None)
    assert longest <= 1000
    assert "1,000 characters at most" in row("start of a variant")
