"""Conversation: a resident's turns in a talk, and what they keep of it afterwards.

A turn is one question with the memories retrieved for it. After the talk each participant keeps a summary, the facts learned
(with who told them), an intention, and their relationship to the others. Source: Park et al. 2023 section 4.3.2; here turns
take game time, and anybody may join or leave.
"""

from __future__ import annotations

import re

from sim.mind.appointments import when_and_where
from sim.mind.plan import insert_commitment
from sim.mind.state import Commitment
from sim.mind.thought import Thinking, Thought
from sim.prompts import ask
from sim.prompts.tasks.recap import SummariseTalk
from sim.prompts.tasks.relation import DescribeRelationship
from sim.prompts.tasks.say import Say
from sim.world.state import Talk

SHOWN = 14
"""Most lines of a talk that a prompt shows."""
RELATION_HOLDS = 24 * 3600
"""Game seconds before the relationship with somebody is described anew."""
INTENTION = 6.0
"""Importance of an intention."""
WORDS = re.compile(r"[a-z0-9']{4,}")


def speak(thought: Thought, talk: Talk) -> Thinking:
    """Say the resident's next line, or leave when the goodbyes are said."""
    me = thought.mind.slug
    others = [slug for slug in talk.people if slug != me]
    said_goodbye = [slug for slug in talk.leaving if slug in talk.people]
    if me in talk.leaving or not others:
        thought.do("leave", reason="goodbye")
        return
    left = max(0, thought.rules.chat_turns - len(talk.lines))
    to = _addressed(talk, others)
    last = talk.lines[-1][1] if talk.lines else talk.reason
    question = Say(
        **thought.asking("say"),
        at=thought.here(),
        doing=thought.body.activity,
        talking_with=tuple(thought.person(slug) for slug in [to, *(s for s in others if s != to)]),
        relationship=thought.relationship(to),
        memories=_to_talk_about(thought, f"{thought.person(to)}: {last}"),
        conversation=tuple((thought.person(who), words) for who, words in talk.lines[-SHOWN:]),
        turns_left=left,
        goodbye=bool(said_goodbye),
        telling=thought.telling(to),
    )
    reply = yield from ask(question)
    words = reply.say.strip()
    end = reply.end or left <= 1
    thought.do("say", text=words, end=end)
    if end and said_goodbye:
        thought.do("leave", reason="goodbye")


def remember_talk(thought: Thought) -> Thinking:
    """After a talk: keep a summary, the facts learned and from whom, an intention, and the relationships."""
    state = thought.state
    people, lines, utterances = list(state.talk_people), list(state.talk_lines), list(state.talk_memories)
    talk_id = state.talk
    state.talk, state.talk_people, state.talk_lines, state.talk_memories = "", [], [], []
    for slug in people:
        state.met[slug] = thought.at
    if not lines or not thought.mind.stream.keeps:
        return
    said = tuple((thought.person(who), words) for who, words in lines[-2 * SHOWN :])
    reply = yield from ask(SummariseTalk(**thought.asking("recap"), conversation=said))
    stream = thought.mind.stream
    stream.add(reply.summary, "summary", thought.at, evidence=tuple(utterances))
    for fact in reply.learned:
        _learn(thought, fact, people, lines, utterances, talk_id)
    if reply.intends:
        _intend(thought, reply.intends, talk_id)
    for slug in people:
        if thought.at - state.related.get(slug, -RELATION_HOLDS) >= RELATION_HOLDS:
            yield from _update_relation(thought, slug)


def _learn(
    thought: Thought, fact: str, people: list[str], lines: list[tuple[str, str]], utterances: list[int], talk_id: str
) -> None:
    """Keep a learned fact with its speaker and the utterance as evidence; a fact known in the same words is skipped."""
    if fact in thought.mind.ratings:
        return
    wanted = set(WORDS.findall(fact.lower()))
    scores = [(len(wanted & set(WORDS.findall(words.lower()))), -i) for i, (who, words) in enumerate(lines) if who in people]
    told = [(i, who) for i, (who, _) in enumerate(lines) if who in people]
    if not told:
        return
    best = max(range(len(told)), key=lambda j: scores[j])
    index, teller = told[best]
    evidence = (utterances[index],) if index < len(utterances) else ()
    memory = thought.mind.stream.add(fact, "observation", thought.at, evidence=evidence, source=teller)
    thought.do("learn", text=fact, memory=memory.n, talk=talk_id, **{"from": teller})


def _intend(thought: Thought, text: str, talk_id: str) -> None:
    """Keep an intention; if it names a time and a place it becomes a commitment and enters the plan."""
    if text in thought.mind.ratings:
        return
    thought.mind.stream.add(text, "plan", thought.at, INTENTION)
    at, place = when_and_where(thought, text)
    thought.do("intend", text=text, talk=talk_id, at=at, place=place)
    if at is None or not place or any(c.at == at and c.place == place for c in thought.state.commitments):
        return
    commitment = Commitment(text, _activity(text), at, place)
    thought.state.commitments.append(commitment)
    if thought.state.blocks and at < thought.state.blocks[-1].start:
        insert_commitment(thought, commitment)


def _activity(text: str) -> str:
    """``Tom Reed plans to go to the supper at the Green`` -> ``going to the supper at the Green``."""
    match = re.search(r"\b(?:plans|wants|intends|hopes|promised|means|has promised) to (\w+)(.*)", text)
    if not match:
        return "keeping a promise"
    verb, rest = match.group(1), match.group(2)
    return f"{gerund(verb)}{rest}".rstrip(". ")[:80]


def gerund(verb: str) -> str:
    """``go`` -> ``going``, ``make`` -> ``making``, ``meet`` -> ``meeting``; good enough for plans."""
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) and verb != "be":
        return verb[:-1] + "ing"
    if re.fullmatch(r"[^aeiou]*[aeiou][bdglmnprt]", verb):
        return verb + verb[-1] + "ing"
    return verb + "ing"


def _update_relation(thought: Thought, slug: str) -> Thinking:
    name = thought.person(slug)
    question = DescribeRelationship(
        **thought.asking("relation"),
        about=name,
        relationship=thought.relationship(slug),
        memories=thought.recall(name, "relation", 6),
    )
    text = (yield from ask(question)).relationship
    thought.state.related[slug] = thought.at
    thought.state.relations[slug] = text
    thought.do("relation", other=slug, text=text)


def _to_talk_about(thought: Thought, query: str) -> tuple[str, ...]:
    """Memories retrieved for a line, without those of the day's plan."""
    timetable = f"{thought.name}'s plan for "
    return tuple(text for text in thought.recall(query, "say", 8) if not text.startswith(timetable))


def _addressed(talk: Talk, others: list[str]) -> str:
    """The slug addressed: the last speaker, else the first of the others."""
    spoke = [who for who, _ in talk.lines if who in others]
    return spoke[-1] if spoke else others[0]
