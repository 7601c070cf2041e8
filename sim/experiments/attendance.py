"""Experiment: who heard of an announced event, was invited, said yes, planned to come, and came.

Park et al. 2023, section 7.1.3: of 12 invited to the party, 5 came; of the 7 others, three had another reason and four had said
yes and made no plan. Every step of this funnel is read from the run; those who stayed away are asked why.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.analysis.conversation import Invitation, invitations
from sim.analysis.diffusion import knowers
from sim.analysis.intervals import Stay, overlap, stays, time_in
from sim.analysis.lexical import contains_all
from sim.analysis.promises import planned_stretches
from sim.analysis.run_context import RunContext, open_context
from sim.experiments import plots
from sim.experiments.interviews import InterviewQuestion, open_interviewer
from sim.experiments.options import ExperimentError, Options
from sim.experiments.report import ReportPage
from sim.experiments.stats import mean_stats
from sim.experiments.towns import MeasuredTown, towns
from sim.scenario.model import News

FUNNEL = ("heard", "invited", "said_yes", "planned", "came")
HOSTS_GUESTS = ("invited by the host", "came, of those the host invited")
"""The paper's two numbers, counted as the paper does."""
MIN_ATTENDANCE = 300
"""Game seconds at the place from which a resident counts as having come."""


def run(options: Options) -> list[dict[str, Any]]:
    """Run or read the towns, follow every resident through the funnel, write the report; a result per town."""
    found = towns(options)
    report = ReportPage(options, "Who came", found)
    rows: list[dict[str, Any]] = []
    results: list[dict[str, Any]] = []
    for town in found:
        results.append(town.about)
        with open_context(town.path) as context:
            for news in _events(context):
                people = _people(town, context, news)
                _ask_why(people, town, context, news, options)
                rows += people
                results[-1] |= {f"{news.id}: {step}": sum(bool(row[step]) for row in people) for step in FUNNEL}
    if not rows:
        raise ExperimentError("No news of these towns has a place and a time that lie within the run: nobody could have come.")
    _summarise(report, rows)
    return report.finish(results)


def _events(context: RunContext) -> list[News]:
    """The news items that announce an event at a place which began before the end of the run."""
    return [
        news
        for news in context.scenario.news
        if news.place is not None and news.at is not None and news.at + MIN_ATTENDANCE <= context.end
    ]


def _people(town: MeasuredTown, context: RunContext, news: News) -> list[dict[str, Any]]:
    """A row per resident except the host, with every step of the funnel."""
    assert news.at is not None and news.place is not None
    begins, ends = context.tick(news.at), min(context.last_tick, context.tick(news.at + news.lasts))
    heard = {knower.slug: knower for knower in knowers(context, news) if knower.tick <= begins}
    invited = _invited(context, news, begins)
    where = stays(context)
    rows = []
    for slug in context.residents:
        if slug == news.host:
            continue
        asked = [invitation for invitation in invited if invitation.guest == slug]
        said = any(invitation.answer == "yes" for invitation in asked) or _intends(context, slug, news, begins)
        minutes = time_in(where[slug], news.place[:2], (begins, ends)) * context.tick_seconds // 60
        came = minutes * 60 >= MIN_ATTENDANCE
        rows.append(
            {
                **{"town": town.label, "seed": town.seed, "news": news.id, "resident": slug, "heard": slug in heard},
                **{"from": heard[slug].source if slug in heard else "", "invited": bool(asked), "said_yes": said},
                HOSTS_GUESTS[0]: (guest := any(one.host == news.host for one in asked)),
                HOSTS_GUESTS[1]: guest and came,
                **{"declined": any(invitation.answer == "no" for invitation in asked)},
                **{"planned": _planned(context, slug, news, begins, ends), "came": came, "minutes": minutes},
                **{"instead": "" if came else _elsewhere(where[slug], begins, ends), "why": ""},
            }
        )
    return rows


