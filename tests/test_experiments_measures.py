"""The experiments themselves, on tiny towns with the scripted mind."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from analysis_sample import write_run
from test_experiments_jobs import go, read
from town import ROOT, write_town

from sim.analysis.extras import library
from sim.analysis.run_context import open_context
from sim.experiments import ablation, attendance, diffusion, intervene, memory, network, paper, poll
from sim.experiments.ablation_questions import CATEGORIES, AblationQuestion, questions_for
from sim.experiments.answer_scores import SCORES, Scorer
from sim.experiments.columns import column
from sim.experiments.interviews import Condition, InterviewQuestion, drawn, open_interviewer
from sim.experiments.job import make_job, run_job
from sim.experiments.options import ExperimentError, MindSpec
from sim.experiments.questionnaire import Item, read_questionnaire
from sim.experiments.report import ReportPage
from sim.experiments.stats import bootstrap, compare_to_reference, friedman, mean_stats, paired_stats, share_stats
from sim.experiments.towns import MeasuredTown
from sim.record.read import Run
from sim.town import OwnAnswerer, Town


def rows(folder: Path, table: str) -> list[dict[str, str]]:
    with (folder / "tables" / f"{table}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five hours of two neighbours, in which Ana tells Ben of the supper."""
    folder = tmp_path_factory.mktemp("lived")
    path = folder / "two.sqlite"
    run_job(make_job(str(write_town(folder)), None, (), MindSpec("fake"), "", None), path)
    return path


def test_diffusion_checks_every_yes_in_memory(lived: Path, tmp_path: Path) -> None:
    before = lived.read_bytes()
    assert go("diffusion", str(lived), "--out", str(tmp_path)) == 0
    assert lived.read_bytes() == before, "interviews leave no trace in the run"
    assert [(row["resident"], row["how"], row["from"]) for row in rows(tmp_path, "knowers")] == [
        ("ana", "start", ""),
        ("ben", "told", "ana"),
    ]
    asked = {(row["resident"], row["moment"]): row for row in rows(tmp_path, "interviews")}
    assert len(asked) == 4
    assert asked["ana", "start"]["verdict"] in ("knows", "missed") and asked["ana", "start"]["memory"]
    assert asked["ben", "start"]["verdict"] in ("does not know", "hallucinated") and not asked["ben", "start"]["memory"]
    by_memory = {row["moment"]: float(row["share"]) for row in rows(tmp_path, "summary") if row["how"] == "by memory"}
    assert by_memory == {"start": 0.5, "end": 1.0}
    frame = library("pandas").read_parquet(tmp_path / "tables" / "knowers.parquet")
    assert list(frame["resident"]) == ["ana", "ben"]
    pictures = {f"{name}.{form}" for name in ("curve-supper", "tree-two-supper") for form in ("png", "pdf", "svg")}
    assert {path.name for path in (tmp_path / "pictures").iterdir()} == pictures
    assert "n = 2 residents" in (tmp_path / "pictures" / "tree-two-supper.svg").read_text(encoding="utf-8")


def test_a_report_says_how_it_was_made_and_an_interrupted_one_goes_on(lived: Path, tmp_path: Path) -> None:
    options = read("diffusion", str(lived), "--out", str(tmp_path))
    diffusion.run(options)
    page, answers = (tmp_path / "report.md").read_text(), (tmp_path / "answers.jsonl").read_text()
    for part in ("fake", "| 3 |", "hash", "scipy", f"experiment diffusion {lived}", "Version"):
        assert part in page
    kept = answers.splitlines()
    (tmp_path / "answers.jsonl").write_text(kept[0] + "\n" + kept[1][:40])
    diffusion.run(options)
    again = [json.loads(line) for line in (tmp_path / "answers.jsonl").read_text().splitlines()]
    assert sorted(row["key"] for row in again) == sorted(json.loads(line)["key"] for line in kept)
    assert (tmp_path / "report.md").read_text() == page


def test_network_compares_start_and_end(lived: Path, tmp_path: Path) -> None:
    network.run(read("network", str(lived), "--out", str(tmp_path)))
    found = {(row["how"], row["moment"]): float(row["density"]) for row in rows(tmp_path, "densities")}
    assert found["have talked", "start"] == 0.0 and found["have talked", "end"] == 1.0
    assert found["by memory", "end"] == 1.0
    assert {row["verdict"] for row in rows(tmp_path, "pairs")} <= {"knows", "missed", "hallucinated", "does not know"}
    assert (tmp_path / "pictures" / "two-end.png").stat().st_size > 5000


