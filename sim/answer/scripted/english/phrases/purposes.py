"""The dialogue acts of the phrases, so that a heard line is recognised; and all phrases together.

Knows no talk: ``hearing`` reads lines by ``ACTS`` and ``FRAMED``, ``fluency`` takes all lines for English.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.answer.scripted.english.phrases import asked_after, asking, chat, inviting, manners, meeting, news_lines, opinions

ACTS = {
    "react": (
        chat.SAME, chat.WELL, chat.NOTHING, news_lines.GOOD, news_lines.BAD, news_lines.PLAIN, news_lines.MILD, news_lines.KNEW,
        news_lines.KNEW_GOING, news_lines.KNEW_BEFORE, news_lines.KNEW_REFUSED, news_lines.KNEW_MINE, news_lines.KNEW_ALWAYS,
        news_lines.KNEW_SECRET, news_lines.KEEP, news_lines.RIVAL,
        chat.NOD, chat.LAUGH, chat.CONCERN_HEARD, chat.WORRY_HEARD, chat.BUSY, *chat.AFTER.values(), chat.AND_ME,
        chat.HOW_ARE_YOU, *chat.AFTER_THREAD.values(),
        inviting.TOLD_PROMISE, inviting.TOLD_DECLINE, inviting.TOLD_UNSURE, inviting.TOLD_AGAIN,
        *inviting.TOLD_PROMISE_TO.values(), *inviting.TOLD_DECLINE_TO.values(), *inviting.TOLD_UNSURE_TO.values(),
        *chat.BRIDGE.values(), chat.THANKED, asked_after.LAST_TOLD, asked_after.LAST_DOING, asked_after.LAST_OPEN,
        news_lines.OWN_NEWS, news_lines.GOING, news_lines.PERHAPS_GOING,
        news_lines.NOT_DECIDED, news_lines.KEPT_ASKER, asking.ALL_I_KNOW,
        asking.DONT_KNOW, asking.OTHER_ANSWERS, news_lines.NO_NEWS, news_lines.CONFIRMED, news_lines.NOT_CONFIRMED,
        asking.ANSWER_MYSELF, opinions.THE_SAME, opinions.NOT_THE_SAME, opinions.NOT_SURE,
        opinions.TO_TORN, *opinions.MINE.values(),
    ),
    "farewell": (
        meeting.FAREWELL, meeting.FAREWELL_FRIEND, meeting.FAREWELL_KIN, meeting.GOODBYE_BACK, meeting.NOT_NOW,
        meeting.TOO_MANY, meeting.AT_HOME, meeting.AT_HOME_AFTER, meeting.AT_HOME_BACK,
    ),
    "accept": (
        inviting.ACCEPT, inviting.ACCEPT_STRANGER, inviting.AGAIN_ACCEPT,
        inviting.ACCEPT_OTHER, inviting.MEET_YES, *inviting.ACCEPT_TO.values(),
    ),
    "decline": (
        inviting.DECLINE, inviting.AGAIN_DECLINE, inviting.DECLINE_CLASH, inviting.MEET_NO, *inviting.DECLINE_TO.values(),
    ),
    "unsure": (inviting.UNSURE, inviting.AGAIN_UNSURE, *inviting.UNSURE_TO.values()),
    "invite": (
        inviting.INVITE, inviting.INVITE_FRIEND, inviting.INVITE_STRANGER, *inviting.INVITE_AS.values(),
        *inviting.INVITE_TO.values(),
    ),
    "stands": (asked_after.ANSWER_WORRY, asked_after.ANSWER_WISH, asked_after.ANSWER_CONCERN, asked_after.ANSWER_ANY),
    "ask_news": (news_lines.ASK_NEWS,),
    "ask_work": (chat.ASK_CONCERN, chat.ASK_KIN, chat.ASK_STRANGER, chat.ASK_BACK),
    "question": (
        asking.ASK_WHERE, asking.ASK_WHEN, asking.ASK_WHO, asking.ASK_MORE, news_lines.ASK_THEN, news_lines.KEEP_AND_ASK,
        news_lines.ASK_GOING,
    ),
}  # fmt: skip
"""What the lines without slots do in a talk."""

FRAMED = {
    "farewell": (
        meeting.FAREWELL, meeting.FAREWELL_FRIEND, meeting.FAREWELL_KIN, meeting.FAREWELL_THERE, meeting.GOODBYE_BACK,
        meeting.AT_HOME, meeting.AT_HOME_AFTER, meeting.AT_HOME_BACK, meeting.NOT_NOW_DOING, *meeting.FAREWELL_AFTER.values(),
    ),
    "greet": (
        *meeting.GREET_HOUR.values(), *meeting.GREET_KIN.values(), meeting.GREET_AGAIN, meeting.GREET_FRIEND,
        meeting.GREET_BOTH, meeting.GREET_STRANGER, meeting.GREET_BACK_STRANGER, *manners.GREETINGS.values(),
    ),
    "ask_after": (
        asked_after.AFTER_WORRY, asked_after.AFTER_WISH, asked_after.AFTER_CONCERN, asked_after.AFTER_ANY,
    ),
    "stands": (asked_after.ANSWER_TOLD, asked_after.ANSWER_DOING),
    "meet": (inviting.MEET,),
    "doing": (chat.ANSWER_DOING,),
    "react": (asking.ANSWER_WHERE[:2], asking.ANSWER_WHEN[:2], asking.ANSWER_WHO[:1], asking.ANSWER_SOURCE, chat.OPENERS),
}  # fmt: skip
"""What the lines with slots do in a talk."""


def every_line() -> Iterator[str]:
    """All lines of all moments, slots as they are."""
    for moment in (asked_after, asking, chat, inviting, manners, meeting, news_lines):
        for table in vars(moment).values():
            for lines in table.values() if isinstance(table, dict) else (table,):
                yield from lines
