"""What memories and the card say on an interview question: the statements that share its telling words, and yes or no.

A yes or a no is said only where a statement is about whom is asked of, and tells what they do. Plans of a day are no answer.
"""

from __future__ import annotations

import re

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.gatherings import Gathering, gathering_of
from sim.answer.scripted.english.news import split_teller, split_tellers
from sim.answer.scripted.english.poignancy import IDLE
from sim.answer.scripted.own_words import as_answer, in_own_words, of_card, of_tie
from sim.language.text import NAME, TIMETABLE, as_clause, overlap, sentences, stems, unique
from sim.language.time_and_place import clock_in, day_in
from sim.prompts.tasks.answer import AnswerOpen
from sim.prompts.tasks.answer_choice import AnswerChoice

YES_NO = re.compile(
    r"^(?:so,? |and |well,? )?(?:have|has|had|do|does|did|is|are|was|were|will|would|can|could|should|am|any|heard|know)\b",
    re.I,
)
OF_FACT = re.compile(
    r"^(?:(?:so|and|well|tell me|please|excuse me),? )*"
    r"(?:(?:did|do|have|has) (?:you|anybody|anyone) (?:\w+ )?(?:know|hear|heard|met|notice|noticed)\b|"
    r"(?:who|when|where|at what time|what time|what day|which day|how many)\b|"
    r"what (?:happened|(?:do you know|have you heard|can you tell me) about)\b|tell me about\b|"
    r"(?:is|are|was|will) there\b|is it true\b)",
    re.I,
)
"""How questions of fact begin."""
_ASKED = stems(
    "know heard hear tell remember happen think anything aware going lately please recently today something say said go come"
)
"""Words that ask, and are not what is asked about."""


Interviewed = AnswerOpen | AnswerChoice
"""An interviewer's question that words answer."""


def asked_for(q: Interviewed) -> frozenset[str]:
    """The stems of what a question is about."""
    return stems(q.question) - _ASKED - stems(q.card.name)


def said_of(memory: str, q: Interviewed) -> str:
    """A memory as an answer: in the first person, with who told it."""
    if re.sub(rf"^(?:{re.escape(q.card.name)}|{re.escape(q.first)})(?= )", "", memory) in _card_tails(q):
        return of_card(memory, q)
    if _TO_ONESELF.match(memory):
        return of_tie(memory, q)
    who, _, said = memory.partition(": ")
    if said and who in (q.first, q.card.name, "Interviewee"):  # an answer of an interview that was imported
        return as_answer(said, q)
    parts = split_tellers(memory, q.card.name)
    text, source = parts[0] if parts else split_teller(memory, q.card.name)
    if source and source != q.card.name and not text.startswith(source):
        return f"{source} told me that {as_clause(in_own_words(text, q))}."
    return as_answer(text, q)


_TO_ONESELF = re.compile(rf"{NAME} [a-z]+s (?:him|her|them)\b(?! [a-z]+(?:ing|ed)\b)")
"""A tie that the scenario gives as a memory: ``Tom Reed owes her for nine suppers``."""


def _card_tails(q: Interviewed) -> set[str]:
    """What the card says, without whom it says it of."""
    return {
        re.sub(rf"^(?:She|He|They|{re.escape(q.card.name)}|{re.escape(q.first)})(?= )", "", text)
        for text in (*q.card.background, *q.card.concerns)
    }


def _known(q: Interviewed) -> list[str]:
    """What the card says in the third person, and memories that are no timetables."""
    of_me = [re.sub(r"^(?:She|He|They)\b", q.card.name, text) for text in (*sentences(q.card.currently), *q.card.background)]
    return unique(
        [*(text.rstrip(".") for text in of_me if not _RESUME.search(text)), *(m for m in q.memories if TIMETABLE not in m)]
    )


_RESUME = re.compile(r" by nature\. ")
"""A card that was condensed: it repeats the rest."""


def of_memories(q: Interviewed, banks: Banks, dice: Dice) -> list[str]:
    """The memories that share the question's telling words; ``yes`` before them where that was asked."""
    words = asked_for(q)
    if not words:
        return []
    low, meant = q.question.lower().rstrip("?. "), _meant(q.question)
    literal = re.sub(r"^\w+ (?:is your )?", "", low)
    scored = [
        (low.startswith("why") and " because " in text, overlap_of(words, text), literal in text.lower(), -i, text)
        for i, text in enumerate(_known(q))
        if not IDLE.match(text) and _fits(q, text)
    ]
    found = [one[-1] for one in sorted(scored, reverse=True) if one[1] >= 0.5 and meant <= stems(one[-1])]
    if _COMING.search(q.question):
        found = [memory for memory in found if occasion_of(memory, q)]
    closed = YES_NO.match(q.question) is not None
    if closed and not OF_FACT.match(q.question):
        found = [memory for memory in found if _answers_to(q, memory)]
    if not found:
        return []
    texts = [said_of(memory, q) for memory in found[:3]]
    detail = _detail(q, found)
    yes = _verdict(q, found[0]) if closed else ""
    both = (
        f"{texts[0]} {texts[1]}"
        if len(texts) > 1 and len(texts[0]) + len(texts[1]) < 200 and overlap(stems(texts[0]), stems(texts[1])) < 0.6
        else ""
    )
    return [f"{yes}{text}" for text in unique([detail, texts[0], both, *texts[1:]])]


_ASKS_OF = re.compile(r"^(?:[Ss]o,? |[Aa]nd |[Ww]ell,? )?\w+ (?P<who>you|[A-Z][\w'-]*)(?: [A-Z][\w'-]*)* (?P<rest>.+)$")
_WHO_DOES = re.compile(r"^who (?!is\b|are\b|was\b|were\b|do\b|did\b|have\b|can\b)(?P<does>\w+)(?P<you> you\b)?", re.I)
_TIMED = re.compile(r"\b(?:ago|last|since|in \d|years?|winter|summer|spring|autumn|month|week|every|before|after|until|when)\b")


