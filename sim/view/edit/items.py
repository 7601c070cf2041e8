"""The items of the editor's lists and forms, as plain data: what is shown, and what is called when it is used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sim.view.style import ACCENT, Colour

Act = Callable[[], object]


@dataclass(frozen=True)
class Heading:
    """A heading; no item to go to."""

    text: str
    note: str = ""


@dataclass(frozen=True)
class Note:
    """A sentence; ``wrong`` for a mistake (1) or a warning (2)."""

    text: str
    wrong: int = 0


@dataclass(frozen=True)
class ListEntry:
    """An entry to go to: a name with a line below it."""

    title: str
    note: str
    act: Act
    colour: Colour = ACCENT
    wrong: bool = False
    on: bool = False


@dataclass(frozen=True)
class Button:
    """A button: a label and what it does."""

    title: str
    act: Act


@dataclass(frozen=True)
class ChoiceField:
    """A choice among several values; Left and Right step through them. ``set`` gets the number of the option."""

    label: str
    options: tuple[str, ...]
    at: int
    set: Callable[[int], object]
    steps: bool = False
    """Whether only the chosen value is shown, with an arrow at either side."""


@dataclass(frozen=True)
class Field:
    """A value to write. ``set`` gets the text; ``offers`` are values that may be taken, ``many`` says that the field holds
    several of them with commas. ``fixed`` is why it cannot be changed."""

    name: str
    label: str
    text: str
    set: Callable[[str], object]
    hint: str = ""
    offers: tuple[str, ...] = ()
    many: bool = False
    mistakes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    fixed: str = ""
    place: bool = False
    """Whether a click on the map may fill it."""


Item = Heading | Note | ListEntry | Button | ChoiceField | Field
