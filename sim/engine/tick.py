"""The engine's tick: external events, movement, cognition, actions, hearing, reflection, and the commit.

``Engine.step`` reads as that list. Knows all rooms but the window; ``run`` decides how fast ticks follow each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Protocol

from sim.engine.activation import Activation
from sim.engine.apply import LONGEST_TURN, Apply
from sim.engine.attention import Attention
from sim.engine.deliberation import Deliberation, OpenThought, quiet
from sim.engine.external_events import ExternalEvents
from sim.engine.hearing import hear as deliver
from sim.engine.parts import Parts
from sim.engine.progress import describe
from sim.engine.recorder import Recorder
from sim.engine.replies import AtOnce as AnswersAtOnce
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
        self.pace: Pace = InTime(self) if rules.thinking else AtOnce(self)
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
        news = self.pace.settle(apply, news)
        active = self._active(moved, news, bool(commands))
        thoughts = self.pace.think(active, news)
        noticed = [slug for slug, thought in thoughts.items() if thought.noticed and slug not in news]
        self.observers = [*news, *noticed, *self.activation.passive_observers]
        self.act(apply, thoughts)
        self.hear(apply)
        self.pace.afterwards(apply, thoughts)
        self._look_ahead(apply, moved, thoughts)
        self._tell_thoughts(apply)
        self._tell_resolutions()
        self._tell_attention(apply)
        self._tell_problems(apply)
        self.recorder.commit(self, apply.events)
        self.pace.recorded()
        self.idle = not apply.events and self.world.crowd.at_rest()

    @property
    def deliberation(self) -> Deliberation | None:
        """The thoughts under way, where thought takes game time."""
        return self.pace.deliberation if isinstance(self.pace, InTime) else None

    def pondering(self) -> tuple[tuple[str, str], ...]:
        """Who thinks while the town goes on: slug and kind of question. Without what is asked ahead, which can wait."""
        return self.pace.pondering()

    def work(self) -> str:
        """What the model is at and how long it will take, in words; "" where no model works (``progress``)."""
        rounds, open_ones = self.rounds, self.deliberation
        if rounds.model is None:
            return ""
        asked = [*rounds.under_way(), *(open_ones.under_way() if open_ones else ())]
        by_token = not getattr(rounds.answerer, "alone", False)  # such a mind asks several times for one answer
        return describe(asked, rounds.model, rounds.costs, by_token)

    def slower(self) -> float:
        """Seconds that the next tick should take so that the replies which are due are there in time."""
        return self.pace.slower()

    def close(self) -> None:
        """Ask nothing any more."""
        self.pace.close()

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

    def due(self, mind: Mind) -> bool:
        """Whether a mind reflects: its importance budget is full, of a window none of which it has reflected on, and a capable
        one has not done so within the hour."""
        last = mind.stream.recent(1, ("reflection",)) if self.scenario.rules.prompts == "full" else ()
        due = mind.stream.due() and mind.stream.is_window_new()
        return due and not (last and self.at - last[-1].at < REFLECTS_AGAIN)

    def act(self, apply: Apply, thoughts: Mapping[str, Thought]) -> None:
        """Apply the actions decided, in scenario order."""
        for thought in thoughts.values():
            self.carry_out(apply, thought)

    def carry_out(self, apply: Apply, thought: Thought) -> None:
        for action in thought.actions[thought.carried_out :]:
            try:
                apply(action)
            except Exception as error:
                self.parts.blame(action, self.tick, error)
                raise
        thought.carried_out = len(thought.actions)

    def hear(self, apply: Apply) -> None:
        """Deliver what was said."""
        heard = deliver(self.minds, apply, self.recorder.seed)
        self.activation.reset(heard)
        self.changed_minds += heard

    def note_growth(self) -> None:
        """Find the minds with new memories; all of them in the first step and when all ratings are due."""
        if self.tick % RATING_ROUND == 0:
            self.with_new_memories = self.with_memory
        elif not self._first_step:
            self.with_new_memories = {slug: mind for slug, mind in self.with_memory.items() if mind.stream.changed}
        self._first_step = False

    def scene_at(self, mind: Mind) -> tuple[str, Scene | None]:
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


class Pace(Protocol):
    """How the thinking of a tick is stepped: at once, or while the town goes on."""

    def settle(self, apply: Apply, news: Mapping[str, Sequence[Percept]]) -> Mapping[str, Sequence[Percept]]:
        """Let take effect what was thought until now. Returns the news of those who are free to think about them."""
        ...

    def think(self, active: Mapping[str, Sequence[Percept]], news: Mapping[str, Sequence[Percept]]) -> dict[str, Thought]:
        """The thoughts of this tick, begun or thought to their end."""
        ...

    def afterwards(self, apply: Apply, thoughts: dict[str, Thought]) -> None:
        """What follows when the actions of a tick are done: answers, ratings, reflections."""
        ...

    def pondering(self) -> tuple[tuple[str, str], ...]: ...

    def slower(self) -> float: ...

    def recorded(self) -> None: ...

    def close(self) -> None: ...


class AtOnce:
    """Everybody's thought is over within its tick."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def settle(self, apply: Apply, news: Mapping[str, Sequence[Percept]]) -> Mapping[str, Sequence[Percept]]:
        return news

    def think(self, active: Mapping[str, Sequence[Percept]], news: Mapping[str, Sequence[Percept]]) -> dict[str, Thought]:
        """Run the cognition of all ``active`` residents to its end, in rounds of questions."""
        rules, seed = self.engine.scenario.rules, self.engine.recorder.seed
        thoughts = {
            slug: Thought(self.engine.minds[slug], self.engine.world, rules, self.engine.tick, self.engine.at, seed, percepts)
            for slug, percepts in active.items()
        }
        talking = {slug: self.engine.minds[slug].state.talk for slug in active}
        self.engine.rounds.run([(slug, t.mind.faculties.think(t, news.get(slug, ()))) for slug, t in thoughts.items()])
        self.engine.parts.decide(thoughts.values())
        self.engine.changed_minds += [slug for slug, thought in thoughts.items() if _changed(thought, talking[slug])]
        return thoughts

    def afterwards(self, apply: Apply, thoughts: dict[str, Thought]) -> None:
        self._reflect(apply)

    def _reflect(self, apply: Apply) -> None:
        """Embed and rate new memories; every resident whose importance budget is full reflects."""
        self.engine.note_growth()
        self.engine.recorder.embed(self.engine.with_new_memories)
        self._rate()
        due = [mind for mind in self.engine.with_new_memories.values() if self.engine.due(mind)]
        if not due:
            return
        rules, seed, first = self.engine.scenario.rules, self.engine.recorder.seed, len(self.engine.rounds.asked)
        thoughts = {mind.slug: Thought(mind, self.engine.world, rules, self.engine.tick, self.engine.at, seed) for mind in due}
        made = self.engine.rounds.run([(slug, thought.mind.faculties.reflect(thought)) for slug, thought in thoughts.items()])
        for mind in due:
            replies = [answer.reply for slug, _, answer in self.engine.rounds.asked[first:] if slug == mind.slug]
            questions = [text for reply in replies if isinstance(reply, FocalPoints) for text in reply.questions]
            self.engine.carry_out(apply, thoughts[mind.slug])
            apply(Action("reflect", mind.slug, {"questions": questions, "insights": [m.n for m in made[mind.slug]]}))
        self._rate()

    def _wants_rating(self, mind: Mind) -> bool:
        """Whether to rate now: enough memories for one question, one with a source, or the next periodic rating is due."""
        waiting = mind.stream.unrated()
        if not waiting:
            return False
        urgent = any(memory.source for memory in waiting) and self.engine.scenario.rules.prompts != "full"
        return urgent or len(waiting) >= RATED_AT_ONCE or self.engine.tick % RATING_ROUND == 0

    def _rate(self) -> None:
        """Rate all memories whose text was not rated before, as one batch."""
        due = self.engine.tick % RATING_ROUND == 0
        grown = [mind for mind in self.engine.with_new_memories.values() if mind.rate_known() or due]
        new = [mind for mind in grown if self._wants_rating(mind)]
        if not new:
            return
        seeds = {mind.slug: self.engine.recorder.seed_for(self.engine.tick, mind.slug, "rate") for mind in new}
        scenes = {mind.slug: self.engine.scene_at(mind) for mind in new}
        self.engine.rounds.run(
            [(m.slug, m.stream.rating(m.card, m.names, self.engine.at, seeds[m.slug], *scenes[m.slug])) for m in new]
        )

    def pondering(self) -> tuple[tuple[str, str], ...]:
        return ()

    def slower(self) -> float:
        return 0.0

    def recorded(self) -> None:
        pass

    def close(self) -> None:
        pass


