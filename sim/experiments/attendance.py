"""Attendance: who was invited to what was announced, said yes, planned it, and came.

Park et al. 2023, section 7.1.3: of 12 invited to the party, 5 came; of the 7 others, three had another reason and four had
said they would and made no plan. Every step of that funnel is read from the run; those who stayed away are asked why.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.analysis.promises import stretches
from sim.analysis.setting import Setting, opened
from sim.analysis.spread import knowers
from sim.analysis.stays import Stay, overlap, stays, time_in
from sim.analysis.talking import Invitation, invitations
from sim.analysis.words import holds
from sim.experiments import pictures
from sim.experiments.job import Mind
from sim.experiments.options import ExperimentError, Options
from sim.experiments.report import Report
from sim.experiments.room import Answers, Asked, interviewing
from sim.experiments.stats import of_mean
from sim.experiments.towns import Town, towns
from sim.record.rows import Talk
from sim.scenario.model import News

STEPS = ("heard", "invited", "said_yes", "planned", "came")
THERE = 300
"""Game seconds at the place that count as having come."""


def run(options: Options) -> int:
    """Live or read the towns, follow everybody from hearing to coming, write the report."""
    found = towns(options)
    report = Report(options, "Who came", found)
    answers = Answers(options.out / "answers.jsonl")
    mind = Mind(options.model, options.embedder, options.guided)
    rows: list[dict[str, Any]] = []
    for town in found:
        with opened(town.path) as setting:
            for news in _events(setting):
                people = _people(town, setting, news)
                _ask_why(people, town, setting, news, mind, answers)
                rows += people
    if not rows:
        raise ExperimentError("No news of these towns has a place and a time that lie within the run: nobody could have come.")
    _summarise(report, rows)
    report.save()
    return 0


def _events(setting: Setting) -> list[News]:
    """The news that announces something at a place, begun before the run's end."""
    return [
        news
        for news in setting.scenario.news
        if news.place is not None and news.at is not None and news.at + THERE <= setting.end
    ]


def _people(town: Town, setting: Setting, news: News) -> list[dict[str, Any]]:
    """Everybody but the host, step by step."""
    assert news.at is not None and news.place is not None
    begins, ends = setting.tick(news.at), min(setting.last, setting.tick(news.at + news.lasts))
    heard = {knower.slug: knower for knower in knowers(setting, news) if knower.tick <= begins}
    invited = _invited(setting, news, begins)
    where = stays(setting)
    rows = []
    for slug in setting.people:
        if slug == news.host:
            continue
        asked = [invitation for invitation in invited if invitation.guest == slug]
        said = any(invitation.answer == "yes" for invitation in asked) or _intends(setting, slug, news, begins)
        minutes = time_in(where[slug], news.place[:2], (begins, ends)) * setting.step // 60
        rows.append(
            {
                **{"town": town.label, "seed": town.seed, "news": news.id, "resident": slug, "heard": slug in heard},
                **{"from": heard[slug].source if slug in heard else "", "invited": bool(asked), "said_yes": said},
                **{"declined": any(invitation.answer == "no" for invitation in asked)},
                **{"planned": _planned(setting, slug, news, begins, ends), "came": minutes * 60 >= THERE, "minutes": minutes},
                **{"instead": "" if minutes * 60 >= THERE else _elsewhere(where[slug], begins, ends), "why": ""},
            }
        )
    return rows


def _invited(setting: Setting, news: News, begins: int) -> list[Invitation]:
    """Invitations in talks in which the news had been told by then."""
    talks = setting.run.talks(None, 0, begins)
    about = {talk.id: _told_at(talk, news) for talk in talks}
    return [one for one in invitations(talks) if one.tick >= about[one.talk]]


def _told_at(talk: Talk, news: News) -> int:
    """The tick of the first line of a talk that tells the news; far off if none does."""
    return next((tick for tick, _, text in talk.lines if holds(text, news.signs)), 2**60)


def _intends(setting: Setting, slug: str, news: News, begins: int) -> bool:
    return any(holds(str(event.data.get("text", "")), news.signs) for event in setting.run.events(0, begins, ("intend",), slug))


def _planned(setting: Setting, slug: str, news: News, begins: int, ends: int) -> bool:
    """Whether some plan that stood until it began had the resident at its place in its time."""
    assert news.place is not None
    return any(
        overlap((stretch.start, stretch.end), (begins, ends)) > 0 and stretch.place[:2] == news.place[:2]
        for stretch in stretches(setting, slug)
    )


def _elsewhere(where: Sequence[Stay], begins: int, ends: int) -> str:
    """The sector in which most of that time was spent."""
    ticks: dict[str, int] = {}
    for stay in where:
        name = stay.arena[1] if len(stay.arena) > 1 else "outdoors"
        ticks[name] = ticks.get(name, 0) + overlap((stay.start, stay.end), (begins, ends))
    return max(ticks, key=lambda name: ticks[name], default="")


def _ask_why(people: list[dict[str, Any]], town: Town, setting: Setting, news: News, mind: Mind, answers: Answers) -> None:
    """Those who had heard and stayed away are asked for their reason, at the run's end."""
    absent = [row for row in people if row["heard"] and not row["came"]]
    if not absent:
        return
    question = f"You had heard that {news.text}. Why did you not go?"
    with interviewing(town.path, mind, answers, setting.last) as room:
        for row, one in zip(absent, room.ask([Asked(str(row["resident"]), question) for row in absent]), strict=True):
            row["why"] = one.answer


def _summarise(report: Report, rows: list[dict[str, Any]]) -> None:
    """The funnel per news, over towns."""
    summary = []
    for news in dict.fromkeys(row["news"] for row in rows):
        mine = [row for row in rows if row["news"] == news]
        labels = list(dict.fromkeys(row["town"] for row in mine))
        for step in (*STEPS, "declined"):
            counts = [float(sum(bool(row[step]) for row in mine if row["town"] == town)) for town in labels]
            summary.append({"news": news, "step": step, **of_mean(counts)})
        found = [(str(row["step"]), float(row["mean"]), row["low"], row["high"]) for row in summary if row["news"] == news]
        pictures.bars(
            report.picture(f"funnel-{news}", f"{news}: from hearing to coming"), found, news, "residents (the host left out)"
        )
    report.table(
        "summary",
        summary,
        "Residents at each step, mean over towns with Student's 95 % interval (the paper: 12 invited, 5 came)",
    )
    absent = [row for row in rows if row["heard"] and not row["came"]]
    report.table("people", rows, "Everybody, step by step", shown=0)
    if absent:
        reasons = [
            {"reason": "declined or had no such plan", "count": sum(row["declined"] or not row["said_yes"] for row in absent)},
            {"reason": "had said yes and made no plan", "count": sum(row["said_yes"] and not row["planned"] for row in absent)},
            {"reason": "had planned it and did not come", "count": sum(row["said_yes"] and row["planned"] for row in absent)},
        ]
        report.table("reasons", reasons, "Those who had heard and stayed away")
        report.table("absent", absent, "What they say", ("town", "resident", "said_yes", "planned", "instead", "why"))
