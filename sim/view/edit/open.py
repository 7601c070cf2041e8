"""Opens the editor: of a scenario's file, or of a fork at the tick that the main screen shows."""

from __future__ import annotations

from pathlib import Path

from sim.scenario import ScenarioError
from sim.scenario.composition import scenario_text
from sim.scenario.edited import EditedScenario
from sim.view.context import ViewContext
from sim.view.edit.editor import Fork
from sim.view.edit.state import EditState
from sim.view.link import Workshop
from sim.view.screens import Screens
from sim.view.window import Push, Result, Window
from sim.world.tilemap import MapError


def edit_scenario(window: Window, path: Path, workshop: Workshop, screens: Screens) -> EditState:
    """The editor of a scenario's file. Raises ScenarioError where it is no scenario, MapError where its map is none."""
    return EditState(window, EditedScenario(scenario_text(path), path), workshop, screens)


def edit_fork(window: Window, context: ViewContext, workshop: Workshop, screens: Screens) -> Result:
    """The editor over the town, which is paused."""
    run, tick = context.run, context.playback.shown_tick
    try:
        doc = EditedScenario(run.scenario_text, Path("scenarios") / f"{run.meta.name}-fork.yaml", context.tilemap)
    except (ScenarioError, MapError) as error:
        context.notify(str(error).partition("\n")[0])
        return None
    context.playback.playing = False
    if context.link is not None:
        context.send("pause")
    spots = {figure.slug: (round(figure.x), round(figure.y)) for figure in context.scene.figures}
    return Push(EditState(window, doc, workshop, screens, Fork(str(run.path), tick, context.now), spots))
