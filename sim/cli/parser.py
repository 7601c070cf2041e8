"""The arguments of every command. Commands are imported when they are called, so that ``--help`` is quick."""

from __future__ import annotations

import argparse
import difflib
import importlib
import os
import re
from collections.abc import Callable
from itertools import pairwise

from sim import experiments
from sim.cli.terminal import has_screen
from sim.types import is_blank
from sim.version import VERSION

VERBS = {
    "start": "open the start screen with towns, saved runs, new towns and minds (the default without a verb)",
    "run": "start a town from a scenario file (the default verb)",
    "resume": "continue a saved run",
    "replay": "watch a saved run in the window",
    "list": "list towns, saved runs, and the minds on this machine",
    "show": "tell what a run holds: residents, news, calls to the model",
    "search": "find words in everybody's memories and talk",
    "interview": "ask a resident of a saved run, without leaving a trace",
    "export": "write a run as tables, diaries, a video or a page that plays it",
    "fork": "start a new run from any moment of another, with a change",
    "diff": "find where two runs begin to differ",
    "verify": "re-run a run from its recorded replies and compare every tick",
    "compact": "make a run file as small as it gets",
    "evaluate": "measure how believable a run was, and where to look",
    "experiment": "run towns as an experiment: diffusion, network, attendance, ablation, paper, memory, poll, intervene, sweep",
    "edit": "edit a scenario in the window: people, places, news and happenings",
    "validate": "check a scenario and its map",
    "schema": "print the scenario format as a JSON schema",
    "new": "write a scenario to start from, or a whole town of made-up people",
    "models": "models known by name: list them, tell about one (info), download one (pull)",
    "doctor": "tell what this machine has, and what would go wrong",
}

WORLDS = ("village", "school", "station", "mill", "harbour")
"""The worlds of ``new``: those of the bank of new towns."""
GONE_OPTIONS = {
    "--guided": "the guided mind is --model town-mind",
    "--free": "every model but town-mind writes everything itself",
    "--prompts": "write `rules: {prompts: brief}` (or full) in the scenario",
    "--lanes": "how many questions are answered at a time follows from memory and --context",
    "--token-ceiling": "set SIM_TOKEN_CEILING=N in the environment",
}
"""Options of earlier programs -> what to do instead."""
SIMILAR_OPTION = 0.75
"""Similarity from which a word is taken for a misspelt option."""
SIMILAR_VERB = 0.66
"""Similarity from which a word is taken for a misspelt command; commands are short."""


def with_default_verb(words: list[str]) -> list[str]:
    """``words`` with ``run`` in front, where the first word is no verb and no option of the program itself. Without words: the
    verb of the start screen, or, where there is no screen, of the help."""
    if not words:
        return ["start" if has_screen() else "--help"]
    if words[0] in VERBS or words[0] in ("-h", "--help", "--version"):
        return words
    return ["run", *words]


def parse(words: list[str]) -> argparse.Namespace:
    """The arguments of a command. A misspelt argument gives a message with the argument that may be meant. Ends the process as
    argparse does."""
    parser = build()
    first = words[0] if words and words[0] not in VERBS and not os.path.exists(words[0]) else ""
    if meant := difflib.get_close_matches(first, VERBS, 1, SIMILAR_VERB):
        parser.error(f"{first} is neither a command nor a file; did you mean {meant[0]}?")
    for before, word in pairwise(["", *words]):
        if (is_blank(word) and before.startswith("--")) or re.fullmatch(r"--[\w-]+=\s*", word):
            parser.error(f"{word.split('=')[0].strip() or before} is empty; give it a value or leave it out")
    words = with_default_verb(words)
    args, strange = parser.parse_known_args(words)
    if strange:
        if what := GONE_OPTIONS.get(strange[0].split("=")[0]):
            parser.error(f"{strange[0].split('=')[0]} is gone: {what}")
        known = [option for option in args.flags if option.startswith("--")]
        meant = difflib.get_close_matches(strange[0].split("=")[0], known, 1, SIMILAR_OPTION)
        parser.error(f"unrecognized arguments: {' '.join(strange)}" + (f" (did you mean {meant[0]}?)" if meant else ""))
    return args


