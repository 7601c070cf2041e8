"""Speech bubbles: the last two lines of every talk, each beside its speaker, with a tail to them; and private thoughts.

Bubbles do not overlap, avoid faces, and lean away from the other speakers, so that question and answer stand side by side. A
bubble keeps its place; a bubble without room near its speaker is left out. The thought of the selected resident is always
shown, thoughts of others while they do not speak. Knows nothing of the map.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pygame

from sim.view.context import ViewContext
from sim.view.scene import ShownSpeech
from sim.view.style import Colour
from sim.view.text_renderer import LruCache

MIN_WIDTH = 120
"""Pixels at 100 %."""
MAX_WIDTH = 270
"""Pixels at 100 %."""
MAX_LINES = 10
PAPER: Colour = (254, 252, 246)
PAPER_OLD: Colour = (228, 225, 217)
CLOUD: Colour = (226, 234, 246)
"""The paper of a thought."""
RIM: Colour = (58, 52, 58)
WRITING: Colour = (38, 36, 40)
WRITING_OLD: Colour = (88, 84, 88)
MAX_BUBBLES = 10
MAX_PER_TALK = 2
MAX_LIFT = 150
"""Pixels (at 100 %) that a bubble may be moved up."""
LIFT_STEP = 14
"""Pixels (at 100 %) between two tries of moving a bubble up."""
LEANS = (1.0, 0.5)
"""Shares of half its width by which a bubble may be moved aside."""
CORNER = 9
"""Radius of a corner, in pixels at 100 %."""
TAIL = 7
"""Half the width of a tail at the bubble's edge, in pixels at 100 %."""

_bubbles: LruCache[pygame.Surface] = LruCache()


@dataclass(frozen=True)
class Bubble:
    """A bubble of a frame: its rectangle, and the point its tail leads to, in window pixels. ``fresh``: the last line of its
    talk."""

    who: str
    rect: pygame.Rect
    mouth: tuple[int, int]
    picture: pygame.Surface
    fresh: bool
    thought: bool = False


