"""Experiment: an ablation of recency, importance, relevance, reflection, planning and observation.

Park et al. 2023, section 6: residents are interviewed in five categories without access to parts of their memory. By default
the answers come from the same memories, as in the paper; ``--anew`` runs every condition from the start. The scores need no
human. ``ranking.md`` has the answers side by side for people to rank, and a table says which answer has which condition.
"""

from __future__ import annotations

from typing import Any

from sim.analysis.run_context import RunContext, open_context
from sim.dice import dice
from sim.experiments import plots
from sim.experiments.ablation_questions import WITH_TRUTH, questions_for
from sim.experiments.answer_scores import BELIEVABILITY, SCORES, Scorer
from sim.experiments.interviews import Condition, InterviewQuestion, drawn, open_interviewer
from sim.experiments.options import Options
from sim.experiments.options import Overrides as Change
from sim.experiments.report import ReportPage
from sim.experiments.stats import bootstrap, compare_to_reference, friedman
from sim.experiments.towns import MeasuredTown, is_scenario, towns
from sim.memory import PRESETS
from sim.record.atomic_write import atomic_files
from sim.scenario.model import Rules

FULL = "full"
CONDITIONS = (
    Condition(FULL),
    Condition("no recency", (0.0, 1.0, 1.0)),
    Condition("no importance", (1.0, 0.0, 1.0)),
    Condition("no relevance", (1.0, 1.0, 0.0)),
    Condition("only recency", (1.0, 0.0, 0.0)),
    Condition("only relevance", (0.0, 0.0, 1.0)),
    Condition("no reflection", None, ("observation", "utterance", "plan", "summary")),
    Condition("no plan", None, ("observation", "utterance", "reflection", "summary")),
    Condition("no reflection, no plan", None, ("observation", "utterance", "summary")),
    Condition("no observation, reflection, plan", None, ()),
    *(Condition(f"preset {name}", preset=name) for name in PRESETS),
)
"""As in the paper, reflection, plan and observation are removed one after the other, until only the resident's description is
left. The additional "no plan" shows what planning alone is worth. Then every preset finds memories in its own way."""
_WEIGHTS = PRESETS[Rules().preset].weights
OVERRIDES: dict[str, Change] = {
    FULL: (),
    **{
        c.name: (("rules.memory_weights", [a * b for a, b in zip(c.weights, _WEIGHTS, strict=True)]),)
        for c in CONDITIONS
        if c.weights
    },
    "no reflection": (("rules.reflect", False),),
    "no plan": (("rules.plan", False),),
    "no reflection, no plan": (("rules.reflect", False), ("rules.plan", False)),
    "no observation, reflection, plan": (("rules.reflect", False), ("rules.plan", False), ("rules.observe", False)),
}
FEW_RESIDENTS = 10
"""Below this number of residents the report says that a bootstrap interval is too narrow."""
REPETITIONS = 2
"""How often every question is asked, for the consistency score."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def run(options: Options) -> list[dict[str, Any]]:
    """Interview under every condition, score, compare, write the report; returns a result per town."""
    anew = options.anew and any(is_scenario(text) for text in options.sources)
    found = towns(options, OVERRIDES if anew else None)
    report = ReportPage(options, "What each part of the mind is worth", found)
    rows: list[dict[str, Any]] = []
    for town in found:
        with open_context(town.path) as context:
            conditions = (Condition(town.condition or FULL),) if anew else CONDITIONS
            rows += _town(town, context, conditions, options)
    _compare(report, rows, anew)
    _side_by_side(report, rows)
    pairs = {town.pair: town for town in reversed(found)}
    results = [{**town.about, **_means([row for row in rows if row["pair"] == pair])} for pair, town in pairs.items()]
    return report.finish(results)


def _means(rows: list[dict[str, Any]]) -> dict[str, float]:
    """Every score under every condition, over residents."""
    found = {}
    for condition in dict.fromkeys(row["condition"] for row in rows):
        for score in SCORES:
            values = _by_resident(rows, condition, score).values()
            if values:
                found[f"{score}, {condition}"] = sum(values) / len(values)
    return found


def _town(town: MeasuredTown, context: RunContext, conditions: tuple[Condition, ...], options: Options) -> list[dict[str, Any]]:
    """A row per condition, resident and question, with every score."""
    people = drawn(context, options.people)
    questions = [one for slug in people for one in questions_for(context, slug)]
    rows = []
    asked = [InterviewQuestion(q.resident, q.question, (), again) for q in questions for again in range(REPETITIONS)]
    with open_interviewer(town.path, options.mind, options.answers) as interviewer:
        for condition in conditions:
            said = [one.answer for one in interviewer.ask(asked, condition)]
            scorer = Scorer(context)
            for i, one in enumerate(questions):
                first, *others = said[REPETITIONS * i : REPETITIONS * (i + 1)]
                about = {
                    "seed": town.seed,
                    "town": town.label,
                    "scenario": town.scenario,
                    "pair": town.pair,
                    "condition": condition.name,
                }
                asked_of = {"resident": one.resident, "category": one.category, "question": one.question, "answer": first}
                rows.append({**about, **asked_of, **scorer.scores(one, first, others)})
    return rows


def _compare(report: ReportPage, rows: list[dict[str, Any]], anew: bool) -> None:
    """Every score by condition with its interval, and the tests, both on the residents' means."""
    report.say(
        f"Mode: {'every condition lived anew' if anew else 'answers from the same memories'}. "
        "Intervals are bootstrapped over residents; a resident of several towns of a scenario is one person, with the mean "
        "over these towns."
    )
    people = {(row["scenario"], row["resident"]) for row in rows}
    if len(people) < FEW_RESIDENTS:
        report.say(f"**{len(people)} residents are few**: bootstrap intervals from fewer than {FEW_RESIDENTS} are too narrow.")
    names = list(dict.fromkeys(row["condition"] for row in rows))
    scores, tests, pairs = [], [], []
    for score, meaning in SCORES.items():
        groups = {name: _by_resident(rows, name, score) for name in names}
        drawn = []
        for name, values in ((name, list(found.values())) for name, found in groups.items()):
            low, high = bootstrap(values)
            middle = sum(values) / len(values) if values else None
            bounds = {"mean": middle, "low": low, "high": high}
            scores.append({"score": score, "condition": name, **bounds, "residents": len(values)})
            drawn += [(name, middle, low, high, len(values))] if middle is not None else []
        plots.bars(report.picture(score.replace(" ", "-"), f"{score}: {meaning}"), drawn, score, score)
        tests.append({"score": score, **friedman({name: found for name, found in groups.items() if found})})
        others = {name: values for name, values in groups.items() if name != FULL}
        pairs += [{"score": score, **row} for row in compare_to_reference(groups.get(FULL, {}), others)]
    worth = [
        {"condition": name, **{score: _worth(pairs, score, name) for score in (BELIEVABILITY, *WITH_TRUTH)}}
        for name in names[1:]
    ]
    caption = "What is lost without a part of the mind: difference to full, with its 95 % interval (and of how many residents)"
    report.table("worth", worth, caption, shown=len(worth))
    report.table("scores", scores, "Scores by condition", shown=len(scores))
    caption = (
        "Does the condition matter? Friedman's test over residents' means, since the same residents answer under every "
        "condition (the paper, over ranks by 100 people: Kruskal-Wallis H(4) = 150.29)"
    )
    report.table("friedman", tests, caption)
    caption = (
        "Each against full, resident by resident: mean difference with its bootstrap interval, Wilcoxon's p, adjusted "
        "(Benjamini-Hochberg)"
    )
    report.table("pairs", pairs, caption, shown=len(pairs))
    report.table("by_category", _by_category(rows, names), "Grounded answers by category", shown=0)
    report.table("answers", rows, "Every answer with its scores", shown=0)