def test_hostile_names_and_words_are_harmless_in_a_report(tmp_path: Path) -> None:
    name = "=cmd|calc $x^$ <script>alert(1)</script> [a](b)"
    scenario = write_town(tmp_path)
    scenario.write_text(scenario.read_text().replace("Ana Silva", name), encoding="utf-8")
    path = tmp_path / "evil.sqlite"
    run_job(make_job(str(scenario), None, (), MindSpec("fake"), "", None), path)
    for experiment in ("diffusion", "network"):
        assert go(experiment, str(path), "--out", str(tmp_path / experiment)) == 0
        page = (tmp_path / experiment / "report.md").read_text("utf-8")
        page = re.sub(r"(?s)```.*?```", "", page)  # a tree stands as it is
        left = page.replace("\\<", "").replace("\\[", "")
        assert (experiment == "network" or "\\<script\\>" in page) and not {"<", "[a]"} & set(re.findall(r"<|\[a\]", left))
        for table in (tmp_path / experiment / "tables").glob("*.csv"):
            cells = [cell for row in csv.reader(table.open(encoding="utf-8")) for cell in row]
            assert not [cell for cell in cells if cell.startswith(("=", "@"))]


def test_attendance_follows_everybody_from_hearing_to_coming(tmp_path: Path) -> None:
    path = write_run(tmp_path)
    with open_context(path) as context:
        people = attendance._people(MeasuredTown(path, "made", 1, "made", "made"), context, context.scenario.news[0])
        found = {row["resident"]: row for row in people}
    steps = {slug: [row[step] for step in (*attendance.FUNNEL, "declined")] for slug, row in found.items()}
    assert steps == {
        "ben": [True, True, True, False, True, False],
        "cas": [True, True, False, False, False, False],
    }
    assert found["ben"]["minutes"] == 120
    assert found["cas"]["instead"] == "Ben's house" and found["cas"]["from"] == "ben"


def test_attendance_needs_an_event_within_the_run(lived: Path, tmp_path: Path) -> None:
    with pytest.raises(ExperimentError, match="nobody could have come"):
        attendance.run(read("attendance", str(lived), "--out", str(tmp_path)))


def test_attendance_asks_those_who_stayed_away(tmp_path: Path) -> None:
    scenario = write_town(tmp_path)
    text = (
        scenario.read_text()
        .replace("at: Saturday 18:00", "at: Friday 11:00")
        .replace("on Saturday at 6 pm", "on Friday at 11 am")
    )
    scenario.write_text(text.replace("knows: [ana]", "knows: [ana, ben]"))
    attendance.run(read("attendance", str(scenario), "--model", "fake", "--workers", "1", "--out", str(tmp_path / "out")))
    (ben,) = rows(tmp_path / "out", "people")
    assert ben["heard"] == "True" and (ben["came"] == "True" or ben["why"])


def test_ablation_scores_every_condition_and_hides_which_is_which(lived: Path, tmp_path: Path) -> None:
    ablation.run(read("ablation", str(lived), "--people", "1", "--out", str(tmp_path)))
    scores = rows(tmp_path, "scores")
    assert {row["condition"] for row in scores} == {condition.name for condition in ablation.CONDITIONS}
    answered = {row["condition"]: float(row["mean"]) for row in scores if row["score"] == "answered"}
    assert answered["no observation, reflection, plan"] < answered["full"], "who remembers nothing has less to say"
    foresight = {row["condition"]: float(row["mean"]) for row in scores if row["score"] == "foresight"}
    assert foresight["full"] > 0.5 and foresight["no reflection"] == foresight["full"]
    assert foresight["no reflection, no plan"] < 0.3 * foresight["full"], "nobody tells an hour of a plan that they cannot see"
    ranking = (tmp_path / "ranking.md").read_text()
    alike = re.search(r"(\d+) of (\d+) questions, answered alike", ranking)
    assert alike and ranking.count("- **A**") + int(alike[1]) == int(alike[2]) and "recency" not in ranking
    listed = [re.findall(r"- \*\*\w\*\* (.*)", part) for part in ranking.split("## ")[1:]]
    assert listed and all(len(answers) == len(ablation.CONDITIONS) and len(set(answers)) > 1 for answers in listed), (
        "nothing to rank among equals"
    )
    letters = [row["condition"] for row in rows(tmp_path, "key") if row["letter"] == "A"]
    assert len(set(letters)) > 3, "the order is drawn anew for every question"