class SpeechBubbles:
    """``arrange`` places the bubbles of a frame, ``draw`` draws them. ``shown`` are the placed ones, newest first."""

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self.shown: list[Bubble] = []
        self._kept: dict[tuple[str, int], tuple[int, int]] = {}
        """(speaker, tick) -> offset of the bubble from the speaker's head, in window pixels."""
        self._looked: tuple[object, ...] = ()
        self._moved = True
        """Whether the camera has moved since the last frame: bubbles are then placed anew."""

    def arrange(self, heads: Mapping[str, tuple[int, int]]) -> None:
        """Place every line, the newest first. ``heads``: slug -> window position above the head, for each resident in view."""
        context, camera = self.context, self.context.camera
        looked = (camera.left, camera.top, camera.zoom, tuple(camera.free))
        self._moved, self._looked = looked != self._looked, looked
        said = [(speech, fresh) for speech, fresh in lines(context.scene.speech, context.selected) if speech.who in heads]
        if (told := context.news.telling) is not None:  # in a crowd, other words would hide who tells whom
            said = [(speech, fresh) for speech, fresh in said if speech.who == told.teller]
        wide, high = 5 * camera.zoom, context.renderer.px(MAX_LIFT) // 3
        faces = {who: pygame.Rect(x - wide, y, 2 * wide, 2 * wide) for who, (x, y) in heads.items()}
        tails = {s.who: pygame.Rect(heads[s.who][0] - 5, heads[s.who][1] - high, 10, high) for s, fresh in said if fresh}
        self.shown, kept = [], dict[tuple[str, int], tuple[int, int]]()
        for speech, fresh in said:
            others = [[rect for who, rect in kind.items() if who != speech.who] for kind in (faces, tails)]
            found = self._place(speech, fresh, heads, others)
            if found is not None:
                head = heads[speech.who]
                kept[speech.who, speech.tick] = (found.rect.centerx - head[0], found.rect.bottom - head[1])
                self.shown.append(found)
        self._kept = kept

    def _place(
        self, speech: ShownSpeech, fresh: bool, heads: Mapping[str, tuple[int, int]], others: Sequence[Sequence[pygame.Rect]]
    ) -> Bubble | None:
        """Place one line; ``others`` are the faces and tails of the other speakers. None where there is no room, or where an
        older line would hide a face."""
        head, free = heads[speech.who], self.context.camera.free
        if not free.collidepoint(head):
            return None
        picture = _picture(self.context, speech, fresh)
        tries = [*self._last_place(speech, head, picture), *self._tries(speech, heads, picture)]
        taken = [self.context.minimap_rect, self.context.camera_rect, *(bubble.rect for bubble in self.shown)]
        rect = choose([rect for rect in tries if free.contains(rect)], taken, *others)
        if rect is None or (not fresh and rect.collidelist(list(others[0])) >= 0):
            return None
        return Bubble(speech.who, rect, _tail_end(rect, head, self.context.camera.zoom), picture, fresh, speech.thought)

    def draw(self, to: pygame.Surface) -> None:
        """Draw the placed bubbles, the oldest first."""
        for bubble in reversed(self.shown):
            to.blit(bubble.picture, bubble.rect.topleft)
            px = self.context.renderer.px
            _puffs(to, bubble, px(TAIL)) if bubble.thought else _tail(to, bubble, px(TAIL), px(CORNER))

    def at(self, spot: tuple[int, int]) -> str | None:
        """The speaker of the bubble at this window position, or None."""
        return next((bubble.who for bubble in self.shown if bubble.rect.collidepoint(spot)), None)

    def _last_place(self, speech: ShownSpeech, head: tuple[int, int], picture: pygame.Surface) -> Iterator[pygame.Rect]:
        """The line's place in the last frame, so that a bubble does not jump when residents pass by."""
        if (speech.who, speech.tick) in self._kept and not self._moved:
            dx, dy = self._kept[speech.who, speech.tick]
            yield picture.get_rect(midbottom=(head[0] + dx, head[1] + dy))

    def _tries(
        self, speech: ShownSpeech, heads: Mapping[str, tuple[int, int]], picture: pygame.Surface
    ) -> Iterator[pygame.Rect]:
        """Places above the head, leaning away from the others of the talk, then beside the face."""
        px, (x, y) = self.context.renderer.px, heads[speech.who]
        talk = next((talk.people for talk in self.context.scene.state.talks if talk.id == speech.talk), ())
        rest = [heads[who][0] for who in talk if who in heads and who != speech.who]
        side = (x > sum(rest) / len(rest)) - (x < sum(rest) / len(rest)) if rest else 0
        half = picture.get_width() / 2 - px(CORNER + TAIL)
        leans = [side * share * half for share in LEANS] if side else []
        leans += [0.0, *(sign * share * half for share in reversed(LEANS) for sign in (-1, 1))]
        for up in range(px(TAIL), px(MAX_LIFT), px(LIFT_STEP)):
            for lean in leans:
                yield picture.get_rect(midbottom=(round(x + lean), y - up))
        far, zoom = px(TAIL), self.context.camera.zoom
        yield picture.get_rect(midleft=(x + 8 * zoom + far, y + 4 * zoom))
        yield picture.get_rect(midright=(x - 8 * zoom - far, y + 4 * zoom))


def lines(speech: Sequence[ShownSpeech], selected: str | None = None) -> list[tuple[ShownSpeech, bool]]:
    """The lines to show of ``speech`` (oldest first), newest first, each with whether it is the last line of its talk: the last
    lines of every talk, and thoughts of the ``selected`` resident and of residents who say nothing."""
    count: dict[str, int] = {}
    found: list[tuple[ShownSpeech, bool]] = []
    speaking = {said.who for said in speech if not said.thought}
    for said in reversed(speech):
        if said.thought and said.who != selected and said.who in speaking:
            continue
        count[said.talk] = count.get(said.talk, 0) + 1
        if count[said.talk] <= MAX_PER_TALK:
            found.append((said, count[said.talk] == 1))
    return found[:MAX_BUBBLES]


def choose(
    tries: Sequence[pygame.Rect], taken: Sequence[pygame.Rect], faces: Sequence[pygame.Rect], tails: Sequence[pygame.Rect]
) -> pygame.Rect | None:
    """The first of ``tries`` that is clear of ``taken``, faces and tails; else the first clear of ``taken`` and faces; else the
    first clear of ``taken``; None where there is none."""
    free = [rect for rect in tries if rect.inflate(6, 6).collidelist(taken) < 0]
    clear = [rect for rect in free if rect.collidelist(faces) < 0]
    return next((rect for rect in clear if rect.collidelist(tails) < 0), next(iter(clear or free), None))