def build() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="run_sim.py",
        description="A town of generative agents: start it, watch it, look into anybody's mind.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=VERSION)
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    made = {verb: _verb(verbs, verb, text) for verb, text in VERBS.items()}
    _live_arguments(made)
    _inspect_arguments(made)
    _file_arguments(made)
    _measure_arguments(made)
    return parser


def _verb(verbs: argparse._SubParsersAction[argparse.ArgumentParser], verb: str, text: str) -> argparse.ArgumentParser:
    made = verbs.add_parser(verb, help=text, description=text[0].upper() + text[1:] + ".", allow_abbrev=False)
    made.add_argument("--debug", action="store_true", help="show errors as tracebacks")
    made.set_defaults(command=_lazy(verb), flags=made._option_string_actions)
    return made


def _lazy(verb: str) -> Callable[[argparse.Namespace], int]:
    """The function of a verb, imported when called."""
    module = next(name for name, verbs in _MODULES.items() if verb in verbs)

    def call(args: argparse.Namespace) -> int:
        return int(getattr(importlib.import_module(f"sim.cli.{module}"), verb.replace("-", "_") + "_command")(args))

    return call


_MODULES = {
    "start": ("edit",),
    "run_commands": ("start", "run", "resume", "replay"),
    "inspect_runs": ("list", "show", "search", "interview", "evaluate", "experiment"),
    "run_files": ("export", "fork", "diff", "verify", "compact"),
    "new_scenario": ("new",),
    "setup": ("validate", "schema", "models", "doctor"),
}


def _live_arguments(made: dict[str, argparse.ArgumentParser]) -> None:
    made["run"].add_argument("scenario", help="a scenario file (YAML)")
    made["run"].add_argument("--seed", type=_seed, metavar="N", help="the run's seed (default: the scenario's)")
    made["run"].add_argument("--name", metavar="NAME", help="the run's name (default: scenario and time)")
    made["run"].add_argument(
        "--minds",
        choices=("all", "words", "talk"),
        help="which questions the model answers, while a fast helper answers the others: all; words: all but what is routine; "
        "talk: talk alone (default: words for a large model without a GPU, else all)",
    )
    made["run"].add_argument("--attention", type=_positive, metavar="N", help="ask the model at most N questions per game hour")
    made["run"].add_argument(
        "--thinking",
        action=argparse.BooleanOptionalAction,
        help="whether the town goes on while its people think (default: for models that write everything themselves)",
    )
    made["resume"].add_argument("run", help="a saved run: its name, its file, or `latest`")
    for verb in ("run", "resume"):
        add = made[verb].add_argument
        add("--headless", action="store_true", help="without a window")
        add("--ticks", type=_positive, metavar="N", help="stop after N ticks")
        add("--until", metavar="WHEN", help='stop at HH:MM or "day 2 18:00"')
        add(
            "--speed",
            type=_speed,
            metavar="X",
            help="game minutes per second; 0 is as fast as it can (default: 1 watched, 0 headless)",
        )
        add(
            "--model",
            action="append",
            metavar="MODEL",
            help="who thinks: bundled (a small language model), standin (no model, plain words), town-mind (a tiny model of "
            "ours), fake (hand-written rules), a GGUF file, a name of `models list`, or a server's http://host:port/v1; "
            "given several times, they answer together (default: bundled, or what the run had)",
        )
        _style(made[verb])
        beside = "what answers questions that the model leaves: standin, town-mind, fake or a GGUF file (default: standin)"
        add("--helper", metavar="MODEL", help=beside)
        add("--embedder", metavar="NAME", help="what compares memories: minilm, hash, none, or a sentence-transformers model")
        add("--gpu-layers", type=_layers, metavar="N", help="layers of a local model on the GPU (default: auto, all that fit)")
        add("--context", type=_positive, metavar="N", help="tokens of a prompt and its reply (default: what memory allows)")
        add("--threads", type=_positive, metavar="N", help="threads of a local model (default: the cores but one)")
        add("--timeout", type=_seconds, metavar="S", help="seconds to wait for a server's reply (default: 120)")
    made["replay"].add_argument("run", nargs="?", help="a saved run (default: the one that ships with the program)")
    made["replay"].add_argument("--beside", metavar="RUN", help="another run of the same town, such as a fork, in one window")
    made["replay"].add_argument("--speed", type=_speed, default=1.0, metavar="X", help="game minutes per second")
    for verb in ("start", "run", "resume", "replay"):
        _saves(made[verb])


