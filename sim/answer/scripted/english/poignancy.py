"""Poignancy (importance) of memories by rule: the rating of the most similar rated bank lines, within bounds by sentence form.

Events of the resident's own life count fully; routine of others and idle objects hardly count. A day with a few hundred
observations, some talks and a piece of news gathers 300 to 450 points, which at a budget of 150 makes two or three reflections
a day (Park et al. 2023). ``news`` and ``gatherings`` use the patterns of this module.
"""

from __future__ import annotations

import re
from functools import lru_cache

from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.index import Index
from sim.language.activity import gerund
from sim.language.text import BIG, NAME, TIMETABLE, words
from sim.language.time_and_place import clock_in, day_in

TRADES, PIECES = 94, 6
"""Trades, and pieces of work of each, by which work is known. What came to the banks later is rated by what it is like, so that
lives recorded before it are still lived again to the same hash."""
LIKE = 0.5
"""A bank line's rating counts only where the best likeness is at least two thirds of this."""

IDLE = re.compile(
    r"^(?:the|a|an|\w+'s) .{1,50}? (?:is|are) (?:idle|off|empty|closed|open|shut|dark|locked|free|unused|tidy|clean|"
    r"on|made|quiet|full|being used|in use)$",
    re.I,
)
THING = re.compile(r"^(?:the|a|an|some) [^,;]{1,60}? (?:is|are) ", re.I)
DOING = re.compile(rf"^{NAME} (?:and {NAME} )?(?:is|are) (?:\w+ )?\w+ing\b")
SLEEPING = re.compile(
    r"\b(?:asleep|sleeping|in bed|waking up|getting ready|brushing|washing up|having (?:breakfast|lunch|dinner|supper))\b"
)
TALKED = re.compile(r"\b(?:talked|chatted|spoke|discussed|said to|told|asked|compared notes|gossiped|small talk)\b")
PLANNED = re.compile(r"\b(?:plans? to|intends? to|promised|means to|is going to|wants? to|will (?:meet|go|come|bring|help))\b")
GATHERING = re.compile(
    r"\b(?:part(?:y|ies)|supper|dinner|feast|wedding|funeral|concert|recital|dance|"
    r"(?<!with a )(?<!with the )(?<!his )(?<!her )ball|picnic|barbecue|potluck|election|"
    r"f[e\u00ea]te|gala|jamboree|ceilidh|banquet|brunch|get-together|gathering|house-?warming|knees-up|hoedown|soir[e\u00e9]e|"
    r"s[e\u00e9]ance|carnival|jumble sale|bake sale|bake-off|sing-?along|sleepover|open (?:day|house|mic|evening)|baby shower|"
    r"poetry slam|treasure hunt|fundraiser|masquerade|(?:karaoke|bingo|movie|music|games|poetry|trivia|curry) night|unveiling|"
    r"christening|baptism|procession|"
    r"candidacy|meeting|inquiry|enquiry|inquest|tribunal|burial|lecture|premiere|auction|tournament|tourney|contest|competition|celebration|reunion|"
    r"screening|bonfire|parade|ceremony|strike|protest|petition|storm|outage|power cut|rehearsal|vigil|"
    r"cleanup|clean-up|raffle|(?:game|film|quiz) night|book club)s?\b"
    r"(?! (?:hall|dress|cake|ring|gown|present|money|bill|debt)s?\b)",
    re.I,
)
"""Nouns that are gatherings in any sentence."""
DATED = re.compile(
    r"\b(?:festival|choir|circus|quiz|fair(?! (?:price|share|enough|play|wind|to)\b)|"
    r"talk on|talk about|class|workshop|exhibition|show|play|market|sale(?! of\b)|match|race|opening|launch|club|film|movie|"
    r"reading|drill|hike|walk|tasting|tour|workout|session|game|party line|rally|debate|vote|bash|wake|"
    r"(?<!of )hearing(?! aid)|(?<!on )trial(?! (?:show|period|run|match|lesson)\b)|assembly|inspection|bee|gig|seminar|"
    r"whist drive|demonstration|audition|reception|tea|social|do(?=[.,;]?$| (?:at|in|on|for|tonight|tomorrow)\b))s?\b",
    re.I,
)
"""Nouns that are gatherings where the sentence names a day or time and they follow a determiner."""
_NO_EVENT = re.compile(
    r"\b(?:leav(?:es?|ing)|left|(?<!to )join(?:s|ed|ing)?|(?:wants?|means?|plans?|hopes?) to join|quit(?:s|ting)?|"
    r"sell(?:s|ing)?|sold|buy(?:s|ing)?|bought|r[au]n(?:s|ning)? away from|work(?:s|ed|ing)? (?:for|at)|belongs? to) "
    r"(?:(?:the|an?|his|her|their|my|your|our) )?(?:[\w'\u2019-]+ ){0,2}$",
    re.I,
)
"""What stands before a noun that is there on all days: one leaves, joins or sells a circus."""
_PART_OF_NAME = re.compile(
    r" (?:team|troupe|master|tent|director|people|folk|ring|wagon|horse|hall|leader|"
    r"conductor|member|singer|ground|stall|owner|rider|clown)s?\b"
)
"""The noun behind it that makes another thing of it: ``the quiz team``."""
_ARTICLE = r"(?:an?|the|his|her|their|our|my|another)"
_CALLED = r"(?:(?!to\b)[\w'\u2019-]+ ){0,3}?(?!to\b)[\w'\u2019-]+"
_HOSTED = re.compile(
    rf"\b(?:(?:host|throw|hold)(?:s|ing)?|organi[sz](?:es?|ing)|put(?:s|ting)? on|(?:is|are) (?:giving|planning|having)|"
    rf"invit\w+ [^.;]{{1,60}}? to) {_ARTICLE} (?P<what>{_CALLED})(?! to [{BIG}])"
    r"(?=[.,;]?$|[,;]| (?:at|on|in|for|from|this|next|to|and|with|where|today|tomorrow|tonight)\b)"
    rf"|^The (?P<held>{_CALLED}) (?:takes place|is (?:being )?held|will (?:be held|take place)|begins|starts|"
    r"is (?=at|on|in)) ?",
    re.I,
)
"""Gatherings by their verb, whatever their name: hosted, thrown, invited to, or held at a day and time."""
ALARM = re.compile(
    r"\b(?:fire|burning(?! (?:an?|the|his|her|their|old)\b)|on fire|smoke|flood|flooding|overflowing|screaming|for help|"
    r"bleeding|unconscious|collapsed|explosion|capsiz\w+|adrift|sunk(?! in\b)|"
    r"drowning(?! out\b| in (?:work|paper\w*|debts?)\b)|"
    r"sinking(?! (?:feeling|back|down)\b| into \w+ (?:sofa|(?:arm)?chair|bed|bath|cushions)\b))\b",
    re.I,
)
SPILLING = re.compile(r"\b(?:(?:overflow\w*|leaking|burst)\b|(?:boiling over|running over|spilling(?: over)?)\.?$)", re.I)
"""What is an alarm where a thing does it."""
RUIN = re.compile(
    r"\b(?:split (?:down|in two|in half|right)|shattered|wrecked|ruined|caved in|in pieces|in ruins|smashed to)\b", re.I
)
"""What becomes of a thing that somebody cannot do without."""
RUINED = 6
HOSTING = re.compile(
    r"\b(?:is|are) (?:\w+ly )?(?:hosting|giving|throwing|organi[sz]ing|planning|holding|having|preparing|running for|"
    r"getting married|moving|leaving(?! (?:out|off|over|aside)\b)|opening|closing|selling|putting on|looking for|inviting|"
    r"expecting)\b"
)
"""What people do about a gathering or a change in their lives."""
LEAVING = re.compile(
    r"\b(?:leav(?:e|es|ing)|left|quit(?:s|ting)?) (?:for good|(?:(?:the|this|our|his|her|their|an?|\w+['\u2019]s) )?"
    r"(?:\w+ )?(?:town|village|city|country|island|valley|coast|circus|company|troupe|theatre|band|orchestra|choir|team|crew|"
    r"ship|firm|trade|profession|job|post|convent|monastery|parish|army|navy|service|council|school|college|"
    r"university)(?! (?:at|by|before) \d))\b"
    r"|\bmov(?:es?|ing) away\b|\b(?:gives?|gave|given|handed in) (?:his |her |their )?notice\b",
    re.I,
)
"""Somebody goes for good: out of town, or from what they belong to."""
LIFE = (
    (10, r"\b(?:died|dead|death of|killed|passed away|funeral of|was born|gave birth|suicide)\b"),
    (9, r"\b(?:engaged to|proposed|to marry|(?:getting|got) married|divorc\w+|pregnant|expecting a (?:baby|child)|cancer|"
        r"stroke|heart attack|burned down|murder\w*|became a (?:parent|mother|father)|months left|kidney)\b"),
    (8, r"\b(?:fired|laid off|lost (?:the|their|his|her|a) job|promoted|elected|broke up|left (?:him|her|them) for|arrested|"
        r"(?:in|to) (?:the )?hospital\b|hospitali[sz]ed|evict\w+|bankrupt|running for|candidate for|new job|diagnos\w+|"
        r"won the (?:election|prize|lottery)|"
        r"in love with)\b"),
    (7, r"\b(?:stolen|robbed|theft|quarrel\w*|fight with|worst fight|fought|betray\w+|secret|(?<!about )crying|in tears|"
        r"graduat\w+|accident|kissed|missing since|suspended)\b|" + LEAVING.pattern),
)  # fmt: skip
_MOVING = re.compile(
    rf"{LEAVING.pattern}|"
    r"\b(?:(?<!about )(?:crying|dying)|in tears|getting married|giving birth|running for|being (?:fired|arrested)|funeral)\b",
    re.I,
)
"""Activities that are events of a life, not routine."""
_DENIED = re.compile(r"(?:\b(?:not|never|nobody|no one|without)|n['\u2019]t) (?:\w+ ){0,2}$", re.I)
_CREATURE = re.compile(
    r"\b(?:goldfish|fish|cat|kitten|dog|puppy|hen|chicken|goose|duck|bird|canary|parrot|budgie|hamster|rabbit|mouse|rat|fly|bee|wasp|"
    r"spider|tortoise|cow|calf|goat|sheep|lamb|pig|horse|mare|foal|donkey|plant|rose|tree|fern|orchid|geranium|seedling|cactus)"
    r"(?:s|es)?\b[^.;]{0,30}$",
    re.I,
)
"""Animals and plants, where what befalls them follows."""
OF_A_CREATURE = 5
"""The most that the life of an animal or a plant counts for."""
_LIFE = tuple((level, re.compile(pattern, re.I)) for level, pattern in LIFE)


