"""How well each preset finds what was asked for: ``python -m sim.bench recall FILE``.

A saved run is asked what it can answer (``lived``). Two formats of text are read besides. LoCoMo (Maharana et al. 2024): every
turn becomes one memory ``NAME said: TEXT (shares CAPTION)`` at the date of its session. Plain JSONL has a line per memory or
question, in any order; all but ``text``, and ``question`` with ``right``, may be left out:

    {"id": "a1", "text": "Tess said: I'll bring the soup", "at": "2026-05-08 18:30", "kind": "utterance", "importance": 4}
    {"question": "Who brings the soup?", "right": ["a1"], "at": "2026-06-08 09:00", "about": "promise"}

``stream`` says whose memory it is, ``about`` is a group to report. Questions without ``at`` are asked a day after the last
memory. A preset's recall @k is the mean share of the right memories among the first k. Retrievals touch nothing.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from sim.bench import lived
from sim.bench.recall_data import Asked, Stream, Told
from sim.memory import PRESETS, CachedEmbedder, Embedder, MemoryStream, open_embedder
from sim.world.clock import Clock

CUTOFFS = (1, 5, 10, 30)
DAY = 86400
EVIDENCE = re.compile(r"D:?(\d+):(\d+)")
LOCOMO_DATE = "%I:%M %p on %d %B, %Y"
LOCOMO_KINDS = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}


def read(path: Path) -> list[Stream]:
    """The streams of a file in either format. Raises ValueError that says what is wrong, and in which line."""
    if path.suffix == ".sqlite":
        return lived.streams(path)
    text = path.read_text(encoding="utf-8")
    return list(map(_locomo, json.loads(text))) if text.lstrip().startswith("[") else _plain(text)


def _locomo(sample: dict[str, Any]) -> Stream:
    talk, stream, places = sample["conversation"], Stream(), dict[tuple[int, int], int]()
    for number in sorted(int(key.split("_")[1]) for key in talk if re.fullmatch(r"session_\d+", key)):
        at = dt.datetime.strptime(talk[f"session_{number}_date_time"], LOCOMO_DATE)
        for turn in talk[f"session_{number}"]:
            shares = f" (shares {turn['blip_caption']})" if turn.get("blip_caption") else ""
            session, place = EVIDENCE.findall(turn["dia_id"])[0]
            places[int(session), int(place)] = len(stream.told)
            stream.told.append(Told(f"{turn['speaker']} said: {turn['text']}{shares}", at))
    for question in sample["qa"]:
        named = [pair for text in question.get("evidence", []) for pair in EVIDENCE.findall(text)]
        right = frozenset(places[int(a), int(b)] for a, b in named if (int(a), int(b)) in places)
        if right:
            stream.asked.append(Asked(question["question"], right, LOCOMO_KINDS[question["category"]]))
    return stream


def _plain(text: str) -> list[Stream]:
    streams: dict[str, Stream] = defaultdict(Stream)
    places: dict[tuple[str, Any], int] = {}
    rows = list(_rows(text))
    for row in sorted((row for row in rows if "text" in row), key=lambda row: _moment(row.get("at", 0))):
        name = row.get("stream", "")
        stream = streams[name]
        places[name, row.get("id")] = len(stream.told)
        stream.told.append(Told(row["text"], _moment(row.get("at", 0)), row.get("kind", "observation"), row.get("importance")))
    for row in rows:
        if "question" in row:
            name = row.get("stream", "")
            unknown = [one for one in row["right"] if (name, one) not in places]
            if unknown or not row["right"]:
                raise ValueError(f"the question {row['question']!r} has no right memory {unknown or ''}")
            right = frozenset(places[name, one] for one in row["right"])
            at = _moment(row["at"]) if "at" in row else None
            streams[name].asked.append(Asked(row["question"], right, row.get("about", ""), at))
    return list(streams.values())


def _rows(text: str) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                row = json.loads(line)
            except json.JSONDecodeError as error:
                raise ValueError(f"line {number} is no JSON: {error}") from None
            if not isinstance(row, dict) or not ("text" in row or ("question" in row and "right" in row)):
                raise ValueError(f"line {number} is neither a memory (text) nor a question (question, right)")
            yield row


def _moment(value: str | float) -> dt.datetime:
    """A date and time, or seconds from 2000 on."""
    return dt.datetime.fromisoformat(value) if isinstance(value, str) else dt.datetime(2000, 1, 1) + dt.timedelta(seconds=value)


def recall(streams: Iterable[Stream], preset: str, embedder: Embedder, **overrides: Any) -> list[dict[str, Any]]:
    """A row per question: ``about``, and its recall ``@k`` for every cutoff."""
    rows = []
    for stream in streams:
        clock = Clock(stream.told[0].at)
        memory = MemoryStream(preset, embedder, **{"calendar": clock.date_text, **overrides})
        for told in stream.told:
            memory.add(told.text, told.kind, _seconds(clock, told.at), told.importance)
        for asked in stream.asked:
            at = _seconds(clock, asked.at or stream.last + dt.timedelta(days=1))
            hits = memory.retrieve(asked.question, at, CUTOFFS[-1], touch=False)
            found = [hit.memory.n for hit in sorted(hits, key=lambda hit: hit.rank)]
            shares = {f"@{k}": len(asked.right.intersection(found[:k])) / len(asked.right) for k in CUTOFFS}
            rows.append({"about": asked.about, **shares})
    return rows


def _seconds(clock: Clock, at: dt.datetime) -> int:
    return int((at - clock.start).total_seconds())


def means(rows: Sequence[dict[str, Any]]) -> dict[str, float]:
    """Mean recall in per cent for every cutoff, and how many questions there were."""
    cuts = {f"@{k}": 100 * sum(row[f"@{k}"] for row in rows) / len(rows) for k in CUTOFFS}
    return {**{cut: round(value, 1) for cut, value in cuts.items()}, "questions": len(rows)}


def table(rows: dict[str, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """A line per preset, then one per preset and group where there are several."""
    lines = [{"preset": preset, "about": "", **means(mine)} for preset, mine in rows.items()]
    groups = list(dict.fromkeys(row["about"] for mine in rows.values() for row in mine))
    if len(groups) > 1:
        for group in groups:
            lines += [
                {"preset": preset, "about": group, **means([row for row in mine if row["about"] == group])}
                for preset, mine in rows.items()
            ]
    return lines


def main(argv: list[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="sim.bench recall", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path, help="LoCoMo's JSON, plain JSONL, or a saved run")
    parser.add_argument("--preset", action="append", choices=list(PRESETS), help="instead of all")
    parser.add_argument("--embedder", default="minilm", help="minilm, hash, none, or a sentence-transformers model")
    parser.add_argument("--json", action="store_true", help="print the table as JSON")
    args = parser.parse_args(argv)
    try:
        streams = read(args.file)
    except (OSError, ValueError, KeyError, TypeError) as error:
        parser.exit(2, f"{args.file} cannot be read: {error}\n")
    embedder = CachedEmbedder(open_embedder(args.embedder))
    lines = table({preset: recall(streams, preset, embedder) for preset in args.preset or PRESETS})
    if args.json:
        print(json.dumps(lines, indent=1))
        return 0
    cuts = [f"@{k}" for k in CUTOFFS]
    print(f"{'preset':12} {'about':14}" + "".join(f"{cut:>7}" for cut in cuts) + f"{'questions':>11}")
    for line in lines:
        print(
            f"{line['preset']:12} {line['about']:14}" + "".join(f"{line[cut]:7.1f}" for cut in cuts) + f"{line['questions']:11}"
        )
    return 0
