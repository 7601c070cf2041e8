"""A trial: the loading screen of a town that lives for an hour from what is being edited, on top of the editor."""

from __future__ import annotations

import pygame

from sim.view.link import Trial
from sim.view.states.loading import LoadingState
from sim.view.window import Pop, Replace, Reset, Result, Window


class TrialState(LoadingState):
    """As ``LoadingState``, but the editor stays below, and Escape goes back to it."""

    trial = True

    def __init__(self, trial: Trial) -> None:
        super().__init__(None, trial, 1.0)

    def update(self, window: Window, real: float) -> Result:
        result = super().update(window, real)
        return Replace(result.state) if isinstance(result, Reset) else result

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        return Pop() if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE else None
