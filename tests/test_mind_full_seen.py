"""Capable minds and what goes on around them: what they notice, go and look at, help with, and say aloud."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from capable_minds import CAFE, Live, Written, events, once, thought_of

from sim.engine import happenings
from sim.engine.apply import Apply
from sim.mind.mind import Percept
from sim.mind.perceive import perceive
from sim.mind.react import pressing
from sim.mind.scene import OPENING, scene_of
from sim.prompts import Question, Reply
from sim.prompts.planning import DayPlan, Entry
from sim.prompts.tasks.react import React, Reaction
from sim.prompts.tasks.steps import Decompose
from sim.scenario.model import Happening


@pytest.mark.parametrize(
    ("choice", "words", "seen"),
    [
        ("help", "carry the trays", "carrying the trays"),
        ("look", "", "taking a closer look"),
        ("avoid", "", "keeping away from"),
    ],
)
def test_one_may_help_look_or_keep_away_for_a_while(live: Live, choice: str, words: str, seen: str) -> None:
    town = live(Written(once(Reaction(choice, "because", words=words, mood="curious"))))
    assert any(row["activity"].startswith(seen) for row in events(town, "act"))
    assert [row["choice"] for row in events(town, "react")].count(choice) == 1
    assert any(row.get("mood") == "curious" for row in events(town, "feel"))
    who = next(row["key"] for row in events(town, "react") if row["choice"] == choice)
    doing = [row["activity"] for row in events(town, "act") if row["key"] == who]
    first = next(i for i, what in enumerate(doing) if what.startswith(seen))
    assert any("coffee" in what for what in doing[first:]), "what was in hand goes on afterwards"


def test_what_is_said_aloud_is_heard_and_considered_by_who_is_near(live: Live) -> None:
    written = Written(once(Reaction("aloud", "they must know", words="The milk has turned!")))
    town = live(written)
    said = events(town, "aloud")
    assert len(said) == 1 and said[0]["text"] == "The milk has turned!" and said[0]["heard"]
    line = f"{town.engine.minds[said[0]['key']].resident.name} said aloud: 'The milk has turned!'"
    heard = town.memories[town.memories["text"] == line]
    assert set(heard["resident"]) == {said[0]["key"], *said[0]["heard"]}
    assert any(q.seen == line for q in written.of(React)), "and may be reacted to"


def test_who_has_arrived_does_not_walk_any_more_and_is_considered_when_they_settle(live: Live) -> None:
    town = live(Written(), until="07:40")
    world = town.engine.world
    nora, tess = world.bodies["nora"], world.bodies["tess"]
    nora.tile = next(tile for tile in world.places.spots(world.where(tess)) if tile != tess.tile)
    tess.activity, tess.icon, tess.address = "walking to the cafe", "walk", world.places.root
    thought = thought_of(town, "nora", 2400)
    assert "Tess Okoro, just arrived" in scene_of(thought).moment.present
    thought.state.met["tess"] = 2300
    assert "Tess Okoro, standing there" in scene_of(thought).moment.present, "who was spoken with is there already"
    seen = Percept("person", "tess", "Tess Okoro is walking to the cafe", 1)
    thought.state.met.clear()
    thought.state.considered.clear()
    assert pressing(thought, [seen]) is None and perceive(replace(thought, percepts=[seen])) == [seen]
    assert seen.text not in {memory.text for memory in thought.mind.stream.recent(3)}
    tess.activity = "pacing up and down"
    assert pressing(thought, [seen]) is seen and "Tess Okoro, pacing up and down" in scene_of(thought).moment.present


def test_what_happens_has_a_place_where_one_may_go_and_look(live: Live) -> None:
    def react(q: React) -> Reaction:
        return Reaction("look" if "strawberries" in q.seen else "continue", "how fresh they are", words="tasting a strawberry")

    class Elsewhere(Written):
        def reply(self, question: Question[Any]) -> Reply | None:
            found = super().reply(question)
            if isinstance(found, DayPlan) and question.card.first == "Nora":
                return replace(found, plan=(*found.plan[:1], Entry("07:30", "sort lanterns", "The Copper Finch: back room")))
            return found

    town = live(written := Elsewhere(react), until="11:30")
    seen = {q.seen for q in written.of(React) if "strawberries" in q.seen}
    assert seen == {"The delivery van leaves two baskets of strawberries (The Copper Finch, cafe)"}
    tasted = [row for row in events(town, "act") if row["key"] == "nora" and row["activity"] == "tasting a strawberry"]
    assert tasted and tasted[0]["address"].startswith("Wrenfield:The Copper Finch:cafe")
    assert any("tasting a strawberry" in text for text in scene_of(thought_of(town, "nora", 16000)).moment.did)


def test_an_hour_without_a_word_is_noticed_in_company(live: Live) -> None:
    town = live(Written(), until="07:40")
    seen = Percept("person", "tess", "Tess Okoro is humming", 1)

    def considers(met: dict[str, int], considered: dict[str, int], full: bool = True) -> bool:
        thought = thought_of(town, "nora", 7200)
        thought.rules = replace(thought.rules, prompts="full" if full else "brief", chat_cooldown=7200)
        thought.state.met, thought.state.considered = met, considered
        return pressing(thought, [seen]) is not None

    assert considers({"tess": 3600}, {"tess": 3500})
    assert not considers({"tess": 3600}, {"tess": 3500}, full=False), "small minds wait for the cooldown"
    assert not considers({"tess": 3600, "ilya": 5000}, {}), "a word with anybody will do"
    assert not considers({"tess": 3600}, {"ilya": 4000}), "nor is it thought of more often"


def test_what_happens_on_the_green_reaches_who_is_beside_it(live: Live) -> None:
    town = live(Written(), until="07:10")
    world, scenario = town.engine.world, town.engine.scenario
    green = next(address for name, address in world.sectors.items() if name == "The Green")
    spots = set(world.places.spots(green))
    outside = [tile for tile in world.places.spots(world.places.root) if world.arena(tile) == world.places.root]
    beside = next((x, y) for x, y in outside if {(x + 2, y), (x, y + 2)} & spots)
    apply = Apply(world, town.engine.tick, scenario.rules)
    apply.place(world.bodies["nora"], beside)
    for rules, reached in ((scenario.rules, True), (replace(scenario.rules, prompts="brief"), False)):
        scene = happenings.Scene(replace(scenario, rules=rules), apply, town.engine.minds, world)
        happenings.begin(scene, Happening(0, "say", "A bell is heard", green))
        assert ("nora" in scene.news) == reached


def test_what_everybody_in_town_has_noticed_is_told_to_nobody(live: Live) -> None:
    town = live(Written(), until="07:40")
    apply = Apply(town.engine.world, 240, town.engine.scenario.rules)
    scene = happenings.Scene(town.engine.scenario, apply, town.engine.minds, town.engine.world)
    for _ in range(2):
        happenings.begin(scene, Happening(0, "say", "The bell strikes nine", None))
    assert {mind.resident.first: mind.state.told["The bell strikes nine"] for mind in town.engine.minds.values()} == {
        "Nora": ["Ilya Brandt", "Tess Okoro"], "Ilya": ["Nora Fennick", "Tess Okoro"], "Tess": ["Nora Fennick", "Ilya Brandt"],
    }  # fmt: skip


def test_words_to_the_room_reach_all_of_it(live: Live) -> None:
    town = live(Written(), until="07:40")
    world, rules = town.engine.world, town.engine.scenario.rules
    nora, tess = world.bodies["nora"], world.bodies["tess"]
    spots = world.places.spots(thought_of(town, "nora", 2400).sector(CAFE))
    far = min(spots), max(spots)
    apply = Apply(world, 240, rules)
    for body, tile in zip((nora, tess), far, strict=True):
        apply.place(body, tile)
    apply.aloud(nora, {"text": "Hear me!"})
    assert "tess" in apply.events[-1].data["heard"]


def test_nobody_notices_that_a_run_begins(live: Live) -> None:
    written = Written()
    town = live(written, until="07:40")
    scenes = [q.scene.moment for q in written.asked if q.scene]
    assert not any(OPENING in seen for moment in scenes for seen in (*moment.present, *moment.lately))
    assert not any(OPENING in q.seen for q in written.of(React))
    assert not any(m.text.endswith(OPENING) for mind in town.engine.minds.values() for m in mind.stream.recent(99))
    first = next(q for q in written.of(Decompose))
    assert first.scene.moment.doing.startswith("washing up"), "what was planned is begun"
