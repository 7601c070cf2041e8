"""Relationship sentences: turns a scenario's few words about a relationship into the sentence that prompts show.

Reads the words alone (``old friend``, ``lets him play for supper``, ``cards on Thursdays``); knows no town and no memory. Where
the words say neither what the other person is nor what they do, both are named and the words follow unchanged.
"""

from __future__ import annotations

import re

from sim.answer.scripted.english.grammatical_person import AFTER_OBJECT
from sim.language.text import words
from sim.language.verbs import is_verb

_OWNERS = ("his", "her", "their")
_ROLES = words(
    """
    friend friends neighbour neighbor colleague guest client patient pupil student boss assistant apprentice tenant landlord
    landlady rival enemy mentor nurse husband wife spouse aunt uncle cousin niece nephew mother father parent sister brother
    son daughter child grandson granddaughter godson goddaughter regular companion acquaintance ally hero idol confidant
    """
)
"""Nouns for what one person is to another; so are those in ``_ENDINGS``."""
_ENDINGS = ("mate", "er", "or", "ist", "ian", "man", "woman", "ee", "in-law")
_AFTER_NOUN = re.compile(
    r"\b(?:who|whom|whose|that|which|with|from|at|in|on|of|by|for|to|since|he|she|they|whenever|when)\b|[,;(]"
)
"""What may follow the noun that says what somebody is."""
_WHOLE = re.compile(r"^(?:(?!who|that|which)\S+ )+is ")
"""A sentence of its own: ``the song is about her``, but not ``the boy who is never late``."""
_FEELS = re.compile(
    r"^(?:(?:never|no longer|still|secretly|hardly|quietly) )?(?:"
    r"(?:trust|wishe|respect|like|love|fear|admire|misse|envie|hope|doubt|hate|suspect|think|find|blame|know|believe|resent|despise|"
    r"distrust|mistrust|dislike|pitie|adore|dread|forgive|consider|worrie)s\b|"
    r"(?:does|will|could|can)(?:n['\u2019]t| ?not)\b|can['\u2019]t\b|no longer speaks\b|"
    r"ha[sd] (?:not|never|always|long|known|loved|hated|admired|feared|quarrelled|broken|forgiven)\b|"
    r"(?:is|was) (?:not|never|no longer|still|engaged|married|in love|jealous|afraid|fond|wary|proud|ashamed|suspicious|"
    r"angry)\b)"
)
"""What the resident feels, not what the other person does."""
_STATE = re.compile(r"^(?:fond|afraid|jealous|wary|proud|ashamed|suspicious|tired|in love|engaged|angry) (?:of|with|at|to)\b")
"""How the resident is towards the other: ``fond of her``."""
_OTHER = re.compile(rf"\b(?:him|them|(?:(?<=finds )|(?<=wants )|(?<=stand ))her|her{AFTER_OBJECT})\b")
_NOT_ME = {"she": re.compile(r"\bhim\b"), "he": re.compile(rf"\b(?:(?<=wants )her|her{AFTER_OBJECT})\b")}
_NOBODY = re.compile(r"(?!)")
"""Whom a verb is done to that is not done to the resident: ``wants her for the board``, of a man."""
_OTHERS_OWN = re.compile(r"^((?:[\w'\u2019]+ ){1,3}?)(?:his|her|their) (?=[a-z])")
"""The other as the resident feels about them, and what is theirs."""
_WAS = re.compile(r"^(?:is|was|has been) (?:his|her|their) (?=(?P<role>.+))")
"""What the other is or was to the resident: ``was her teacher``."""
_LONG = {
    "dad": "father", "daddy": "father", "papa": "father", "mum": "mother", "mummy": "mother", "mom": "mother", "mama": "mother",
    "gran": "grandmother", "granny": "grandmother", "grandma": "grandmother", "grandpa": "grandfather",
}  # fmt: skip
_SHORT = re.compile(rf"^((?:his|her|their) (?:\w+ )?)({'|'.join(_LONG)})\b")
_ANOTHERS = re.compile(r"^(?P<whose>[A-Z]\w+)['\u2019]s (?P<role>[a-z-]+(?: [a-z-]+)?)(?P<rest>(?:[,;]? .+)?)$")
"""What the other is to somebody else: ``Kit's father, whom she ought to speak to``."""
_SAYS = re.compile(r"^(?:his|her|their) [^,;]*?\b(?:is|are|was|were)\b")
"""``her leeks are in the soup``."""
_ABOUT = {
    me: re.compile(rf"\b(?:(?:(?:since|because|until|when|after|before) )?{they}|{them})\b")
    for me, they, them in (("she", "he", "him|his"), ("he", "she", "hers?"))
}
"""How somebody else is called than the resident, with what makes them whom all of it is of."""


def relationship_sentence(name: str, first: str, how: str, me: str = "") -> str:
    """The sentence about ``name`` (full name) from the view of ``first`` (first name), who is ``me`` (he or she, where that is
    known); ``how`` are the scenario's words: ``old friend``, ``his wife``, ``a good neighbour``, ``bakes for her``, ``he likes
    her`` or ``cards on Thursdays``."""
    how = _SHORT.sub(lambda called: f"{called[1]}{_LONG[called[2]]}", how)
    word, _, rest = how.partition(" ")
    if (another := _ANOTHERS.match(how)) and another["whose"] != first and _is_role(another["role"]):
        return f"{name} is the {another['role']} of {another['whose']}{another['rest']}"
    if word in _OWNERS and not _is_role(how) and _SAYS.match(how):
        return f"{first} and {name}: {how}"
    if word in _OWNERS:
        return f"{name} is {first}'s {rest}"
    if (was := _WAS.match(how)) and _is_role(was["role"]):
        return f"{name} {how}"
    if _FEELS.match(how) and (called := _ABOUT.get(me, _NOBODY).search(how)) and called[0].endswith((" he", " she")):
        return f"{name} {how}"  # has not paid since he became clerk
    if _STATE.match(how) or _FEELS.match(how):
        return _felt(name, first, f"is {how}" if _STATE.match(how) else how)
    if word in ("he", "she", "they") or _WHOLE.match(how):
        return f"{first} and {name}: {how}"
    if word in ("a", "an", "the", "like"):
        return f"{name} is {how}"
    if rest and (is_verb(word) or _does_to(word, rest)):
        return _felt(name, first, how) if _NOT_ME.get(me, _NOBODY).search(how) else f"{name} {how}"
    return f"{name} is {first}'s {how}" if _is_role(how) else f"{first} and {name}: {how}"


def _felt(name: str, first: str, how: str) -> str:
    """What the resident feels, with the other by name: ``does not trust her`` -> ``Ann does not trust Ida Bell``."""
    said = _OTHER.sub(name, how, count=1)
    if said == how:
        said = _OTHERS_OWN.sub(rf"\1{name}'s ", how, count=1)
    return f"{first} {said}" if said != how else f"{first} and {name}: {how}"


def _does_to(word: str, rest: str) -> bool:
    """Whether the words read as something done to or for somebody: ``lets him play``, ``shares her coffee``."""
    told = ("him", "her", "them", "his", "their", "by", "me", "at", "to")
    return len(word) > 3 and word.endswith("s") and rest.split(" ", 1)[0] in told


def _is_role(how: str) -> bool:
    """Whether the words say what the other person is: their first noun is one for a person."""
    head = _AFTER_NOUN.split(how, maxsplit=1)[0].split()
    noun = head[-1].lower() if head else ""
    return noun in _ROLES or (len(noun) > 4 and noun.endswith(_ENDINGS))
