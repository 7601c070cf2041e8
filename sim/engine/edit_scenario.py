"""A fork that goes on with an edited scenario: cards, habits, ties, memories, looks, rules of places, what is still to come.

What changes in the scenario's residents changes in their minds as well: memories of deleted sentences are removed, new
sentences are remembered from the fork on, and ties are as the edit says. ``scenario.forks`` says what cannot change.
"""

from __future__ import annotations

from sim.answer.reading import reading_of
from sim.engine.build import resident_json
from sim.engine.draft import Draft, EditError
from sim.engine.minds import past
from sim.scenario import ScenarioError, load_text
from sim.scenario.forks import refused
from sim.scenario.model import Resident, Scenario


def go_on_with(draft: Draft, text: str) -> None:
    """Have the fork go on with the scenario ``text``. Raises ``EditError`` where it is no scenario, or changes what a fork
    cannot change."""
    try:
        old, new = (load_text(one, draft.tilemap, draft.scenario.id) for one in (draft.run.scenario_text, text))
    except ScenarioError as error:
        raise EditError(error.problems[0]) from error
    if why := refused(old, new, draft.at):
        raise EditError(why)
    for was, one in zip(old.residents, new.residents, strict=True):
        _edit_memories(draft, (was, old), (one, new))
        _edit_ties(draft, was, one)
        draft.residents[one.slug] = resident_json(one)
    draft.scenario_text = text
    draft.note("the town goes on with an edited scenario")


def _edit_memories(draft: Draft, was: tuple[Resident, Scenario], one: tuple[Resident, Scenario]) -> None:
    before, now = ({(made.text, made.source): made for made in past(*which)} for which in (was, one))
    slug = one[0].slug
    for memory in draft.memories(slug):
        if (memory.text, memory.source) in before and (memory.text, memory.source) not in now:
            draft.forget(slug, memory.n)
    for key, made in now.items():
        if key not in before:
            draft.remember(slug, made.text, made.kind, made.importance, source=made.source)


def _edit_ties(draft: Draft, was: Resident, one: Resident) -> None:
    changed = [
        slug
        for slug in {**was.relationships, **one.relationships}
        if was.relationships.get(slug) != one.relationships.get(slug)
    ]
    if not changed:
        return
    state, reading = draft.mind(one.slug), reading_of(draft.scenario.rules.prompts)
    for slug in changed:
        name, how = draft.resident(slug).name, one.relationships.get(slug)
        state.relations[slug] = reading.relationship(name, one.first, how, one.pronoun) if how else f"{one.first} knows {name}"
    draft.set_mind(one.slug, state)
