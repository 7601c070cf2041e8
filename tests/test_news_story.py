"""A piece of news as a story: the tellings with the words said, watched in the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from analysis_sample import NEWS, Story, write_run
from PIL import Image, ImageSequence
from view_driver import WindowDriver, drive

from sim.record.news_story import NewsStory, news_items
from sim.record.read import Run
from sim.view.export import ExportError, export_story
from sim.view.news_walk import reading_seconds

pytestmark = pytest.mark.usefixtures("no_screen")

SHIPPED = Path("assets/example.sqlite")


def test_each_telling_has_the_words_that_were_said_and_how_they_changed(tmp_path: Path) -> None:
    with Run(write_run(tmp_path)) as run:
        item = news_items(run)[0]
        begin, first, second = NewsStory(run, item).read().tellings
        assert (begin.learned, begin.how, begin.words, begin.known) == (("ana",), "start", "", 1)
        said = {(event.tick, event.data["text"]) for event in run.events(0, run.last_tick, ("say",))}
        assert {(one.tick, one.words) for one in (first, second)} <= said
        assert (first.teller, first.to, first.learned, first.left_out, first.new) == ("ana", ("ben",), ("ben",), (), ())
        assert (second.teller, second.learned, second.left_out, second.new) == ("ben", ("cas",), ("Friday",), ("Sunday",))
        assert first.core.startswith("I'm giving") and "Will you come" not in first.core
        assert (second.known, second.depth) == (3, 2)


def test_nothing_is_left_out_or_new_that_was_said_in_another_sentence_or_as_another_word_for_the_day(tmp_path: Path) -> None:
    """The supper is on Friday; it is told on Thursday and on Friday."""
    told = Story()
    told.remember(0, "ana", NEWS, source="news")
    told.talk(60, "t1", [("ana", "There's a lantern supper at the Green. It is tomorrow at 6 pm, Ben."), ("ben", "I see.")])
    told.remember(62, "ben", "Ben Okoye hears of a lantern supper", "summary", evidence=(0,))
    told.talk(1500, "t2", [("ben", "Ana is giving a lantern supper at the Green tonight at six."), ("cas", "So late?")])
    told.remember(1502, "cas", "Cas Novak hears of a lantern supper", "summary", evidence=(0,))
    with Run(write_run(tmp_path, told, start="2026-05-07 07:00")) as run:
        _, first, second = NewsStory(run, news_items(run)[0]).read().tellings
        assert (first.core, first.left_out, first.new) == ("There's a lantern supper at the Green.", (), ())
        assert (second.tick, second.left_out, second.new) == (1500, (), ())


def test_a_story_read_step_by_step_is_the_same(tmp_path: Path) -> None:
    with Run(SHIPPED) as run:
        story = NewsStory(run, news_items(run)[0])
        assert sum(story.step() for _ in range(10)) == 3
        assert story.tellings == NewsStory(run, story.item).read().tellings
        assert story.known_at(18) == {"nora": 0, "ilya": 18}, "what was said at 18 is known from then on"


def test_the_walk_goes_from_telling_to_telling_by_itself_by_arrows_and_by_clicks() -> None:
    with Run(SHIPPED) as run:
        first, second = (told.tick for told in NewsStory(run, news_items(run)[0]).read().tellings[1:3])
    assert first < second

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        context, news = driver.main.context, driver.main.context.news
        yield from driver.press(pygame.K_k, pygame.KMOD_LSHIFT)
        assert news.telling is not None and (news.at, context.playback.shown_tick) == (0, 0)
        yield from driver.wait(180)
        assert (news.at, context.playback.shown_tick) == (1, first), "the first telling was read"
        looked = (context.camera.x, context.camera.y)
        yield from driver.press(pygame.K_RIGHT)
        yield from driver.wait(60)
        assert (news.at, context.playback.shown_tick, news.running) == (2, second, False)
        assert abs(context.camera.x - looked[0]) + abs(context.camera.y - looked[1]) > 20, "the camera went with it"
        yield from driver.press(pygame.K_LEFT)
        assert news.at == 1 and set(news.knows) == {"nora", "ilya"}
        yield from driver.click_on("mark 2")
        assert news.at == 2
        yield from driver.press(pygame.K_COMMA)
        assert news.at == -1 and context.playback.shown_tick == second - 1, "whoever goes elsewhere in time has left the walk"
        yield from driver.press(pygame.K_k, pygame.KMOD_LSHIFT)
        yield from driver.press(pygame.K_ESCAPE)
        assert news.at == -1 and news.story is not None
        yield from driver.press(pygame.K_ESCAPE)
        assert news.story is None

    assert drive(SHIPPED, act) == 0


def test_the_story_is_exported_as_a_gif(tmp_path: Path) -> None:
    out = export_story(SHIPPED, tmp_path / "supper.gif", "lantern_supper", size=(320, 200), fps=2)
    with Run(SHIPPED) as run:
        seconds = [reading_seconds(told) for told in NewsStory(run, news_items(run)[0]).read().tellings]
    with Image.open(out) as drawn:  # equal pictures in a row are one, shown for longer
        shown = [frame.info["duration"] for frame in ImageSequence.Iterator(drawn)]
    assert len(shown) >= len(seconds) and sum(shown) == sum(round(2 * one) for one in seconds) * 500
    assert len(seconds) >= 3 and min(seconds) > 2, "each telling stands long enough to be read"
    with pytest.raises(ExportError, match="there is no news 'party'; there are lantern_supper"):
        export_story(SHIPPED, out, "party")
