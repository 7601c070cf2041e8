"""Conversation: a resident's turns in a talk, and what they keep of it afterwards.

A turn is one question with the memories retrieved for it. After the talk each participant keeps a summary, the facts learned
(with who told them), an intention, and their relationship to the others. Source: Park et al. 2023 section 4.3.2; here turns
take game time, and anybody may join or leave.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sim.language.text import same_deed
from sim.mind.appointments import going_to, when_and_where
from sim.mind.commitments import call_off, insert_commitment, settle
from sim.mind.facts import facts_of, known_gatherings, latest_by_text, shared_with
from sim.mind.intents import cold, for_line
from sim.mind.mind import Thinking
from sim.mind.overhearing import always_knew
from sim.mind.scene import acquaintance, activity_of, promise_text
from sim.mind.state import Commitment
from sim.mind.thought import Thought
from sim.mind.told import facts_told, told_in, words_of_names
from sim.prompts import ask
from sim.prompts.records import LineDone
from sim.prompts.scene import by_time
from sim.prompts.tasks.recap import SummariseTalk
from sim.prompts.tasks.relation import DescribeRelationship
from sim.prompts.tasks.say import ENDING, Say, Utterance
from sim.prompts.tasks.takeaway import Agreement, TakeFromTalk
from sim.types import Intent
from sim.world.clock import clock_text, minutes_of
from sim.world.state import Talk

SHOWN = 14
"""Most lines of a talk that a prompt shows."""
LATEST = 4
"""Last lines of a talk that decide whether it goes on longer than is polite."""
WEIGHTY = 6
"""A last line that told something of this importance makes a talk longer."""
MORE = 6
"""Lines by which it does."""
ANSWERED = 2
"""Lines by which a question at its end makes a talk longer."""
RECALLED = 12
"""Memories that a line rests on: of the others, and of what the speaker wants."""
GATHERINGS = 2
"""Most gatherings to come that a speaker has at hand, besides."""
BROUGHT = 2
"""Memories that the last line brings to mind besides."""
RELATION_HOLDS = 24 * 3600
"""Game seconds before the relationship with somebody is described anew."""
INTENTION = 6.0
"""Importance of an intention."""
Done = Sequence[tuple[str, str, list[int]]]
"""What each line of a talk did (``MindState.talk_done``)."""
TELLING = ("", "tell", "invite")
"""Acts whose words may tell a memory though the reply names none."""
WORDS = re.compile(r"[a-z0-9']{4,}")


def speak(thought: Thought, talk: Talk) -> Thinking:
    """Say the resident's next line, or leave when the goodbyes are said."""
    me = thought.mind.slug
    others = [slug for slug in talk.people if slug != me]
    said_goodbye = [slug for slug in talk.leaving if slug in talk.people]
    if me in talk.leaving or not others:
        thought.do("leave", reason="goodbye")
        return
    if known := talk.known_line(me):
        thought.do("say", text=known, end=False)  # what it tells is found where it is heard
        return
    left = _lines_left(thought, talk)
    to = _addressed(talk, others)
    partners = [to, *(slug for slug in others if slug != to)]
    shared = _known_of_partners(thought, talk, partners) if thought.full else _known_of_partner(thought, talk, to)
    question = Say(
        at=thought.here(),
        doing=_came_for(thought, talk) or thought.body.activity,
        talking_with=tuple(map(thought.person, partners)),
        conversation=tuple((thought.person(who), words) for who, words in talk.lines[-SHOWN:]),
        turns_left=left,
        goodbye=bool(said_goodbye) and (not thought.full or len(said_goodbye) == len(others)),
        **shared,
        **thought.asking("say"),
    )
    reply = yield from ask(question)
    words = reply.say.strip()
    end = reply.end or left <= 1
    asked = _asked(thought, words, others) if thought.full and len(others) > 1 else ""
    told = {"act": reply.act, "told": _told(thought, question, reply)} if thought.full else {}
    thought.do("say", text=words, end=end, **({"next": asked} if asked else {}), **told)
    if reply.act in ("accept", "promise"):
        _accept(thought, question, talk.id)
    if end and said_goodbye and (len(others) == 1 or not thought.full):  # of several each goes when their turn comes
        thought.do("leave", reason="goodbye")


