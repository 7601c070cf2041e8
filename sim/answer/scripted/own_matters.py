"""What somebody would do today for a reason of their own, read by rule from what they are busy with, know and like.

Each statement of the card and the memories gives at most one matter: an entry of a plan with what for, in the statement's own
words, or somebody to look for. Knows no hours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.concerns import wants_of
from sim.answer.scripted.english.deeds import LOOKING_FOR
from sim.answer.scripted.english.gatherings import gathering_of, read_unasked
from sim.answer.scripted.english.grammatical_person import begins_with
from sim.answer.scripted.english.news import PRIVATE
from sim.answer.scripted.everyday import GOES_ON
from sim.answer.scripted.relationship_words import with_kin
from sim.language.activity import gerund
from sim.language.text import clip, overlap, stems
from sim.language.time_and_place import clock_in, day_in
from sim.language.verbs import bare_verb
from sim.prompts import Question
from sim.prompts.planning import PlanQuestion
from sim.types import Undertaking

LONGEST, LONGEST_WHY = 80, 118
SERIOUS = "for a serious word"
"""What for one looks for somebody of whom one wants something."""
TOLD = 0.6
"""The share of the words of an errand that a memory of telling somebody something has, where that was the errand."""


_DEED = re.compile(
    r"swim|read|play|feed|walk|write|paint|mend|repair|bake|grow|run|fish|sing|knit|carve|water|build|cook|sew|"
    r"draw|practise|teach|dance|garden|embroider|sketch|climb|whittle|row|visit|ring|telephone|train|polish"
)
"""What one can be seen doing of an evening."""
_DOING = re.compile(
    r"^(?:is|are) (?P<doing>(?!hiding|being|having|waiting|looking|trying|beginning|thinking|deciding|living|saving|training|"
    r"giving up|leaving|getting|standing|running|selling|going|expecting|suffering|dying)[a-z]+ing\b.*)$"
)
_SEEKS = re.compile(
    r"^(?:(?:means|wants|hopes|plans|intends|has promised|promised|has|needs) to|must) "
    r"(?P<verb>ask|tell|see|visit|thank|speak with|talk with|warn|help|invite) (?P<what>.+)$"
)
_CUT = re.compile(r",? (?P<rest>(?:and|but|because|for somebody|since|until|before)\b .+)$")
_LEAD = re.compile(r"^(?:and|but) ")
_LIVES_WITH = re.compile(
    r"\b(?:married to|with (?:his|her|their) (?:wife|husband|father|mother|sister|brother|son|daughter)) (?P<name>[A-Z]\w+)"
)
_PAST = re.compile(r"(?:was|came|lives|works|grew|met|moved|owns|took over|had|chose|can|once)\b")
"""How a statement begins that gives nothing to do today."""
_THING = re.compile(r"^The .+?(?= (?:has begun|leaks?|squeaks?|sticks?|is broken|creaks?|drips?)\b)")
_TALK = re.compile(r"[\":]|\bby nature\b|\btalked with\b|\boverheard\b|\btold [A-Z].* that\b|\bspent the day\b|'s plan for\b")
"""What is remembered of talks, of oneself as a whole, of plans."""
_SLOT = re.compile(r"\{(\w+)\}")
_HABIT = re.compile(r"^(?P<verb>[a-z]+)(?P<rest> .+)$")
_NO_DEED = re.compile(
    r" (?:fathers|mothers|kings|villains|lovers)\b|"
    r" (?:that|who|what|how|every|everybody|half|most|so|about|her?self|miles|eleven|on a|it|to|standing|crooked|best)\b"
)
_OUTDOORS = re.compile(r"\b(?:pond|brook|river|lake|park|ducks|walk|run|swim|row)\b")
_WHEN = re.compile(r",?(?: again and again and)? (?P<why>(?:when|because|whenever|after|if|although|as|since|and) .+)$")


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the bank: what a statement says (a pattern), when and where one then does what (wordings)."""

    says: re.Pattern[str]
    when: str
    where: str
    does: tuple[str, ...]


@lru_cache(maxsize=4)
def _rows(banks: Banks) -> Mapping[str, tuple[_Row, ...]]:
    """The rows of the bank, by of whom or what they are: ``own``, ``habit``, ``other``, ``thing``."""
    found: dict[str, list[_Row]] = {}
    for row in banks.own_matters:
        made = _Row(re.compile(row["says"]), row["when"], row["where"], tuple(row["does"]))
        found.setdefault(row["of"], []).append(made)
    return {of: tuple(rows) for of, rows in found.items()}


