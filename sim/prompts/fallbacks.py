"""What stands in, by rule, when there is no usable reply: deterministic, dull, safe, and counted where it is called.

Pure functions question -> reply; every reply satisfies the task's schema and needs no repair (``ideas`` and ``usual``, which
narrow the schema for a small mind, are no business of theirs).
"""

from __future__ import annotations

from sim.prompts import repairs
from sim.prompts.question import Question, Reply
from sim.prompts.repairs import clock

DAY = 1440
CARRYING_ON = "carrying on"
"""What is done where nobody says what."""


def rate(q: Question) -> Reply:
    """4, as in the reference implementation's fail-safe."""
    return {"ratings": [4 for _ in q.events]}


def plan(q: Question) -> Reply:
    """Home in the morning, the second place (work, or about) until supper, home again, bed at the end."""
    minutes = q.minutes or DAY
    home = q.places[0] if q.places else q.at or "home"
    out = q.places[1] if len(q.places) > 1 else home
    parts = ((0, "getting ready for the day", home), (1, "going about the day's work", out), (3, "having supper", home))
    entries = [_entry(q.start + minutes * share // 4, activity, place) for share, activity, place in parts]
    return {"plan": [*entries, _entry(q.start + minutes * 15 // 16, "going to bed", home)]}


def replan(q: Question) -> Reply:
    """Carry on as before."""
    return {"plan": [_entry(q.start, q.doing or CARRYING_ON, q.at if q.at in q.places else (*q.places, q.at or "home")[0])]}


def steps(q: Question) -> Reply:
    """The block as one step at the first object."""
    target = q.objects[0] if q.objects else ""
    step = {"activity": q.activity[:80] or CARRYING_ON, "object": target, "state": "", "icon": "work", "minutes": q.minutes}
    return {"steps": [step]}


def place(q: Question) -> Reply:
    return {"object": q.objects[0] if q.objects else "floor"}


def react(q: Question) -> Reply:
    """Go on with what one is doing."""
    return reacted(q, {"choice": q.options[0] if q.options else "continue"})


REASONS = {
    "continue": "{first} goes on with what is in hand",
    "talk": "{first} would like a word",
    "wait": "{first} waits a while",
    "replan": "this changes things for {first}",
}


def reacted(q: Question, choice: Reply) -> Reply:
    """A choice that came without a reason gets one by construction: what was on the mind when it was made, first what came to
    mind for it, else how one stands with whom one sees, else what one was doing."""
    said = REASONS.get(str(choice["choice"]), "{first} decides so").format(first=q.first)
    thought_of = next((text for text in (*q.memories[:1], q.relationship, q.doing and f"{q.first} is {q.doing}") if text), "")
    reason = f"{said}: {thought_of}" if thought_of else said
    return {**choice, "reason": reason if len(reason) <= 100 else f"{reason[:97].rsplit(' ', 1)[0]}..."}


def say(q: Question) -> Reply:
    """A goodbye that has not been said yet."""
    said = {line for _, line in q.conversation or ()}
    lines = ("I should get on. See you soon.", "I have to go now.", "Until later, then.", "Take care.", "Goodbye.")
    return {"say": next((line for line in lines if line not in said), lines[-1]), "end": True}


def recap(q: Question) -> Reply:
    others = list(dict.fromkeys(name for name, _ in q.conversation or () if name != q.card.name))
    whom = " and ".join(others) or "somebody"
    return {"learned": [], "intends": "", "summary": f"{q.card.name} talked with {whom}"[:200]}


def learn(q: Question) -> Reply:
    return {"learned": []}


def questions(q: Question) -> Reply:
    asked = (
        f"What matters most to {q.card.name} at the moment?",
        f"Whom is {q.card.name} close to?",
        f"What has {q.card.name} been doing lately?",
        f"What is about to happen around {q.card.name}?",
        f"What does {q.card.name} want?",
    )
    return {"questions": [asked[i % len(asked)][:140] for i in range(q.count)]}


def insights(q: Question) -> Reply:
    """The first statement, kept as it is."""
    text = q.statements[0] if q.statements else f"{q.card.name} lives from day to day"
    return {"insights": [{"because": [1], "insight": text[:160]}]}


def condense(q: Question) -> Reply:
    kept = [{"because": list(because), "insight": text[:160]} for text, because in q.insights[:5]]
    return {"insights": kept or insights(q)["insights"]}


def timed(q: Question, chosen: Reply) -> Reply:
    """Steps that were chosen without their minutes: as long as each other."""
    return repairs.steps(q, {"steps": [{**row, "minutes": 1} for row in chosen["steps"]]})


def cited(q: Question, chosen: Reply) -> Reply:
    """Insights that were chosen among those given, with what these cite."""
    known = dict(q.insights)
    rows = [(row["insight"], list(known.get(row["insight"], ())) or [1]) for row in chosen["insights"]]
    return {"insights": [{"because": because, "insight": text} for text, because in rows]}


def observe(q: Question) -> Reply:
    """The text's own sentences."""
    sentences = [part.strip().rstrip(".") for part in q.text.replace("!", ".").replace("?", ".").split(". ")]
    return {"observations": [part[:200] for part in sentences if part][:12] or [q.text[:200] or "nothing happened"]}


def answer(q: Question) -> Reply:
    return {"answer": "I don't know."}


def answer_choice(q: Question) -> Reply:
    return {"answer": q.options[0] if q.options else "none"}


def answer_scale(q: Question) -> Reply:
    low, high = q.range or (1, 10)
    return {"answer": (low + high) // 2}


def state(q: Question) -> Reply:
    return {"state": "in use"}


def icon(q: Question) -> Reply:
    return {"icon": q.options[0] if q.options else "think"}


def summary(q: Question) -> Reply:
    traits = f" is {' and '.join(q.card.traits)}" if q.card.traits else " lives here"
    return {"summary": f"{q.card.name}{traits}"[:240]}


def relation(q: Question) -> Reply:
    return {"relationship": f"{q.card.name} knows {q.about}"[:200]}


def focus(q: Question) -> Reply:
    return {"currently": (q.card.currently or f"{q.card.name} is going about the day")[:200]}


def queries(q: Question) -> Reply:
    asked = (f"What does {q.card.name} know about this?", "Who is involved?", f"What has {q.card.name} done before?")
    return {"queries": [asked[i % len(asked)][:140] for i in range(q.count)]}


def merge(q: Question) -> Reply:
    return {"memory": "; ".join(q.memories)[:240] or "nothing of note"}


def _entry(minutes: int, activity: str, place: str) -> dict[str, str]:
    return {"start": clock(minutes), "activity": activity, "place": place}
