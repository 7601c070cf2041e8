"""Experiment: a poll. All residents are asked the same questions at several moments of a run, on a fork that leaves it
untouched.

Reports who answers what, how that moves, and who changed their mind. A resident who did is asked again without parts of what
they remember since the moment before: without the words of a single teller at a time, then without their insights, then without
what they saw. The part without which the answer falls back is what moved them. Where the questionnaire has people's own
answers, the residents are compared with them (``agreement``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.analysis.run_context import RunContext, open_context
from sim.experiments import plots
from sim.experiments.agreement import BOUNDS, agreement, by_person
from sim.experiments.agreement import left_out as left_out_people
from sim.experiments.interviews import (
    BY_RULE,
    InterviewAnswer,
    Interviewer,
    InterviewQuestion,
    drawn,
    left_out,
    open_interviewer,
)
from sim.experiments.options import ExperimentError, Options
from sim.experiments.questionnaire import Questionnaire, read_questionnaire
from sim.experiments.report import ReportPage
from sim.experiments.stats import mean_stats, share_of, share_stats
from sim.experiments.towns import MeasuredTown, towns
from sim.town import Town as LivedTown
from sim.types import Memory

MAX_BEHIND = 3
"""The most memories named behind a changed answer."""
INSIGHTS = "own insights"
OWN_ORIGINS = (INSIGHTS, "own plans", "own eyes")
"""Origins that are not handed on to memories that rest on such a memory."""
TOGETHER = "several together"
"""What moved a resident, where the answer only falls back without all that is remembered since."""
NOTHING = "nothing remembered since"
"""What moved a resident, where the answer does not fall back even then."""
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Poll:
    """The poll of a town: a row per moment, resident and question; and a row per answer that changed."""

    rows: list[Row]
    changes: list[Row]


def run(options: Options) -> list[Row]:
    """Ask, compare, write the report; a result per town. Raises ``ExperimentError``."""
    asked = read_questionnaire(options.questions)
    found = towns(options)
    report = ReportPage(options, asked.name, found)
    polls = [poll_town(town, asked, _moments(town.path, options.at), options) for town in found]
    rows = [row for one in polls for row in one.rows]
    _who_answered(report, rows, asked)
    _answers(report, rows, asked)
    _changes(report, [row for one in polls for row in one.changes], rows)
    _beside_people(report, rows, asked)
    results = [{**town.about, **poll_measures(one.rows, asked)} for town, one in zip(found, polls, strict=True)]
    return report.finish(results)


def poll_town(town: MeasuredTown, asked: Questionnaire, moments: Sequence[tuple[str, int]], options: Options) -> Poll:
    """Ask all residents all questions at every moment, (as written, tick), in order. Raises ``ExperimentError``."""
    rows: list[Row] = []
    changes: list[Row] = []
    with open_context(town.path) as context:
        people = drawn(context, options.people)
        unknown = [who for who in (*asked.answers, *asked.again) if who not in context.residents]
        if unknown:
            raise ExperimentError(f"{options.questions}: nobody is called {unknown[0]!r} in {town.label}.")
        every = [InterviewQuestion(slug, q.text, q.choice, scale=q.scale) for q in asked.questions for slug in people]
        before: list[InterviewAnswer] = []
        since = -1
        for moment, tick in moments:
            with open_interviewer(town.path, options.mind, options.answers, tick) as interviewer:
                said = interviewer.ask(every)
                both = zip(before, said, strict=False)
                moved = [(a, b) for a, b in both if a.answer != b.answer and not (a.no_datum or b.no_datum)]
                found = _moved_by(interviewer, context, moved, since)
            ids = [item.id for item in asked.questions for _ in people]
            about = {**town.about, "moment": moment}
            for question, one in zip(ids, said, strict=True):
                behind = " / ".join(_texts(context, one.asked.resident, one.memories))
                told = {"resident": one.asked.resident, "question": question, "answer": one.answer}
                rows.append({**about, **told, "answered by": one.by, "no datum": one.no_datum, "memories": behind})
            names = {item.text: item.id for item in asked.questions}
            for (old, new), by in zip(moved, found, strict=True):
                fresh = [n for n in new.memories if n not in old.memories][:MAX_BEHIND]
                told = {"resident": new.asked.resident, "question": names[new.asked.question], "moment": moment}
                why = {"moved by": by, "behind": " / ".join(_texts(context, new.asked.resident, fresh))}
                changes.append({**town.about, **told, "from": old.answer, "to": new.answer, **why})
            before, since = said, tick
    return Poll(rows, changes)


def _moved_by(
    interviewer: Interviewer, context: RunContext, moved: Sequence[tuple[InterviewAnswer, InterviewAnswer]], since: int
) -> list[str]:
    """Per changed answer whose words, which insights or sights it rests on; ``""`` for free texts, which hardly ever repeat."""
    asked: list[list[tuple[str, InterviewQuestion]]] = []
    for old, new in moved:
        one, groups = new.asked, _since(context, new.asked.resident, since)
        behind = {label for label, ns in groups.items() if set(ns) & (set(new.memories) - set(old.memories))}
        every = tuple(sorted(n for ns in groups.values() for n in ns))
        closed = bool(one.options or one.scale)
        trials = [*((label, groups[label]) for label in groups if label in behind), (TOGETHER, every)] if closed else []
        asked.append(
            [
                (label, InterviewQuestion(one.resident, one.question, one.options, 0, one.scale, without))
                for label, without in trials
            ]
        )
    flat = [question for trials in asked for _, question in trials]
    answers = iter(interviewer.ask(flat))
    found = []
    for (_, new), tried in zip(moved, asked, strict=True):
        fell = [label for label, _ in tried if next(answers).answer != new.answer]
        single = [label for label in fell if label != TOGETHER]
        found.append(", ".join(single) or (fell[0] if fell else NOTHING if tried else ""))
    return found


def _since(context: RunContext, slug: str, tick: int) -> dict[str, tuple[int, ...]]:
    """What a resident has remembered after ``tick``, by where it came from."""
    found: dict[str, list[int]] = {}
    for n, (memory, origins) in _origins(context, slug).items():
        if context.tick(memory.at) > tick:
            for label in origins:
                found.setdefault(label, []).append(n)
    return {label: tuple(ns) for label, ns in sorted(found.items())}


def _origins(context: RunContext, slug: str) -> dict[int, tuple[Memory, tuple[str, ...]]]:
    """n -> a memory and where it came from: who said it, or said what it rests on; or the resident's own insight, plan or
    eyes."""
    found: dict[int, tuple[Memory, tuple[str, ...]]] = {}
    for memory in context.memories[slug]:
        own = {"reflection": [INSIGHTS], "plan": ["own plans"]}.get(memory.kind, [])
        if memory.source in context.residents and memory.source != slug:
            own = [context.name(memory.source)]
        elif memory.source == "whisper":
            own = ["a whisper"]
        rests = [label for n in memory.evidence if n in found for label in found[n][1] if label not in OWN_ORIGINS]
        labels = tuple(dict.fromkeys([*own, *rests]))
        found[memory.n] = memory, labels or ("own eyes",)
    return found


def _texts(context: RunContext, slug: str, ns: Iterable[int]) -> list[str]:
    known = _origins(context, slug)
    return [f"{' and '.join(known[n][1][:2])}: {known[n][0].text}" for n in ns if n in known]


def _moments(path: Path, at: Sequence[str]) -> list[tuple[str, int]]:
    """(as written, tick), in order; the run's end where none is named."""
    with LivedTown.open(path) as lived:
        last = lived.tick
        try:
            found = [(when, lived.game_second(when) // lived.seconds) for when in at]
        except ValueError as error:
            raise ExperimentError(f"--at: {error}") from None
    late = [when for when, tick in found if not 0 <= tick <= last]
    if late:
        raise ExperimentError(f"--at {late[0]!r}: {path.stem} does not go so far.")
    return sorted(found, key=lambda one: one[1]) or [("end", last)]


def poll_measures(rows: Sequence[Row], asked: Questionnaire) -> dict[str, float]:
    """Per question and moment the share of every choice, or the mean; and the share of people whose answer ever changed."""
    found: dict[str, float] = {}
    for item in asked.questions:
        mine = [row for row in rows if row["question"] == item.id and not row["no datum"]]
        for moment in dict.fromkeys(row["moment"] for row in mine):
            given = [row["answer"] for row in mine if row["moment"] == moment]
            if item.scale and given:
                found[f"{item.id} ({item.scale[0]:g} to {item.scale[1]:g}), {moment}"] = sum(map(float, given)) / len(given)
            for option in item.choice if given else ():
                found[f"{item.id}, {moment}: {option}"] = given.count(option) / len(given)
        said: dict[str, list[str]] = {}
        for row in mine:
            said.setdefault(row["resident"], []).append(row["answer"])
        if (item.choice or item.scale) and any(len(answers) > 1 for answers in said.values()):
            found[f"{item.id}: changed"] = sum(len(set(answers)) > 1 for answers in said.values()) / len(said)
    return found


def _who_answered(report: ReportPage, rows: list[Row], asked: Questionnaire) -> None:
    """Who gave the answers, and which questions this mind has no view on."""
    by = Counter(str(row["answered by"]) for row in rows)
    report.say(f"Answered by: {', '.join(f'{BY_RULE.get(who, who)} ({count})' for who, count in by.most_common())}.")
    closed = [item.id for item in asked.questions if item.choice or item.scale]
    if closed and all(row["no datum"] for row in rows if row["question"] in closed):
        report.say("**The mind that was asked has no view on any of the closed questions**: what follows has no datum of them.")


def _answers(report: ReportPage, every: list[Row], asked: Questionnaire) -> None:
    """What was answered, by question and moment, over all towns. What is no datum is left out, and the page says why."""
    for item in asked.questions:
        report.head(item.text)
        rows = [row for row in every if row["question"] == item.id and not row["no datum"]]
        report.say(left_out([row for row in every if row["question"] == item.id]))
        if not rows:
            continue
        several = len({row["town"] for row in rows}) > 1
        table, drawn = [], []
        for moment in dict.fromkeys(row["moment"] for row in rows):
            towns: dict[str, list[str]] = {}
            for row in rows:
                if (row["question"], row["moment"]) == (item.id, moment):
                    towns.setdefault(row["town"], []).append(row["answer"])
            given = [answer for answers in towns.values() for answer in answers]
            if item.scale:
                numbers = [[float(answer) for answer in answers] for answers in towns.values()]
                stats = mean_stats([sum(ns) / len(ns) for ns in numbers] if len(numbers) > 1 else numbers[0], *item.scale)
                table.append({"moment": moment, **stats})
                drawn.append((moment, stats["mean"], stats["low"], stats["high"], stats["count"]))
            elif item.choice:
                for answer in item.choice:
                    stats = _share([answers.count(answer) / len(answers) for answers in towns.values()], given, answer)
                    table.append({"moment": moment, "answer": answer, **stats})
                    drawn.append((f"{moment}: {answer}", stats["share"], stats["low"], stats["high"], stats["count"]))
            else:
                table += [{"moment": moment, "answer": text, "times": n} for text, n in Counter(given).most_common(10)]
        if drawn:
            plots.bars(report.picture(item.id, item.text), drawn, item.text, "mean" if item.scale else "share")
        closed = f"By moment, with the 95 % interval over `count` {'towns' if several else 'people'}"
        report.table(f"answers_{item.id}", table, closed if item.choice or item.scale else "The most frequent answers")
    report.table("answers", every, "Every answer, with the memories behind it", shown=0)


def _share(by_town: Sequence[float], given: Sequence[str], answer: str) -> Row:
    """The share of an answer with its interval: in a single town over its people, in several over the towns, which are then the
    independent cases."""
    if len(by_town) == 1:
        return share_stats(given.count(answer), len(given))
    return share_of(by_town)


def _changes(report: ReportPage, changes: list[Row], rows: list[Row]) -> None:
    """The residents whose answer differs from the answer before, what moved them, and the memories that are new behind it."""
    if len(set(row["moment"] for row in rows)) < 2:
        return
    report.head("Who changed their mind, and moved by what")
    counts = Counter((row["question"], row["from"], row["to"]) for row in changes if row["moved by"])
    table = []
    for (question, old, new), times in counts.most_common():
        mine = [row["moved by"] for row in changes if (row["question"], row["from"], row["to"]) == (question, old, new)]
        most = ", ".join(f"{label} ({n})" for label, n in Counter(mine).most_common(5))
        table.append({"question": question, "from": old, "to": new, "people": times, "moved by": most})
    caption = (
        "Changes of closed answers. Moved by: without what these said, or what was seen or concluded, the answer is another; "
        f"*{TOGETHER}*: only without all that is remembered since; *{NOTHING}*: not even then"
    )
    report.table("moved", table, caption)
    shown = ("town", "resident", "question", "moment", "from", "to", "moved by", "behind")
    report.table("changes", changes, "Every change, with what is behind the new answer and was not behind the old one", shown)


def _beside_people(report: ReportPage, rows: list[Row], asked: Questionnaire) -> None:
    """Agreement with people's own answers at the last moment, and agreement of these people with themselves."""
    if not asked.answers:
        return
    questions: list[Row] = []
    people: list[Row] = []
    for town in dict.fromkeys(row["town"] for row in rows):
        given: dict[str, dict[str, str | int | float]] = {}
        for row in rows:  # the last moment is the last to be written
            if row["town"] == town and not row["no datum"]:
                given.setdefault(row["resident"], {})[row["question"]] = row["answer"]
        questions += [{"town": town, **row} for row in agreement(asked.questions, given, asked.answers, asked.again)]
        people += [{"town": town, **row} for row in by_person(asked.questions, given, asked.answers, asked.again)]
    report.head("Beside people's own answers")
    measures = [name for name in people[0] if name not in ("town", "person")] if people else []
    means = []
    for name in measures:
        values: dict[str, list[float]] = {}
        for row in people:
            if row[name] is not None:
                values.setdefault(str(row["person"]), []).append(float(row[name]))
        bounds = BOUNDS.get(name.removesuffix(", again"), (None, None))
        each = [sum(found) / len(found) for found in values.values()]  # a person who lives in several towns is one person
        means.append({"measure": name, **mean_stats(each, *bounds), "left out": left_out_people(people, name)})
    caption = (
        "Per person (over all towns), then the mean over `count` people with its 95 % interval; `left out` says of whom there "
        "is no value. Accuracy is of choices, "
        "correlation and error of numbers; *again* is people with themselves, asked a second time; *normalised* is the "
        "residents' divided by that"
    )
    report.table("agreement", means, caption)
    report.table("people", people, "Every person", shown=0)
    report.table("by_question", questions, "By question")