def undertakings(q: PlanQuestion, banks: Banks, dice: Dice) -> list[Undertaking]:
    """All that the statements give: what the scenario says first, then what one is busy with, unless that was yesterday, the
    rest as chance has it."""
    card, rows = q.card, _rows(banks)
    seen = re.compile(rf"{re.escape(card.name)} is (?!a |an |saving|training|worried|short)\w+")
    people = tuple(name for name, _ in q.names.people if name != card.name)
    texts = dict.fromkeys((*card.background, *q.memories))
    by_name = {text: with_kin(text, q.setting.ties) for text in (*card.concerns, *texts) if begins_with(text, *q.names.me)}
    known = dice.order([text for text in texts if not seen.match(text) and not read_unasked(text, card.name)])
    told = [stems(text) for text in q.memories if text.startswith(f"{card.name} told ")]
    every = filter(
        None, (_from_statement(by_name.get(text, text), card.name, people, rows, dice) for text in (*card.concerns, *known))
    )
    made = [it for it in every if not (it.who and any(overlap(_said_in(it), done) > TOLD for done in told))]
    found = list({(it.why or it.activity): it for it in {it.activity: it for it in made}.values()}.values())
    own = dice.order(_of_the_scenario(q))
    return sorted([*own, *found], key=lambda it: it.activity in q.yesterday)


def _said_in(errand: Undertaking) -> frozenset[str]:
    """The words that telling of it has: those of a wish stand in what for one goes."""
    return stems(f"{errand.who} {errand.why}" if errand.activity.endswith(SERIOUS) else errand.activity)


def _of_the_scenario(q: PlanQuestion) -> list[Undertaking]:
    """What the scenario has one do about one's matters, and whom one looks for to speak of those that are not told yet."""
    told = " ".join(q.memories)
    mine = [matter for matter in q.setting.matters if matter.of == q.card.name and matter.again.deed not in told]
    work = q.setting.work or "home"
    done = [Undertaking(it.activity, it.why, it.when, work if it.at == "work" else it.at) for m in mine for it in m.does]
    seeks = (
        Undertaking(f"{LOOKING_FOR} {who} to speak of {matter.about}", "it wants to be said to somebody", "any", "seek", who)
        for matter in mine
        for who in matter.to[:1]
        if matter.about not in told
    )
    return [*done, *seeks]


def _from_statement(
    text: str, me: str, people: Sequence[str], rows: Mapping[str, tuple[_Row, ...]], dice: Dice
) -> Undertaking | None:
    """The matter that one statement gives; None for none, and for what has an hour or is a gathering."""
    first = me.split(" ")[0]
    if not text or _TALK.search(text) or clock_in(text)[1] >= 0 or (gathering_of(text) and "is planning" not in text):
        return None
    own = re.match(rf"(?:{re.escape(me)}|{re.escape(first)}|He|She|They) (?P<said>(?!and ).+?)\.?$", text)
    if own and wants_of(text, me, first) and not _SEEKS.match(own["said"]) and (who := _named(text, people)):
        return Undertaking(f"{LOOKING_FOR} {who} {SERIOUS}", _why(text, people), "any", "seek", who)
    if own:
        return _own(own["said"], people, rows, dice)
    who = next((name for name in people if re.match(rf"(?:Doctor |Professor )?{re.escape(name)}\b", text)), "")
    if who and first in text:
        return _of_other(text, who, (*people, me), rows["other"])
    thing = _THING.match(text)
    if not thing or any(name in text for name in people):
        return None
    found = next((row for row in rows["thing"] if row.says.search(text)), None)
    if found is None:
        return None
    does = clip(found.does[0].format(thing=_low(thing[0])), LONGEST)
    return Undertaking(does, _why(text, people), found.when, found.where)


def _own(said: str, people: Sequence[str], rows: Mapping[str, tuple[_Row, ...]], dice: Dice) -> Undertaking | None:
    """What one says of oneself, as ``is building a boat for ...``."""
    if (doing := _DOING.match(said)) and not day_in(said):
        return _busy(doing["doing"], dice)
    if (seeks := _SEEKS.match(said)) and (who := _named_first(seeks["what"], people)):
        errand = f"to {seeks['verb']} {_after(seeks['what'], who)}".strip()
        return Undertaking(clip(f"{LOOKING_FOR} {who} {errand}", LONGEST), "has put it off for too long", "any", "seek", who)
    if _PAST.match(said) or day_in(said):
        return None
    return _by_row(said, people, rows["habit"], dice) or _habit(said) or _by_row(said, people, rows["own"], dice)


def _by_row(said: str, people: Sequence[str], rows: Sequence[_Row], dice: Dice) -> Undertaking | None:
    for row in rows:
        found = row.says.search(said)
        values = {name: value for name, value in found.groupdict().items() if value} if found else {}
        fitting = [text for text in row.does if found and all(name in values for name in _SLOT.findall(text))]
        if fitting:
            return Undertaking(clip(dice.pick(fitting).format(**values), LONGEST), _why(said, people), row.when, row.where)
    return None


