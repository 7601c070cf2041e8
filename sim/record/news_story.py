"""How a piece of news went from person to person: who knows it, and every telling with the words said and how they differ.

A resident knows an item from their first memory that holds all its ``signs`` and is no utterance (a resident may hear a thing
and not take it in). The teller follows from that memory: its source, or else the utterances in its evidence. What was said,
and when, is the ``say`` event of the utterance that holds most of the news. Used by the window, the exported page, the GIF and
the analysis. Knows no pixels and judges nothing: which words are left out or new is found by comparing words.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import yaml

from sim.record.errors import RunError
from sim.record.queries import MEMORY_KINDS
from sim.record.read import Run
from sim.record.rows import listed
from sim.types import FROM_BEFORE, Event, Memory, news_signs

MAX_SCENARIO_LENGTH = 2_000_000
TRACED_WORDS = 3
"""Words by which a memory is traced."""
OUTSIDE_SOURCES = dict.fromkeys(("news", *sorted(FROM_BEFORE)), "start") | {"whisper": "whisper"}
"""Sources of a memory that are no residents -> the ``how`` of a ``Knower``."""
TAKEN_IN = tuple(kind for kind in MEMORY_KINDS if kind != "utterance")
"""Kinds of memory that show that a resident took in what they heard."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SENTENCE = re.compile(r"[^.!?]+[.!?]*[\"'’”]*\s*")
_ENDING = re.compile(r"(?<=\w{4})(?:ing|ed|es|s)$")
_FIRST_PERSON = frozenset(("i", "i'm", "i've", "i'll", "i'd", "me", "my", "mine", "myself"))
_NUMBER_WORDS = "one two three four five six seven eight nine ten eleven twelve"
_NUMBERS = {word: str(number) for number, word in enumerate(_NUMBER_WORDS.split(), 1)}
_PLAIN_WORDS = (
    "a about all am an and are as at be been but by can could did do for from had has have he he's her him his how if in into "
    "is isn't it it's its just let's not of on or our she she's should so some than that that's the their them then there they "
    "they're this to too up us was we we're were what when where which who will with would you you'll you're your pm am "
    "hear heard know listen news said say something tell told want wanted word let giving holding hosting"
)
"""Words that change nothing of the news when they are added or left out: function words, words that introduce it, and words for
that somebody gives something."""
_PLAIN = frozenset(_PLAIN_WORDS.split())


WAYS = {"whisper": "hears a whisper", "seen": "sees it", "thought": "thinks of it"}
"""How a resident came to know what no resident is known to have told them, in words for a title."""


@dataclass(frozen=True, slots=True)
class NewsItem:
    """An item of news. A resident knows it if all its ``signs`` (words) occur in one of their memories."""

    id: str
    text: str
    signs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Knower:
    """A resident who knows a news item, by memory ``n`` of ``tick``. ``how`` is ``start`` (from before the run), ``told`` (by
    ``source``), ``overheard`` (``source`` said it to somebody else), ``whisper``, ``seen`` (own perception) or ``thought`` (own
    reflection or plan, without a source)."""

    slug: str
    tick: int
    n: int
    how: str
    source: str
    talk: str
    text: str


@dataclass(frozen=True, slots=True)
class NewsTelling:
    """A moment at which residents came to know. ``teller`` is "" where nobody told it; ``words`` are "" then, and where none
    are recorded.

    ``learned`` are the residents who know from now on. The words were said to ``to``; others overheard them. ``core`` is the
    part of ``words`` that carries the news; ``left_out`` and ``new`` are the words by which it differs from how the teller had
    heard it. ``kept`` is what each of ``learned`` took in, ``known`` the number of residents who know by now, ``depth`` the
    number of tellings between the start and this telling."""

    tick: int
    teller: str
    to: tuple[str, ...]
    learned: tuple[str, ...]
    how: str
    words: str
    core: str
    left_out: tuple[str, ...]
    new: tuple[str, ...]
    kept: tuple[str, ...]
    known: int
    depth: int


@dataclass(frozen=True, slots=True)
class _Words:
    """``text`` is what carries the news of the ``whole`` that a ``speaker`` ("" for nobody) said at a tick."""

    text: str
    whole: str
    speaker: str
    tick: int


def as_tree(tellings: Sequence[NewsTelling]) -> list[int]:
    """The numbers of the tellings in the order of a tree: each is followed by tellings of the residents who learned by it."""
    learned = {slug: i for i, told in enumerate(tellings) for slug in told.learned}
    after: dict[int, list[int]] = {}
    for i, told in enumerate(tellings):
        after.setdefault(learned.get(told.teller, -1), []).append(i)
    order, todo = list[int](), after.get(-1, [])[::-1]
    while todo:
        order.append(todo.pop())
        todo += after.get(order[-1], [])[::-1]
    return order


