"""evaluate, experiment: numbers from runs, and towns lived for the sake of numbers."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from sim import experiments
from sim.cli.places import find_run


def evaluate_command(args: argparse.Namespace) -> int:
    """How believable a run was; every failure with where to look."""
    from sim.analysis.evaluate import evaluate

    found = evaluate(find_run(args.run, args.saves))
    print(json.dumps(asdict(found), ensure_ascii=False, default=str) if args.json else found.to_text())
    return 0


def experiment_command(args: argparse.Namespace) -> int:
    """Live and measure; tables, pictures and a report."""
    return experiments.main(args.name, args)
