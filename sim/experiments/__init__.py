"""Experiments: the paper's evaluations, one command each.

The command line calls ``add_arguments`` and ``main``. An experiment's module is imported only when it is run. Named settings
(``--preset``, ``--first-knower``, ``--set``) are a dimension of every experiment: it is run once per setting, and compared.
"""

from __future__ import annotations

import argparse
import importlib
import sys

NAMES = {
    "diffusion": "how news spreads: who knows it when and from whom, checked against memory",
    "network": "who knows whom, at the start and at the end",
    "attendance": "who was invited, said yes, planned it, came",
    "ablation": "what each part of the mind is worth",
    "memory": "which retrieval settings find what was asked for",
    "paper": "the paper's whole evaluation, in one report",
    "poll": "the same questions to everybody at several moments: who answers what, who changed their mind, and moved by what",
    "intervene": "what a thought or an event changes: the same town with and without it, over many seeds",
    "sweep": "any scenario, many seeds and settings, in parallel or on a Ray cluster",
}
"""Experiment -> the question that it answers."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add all arguments except the experiment's name, ``--saves`` and ``--debug``."""
    add = parser.add_argument
    add("of", nargs="+", metavar="SCENARIO|RUN", help="scenario files to live (once per seed), or saved runs to measure")
    add("--seeds", default="", metavar="1,2,5-8", help="seeds to live a scenario with (default: its own)")
    values = "a scenario setting, rules.vision=4|8; all combinations"
    add("--set", dest="settings", action="append", default=[], metavar="KEY=A|B", help=values)
    add("--preset", action="append", default=[], metavar="NAME", help="how memories are scored, retrieved and reflected on")
    first = "who knows the news first: most, least (by relationships), random, or a resident"
    add("--first-knower", action="append", default=[], metavar="PLACE|NAME", help=first)
    happens = 'what happens in a run: "14:00 A siren howls @ Market Square"; intervene: only in the towns with it'
    add("--event", action="append", default=[], metavar="[WHEN ]TEXT[ @ PLACE]", help=happens)
    add("--until", metavar="WHEN", help='how far to live: HH:MM or "day 2 18:00"')
    add("--ticks", type=int, metavar="N", help="how far to live, in ticks")
    add("--model", metavar="MODEL", help="who thinks (default: the run's own, or bundled)")
    add("--embedder", metavar="NAME", help="minilm, hash, none, or a sentence-transformers model")
    add("--people", type=int, metavar="N", help="interview only N residents, drawn with the run's seed")
    anew = "ablation: live anew under every condition instead of answering from the same memories"
    add("--anew", action="store_true", help=anew)
    add(
        "--at",
        action="append",
        default=[],
        metavar="WHEN",
        help="poll: when to ask (again and again); intervene: when to step in",
    )
    add("--questions", metavar="FILE", help="poll, intervene: the questionnaire (scenarios/questionnaires/*.yaml)")
    add("--whisper", action="append", default=[], metavar="NAME=THOUGHT", help="intervene: a thought put into somebody's mind")
    add(
        "--tell",
        action="append",
        default=[],
        metavar="NAME=NEWS",
        help="intervene: a news item of the scenario that somebody is told",
    )
    add("--workers", type=int, metavar="N", help="towns lived at the same time (default: one per core)")
    add("--on", default="", metavar="ADDRESS", help="a Ray cluster to live them on: ray://HOST:10001, HOST:6379 or auto")
    add("--out", metavar="DIR", help="where tables, pictures and report go (default: experiments/NAME)")


def main(name: str, args: argparse.Namespace) -> int:
    """Run one experiment, or continue an interrupted one; returns the exit code. Raises errors with messages for users."""
    from sim.experiments.options import ExperimentError, read_options

    if name not in NAMES:
        raise ExperimentError(f"There is no experiment {name!r}; there are {', '.join(NAMES)}.")
    from sim.experiments.compare import run_and_compare

    try:
        return run_and_compare(importlib.import_module(f"sim.experiments.{name}").run, read_options(name, args))
    except KeyboardInterrupt:
        print("What is lived and answered is kept: the same command goes on.", file=sys.stderr)
        raise