class InTime(AtOnce):
    """Thought takes game time: each question has its deadline (``deliberation``), and every so many ticks, in a calm one, all
    thoughts are finished."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        rounds = engine.rounds
        self.deliberation = Deliberation(engine.world, rounds, engine.scenario.rules.tick, AnswersAtOnce(rounds))

    def think(self, active: Mapping[str, Sequence[Percept]], news: Mapping[str, Sequence[Percept]]) -> dict[str, Thought]:
        return super().think(active, news) if quiet(self.engine.tick) else self._begin_to_think(active, news)

    def afterwards(self, apply: Apply, thoughts: dict[str, Thought]) -> None:
        if not quiet(self.engine.tick):
            self._answer(apply, thoughts)
        self._reflect_in_the_background(apply)

    def pondering(self) -> tuple[tuple[str, str], ...]:
        return tuple((one.slug, one.questions[0].task) for one in self.deliberation.open if not one.needed)

    def slower(self) -> float:
        return self.deliberation.replies.wanted(self.engine.tick)

    def recorded(self) -> None:
        self.deliberation.replies.recorded()

    def close(self) -> None:
        self.deliberation.replies.close()

    def settle(self, apply: Apply, news: Mapping[str, Sequence[Percept]]) -> Mapping[str, Sequence[Percept]]:
        """Drop what has become pointless, let what is due take effect (all of it in a calm tick),
        and keep the ``news`` of whoever still thinks until they have finished. Returns the news of the others."""
        dropped = self.deliberation.drop_pointless(self.engine.tick)
        for one in dropped:
            apply(Action("dropped", one.slug, {"task": one.questions[0].task}))
        resumed = (
            self.deliberation.finish(self.engine.tick)
            if quiet(self.engine.tick)
            else self.deliberation.resume(self.engine.tick)
        )
        self.engine.parts.decide([one.thought for one in resumed if one.over and not one.background])
        for one in resumed:
            self.engine.carry_out(apply, one.thought)
            if one.background and one.over and one.result is not None:
                self._reflected(apply, one)
            due, body = max(self.engine.at + self.engine.scenario.rules.tick, next_due(one.thought)), one.thought.body
            body.due = min(body.due, due) if one.background else due  # what was thought over may have changed the day
        self.engine.changed_minds += [one.slug for one in [*dropped, *resumed]]
        waiting = {
            slug: [*self.deliberation.told.pop(slug, ()), *news.get(slug, ())] for slug in [*self.deliberation.told, *news]
        }
        busy = {slug for slug in waiting if self.deliberation.of(slug) or self.deliberation.absorbs(slug)}
        self.deliberation.told = {slug: told for slug, told in waiting.items() if slug in busy}
        self.engine.hear(apply)  # whoever is spoken to thinks about it at once
        return {slug: told for slug, told in waiting.items() if slug not in busy}

    def _begin_to_think(
        self, active: Mapping[str, Sequence[Percept]], news: Mapping[str, Sequence[Percept]]
    ) -> dict[str, Thought]:
        """Begin the thoughts of all ``active`` residents who are not thinking yet; returns those begun."""
        rules = self.engine.scenario.rules
        thoughts: dict[str, Thought] = {}
        for slug, percepts in active.items():
            if self.deliberation.of(slug):
                continue
            mind, ahead, absorbed = self.engine.minds[slug], self.engine.activation.ahead, self.deliberation.absorbs(slug)
            thought = Thought(
                mind,
                self.engine.world,
                rules,
                self.engine.tick,
                self.engine.at,
                self.engine.recorder.seed,
                percepts,
                ahead=ahead,
                absorbed=absorbed,
            )
            talking = mind.state.talk
            one = self.deliberation.begin(thought, mind.faculties.think(thought, news.get(slug, ())), self.engine.tick)
            if one.over:
                self.engine.parts.decide([thought])
            if thought.aside is not None:
                self.deliberation.begin(thought, thought.aside, self.engine.tick, background=True)
            thoughts[slug] = thought
            if _changed(thought, talking):
                self.engine.changed_minds.append(slug)
        return thoughts

    def _answer(self, apply: Apply, thoughts: dict[str, Thought]) -> None:
        """Where thought takes time: whoever was spoken to in this tick begins to think of an answer."""
        talks = [
            self.engine.world.talks[event.key]
            for event in apply.events
            if event.kind == "say" and event.key in self.engine.world.talks
        ]
        begun = self._begin_to_think({talk.people[talk.turn]: () for talk in talks}, {})
        self.engine.act(apply, begun)
        self.engine.hear(apply)
        thoughts |= begun

    def _reflect_in_the_background(self, apply: Apply) -> None:
        """Where thought takes time: embed what is new, and behind each calm tick begin to rate and reflect, up to the next."""
        self.engine.note_growth()
        self.engine.recorder.embed(self.engine.with_new_memories)
        if not quiet(self.engine.tick - 1):
            return
        for mind in self.engine.with_memory.values():
            mind.rate_known()
            if mind.stream.unrated() or self.engine.due(mind):
                thought = Thought(
                    mind,
                    self.engine.world,
                    self.engine.scenario.rules,
                    self.engine.tick,
                    self.engine.at,
                    self.engine.recorder.seed,
                )
                one = self.deliberation.begin(thought, self._rate_and_reflect(thought), self.engine.tick, background=True)
                if one.over and one.result is not None:
                    self._reflected(apply, one)
        self._plan_ahead()

    def _rate_and_reflect(self, thought: Thought) -> Asking[Sequence[Memory] | None]:
        """Rate a mind's new memories; if its importance budget is full then, reflect. Returns what it concluded, if so."""
        mind = thought.mind
        if mind.stream.unrated():
            seed = self.engine.recorder.seed_for(self.engine.tick, mind.slug, "rate")
            yield from mind.stream.rating(mind.card, mind.names, self.engine.at, seed, *self.engine.scene_at(mind))
        return (yield from mind.faculties.reflect(thought)) if self.engine.due(mind) else None

    def _plan_ahead(self) -> None:
        """Ask for the steps that residents will need before the next calm tick, or soon behind it."""
        rules = self.engine.scenario.rules
        for mind in self.engine.minds.values():
            thought = Thought(mind, self.engine.world, rules, self.engine.tick, self.engine.at, self.engine.recorder.seed)
            coming = next_stretch(thought)
            if coming is None or coming[1] > self.engine.at + AHEAD:
                continue
            needed, holds = -(-coming[1] // rules.tick), partial(still_planned, mind.state, *coming)
            self.deliberation.begin(
                thought, foresee(thought, *coming), self.engine.tick, background=True, needed=needed, holds=holds
            )

    def _reflected(self, apply: Apply, one: OpenThought) -> None:
        """Record what a reflection in the background has made."""
        apply(Action("reflect", one.slug, {"questions": [], "insights": [memory.n for memory in one.result]}))


def _changed(thought: Thought, talk_before: str) -> bool:
    """Whether thinking may have changed the mind state, besides its percepts."""
    state = thought.state
    left_a_trace = thought.actions or thought.asked
    return bool(left_a_trace or state.talk != talk_before or state.habits_changed or thought.rules.needs)
