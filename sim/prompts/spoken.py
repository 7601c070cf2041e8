"""A memory as its owner says it aloud: ``Ann Reed owes Ben Hale a day's work`` -> ``I owe you a day's work``.

Names are data; only the speaker's and the listener's are replaced, and only where the words around them leave no doubt. Where
there is doubt, ``spoken`` returns None and the memory is told as it stands. English alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

ME = "\x01"
"""Stands for the speaker while a sentence is changed."""
YOU = "\x02"
"""Stands for the listener."""
OTHERS = "\x03"
"""Stands for everybody else, followed by a number."""


@dataclass(frozen=True, slots=True)
class Person:
    """A full name, a first name ("" where several share it) and ``she``, ``he``, ``they`` or ""."""

    name: str
    first: str = ""
    pronoun: str = ""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_AUX = {
    "is": ("am", "are"), "was": ("was", "were"), "has": ("have", "have"), "does": ("do", "do"),
    "isn't": ("am not", "are not"), "wasn't": ("was not", "were not"), "hasn't": ("haven't", "haven't"),
    "doesn't": ("don't", "don't"),
}  # fmt: skip
"""Verbs of the third person -> the first and the second."""
_SAME = _words(
    "had did will would can could shall should may might must cannot won't didn't couldn't wouldn't can't hadn't tore "
    "brought became began bit got heard grew drove won lit met bred bled shrank sank spun struck swung dug clung flung hung "
    "wove shone slid rang drew blew bought broke brought built burnt came caught chose cut cost drew drank drove dreamt ate "
    "fell fed felt fought found flew forgot forgave gave went grew hid held hurt kept knew laid led learnt left lent let "
    "lost lay made meant met paid put quit read rode ran said saw sought sold sent set sewed shook shot shut sang sat slept "
    "spoke spent spilt stood stole stuck swore swept swam took taught told thought threw understood woke wore won wound "
    "wrote overheard withdrew"
)
"""Verbs that are the same in the first and second person: auxiliaries and irregular past forms."""
_MODALS = _words("will would can could shall should may might must cannot had did")
_ADVERBS = _words(
    "never always still once often only also secretly hardly rarely now then just already sometimes usually really even "
    "ever not half twice again soon seldom nearly almost quietly recently lately finally later first since"
)
_NO_VERBS = _words(
    "this his its as us yes plus less always sometimes perhaps besides afterwards nowadays hers theirs ours yours"
)
_OPENERS = _words(
    "that because if when where why how whether since until before after but while what as although though whom once "
    "whenever wherever whatever"
)
_SAYING = _words("says said knows knew thinks thought believes believed hopes hoped wishes fears feared heard swears admits")
_RELATIVE = _words("whose whom which")
_PREPOSITIONS = _words(
    "to of with for from by about at on in into under over after before behind beside between like near without than against"
)
_PRONOUNS = {
    "he": "he", "him": "he", "his": "he", "himself": "he", "she": "she", "her": "she", "hers": "she", "herself": "she",
}  # fmt: skip
_KIN = {
    "he": _words("father brother uncle husband son nephew man boy grandfather king priest landlord"),
    "she": _words("mother sister aunt wife daughter niece woman girl grandmother queen widow landlady"),
}  # fmt: skip
"""Whom a pronoun may mean besides those who are named."""
_PLURAL = {"they": "we", "their": "our", "them": "us", "themselves": "ourselves"}
_TITLES = _words(
    "Doctor Dr Dr. Mrs Mrs. Mr Mr. Miss Professor Mayor Father Sister Brother Captain Old Young Aunt Uncle Reverend"
)
_NO_PERSON = _words("Nobody Somebody Everybody Half It There Rain Nothing Something Everything Anybody")
"""First words of sentences in which no other person does the deed."""
_NO_OWNED = _words(
    "whatever whenever however again alone and or but to in on at for with that when because if as by from of about over "
    "after before until since so"
)
"""Words behind ``her`` that make it an object: ``saw her in``."""
_FORMS = {ME: ("I", "me", "my", "myself"), YOU: ("you", "you", "your", "yourself")}


@lru_cache(maxsize=20_000)
def spoken(text: str, me: Person, you: Person, others: tuple[Person, ...] = (), own: bool = True) -> str | None:
    """A memory (without a full stop) as ``me`` says it to ``you``; None where that is in doubt. ``own``: whether the memory is
    the speaker's own, so that a pronoun may mean them."""
    kinds: dict[str, str] = {ME: me.pronoun, YOU: you.pronoun}
    masked, names = _masked(text, me, you, others, kinds)
    words = masked.split(" ")
    if len(words) > 1 and words[0] in _TITLES and words[1] in _FORMS:
        words, masked = words[1:], masked.partition(" ")[2]
    subject = words[0].strip(",") if words[0].strip(",") in _FORMS else ""
    try:
        joint = _compound(words)
        done = words if joint else _names_turned(words)
        _pronouns_turned(done, subject, kinds, masked, own and not joint)
    except _Doubt:
        return None
    said = " ".join(done)
    for mark, name in names.items():
        said = said.replace(mark, name)
    return said[:1].upper() + said[1:]


