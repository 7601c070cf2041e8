"""The window's side of a live run: a small status to look at and a way to send commands. Knows nothing of how they travel.

Commands the window sends (``Command.kind`` and its ``data``):

| kind | data | |
|---|---|---|
| ``pause``, ``play`` | | hold the town, let it go on |
| ``speed`` | ``speed`` | game minutes per second; 0 = as fast as it can |
| ``skip`` | ``on`` | whether a sleeping town goes on as fast as it can |
| ``step`` | ``ticks`` | go on by so many ticks, then hold |
| ``interview`` | ``who``, ``question`` | ask a resident outside the town's time; the answer comes through ``run.interviews`` |
| ``whisper`` | ``who``, ``text`` | a thought put into a resident's head |
| ``watch`` | ``who`` ("" = nobody) | the user looks at this resident: worth more of a rationed model |
| ``happening`` | ``text``, ``where`` (an address as text, "" = everywhere) | something that happens in the town |
| ``become`` | ``who`` | take a resident over: from now on the user plays them |
| ``release`` | ``who`` | give the resident back to their own mind |
| ``go`` | ``who``, and ``x``, ``y`` or ``to`` (an address as text) | the played resident walks to a tile or a place |
| ``do`` | ``who``, ``activity``, ``address`` (may be left out) | the played resident begins an activity |
| ``speak`` | ``who``, ``text``, ``end`` | says a line to their talk or the nearest person; ``end`` is a goodbye |
| ``stop`` | | finish the tick, save and end |
"""

from __future__ import annotations

from typing import Protocol

from sim.types import Command, RunStatus


class Link(Protocol):
    """A live run; both methods return at once and never raise."""

    def status(self) -> RunStatus:
        """The latest status."""

    def send(self, command: Command) -> None:
        """Send a command to the town."""


class Trial(Link, Protocol):
    """A town that lives for a while to be looked at."""

    def stop(self) -> object:
        """End it; nothing of it is kept."""


class Workshop(Protocol):
    """What the editor needs from outside of the window: files, and towns to try."""

    def begin(self, text: str, path: str) -> Trial:
        """A new town that lives for an hour from the scenario ``text``, as the file ``path`` would be."""

    def fork(self, run: str, tick: int, text: str) -> Trial:
        """The same, as a fork of a run that goes on with the scenario ``text``."""

    def keep(self, run: str, tick: int, text: str) -> str:
        """Write a fork of a run that goes on with the scenario ``text`` as a run file; returns its path. Raises an error whose
        message is a line."""

    def place(self, path: str) -> str:
        """The path at which a scenario that was opened at ``path`` is saved: there, or beside a file that must stay."""

    def save(self, text: str, path: str) -> str:
        """Write a scenario; returns its path. Raises an error whose message is a line."""