def _busy(doing: str, dice: Dice) -> Undertaking:
    """What one is busy with, and what stands behind it."""
    cut = _CUT.search(doing)
    activity = re.sub("^finishing ", "working at ", doing[: cut.start()] if cut else doing)
    why = _LEAD.sub("", cut["rest"]).removeprefix("because ") if cut else ""
    return Undertaking(clip(activity, LONGEST), why or dice.pick(GOES_ON), "any", "work")


def _habit(said: str) -> Undertaking | None:
    """What one does again and again: ``feeds the ducks on the pond when a chapter will not end``."""
    habit = _HABIT.match(said)
    verb = bare_verb(habit["verb"]) if habit else ""
    if habit is None or not _DEED.fullmatch(verb) or habit["verb"] == verb or day_in(said):
        return None
    cut = _WHEN.search(habit["rest"])
    rest, why = (habit["rest"][: cut.start()], cut["why"]) if cut else (habit["rest"], "")
    if not rest.strip() or _NO_DEED.match(rest):
        return None
    kind = "park" if _OUTDOORS.search(f"{verb} {rest}") else "home"
    reason = _LEAD.sub("", why) or "a day without it is half a day"
    return Undertaking(clip(f"{gerund(verb)}{rest}", LONGEST), reason, "evening", kind)


def _of_other(text: str, who: str, people: Sequence[str], rows: Sequence[_Row]) -> Undertaking | None:
    """What somebody else did that concerns one."""
    said = text.partition(who)[2]
    wording = next((row.does[0] for row in rows if row.says.search(said)), "")
    if not wording or re.search(r"told nobody|asked .+ to say nothing|secret|hides|suspects", said):
        return None
    return Undertaking(clip(f"{LOOKING_FOR} {who} {wording}", LONGEST), _why(text, people), "any", "seek", who)


def _named(text: str, people: Sequence[str]) -> str:
    """Whom a text names, by full or first name."""
    return next((name for name in people if name in text or re.search(rf"\b{re.escape(name.split(' ')[0])}\b", text)), "")


def _named_first(text: str, people: Sequence[str]) -> str:
    """Whom a text names at its beginning, by full or first name."""
    return next(
        (name for name in people if begins_with(re.sub(r"^(?:Doctor|Professor) ", "", text), name, name.split(" ")[0])), ""
    )


def _after(text: str, who: str) -> str:
    """The rest of a text behind a name: ``Ansel about the letter`` -> ``about the letter``."""
    first = who.split(" ")[0]
    rest = re.split(rf"\b(?:{re.escape(who)}|{re.escape(first)})\b ?", text, maxsplit=1)
    return re.sub(r" when (?:he|she|they) .*$", "", rest[-1])


def _why(text: str, people: Sequence[str]) -> str:
    """A statement as what for: without a full stop, others by their first names."""
    short = text.rstrip(".")
    for name in people:
        short = short.replace(name, name.split(" ")[0])
    return _low(short) if len(short) <= LONGEST_WHY else _low(short[:LONGEST_WHY].rpartition(" ")[0])


def _low(text: str) -> str:
    return text[0].lower() + text[1:] if re.match(r"(?:The|A|An|Somebody|Nobody|It|There)\b", text) else text


def deeds(statement: str, q: Question[Any], banks: Banks) -> list[str]:
    """All that a statement about oneself may have one do, as it would stand in a plan."""
    said = re.match(rf"(?:{re.escape(q.card.name)}|{re.escape(q.card.first)}) (?P<said>.+?)\.?$", statement)
    found: list[str] = []
    for row in (*_rows(banks)["habit"], *_rows(banks)["own"]) if said else ():
        if said and (match := row.says.search(said["said"])):
            values = {name: value for name, value in match.groupdict().items() if value}
            found += [clip(text.format(**values), LONGEST) for text in row.does if set(_SLOT.findall(text)) <= values.keys()]
    return found


def known_of(who: str, q: PlanQuestion) -> str:
    """A statement on somebody, as what for one calls on them; "" for none that may be spoken of."""
    people = [name for name, _ in q.names.people]
    told = (text for text in (*q.memories, *q.card.background) if who in text and not PRIVATE.search(text))
    plain = (
        text for text in told if not gathering_of(text) and re.match(rf"(?:{re.escape(who)}|{re.escape(q.card.name)}) ", text)
    )
    return next((why for text in plain if len(why := _why(text, people)) < LONGEST_WHY - 20), "")


def lives_with(q: PlanQuestion) -> str:
    """The first name of somebody one shares a table with, by card and memories; "" for nobody known."""
    found = next(filter(None, map(_LIVES_WITH.search, (*q.card.background, *q.memories))), None)
    known = [name.split(" ")[0] for name, _ in q.names.people if name != q.card.name]
    return found["name"] if found and found["name"] in known else ""
