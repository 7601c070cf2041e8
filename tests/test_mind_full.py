"""Capable minds: how they think, plan, feel and conclude, in a lived town whose replies are written here."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from capable_minds import CAFE, SCENARIOS, Live, Written, events, once, thought_of
from loopback import fitting, serving
from town import write_town

from sim import Town
from sim.cli.main import main
from sim.engine.parts import Parts
from sim.engine.verify import verify
from sim.mind.blocks import put_in
from sim.mind.plan_progress import next_due
from sim.mind.scene import scene_of
from sim.prompts import Question, Reply
from sim.prompts.parts import Numbered
from sim.prompts.planning import DayPlan, Entry
from sim.prompts.tasks.insights import InferInsights, InsightRow, Insights
from sim.prompts.tasks.rate import Rate
from sim.prompts.tasks.react import React, Reaction
from sim.prompts.tasks.replan import Replan
from sim.prompts.tasks.say import Say
from sim.prompts.tasks.steps import Decompose, Decomposition
from sim.prompts.tasks.takeaway import TakeAway
from sim.scenario import load
from sim.scenario.model import Rules
from sim.types import Block


def test_thoughts_are_recorded_come_back_in_the_next_prompt_and_nobody_else_hears_them(live: Live) -> None:
    written = Written(once(Reaction("talk", "to ask after the night")))
    town = live(written)
    thoughts = events(town, "thought")
    assert {(row["task"], row["text"]) for row in thoughts} == {("plan", "A plain day."), ("say", "Say little.")}
    second = [q for q in written.of(Say) if len(q.conversation or ()) == 2]
    assert second and "thought before their last line: Say little." in second[0].scene.moment.feeling
    assert not any("Say little." in text for text in town.memories["text"])


def test_without_thoughts_nobody_is_asked_for_any(live: Live) -> None:
    written = Written(once(Reaction("talk", "to ask after the night")))
    town = live(written, thoughts=False)
    assert written.of(Say) and not any("thought" in q.schema()["properties"] for q in written.asked)
    assert not events(town, "thought")


def test_a_plan_may_name_a_room_and_says_what_for_and_steps_leave_no_minute_over(live: Live) -> None:
    written = Written()
    town = live(written, until="07:40")
    plan = events(town, "plan")[0]["blocks"]
    assert plan[1]["place"].endswith("The Copper Finch:cafe") and plan[1]["why"] == "it is warm there"
    assert plan[0]["activity"] == "washing up", "the form that follows 'is'"
    stretches = [(q.start, q.minutes) for q in written.of(Decompose) if q.card.first == "Nora"]
    assert stretches[0] == (420, 30), "from the minute that has begun to the entry's end"
    assert all(q.room and q.before and q.people for q in written.of(Decompose))
    assert any(q.why == "it is warm there" and q.room == "The Copper Finch, cafe" for q in written.of(Decompose))
    corner = [q for q in written.of(Decompose) if "corner table" in q.objects]
    assert corner and not any("writing desk" in q.objects for q in corner), "things are called what people call them"


def test_what_is_reacted_to_is_rated_with_the_reaction(live: Live) -> None:
    aloud = once(Reaction("aloud", "they must know", words="The milk has turned!"))
    written = Written(lambda q: replace(aloud(q), importance=7))
    town = live(written)
    line = next(q.seen for q in written.of(React) if "said aloud" in q.seen)
    considered = {q.card.name for q in written.of(React) if q.seen == line}
    assert not any(line in q.events for q in written.of(Rate) if q.card.name in considered), "one question about one moment"
    memories = town.memories[town.memories["text"] == line].set_index("resident")["importance"]
    names = {slug: mind.resident.name for slug, mind in town.engine.minds.items()}
    assert {memories[slug] for slug in memories.index if names[slug] in considered} == {7.0}


def test_routine_is_rated_by_rule(live: Live) -> None:
    written = Written()
    town = live(written)
    rated = [text for q in written.of(Rate) for text in q.events]
    assert rated and not any(" is " in text and text.endswith(("coffee", "washing up")) for text in rated)
    memories = town.memories
    routine = memories[memories["text"] == "Nora Fennick is sitting over coffee"]
    assert len(routine) and routine["importance"].notna().all()


def test_the_insights_of_a_reflection_are_asked_in_one_round_and_bring_their_importance(live: Live) -> None:
    class Reflecting(Written):
        rounds: list[Counter[str]] = []

        def answer(self, questions: Any) -> Any:
            self.rounds.append(Counter(q.task for q in questions if q.card.first == "Nora"))
            return super().answer(questions)

        def reply(self, question: Question[Any]) -> Reply | None:
            if isinstance(question, InferInsights):
                self.asked.append(question)
                return Insights((InsightRow((1,), f"Nora sees {question.question}", 7),), thought="So that is how it is.")
            return super().reply(question)

    written = Reflecting()
    town = live(written, reflection=10)
    assert max(count["insights"] for count in written.rounds) == 3
    dated = [text for q in written.of(InferInsights) for text in dict(_numbered(q))["Statements"]]
    assert any(text.startswith("earlier: ") for text in dated) and any(text.startswith("today 0") for text in dated)
    assert all(len(q.besides) == 2 and q.question not in q.besides for q in written.of(InferInsights))
    asked = written.of(InferInsights)
    assert len({(q.card.name, q.now, q.statements) for q in asked}) * 3 == len(asked), "all show what was found for any of them"
    assert all(sorted(q.nearest) == list(range(len(q.statements))) for q in asked)
    assert len({q.nearest for q in asked}) > len(asked) // 3, "each has its own order of nearness"
    made = town.memories[(town.memories["kind"] == "reflection") & (town.memories["resident"] == "nora")]
    assert len(made) and set(made["importance"]) == {7.0}


def test_a_capable_mind_reflects_at_most_once_an_hour(live: Live) -> None:
    class Reflecting(Written):
        def reply(self, question: Question[Any]) -> Reply | None:
            if isinstance(question, InferInsights):
                return Insights((InsightRow((1,), f"Nora sees {question.now}", 7),))
            return super().reply(question)

    town = live(Reflecting(), reflection=5, until="08:30")
    made = town.memories[(town.memories["kind"] == "reflection") & (town.memories["resident"] == "nora")]
    times = sorted(set(made["at"]))
    assert len(times) > 1 and all(later - earlier >= 3600 for earlier, later in pairwise(times))


def test_a_full_run_is_recorded_as_such_resumed_as_such_and_lived_again_to_the_same_hashes(live: Live) -> None:
    written = Written(once(Reaction("talk", "to ask after the night")))
    whole = live(written, until="08:30")
    whole.close()
    assert json.loads(_meta(whole.path)["model"])["rules"]["prompts"] == "full"
    found = verify(whole.path, Parts.of([written], None))
    assert found.tick is None and found.ticks > 300, found.why
    half = live(Written(once(Reaction("talk", "to ask after the night"))), until="08:00")
    half.close()
    answerer = Written(lambda q: Reaction("continue", "nothing calls for more"))
    with Town.open(half.path, model=answerer) as town:
        town["nora"].interview("How are you?")
        assert answerer.asked and all(q.scene is not None for q in answerer.asked)


def test_brief_prompts_can_be_asked_for(live: Live) -> None:
    written = Written()
    live(written, until="07:20", prompts="brief")
    assert written.asked and all(q.scene is None for q in written.asked)


def test_ties_are_told_as_the_scenario_has_them(live: Live) -> None:
    written = Written()
    live(written, until="06:40", scenario=load(SCENARIOS / "tern_station.yaml"))
    ties = next(q.scene.person.ties for q in written.asked if q.card.first == "Ilse")
    told_as_written = {"Tam Osgood: trusts him with the greenhouse and the mood", "Sven Aalto: old colleague"}
    assert {*told_as_written, "Mei Castano: lives at Crew Ring too"} <= set(ties)


def test_another_language_is_told_without_the_forms_of_english(live: Live) -> None:
    german = replace(load(SCENARIOS / "first_morning.yaml"), language="de")

    class German(Written):
        def reply(self, question: Question[Any]) -> Reply | None:
            found = super().reply(question)
            if isinstance(found, Decomposition):
                return Decomposition(tuple(replace(step, activity="trinkt Kaffee") for step in found.steps))
            return found

    written = German()
    town = live(written, until="08:00", scenario=german)
    assert "Nora Fennick: trinkt Kaffee" in set(town.memories["text"])
    assert all(q.scene is not None and q.scene.town.language == "German" for q in written.asked)
    assert Rules().prompts == ""


def _numbered(q: Question[Any]) -> list[tuple[str, tuple[str, ...]]]:
    return [(fact.label, fact.texts) for fact in q.subject() if isinstance(fact, Numbered)]


def _meta(path: Path) -> dict[str, str]:
    return dict(sqlite3.connect(path).execute("SELECT key, value FROM meta"))


@pytest.mark.parametrize(("rules", "prompts"), [("", "full"), ("rules: {prompts: brief}\n", "brief")])
def test_a_server_is_asked_in_full_unless_told_otherwise_and_show_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rules: str, prompts: str
) -> None:
    town, saves = write_town(tmp_path), str(tmp_path)
    town.write_text(town.read_text() + rules)
    with serving(fitting) as server:
        started = ["run", str(town), "--headless", "--ticks", "6", "--embedder", "hash", "--saves", saves, "--name", "asked"]
        assert main([*started, "--model", server.url]) == 0
    systems = {body["messages"][0]["content"] for body in server.bodies}
    assert systems and all(("You live one resident's life" in text) == (prompts == "full") for text in systems)
    capsys.readouterr()
    assert main(["show", "asked", "--saves", saves, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["prompts"] == prompts


def test_what_was_concluded_last_stands_whole_the_weightiest_first(live: Live) -> None:
    town = live(Written(), until="07:20")
    stream = town.engine.minds["nora"].stream
    stream.add("Nora was young", "reflection", 100, 9.0)
    for i in range(7):
        stream.add(f"Insight {i}", "reflection", 200, 4.0 + (i == 3))
    told = scene_of(thought_of(town, "nora", 300)).person.conclusions
    assert told == ("Insight 3", *(f"Insight {i}" for i in range(7) if i != 3))


def test_a_changed_plan_is_told_by_what_changes(live: Live) -> None:
    class Changing(Written):
        def reply(self, question: Question[Any]) -> Reply | None:
            if isinstance(question, Replan):
                self.asked.append(question)
                early = Entry("00:01", "too early", question.places[0], "", "00:02")
                return DayPlan((Entry("12:00", "eat soup", CAFE, "hungry", "12:30"), early))
            return super().reply(question)

    changing = Changing(once(Reaction("replan", "soup at noon")))
    town = live(changing, until="08:30")
    assert len(changing.of(Replan)) == 1
    who = next(row["key"] for row in events(town, "react") if row["choice"] == "replan")
    blocks = town.engine.minds[who].state.blocks
    at = [(town.engine.world.clock.now_text(b.start)[-5:], b.activity) for b in blocks]
    assert at[1:] == [
        ("07:30", "sitting over coffee"), ("12:00", "eating soup"), ("12:30", "sitting over coffee"), ("21:00", "reading"),
        at[-1],
    ]  # fmt: skip
    first = next(q.card.first for q in changing.of(Replan))
    asked = [q.start for q in changing.of(Decompose) if q.card.first == first]
    assert len(asked) == len(set(asked)) <= 2, "what is in hand goes on"


def test_a_tie_keeps_where_it_began_and_says_how_it_stands_now(live: Live) -> None:
    thought = thought_of(live(Written(), until="07:20"), "nora", 1200)
    thought.state.relations["ilya"] = "Ilya Brandt sulks since the poem."
    given = "Ilya Brandt: regular guest and old friend"
    assert f"{given}; now: sulks since the poem" in scene_of(thought).person.ties
    thought.state.relations["ilya"] = "Nora Fennick has an old friend in Ilya, who was a guest before he sulked."
    assert given not in "; ".join(scene_of(thought).person.ties), "what says it all in other words stands alone"


def test_what_a_reflection_leads_to_changes_the_day(live: Live) -> None:
    class Resolving(Written):
        def reply(self, question: Question[Any]) -> Reply | None:
            if isinstance(question, InferInsights) and question.card.first == "Nora":
                return Insights((InsightRow((1,), f"Nora sees {question.question}", 7),), "Nora will ask Tess at noon.")
            if isinstance(question, Replan):
                self.asked.append(question)
                return DayPlan((Entry("12:00", "asking Tess", CAFE, "it is time", "13:00"),))
            return super().reply(question)

    town = live(resolving := Resolving(), reflection=10)
    asked = resolving.of(Replan)
    assert asked and all(q.new == "Nora has concluded: Nora will ask Tess at noon." for q in asked)
    assert len(asked) <= len([row for row in events(town, "reflect") if row["key"] == "nora"]), "once for each reflection"
    assert any(block.activity == "asking Tess" for block in town.engine.minds["nora"].state.blocks)


def test_whoever_changes_the_day_in_the_background_is_due_at_its_beginning(tmp_path: Path) -> None:
    class Changing(Written):
        def reply(self, question: Question[Any]) -> Reply | None:
            if isinstance(question, Replan):
                return DayPlan((Entry(_clock(question.start + 4), "buying honey", "The Green", "it is time", "08:30"),))
            return super().reply(question)

    changing = Changing(once(Reaction("talk", "to ask")), lambda q: TakeAway("They talked", 3, (), (), (), (), "", "She goes"))
    path = tmp_path / "run.sqlite"
    with Town.load(SCENARIOS / "first_morning.yaml", model=changing, embedder="hash", run=path, thinking=True) as town:
        while not any(b.activity == "buying honey" for b in town.engine.minds["nora"].state.blocks):
            town.step()
        state, due = town.engine.minds["nora"].state, town.engine.world.bodies["nora"].due
        begins = next(b.start for b in state.blocks if b.activity == "buying honey")
        assert town.at < due == begins < state.steps[state.step].end, "though the step in hand would go on"
        state.blocks = put_in(state.blocks, Block(0, begins, "buying bread", state.blocks[0].place))
        assert next_due(thought_of(town, "nora", town.at)) == town.at, "a step that belongs to nothing any more ends at once"


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def test_a_mood_fades_and_is_over_after_hours(live: Live) -> None:
    town = live(Written(), until="07:40")
    thought = thought_of(town, "nora", 2400)
    thought.feel("tickled")
    felt = [scene_of(thought_of(town, "nora", 2400 + after)).moment.feeling for after in (0, 3600, 10800)]
    assert felt[0].startswith("tickled") and felt[1].startswith("tickled, by now less so") and "tickled" not in felt[2]
    over = thought_of(town, "nora", 2400 + 10800)
    over.mood_fades()
    assert [action.data for action in over.actions] == [{"mood": ""}] and not over.state.feeling
