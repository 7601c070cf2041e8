"""The scenario's own ``matters:``, checked and read.

Knows the form of a matter. Who speaks of a matter, and when, is decided by the scripted mind.
"""

from __future__ import annotations

import re

from sim.scenario.checker import Checker
from sim.scenario.problems import Path
from sim.scenario.schema import ExchangedModel, MatterModel, ScenarioModel, UndertakingModel
from sim.types import Exchanged, Matter, Undertaking

HOLDER = "{a}"
_PRONOUN = re.compile(r"\b(?:he|she|they|I|his|her|him|them|their|my|me)\b")


def read_matters(model: ScenarioModel, check: Checker) -> tuple[Matter, ...]:
    """The matters of a scenario. No two may share a name, a deed or a line."""
    read = tuple(_matter(entry, ("matters", number), model, check) for number, entry in enumerate(model.matters))
    seen: set[str] = set()
    for number, matter in enumerate(read):
        talks = (matter.first, matter.again)
        for text in (matter.about, *(talk.deed for talk in talks), *(line for talk in talks for line in talk.turns)):
            if text in seen:
                check.report.add(
                    ("matters", number), f"{text!r} stands in two places; a line is known by its words, so change one"
                )
            seen.add(text)
    return read


def _matter(entry: MatterModel, at: Path, model: ScenarioModel, check: Checker) -> Matter:
    of, to = check.person(entry.of, (*at, "of")), check.people(entry.to, (*at, "to"))
    concluded: list[tuple[str, Path]] = [(text, ("insight", number)) for number, text in enumerate(entry.insight)]
    for text, where in [*concluded, (entry.own, ("own",))]:
        if text and HOLDER not in text:
            check.report.add((*at, *where), f"write {HOLDER} where the name of {of} is to stand")
    if ":" in entry.about:
        check.report.add((*at, "about"), "what it is about is told without a colon")
    names = {slug: resident.name for slug, resident in model.residents.items()}
    return Matter(
        of=names.get(of, ""),
        about=entry.about,
        bond=entry.bond,
        to=tuple(names.get(slug, "") for slug in to),
        first=_exchanged(entry.first, 0, (*at, "first"), check),
        again=_exchanged(entry.again, 1, (*at, "again"), check),
        insight=tuple(entry.insight),
        said=tuple(entry.said),
        answers=tuple(entry.answers),
        errand=entry.errand,
        own=entry.own,
        does=tuple(undertaking(row, (*at, "does", number), check) for number, row in enumerate(entry.does)),
    )


def undertaking(entry: UndertakingModel, at: Path, check: Checker, kinds: tuple[str, ...] = ("sector",)) -> Undertaking:
    """What a resident does, at a place of one of these ``kinds``."""
    where = ("", entry.at) if entry.at in ("home", "work") else check.place(entry.at, (*at, "at"), kinds)
    if not entry.doing.split()[0].endswith("ing"):
        check.report.add((*at, "doing"), f"write what follows 'is': {entry.doing!r} does not begin with a word in -ing")
    return Undertaking(entry.doing, entry.why, entry.when, "".join(where[1:2]), thing="".join(where[3:]))


def _exchanged(entry: ExchangedModel, speaks: int, at: Path, check: Checker) -> Exchanged:
    """A small talk; ``speaks`` is the first turn of the resident whose matter it is."""
    if entry.key >= len(entry.turns) or entry.key % 2 != speaks:
        own = ", ".join(str(number) for number in range(speaks, len(entry.turns), 2))
        check.report.add((*at, "key"), f"whose matter it is speaks in the lines {own}; name one of them")
    if entry.turns[-1].endswith("?"):
        check.report.add((*at, "turns"), "the last line asks something that nobody answers; add the answer, or leave it out")
    if pronoun := _PRONOUN.search(entry.deed):
        check.report.add((*at, "deed"), f"a deed is told without {pronoun[0]!r}, since nobody knows whom that means later")
    return Exchanged(tuple(entry.turns), entry.key, entry.deed)
