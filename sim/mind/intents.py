"""Intents: what a resident may do or say now, decided from state alone.

From the act of the last line and the facts that it told, from whom the resident has told what, from invitations, promises,
secrets, ties and needs follow at most ``MOST`` weighted intents: for a line of talk (``for_line``), for somebody or something
seen (``for_person``, ``for_percept``), for free hours (``for_free_hours``). Small minds and the stand-in take one of them;
capable minds choose for themselves. Asks nothing and knows no wording: two matters belong together where their vectors are
alike, or where they are about the same person.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from sim.memory.embed import to_unit_length
from sim.mind.facts import fact_of, latest_by_text, named, shared_with
from sim.mind.mind import Mind
from sim.mind.state import Commitment
from sim.mind.thought import Thought
from sim.types import FROM_BEFORE, Fact, Gathering, Intent, Memory
from sim.world.state import Talk

MOST = 10
"""Intents that a question shows at most."""
TOPICS = 5
"""Topics of the resident's own among them at most."""
LONG_WORD = 4
"""Letters from which a word says what a sentence is about."""
STEM = 6
"""Letters of a word that are compared, so that ``feast`` and ``feasts`` agree."""
COMMON = 6
"""A word in more of the resident's memories than this says little about any of them."""
RARE = 2
"""A word in no more of their memories is a sign that one matter is meant."""
WORTH_PASSING_ON = 5.0
"""Importance from which what others told is told on; a gathering always is."""
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
BELONGS = 0.45
"""How alike two memories must be to belong together (``alike``): at 0.45 a son's arrest and the lawyer's bill, at 0.35 two
sums of dollars."""
HASHED = 0.45
"""The same for vectors of hashed words, which see words and no meaning."""
NAMED_BOTH = 0.12
"""What it counts that both are about the same third person."""
WHISPERED = 3.0
"""Weight of what was whispered to the resident."""
HAPPENED = 2.0
"""The same of what happened where they were."""
EACH_TELLING = 0.6
"""By how much either falls with everybody whom they have told it; news of others' gatherings, too."""
ON_THE_MIND = 24 * 3600
"""Game seconds for which a whisper or a happening stays so."""
UNRATED = 4.0
"""Importance of a memory that nobody has rated yet, as in ``prompts.tasks.rate``."""
COLD = (
    "not spoken",
    "not said a word",
    "no longer speak",
    "stopped speaking",
    "does not speak",
    "friendly word",
    "not forgiven",
    "never forgave",
    "quarrel",
    "fell out",
    "enemy",
    "hate",
    "despise",
    "feud",
    "grudge",
    "avoids",
    "cannot stand",
    "can't stand",
    "betrayed",
    "will not speak",
    "resents",
)
"""Words of a tie that forbid small talk. English alone; elsewhere only ``closeness`` says so."""


# What there is to tell --------------------------------------------------------------------------------------------------


def tellable(thought: Thought, to: str) -> list[Fact]:
    """What the resident could tell ``to``: what they remember of their own life, their concern and news, what others told them,
    and what happened lately; nothing secret, past, or known to both already. In the order of memory."""
    mind = thought.mind
    _read_on(mind)
    shared = [mind.stream[n] for n in shared_with(mind, to) if n in mind.stream]
    known, covered = {m.text for m in shared}, [content(mind, m.text) for m in shared if m.text in mind.gatherings]
    found = (mind.stream[n] for n in mind.topics if n in mind.stream)
    open_ones = [m for m in found if m.text not in known and m.source != to and _still_holds(thought, m)]
    facts = [fact_of(mind, memory) for memory in open_ones if not is_private(mind, memory.text, to)]
    return [fact for fact in facts if fact.gathering or not any(_covers(told, content(mind, fact.text)) for told in covered)]


def _covers(told: frozenset[str], words: frozenset[str]) -> bool:
    """Whether an invitation says already what a memory is about."""
    return len(told & words) >= 2 and 2 * len(told & words) >= len(words)


