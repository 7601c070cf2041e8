"""Experiment: a poll. Everybody is asked the same questions at several moments of a run, on a fork that leaves it untouched.

Reports who answers what, how that moves, who changed their mind and which memories stood behind the new answer that did not
stand behind the old one; and, where the questionnaire has people's own answers, how well the residents agree with them, beside
how well the people agree with themselves (as Park et al. 2024, "Generative agent simulations of 1,000 people", did).
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from sim.analysis.run_context import open_context
from sim.experiments import plots
from sim.experiments.interviews import InterviewAnswer, InterviewQuestion, open_interviewer
from sim.experiments.options import ExperimentError, Options
from sim.experiments.questionnaire import Questionnaire, agreement, read_questionnaire
from sim.experiments.report import Report
from sim.experiments.stats import mean_stats, share_stats
from sim.experiments.towns import Town, towns
from sim.town import Town as LivedTown

BEHIND = 3
"""Memories named behind a changed answer, at most."""


def run(options: Options) -> int:
    """Ask, compare, write the report. Raises ``ExperimentError``."""
    asked = read_questionnaire(options.questions)
    found = towns(options)
    report = Report(options, asked.name, found)
    rows = [row for town in found for row in _town(town, asked, options)]
    _answers(report, rows, asked)
    _changes(report, rows)
    _beside_people(report, rows, asked)
    report.save()
    return 0


def _town(town: Town, asked: Questionnaire, options: Options) -> list[dict[str, Any]]:
    """A row per moment, resident and question."""
    rows = []
    with open_context(town.path) as context:
        people = list(context.residents)[: options.people]
        texts = {slug: {memory.n: memory.text for memory in context.memories[slug]} for slug in people}
        unknown = [who for who in (*asked.answers, *asked.again) if who not in context.residents]
        if unknown:
            raise ExperimentError(f"{options.questions}: nobody is called {unknown[0]!r} in {town.label}.")
        for moment, tick in _moments(town, options):
            with open_interviewer(town.path, options.mind, options.answers, tick) as interviewer:
                every = [InterviewQuestion(slug, q.text, q.choice, scale=q.scale) for q in asked.questions for slug in people]
                said = iter(interviewer.ask(every))
                for item in asked.questions:
                    for slug in people:
                        about = {"town": town.label, "seed": town.seed, "moment": moment, "resident": slug, "question": item.id}
                        rows.append({**about, **_told(next(said), texts[slug])})
    return rows


def _told(one: InterviewAnswer, texts: dict[int, str]) -> dict[str, Any]:
    return {"answer": one.answer, "memories": " / ".join(texts[n] for n in one.memories if n in texts)}


def _moments(town: Town, options: Options) -> list[tuple[str, int]]:
    """(as written, tick), in order; the run's end where none is named."""
    with LivedTown.open(town.path) as lived:
        last = lived.tick
        try:
            found = [(when, lived.game_second(when) // lived.seconds) for when in options.at]
        except ValueError as error:
            raise ExperimentError(f"--at: {error}") from None
    late = [when for when, tick in found if not 0 <= tick <= last]
    if late:
        raise ExperimentError(f"--at {late[0]!r}: {town.label} does not go so far.")
    return sorted(found, key=lambda one: one[1]) or [("end", last)]


def _answers(report: Report, rows: list[dict[str, Any]], asked: Questionnaire) -> None:
    """What was answered, by question and moment."""
    for item in asked.questions:
        report.head(item.text)
        table, drawn = [], []
        for moment in _of(rows, "moment"):
            given = [row["answer"] for row in rows if (row["question"], row["moment"]) == (item.id, moment)]
            if item.scale:
                stats = mean_stats([float(answer) for answer in given])
                table.append({"moment": moment, **stats})
                drawn.append((moment, stats["mean"], stats["low"], stats["high"]))
            elif item.choice:
                for answer in item.choice:
                    stats = share_stats(given.count(answer), len(given))
                    table.append({"moment": moment, "answer": answer, **stats})
                    drawn.append((f"{moment}: {answer}", stats["share"], stats["low"], stats["high"]))
            else:
                table += [{"moment": moment, "answer": text, "times": n} for text, n in Counter(given).most_common(10)]
        if drawn:
            plots.bars(report.picture(item.id, item.text), drawn, item.text, "mean" if item.scale else "share")
        report.table(f"answers_{item.id}", table, "By moment" if item.choice or item.scale else "The most frequent answers")
    report.table("answers", rows, "Every answer, with the memories behind it", shown=0)


def _changes(report: Report, rows: list[dict[str, Any]]) -> None:
    """Whose answer differs from the one before, and what is behind it now that was not then."""
    before: dict[tuple[str, str, str], dict[str, Any]] = {}
    changes = []
    for row in rows:
        key = (row["town"], row["resident"], row["question"])
        old = before.get(key)
        if old and old["answer"] != row["answer"]:
            known = set(old["memories"].split(" / "))
            new = [text for text in row["memories"].split(" / ") if text and text not in known][:BEHIND]
            change = {name: row[name] for name in ("town", "seed", "resident", "question")}
            moved = {"from": old["answer"], "to": row["answer"], "until": row["moment"], "behind": " / ".join(new)}
            changes.append({**change, **moved})
        before[key] = row
    report.head("Who changed their mind")
    report.table("changes", changes, "With the memories behind the new answer that were not behind the old one")


def _beside_people(report: Report, rows: list[dict[str, Any]], asked: Questionnaire) -> None:
    """Agreement with people's own answers at the last moment, and theirs with themselves."""
    if not asked.answers:
        return
    themselves = {row["question"]: row for row in agreement(asked.questions, asked.again, asked.answers)}
    table = []
    for seed in _of(rows, "seed"):
        last = [row for row in rows if row["seed"] == seed and row["moment"] == rows[-1]["moment"]]
        given: dict[str, dict[str, str | int | float]] = {}
        for row in last:
            given.setdefault(row["resident"], {})[row["question"]] = row["answer"]
        for row in agreement(asked.questions, given, asked.answers):
            own = themselves.get(str(row["question"]), {})
            equal, again = row["equal"], own.get("equal")
            normal = float(equal) / float(again) if equal is not None and again else None
            table.append({"seed": seed, **row, "people again": again or own.get("correlation"), "equal, of that": normal})
    report.head("Beside people's own answers")
    caption = "equal: share of the same choice; error: mean absolute error; people again: people with themselves"
    report.table("people", table, caption)


def _of(rows: list[dict[str, Any]], name: str) -> list[Any]:
    return list(dict.fromkeys(row[name] for row in rows))
