"""Capable minds in talk: first words, whose turn it is and what is taken from a talk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from capable_minds import SCENARIOS, Live, Meeting, Written, events, once, thought_of

from sim import Town
from sim.engine.apply import Apply
from sim.engine.hearing import hear
from sim.engine.verify import verify
from sim.mind.converse import _lines_left
from sim.mind.mind import Percept
from sim.mind.plan import break_down
from sim.mind.react import pressing
from sim.mind.scene import FOUND, OVERHEARD, acquaintance, recollection, scene_of
from sim.mind.thought import Thought
from sim.prompts import Question, Reply, render
from sim.prompts.tasks.rate import Rate
from sim.prompts.tasks.react import React, Reaction
from sim.prompts.tasks.say import ENDING, Say, Utterance
from sim.prompts.tasks.steps import Decompose
from sim.prompts.tasks.takeaway import Agreement, LearnedFact, TakeAway, TakeFromTalk, Tie
from sim.types import Gathering, Step
from sim.world.state import Talk


@pytest.mark.parametrize("thinking", [False, True])
def test_who_decides_to_speak_knows_the_first_words(live: Live, thinking: bool) -> None:
    words, question = "Did the cat keep you up again?", "to ask after the night"
    written = Written(once(Reaction("talk", question, words=words)))
    town = live(written, thinking=thinking)
    first = next(row for row in events(town, "say"))
    assert first["text"] == words and first["who"] == next(row for row in events(town, "talk"))["who"]
    assert len(written.of(Say)) == len(events(town, "say")) - 1 and all(q.conversation for q in written.of(Say))
    assert all(q.opens and "first words" in render(q).user for q in written.of(React))
    assert verify(Path(town.path)).tick is None


def test_first_words_outlast_a_stop_before_they_are_said(live: Live) -> None:
    town = live(Written(once(Reaction("talk", "to ask", words="Did the cat keep you up again?"))))
    begun, said = (min(row["tick"] for row in events(town, kind)) for kind in ("talk", "say"))
    assert begun < said
    cut = Written(once(Reaction("talk", "to ask", words="Did the cat keep you up again?")))
    stopped = live(cut, until="06:45").run(ticks=begun + 1)
    stopped.close()
    with Town.open(stopped.path, model=cut, embedder="hash") as again:
        again.run("09:00")
        assert events(again, "say") == events(town, "say")


def test_a_long_line_takes_longer_to_say_where_thought_takes_time(live: Live) -> None:
    def seconds(words: str, **rules: Any) -> int:
        town = live(Written(once(Reaction("talk", "to ask", words=words))), **rules)
        first, second = (row["tick"] for row in events(town, "say")[:2])
        return (second - first) * town.engine.scenario.rules.tick

    long = "I have been up since four with the accounts, and it is not the sum that worries me. " * 4
    assert seconds("Morning!", thinking=True) == 20
    assert seconds(long, thinking=True) == 40
    assert seconds(long, thinking=False) == 20


def test_a_talk_is_taken_stock_of_in_one_question(live: Live) -> None:
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


def test_what_somebody_knows_already_is_news_of_earlier_talks_alone(tmp_path: Path) -> None:
    with Town.load(SCENARIOS / "first_morning.yaml", model="fake", embedder="hash", run=tmp_path / "told.sqlite") as made:
        made.run(ticks=2)
        mind = made.engine.minds["nora"]
        thought = Thought(mind, made.engine.world, made.engine.scenario.rules, 2, 20, 1)
        supper = "Nora Fennick is giving a lantern supper on the Green on Saturday at 6 pm"
        cradle = "Tess Okoro is building a cradle"
        said = ("Nobody gets pieces before eight", "Off with Ilya Brandt, Nora Fennick smells an edge burning", supper, cradle)
        mind.state.told = {fact: ["Ilya Brandt"] for fact in said}
        mind.gatherings = {supper: Gathering("nora", "Green", 5 * 86400)}
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


def test_what_was_said_lately_is_told_until_it_has_been_thought_over(live: Live) -> None:
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


def in_company(live: Live, company: Company) -> tuple[Town, list[Say]]:
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


def test_of_three_whoever_is_asked_by_name_answers(live: Live) -> None:
    asked = ("Good morning.", "Hm.", "Does the door stick, Nora?", "And you, Tess, what do you say?", "It does.", "Bye.")
    _, lines = in_company(live, Company(asked, (4, 5)))
    came_for = {q.card.first: q.occasion.partition("came for: ")[2] for q in lines}
    assert came_for == {"Nora": "the lanterns", "Tess": "the door", "Ilya": ""}
    assert [q.card.first for q in lines[:5]] == ["Nora", "Ilya", "Tess", "Nora", "Tess"]


def test_of_three_whoever_a_sentence_begins_with_is_spoken_to(live: Callable[..., Town]) -> None:
    told = ("Is it safe, Ilya? It hung there before. Tess, tell him that it holds.", "It does. Well, Ilya, go on.", "Bye.")
    _, lines = in_company(live, Company(told, (2, 3, 4)))
    assert [q.card.first for q in lines[:2]] == ["Nora", "Tess"]


def test_of_three_only_who_takes_leave_goes_and_the_others_are_told_who(live: Live) -> None:
    company = Company(("Good morning.", "I must go.", "Go then, I go too.", "So we are alone.", "Not any more.", "No."), (1, 2))
    town, lines = in_company(live, company)
    assert [q.card.first for q in lines[:4]] == ["Nora", "Ilya", "Tess", "Nora"]
    assert "Ilya is taking leave; the others stay" in render(lines[2]).user
    assert "Tess and Ilya are ending the talk: answer that" in render(lines[3]).user
    left = [row["who"] for row in events(town, "talk") if row["phase"] in ("leave", "end")]
    assert left[-2:] == ["ilya", "tess"], "in their turn"


def test_a_talk_does_not_end_on_something_weighty_nor_on_a_question(live: Live) -> None:
    thought = thought_of(live(Written(), until="07:20"), "nora", 1200)
    polite = thought.rules.chat_turns

    def left(said: int, line: str) -> int:
        talk = Talk("t1-nora", ["nora", "ilya"], (), 1, 60, lines=[*[("nora", "Hm.")] * (said - 1), ("ilya", line)])
        return _lines_left(thought, talk)

    assert left(polite - 2, "Well.") == 2 and left(polite - 2, "Who told you that?") == ENDING + 1
    assert left(polite - 1, "My brother died last night.") == 1, "nothing says how much it matters"
    thought.state.just_told = [thought.mind.stream.add("Ilya Brandt's brother died", "observation", 1190, 9.0).n]
    assert left(polite - 1, "My brother died last night.") == ENDING + 1
    assert left(polite + 5, "My brother died last night.") == 1, "not for ever"
    thought.rules = replace(thought.rules, prompts="brief")
    assert left(polite - 1, "My brother died last night.") == 1


def test_a_talk_may_make_untrue_what_one_was_occupied_with(live: Live) -> None:
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
