"""Rescheduling edit: moves an announced gathering to another time or place, wherever a fork's town knows of it.

The edit changes, in the fork alone:
- the stored scenario: the news itself, and sentences about it in memories and future events;
- every memory about it that names the old time or place: it is replaced by one with the same times, rating and evidence;
- in each mind state: the commitments, today's plan and other texts.
Recorded talk stays as it was. Only residents who had heard of the gathering know the new time. The news' ``signs`` decide
which texts are about it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sim.engine.build import resident_json
from sim.engine.draft import Draft, EditError
from sim.mind.blocks import blocks_json, cut
from sim.mind.state import Commitment, MindState
from sim.scenario import ScenarioError, load_text
from sim.scenario.composition import to_yaml
from sim.scenario.model import News
from sim.scenario.yaml_reader import read_yaml
from sim.types import Address, Block
from sim.world.clock import MONTHS, Clock, clock_text

MOVE_SYNTAX = '--move NEWS:"Saturday 20:00 @ Place"'
_HOURS = ("twelve", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")


@dataclass(frozen=True, slots=True)
class Party:
    """An announced gathering that is moved: from game second ``was`` at ``here`` to ``at`` at ``there``."""

    news: News
    was: int
    at: int
    here: Address | None
    """The old place; ``there`` is the new one."""
    there: Address | None


def move(draft: Draft, news_id: str, text: str) -> None:
    """Move the gathering of a news; ``text`` is ``WHEN @ PLACE``. Raises ``EditError``."""
    party = _party(draft, news_id, text)
    words = _Words(party, draft.clock, draft.resident(party.news.host).name if party.news.host else "")
    _in_scenario(draft, party, words)
    for resident in draft.scenario.residents:
        _in_head(draft, resident.slug, party, words)
    where = f" at {draft.places.short(party.there)}" if party.there else ""
    draft.note(f"{news_id} is now on {draft.clock.weekday(party.at)} at {draft.clock.spoken(party.at)}{where}")


def _party(draft: Draft, news_id: str, text: str) -> Party:
    news = next((item for item in draft.scenario.news if item.id == news_id), None)
    if news is None:
        known = ", ".join(item.id for item in draft.scenario.news) or "none"
        raise EditError(f"--move: the scenario has no news {news_id!r}; there are {known}")
    if news.at is None or news.at <= draft.at:
        raise EditError(f"--move: {news_id!r} announces nothing that is still to come at tick {draft.tick}")
    when, _, where = (part.strip() for part in text.partition("@"))
    if not when and not where:
        raise EditError(f"--move: {text!r} is not read; write {MOVE_SYNTAX}")
    at = draft.moment(when, draft.at) if when else news.at
    if at <= draft.at:
        raise EditError(f"--move: {when!r} is over at tick {draft.tick}; name a later moment")
    if where and news.place is None:
        syntax = MOVE_SYNTAX.replace(" @ Place", "")
        raise EditError(f"--move: {news_id!r} announces no place that could change; write {syntax}")
    return Party(news, news.at, at, news.place, draft.place(where) if where else news.place)


class _Words:
    """Replaces the old day, hour and place by the new ones in sentences about the gathering."""

    def __init__(self, party: Party, clock: Clock, host: str) -> None:
        self._clock, self._was = clock, clock.day(party.was)
        self._signs = tuple(sign.casefold() for sign in party.news.signs)
        self._topic = tuple(sign for sign in self._signs if sign not in host.casefold().split())
        self._moved_day = clock.day(party.at) != self._was
        self._weekday = clock.weekday(party.at)
        patterns = [*self._days(party), *self._hours(party), *self._place(party)]
        self._pattern = re.compile("|".join(f"(?P<p{i}>{pattern})" for i, (pattern, _) in enumerate(patterns)))
        self._new = [new for _, new in patterns]

    def about(self, text: str) -> bool:
        """Whether a text is about the news: it holds all signs, or one sign and two of the old day, hour and place."""
        folded = text.casefold()
        if bool(self._signs) and all(sign in folded for sign in self._signs):
            return True
        if not any(sign in folded for sign in self._topic):
            return False
        return len({match[0] for match in self._pattern.finditer(text)}) > 1

    def __call__(self, text: str, said: int) -> str:
        """``text``, said at game second ``said``, with the new day, hour and place."""
        if not self._new or not self.about(text):
            return text
        return self._pattern.sub(lambda match: self._one(match, self._clock.day(said)), text)

    def _one(self, match: re.Match[str], today: int) -> str:
        new = self._new[int((match.lastgroup or "p0")[1:])]
        if new:
            return f"The{new[3:]}" if match[0].startswith("The ") and new.startswith("the ") else new
        meant = today + (match[0].lower() == "tomorrow")
        return f"on {self._weekday}" if meant == self._was else match[0]

    def _days(self, party: Party) -> list[tuple[str, str]]:
        if not self._moved_day:
            return []
        old, new = self._clock.moment(party.was), self._clock.moment(party.at)
        date = (rf"\b{MONTHS[old.month - 1]} {old.day}\b", f"{MONTHS[new.month - 1]} {new.day}")
        weekday = (rf"\b{self._clock.weekday(party.was)}\b", self._weekday)
        return [date, weekday, (r"\b(?:[Tt]oday|[Tt]onight|[Tt]omorrow)\b", "")]

    def _hours(self, party: Party) -> list[tuple[str, str]]:
        old, new = self._clock.minutes(party.was), self._clock.minutes(party.at)
        if old == new:
            return []
        hour, minute = old // 60, old % 60
        spoken, small = self._clock.spoken(party.at), (hour - 1) % 12 + 1
        past, half = rf":{minute:02d}" if minute else "(?::00)?", "a" if hour < 12 else "p"
        found = [(rf"\b{small}{past} ?(?:{half}m|{half}\.m\.)(?!\w)", spoken), (rf"\b{clock_text(old)}\b", clock_text(new))]
        if not minute:
            found.append((rf"\b(?:{small}|{_HOURS[hour % 12]}) o'clock\b", spoken))
        if old in (0, 720):
            found.append((r"\bmidnight\b" if old == 0 else r"\bnoon\b", spoken))
        return found

    def _place(self, party: Party) -> list[tuple[str, str]]:
        if party.here is None or party.there is None or party.here == party.there:
            return []
        bare, name = party.here[-1].removeprefix("The "), party.there[-1]
        plain = name.removeprefix("The ")
        the = name.startswith("The ") or "'s " not in name
        old, new = re.escape(bare), f"the {plain}"
        return [(rf"\b[Tt]he {old}\b", new if the else name), (rf"\b{old}\b", new if name != plain else name)]


def _in_scenario(draft: Draft, party: Party, words: _Words) -> None:
    """Change the fork's scenario: the news itself, and every sentence about it."""
    text = draft.scenario_text or draft.run.scenario_text
    document = read_yaml(text, draft.scenario.id)
    data = document.data = _deep(document.data, lambda sentence: words(sentence, 0))
    moment = draft.clock.moment(party.at).isoformat(" ", "minutes")
    place = draft.places.short(party.there) if party.there else None
    entry = next(item for item in data["news"] if item["id"] == party.news.id)
    told = " ".join(entry["text"].split()).rstrip(". ")
    if told == party.news.known_as and (party.at, party.there) != (party.was, party.here):
        raise EditError(f"--move: {party.news.text!r} names neither its time nor its place in words that can be replaced")
    entry |= {"at": moment} | ({"place": place} if place else {})
    for event in data.get("events") or []:
        if words.about(str(event.get("say", ""))) and draft.moment(event["at"], 0) == party.was:
            event |= {"at": moment} | ({"where": place} if place and event.get("where") else {})
    draft.scenario_text = to_yaml(document)
    try:
        scenario = load_text(draft.scenario_text, draft.tilemap, draft.scenario.id)
    except ScenarioError as error:
        raise EditError(f"--move: the scenario cannot be changed so: {error.problems[0]}") from error
    draft.residents = {resident.slug: resident_json(resident) for resident in scenario.residents}


