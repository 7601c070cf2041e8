"""Intents: what may be said or done follows from facts, promises, secrets and ties, never from wording."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim import Town
from sim.mind.facts import fact_of, latest_by_text, share
from sim.mind.intents import MOST, clash, cold, for_free_hours, for_line, for_person, is_private, related, tellable, topics
from sim.mind.state import Commitment
from sim.mind.thought import Thought
from sim.types import Fact
from sim.world.state import Talk

TOWN = """
name: A quay
map: millbrook
start: 1868-06-12 06:00
until: "06:20"
seed: 2
acquainted: true
residents:
  ann:
    {name: Ann Reed, age: 40, background: Ann Reed mends nets., home: Hollin Mill, occupation: net mender,
     wakes: "05:00", sleeps: "21:30", relationships: {ben: "a neighbour", cole: "has not spoken to him since the storm"},
     memories: [Ben Hale still owes Ann nine shillings, Ben Hale is building a boat for the regatta,
                Ida Cole drowned in the storm, Ann Reed has told nobody about the letter from Bristol,
                Ann Reed got a letter from a cousin on Monday,
                Cole Ray cut the rope in the storm before Ann Reed could hold it]}
  ben:
    {name: Ben Hale, age: 41, background: Ben Hale builds boats., home: Rosehip Hut, occupation: boat builder, wakes: "05:00",
     sleeps: "21:30", relationships: {ann: "a neighbour"},
     memories: [Ben Hale will have the shillings when the boat is sold]}
  cole:
    {name: Cole Ray, age: 50, background: Cole Ray keeps the ferry., home: Far Bank, occupation: ferryman, wakes: "05:00",
     sleeps: "21:30", relationships: {ann: "blames him for the storm"}}
news:
  - {id: regatta_supper, text: Ben Hale is giving a supper on Hollin Green on Friday at 6 pm, host: ben, place: Hollin Green,
     knows: ben, at: "18:00", lasts: 2 h, signs: [Ben, supper]}
"""


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Town:
    folder = tmp_path_factory.mktemp("quay")
    (folder / "quay.yaml").write_text(TOWN)
    return Town.load(folder / "quay.yaml", model="standin", run=folder / "quay.sqlite").run(until="06:01")


def thought(town: Town, slug: str) -> Thought:
    mind = town.engine.minds[slug]
    mind.state.shared, mind.state.commitments, mind.state.just_told, mind.state.talk_done = {}, [], [], []
    return Thought(mind, town.engine.world, town.engine.scenario.rules, 12, 120, 1)


def fact(one: Thought, text: str) -> Fact:
    return fact_of(one.mind, one.mind.stream[latest_by_text(one.mind)[text]])


def talk(one: Thought, other: str, act: str = "", heard: tuple[str, ...] = ()) -> Talk:
    """A talk in whose last line ``other`` did ``act`` and told what the resident remembers as ``heard``."""
    numbers = [one.mind.stream.add(text, "observation", one.at, 6.0, source=other).n for text in heard]
    one.state.just_told = numbers
    lines = [(other, "...")] if act else []
    return Talk("t1-x", [one.mind.slug, other], ("Town",), 0, 0, lines=lines, acts=[act] if act else [])


def test_what_lies_between_two_is_told_and_the_others_own_matter_is_asked_after(town: Town) -> None:
    ann = thought(town, "ann")
    found = {ann.mind.stream[one.facts[0]].text: one.act for one in topics(ann, "ben")}
    assert found["Ben Hale still owes Ann nine shillings"] == "tell"
    assert found["Ben Hale is building a boat for the regatta"] == "ask"


def test_nothing_is_told_twice_to_the_same_person(town: Town) -> None:
    ann = thought(town, "ann")
    debt = fact(ann, "Ben Hale still owes Ann nine shillings")
    assert debt in tellable(ann, "ben")
    share(ann.mind, "ben", debt.n)
    assert debt not in tellable(ann, "ben") and debt in tellable(ann, "cole")


def test_a_secret_and_what_bears_on_it_is_kept(town: Town) -> None:
    ann = thought(town, "ann")
    assert is_private(ann.mind, "Ann Reed got a letter from a cousin on Monday", "ben")
    assert not any("letter" in one.text for one in tellable(ann, "ben"))
    asked = for_line(ann, talk(ann, "ben", "ask", ("Ann Reed has had a letter",)), "ben", 8)
    assert asked[0].act == "refuse"


def test_a_cold_tie_allows_only_what_lies_between_the_two(town: Town) -> None:
    ann = thought(town, "ann")
    assert cold(ann, "cole") and not cold(ann, "ben")
    intents = for_line(ann, talk(ann, "cole"), "cole", 10)
    assert "small talk" not in {one.act for one in intents}
    assert [ann.mind.stream[one.facts[0]].text for one in intents if one.facts] == [
        "Cole Ray cut the rope in the storm before Ann Reed could hold it"
    ]
    assert any(one.act == "avoid" for one in for_person(ann, "cole"))


def test_the_host_invites_and_the_guest_says_yes_unless_the_hour_is_taken(town: Town) -> None:
    ben, supper = thought(town, "ben"), "Ben Hale is giving a supper on Hollin Green on Friday at 6 pm"
    assert for_line(ben, talk(ben, "ann"), "ann", 10)[0].act == "invite"
    ann = thought(town, "ann")
    asked = talk(ann, "ben", "invite", (supper,))
    assert for_line(ann, asked, "ben", 8)[0].act == "accept"
    party = ann.mind.gatherings[supper]
    ann.state.commitments = [Commitment("Ann Reed promised to mend the chapel nets", "mending", party.at, "Far Bank")]
    assert clash(ann, party) == "Ann Reed promised to mend the chapel nets"
    assert for_line(ann, asked, "ben", 8)[0].act == "decline"


def test_the_listeners_own_part_decides_the_reply(town: Town) -> None:
    ben = thought(town, "ben")
    told = talk(ben, "ann", "tell", ("Ben Hale still owes Ann nine shillings",))
    reply = for_line(ben, told, "ann", 8)[0]
    assert reply.act == "answer"
    assert ben.mind.stream[reply.facts[0]].text == "Ben Hale will have the shillings when the boat is sold"
    other = fact_of(ben.mind, ben.mind.stream.add("The chapel has a new roof", "observation", ben.at, 3.0, source="ann"))
    assert related(ben, other, "ann", ()) is None


def test_the_last_line_of_a_talk_takes_leave_and_intents_stay_few(town: Town) -> None:
    ann = thought(town, "ann")
    assert [one.act for one in for_line(ann, talk(ann, "ben", "answer"), "ben", 1)] == ["leave"]
    intents = for_line(ann, talk(ann, "ben"), "ben", 10)
    assert len(intents) <= MOST and all(one.weight > 0 for one in intents)
    assert list(intents) == sorted(intents, key=lambda one: -one.weight)


def test_free_hours_are_for_those_with_whom_there_is_something_to_settle(town: Town) -> None:
    ann = thought(town, "ann")
    visits = [one.to for one in for_free_hours(ann) if one.act == "visit"]
    assert visits and set(visits) <= {"ben", "cole"}
    assert Path(town.path).exists()
