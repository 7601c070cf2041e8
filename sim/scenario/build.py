"""Builds the frozen ``Scenario`` from validated data, with its external events, and checks it against the map and itself.

The shapes are checked first (``validation``). The valid parts are built here even if others failed, so that all problems are
reported at once. Knows nothing of files.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sim.scenario.aliases import read_aliases
from sim.scenario.announcements import remembered
from sim.scenario.checker import Checker, parse_duration, parse_start
from sim.scenario.languages import is_english
from sim.scenario.matters import read_matters, undertaking
from sim.scenario.model import Happening, Look, News, Remembered, Resident, Rules, Scenario
from sim.scenario.names import unwritable
from sim.scenario.personas import DATE, MAX_STEPS, fact_lines, sentences
from sim.scenario.problems import Path, ProblemReport
from sim.scenario.schema import (
    EVENT_KINDS,
    EVENT_NEEDS,
    MAX_NAME,
    EventModel,
    LookModel,
    NewsModel,
    ResidentModel,
    ScenarioModel,
    WorkModel,
)
from sim.types import GREETS, Address, Speech, Undertaking, news_signs
from sim.world.clock import DAY, Clock, minutes_of
from sim.world.places import Places

_COMPANIONS = {"state": ("object",), "to": ("whisper",), "where": ("say", "arrive")}
"""Key -> the kinds of event that it goes with."""


def read_events(model: ScenarioModel, check: Checker) -> tuple[Happening, ...]:
    """All external events in order of time."""
    names = {slug: resident.name for slug, resident in model.residents.items()}
    found = [_happening(entry, ("events", number), names, check) for number, entry in enumerate(model.events)]
    return tuple(sorted((happening for happening in found if happening), key=lambda happening: happening.at))


def _happening(entry: EventModel, at: Path, names: Mapping[str, str], check: Checker) -> Happening | None:
    """An external event; None where its kind is not clear."""
    kinds = [kind for kind in EVENT_KINDS if getattr(entry, kind) is not None]
    if len(kinds) != 1:
        has = " and ".join(kinds) or "none"
        check.report.add(at, f"an event has exactly one of {', '.join(EVENT_KINDS)}; this one has {has}")
        return None
    kind = kinds[0]
    for key, its_kinds in _COMPANIONS.items():
        if getattr(entry, key) is not None and kind not in its_kinds:
            check.report.add((*at, key), f"{key}: goes with {' or '.join(its_kinds)}:, not with {kind}:", at_key=True)
    if kind in EVENT_NEEDS and getattr(entry, EVENT_NEEDS[kind]) is None:
        check.report.add(at, f"an event with {kind}: needs {EVENT_NEEDS[kind]}: as well")

    person_key = {"whisper": "to", "arrive": "arrive", "leave": "leave"}.get(kind, "")
    slug = getattr(entry, person_key) if person_key else None
    who = check.person(slug, (*at, person_key)) if slug else ""
    moment = check.moment(entry.at, (*at, "at"))
    if kind in ("arrive", "leave"):
        text = f"{names.get(who, who)} has just {'arrived' if kind == 'arrive' else 'left'}"
    else:
        text = str(entry.state or "") if kind == "object" else str(getattr(entry, kind))
    if kind == "object":
        where = check.optional(entry.object, (*at, "object"), ("object",))
    else:
        place_kinds = ("sector", "arena", "object") if kind == "arrive" else ("sector", "arena")
        where = check.optional(entry.where, (*at, "where"), place_kinds)
    lasts = 0 if entry.lasts is None else check.duration(entry.lasts, (*at, "lasts"))
    return Happening(at=moment, kind=kind, text=text, where=where, who=who, lasts=lasts)


def build(model: ScenarioModel, places: Places, report: ProblemReport, known: tuple[str, ...]) -> Scenario:
    """The scenario. Problems go into ``report``; the result is valid only if there are none. ``known`` are the slugs of all
    residents, also of those with mistakes, so that one mistake is not reported many times."""
    start = _start(model, report)
    check, rules = Checker(report, places, Clock(start), known), model.rules.model_dump()
    scenario = Scenario(
        id="",
        name=model.name,
        description=" ".join(model.description.split()),
        map=model.map,
        start=start,
        until=_until(model, check),
        seed=model.seed,
        residents=tuple(_resident(slug, entry, model, check) for slug, entry in model.residents.items()),
        news=_news(model, check),
        happenings=read_events(model, check),
        matters=read_matters(model, check),
        norms=_norms(model, check),
        aliases=read_aliases(model, check),
        rules=Rules(**rules | {"share": _share(model.minds) or rules["share"]}),
        language=model.language,
        setting=" ".join(model.setting.split()),
        acquainted=model.acquainted,
        lacks=tuple(model.lacks),
        parts=tuple(model.parts),
    )
    _check_names(scenario, report)
    return scenario


def _start(model: ScenarioModel, report: ProblemReport) -> dt.datetime:
    try:
        return parse_start(model.start)
    except ValueError as error:
        report.add(("start",), str(error))
        return dt.datetime(2026, 5, 8, 7, 0)


def _until(model: ScenarioModel, check: Checker) -> int:
    try:
        return parse_duration(model.until)
    except ValueError:
        told = len(check.report.found)
        until = check.moment(model.until, ("until",))
    if until == 0 and len(check.report.found) == told:
        check.report.add(("until",), f"{model.until!r} is the start itself; name a later moment, such as day 2 22:00")
    return until


def _resident(slug: str, entry: ResidentModel, model: ScenarioModel, check: Checker) -> Resident:
    at: Path = ("residents", slug)
    home, first = check.place(entry.home, (*at, "home")), entry.first or called_by_friends(entry.name)
    return Resident(
        slug=slug,
        name=entry.name,
        first=first,
        age=entry.age,
        traits=tuple(entry.traits),
        background=(*(line for text in entry.background for line in sentences(text)), *fact_lines(entry.facts, first)),
        currently=" ".join(entry.currently.split()),
        home=home,
        work=check.optional(entry.work, (*at, "work")),
        occupation=entry.occupation,
        wakes=check.minutes(entry.wakes, (*at, "wakes")) % 1440,
        sleeps=check.minutes(entry.sleeps, (*at, "sleeps")),
        relationships=_relationships(slug, entry, check),
        memories=tuple(line for text in entry.memories for line in sentences(text)),
        look=_look(slug, entry.look),
        start_at=check.optional(entry.start_at, (*at, "start_at"), ("sector", "arena", "object")) or home,
        mind=entry.mind,
        speech=_speech(entry, at, check),
        day=tuple(_work(row, (*at, "day", number), model, check) for number, row in enumerate(entry.day)),
        remembered=_remembered(entry, (*at, "remembered"), check),
        facts=entry.facts,
        known_places=tuple(
            check.place(name, (*at, "known_places", n), ("sector",)) for n, name in enumerate(entry.known_places)
        ),
    )


def _remembered(entry: ResidentModel, at: Path, check: Checker) -> tuple[Remembered, ...]:
    """Imported memories, their times as seconds on one clock."""
    rows = entry.remembered
    times = [one.created for one in rows if one.created is not None]
    dated = bool(times) and all(isinstance(time, str) for time in times)
    if len(times) not in (0, len(rows)) or any(isinstance(time, str) != dated for time in times):
        check.report.add(at, "either every memory has a created: or none, and all are dates or all are whole numbers")
        return ()
    for number, one in enumerate(rows):
        if any(n >= number for n in one.evidence):
            message = f"evidence: memory {number} may rest only on those before it in the list, which count from 0"
            check.report.add((*at, number, "evidence"), message)
    try:
        begin = min(map(_seconds, times)) // DAY * DAY if dated else 0
        made = [
            Remembered(
                one.text,
                one.kind,
                one.importance,
                None if one.created is None else _seconds(one.created) - begin,
                None if one.accessed is None else _seconds(one.accessed) - begin,
                None if one.expires is None else _seconds(one.expires) - begin,
                tuple(one.evidence),
                dated,
            )
            for one in rows
        ]
    except ValueError as error:
        check.report.add(at, f"created, accessed and expires: {error}")
        return ()
    spread = [time for one in made for time in (one.created, one.accessed, one.expires) if time is not None]
    if spread and max(spread) - min(spread) > MAX_STEPS:
        check.report.add(at, "the memories lie more than 300 years apart; look at their created:, accessed: and expires:")
    return tuple(made)


def _seconds(time: int | str) -> int:
    """A time step, or the seconds of a date since the year 1. Raises ValueError."""
    if isinstance(time, int):
        return time
    return int((dt.datetime.strptime(time, DATE) - dt.datetime(1, 1, 1)).total_seconds())


def _work(entry: WorkModel, at: Path, model: ScenarioModel, check: Checker) -> Undertaking:
    """What a resident does for a living; an object may be named by its alias."""
    called = {
        f"{place}:{alias}": f"{place}:{thing}" for place, names in model.aliases.items() for alias, thing in names.items()
    }
    known = entry.model_copy(update={"at": called.get(entry.at, entry.at)})
    return undertaking(known, at, check, ("sector", "object"))


_WITH_GIVEN = ("Father", "Mother", "Brother", "Sister", "Aunt", "Uncle", "Old", "Sir", "Dame", "Lady", "Saint", "Granny")
_WITH_FAMILY = (
    "Mr", "Mrs", "Miss", "Ms", "Dr", "Doctor", "Professor", "Captain", "Herr", "Frau", "Madame", "Monsieur", "Lord", "Judge",
    "Pastor", "Vicar",
)  # fmt: skip


def called_by_friends(name: str) -> str:
    """How friends address a person of this full name: its first word, or the title with the given or the family name."""
    title, *rest = name.split()
    if not rest or title.rstrip(".") not in (*_WITH_GIVEN, *_WITH_FAMILY):
        return title
    return f"{title} {rest[0] if title in _WITH_GIVEN else rest[-1]}"


GREETING = re.compile(rf"(?:Oh, |\w+\. )?{GREETS}", re.I)


def _speech(entry: ResidentModel, at: Path, check: Checker) -> Speech:
    said = entry.speech
    for number, line in enumerate(said.greets):
        if not GREETING.match(line):
            hint = f"{entry.name}'s greeting {line!r} begins with no word that is heard as one"
            known = "Hello, Good day, Good evening, Welcome, Greetings, Ahoy, Well met, Peace be with you, God keep you"
            check.report.add((*at, "speech", "greets", number), f"{hint}, such as {known}")
    return Speech(said.how, tuple(said.asks), tuple(said.says), tuple(said.greets))


def _relationships(slug: str, entry: ResidentModel, check: Checker) -> dict[str, str]:
    for other in entry.relationships:
        path: Path = ("residents", slug, "relationships", other)
        if other == slug:
            check.report.add(path, f"{slug!r} needs no relationship with themselves; remove it", at_key=True)
        check.person(other, path, at_key=True)
    return dict(entry.relationships)


def _look(slug: str, look: LookModel) -> Look:
    """The values in the file; missing ones come from a hash of the slug, so that a resident looks the same in every run."""
    drawn = hashlib.blake2b(slug.encode(), digest_size=6).digest()
    names = ("skin", "hair", "hair_colour", "shirt", "trousers", "extra")
    given: Mapping[str, int | None] = look.model_dump()
    return Look(**{name: drawn[n] if given[name] is None else int(given[name] or 0) for n, name in enumerate(names)})


def _news(model: ScenarioModel, check: Checker) -> tuple[News, ...]:
    seen: list[str] = []
    for number, entry in enumerate(model.news):
        if entry.id in seen:
            check.report.add(("news", number, "id"), f"two news have the id {entry.id!r}; give one another id")
        seen.append(entry.id)
    return tuple(_one_news(entry, ("news", number), model, check) for number, entry in enumerate(model.news))


def _one_news(entry: NewsModel, at: Path, model: ScenarioModel, check: Checker) -> News:
    host = check.person(entry.host, (*at, "host")) if entry.host else ""
    knows = check.people(entry.knows, (*at, "knows")) or ((host,) if host else ())
    if not knows:
        check.report.add(at, f"nobody knows the news {entry.id!r} at the start; name them under knows: or host:")
    host_name = model.residents[host].name if host in model.residents else ""
    people = tuple(resident.name for resident in model.residents.values())
    for number, sign in enumerate(entry.signs):
        if sign.casefold() not in entry.text.casefold():
            message = f"the sign {sign!r} is not in the text of the news; nobody could ever know it"
            check.report.add((*at, "signs", number), message)
    news = News(
        id=entry.id,
        text=" ".join(entry.text.split()).rstrip("."),
        knows=knows,
        signs=tuple(entry.signs) or news_signs(entry.text, host_name),
        importance=entry.importance,
        host=host,
        place=check.optional(entry.place, (*at, "place")),
        at=None if entry.at is None else check.moment(entry.at, (*at, "at")),
        lasts=check.duration(entry.lasts, (*at, "lasts")),
        spread=entry.spread,
    )
    return replace(news, known_as=remembered(news, check.clock, people) if is_english(model.language) else news.text)


def _norms(model: ScenarioModel, check: Checker) -> dict[Address, dict[str, Any]]:
    """The rules of places (as in ``Scenario.norms``): the map's, overridden by the scenario's."""
    norms: dict[Address, dict[str, Any]] = {}
    for place in check.places.all:
        found = _map_norm(place.properties, check.known)
        if place.kind in ("sector", "arena") and found:
            norms[place.address] = found
    for name, entry in model.norms.items():
        at: Path = ("norms", name)
        address = check.place(name, at)
        values = {key: value for key, value in entry.model_dump().items() if value is not None}
        for key in ("opens", "closes"):
            if key in values:
                values[key] = check.minutes(values[key], (*at, key))
        if "owner" in values:
            check.person(values["owner"], (*at, "owner"))
        if "only" in values:
            values["only"] = check.people(values["only"], (*at, "only"))
        norms[address] = norms.get(address, {}) | values
    return norms


def _map_norm(properties: Mapping[str, Any], known: tuple[str, ...]) -> dict[str, Any]:
    """The rules in a place's map properties, without people who are not in this scenario."""
    found: dict[str, Any] = {}
    for key in ("opens", "closes"):
        try:
            if properties.get(key):
                found[key] = minutes_of(str(properties[key]))
        except ValueError:
            continue
    if isinstance(properties.get("capacity"), int) and properties["capacity"] > 0:
        found["capacity"] = properties["capacity"]
    if properties.get("owner") in known:
        found["owner"] = properties["owner"]
    only = tuple(slug for part in str(properties.get("only") or "").split(",") if (slug := part.strip()) in known)
    return found | ({"only": only} if only else {})


def _check_names(scenario: Scenario, report: ProblemReport) -> None:
    """Names must differ, since memories name residents, and must not contain a colon, since prompts write ``Name: words``."""
    for number, resident in enumerate(scenario.residents):
        if len(resident.name) > MAX_NAME or set(":\n") & set(resident.name):
            message = f"a name is at most {MAX_NAME} letters on one line, without a colon; change {resident.name[:20]!r}"
            report.add(("residents", resident.slug, "name"), message)
        for key, name in (("name", resident.name), ("first", resident.first)):
            if sign := unwritable(name.replace("\n", " ")):
                message = f"{key} holds {sign}, which nobody can see; remove it from {name[:20]!r}"
                report.add(("residents", resident.slug, key), message)
        for other in scenario.residents[:number]:
            if other.name == resident.name:
                message = f"{other.slug!r} has the name {resident.name!r} too; change one"
                report.add(("residents", resident.slug, "name"), message)


def _share(given: str | Mapping[str, str]) -> str:
    """The table of who answers what, as the rules hold it; a table of rows alone changes ``words``."""
    return given if isinstance(given, str) else " ".join(["words", *(f"{task}={who}" for task, who in given.items())])
