"""Statement extraction: the statements made in a line of talk, in the third person, and the line's dialogue acts.

Lines made from the frames of ``phrases.news_lines`` are parsed exactly. From other lines (of a person or a language model) the
declarative sentences that are news are taken. Small talk of the banks is never a statement.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache

from sim.answer.scripted.english.banks import Banks, Exchange
from sim.answer.scripted.english.grammatical_person import AFTER_OBJECT
from sim.answer.scripted.english.news import worth_telling
from sim.answer.scripted.english.phrases import asked_after, asking, inviting, news_lines, purposes
from sim.answer.scripted.english.third_person import third_person
from sim.language.text import NAME, PERSON, SLOT, WORD_OF_NAME, as_clause, from_clause, sentences
from sim.world.clock import WEEKDAYS

Called = tuple[str, str]
"""How speaker and listener are called: ``she``, ``he``, ``""`` where nobody says it."""
SPEAKING = re.compile(r"\b(?:I|[Mm]y|me|[Mm]ine|myself|[Ww]e|us|[Oo]ur)\b")
_INVITES = (
    *inviting.INVITE, *inviting.INVITE_FRIEND, *inviting.INVITE_STRANGER,
    *(line for table in (inviting.INVITE_AS, inviting.INVITE_TO) for lines in table.values() for line in lines),
)  # fmt: skip
_TAILS = tuple(sorted((*_INVITES, *asking.ALL_I_KNOW, *news_lines.ASK_NEWS), key=len, reverse=True))
ASKED_AFTER = (
    *asked_after.AFTER_WORRY, *asked_after.AFTER_WISH, *asked_after.AFTER_CONCERN, *asked_after.AFTER_ANY,
)  # fmt: skip
"""What asks after something that was told, and tells nothing itself."""


_FOUND = {"s": r"(?P<what>.+)", "head": r"(?P<what>.+)", "who": rf"(?P<who>{PERSON})", "when": r"(?P<when>[^.?!]+)"}
_FOUND |= {"date": _FOUND["when"]}
"""Slot of a frame, small -> regular expression of its value."""


class _Form:
    """A sentence with slots. Its regular expression is compiled for the first text that has all of its words: there are
    hundreds of them, and compiling all took most of the time in which the program starts."""

    def __init__(self, sentence: str, expression: str, flags: re.RegexFlag = re.NOFLAG) -> None:
        """``expression`` must hold the words between the slots of ``sentence`` as they stand there."""
        self._words = tuple(part for part in SLOT.split(sentence)[::2] if part)
        self._expression, self._flags = expression, flags

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self._expression, self._flags)

    def search(self, text: str) -> re.Match[str] | None:
        return self._compiled.search(text) if all(map(text.__contains__, self._words)) else None

    def fullmatch(self, text: str) -> re.Match[str] | None:
        return self._compiled.fullmatch(text) if all(map(text.__contains__, self._words)) else None


def _pattern(frame: str) -> str:
    """A frame as a regular expression."""
    parts = SLOT.split(frame.rstrip("."))
    return "".join(_FOUND[part.lower()] if i % 2 else re.escape(part) for i, part in enumerate(parts))


_EVERY = tuple(
    frame
    for frames in (
        news_lines.TELL_OVERHEARD,
        news_lines.CONFIDE,
        news_lines.TELL_SOURCE,
        news_lines.TELL_OTHER,
        news_lines.TELL_SELF,
        news_lines.TELL_SELF_FEW,
        news_lines.TELL_MIND,
        news_lines.TELL_WISH,
        news_lines.HAPPENED,
        news_lines.HAPPENED_ELSEWHERE,
        news_lines.TELL_KNOWN,
        news_lines.TELL_INVITING,
        news_lines.TELL_HOME,
        news_lines.TELL_OWN_OFFICE,
        news_lines.TELL_FAMILY_OFFICE,
        news_lines.TELL_STRANGER,
        news_lines.TELL_MINE_STRANGER,
        news_lines.TELL_INVITING_STRANGER,
        news_lines.TELL_INVITING_SOME,
        news_lines.TELL_INVITING_AGAIN,
        *news_lines.TELL_AS.values(),
        *news_lines.TELL_INVITING_AS.values(),
        *news_lines.TELL_INVITING_TO.values(),
        *news_lines.TELL_MINE_AS.values(),
    )  # fmt: skip
    for frame in sorted(frames, key=len, reverse=True)
)
_FRAMES = tuple(_Form(frame.rstrip("."), rf"(?:^|(?<=[.!?] )){_pattern(frame)}\.?$", re.S) for frame in _EVERY)
"""What finds the statement of a frame anywhere in a line, whole or without its day and hour."""
_LEADS = tuple(
    _Form(lead.rstrip("."), _pattern(lead) + r"\.?")
    for lead in dict.fromkeys(
        re.split(r"\{(?:[sS]|Head)\}", frame)[0].strip() for frame in (*_EVERY, *news_lines.HAPPENED_WEATHER)
    )
    if lead.endswith((".", "?", "!"))
)


_HEARSAY = re.compile(r", (?:they say|you know|I hear|it seems|I'm told)(?=[.!]?$)")
"""What is said behind a statement and is no part of it."""


@lru_cache(maxsize=4096)
def leads_up_to_news(sentence: str) -> bool:
    """Whether a sentence is the part of a frame that stands before the news."""
    return any(lead.fullmatch(sentence) for lead in _LEADS)


@lru_cache(maxsize=20_000)
def statements_in(line: str, speaker: str, listener: str, banks: Banks, called: Called = ("", "")) -> tuple[str, ...]:
    """The statements of ``speaker`` in ``line``; ``listener`` replaces ``you`` (``""`` for several listeners)."""
    body = without_tail(line.strip())
    if asked_to_confirm(body) or framed_in(body, ASKED_AFTER):
        return ()
    if body.startswith(news_lines.CONFIRMED) and len(sentences(body)) > 1:
        body = body.split(". ", 1)[-1] if ". " in body else body.split("! Yes. ", 1)[-1]
        return _plain(body, speaker, listener, banks, called)
    body = " ".join(text for text, act in chunks(body, banks) if not act)
    for pattern in _FRAMES:
        match = pattern.search(body)
        if match:
            return (of_listener(_as_remembered(_whole(match), speaker, called[0]), listener, called[1]),)
    return _plain(body, speaker, listener, banks, called)


def of_listener(text: str, listener: str, called: str) -> str:
    """A statement with the listener for ``you``: their name, then the first one, or ``she`` for who does something."""
    if not listener or not _YOU.search(text):
        return text
    told = re.sub(rf"\byou{AFTER_OBJECT}", "me", text).replace("you're", "I'm")
    own = {"you": "I", "your": "my", "yours": "mine", "yourself": "myself"}
    head, one, rest = re.split(r"\b(I|me|my|mine|myself)\b", _YOU.sub(lambda called: own[called[0]], told), maxsplit=1)
    rest = re.sub(r"\bme\b", listener.split(" ")[0], rest)
    return third_person(f"{head}{one}{rest}", listener, called)


_YOU = re.compile(r"\byou(?:r|rs|rself)?\b")


def _whole(match: re.Match[str]) -> str:
    """The statement in a frame, with the day and hour that stood before it."""
    what, when = match["what"].strip().rstrip("."), match.groupdict().get("when", "")
    return f"{what} {'on ' if when.startswith(WEEKDAYS) else ''}{when}".strip()


def without_tail(line: str) -> str:
    """The line without the closing question or invitation that lines of the script may have."""
    for tail in _TAILS:
        if line.endswith(" " + tail):
            return line[: -len(tail)].strip()
    return line


def _as_remembered(what: str, speaker: str, called: str) -> str:
    text = from_clause(what.strip().rstrip("."))
    return from_clause(third_person(text, speaker, called)) if SPEAKING.search(text) else text


def _plain(body: str, speaker: str, listener: str, banks: Banks, called: Called) -> tuple[str, ...]:
    """The sentences of a line that are news, at most three."""
    found = []
    for part, act in chunks(body, banks):
        if act or part.endswith("?") or _NO_STATEMENT.search(part):
            continue
        text = _about_listener(_without_opening(_HEARSAY.sub("", part)), listener)
        statement = _as_remembered(text, speaker, called[0]) if text else ""
        if len(statement.split()) >= 4 and not _MAYBE.match(statement) and worth_telling(statement, False, speaker, banks) >= 3:
            found.append(statement)
    return tuple(found[:3])


_NO_STATEMENT = re.compile(
    r"^(?:Somebody (?:will|has to|must)|There's (?:my|our|something)|There you|There(?=,)|There (?:we|I)|Catch|Let|Come|Bring|"
    r"Tell|Wait|Look|It|That|This|They|He|She|These|Those|At|On|In|Then|See|Thank|Thanks|Good|Sorry)\b|"
    r"\bsee you\b|\byours\b|\b[Gg]oodbye\b|\bcatch you\b|\btomorrow maybe\b|\bI'll be (?:there|glad)\b"
)
"""Sentences that are no statement on their own: they refer to something said before, or say goodbye."""

_MAYBE = re.compile(rf"^{NAME} (?:and others )?(?:could|would|should|might|may)\b")
_OPENING = re.compile(
    r"^(?:(?:Oh|Well|So|Yes|No|Listen|Look|Guess what|Actually|Anyway|By the way|You know|Did you know that|And|But|"
    r"Ah|Hey|Hi|Hello|Good (?:morning|evening|afternoon))"
    rf"(?: there)?(?:,? {WORD_OF_NAME})?[,:!.]? )+",
)


def _without_opening(part: str) -> str:
    return _OPENING.sub("", part).strip()


def _about_listener(text: str, listener: str) -> str:
    """The text with the listener's name for ``you``; ``""`` for a wish, an order or a question to them."""
    if not re.search(r"\b[Yy]ou(?:r|rs|rself|'\w+)?\b", text):
        return text
    if not listener or re.match(r"^(?:You|Do|Don't|Please|Let|Come|Tell|If|When you|Will|Would|Can|Could)\b", text):
        return ""
    text = re.sub(r"\byou're\b", f"{listener} is", text)
    text = re.sub(r"\byou are\b", f"{listener} is", text)
    text = re.sub(r"\byour\b", f"{listener}'s", text, count=1)
    return re.sub(r"\byour\b", "their", re.sub(r"\byou\b", listener, text, count=1))


