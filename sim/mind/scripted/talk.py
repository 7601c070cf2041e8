"""A conversation as its next speaker sees it: what has been said, told, asked and promised. Read anew for every turn.

Knows nothing of what to say next.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from sim.mind.scripted.banks import Banks
from sim.mind.scripted.hearing import asked_to_confirm, chunks, told
from sim.mind.scripted.index import Index
from sim.mind.scripted.moments import Now, read_now
from sim.mind.scripted.news import News, Occasion, known_news, occasion_of, same_news
from sim.mind.scripted.phrases import TOLD_PROMISE
from sim.mind.scripted.reactions import FOND, STRANGER
from sim.mind.scripted.text import stems
from sim.prompts import Question

LONGEST = 9
"""Lines after which a talk is brought to an end when nobody says how many are left."""

_FAREWELL = re.compile(
    r"\b(?:bye|goodbye|good night|goodnight|farewell|see you|so long|take care|until later|until then|talk (?:to "
    r"you )?later|catch you|later!|i (?:should|must|have to|'ve got to|better|need to) "
    r"(?:go|get|be off|head|run|dash|fly)|gotta (?:go|run)|i'?d (?:best|better) (?:be off|get|go)|off i (?:go|trot)|"
    r"be off\b|won't keep you)", re.I)  # fmt: skip
_THERE = re.compile(r"\bsee you (?:there|then)\b|\bI'll (?:be|come)\b", re.I)
_GREET = re.compile(
    r"^(?:oh,? )?(?:hi|hello|hey|good (?:morning|day|afternoon|evening)|morning|evening|afternoon|greetings|welcome|"
    r"nice to meet you|pleased to meet you)\b",
    re.I,
)
_ASK_NEWS = re.compile(
    r"\b(?:any news|what's new|what is new|heard anything|the news\?|the latest|what's the news|news on your side|"
    r"what have i missed)",
    re.I,
)
_ASK_DOING = re.compile(
    r"\b(?:what are you (?:doing|up to|working on|making)|what(?:'s| is) (?:keeping you|on your plate)|what have "
    r"you been up to|busy with)",
    re.I,
)
_INVITED = re.compile(
    r"\b(?:will you come|would you like to (?:come|join)|are you coming|do come|you're invited|hope you'll come|"
    r"join us|come along|want to come|can you come|will you be there|won't you\?)",
    re.I,
)
_MEET = re.compile(r"\b(?:shall we meet|how about meeting|would you like to meet)\b", re.I)
_ACCEPTED = re.compile(
    r"\b(?:i'll be there|count me in|i'd (?:love|be (?:glad|delighted|happy)|like) to (?:come|go|join|see)|wouldn't "
    r"miss it|see you there|i'll (?:come|go|join)|i (?:will )?accept\b|"
    r"i'm (?:coming|in\b)|i think i'll go|then i'll go|gladly come|put me down for|i'll gladly|with pleasure)", re.I)  # fmt: skip
_DECLINED = re.compile(
    r"\b(?:can't make it|won't be able|can't come|i can't\b|not this time|isn't for me|not for me|have to (?:miss|"
    r"turn down|say no)|already (?:have plans|promised)|count me out|"
    r"not tomorrow|no good for me|promised to be somewhere|another time)", re.I)  # fmt: skip
_THANKS = re.compile(r"\b(?:thank you|thanks|much obliged)\b", re.I)
_WELL = re.compile(r"\b(?:how are you|how is your day|how was your day|did you sleep|and you\?|how do you do)", re.I)


@dataclass(frozen=True)
class Talk:
    """One reading of a question of talk. ``other`` is who is spoken to; ``others`` all of them."""

    q: Question
    banks: Banks

    @cached_property
    def lines(self) -> tuple[tuple[str, str], ...]:
        return self.q.conversation or ()

    @cached_property
    def others(self) -> tuple[str, ...]:
        heard = tuple(dict.fromkeys(who for who, _ in self.lines if who != self.me))
        return tuple(dict.fromkeys((*self.q.talking_with, *heard)))

    @property
    def me(self) -> str:
        return self.q.card.name

    @property
    def other(self) -> str:
        """The one answered: who spoke last, else the one spoken to first."""
        last = next((who for who, _ in reversed(self.lines) if who != self.me), "")
        return last or (self.others[0] if self.others else "")

    @property
    def you(self) -> str:
        """How the other is addressed."""
        return first_name(self.other) if len(self.others) < 3 else "everybody"

    @cached_property
    def now(self) -> Now:
        return read_now(self.q.now)

    @cached_property
    def said(self) -> frozenset[str]:
        """All lines so far and their sentences, small, for not saying anything twice."""
        return frozenset(_key(line) for _, line in self.lines)

    @cached_property
    def mine(self) -> tuple[str, ...]:
        return tuple(line for who, line in self.lines if who == self.me)

    @cached_property
    def fresh(self) -> tuple[tuple[str, str], ...]:
        """What was said since one's own last line, as (who, line)."""
        at = max((i for i, (who, _) in enumerate(self.lines) if who == self.me), default=-1)
        return self.lines[at + 1 :]

    @property
    def last(self) -> str:
        return self.fresh[-1][1] if self.fresh else ""

    @property
    def turns_left(self) -> int:
        """Lines that may still be said, this one included."""
        left = self.q.extra.get("turns_left")
        return int(left) if left is not None else max(1, LONGEST + len(self.others) - len(self.lines))

    @cached_property
    def statements(self) -> tuple[tuple[str, str], ...]:
        """(who, statement) for all that was told so far."""
        return tuple(
            (who, statement) for who, line in self.lines for statement in told(line, who, self._listener(who), self.banks)
        )

    @cached_property
    def heard(self) -> tuple[tuple[str, str], ...]:
        """(who, statement) for what was told since one's own last line."""
        return tuple(
            (who, statement) for who, line in self.fresh for statement in told(line, who, self._listener(who), self.banks)
        )

    def _listener(self, speaker: str) -> str:
        people = [name for name in (self.me, *self.others) if name != speaker]
        return people[0] if len(people) == 1 else ""

    @cached_property
    def news(self) -> tuple[News, ...]:
        """What one has to tell the other that they do not know yet, as far as one can see."""
        return tuple(item for item in known_news(self.q, self.banks) if not self._known(item) and self._speakable(item))

    def _known(self, item: News) -> bool:
        """Told in this talk by anybody, come from the other, about the other, or told them before."""
        if any(same_news(item.text, statement) for _, statement in self.statements):
            return True
        if item.source in self.others or item.text.startswith(tuple(self.others)):
            return True
        return any(_told_before(memory, item.text, self.other) for memory in self.q.memories)

    def _speakable(self, item: News) -> bool:
        words = stems(item.text)
        return not any(words <= stems(line) for _, line in self.lines)

    @cached_property
    def about_other(self) -> tuple[News, ...]:
        """News of the other's own that they have not spoken of here."""
        names = tuple(self.others)
        items = [item for item in known_news(self.q, self.banks) if item.text.startswith(names) and item.source not in names]
        said = [statement for _, statement in self.statements] + [asked_to_confirm(line) for _, line in self.lines]
        return tuple(item for item in items if not any(same_news(item.text, text) for text in said if text))

    @cached_property
    def occasion(self) -> tuple[str, str, Occasion] | None:
        """(who told it, statement, occasion) of the gathering spoken of last, with what was said of it before."""
        for who, statement in reversed(self.statements):
            occasion = occasion_of(statement, self.q.places or self.q.names.places)
            if occasion:
                return who, statement, occasion
        return None

    @cached_property
    def act(self) -> str:
        """What the last line does."""
        return act_of(self.last, self.banks) if self.last else ""

    @cached_property
    def left(self) -> bool:
        """Whether somebody has said goodbye since one's own last line."""
        return any(act_of(line, self.banks) == "farewell" for _, line in self.fresh)

    @property
    def stranger(self) -> bool:
        return bool(STRANGER.search(self.q.relationship))

    @property
    def fond(self) -> bool:
        return bool(FOND.search(self.q.relationship))

    @cached_property
    def acts(self) -> tuple[tuple[str, str], ...]:
        """(who, act) of every piece of the talk."""
        return tuple((who, act) for who, line in self.lines for act in acts_in(line, self.banks))

    def did(self, act: str, who: str = "") -> bool:
        """Whether somebody (or ``who``) has done something here already; ``topic`` stands for any topic."""
        return any(known.startswith(act) and who in ("", name) for name, known in self.acts)

    def promised(self, who: str) -> bool:
        return any(name == who and accepts(line) for name, line in self.lines)


