"""Other systems' files and functions over our stream: genagents, Stanford's personas, the LLM memory stream, DataFrames."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest
from memory_reference import fallback

from sim.llm.base import Generate, Generated, ModelInfo, Names
from sim.memory import CachedEmbedder, HashingEmbedder, MemoryStream, drive
from sim.memory.answering import LlmAnswerer, LlmError
from sim.memory.dataframes import hits_frame, memory_frame
from sim.memory.genagents import GenerativeAgent
from sim.memory.import_json import ImportProblem
from sim.memory.llm_stream import condense_insights, generate_insight, generate_reflection, parse_insights, write_insights
from sim.memory.reflect import Thinker
from sim.memory.stanford import open_persona
from sim.prompts import Card, Question, Reply
from sim.prompts.tasks.condense import CondenseInsights
from sim.prompts.tasks.insights import InsightRow, Insights

THINKER = Thinker(Card("Mara Bell", "Mara"), Names(), 100, 1)


def write(path: Path, data: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data), encoding="utf-8")


def folder(tmp_path: Path) -> Path:
    """An agent folder as genagents writes them."""
    rows = [
        (0, "observation", "I sold my boat", 80, 1, 4, None),
        (1, "observation", "I rent a room by the port", 30, 2, 2, None),
    ]
    rows.append((2, "reflection", "I miss the sea", 90, 3, 3, [0, 1]))  # type: ignore[arg-type]
    names = ("node_id", "node_type", "content", "importance", "created", "last_retrieved", "pointer_id")
    write(tmp_path / "memory_stream" / "nodes.json", [dict(zip(names, row, strict=True)) for row in rows])
    write(
        tmp_path / "memory_stream" / "embeddings.json",
        {row[2]: [float(i == n) for n in range(4)] for i, row in enumerate(rows)},
    )
    write(tmp_path / "scratch.json", {"first_name": "Ada", "last_name": "Holm", "age": 51, "trade": "fisher"})
    write(tmp_path / "meta.json", {"id": "a-7"})
    return tmp_path


def test_an_agent_folder_comes_back_as_it_was(tmp_path: Path) -> None:
    source = folder(tmp_path / "in")
    agent = GenerativeAgent(source, embedder=HashingEmbedder())
    assert (agent.stream[2].evidence, agent.stream[2].depth, agent.stream[0].accessed) == ((0, 1), 1, 4)
    assert (agent.card().name, agent.card().age, agent.card().background) == ("Ada Holm", 51, ("trade: fisher",))
    agent.save(tmp_path / "out")
    for name in ("memory_stream/nodes.json", "scratch.json", "meta.json"):
        assert json.loads((tmp_path / "out" / name).read_text()) == json.loads((source / name).read_text())
    vectors = json.loads((tmp_path / "out" / "memory_stream" / "embeddings.json").read_text())
    assert set(vectors) == {memory.text for memory in agent.stream} and len(vectors["I miss the sea"]) == 256


def test_an_agent_folder_may_keep_its_own_vectors(tmp_path: Path) -> None:
    agent = GenerativeAgent(folder(tmp_path), embedder=HashingEmbedder(4), keep_vectors=True)
    assert agent.stream.vector(1).tolist() == [0, 1, 0, 0]
    with pytest.raises(ImportProblem, match="keep_vectors"):
        GenerativeAgent(tmp_path, embedder=HashingEmbedder(8), keep_vectors=True)


def said(**replies: Any) -> Any:
    """An llm that replies by what the prompt asks for, and notes the prompts."""

    def llm(prompt: str) -> str:
        prompts.append(prompt)
        return json.dumps(next(reply for name, reply in replies.items() if f'{{"{name}":' in prompt))

    prompts: list[str] = []
    llm.prompts = prompts  # type: ignore[attr-defined]
    return llm


def test_genagents_acts_when_it_is_called(tmp_path: Path) -> None:
    rows = [{"because": [1], "insight": f"insight {n}"} for n in range(10)]
    llm = said(ratings=[7], insights=rows, utterance="Well enough.")
    agent = GenerativeAgent(folder(tmp_path), llm, HashingEmbedder())
    kept = agent.remember("I bought oars", time_step=9)
    assert (kept.n, kept.importance, kept.at) == (3, 7.0, 9)
    assert agent.memory_stream.seq_nodes[3].importance == 70
    llm = said(ratings=[7] * 10, insights=rows)
    agent.stream.answer = LlmAnswerer(llm)
    made = agent.reflect("the sea", reflection_count=10, retrieval_count=2, time_step=10)
    assert len(made) == 10 and {len(memory.evidence) for memory in made} == {2} and agent.stream.preset.insights == 5
    agent.stream.answer = LlmAnswerer(said(utterance="Well enough."))
    agent.stream.drain()
    assert agent.utterance([("Interviewer", "Hello"), ("Interviewer", "How are you?")]) == "Well enough."
    assert not agent.stream.drain(), "an interview leaves no trace"
    assert (agent.get_fullname(), agent.memory_stream.count_observations()) == ("Ada Holm", 3)
    agent.update_scratch({"age": 52})
    assert "'age': 52" in agent.get_self_description() and agent.card().age == 52


class OfFewTokens:
    """A model with a small context that takes the first option; ``rounds`` are the batches that it was asked."""

    info = ModelInfo("few", "", False, 1000)

    def __init__(self) -> None:
        self.rounds: list[list[Generate]] = []

    def ask(self, requests: Any) -> list[Generated]:
        self.rounds.append(list(requests))
        return [Generated(json.dumps({"answers": [{"reasoning": "so", "response": self._first(one)}]})) for one in requests]

    def _first(self, request: Generate) -> str:
        row = json.loads(request.schema)["properties"]["answers"]["items"]["properties"]
        return str(row["response"].get("enum", ["0.5"])[0])

    def close(self) -> None: ...


def test_a_model_is_asked_in_batches_whose_prompts_have_room_and_share_their_beginning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    model = OfFewTokens()
    agent = GenerativeAgent(llm=model, embedder=HashingEmbedder(), progress=True)
    agent.stream.add_many([{"text": f"In year {n} I sold {'boats ' * 20}", "importance": 40} for n in range(300)])
    found = agent.categorical_resp({f"Is plan {n} right?": ["yes", "no"] for n in range(40)})
    assert found["responses"] == ["yes"] * 40 and [len(batch) for batch in model.rounds] == [16, 16, 8]
    prompts = [one.prompt.user for batch in model.rounds for one in batch]
    assert max(len(text) for text in prompts) < 4 * model.info.context and "In year" in prompts[0]
    assert len({text.partition("Questions")[0] for text in prompts}) == 1, "computed once for all"
    assert "40/40" in capsys.readouterr().err
    assert agent.numerical_resp({"How well?": (0, 10)})["responses"] == [0]
    assert agent.numerical_resp({"How far?": (0, 1)}, float_resp=True)["responses"] == [0.5]


def test_several_questions_are_one_call_with_a_reason_each(tmp_path: Path) -> None:
    def answers(*pairs: tuple[str, Any]) -> Any:
        return said(answers=[{"reasoning": why, "response": what} for why, what in pairs])

    agent = GenerativeAgent(folder(tmp_path), embedder="hash")
    for llm, call, responses in (
        (
            answers(("alone", "NO"), ("sold it", "a boat")),
            {"Married?": ["yes", "no"], "Own?": ["a boat", "a car"]},
            ["no", "a boat"],
        ),
    ):
        agent.stream.answer = LlmAnswerer(llm)
        assert agent.categorical_resp(call) == {"responses": responses, "reasonings": ["alone", "sold it"]}
        assert len(llm.prompts) == 1 and "I sold my boat" in llm.prompts[0]
    for spoken, between, is_float, wanted in (
        ("7.25", (0, 10), True, 7.25), ("7.6", (0, 10), False, 8), ("about 150,000", (0, 200_000), False, 150_000),
        (-4, (0, 1), True, 0.0),
    ):  # fmt: skip
        agent.stream.answer = LlmAnswerer(answers(("why", spoken)))
        assert agent.numerical_resp({"How much?": between}, float_resp=is_float) == {
            "responses": [wanted],
            "reasonings": ["why"],
        }
    agent.stream.answer = LlmAnswerer(answers(("why", "I fish.")))
    assert agent.open_resp(["What do you do?"])["responses"] == ["I fish."]
    agent.stream.answer = LlmAnswerer(answers(("why", "maybe")))
    with pytest.raises(LlmError, match="maybe"):
        agent.categorical_resp({"Married?": ["yes", "no"]})
    with pytest.raises(ValueError, match="lowest"):
        agent.numerical_resp({"How much?": (5, 1)})
    with pytest.raises(LlmError, match="no llm"):
        GenerativeAgent().open_resp(["Who are you?"])


def test_genagents_retrieves_for_each_focal_point_with_weights_in_its_own_order(tmp_path: Path) -> None:
    agent = GenerativeAgent(folder(tmp_path), embedder="hash")
    memory = agent.memory_stream
    found = memory.retrieve(["sold boat", "miss the sea"], 9, n_count=1, hp=[0, 1, 0])
    assert {point: [node.content for node in nodes] for point, nodes in found.items()} == {
        "sold boat": ["I sold my boat"],
        "miss the sea": ["I miss the sea"],
    }
    assert [(one.query, one.touched) for one in agent.stream.drain().retrievals] == [
        ("sold boat", False),
        ("miss the sea", False),
    ]
    assert [node.node_id for node in memory.retrieve(["x"], n_count=1, hp=[0, 0, 1], stateless=True)["x"]] == [2]
    assert [node.node_type for node in memory.retrieve(["x"], curr_filter="reflection")["x"]] == ["reflection"]
    assert memory.id_to_node[2].pointer_id == [0, 1] and set(memory.embeddings) == {m.text for m in agent.stream}
    for how, problem in (({"focal_points": "x"}, "list"), ({"focal_points": ["x"], "curr_filter": "plan"}, "curr_filter")):
        with pytest.raises(ValueError, match=problem):
            memory.retrieve(**how)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("nodes.json", "[{", "JSON"),
        ("nodes.json", "{}", "list"),
        ("nodes.json", '[{"node_id": 0}]', "node_type"),
        ("nodes.json", None, "missing"),
    ],
)
def test_a_broken_agent_folder_is_explained(tmp_path: Path, name: str, text: str | None, problem: str) -> None:
    path = folder(tmp_path) / "memory_stream" / name
    path.unlink() if text is None else path.write_text(text)
    with pytest.raises(ImportProblem, match=problem) as caught:
        GenerativeAgent(tmp_path, embedder=HashingEmbedder())
    assert "nodes.json" in str(caught.value)


def edited(tmp_path: Path, n: int, **more: Any) -> Path:
    """The folder with members of node n replaced, or left out where they are ``...``."""
    home = folder(tmp_path)
    path = home / "memory_stream" / "nodes.json"
    nodes = json.loads(path.read_text())
    nodes[n] = {name: value for name, value in (nodes[n] | more).items() if value is not ...}
    path.write_text(json.dumps(nodes))
    return home


ODD = ({"last_retrieved": None}, {"last_retrieved": ...}, {"pointer_id": ...}, {"pointer_id": 0}, {"pointer_id": [[0], 77]})


@pytest.mark.parametrize("more", [*ODD, {"mood": 3}])
def test_missing_and_additional_node_members_are_accepted(tmp_path: Path, more: dict[str, Any]) -> None:
    stream = GenerativeAgent(edited(tmp_path, 2, **more), embedder=HashingEmbedder()).stream
    assert len(stream) == 3 and stream[2].accessed == 3 and set(stream[2].evidence) <= {0, 1}


@pytest.mark.parametrize(
    "more",
    [
        {"importance": float("nan")}, {"importance": 10**400}, {"importance": None}, {"created": 10**30}, {"created": 1.5},
        {"last_retrieved": "noon"}, {"content": 3}, {"node_id": "a"},
    ],
)  # fmt: skip
def test_a_member_that_cannot_be_used_is_named_with_its_node(tmp_path: Path, more: dict[str, Any]) -> None:
    with pytest.raises(ImportProblem, match=f"node 1: '{next(iter(more))}'"):
        GenerativeAgent(edited(tmp_path, 1, **more), embedder=HashingEmbedder())


def test_a_folder_with_half_a_character_can_be_saved_again(tmp_path: Path) -> None:
    agent = GenerativeAgent(edited(tmp_path, 1, content="I met \ud83d"), embedder=HashingEmbedder())
    agent.save(tmp_path / "out")
    assert GenerativeAgent(tmp_path / "out", embedder=HashingEmbedder()).stream[1].text == "I met ?"


def test_nodes_in_any_order_keep_their_evidence(tmp_path: Path) -> None:
    path = folder(tmp_path) / "memory_stream" / "nodes.json"
    path.write_text("\ufeff" + json.dumps(json.loads(path.read_text())[::-1]), encoding="utf-8")
    stream = GenerativeAgent(tmp_path, embedder=HashingEmbedder()).stream
    assert [memory.text for memory in stream][2] == "I miss the sea" and stream[2].evidence == (0, 1)


@pytest.mark.parametrize("vector", ["abc", [1, [2]], ["a"] * 4, [1, 2]])
def test_invalid_vectors_are_explained(tmp_path: Path, vector: Any) -> None:
    write(folder(tmp_path) / "memory_stream" / "embeddings.json", {"I sold my boat": vector})
    with pytest.raises(ImportProblem, match="keep_vectors"):
        GenerativeAgent(tmp_path, embedder=HashingEmbedder(4), keep_vectors=True)


def node(count: int, kind: str, text: str, **more: Any) -> dict[str, Any]:
    base = {
        "node_count": count,
        "type": kind,
        "created": f"2023-02-13 0{count}:00:00",
        "expiration": None,
        "poignancy": 5,
        "filling": [],
    }
    return base | {"description": text} | more


def test_a_stanford_persona_is_read_with_its_evidence_chats_and_expiry(tmp_path: Path) -> None:
    home = tmp_path / "Ada Holm" / "bootstrap_memory"
    write(
        home / "associative_memory" / "nodes.json",
        {
            "node_3": node(
                3, "thought", "Ada misses the sea", filling=["node_1"], expiration="2023-02-13 05:00:00", poignancy=7
            ),
            "node_2": node(2, "chat", "talking about boats", filling=[["Ivo", "Sell it?"], ["Ada", "Never."]]),
            "node_1": node(1, "event", "Ada is mending a net", poignancy=2),
        },
    )
    write(
        home / "scratch.json",
        {"name": "Ada Holm", "first_name": "Ada", "age": 51, "innate": "stubborn, kind", "learned": "Ada fishes. Ada reads."},
    )
    persona = open_persona(tmp_path / "Ada Holm", HashingEmbedder())
    assert [memory.kind for memory in persona.stream] == ["observation", "utterance", "utterance", "summary", "reflection"]
    assert persona.stream[3].evidence == (1, 2) and persona.stream[4].evidence == (0,)
    assert (persona.start, persona.stream[4].at, persona.stream[4].expires) == (dt.datetime(2023, 2, 13, 1), 7200, 4 * 3600)
    assert 4 in {hit.memory.n for hit in persona.stream.retrieve("sea", 4 * 3600 - 1, touch=False)}
    assert 4 not in {hit.memory.n for hit in persona.stream.retrieve("sea", 4 * 3600)}
    assert (persona.card.traits, persona.card.background) == (("stubborn", "kind"), ("Ada fishes", "Ada reads"))
    assert persona.stream.budget() == 0


def test_a_broken_persona_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "associative_memory" / "nodes.json"
    for nodes, problem in (
        ({"node_1": node(1, "dream", "x")}, "dream"),
        ({"node_1": node(1, "event", "x", created="noon")}, "noon"),
        ({"node_1": node(1, "event", "x", poignancy=10**400)}, "poignancy"),
        ({"node_1": None}, "node_count"),
    ):
        write(path, nodes)
        with pytest.raises(ImportProblem, match=problem):
            open_persona(tmp_path, HashingEmbedder())


def test_a_single_piece_of_evidence_is_a_list_of_one(tmp_path: Path) -> None:
    nodes = {"node_1": node(1, "event", "x"), "node_2": node(2, "thought", "y", filling="node_1")}
    write(tmp_path / "persona" / "associative_memory" / "nodes.json", nodes)
    assert open_persona(tmp_path / "persona", HashingEmbedder()).stream[1].evidence == (0,)
    home = edited(tmp_path / "agent", 2, pointer_id=1)
    assert GenerativeAgent(home, embedder=HashingEmbedder()).stream[2].evidence == (1,)


def test_invalid_fillings_of_a_persona_are_ignored(tmp_path: Path) -> None:
    path = tmp_path / "associative_memory" / "nodes.json"
    odd = [["a", "b", "c"], ["x"], 3, ["p", "q"], {"a": 1}]
    for filling, kind, evidence in ((3, "event", ()), (None, "thought", ()), ("abc", "thought", ()), (odd, "chat", (0,))):
        write(path, {"node_1": node(1, kind, "x", filling=filling)})
        *_, last = open_persona(tmp_path, HashingEmbedder()).stream
        assert (last.text, last.evidence) == ("x", evidence)


def test_insights_are_read_from_numbered_lines_with_citations() -> None:
    lines = ["1. The table lacks countries. [7, 52, 47]", "some words", "2) Two rows differ [22,40]", "- dashes count [`3`, 3]"]
    text = "\n".join([*lines, "3. no citation", "4. 记忆很重要 【1，2】", "5. never closed [" + "1" * 5000])
    assert parse_insights(text) == [
        ("The table lacks countries.", [7, 52, 47]),
        ("Two rows differ", [22, 40]),
        ("dashes count", [3]),
        ("记忆很重要", [1, 2]),
    ]
    assert parse_insights(write_insights(parse_insights(text))) == parse_insights(text)


def test_condensing_keeps_at_most_five_and_only_citations_that_were_there() -> None:
    text = write_insights([(f"insight {i}", [i, i + 10]) for i in range(8)])

    def answer(question: Question[Any]) -> Reply:
        assert isinstance(question, CondenseInsights)
        return Insights(tuple(InsightRow((i, 99), f"short {i}") for i in range(6)))

    assert parse_insights(drive(condense_insights(THINKER, text), answer)) == [(f"short {i}", [i]) for i in range(5)]


def test_insights_are_generated_and_kept_with_their_evidence() -> None:
    stream = MemoryStream("llm-stream", HashingEmbedder())
    for i in range(12):
        stream.add(f"table {i} lacks values", at=i, importance=0.2)
    assert drive(generate_insight(stream, THINKER, 12, 3), fallback) is None
    stream.add("prices jump", at=50, importance=0.9)
    questions, insights = drive(generate_insight(stream, THINKER, 13, 3), fallback) or ([], [])
    assert len(questions) == 3 and any(insights)
    generate_reflection(stream, insights, 100)
    made = [memory for memory in stream if memory.kind == "reflection"]
    assert made and all(memory.evidence and memory.importance is None for memory in made)
    assert stream.unrated() == made


def test_hits_and_memories_as_frames() -> None:
    stream = MemoryStream("llm-stream", CachedEmbedder(HashingEmbedder(16)), k=2)
    for i in range(3):
        stream.add(f"thing {i}", at=i, importance=0.5)
    stream.add("a thought", "reflection", 3, 0.9, evidence=(0, 2))
    frame = hits_frame(stream.retrieve("thing", 10, where="relevance > 0.5"))
    assert list(frame) == ["description", "importance", "recency", "relevance", "pointer", "score"]
    assert len(frame) == 2 and (frame.relevance > 0.5).all() and frame.score.is_monotonic_decreasing
    whole = memory_frame(stream, dt.datetime(2023, 2, 13))
    assert whole.memory_type.tolist() == ["observation"] * 3 + ["reflection"] and whole.pointers[3] == [0, 2]
    assert whole.embedding_vector[0].shape == (16,) and whole.creation_timestamp[3] == dt.datetime(2023, 2, 13, 0, 0, 3)
    assert whole.most_recent_access_timestamp.tolist().count(dt.datetime(2023, 2, 13, 0, 0, 10)) == 2