def exchange_shown_by(line: str, banks: Banks) -> Exchange | None:
    """The small conversation in which a line shows something of whoever says it; None for any other line."""
    kind, _, rest = bank_lines(banks).get(line, "").partition(":")
    name, _, at = rest.partition(":")
    found = banks.exchange_named.get(name) if kind == "exchange" else None
    return found if found and found.deed and int(at) == found.key else None


@lru_cache(maxsize=4)
def bank_lines(banks: Banks) -> dict[str, str]:
    """Line -> dialogue act (``topic:chess:ask``, ``farewell``, ``react`` ...) of every line in the banks without slots."""
    found: dict[str, str] = {}
    for name, topic in banks.topics.items():
        for act in ("say", "ask", "reply"):
            found.update((line, f"topic:{name}:{act}") for line in topic[act])
    for trait in banks.voices.values():
        found.update((line, act) for act, lines in trait.items() for line in lines if "{" not in line)
    for act, lines in banks.dialogue.items():
        found.update((line, act) for line in lines if "{" not in line)
        pieces = (
            (piece, act)
            for line in lines
            if "{" in line
            for piece in sentences(line)
            if "{" not in piece and len(piece.split()) > 2
        )
        for piece, piece_act in pieces:
            found.setdefault(piece, piece_act)
    found.update((line, "greet") for lines in banks.introductions.values() for line in lines)
    for row in banks.occupations:
        found.update((line, "ask_work") for line in row.ask)
        found.update((line, "work") for line in row.talk)
    for act, tables in purposes.ACTS.items():
        found.update((line, act) for table in tables for line in table if "{" not in line)
    for act in ("greet", "farewell", "ask_after", "stands"):
        spoken = (line.replace(", {you}", "") for table in purposes.FRAMED[act] for line in table)
        framed = (part for line in spoken for part in sentences(line))
        found.update((part, act) for part in framed if "{" not in part)
    for exchange in banks.exchange_named.values():
        found.update((line, f"exchange:{exchange.about}:{i}") for i, line in enumerate(exchange.turns))
    return found


