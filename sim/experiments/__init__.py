"""Experiments: the paper's evaluations, one command each.

The command line calls ``add_arguments`` and ``main``. An experiment's module is imported only when it is run.
"""

from __future__ import annotations

import argparse
import importlib

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
    add("--until", metavar="WHEN", help='how far to live: HH:MM or "day 2 18:00"')
    add("--ticks", type=int, metavar="N", help="how far to live, in ticks")
    add("--model", metavar="MODEL", help="who thinks (default: the run's own, or bundled)")
    add("--embedder", metavar="NAME", help="minilm, hash, none, or a sentence-transformers model")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--guided", action="store_true", default=None, help="the script proposes, the model chooses")
    mode.add_argument("--free", dest="guided", action="store_false", help="the model writes everything itself")
    add("--people", type=int, metavar="N", help="interview only the first N residents")
    anew = "ablation: live anew under every condition instead of answering from the same memories"
    add("--anew", action="store_true", help=anew)
    add(
        "--at",
        action="append",
        default=[],
        metavar="WHEN",
        help="poll: when to ask (again and again); intervene: when to step in",
    )
    add("--questions", metavar="FILE", help="poll: the questionnaire (scenarios/questionnaires/*.yaml)")
    add("--whisper", action="append", default=[], metavar="NAME=THOUGHT", help="intervene: a thought put into somebody's mind")
    add("--event", action="append", default=[], metavar="TEXT", help="intervene: what happens, for all to see")
    add("--workers", type=int, default=0, metavar="N", help="towns lived at the same time (default: one per core)")
    add("--on", default="", metavar="ADDRESS", help="a Ray cluster to live them on: ray://HOST:10001, HOST:6379 or auto")
    add("--out", metavar="DIR", help="where tables, pictures and report go (default: experiments/NAME)")


def main(name: str, args: argparse.Namespace) -> int:
    """Run one experiment, or continue an interrupted one; returns the exit code. Raises errors with messages for users."""
    from sim.experiments.options import ExperimentError, read_options

    if name not in NAMES:
        raise ExperimentError(f"There is no experiment {name!r}; there are {', '.join(NAMES)}.")
    module = importlib.import_module(f"sim.experiments.{name}")
    return int(module.run(read_options(name, args)))
