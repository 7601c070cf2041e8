"""Own parts that a town is lived with: minds, actions, happenings, a preset of retrieval and terms of its score.

``Parts`` is what ``build`` and ``tick`` ask; ``ActionKind`` and ``HappeningKind`` are what own actions and happenings extend.
Whatever a part raises becomes a ``PartError`` that names it, the resident and the tick. A town without parts is lived as if
this file did not exist. How a part is found by name is the business of ``sim.parts``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

from sim import parts
from sim.dice import derive
from sim.engine.apply import RECORDED_ONLY, Apply
from sim.engine.happenings import Scene, begin
from sim.engine.watched_parts import WatchedMind, WatchedTerm
from sim.memory import PRESETS, Preset, Term, open_preset
from sim.mind.faculties import USUAL, Faculties
from sim.mind.thought import Thought
from sim.parts import PartError, PartFailed, blame, failed, kind_of, name_of
from sim.record.errors import RunError
from sim.scenario.model import Happening, Rules, Scenario
from sim.types import Action, Address
from sim.world.state import Body

EVERYBODY = ""
"""Stands for the slug where a mind is that of all residents."""
LIVED = ("mind", "answerer", "preset", "term", "action", "happening")
"""The kinds of parts that decide how a town lives; the other kinds only look at it."""
KNOWN_ACTIONS = (*RECORDED_ONLY, "walk", "act", "talk", "say", "leave", "move", "object", "happening", "command", "run")
"""Kinds of actions and events that the program has itself; an own part needs another name."""


class ActionKind:
    """A user's own kind of action. ``name`` is the ``kind`` of its actions and of the events that they are recorded as."""

    part: ClassVar[str] = "action"
    name: str = ""

    def when(self, thought: Thought) -> Mapping[str, Any] | None:
        """The action's data (plain JSON) if this resident is to do it now, else None. Called for every resident who has been
        thinking in a tick; must follow from the thought alone. An own mind may also decide by ``thought.do(name, ...)``."""
        return None

    def apply(self, apply: Apply, body: Body, data: Mapping[str, Any]) -> None:
        """The effect on the world, through the methods of ``apply`` alone (``set_thing``, ``walk``, ``act``, ``happening``).
        The action itself is on record already."""


class HappeningKind:
    """A user's own kind of happening: something that happens to a town."""

    part: ClassVar[str] = "happening"
    name: str = ""

    def happen(self, scene: Scene) -> None:
        """Called at the beginning of every tick; does nothing in most. What it does must follow from the scene alone."""

    def begin(self, scene: Scene, kind: str, text: str, where: Address | None = None) -> None:
        """Begin a happening as a scenario's events do: ``say`` (a sentence that all residents awake in ``where``, or in town,
        perceive and remember), ``weather`` (perceived likewise; "" ends it) or ``object`` (``where`` gets the state)."""
        begin(scene, Happening(scene.apply.at, kind, text, where))

    def chance(self, scene: Scene, share: float, purpose: str = "") -> bool:
        """True in ``share`` (0 to 1) of all ticks, the same ones whenever this run is lived."""
        drawn = derive(scene.scenario.seed, scene.apply.tick, self.name, purpose)
        return drawn < share * 2**63


class OwnPart(NamedTuple):
    """An own part of a town. ``slug`` names the resident whose mind it is; ``EVERYBODY`` for all other parts."""

    kind: str
    name: str
    slug: str
    part: Any


