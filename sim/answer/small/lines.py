"""A line of talk: what it does is chosen first, then the words are written several times, checked, and the best one is taken.

Where no draft passes, the stand-in's plain line for the same intent stands.
"""

from __future__ import annotations

import math
import re
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

import sim.prompts.chat as chat
from sim.answer.small.asking import Answering, Request, Result, Worded, as_prompt, as_recorded, drafting, drafts_of, means
from sim.answer.small.checks import Known, refused, strange
from sim.answer.small.scenes import Shown, known_of, lines_of, talk_scene
from sim.answer.standin.speech import NEAR_BEST, Speaker, addressed, within
from sim.llm.base import Prompt, Score
from sim.prompts.tasks.say import Say, Utterance
from sim.types import Fact, Intent
from sim.world.clock import WEEKDAYS

DRAFTS = 5
"""Drafts of a line."""
TOKENS = 36
"""Tokens of a draft at most."""
WARMTH = 0.6
SAYS = 0.5
"""What the model's preference counts beside the weight of an intent, in natural logarithms."""
LENGTH = 0.02
"""What each word of a draft costs it, in mean log-probability: one plain sentence is right more often than two."""
STRANGE = 0.06
"""What each word costs that stands nowhere around."""
VOICING = ("tell", "answer", "decline")
"""Acts that the model words where they tell something of the speaker's own. Invitations are plain: host, hour and question have
to be right in one line."""
BARE = ("accept", "promise", "thank")
"""Acts that it words though they tell nothing. What else tells nothing (a question after what was heard, a comment, comfort, a
goodbye) is the stand-in's: with ours of 135 million parameters such lines answered past the one before them."""
GAIN = 0.5
"""How much of a draft's likelihood without its facts is taken off: loops and phrases are likely anyway."""


def say(q: Say) -> Answering:
    """The next line."""
    shown = talk_scene(q)
    intent = yield from _chosen(q, shown)
    plain = Speaker(q).line(intent)
    saying = _saying(q, intent, plain)
    asked = _asked(q, shown, intent, saying)
    if not (saying.facts and intent.act in VOICING) and intent.act not in BARE:
        return Worded(plain, as_recorded(asked), False)
    bare = intent.act in BARE
    around = (*(q.talking_with if bare else _around(q, shown)), saying.words)
    known = known_of(q, saying.texts, intent.act, around, () if saying.facts else tuple(fact.text for fact in q.heard))
    drafts = drafts_of((yield drafting(asked, DRAFTS, q.seed, TOKENS, WARMTH)))
    why = [refused(draft, known) for draft in drafts]
    able = [draft for draft, reason in zip(drafts, why, strict=True) if not reason]
    prompt = as_recorded(asked)
    if not able:
        return Worded(plain, prompt, False, tuple(drafts), tuple(why))
    scored = yield [Score(as_prompt(chat_), tuple(able)) for chat_ in (asked, _bare(q, shown, intent, saying))]
    best = able[_best(able, scored, known)]
    if saying.facts:
        best = framed(plain.say, Speaker(q).told(saying.facts[0]), best)
    numbers = {fact.n: i for i, fact in enumerate(q.facts, 1)}
    told = tuple(numbers[fact.n] for fact in saying.facts if fact.n in numbers) or plain.told
    return Worded(Utterance(best, intent.act == "leave", intent.act, told), prompt, True, tuple(drafts), tuple(why))


def framed(plain: str, told: str, draft: str) -> str:
    """A plain line with the model's sentence in place of the fact as it is ``told`` by rule: how a matter is brought up is the
    stand-in's, the matter the model's. The draft alone where it is no plain single sentence."""
    at = plain.find(told[1:])
    if at < 1 or re.search(r"[.!?…] |\?$", draft):
        return draft
    sentence = draft.rstrip(".!…")
    if plain[at - 1] != told[:1].upper():
        sentence = within(sentence)
    return plain[: at - 1] + sentence + plain[at - 1 + len(told) :]


def prompts_of(q: Say) -> Iterator[Prompt]:
    """How a question may have been asked, by the intent that was chosen."""
    shown = talk_scene(q)
    for intent in _able(q):
        yield as_recorded(_asked(q, shown, intent, _saying(q, intent, Speaker(q).line(intent))))


# What is said -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Saying:
    """What a line is to tell: the speaker's own memories, or ``words`` of theirs that are no memory."""

    facts: tuple[Fact, ...] = ()
    words: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """What is checked for: the sentences in the third person."""
        return tuple(fact.text for fact in self.facts)


