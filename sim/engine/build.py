"""Engine construction: from a scenario (a new run) or from a run file (a resumed run), with model and embedder.

The only module that knows how the parts fit together. Raises the errors of the parts; does not run any tick.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from sim.answer.helped import Helped
from sim.engine import code_version
from sim.engine.assignment import Assignment
from sim.engine.attention import Attention
from sim.engine.backend import Backend, embedder_of, helper_of, is_shared, with_prompts
from sim.engine.early import EarlyReplies, EarlyStore
from sim.engine.hearing import note_said
from sim.engine.minds import new_mind, restored_mind
from sim.engine.parts import Parts
from sim.engine.perception_log import last_perceptions
from sim.engine.recorder import Recorder, Sink
from sim.engine.replies import InBackground
from sim.engine.rounds import Rounds, Thinking
from sim.engine.shared_knowledge import SharedKnowledge
from sim.engine.tick import Engine
from sim.memory import CachedEmbedder
from sim.memory.genagents import vectors_of_model
from sim.mind.mind import Mind
from sim.mind.state import MindState
from sim.record.errors import RunError
from sim.record.read import Run
from sim.record.rows import RunHeader
from sim.record.store import RunStore
from sim.scenario import load_text
from sim.scenario.aliases import object_aliases
from sim.scenario.languages import is_english
from sim.scenario.model import Resident, Rules, Scenario
from sim.scenario.schema import RulesModel
from sim.types import Address, read_address, write_address
from sim.world.clock import Clock
from sim.world.norms import Norms
from sim.world.state import World
from sim.world.tilemap import TileMap

ALL = 10**9
ANSWER_AT_ONCE = ("recorded", "scripted", "standin")
"""Ways of answering that need no time, so that nothing is asked of them in the background."""
GARBAGE = (50_000, 20, 100)
"""Thresholds of Python's garbage collector. At the default (700, 10, 10) a large town spends a sixth of its time searching for
reference cycles, and there are hardly any."""


def header(scenario: Scenario, tilemap: TileMap, backend: Backend, name: str, spec: str, own: Parts | None = None) -> RunHeader:
    """The run file's header of a new run: settings, model, own parts, and the scenario and map files."""
    own, scenario = Parts.of_scenario(scenario, own), with_prompts(scenario, backend)
    files = {("scenario", f"{scenario.id}.yaml"): scenario.text.encode(), ("map", f"{tilemap.name}.tmj"): tilemap.text.encode()}
    files |= {("image", image): data for image, data in tilemap.files().items()}
    info = asdict(backend.info)
    if style := getattr(backend.answerer, "style", ""):
        info["style"] = style
    if helper := helper_of(scenario.rules, backend):
        info["helper"] = {"name": helper.info.name, "digest": helper.info.digest, "spec": backend.helper_spec}
    return RunHeader(
        name=name,
        scenario_id=scenario.id,
        scenario_name=scenario.name,
        seed=scenario.seed,
        tick_seconds=scenario.rules.tick,
        start=scenario.start.isoformat(),
        until=scenario.until,
        model={**info, "mode": backend.answerer.mode, "spec": spec, "rules": asdict(scenario.rules), **own.header()},
        embedder=backend.embedder_name,
        version=code_version.version(),
        files=files,
        residents=[(resident.slug, resident_json(resident)) for resident in scenario.residents],
    )


def begin(
    scenario: Scenario,
    tilemap: TileMap,
    sink: Sink,
    backend: Backend,
    thinking: Thinking,
    embedder: CachedEmbedder | None = None,
    own: Parts | None = None,
) -> Engine:
    """A new engine after tick 0, with every resident's past in their memory stream. ``own`` parts are added to those that the
    scenario names."""
    own, scenario = Parts.of_scenario(scenario, own), with_prompts(scenario, backend)
    world = _world(scenario, tilemap)
    embedder = embedder or embedder_of(backend.embedder_name)
    town = SharedKnowledge(scenario, world)
    minds = {r.slug: new_mind(r, town, embedder, own) for r in scenario.residents}
    engine = _engine(scenario, world, minds, sink, backend, embedder, thinking, own)
    if engine.recorder.store_vectors:
        texts = frozenset(one.text for resident in scenario.residents for one in resident.remembered)
        for folder in scenario.folders:
            embedder.load(vectors_of_model(Path(folder), embedder.name, embedder.dim, texts), new=True)
    engine.start()
    return engine


