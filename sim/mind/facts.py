"""Facts: the memories of a resident that can be told, as data, and who knows which of them.

A fact is a memory with its number; what was heard from somebody carries who knew it first and under which number there
(``Memory.origin``). So who knows what, who told whom, and what is new to whom are comparisons of numbers, never of words. Reads
minds; asks nothing and knows no wording.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sim.mind.mind import Mind
from sim.types import Fact, Gathering, Memory

Origin = tuple[str, int]
SECONDHAND_LOSS = 1.0
"""By how much what was heard matters less than to whoever told it."""

OWN_LIFE = 1.0
"""Importance of what somebody is told of their own doings."""


def origin_of(slug: str, memory: Memory) -> Origin:
    """Who knew first what a memory of ``slug`` says, and its number there."""
    return memory.origin or (slug, memory.n)


def fact_of(mind: Mind, memory: Memory) -> Fact:
    """A memory as a fact."""
    about = mind.about.get(memory.text)
    if about is None:
        about = mind.about[memory.text] = tuple(slug for slug in named(mind, memory.text) if slug != mind.slug)
    return Fact(
        memory.n,
        memory.text,
        about,
        memory.at,
        memory.source,
        memory.importance or 0.0,
        memory.text in mind.secrets,
        mind.gatherings.get(memory.text),
    )


def facts_of(mind: Mind, texts: Iterable[str], numbers: Iterable[int] = ()) -> tuple[Fact, ...]:
    """The facts behind memories that are shown by their text, and those with these ``numbers``; each once, in this order."""
    by_text = latest_by_text(mind)
    found = [*(by_text[text] for text in texts if text in by_text), *numbers]
    return tuple(fact_of(mind, mind.stream[n]) for n in dict.fromkeys(found) if n in mind.stream)


def latest_by_text(mind: Mind) -> Mapping[str, int]:
    """Text -> number of the last memory of this text that can be told: no words of a talk. Each memory is read only once."""
    for memory in mind.stream.recent(len(mind.stream) - mind.texts_read):
        if memory.kind != "utterance":
            mind.by_text[memory.text] = memory.n
            if memory.origin:
                mind.by_origin[memory.origin] = memory.n
    mind.texts_read = len(mind.stream)
    return mind.by_text


def known_gatherings(mind: Mind) -> list[tuple[str, Gathering]]:
    """The gatherings that the resident knows of, with the sentence by which they are remembered."""
    known = latest_by_text(mind) if mind.gatherings else {}
    return [(text, gathering) for text, gathering in mind.gatherings.items() if text in known]


def named(mind: Mind, text: str) -> list[str]:
    """The slugs of everybody whom a text names: the longest known full name wins where several fit, and a first name counts
    only while it is one person's. Titles are no names."""
    found, left = list[str](), text
    full = sorted(((name, slug) for slug, (name, _) in mind.people.items()), key=lambda one: (-len(one[0]), one[1]))
    for name, slug in full:
        if _holds(left, name):
            found.append(slug)
            left = left.replace(name, "\0")
    firsts = [first for _, first in mind.people.values()]
    for slug, (name, first) in mind.people.items():
        if slug not in found and first != name and firsts.count(first) == 1 and _holds(left, first):
            found.append(slug)
    return found


def _holds(text: str, name: str) -> bool:
    """Whether a text holds a name as whole words."""
    at = text.find(name) if name else -1
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(name) : at + len(name) + 1]
        if not before.isalnum() and not after.isalnum():
            return True
        at = text.find(name, at + 1)
    return False


def shared_with(mind: Mind, slug: str) -> list[int]:
    """The numbers of own memories that ``slug`` told this resident or was told by them."""
    return mind.state.shared.get(slug, [])


def share(mind: Mind, slug: str, n: int) -> None:
    """Note that ``slug`` knows memory ``n`` of this resident, since one of them told the other."""
    known = mind.state.shared.setdefault(slug, [])
    if n not in known:
        known.append(n)


def knows_origin(mind: Mind, origin: Origin) -> int | None:
    """The number of the resident's own memory of what ``origin`` says; None where they do not know it."""
    slug, n = origin
    if slug == mind.slug:
        return n if n in mind.stream else None
    latest_by_text(mind)
    return mind.by_origin.get(origin)


def hear_fact(mind: Mind, teller: Mind, n: int, at: int, utterance: int) -> tuple[int, bool]:
    """Remember a fact that ``teller`` tells, in its own words and with its origin, resting on the ``utterance``. Returns the
    number of the resident's own memory of it, and whether it is new to them."""
    told = teller.stream[n]
    origin = origin_of(teller.slug, told)
    known = knows_origin(mind, origin)
    if known is None:
        known = latest_by_text(mind).get(told.text)
    if known is not None and known in mind.stream:
        return known, False
    weight = None if told.importance is None else max(1.0, told.importance - SECONDHAND_LOSS)
    if told.text.startswith(mind.people[mind.slug]):
        weight = OWN_LIFE  # what they have done themselves is no news to them
    memory = mind.stream.add(
        told.text, "observation", at, weight, evidence=(utterance,), source=teller.slug, expires=told.expires, origin=origin
    )
    mind.by_origin[origin] = memory.n
    return memory.n, True