class _Doubt(Exception):
    """The words do not show who is meant, or in which form."""


def _masked(
    text: str, me: Person, you: Person, others: tuple[Person, ...], kinds: dict[str, str]
) -> tuple[str, Mapping[str, str]]:
    """The text with marks for names, the longest first, and the names behind the marks of others."""
    marks = {ME: me, YOU: you} | {f"{OTHERS}{i}{OTHERS}": one for i, one in enumerate(others)}
    spelt = [(name, mark) for mark, one in marks.items() for name in (one.name, one.first) if name]
    names: dict[str, str] = {}
    for name, mark in sorted(spelt, key=lambda one: -len(one[0])):
        pattern = rf"(?<![\w{ME}{YOU}{OTHERS}]){re.escape(name)}(?!\w)"
        if mark not in _FORMS and re.search(pattern, text):
            mark, kind = (mark, marks[mark].pronoun) if names.setdefault(mark, name) == name else (f"{mark}{OTHERS}", "")
            names[mark] = name
            kinds[mark] = kind or marks.get(mark, Person("")).pronoun
        text = re.sub(pattern, mark.replace("\\", ""), text)
    for mark, form in ((ME, "my"), (YOU, "your")):
        text = re.sub(rf"{mark}['’]s? ", f"{form} ", text)
    return text, names


def _compound(words: list[str]) -> bool:
    """``Ann and Ben quarrelled`` in place, as ``Ben and I quarrelled``; False where the sentence does not begin with two
    names."""
    if len(words) < 4 or words[1] != "and" or not {words[0], words[2]} & {ME, YOU}:
        return False
    first, second, verb = words[0], words[2], words[3]
    if verb.endswith("s") and verb not in ("was", "has"):
        raise _Doubt
    shown = {ME: "I", YOU: "you"}
    pair = [first, second] if second == ME else [second, first] if first == ME else [first, second]
    words[:3] = [shown.get(pair[0], pair[0]), "and", shown.get(pair[1], pair[1])]
    ours = _PLURAL if ME in (first, second) else {"they": "you", "their": "your", "them": "you", "themselves": "yourselves"}
    words[3:] = [ours.get(word, word) for word in words[3:]]
    for mark in (ME, YOU):
        if any(mark in word for word in words):
            raise _Doubt
    return True


def _names_turned(words: list[str]) -> list[str]:
    """The words with pronouns for the speaker's and the listener's names, and the verbs behind them in their form."""
    done = list(words)
    for i, word in enumerate(words):
        mark = word.rstrip(",.;:!?")
        if mark not in _FORMS:
            if ME in word or YOU in word:
                raise _Doubt
            continue
        before, tail = (words[i - 1] if i else ""), word[len(mark) :]
        at = _verb_at(words, i + 1) if not tail else 0
        opens = i == 0 or before.endswith((",", ";", ":")) or before in _OPENERS or before in _SAYING
        opens = opens or before in ("and", "but", "so")
        opens = opens or bool(_RELATIVE & set(words[max(0, i - 4) : i]))  # ``whose failing eyes she keeps secret``
        plain = before in _PREPOSITIONS and before not in ("since", "before", "after", "as")
        if at and (opens or (not plain and words[at] in (*_AUX, *_MODALS))):
            done[i] = _FORMS[mark][0]
            done[at] = _turned_verb(words[at], mark)
            if words[at] != done[at] or i == 0:
                _turn_joined_verbs(words, done, at, mark)
        elif i == 0 or (opens and before not in ("than",) and not plain) or (at and not plain and words[at].endswith("s")):
            raise _Doubt
        else:
            done[i] = f"{_FORMS[mark][1]}{tail}"
    return done


def _verb_at(words: list[str], i: int) -> int:
    """The place of the verb at ``i``, behind adverbs; 0 where there is none."""
    while i < len(words) and words[i] in _ADVERBS:
        i += 1
    if i >= len(words):
        return 0
    word = words[i].rstrip(",.;")
    known = word in _AUX or word in _SAME or word.endswith("ed") or _third(word)
    return i if known and word.isascii() and word.islower() else 0


def _third(word: str) -> bool:
    return len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "'s")) and word not in _NO_VERBS


def _turned_verb(word: str, mark: str) -> str:
    """``owes`` -> ``owe``, ``is`` -> ``am``; past forms stay."""
    core = word.rstrip(",.;")
    tail = word[len(core) :]
    if core in _AUX:
        return _AUX[core][mark == YOU] + tail
    if core in _SAME or not _third(core):
        return word
    if core.endswith("ies") and len(core) > 4:
        return f"{core[:-3]}y{tail}"
    cut = 2 if core.endswith(("ches", "shes", "sses", "xes", "zes", "oes")) else 1
    return core[:-cut] + tail


