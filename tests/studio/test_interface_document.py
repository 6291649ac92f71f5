"""The interface does what its own OpenAPI document says, whatever is sent."""

from __future__ import annotations

from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance

from kibitz.analysis.verbs import verbs
from running_studio import PATIENCE, RunningStudio

EXAMPLES = 12
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


def test_every_verb_is_documented(studio: RunningStudio) -> None:
    status, document = studio.asked("GET", "/openapi.json")
    assert status == 200
    assert set(document["paths"]) == {f"/api/{name}" for name in verbs()}
    status, page = studio.asked("GET", "/api")
    assert status == 200
    assert all(f"POST /api/{name}".encode() in page for name in verbs())


def test_whatever_is_sent_is_answered_as_documented(studio: RunningStudio) -> None:
    schema = schemathesis.openapi.from_url(f"{studio.url}openapi.json")
    for name in verbs():
        _answers_as_documented(schema[f"/api/{name}"]["POST"].as_strategy())


def _answers_as_documented(cases: SearchStrategy[schemathesis.Case[Any]]) -> None:
    """Send generated requests of one verb."""

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None, derandomize=True)
    @given(case=cases)
    def send(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(checks=CHECKS, timeout=2 * PATIENCE)

    send()
