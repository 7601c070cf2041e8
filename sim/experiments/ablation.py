"""Ablation: what recency, importance, relevance, reflection, planning and observation are worth.

Park et al. 2023, section 6: residents are interviewed in five categories with parts of their memory out of reach. The default
answers from the same memories, as the paper did; ``--anew`` lives every condition from the start. Scores need no human; the
answers also stand side by side, without their conditions, for people to rank (the key is in a table of its own).
"""

from __future__ import annotations

from typing import Any

from sim.analysis.setting import Setting, opened
from sim.dice import dice
from sim.experiments import pictures
from sim.experiments.answer_scores import SCORES, Scorer
from sim.experiments.job import Mind
from sim.experiments.options import Options
from sim.experiments.options import Setting as Change
from sim.experiments.questions import posed
from sim.experiments.report import Report
from sim.experiments.room import Answers, Asked, Condition, interviewing
from sim.experiments.stats import against, bootstrap, kruskal
from sim.experiments.towns import Town, is_scenario, towns

FULL = "full"
CONDITIONS = (
    Condition(FULL),
    Condition("no recency", (0.0, 1.0, 1.0)),
    Condition("no importance", (1.0, 0.0, 1.0)),
    Condition("no relevance", (1.0, 1.0, 0.0)),
    Condition("only recency", (1.0, 0.0, 0.0)),
    Condition("only relevance", (0.0, 0.0, 1.0)),
    Condition("no reflection", None, ("observation", "utterance", "plan", "summary")),
    Condition("no reflection, no plan", None, ("observation", "utterance", "summary")),
    Condition("no observation, reflection, plan", None, ()),
)
"""As in the paper, each of the last three takes away more; without observation nothing is left but who one is."""
ANEW: dict[str, Change] = {
    FULL: (),
    **{c.name: (("rules.memory_weights", list(c.weights)),) for c in CONDITIONS if c.weights},
    "no reflection": (("rules.reflect", False),),
    "no reflection, no plan": (("rules.reflect", False), ("rules.plan", False)),
    "no observation, reflection, plan": (("rules.reflect", False), ("rules.plan", False), ("rules.observe", False)),
}
TWICE = 2
"""Times every question is asked, for consistency."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def run(options: Options) -> int:
    """Interview under every condition, score, compare, write the report."""
    anew = options.anew and any(is_scenario(text) for text in options.of)
    found = towns(options, ANEW if anew else None)
    report = Report(options, "What each part of the mind is worth", found)
    answers = Answers(options.out / "answers.jsonl")
    mind = Mind(options.model, options.embedder, options.guided)
    rows: list[dict[str, Any]] = []
    for town in found:
        with opened(town.path) as setting:
            conditions = (Condition(town.condition or FULL),) if anew else CONDITIONS
            rows += _town(town, setting, conditions, mind, answers, options.people)
    _compare(report, rows, anew)
    _side_by_side(report, rows)
    report.save()
    return 0


def _town(
    town: Town, setting: Setting, conditions: tuple[Condition, ...], mind: Mind, answers: Answers, most: int | None
) -> list[dict[str, Any]]:
    """A row per condition, resident and question, with every score."""
    people = list(setting.people)[:most]
    questions = [one for slug in people for one in posed(setting, slug)]
    rows = []
    with interviewing(town.path, mind, answers) as room:
        for condition in conditions:
            asked = [Asked(one.resident, one.question, (), again) for one in questions for again in range(TWICE)]
            said = [one.answer for one in room.ask(asked, condition)]
            scorer = Scorer(setting)
            for i, one in enumerate(questions):
                first, *others = said[TWICE * i : TWICE * (i + 1)]
                rows.append(
                    {
                        **{"seed": town.seed, "town": town.label, "condition": condition.name, "resident": one.resident},
                        **{"category": one.category, "question": one.question, "answer": first},
                        **scorer.scores(one, first, others),
                    }
                )
    return rows


def _compare(report: Report, rows: list[dict[str, Any]], anew: bool) -> None:
    """Every score by condition with its interval, over all answers; tests on means per resident."""
    report.say(
        f"Mode: {'every condition lived anew' if anew else 'answers from the same memories'}. "
        "Intervals are bootstrapped over residents."
    )
    names = list(dict.fromkeys(row["condition"] for row in rows))
    scores, tests, pairs = [], [], []
    for score, meaning in SCORES.items():
        groups = {name: _by_resident(rows, name, score) for name in names}
        drawn = []
        for name, values in groups.items():
            low, high = bootstrap(values)
            middle = sum(values) / len(values) if values else None
            scores.append(
                {"score": score, "condition": name, "mean": middle, "low": low, "high": high, "residents": len(values)}
            )
            drawn += [(name, middle, low, high)] if middle is not None else []
        pictures.bars(report.picture(score.replace(" ", "-"), f"{score}: {meaning}"), drawn, score, score)
        tests.append({"score": score, **kruskal(groups)})
        others = {name: values for name, values in groups.items() if name != FULL}
        pairs += [{"score": score, **row} for row in against(groups.get(FULL, []), others)]
    report.table("scores", scores, "Scores by condition", shown=len(scores))
    report.table(
        "kruskal",
        tests,
        "Does the condition matter? Kruskal-Wallis over residents' means (the paper, by human ranks: H(4) = 150.29)",
    )
    report.table(
        "pairs", pairs, "Each against full: difference of means, Wilcoxon's p, adjusted (Benjamini-Hochberg)", shown=len(pairs)
    )
    report.table("by_category", _by_category(rows, names), "Grounded answers by category", shown=0)
    report.table("answers", rows, "Every answer with its scores", shown=0)


def _by_resident(rows: list[dict[str, Any]], condition: str, score: str) -> list[float]:
    """The mean of a score per seed and resident, in that order; those without any value are left out."""
    found: dict[tuple[int, str], list[float]] = {}
    for row in rows:
        if row["condition"] == condition and row[score] is not None:
            found.setdefault((row["seed"], row["resident"]), []).append(float(row[score]))
    return [sum(values) / len(values) for _, values in sorted(found.items())]


def _by_category(rows: list[dict[str, Any]], names: list[str]) -> list[dict[str, Any]]:
    table = []
    for category in dict.fromkeys(row["category"] for row in rows):
        for name in names:
            values = [
                row["grounded"]
                for row in rows
                if (row["category"], row["condition"]) == (category, name) and row["grounded"] is not None
            ]
            table.append(
                {
                    "category": category,
                    "condition": name,
                    "grounded": sum(values) / len(values) if values else None,
                    "answers": len(values),
                }
            )
    return table


def _side_by_side(report: Report, rows: list[dict[str, Any]]) -> None:
    """``ranking.md``: the answers to one question in an order drawn per question; ``tables/key.csv`` says which is which."""
    asked: dict[tuple[int, str, str, str], list[dict[str, Any]]] = {}
    for row in rows:
        asked.setdefault((row["seed"], row["resident"], row["category"], row["question"]), []).append(row)
    lines, key = ["# Answers to rank", "", "Rank the answers to each question from most to least believable.", ""], []
    for (seed, resident, category, question), answers in asked.items():
        order = dice(seed, resident, question, "ranking").permutation(len(answers))
        lines += [f"## {resident}, {category}: {question}", ""]
        for letter, i in zip(LETTERS, order, strict=False):
            lines.append(f"- **{letter}** {answers[int(i)]['answer']}")
            key.append(
                {
                    "seed": seed,
                    "resident": resident,
                    "question": question,
                    "letter": letter,
                    "condition": answers[int(i)]["condition"],
                }
            )
        lines.append("")
    (report.folder / "ranking.md").write_text("\n".join(lines), encoding="utf-8")
    report.table("key", key, "For people to rank: `ranking.md`; which letter is which condition", shown=0)
