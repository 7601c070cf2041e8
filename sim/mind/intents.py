"""Intents: what a resident may do or say now, decided from state alone.

From the act of the last line and the facts that it told, from whom the resident has told what, from invitations, promises,
secrets, ties and needs follow at most ``MOST`` weighted intents: for a line of talk (``for_line``), for somebody or something
seen (``for_person``, ``for_percept``), for free hours (``for_free_hours``). Small minds and the stand-in take one of them; capable minds choose
for themselves. Asks nothing and knows no wording: two matters belong together where they name the same people or share a long
word, in any language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from sim.mind.facts import fact_of, latest_by_text, shared_with
from sim.mind.state import Commitment
from sim.mind.thought import Mind, Thought
from sim.types import Fact, Gathering, Intent, Memory
from sim.world.state import Talk

MOST = 10
"""Intents that a question shows at most."""
TOPICS = 5
"""Topics of the resident's own among them at most."""
LONG_WORD = 5
"""Letters from which a word says what a sentence is about."""
STEM = 6
"""Letters of a word that are compared, so that ``feast`` and ``feasts`` agree."""
COMMON = 4
"""A word in more of the resident's memories than this says little about any of them."""
FRESH = 3 * 3600
"""Game seconds for which something seen or heard in passing is worth a word."""
AT_ODDS = -4
"""Sum of changes in a tie (``MindState.closeness``) from which two do not chat."""
BETWEEN_TRIES = 0.6
"""By how much each talk of today with the same person lowers the wish for another."""
WEIGHTY = 7
"""Importance from which what somebody tells of themselves calls for sympathy."""
LINES = 4
"""Lines after which a talk may end of itself."""
ROOM = 2
"""Lines that a new topic needs."""
UNRATED = 4.0
"""Importance of a memory that nobody has rated yet, as in ``prompts.tasks.rate``."""
COLD = (
    "not spoken", "not said a word", "no longer speak", "stopped speaking", "does not speak", "friendly word", "not forgiven",
    "never forgave", "quarrel", "fell out", "enemy", "hate", "despise", "feud", "grudge", "avoids", "cannot stand",
    "can't stand", "betrayed", "will not speak", "resents",
)  # fmt: skip
"""Words of a tie that forbid small talk. English alone; elsewhere only ``closeness`` says so."""


# What there is to tell --------------------------------------------------------------------------------------------------


def tellable(thought: Thought, to: str) -> list[Fact]:
    """What the resident could tell ``to``: what they remember of their own life, concern and news, what others told them, and
    what happened lately; nothing secret, past or shared between the two already. In the order of memory."""
    mind = thought.mind
    _read_on(mind)
    known, hidden = {mind.stream[n].text for n in shared_with(mind, to) if n in mind.stream}, secret_words(mind)
    found = (mind.stream[n] for n in mind.topics if n in mind.stream)
    open_ones = (m for m in found if m.text not in known and m.source != to and _still_holds(thought, m))
    facts = [fact_of(mind, memory) for memory in open_ones]
    return [fact for fact in facts if not keeps(mind, fact.text) and not (content(mind, fact.text) & hidden)]


def _read_on(mind: Mind) -> None:
    """Note which of the memories made since the last call can be topics: the resident's memories from before, their present
    concern, what came from others, and what happened; apart from these their background, which only answers. Each memory is
    read only once."""
    own = {*mind.resident.memories, *(one.text for one in mind.resident.remembered), mind.resident.currently}
    given = {text.rstrip(". ") for text in own}
    names = (*(name for name, _ in mind.people.values()), "the ")
    for memory in mind.stream.recent(len(mind.stream) - mind.topics_read):
        if memory.kind != "observation":
            continue
        background = memory.source == "backstory" and memory.text not in given
        if background:
            mind.background.append(memory.n)
        elif memory.source or not memory.text.startswith(names):
            mind.topics.append(memory.n)
    mind.topics_read = len(mind.stream)


def _still_holds(thought: Thought, memory: Memory) -> bool:
    """Whether a memory is worth telling now: no gathering that has begun, nothing expired, nothing seen long ago, and nothing
    that was a person's words to the room."""
    gathering = thought.mind.gatherings.get(memory.text)
    if gathering is not None:
        return gathering.at > thought.at
    if memory.expires is not None and memory.expires <= thought.at:
        return False
    return bool(memory.source) and not memory.text.endswith("'") or thought.at - memory.at < FRESH and not memory.source


