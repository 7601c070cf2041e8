"""What window and help say is plain English: words that readers stumbled over do not come back."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from view_driver import WindowDriver, drive
from view_sample import write_run

from sim.cli.parser import VERBS, build, parse
from sim.record.store import TickRecord
from sim.types import Event, Memory
from sim.view.panels.feed import describe
from sim.view.tabs.cards import memory_card
from sim.view.widgets.flow import Flow

ROOT = Path(__file__).resolve().parents[1]
STUMBLED_OVER = re.compile(
    r"poignant|utterances?\b|lives one|, chosen|on purpose|of it served|their own again|further from"
    r"|from a trial|outside the town",
    re.I,
)
DATA = ("utterance",)
"""Names of kinds in run files, which are no words of the window."""


def texts() -> Iterator[tuple[str, str]]:
    """(file, text) of every text of the window and of the start screen's offers, without docstrings."""
    for path in [*sorted((ROOT / "sim" / "view").rglob("*.py")), ROOT / "sim" / "cli" / "start.py"]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
                yield path.name, node.value


def test_the_window_says_nothing_that_readers_stumbled_over() -> None:
    found = [(file, text) for file, text in texts() if text not in DATA and STUMBLED_OVER.search(text)]
    assert not found and len(list(texts())) > 500


@pytest.mark.usefixtures("no_screen")
def test_what_happens_is_told_whole_and_names_nobody_twice(tmp_path: Path) -> None:
    happenings: list[tuple[tuple[str, str, dict[str, Any]], str]] = [
        (happening("weather", "light rain"), "light rain"),
        (happening("weather", ""), "light rain is over"),
        (happening("whisper", "You left the oven on", "r0"), "hears a whisper: You left the oven on"),
        (("relation", "r0", {"other": "r1", "text": "Tomas Reed: her dearest friend"}), "about Tomas Reed: her dearest friend"),
        (("relation", "r0", {"other": "r1", "text": "Tomas Reed sings with Mara"}), "Tomas Reed sings with Mara"),
        (("relation", "r0", {"other": "r1", "text": "an old friend"}), "about Tomas: an old friend"),
        (("feel", "r0", {"other": "r1", "closer": -1}), "thinks less of Tomas"),
        (("feel", "r0", {"other": "r1", "closer": 1}), "warms to Tomas"),
    ]
    store = write_run(tmp_path / "told.sqlite", ticks=10, close=False)
    events = [Event(10 + n, 1, kind, key, data) for n, ((kind, key, data), _) in enumerate(happenings)]
    for event in events:
        store.commit(TickRecord(event.tick, event.tick * 10, [event]))
    store.close("finished")

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        context = driver.main.context
        assert [describe(event, context) for event in events] == [told for _, told in happenings]
        heard, memory = list[str](), Memory(1, "The oven is on", "observation", 0, 0, 8, source="whisper")

        class Heard(Flow):
            def text(self, text: str, *args: object, **more: object) -> None:
                heard.append(text)

        memory_card(
            Heard(driver.window.surface, context.renderer, pygame.Rect(0, 0, 300, 300)),
            context,
            "r0",
            memory,
            lambda: None,
            True,
        )
        assert heard[0].startswith("WHISPER") and "memory 1" in heard

    assert drive(store.path, act) == 0


def happening(kind: str, text: str, who: str = "") -> tuple[str, str, dict[str, Any]]:
    return "happening", "", {"kind": kind, "text": text, "where": "", "who": who}


@pytest.mark.parametrize("verb", ["", *VERBS])
def test_the_help_says_nothing_that_readers_stumbled_over(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse([*([verb] if verb else []), "--help"])
    told = capsys.readouterr().out
    assert told and not STUMBLED_OVER.search(told)
    assert build().prog in told