def _tail_end(rect: pygame.Rect, head: tuple[int, int], zoom: int) -> tuple[int, int]:
    """The point a tail leads to: above the head, or beside the face where the bubble lies beside it."""
    if rect.bottom <= head[1]:
        return head
    return head[0] + (6 if rect.left > head[0] else -6) * zoom, head[1] + 4 * zoom


def _tail(to: pygame.Surface, bubble: Bubble, half: int, corner: int) -> None:
    """Draw a triangle from the bubble's edge to the mouth; a long tail stays thin."""
    rect, (x, y) = bubble.rect, bubble.mouth
    paper = PAPER if bubble.fresh else PAPER_OLD
    if rect.bottom <= y:
        at = max(rect.left + corner + half, min(rect.right - corner - half, x))
        tip = (x, min(y, rect.bottom + 9 * half))
        ends = [(at - half, rect.bottom - 2), (at + half, rect.bottom - 2)]
    else:
        edge, inward = (rect.left, 1) if x < rect.left else (rect.right - 1, -1)
        at = max(rect.top + corner + half, min(rect.bottom - corner - half, y))
        tip, ends = (x, y), [(edge + inward, at - half), (edge + inward, at + half)]
    pygame.draw.polygon(to, paper, [ends[0], tip, ends[1]])
    pygame.draw.aalines(to, RIM, False, [ends[0], tip, ends[1]])


def _puffs(to: pygame.Surface, bubble: Bubble, half: int) -> None:
    """Draw two small clouds on the way from a thought to the head."""
    rect, (x, y) = bubble.rect, bubble.mouth
    begin = (max(rect.left + half, min(rect.right - half, x)), rect.bottom if rect.bottom <= y else rect.centery)
    for share, radius in ((0.35, half - 2), (0.75, half - 4)):
        at = (round(begin[0] + (x - begin[0]) * share), round(begin[1] + (y - begin[1]) * share))
        pygame.draw.circle(to, CLOUD, at, max(2, radius))
        pygame.draw.circle(to, RIM, at, max(2, radius), 1)


def _picture(context: ViewContext, speech: ShownSpeech, fresh: bool) -> pygame.Surface:
    px = context.renderer.px
    room = max(px(MIN_WIDTH), min(px(MAX_WIDTH), context.camera.free.width - px(32)))
    key = (speech.who, speech.text, fresh, speech.thought, room, context.renderer.style.scale)
    return _bubbles.fetch(key, lambda: _make(context, speech, fresh, room), 120)


def _make(context: ViewContext, speech: ShownSpeech, fresh: bool, room: int) -> pygame.Surface:
    """A bubble's picture: the name in the speaker's colour, below it the text; a thought has paper and corners of its own."""
    paper, corner = (CLOUD, 2 * CORNER) if speech.thought else (PAPER if fresh else PAPER_OLD, CORNER)
    renderer, px = context.renderer, context.renderer.px
    wrapped = renderer.wrap(speech.text, "small", room, MAX_LINES)
    who = f"{context.scene.name(speech.who)}{' thinks' if speech.thought else ''}"
    name, high = renderer.truncate(who, "caps", room), renderer.line_height("small")
    wide = max([renderer.width(line, "small") for line in wrapped] + [renderer.width(name, "caps")]) + px(22)
    tall = high * len(wrapped) + renderer.line_height("caps") + px(13)
    made = pygame.Surface((wide, tall), pygame.SRCALPHA)
    pygame.draw.rect(made, paper, made.get_rect(), border_radius=px(corner))
    pygame.draw.rect(made, RIM, made.get_rect(), 1, border_radius=px(corner))
    r, g, b = context.colour(speech.who)
    renderer.draw(made, name, (px(11), px(5)), "caps", (r * 6 // 11, g * 6 // 11, b * 6 // 11))
    for i, line in enumerate(wrapped):
        at = (px(11), px(5) + renderer.line_height("caps") + i * high)
        renderer.draw(made, line, at, "small", WRITING if fresh else WRITING_OLD)
    # Mostly one opaque colour: run-length encoding copies it instead of blending.
    made.set_alpha(255, pygame.RLEACCEL)
    return made
