"""The most expensive known requests of each route; a test checks that no route is missing."""

import json
from typing import Any, NamedTuple
from urllib.parse import quote

from flask import Flask

from benchmarks.workshop import find_variant
from perfect_play.puzzles import registry
from perfect_play.puzzles.notation import autogui
from perfect_play.server.api.images import MOST_PICTURES


class ExpensiveRequest(NamedTuple):
    """A request: its path, and the JSON that it posts."""

    path: str
    body: Any = None

    @property
    def content(self) -> bytes:
        """The body as sent; empty without one."""
        return b"" if self.body is None else json.dumps(self.body).encode()

    @property
    def line(self) -> str:
        """The request line."""
        return f"{'GET' if self.body is None else 'POST'} {self.path} HTTP/1.1"

    @property
    def headers(self) -> list[str]:
        """The headers."""
        return [] if self.body is None else ["Content-Type: application/json"]

    def route(self, app: Flask) -> str:
        """The route that answers it."""
        method, path = self.line.split()[:2]
        rule, _ = app.url_map.bind("").match(path.partition("?")[0], method, return_rule=True)
        return rule.rule


HARD_TILES = "fecdba987654321-"  # of the 15-puzzle: far from solved
NIM, LONG_NIM = "nim/" + "_".join(["9"] * 10), "nim/" + "_".join(["25"] * 20)
VALUES = "domineering/5x5 clobber/4x5 snort/4x4 toadsandfrogs/5_3_5 hackenbush/g1" + "_1g_1r_1b" * 3 + "_1g_1r"
STARTS = "npuzzle/4 rushhour/hard pegsolitaire/english rubikscube/quarter lightsout/25"
CODES = "0.16 0.77 4.777777 0.777777777 0.454"

PATHS = f"""
/ /today/ /practice/ /matches/ /script/ /g/lightsout/ /g/kayles/500/
/metrics/ /health/ /puzzles/health/ /ready/ /openapi.json/ /robots.txt/ /games/ /puzzles/ /universal/v1/
/api/ /api/cards/ /api/catalogue/ /api/progress/ /api/lightsout/25/ /api/kalah/3x4/look/ /api/npuzzle/3/table/
/api/nimber/ /api/scripts/ /api/scripts/twinsteps/ /api/scripts/twinsteps/5/
/static/x/play.js/ /oembed/?url=/embed/lightsout/25
/games/sum/ /games/kayles/variants/500/ /puzzles/sokoban/ /puzzles/rushhour/variants/ /puzzles/lightsout/25/
/puzzles/lightsout/variants/25/ /universal/v1/sokoban/ /universal/v1/lightsout/25/
/universal/v1/sum/nim_3_5~kayles_7/instructions/
/backends/classic/chomp/79/start/ /backends/classic/connect4/2/positions/?p={"-" * 42}
/backends/one/neutron/0/ /backends/one/quixo/2/1_---------/
/api/npuzzle/4/solution/?p={HARD_TILES} /api/npuzzle/4/solution/?all=true&limit=100&p={HARD_TILES}
/api/klotski/settingsun/solution/?all=true
"""

SEVERAL = {
    "/api/{}/graph/": "kayles/12 lightsout/25",
    "/api/{}/theory/": "kayles/500 lightsout/25",
    "/api/{}/setup/": "kayles/500 lightsout/25",
    "/api/{}/preview/": f"rushhour/hard npuzzle/4 kayles/500 lightsout/25 {NIM}",
    "/api/{}/known/": "connect4/6x7 kalah/3x6 quarto/regular",
    "/api/{}/practice/?difficulty=hard&seed=1": "npuzzle/3 lightsout/25 nqueens/8",
    "/api/{}/mine/?kind=unique&length=999&seed=1": "npuzzle/3 lightsout/25 tictactoe/regular",
    "/api/{}/best-move/?limit=60": "kalah/3x6 connect4/5x5 domineering/5x5 sum/nim_3_5~kayles_7",
    "/api/{}/solution/?all=true&limit=100": "pegsolitaire/english towersofhanoi/3_12 lightsout/25",
    "/api/{}/image.svg/?moves=true": "lightsout/25 kayles/500 npuzzle/4",
    "/api/{}/image.png/?moves=true": f"{LONG_NIM} kayles/500 topspin/7_3",
    "/embed/{}/": "lightsout/25 kayles/500 npuzzle/4 connect4/6x7",
    "/api/{}/value/": VALUES,
    "/api/{}/value.svg/": VALUES,
    "/api/{}/export/": "towersofhanoi/3_8 lightsout/4",
    "/api/{}/export/?sample=2000&columns=moves,board": "npuzzle/3 connect4/4x4",
    "/api/{}/statistics/": "rubikscube/quarter topspin/10_2 npuzzle/3",
    "/puzzles/{}/start/?difficulty=hard&seed=1": STARTS,
    "/puzzles/{}/start/?remoteness=3&seed=1": STARTS,
    "/api/nimber/{}/100/": CODES,
    "/api/nimber/{}/?heaps=0-999": CODES,
    "/api/nimber/{}/100000000/": CODES,
}
"""Paths, and the variants or codes that they are requested for."""