def _told(thought: Thought, question: Say, reply: Utterance) -> list[int]:
    """The numbers of the memories that a line tells: those that the reply names, as far as its words bear it out; where it
    names none, those that its words show."""
    stream, claimed = thought.mind.stream, [question.facts[i - 1].n for i in reply.told if 0 < i <= len(question.facts)]
    able = [fact for fact in question.facts if fact.n in claimed]
    if not claimed and reply.act in TELLING:
        nearest = facts_of(thought.mind, (), facts_told(thought.mind, reply.say, thought.at))
        able = [fact for fact in (*question.facts, *nearest) if stream[fact.n].kind == "observation"]
    return told_in(reply.say, able, words_of_names(thought.mind), claimed)


def _accept(thought: Thought, question: Say, talk_id: str) -> None:
    """Promise to come to the gathering that the last line told of, if it is still to come and not promised already."""
    open_ones = [(one.at, one.place) for one in thought.state.commitments if one.state == "open"]
    for fact in question.heard:
        party = fact.gathering
        if party is None or party.at <= thought.at or party.host == thought.mind.slug or (party.at, party.place) in open_ones:
            continue
        _keep_intention(thought, fact.text, going_to(party), party.at, party.place, talk_id, party.lasts)
        return


def _came_for(thought: Thought, talk: Talk) -> str:
    """What the resident was looking for the other for, if the talk began with that and it is not told elsewhere."""
    names = map(thought.person, talk.people)
    sought = talk.begun_by == thought.mind.slug and thought.mind.reading.looked_for(talk.reason, names)
    return talk.reason if sought and not thought.full else ""


def _lines_left(thought: Thought, talk: Talk) -> int:
    """How many lines are polite still. Capable minds need not end on a question, nor just after something weighty: that makes
    the talk longer."""
    polite, said = thought.rules.chat_turns, [words for _, words in talk.lines[-LATEST:]]
    left = max(0, polite - len(talk.lines))
    if not thought.full or not said:
        return left
    stream = thought.mind.stream
    weighty = any((stream[n].importance or 0) >= WEIGHTY for n in thought.state.just_told if n in stream)
    more = MORE if weighty else ANSWERED if "?" in said[-1] else 0
    return max(left, min(ENDING + 1, polite + more - len(talk.lines))) if more else left


def _asked(thought: Thought, words: str, others: Sequence[str]) -> str:
    """The slug of whom a line asks by name: who is named last before its last question ends, or begins a sentence behind it as
    the one spoken to (``Ann, tell him.``); "" for nobody."""
    asking, first = words.rpartition("?")[0], {slug: thought.mind.people[slug][1] for slug in others}
    spoken_to = {slug: re.search(rf"(?s).*(?:^|[.!?] ){re.escape(name)},", words) for slug, name in first.items()}
    called = {slug: max(asking.rfind(name), found.end() if (found := spoken_to[slug]) else -1) for slug, name in first.items()}
    slug = max(others, key=lambda slug: called[slug])
    return slug if called[slug] >= 0 else ""


def _known_of_partner(thought: Thought, talk: Talk, to: str) -> dict[str, Any]:
    """The fields of a brief question that say what the speaker knows of whom they address, without the day's plan."""
    timetable, query = f"{thought.name}'s plan for ", f"{thought.person(to)}: {_last_words(talk)}"
    memories = tuple(text for text in thought.recall_of(to, query, "say") if not text.startswith(timetable))
    return {"memories": memories, "relationship": thought.relationship(to), "telling": thought.telling(to)}


