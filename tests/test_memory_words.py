"""Words: how texts are cut and stemmed, the index of words, the preset `town`, terms that see the corpus, reranking."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from memory_reference import rank

from sim.memory import PRESETS, Corpus, EmbedderError, HashingEmbedder, MemoryStream, Term
from sim.memory.arrays import Float64s
from sim.memory.embed import NoEmbedder, open_reranker
from sim.memory.word_index import WordIndex
from sim.memory.words import index_words, stem
from sim.record.hits import pack_hits, unpack_hits
from sim.types import Memory

HOUR, DAY = 3600, 86400
NOUNS = ["bread", "lantern", "fair", "doctor", "violin", "rain", "garden", "quarrel", "letter"]


@pytest.mark.parametrize(
    ("word", "made"),
    [
        ("promises", "promis"), ("promised", "promis"), ("caresses", "caress"), ("ponies", "poni"), ("agreed", "agre"),
        ("feed", "feed"), ("hopping", "hop"), ("hoping", "hope"), ("falling", "fall"), ("filing", "file"), ("happy", "happi"),
        ("sky", "sky"), ("relational", "relat"), ("conditional", "condit"), ("electricity", "electr"), ("hopefulness", "hope"),
        ("adjustment", "adjust"), ("adoption", "adopt"), ("controller", "control"), ("rate", "rate"), ("roll", "roll"),
    ],
)  # fmt: skip
def test_the_stemmer_gives_the_examples_of_porters_paper(word: str, made: str) -> None:
    assert stem(word) == made


def test_words_are_cut_in_any_script_and_names_and_numbers_stay_whole() -> None:
    assert index_words("Gus opens the café at 18:00, not 7pm") == ["gu", "=gus", "open", "café", "18:00", "not", "7pm"]
    assert index_words("Hastings") != index_words("hasting"), "a name is more than its stem"
    assert index_words("नमस्ते दुनिया") == ["नमस्ते", "दुनिया"]
    assert index_words("我喜欢茶") == ["我喜", "喜欢", "欢茶"]
    assert index_words("die Straßen der Stadt", english=False) == ["die", "strassen", "der", "stadt"]
    assert index_words(" .,; the of") == []


def test_rarer_words_weigh_more_and_shorter_memories_a_little_more() -> None:
    index = WordIndex()
    index.add(["Tess sings", "Tess bakes", "Tess bakes bread and cake and biscuits", "Ivo bakes"])
    tess, sings = (index.rarity(index.words(word)[0]) for word in ("Tess", "sings"))
    assert tess == round(math.log(1 + 1.5 / 3.5), 6) < sings == round(math.log(1 + 3.5 / 1.5), 6)
    shared = index.shared("does Tess sing?")
    assert shared[0] > shared[1] > shared[2] > shared[3] == 0 and shared[0] < 1
    assert index.shared("").tolist() == [0.0] * 4 and WordIndex().shared("Tess").tolist() == []


def test_an_index_that_lost_rows_equals_one_that_never_had_them() -> None:
    dice = np.random.default_rng(2)
    texts = [" ".join(dice.choice(NOUNS, 4)) for _ in range(60)]
    gone = set(dice.choice(60, 20, replace=False).tolist())
    lost, never = WordIndex(), WordIndex()
    for row, text in enumerate(texts):
        lost.add([text])
        if row % 7 == 0:
            lost.shared("rain")  # retrievals between
    for row in sorted(gone):
        lost.remove(row, texts[row])
    never.add([None if row in gone else text for row, text in enumerate(texts)])
    for query in ("rain and fair", "violin", "nothing"):
        assert lost.shared(query).tolist() == never.shared(query).tolist()
    assert (lost.alive, lost.count("rain")) == (never.alive, never.count("rain"))


def filled(**overrides: Any) -> MemoryStream:
    stream = MemoryStream("town", HashingEmbedder(64), **overrides)
    dice = np.random.default_rng(4)
    for n in range(300):
        importance = float(dice.integers(1, 11)) if n % 3 else None
        stream.add(" ".join(dice.choice(["Tess", "Gus", *NOUNS], 5)), at=n * 400, importance=importance)
    return stream


def test_a_restored_stream_retrieves_the_same_to_the_last_bit() -> None:
    stream = filled(calendar=lambda at: f"day {at // DAY}")
    for n in (3, 77, 150):
        stream.remove(n)
    stream.retrieve("Tess and the letter", 200000)
    again = MemoryStream.restore(stream.preset, HashingEmbedder(64), list(stream), stream.state())
    for query in ("the letter of Tess", "rain on day 1", ""):
        assert stream.retrieve(query, 300000, touch=False) == again.retrieve(query, 300000, touch=False)


@pytest.mark.parametrize("kinds", [None, ("observation",)])
def test_town_equals_the_reference_also_with_a_calendar_removals_and_other_languages(kinds: Sequence[str] | None) -> None:
    stream = filled(calendar=lambda at: f"day {at // DAY}", stems=False)
    stream.add("Tess: violin", "plan", at=120000)
    stream.remove(200)
    hits = stream.retrieve("did Gus mend the lantern on day 1?", 300000, 40, kinds=kinds, touch=False)  # type: ignore[arg-type]
    expected = rank(stream.preset, stream.embedder, list(stream), "did Gus mend the lantern on day 1?", 300000, kinds=kinds)
    assert [hit.memory.n for hit in hits] == [row.n for row in expected[:40]]
    assert [hit.score for hit in hits] == pytest.approx([row.score for row in expected[:40]], abs=1e-12)


def test_old_words_are_found_under_new_ones_and_recency_decides_between_equals() -> None:
    stream = MemoryStream("town", NoEmbedder())
    stream.add("Tess promised to bring the soup", at=0, importance=3)
    for day in range(60):
        stream.add("a walk by the harbour", at=day * DAY, importance=8)
    found = stream.retrieve("What did Tess promise?", 60 * DAY, 3, touch=False)
    assert found[0].memory.n == 0 and found[0].words > 0.5 > found[1].words == 0
    walks = [hit.memory.at for hit in stream.retrieve("a walk", 60 * DAY, 5, touch=False)]
    assert walks == sorted(walks, reverse=True), "the latest first"


def test_a_day_is_found_by_its_name() -> None:
    stream = MemoryStream("town", NoEmbedder(), calendar=lambda at: ["Friday", "Saturday"][at // DAY])
    stream.add("Gus is fishing", at=HOUR)
    stream.add("Gus is painting", at=DAY + HOUR)
    assert stream.retrieve("Where was Gus on Friday?", 2 * DAY, 1)[0].memory.n == 0


def test_the_answer_beside_a_question_is_found_in_the_same_talk_only() -> None:
    stream = MemoryStream("town", NoEmbedder())
    stream.add("Ivo: What colour is the boat of Tess?", at=0)
    stream.add("Mara: Green, with a stripe", at=20)
    stream.add("Mara: Red, the whole of it", at=9000)
    hits = stream.retrieve("the colour of the boat", 9000, 3)
    assert [hit.memory.n for hit in hits] == [0, 1, 2]
    assert hits[1].near == hits[1].norm_relevance > 0 == hits[2].near


def test_the_arithmetic_of_a_hit_adds_up_and_a_run_file_keeps_it() -> None:
    stream = filled()
    hits = stream.retrieve("Tess wrote a letter", 200000)
    words, weights = stream.preset.words, stream.preset.weights
    for hit in hits:
        own = (1 - words) * max(hit.relevance, 0) + words * hit.words
        assert hit.norm_relevance == pytest.approx(own / (1 + sum(stream.preset.near)) + hit.near)
        parts = zip(weights, (hit.norm_recency, hit.norm_importance, hit.norm_relevance), strict=True)
        assert hit.score == pytest.approx(sum(weight * part for weight, part in parts))
    kept = unpack_hits(pack_hits(hits), stream.__getitem__)
    assert [(hit.words, hit.near) for hit in kept] == [(round(hit.words, 6), round(hit.near, 6)) for hit in hits]
    park = MemoryStream("park", HashingEmbedder(64))
    park.add("Tess wrote a letter")
    assert pack_hits(park.retrieve("letter", 0)).count("[") == 11, "other presets' runs stay as they were"


def test_a_term_sees_the_whole_corpus_as_arrays() -> None:
    class Lonely(Term):
        """Memories that share a rare word with the query."""

        name, weight = "lonely", 3.0
        seen: Corpus

        def scores(self, corpus: Corpus, query: str, at: int) -> Float64s:
            self.seen = corpus
            return corpus.words.shared(query)[corpus.rows]

    term, plain = Lonely(), filled()
    stream = filled(terms=(term,))
    usual = {hit.memory.n: hit.score for hit in plain.retrieve("Tess, violin", 200000, 300, touch=False)}
    for hit in stream.retrieve("Tess, violin", 200000, 300, touch=False):
        assert hit.score == pytest.approx(usual[hit.memory.n] + 3 * hit.words)
    assert term.seen.made.tolist() == [memory.at for memory in term.seen.memories] and term.seen.words.count("violin") > 9


def test_a_term_of_the_wrong_shape_is_named() -> None:
    class Broken(Term):
        name = "broken"

        def scores(self, corpus: Corpus, query: str, at: int) -> Float64s:
            return np.zeros(3)

    with pytest.raises(Exception, match=r"broken.*shape"):
        filled(terms=(Broken(),)).retrieve("rain", 0)


def test_a_reranker_orders_the_best_anew() -> None:
    def longest(query: str, texts: Sequence[str]) -> list[float]:
        return [len(text) / 100 for text in texts]

    stream = filled(rerank=longest, reranked=20)
    best = {hit.memory.n for hit in filled().retrieve("violin", 0, 20, touch=False)}
    hits = stream.retrieve("violin", 0, 5, touch=False)
    lengths = [len(hit.memory.text) for hit in hits]
    assert {hit.memory.n for hit in hits} <= best and lengths == sorted(lengths, reverse=True)
    assert [hit.score for hit in hits] == [length / 100 for length in lengths]
    with pytest.raises(EmbedderError, match="nowhere"):
        open_reranker("/nowhere/at/all")


@pytest.mark.parametrize(
    "setting",
    [{"words": 1.5}, {"words": -0.1}, {"near": (2,)}, {"near": (0.1,) * 9}, {"near_seconds": -1}, {"normal": ("minmax",) * 3}],
)
def test_settings_that_make_no_sense_are_refused(setting: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="words|near"):
        MemoryStream("town", **setting)


def test_the_other_presets_know_no_words() -> None:
    assert [name for name, preset in PRESETS.items() if preset.words or preset.near] == ["town"]


def test_a_memory_from_before_the_run_has_a_place_in_the_calendar() -> None:
    stream = MemoryStream("town", NoEmbedder(), calendar=lambda at: "long ago" if at < 0 else "now")
    stream.add("Mara was born", at=-DAY)
    assert isinstance(stream.retrieve("long ago", 0)[0].memory, Memory) and stream.retrieve("ago", 0)[0].words > 0
