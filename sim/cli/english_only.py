"""The warning about a town that is set in another language than English, for minds that know English only. Knows no command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.scenario.languages import is_english, language_name

if TYPE_CHECKING:
    from sim.engine.backend import Backend
    from sim.scenario.model import Scenario

_WHO = {"scripted": "the scripted mind", "guided": "a guided model"}
"""Mode of an answerer that writes from the script's English banks -> its name in the warning."""


def before_a_run(scenario: Scenario) -> str:
    """The warning for a scenario whose answerer is not known yet; "" for a scenario in English."""
    if is_english(scenario.language):
        return ""
    return f"{_setting(scenario)}; the scripted mind and guided models have English only and would live it in English"


def for_backend(scenario: Scenario, backend: Backend) -> str:
    """The warning for a run; "" for a run in English, and for a model that writes itself and may know the language."""
    if is_english(scenario.language) or backend.answerer.prompts == "full":
        return ""
    who = _WHO.get(backend.answerer.mode, "a small mind")
    return f"{_setting(scenario)}, but {who} has English only: the run goes on in English."


def _setting(scenario: Scenario) -> str:
    return f"{scenario.name} is set in {language_name(scenario.language)}"