def title(told: NewsTelling, name: Callable[[str], str]) -> str:
    """``Gus tells Beatrix, Lotte overhears``; ``name`` names a resident."""
    if not told.teller:
        way = "know" if len(told.learned) > 1 else WAYS.get(told.how, "knows")
        return f"{listed([name(slug) for slug in told.learned])} {way}"
    hearers = [slug for slug in told.learned if slug in told.to or told.how == "told" and not told.to]
    others = [name(slug) for slug in told.learned if slug not in hearers]
    told_to = f"{name(told.teller)} tells {listed([name(slug) for slug in hearers])}" if hearers else ""
    overheard = f"{listed(others)} {'overhear' if len(others) > 1 else 'overhears'}" if others else ""
    return ", ".join(filter(None, (told_to, overheard))) if hearers else f"{overheard} {name(told.teller)}"


def difference(told: NewsTelling) -> str:
    """How the words differ from how the teller had heard the news, in a line; "" where nobody told it."""
    if not told.teller:
        return ""
    if not told.words:
        return "The words are not recorded"
    parts = [f"{what}: {', '.join(phrases)}" for what, phrases in (("Left out", told.left_out), ("New", told.new)) if phrases]
    return "; ".join(parts) or "Nothing left out, nothing new"


def news_items(run: Run) -> tuple[NewsItem, ...]:
    """The news of the run's scenario; none where its text cannot be read."""
    text = run.scenario_text
    if len(text) > MAX_SCENARIO_LENGTH or "&" in text and text.count("*") > 1000:
        return ()
    try:
        found = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError):
        return ()
    items = found.get("news") if isinstance(found, dict) else None
    names = {info.slug: info.name for info in run.residents}
    return tuple(_news_item(one, names) for one in items or () if isinstance(one, dict) and one.get("text"))


def _news_item(said: dict[str, object], names: dict[str, str]) -> NewsItem:
    text, given = " ".join(str(said["text"]).split()).rstrip("."), said.get("signs") or ()
    signs = given.split(",") if isinstance(given, str) else given if isinstance(given, list) else ()
    found = tuple(str(sign).strip() for sign in signs if str(sign).strip())
    return NewsItem(str(said.get("id", text)), text, found or news_signs(text, names.get(str(said.get("host", "")), "")))


def news_item_from(text: str, names: frozenset[str]) -> NewsItem:
    """A memory's text as an item of news: its signs are its ``TRACED_WORDS`` longest words that are no names."""
    words = dict.fromkeys(word.strip(".,;:!?'\"()") for word in text.split())
    telling = sorted((word for word in words if word not in names and len(word) > 3), key=lambda word: (-len(word), word))
    return NewsItem(text, text, tuple(telling[:TRACED_WORDS]) or (text,))


