"""The engine's tick: external events, movement, cognition, actions, hearing, reflection, and the commit.

``Engine.step`` reads as that list. Knows all rooms but the window; ``run`` decides how fast ticks follow each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from sim.engine.activation import Activation
from sim.engine.apply import LONGEST_TURN, Apply
from sim.engine.attention import Attention
from sim.engine.deliberation import Deliberation, OpenThought, quiet
from sim.engine.external_events import ExternalEvents
from sim.engine.hearing import hear
from sim.engine.parts import Parts
from sim.engine.recorder import Recorder
from sim.engine.replies import AtOnce
from sim.engine.rounds import Rounds
from sim.mind.mind import Mind, Percept
from sim.mind.plan import foresee
from sim.mind.plan_progress import next_due, next_stretch, still_planned
from sim.mind.scene import scene_of
from sim.mind.thought import Thought
from sim.prompts import Asking
from sim.prompts.question import Considered
from sim.prompts.scene import Scene
from sim.prompts.tasks.insights import InferInsights, Insights
from sim.prompts.tasks.questions import FocalPoints
from sim.scenario.model import Scenario
from sim.types import Action, Command, Memory, read_address
from sim.world.crowd import Rows
from sim.world.state import World

REFLECTS_AGAIN = 3600
"""Game seconds from one reflection of a capable mind to the next: a weighty talk fills the budget twice within the hour, and
nothing else has happened meanwhile that a second one could be about."""
RATED_AT_ONCE = 10
"""Memories in one rating question (seed document 000)."""
AHEAD = 1200
"""Game seconds for which steps are asked for ahead, behind a calm tick: until the next one and some minutes."""
RATING_ROUND = 90
"""Ticks between ratings of memories without a source; a retrieval before that counts them as mundane."""


class Engine:
    """A running town. ``tick`` is the last one done, -1 before the first."""

    def __init__(
        self,
        scenario: Scenario,
        world: World,
        minds: Mapping[str, Mind],
        rounds: Rounds,
        recorder: Recorder,
        parts: Parts,
        attention: Attention | None = None,
    ):
        self.scenario, self.world, self.minds = scenario, world, minds
        self.rounds, self.recorder, self.parts, self.tick = rounds, recorder, parts, -1
        self.attention = attention
        self.external = ExternalEvents(scenario, parts)
        self.activation = Activation(world, minds, scenario.rules)
        rules = scenario.rules
        self.deliberation = Deliberation(world, rounds, rules.tick, AtOnce(rounds)) if rules.thinking else None
        """The thoughts under way, where thought takes game time."""
        self.activation.spares &= not parts.actions
        self.activation.ahead = max(rules.utterance, LONGEST_TURN) if rules.thinking else 0
        self.touched: set[int] = set()
        """Numbers of the arenas in which something happened last tick: residents there perceive again."""
        self.with_memory: Mapping[str, Mind] = dict(minds) if scenario.rules.memory else {}
        """Minds with a memory stream: all, or none where the scenario switches memory off."""
        self.with_new_memories: Mapping[str, Mind] = self.with_memory
        """Minds with new memories in this tick; in the first step all."""
        self._first_step = True
        self.changed_minds: list[str] = []
        """Slugs whose mind state may have changed in this tick."""
        self.observers: list[str] = []
        """Slugs who saw something new in this tick."""
        self.idle = False
        """Whether everybody in town is asleep and the last tick held no event."""

    @property
    def at(self) -> int:
        """The game second of the last tick done."""
        return self.tick * self.scenario.rules.tick

    def step(self, commands: Sequence[Command] = ()) -> None:
        """One tick, from commands to commit."""
        self.tick += 1
        self.changed_minds = []
        if self.attention is not None:
            self.attention.now = self.at
        apply = Apply(self.world, self.tick, self.scenario.rules, self.parts.actions)
        news: Mapping[str, Sequence[Percept]]
        news = self.external.apply_due(apply, self.minds, self.world, self.at, commands)
        moved = self.world.crowd.advance(self.tick)
        calm = self.deliberation is None or quiet(self.tick)
        if self.deliberation is not None:
            news = self._settle(apply, news, calm)
            self._hear(apply)  # whoever is spoken to thinks about it at once
        active = self._active(moved, news, bool(commands))
        thoughts = self._think(active, news) if calm else self._begin_to_think(active, news)
        noticed = [slug for slug, thought in thoughts.items() if thought.noticed and slug not in news]
        self.observers = [*news, *noticed, *self.activation.passive_observers]
        self._act(apply, thoughts)
        self._hear(apply)
        if not calm:
            self._answer(apply, thoughts)
        if self.deliberation is None:
            self._reflect(apply)
        else:
            self._reflect_in_the_background(apply)
        self._look_ahead(apply, moved, thoughts)
        self._tell_thoughts(apply)
        self._tell_resolutions()
        self._tell_attention(apply)
        self._tell_problems(apply)
        self.recorder.commit(self, apply.events)
        if self.deliberation is not None:
            self.deliberation.replies.recorded()
        self.idle = not apply.events and self.world.crowd.at_rest()

    def pondering(self) -> tuple[tuple[str, str, int], ...]:
        """Who thinks while the town goes on: slug, kind of question, and the game second since when. Without what is asked
        ahead, which can wait."""
        open_ones = self.deliberation.open if self.deliberation is not None else ()
        seconds = self.scenario.rules.tick
        return tuple((one.slug, one.questions[0].task, one.begun * seconds) for one in open_ones if not one.needed)

    def slower(self) -> float:
        """Seconds that the next tick should take so that the replies which are due are there in time."""
        return self.deliberation.replies.wanted(self.tick) if self.deliberation is not None else 0.0

    def close(self) -> None:
        """Ask nothing any more."""
        if self.deliberation is not None:
            self.deliberation.replies.close()

    def start(self) -> None:
        """Tick 0 of a new run: place every resident where the scenario has them, asleep or awake, and commit.

        Tick 1 embeds and rates their initial memories; minds think from tick 2 on.
        """
        self.tick = 0
        apply = Apply(self.world, 0, self.scenario.rules)
        self.external.place_residents(apply, self.minds, self.world)
        self.touched = set(self.world.crowd.column("arena").tolist())
        self.recorder.commit(self, apply.events, everything=True)

    def _active(self, moved: Rows, news: Mapping[str, Sequence[Percept]], ordered: bool) -> dict[str, Sequence[Percept]]:
        """Slug -> new percepts of each resident who thinks, in scenario order; empty in tick 1."""
        self.activation.passive_observers = []
        if news or ordered:
            self.activation.reset(self.minds)
        return self.activation.active(self.at, news, moved, self.touched) if self.tick > 1 else {}

    def _think(self, active: Mapping[str, Sequence[Percept]], news: Mapping[str, Sequence[Percept]]) -> dict[str, Thought]:
        """Run the cognition of all ``active`` residents to its end, in rounds of questions."""
        rules, seed = self.scenario.rules, self.recorder.seed
        thoughts = {
            slug: Thought(self.minds[slug], self.world, rules, self.tick, self.at, seed, percepts)
            for slug, percepts in active.items()
        }
        talking = {slug: self.minds[slug].state.talk for slug in active}
        self.rounds.run([(slug, t.mind.faculties.think(t, news.get(slug, ()))) for slug, t in thoughts.items()])
        self.parts.decide(thoughts.values())
        self.changed_minds += [slug for slug, thought in thoughts.items() if _changed(thought, talking[slug])]
        return thoughts

    def _settle(self, apply: Apply, news: Mapping[str, Sequence[Percept]], calm: bool) -> dict[str, Sequence[Percept]]:
        """Where thought takes time: drop what has become pointless, let what is due take effect (all of it in a ``calm`` tick),
        and keep the ``news`` of whoever still thinks until they have finished. Returns the news of the others."""
        deliberation = self.deliberation
        assert deliberation is not None
        dropped = deliberation.drop_pointless(self.tick)
        for one in dropped:
            apply(Action("dropped", one.slug, {"task": one.questions[0].task}))
        resumed = deliberation.finish(self.tick) if calm else deliberation.resume(self.tick)
        self.parts.decide([one.thought for one in resumed if one.over and not one.background])
        for one in resumed:
            self._carry_out(apply, one.thought)
            if one.background and one.over and one.result is not None:
                self._reflected(apply, one)
            due, body = max(self.at + self.scenario.rules.tick, next_due(one.thought)), one.thought.body
            body.due = min(body.due, due) if one.background else due  # what was thought over may have changed the day
        self.changed_minds += [one.slug for one in [*dropped, *resumed]]
        waiting = {slug: [*deliberation.told.pop(slug, ()), *news.get(slug, ())] for slug in [*deliberation.told, *news]}
        busy = {slug for slug in waiting if deliberation.of(slug) or deliberation.absorbs(slug)}
        deliberation.told = {slug: told for slug, told in waiting.items() if slug in busy}
        return {slug: told for slug, told in waiting.items() if slug not in busy}

    def _begin_to_think(
        self, active: Mapping[str, Sequence[Percept]], news: Mapping[str, Sequence[Percept]]
    ) -> dict[str, Thought]:
        """Begin the thoughts of all ``active`` residents who are not thinking yet; returns those begun."""
        deliberation, rules = self.deliberation, self.scenario.rules
        assert deliberation is not None
        thoughts: dict[str, Thought] = {}
        for slug, percepts in active.items():
            if deliberation.of(slug):
                continue
            mind, ahead, absorbed = self.minds[slug], self.activation.ahead, deliberation.absorbs(slug)
            thought = Thought(
                mind, self.world, rules, self.tick, self.at, self.recorder.seed, percepts, ahead=ahead, absorbed=absorbed
            )
            talking = mind.state.talk
            one = deliberation.begin(thought, mind.faculties.think(thought, news.get(slug, ())), self.tick)
            if one.over:
                self.parts.decide([thought])
            if thought.aside is not None:
                deliberation.begin(thought, thought.aside, self.tick, background=True)
            thoughts[slug] = thought
            if _changed(thought, talking):
                self.changed_minds.append(slug)
        return thoughts

    def _answer(self, apply: Apply, thoughts: dict[str, Thought]) -> None:
        """Where thought takes time: whoever was spoken to in this tick begins to think of an answer."""
        talks = [self.world.talks[event.key] for event in apply.events if event.kind == "say" and event.key in self.world.talks]
        begun = self._begin_to_think({talk.people[talk.turn]: () for talk in talks}, {})
        self._act(apply, begun)
        self._hear(apply)
        thoughts |= begun

    def _reflect_in_the_background(self, apply: Apply) -> None:
        """Where thought takes time: embed what is new, and behind each calm tick begin to rate and reflect, up to the next."""
        deliberation = self.deliberation
        assert deliberation is not None
        self._note_growth()
        self.recorder.embed(self.with_new_memories)
        if not quiet(self.tick - 1):
            return
        for mind in self.with_memory.values():
            mind.rate_known()
            if mind.stream.unrated() or self._due(mind):
                thought = Thought(mind, self.world, self.scenario.rules, self.tick, self.at, self.recorder.seed)
                one = deliberation.begin(thought, self._rate_and_reflect(thought), self.tick, background=True)
                if one.over and one.result is not None:
                    self._reflected(apply, one)
        self._plan_ahead()

    def _rate_and_reflect(self, thought: Thought) -> Asking[Sequence[Memory] | None]:
        """Rate a mind's new memories; if its importance budget is full then, reflect. Returns what it concluded, if so."""
        mind = thought.mind
        if mind.stream.unrated():
            seed = self.recorder.seed_for(self.tick, mind.slug, "rate")
            yield from mind.stream.rating(mind.card, mind.names, self.at, seed, *self._scene(mind))
        return (yield from mind.faculties.reflect(thought)) if self._due(mind) else None

    def _due(self, mind: Mind) -> bool:
        """Whether a mind reflects: its importance budget is full, of a window none of which it has reflected on, and a capable
        one has not done so within the hour."""
        last = mind.stream.recent(1, ("reflection",)) if self.scenario.rules.prompts == "full" else ()
        due = mind.stream.due() and mind.stream.is_window_new()
        return due and not (last and self.at - last[-1].at < REFLECTS_AGAIN)

    def _plan_ahead(self) -> None:
        """Ask for the steps that residents will need before the next calm tick, or soon behind it."""
        deliberation, rules = self.deliberation, self.scenario.rules
        assert deliberation is not None
        for mind in self.minds.values():
            thought = Thought(mind, self.world, rules, self.tick, self.at, self.recorder.seed)
            coming = next_stretch(thought)
            if coming is None or coming[1] > self.at + AHEAD:
                continue
            needed, holds = -(-coming[1] // rules.tick), partial(still_planned, mind.state, *coming)
            deliberation.begin(thought, foresee(thought, *coming), self.tick, background=True, needed=needed, holds=holds)

    def _reflected(self, apply: Apply, one: OpenThought) -> None:
        """Record what a reflection in the background has made."""
        apply(Action("reflect", one.slug, {"questions": [], "insights": [memory.n for memory in one.result]}))

    def _act(self, apply: Apply, thoughts: Mapping[str, Thought]) -> None:
        """Apply the actions decided, in scenario order."""
        for thought in thoughts.values():
            self._carry_out(apply, thought)

    def _carry_out(self, apply: Apply, thought: Thought) -> None:
        for action in thought.actions[thought.carried_out :]:
            try:
                apply(action)
            except Exception as error:
                self.parts.blame(action, self.tick, error)
                raise
        thought.carried_out = len(thought.actions)

    def _hear(self, apply: Apply) -> None:
        """Deliver what was said."""
        heard = hear(self.minds, apply, self.recorder.seed)
        self.activation.reset(heard)
        self.changed_minds += heard

    def _reflect(self, apply: Apply) -> None:
        """Embed and rate new memories; every resident whose importance budget is full reflects."""
        self._note_growth()
        self.recorder.embed(self.with_new_memories)
        self._rate()
        due = [mind for mind in self.with_new_memories.values() if self._due(mind)]
        if not due:
            return
        rules, seed, first = self.scenario.rules, self.recorder.seed, len(self.rounds.asked)
        thoughts = {mind.slug: Thought(mind, self.world, rules, self.tick, self.at, seed) for mind in due}
        made = self.rounds.run([(slug, thought.mind.faculties.reflect(thought)) for slug, thought in thoughts.items()])
        for mind in due:
            replies = [answer.reply for slug, _, answer in self.rounds.asked[first:] if slug == mind.slug]
            questions = [text for reply in replies if isinstance(reply, FocalPoints) for text in reply.questions]
            self._carry_out(apply, thoughts[mind.slug])
            apply(Action("reflect", mind.slug, {"questions": questions, "insights": [m.n for m in made[mind.slug]]}))
        self._rate()

    def _note_growth(self) -> None:
        """Find the minds with new memories; all of them in the first step and when all ratings are due."""
        if self.tick % RATING_ROUND == 0:
            self.with_new_memories = self.with_memory
        elif not self._first_step:
            self.with_new_memories = {slug: mind for slug, mind in self.with_memory.items() if mind.stream.changed}
        self._first_step = False

    def _wants_rating(self, mind: Mind) -> bool:
        """Whether to rate now: enough memories for one question, one with a source, or the next periodic rating is due."""
        waiting = mind.stream.unrated()
        if not waiting:
            return False
        urgent = any(memory.source for memory in waiting) and self.scenario.rules.prompts != "full"
        return urgent or len(waiting) >= RATED_AT_ONCE or self.tick % RATING_ROUND == 0

    def _rate(self) -> None:
        """Rate all memories whose text was not rated before, as one batch."""
        due = self.tick % RATING_ROUND == 0
        grown = [mind for mind in self.with_new_memories.values() if mind.rate_known() or due]
        new = [mind for mind in grown if self._wants_rating(mind)]
        if not new:
            return
        seeds = {mind.slug: self.recorder.seed_for(self.tick, mind.slug, "rate") for mind in new}
        scenes = {mind.slug: self._scene(mind) for mind in new}
        self.rounds.run([(m.slug, m.stream.rating(m.card, m.names, self.at, seeds[m.slug], *scenes[m.slug])) for m in new])

    def _scene(self, mind: Mind) -> tuple[str, Scene | None]:
        """The moment and the scene of a question that no thought of the resident's own asks; nothing of it in brief."""
        thought = Thought(mind, self.world, self.scenario.rules, self.tick, self.at, self.recorder.seed)
        return (self.world.clock.now_text(self.at), scene_of(thought)) if thought.full else ("", None)

    def _tell_attention(self, apply: Apply) -> None:
        """Record who comes under the model's attention, and who is no longer under it."""
        if self.attention is not None:
            for slug, under in self.attention.changes():
                apply(Action("attend", slug, {"on": under}))

    def _tell_thoughts(self, apply: Apply) -> None:
        """Record the private thoughts that came with replies; the last one stays in mind for a while."""
        for slug, question, answer in self.rounds.asked:
            if isinstance(answer.reply, Considered) and (text := answer.reply.thought.strip()):
                state = self.minds[slug].state
                state.thought, state.thought_at = text, self.at
                apply(Action("thought", slug, {"text": text, "task": question.task}))

    def _tell_resolutions(self) -> None:
        """Keep what reflections lead people to do today: whoever it is changes the plan next."""
        for slug, question, answer in self.rounds.asked:
            if not isinstance(question, InferInsights) or not isinstance(answer.reply, Insights) or answer.fallback:
                continue
            if resolved := question.resolution(answer.reply):
                state = self.minds[slug].state
                state.resolved = "\n".join(dict.fromkeys([*state.resolved.splitlines(), *resolved.splitlines()]))
                self.activation.reset([slug])
                self.changed_minds.append(slug)

    def _tell_problems(self, apply: Apply) -> None:
        """Record a ``problem`` event for every question that the task's fallback or the helper answered instead."""
        for slug, question, answer in self.rounds.asked:
            if answer.problem:
                instead = "fallback" if answer.fallback else "helper"
                apply(Action("problem", slug, {"task": question.task, "problem": answer.problem, "what": instead}))

    def _look_ahead(self, apply: Apply, moved: Rows, thoughts: Mapping[str, Thought]) -> None:
        """Note the arenas in which something happened, and the next due time of each resident who thought."""
        world = self.world
        self.touched = set(world.crowd.column("arena")[moved].tolist())
        for event in apply.events:
            if event.key in world.bodies:
                self.touched.add(world.bodies[event.key].arena)
            elif event.kind == "object":
                self.touched.add(world.number(read_address(event.key)[:-1]))
            elif event.kind == "talk":
                self.touched |= {world.bodies[slug].arena for slug in [*event.data["people"], event.data["who"]]}
        for thought in thoughts.values():
            thought.body.due = max(self.at + self.scenario.rules.tick, next_due(thought))


def _changed(thought: Thought, talk_before: str) -> bool:
    """Whether thinking may have changed the mind state, besides its percepts."""
    state = thought.state
    left_a_trace = thought.actions or thought.asked
    return bool(left_a_trace or state.talk != talk_before or state.habits_changed or thought.rules.needs)
