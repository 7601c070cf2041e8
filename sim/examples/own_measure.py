"""An own measure: how many lines of talk are questions, and talks in which only one spoke, as failures with where to look."""

from __future__ import annotations

from collections.abc import Sequence

from sim import Failure, Measure, Metric, Town
from sim.analysis.metrics import proportion
from sim.analysis.run_context import RunContext


class Curiosity(Measure):
    """Shown by ``evaluate`` and collected by every experiment that evaluates towns, once it is installed."""

    name = "curiosity"

    def metrics(self, context: RunContext) -> Sequence[Metric]:
        lines = [text for talk in context.run.talks(None, 0, context.last_tick) for _, _, text in talk.lines]
        asked = sum(line.rstrip().endswith("?") for line in lines)
        return [proportion("questions in talk", asked, len(lines), "lines of talk that end with a question mark")]

    def failures(self, context: RunContext) -> Sequence[Failure]:
        talks = [talk for talk in context.run.talks(None, 0, context.last_tick) if talk.end_tick is not None]
        alone = [talk for talk in talks if len({who for _, who, _ in talk.lines}) == 1]
        return [Failure("monologue", talk.start_tick, talk.lines[0][1], talk.lines[0][2]) for talk in alone]


def main() -> Town:
    """A morning to measure."""
    return Town.load("scenarios/first_morning.yaml", model="fake").run(until="10:00")


if __name__ == "__main__":
    print(main().evaluate([Curiosity()]).to_text())