def _read_on(mind: Mind) -> None:
    """Note which of the memories made since the last call can be topics: the resident's memories from before, their present
    concern, what came from others, and what happened; apart from these their background, which only answers, as far as its
    sentences stand for themselves. Each memory is read only once."""
    own = {*mind.resident.memories, *(one.text for one in mind.resident.remembered), mind.resident.currently}
    given, background = ({text.rstrip(". ") for text in texts} for texts in (own, mind.resident.background))
    names = (*(name for name, _ in mind.people.values()), "the ")
    for memory in mind.stream.recent(len(mind.stream) - mind.topics_read):
        text = memory.text
        if memory.kind != "observation" or text.endswith("'"):
            continue
        if memory.source == "backstory" and text not in given:
            mind.background += [memory.n] if text in background else []
        elif memory.source or not text.startswith(names) or text in mind.state.happened:
            mind.topics.append(memory.n)
        if memory.source not in ("", *mind.people):
            mind.frequency.update(_long_words(text))
    mind.topics_read = len(mind.stream)


def _still_holds(thought: Thought, memory: Memory) -> bool:
    """Whether a memory is worth telling now: no gathering that has begun, nothing expired, and nothing seen long ago."""
    gathering = thought.mind.gatherings.get(memory.text)
    if gathering is not None:
        return gathering.at > thought.at
    if memory.text == thought.world.weather:  # a heading, no sentence
        return False
    expired = memory.expires is not None and memory.expires <= thought.at
    return not expired and (bool(memory.source) or thought.at - memory.at < FRESH)


@lru_cache(maxsize=50_000)
def _long_words(text: str) -> frozenset[str]:
    return frozenset(word[:STEM] for word in re.findall(r"[^\W\d_]+", text.casefold()) if len(word) >= LONG_WORD)


def content(mind: Mind, text: str) -> frozenset[str]:
    """The words that say what a text is about, cut to their stems: the long ones, but for names of people and places and for
    those that are in many of the resident's memories."""
    if not mind.name_words:
        names = (*(name for name, _ in mind.people.values()), *mind.names.places)
        mind.name_words = _long_words(" ".join(names)) | _FILLERS
    return frozenset(word for word in _long_words(text) - mind.name_words if mind.frequency[word] <= COMMON)


def keeps(mind: Mind, text: str) -> bool:
    """Whether a memory says itself that nobody is to know it."""
    return text in mind.secrets or _HIDES.search(text) is not None


def is_private(mind: Mind, text: str, to: str) -> bool:
    """Whether a memory is not for ``to``: a secret, what bears on a secret, or what the tie to them says they must not know."""
    if keeps(mind, text) or touches_secret(mind, text, 2, to):
        return True
    tie = mind.resident.relationships.get(to, "")
    return _HIDES.search(tie) is not None and bool(content(mind, text) & content(mind, tie))


def touches_secret(mind: Mind, text: str, words: int, to: str = "") -> bool:
    """Whether a text shares two words with something that the resident keeps to themselves; one is enough where that has but
    one or two, where it is kept from ``to`` by name, and with ``words`` 1 where it is a rare one."""
    said = content(mind, text)
    for kept, whom in _secrets(mind):
        common = said & kept
        least = 1 if to in whom else min(2, max(1, len(kept) - 1))
        rare = words == 1 and any(mind.frequency[word] <= RARE for word in common)
        if common and (len(common) >= least or rare):
            return True
    return False


def _secrets(mind: Mind) -> list[tuple[frozenset[str], tuple[str, ...]]]:
    """The words of each secret (what follows the words that make it one, or the whole where nothing does), and the slugs of
    those whom it names there."""
    if mind.hidden is None:
        _read_on(mind)
        secrets = [memory for memory in mind.stream if memory.at < 0 and keeps(mind, memory.text)]
        mind.hidden = [(_hidden_words(mind, m.text), tuple(named(mind, _behind(m.text)))) for m in secrets]
    return mind.hidden


def _behind(text: str) -> str:
    """What follows the words that make a sentence a secret."""
    found = _HIDES.search(text)
    return text[found.end() :] if found else ""


def _hidden_words(mind: Mind, text: str) -> frozenset[str]:
    return content(mind, _behind(text)) or content(mind, text)


