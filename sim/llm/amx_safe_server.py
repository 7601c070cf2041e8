"""Starts llama-cpp-python's own server where its build dies of AMX: ``python -m sim.llm.amx_safe_server --model FILE``.

Takes the arguments of ``python -m llama_cpp.server``. Only switches off the layouts of weights that such builds crash in
(``weight_layout``); nothing else of the server changes. Knows no room of this program.
"""

from __future__ import annotations

from typing import Any


def switch_layouts_off(lib: Any) -> None:
    """Have the low-level module ``lib`` (``llama_cpp.llama_cpp``) load weights as they are in their file."""
    defaults = lib.llama_model_default_params

    def as_in_the_file() -> Any:
        params = defaults()
        params.use_extra_bufts = False
        return params

    lib.llama_model_default_params = as_in_the_file


if __name__ == "__main__":
    import llama_cpp.llama_cpp
    from llama_cpp.server.__main__ import main

    switch_layouts_off(llama_cpp.llama_cpp)
    main()
