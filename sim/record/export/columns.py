"""What every column of the exported tables holds, with its unit: the data dictionary that is written beside them."""

from __future__ import annotations

from collections.abc import Mapping

GAME_TIME = "date and time, ISO 8601, of the game"
TICK = "ticks since the start"
SECONDS = "game seconds since the start"
SLUG = "a resident's slug"
TEXT = "text"
JSON = "JSON"
TOKENS = "tokens"
SHARE = "0 to 1"

_QUESTION = {
    "id": ("number", "the question; they count from 1"),
    "tick": (TICK, "when it was asked"),
    "resident": (SLUG, "who thinks"),
    "task": ("word", "the kind of question: plan, react, say ..."),
    "purpose": ("word", "what for, within the kind"),
    "mode": ("word", "who answered: scripted, standin, small, guided, free ..."),
    "problem": (TEXT, "why the model's reply was of no use; empty where it was"),
    "fallback": ("0 or 1", "the kind's fallback stands in for a reply"),
    "repaired": ("0 or 1", "the reply was changed after it was given"),
    "system": (TEXT, "the system message"),
    "user": (TEXT, "the user message"),
    "reply": (JSON, "the reply"),
    "candidates": (JSON, "the replies that were chosen among"),
    "prompt_tokens": (TOKENS, "of the prompt"),
    "reused_tokens": (TOKENS, "of the prompt, served from the cache"),
    "generated_tokens": (TOKENS, "of the reply"),
    "seconds": ("real seconds", "that the reply took"),
}
COLUMNS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "residents": {
        "slug": (SLUG, "the key of all other tables"),
        "name": (TEXT, "full name"),
        "age": ("years", "at the start"),
        "traits": ("JSON list", "adjectives"),
        "background": ("JSON list", "sentences of the card"),
        "currently": (TEXT, "what is on the resident's mind"),
        "home": ("address", "sector or arena, Town:House"),
        "work": ("address", "sector or arena; empty without one"),
        "occupation": (TEXT, "a few words"),
        "wakes": ("minutes after midnight", "as the card says"),
        "sleeps": ("minutes after midnight", "as the card says"),
        "relationships": (JSON, "slug -> a sentence, at the start"),
    },
    "events": {
        "tick": (TICK, "when it happened"),
        "seq": ("number", "the order within the tick, from 0"),
        "time": (GAME_TIME, "when it happened"),
        "kind": ("word", "act, move, talk, say, plan ...: the table in sim/record/README.md"),
        "key": ("slug, talk or address", "to whom or what it happened"),
        "data": (JSON, "what happened, by kind"),
    },
    "memories": {
        "resident": (SLUG, "whose memory"),
        "n": ("number", "of the memory in the resident's stream, from 0"),
        "tick": (TICK, "when it was made"),
        "time": (GAME_TIME, "when it was made"),
        "kind": ("word", "observation, utterance, plan, reflection, summary"),
        "text": (TEXT, "one sentence"),
        "importance": ("0 to 10", "how much it matters; empty while unrated"),
        "at": (SECONDS, "when it was made; below 0 before the start"),
        "accessed": (SECONDS, "when it was last retrieved"),
        "evidence": ("JSON list of n", "the memories that it rests on"),
        "expires": (SECONDS, "when it is forgotten; empty for never"),
        "source": ("slug or word", "who it came from; empty for own senses and thoughts"),
        "depth": ("steps", "0 for what was perceived, 1 + the deepest evidence for what was inferred"),
        "origin": ("JSON [slug, n]", "who knew it first, and its number there"),
    },
    "utterances": {
        "talk": ("key", "the talk"),
        "tick": (TICK, "when the line was said"),
        "time": (GAME_TIME, "when the line was said"),
        "place": ("address", "where"),
        "who": (SLUG, "who said it"),
        "text": (TEXT, "the line"),
    },
    "retrievals": {
        "retrieval": ("number", "the search; a row for each of its hits"),
        "tick": (TICK, "when"),
        "resident": (SLUG, "who remembers"),
        "purpose": ("word", "what for"),
        "query": (TEXT, "what was searched for"),
        "n": ("number", "the memory that was found"),
        "rank": ("number", "from 0, best first"),
        "taken": ("true or false", "returned; the next best are kept for display"),
        "score": ("number", "the weighted sum by which hits are ordered"),
        "recency": (SHARE, "raw, before weights"),
        "importance": ("the preset's own scale", "raw, before weights"),
        "relevance": ("-1 to 1", "cosine of the vectors"),
        "norm_recency": (SHARE, "as it was weighted"),
        "norm_importance": (SHARE, "as it was weighted"),
        "norm_relevance": (SHARE, "as it was weighted"),
        "words": (SHARE, "the query's words that the memory has"),
        "near": ("number", "what neighbours in time added to norm_relevance"),
    },
    "questions": _QUESTION,
}
"""Table -> column -> (unit, meaning), in the order of the columns."""
