"""Who answers a run's questions: the script, a model, several or an own part, with the embedder and the helper beside it.

Also what of a scenario's rules depends on that. Raises ``ModelError`` and ``PartError``; knows no engine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from sim import parts
from sim.answer.opening import TALKS, is_small, open_answerer
from sim.answer.protocol import Answerer
from sim.answer.recorded import Recorded
from sim.answer.standin import StandIn
from sim.engine.assignment import Assignment, read_table
from sim.engine.watched_parts import WatchedAnswerer
from sim.llm import open_model
from sim.llm.base import Model, ModelError, ModelInfo
from sim.llm.loading import split_specs
from sim.llm.memory_plan import KEPT_PREFIXES, MAX_LANES, Demand
from sim.llm.server_settings import ServerSettings
from sim.memory import CachedEmbedder, open_embedder
from sim.scenario.model import Rules, Scenario

FAKE = "fake"
"""The scripted mind, as a user names it."""
STANDIN = "standin"
"""The stand-in, as a user names it."""
BUNDLED = "bundled"
"""The model that is shipped with the program, as a user names it."""
LARGE_MODEL = 200_000_000
"""Parameters from which a model that the processor computes gets a helper, unless scenario or user say otherwise."""


QUESTIONS_AT_ONCE = 3
"""Questions that one resident has open at once in the full register: a thought, one in the background, steps ahead."""
SHORT_CONTEXT = 2048
"""Positions for a request of a small mind: its prompts have some 600 tokens, and other vocabularies need more than its own."""
PREFIXES_PER_PERSON = 32
"""Beginnings of prompts worth keeping for a resident: one for each kind of question, and the last few prompts."""


@dataclass(slots=True)
class Backend:
    """The answerer, the model behind it (None for the script), its description and the embedder's name."""

    answerer: Answerer
    model: Model | None
    info: ModelInfo
    embedder_name: str
    spec: str = ""
    """What was asked for: ``fake``, ``bundled``, a file, a server, ``part:NAME``."""
    helper_spec: str = STANDIN
    """What answers beside the model where a run shares its questions."""
    _helper: Backend | None = None

    @property
    def share(self) -> str:
        """Which questions the model answers itself where neither scenario nor user says so. A large local model that the
        processor computes leaves to the helper what it would take hours for."""
        large = self.model is not None and int(self.info.details.get("parameters", 0)) >= LARGE_MODEL
        return "words" if large and self.info.details.get("gpu layers") == "0" else "all"

    @property
    def helper(self) -> Backend:
        """What answers beside the model; opened when first needed."""
        if self._helper is None:
            self._helper = open_backend(self.helper_spec)
        return self._helper

    def close(self) -> None:
        for model in (self.model, self._helper):
            if model is not None:
                model.close()


def open_backend(
    spec: str,
    *,
    guided: bool | None = None,
    style: str = "",
    embedder: str | None = None,
    gpu_layers: int | None = 0,
    context: int | None = None,
    lanes: int | None = None,
    threads: int | None = None,
    settings: ServerSettings | None = None,
    helper: str = STANDIN,
    people: int = 0,
) -> Backend:
    """The scripted mind for ``fake``, the stand-in for ``standin``, otherwise a model, or several with `` + `` between them.
    ``guided`` None keeps the model's own mode, ``style`` "" what suits it; those from ``gpu_layers`` on are as in
    ``open_model``. ``helper`` answers beside the model where a run shares its questions. A file takes the memory that a town
    of so many ``people`` can use (0: of any number). Raises ``ModelError``."""
    several = split_specs(spec)
    if len(several) > 1 and (
        alone := next((one for one in several if one in (FAKE, STANDIN) or one.startswith(parts.MODEL)), "")
    ):
        raise ModelError(f"{alone} answers alone, or beside a model with --helper; only models and servers answer together.")
    if spec.startswith(parts.MODEL):
        return own_backend(parts.load(spec.removeprefix(parts.MODEL), "answerer"), spec, embedder, helper)
    if spec == FAKE:
        return Backend(open_answerer(None), None, ModelInfo(FAKE, "", True, 0), embedder or "hash", spec)
    if spec == STANDIN:
        return Backend(StandIn(), None, ModelInfo(STANDIN, "", True, 0), embedder or "hash", spec)
    memory = {"gpu_layers": gpu_layers, "context": context, "lanes": lanes, "threads": threads}
    model = open_model(spec, **memory, guided=guided, settings=settings, demand=demand_of(people, bool(guided), style))
    return model_backend(model, spec, embedder, helper, style)


def demand_of(people: int, guided: bool, style: str) -> Callable[[int], Demand]:
    """What a town of so many ``people`` (0: any number) can use of a model of so many parameters. The drafts of one day alone
    fill every lane of a small mind."""

    def demand(parameters: int) -> Demand:
        if not people or guided or parameters < TALKS:
            return Demand()
        prefixes = min(KEPT_PREFIXES, PREFIXES_PER_PERSON * (people + 1))
        if is_small(parameters, style):
            return Demand(MAX_LANES, SHORT_CONTEXT, prefixes)
        return Demand(min(MAX_LANES, QUESTIONS_AT_ONCE * people), prefixes=prefixes)

    return demand


def model_backend(model: Model, spec: str, embedder: str | None = None, helper: str = STANDIN, style: str = "") -> Backend:
    """A model, guided or free as its own property says."""
    return Backend(open_answerer(model, style=style), model, model.info, embedder or "minilm", spec, helper)


def own_backend(answerer: Answerer, spec: str, embedder: str | None = None, helper: str = STANDIN) -> Backend:
    """An own way of answering, without one of our models behind it."""
    watched = WatchedAnswerer(answerer, spec)
    return Backend(watched, None, ModelInfo(spec, "", False, 0), embedder or "minilm", spec, helper)


def with_prompts(scenario: Scenario, backend: Backend) -> Scenario:
    """The scenario with all rules that depend on the answerer. The register: ``brief`` for answerers that know no other, else
    what the scenario says, else what suits the answerer. Models that write freely share the questions with a helper and think
    while the town goes on, unless the scenario says otherwise."""
    suits, rules = backend.answerer.prompts, scenario.rules
    read_table(rules.share)  # raises for a table that is wrong, also in a run that does not use it
    alone = getattr(backend.answerer, "alone", False)
    prompts = suits if suits == "brief" or alone else rules.prompts or suits
    thinking = backend.model is not None and suits != "brief" if rules.thinking is None else rules.thinking
    rules = replace(rules, prompts=prompts, thinking=thinking)  # type: ignore[arg-type]  # an answerer names its register
    if suits == "brief" or alone:
        return replace(scenario, rules=replace(rules, share="all", attention_budget=0, takeover=False))
    return replace(scenario, rules=replace(rules, share=rules.share or backend.share))


def is_shared(rules: Rules) -> bool:
    """Whether a helper answers beside the model."""
    return Assignment(rules.share).shared or rules.attention_budget > 0 or rules.takeover


def helper_of(rules: Rules, backend: Backend) -> Backend | None:
    """The helper that a run needs. A record needs none; an answerer that answers in brief alone is its own helper."""
    answerer = backend.answerer
    alone = isinstance(answerer, Recorded) or answerer.prompts == "brief" or not is_shared(rules)
    return None if alone else backend.helper


def embedder_of(name: str) -> CachedEmbedder:
    """The embedder of this name, with a cache of its own."""
    return CachedEmbedder(open_embedder(name))
