"""`/openapi.json` is valid, and whatever is requested by it is answered as described."""

from __future__ import annotations

from typing import Any

import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from openapi_spec_validator import validate
from schemathesis.checks import content_type_conformance, not_a_server_error
from schemathesis.specs.openapi.checks import (
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from tests.helpers import start_up
from tests.server.test_openapi import DOCUMENT

NAMES = [
    (rules.id, rules.variant.id) for rules in start_up() if rules.variant.testing and rules.variant.positions <= 999
]
KNOWN = ("game_id", "puzzle_id")


def test_document_is_valid_openapi():
    validate(DOCUMENT)


def sensible(context: Any, path_parameters: dict[str, Any] | None) -> dict[str, Any] | None:
    """Use an existing id and variant every other time, so that not every answer is a 404."""
    if not path_parameters:
        return path_parameters
    told = dict(path_parameters)
    chosen = sum(map(ord, "".join(map(str, told.values()))))
    if chosen % 4:
        game, variant = NAMES[chosen % len(NAMES)]
        told |= {name: game for name in KNOWN if name in told}
        if "variant_id" in told:
            told["variant_id"] = variant
    return told


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    unsupported_method,
]
FEW = settings(max_examples=4, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))


def test_generated_requests_are_answered_as_described(app: Flask):
    schema = schemathesis.openapi.from_wsgi("/openapi.json", app)
    schema.hook("map_path_parameters")(sensible)
    asked = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        FEW(given(operation.as_strategy())(answered_as_described))()
        asked += 1
    assert asked == sum(map(len, DOCUMENT["paths"].values())) - 1  # the description itself is not requested again


def answered_as_described(case: Any) -> None:
    """Request one case, and check the answer against the description."""
    case.call_and_validate(checks=CHECKS, headers={"Accept-Encoding": "identity"})  # it does not decode WSGI answers
