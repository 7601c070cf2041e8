"""Chat templates as the families of instruct models have them, written from their published formats, each with room for tools.

``MARKS`` are the control tokens that a vocabulary needs for them: the start of a text, another mark, the end of a reply, the
rest.
"""

from __future__ import annotations

_TOOLS = "{% if tools %}{% for tool in tools %}{{ tool | tojson }}\n{% endfor %}{% endif %}"

CHATML = (
    "{% if tools %}<|im_start|>system\nTools:\n" + _TOOLS + "<|im_end|>\n{% endif %}"
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)

LLAMA_3 = (
    "{{ bos_token }}{% set first = messages[0].content | trim if messages[0].role == 'system' else '' %}"
    "{% set others = messages[1:] if first else messages %}"
    "<|start_header_id|>system<|end_header_id|>\n\n"
    "{% if tools is not none %}Environment: ipython\n{% endif %}"
    "Today Date: {{ strftime_now('%d %b %Y') }}\n\n{{ first }}<|eot_id|>"
    "{% for m in others %}{% if m.tool_calls %}{{ raise_exception('One tool at a time') }}{% endif %}"
    "<|start_header_id|>{{ m.role }}<|end_header_id|>\n\n"
    "{% if loop.first and tools is not none %}" + _TOOLS + "{% endif %}{{ m.content | trim }}<|eot_id|>{% endfor %}"
    "{% if add_generation_prompt %}<|start_header_id|>assistant<|end_header_id|>\n\n{% endif %}"
)

GEMMA = (
    "{{ bos_token }}{% if messages[0].role == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}"
    "{% for m in messages %}{% if (m.role == 'user') != (loop.index0 is even) %}"
    "{{ raise_exception('Conversation roles must alternate user/assistant/user/assistant/...') }}{% endif %}"
    "<start_of_turn>{{ 'model' if m.role == 'assistant' else m.role }}\n{{ m.content | trim }}<end_of_turn>\n{% endfor %}"
    "{% if add_generation_prompt %}<start_of_turn>model\n{% endif %}"
)

MISTRAL = (
    "{{ bos_token }}{% for m in messages %}{% if (m.role == 'user') != (loop.index0 is even) %}"
    "{{ raise_exception('Conversation roles must alternate user/assistant/user/assistant/...') }}{% endif %}"
    "{% if m.role == 'user' %}"
    "{% if loop.last and tools is not none %}[AVAILABLE_TOOLS]" + _TOOLS + "[/AVAILABLE_TOOLS]{% endif %}"
    "[INST] {{ m.content }} [/INST]{% elif m.role == 'assistant' %} {{ m.content }}{{ eos_token }}"
    "{% else %}{{ raise_exception('Only user, assistant and tool roles are supported, got ' ~ m.role ~ '.') }}{% endif %}"
    "{% endfor %}"
)

_SWITCH = "{% if enable_thinking is defined and enable_thinking is false %}<think>\n\n</think>\n\n{% endif %}"
QWEN_3 = (
    "{% if tools %}<|im_start|>system\n{% if messages[0].role == 'system' %}{{ messages[0].content }}\n\n{% endif %}"
    "# Tools\n" + _TOOLS + "<|im_end|>\n{% elif messages[0].role == 'system' %}"
    "<|im_start|>system\n{{ messages[0].content }}<|im_end|>\n{% endif %}"
    "{% for m in messages %}{% if m.role != 'system' %}{% set said = m.content.split('</think>')[-1] %}"
    "<|im_start|>{{ m.role }}\n{{ said.lstrip('\n') }}<|im_end|>\n{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n" + _SWITCH + "{% endif %}"
)

ALWAYS_THINKING = QWEN_3.replace(_SWITCH, "<think>\n")
"""Without a switch: every reply begins within a thought."""

MARKS = {
    CHATML: ("<|endoftext|>", "<|im_start|>", "<|im_end|>"),
    LLAMA_3: ("<|begin_of_text|>", "<|start_header_id|>", "<|eot_id|>", "<|end_header_id|>"),
    GEMMA: ("<bos>", "<start_of_turn>", "<end_of_turn>"),
    MISTRAL: ("<s>", "[INST]", "</s>", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]"),
    QWEN_3: ("<|endoftext|>", "<|im_start|>", "<|im_end|>"),
    ALWAYS_THINKING: ("<|endoftext|>", "<|im_start|>", "<|im_end|>"),
}
THINKING_TOKENS = ("<think>", "</think>")
"""Tokens of their own, though not control tokens, in the vocabularies of models that think."""