_HIDES = re.compile(
    r"\b(?:told nobody|tells nobody|told only|(?:not|never) told|told no one|hides|is hiding|secretly|in secret|must not know|"
    r"does not know that|behind (?:his|her|their|[A-Z]\w+'s) (?:\w+'s )?back|nobody (?:is to know|knows|must know)|"
    r"took \d[\d,.]* \w+ (?:out of|from)|to nobody|from everybody|no one knows|not true|lied|lies to|stole|forged|"
    r"without telling|without asking|pretends?|pretended|falsified|concealed|does not want \w+ to know|is ashamed|hid)\b",
    re.I,
)
"""Words by which a memory is a secret. English alone; elsewhere the scenario marks its secrets (``spread: false``)."""
_FILLERS = _long_words(
    "nobody anybody somebody nothing anything something never about which would could should himself herself itself until "
    "since still before after there their them they then than that this these those with from into over under have has had "
    "been being were where while because every other first again wants want means mean knows know known years year always "
    "without will when what whom whose your yours mine ours here some such only also just like make made take took taken "
    "gave give given said says tell told come came goes gone going went keep keeps kept does doing done once twice more "
    "most much many very even both each back down away upon must might shall well good long last next same time times days "
    "week weeks month months today tomorrow january february march april june july august september october november "
    "december monday tuesday wednesday thursday friday saturday sunday morning evening night asked asks stand stands"
)
"""Words that say nothing of what a sentence is about. English alone; elsewhere ``COMMON`` finds the most frequent ones."""


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
    own = thought.concern.rstrip(". ")
    told = (fact for fact in tellable(thought, to) if not (fact.text == own and to in fact.about))  # what one thinks of them
    found = (_topic(thought, fact, to, distant) for fact in told)
    return _ranked(intent for intent in found if intent is not None)[:TOPICS]


def _topic(thought: Thought, fact: Fact, to: str, distant: bool) -> Intent | None:
    mind, mattering, mine = thought.mind, (fact.importance or UNRATED) / 10, names_me(thought, fact.text)
    heard = fact.source in mind.people
    if fact.gathering is not None:
        hosts = fact.gathering.host == mind.slug
        if fact.gathering.host == to or (distant and not hosts):
            return None
        told = sum(fact.n in numbers for numbers in thought.state.shared.values())
        weight = 4.0 if hosts else max(0.5, 2.0 - EACH_TELLING * max(0, told - 1))  # one of them told the resident
        return Intent("invite" if hosts else "tell", (fact.n,), to, weight + mattering)
    if from_outside(thought, fact):
        return _of_outside(thought, fact, to)
    if heard and (mine or (fact.importance or UNRATED) < WORTH_PASSING_ON):
        return None
    if heard and to in fact.about and not fact.text.startswith(mind.people[to]):
        return None  # what others did to somebody they know themselves
    if to in fact.about and (mine or heard):
        return Intent("tell", (fact.n,), to, 2.0 + mattering)
    if distant:
        return None
    if to in fact.about:
        return Intent("ask", (fact.n,), to, 1.5 + mattering)
    if fact.source not in FROM_BEFORE | {"news", "whisper"} and not heard:
        return Intent("small talk", (fact.n,), to, 0.7 + mattering / 2)
    return Intent("tell", (fact.n,), to, (1.0 if fact.about else 0.8) + mattering)


def from_outside(thought: Thought, fact: Fact) -> bool:
    """Whether a fact came lately from outside the town's own course: a whisper, a happening."""
    outside = fact.source == "whisper" or fact.text in thought.state.happened
    return outside and thought.at - fact.at < ON_THE_MIND


def _of_outside(thought: Thought, fact: Fact, to: str) -> Intent:
    """What is done with such a fact: whom it is about is asked, who was there as well is spoken with, others are told."""
    told = sum(fact.n in numbers for numbers in thought.state.shared.values())
    first = WHISPERED if fact.source == "whisper" else HAPPENED
    weight = max(0.5, first + (fact.importance or UNRATED) / 10 - EACH_TELLING * told)
    there = thought.mind.people[to][0] in thought.state.told.get(fact.text, ())
    return Intent("small talk" if there else "ask" if to in fact.about else "tell", (fact.n,), to, weight)


