"""What the start screen and ``list`` show: scenarios, saved runs and minds; how a window begins what is chosen; the editor."""

from __future__ import annotations

import argparse
import contextlib
import datetime as dt
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from textwrap import wrap

from sim.cli.errors import FAILED, UsageError
from sim.cli.jobs import RunJob, resume_job
from sim.cli.parser import WORLDS
from sim.cli.saved_runs import HOME, SHIPPED, new_path
from sim.cli.terminal import has_screen
from sim.cli.workshop import Bench, WindowLink, unused
from sim.record.catalogue import RunSummary, list_runs, summarize_run
from sim.record.errors import RunError
from sim.view.home import HomeError, MindOffer, RunOffer, TownOffer
from sim.world.clock import Clock, clock_text

SCENARIOS = "scenarios"
PLAYERS = {"fake": "the script", "town-mind": "the guided mind", "standin": "the stand-in"}
"""Names of models in run files -> words for the start screen."""
TITLE_WORDS = 4
"""The first words of what a town is about; they become its name."""
LIST_WIDTH = 120
"""Letters of a line of ``list``."""
BUNDLED = MindOffer(
    "bundled", "The small real mind", "A language model of 135M parameters that we taught. It speaks in its own plain words."
)
STANDIN = MindOffer("standin", "The stand-in", "No model: true things in plain words. The fastest, for large towns.")
GUIDED = MindOffer("town-mind", "The guided mind", "A tiny model that picks hand-written lines.")
SCRIPTED = MindOffer("fake", "The script alone", "No model: hand-written rules and lines.")
BETTER = (
    "For people with more to say: put a GGUF file of 1B parameters or more into the folder models (run_sim.py models pull "
    "small fetches one), or start Ollama, LM Studio or llama-server."
)

NO_WRITER = (
    "The chosen mind cannot write a town. Choose an instruct model of 3B parameters or more, or a server, under "
    "'Who plays the residents'; what there is on this machine stands there."
)


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


class TownHome:
    """What the start screen needs of the command line; a ``view.home.Home``."""

    def __init__(self, saves: str, debug: bool = False) -> None:
        self.interrupted, self.worlds, self.better_mind = False, WORLDS, BETTER
        self.mind = BUNDLED.spec
        self._saves, self._debug = saves, debug
        self._links: list[WindowLink] = []
        self.towns, self.runs, self.minds = towns, partial(runs, saves), minds

    def live(self, town: str, mind: str) -> WindowLink:
        from sim.scenario import load

        with _told():
            scenario = load(town)
            Path(self._saves).mkdir(parents=True, exist_ok=True)
            return self._begin(RunJob(str(new_path(self._saves, scenario.id)), town, model=mind, named=False))

    def resume(self, run: str) -> WindowLink:
        with _told():
            return self._begin(resume_job(Path(run)))

    def _begin(self, job: RunJob) -> WindowLink:
        return self.adopt(WindowLink(replace(job, speed=1.0, debug=self._debug)))

    def adopt(self, link: WindowLink) -> WindowLink:
        """Look after a town until it has ended, also one that the command line began."""
        self._links.append(link)
        self.mind = link.job.model
        return link

    def new(self, world: str, people: int, seed: int) -> TownOffer:
        from sim.cli.new_scenario import write_scenario
        from sim.scenario.new_town import new_town

        with _told():
            path = Path(SCENARIOS) / f"{world}_{people}_{seed}.yaml"
            if not path.exists():
                write_scenario(path, new_town(f"{world.capitalize()} {seed}", world, people, seed))
            return _town(path)

    def room_for(self, world: str) -> int:
        from sim.scenario.bedrooms import most_people, places_of
        from sim.scenario.new_town import map_of

        return most_people(places_of(map_of(world)))

    def write(self, about: str, people: int, seed: int, mind: str, tell: Callable[[str], None]) -> TownOffer:
        from sim.authoring import TownBrief
        from sim.cli.new_scenario import write_by_model, write_scenario

        if mind in (BUNDLED.spec, GUIDED.spec, STANDIN.spec, SCRIPTED.spec):
            raise HomeError(NO_WRITER)
        with _told():
            words = re.findall(r"[^\W\d_]+", re.sub(r"^(?:an?|the) ", "", about.strip(), flags=re.I))
            title = " ".join(words[:TITLE_WORDS]) or "Town"
            path = unused(Path(SCENARIOS), re.sub(r"[^a-z]+", "_", title.lower()).strip("_") or "town", ".yaml")
            text = write_by_model(TownBrief(title.capitalize(), about, people, seed=seed), mind, path, tell)
            write_scenario(path, text)
            return _town(path)

    def settle(self) -> bool:
        if self.interrupted:
            raise KeyboardInterrupt
        ended = [link for link in self._links if link.ended()]
        for link in ended:
            link.stop()
            self._links.remove(link)
        return bool(ended)

    def close(self) -> None:
        """Make every town that still lives finish its tick and save."""
        for link in self._links:
            link.stop()


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Turns expected errors into ``HomeError``, which the start screen shows."""
    from sim.authoring.writing import NotWritten
    from sim.llm.base import ModelError
    from sim.scenario import ScenarioError

    try:
        yield
    except ScenarioError as error:
        raise HomeError("\n".join(error.problems)) from error
    except (ModelError, NotWritten, RunError, UsageError, OSError) as error:
        raise HomeError(" ".join([str(error), *getattr(error, "__notes__", ())])) from error


def towns() -> list[TownOffer]:
    """The scenarios that ship, then those of this folder."""
    folders = dict.fromkeys((HOME / SCENARIOS, Path(SCENARIOS).resolve()))
    return [_town(path) for folder in folders for path in sorted(folder.glob("*.yaml"))]


def _town(path: Path) -> TownOffer:
    """A scenario's facts, or why it cannot be lived."""
    from sim.scenario import ScenarioError, load

    try:
        scenario = load(path)
    except (ScenarioError, OSError) as error:
        problem = error.problems[0] if isinstance(error, ScenarioError) else str(error)
        return TownOffer(str(path), path.stem, "cannot be lived", problem, None)
    facts = f"{_people(len(scenario.residents))} · {span(Clock(scenario.start), scenario.until)}"
    return TownOffer(str(path), scenario.name, facts, scenario.description.strip(), Path(scenario.map))


