"""Low-rank adaptation: a GGUF's dequantised weights stay as they are, small matrices beside them learn the replies.

Runs on a processor and a GPU alike, and goes on where it stopped, also on another machine: the checkpoint is one file of some
fifteen megabytes with the adapter, the optimiser's state and the step.
"""

from __future__ import annotations

import json
import random
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from peft import LoraConfig, get_peft_model
from safetensors import safe_open
from safetensors.torch import save_file
from torch.nn.functional import cross_entropy

from sim.llm.base import ModelError
from sim.llm.llamacpp import file_digest
from sim.teaching import attention
from sim.teaching.examples import examples
from sim.teaching.items import Items, split
from sim.teaching.tokens import Encoded, Encoder
from sim.teaching.weights import MATRICES, load

ALPHA_OF_RANK = 4  # alpha is so many times the rank; the adapter's product is scaled by it
WARM_STEPS = 10  # over which the learning rate rises
LAST_PART = 0.35  # of the time or steps given, over which it falls to nearly nothing
CLIP = 1.0  # largest norm of a step's gradient
SAVED_EVERY = 5  # steps
STATE = "state.safetensors"


@dataclass(frozen=True, slots=True)
class Course:
    """How to teach. A step learns from about ``tokens`` tokens; ``steps`` and ``minutes`` (0: no bound) end the course, counted
    from this start. The loss on what is kept aside is measured on ``measured`` examples every ``every`` steps."""

    steps: int = 0
    minutes: float = 0.0
    seed: int = 0
    rank: int = 8
    rate: float = 5e-4
    tokens: int = 2000
    every: int = 40
    measured: int = 32
    threads: int = 0
    alpha: int = 0

    @property
    def scale(self) -> int:
        """LoRA's alpha."""
        return self.alpha or ALPHA_OF_RANK * self.rank


class Pupil:
    """The model with its adapter and the optimiser. ``device`` is a GPU where there is one."""

    def __init__(self, path: Path, course: Course) -> None:
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        names = [name.rpartition(".")[2] for name in MATRICES.values()]
        torch.manual_seed(course.seed)
        lora = LoraConfig(r=course.rank, lora_alpha=course.scale, target_modules=names, lora_dropout=0.0, bias="none")
        base: Any = load(path)
        base.config._attn_implementation = "sdpa" if self.device == "cuda" else attention.NAME
        self.model: Any = get_peft_model(base, lora, autocast_adapter_dtype=False).to(self.device)
        self.inner: Any = self.model.get_base_model()
        self._computed = {_short(name): weight for name, weight in self.model.named_parameters() if weight.requires_grad}
        self.adapter = {name: torch.nn.Parameter(weight.detach().float()) for name, weight in self._computed.items()}
        """What is learned, in fp32; the model computes with a copy in bf16."""
        self.refresh()
        self.optimiser = torch.optim.AdamW(self.adapter.values(), lr=course.rate, betas=(0.9, 0.99), weight_decay=0.01)
        self.step, self.seen = 0, 0

    def refresh(self) -> None:
        """Have the model compute with the adapter as it is now."""
        for name, weight in self._computed.items():
            weight.data = self.adapter[name].detach().to(torch.bfloat16)

    def loss(self, example: Encoded) -> tuple[torch.Tensor, int]:
        """(summed loss of the learned tokens, their number). Logits are only computed where something is learned."""
        ids = torch.from_numpy(example.ids)[None].to(self.device)
        at = torch.from_numpy(example.learned.nonzero()[0] - 1).to(self.device)
        hidden = self.inner.model(input_ids=ids, use_cache=False).last_hidden_state[0, at]
        return cross_entropy(self.inner.lm_head(hidden).float(), ids[0, at + 1], reduction="sum"), len(at)

    def learn(self, batch: Sequence[Encoded], rate: float) -> float:
        """One step; returns the mean loss of a token."""
        count, total = sum(int(example.learned.sum()) for example in batch), 0.0
        for example in batch:
            loss, _ = self.loss(example)
            (loss / count).backward()
            total += loss.item()
            self.seen += len(example.ids)
        for name, weight in self.adapter.items():
            computed = self._computed[name]
            weight.grad = None if computed.grad is None else computed.grad.float()
            computed.grad = None
        torch.nn.utils.clip_grad_norm_(self.adapter.values(), CLIP)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.step()
        self.refresh()
        self.step += 1
        return total / count

    def measure(self, kept: Sequence[Encoded]) -> dict[str, float]:
        """The mean loss of a token by kind, and of ``all``."""
        sums: dict[str, list[float]] = {}
        for example in kept:
            with torch.no_grad():
                loss, count = self.loss(example)
            for kind in (example.kind, "all"):
                one = sums.setdefault(kind, [0.0, 0.0])
                one[0], one[1] = one[0] + loss.item(), one[1] + count
        return {kind: total / count for kind, (total, count) in sums.items()}

    def save(self, path: Path, about: dict[str, Any]) -> None:
        """Write the checkpoint: the adapter in f16, the optimiser's two moments in bf16. Atomic."""
        held: dict[str, torch.Tensor] = {}
        for name, weight in self.adapter.items():
            state = self.optimiser.state.get(weight, {})
            held[f"{name}.weight"] = weight.detach().to("cpu", torch.float16).contiguous()
            for moment in ("exp_avg", "exp_avg_sq"):
                if moment in state:
                    held[f"{name}.{moment}"] = state[moment].to("cpu", torch.bfloat16).contiguous()
        told = {**about, "step": self.step, "seen": self.seen}
        path.parent.mkdir(parents=True, exist_ok=True)
        save_file(held, path.with_suffix(".part"), {"course": json.dumps(told)})
        path.with_suffix(".part").replace(path)

    def resume(self, path: Path, digest: str) -> None:
        """Go on from a checkpoint. Raises ``ModelError`` where it belongs to other weights or another rank."""
        about = about_of(path)
        if about["model"] != digest:
            raise ModelError(f"{path} was taught over other weights; give another --out, or the model it belongs to.")
        with safe_open(path, "pt") as file:
            for name, weight in self.adapter.items():
                kept = file.get_tensor(f"{name}.weight")
                if kept.shape != weight.shape:
                    raise ModelError(f"{path} has rank {about['rank']}; give --rank {about['rank']}, or another --out.")
                weight.data.copy_(kept)
                if f"{name}.exp_avg" in file.keys():  # noqa: SIM118  (no dictionary)
                    self.optimiser.state[weight] = {
                        "step": torch.tensor(float(about["step"])),
                        **{m: file.get_tensor(f"{name}.{m}").float().to(self.device) for m in ("exp_avg", "exp_avg_sq")},
                    }
        self.refresh()
        self.step, self.seen = int(about["step"]), int(about["seen"])