def test_whoever_agreed_to_come_is_asked_for_it(lived: Path) -> None:
    with open_context(lived) as context:
        (asked,) = [one for one in questions_for(context, "ben") if one.category == "agreement"]
        assert asked.question == "What have you agreed to go to, when and where?" and {"lantern", "supper"} <= set(asked.truth)
        assert not [one for one in questions_for(context, "ana") if one.category == "agreement"], "she gives it"


def test_conditions_take_memories_out_of_reach(lived: Path, tmp_path: Path) -> None:
    asked = [InterviewQuestion("ben", "What have you heard about the lantern supper?")]
    with open_interviewer(lived, MindSpec(""), tmp_path / "a.jsonl") as interviewer, open_context(lived) as context:
        kinds = {memory.n: memory.kind for memory in context.memories["ben"]}
        full = interviewer.ask(asked)[0]
        spoken = interviewer.ask(asked, Condition("talk only", None, ("utterance",)))[0]
        nothing = interviewer.ask(asked, Condition("nothing", None, ()))[0]
        again = interviewer.ask(asked)[0]
    assert {kinds[n] for n in spoken.memories} == {"utterance"}
    assert nothing.memories == () and len(full.memories) == 10
    assert again == full


def test_an_interview_knows_only_what_was_known_then(lived: Path, tmp_path: Path) -> None:
    asked = [InterviewQuestion("ben", "What have you heard about the lantern supper?")]
    with open_interviewer(lived, MindSpec(""), tmp_path / "a.jsonl", 0) as interviewer:
        early = interviewer.ask(asked)[0]
    with open_interviewer(lived, MindSpec(""), tmp_path / "a.jsonl") as interviewer:
        late = interviewer.ask(asked)[0]
    assert "lantern" not in early.answer and "lantern" in late.answer


def test_every_resident_gets_the_same_twenty_five_questions(lived: Path) -> None:
    with open_context(lived) as context:
        found = questions_for(context, "ana")
        assert found == questions_for(context, "ana")
    assert [len(questions) for questions in CATEGORIES.values()] == [5] * 5
    assert "Who is Ben Okoye?" in [one.question for one in found] and not any("{" in one.question for one in found)


def test_answers_are_scored_by_rule(tmp_path: Path) -> None:
    with open_context(write_run(tmp_path)) as context:
        scorer = Scorer(context)
        asked = AblationQuestion("ana", "plans", "What do you do at noon?")
        first = scorer.scores(
            asked, "I am serving guests in the Cafe. My cousin Otto swallowed four swords.", ["I don't know."]
        )
        second = scorer.scores(asked, "I am serving guests in the Cafe.", ["I am serving guests in the Cafe."])
        silent = scorer.scores(AblationQuestion("ana", "memory", "?"), "I don't know.", [])
    assert first["plan coherence"] == 1.0 and first["repetition"] == 0.0 and first["consistency"] == 0.0
    assert first["grounded"] == 0.0 or first["grounded"] == 0.5
    assert second["repetition"] == 1.0 and second["consistency"] == 1.0
    assert {name: value for name, value in silent.items() if value is not None} == {"believability": 0, "answered": 0}


def test_memory_ranks_settings_by_what_they_find(lived: Path, tmp_path: Path) -> None:
    memory.run(read("memory", str(lived), "--out", str(tmp_path)))
    scores = {row["setting"]: float(row["mrr"]) for row in rows(tmp_path, "summary")}
    assert len(scores) == len(memory.VARIANTS)
    assert scores["only relevance"] > scores["no relevance"], "questions name words of what they ask for"
    with open_context(lived) as context:
        asked = list(memory.questions(context, "ben"))
        assert asked == list(memory.questions(context, "ben"))
        assert {one.kind for one in asked} >= {"told", "last", "weighty"}
        last = next(one for one in asked if one.kind == "last")
        weighty = next(one for one in asked if one.kind == "weighty")
        assert last.question == "What did Ana Silva tell you last?" and len(weighty.right) < len(context.memories["ben"])
        told = next(one for one in asked if one.kind == "told")
        assert told.question.startswith("What did Ana Silva tell you about ")
        assert "lantern" in context.run.memory("ben", told.right[0], context.last_tick).text