def _able(q: Say) -> list[Intent]:
    """The intents that can be put into words, the weightiest first."""
    speaker = Speaker(q)
    return [intent for intent in q.intents if speaker.can_say(intent)] or [Intent("leave", (), "")]


def _chosen(q: Say, shown: Shown) -> Generator[list[Request], list[Result], Intent]:
    """The intent: of those that are nearly as weighty as the weightiest, the one that weight and model together prefer."""
    able = _able(q)
    near = [intent for intent in able if intent.weight >= NEAR_BEST * able[0].weight]
    labels = list(dict.fromkeys(chat.label(intent.act, shown.numbers(intent.facts)) for intent in near))
    if len(near) == 1 or len(labels) < len(near):
        return near[0]
    (result,) = yield [Score(as_prompt(chat.next_line(shown.scene, lines_of(q, shown), chat.choice(labels))), tuple(labels))]
    scores = means(result) or [0.0] * len(near)
    worth = [math.log(intent.weight) + SAYS * score for intent, score in zip(near, scores, strict=True)]
    return near[worth.index(max(worth))]


def _saying(q: Say, intent: Intent, plain: Utterance) -> Saying:
    """What a line states: the memory that the plain line of the intent voices, unless it was just heard; of a yes, day and
    hour."""
    if intent.act in ("accept", "promise"):
        return Saying(words=_coming(q, intent))
    heard = {fact.n for fact in q.heard}
    told = [q.facts[number - 1] for number in plain.told if 0 < number <= len(q.facts)]
    if intent.act == "decline":
        told = [fact for n in intent.facts[1:2] for fact in q.facts if fact.n == n]
    able = (fact for fact in told if fact.n not in heard and addressed(fact.text, "") == fact.text)  # no ``you`` of a whisper
    return Saying(tuple(able)[:1])


def _coming(q: Say, intent: Intent) -> str:
    """A yes to a gathering, with its day and hour as the fact has them."""
    text = next((fact.text for fact in (*q.facts, *q.heard) if fact.n in intent.facts), "")
    when = re.search(rf"\b(?:on )?(?:{'|'.join(WEEKDAYS)})\b.*?(?=,? (?:in|on the|at the|by)\b|$)", text)
    return f"I will come {when[0]}" if when else "I will come"


def _asked(q: Say, shown: Shown, intent: Intent, saying: Saying) -> chat.Chat:
    return chat.next_line(shown.scene, lines_of(q, shown), _cue(q, shown, intent, saying))


def _bare(q: Say, shown: Shown, intent: Intent, saying: Saying) -> chat.Chat:
    """The same without what the line is to tell; of a line that tells nothing, without the talk. What is likely there too is
    a phrase. Source: Li et al. 2016 (mutual information as the objective of replies)."""
    if saying.facts or saying.words:
        return chat.next_line(shown.scene, lines_of(q, shown), chat.cue(shown.scene, intent.act))
    return chat.next_line(shown.scene, (), chat.cue(shown.scene, intent.act))


def _cue(q: Say, shown: Shown, intent: Intent, saying: Saying) -> str:
    if saying.words:
        return chat.cue_in_words(intent.act, saying.words)
    to, numbers = (*q.talking_with, "")[0], shown.numbers(fact.n for fact in saying.facts)
    if saying.facts and not numbers:
        return chat.cue_in_words(intent.act, chat.told_to(shown.scene, saying.facts[0].text, to) or saying.facts[0].text)
    return chat.cue(shown.scene, intent.act, numbers, to)


def _around(q: Say, shown: Shown) -> tuple[str, ...]:
    """Texts beside the talk whose names and numbers a line may hold: the names of those who are there, and what was heard."""
    return (*q.talking_with, *(other.first for other in shown.scene.others), *(fact.text for fact in q.heard))


# Which draft is taken ---------------------------------------------------------------------------------------------------


def _best(able: Sequence[str], scored: Sequence[Result], known: Known) -> int:
    """The draft that talk and facts make likely, of few words that come from nowhere."""
    whole, bare = (means(result) or [0.0] * len(able) for result in scored)
    worth = [
        w - GAIN * b - LENGTH * len(text.split()) - STRANGE * strange(text, known)
        for w, b, text in zip(whole, bare, able, strict=True)
    ]
    return worth.index(max(worth))