@lru_cache(maxsize=20_000)
def chunks(line: str, banks: Banks) -> tuple[tuple[str, str], ...]:
    """A line split into (text, dialogue act): the known lines in it, and single sentences between them (act ``""``)."""
    known = bank_lines(banks)
    parts = sentences(line)
    found: list[tuple[str, str]] = []
    i = 0
    while i < len(parts):
        for j in range(len(parts), i, -1):
            text = " ".join(parts[i:j])
            if text in known or j == i + 1:
                found.append((text, known.get(text) or _framed_act(text)))
                i = j
                break
    return tuple(found)


@lru_cache(maxsize=20_000)
def _framed_act(text: str) -> str:
    """The dialogue act of a line of the script with filled slots, or ``""``."""
    return next((act for form, act in _OWN if form.fullmatch(text)), "")


_SLOTS = {"you": rf"{PERSON}|everybody|you two", "me": PERSON, "who": PERSON, "doing": r"[a-z].+"}
"""Slot name -> regular expression of its value; any text for other slots."""


def _own_forms() -> list[tuple[_Form, str]]:
    """(form, dialogue act) of each sentence with slots in ``purposes.FRAMED``."""
    found = []
    for act, tables in purposes.FRAMED.items():
        for part in dict.fromkeys(part for table in tables for line in table for part in sentences(line) if "{" in part):
            escaped = re.escape(part).replace(r"\{", "{").replace(r"\}", "}")
            found.append((_Form(part, SLOT.sub(lambda match: f"(?:{_SLOTS.get(match[1], '.+')})", escaped)), act))
    return found