def test_statistics_are_scipys() -> None:
    assert share_stats(6, 453)["share"] == pytest.approx(0.0132, abs=1e-4)
    assert share_stats(6, 453)["low"] == pytest.approx(0.0061, abs=1e-4) and share_stats(0, 0)["share"] is None
    assert mean_stats([1.0, 2.0, 3.0])["low"] == pytest.approx(2 - 4.3027 / 3**0.5, abs=1e-3)
    low, high = bootstrap([0.1, 0.2, 0.4, 0.9])
    assert low is not None and high is not None and 0.1 <= low < 0.4 < high <= 0.9
    assert bootstrap([1.0, 1.0]) == (None, None)
    assert mean_stats([1.0, 1.0, 1.0])["low"] is None is mean_stats([0.1 + 0.2, 0.3])["low"], (
        "equal values do not tell how far values vary"
    )
    people = range(6)
    groups = {"a": dict.fromkeys(people, 1.0), "b": dict.fromkeys(people, 2.0), "c": {n: 3.0 for n in (*people, 9)}}
    tested = friedman(groups)
    assert tested["blocks"] == 6 and tested["df"] == 2 and tested["chi2"] == pytest.approx(12) and tested["p"] < 0.01
    assert friedman({"a": groups["a"], "b": groups["b"]})["p"] is None


def test_comparisons_with_the_whole_are_paired_and_adjusted() -> None:
    full = dict(enumerate([0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 9.0]))
    worse = {n: value - 0.3 for n, value in full.items() if n < 6}
    found: list[dict[str, Any]] = compare_to_reference(full, {"worse": worse, "same": full, "other": {7: 1.0}})
    worse_row, same, other = found
    assert (
        worse_row["difference"] == pytest.approx(-0.3) and worse_row["p"] == pytest.approx(1 / 32) and worse_row["count"] == 6
    )
    assert same["p"] is None and same["p_adjusted"] is None
    assert other["difference"] is None and other["count"] == 0, "nobody is compared with somebody else"


def test_conditions_whose_intervals_overlap_are_not_called_ordered() -> None:
    def row(name: str, here: float, half: float) -> dict[str, Any]:
        return {"condition": name, "here": here, "low": here - half, "high": here + half}

    apart = [row("full", 0.9, 0.1), row("less", 0.5, 0.1), row("least", 0.1, 0.1)]
    assert paper._order(apart) == "the same order" and paper._order(apart[::-1]) == "another order"
    assert paper._order([*apart, row("none", 0.09, 0.1)]) == "the same order; not told apart: least and none"
    assert paper._order([row("full", 0.5, 0.0), {**row("less", 0.5, 0.0), "high": None}]).endswith("full and less")


def test_everybody_who_stayed_away_has_one_reason() -> None:
    row = {"planned": False, "declined": False, "said_yes": False}
    assert attendance._reason(row) == "had not said yes"
    assert attendance._reason({**row, "declined": True, "said_yes": True}) == "declined"
    assert attendance._reason({**row, "declined": True, "planned": True}) == "had planned it and did not come"


POLL = """
name: Of suppers
questions:
  - {id: heard, text: "Have you heard about the lantern supper?", choice: ["yes", "no"]}
  - {id: content, text: "How content are you?", scale: [1, 7]}
  - {id: supper, text: "What have you heard about the lantern supper?"}
answers: {ana: {heard: "yes", content: 5}, ben: {heard: "no", content: 3}}
again: {ana: {heard: "yes", content: 6}, ben: {heard: "yes", content: 3}}
"""


