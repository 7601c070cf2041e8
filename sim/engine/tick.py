"""One tick of the town: what happens to it, who moves, who thinks, what they do, what they keep, and the commit.

``Engine.step`` reads as that list. Knows all rooms but the window; how fast ticks follow each other is ``run``'s business.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sim.engine.apply import Apply
from sim.engine.hear import hear
from sim.engine.keep import Keeper
from sim.engine.outside import Outside
from sim.engine.rounds import Rounds
from sim.mind.follow import next_due
from sim.mind.live import live
from sim.mind.perceive import Percept
from sim.mind.thought import Mind, Thought
from sim.scenario.model import Scenario
from sim.types import Action, Address, Command, read_address
from sim.world.state import Body, World

RATED_AT_ONCE = 10
"""Memories in one rating question (seed document 000)."""
RATING_ROUND = 90
"""Ticks between ratings of what was merely seen or done; a retrieval in between counts it as mundane."""


class Engine:
    """A running town. ``tick`` is the last one done, -1 before the first."""

    def __init__(
        self, scenario: Scenario, world: World, minds: Mapping[str, Mind], rounds: Rounds, keeper: Keeper, tick: int = -1
    ):
        self.scenario, self.world, self.minds = scenario, world, minds
        self.rounds, self.keeper, self.tick = rounds, keeper, tick
        self.outside = Outside(scenario)
        self.touched: set[Address] = set()
        """Arenas in which something happened last tick: those there look again. Membership only, never iterated."""
        self.due: dict[str, int] = dict.fromkeys(minds, 0)
        self.stirred: list[str] = []
        """Whose minds may have changed in this tick."""

    @property
    def at(self) -> int:
        """The game second of the last tick done."""
        return self.tick * self.scenario.rules.tick

    def step(self, commands: Sequence[Command] = ()) -> None:
        """One tick, from commands to commit."""
        self.tick += 1
        apply = Apply(self.world, self.tick, self.at, self.scenario.rules.utterance, self.scenario.rules.hearing)
        news = self.outside.happen(apply, self.minds, self.world, self.at, commands)
        moved = self._move()
        thoughts = self._think(self._active(moved, news) if self.tick > 1 else [], news)
        self._act(apply, thoughts)
        self.stirred += hear(self.minds, apply.events, self.at)
        self._reflect(apply)
        self._look_ahead(apply, moved, thoughts)
        self._tell_problems(apply)
        self.keeper.commit(self, apply.events)

    def settle(self) -> None:
        """Tick 0 of a new run: everybody stands where the scenario has them, asleep or awake, for all to see at once.

        Their past is embedded and rated in the tick after; minds begin with the one after that.
        """
        self.tick = 0
        apply = Apply(self.world, 0, 0, self.scenario.rules.utterance, self.scenario.rules.hearing)
        self.outside.settle(apply, self.minds, self.world)
        self.touched = {self.world.arena(body.tile) for body in self.world.bodies.values()}
        self.keeper.commit(self, apply.events, everything=True)

    def _move(self) -> list[Body]:
        """Everybody who walks goes on; returns those who moved or have arrived."""
        walkers = [body for body in self.world.bodies.values() if body.walking]
        for body in walkers:
            body.tile = self.world.tile_at(body, self.tick)
            if body.tile == body.path[-1]:
                body.path = [body.tile]
        return walkers

    def _active(self, moved: Sequence[Body], news: Mapping[str, Sequence[Percept]]) -> list[str]:
        """Those with something to do, in scenario order: they moved, something happened around them, or time is up."""
        walking = [body.slug for body in moved]
        at, active = self.at, []
        for slug, body in self.world.bodies.items():
            if body.away or (body.asleep and at < self.due[slug] and slug not in news):
                continue
            if at >= self.due[slug] or slug in walking or slug in news or self._stirred(body):
                active.append(slug)
        return active

    def _stirred(self, body: Body) -> bool:
        if body.talk:
            talk = self.world.talks[body.talk]
            return self.at >= talk.due or self.world.arena(body.tile) in self.touched
        return bool(self.touched) and self.world.arena(body.tile) in self.touched

    def _think(self, active: Sequence[str], news: Mapping[str, Sequence[Percept]]) -> dict[str, Thought]:
        """Everybody's cognition, in rounds, to the end."""
        rules, seed = self.scenario.rules, self.keeper.seed
        thoughts = {slug: Thought(self.minds[slug], self.world, rules, self.tick, self.at, seed) for slug in active}
        talking = {slug: self.minds[slug].state.talk for slug in active}
        self.rounds.run([(slug, live(thought, news.get(slug, ()))) for slug, thought in thoughts.items()])
        self.stirred = [slug for slug, thought in thoughts.items() if _changed(thought, talking[slug])]
        return thoughts

    def _act(self, apply: Apply, thoughts: Mapping[str, Thought]) -> None:
        """Actions in scenario order."""
        for thought in thoughts.values():
            for action in thought.actions:
                apply(action)

    def _reflect(self, apply: Apply) -> None:
        """Between ticks: what is new is embedded and rated, and whoever's budget is full reflects."""
        self.keeper.embed(self.minds)
        self._rate()
        due = [mind for mind in self.minds.values() if mind.stream.due()]
        if not due:
            return
        now = self.world.clock.now_text(self.at)
        seeds = {mind.slug: self.keeper.seed_for(self.tick, mind.slug, "reflect") for mind in due}
        first = len(self.rounds.asked)
        made = self.rounds.run([(m.slug, m.stream.reflect(m.card, m.names, self.at, seeds[m.slug], now)) for m in due])
        for mind in due:
            asked = [
                answer.reply for slug, q, answer in self.rounds.asked[first:] if slug == mind.slug and q.task == "questions"
            ]
            questions = [text for reply in asked for text in reply["questions"]]
            apply(Action("reflect", mind.slug, {"questions": questions, "insights": [m.n for m in made[mind.slug]]}))
        self._rate()

    def _wants_rating(self, mind: Mind) -> bool:
        """At once when there is a question's worth of memories or one that came from somebody; what was merely seen, done or
        talked about waits for the next round of ratings."""
        waiting = mind.stream.unrated()
        if not waiting:
            return False
        urgent = any(memory.source for memory in waiting)
        return urgent or len(waiting) >= RATED_AT_ONCE or self.tick % RATING_ROUND == 0

    def _rate(self) -> None:
        """One batch of ratings for whatever nobody has rated before."""
        due = self.tick % RATING_ROUND == 0
        grown = [mind for mind in self.minds.values() if mind.rate_known() or due]
        new = [mind for mind in grown if self._wants_rating(mind)]
        if not new:
            return
        seeds = {mind.slug: self.keeper.seed_for(self.tick, mind.slug, "rate") for mind in new}
        self.rounds.run([(m.slug, m.stream.rating(m.card, m.names, self.at, seeds[m.slug])) for m in new])

    def _tell_problems(self, apply: Apply) -> None:
        """What the model could not answer, and that the task's fallback stood in, is there for all to see."""
        for slug, question, answer in self.rounds.asked:
            if answer.problem:
                apply(Action("problem", slug, {"task": question.task, "problem": answer.problem, "what": "fallback"}))

    def _look_ahead(self, apply: Apply, moved: Sequence[Body], thoughts: Mapping[str, Thought]) -> None:
        """Note where something happened, and when each who thought has something to do again."""
        world = self.world
        stirred = [body.slug for body in moved]
        stirred += [event.key for event in apply.events if event.key in world.bodies]
        self.touched = {world.arena(world.bodies[slug].tile) for slug in stirred}
        for event in apply.events:
            if event.kind == "object":
                self.touched.add(read_address(event.key)[:-1])
            elif event.kind == "talk":
                self.touched |= {world.arena(world.bodies[slug].tile) for slug in [*event.data["people"], event.data["who"]]}
        for slug, thought in thoughts.items():
            self.due[slug] = max(self.at + self.scenario.rules.tick, next_due(thought))


def _changed(thought: Thought, talk_before: str) -> bool:
    """Whether thinking may have left anything in the mind's own state."""
    state = thought.state
    left_a_trace = thought.actions or thought.asked or thought.noticed
    return bool(left_a_trace or state.talk != talk_before or state.habits_changed or thought.rules.needs)
