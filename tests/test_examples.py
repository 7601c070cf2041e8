"""Every example runs as it stands, shows what it claims, fits into 40 lines and is linked from the page of the examples."""

from __future__ import annotations

from pathlib import Path

import pytest
from town import ROOT, events

from sim import Town
from sim.engine.parts import Parts
from sim.engine.verify import verify
from sim.examples import (
    counterfactual,
    own_action,
    own_answerer,
    own_faculty,
    own_happening,
    own_measure,
    own_mind,
    own_retrieval,
    own_tab,
)

FOLDER = ROOT / "sim" / "examples"
EXAMPLES = sorted(path for path in FOLDER.glob("*.py") if path.name != "__init__.py")


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples name scenarios as a person in the project's folder does."""
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_short_and_linked(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 40
    assert f"({path.name})" in (FOLDER / "README.md").read_text(encoding="utf-8")


def test_the_watchman_walks_his_rounds() -> None:
    with own_mind.main() as town:
        goals = [data["activity"] for _, who, data in events(town.path, "act") if who == "ilya"]
        assert len({goal for goal in goals if goal.startswith("walking to")}) >= 4
        assert verify(town.path, Parts.of([], {"ilya": own_mind.Watchman()})).tick is None


def test_the_timetable_plans_without_a_question() -> None:
    with own_faculty.main() as town:
        assert [block.activity for block in town["tess"].plan][1:3] == ["working", "having lunch"]
        assert "plan" not in set(town.frame("questions")["task"]) and "steps" in set(town.frame("questions")["task"])


def test_parrots_repeat_each_other() -> None:
    with own_answerer.main() as town:
        talk = town.talks.groupby("talk")["text"].nunique()
        assert len(talk) >= 1 and (talk == 1).all()


def test_retrieval_of_ones_own() -> None:
    with own_retrieval.main() as town:
        preset = town.engine.minds["nora"].stream.preset
        assert (preset.name, preset.k, preset.weights, len(preset.terms)) == ("forgetful", 5, (3.0, 1.0, 1.0), 1)
        for hit in town["nora"].memory.search("Tess", k=12):
            usual = 3 * hit.norm_recency + hit.norm_importance + hit.norm_relevance
            assert hit.score == pytest.approx(usual + 0.5 * ("Tess" in hit.memory.text))


def test_somebody_tidies_up() -> None:
    with own_action.main() as town:
        assert [who for _, who, _ in events(town.path, "tidy")]
        states = [data["state"] for _, key, data in events(town.path, "object") if key.endswith("espresso machine")]
        assert "dripping" in states and states[states.index("dripping") + 1] != "dripping"
        assert verify(town.path, Parts.of([own_action.Tidy()])).tick is None


def test_showers_come_and_go_the_same_every_time() -> None:
    with own_happening.main() as first, own_happening.main() as again:
        weather = [data["text"] for _, _, data in events(first.path, "happening") if data["kind"] == "weather"]
        assert weather[:2] == ["rain", ""] and events(first.path, "happening") == events(again.path, "happening")


def test_a_measure_of_ones_own() -> None:
    with own_measure.main() as town:
        found = town.evaluate([own_measure.Curiosity()])
        assert found.rows[-1].name == "questions in talk" and found.rows[-1].count == len(town.talks) > 0


def test_a_tab_of_ones_own(no_screen: None, tmp_path: Path) -> None:
    from sim.view.app import watch
    from sim.view.states.main import MainState
    from sim.view.window import Window

    seen: list[tuple[tuple[str, int], ...]] = []

    def script(window: Window, frame: int) -> None:
        state = window.states[-1]
        if isinstance(state, MainState) and frame == 10:
            state.context.seek(60)
            state.context.select("ana")
            state.panels.inspector.show(len(state.panels.inspector.tabs) - 1)
        elif isinstance(state, MainState) and frame == 20:
            assert isinstance(state.panels.inspector.tab, own_tab.KindsTab)
            seen.append(state.panels.inspector.tab.counts)

    from town import write_town

    with Town.load(write_town(tmp_path), model="fake", run=tmp_path / "a.sqlite") as town:
        town.run(ticks=100)
    assert watch(str(tmp_path / "a.sqlite"), max_frames=30, script=script, tabs=[own_tab.KindsTab]) == 0
    assert dict(seen[0])["observation"] > 3


def test_two_futures_of_one_morning() -> None:
    found = counterfactual.main()
    heard = {name: collector.frame["heard"].tolist() for name, collector in found.items()}
    assert heard["as it is"][0] == heard["at home"][0] == 1 and sum(heard["as it is"]) > sum(heard["at home"])