def _invited(context: RunContext, news: News, begins: int) -> list[Invitation]:
    """The invitations in talks in which the news had already been told."""
    talks = context.run.talks(None, 0, begins)
    told = {talk.id: [tick for tick, _, text in talk.lines if contains_all(text, news.signs)] for talk in talks}
    return [one for one in invitations(talks) if any(tick <= one.tick for tick in told[one.talk])]


def _intends(context: RunContext, slug: str, news: News, begins: int) -> bool:
    intentions = context.run.events(0, begins, ("intend",), slug)
    return any(contains_all(str(event.data.get("text", "")), news.signs) for event in intentions)


def _planned(context: RunContext, slug: str, news: News, begins: int, ends: int) -> bool:
    """Whether a plan had the resident at the place of the event during the event."""
    assert news.place is not None
    return any(
        overlap(stretch.span, (begins, ends)) > 0 and stretch.place[:2] == news.place[:2]
        for stretch in planned_stretches(context, slug)
    )


def _elsewhere(where: Sequence[Stay], begins: int, ends: int) -> str:
    """The sector in which the resident spent most of that time."""
    ticks: dict[str, int] = {}
    for stay in where:
        name = stay.arena[1] if len(stay.arena) > 1 else "outdoors"
        ticks[name] = ticks.get(name, 0) + overlap(stay.span, (begins, ends))
    return max(ticks, key=lambda name: ticks[name], default="")


def _ask_why(people: list[dict[str, Any]], town: MeasuredTown, context: RunContext, news: News, options: Options) -> None:
    """Ask those who had heard of the event and stayed away for their reason, at the end of the run."""
    absent = [row for row in people if row["heard"] and not row["came"]]
    if not absent:
        return
    question = f"You had heard that {news.text}. Why did you not go?"
    with open_interviewer(town.path, options.mind, options.answers, context.last_tick) as interviewer:
        answered = interviewer.ask([InterviewQuestion(str(row["resident"]), question) for row in absent])
    for row, one in zip(absent, answered, strict=True):
        row["why"] = one.answer


def _reason(row: dict[str, Any]) -> str:
    """Why a resident who had heard of it stayed away, as far as the run shows."""
    if row["planned"]:
        return "had planned it and did not come"
    if row["declined"]:
        return "declined"
    return "had said yes and made no plan" if row["said_yes"] else "had not said yes"


def _summarise(report: ReportPage, rows: list[dict[str, Any]]) -> None:
    """The funnel per news item, over all towns."""
    summary = []
    for news in dict.fromkeys(row["news"] for row in rows):
        mine = [row for row in rows if row["news"] == news]
        labels = list(dict.fromkeys(row["town"] for row in mine))
        for step in (*FUNNEL, "declined", *HOSTS_GUESTS):
            counts = [float(sum(bool(row[step]) for row in mine if row["town"] == town)) for town in labels]
            invited = [sum(row["town"] == town for row in mine) for town in labels]
            of = f"all {min(invited)} residents but the host" if min(invited) == max(invited) else "all residents but the host"
            summary.append({"news": news, "step": step, "of": of, **mean_stats(counts, 0, max(invited))})
        found = [
            (str(row["step"]), float(row["mean"]), row["low"], row["high"], int(row["count"]))
            for row in summary
            if row["news"] == news
        ]
        picture = report.picture(f"funnel-{news}", f"{news}: from hearing to coming")
        plots.bars(picture, found, news, "residents (the host left out)")
    caption = "Residents at each step, mean over `count` towns with its 95 % interval (the paper: 12 invited, 5 came)"
    report.table("summary", summary, caption)
    absent = [row for row in rows if row["heard"] and not row["came"]]
    report.table("people", rows, "Everybody, step by step", shown=0)
    if absent:
        reasons = [
            {"reason": reason, "count": sum(_reason(row) == reason for row in absent)}
            for reason in ("declined", "had not said yes", "had said yes and made no plan", "had planned it and did not come")
        ]
        report.table("reasons", reasons, "Those who had heard and stayed away, each once")
        report.table("absent", absent, "What they say", ("town", "resident", "said_yes", "planned", "instead", "why"))