@lru_cache(maxsize=50_000)
def _long_words(text: str) -> frozenset[str]:
    return frozenset(word[:STEM] for word in re.findall(r"[^\W\d_]+", text.casefold()) if len(word) >= LONG_WORD)


def content(mind: Mind, text: str) -> frozenset[str]:
    """The long words of a text without people's names, cut to their stems."""
    if not mind.name_words:
        mind.name_words = _long_words(" ".join(name for name, _ in mind.people.values())) | {""}
    return _long_words(text) - mind.name_words


def secret_words(mind: Mind) -> frozenset[str]:
    """The words that say what the resident keeps to themselves, without those that are in many of their memories."""
    if mind.hidden is None:
        past = [memory.text for memory in mind.stream if memory.at < 0]
        words = frozenset[str]().union(*(content(mind, _hidden_part(text)) for text in past if keeps(mind, text)))
        mind.hidden = frozenset(w for w in words - _FILLERS if sum(w in content(mind, text) for text in past) <= COMMON)
    return mind.hidden


def keeps(mind: Mind, text: str) -> bool:
    """Whether a memory says itself that nobody is to know it."""
    return text in mind.secrets or _phrase(text) is not None


def _phrase(text: str) -> re.Match[str] | None:
    return _HIDES.search(text)


def _hidden_part(text: str) -> str:
    """What of a sentence is hidden: all behind the words that say so, or the whole where nothing follows them."""
    found = _phrase(text)
    behind = text[found.end() :] if found else ""
    return behind if _long_words(behind) else text


_HIDES = re.compile(r"\b(?:told nobody|tells nobody|not told|told no one|hides|is hiding|nobody (?:is to know|knows|must know))\b", re.I)
"""Words by which a memory is a secret. English alone; elsewhere the scenario marks its secrets (``spread: false``)."""
_FILLERS = _long_words(
    "nobody anybody somebody nothing anything something never about which would could should himself herself until since "
    "still before after there their where while because every other first again wants means knows years always without"
)
"""Long words that say nothing of what a sentence is about."""


def cold(thought: Thought, slug: str) -> bool:
    """Whether the tie to somebody forbids small talk."""
    if thought.state.closeness.get(slug, 0) <= AT_ODDS:
        return True
    tie = f"{thought.mind.resident.relationships.get(slug, '')} {thought.state.relations.get(slug, '')}".casefold()
    return any(words in tie for words in COLD)


def names_me(thought: Thought, text: str) -> bool:
    """Whether a memory is about the resident, too."""
    name, first = thought.mind.people[thought.mind.slug]
    return name in text or re.search(rf"\b{re.escape(first)}\b", text) is not None


def topics(thought: Thought, to: str) -> list[Intent]:
    """What the resident would bring up with somebody, the weightiest first: invitations, what lies between the two, the
    other's own matters, news, then the resident's own life. With whom the tie is cold only the first two."""
    distant = cold(thought, to)
    found = (_topic(thought, fact, to, distant) for fact in tellable(thought, to))
    return _ranked(intent for intent in found if intent is not None)[:TOPICS]


def _topic(thought: Thought, fact: Fact, to: str, distant: bool) -> Intent | None:
    mattering = (fact.importance or UNRATED) / 10
    mine = names_me(thought, fact.text)
    seen = not fact.source
    if fact.gathering is not None:
        if fact.gathering.host == to or (distant and fact.gathering.host != thought.mind.slug):
            return None
        hosts = fact.gathering.host == thought.mind.slug
        return Intent("invite" if hosts else "tell", (fact.n,), to, (4.0 if hosts else 2.0) + mattering)
    if to in fact.about and (mine or fact.source in thought.mind.people):
        return Intent("tell", (fact.n,), to, 2.0 + mattering)
    if distant:
        return None
    if to in fact.about:
        return Intent("ask", (fact.n,), to, 1.5 + mattering)
    if seen:
        return Intent("small talk", (fact.n,), to, 0.7 + mattering / 2)
    return Intent("tell", (fact.n,), to, (1.0 if fact.about else 0.8) + mattering)


# A line of talk ---------------------------------------------------------------------------------------------------------


