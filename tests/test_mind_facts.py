"""Facts: what a line tells is found by comparing; listeners remember it in its own words, with where it came from."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from capable_minds import Live, Written, events, once

from sim.memory import MemoryStream
from sim.mind.facts import fact_of, hear_fact, named, origin_of
from sim.mind.told import facts_told, told_in
from sim.prompts import Question, Reply
from sim.prompts.tasks.react import Reaction
from sim.prompts.tasks.say import Say, Utterance
from sim.types import Fact

SUPPER = "Nora Fennick is giving a lantern supper at Mill Green on Saturday at 6 pm"
CRADLE = "Tess Okoro is building a cradle"


def mind(*people: tuple[str, str, str], slug: str = "me", **more: Any) -> Any:
    known = {one: (name, first) for one, name, first in people}
    caches = {"by_text": {}, "by_origin": {}, "about": {}, "texts_read": 0}
    fields = {"gatherings": {}, "secrets": frozenset(), "stream": MemoryStream(), **caches}
    return SimpleNamespace(slug=slug, people=known, state=SimpleNamespace(shared={}), **fields | more)


@pytest.mark.parametrize(
    ("text", "whom"),
    [
        ("Jo Ann Reed keeps bees", ["jo"]),
        ("Ann Reed and Jo Ann Reed quarrel", ["jo", "ann"]),
        ("Chris James snores", ["chris"]),
        ("James Ott lost a ring", ["james"]),
        ("Una sings", ["una"]),
        ("Unable to sing", []),
        ("Sam broke a wrist", []),
        ("Sam Ott broke a wrist", ["ott"]),
        ("Dr Moreau came", ["moreau"]),
        ("Doctor's orders", []),
    ],
)
def test_the_longest_name_wins_and_a_first_name_counts_while_it_is_one_persons(text: str, whom: list[str]) -> None:
    town = mind(
        ("jo", "Jo Ann Reed", "Jo"), ("ann", "Ann Reed", "Ann"),
        ("chris", "Chris James", "Chris"), ("james", "James Ott", "James"),
        ("una", "Una", "Una"), ("ott", "Sam Ott", "Sam"), ("hill", "Sam Hill", "Sam"), ("moreau", "Dr Moreau", "Moreau"),
    )  # fmt: skip
    assert named(town, text) == whom


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Come to my lantern supper on the Mill Green tomorrow at six.", [0]),
        ("I'm giving a supper, with lanterns, on Saturday.", [0]),
        ("Saturday suits me.", []),
        ("Nora Fennick, good morning.", []),
        ("She is building a cradle, you know. And there's a lantern supper at the Green.", [0, 1]),
        ("I'm late for the mill.", []),
    ],
)
def test_what_a_line_tells_is_found_by_comparing_it_with_the_speakers_facts(line: str, told: list[int]) -> None:
    facts = [Fact(0, SUPPER), Fact(1, CRADLE)]
    assert told_in(line, facts, ["Nora", "Fennick", "Tess", "Okoro"]) == told


def test_what_is_claimed_counts_where_some_of_it_is_said() -> None:
    facts = [Fact(0, SUPPER), Fact(1, CRADLE)]
    assert told_in("Lanterns! You'll see.", facts, ["Nora", "Fennick"], claimed=[0, 1]) == [0]


def test_what_was_heard_keeps_its_words_and_where_it_came_from() -> None:
    people = (("ann", "Ann Reed", "Ann"), ("bo", "Bo Lind", "Bo"), ("cy", "Cy Moss", "Cy"))
    ann, bo, cy = (mind(*people, slug=slug) for slug in ("ann", "bo", "cy"))
    ann.stream.add("Ann Reed has a cold", "observation", 0, 3.0)
    first = ann.stream.add(CRADLE, "observation", 0, 6.0)
    line = bo.stream.add("Ann Reed said to Bo Lind: 'A cradle!'", "utterance", 50, source="ann")
    own, new = hear_fact(bo, ann, first.n, 60, line.n)
    heard = bo.stream[own]
    assert new and (heard.text, heard.source, heard.origin, heard.evidence) == (CRADLE, "ann", ("ann", first.n), (line.n,))
    assert heard.importance == 5.0
    again, new = hear_fact(bo, ann, first.n, 90, line.n)
    assert (again, new) == (own, False)
    line = cy.stream.add("Bo Lind said to Cy Moss: 'A cradle!'", "utterance", 100, source="bo")
    third, _ = hear_fact(cy, bo, own, 110, line.n)
    assert origin_of("cy", cy.stream[third]) == ("ann", first.n) and cy.stream[third].source == "bo"
    line = ann.stream.add("Cy Moss said to Ann Reed: 'A cradle!'", "utterance", 200, source="cy")
    assert hear_fact(ann, cy, third, 210, line.n) == (first.n, False), "it was hers"
    assert fact_of(cy, cy.stream[third]).about == ()


class Telling(Written):
    """Nora goes up to somebody and tells them one of her memories, in other words; whoever is told says yes."""

    def reply(self, question: Question[Any]) -> Reply | None:
        if not isinstance(question, Say):
            return super().reply(question)
        self.asked.append(question)
        if question.card.first == "Nora" and not question.conversation:
            number = next(i for i, fact in enumerate(question.facts, 1) if fact.gathering)
            return Utterance("A lantern supper at the Green, and you shall come.", False, "invite", (number,))
        return Utterance("I will.", True, "accept")


def test_a_line_leaves_the_fact_itself_a_promise_and_who_was_told(live: Live) -> None:
    going = once(Reaction("talk", "to ask them to the supper"))
    town = live(written := Telling(lambda q: going(q) if q.card.first == "Nora" else Reaction("continue", "")), until="09:00")
    said = [row for row in events(town, "say") if row["who"] == "nora"]
    assert said and said[0]["act"] == "invite" and len(said[0]["told"]) == 1
    other = said[0]["to"][0]
    nora, guest = town.engine.minds["nora"], town.engine.minds[other]
    fact = nora.stream[said[0]["told"][0]]
    heard = next(memory for memory in guest.stream if memory.text == fact.text)
    known_before = heard.at < 0
    assert known_before or (heard.source, heard.origin) == ("nora", ("nora", fact.n))
    assert heard.n in guest.state.shared["nora"] and fact.n in nora.state.shared[other]
    assert fact.text in nora.state.told and nora.state.told[fact.text] == [guest.resident.name]
    asked = [q for q in written.of(Say) if q.card.name == guest.resident.name and q.heard]
    assert asked[0].heard[0].text == fact.text and asked[0].acted == "invite"
    (promise,) = [one for one in guest.state.commitments if one.state == "open"]
    party = nora.gatherings[fact.text]
    assert (promise.at, promise.place) == (party.at, party.place)


def test_words_that_nobody_explained_are_searched_for_facts(live: Live) -> None:
    town = live(Written(), until="07:10")
    nora = town.engine.minds["nora"]
    supper = next(text for text in nora.gatherings)
    found = facts_told(nora, "There is a lantern supper on the Mill Green on Saturday.", town.engine.at)
    assert supper in [nora.stream[n].text for n in found]
    assert facts_told(nora, "Good morning to you.", town.engine.at) == []