def go_on(
    store: RunStore,
    backend: Backend,
    thinking: Thinking,
    tick: int | None = None,
    embedder: CachedEmbedder | None = None,
    own: Parts | None = None,
) -> Engine:
    """The engine as it was at the last stored tick, or at ``tick`` (to look at: only the last can be continued).

    A run without any stored tick starts from the beginning. Raises ``RunError`` where states are missing, ``PartError`` where
    a part of the run is neither among ``own`` nor installed."""
    with Run(store.path) as run:
        scenario, tilemap = stored_scenario(run)
        scenario = with_prompts(scenario, backend)
        own = Parts.recorded(run.meta.model, own, store.path)
        earlier = (
            None
            if tick is None
            else {r.slug: sorted(run.memories(r.slug, tick, limit=ALL), key=lambda memory: memory.n) for r in run.residents}
        )
        spoken = run.events(0, run.last_tick if tick is None else tick, ("say",))
    if store.last_tick < 0:
        return begin(scenario, tilemap, store, backend, thinking, embedder, own)
    states = store.state_before(tick)
    if "engine" not in states:
        raise RunError(f"{store.path}: what the town needs to go on from there was left out (compact --drop states?)")
    _refuse_gaps(store, scenario, states)
    tick = store.last_tick if tick is None else tick
    world = _world(scenario, tilemap)
    world.load(states, tick)
    embedder = embedder or embedder_of(backend.embedder_name)
    embedder.load(store.vectors(embedder.name).items())
    minds, town, seen = {}, SharedKnowledge(scenario, world), last_perceptions(states)
    for resident in scenario.residents:
        state = MindState.stored(states, resident.slug, seen.get(resident.slug, {}))
        memories = earlier[resident.slug] if earlier else store.memories(resident.slug)
        minds[resident.slug] = restored_mind(resident, state, memories, town, embedder, own)
    for event in spoken:
        note_said(world, minds[event.data["who"]], event.data["text"], event.tick)
    engine = _engine(scenario, world, minds, store, backend, embedder, thinking, own)
    engine.tick = tick
    engine.touched = {world.number(read_address(text)) for text in states["engine"]["touched"]}
    if engine.attention is not None and "attention" in states["engine"]:
        engine.attention.load(states["engine"]["attention"])
    engine.recorder.loaded(states, minds, world.crowd.column("due"), tick)
    return engine


def _refuse_gaps(store: RunStore, scenario: Scenario, states: Mapping[str, Any]) -> None:
    """Raise ``RunError`` where the body or mind of a resident is missing: they would silently start anew."""
    gone = [f"{part} of {r.slug}" for r in scenario.residents for part in ("body", "mind") if f"{part}:{r.slug}" not in states]
    if gone:
        few = ", ".join(gone[:6]) + (" ..." if len(gone) > 6 else "")
        raise RunError(f"{store.path}: the file is damaged. It lacks the {few}. Take another copy of it.")


def stored_scenario(run: Run) -> tuple[Scenario, TileMap]:
    """The scenario and map stored in a run file, with the run's own seed and rules. ``until`` is the run's own end or, once
    that has been reached, the later of it and the scenario's."""
    tilemap = TileMap.parse(run.map_text, base=None, images=run.images, name=run.map_name.rsplit(".", 1)[0])
    scenario = load_text(run.scenario_text, tilemap, run.meta.scenario_id)
    rules = _rules(run.meta.model.get("rules"), scenario.rules, run.path)
    reached = run.last_tick * run.meta.tick_seconds >= run.meta.until
    until = max(run.meta.until, scenario.until) if reached else run.meta.until
    return replace(scenario, seed=run.meta.seed, until=until, rules=rules), tilemap


