"""Scenarios: YAML files, checked and built into one frozen ``Scenario``."""

from __future__ import annotations

from sim.scenario.load import load, load_text, load_with_warnings, load_yaml
from sim.scenario.model import Alias, Happening, Look, News, Resident, Rules, Scenario
from sim.scenario.problems import ScenarioError
from sim.scenario.scaffold import scaffold
from sim.scenario.schema import schema

__all__ = [
    "Alias",
    "Happening",
    "Look",
    "News",
    "Resident",
    "Rules",
    "Scenario",
    "ScenarioError",
    "load",
    "load_text",
    "load_with_warnings",
    "load_yaml",
    "scaffold",
    "schema",
]