def _style(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--style",
        choices=("small", "full"),
        help="how a model that writes everything itself is asked: in short prompts and plain text where that is enough, or in "
        "long ones and JSON (default: small below 3B parameters)",
    )


def _inspect_arguments(made: dict[str, argparse.ArgumentParser]) -> None:
    for verb in ("list", "show", "search", "interview"):
        _saves(made[verb])
        _json(made[verb])
    for verb in ("show", "search", "interview"):
        made[verb].add_argument("run", help="a saved run: its name, its file, or `latest`")
    made["show"].add_argument("--day", type=_positive, metavar="N", help="the evening page of day N: what spread, who met ...")
    made["show"].add_argument("--picture", metavar="FILE", help="write a picture of the town (PNG)")
    made["show"].add_argument(
        "--card",
        metavar="FILE",
        help="write a card to share: a talk, with the speakers in their place (PNG, or GIF line by line)",
    )
    made["show"].add_argument("--at", metavar="WHEN", help="the moment of picture or card (default: the end; the longest talk)")
    made["search"].add_argument("words", nargs="+", help="words that must all occur")
    made["interview"].add_argument("resident", help="whom to ask: slug or name")
    made["interview"].add_argument("question", help="what to ask")
    made["interview"].add_argument("--at", metavar="WHEN", help="the moment to ask at (default: the run's end)")
    form = made["interview"].add_mutually_exclusive_group()
    form.add_argument("--options", metavar="A;B;C", help="answer with one of these")
    form.add_argument("--scale", metavar="LOW-HIGH", help="answer with a number")
    made["interview"].add_argument("--model", metavar="MODEL", help="default: the run's own")
    _style(made["interview"])


