"""Messages for errors: exit codes, a line or two for every error that a user can meet, and what to do about a model that was
replaced by fallbacks. Knows which error means which exit code; knows no command.
"""

from __future__ import annotations

import errno
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.record.rows import Trouble

FAILED = 1
"""Exit code: the command failed."""
USAGE = 2
"""Exit code: wrong arguments, or a bad input file."""
MODEL = 3
"""Exit code: a model is missing or unusable."""
INTERRUPTED = 130
"""Exit code: interrupted, and saved."""


class UsageError(Exception):
    """Arguments that do not fit together; exit code 2."""


def explain(error: Exception) -> int:
    """Print a line or two for an error and return its exit code. Errors that no user should meet are called our mistake."""
    code = _explain(error)
    return say("\n".join(notes), code) if (notes := getattr(error, "__notes__", ())) else code


def _explain(error: Exception) -> int:
    if isinstance(error, ModuleNotFoundError) and str(error.name).split(".")[0] != "sim":
        return say(_missing(error), MODEL)
    from sim.authoring.writing import NotWritten
    from sim.llm.base import ModelError
    from sim.memory import EmbedderError
    from sim.parts import PartError, PartFailed
    from sim.record.errors import DISK_FULL_ERRNOS, DiskFull, FileGone, RunError, StoreError
    from sim.scenario import ScenarioError
    from sim.world.tilemap import MapError

    if isinstance(error, ScenarioError):
        return say("\n".join(error.problems), USAGE)
    if isinstance(error, (DiskFull, FileGone, NotWritten, PartFailed)):
        return say(str(error), FAILED)
    if isinstance(error, (MapError, PartError, RunError, StoreError, UsageError)):
        return say(str(error), USAGE)
    if isinstance(error, (ModelError, EmbedderError)):
        return say(str(error), MODEL)
    if isinstance(error, OSError) and error.errno in DISK_FULL_ERRNOS:
        return say(f"{f'{error.filename}: ' if error.filename else ''}the disk is full; free some space and try again.", FAILED)
    if isinstance(error, OSError):
        what = str(error.filename or "a file")
        wrong = error.errno in (errno.ENAMETOOLONG, errno.ENOTDIR, errno.EISDIR)
        return say(f"{what if len(what) < 200 else what[:80] + '...'}: {error.strerror or error}", USAGE if wrong else FAILED)
    return say(
        f"this should not have happened: {type(error).__name__}: {error}\nRun again with --debug for the details.", FAILED
    )


def _missing(error: ModuleNotFoundError) -> str:
    """The message for a missing module. Most often the program was started by another Python than it was installed for."""
    return (
        f"{error.name} is not installed for {sys.executable}.\n"
        "Install the program for it (pip install . in its folder), or start it with the Python of the environment that has it."
    )


def say(text: str, code: int) -> int:
    """Print to standard error; returns ``code``."""
    print(text, file=sys.stderr, flush=True)
    return code


_HELP = (
    ("timeout", "Give the server more time for a reply (--timeout SECONDS), or take a smaller model."),
    ("refused: the token ceiling", "More tokens: resume with a higher SIM_TOKEN_CEILING in the environment."),
    ("server: 401", "The server wants a key, in the environment variable {key}."),
    ("server: 403", "The server wants a key, in the environment variable {key}."),
    ("server: 404", "The server does not know the model: choose one of its own with --model URL#NAME."),
    ("server: 429", "The server limits how often it may be asked: wait and resume, or take another."),
    ("server: invalid JSON", "The model does not keep to the shape asked for: take a bigger instruct model."),
    ("server", "See what the server's own log says, and resume once it answers."),
    ("refused: the model thought", "Take a model that does not think aloud, or switch its thinking off where it is served."),
    (
        "truncated",
        "Replies are cut off before they end: take a model that does not think aloud, or the guided one, --model town-mind.",
    ),
    ("", "The model does not write what is asked for: take a bigger instruct model, or the guided one, --model town-mind."),
)
"""The beginning of a problem, and what helps against it; the first that fits."""


def model_trouble(trouble: Trouble, last: str = "") -> str:
    """How many questions were answered by fallbacks, why, and what to do, in a line or two; "" where no question was. ``last``
    is the problem that ended the run, if there was one; what to do is then about that problem."""
    from sim.llm.server_settings import KEY_VARIABLE

    problem = last or trouble.problem
    advice = next(help for start, help in _HELP if problem.startswith(start)).format(key=KEY_VARIABLE)
    if not trouble.fallbacks:
        return advice if last else ""
    every = "all" if trouble.fallbacks == trouble.asked else str(trouble.fallbacks)
    most = f" ({trouble.times} times)" if trouble.times < trouble.fallbacks else ""
    what = f"{every} of {trouble.asked} questions to the model were answered by fallbacks, not by the model"
    saved = "Up to the last tick that is saved, " if last else ""  # those of the tick in flight count among the failures alone
    return f"{saved}{what}. Why: {trouble.problem}{most}.\n{advice}"