class Parts:
    """The own parts of one town; ``rows`` are all of them."""

    def __init__(self, rows: Sequence[OwnPart] = ()) -> None:
        """Raises ``PartError`` for parts that no town can be lived with, or that exclude each other."""
        for row in rows:
            _check(row)
        self.rows = tuple(rows)
        self.minds: dict[str, Faculties] = {row.slug: WatchedMind(row.name, row.part) for row in self._all("mind")}
        self.answerer, self.preset = self._one("answerer"), self._one("preset")
        self.terms: tuple[Term, ...] = tuple(row.part for row in self._all("term"))
        self.actions: dict[str, ActionKind] = {row.name: row.part for row in self._all("action")}
        self.happenings: dict[str, HappeningKind] = {row.name: row.part for row in self._all("happening")}

    def _all(self, kind: str) -> list[OwnPart]:
        return [row for row in self.rows if row.kind == kind]

    def _one(self, kind: str) -> Any:
        rows = self._all(kind)
        if len(rows) > 1:
            raise PartError(f"a town has one {kind}, not {' and '.join(repr(row.name) for row in rows)}")
        return rows[0].part if rows else None

    @classmethod
    def of(cls, chosen: Iterable[object] = (), minds: Mapping[str, object] | None = None) -> Parts:
        """From parts, or names of installed ones; ``minds`` are slug -> mind. Raises ``PartError``."""
        every = [(EVERYBODY, one) for one in chosen] + list((minds or {}).items())
        return cls([_row(one, slug) for slug, one in every])

    @classmethod
    def of_scenario(cls, scenario: Scenario, given: Parts | None = None) -> Parts:
        """The parts that a scenario names, and those that were ``given``. A given part wins where only one is possible."""
        own = {row.name: row.part for row in given.rows} if given else {}
        minds = {resident.slug: own.get(resident.mind, resident.mind) for resident in scenario.residents if resident.mind}
        named = cls.of([own.get(name, name) for name in scenario.parts], minds).rows
        last = given.rows if given else ()
        taken = {_place(row) for row in last}
        return cls([*(row for row in named if _place(row) not in taken), *last])

    @classmethod
    def recorded(cls, header: Mapping[str, Any], given: Parts | None, run: object) -> Parts:
        """The parts that a run was lived with, out of ``given`` and installed parts. Raises ``PartError`` that says which part
        is missing."""
        own = {(row.kind, row.name): row.part for row in given.rows} if given else {}
        rows, missing = [], []
        for kind, name, slug in _noted(header.get("parts", []), run):
            if kind == "answerer" and (kind, name) not in own:
                continue  # the run's model says who answers now
            try:
                part = own[kind, name] if (kind, name) in own else _load(name, kind)
                rows.append(OwnPart(kind, name, slug, part))
            except PartError as error:
                why = f" ({error})" if parts.is_installed(name) else ""
                missing.append(f"the {kind} {name!r}{f' of {slug}' if slug else ''}{why}")
        if missing:
            what = f"{run}: this run was lived with parts that are missing here: {', '.join(missing)}"
            raise PartError(f"{what}. Install the packages that have them, or give them as arguments.")
        return cls(rows)

    def header(self) -> dict[str, Any]:
        """What the run's header says of the parts; empty without parts, so that runs without parts stay as they were."""
        return {"parts": [list(row[:3]) for row in self.rows]} if self.rows else {}

    # -- asked while a town is put together ------------------------------------------------------------------------------

    def faculties(self, slug: str) -> Faculties:
        """The mind of a resident."""
        return self.minds.get(slug) or self.minds.get(EVERYBODY) or USUAL

    def memory(self, slug: str, rules: Rules) -> Preset:
        """The preset of a resident's stream, an own one or the rules', with importance as residents rate it."""
        preset = open_preset(self.preset or rules.preset, {}).on_scale()
        terms = tuple(WatchedTerm(term, slug, rules.tick) for term in self.terms)
        return replace(preset, terms=terms) if terms else preset

    # -- asked in every tick ---------------------------------------------------------------------------------------------

    def decide(self, thoughts: Iterable[Thought]) -> None:
        """Have all residents who have been thinking decide on own actions."""
        if not self.actions:
            return
        for thought in thoughts:
            for name, action in self.actions.items():
                with blame(f"the action {name!r}", thought.mind.slug, thought.tick):
                    data = action.when(thought)
                    if data is not None:
                        thought.do(name, **data)

    def happen(self, scene: Scene) -> None:
        """Call every own kind of happening at the beginning of a tick."""
        for name, part in self.happenings.items():
            with blame(f"the happening {name!r}", "", scene.apply.tick):
                part.happen(scene)

    def blame(self, action: Action, tick: int, error: Exception) -> None:
        """Raises ``PartFailed`` where the action that failed is of an own kind, or was decided by an own mind."""
        if isinstance(error, PartError):
            return
        mind = self.faculties(action.who)
        if action.kind in self.actions:
            raise PartFailed(failed(f"the action {action.kind!r}", action.who, tick, error)) from error
        if isinstance(mind, WatchedMind):
            what = f"the action {action.kind!r} that the mind {mind.name!r} decided on"
            raise PartFailed(failed(what, action.who, tick, error)) from error


def _noted(rows: object, run: object) -> list[tuple[str, str, str]]:
    """The parts that a run's header names. Raises ``RunError`` where it says anything else, since a file may come from
    anybody."""
    if not isinstance(rows, list):
        raise RunError(f"{run}: what the run says of its parts cannot be read")
    found = [tuple(row) for row in rows if isinstance(row, list) and len(row) == 3 and all(isinstance(it, str) for it in row)]
    if len(found) < len(rows):
        raise RunError(f"{run}: what the run says of its parts cannot be read")
    return [(kind, name, slug) for kind, name, slug in found]


def _load(name: str, kind: str = "") -> Any:
    """The installed part, or the preset of this name among those that the memory stream knows."""
    return PRESETS[name] if name in PRESETS and kind in ("", "preset") else parts.load(name, kind)


def _row(one: object, slug: str) -> OwnPart:
    part = _load(one) if isinstance(one, str) else one() if isinstance(one, type) else one
    return OwnPart(kind_of(part), one if isinstance(one, str) else name_of(one), slug, part)


def _check(row: OwnPart) -> None:
    if row.kind not in LIVED:
        raise PartError(f"{row.name!r} is of the kind {row.kind}: it looks at towns, and none is lived with it")
    if row.slug and row.kind != "mind":
        raise PartError(f"{row.name!r} is of the kind {row.kind}; only a mind can be that of one resident ({row.slug})")
    if row.kind == "preset" and row.part != PRESETS.get(row.name, row.part):
        raise PartError(f"the preset {row.name!r} is not the one that ships under this name; give it a name of its own")
    if row.kind == "action" and (row.name in KNOWN_ACTIONS or not row.name.isidentifier()):
        raise PartError(f"an own action cannot be called {row.name!r}: choose a word that no other action or event has")


def _place(row: OwnPart) -> tuple[str, str]:
    """A key that no two parts of a town may share."""
    return row.kind, row.slug if row.kind in ("mind", "answerer", "preset") else row.name