def test_a_poll_asks_everybody_at_every_moment_and_says_who_was_moved_by_what(lived: Path, tmp_path: Path) -> None:
    file, out = tmp_path / "poll.yaml", tmp_path / "out"
    file.write_text(POLL)
    words = (str(lived), "--questions", str(file), "--at", "tick 1", "--at", "tick 1700", "--out", str(out))
    assert go("poll", *words) == 0
    every = rows(out, "answers")
    assert len(every) == 2 * 2 * 3 and {row["moment"] for row in every} == {"tick 1", "tick 1700"}
    by_rule = {row["no datum"] for row in every if row["question"] == "content"}
    assert (
        by_rule == {"the script has no view on a scale and answers by rule"}
        and not (out / "tables" / "answers_content.csv").exists()
    )
    moved = {(row["resident"], row["question"]): row for row in rows(out, "changes")}
    assert (moved["ben", "heard"]["from"], moved["ben", "heard"]["to"]) == ("no", "yes")
    assert "lantern supper" in moved["ben", "heard"]["behind"] and ("ana", "heard") not in moved
    assert moved["ben", "heard"]["moved by"] == "several together", "he was told, and he has promised to come"
    assert "Ana Silva: Ana Silva is giving a lantern supper" in moved["ben", "heard"]["behind"]
    beside = {row["question"]: row for row in rows(out, "by_question")}
    assert float(beside["heard"]["accuracy"]) == 0.5 == float(beside["heard"]["accuracy, again"])
    assert "content" not in beside, "what a rule answers is not compared with people"
    people = {row["person"]: row for row in rows(out, "people")}
    assert people["ana"]["accuracy, normalised"] == "1.0" and people["ben"]["accuracy, normalised"] == ""
    page = (out / "report.md").read_text()
    assert "## Who changed their mind" in page and "Answered by: the script (12)." in page
    assert "4 of 4: the script has no view on a scale" in page
    left = {row["measure"]: row["left out"] for row in rows(out, "agreement")}
    assert left["accuracy"] == "" and left["accuracy, normalised"] == "ben (never agrees with themselves)"


def test_where_there_are_several_towns_a_polls_intervals_are_over_towns(lived: Path, tmp_path: Path) -> None:
    """Four people of two equal towns tell no more than two towns do, and a person is one person in both."""
    file, other, out = tmp_path / "poll.yaml", tmp_path / "other.sqlite", tmp_path / "out"
    file.write_text(POLL)
    other.write_bytes(lived.read_bytes())
    assert go("poll", str(lived), str(other), "--questions", str(file), "--at", "tick 1", "--out", str(out)) == 0
    heard = {row["answer"]: row for row in rows(out, "answers_heard")}
    assert (heard["yes"]["share"], heard["yes"]["count"], heard["yes"]["low"]) == ("0.5", "2", "")
    assert {row["count"] for row in rows(out, "agreement") if row["measure"] == "accuracy"} == {"2"}
    assert "interval over `count` towns" in (out / "report.md").read_text()


def test_a_share_of_an_answer_lies_between_none_and_all() -> None:
    found = poll._share([0.0, 0.5], [], "yes")
    assert (found["share"], found["count"]) == (0.25, 2) and 0 < found["low"] < 0.25 < found["high"] < 1


def test_a_poll_of_a_mind_without_a_view_says_so(lived: Path, tmp_path: Path) -> None:
    file, out = tmp_path / "poll.yaml", tmp_path / "out"
    file.write_text(POLL)
    assert go("poll", str(lived), "--questions", str(file), "--model", "standin", "--out", str(out)) == 0
    page = (out / "report.md").read_text()
    assert "has no view on any of the closed questions" in page and "2 of 2: the stand-in has no view on these options" in page
    assert not (out / "tables" / "answers_heard.csv").exists() and (out / "tables" / "answers_supper.csv").exists()
    network.run(read("network", str(lived), "--model", "standin", "--out", str(tmp_path / "net")))
    assert {row["how"] for row in rows(tmp_path / "net", "densities")} == {"by memory", "have talked"}
    assert "draws by lot" in (tmp_path / "net" / "report.md").read_text()


def test_a_scale_may_have_decimals(lived: Path) -> None:
    class Half(OwnAnswerer):
        name = "half"

        def reply(self, question: Any) -> Any:
            return {"answer": 0.25} if question.task == "answer_scale" else None

    item = Item(id="trust", text="How far do you trust the council?", scale=(0.0, 1.0))
    assert item.scale == (0.0, 1.0) and isinstance(item.scale[0], float) and item.share(0.25) == 0.25
    assert all(isinstance(end, int) for end in Item(id="a", text="b", scale=(1, 7)).scale or ())
    with Town.open(lived, model=Half()) as town, town.fork() as asked:
        assert asked["ana"].interview(item.text, scale=item.scale) == "0.25"
        assert asked["ana"].interview(item.text, scale=(1, 7)) == "4", "a quarter is no whole number: the fallback"


