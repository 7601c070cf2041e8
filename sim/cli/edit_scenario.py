"""edit: a scenario in the window."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sim.cli.errors import FAILED
from sim.cli.terminal import has_screen
from sim.cli.workshop import Bench


def edit_command(args: argparse.Namespace) -> int:
    """Edit a scenario."""
    from sim.scenario.composition import scenario_text

    path = Path(args.scenario)
    scenario_text(path)
    if not has_screen():
        print("No screen here: write the file with an editor of texts; `validate` checks it.", file=sys.stderr)
        return FAILED
    from sim.view.app import NoDisplay, edit

    try:
        return edit(path, Bench(args.model))
    except NoDisplay as reason:
        print(f"{reason}. `validate` checks what you write elsewhere.", file=sys.stderr)
        return FAILED
