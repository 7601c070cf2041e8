"""Own retrieval: a preset that forgets within hours, and a further term of the score for names in the query."""

from __future__ import annotations

import re

from sim import Memory, MemoryStream, Preset, Term, Town

FORGETFUL = Preset("forgetful", decay=0.5, weights=(3.0, 1.0, 1.0), k=5)
"""Recency halves every game hour and weighs three times as much as the rest (the published value is 0.995)."""
NAME = re.compile(r"\b[A-Z][a-z]+\b")


class Named(Term):
    """The share of the names in the query that a memory names too."""

    name = "named"
    weight = 0.5

    def score(self, memory: Memory, query: str, at: int) -> float:
        wanted = set(NAME.findall(query))
        return len(wanted & set(NAME.findall(memory.text))) / len(wanted) if wanted else 0.0


def main() -> Town:
    """Both in a town."""
    return Town.load("scenarios/first_morning.yaml", model="fake", parts=[FORGETFUL, Named()]).run(until="08:00")


if __name__ == "__main__":
    alone = MemoryStream(Preset(terms=(Named(),)))  # and without a town
    alone.add("Tess repaired the door")
    alone.add("the door is painted green")
    print(alone.retrieve("What did Tess do?", at=0))
    print(main()["nora"].memory.search("Tess"))