def _rules(stored: object, otherwise: Rules, path: Path) -> Rules:
    """The rules stored with the run: defaults of a later program must not change a run in progress. Runs from before there were
    two registers were asked in brief, and so on.

    Rules that the run does not store are taken from ``otherwise``. Raises ``RunError`` for values no scenario may have."""
    if not isinstance(stored, dict):
        return otherwise
    known = {name: value for name, value in stored.items() if name in RulesModel.model_fields}
    try:
        before = {"preset": "park", "prompts": "brief", "thinking": False, "words_fade": 0}
        return Rules(**RulesModel.model_validate(asdict(otherwise) | before | known).model_dump())
    except ValidationError as error:
        wrong = ", ".join(sorted({str(one["loc"][0]) for one in error.errors()}))
        raise RunError(f"{path}: the rules it was lived by cannot be used ({wrong}). Take another copy of it.") from error


def _world(scenario: Scenario, tilemap: TileMap) -> World:
    insiders: dict[Address, list[str]] = {}
    for resident in scenario.residents:
        for place in (resident.home, resident.work):
            if place:
                insiders.setdefault(place[:2], []).append(resident.slug)
    people = [(resident.slug, resident.name) for resident in scenario.residents]
    world = World(tilemap, Clock(scenario.start), people, scenario.rules.walk, Norms(scenario.norms, insiders))
    world.setting, world.lacks, world.matters = scenario.setting, scenario.lacks, scenario.matters
    homes = dict.fromkeys(resident.home for resident in scenario.residents if len(resident.home) > 2)
    world.lodgers = {home: frozenset(r.slug for r in scenario.residents if r.home == home) for home in homes}
    if scenario.rules.prompts == "full":
        world.aliases = {object: names[0] for object, names in object_aliases(scenario.aliases, world.places).items()}
    world.english = is_english(scenario.language) or scenario.rules.prompts != "full"
    return world


def _engine(
    scenario: Scenario,
    world: World,
    minds: Mapping[str, Mind],
    sink: Sink,
    backend: Backend,
    embedder: CachedEmbedder,
    thinking: Thinking,
    own: Parts,
) -> Engine:
    rules = scenario.rules
    attention = Attention(rules.attention_budget, minds, world) if rules.attention_budget else None
    rounds = Rounds(backend.answerer, thinking, share=Assignment(rules.share, attention) if is_shared(rules) else None)
    store_vectors = not backend.embedder_name.startswith(("hash", "none"))
    recorder = Recorder(sink, rounds, embedder, scenario.seed, store_vectors)
    gc.set_threshold(*GARBAGE)
    engine = Engine(scenario, world, minds, rounds, recorder, own, attention)
    _answer_by(engine, backend)
    return engine


def _answer_by(engine: Engine, backend: Backend) -> None:
    """Have a backend answer the engine's questions, beside its helper where the rules share them."""
    rules, rounds = engine.scenario.rules, engine.rounds
    helper = helper_of(rules, backend)
    rounds.answerer, rounds.model = backend.answerer, backend.model
    rounds.helper = Helped(backend.answerer, helper.answerer, rules.takeover) if helper else None
    if engine.deliberation is not None and backend.answerer.mode not in ANSWER_AT_ONCE:
        askers = getattr(backend.model, "askers", 1) if backend.answerer.prompts == "full" else 1
        sink = engine.recorder.sink
        early = EarlyReplies(sink) if isinstance(sink, EarlyStore) else None
        engine.deliberation.answered_by(InBackground(rounds, askers, early))


def attach(engine: Engine, sink: Sink, backend: Backend, thinking: Thinking) -> None:
    """Have an engine go on in another file, and with another backend; the questions that are open are asked of it."""
    engine.rounds.thinking, engine.recorder.sink = thinking, sink
    _answer_by(engine, backend)


def resident_json(resident: Resident) -> dict[str, Any]:
    """A resident as JSON data, for the run file's table of residents."""
    data = {**asdict(resident), "speech": resident.speech.how}
    places = {key: write_address(data[key]) if data[key] else "" for key in ("home", "work", "start_at")}
    seldom = ("mind", "remembered", "facts", "known_places", "speech", "day")
    data = {key: value for key, value in data.items() if value or key not in seldom}
    return json.loads(json.dumps({**data, **places, "relationships": dict(resident.relationships)}))  # type: ignore[no-any-return]
