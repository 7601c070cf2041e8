"""The memory plan of a local model: a table of machines and shapes, shrinking where an allocation fails, and what is said."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from make_gguf import make_random_gguf

from sim.cli.main import main
from sim.engine.backend import demand_of
from sim.llm import Generate, ModelError, Prompt, open_model
from sim.llm.decoder import ContextSize, Decoder
from sim.llm.gguf import read_header
from sim.llm.memory_plan import (
    GIB,
    LEAST_CONTEXT,
    MIB,
    Demand,
    MemoryPlan,
    Needs,
    free_memory,
    needs_of,
    physical_cores,
    plan,
    smaller,
    what_is_missing,
)
from sim.llm.weights import Weights

SHAPES = {
    "0.5B": Needs(int(0.4 * GIB), 24 * 2 * 64 * 4, 32768),
    "1.7B": Needs(int(1.1 * GIB), 28 * 8 * 128 * 4, 32768),
    "4B": Needs(int(2.5 * GIB), 36 * 8 * 128 * 4, 32768),
    "8B": Needs(int(4.8 * GIB), 36 * 8 * 128 * 4, 32768),
}


@pytest.mark.parametrize(
    ("shape", "free", "context", "lanes"),
    [
        ("0.5B", 6, 6144, 16),
        ("1.7B", 6, 4096, 2),
        ("4B", 6, 4096, 1),
        ("4B", 12, 4096, 4),
        ("4B", 32, 6144, 10),
        ("8B", 6, 4096, 1),
        ("8B", 24, 4096, 9),
        ("0.5B", 1.5, 4096, 1),
    ],
)
def test_lanes_and_context_follow_from_what_is_free(shape: str, free: float, context: int, lanes: int) -> None:
    planned = plan(SHAPES[shape], int(free * GIB))
    assert (planned.context, planned.lanes) == (context, lanes)
    taken = planned.lanes * planned.context * SHAPES[shape].cell + planned.kept
    assert taken <= free * GIB or planned.lanes == 1


@pytest.mark.parametrize("shape", SHAPES)
def test_more_memory_never_gives_less(shape: str) -> None:
    plans = [plan(SHAPES[shape], gib * GIB) for gib in range(1, 80)]
    for less, more in pairwise(plans):
        assert more.lanes * more.context >= less.lanes * less.context and more.context >= less.context
    assert (plans[-1].context, plans[-1].lanes) == (6144, 16)


SMALL = Needs(100 * MIB, 30 * 3 * 64 * 4, 2048)
"""A model of 135 million parameters."""


@pytest.mark.parametrize(
    ("people", "parameters", "style", "lanes", "context", "kept"),
    [
        (3, 135_000_000, "", 16, 2048, 128),
        (25, 135_000_000, "", 16, 2048, 512),
        (1, 135_000_000, "full", 3, 2048, 64),
        (3, 4_000_000_000, "", 9, 6144, 128),
        (25, 4_000_000_000, "", 16, 6144, 512),
        (3, 4_000_000_000, "small", 16, 2048, 128),
        (0, 4_000_000_000, "", 16, 6144, 512),
        (3, 11_000_000, "", 16, 6144, 512),
    ],
)
def test_no_more_is_planned_than_the_people_of_a_town_can_use(
    people: int, parameters: int, style: str, lanes: int, context: int, kept: int
) -> None:
    needs = SMALL if parameters < 10**9 else SHAPES["4B"]
    needs = replace(needs, trained=0) if parameters < 10**8 else needs
    planned = plan(needs, 90 * GIB, demand=demand_of(people, False, style)(parameters))
    assert (planned.lanes, planned.context, planned.kept // (needs.cell * 512)) == (lanes, context, kept)
    assert plan(needs, 90 * GIB, lanes=7, demand=Demand(3)).lanes == 7, "what the user says is taken as given"


def test_a_town_of_three_and_a_small_model_do_not_frighten() -> None:
    """It was 16 lanes of 6144 tokens and 512 beginnings, 7.7 GiB, for a model whose training allows as much."""
    needs = replace(SMALL, trained=8192)
    planned = plan(needs, 16 * GIB, demand=demand_of(3, False, "")(135_000_000))
    assert (planned.lanes * planned.context * needs.cell + planned.kept) / GIB < 2.3
    assert (plan(needs, 16 * GIB).lanes * 6144 * needs.cell + plan(needs, 16 * GIB).kept) / GIB > 7


def test_few_lanes_that_suffice_shorten_no_context() -> None:
    assert plan(SHAPES["4B"], 12 * GIB).context == 4096
    planned = plan(SHAPES["4B"], 12 * GIB, demand=Demand(2))
    assert (planned.lanes, planned.context) == (2, 6144)


def test_what_the_user_says_is_taken_as_given() -> None:
    needs = SHAPES["4B"]
    assert plan(needs, 4 * GIB, context=2048).context == 2048
    assert plan(needs, 4 * GIB, lanes=7).lanes == 7
    assert plan(Needs(GIB, 1000, 512), 64 * GIB).context == 512, "never longer than what a model was trained for"


def test_smaller_plans_end_at_one_short_lane() -> None:
    plans = list(smaller(MemoryPlan(6144, 16, GIB)))
    assert plans[0] == MemoryPlan(6144, 16, GIB) and (plans[-1].context, plans[-1].lanes) == (LEAST_CONTEXT, 1)
    for larger, less in pairwise(plans):
        assert less.lanes * less.context < larger.lanes * larger.context and less.kept <= larger.kept


def machine(root: Path, **files: str) -> Path:
    for name, text in files.items():
        path = root / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_a_container_leaves_what_its_limit_leaves(tmp_path: Path) -> None:
    meminfo = "MemTotal: 16000000 kB\nMemAvailable: 8000000 kB\n"
    bare = machine(tmp_path / "bare", proc__meminfo=meminfo)
    assert free_memory(bare) == 8_000_000 * 1024
    new = machine(
        tmp_path / "new",
        proc__meminfo=meminfo,
        sys__fs__cgroup__memory_dot_max=str(2 * GIB),
        sys__fs__cgroup__memory_dot_current=str(512 * MIB),
    )
    assert free_memory(new) == 2 * GIB - 512 * MIB
    open_end = machine(tmp_path / "open", proc__meminfo=meminfo, sys__fs__cgroup__memory_dot_max="max\n")
    assert free_memory(open_end) == 8_000_000 * 1024
    old = machine(
        tmp_path / "old",
        proc__meminfo=meminfo,
        sys__fs__cgroup__memory__memory_dot_limit_in_bytes=str(GIB),
        sys__fs__cgroup__memory__memory_dot_usage_in_bytes="0",
    )
    assert free_memory(old) == GIB
    assert free_memory(tmp_path / "nothing") > 0


def test_hyperthreads_are_no_cores(tmp_path: Path) -> None:
    rows = [f"processor : {i}\nphysical id : 0\ncore id : {i % 4}\n" for i in range(8)]
    root = machine(tmp_path, proc__cpuinfo="\n".join(rows))
    assert physical_cores(root, usable=8) == 4 and physical_cores(root, usable=2) == 2
    assert physical_cores(tmp_path / "nothing", usable=3) == 3


@pytest.fixture(scope="module")
def gguf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_random_gguf(tmp_path_factory.mktemp("plan") / "tiny.gguf", context=8192)


def test_an_allocation_that_fails_is_tried_smaller(gguf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[ContextSize] = []

    class Narrow(Decoder):
        def __init__(self, weights: Weights, size: ContextSize) -> None:
            tried.append(size)
            if size.slots > 2:
                raise ModelError("There is no memory.")
            super().__init__(weights, size)

    monkeypatch.setattr("sim.llm.llamacpp.Decoder", Narrow)
    model = open_model(str(gguf))
    assert [size.slots for size in tried] == [16, 8, 4, 2] and model.info.details["lanes"] == "2 of 6144"
    (reply,) = model.ask([Generate(Prompt("You are Ada.", "Say something."), max_tokens=4)])
    assert not reply.problem or reply.problem == "truncated"
    model.close()


def test_a_model_too_big_for_memory_says_what_would_fit(
    gguf: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def none(*_: Any) -> None:
        raise ModelError("There is no memory for this.")

    monkeypatch.setattr("sim.llm.llamacpp.Decoder", none)
    words = ["run", str(Path(__file__).parent.parent / "scenarios" / "first_morning.yaml"), "--headless", "--ticks", "2"]
    assert main([*words, "--model", str(gguf), "--saves", str(tmp_path)]) == 3
    told = capsys.readouterr().err
    assert "no memory" in told and "smaller quantisation" in told and "Traceback" not in told


def test_a_model_that_cannot_fit_is_refused_before_it_is_loaded_with_the_arithmetic(
    gguf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size, cell = gguf.stat().st_size, 2 * 2 * 16 * 2 * 2
    needs = needs_of(size, "llama", read_header(gguf).numbers)
    assert (needs.file, needs.cell) == (size, cell)
    assert what_is_missing(needs, size + LEAST_CONTEXT * cell) == ""
    monkeypatch.setattr("sim.llm.weights.choose_layout", lambda *_: pytest.fail("it was loaded"))
    monkeypatch.setattr("sim.llm.weights.free_memory", lambda: size + LEAST_CONTEXT * cell - 1)
    with pytest.raises(ModelError, match=r"does not fit: its weights take .* shortest context \(1024 tokens of 0\.2 KiB\)"):
        open_model(str(gguf))
    assert (
        "its weights take 4.80 GiB and its shortest context (1024 tokens of 144.0 KiB) 0.14 GiB, 4.94 GiB together, and "
        in (what_is_missing(SHAPES["8B"], 3 * GIB))
    )


def test_the_plan_is_said_in_two_lines_and_flags_change_it(
    gguf: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["run", str(Path(__file__).parent.parent / "scenarios" / "first_morning.yaml"), "--headless", "--ticks", "2"]
    more = ["--embedder", "hash", "--saves", str(tmp_path), "--model", str(gguf)]
    assert main([*words, *more, "--context", "2000", "--gpu-layers", "auto"]) == 0
    told = capsys.readouterr().err
    assert "lanes of 2048 tokens" in told and "--context N changes that" in told
    assert main(["doctor"]) == 0
    assert "GiB free" in capsys.readouterr().out
