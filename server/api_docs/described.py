"""What a view says of itself, for the description of the API: put on it by a decorator, where the view stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

Json = dict[str, Any]
View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True)
class Query:
    """One parameter behind the `?` of an address. schema: of its value, in JSON Schema; example: a value that works."""

    name: str
    description: str
    schema: Json
    example: str
    required: bool = False


@dataclass(frozen=True)
class Described:
    """What a route answers.

    tag: the room of the API it stands in. answer: the JSON Schema of a good answer. example: values for what
    stands in its path that are answered well. query: what may stand behind the `?`. body: the JSON Schema of what
    is sent. errors: the statuses besides 200 and 404 that answer with an error; other: schemas of what answers with
    another status and is no error. kind: the media type of a good answer. lasting: whether the same question has the
    same answer as long as tables and release are the same.
    """

    tag: str
    answer: Json
    example: Json
    query: tuple[Query, ...] = ()
    body: Json | None = None
    errors: tuple[int, ...] = ()
    other: Mapping[int, Json] = field(default_factory=dict)
    kind: str = "application/json"
    lasting: bool = False


def described(
    tag: str,
    answer: Json,
    *query: Query,
    example: Json | None = None,
    body: Json | None = None,
    errors: tuple[int, ...] = (),
    other: Mapping[int, Json] | None = None,
    kind: str = "application/json",
    lasting: bool = False,
) -> Callable[[View], View]:
    """Describe a view, whose docstring is its summary."""

    def put(view: View) -> View:
        view.described = Described(tag, answer, example or {}, query, body, errors, other or {}, kind, lasting)  # type: ignore[attr-defined]
        return view

    return put


def description_of(view: Callable[..., Any]) -> Described | None:
    """What a view says of itself; None where it says nothing."""
    found: Described | None = getattr(view, "described", None)
    return found
