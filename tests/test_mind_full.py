"""Capable minds: what they may do that small ones cannot, seen in a lived town whose replies are written here."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from loopback import fitting, serving
from town import write_town

from sim import OwnAnswerer, Town
from sim.cli.main import main
from sim.engine import happenings
from sim.engine.apply import Apply
from sim.engine.hearing import hear
from sim.engine.parts import Parts
from sim.engine.verify import verify
from sim.mind.appointments import appointments
from sim.mind.blocks import purpose, put_in
from sim.mind.commitments import LAPSES, SETTLED, review_commitments, settle
from sim.mind.converse import _keep_intention, _lines_left
from sim.mind.perceive import perceive
from sim.mind.plan import _until, break_down
from sim.mind.plan_execution import execute_plan, resume_step
from sim.mind.plan_progress import in_what_is_left, next_due
from sim.mind.react import pressing
from sim.mind.scene import FOUND, OPENING, OVERHEARD, acquaintance, recollection, scene_of
from sim.mind.state import Commitment, MindState
from sim.mind.thought import Mind, Percept, Thought
from sim.prompts import Question, Reply, render
from sim.prompts.facts import Numbered
from sim.prompts.planning import DayPlan, Entry, PlanQuestion
from sim.prompts.tasks.insights import InferInsights, InsightRow, Insights
from sim.prompts.tasks.rate import Rate
from sim.prompts.tasks.react import React, Reaction
from sim.prompts.tasks.replan import Replan
from sim.prompts.tasks.say import ENDING, Say, Utterance
from sim.prompts.tasks.steps import Decompose, Decomposition, StepRow
from sim.prompts.tasks.takeaway import Agreement, LearnedFact, TakeAway, TakeFromTalk, Tie
from sim.scenario import load
from sim.scenario.model import Happening, Rules, Scenario
from sim.types import Block, Step
from sim.world.state import Talk

SCENARIOS = Path(__file__).parent.parent / "scenarios"
CAFE = "The Copper Finch: cafe"


class Written(OwnAnswerer):
    """Everybody goes to the cafe at 07:30; ``react`` says what is done about whom they meet there."""

    name = mode = "written"

    def __init__(
        self, react: Callable[[React], Reaction] | None = None, take: Callable[[TakeFromTalk], TakeAway] | None = None
    ) -> None:
        self.asked: list[Question[Any]] = []
        self._react, self._take = react, take

    def reply(self, question: Question[Any]) -> Reply | None:
        self.asked.append(question)
        if isinstance(question, PlanQuestion):
            begin = Entry(f"{question.start // 60:02d}:{question.start % 60:02d}", "wash up", question.places[0])
            sitting = Entry("07:30", "sit over coffee", CAFE, "it is warm there")
            return DayPlan((begin, sitting, Entry("21:00", "reading", question.places[0])), thought="A plain day.")
        if isinstance(question, Decompose):
            target = next((name for name in question.objects if "table" in name), "")
            return Decomposition((StepRow(question.activity, target, "sat at", "coffee", question.minutes),))
        if isinstance(question, React) and self._react:
            return self._react(question)
        if isinstance(question, Say):
            said = len(question.conversation or ())
            return Utterance(f"Line {said}.", said > 2, thought="Say little.")
        if isinstance(question, TakeFromTalk) and self._take:
            return self._take(question)
        return None

    def of(self, kind: type[Any]) -> list[Any]:
        return [question for question in self.asked if isinstance(question, kind)]


def once(reaction: Reaction) -> Callable[[React], Reaction]:
    """React so for the first time that it is possible, and go on otherwise."""
    left = [reaction]

    def react(q: React) -> Reaction:
        if left and left[0].choice in q.options() and q.present:
            return replace(left.pop(), whom=q.present[0] if reaction.choice == "talk" else "")
        return Reaction("continue", "nothing calls for more")

    return react


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Callable[..., Town]]:
    towns: list[Town] = []

    def town(answerer: OwnAnswerer, until: str = "09:00", scenario: Scenario | None = None, **rules: Any) -> Town:
        source = scenario or SCENARIOS / "first_morning.yaml"
        run = tmp_path / f"run{len(towns)}.sqlite"
        towns.append(Town.load(source, model=answerer, embedder="hash", until=until, run=run, **rules))
        return towns[-1].run()

    yield town
    for made in towns:
        made.close()


def events(town: Town, kind: str) -> list[dict[str, Any]]:
    rows = sqlite3.connect(town.path).execute("SELECT tick, key, data FROM events WHERE kind = ? ORDER BY id", (kind,))
    return [{"tick": tick, "key": key, **json.loads(data)} for tick, key, data in rows]


def test_thoughts_are_recorded_come_back_in_the_next_prompt_and_nobody_else_hears_them(live: Callable[..., Town]) -> None:
    written = Written(once(Reaction("talk", "to ask after the night")))
    town = live(written)
    thoughts = events(town, "thought")
    assert {(row["task"], row["text"]) for row in thoughts} == {("plan", "A plain day."), ("say", "Say little.")}
    second = [q for q in written.of(Say) if len(q.conversation or ()) == 2]
    assert second and "still thinking: Say little." in second[0].scene.moment.feeling
    assert not any("Say little." in text for text in town.memories["text"])


def test_without_thoughts_nobody_is_asked_for_any(live: Callable[..., Town]) -> None:
    written = Written(once(Reaction("talk", "to ask after the night")))
    town = live(written, thoughts=False)
    assert written.of(Say) and not any("thought" in q.schema()["properties"] for q in written.asked)
    assert not events(town, "thought")


def test_a_plan_may_name_a_room_and_says_what_for_and_steps_leave_no_minute_over(live: Callable[..., Town]) -> None:
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


@pytest.mark.parametrize("thinking", [False, True])
def test_who_decides_to_speak_knows_the_first_words(live: Callable[..., Town], thinking: bool) -> None:
    words, question = "Did the cat keep you up again?", "to ask after the night"
    written = Written(once(Reaction("talk", question, words=words)))
    town = live(written, thinking=thinking)
    first = next(row for row in events(town, "say"))
    assert first["text"] == words and first["who"] == next(row for row in events(town, "talk"))["who"]
    assert len(written.of(Say)) == len(events(town, "say")) - 1 and all(q.conversation for q in written.of(Say))
    assert all(q.opens and "first words" in render(q).user for q in written.of(React))
    assert verify(Path(town.path)).tick is None
    before = Written(once(Reaction("talk", question, words=words)))
    assert events(live(before, thinking=thinking, opening=False), "say")[0]["text"] == "Line 0."
    assert not any("first words" in render(q).user for q in before.of(React))


def test_first_words_outlast_a_stop_before_they_are_said(live: Callable[..., Town]) -> None:
    town = live(Written(once(Reaction("talk", "to ask", words="Did the cat keep you up again?"))))
    begun, said = (min(row["tick"] for row in events(town, kind)) for kind in ("talk", "say"))
    assert begun < said
    cut = Written(once(Reaction("talk", "to ask", words="Did the cat keep you up again?")))
    stopped = live(cut, until="06:45").run(ticks=begun + 1)
    stopped.close()
    with Town.open(stopped.path, model=cut, embedder="hash") as again:
        again.run("09:00")
        assert events(again, "say") == events(town, "say")


def test_a_long_line_takes_longer_to_say_where_thought_takes_time(live: Callable[..., Town]) -> None:
    def seconds(words: str, **rules: Any) -> int:
        town = live(Written(once(Reaction("talk", "to ask", words=words))), **rules)
        first, second = (row["tick"] for row in events(town, "say")[:2])
        return (second - first) * town.engine.scenario.rules.tick

    long = "I have been up since four with the accounts, and it is not the sum that worries me. " * 4
    assert seconds("Morning!", thinking=True) == 20
    assert seconds(long, thinking=True) == 40
    assert seconds(long, thinking=True, spoken=False) == seconds(long, thinking=False) == 20


def test_a_talk_is_taken_stock_of_in_one_question(live: Callable[..., Town]) -> None:
    def take(q: TakeFromTalk) -> TakeAway:
        other = q.talking_with[0]
        fact = LearnedFact(f"{other} has a cold", other, 5)
        agreed = Agreement(f"{q.card.name} will bring {other} honey", "bring honey", "tomorrow", "10:00", "The Green")
        tie = Tie(other, f"{other} is somebody to look after", 2)
        summary = f"{q.card.name} heard {other} sneeze"
        return TakeAway(summary, 4, (fact,), (agreed,), (), (tie,), "worried", "She buys honey at once")

    written = Written(once(Reaction("talk", "to ask after the night")), take)
    town = live(written)
    tasks = Counter(q.task for q in written.asked)
    assert tasks["takeaway"] == 2 and not tasks["recap"] and not tasks["relation"]
    learned = [row for row in events(town, "learn") if not row.get("overheard")]
    felt = events(town, "feel")
    assert {row["key"] for row in learned} == {row["from"] for row in learned} and len(learned) == 2
    assert {row.get("mood") for row in felt} == {"worried", None} and {row.get("closeness") for row in felt} == {2, None}
    looked_after = {f"{q.talking_with[0]} is somebody to look after" for q in written.of(TakeFromTalk)}
    assert {row["text"] for row in events(town, "relation")} >= looked_after
    slug = learned[0]["key"]
    commitment = town.engine.minds[slug].state.commitments[0]
    assert commitment.activity == "bringing honey"
    assert town.engine.world.clock.now_text(commitment.at) == "Saturday, May 9, 2026, 10:00"
    assert tasks["replan"] == 2, "a talk may change what one does next at once"
    rated = [text for q in written.of(Rate) for text in q.events]
    assert not any("has a cold" in text or "sneeze" in text for text in rated), "rated with the reply that made them"
    later = town["nora"].interview("How are you?")
    assert later and "closer lately" in str(written.asked[-1].scene)


def test_a_later_talk_settles_a_promise_which_leaves_the_plan_with_it(live: Callable[..., Town]) -> None:
    def take(q: TakeFromTalk) -> TakeAway:
        agreed = Agreement(f"{q.card.name} will help at the pond", "helping at the pond", "today", "11:00", "The Green")
        settled = tuple(range(1, len(q.promises) + 1))
        return TakeAway("They talked", 3, (), () if settled else (agreed,), settled, (), "", "")

    def react(q: React) -> Reaction:
        talk = "talk" in q.options() and bool(q.present)
        return Reaction("talk" if talk else "continue", "about the pond", q.present[0] if talk else "", importance=7)

    written = Written(react, take)
    town = live(written, until="10:45", chat_cooldown=60)
    first = next(q for q in written.of(TakeFromTalk) if q.promises)
    assert first.promises == (f"today 11:00, The Green: {first.card.name} will help at the pond",)
    who = next(row["key"] for row in events(town, "promise"))
    assert {row["state"] for row in events(town, "promise")} == {"settled"}
    plans = [row["blocks"] for row in events(town, "plan") if row["key"] == who]
    planned = [any(block["activity"] == "helping at the pond" for block in blocks) for blocks in plans]
    assert True in planned and planned[planned.index(True) + 1] is False


def test_what_is_reacted_to_is_rated_with_the_reaction(live: Callable[..., Town]) -> None:
    aloud = once(Reaction("aloud", "they must know", words="The milk has turned!"))
    written = Written(lambda q: replace(aloud(q), importance=7))
    town = live(written)
    line = next(q.seen for q in written.of(React) if "said aloud" in q.seen)
    considered = {q.card.name for q in written.of(React) if q.seen == line}
    assert not any(line in q.events for q in written.of(Rate) if q.card.name in considered), "one question about one moment"
    memories = town.memories[town.memories["text"] == line].set_index("resident")["importance"]
    names = {slug: mind.resident.name for slug, mind in town.engine.minds.items()}
    assert {memories[slug] for slug in memories.index if names[slug] in considered} == {7.0}


def test_routine_is_rated_by_rule(live: Callable[..., Town]) -> None:
    written = Written()
    town = live(written)
    rated = [text for q in written.of(Rate) for text in q.events]
    assert rated and not any(" is " in text and text.endswith(("coffee", "washing up")) for text in rated)
    memories = town.memories
    routine = memories[memories["text"] == "Nora Fennick is sitting over coffee"]
    assert len(routine) and routine["importance"].notna().all()


@pytest.mark.parametrize(
    ("choice", "words", "seen"),
    [
        ("help", "carry the trays", "carrying the trays"),
        ("look", "", "taking a closer look"),
        ("avoid", "", "keeping away from"),
    ],
)
def test_one_may_help_look_or_keep_away_for_a_while(live: Callable[..., Town], choice: str, words: str, seen: str) -> None:
    town = live(Written(once(Reaction(choice, "because", words=words, mood="curious"))))
    assert any(row["activity"].startswith(seen) for row in events(town, "act"))
    assert [row["choice"] for row in events(town, "react")].count(choice) == 1
    assert any(row.get("mood") == "curious" for row in events(town, "feel"))
    who = next(row["key"] for row in events(town, "react") if row["choice"] == choice)
    doing = [row["activity"] for row in events(town, "act") if row["key"] == who]
    first = next(i for i, what in enumerate(doing) if what.startswith(seen))
    assert any("coffee" in what for what in doing[first:]), "what was in hand goes on afterwards"


def test_what_is_said_aloud_is_heard_and_considered_by_who_is_near(live: Callable[..., Town]) -> None:
    written = Written(once(Reaction("aloud", "they must know", words="The milk has turned!")))
    town = live(written)
    said = events(town, "aloud")
    assert len(said) == 1 and said[0]["text"] == "The milk has turned!" and said[0]["heard"]
    line = f"{town.engine.minds[said[0]['key']].resident.name} said aloud: 'The milk has turned!'"
    heard = town.memories[town.memories["text"] == line]
    assert set(heard["resident"]) == {said[0]["key"], *said[0]["heard"]}
    assert any(q.seen == line for q in written.of(React)), "and may be reacted to"


def test_a_step_may_seek_somebody_out(live: Callable[..., Town]) -> None:
    class Seeking(Written):
        def reply(self, question: Question[Any]) -> Reply | None:
            if isinstance(question, Decompose) and question.card.first == "Tess":
                self.asked.append(question)
                return Decomposition((StepRow("ask about the door", "", "", "talk", question.minutes, "Nora Fennick"),))
            return super().reply(question)

    town = live(seeking := Seeking())
    started = [row for row in events(town, "talk") if row["phase"] == "start" and row["who"] == "tess"]
    assert started and started[0]["reason"] == "asking about the door" and "nora" in started[0]["people"]
    reacted = [q for q in seeking.of(React) if q.card.first == "Tess" and q.doing.startswith("walking")]
    assert not any(q.seen.startswith("Nora Fennick") for q in reacted), "on the way to somebody one need not decide to speak"


COUNTED = "Nineteen coins are in the till, one of them foreign"


class Busy(Written):
    """Whoever comes to the cafe at 07:30 has three short steps there, the first of them shorter than the way."""

    def reply(self, question: Question[Any]) -> Reply | None:
        if not isinstance(question, Decompose) or question.start != 450:
            return super().reply(question)
        self.asked.append(question)
        first = StepRow("unlocking the till", "cash register", "open", "money", 2, result=COUNTED)
        second = StepRow("grinding coffee", "coffee grinder", "full", "coffee", 10)
        return Decomposition((first, second, replace(first, activity="sweeping", object="", minutes=question.minutes - 12)))


def test_a_step_begins_when_one_gets_there_and_those_behind_it_move(live: Callable[..., Town]) -> None:
    town = live(Busy(), until="08:30")
    begun = {row["activity"]: row for row in events(town, "act") if row["key"] == "nora" and row["icon"] != "walk"}
    till, grinding = begun["unlocking the till"], begun["grinding coffee"]
    assert till["tick"] * 10 >= 1800 + 120, "the walk takes longer than the step"
    assert till["until"] - till["tick"] * 10 >= 80 and 0 <= grinding["tick"] * 10 - till["until"] < 120
    assert town.engine.minds["nora"].state.steps[-1].end <= 14 * 3600, "the entry ends when it did"


def test_what_came_of_a_step_is_remembered_when_it_ends(live: Callable[..., Town]) -> None:
    town = live(Busy(), until="08:30")
    for mind in town.engine.minds.values():
        found = [m for m in mind.stream.recent(200) if m.text == COUNTED]
        ended = next(row for row in events(town, "act") if row["key"] == mind.slug and row["activity"] == "unlocking the till")
        assert len(found) == 1 and 0 <= found[0].at - ended["until"] < 10, "once, at its end"
    state = town.engine.minds["nora"].state
    assert MindState.from_json(state.to_json(), {}, {}).steps == state.steps
    step = Step(0, 60, "counting", ("Wrenfield",), result=COUNTED)
    assert MindState.from_json(MindState(steps=[step]).to_json(), {}, {}).steps == [step]


def test_steps_that_a_talk_has_overtaken_share_what_is_left(live: Callable[..., Town]) -> None:
    town = live(Written(), until="07:45")
    thought = thought_of(town, "nora", 2700)
    state, block = thought.state, thought.state.blocks[1]
    minutes = ((2700, 3000, "one"), (3000, 3300, "two"), (3300, 4500, "three"))
    state.steps, state.step, state.going = [Step(a, b, name, block.place) for a, b, name in minutes], 0, False
    state.steps_for, state.steps_since = purpose(block), 2700
    late = thought_of(town, "nora", 3420)
    list(execute_plan(late))
    assert [(s.activity, s.start, s.end) for s in state.steps[1:]] == [("two", 3420, 3636), ("three", 3636, 4500)]
    assert state.steps[state.step].activity == "two", "it was not done yet"
    brief = replace(late, rules=replace(late.rules, prompts="brief"))
    state.steps = [Step(a, b, name, block.place) for a, b, name in minutes]
    state.step, state.going = 0, False
    list(execute_plan(brief))
    assert state.steps[state.step].activity == "three", "in brief its time is over"


def test_late_steps_keep_at_least_some_minutes_and_fall_away_from_the_end() -> None:
    steps = [Step(0, 600, "one", ()), Step(600, 1200, "two", ()), Step(1200, 1800, "three", ())]
    assert [(s.start, s.end) for s in in_what_is_left(steps, 900, 3600)] == [(900, 1500), (1500, 2100), (2100, 2700)]
    assert [(s.start, s.end) for s in in_what_is_left(steps, 1000, 1700)] == [(1000, 1350), (1350, 1700)]
    assert [(s.start, s.end) for s in in_what_is_left(steps, 1750, 1800)] == [(1750, 1800)]


def test_a_step_at_a_thing_awaits_somebody_there_and_who_was_spoken_with_is_not_sought_out_again(
    live: Callable[..., Town],
) -> None:
    class Awaiting(Written):
        def reply(self, question: Question[Any]) -> Reply | None:
            if question.card.first == "Nora" and isinstance(question, PlanQuestion):
                later = (Entry("20:00", "rest", place) for place in question.places[:2])
                return DayPlan((Entry("07:00", "lay the tables", CAFE), *later))
            if question.card.first == "Nora" and isinstance(question, Decompose) and not question.spoken:
                row = StepRow("lay a place for Tess", "corner table", "", "food", question.minutes // 3, "Tess Okoro")
                return Decomposition((row, *(replace(row, activity=f"ask Tess {n}", object="") for n in (1, 2))))
            return super().reply(question)

    town = live(Awaiting())
    waited = [row for row in events(town, "act") if row["activity"] == "laying a place for Tess"]
    assert waited and all(row["address"].endswith("writing desk") for row in waited), "she does not go to meet her"
    started = [row for row in events(town, "talk") if row["phase"] == "start"]
    assert [(row["who"], row["people"]) for row in started] == [("nora", ["nora", "tess"])], "what was to be said was said"


def test_an_appointment_ends_where_the_next_begins(live: Callable[..., Town]) -> None:
    def take(q: TakeFromTalk) -> TakeAway:
        at = [
            Agreement(f"{q.card.name} will come at {hour}", f"coming at {hour}", "today", hour, "The Green")
            for hour in ("11:00", "10:30")
        ]
        return TakeAway("They talked", 3, (), tuple(at), (), (), "", "")

    town = live(Written(once(Reaction("talk", "about the pond")), take))
    who, blocks = next((slug, mind.state.blocks) for slug, mind in town.engine.minds.items() if mind.state.commitments)
    kept = {b.activity: town.engine.world.clock.now_text(b.start)[-5:] for b in blocks if b.activity.startswith("coming")}
    assert kept == {"coming at 10:30": "10:30", "coming at 11:00": "11:00"}, who


def test_the_insights_of_a_reflection_are_asked_in_one_round_and_bring_their_importance(live: Callable[..., Town]) -> None:
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
    assert all(len(q.besides) == 2 for q in written.of(InferInsights))
    made = town.memories[(town.memories["kind"] == "reflection") & (town.memories["resident"] == "nora")]
    assert len(made) and set(made["importance"]) == {7.0}


def test_a_full_run_is_recorded_as_such_resumed_as_such_and_lived_again_to_the_same_hashes(
    live: Callable[..., Town],
) -> None:
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


def test_brief_prompts_can_be_asked_for(live: Callable[..., Town]) -> None:
    written = Written()
    live(written, until="07:20", prompts="brief")
    assert written.asked and all(q.scene is None for q in written.asked)


def test_ties_are_told_as_the_scenario_has_them(live: Callable[..., Town]) -> None:
    written = Written()
    live(written, until="06:40", scenario=load(SCENARIOS / "tern_station.yaml"))
    ties = next(q.scene.person.ties for q in written.asked if q.card.first == "Ilse")
    told_as_written = {"Tam Osgood: trusts him with the greenhouse and the mood", "Sven Aalto: old colleague"}
    assert {*told_as_written, "Mei Castano: lives at Crew Ring too"} <= set(ties)


def test_another_language_is_told_without_the_forms_of_english(live: Callable[..., Town]) -> None:
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


@pytest.mark.parametrize(("words", "prompts"), [([], "full"), (["--prompts", "brief"], "brief"), (["--guided"], "brief")])
def test_a_server_is_asked_in_full_unless_told_otherwise_and_show_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], prompts: str
) -> None:
    town, saves = str(write_town(tmp_path)), str(tmp_path)
    with serving(fitting) as server:
        started = ["run", town, "--headless", "--ticks", "6", "--embedder", "hash", "--saves", saves, "--name", "asked"]
        assert main([*started, "--model", server.url, *words]) == 0
    systems = {body["messages"][0]["content"] for body in server.bodies}
    assert systems and all(("You live one resident's life" in text) == (prompts == "full") for text in systems)
    capsys.readouterr()
    assert main(["show", "asked", "--saves", saves, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["prompts"] == prompts


def test_what_somebody_knows_already_is_news_of_earlier_talks_alone(tmp_path: Path) -> None:
    with Town.load(SCENARIOS / "first_morning.yaml", model="fake", embedder="hash", run=tmp_path / "told.sqlite") as made:
        made.run(ticks=2)
        mind = made.engine.minds["nora"]
        thought = Thought(mind, made.engine.world, made.engine.scenario.rules, 2, 20, 1)
        supper = "Nora Fennick is giving a lantern supper on the Green on Saturday at 6 pm"
        cradle = "Tess Okoro is building a cradle"
        said = ("Nobody gets pieces before eight", "Off with Ilya Brandt, Nora Fennick smells an edge burning", supper, cradle)
        mind.state.told = {fact: ["Ilya Brandt"] for fact in said}
        mind.state.told["on Saturday at six, supper on the Green"] = ["Ilya Brandt"]  # the end of a sentence
        assert acquaintance(thought, "ilya").endswith(f"knows already: {cradle}; {supper}")
        just_now = [("nora", "You know that Tess Okoro is building a cradle, of course."), ("ilya", "I do.")]
        assert acquaintance(thought, "ilya", just_now).endswith(f"knows already: {supper}")


def test_who_only_lingers_after_a_talk_is_not_noticed(live: Callable[..., Town]) -> None:
    town = live(Written(), until="07:45")
    thought, seen = thought_of(town, "nora", 2700), Percept("person", "ilya", "Ilya Brandt is here", 2)
    thought.state.considered.clear()
    assert pressing(thought, [seen]) == seen
    thought.world.bodies["ilya"].activity = FOUND
    assert pressing(thought, [seen]) is None


def test_the_last_minutes_of_an_entry_belong_to_its_last_step(live: Callable[..., Town]) -> None:
    thought = thought_of(live(Written(), until="07:45"), "nora", 3000)
    state = thought.state
    block = replace(state.blocks[1], end=3600)
    state.blocks = [state.blocks[0], block, replace(state.blocks[1], start=3600), *state.blocks[2:]]
    state.steps = [Step(1800, 3000, "sitting", block.place, person="ilya", result="It rained")]
    assert not list(break_down(thought, block)), "ten minutes are no question"
    assert state.steps == [Step(3000, 3600, "sitting", block.place)]
    state.steps_for = "something else"
    assert isinstance(next(break_down(thought, block)), Decompose), "but for what has only begun it is one"


def test_who_has_walked_away_from_a_thing_is_not_at_it(live: Callable[..., Town]) -> None:
    thought = thought_of(live(Written(), until="07:45"), "nora", 2700)
    at_it = "Ilya Brandt is at it"
    assert any(at_it in thing for thing in scene_of(thought).moment.things)
    ilya, places = thought.world.bodies["ilya"], thought.world.places
    ilya.tile = next(tile for tile in places.spots(ilya.address[:3]) if tile not in places.spots(ilya.address))
    assert not any(at_it in thing for thing in scene_of(thought).moment.things)


def test_few_lines_overheard_word_for_word_are_recalled_and_none_of_the_talk_that_one_has_joined(
    live: Callable[..., Town],
) -> None:
    thought = thought_of(live(Written(), until="07:30"), "tess", 1800)
    lines = [f"Ilya, the box of lanterns has {n} lids" for n in ("two", "three", "four", "no")]
    for line in lines:
        text = f"Tess Okoro overheard Nora Fennick say to Ilya Brandt: '{line}'"
        thought.mind.stream.add(text, "observation", thought.at - 600, 3.0, source="nora")
    recalled = thought.recall_each(("Nora Fennick", "the box of lanterns"), "react")
    assert sum("overheard" in text for text in recalled) == 2 and len(recalled) > 4
    thought.recalled.clear()
    assert f"{OVERHEARD}Nora" not in "; ".join(scene_of(thought).moment.lately), "ten minutes later it is no more told"
    thought.at -= 60
    heard = [line for line in scene_of(thought).moment.lately if OVERHEARD in line]
    assert heard and all(line.startswith("07:20 Tess") for line in heard), "by whom stands in it"
    thought.state.talk_lines = [("nora", line) for line in lines]
    assert not any("overheard" in text for text in thought.recall_each(("Nora Fennick", "the box of lanterns"), "say"))


class Meeting(Written):
    """Nora and Tess both seek each other out at the cafe, each with a step before and one behind."""

    def reply(self, question: Question[Any]) -> Reply | None:
        other = {"Nora": "Tess Okoro", "Tess": "Nora Fennick"}.get(question.card.first, "")
        if isinstance(question, Decompose) and other and question.start >= 450:
            self.asked.append(question)
            third = question.minutes // 3
            pouring = StepRow("pouring coffee and asking about the door", "", "", "coffee", third, other)
            thing = "long counter" if other.startswith("Tess") else "coffee grinder"
            rows = (StepRow("wipe the cups", thing, "wet", "clean", third), pouring)
            return Decomposition((*rows, replace(pouring, activity="write a list", person="")))
        return super().reply(question)


@pytest.mark.parametrize("thinking", [False, True])
def test_who_has_just_been_spoken_with_is_not_sought_out_for_it(live: Callable[..., Town], thinking: bool) -> None:
    town = live(Meeting(), thinking=thinking)
    started = [row for row in events(town, "talk") if row["phase"] == "start"]
    assert len(started) == 1, "what both wanted to say was said"
    assert started[0]["reason"] == "asking about the door", "what was wanted of it is the talk's"
    seen = {row["activity"] for row in events(town, "act")}
    assert "pouring coffee" in seen and not any("asking" in activity for activity in seen), "and nobody sees it"


def test_steps_asked_for_ahead_know_what_is_in_hand_and_with_whom(live: Callable[..., Town]) -> None:
    thought = thought_of(live(Meeting(), until="07:31"), "tess", 1860)
    walking, speaking = _until(thought, 5400).split("; ")
    assert walking == "walking to the coffee grinder, for: wiping the cups"
    assert speaking == "from 08:00 pouring coffee, to speak with Nora Fennick: asking about the door"
    assert scene_of(thought).moment.doing.partition("; ")[2].startswith(speaking)
    thought.state.met["nora"] = 1850
    assert "to speak with" not in scene_of(thought).moment.doing, "it was said"


def test_what_was_said_lately_is_told_until_it_has_been_thought_over(live: Callable[..., Town]) -> None:
    written = Written(once(Reaction("aloud", "they must know", words="The milk has turned!")))
    town = live(written)
    who = town.engine.minds[events(town, "aloud")[0]["key"]].resident.name
    line = f"{who} said aloud: 'The milk has turned!'"
    told = [q for q in written.asked if q.scene and any(line in said for said in q.scene.moment.said)]
    assert {q.card.name for q in told} > {who}, "to whoever said it too"
    assert not any(line in q.memories for q in told), "once"
    reacted = next(q for q in written.of(React) if q.seen == line)
    assert render(reacted).user.count(line) == 1
    talking = Meeting()
    town = live(talking, thinking=True)
    unfinished = next(q for q in talking.of(TakeFromTalk)).scene.moment.said
    assert any("Line 1." in said for said in unfinished) and any("Line 2." in said for said in unfinished), "both sides of it"
    assert all(render(q).user.count("Line 2.") <= 1 for q in talking.asked), "a talk stands in its own place"
    mind = town.engine.minds["nora"]
    assert not scene_of(thought_of(town, "nora", mind.state.met["tess"] + 150)).moment.said, "then it is remembered"
    assert "; last spoke" in (known := acquaintance(thought_of(town, "nora", mind.state.met["tess"] + 300), "tess"))
    assert known.count("talked with Tess Okoro") == 1


def test_little_is_left_of_an_entry_whose_talk_was_held_and_nobody_is_asked_for_it(live: Callable[..., Town]) -> None:
    class Visiting(Written):
        def reply(self, question: Question[Any]) -> Reply | None:
            if isinstance(question, Decompose) and question.card.first == "Nora" and question.start >= 450:
                self.asked.append(question)
                ten = question.minutes - 15
                row = StepRow("wipe the cups", "long counter", "wet", "clean", ten)
                return Decomposition((row, StepRow("bring Tess a bun", "", "", "food", 15, "Tess Okoro", "the door")))
            return super().reply(question)

    town = live(visiting := Visiting())
    began = [row for row in events(town, "talk") if row["phase"] == "start"]
    assert began and began[0]["reason"] == "the door"
    doing = [row["activity"] for row in events(town, "act") if row["key"] == "nora"]
    assert doing[doing.index("bringing Tess a bun") + 1] == FOUND
    starts = [q.start for q in visiting.of(Decompose) if q.card.first == "Nora"]
    assert len(starts) == len(set(starts)) and all(start % 15 == 0 for start in starts)


def thought_of(town: Town, slug: str, at: int) -> Thought:
    return Thought(town.engine.minds[slug], town.engine.world, town.engine.scenario.rules, at // 10, at, 1)


def test_who_has_arrived_does_not_walk_any_more_and_is_considered_when_they_settle(live: Callable[..., Town]) -> None:
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


def test_the_thing_used_before_a_talk_is_left_with_its_beginning(live: Callable[..., Town]) -> None:
    town = live(Meeting())
    order = "SELECT kind, key, data FROM events WHERE kind IN ('talk', 'object', 'act') ORDER BY id"
    rows = [(kind, key, json.loads(data)) for kind, key, data in sqlite3.connect(town.path).execute(order)]
    talk = next(i for i, (kind, _, _) in enumerate(rows) if kind == "talk")
    who = rows[talk][2]["who"]
    assert [data["activity"] for kind, key, data in rows[:talk] if kind == "act" and key == who][-1] == "pouring coffee"
    assert not any(data["by"] == who for kind, _, data in rows[talk - 2 : talk] if kind == "object"), "as others see it"
    used = {"nora": "pastry case", "tess": "coffee grinder"}[who]
    assert {data["state"] for kind, key, data in rows[:talk] if kind == "object" and key.endswith(used)} > {"wet"}


def test_an_appointment_stands_once_in_the_plan_with_what_the_visit_was_for_and_what_it_leaves_goes_on() -> None:
    cafe, pond, home = ("W", "Cafe", "bar"), ("W", "Green"), ("W", "Home")
    morning = [Block(0, 6000, "serving", cafe), Block(6000, 9000, "asking Ann", cafe), Block(9000, 12000, "pacing", pond)]
    day = [*morning, Block(12000, 40000, "sleeping", home)]
    told = Block(6000, 7800, "telling Ann", cafe, "Bo will tell Ann")
    assert put_in(day, told) == [
        morning[0],
        replace(told, end=9000, why="Bo will tell Ann; besides: asking Ann"),
        *day[2:],
    ], "it is the same visit"
    later = replace(told, start=3000, end=4800)
    rest = replace(morning[0], start=4800)
    assert put_in(day, later) == [replace(morning[0], end=3000), later, rest, *day[1:]]
    nearly = replace(told, start=3000, end=5400)
    assert put_in(day, nearly) == [replace(morning[0], end=3000), replace(nearly, end=6000), *day[1:]], (
        "nobody lives ten minutes"
    )


def test_a_promise_without_an_hour_is_open_until_it_is_settled_and_every_promise_is_told_once(
    live: Callable[..., Town],
) -> None:
    def take(q: TakeFromTalk) -> TakeAway:
        poem = Agreement(f"{q.card.name} will find the poem", "finding the poem", "", "", "")
        soup = Agreement(f"{q.card.name} will bring soup", "bringing soup", "today", "08:30", "The Green", 20)
        settled = tuple(i for i, text in enumerate(q.promises, 1) if "poem" in text)
        return TakeAway("They talked", 3, (), () if settled else (poem, soup), settled, (), "", "")

    def react(q: React) -> Reaction:
        talk = "talk" in q.options() and bool(q.present)
        return Reaction("talk" if talk else "continue", "about the poem", q.present[0] if talk else "", importance=7)

    written = Written(react, take)
    town = live(written, until="09:00", chat_cooldown=60)
    first = next(q for q in written.asked if q.scene and q.scene.person.promises)
    name = first.card.name
    assert first.scene.person.promises[0].endswith(f"{name} will find the poem")
    prompt = render(first)
    for promise in (f"{name} will find the poem", f"bringing soup ({SETTLED})"):
        assert f"{prompt.system}\n{prompt.user}".count(promise) == 1
    slug = next(slug for slug, mind in town.engine.minds.items() if mind.resident.name == name)
    blocks = next(row["blocks"] for row in events(town, "plan") if row["key"] == slug and row["why"] == "commitment")
    soup = next(block for block in blocks if block["activity"] == "bringing soup")
    assert soup["end"] - soup["start"] == 1200, "as long as was said"
    mind = town.engine.minds[slug]
    mind.state.commitments.append(Commitment("to sing", "singing", 0, "", since=mind.state.commitments[0].since))
    thought = thought_of(town, slug, mind.state.commitments[0].since + LAPSES + 10)
    review_commitments(thought, "reading")
    assert mind.state.commitments[-1].state == "given up"
    again = MindState.from_json(mind.state.to_json(), mind.state.habits(), {})
    assert again.commitments == mind.state.commitments


def test_what_was_concluded_last_stands_whole_the_weightiest_first(live: Callable[..., Town]) -> None:
    town = live(Written(), until="07:20")
    stream = town.engine.minds["nora"].stream
    stream.add("Nora was young", "reflection", 100, 9.0)
    for i in range(7):
        stream.add(f"Insight {i}", "reflection", 200, 4.0 + (i == 3))
    told = scene_of(thought_of(town, "nora", 300)).person.conclusions
    assert told == ("Insight 3", *(f"Insight {i}" for i in range(7) if i != 3))


def test_what_happens_has_a_place_where_one_may_go_and_look(live: Callable[..., Town]) -> None:
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


def test_a_changed_plan_is_told_by_what_changes(live: Callable[..., Town]) -> None:
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


def test_an_hour_without_a_word_is_noticed_in_company(live: Callable[..., Town]) -> None:
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


def test_a_promise_may_be_replaced_by_one_of_the_same_hour_and_place(live: Callable[..., Town]) -> None:
    def take(q: TakeFromTalk) -> TakeAway:
        agreed = Agreement(f"{q.card.name} will come to the pond {len(q.promises)}", "coming", "today", "11:00", "The Green")
        return TakeAway("They talked", 3, (), (agreed,), tuple(range(1, len(q.promises) + 1)), (), "", "")

    def react(q: React) -> Reaction:
        talk = "talk" in q.options() and bool(q.present)
        return Reaction("talk" if talk else "continue", "about the pond", q.present[0] if talk else "", importance=7)

    town = live(Written(react, take), until="10:30", chat_cooldown=60)
    kept = [mind.state for mind in town.engine.minds.values() if len(mind.state.commitments) > 1]
    assert kept
    for state in kept:
        assert [c.state for c in state.commitments] == ["settled"] * (len(state.commitments) - 1) + ["open"]
        assert any(b.start == state.commitments[-1].at and b.activity == "coming" for b in state.blocks)


def test_what_somebody_came_for_is_theirs_alone_whoever_leaves(live: Callable[..., Town]) -> None:
    live(meeting := Meeting())
    first, second = meeting.of(Say)[:2]
    assert first.occasion.endswith(f"begins it now; what {first.card.first} came for: asking about the door")
    assert second.occasion.startswith(first.card.first) and "came for" not in second.occasion
    talk = Talk("t5-nora", ["tess", "ilya"], (), 5, 60)
    assert talk.begun_by == "nora", "though she has left it"
    cue = replace(first, leaving=("Ilya Brandt",)).cue()
    assert "Ilya is taking leave; the others stay" in cue and "Ilya is" not in first.cue()


def agreed(mind: Mind, text: str, at: int, place: str = "The Green", activity: str = "helping at the pond") -> Commitment:
    return Commitment(f"{mind.resident.name} {text}", activity, at, place)


def keep(thought: Thought, promise: Commitment) -> None:
    _keep_intention(thought, promise.text, promise.activity, promise.at, promise.place, "t1-nora")


def test_an_appointment_replaced_by_one_at_the_same_hour_and_place_stands_in_the_plan(live: Callable[..., Town]) -> None:
    town = live(Written(), until="07:40")
    thought = thought_of(town, "nora", 2400)
    state, noon, before = thought.state, 6 * 3600, list(thought.state.blocks)
    deeds = ("help", "help with cake", "help with two cakes", "sing")
    first, second, third, fourth = (agreed(thought.mind, f"will {n}", noon, activity=n) for n in deeds)
    keep(thought, first)
    settle(thought, first, "settled", "replaced")
    assert state.blocks == before, "the halves of what it had cut in two join"
    keep(thought, second)
    assert [b.activity for b in state.blocks if b.start == noon] == ["help with cake"], "what was settled bars nothing"
    keep(thought, third)
    assert [b.activity for b in state.blocks if b.start == noon] == ["help with two cakes"], "what was agreed last says it best"
    keep(thought, fourth)
    merged = next(b for b in state.blocks if b.start == noon)
    assert (merged.activity, merged.why) == ("sing", f"{SETTLED}; besides: help with two cakes"), "both are meant"
    assert [c.text for c in state.commitments if c.state == "open"] == [third.text, fourth.text]
    assert appointments(thought, 50000, ()) == ("13:00 help with two cakes and sing (The Green)",)
    assert not scene_of(thought).person.promises, "the plan tells them"
    settle(thought, third, "settled", "no cake")
    assert next(b for b in state.blocks if b.start == noon) == replace(merged, why=SETTLED)
    memory = next(m for m in thought.mind.stream.recent(9) if m.text == first.text)
    assert recollection(thought, memory).text(first.text).endswith(f", settled since: {first.text}")


def test_what_a_visit_was_for_comes_back_when_the_appointment_falls_away(live: Callable[..., Town]) -> None:
    town = live(Written(), until="07:40")
    thought = thought_of(town, "nora", 2400)
    state = thought.state
    cafe = thought.sector("The Copper Finch")
    state.blocks = put_in(state.blocks, Block(20000, 24000, "asking Tess for peace", cafe, "it is time"))
    own = list(state.blocks)
    promise = agreed(thought.mind, "will bring a bun", 20600, "The Copper Finch", "bringing a bun")
    keep(thought, promise)
    merged = next(b for b in state.blocks if b.start == 20600)
    assert (merged.activity, merged.end) == ("bringing a bun", 24000)
    assert merged.why.endswith("; besides: asking Tess for peace; it is time")
    settle(thought, promise, "settled", "no bun")
    back = next(b for b in state.blocks if b.start == 20600)
    assert (back.activity, back.why) == ("asking Tess for peace", "it is time") and len(state.blocks) == len(own)


def test_an_hour_without_a_place_stays_an_hour(live: Callable[..., Town]) -> None:
    town = live(Written(), until="07:40")
    thought = thought_of(town, "nora", 2400)
    keep(thought, promise := agreed(thought.mind, "will leave flour on a step", 6 * 3600, ""))
    assert f"today 13:00: {promise.text}" in scene_of(thought).person.promises
    review_commitments(thought_of(town, "nora", 8 * 3600), "reading")
    assert thought.state.commitments[-1].state == "open", "nobody sees whether it was kept"
    assert appointments(thought, 50000, ()) == ("13:00 helping at the pond",)


class Company(Written):
    """Three in a talk: ``lines`` are said in turn; those of ``gone`` end it for themselves."""

    def __init__(self, lines: Sequence[str], gone: Sequence[int]) -> None:
        super().__init__()
        self.lines, self.gone = lines, gone

    def reply(self, question: Question[Any]) -> Reply | None:
        if isinstance(question, Say):
            self.asked.append(question)
            said = len(question.conversation or ())
            return Utterance(self.lines[min(said, len(self.lines) - 1)], said in self.gone, thought="Now.")
        return super().reply(question)


def in_company(live: Callable[..., Town], company: Company) -> tuple[Town, list[Say]]:
    """Nora, Ilya and Tess talk with nobody else in town; Nora began it, and Tess came with a reason of her own."""
    town = live(company, until="07:40")
    apply = Apply(town.engine.world, town.engine.tick, town.engine.scenario.rules)
    for body in town.engine.world.bodies.values():
        apply.leave(body, {})
    for who, reason in (("nora", "the lanterns"), ("tess", "the door")):
        apply.talk(town.engine.world.bodies[who], {"other": "ilya", "reason": reason})
    hear(town.engine.minds, apply, 1)
    company.asked.clear()
    town.run(until="08:10")
    return town, company.of(Say)


def test_of_three_whoever_is_asked_by_name_answers(live: Callable[..., Town]) -> None:
    asked = ("Good morning.", "Hm.", "Does the door stick, Nora?", "And you, Tess, what do you say?", "It does.", "Bye.")
    _, lines = in_company(live, Company(asked, (4, 5)))
    came_for = {q.card.first: q.occasion.partition("came for: ")[2] for q in lines}
    assert came_for == {"Nora": "the lanterns", "Tess": "the door", "Ilya": ""}
    assert [q.card.first for q in lines[:5]] == ["Nora", "Ilya", "Tess", "Nora", "Tess"]


def test_of_three_whoever_a_sentence_begins_with_is_spoken_to(live: Callable[..., Town]) -> None:
    told = ("Is it safe, Ilya? It hung there before. Tess, tell him that it holds.", "It does. Well, Ilya, go on.", "Bye.")
    _, lines = in_company(live, Company(told, (2, 3, 4)))
    assert [q.card.first for q in lines[:2]] == ["Nora", "Tess"]


def test_of_three_only_who_takes_leave_goes_and_the_others_are_told_who(live: Callable[..., Town]) -> None:
    company = Company(("Good morning.", "I must go.", "Go then, I go too.", "So we are alone.", "Not any more.", "No."), (1, 2))
    town, lines = in_company(live, company)
    assert [q.card.first for q in lines[:4]] == ["Nora", "Ilya", "Tess", "Nora"]
    assert "Ilya is taking leave; the others stay" in render(lines[2]).user
    assert "Tess and Ilya are ending the talk: answer that" in render(lines[3]).user
    left = [row["who"] for row in events(town, "talk") if row["phase"] in ("leave", "end")]
    assert left[-2:] == ["ilya", "tess"], "in their turn"


def test_a_talk_does_not_end_on_something_weighty_nor_on_a_question(live: Callable[..., Town]) -> None:
    thought = thought_of(live(Written(), until="07:20"), "nora", 1200)
    polite = thought.rules.chat_turns

    def left(said: int, line: str) -> int:
        talk = Talk("t1-nora", ["nora", "ilya"], (), 1, 60, lines=[*[("nora", "Hm.")] * (said - 1), ("ilya", line)])
        return _lines_left(thought, talk)

    assert left(polite - 2, "Well.") == 2 and left(polite - 2, "Who told you that?") == ENDING + 1
    assert left(polite - 1, "My brother died last night.") == ENDING + 1
    assert left(polite + 5, "My brother died last night.") == 1, "not for ever"
    thought.rules = replace(thought.rules, prompts="brief")
    assert left(polite - 1, "My brother died last night.") == 1


def test_a_tie_keeps_where_it_began_and_says_how_it_stands_now(live: Callable[..., Town]) -> None:
    thought = thought_of(live(Written(), until="07:20"), "nora", 1200)
    thought.state.relations["ilya"] = "Ilya Brandt sulks since the poem."
    given = "Ilya Brandt: regular guest and old friend"
    assert f"{given}; now: sulks since the poem" in scene_of(thought).person.ties
    thought.state.relations["ilya"] = "Nora Fennick has an old friend in Ilya, who was a guest before he sulked."
    assert given not in "; ".join(scene_of(thought).person.ties), "what says it all in other words stands alone"


def test_nobody_notices_that_a_run_begins(live: Callable[..., Town]) -> None:
    written = Written()
    town = live(written, until="07:40")
    scenes = [q.scene.moment for q in written.asked if q.scene]
    assert not any(OPENING in seen for moment in scenes for seen in (*moment.present, *moment.lately))
    assert not any(OPENING in q.seen for q in written.of(React))
    assert not any(m.text.endswith(OPENING) for mind in town.engine.minds.values() for m in mind.stream.recent(99))
    first = next(q for q in written.of(Decompose))
    assert first.scene.moment.doing.startswith("washing up"), "what was planned is begun"


def test_what_happens_on_the_green_reaches_who_is_beside_it(live: Callable[..., Town]) -> None:
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


def test_what_a_reflection_leads_to_changes_the_day(live: Callable[..., Town]) -> None:
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


def test_a_mood_fades_and_is_over_after_hours(live: Callable[..., Town]) -> None:
    town = live(Written(), until="07:40")
    thought = thought_of(town, "nora", 2400)
    thought.feel("tickled")
    felt = [scene_of(thought_of(town, "nora", 2400 + after)).moment.feeling for after in (0, 3600, 10800)]
    assert felt[0].startswith("tickled") and felt[1].startswith("tickled, by now less so") and "tickled" not in felt[2]
    over = thought_of(town, "nora", 2400 + 10800)
    over.mood_fades()
    assert [action.data for action in over.actions] == [{"mood": ""}] and not over.state.feeling


def test_a_talk_may_make_untrue_what_one_was_occupied_with(live: Callable[..., Town]) -> None:
    now = "Ilya has told Nora."
    take = TakeAway("They talked", 3, (), (), (), (), "", "", now)
    town = live(written := Written(once(Reaction("talk", "to ask after the night")), lambda q: take))
    assert written.of(TakeFromTalk)
    told = {q.card.name for q in written.of(TakeFromTalk)}
    assert all(mind.state.currently == (now if mind.resident.name in told else "") for mind in town.engine.minds.values())
    thought = thought_of(town, next(mind.slug for mind in town.engine.minds.values() if mind.state.currently), 7000)
    before = thought.mind.resident.currently
    memory = thought.mind.stream.add(before, "observation", 0, 5.0, source="backstory")
    assert recollection(thought, memory).when == "earlier, not wholly so any more"


def test_words_to_the_room_reach_all_of_it(live: Callable[..., Town]) -> None:
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


def test_what_was_fixed_for_a_room_does_not_begin_on_the_way(live: Callable[..., Town]) -> None:
    town = live(Written(), until="07:40")
    thought = thought_of(town, "nora", 2400)
    state, world = thought.state, thought.world
    room = thought.sector("The Copper Finch: back room")
    promise = agreed(thought.mind, "will tell Tess", 2400, "The Copper Finch: back room", "telling Tess")
    state.commitments = [promise]
    state.blocks = put_in(state.blocks, Block(2400, 4200, "telling Tess", room, promise.text))
    step = Step(2400, 4200, "telling Tess", room, person="tess", topic="the news")
    state.steps, state.step, state.steps_for = [step], 0, purpose(next(b for b in state.blocks if b.start == 2400))
    world.bodies["tess"].tile = thought.body.tile
    resume_step(thought)
    assert [action.kind for action in thought.actions] == ["act", "walk"], "to the room, though Tess stands beside her"
    for slug in ("nora", "tess"):
        world.bodies[slug].tile = world.places.spots(room)[0]
    there = thought_of(town, "nora", 2500)
    resume_step(there)
    assert any(action.kind == "talk" for action in there.actions)
