"""Who may be where and when: opening hours, private rooms, and how many fit in, by address.

The innermost rule of its kind holds. Knows rules and who belongs to a place; who is there now is ``sim.world.state``'s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.types import Address


class Norms:
    """``rules``: address -> ``only`` (slugs), ``owner`` (a slug), ``opens`` and ``closes`` (minutes), ``capacity``;
    ``insiders``: sector -> the slugs of who lives or works there."""

    def __init__(
        self,
        rules: Mapping[Address, Mapping[str, Any]] | None = None,
        insiders: Mapping[Address, Sequence[str]] | None = None,
    ) -> None:
        self._rules, self._insiders = dict(rules or {}), dict(insiders or {})

    def find(self, address: Address, key: str) -> tuple[Address, Any]:
        """Where the innermost rule ``key`` that holds at an address is made, and what it says; None where there is none."""
        for depth in range(len(address), 0, -1):
            rules = self._rules.get(address[:depth])
            if rules is not None and key in rules:
                return address[:depth], rules[key]
        return (), None

    def refusal(self, slug: str, address: Address, minutes: int) -> str:
        """Why somebody is not let in at a time of day (minutes): ``private``, ``closed``; "" when they are.

        Who lives or works there, and its owner, come and go as they like.
        """
        if not self._rules:
            return ""
        owner, only = self.find(address, "owner")[1], self.find(address, "only")[1]
        if only and slug not in only and slug != owner:
            return "private"
        hours = self._hours(slug, address)
        return "closed" if hours and not is_open(minutes, *hours) else ""

    def closes_in(self, slug: str, address: Address, minutes: int) -> int | None:
        """In how many minutes a place that is open closes to somebody; None where it never does."""
        hours = self._hours(slug, address) if self._rules else None
        if hours is None or hours == (0, 1440) or not is_open(minutes, *hours):
            return None
        return (hours[1] - minutes) % 1440

    def _hours(self, slug: str, address: Address) -> tuple[int, int] | None:
        """The opening hours (minutes of the day) that bind somebody; None where there are none, or they belong there."""
        opens, closes = self.find(address, "opens")[1], self.find(address, "closes")[1]
        insider = slug == self.find(address, "owner")[1] or slug in self._insiders.get(address[:2], ())
        return None if insider or opens is None or closes is None else (int(opens), int(closes))


def is_open(minutes: int, opens: int, closes: int) -> bool:
    """Whether a time of day lies in opening hours (all in minutes after midnight), which may go past midnight."""
    return opens <= minutes < closes if opens <= closes else minutes >= opens or minutes < closes
