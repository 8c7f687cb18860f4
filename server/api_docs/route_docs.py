"""`@documented`, the decorator with which each view documents its route; `openapi.py` collects the records."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

Json = dict[str, Any]
View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True)
class Query:
    """A query parameter. schema: the JSON Schema of its value; example: a value that is accepted."""

    name: str
    description: str
    schema: Json
    example: str
    required: bool = False


@dataclass(frozen=True)
class RouteDoc:
    """The documentation of a route.

    tag: the section of the API it belongs to. answer: the JSON Schema of a successful answer. example: values for the
    path parameters that lead to a successful answer. query: the query parameters. body: the JSON Schema of the request
    body. errors: the statuses of possible errors besides 404. other_answers: JSON Schemas of answers that are not
    errors but have a status other than 200. media_types: those of a successful answer, the usual one first. cacheable:
    whether the answer changes only when the tables or the release do.
    """

    tag: str
    answer: Json
    example: Mapping[str, str] = field(default_factory=dict)
    query: tuple[Query, ...] = ()
    body: Json | None = None
    errors: tuple[int, ...] = ()
    other_answers: Mapping[int, Json] = field(default_factory=dict)
    media_types: tuple[str, ...] = ("application/json",)
    cacheable: bool = False

    @property
    def media_type(self) -> str:
        """The usual media type of a successful answer."""
        return self.media_types[0]


def documented(
    tag: str,
    answer: Json,
    *query: Query,
    media_type: str | tuple[str, ...] = "application/json",
    example: str | Mapping[str, str] = "",
    **fields: Any,
) -> Callable[[View], View]:
    """Document a view, whose docstring becomes the summary and description of its route. fields: of `RouteDoc`.

    example: that of the route, or `<id>` or `<id>/<variant>` of a puzzle or game.
    """
    media_types = (media_type,) if isinstance(media_type, str) else media_type
    if isinstance(example, str):
        example = dict(zip(("game_id", "variant_id"), filter(None, example.split("/")), strict=False))

    def attach(view: View) -> View:
        view.route_doc = RouteDoc(tag, answer, example, query, media_types=media_types, **fields)  # type: ignore[attr-defined]
        return view

    return attach


def doc_of(view: Callable[..., Any]) -> RouteDoc | None:
    """The documentation of a view; None if it has none."""
    doc: RouteDoc | None = getattr(view, "route_doc", None)
    return doc