def test_who_is_asked_is_drawn_with_the_seed(lived: Path) -> None:
    with open_context(lived) as context:
        assert drawn(context, None) == ["ana", "ben"] and drawn(context, 1) == drawn(context, 1)
        first = set()
        for seed in range(8):
            context.scenario = replace(context.scenario, seed=seed)
            first |= set(drawn(context, 1))
    assert first == {"ana", "ben"}


def test_who_lives_in_two_towns_is_one_person(lived: Path, tmp_path: Path) -> None:
    other, out = tmp_path / "other.sqlite", tmp_path / "out"
    other.write_bytes(lived.read_bytes())
    ablation.run(read("ablation", str(lived), str(other), "--out", str(out)))
    tested = {row["score"]: row["blocks"] for row in rows(out, "friedman")}
    assert tested["answered"] == "2", "two people in two towns each are two blocks"
    assert {row["residents"] for row in rows(out, "scores") if row["score"] == "answered"} == {"2"}


@pytest.mark.parametrize("values", [[0.0, 0.04, 0.9], [0.9, 0.95, 1.0], [0.0, 1.0], [1.0, 1.0, 1.0], [0.0] * 5])
def test_an_interval_of_shares_never_leaves_them(values: list[float]) -> None:
    found = mean_stats(values, 0, 1)
    assert 0 <= found["low"] <= found["mean"] <= found["high"] <= 1 and found["low"] < found["high"]
    moved = paired_stats([b - a for a, b in zip(values, values[1:], strict=False)], 1)
    assert moved["low"] is None or -1 <= moved["low"] <= moved["high"] <= 1
    assert mean_stats([0.0, 3.0, 9.0], 0)["low"] == 0, "fewer than none cannot be"


def test_the_questionnaires_that_ship_can_be_read() -> None:
    files = sorted((ROOT / "scenarios" / "questionnaires").glob("*.yaml"))
    assert files and all(read_questionnaire(file).questions for file in files)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("[1, 7]", "[7, 1]"), "lowest, highest"),
        (('["yes", "no"]', '["yes"]'), "at least two"),
        (("id: content", "id: heard"), "same id"),
        (("ben: {heard", "ben: {herd"), "'herd'"),
        (("name: Of", "nmae: Of"), "nmae"),
        (("questions:", "questions: ["), "is not YAML"),
        (("text: ", "txet: "), "poll.yaml:4:23: questions[0].txet is an unknown key"),
        (("text: ", "txet: "), "poll.yaml:4:5: questions[0].text is missing"),
        (("  - {id", "    {id"), "is not YAML"),
        (("answers: {ana", "answers: {zed"), "nobody is called 'zed'"),
    ],
)
def test_a_questionnaire_that_is_wrong_says_where(lived: Path, tmp_path: Path, change: tuple[str, str], said: str) -> None:
    file = tmp_path / "poll.yaml"
    file.write_text(POLL.replace(*change))
    with pytest.raises(ExperimentError, match=re.escape(said)):
        poll.run(read("poll", str(lived), "--questions", str(file), "--out", str(tmp_path / "out")))
    with pytest.raises(ExperimentError, match="needs --questions"):
        poll.run(read("poll", str(lived), "--out", str(tmp_path / "out")))


def test_an_intervention_is_lived_beside_the_town_without_it(lived: Path, tmp_path: Path) -> None:
    words = (str(lived), "--at", "tick 300", "--event", "a siren howls", "--workers", "1", "--out", str(tmp_path))
    whisper = ("--whisper", "ben=Ben Falk ought to have the siren mended")
    assert go("intervene", *words, *whisper) == 0
    (made,) = (tmp_path / "runs").glob("*.sqlite")
    with Run(made) as run, Run(lived) as source:
        assert run.last_tick == source.last_tick and run.meta.parent is not None and run.meta.parent["tick"] == 300
        assert any("siren" in memory.text for memory in run.memories("ana", run.last_tick, limit=1000))
        assert any("siren mended" in memory.text for memory in run.memories("ben", run.last_tick, limit=1000))
    there, nobody = tmp_path / "there", ("--event", "a goose lands @ Hall of Mirrors")
    assert go("intervene", *words[:3], "--event", "a goose lands @ cafe", "--workers", "1", "--out", str(there)) == 0
    with Run(next((there / "runs").glob("*.sqlite"))) as run:
        heard = [one for slug in ("ana", "ben") for one in run.memories(slug, run.last_tick, words="goose")]
        (event,) = [one for one in run.events(290, 310, ("happening",)) if "goose" in str(one.data)]
        assert event.data["where"] == "Town:Cafe" and heard, "a place in the short form of scenarios is that place"
    assert "a goose lands (cafe)" in (there / "report.md").read_text()
    assert go("intervene", *words[:3], *nobody, "--workers", "1", "--out", str(tmp_path / "nowhere")) == 1, "no such place"
    (reaction,) = rows(tmp_path, "reactions")
    assert int(reaction["act otherwise"]) == 2 and "1 of 1 towns have somebody who acts" in (tmp_path / "report.md").read_text()
    differences = {row["measure"]: row for row in rows(tmp_path, "differences")}
    assert differences["plans kept"]["settings"] == "with" and differences["plans kept"]["count"] == "1"
    changed = made.stat().st_mtime_ns
    assert go("intervene", *words, *whisper) == 0 and made.stat().st_mtime_ns == changed, "not lived twice"
    with pytest.raises(ExperimentError, match="needs one --at"):
        intervene.run(read("intervene", str(lived), "--at", "tick 300", "--out", str(tmp_path)))
    with pytest.raises(ExperimentError, match="zed"):
        intervene.run(read("intervene", *words, "--whisper", "zed=Sleep"))


