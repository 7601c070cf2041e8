"""Own parts of a town, by name: objects of other packages that replace or extend a piece of it.

A package offers a part under the entry-point group ``town_sim``; a scenario or a caller names it. Knows names, kinds and whom
to blame; what a part of each kind does is said where it is used (``sim/examples/README.md`` lists them). Called by the engine,
the analysis, the window and the door (``sim.town``).
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from typing import Any

GROUP = "town_sim"
"""The entry-point group of parts: ``[project.entry-points.town_sim]``, ``name = "package.module:object"``."""
KINDS = ("mind", "answerer", "preset", "term", "action", "happening", "measure", "tab")
"""What a part can be; its class says so as ``part``."""
MODEL = "part:"
"""``--model part:NAME``: the answerer of this name answers the town's questions."""


class PartError(Exception):
    """A part is missing or is no part; the message names it."""


class PartFailed(PartError):
    """A part has raised an error; the message names the part, and the resident and tick where they are known."""


def kind_of(part: object) -> str:
    """What a part is, one of ``KINDS``. Raises ``PartError`` for anything that is no part."""
    kind = getattr(part, "part", None)
    if kind not in KINDS:
        raise PartError(f"{part!r} is no part of a town: its class has no `part` among {', '.join(KINDS)}")
    return str(kind)


def name_of(part: object) -> str:
    """A part's own name; that of its class where it has none."""
    made = part if isinstance(part, type) else type(part)
    return str(getattr(part, "name", "") or made.__name__)


def load(name: str, kind: str = "") -> Any:
    """The installed part called ``name``, of this ``kind`` where one is given. Raises ``PartError``."""
    found = {point.name: point for point in entry_points(group=GROUP)}
    if name not in found:
        there = f"there are {', '.join(sorted(found))}" if found else "none are installed"
        raise PartError(f"there is no part {name!r} here; {there}. Install the package that has it, or give it as an argument")
    part = _loaded(found[name])
    if kind and kind_of(part) != kind:
        raise PartError(f"{name!r} is not {_a(kind)} but {_a(kind_of(part))}")
    return part


def is_installed(name: str) -> bool:
    """Whether a package names a part so, whether or not it can be loaded."""
    return any(point.name == name for point in entry_points(group=GROUP))


def installed(kind: str) -> dict[str, Any]:
    """Every installed part of a kind by name, in the order of names; one that cannot be loaded is left out with a warning."""
    found = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            part = _loaded(point)
            if kind_of(part) == kind:
                found[point.name] = part
        except PartError as error:
            warnings.warn(str(error), stacklevel=2)
    return found


def _a(kind: str) -> str:
    """``an answerer``."""
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _loaded(point: EntryPoint) -> Any:
    """What an entry point names, made where it names a class; a tab is made later, once there is a window."""
    try:
        part = point.load()
        return part() if isinstance(part, type) and kind_of(part) != "tab" else part
    except PartError:
        raise
    except Exception as error:
        raise PartError(f"the part {point.name!r} ({point.value}) cannot be loaded: {type(error).__name__}: {error}") from error


@contextmanager
def blame(what: str, who: str = "", tick: int | None = None) -> Iterator[None]:
    """Turns whatever goes wrong inside into a ``PartError`` that names the part (``the mind 'hermit'``), resident and tick."""
    try:
        yield
    except PartError:
        raise
    except Exception as error:
        raise PartFailed(failed(what, who, tick, error)) from error


def failed(what: str, who: str, tick: int | None, error: Exception) -> str:
    """The message for a part that raised ``error``."""
    moment = "" if tick is None else f" at tick {tick}"
    return f"{what}{f' of {who}' if who else ''} failed{moment}: {type(error).__name__}: {error}"
