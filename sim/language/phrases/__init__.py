"""What residents say in the moments that matter, as data, a module for each moment; ``purposes`` says what the lines do.

The banks give colour; these lines carry facts, so they say nothing beyond their slots. ``{S}`` is a statement as a sentence of
its own, ``{s}`` the same inside a sentence, ``{who}`` a person, ``{what}`` an occasion, ``{you}`` the one spoken to.
"""

from __future__ import annotations


def lines(text: str) -> tuple[str, ...]:
    """A table of lines, written one under the other."""
    return tuple(text.strip().splitlines())