def about_of(path: Path) -> dict[str, Any]:
    """What a checkpoint says of itself: ``model`` (digest), ``rank``, ``alpha``, ``step``, ``seen`` ..."""
    with safe_open(path, "pt") as file:
        found: dict[str, Any] = json.loads(file.metadata()["course"])
    return found


def _short(name: str) -> str:
    """``layers.3.self_attn.q_proj.lora_A`` of peft's longer name."""
    return name[name.index("layers.") :].replace(".default.weight", "")


def teach(path: Path, items: Items, out: Path, course: Course) -> Pupil:
    """Teach the GGUF at ``path`` and keep the checkpoint in ``out``; goes on where a checkpoint is there. An interrupt (or
    SIGTERM) ends the course after the step at hand, with all saved."""
    if course.threads:
        torch.set_num_threads(course.threads)
    taught, aside = split(items)
    digest, encoder = file_digest(path), Encoder(path)
    pupil, state = Pupil(path, course), out / STATE
    if state.exists():
        pupil.resume(state, digest)
        print(f"goes on from step {pupil.step}", flush=True)
    kept = encoder.all(_spread(examples(aside, 0))[: course.measured])
    about: dict[str, Any] = {
        "model": digest,
        "name": path.name,
        "rank": course.rank,
        "alpha": course.scale,
        "seed": course.seed,
    }
    batches = _batches(taught, encoder, course, pupil.seen)
    try:
        with _stoppable() as asked_to_stop:
            _learn(pupil, course, batches, kept, lambda: pupil.save(state, about), asked_to_stop)
    finally:
        encoder.close()
    return pupil


@contextmanager
def _stoppable() -> Iterator[list[int]]:
    """A list that is no longer empty once somebody has asked the process to stop."""
    asked = list[int]()
    before = {number: signal.signal(number, lambda got, _: asked.append(got)) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _learn(
    pupil: Pupil,
    course: Course,
    batches: Iterator[list[Encoded]],
    kept: Sequence[Encoded],
    save: Callable[[], None],
    asked_to_stop: Sequence[int],
) -> None:
    """The course itself: step after step until its end, or until somebody asks to stop."""
    began, first, losses = time.monotonic(), pupil.step, list[float]()
    while not asked_to_stop:
        if (pupil.step - first) % course.every == 0:
            _tell(pupil, kept)
        done = _done(course, pupil.step - first, (time.monotonic() - began) / 60)
        if done >= 1:
            break
        share = min(1.0, (pupil.step - first + 1) / WARM_STEPS, (1.02 - done) / LAST_PART)
        losses.append(pupil.learn(next(batches), course.rate * share))
        if pupil.step % SAVED_EVERY == 0:
            save()
            minutes, last = (time.monotonic() - began) / 60, losses[-SAVED_EVERY:]
            print(f"step {pupil.step} loss {sum(last) / len(last):.3f}, {pupil.seen} tokens, {minutes:.1f} min", flush=True)
    save()
    if not asked_to_stop:
        _tell(pupil, kept)


def _tell(pupil: Pupil, kept: Sequence[Encoded]) -> None:
    """Print the loss on what is kept aside."""
    if kept:
        told = " ".join(f"{kind} {loss:.3f}" for kind, loss in sorted(pupil.measure(kept).items()))
        print(f"step {pupil.step} kept aside: {told}", flush=True)


def _done(course: Course, steps: int, minutes: float) -> float:
    """The share of the course that is over; 0 where nothing bounds it."""
    return max(steps / course.steps if course.steps else 0.0, minutes / course.minutes if course.minutes else 0.0)


def _spread(found: Sequence[Any]) -> list[Any]:
    """All kinds in turn, so that the first few hold some of each; talks twice."""
    by_kind: dict[str, list[Any]] = {}
    for one in found:
        by_kind.setdefault(one.kind, []).append(one)
    turns = [kind for kind in sorted(by_kind) for _ in range(2 if kind == "talk" else 1)]
    spread = list[Any]()
    while any(by_kind.values()):
        spread += [by_kind[kind].pop(0) for kind in turns if by_kind[kind]]
    return spread


def _batches(items: Items, encoder: Encoder, course: Course, seen: int) -> Iterator[list[Encoded]]:
    """Batches of about ``course.tokens`` tokens without end: pass after pass over all items, each under a seed of its own. A
    course that goes on begins a pass of its own order, because the items may have grown."""
    dice, batch = random.Random(f"{course.seed} {seen}"), list[Encoded]()
    while True:
        for example in examples(items, dice.randrange(2**31) if seen or batch else course.seed):
            batch.append(encoder.encode(example))
            if sum(len(one.ids) for one in batch) >= course.tokens:
                yield batch
                batch = []
        seen = seen or 1
