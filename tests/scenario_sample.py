"""The first lines of a small scenario, for the tests of files: one resident, ``mara``; keys, people and more are added."""

from __future__ import annotations


def opening(town_map: str, start: str, name: str) -> str:
    """Nine lines of YAML, up to and with the traits of ``mara``, who is called ``name``."""
    return f"""\
name: Small
map: {town_map}
start: {start}
until: 12:00
residents:
  mara:
    name: {name}
    age: 34
    traits: warm, stubborn
"""