def poignancy(event: str, name: str, banks: Banks) -> int:
    """The poignancy, 1 to 10, of one memory of the resident ``name`` (full name)."""
    text = event.strip().rstrip(".")
    return _poignancy(text, bool(name) and text.startswith(name), name.split(" ")[0] in text, banks)


@lru_cache(maxsize=20_000)
def _poignancy(text: str, own: bool, named: bool, banks: Banks) -> int:
    """The same of whoever the text begins with (``own``) or names: what many have seen is read once."""
    if IDLE.match(text):
        return 1
    busy = DOING.match(text) and not _MOVING.search(text)
    lifeless = busy or (THING.match(text) and not re.search(r"\b(?:died|killed)\b", text))
    life = 0 if lifeless else _life(text)
    near = _near(text, banks)
    if THING.match(text) and not life:
        if ALARM.search(text) or SPILLING.search(text):
            return 7
        if RUIN.search(text):
            return RUINED
        told = _announces(text)
        return 2 if told < 5 and near >= 2 else max(1, told)
    if TIMETABLE in text:
        return 5
    if DOING.match(text) and not life and not _announces(text):
        return _routine(text, own, near, banks)
    if life:
        return life if named or life < 8 else life - 1
    if _announces(text):
        return max(_announces(text), min(7, near))
    if TALKED.search(text):
        return min(6, max(3, near or 4))
    if PLANNED.search(text):
        return min(6, max(4, near))
    if ALARM.search(text):
        return 7
    return min(10 if _surely(text, banks) else 5, max(2, near or 3))