def _worth(pairs: list[dict[str, Any]], score: str, condition: str) -> str:
    row = next(row for row in pairs if (row["score"], row["condition"]) == (score, condition))
    if row["difference"] is None:
        return "-"
    bounds = "" if row["low"] is None else f" [{row['low']:+.2f}, {row['high']:+.2f}]"
    return f"{row['difference']:+.3f}{bounds} ({row['count']})"


def _by_resident(rows: list[dict[str, Any]], condition: str, score: str) -> dict[tuple[str, str], float]:
    """The mean of a score per person, (scenario, resident): who lives in several towns of a scenario is one person. People
    without a value are left out."""
    found: dict[tuple[str, str], list[float]] = {}
    for row in rows:
        if row["condition"] == condition and row[score] is not None:
            found.setdefault((row["scenario"], row["resident"]), []).append(float(row[score]))
    return {key: sum(values) / len(values) for key, values in sorted(found.items())}


def _by_category(rows: list[dict[str, Any]], names: list[str]) -> list[dict[str, Any]]:
    table = []
    for category in dict.fromkeys(row["category"] for row in rows):
        for name in names:
            mine = [row["grounded"] for row in rows if (row["category"], row["condition"]) == (category, name)]
            values = [value for value in mine if value is not None]
            grounded = sum(values) / len(values) if values else None
            table.append({"category": category, "condition": name, "grounded": grounded, "answers": len(values)})
    return table


def _side_by_side(report: ReportPage, rows: list[dict[str, Any]]) -> None:
    """``ranking.md``: the answers to each question in random order; ``tables/key.csv`` has their conditions. Questions that
    were answered alike under every condition have nothing to rank."""
    asked: dict[tuple[str, str, str, str], list[dict[str, Any]]] = {}
    for row in rows:
        asked.setdefault((row["pair"], row["resident"], row["category"], row["question"]), []).append(row)
    ranked = {key: answers for key, answers in asked.items() if len({row["answer"] for row in answers}) > 1}
    alike = f"{len(asked) - len(ranked)} of {len(asked)} questions, answered alike under every condition, are left out."
    lines = ["# Answers to rank", "", f"Rank the answers to each question from most to least believable. {alike}", ""]
    key = []
    for (pair, resident, category, question), answers in ranked.items():
        order = dice(answers[0]["seed"], resident, question, "ranking").permutation(len(answers))
        lines += [f"## {resident}, {category}: {question}", ""]
        for letter, i in zip(LETTERS, order, strict=False):
            lines.append(f"- **{letter}** {answers[int(i)]['answer']}")
            about = {"town": pair, "resident": resident, "question": question}
            key.append({**about, "letter": letter, "condition": answers[int(i)]["condition"]})
        lines.append("")
    path = report.folder / "ranking.md"
    with atomic_files(path) as draft:
        draft(path).write_text("\n".join(lines), encoding="utf-8")
    report.table("key", key, "For people to rank: `ranking.md`; which letter is which condition", shown=0)