class NewsStory:
    """The story of ``item``. ``read`` reads all of it. ``step``, called repeatedly, reads the memories of a resident at a time,
    and what is new in a run that grows. ``knowers`` and ``tellings`` are in order of time, those of the start first."""

    def __init__(self, run: Run, item: NewsItem) -> None:
        self.run, self.item = run, item
        self.knowers: tuple[Knower, ...] = ()
        self.tellings: tuple[NewsTelling, ...] = ()
        self._names = {info.slug: info.name for info in run.residents}
        self._called = {word.casefold(): "" for name in self._names.values() for word in name.split()}
        """Part of a name -> the slug of the resident whose first name it is; "" for surnames, which add nothing."""
        self._called |= {info.first.casefold(): info.slug for info in run.residents}
        self._todo: list[str] = list(self._names)
        self._found: dict[str, tuple[Memory, str, tuple[Memory, ...]]] = {}
        """Slug -> the memory by which the resident knows, how they know, and what they had heard (most of the news first)."""
        self._read_to = -1

    def read(self) -> NewsStory:
        """Look into all residents; returns itself."""
        while self._todo:
            self._look_into(self._todo.pop(0))
        self._read_to = self.run.last_tick
        self._tell()
        return self

    def step(self) -> bool:
        """Look into the next resident; returns whether ``tellings`` changed."""
        if not self._todo and self.run.last_tick > self._read_to:
            self._todo = [slug for slug in self._names if slug not in self._found]
            self._read_to = self.run.last_tick
        if not self._todo or not self._look_into(self._todo.pop(0)):
            return False
        self._tell()
        return True

    def known_at(self, tick: int) -> dict[str, int]:
        """Slug of each resident who knows the item at ``tick`` -> the tick since which they know it."""
        return {slug: told.tick for told in self.tellings if told.tick <= tick for slug in told.learned}

    def _look_into(self, slug: str) -> bool:
        """Find how a resident knows the item; False where they do not."""
        signs = " ".join(f'"{sign}"' for sign in self.item.signs)
        memories = self.run.memories(slug, self.run.last_tick, words=signs, kinds=TAKEN_IN, limit=-1)
        if not memories:
            return False
        memory = memories[-1]
        how, heard = self._origin(slug, memory)
        self._found[slug] = (memory, how, heard)
        return True

    def _origin(self, slug: str, memory: Memory) -> tuple[str, tuple[Memory, ...]]:
        """How a resident came by a memory, and what others had said in its evidence (most of the news first). A speaker need
        not name themselves in their own news."""
        if memory.source in OUTSIDE_SOURCES:
            return OUTSIDE_SOURCES[memory.source], ()

        def untold(said: Memory) -> int:
            words = f"{self._names[said.source]} {said.text}".casefold()
            return sum(sign.casefold() not in words for sign in self.item.signs)

        others = self._names.keys() - {slug}
        heard = sorted((m for m in self._evidence(slug, memory) if m.source in others), key=lambda m: (untold(m), m.n))
        if memory.source in others:
            heard = [*(m for m in heard if m.source == memory.source), memory]
        if heard:
            return "told", tuple(heard)
        return ("seen" if memory.kind == "observation" else "thought"), ()

    def _evidence(self, slug: str, memory: Memory) -> Iterator[Memory]:
        """The evidence of a memory and the evidence of that evidence."""
        done, todo = {memory.n}, list(memory.evidence)
        while todo:
            n = todo.pop()
            if n in done:
                continue
            done.add(n)
            with contextlib.suppress(RunError):  # evidence that a damaged file has lost
                found = self.run.memory(slug, n, self.run.last_tick)
                todo += found.evidence
                yield found

    def _tell(self) -> None:
        """Make ``knowers`` and ``tellings`` from what was found. The source of a knower knew the news before them, or never
        took it in, so no chain of sources leads back to its beginning."""
        seconds = self.run.meta.tick_seconds
        when = {slug: max(0, memory.at // seconds) for slug, (memory, _, _) in self._found.items()}
        since = {slug: -1 if how in OUTSIDE_SOURCES.values() else when[slug] for slug, (_, how, _) in self._found.items()}
        lessons = {(event.key, event.data.get("memory")): event for event in self.run.events(0, self.run.last_tick, ("learn",))}
        knowers, said = [], {}
        for slug, (memory, how, heard) in self._found.items():
            learned = lessons.get((slug, memory.n))
            told_by = next((m for m in heard if since.get(m.source, -1) < since[slug]), None)
            source = told_by.source if told_by is not None else ""
            talk = str(learned.data.get("talk", "")) if learned is not None else ""
            how = "overheard" if learned is not None and learned.data.get("overheard") else how
            knowers.append(Knower(slug, when[slug], memory.n, how, source, talk, memory.text))
            said[slug] = self._said(told_by, when[slug])
        self.knowers = tuple(sorted(knowers, key=lambda one: (one.tick, one.how != "start", one.slug)))
        self.tellings = tuple(self._tellings(said))

    def _said(self, heard: Memory | None, tick: int) -> Event:
        """The words that told it, as a ``say`` event; an event without text at ``tick`` where none are recorded."""
        if heard is not None and heard.kind == "utterance":
            at = heard.at // self.run.meta.tick_seconds
            for event in self.run.events(at, at, ("say", "aloud")):
                text = str(event.data.get("text", ""))
                if str(event.data.get("who") or event.key) == heard.source and text and text in heard.text:
                    return event
        return Event(tick, -1, "say", "", {})

    def _tellings(self, said: dict[str, Event]) -> Iterator[NewsTelling]:
        """The knowers who learned from the same words, together."""
        moments: dict[tuple[int, int, str], list[Knower]] = {}
        for one in self.knowers:
            event = said[one.slug]
            alone = one.slug if event.seq < 0 and one.how != "start" else ""
            moments.setdefault((event.tick, event.seq, alone), []).append(one)
        had: dict[str, _Words] = {}
        """Slug -> the words by which the resident came to know."""
        depth: dict[str, int] = {}
        known = 0
        for _, group in sorted(moments.items(), key=lambda item: item[0]):
            first = group[0]
            event = said[first.slug]
            words = str(event.data.get("text", ""))
            core = self._core(words)
            before = had.get(first.source, _Words(self.item.text, self.item.text, "", 0))
            now = _Words(self._news(core), words, first.source, event.tick)
            to = tuple(str(slug) for slug in event.data.get("to", ()))
            changes = self._changes(before, now, to) if words else ((), ())
            if self._tells_fact(event, group):
                changes = (), ()  # listeners remember the fact itself, with its day and hour
            how = "told" if any(knower.how == "told" for knower in group) else first.how
            known += len(group)
            for knower in group:
                kept = self.item.text if knower.how == "start" else knower.text
                had[knower.slug] = now if words else _Words(kept, kept, "", event.tick)
                depth[knower.slug] = depth.get(first.source, -1) + 1
            learned, texts = tuple(knower.slug for knower in group), tuple(knower.text for knower in group)
            at, deep = event.tick, depth[first.slug]
            yield NewsTelling(at, first.source, to, learned, how, words, core, *changes, texts, known, deep)

    def _core(self, words: str) -> str:
        """The sentences from the first to the last with a sign in it; all sentences where none has a sign."""
        sentences = _SENTENCE.findall(words)
        signs = [sign.casefold() for sign in self.item.signs]
        telling = [sign for sign in signs if sign not in self._called] or signs
        there = [i for i, one in enumerate(sentences) if any(sign in one.casefold() for sign in telling)]
        return "".join(sentences[there[0] : there[-1] + 1]).strip() if there else words.strip()

    def _news(self, core: str) -> str:
        """The sentences without their introduction, such as ``I have news: ...``."""
        lead, colon, news = core.partition(": ")
        return news if colon and not any(sign.casefold() in lead.casefold() for sign in self.item.signs) else core

    def _changes(self, before: _Words, now: _Words, to: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """(what is left out, what is new) in ``now`` against ``before``. The word "I" stands for the speaker's name,
        ``tomorrow`` for the day that it meant. Whether a speaker names themselves or the listeners ``to`` makes no difference,
        and nothing is left out or new that was said in another sentence."""
        old, fresh = (self._keys(one.text, one) for one in (before, now))
        had, said = ({*self._keys(one.whole, one), one.speaker} for one in (before, now))
        return tuple(_phrases(before.text, old, said | {before.speaker})), tuple(
            _phrases(now.text, fresh, {*had, now.speaker, *to})
        )

    def _dates(self, tick: int) -> dict[str, str]:
        """``today``, ``tonight`` and ``tomorrow`` -> the key of the weekday that they mean in words said at a tick."""
        day = self.run.meta.start + dt.timedelta(seconds=tick * self.run.meta.tick_seconds)
        today, tomorrow = (self._key(f"{date:%A}".casefold(), "") for date in (day, day + dt.timedelta(days=1)))
        return {"today": today, "tonight": today, "tomorrow": tomorrow}

    def _tells_fact(self, event: Event, group: Sequence[Knower]) -> bool:
        """Whether the words told the very memory by which all of ``group`` know the item."""
        told = {int(n) for n in event.data.get("told") or ()}
        known = self._found.get(str(event.data.get("who", "")))
        return bool(told) and known is not None and known[0].n in told and all(knower.text == known[0].text for knower in group)

    def _keys(self, text: str, told: _Words) -> list[str]:
        """What each word of a text that is part of what was ``told`` stands for: the slug of a resident, a stem, the weekday
        that ``tomorrow`` meant, or "" for a plain word."""
        keys: list[str] = []
        days = self._dates(told.tick)
        for match in _WORD.finditer(text):
            word = match.group().casefold().replace("’", "'")
            surname = keys and word.removesuffix("'s") in self._names.get(keys[-1], "").casefold().split()
            keys.append(keys[-1] if surname else days.get(word) or self._key(word, told.speaker))
        return keys

    def _key(self, word: str, speaker: str) -> str:
        if word in _FIRST_PERSON:
            return speaker
        word = word.removesuffix("'s")
        word = _NUMBERS.get(word, word)
        if word in self._called:
            return self._called[word]
        return "" if word in _PLAIN or len(word) < 2 and not word.isdigit() else _ENDING.sub("", word)


def _phrases(text: str, keys: Sequence[str], others: set[str]) -> Iterator[str]:
    """The stretches of a text whose words are not among ``others``; plain words between two such words belong to them."""
    run: list[re.Match[str]] = []
    plain = 0
    for match, key in zip(_WORD.finditer(text), keys, strict=True):
        if key and key in others or not key and not run:
            yield from _phrase(text, run, plain)
            run, plain = [], 0
        else:
            run.append(match)
            plain = 0 if key else plain + 1
    yield from _phrase(text, run, plain)


def _phrase(text: str, run: Sequence[re.Match[str]], plain: int) -> Iterator[str]:
    kept = run[: len(run) - plain]
    if kept:
        yield text[kept[0].start() : kept[-1].end()]