def for_line(thought: Thought, talk: Talk, to: str, left: int) -> tuple[Intent, ...]:
    """What the resident may do with their next line to ``to``, ``left`` lines before the talk must end."""
    leaving = Intent("leave", (), to, 0.4 + 0.5 * max(0, len(talk.lines) - LINES))
    if talk.lines and (left <= 1 or to in talk.leaving):
        return (leaving,)
    said = {n for _, _, told in thought.state.talk_done for n in told}
    replies = _replies(thought, talk, to, said) if talk.lines else []
    own = topics(thought, to) if left > ROOM or not talk.lines else []
    new = [intent for intent in own if not said & set(intent.facts)]
    answering = max((intent.weight for intent in replies), default=0.0)
    if answering >= 2.0:  # what was asked or told comes first
        new = []
    chat = [] if cold(thought, to) or talk.lines else [Intent("small talk", (), to, 0.5)]
    return tuple(_ranked([*replies, *new, *chat, leaving])[:MOST])


def _replies(thought: Thought, talk: Talk, to: str, said: set[int]) -> list[Intent]:
    """What answers the last line: first what its facts call for, then what its act does."""
    mind, distant = thought.mind, cold(thought, to)
    heard = [fact_of(mind, mind.stream[n]) for n in thought.state.just_told if n in mind.stream]
    acted, asks = (talk.acts[-1] if talk.acts else ""), False
    found: list[Intent] = []
    for fact in heard[:2]:
        gathering = fact.gathering
        if gathering is not None and gathering.at > thought.at and gathering.host != mind.slug and acted in ("invite", "tell"):
            found += _answers_to_invitation(thought, fact, gathering, to)
            continue
        asks = asks or acted == "ask"
        if acted in ("ask", "tell", "small talk", "answer", ""):
            found += _takes_up(thought, fact, to, said, acted)
    if acted == "ask" and not found:
        found.append(Intent("answer", (), to, 2.5))
    if acted in ("accept", "promise", "comfort") and not distant:
        found.append(Intent("thank", (), to, 2.5))
    if acted in ("decline", "refuse"):
        found.append(Intent("answer", (), to, 2.2))
    if acted == "small talk" and not heard and not distant:
        found.append(Intent("small talk", (), to, 1.0))
    return found


def _answers_to_invitation(thought: Thought, fact: Fact, gathering: Gathering, to: str) -> Iterator[Intent]:
    """Yes or no to a gathering that one is asked to or hears of: no where the hour is taken or the host is no friend."""
    slug = thought.mind.slug
    if promised(thought, gathering):
        yield Intent("answer", (fact.n,), to, 2.5)
        return
    taken = clash(thought, gathering)
    if taken is not None:
        reason = latest_by_text(thought.mind).get(taken)
        yield Intent("decline", (fact.n, *([] if reason is None else [reason])), to, 5.0)
    elif cold(thought, gathering.host):
        between = [f.n for f in tellable(thought, "") if gathering.host in f.about and names_me(thought, f.text)]
        yield Intent("decline", (fact.n, *between[:1]), to, 5.0)
    elif gathering.host == to:
        yield Intent("accept", (fact.n,), to, 5.0)
    elif slug != gathering.host:
        yield Intent("promise", (fact.n,), to, 3.0)


def promised(thought: Thought, gathering: Gathering) -> Commitment | None:
    """The open promise to come to a gathering, if there is one."""
    kept = (c for c in thought.state.commitments if c.state == "open" and c.place == gathering.place)
    return next((c for c in kept if abs(c.at - gathering.at) < gathering.lasts), None)


def clash(thought: Thought, gathering: Gathering) -> str | None:
    """The sentence of what takes the hour of a gathering already: another promise, or a gathering of the resident's own."""
    until = gathering.at + gathering.lasts
    for promise in thought.state.commitments:
        if promise.state == "open" and promise.at < until and gathering.at < promise.at + (promise.lasts or 3600):
            return promise.text
    own = ((text, g) for text, g in thought.mind.gatherings.items() if g.host == thought.mind.slug)
    return next((text for text, g in own if g != gathering and g.at < until and gathering.at < g.at + g.lasts), None)


