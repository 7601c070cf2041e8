"""The random-weights models of the tests. ``sim/bench`` makes them, because benchmarks need them too."""

from sim.bench.families import CHATML
from sim.bench.random_gguf import POINTERS, make_random_gguf

__all__ = ["CHATML", "NO_SYSTEM", "POINTERS", "THINKING", "make_random_gguf"]

THINKING = CHATML.replace("assistant\n", "assistant\n{% if enable_thinking is false %}<think>\n\n</think>\n\n{% endif %}")
"""As thinking models have it: unless told otherwise, a reply begins with thoughts."""
NO_SYSTEM = (
    "{{ bos_token }}{% if messages[0]['role'] == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}"
    "{% for m in messages %}<|im_start|>{{ 'model' if m['role'] == 'assistant' else m['role'] }}\n{{ m['content'] | trim }}"
    "<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>model\n{% endif %}"
)
"""As models have it that were trained without system messages."""