JUDGED = {
    "kayles/500": {"moves": [str(pin) for pin in range(1, 501)]},
    "lightsout/25": {"moves": ["a1", "a1"] * 500},
    "npuzzle/3": {"moves": ["5", "5"] * 500},
    "npuzzle/4": {"moves": ["1", "1"] * 500, "position": HARD_TILES},
    "connect4/6x7": {"moves": [str(1 + move % 7) for move in range(22)]},
}


def expensive() -> list[ExpensiveRequest]:
    """All of them."""
    rush_hour = find_variant("rushhour/hard")
    cars = [rush_hour.format(position) for position in rush_hour.starts()[:20]]
    lights = find_variant("lightsout/25")
    board = lights.format(lights.start())
    positions = (
        f"/games/kayles/variants/500/positions/{_start('kayles/500')}/",
        f"/games/nim/variants/{NIM[4:]}/positions/{_start(NIM)}/",
        f"/games/sum/variants/nim_3_5~kayles_7/positions/{_start('sum/nim_3_5~kayles_7')}/",
        f"/puzzles/lightsout/25/{_start('lightsout/25')}/",
        f"/puzzles/npuzzle/4/R_A_4_4_{HARD_TILES}/",
        f"/puzzles/pegsolitaire/variants/english/positions/{_start('pegsolitaire/english')}/",
    )
    batches = (
        ("npuzzle", "4", ["123456789abcdef-", HARD_TILES] * 5000),
        ("rushhour", "hard", cars),
        ("kayles", "500", ["-" * 500] * 5000),
    )
    return [
        *map(ExpensiveRequest, PATHS.split()),
        ExpensiveRequest("/api/pictures/?ids=" + ",".join(cls.id for cls in registry.all_rules()[:MOST_PICTURES])),
        *(ExpensiveRequest(path.format(name)) for path, names in SEVERAL.items() for name in names.split()),
        *(ExpensiveRequest(f"{path}{moves}") for path in positions for moves in ("", "moves/")),
        *(ExpensiveRequest(f"/puzzles/rushhour/hard/positions/?p={quote(text)}") for text in cars),
        *(ExpensiveRequest(f"/universal/v1/rushhour/hard/positions/?p={quote(text)}") for text in cars[:3]),
        ExpensiveRequest(f"/universal/v1/lightsout/25/positions/?p={quote(board)}"),
        ExpensiveRequest("/api/scripts/", {"text": (registry.scripts() / "tugrope.txt").read_text(encoding="utf-8")}),
        ExpensiveRequest("/api/lightsout/25/map/", {"positions": [board]}),
        ExpensiveRequest("/api/nqueens/9/map/", {"positions": ["-" * 81]}),
        *(ExpensiveRequest(f"/api/{full_id}/judge/", play) for full_id, play in JUDGED.items()),
        *(
            ExpensiveRequest("/api/positions/", {"gameId": id_, "variantId": variant_id, "positions": texts})
            for id_, variant_id, texts in batches
        ),
    ]


def _start(full_id: str) -> str:
    """A start as paths have it."""
    rules = find_variant(full_id)
    return quote(autogui.write_position(rules, rules.start()))
