"""Models that think, and models that refuse a system message: templates, replies, and servers of every temper."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from chat_templates import ALWAYS_THINKING, CHATML, GEMMA, LLAMA_3, MISTRAL, QWEN_3, THINKING_TOKENS
from loopback import Loopback, Reply, Serve
from make_gguf import make_random_gguf

from sim.llm import Generate, Generated, ModelError, Prompt, Score, Scored, open_model
from sim.llm.chat_template import read_template
from sim.llm.llamacpp import LlamaModel
from sim.llm.server import ServerModel
from sim.llm.server_settings import ServerSettings
from sim.llm.thinking import MARKS, THOUGHT_ONLY, THOUGHT_TOO_LONG, clean_reply, close_thinking, split_thoughts
from sim.llm.trial import why_not

PROMPT = Prompt("You are Ada.", "Task: choose")
SCHEMA = json.dumps({"type": "object", "properties": {"choice": {"enum": ["talk", "wait"]}}, "required": ["choice"]})
WAIT = '{"choice": "wait"}'
ROOM = 500
QUICK = ServerSettings(timeout=5, attempts=2, retry_wait=0.01, thinking_tokens=ROOM)


@pytest.mark.parametrize("marks", MARKS)
def test_a_thought_is_no_part_of_the_reply_whichever_of_its_marks_are_there(marks: tuple[str, str, str]) -> None:
    opening, closing, _ = marks
    for text in (f"{opening}Hm.\nWell.{closing}Hello.", f"Hm. Well.{closing}\nHello.", f"Hello.{opening}Hm."):
        thoughts, _ = split_thoughts(text)
        assert clean_reply(text) == "Hello." and thoughts, text
    assert split_thoughts(f"{opening}\n{closing}Hello.") == ("", "Hello."), "nothing was thought"
    assert clean_reply(f"{opening}Hm.") == ""
    assert clean_reply("I think <i>not</i>.") == "I think <i>not</i>."


@pytest.mark.parametrize("marks", MARKS)
def test_a_thought_that_a_prompt_opens_is_closed(marks: tuple[str, str, str]) -> None:
    opening, closing, _ = marks
    for begun in (opening, f"{opening}\n", f"{opening}\nOkay,"):
        assert close_thinking(f"<assistant>{begun}", "").strip().endswith(closing)
    for closed in (f"<assistant>{opening}\n\n{closing}\n\n", "<assistant>"):
        assert close_thinking(closed, "") == closed


def test_a_model_that_chooses_a_channel_gets_that_of_the_reply() -> None:
    source = "{% for m in messages %}<|start|>{{ m.role }}<|message|>{{ m.content }}<|end|>{% endfor %}<|start|>assistant"
    assert read_template(source + "{# <|channel|> #}", "m").after == "<|end|><|start|>assistant<|channel|>final<|message|>"
    assert read_template(source, "m").after == "<|end|><|start|>assistant"


_CHATML_PROMPT = "<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nU<|im_end|>\n<|im_start|>assistant\n"


@pytest.mark.parametrize(
    ("source", "prompt"),
    [
        (CHATML, _CHATML_PROMPT),
        (GEMMA, "<s><start_of_turn>user\nS\n\nU<end_of_turn>\n<start_of_turn>model\n"),
        (MISTRAL, "<s>[INST] S\n\nU [/INST]"),
        (QWEN_3, f"{_CHATML_PROMPT}<think>\n\n</think>\n\n"),
        (QWEN_3.replace("enable_thinking", "thinking"), f"{_CHATML_PROMPT}<think>\n\n</think>\n\n"),
        (ALWAYS_THINKING, f"{_CHATML_PROMPT}<think>\n\n</think>\n\n"),
        ("{% for m in messages %}{% if m.role == 'user' %}{{ m.content }}|{% endif %}{% endfor %}", "S\n\nU|"),
        ("{% for m in messages %}{% generation %}{{ m.content }}|{% endgeneration %}{% endfor %}", "S|U|"),
    ],
)
def test_templates_of_every_kind_are_rendered(source: str, prompt: str) -> None:
    assert read_template(source, "m", "<s>", "</s>").render("S", "U") == prompt


@pytest.mark.parametrize(
    "tools",
    [
        "{% for tool in tools %}{{ tool | tojson }}{% endfor %}",
        "{% if tools is none %}{{ raise_exception('Tools?') }}{% endif %}",
        "{{ '' if functions | length == 0 else functions[0] }}",
        "{{ ('Functions: ' + functions + datetime) and '' }}",
    ],
)
def test_a_template_that_goes_through_tools_or_functions_gets_an_empty_list(tools: str) -> None:
    """LLAMA_3 asks whether the list is there at all, so it gets none where it can do without."""
    assert read_template(tools + CHATML, "m").render("S", "U") == _CHATML_PROMPT
    assert "Environment" not in read_template(LLAMA_3, "m").before


def test_a_system_message_that_a_template_moves_to_the_last_turn_is_said_once() -> None:
    source = (
        "{% for m in messages %}{% if m.role != 'system' %}[{{ m.role }}]"
        "{{ messages[0].content ~ ' ' if loop.last else '' }}{{ m.content }}{% endif %}{% endfor %}[assistant]"
    )
    assert read_template(source, "m").render("S", "U", ["A", "B"]) == "[user]S A\nB\nU[assistant]"


def test_a_template_that_knows_only_some_efforts_is_not_told_one() -> None:
    unknown = "reasoning_effort is defined and reasoning_effort not in ['low', 'high']"
    check = f"{{% if {unknown} %}}{{{{ raise_exception('Effort?') }}}}{{% endif %}}"
    assert read_template(check + CHATML, "m").render("S", "U") == read_template(CHATML, "m").render("S", "U")
    assert "Today Date: 26 Jul 2024" in read_template(LLAMA_3, "m").before


def test_a_template_that_reads_its_switch_from_the_system_message_gets_it_there() -> None:
    source = (
        "{% set s = messages[0].content %}{{ '[off]' if '/no_think' in s else '[on]' }}{{ s | replace('/no_think', '') }}|"
        "{{ messages[1].content }}|"
    )
    text = read_template(source, "m").render("You are Ada.", "Speak.")
    assert text.startswith("[off]You are Ada.") and text.endswith("|Speak.|")


@pytest.mark.parametrize("source", ["", "{{ nothing.at.all }}", "{% for %}", "no messages at all"])
def test_useless_templates_are_refused_in_words(source: str) -> None:
    with pytest.raises(ModelError, match=r"toy\.gguf"):
        read_template(source, "toy.gguf")


def test_other_processes_see_what_is_installed_where_this_one_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As packages that somebody installed for themselves alone: both processes need some."""
    (tmp_path / "sitecustomize.py").write_text(f"open({str(tmp_path / 'seen')!r}, 'a').write('.')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    read_template("{{ messages[0].content }}|{{ messages[1].content }}|once", "some model")
    assert not why_not(make_random_gguf(tmp_path / "some.gguf"))
    assert (tmp_path / "seen").read_text() == ".."


@pytest.mark.parametrize(
    "source",
    [
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
        "{{ 'a' * 10000000000 }}",
        "{{ 'x' | center(10000000000) }}",
        "{% for a in range(2000) %}{{ 'abcdefghijklmnop' * 1000 }}{% endfor %}",
        "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}",
    ],
)
def test_a_template_that_never_ends_or_grows_without_bound_is_refused(source: str) -> None:
    with pytest.raises(ModelError, match=r"toy\.gguf: its chat template cannot be used \(.{5,80}\)"):
        read_template(source + CHATML, "toy.gguf")


def _random(tmp_path: Path, template: str, **shape: Any) -> LlamaModel:
    path = make_random_gguf(tmp_path / "some.gguf", template=template, vocab_texts=THINKING_TOKENS, **shape)
    model = open_model(str(path), threads=1)
    assert isinstance(model, LlamaModel)
    return model


def test_json_holds_no_marks_of_thoughts_and_an_unclosed_thought_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = _random(tmp_path, ALWAYS_THINKING)
    opening, closing = (model._token_ids[mark] for mark in THINKING_TOKENS)
    assert not model._allowed_tokens(None, SCHEMA)[[opening, closing]].any()
    assert model._allowed_tokens(None, "")[[opening, closing]].all()
    tokens, _ = model._encode(PROMPT)
    assert tokens.count(opening) == tokens.count(closing) == 1, "the template opens a thought, and it is closed"

    def think_on(logits: Any, *_: Any) -> int:
        return opening

    monkeypatch.setattr("sim.llm.jobs.sample", think_on)
    (reply,) = model.ask([Generate(PROMPT, "", 8)])
    assert isinstance(reply, Generated) and (reply.text, reply.problem) == ("", THOUGHT_TOO_LONG)
    monkeypatch.setattr("sim.llm.jobs.sample", lambda *_: next(ids))
    ids = iter([opening, *np.repeat(model._token_ids["o"], 3), model._weights.end_tokens[0]])
    (reply,) = model.ask([Generate(PROMPT, "", 8)])
    assert isinstance(reply, Generated) and (reply.text, reply.problem) == ("", THOUGHT_ONLY)
    model.close()


def test_no_end_token_stands_before_a_reply(tmp_path: Path) -> None:
    """llama.cpp puts one after every text of a unigram vocabulary."""
    model = _random(tmp_path, CHATML, pre="unigram")
    tokens, _ = model._encode(PROMPT)
    assert tokens[0] == 1 and tokens[-1] not in model._weights.end_tokens
    model.close()


def _said(content: Any, finish: str = "stop", **more: Any) -> Reply:
    usage = {"prompt_tokens": 20, "completion_tokens": 5, **more.pop("usage", {})}
    choice = {"message": {"content": content, **more}, "finish_reason": finish}
    return 200, json.dumps({"choices": [choice], "usage": usage}).encode()


def _asked_of(loopback: Serve, answer: Callable[[dict[str, Any]], Reply], *requests: Any) -> tuple[list[Any], Loopback]:
    """The replies of a server to some requests, one after the other, and the server."""
    server = loopback(answer)
    model = ServerModel(server.url, settings=QUICK)
    replies = [model.ask([request])[0] for request in requests]
    model.close()
    return replies, server


def test_a_server_is_told_not_to_think(loopback: Serve) -> None:
    _, server = _asked_of(loopback, lambda _: _said(WAIT), Generate(PROMPT, SCHEMA, 40))
    (body,) = server.bodies
    assert body["chat_template_kwargs"]["enable_thinking"] is False and body["reasoning_effort"] == "none"
    assert body["max_tokens"] == 40, "a model that does not think gets no room for it"


@pytest.mark.parametrize(
    "reply",
    [
        _said(f"<think>Talk? {{}} Or</think>\n{WAIT}"),
        _said(f"Talk? Or\n</think>\n\n{WAIT}"),
        _said(f"<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>{WAIT}"),
        _said(WAIT, reasoning_content="Talk? Or"),
        _said(WAIT, reasoning='{"choice": "talk"}'),
        _said([{"type": "thinking", "thinking": [{"text": "Talk?"}]}, {"type": "text", "text": WAIT}]),
        _said(WAIT, usage={"completion_tokens_details": {"reasoning_tokens": 7}}),
    ],
)
def test_thoughts_are_no_part_of_a_servers_reply_and_get_room_from_then_on(loopback: Serve, reply: Reply) -> None:
    replies, server = _asked_of(loopback, lambda _: reply, *[Generate(PROMPT, SCHEMA, 40)] * 2)
    assert [(one.text, one.problem) for one in replies] == [(WAIT, "")] * 2
    assert [body["max_tokens"] for body in server.bodies] == [40, 40 + ROOM]


def test_marks_within_json_are_its_text(loopback: Serve) -> None:
    text = json.dumps({"choice": "wait</think>talk"})
    (reply, _), server = _asked_of(loopback, lambda _: _said(text), *[Generate(PROMPT, SCHEMA, 40)] * 2)
    assert reply.text == text and server.bodies[1]["max_tokens"] == 40


@pytest.mark.parametrize(
    "unfinished",
    [_said("", "length", reasoning_content="Well"), _said("<think>Well", "length"), _said("Well, let me see", "length")],
)
def test_a_reply_that_thoughts_cut_off_is_asked_for_again_with_room(loopback: Serve, unfinished: Reply) -> None:
    def answer(body: dict[str, Any]) -> Reply:
        return _said(WAIT) if body["max_tokens"] > ROOM else unfinished

    (first, second), server = _asked_of(loopback, answer, *[Generate(PROMPT, SCHEMA, 40)] * 2)
    assert (first.text, first.problem, second.text) == (WAIT, "", WAIT)
    assert [body["max_tokens"] for body in server.bodies] == [40, 40 + ROOM, 40 + ROOM]
    assert first.usage.generated == 10, "thoughts are paid for"


@pytest.mark.parametrize(("finish", "problem"), [("length", THOUGHT_TOO_LONG), ("stop", THOUGHT_ONLY)])
def test_a_model_that_only_thinks_is_a_problem_in_words(loopback: Serve, finish: str, problem: str) -> None:
    answer = _said(None, finish, reasoning_content="Let me think")
    asked = Generate(PROMPT, SCHEMA), Generate(PROMPT), Score(PROMPT, ("a", "b"))
    replies, server = _asked_of(loopback, lambda _: answer, *asked)
    assert [reply.problem for reply in replies] == [problem] * 3
    assert len(server.bodies) == 4, "twice for the first, whose answer showed that the model thinks"


def test_options_are_not_scored_by_the_first_token_of_a_thought(loopback: Serve) -> None:
    top = {"content": [{"top_logprobs": [{"token": "A", "logprob": -0.1}]}]}

    def answer(body: dict[str, Any]) -> Reply:
        if "response_format" in body:
            return _said('{"reply": "b"}', reasoning="A or b?")
        choice = {"message": {"content": "", "reasoning": "A"}, "logprobs": top, "finish_reason": "length"}
        return 200, json.dumps({"choices": [choice]}).encode()

    replies, server = _asked_of(loopback, answer, *[Score(PROMPT, ("a", "b"))] * 2)
    assert all(isinstance(scored, Scored) and scored.logprobs == (-30.0, 0.0) for scored in replies)
    assert ["logprobs" in body for body in server.bodies] == [True, False, False]


def _complaint(text: str, code: int = 400) -> Reply:
    return code, json.dumps({"error": {"message": text, "code": code}}).encode()


@pytest.mark.parametrize(
    "complaint",
    [
        _complaint("System role not supported"),
        _complaint("Conversation roles must alternate user/assistant/user/assistant/..."),
        _complaint("Jinja Exception: Only user, assistant and tool roles are supported, got system.", 500),
        _complaint("Unsupported value: 'messages[0].role' does not support 'system' with this model."),
    ],
)
def test_a_server_that_refuses_the_system_role_is_asked_without_it(loopback: Serve, complaint: Reply) -> None:
    def answer(body: dict[str, Any]) -> Reply:
        return complaint if body["messages"][0]["role"] == "system" else _said(WAIT)

    replies, server = _asked_of(loopback, answer, *[Generate(PROMPT, SCHEMA)] * 2)
    assert [reply.text for reply in replies] == [WAIT] * 2
    assert len(server.bodies) == 3, "it is remembered"
    assert server.bodies[2]["messages"] == [{"role": "user", "content": "You are Ada.\n\nTask: choose"}]
    assert server.bodies[2]["chat_template_kwargs"] and server.bodies[2]["response_format"]["type"] == "json_schema"


@pytest.mark.parametrize(
    ("member", "words"),
    [
        ("chat_template_kwargs", "Unrecognized request argument supplied: chat_template_kwargs"),
        ("chat_template_kwargs", "Bad Request"),
        ("reasoning_effort", "Unrecognized request argument supplied: reasoning_effort"),
        ("max_tokens", "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
        ("temperature", "Unsupported value: 'temperature' does not support 0.7 with this model."),
        ("seed", "seed: Extra inputs are not permitted"),
        ("logprobs", "This model does not offer logprobs"),
    ],
)
def test_a_member_that_a_server_refuses_is_left_out_and_nothing_else(loopback: Serve, member: str, words: str) -> None:
    def answer(body: dict[str, Any]) -> Reply:
        return _complaint(words) if member in body else _said('{"reply": "a"}' if "response_format" in body else "A")

    asked = [Score(PROMPT, ("a", "b")), Generate(PROMPT, SCHEMA, 40)]
    replies, server = _asked_of(loopback, answer, *asked)
    assert not any(reply.problem for reply in replies)
    last = server.bodies[-1]
    wanted = {"messages", "response_format", "chat_template_kwargs", "reasoning_effort", "temperature", "seed"} - {member}
    assert wanted <= set(last) and last["response_format"]["type"] == "json_schema"
    assert last.get("max_completion_tokens" if member == "max_tokens" else "max_tokens") == 40


def test_a_model_that_always_thinks_is_asked_to_think_little(loopback: Serve) -> None:
    def answer(body: dict[str, Any]) -> Reply:
        known = body.get("reasoning_effort") in ("low", "medium", "high")
        return _said(WAIT) if known else _complaint("reasoning_effort: Input should be 'low', 'medium' or 'high'", 422)

    (reply,), server = _asked_of(loopback, answer, Generate(PROMPT, SCHEMA))
    assert reply.text == WAIT and server.bodies[-1]["reasoning_effort"] == "low"


def test_an_older_server_gets_the_older_schema_format(loopback: Serve) -> None:
    def answer(body: dict[str, Any]) -> Reply:
        if set(body) & {"chat_template_kwargs", "reasoning_effort"} or "json_schema" in body["response_format"]:
            return _complaint("what?", 422)
        return _said(WAIT)

    replies, server = _asked_of(loopback, answer, *[Generate(PROMPT, SCHEMA)] * 2)
    assert [reply.text for reply in replies] == [WAIT] * 2 and len(server.bodies) == 5
    assert server.bodies[-1]["response_format"] == {"type": "json_object", "schema": json.loads(SCHEMA)}


def test_a_prompt_that_is_too_long_is_refused_without_learning_from_it(loopback: Serve) -> None:
    def answer(body: dict[str, Any]) -> Reply:
        if len(body["messages"][-1]["content"]) > 100 or body["max_tokens"] > ROOM:
            return _complaint("This model's maximum context length is 64 tokens.")
        return _said(WAIT, reasoning="Hm.")

    long = Generate(Prompt("You are Ada.", "word " * 100), SCHEMA, 40)
    (refused, short, again), server = _asked_of(loopback, answer, long, *[Generate(PROMPT, SCHEMA, 40)] * 2)
    assert refused.problem.startswith("server: 400") and (short.text, again.text) == (WAIT, WAIT)
    assert [body["max_tokens"] for body in server.bodies] == [40, 40, 40 + ROOM, 40], "room is given up before the reply"
    assert "chat_template_kwargs" in server.bodies[-1] and len(server.bodies[-1]["messages"]) == 2