def _takes_up(thought: Thought, fact: Fact, to: str, said: set[int], acted: str) -> Iterator[Intent]:
    """Replies to a fact that was told, asked after or mentioned: the listener's own part in the matter decides."""
    mine, distant, new = names_me(thought, fact.text), cold(thought, to), fact.source == to
    weight = 3.0 if acted in ("ask", "tell") else 1.0
    if touches_secret(thought, fact) and acted in ("ask", "tell"):
        yield Intent("refuse", (fact.n,), to, weight + 1.0)
        return
    linked = related(thought, fact, said | {fact.n})
    if linked is not None:
        yield Intent("answer", (linked.n, fact.n), to, weight + 0.5)
    elif acted == "ask":
        yield Intent("answer", (fact.n,), to, weight)
    elif acted == "tell" and mine:
        yield Intent("refuse" if distant else "answer", (fact.n,), to, weight)
    elif acted == "tell":
        yield Intent("ask" if new and not distant else "answer", (fact.n,), to, weight - 0.5)
        if new and not distant and fact.importance >= WEIGHTY and to in fact.about:
            yield Intent("comfort", (fact.n,), to, weight - 0.4)
    elif acted == "small talk" and not distant:
        yield Intent("small talk", (fact.n,), to, 2.0)


def touches_secret(thought: Thought, fact: Fact) -> bool:
    """Whether a fact bears on something that the resident keeps to themselves."""
    return keeps(thought.mind, fact.text) or bool(content(thought.mind, fact.text) & secret_words(thought.mind))


def related(thought: Thought, fact: Fact, without: Iterable[int]) -> Fact | None:
    """The resident's own memory that belongs to what was told most closely: it shares long words with it, or names those that
    both are about. None where there is none, or where it is a secret."""
    mind, taken = thought.mind, set(without)
    words, people = content(mind, fact.text), set(fact.about)
    hidden, best = secret_words(mind), (0.0, 0)
    for n in (*mind.topics, *mind.background):
        memory = mind.stream[n] if n in mind.stream and n not in taken else None
        if memory is None or memory.text == fact.text or not memory.source:
            continue
        own = content(mind, memory.text)
        common = own & words - _FILLERS
        if not common or keeps(mind, memory.text) or own & hidden:
            continue
        score = len(common) + 0.5 * sum(mind.people[slug][1] in memory.text for slug in people) + (memory.importance or 0) / 100
        best = max(best, (score, n))
    return fact_of(mind, mind.stream[best[1]]) if best[0] >= 1 else None


# What is seen, and free hours -------------------------------------------------------------------------------------------


def for_person(thought: Thought, slug: str) -> tuple[Intent, ...]:
    """What to do about somebody seen: speak with them where there is something to say, get out of the way of a cold tie, or
    go on."""
    best = next(iter(topics(thought, slug)), None)
    day = thought.world.clock.day(thought.at)
    then, count = thought.state.talks.get(slug, [day, 0])
    again = BETWEEN_TRIES ** (count if then == day else 0)
    lonely = 1.5 if thought.state.needs.get("company", 1.0) < 0.3 else 1.0
    found = [Intent("continue", (), slug, 1.0)]
    if best is not None:
        found.append(Intent("talk", best.facts, slug, best.weight * again * lonely))
    if cold(thought, slug):
        found.append(Intent("avoid", (), slug, 0.8))
    return tuple(_ranked(found))


def for_percept(happening: bool) -> tuple[Intent, ...]:
    """What to do about a thing or a happening: mostly nothing."""
    return (Intent("continue", (), "", 1.0), *((Intent("look", (), "", 0.5),) if happening else ()))


def for_free_hours(thought: Thought) -> tuple[Intent, ...]:
    """Whom to look for, and where to spend an hour: people with whom there is something to settle, then places for
    everybody."""
    others = [slug for slug in thought.state.relations if slug in thought.world.bodies]
    wanted = [(topics(thought, slug), slug) for slug in others]
    visits = [Intent("visit", own[0].facts, slug, own[0].weight) for own, slug in wanted if own and own[0].weight >= 1.5]
    public = [name for name in thought.place_names() if thought.world.kinds.get(name)]
    return tuple([*_ranked(visits)[: MOST // 2], *(Intent("do", place=name) for name in public[: MOST // 2])])


def _ranked(intents: Iterable[Intent]) -> list[Intent]:
    """The weightiest first; each act on the same facts once."""
    kept: dict[tuple[str, Sequence[int]], Intent] = {}
    for intent in sorted(intents, key=lambda one: (-one.weight, one.act, one.facts)):
        kept.setdefault((intent.act, intent.facts), intent)
    return list(kept.values())
