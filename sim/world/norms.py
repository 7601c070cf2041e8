"""``Norms``: the rules of places by address: opening hours, private rooms, capacities.

The innermost rule of a kind applies. Who is in a place now is known to ``sim.world.state``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.types import Address


class Norms:
    """``rules``: address -> ``only`` (slugs), ``owner`` (a slug), ``opens`` and ``closes`` (minutes), ``capacity``.
    ``insiders``: sector -> the slugs of those who live or work there."""

    def __init__(
        self,
        rules: Mapping[Address, Mapping[str, Any]] | None = None,
        insiders: Mapping[Address, Sequence[str]] | None = None,
    ) -> None:
        self._rules, self._insiders = dict(rules or {}), dict(insiders or {})

    def find(self, address: Address, key: str) -> tuple[Address, Any]:
        """(place, value) of the innermost rule ``key`` that applies at an address; ((), None) if there is none."""
        for depth in range(len(address), 0, -1):
            rules = self._rules.get(address[:depth])
            if rules is not None and key in rules:
                return address[:depth], rules[key]
        return (), None

    def refusal(self, slug: str, address: Address, minutes: int) -> str:
        """Why a resident may not enter at a time of day (minutes): ``private``, ``closed``, or "" if they may.

        Opening hours do not apply to the owner and to those who live or work there.
        """
        if not self._rules:
            return ""
        owner, only = self.find(address, "owner")[1], self.find(address, "only")[1]
        if only and slug not in only and slug != owner:
            return "private"
        hours = self._hours(slug, address)
        return "closed" if hours and not is_open(minutes, *hours) else ""

    def closes_in(self, slug: str, address: Address, minutes: int) -> int | None:
        """The minutes until an open place closes for a resident; None if it does not close for them."""
        hours = self._hours(slug, address) if self._rules else None
        if hours is None or hours == (0, 1440) or not is_open(minutes, *hours):
            return None
        return (hours[1] - minutes) % 1440

    def _hours(self, slug: str, address: Address) -> tuple[int, int] | None:
        """The opening hours (minutes of the day) that apply to a resident; None if there are none, or if they belong there."""
        opens, closes = self.find(address, "opens")[1], self.find(address, "closes")[1]
        insider = slug == self.find(address, "owner")[1] or slug in self._insiders.get(address[:2], ())
        return None if insider or opens is None or closes is None else (int(opens), int(closes))


def is_open(minutes: int, opens: int, closes: int) -> bool:
    """Whether a time of day lies in opening hours (all in minutes after midnight), which may go past midnight."""
    return opens <= minutes < closes if opens <= closes else minutes >= opens or minutes < closes
