"""What became of the questions to the model, in a line or two: how many were answered by fallbacks, why, and what to do.

Reads the record; knows what problems are called (``sim/llm``, ``sim/answer``) and which flag helps against which.
"""

from __future__ import annotations

from sim.llm.server_settings import KEY_VARIABLE
from sim.record.rows import Trouble

_HELP = (
    ("timeout", "Give the server more time for a reply (--timeout SECONDS), or take a smaller model."),
    ("refused: the token ceiling", "More tokens: resume with --token-ceiling N."),
    ("server: 401", f"The server wants a key, in the environment variable {KEY_VARIABLE}."),
    ("server: 403", f"The server wants a key, in the environment variable {KEY_VARIABLE}."),
    ("server: 404", "The server does not know the model: choose one of its own with --model URL#NAME."),
    ("server: 429", "The server limits how often it may be asked: wait and resume, or take another."),
    ("server: invalid JSON", "The model does not keep to the shape asked for: take a bigger instruct model."),
    ("server", "See what the server's own log says, and resume once it answers."),
    (
        "truncated",
        "Replies are cut off before they end: take a model that does not think aloud, or play it --guided.",
    ),
    ("", "The model does not write what is asked for: take a bigger instruct model, or play it --guided."),
)
"""The beginning of a problem, and what helps; the first that fits."""


def told(trouble: Trouble) -> str:
    """One or two lines; "" where no fallback stood in."""
    if not trouble.fallbacks:
        return ""
    every = "all" if trouble.fallbacks == trouble.asked else str(trouble.fallbacks)
    most = f" ({trouble.times} times)" if trouble.times < trouble.fallbacks else ""
    what = f"{every} of {trouble.asked} questions to the model were answered by fallbacks, not by the model"
    advice = next(help for start, help in _HELP if trouble.problem.startswith(start))
    return f"{what}. Why: {trouble.problem}{most}.\n{advice}"
