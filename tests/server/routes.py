"""An example of every route of the service, with any text in any of its places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from werkzeug.routing import Rule

from perfect_play.server import create_app
from perfect_play.server.api_docs.route_docs import doc_of

APP = create_app({"build": False})
STATIC = {"release": "0", "name": "main.js"}


class Route(NamedTuple):
    """A GET route: its rule, values for the places in its path, and those of its query."""

    rule: Rule
    path: dict[str, str]
    query: dict[str, str]

    def address(self, **other: str) -> str:
        """The example's address, with other values for some places, percent-encoded."""
        values = {name: quote(other.get(name, value), safe="") for name, value in self.path.items()}
        path = self.rule.rule.replace("<path:", "<")
        for name in self.path:
            path = path.replace(f"<{name}>", values[name])
        query = urlencode({name: other.get(name, value) for name, value in self.query.items()})
        return f"{path}?{query}" if query else path


def routes() -> Iterator[Route]:
    """All routes."""
    for rule in APP.url_map.iter_rules():
        if "GET" not in (rule.methods or ()):
            continue
        told: Any = doc_of(APP.view_functions[rule.endpoint])
        example: dict[str, str] = STATIC if told is None else told.example
        assert set(rule.arguments) <= set(example), rule
        query = {} if told is None else {query.name: query.example for query in told.query if query.required}
        yield Route(rule, {name: example[name] for name in rule.arguments}, query)


def addresses() -> list[str]:
    """An address of every route."""
    return [route.address() for route in routes()]