def _life(text: str) -> int:
    """What an event of somebody's life counts that a text tells of; 0 where it tells of none, or denies it."""
    for level, pattern in _LIFE:
        for found in pattern.finditer(text):
            before = text[: found.start()]
            if not _DENIED.search(before):
                return min(level, OF_A_CREATURE) if _CREATURE.search(before) else level
    return 0


def _routine(text: str, own: bool, near: int, banks: Banks) -> int:
    """The poignancy of an activity: 2 or 3 for the resident's own, 1 or 2 for that of others, more for striking ones."""
    if ALARM.search(text):
        return 6
    if SLEEPING.search(text):
        return 1
    if near >= 7 and _surely(text, banks):
        return near - 2
    return (2 if near < 2 else 3) if own else (1 if near < 3 else 2)


_FOR_A_MEAL = re.compile(r"\bfor (?:breakfast|lunch|tea|supper|dinner)\b")


def mentions_gathering(text: str) -> bool:
    """Whether a text mentions a gathering, and not only what is eaten ``for supper``."""
    text = _FOR_A_MEAL.sub("", text)
    return bool(GATHERING.search(text) or dated_nouns(text) or hosted(text) or performed(text) or "invitation to the " in text)


_HAPPENED = re.compile(r"^\S+(?: \S+)? (?:saw|heard|found|watched|poured|drank|spilled|missed|lost|broke|dropped|bought|read) ")
"""What somebody did or saw on a day is no announcement."""