def _in_head(draft: Draft, slug: str, party: Party, words: _Words) -> None:
    """Change a resident's memories and mind state."""
    renumbered: dict[int, int] = {}
    for memory in sorted(draft.memories(slug), key=lambda memory: memory.n):
        text = words(memory.text, memory.at)
        if text != memory.text:
            draft.forget(slug, memory.n)
            renumbered[memory.n] = draft.add_memory(slug, replace(memory, text=text))
    state = draft.mind(slug)
    before = state.to_json()
    talk = [renumbered.get(n, n) for n in state.talk_memories]
    changed: Mapping[str, Any] = _deep(before, lambda text: words(text, draft.at)) | {"talk_memories": talk}
    state = MindState.from_json(changed, state.habits(), {})
    _in_plans(draft, slug, state, party, words)
    if state.to_json() != before:
        draft.set_mind(slug, state)


def _in_plans(draft: Draft, slug: str, state: MindState, party: Party, words: _Words) -> None:
    """Change the commitments to come to it, and the blocks of today's plan that are for it."""
    here = party.here[:2][-1] if party.here else ""
    there = party.there[:2][-1] if party.there else ""
    activities: list[str] = []
    for i, promise in enumerate(state.commitments):
        if promise.state == "open" and (words.about(promise.text) or (promise.at, promise.place) == (party.was, here)):
            activities.append(promise.activity)
            state.commitments[i] = replace(promise, at=party.at, place=there or promise.place)
    mine = [block for block in state.blocks if _is_for(block, party, activities, words)]
    night = state.blocks[-1].start if state.blocks else 0
    if not mine and not (activities and party.at < night):
        return
    length = sum(block.end - block.start for block in mine) or party.news.lasts
    activity = mine[0].activity if mine else activities[0]
    state.blocks = _without(state.blocks, mine)
    if party.at < night and party.there:
        state.blocks = cut(state.blocks, Block(party.at, min(party.at + length, night), activity, party.there))
    elif not activities and there:
        state.commitments.append(Commitment(party.news.text, activity, party.at, there))
    draft.add_event("plan", slug, {"blocks": blocks_json(state.blocks), "why": "edit", "reason": f"{party.news.id} is moved"})


def _is_for(block: Block, party: Party, activities: list[str], words: _Words) -> bool:
    """Whether a block is for the gathering: it overlaps its time, and its activity or its place and start agree."""
    meets = block.start < party.was + party.news.lasts and party.was < block.end
    there = party.here is not None and block.place[:2] == party.here[:2] and block.start <= party.was
    return meets and (block.activity in activities or words.about(block.activity) or (there and block.start == party.was))


def _without(blocks: list[Block], gone: list[Block]) -> list[Block]:
    """``blocks`` without ``gone``; the block before a removed block is extended over its time."""
    kept: list[Block] = []
    for block in blocks:
        if block not in gone:
            kept.append(block)
        elif kept:
            kept[-1] = replace(kept[-1], end=block.end)
    return kept


def _deep(value: Any, change: Callable[[str], str]) -> Any:
    """A copy of plain data with every text changed; keys stay."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {key: _deep(inner, change) for key, inner in value.items()}
    return [_deep(inner, change) for inner in value] if isinstance(value, list | tuple) else value
