"""The backend that answers a town's questions: opened when first needed, shared by a town and its forks, closed by the last.

Knows every form in which a model can be given; knows nothing of towns.
"""

from __future__ import annotations

from typing import Any

from sim.answer.register import ALL
from sim.engine.backend import STANDIN, Backend, model_backend, open_backend, own_backend
from sim.engine.parts import Parts
from sim.llm.loading import GUIDED_MIND, join_specs
from sim.parts import MODEL, name_of
from sim.record.rows import RunMeta

ModelChoice = Any
"""A word for the command line's ``--model`` (``bundled``, ``fake``, a GGUF file, a known name, a server's address,
``part:NAME``), a list of models and servers by name that answer together, a ``Model`` (``sim.llm``), an own ``Answerer``, or
an open ``Backend`` (the caller closes these three)."""


class SharedBackend:
    """The backend of one or more towns. ``users`` of them are open."""

    def __init__(
        self,
        model: ModelChoice,
        embedder: str | None,
        guided: bool | None,
        gpu_layers: int,
        helper: str = STANDIN,
        style: str = "",
    ) -> None:
        several = isinstance(model, (list, tuple)) and model and all(isinstance(one, str) for one in model)
        self.model = join_specs(model) if several else model
        self.embedder, self.guided, self.gpu_layers, self.helper = embedder, guided, gpu_layers, helper
        self.style = style
        self.users = 1
        self._backend: Backend | None = model if isinstance(model, Backend) else None

    @property
    def backend(self) -> Backend:
        """Opened at first use. Raises ``ModelError``."""
        if self._backend is None:
            self._backend = self._open()
        return self._backend

    def _open(self) -> Backend:
        if isinstance(self.model, str):
            return open_backend(
                self.model,
                guided=self.guided,
                style=self.style,
                embedder=self.embedder,
                gpu_layers=self.gpu_layers,
                helper=self.helper,
            )
        if hasattr(self.model, "ask"):
            return model_backend(self.model, self.model.info.name, self.embedder, self.helper, self.style)
        if hasattr(self.model, "answer"):
            return own_backend(self.model, MODEL + name_of(self.model), self.embedder, self.helper)
        wanted = "a name, a file, a server's address, a list of these, a Model or an Answerer"
        raise TypeError(f"model is {self.model!r}; {wanted} is needed")

    def shared(self) -> SharedBackend:
        """This backend, counted for one more town."""
        self.users += 1
        return self

    def close(self) -> None:
        """Called by each town once; the call of the last town closes what was opened here."""
        self.users -= 1
        if self.users == 0 and self._backend is not None and self._backend is not self.model:
            self._backend.close()


def is_answerer(model: ModelChoice) -> bool:
    """Whether a model was given as an ``Answerer`` of the user's own that a run can be recorded with."""
    return getattr(model, "part", "") == "answerer"


def as_before(meta: RunMeta, model: str | None = None) -> tuple[str, bool | None, str, str | None]:
    """(model, guided or not, style, embedder) of a run. With another ``model``, guided is None and style "": the model knows
    how it is asked. Runs from before there were styles were asked without a budget."""
    own = str(meta.model.get("spec") or meta.model.get("name", "bundled"))
    own = GUIDED_MIND if own == "bundled" and _of_our_making(meta) else own  # what was bundled then
    mode, same = meta.model.get("mode"), model in (None, own)
    guided = mode == "guided" if same and mode in ("guided", "free") else None
    style = str(meta.model.get("style") or ALL) if same else ""
    return model or own, guided, style, meta.embedder or None


def helper_before(meta: RunMeta) -> str:
    """The helper that answered beside the run's model."""
    named = str(dict(meta.model.get("helper") or {}).get("spec") or GUIDED_MIND)
    return GUIDED_MIND if named == "bundled" else named


def _of_our_making(meta: RunMeta) -> bool:
    return dict(meta.model.get("details") or {}).get("names") == "pointers"


def recorded(meta: RunMeta, own: Parts, embedder: str | None, gpu_layers: int, style: str = "") -> SharedBackend:
    """The backend that a run was lived with, in another ``style`` where one is named."""
    spec, guided, asked, before = as_before(meta)
    return SharedBackend(own.answerer or spec, embedder or before, guided, gpu_layers, helper_before(meta), style or asked)