def _told_before(memory: str, text: str, other: str) -> bool:
    """Whether a memory says that ``other`` was told this already."""
    if other not in memory or not re.search(r"\b(?:told|talked|spoke|chatted|mentioned|invited)\b", memory):
        return False
    words = stems(text)
    return len(words & stems(memory)) >= max(3, 0.6 * len(words))


@lru_cache(maxsize=20_000)
def act_of(line: str, banks: Banks) -> str:
    """What a line asks of its hearer: ``farewell``, ``confirm``, ``meet``, ``invite``, a question's act, else what it does.

    A question counts more than what stands before it; ``react`` is a mere reaction; ``question`` and ``other`` are unknown.
    """
    if asked_to_confirm(line):
        return "confirm"
    acts = [(text, act or _guess(text, banks)) for text, act in chunks(line, banks)]
    grouped = [(text, _GROUPS.get(act, act)) for text, act in acts]
    for wanted in ("farewell", "meet", "invite"):
        if any(act == wanted for _, act in grouped):
            return wanted
    asked = [act for text, act in grouped if text.endswith("?") and act != "react"]
    if asked:
        return asked[-1]
    telling = [act for _, act in grouped if act not in ("react", "greet", "accept", "decline", "unsure")]
    if any(act == "greet" for _, act in grouped) and set(telling) <= {"other", "remark"}:
        return "greet"
    promise = [act for _, act in grouped if act in ("accept", "decline", "unsure")]
    return (promise or telling[::-1] or [act for _, act in grouped[::-1]] or ["other"])[0]


