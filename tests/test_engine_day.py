"""What a town does over hours: news travels with its source, nights are slept, outside events are noticed, models may fail."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from town import FIRST_MORNING, events, live, lived, rows, start, stop, write_town

from sim.answer.protocol import ModelTrouble
from sim.answer.scripted.relationship_sentences import relationship_sentence
from sim.answer.written import Free
from sim.llm.base import Generate, Generated, ModelInfo, Score, Scored
from sim.mind.plan import _part
from sim.mind.state import MindState
from sim.mind.time_expressions import find_when
from sim.record.read import Run
from sim.scenario import load_with_warnings
from sim.types import Block, Command, Step
from sim.world.clock import Clock

VISIT = re.compile(r"looking for|spending a little time|taking a short break|walking to")


@pytest.mark.parametrize("seed", range(5))
def test_news_has_spread_by_noon_and_every_knower_can_say_from_whom(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "morning.sqlite"
    store, engine = start(FIRST_MORNING, path, seed=seed)
    live(engine, 1800)
    stop(store, engine)
    with Run(path) as run:
        knowers = {}
        for info in run.residents[1:]:
            found = [m for m in run.memories(info.slug, 1800, words="lantern supper", limit=500) if m.kind != "utterance"]
            told = [m for m in found if m.source in ("nora", "ilya", "tess")]
            knowers |= {info.slug: told[0]} if told else {}
        assert knowers, "nobody else knows"
        for slug, memory in knowers.items():
            heard = run.memory(slug, memory.evidence[0], 1800)
            assert heard.kind == "utterance" and heard.source == memory.source and "lantern" in heard.text
            learned = [m for m in (memory,) if m.text.startswith("Nora Fennick is giving a lantern supper on the Green")]
            assert all(m.importance == 7 for m in learned), "the scenario's own rating, less one for hearsay"
        assert any("Saturday" in memory.text and "6 pm" in memory.text for memory in knowers.values())
        counters = run.counters()
    calls = sum(row.calls for row in counters)
    assert calls > 50
    assert sum(row.fallbacks + row.repairs for row in counters) <= 0.02 * calls


def test_people_sleep_at_night_and_plan_a_new_day_in_the_morning(tmp_path: Path) -> None:
    path = lived(tmp_path / "night.sqlite", 24 * 360)
    with Run(path) as run:
        night = run.state(20 * 360)
        assert all(resident.asleep for resident in night.residents.values())
        assert "bed" in night.residents["ana"].address
        morning = run.state(24 * 360)
        assert not any(resident.asleep for resident in morning.residents.values())
    plans = [tick for tick, key, data in events(path, "plan") if key == "ana" and data["why"] == "morning"]
    assert len(plans) == 2 and plans[1] > 22 * 360


def test_a_fire_is_seen_considered_and_over_in_its_time(tmp_path: Path) -> None:
    scenario = write_town(tmp_path)
    fire = 'events:\n  - {at: "07:30", object: "Ana\'s house:stove", state: burning, lasts: 10 min}\n'
    scenario.write_text(scenario.read_text() + fire)
    path = tmp_path / "fire.sqlite"
    store, engine = start(scenario, path)
    live(engine, 400)
    stop(store, engine)
    states = [(tick, data["state"]) for tick, key, data in events(path, "object") if key.endswith("stove")]
    assert (180, "burning") in states
    assert states[-1][1] != "burning"
    with Run(path) as run:
        assert any("stove is burning" in memory.text for memory in run.memories("ana", 400, limit=500))
    assert any("burning" in data["seen"] for _, key, data in events(path, "react") if key == "ana")


def test_who_is_woken_at_night_goes_back_to_bed(tmp_path: Path) -> None:
    path = tmp_path / "woken.sqlite"
    store, engine = start(write_town(tmp_path), path)
    live(engine, 20 * 360 + 100, {20 * 360: [Command("whisper", {"who": "ana", "text": "Something rattles at the window"})]})
    body = engine.world.bodies["ana"]
    assert not body.asleep
    live(engine, 360)
    assert body.asleep and engine.minds["ana"].state.wake_at == (23 * 60 + 30) * 60
    stop(store, engine)


def test_what_comes_up_in_the_morning_does_not_send_anybody_to_bed(tmp_path: Path) -> None:
    path = lived(
        tmp_path / "morning.sqlite",
        400,
        {150: [Command("happening", {"kind": "object", "text": "burning", "where": "Town:Ana's house:stove"})]},
    )
    plans = [data["blocks"] for _, key, data in events(path, "plan") if key == "ana" and data["why"] == "react"]
    assert plans, "nobody did anything about it"
    assert all([block["activity"] for block in blocks].count("sleeping") == 1 for blocks in plans)
    assert "putting out the fire" in [block["activity"] for block in plans[0]]


def test_what_goes_wrong_with_a_thing_is_told_to_whoever_was_not_there(tmp_path: Path) -> None:
    store, engine = start(write_town(tmp_path), tmp_path / "told.sqlite")
    stove = Command("happening", {"kind": "object", "text": "sinking into the floor", "where": "Town:Ana's house:stove"})
    live(engine, 151, {150: [stove]})
    told = "The stove was sinking into the floor"
    assert [slug for slug, mind in engine.minds.items() if told in mind.state.happened] == ["ana"]
    live(engine, 1500)
    stop(store, engine)
    said = [data["text"] for _, _, data in events(tmp_path / "told.sqlite", "say")]
    assert any("stove was sinking into the floor" in line for line in said), said


def test_a_whisper_becomes_a_memory_and_is_recorded_as_a_command(tmp_path: Path) -> None:
    path = lived(
        tmp_path / "whisper.sqlite", 30, {20: [Command("whisper", {"who": "ben", "text": "Ben Okoye left the window open"})]}
    )
    assert events(path, "command") == [(20, "ben", {"kind": "whisper", "who": "ben", "text": "Ben Okoye left the window open"})]
    with Run(path) as run:
        memory = next(m for m in run.memories("ben", 30, limit=100) if "window open" in m.text)
        assert memory.source == "whisper" and memory.importance is not None


class Broken:
    """A model that fails in a given way, always."""

    info = ModelInfo("broken", "", False, 512)

    def __init__(self, text: str, problem: str = "") -> None:
        self.text, self.problem = text, problem

    def ask(self, requests: Sequence[Generate | Score]) -> list[Generated | Scored]:
        return [
            Scored((), (), "timeout") if isinstance(request, Score) else Generated(self.text, self.problem)
            for request in requests
        ]

    def close(self) -> None: ...


@pytest.mark.parametrize("model", [Broken("", "timeout"), Broken("{]"), Broken('{"say": 3}'), Broken("[" * 5000)])
def test_a_failing_model_falls_back_counts_it_and_then_pauses(model: Broken, tmp_path: Path) -> None:
    path = tmp_path / "broken.sqlite"
    with pytest.raises(ModelTrouble, match="in a row"):
        store, engine = start(write_town(tmp_path), path, answerer=Free(model))
        live(engine, 3600)
    fell, told = rows(path, "SELECT count(*), sum(problem <> '') FROM questions WHERE fallback = 1")[0]
    assert fell > 0 and told == fell


def test_moments_are_found_in_sentences() -> None:
    import datetime as dt

    clock = Clock(dt.datetime(2026, 5, 8, 7, 0))  # a Friday
    friday_nine = 2 * 3600
    cases = {
        "a supper on Saturday at 6 pm": clock.at(2, 18 * 60),
        "coffee tomorrow at 10:30 am": clock.at(2, 10 * 60 + 30),
        "lunch at noon": clock.at(1, 12 * 60),
        "a walk at 08:00": clock.at(2, 8 * 60),
        "the fair on May 12 at 3 pm": clock.at(5, 15 * 60),
        "some day soon": None,
        "at 25:99": None,
    }
    assert {text: find_when(clock, text, friday_nine) for text in cases} == cases


def test_a_stranger_arrives_lives_and_leaves(tmp_path: Path) -> None:
    scenario = write_town(tmp_path)
    coming = "events:\n  - {at: '08:00', arrive: ben, where: Green}\n  - {at: '09:30', leave: ben}\n"
    scenario.write_text(scenario.read_text() + coming)
    path = tmp_path / "stranger.sqlite"
    store, engine = start(scenario, path)
    live(engine, 1200)
    stop(store, engine)
    deeds = [(tick, data["activity"]) for tick, key, data in events(path, "act") if key == "ben"]
    assert deeds[0] == (0, "away") and deeds[1] == (360, "arriving") and deeds[-1] == (900, "away")
    assert len(deeds) > 4


def test_needs_run_down_fill_up_and_are_visible(tmp_path: Path) -> None:
    scenario = write_town(tmp_path)
    scenario.write_text(scenario.read_text() + "rules: {needs: true}\n")
    path = tmp_path / "needs.sqlite"
    store, engine = start(scenario, path)
    live(engine, 14 * 360)
    assert all(0 <= level <= 1 for mind in engine.minds.values() for level in mind.state.needs.values())
    stop(store, engine)
    told = [data for _, key, data in events(path, "needs") if key == "ana"]
    assert told and {"energy", "hunger", "company", "mood"} == set(told[0])
    assert len({data["mood"] for data in told}) > 1


def test_nobody_enters_what_is_closed_or_private_and_one_waits_for_a_full_room(tmp_path: Path) -> None:
    scenario = write_town(tmp_path)
    rules = 'norms:\n  Cafe: {opens: "09:00", closes: "17:00", owner: ana}\n'
    text = scenario.read_text().replace("    work: Cafe\n    occupation: novelist", "    occupation: novelist")
    scenario.write_text(text + rules)
    store, engine = start(scenario, tmp_path / "closed.sqlite")
    world = engine.world
    cafe = ("Town", "Cafe")
    assert world.refusal("ben", cafe, 3600) == "closed" and world.refusal("ben", cafe, 3 * 3600) == ""
    assert world.refusal("ana", cafe, 3600) == ""
    for _ in range(700):
        engine.step()
        inside = world.arena(world.bodies["ben"].tile) == cafe
        assert not (inside and world.clock.minutes(engine.at) < 540 and not world.bodies["ben"].walking), engine.at
    store.close()


def test_a_promise_enters_the_plan_and_is_kept_or_given_up(tmp_path: Path) -> None:
    path = tmp_path / "promise.sqlite"
    store, engine = start(FIRST_MORNING, path, seed=1)
    live(engine, 37 * 360)
    stop(store, engine)
    intended = [data for _, _, data in events(path, "intend") if data["at"] is not None and data["place"]]
    ended = [data for _, _, data in events(path, "promise")]
    assert intended and ended
    assert all(data["state"] == "kept" or data["reason"] for data in ended)
    assert any(data["state"] == "kept" for data in ended)


def test_a_person_takes_a_resident_over_walks_talks_and_lets_go(tmp_path: Path) -> None:
    path = tmp_path / "played.sqlite"
    store, engine = start(write_town(tmp_path), path)
    live(engine, 300)
    ana, ben = engine.world.bodies["ana"], engine.world.bodies["ben"]
    live(engine, 1, {301: [Command("become", {"who": "ana"}), Command("go", {"who": "ben", "x": 1, "y": 9})]})
    x, y = ben.tile
    beside = next((x + dx, y) for dx in (1, -1) if not engine.world.tilemap.solid[y, x + dx])
    live(engine, 60, {302: [Command("go", {"who": "ana", "x": beside[0], "y": beside[1]})]})
    assert ana.tile == beside or ben.tile != (x, y)
    live(engine, 30, {engine.tick + 1: [Command("speak", {"who": "ana", "text": "Ben, the river is rising!"})]})
    live(engine, 200, {engine.tick + 1: [Command("release", {"who": "ana"})]})
    stop(store, engine)
    lines = [data for _, _, data in events(path, "say")]
    assert any(data["who"] == "ana" and data["text"] == "Ben, the river is rising!" for data in lines)
    with Run(path) as run:
        assert any("the river is rising" in memory.text for memory in run.memories("ben", run.last_tick, limit=500))
    assert not engine.minds["ana"].state.player
    assert engine.minds["ana"].state.step >= 0


def test_a_full_room_lets_nobody_in_until_somebody_leaves(tmp_path: Path) -> None:
    scenario = write_town(tmp_path)
    scenario.write_text(scenario.read_text() + "norms:\n  Cafe: {capacity: 1}\n")
    path = tmp_path / "full.sqlite"
    store, engine = start(scenario, path)
    world, most = engine.world, 0
    for _ in range(1000):
        engine.step()
        standing = [b for b in world.present() if not b.walking and not b.talk and world.arena(b.tile) == ("Town", "Cafe")]
        most = max(most, len(standing))
    stop(store, engine)
    assert most == 1
    assert any(data["activity"] == "waiting" for _, _, data in events(path, "act"))


def test_places_become_known_by_being_there(tmp_path: Path) -> None:
    scenario = write_town(tmp_path)
    scenario.write_text(scenario.read_text().replace("relationships: {ana: old friend}", "relationships: {}"))
    store, engine = start(scenario, tmp_path / "known.sqlite")
    ben = engine.minds["ben"]
    assert "Town:Ana's house" not in ben.state.known_places and "Town:Cafe" in ben.state.known_places
    engine.world.bodies["ben"].tile = (3, 3)
    engine.world.bodies["ben"].due = 0
    live(engine, 3)
    store.close()
    assert "Town:Ana's house" in ben.state.known_places


def test_who_works_where_another_lives_needs_no_introduction(tmp_path: Path) -> None:
    scenario = write_town(tmp_path)
    text = scenario.read_text().replace("relationships: {ana: old friend}", "").replace("relationships: {ben: old friend}", "")
    scenario.write_text(text.replace("work: Cafe", "work: Ben's house", 1).replace("work: Cafe", "work: Green", 1))
    store, engine = start(scenario, tmp_path / "known.sqlite")
    store.close()
    assert engine.minds["ana"].state.relations == {"ben": "Ben Okoye lives at Ben's house, where Ana works"}
    assert engine.minds["ben"].state.relations == {"ana": "Ana Silva works at Ben's house, where Ben lives"}


def test_in_an_acquainted_town_nobody_is_a_stranger_and_most_strangers_are_noted(tmp_path: Path) -> None:
    scenario = write_town(tmp_path)
    text = scenario.read_text().replace("{ana: old friend}", "{}").replace("{ben: old friend}", "{}")
    cleo = (
        "  cleo: {name: Cleo Ito, age: 30, background: Cleo Ito paints., currently: Cleo is painting, home: Ben's house}\nnews:"
    )
    text = text.replace("work: Cafe", "work: Green", 1).replace("news:", cleo)
    everybody = {"ben": "Ana knows Ben Okoye", "cleo": "Ana knows Cleo Ito"}
    for key, known in (("", {}), ("acquainted: true\n", everybody)):
        scenario.write_text(text + key)
        store, engine = start(scenario, tmp_path / f"known{len(known)}.sqlite")
        store.close()
        assert engine.minds["ana"].state.relations == known
        assert any("2 of 3 pairs will meet as strangers" in line for line in load_with_warnings(scenario)[2]) is (not known)


def test_a_scenarios_words_about_people_become_sentences() -> None:
    cases = {
        "old friend": "Mara Dunne is Leo's old friend",
        "his wife": "Mara Dunne is Leo's wife",
        "a good neighbour": "Mara Dunne is a good neighbour",
        "lets him play for supper": "Mara Dunne lets him play for supper",
        "the song is about her": "Leo and Mara Dunne: the song is about her",
        "she likes his songs": "Leo and Mara Dunne: she likes his songs",
        "keeps the town's books": "Mara Dunne keeps the town's books",
        "bakes for him": "Mara Dunne bakes for him",
        "bakes for her": "Leo bakes for Mara Dunne",
        "wishes that she would report more": "Leo and Mara Dunne: wishes that she would report more",
        "cards on Thursdays": "Leo and Mara Dunne: cards on Thursdays",
        "the journalist who is never satisfied": "Mara Dunne is the journalist who is never satisfied",
        "does not trust her since Lisbon": "Leo does not trust Mara Dunne since Lisbon",
        "finds her sinister": "Leo finds Mara Dunne sinister",
        "was engaged to her and broke it off": "Leo was engaged to Mara Dunne and broke it off",
        "fond of her": "Leo is fond of Mara Dunne",
        "respects her work": "Leo respects Mara Dunne's work",
        "was his teacher": "Mara Dunne was his teacher",
        "wants her for the board": "Leo wants Mara Dunne for the board",
        "wants him to look at the roof": "Mara Dunne wants him to look at the roof",
    }
    assert {how: relationship_sentence("Mara Dunne", "Leo", how, "he") for how in cases} == cases


def test_the_steps_of_a_long_block_go_on_hour_by_hour_and_do_not_begin_again(tmp_path: Path) -> None:
    path = tmp_path / "morning.sqlite"
    store, engine = start(FIRST_MORNING, path)
    live(engine, 3 * 360)
    stop(store, engine)
    done: dict[str, list[str]] = {}
    for _, who, data in events(path, "act"):
        mine, deed = done.setdefault(who, []), data["activity"]
        mine += [] if VISIT.match(deed) or [deed] == mine[-1:] else [deed]
    assert sum(len(deeds) >= 6 for deeds in done.values()) >= 2
    assert not [deeds for deeds in done.values() if len(set(deeds)) < len(deeds)]


@pytest.mark.parametrize("minutes", range(1, 5))
def test_the_last_minutes_of_a_meal_go_to_its_last_step_and_it_does_not_begin_again(minutes: int) -> None:
    lunch, state = Block(0, 1800, "having lunch", ("Town", "Cafe")), MindState()
    state.blocks = [lunch]
    state.steps, state.step = [Step(0, 1800 - 60 * minutes, "eating lunch", lunch.place)], 0
    rows = [{"activity": "getting something to eat", "minutes": 5}, {"activity": "eating lunch", "minutes": 25}]
    assert _part(rows, state, lunch, 1800 - 60 * minutes, minutes) == [{"activity": "eating lunch", "minutes": minutes}]


def test_no_question_is_asked_for_the_last_minute_of_a_stretch(tmp_path: Path) -> None:
    path = tmp_path / "morning.sqlite"
    store, engine = start(FIRST_MORNING, path)
    live(engine, 5 * 360)
    stop(store, engine)
    with Run(path) as run:
        asked = [run.question(row.id).user for row in run.questions(None, 0, 5 * 360, 1000) if row.task == "steps"]
    assert len(asked) > 10 and not [prompt for prompt in asked if ", 1 minutes" in prompt]