def runs(saves: str) -> list[RunOffer]:
    """The saved runs, the last written first, then the shipped runs."""
    shipped = [_run(summarize_run(path), name, f"{text[0].upper()}{text[1:]}.") for name, (path, text) in SHIPPED.items()]
    return [_run(summary) for summary in list_runs(saves)] + shipped


def _run(found: RunSummary, name: str = "", about: str = "") -> RunOffer:
    """A run's facts. A run with a ``name`` ships with the program and cannot be resumed."""
    title = name or found.path.stem
    if found.problem:
        return RunOffer(str(found.path), title, "cannot be read", "", problem=found.problem)
    at = max(0, found.last_tick) * found.tick_seconds
    lived = span(Clock(dt.datetime.fromisoformat(found.start)), at)
    facts = f"{found.scenario_name} · {_people(found.residents)} · {lived}"
    played = f"{found.condition}, played by {PLAYERS.get(found.mind, found.mind)}"
    resumable = not name and found.condition not in ("finished", "running")
    return RunOffer(str(found.path), title, facts, about or played, resumable)


def span(clock: Clock, at: int) -> str:
    """From a run's start to ``at`` game seconds: ``Friday 07:00 to 12:00, 5 h``."""
    last = clock_text(clock.minutes(at)) if clock.day(at) == 1 else f"{clock.weekday(at)} {clock_text(clock.minutes(at))}"
    long = f"{at // 3600} h" if at >= 3600 else f"{at // 60} min"
    return f"{clock.weekday(0)} {clock_text(clock.minutes(0))} to {last}, {long}"


def _people(count: int) -> str:
    return "1 person" if count == 1 else f"{count} people"


def minds() -> list[MindOffer]:
    """What can play the residents here: the bundled mind, running servers, files, the script."""
    from sim.llm.found_models import found_models

    return [BUNDLED, *(MindOffer(one.spec, one.name, one.about) for one in found_models()), STANDIN, GUIDED, SCRIPTED]


def told(saves: str) -> Iterator[str]:
    """The lines of ``list``."""
    here = [(_near(one.file), one.facts, f"{one.title}. {one.about}") for one in towns()]
    yield from _section("Towns (`python run_sim.py FILE`)", here)
    saved = [(one.title, one.facts, one.problem or one.about) for one in runs(saves)]
    yield from _section("Runs (`replay NAME`, `resume NAME`)", saved)
    yield from _section("Minds (`--model NAME`)", [(one.spec, one.title, one.about) for one in minds()])
    yield from wrap(BETTER, LIST_WIDTH)


def _near(file: str) -> str:
    """A path as short as it can be written here."""
    path, here = Path(file), Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else file


def _section(title: str, rows: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    yield title
    for name, facts, about in rows:
        yield f"  {name:32} {facts}"
        yield from (f"{'':35}{line}" for line in wrap(about, LIST_WIDTH - 35))
    yield ""
