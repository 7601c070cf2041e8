"""Who tells what to whom: friends more than strangers, one's own more than another's, and secrets hardly ever."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from scripted_questions import NOW, PLACES, names

from sim.answer.scripted import Script
from sim.answer.scripted.english.banks import open_banks
from sim.answer.scripted.english.news import split_teller, tellable, worth_telling
from sim.answer.scripted.english.phrases import meeting
from sim.answer.scripted.known_news import News, known_news
from sim.answer.scripted.secrecy import bears_on, known_secrets
from sim.answer.scripted.talk import Talk
from sim.answer.scripted.telling import readiness, tells, told_to
from sim.llm.base import Names
from sim.prompts import Card, Telling
from sim.prompts.tasks.recap import SummariseTalk
from sim.prompts.tasks.say import Say

MARA, TOM = "Mara Lind", "Tom Reed"
SUPPER = "Mara Lind is giving a lantern supper at Mill Green on Saturday at 6 pm"
BRIDGE = "The old bridge will be closed on Monday"
TOWN_OF_MANY = Names((MARA, "Mara"), tuple((f"Person {i}", "Person") for i in range(24)), PLACES)
SECRET = "Mara Lind has hidden the letters and has told nobody"


def question(me: str = MARA, relationship: str = "a neighbour", **fields: Any) -> Say:
    card = Card(
        me, me.split(" ")[0], 40, fields.pop("traits", ("practical",)), (f"{me} has lived here for years",), "", 420, 1320
    )
    other = TOM if me == MARA else MARA
    return Say(card=card, names=names(me), seed=1, now=NOW, talking_with=(other,), relationship=relationship, **fields)


def share(q: Say, item: News, most: int = 400) -> float:
    return sum(tells(replace(q, telling=replace(q.telling, pair=pair)), item) for pair in range(most)) / most


def test_ones_own_news_goes_before_anothers_and_to_friends_before_strangers() -> None:
    own, anothers = News(SUPPER, "", 6), News(BRIDGE, TOM, 6)
    large = replace(question(), names=TOWN_OF_MANY)
    assert share(large, own) > 0.4 > 0.12 > share(large, anothers) > 0
    assert share(question(), own) > share(question(), anothers) > share(large, anothers), "few hear it from few"
    ties = ("her best friend", "a neighbour", "Mara does not know Tom Reed yet")
    mine = News(f"{MARA} is selling the bakery", "", 6)
    shares = [share(question(relationship=tie), mine) for tie in ties]
    assert shares[0] > shares[1] > shares[2] > 0
    assert share(question(relationship="her rival"), mine) < shares[1]
    assert all(share(question(relationship=tie), own) > 0.9 for tie in ties), "a host invites whom they meet"
    assert share(question(relationship="her rival"), own) == 0


def test_what_concerns_one_and_a_sociable_nature_loosen_the_tongue() -> None:
    item = News(BRIDGE, TOM, 6)
    plain = readiness(question(), item)
    q = question()
    assert readiness(replace(q, card=replace(q.card, currently="Mara crosses the old bridge and hopes it stays")), item) > plain
    assert (
        readiness(question(traits=("talkative", "friendly")), item) > plain > readiness(question(traits=("shy", "quiet")), item)
    )


def test_news_wears_out_with_every_telling_and_nobody_is_told_twice() -> None:
    item, before = News(BRIDGE, "Edith Okafor", 6), []
    for told in range(4):
        q = question(telling=Telling(told={BRIDGE: [f"Person {i}" for i in range(told)]}))
        before.append(readiness(q, item))
    assert before == sorted(before, reverse=True) and before[3] < 0.2 * before[0]
    told = question(
        telling=Telling(1, {BRIDGE: [TOM]}), memories=(f"Edith Okafor told Mara Lind that {BRIDGE}",), conversation=()
    )
    assert told_to(told, "The old bridge is closed on Monday") == [TOM]
    script = Script()
    for seed in range(20):
        assert "bridge" not in script.answer(replace(told, seed=seed)).say


def test_nobody_is_asked_whether_what_they_told_oneself_is_true() -> None:
    heard = (f"Edith Okafor told {TOM} that {SUPPER}",)
    asks = question(TOM, memories=heard, conversation=((MARA, "Hello again, Tom."),))
    knows = replace(asks, telling=Telling(told={SUPPER: [MARA]}))
    script, asked = Script(), re.compile(r"\bis it true|\btrue\?|I hear that you", re.I)
    lines = {q is knows: [script.answer(replace(q, seed=seed)).say for seed in range(30)] for q in (asks, knows)}
    assert any(map(asked.search, lines[False])) and not any(map(asked.search, lines[True]))


def test_a_family_is_not_told_what_one_of_theirs_is_up_to() -> None:
    assert share(question(), News("Ada Reed is selling the bakery", "", 6)) == 0
    assert share(question(), News("Ada Holm is selling the bakery", "", 6)) > 0
    assert share(question(), News("Ada Reed is giving a supper at Mill Green on Saturday at 6 pm", "", 6)) > 0


def test_a_party_that_is_over_is_no_news() -> None:
    item = News(SUPPER, "", 6)
    friday, late = question(), question()
    late = replace(late, now="Saturday, May 9, 2026, 19:30")
    assert readiness(friday, item) > 0 and readiness(late, item) == 0
    assert readiness(replace(late, now="Saturday, May 9, 2026, 17:30"), item) > 0
    assert readiness(replace(late, now="Saturday, May 9, 2026, 18:30"), item) == 0


@pytest.mark.parametrize(("relationship", "most"), [("her best friend", 0.2), ("a neighbour", 0.0)])
def test_a_secret_is_told_seldom_and_only_to_who_is_dear(relationship: str, most: float) -> None:
    q = question(relationship=relationship, memories=(SECRET,))
    secret = known_secrets(q, open_banks(), {})
    assert [item.text for item in secret] == [SECRET] and secret[0].secret
    assert not tells(q, secret[0])
    assert (0 < share(q, secret[0]) < most) if most else share(q, secret[0]) == 0


def test_what_nobody_is_to_know_is_told_only_to_who_is_dear_and_remains_a_secret() -> None:
    closing = "Nobody is to know that the bishop means to close Saint Corbin at Christmas"
    telling = Telling(sources={closing: "news"})
    for tie, told in (("her best friend", True), ("a neighbour", False)):
        q = question(relationship=tie, memories=(closing,), telling=telling)
        (secret,) = known_secrets(q, open_banks(), telling.sources)
        assert not known_news(q, open_banks(), telling.sources) and (share(q, secret) > 0) is told
    q = replace(question(TOM, memories=(closing,)), conversation=((MARA, f"Between you and me, n{closing[1:]}."),))
    assert Talk(q, open_banks()).statements == ((MARA, closing),)
    assert known_secrets(q, open_banks(), {closing: MARA})[0].secret


@pytest.mark.parametrize(
    ("concern", "background", "untold"),
    [
        ("Mara was divorced in May", ("She was divorced in May",), ()),
        ("The bishop has written to Mara that the abbey will close", (), ("Mara Lind has told nobody what the bishop wrote",)),
    ],
)
def test_what_is_private_by_ones_past_is_no_news(concern: str, background: tuple[str, ...], untold: tuple[str, ...]) -> None:
    q = question(memories=(concern,), telling=Telling(sources={concern: "news"}))
    q = replace(q, card=replace(q.card, currently="Mara is afraid that the wheel of Saturday is spoiled"))
    kept = replace(q, card=replace(q.card, background=background), telling=replace(q.telling, untold=untold))
    assert [[item.text for item in Talk(one, open_banks()).news] for one in (q, kept)] == [[concern], []]


def test_what_was_overheard_is_told_as_overheard_and_comes_back_to_the_letter() -> None:
    memory = f"{TOM} overheard {MARA} tell Edith Okafor that the old bridge will be closed on Monday"
    assert split_teller(memory, TOM) == (BRIDGE, MARA)
    script, q = Script(), question(TOM, memories=(memory,), conversation=())
    q = replace(q, talking_with=("Edith Okafor's aunt",))
    lines = {reply.say for seed in range(30) for reply in script.propose(replace(q, seed=seed))}
    told = [line for line in lines if "bridge" in line]
    assert any("overheard Mara Lind say" in line or "happened to hear" in line for line in told)
    card = Card("Ida Moss", "Ida", 40)
    for line in told:
        noted = script.answer(SummariseTalk(card=card, now=NOW, conversation=((TOM, line), ("Ida Moss", "Is that so?"))))
        assert noted.learned == (BRIDGE,), line


@pytest.mark.parametrize(
    ("doing", "relationship", "traits", "low", "high"),
    [
        ("reading a book", "her best friend", ("practical",), 0.0, 0.0),
        ("taking a shower", "a neighbour", ("practical",), 0.4, 0.8),
        ("reading a book", "her rival", ("practical",), 0.2, 0.6),
        ("reading a book", "Mara does not know Tom Reed yet", ("shy",), 0.05, 0.4),
    ],
)
def test_who_is_busy_cross_or_shy_may_refuse_to_talk(
    doing: str, relationship: str, traits: tuple[str, ...], low: float, high: float
) -> None:
    script = Script()
    q = question(relationship=relationship, traits=traits, doing=doing, conversation=((TOM, "Good morning, Mara."),))
    replies = [script.answer(replace(q, seed=seed)) for seed in range(60)]
    refused = [reply for reply in replies if reply.say in meeting.NOT_NOW]
    assert low <= len(refused) / 60 <= high and all(reply.end for reply in refused)
    later = replace(q, conversation=((TOM, "Hello."), (MARA, "Hello, Tom."), (TOM, "A fine day.")))
    assert not any(script.answer(replace(later, seed=seed)).say in meeting.NOT_NOW for seed in range(60))


@pytest.mark.parametrize("line", ["Hello once more, Olga.", "The old bridge will be closed on Monday."])
def test_what_somebody_was_heard_to_say_to_another_is_not_passed_on_word_by_word(line: str) -> None:
    heard = f"{TOM} overheard Ann Lee say to Olga Brandeis: '{line}'"
    assert not tellable(heard) and not worth_telling(heard, False, TOM, open_banks())
    assert worth_telling(BRIDGE, False, TOM, open_banks())


def test_what_would_set_people_thinking_of_a_secret_is_not_told() -> None:
    secret = "Nobody is to know that Mara Lind has sold the elephant Sultan to a zoo"
    assert bears_on("Mara Lind got a letter from a zoo with a price for Sultan", secret, MARA)
    assert not bears_on("Mara Lind has named the young mare Parsonage", secret, MARA)