def dated_nouns(text: str, end: int | None = None) -> list[re.Match[str]]:
    """The nouns (up to ``end``) that are gatherings because the sentence names a day or an hour."""
    if not (day_in(text) or clock_in(text)[0]):
        return []
    if _HAPPENED.search(text):
        return []
    found = DATED.finditer(text, 0, len(text) if end is None else end)
    return [one for one in found if not (_NO_EVENT.search(text[: one.start()]) or _PART_OF_NAME.match(text, one.end()))]


def hosted(text: str) -> re.Match[str] | None:
    """The match of a gathering (group ``what`` or ``held``) that a text says is hosted, with day, time and place; else None."""
    match = _HOSTED.search(text)
    return match if match and day_in(text) and clock_in(text)[0] and _SOMEWHERE.search(text[match.end() :]) else None


_NOT_SHOWN = words(
    """
    arriving asking beginning being bringing buying calling catching closing collecting coming delivering driving eating
    expecting fetching flying getting giving going having holding hoping hosting leaving living looking meeting moving
    opening organising organizing picking planning preparing putting returning running seeing selling sending sleeping
    staying starting stopping taking thinking throwing trying visiting waiting walking working
    """
)
"""What is nobody's show: errands, comings and goings, and verbs that say by a noun what is given."""
_PERFORMED = re.compile(
    rf"{NAME}(?: and {NAME})? (?:(?:is|are) (?:\w+ly )?(?P<doing>[a-z]+ing)|(?:will|(?:is|are)(?: going)? to) (?P<do>[a-z]+))"
    r"(?: (?P<thing>(?!(?:at|in|on|by|near)\b)[^.;]{1,60}?))?(?= (?:at|in|on|outside|inside|behind|by|near|today|tomorrow)\b)"
)
_WAY = re.compile(r"(?:\w+ly|about|against|aloud|before|for|from|of|over|through|to|with)\b")
"""What follows the verb and is not its object."""


@lru_cache(maxsize=20_000)
def performed(text: str) -> str:
    """What somebody does at a place, a day and an hour, for others to come to: ``the cutting of the great wheel``; else ""."""
    match = _PERFORMED.match(text) if day_in(text) and clock_in(text)[0] else None
    doing = (match["doing"] or gerund(match["do"])) if match else ""
    if not match or doing in _NOT_SHOWN or not _SOMEWHERE.search(text[match.end() :]):
        return ""
    thing = match["thing"] or ""
    return f"the {doing} {'of ' if thing and not _WAY.match(thing) else ''}{thing}".strip()


_SOMEWHERE = re.compile(
    r"\b(?:(?:at|in|outside|inside|behind|by|near) (?:the )?|on the )"
    r"(?!noon|mid|morning|afternoon|evening|night|[JFMASOND][a-z]+ \d)[^\W\d]"
)


@lru_cache(maxsize=20_000)
def _announces(text: str) -> int:
    """5 for a text that announces a gathering, up to 7 where day, time or invitation are named; else 0."""
    if not mentions_gathering(text):
        return 0
    named = bool(day_in(text)) + bool(clock_in(text)[0]) + bool(re.search(r"\binvit", text))
    at_it = DOING.match(text) and not HOSTING.search(text)
    if at_it and (not named or not (clock_in(text)[0] or GATHERING.search(text))):
        return 0  # who listens to whoever plays tonight
    return 5 + (named > 0) + (named > 2)


def _surely(text: str, banks: Banks) -> bool:
    """Whether a bank line is so similar that its rating needs no bounds."""
    matches = rated_lines(banks).nearest(text, 1)
    return bool(matches) and matches[0].likeness > 0.75


def _near(text: str, banks: Banks) -> int:
    """The mean rating of the most similar bank lines, weighted by likeness; 0 where none is similar."""
    matches = rated_lines(banks).nearest(text, 3)
    if not matches or matches[0].likeness < LIKE * 2 / 3:
        return 0
    kept = [match for match in matches if match.likeness > matches[0].likeness * 0.8]
    total = sum(match.likeness for match in kept)
    return round(sum(match.value * match.likeness for match in kept) / total)


@lru_cache(maxsize=4)
def rated_lines(banks: Banks) -> Index[int]:
    """Index of all rated bank lines: rated memories, news, pastimes and activities at work."""
    rows = [(line, level) for level, lines in banks.poignancy.items() for line in lines]
    rows += [(line, int(fact["importance"])) for fact in banks.facts for line in (*fact["statement"], *fact["tell_other"])]
    rows += [(pastime.activity, min(2, pastime.importance)) for pastime in banks.pastimes]
    trades = banks.occupations[:TRADES]
    rows += [(line, 1) for trade in trades for line in trade.see]
    rows += [(step.activity, 1) for trade in trades for block in trade.blocks[:PIECES] for step in block.steps]
    return Index(rows)
