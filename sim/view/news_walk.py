"""Following a piece of news in the window: choosing it, and the walk from telling to telling.

The story is computed by ``sim.record.news_story``, and ``context.news`` (``FollowedNews``) holds what is followed; these
functions move time and camera. Knows no panel: ``panels/news.py`` lists the tellings, ``telling.py`` draws the shown one.
"""

from __future__ import annotations

from sim.record.news_story import NewsItem, NewsStory, NewsTelling, news_item_from
from sim.view.context import ViewContext

BASE_SECONDS = 2.5
"""Real seconds for which every telling is shown."""
WORD_SECONDS = 0.25
"""Real seconds for which a telling is shown in addition, for each of its words."""
CLOSEST_WALK_ZOOM = 4
"""The closest zoom of the camera during a walk."""
HEIGHT_PER_ZOOM = 150
"""Pixels of the free view's height that each step of zoom needs."""


def reading_seconds(told: NewsTelling) -> float:
    """Real seconds for which a telling is shown."""
    return BASE_SECONDS + WORD_SECONDS * len(told.core.split())


# -- which news -------------------------------------------------------------------------------------------------------------
def follow(context: ViewContext, item: NewsItem | None, number: int = -1) -> None:
    """Follow this item; None for nothing."""
    news = context.news
    news.story = NewsStory(context.run, item) if item is not None else None
    news.number, news.at, news.knows = number, -1, {}


def follow_next(context: ViewContext) -> None:
    """Follow the next item of news, or none after the last; a walk goes on with it."""
    news = context.news
    walking = news.at >= 0
    if not news.items:
        context.notify("The scenario of this run has no news to follow.")
    elif news.number + 1 >= len(news.items):
        stop(context)
    else:
        follow(context, news.items[news.number + 1], news.number + 1)
        if walking:
            walk(context)


def follow_text(context: ViewContext, text: str) -> None:
    """Follow what a memory says, by its most telling words."""
    names = frozenset(part for info in context.scene.info.values() for part in info.name.split())
    follow(context, news_item_from(text, names))


def stop(context: ViewContext) -> None:
    """Follow nothing."""
    follow(context, None)


# -- the walk ---------------------------------------------------------------------------------------------------------------
def walk(context: ViewContext) -> None:
    """Begin at the first telling of the followed news, or of the first news; end the walk where one is on."""
    news = context.news
    if news.at >= 0:
        leave(context)
        return
    if news.story is None:
        follow_next(context)
    if news.story is not None and not news.story.read().tellings:
        context.notify("Nobody knows of this yet.")
    elif news.story is not None:
        news.running = True
        go(context, 0)


def leave(context: ViewContext) -> None:
    """End the walk where it is; the news is still followed."""
    context.news.at = -1


def do(context: ViewContext, act: str) -> bool:
    """Perform what an action of ``keys.py`` means during a walk; False where it means what it always does."""
    news = context.news
    if news.at < 0 or act not in ("left", "right", "pause"):
        return False
    if act == "pause":
        news.running = not news.running
    else:
        step(context, 1 if act == "right" else -1)
    return True


def step(context: ViewContext, by: int) -> None:
    """Go ``by`` tellings on or back; from now on the walk waits for the user."""
    news = context.news
    news.running = False
    if news.story is not None:
        go(context, max(0, min(len(news.story.tellings) - 1, news.at + by)))


def go(context: ViewContext, at: int) -> None:
    """Show telling ``at``: its tick, and in the middle of the view the residents whom it is about."""
    news = context.news
    news.at, news.shown = at, 0.0
    if news.telling is None:
        return
    context.seek(news.telling.tick)
    context.release_camera("it showed a telling")
    context.scene.update(context.playback)
    people = (context.scene.figure(slug) for slug in (news.telling.teller, *news.telling.learned))
    spots = [context.world_pixel(figure.x + 0.5, figure.y + 0.5) for figure in people if figure is not None]
    if spots:
        camera = context.camera
        camera.zoom_to(min(CLOSEST_WALK_ZOOM, camera.free.height // HEIGHT_PER_ZOOM))
        x, y = (sum(spot[i] for spot in spots) / len(spots) for i in (0, 1))
        camera.glide(x, y + news.covered / 2 / camera.zoom)


def update(context: ViewContext, real: float) -> None:
    """Let ``real`` seconds pass: look into one more resident, and go to the next telling when this one was read. Showing
    another tick than the telling's ends the walk."""
    news = context.news
    if news.story is None:
        return
    news.story.step()
    news.knows = news.story.known_at(context.playback.shown_tick)
    told = news.telling
    if told is None or context.playback.shown_tick != told.tick:
        leave(context)
        return
    news.shown += real
    if news.running and news.shown > reading_seconds(told):
        if news.at + 1 < len(news.story.tellings):
            go(context, news.at + 1)
        else:
            news.running = False