def _file_arguments(made: dict[str, argparse.ArgumentParser]) -> None:
    made["validate"].add_argument("scenario", help="a scenario file (YAML), or a map (TMJ, TMX, JSON)")
    made["validate"].add_argument("--picture", metavar="FILE", help="draw what was read from the map (PNG)")
    _json(made["validate"])
    made["edit"].add_argument("scenario", help="a scenario file (YAML)")
    made["edit"].add_argument(
        "--model", default="bundled", metavar="MODEL", help="who thinks in an hour that is tried (default: bundled)"
    )
    made["new"].add_argument("name", help="the new scenario's name; written to scenarios/NAME.yaml, or beside the map")
    made["new"].add_argument("--map", metavar="FILE", help="a Tiled map (TMJ or TMX), or the name of one that ships")
    made["new"].add_argument("--people", type=_positive, metavar="N", help="a whole town of N people who are made up")
    made["new"].add_argument("--world", choices=WORLDS, help="the sort of town that is made up (default: village)")
    made["new"].add_argument("--seed", type=_seed, metavar="N", help="another town for every number (default: 0)")
    made["new"].add_argument("--about", metavar="TEXT", help="what a town is about that a capable model writes")
    made["new"].add_argument("--model", metavar="MODEL", help="with --about: who writes: a GGUF file or http://host:port/v1")
    made["models"].add_argument("action", choices=("list", "info", "pull"))
    made["models"].add_argument("name", nargs="?", help="a name that `models list` shows")
    _json(made["models"])
    _json(made["doctor"])
    for verb in ("export", "fork", "diff", "verify", "compact"):
        _saves(made[verb])
        _json(made[verb])
        made[verb].add_argument("run", help="a saved run: its name, its file, or `latest`")
    made["diff"].add_argument("other", help="the run to compare with")
    made["export"].add_argument("--to", metavar="PATH", help="where to (default: beside the run)")
    made["export"].add_argument(
        "--as",
        dest="form",
        default="html",
        choices=("html", "jsonl", "csv", "parquet", "diary", "genagents", "video"),
        help="default: html; genagents: a folder per resident, which `import:` reads",
    )
    made["export"].add_argument("--video", dest="form", action="store_const", const="video", help="the same as --as video")
    made["export"].add_argument("--news", metavar="ID", help="a GIF of how this piece of news went from person to person")
    made["fork"].add_argument("--at", required=True, metavar="WHEN", help='HH:MM, "day 2 18:00" or `tick N`')
    made["fork"].add_argument("--name", required=True, metavar="NAME", help="the new run's name")
    made["fork"].add_argument(
        "--whisper", action="append", default=[], metavar="WHO:TEXT", help="a thought put into somebody's head"
    )
    made["fork"].add_argument("--forget", action="append", default=[], metavar="WHO:N", help="a memory deleted, by its number")
    made["fork"].add_argument(
        "--plan", action="append", default=[], metavar="WHO:PLAN", help='another plan: ana:"18:00 dinner @ Cafe; 20:00 ..."'
    )
    made["fork"].add_argument(
        "--move", action="append", default=[], metavar="NEWS:WHEN", help='a party moved: supper:"Saturday 20:00 @ Cafe"'
    )
    made["fork"].add_argument(
        "--scenario", metavar="FILE", help="go on with an edited scenario: cards, ties, memories, places, what is to come"
    )
    parts = ("questions", "vectors", "states")
    made["compact"].add_argument("--drop", action="append", default=[], choices=parts, help="what to leave out (repeatable)")
    made["verify"].add_argument("--hashes", action="store_true", help="only recompute the hashes: quick, no replies needed")


def _measure_arguments(made: dict[str, argparse.ArgumentParser]) -> None:
    _saves(made["evaluate"])
    _json(made["evaluate"])
    made["evaluate"].add_argument("run", help="a saved run: its name, its file, or `latest`")
    made["evaluate"].add_argument("--sheet", metavar="FOLDER", help="draw samples for readers to judge blind; then add up")
    made["evaluate"].add_argument("--items", type=_positive, default=60, metavar="N", help="samples of each kind (default: 60)")
    made["experiment"].add_argument("name", choices=tuple(experiments.NAMES), help="which one")
    experiments.add_arguments(made["experiment"])
    _saves(made["experiment"])


def _saves(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--saves", default="saves", metavar="DIR", help="the folder of saved runs (default: saves)")


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="data on standard output, all else on standard error")


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None


def _decimal(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number") from None


def _positive(text: str) -> int:
    value = _whole(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return value


def _seed(text: str) -> int:
    value = _whole(text)
    if not 0 <= value < 2**63:
        raise argparse.ArgumentTypeError("must be 0 or more, below 2 to the 63rd, as in a scenario")
    return value


def _layers(text: str) -> int | None:
    return None if text == "auto" else _whole(text)


def _seconds(text: str) -> float:
    value = _decimal(text)
    if not 0 < value <= 86400:
        raise argparse.ArgumentTypeError("must be more than 0, at most 86400")
    return value


def _speed(text: str) -> float:
    value = _decimal(text)
    if value and not 0.001 <= value <= 1e6:
        raise argparse.ArgumentTypeError("must be 0, or from 0.001 to 1000000")
    return value
