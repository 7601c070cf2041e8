"""What the model room gains over asking one by one: ``python -m sim.bench llm``. Ratios within one run, on this machine.

The rival is llama-cpp-python's own high-level class with its own JSON grammar, one question after another, on the same file,
the same threads and the same questions. Rates are per second of processor time and thread, so that other programs on the
machine do not blur them; only the busy neighbour is measured by the clock on the wall.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from sim.bench.questions import guided, questions, written
from sim.bench.random_gguf import HALF, make_random_gguf
from sim.llm.base import Generate, Score
from sim.llm.llamacpp import LlamaModel
from sim.llm.native import library
from sim.llm.opening import BUNDLED, open_model


def main(argv: Sequence[str]) -> int:
    """Print the table; 0 when every ratio reaches its goal."""
    parser = argparse.ArgumentParser(prog="python -m sim.bench llm", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--model", default="bundled", help="bundled, half (0.5B shape, random weights) or a .gguf file")
    parser.add_argument("--count", type=int, default=48, help="questions asked (default 48)")
    parser.add_argument("--longest", type=int, default=160, help="most tokens of a written reply (default 160)")
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument("--brief", action="store_true", help="nothing asked before, no busy neighbour: for large models")
    parser.add_argument("--no-rival", action="store_true", help="leave the one-by-one run out")
    asked = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        path = _file(asked.model, Path(folder))
        return _report(path, asked)


def _file(name: str, folder: Path) -> Path:
    if name == "half":
        return make_random_gguf(folder / "half.gguf", quantised=True, words_of=BUNDLED, **HALF)
    return BUNDLED if name == "bundled" else Path(name)


def _report(path: Path, asked: argparse.Namespace) -> int:
    def mixed(seed: int) -> list[Any]:
        return [_shortened(request, asked.longest) for request in guided(16, asked.count, seed)]

    writing = [_shortened(written(q), asked.longest) for q in islice(questions(16, seed=3), asked.count)]
    model = open_model("bundled" if path == BUNDLED else str(path), threads=asked.threads)
    assert isinstance(model, LlamaModel)
    if not asked.brief:
        model.ask(mixed(2))  # what residents were asked before: the store has seen their cards and tasks
    mix = _run(model, "mixed (scored and written), batched", mixed(1))
    alone = _run(model, "written, batched", writing)
    goals = [] if asked.brief else [*_neighbour(model, mixed(4), mixed(5)), ("prefix reuse", mix["reuse"], 0.25)]
    threads = int(model.info.details["threads"])
    model.close()
    if not asked.no_rival:
        rival = _one_by_one(path, writing, threads)
        print(f"{'written, one by one, high-level class':40} {rival:7.2f} calls/s")
        goals.append(("written, batched / one by one", alone["rate"] / rival, 2.5 if path == BUNDLED else 3.5))
        goals.append(("mixed, batched / one by one", mix["rate"] / rival, 2.5 if path == BUNDLED else 3.5))
    for name, value, goal in goals:
        print(f"{name:40} {value:7.2f}  (goal: at least {goal}){'' if value >= goal else '  MISSED'}")
    limit = 0.25 if path == BUNDLED else 0.05
    print(f"{'Python between decode calls':40} {mix['python']:7.2f}  (goal: at most {limit})")
    return int(any(value < goal for _, value, goal in goals) or mix["python"] > limit)


def _shortened(request: Generate | Score, longest: int) -> Any:
    return replace(request, max_tokens=min(longest, request.max_tokens)) if isinstance(request, Generate) else request


def _run(model: LlamaModel, name: str, requests: Sequence[Generate | Score], batch: int = 16) -> dict[str, float]:
    """Ask everything, sixteen at a time."""
    before, threads = replace(model.clock), int(model.info.details["threads"])
    began, worked = time.perf_counter(), time.process_time()
    replies = [reply for at in range(0, len(requests), batch) for reply in model.ask(requests[at : at + batch])]
    seconds, work = time.perf_counter() - began, (time.process_time() - worked) / threads
    prompt, reused = sum(r.usage.prompt for r in replies), sum(r.usage.reused for r in replies)
    made = sum(r.usage.generated for r in replies)
    decoding = model.clock.decoding - before.decoding
    rate = len(requests) / work
    print(
        f"{name:40} {rate:7.2f} calls/s  {(prompt - reused + made) / work:6.0f} tokens/s computed, "
        f"{reused / prompt:.0%} reused, {1 - decoding / seconds:.1%} in Python"
    )
    wall = len(requests) / seconds
    return {"rate": rate, "wall": wall, "reuse": reused / prompt, "python": 1 - decoding / seconds}


def _neighbour(model: LlamaModel, some: Sequence[Any], others: Sequence[Any]) -> list[tuple[str, float, float]]:
    """What a busy second process costs, by the clock on the wall, and in processor time (which spinning threads would burn)."""
    before, busy = _run(model, "mixed, nothing beside it", some), _beside_a_busy_process(model, others)
    return [
        ("busy neighbour / alone, by the clock", busy["wall"] / before["wall"], 0.5),
        ("busy neighbour / alone, processor time", busy["rate"] / before["rate"], 0.5),
    ]


def _beside_a_busy_process(model: LlamaModel, requests: Sequence[Generate | Score]) -> dict[str, float]:
    """The same while another process keeps one core busy."""
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        return _run(model, "mixed, beside a busy process", requests)
    finally:
        busy.terminate()
        busy.wait()


def _one_by_one(path: Path, requests: Sequence[Generate], threads: int) -> float:
    """Calls per second and thread of ``llama_cpp.Llama`` with its JSON grammars."""
    import llama_cpp

    lib = library()
    defaults = lib.llama_model_default_params

    def careful() -> Any:
        """Repacked AMX weights crash this rival too."""
        params = defaults()
        params.use_extra_bufts = False
        return params

    lib.llama_model_default_params = careful
    try:
        rival: Any = llama_cpp.Llama(str(path), n_ctx=2048, n_threads=threads, n_threads_batch=threads, verbose=False)
    finally:
        lib.llama_model_default_params = defaults
    began = time.process_time()
    for request in requests:
        rival.create_chat_completion(
            [{"role": "system", "content": request.prompt.system}, {"role": "user", "content": request.prompt.user}],
            response_format={"type": "json_object", "schema": json.loads(request.schema)},
            max_tokens=request.max_tokens,
            temperature=request.temperature,
            seed=request.seed + 1,
        )
    seconds = (time.process_time() - began) / threads
    rival.close()
    return len(requests) / seconds


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