# A line of talk ---------------------------------------------------------------------------------------------------------


def for_line(thought: Thought, talk: Talk, to: str, left: int) -> tuple[Intent, ...]:
    """What the resident may do with their next line to ``to``, ``left`` lines before the talk must end."""
    mind = thought.mind
    leaving = Intent("leave", (), to, 0.4 + 0.5 * max(0, len(talk.lines) - LINES) if talk.lines else 0.1)
    said = {n for _, _, told in thought.state.talk_done for n in told}
    if talk.lines and (left <= 1 or to in talk.leaving):
        whispered = (i for i in topics(thought, to) if mind.stream[i.facts[0]].source == "whisper" and not said & set(i.facts))
        cannot_wait = next(whispered, leaving) if left > 1 and len(talk.people) == 2 else leaving
        return (cannot_wait,)
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
    acted = talk.acts[-1] if talk.acts else ""
    heard = [fact_of(mind, mind.stream[n]) for n in thought.state.just_told if n in mind.stream]
    if acted == "ask" and not heard:  # a question about what the resident has told just before
        told = [n for who, _, numbers in thought.state.talk_done if who == mind.slug for n in numbers[:1]]
        heard = [fact_of(mind, mind.stream[n]) for n in told[-1:] if n in mind.stream]
    found: list[Intent] = []
    for fact in heard[:1]:
        gathering = fact.gathering
        if gathering is not None and gathering.at > thought.at and gathering.host != mind.slug and acted in ("invite", "tell"):
            found += _answers_to_invitation(thought, fact, gathering, to)
        elif acted in ("ask", "tell", "small talk", "answer", ""):
            found += _takes_up(thought, fact, to, said, acted)
    if acted == "ask" and not found:
        found.append(Intent("answer", (), to, 2.5))
    mine = (mind.gatherings.get(mind.stream[n].text) for n in _told_by_me(thought) if n in mind.stream)
    hosts = any(gathering is not None and gathering.host == mind.slug for gathering in mine)
    to_me = len(talk.people) == 2 or (len(talk.lines) > 1 and talk.lines[-2][0] == mind.slug)
    if not distant and (hosts if acted in ("accept", "promise") else acted == "comfort" and to_me):
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
    mind, mine, distant, new = thought.mind, names_me(thought, fact.text), cold(thought, to), fact.source == to
    weight = 3.0 if acted in ("ask", "tell") else 1.0
    if mine and acted in ("ask", "tell") and fact.n not in _told_by_me(thought) and touches_secret(mind, fact.text, 1):
        yield Intent("refuse", (fact.n,), to, weight + 1.0)
        return
    linked = related(thought, fact, to, said | {fact.n})
    alone = not any(slug != to for slug in fact.about)
    if linked is None and acted == "ask" and alone and fact.n in _told_by_me(thought) and not distant:
        linked = _concern(thought, to, said | {fact.n})
    if linked is not None:
        yield Intent("answer", (linked.n, fact.n), to, weight + 0.5)
    elif acted == "ask":
        yield Intent("answer", (fact.n,), to, weight)
    elif acted == "tell" and mine:  # what others say of the resident is often news to them
        yield Intent("refuse" if distant else "answer", (fact.n,), to, weight)
    elif acted == "tell":
        weighty, theirs = fact.importance >= WORTH_PASSING_ON, fact.text.startswith(mind.people[to])
        asks = new and not distant and (weighty or any(slug != to for slug in fact.about))
        if new and not distant and fact.importance + 1.0 >= WEIGHTY and theirs:
            yield Intent("comfort", (fact.n,), to, weight + 0.3)
        yield Intent("ask" if asks else "answer", (fact.n,), to, weight - 0.5)
        if asks and not weighty:
            yield Intent("answer", (fact.n,), to, weight - 0.5)
    elif acted == "answer" and new and not mine and not distant:
        if fact.importance + 1.0 >= WEIGHTY and fact.text.startswith(mind.people[to]):
            yield Intent("comfort", (fact.n,), to, 1.4)
        yield Intent("answer", (fact.n,), to, 1.2)
    elif acted == "small talk" and not distant:
        yield Intent("small talk", (fact.n,), to, 2.0)