def _fits(q: Interviewed, text: str) -> bool:
    """Whether a statement is of the kind that is asked for: who does it, when it is."""
    if does := _WHO_DOES.match(q.question):
        own = bool(does["you"]) and text.startswith(q.card.name) and " who " not in text
        return not own and stems(does["does"]) - _ASKED <= stems(text)
    if re.match(r"(?:at )?(?:when|what time)\b", q.question, re.I):
        return bool(day_in(text) or clock_in(text)[0] or _TIMED.search(text))
    return True


def _parts(q: Interviewed) -> tuple[str, frozenset[str]]:
    """Of whom a closed question asks (``you``, a name or ``""``), and the stem of what they do."""
    match = _ASKS_OF.match(q.question)
    verbs = [stems(word) - _ASKED for word in _plain(match["rest"]).split()] if match else []
    return match["who"] if match else "", next(filter(None, verbs), frozenset())


def _answers_to(q: Interviewed, memory: str) -> bool:
    """Whether a memory may answer a closed question at all: what somebody will do or has done is not told by anything else."""
    who, verb = _parts(q)
    told = re.match(r"(?:will|would|are|is|did|should|have|has)\b", q.question, re.I) and who and verb
    return not told or bool(_verdict(q, memory, 0.5))


def _verdict(q: Interviewed, memory: str, share: float = 0.6) -> str:
    """``Yes.``, ``No.`` or ``Not yet.``, where a memory says of whom is asked what is asked, with this share of the question's
    words; ``""`` where it does not."""
    (who, verb), text = _parts(q), split_teller(memory, q.card.name)[0]
    yes = _NO if "said no to" in memory else _YES
    if OF_FACT.match(q.question) or (who == "you" and memory.partition(": ")[0] in (q.first, q.card.name, "Interviewee")):
        return "" if "would not promise" in memory else yes
    begins = (q.card.name, f"{q.first} ") if who == "you" else (who,)
    said = _plain(text.removeprefix(q.card.name)).split()
    does = [i for i, word in enumerate(said) if not verb or verb <= stems(word)]
    lead = next((said[:i] for i in does if i < 5 or said[i - 1] in ("not", "never")), None)
    asked = stems(_plain(q.question)) - _ASKED - stems(q.card.name)
    if not (who and text.startswith(begins)) or lead is None or len(asked & stems(_plain(text))) < share * len(asked):
        return ""
    before, after = " ".join(lead), " ".join(said[len(lead) + 1 :])
    if re.search(r"\b(?:not|never|cannot|no longer)\b", before) or re.match(r"(?:nobody|nothing|no)\b", after):
        return "" if "would not promise" in memory else _NO
    done = re.match(r"(?:have|has|had|did)\b", q.question, re.I)
    if done and re.match(r"is \w+ing\b", text.removeprefix(q.card.name).removeprefix(q.first).strip()):
        return ""  # what is going on is not done
    return _NOT_YET if done and _TO_BE_DONE.search(before) else yes


_YES, _NO, _NOT_YET = "Yes. ", "No. ", "Not yet. "
_TO_BE_DONE = re.compile(r"\b(?:(?:has|have|wants?|needs?|means?|plans?|hopes?|intends?|trying|going) to|must|will)\b")
_BASES = {
    form: base
    for base, forms in {
        "find": "found", "bring": "brought", "buy": "bought", "take": "took taken", "give": "gave given",
        "write": "wrote written", "make": "made", "see": "saw seen", "meet": "met", "sell": "sold", "lose": "lost",
        "keep": "kept", "leave": "left", "send": "sent", "speak": "spoke spoken", "break": "broke broken", "build": "built",
    }.items()
    for form in forms.split()
}  # fmt: skip
_FORM = re.compile(rf"\b(?:{'|'.join(_BASES)})\b")


def _plain(text: str) -> str:
    """A text with one form for all those of common verbs."""
    return _FORM.sub(lambda form: _BASES[form[0]], text)


_THING = re.compile(
    r"\b(?:about|is|are|of|be|was|will|when|where|know|behind|there|gives|giving) (?:the|an?|any) "
    r"(?P<what>[\w'-]+(?: [\w'-]+){1,4}?)"
    r"(?= (?:at|on|in|is|are|takes?|be|soon|will|begins?|near|from|by|held|going|place)\b|[?.,]|$)"
)


def _meant(question: str) -> frozenset[str]:
    """The words of what is asked about, where it is called by more than one (``the lantern supper``): a memory of another
    supper is no answer."""
    match = _THING.search(question)
    return stems(match["what"]) - _ASKED if match else frozenset()


_COMING = re.compile(r"\b(?:planning|organi[sz]ing|going on|coming up|on at)\b", re.I)
"""What is asked for is a gathering, not what somebody was seen doing."""


def occasion_of(memory: str, q: Interviewed) -> Gathering | None:
    return gathering_of(split_teller(memory, q.card.name)[0], q.names.places)


def overlap_of(words: frozenset[str], memory: str) -> float:
    """The share of the question's words that a memory holds."""
    return len(words & stems(memory)) / len(words)


def _detail(q: Interviewed, found: list[str]) -> str:
    """Where and when questions about an occasion, answered shortly."""
    low = q.question.lower()
    for memory in found:
        occasion = occasion_of(memory, q)
        if occasion and re.match(r"where\b", low) and occasion.place:
            return f"It's at {occasion.place}."
        if occasion and re.match(r"(?:when|what (?:day|time))\b", low) and (occasion.day or occasion.time):
            return f"It's {occasion.when()}."
    return ""