def test_an_intervention_to_which_nobody_reacts_is_called_that(lived: Path, tmp_path: Path) -> None:
    words = ("--at", "tick 300", "--whisper", "ben=Ben Okoye ought to rest", "--workers", "1", "--out", str(tmp_path))
    assert go("intervene", str(lived), *words) == 0
    page = (tmp_path / "report.md").read_text()
    assert "**The mind that played, fake (scripted), did not react to what was changed**" in page
    assert [row["act otherwise"] for row in rows(tmp_path, "reactions")] == ["0"]
    differences = page.partition("## Every measure")[0]
    assert "measures are the same in every pair" in differences and "failures: closed shop" not in differences


def test_the_papers_evaluation_is_one_command_with_its_numbers_beside_ours(lived: Path, tmp_path: Path) -> None:
    options = read("paper", str(lived), "--people", "2", "--out", str(tmp_path))
    assert paper.run(options)
    page = (tmp_path / "report.md").read_text()
    assert all(f"## {title}" in page for title in paper.PARTS.values()) and "What differs from the paper" in page
    assert "No news of these towns has a place and a time" in page, "a part that cannot be measured says why"
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", page)
    assert pictures and all((tmp_path / picture).is_file() for picture in pictures)
    beside = {row["measure"]: row for row in rows(tmp_path, "paper")}
    invented = {name: float(row["paper"]) for name, row in beside.items() if "invented" in name}
    assert invented == {"answers that invented the news": 0.0, "invented acquaintances": 0.013}, "as the paper has them"
    assert f"--out {tmp_path}" in page, "the command to repeat it goes on where it stopped"
    assert "2 residents are few" in page
    for part in (tmp_path, *(tmp_path / name for name in paper.PARTS)):
        described = rows(part, "dictionary") if (part / "tables").exists() else []
        for row in described:
            path = part / "tables" / f"{row['table']}.csv"
            assert row["column"] in path.read_text(encoding="utf-8").partition("\n")[0] and row["meaning"]
            scores = (*SCORES, *memory.QUESTION_KINDS)
            assert row["table"] == "results" or column(row["column"]) or row["column"] in scores, f"{row} is not described"
    assert float(beside["density of acquaintance, end"]["here"]) == 1.0 and "of these, came" not in beside
    assert "Left out, since these towns or the mind" in page and "of these, came (where they were)" in page
    assert all(row["method"] and row["of"] == "all 2 residents" for row in beside.values())
    assert [row["paper"] for row in rows(tmp_path, "paper") if row["method"] == "memory"] == ["", ""], "like with like"
    answered = (tmp_path / "ablation" / "answers.jsonl").stat().st_size
    assert paper.run(options) and (tmp_path / "ablation" / "answers.jsonl").stat().st_size == answered, "asked once"


def test_a_report_that_was_never_written_leaves_no_folders(tmp_path: Path) -> None:
    report = ReportPage(SimpleNamespace(out=tmp_path / "report"), "Nothing yet", [])
    assert not list(tmp_path.iterdir())
    report.table("rows", [{"who": "Nora", "knows": 1}], "Who knows")
    assert [path.name for path in (tmp_path / "report").iterdir()] == ["tables"]