def _told_by_me(thought: Thought) -> set[int]:
    """The numbers of what the resident has told in this talk."""
    return {n for who, _, told in thought.state.talk_done if who == thought.mind.slug for n in told}


def _concern(thought: Thought, to: str, said: set[int]) -> Fact | None:
    """The resident's present concern, where it has not been told in this talk and may be told to ``to``."""
    mind = thought.mind
    n = latest_by_text(mind).get(thought.concern.rstrip(". "))
    if n is None or n in said or n in shared_with(mind, to) or is_private(mind, mind.stream[n].text, to):
        return None
    return fact_of(mind, mind.stream[n])


def related(thought: Thought, fact: Fact, to: str, without: Iterable[int]) -> Fact | None:
    """The resident's own memory that belongs most closely to what was told: alike in what it says, whomever it is about, the
    more so where both are about the same third person. None where there is none, where it is private, or where ``to`` has
    told it."""
    mind = thought.mind
    taken = {*without, *shared_with(mind, to)}
    others = set(fact.about) - {to}
    own = set(_told_by_me(thought)) & taken  # what comes of one's own matter is not in the background
    numbers = mind.topics if fact.n in own else (*mind.topics, *mind.background)
    found = [mind.stream[n] for n in numbers if n in mind.stream and n not in taken]
    able = [m for m in found if m.text != fact.text and m.source not in ("", to) and m.text not in mind.gatherings]
    able = [m for m in able if not (m.source in mind.people and names_me(thought, m.text))]  # what others say of the resident
    own_concern = thought.concern.rstrip(". ")
    able = [m for m in able if m.text != own_concern or to not in fact_of(mind, m).about]
    best: tuple[float, int] | None = None
    least = HASHED if mind.stream.embedder.name.startswith("hash") else BELONGS
    for memory, likeness in zip(able, alike(mind, fact.text, [m.text for m in able]), strict=True):
        about = set(fact_of(mind, memory).about)
        shared = bool(others & about)
        less = 0.1 if memory.source in mind.people else 0.05 if memory.n in mind.background else 0.0
        score = likeness + NAMED_BOTH * shared - less
        if score >= least and (best is None or (score, -memory.n) > best) and not is_private(mind, memory.text, to):
            best = (score, -memory.n)
    return fact_of(mind, mind.stream[-best[1]]) if best else None


def alike(mind: Mind, text: str, others: Sequence[str]) -> list[float]:
    """How alike what is said is, whomever it is about: the cosines of the vectors, 0 to 1, without anybody's name."""
    wanted = [one for one in dict.fromkeys((text, *others)) if one not in mind.matters]
    if wanted:
        bare = [_nameless(mind, one) for one in wanted]
        mind.matters.update(zip(wanted, to_unit_length(mind.stream.embedder.embed(bare)), strict=True))
    return [round(float(mind.matters[text] @ mind.matters[one]), 4) for one in others]


def _nameless(mind: Mind, text: str) -> str:
    """A text with ``somebody`` for every name of a resident."""
    every = sorted({part for pair in mind.people.values() for part in pair if part}, key=lambda part: (-len(part), part))
    pattern = "|".join(map(re.escape, every))
    return re.sub(rf"\b(?:{pattern})\b", "somebody", text) if pattern else text


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
    homes = {site.name for site in thought.mind.town.sites if site.home_of}
    outside = {site.name for site in thought.mind.town.sites} - homes
    public = [name for name in thought.place_names() if thought.world.kinds.get(name) or name in outside]
    return tuple([*_ranked(visits)[: MOST // 2], *(Intent("do", place=name) for name in public[: MOST // 2])])


def _ranked(intents: Iterable[Intent]) -> list[Intent]:
    """The weightiest first; each act on the same facts once."""
    kept: dict[tuple[str, Sequence[int]], Intent] = {}
    for intent in sorted(intents, key=lambda one: (-one.weight, one.act, one.facts)):
        kept.setdefault((intent.act, intent.facts), intent)
    return list(kept.values())