def _turn_joined_verbs(words: list[str], done: list[str], at: int, mark: str) -> None:
    """The verbs that ``and`` and ``but`` join to the first: ``grinds the grain and keeps bees``. A word in -s of which
    nobody knows whether it is a verb is a doubt where the first verb was changed."""
    for i in range(at + 1, len(words) - 1):
        if words[i] in ("who", "which", "that", "whose", "because", "when", "since", "if", "while", "until"):
            if any(a in ("and", "but") and b in ("does", "has", "is", "doesn't", "hasn't") for a, b in pairwise(words[i:])):
                raise _Doubt  # whether the clause goes on or the sentence
            return
        if words[i] not in ("and", "but", "or") or not (there := _verb_at(words, i + 1)):
            continue
        if i > 2 and words[i - 2] == "of" and words[i - 1].islower():
            continue  # ``a dinner of lamb and beans``
        verb = words[there].rstrip(",.;")
        ends = there + 1 == len(words) or words[there] != verb
        if verb in _AUX:
            done[there] = _turned_verb(words[there], mark)
        elif _third(verb) and words[at].rstrip(",.;") != _turned_verb(words[at], mark).rstrip(",.;"):
            if ends and verb not in ("helps", "waits", "works", "sings", "knows"):
                return  # ``ale and cakes``
            done[there] = _turned_verb(words[there], mark)
        elif _third(verb) and verb not in _SAME and not ends:
            done[there] = _turned_verb(words[there], mark)


def _pronouns_turned(words: list[str], subject: str, kinds: dict[str, str], text: str, own: bool) -> None:
    """Pronouns that mean the speaker or the listener, in place. A pronoun means whoever of its kind is named before it; where
    several are, an object means none that does the deed, and all else is a doubt."""
    before = list[str]()
    marks = text.split(" ")
    main = True
    for i, word in enumerate(list(words)):
        mark = next((mark for mark in kinds if mark in marks[i]), "") if i < len(marks) else ""
        mark = mark or {"my": ME, "me": ME, "i": ME, "your": YOU, "you": YOU}.get(word.lower().rstrip(",.;"), "")
        if mark:
            before.append(mark)
        core = word.rstrip(",.;:!?").lower()
        main = main and core not in _OPENERS | {"who", "which"}
        kind = _PRONOUNS.get(core)
        if kind is None:
            if core in _PLURAL and kinds.get(subject) == "they":
                raise _Doubt
            continue
        tail, last = word[len(core) :], words[i - 1].lower() if i else ""
        following = words[i + 1].lower() if i + 1 < len(words) else ""
        possessive = core == "his" or (core == "her" and following[:1].isalpha() and following not in _NO_OWNED and not tail)
        able = list(dict.fromkeys(one for one in reversed(before) if kinds[one] in (kind, "")))
        direct = not possessive and core in ("him", "her") and last not in _PREPOSITIONS and words[max(0, i - 2)] != "to"
        other_does = direct and len(able) > 1 and _does(words, i, able[0])
        able = able[1:] if other_does else able
        if direct and main and able == [subject] and not other_does and before[-1:] == [subject]:
            continue  # somebody else: of oneself it would be ``himself``
        if not able and own and kinds[ME] == kind and (subject == YOU or text.startswith(OTHERS) or marks[0] in _NO_PERSON):
            able = [ME]  # the speaker, whom the sentence does not name
        if not able and not _KIN[kind] & _bare(words[:i]) and not any(one in ("a", "an", "the") for one in _bare(words[:i])):
            raise _Doubt  # nobody is named whom it could mean
        if len(able) > 1 and possessive and i and (following == "own" or marks[i - 1].rstrip(",") in kinds):
            # ``gave Ben his own coat``, ``lent Ben her boat``
            able = ([subject] if subject in able else able[:1]) if following == "own" else able[-1:]
        if len(able) > 1 and not set(able) & set(_FORMS):
            continue
        if len(able) > 1 or (able and able[0] in _FORMS and _KIN[kind] & _bare(words[:i])):
            raise _Doubt
        owner = able[0] if able else ""
        if owner not in _FORMS:
            continue
        if core in ("himself", "herself"):
            words[i] = _FORMS[owner][3] + tail
        elif possessive:
            words[i] = _FORMS[owner][2]
        elif core in ("he", "she"):
            at = _verb_at(words, i + 1)
            if not at:
                raise _Doubt
            words[i], words[at] = _FORMS[owner][0], _turned_verb(words[at], owner)
        else:
            words[i] = _FORMS[owner][1] + tail


def _does(words: list[str], i: int, mark: str) -> bool:
    """Whether ``mark`` does the deed whose object stands at ``i``: it is the last name before the verb."""
    form = {ME: "I", YOU: "you"}.get(mark, mark)
    return any(one == form for one in words[max(0, i - 3) : i])


def _bare(words: list[str]) -> set[str]:
    return {word.rstrip(",.;").lower() for word in words}