def _known_of_partners(thought: Thought, talk: Talk, partners: Sequence[str]) -> dict[str, Any]:
    """The fields of a full question that say what the speaker knows of all of them: searched by person and by what the
    speaker wants, which hardly changes from turn to turn, and then by the last line."""
    names = [thought.person(slug) for slug in partners]
    wanted = thought.state.wanted
    searched = (*names[:2], wanted or thought.concern)
    memories = thought.recall_each(searched, "say", RECALLED // len(searched))
    memories = tuple(dict.fromkeys((*memories, *_untold_gatherings(thought, partners[0]))))
    clock = thought.world.clock
    began = f"began it at {clock_text(clock.minutes(talk.since * thought.rules.tick))}" if talk.lines else "begins it now"
    opener = thought.mind.people[talk.begun_by][1]
    why = f"; what {thought.mind.resident.first} came for: {wanted}" if wanted else ""
    intents = for_line(thought, talk, partners[0], _lines_left(thought, talk))
    brought = (*thought.recall_each((_last_words(talk),), "say", BROUGHT, memories), *_meant(thought, intents, memories))
    shown = (*by_time(memories, thought.recalled), *by_time(brought, thought.recalled))
    return {
        "memories": memories,
        "brought": tuple(dict.fromkeys(brought)),
        "relationship": thought.relationship(partners[0]),
        "telling": thought.telling(partners[0]),
        "occasion": f"{opener} {began}{why}",
        "leaving": tuple(map(thought.person, (slug for slug in partners if slug in talk.leaving))),
        "partners": tuple(f"{acquaintance(thought, slug)}; before this talk {_was_doing(thought, slug)}" for slug in partners),
        "facts": facts_of(thought.mind, shown, (n for intent in intents for n in intent.facts)),
        "heard": facts_of(thought.mind, (), thought.state.just_told),
        "acted": talk.acts[-1] if talk.acts else "",
        "intents": intents,
        "cold": cold(thought, partners[0]),
        "done": _as_done(thought, thought.state.talk_done[-SHOWN:]),
    }


def _as_done(thought: Thought, done: Done) -> tuple[LineDone, ...]:
    """What lines did, with names and facts."""
    return tuple(LineDone(thought.person(who), act, facts_of(thought.mind, (), told)) for who, act, told in done)


def _meant(thought: Thought, intents: Sequence[Intent], known: Sequence[str]) -> list[str]:
    """The memories that intents rest on, without those that are ``known`` already; from now on they are recalled."""
    stream = thought.mind.stream
    meant = [stream[n] for intent in intents for n in intent.facts if n in stream and stream[n].text not in known]
    thought.remind(meant)
    return [memory.text for memory in meant]


def _untold_gatherings(thought: Thought, slug: str) -> list[str]:
    """The gatherings still to come that the resident knows of and has not spoken of with ``slug``: whatever else comes to mind,
    they have them at hand."""
    mind = thought.mind
    known = [(text, party) for text, party in known_gatherings(mind) if party.at > thought.at and text not in mind.secrets]
    shared, by_text = shared_with(mind, slug), latest_by_text(mind)
    return [text for text, party in known if party.host != slug and by_text[text] not in shared][:GATHERINGS]


def _was_doing(thought: Thought, slug: str) -> str:
    return f"they were {activity_of(thought.world.bodies[slug])}"


def _last_words(talk: Talk) -> str:
    return talk.lines[-1][1] if talk.lines else talk.reason


def remember_talk(thought: Thought) -> Thinking:
    """After a talk: note at once with whom the resident has spoken, so that nothing on the way seeks those out again; what
    follows is thinking it over."""
    state = thought.state
    people, lines, utterances = list(state.talk_people), list(state.talk_lines), list(state.talk_memories)
    talk_id = state.talk
    state.talk, state.talk_people, state.talk_lines, state.talk_memories, state.wanted = "", [], [], [], ""
    done, state.talk_done, state.just_told = list(state.talk_done), [], []
    day = thought.world.clock.day(thought.at)
    for slug in people:
        state.met[slug] = thought.at
        then, count = state.talks.get(slug, [day, 0])
        state.talks[slug] = [day, count + 1 if then == day else 1]
    return _think_over(thought, people, lines, utterances, talk_id, done)


def _think_over(
    thought: Thought, people: list[str], lines: list[tuple[str, str]], utterances: list[int], talk_id: str, done: Done
) -> Thinking:
    """Keep a summary of a talk, the facts learned and from whom, an intention, and the relationships."""
    if not lines or not thought.mind.stream.keeps:
        return
    said = tuple((thought.person(who), words) for who, words in lines[-2 * SHOWN :])
    if thought.full:
        yield from _take_away(thought, people, lines, utterances, talk_id, done)
        return
    reply = yield from ask(SummariseTalk(**thought.asking("recap"), conversation=said))
    stream = thought.mind.stream
    stream.add(reply.summary, "summary", thought.at, evidence=tuple(utterances))
    for fact in reply.learned:
        _learn(thought, fact, people, lines, utterances, talk_id)
    if reply.intends:
        _intend(thought, reply.intends, talk_id)
    if declined := thought.mind.reading.declined(reply.summary, thought.name):
        call_off(thought, declined, reply.summary)
    for slug in people:
        if thought.at - thought.state.related.get(slug, -RELATION_HOLDS) >= RELATION_HOLDS:
            yield from _update_relation(thought, slug, reply.summary)


def _take_away(
    thought: Thought, people: list[str], lines: list[tuple[str, str]], utterances: list[int], talk_id: str, done: Done
) -> Thinking:
    """The same in the full register, as one question; the reply may also change mood, ties and the rest of the day."""
    state, stream = thought.state, thought.mind.stream
    names = {thought.person(slug): slug for slug in people}
    promises = [promise for promise in state.commitments if promise.state == "open"]
    question = TakeFromTalk(
        talking_with=tuple(names),
        conversation=tuple((thought.person(who), words) for who, words in lines[-2 * SHOWN :]),
        partners=tuple(acquaintance(thought, slug, lines) for slug in people),
        memories=thought.recall_each([*names, lines[-1][1]], "takeaway"),
        places=thought.rooms(),
        promises=tuple(promise_text(thought, promise) for promise in promises),
        done=_as_done(thought, done),
        **thought.asking("takeaway"),
    )
    reply = yield from ask(question)
    stream.add(reply.summary, "summary", thought.at, float(reply.importance), evidence=tuple(utterances))
    noted = facts_of(thought.mind, (), (n for slug in people for n in state.shared.get(slug, ())))
    for fact in reply.learned:
        if told_in(fact.fact, noted, ()):
            continue  # remembered in its own words when it was told
        tellers = [names[fact.teller]] if fact.teller in names else people
        _learn(thought, fact.fact, tellers, lines, utterances, talk_id, float(fact.importance))
    for n in reply.settled[: len(promises)]:
        settle(thought, promises[n - 1], "settled", reply.summary)
    for agreed in reply.intends:
        _agree(thought, agreed, talk_id)
    for tie in reply.ties:
        if (slug := names.get(tie.name)) is not None:
            _relate(thought, slug, tie.relationship)
            state.closeness[slug] = max(-10, min(10, state.closeness.get(slug, 0) + tie.closer))
            if tie.closer:
                thought.do("feel", other=slug, closer=tie.closer, closeness=state.closeness[slug])
    thought.feel(reply.mood)
    thought.ponder(reply.thought)
    if reply.currently:
        state.currently = reply.currently
        thought.do("self", summary=state.summary, currently=state.currently)
    if reply.changes_plan:
        yield from thought.mind.faculties.replan(thought, reply.changes_plan, reply.changes_plan)


def _agree(thought: Thought, agreed: Agreement, talk_id: str) -> None:
    """Keep an intention whose day, time and place the reply itself names."""
    at = None
    if agreed.time:
        clock, minutes = thought.world.clock, minutes_of(agreed.time)
        words = f"{agreed.day} {agreed.time}".strip()
        at = clock.parse_when(words, thought.at) if agreed.day else clock.parse_when(agreed.time, thought.at)
        at = at if clock.minutes(at) == minutes and at > thought.at else None
    _keep_intention(thought, agreed.intention, agreed.activity, at, agreed.place, talk_id, 60 * agreed.minutes)


def _learn(
    thought: Thought,
    fact: str,
    people: list[str],
    lines: list[tuple[str, str]],
    utterances: list[int],
    talk_id: str,
    importance: float | None = None,
) -> None:
    """Keep a learned fact with its speaker (the first of ``people`` whose name and line have most of its words) and the
    utterance as evidence; a fact known in the same words, or from before the run, is skipped."""
    if fact in thought.mind.ratings or (not thought.full and always_knew(thought.mind, fact)):
        return
    wanted = set(WORDS.findall(fact.lower()))
    spoken = {i: f"{thought.person(who)} {words}".lower() for i, (who, words) in enumerate(lines) if who in people}
    if not spoken:
        return
    index = max(spoken, key=lambda i: (len(wanted & set(WORDS.findall(spoken[i]))), -i))
    teller = lines[index][0]
    evidence = (utterances[index],) if index < len(utterances) else ()
    memory = thought.mind.stream.add(fact, "observation", thought.at, importance, evidence=evidence, source=teller)
    thought.do("learn", text=fact, memory=memory.n, talk=talk_id, **{"from": teller})


def _intend(thought: Thought, text: str, talk_id: str) -> None:
    """Keep an intention; if it names a time and a place it becomes a commitment and enters the plan."""
    if text in thought.mind.ratings:
        return
    at, place = when_and_where(thought, text)
    _keep_intention(thought, text, thought.mind.reading.meant(text, thought.place_names()), at, place, talk_id)


def _keep_intention(
    thought: Thought, text: str, activity: str, at: int | None, place: str, talk_id: str, lasts: int = 0
) -> None:
    """Remember an intention; with a moment and a place it becomes a commitment and enters the plan. A capable mind keeps one
    without them as a promise, too, until it is settled."""
    known = thought.state.commitments
    thought.mind.stream.add(text, "plan", thought.at, INTENTION)
    thought.do("intend", text=text, talk=talk_id, at=at, place=place)
    if at is None or not place:
        if thought.full and not any((c.text, c.state) == (text, "open") for c in known):
            known.append(Commitment(text, activity, at or 0, place, lasts=lasts, since=thought.at))
        return
    same = [c for c in known if (c.at, c.place, c.state) == (at, place, "open")]
    if same and not thought.full:
        return
    for before in same:  # the same once more: what is agreed last says it best; something else is meant besides
        if same_deed(before.activity, activity) or same_deed(activity, before.activity) or before.activity == activity:
            settle(thought, before, "settled", text)
    commitment = Commitment(text, activity, at, place, lasts=lasts)
    known.append(commitment)
    if thought.state.blocks and at < thought.state.blocks[-1].start:
        insert_commitment(thought, commitment)


def _update_relation(thought: Thought, slug: str, summary: str) -> Thinking:
    """Describe anew how the resident stands with somebody after a talk: its summary always bears on that, whatever else is
    recalled."""
    name = thought.person(slug)
    recalled = thought.recall(name, "relation", 6)
    question = DescribeRelationship(
        about=name,
        relationship=thought.relationship(slug),
        memories=(summary, *(text for text in recalled if text != summary)),
        **thought.asking("relation"),
    )
    _relate(thought, slug, (yield from ask(question)).relationship)


def _relate(thought: Thought, slug: str, text: str) -> None:
    """Keep how the resident stands with somebody."""
    thought.state.related[slug] = thought.at
    thought.state.relations[slug] = text
    thought.do("relation", other=slug, text=text)


def _addressed(talk: Talk, others: list[str]) -> str:
    """The slug addressed: the last speaker, else the first of the others."""
    spoke = [who for who, _ in talk.lines if who in others]
    return spoke[-1] if spoke else others[0]