@lru_cache(maxsize=20_000)
def acts_in(line: str, banks: Banks) -> tuple[str, ...]:
    """The acts of all pieces of a line."""
    return tuple(
        _GROUPS.get(act, act) for text, act in ((text, act or _guess(text, banks)) for text, act in chunks(line, banks))
    )


def _guess(text: str, banks: Banks) -> str:
    """The act of a sentence that is not in the banks as it stands."""
    if is_farewell(text):
        return "farewell"
    for pattern, act in (
        (_MEET, "meet"),
        (_INVITED, "invite"),
        (_ACCEPTED, "accept"),
        (_DECLINED, "decline"),
        (_ASK_NEWS, "ask_news"),
        (_ASK_DOING, "ask_doing"),
    ):
        if pattern.search(text):
            return act
    match = _acts(banks).nearest(text, 1)
    if match and match[0].likeness > 0.8:
        return match[0].value
    if _GREET.match(text):
        return "greet"
    if _THANKS.search(text):
        return "thank"
    if re.match(r"^I'm (?:just |still )?\w+ing\b", text):
        return "work"
    return "question" if text.endswith("?") else "other"


_GROUPS = {"greet_stranger": "greet", "greet_friend": "greet", "greet_family": "greet", "greet_morning": "greet", "greet_evening": "greet", "farewell_busy": "farewell",
           "accept_invite": "accept", "agree": "react", "small_talk": "remark", "small_talk_town": "remark", "small_talk_weekend": "remark", "about_self": "remark", "good_news": "react",
           "bad_news": "react", "thank": "thank", "confirm_meet": "accept", "decline_meet": "decline", "closing_thought": "react", "congratulate": "react", "no_news": "react", "answer_doing": "work", "decline_invite": "decline", "unsure_invite": "unsure", "ask_project": "ask_work", "introduce_self": "greet"}  # fmt: skip


@lru_cache(maxsize=4)
def _acts(banks: Banks) -> Index[str]:
    return Index([(line, act) for act, lines in banks.dialogue.items() for line in lines if "{" in line])


def is_farewell(line: str) -> bool:
    """A goodbye; ``see you there`` and ``I'll be there`` alone are promises."""
    return bool(_FAREWELL.search(_THERE.sub("", line)))


def accepts(line: str) -> bool:
    """Says yes to an invitation or a meeting; an inviter's ``I'll be glad to see you there`` is none."""
    return bool(_ACCEPTED.search(line)) and not _DECLINED.search(line) and not any(text in line for text in TOLD_PROMISE)


def declines(line: str) -> bool:
    return bool(_DECLINED.search(line))


def asks_how(line: str) -> bool:
    return bool(_WELL.search(line))


def first_name(name: str) -> str:
    return name.split(" ")[0]


def repeats(line: str, said: frozenset[str]) -> bool:
    """Whether a line, or a sentence of it that says something, was said in this talk."""
    return _key(line) in said


def _key(line: str) -> str:
    return re.sub(r"\W+", " ", line.lower()).strip()


def parts_said(lines: Sequence[tuple[str, str]]) -> frozenset[str]:
    """Every sentence of the talk, small; for choosing parts that are new."""
    return frozenset(_key(part) for _, line in lines for part in re.split(r"(?<=[.!?])\s+", line))


def sentence_said(part: str, said: frozenset[str]) -> bool:
    return all(_key(p) in said for p in re.split(r"(?<=[.!?])\s+", part)) if part else False
