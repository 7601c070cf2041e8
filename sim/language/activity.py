"""Activities in the form that follows ``Nora is``: ``brew coffee`` and ``Nora brews coffee`` become ``brewing coffee``.

Rules for English alone. Knows no resident but by the name it is given.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sim.language.text import clip, words
from sim.language.time_and_place import bare_place, place_in, place_written
from sim.language.verbs import bare_verb, is_verb
from sim.world.clock import MONTHS, WEEKDAYS

_LEADING = re.compile(
    r"^(?:(?:i|he|she|they|we) )?(?:(?:am|is|are|was|will be|i'm|he's|she's|they're|starts?|begins?|continues?) )?"
    r"(?:to )?(?=\S)",
    re.IGNORECASE,
)
"""What may stand before the verb and goes: a pronoun, a form of ``be``, ``to``."""
_STANDS = words(
    """
    asleep awake away back busy done down home in inside late lost off on out outside over ready still together under up at
    about across after against along among around before behind below beside between beyond by for from near of past through
    with without deep half not just alone glad happy sad angry quiet sick ill
    """
)
"""Words that follow ``is`` as they are."""
_NO_PARTICIPLES = words("bring sing ring swing fling cling sting string spring wring ping")
_EVENTS = words(
    """
    breakfast lunch dinner supper brunch tea coffee dessert drinks snack a an the some another second morning afternoon evening
    """
)
"""First words of what a person has, not does: ``lunch with Tess``."""
_ADJECTIVES = words(
    """
    early daily weekly only family lovely friendly lonely new old last first final next heavy choir band paperwork homework
    housework chores errands rounds deliveries
    """
)
"""First words of what a person is busy with."""
_VERBS = words("reply supply apply fly rely ally rally tally bully dally")
"""Verbs that look like adverbs."""
_AFTER_STATE = ("in ", "on ", "at ", "by ", "down", "up", "to ", "with ")
"""What follows a participle that says how somebody is: ``seated at the window``."""
_FURTHER = re.compile(r"(?:\b(?:and|then)|,)(?: then)? ([a-z]+) (?=the |a |an |his |her |their |some |to |up |out |for )")
_IRREGULAR = {
    "lie": "lying", "die": "dying", "tie": "tying", "begin": "beginning", "forget": "forgetting", "admit": "admitting",
    "prefer": "preferring", "refer": "referring", "regret": "regretting", "commit": "committing", "age": "ageing",
    "mimic": "mimicking", "panic": "panicking", "picnic": "picnicking",
}  # fmt: skip


_SAYING = re.compile(r"(?:^|,? and |,? to |, )((?:ask|tell|invit|remind|warn|inform|thank|persuad|begg?)(?:e|ing)? .+)$")
"""Words of an activity that are spoken and not seen."""


def apart(activity: str) -> tuple[str, str]:
    """What others see of an activity, and what is said in it: ``pouring tea and asking Ann to come`` is ``pouring tea`` and
    ``asking Ann to come``. Either may be ""."""
    said = _SAYING.search(activity)
    return (activity[: said.start()].rstrip(" ,"), said[1]) if said else (activity, "")


def gerund(verb: str) -> str:
    """``go`` -> ``going``, ``make`` -> ``making``, ``meet`` -> ``meeting``; good enough for plans."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) and verb != "be":
        return verb[:-1] + "ing"
    if re.fullmatch(r"[^aeiou]*[aeiou][bdglmnprt]", verb):
        return verb + verb[-1] + "ing"
    return verb + "ing"


_WHEN = re.compile(
    rf"\s+(?:(?:on|this|next) )?(?:{'|'.join(WEEKDAYS)}|today|tonight|tomorrow|(?:{'|'.join(MONTHS)}) \d+)\b.*$"
    r"|\s+(?:at|around|from|by) \d.*$|\s+at (?:noon|midnight)\b.*$"
)


def intended(what: str, places: Sequence[str]) -> str:
    """``go to the lantern supper at the Mill Green on Saturday at 6 pm`` -> ``going to the lantern supper``."""
    text = _WHEN.sub("", what)
    place = place_in(text, places) or place_written(text)
    if place:
        text = re.sub(rf"\s+(?:at|in|outside) (?:the )?{re.escape(bare_place(place))}.*$", "", text, flags=re.I)
    verb, _, rest = text.partition(" ")
    return clip(f"{gerund(verb)} {rest}".strip(), 80)


def in_progress(text: str, name: str = "") -> str:
    """An activity as it follows ``is``, with a small letter at its beginning and no full stop at its end; what is in that form
    stays. ``name`` (full name) is taken off its front."""
    said = text.strip().rstrip(".").strip()
    for own in filter(None, (name, name.split(" ", 1)[0])):
        said = said.removeprefix(f"{own} ")
    rest = _LEADING.sub("", said) or said
    first, _, more = rest.partition(" ")
    lower = first.lower().strip(",")
    if not lower.isalpha() or (lower.endswith("ing") and lower not in _NO_PARTICIPLES) or lower in _STANDS:
        return _small(rest)
    if (first.isupper() and len(first) > 1) or lower in _ADJECTIVES:
        return f"busy with {rest}"
    if lower in _EVENTS:
        return f"having {_small(rest)}"
    if lower.endswith("ed") and more.startswith(_AFTER_STATE):
        return _small(rest)
    if lower.endswith("ly") and lower not in _VERBS and more:
        return f"{lower} {in_progress(more)}"
    third = is_verb(lower) or (lower.endswith("s") and not lower.endswith(("ss", "us", "is")))
    return f"{gerund(bare_verb(lower) if third else lower)} {_chained(more)}".strip()


def _chained(rest: str) -> str:
    """Further verbs of the same activity: ``coffee and set the table`` -> ``coffee and setting the table``."""
    return _FURTHER.sub(_chained_verb, rest)


def _chained_verb(found: re.Match[str]) -> str:
    verb = found[1]
    done = verb.endswith("ing") and verb not in _NO_PARTICIPLES
    return found[0] if done else found[0].replace(verb, gerund(verb))


def _small(text: str) -> str:
    """A small letter first where the first word is no abbreviation or name with an apostrophe."""
    first = text.split(" ", 1)[0]
    return text[:1].lower() + text[1:] if first[1:].isalpha() and first[1:].islower() else text