_OWN = _own_forms()


def confirmed(line: str, answer: str, speaker: str, called: str = "") -> str:
    """What ``speaker`` was asked whether it is true and has said yes to, as a statement; ``""`` for other two lines."""
    asked = asked_to_confirm(line)
    if not asked or not answer.startswith(news_lines.CONFIRMED):
        return ""
    if not re.match(r"you\b", asked):
        return from_clause(asked)
    said = re.sub(r"\byour\b", "my", re.sub(r"^you\b", "I", re.sub(r"^you(?: are|'re)\b", "I am", asked)))
    return _as_remembered(said, speaker, called)


@lru_cache(maxsize=20_000)
def framed_in(line: str, frames: tuple[str, ...]) -> str:
    """What stands in the one slot of the frame that a line is, or ends with; ``""`` where it is none of the frames."""
    found = (form.search(line) for form in _forms_of(frames))
    return next((match["what"] for match in found if match), "")


@lru_cache(maxsize=16)
def _forms_of(frames: tuple[str, ...]) -> tuple[_Form, ...]:
    parts = [(frame, *SLOT.split(frame)[::2]) for frame in frames]
    return tuple(_Form(frame, rf"{re.escape(a)}(?P<what>.+?){re.escape(b)}$", re.S) for frame, a, b in parts)


def asked_to_confirm(line: str) -> str:
    """The statement in a question like ``Is it true that ...?``, as a clause; ``""`` for other lines."""
    for frame in news_lines.CONFIRM:
        head, _, tail = frame.partition("{s}")
        at = line.find(head)
        if at >= 0 and line.endswith(tail):
            return as_clause(line[at + len(head) : len(line) - len(tail)])
    return ""
