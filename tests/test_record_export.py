"""A run in other forms: tables that other programs read, diaries, and a page that plays in a real browser."""

from __future__ import annotations

import base64
import csv
import html
import json
import re
import shutil
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas
import pytest
from analysis_sample import write_run
from pyarrow import parquet
from record_sample import NEWS, STORY_HEADER, act, beginning, ending, talk

from sim.record.export import export
from sim.record.export.columns import COLUMNS
from sim.record.export.diary import escape
from sim.record.export.tables import tables
from sim.record.read import Run, RunError
from sim.record.store import RunStore, TickRecord

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
"""``.ci/run`` installs it. Where there is none, what can be seen of a page without a browser is tested."""


def test_tables_say_the_same_in_every_form(story: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    names = {path.name for form in ("jsonl", "csv", "parquet") for path in export(story, form, out)}
    assert len(names) == 3 * len(COLUMNS) + 1
    with Run(story) as run:
        for name, made in tables(run).items():
            assert all(list(row) == list(COLUMNS[name]) for row in made()), name
    assert parquet.read_schema(out / "memories.parquet").field("at").metadata[b"unit"] == b"game seconds since the start"
    assert "memories,importance,0 to 10" in (out / "dictionary.csv").read_text("utf-8")
    memories = [json.loads(line) for line in (out / "memories.jsonl").read_text("utf-8").splitlines()]
    assert [(row["n"], row["text"], row["accessed"], row["evidence"]) for row in memories] == [
        (0, "Mara likes the café", 60, []),
        (2, NEWS, 60, [0, 1]),
    ]
    with (out / "utterances.csv").open(encoding="utf-8", newline="") as file:
        assert [(row["time"], row["who"]) for row in csv.DictReader(file)] == [("2026-05-08T07:01:00", "ben")]
    frame = pandas.read_parquet(out / "retrievals.parquet")
    assert frame[["resident", "n", "score"]].to_numpy().tolist() == [["mara", 0, 1.833333]]
    with Run(story) as run:
        assert len((out / "events.jsonl").read_text("utf-8").splitlines()) == len(run.events(0, 9))


def test_the_readme_of_the_examples_lists_every_column() -> None:
    page = (Path(__file__).parents[1] / "sim" / "examples" / "README.md").read_text(encoding="utf-8")
    for table, columns in COLUMNS.items():
        for name, (unit, meaning) in columns.items():
            assert f"| {table} | `{name}` | {unit} | {meaning} |" in page


def test_a_diary_tells_the_day(story: Path, tmp_path: Path) -> None:
    mara, ben, evening = export(story, "diary", tmp_path / "diary")
    told = mara.read_text("utf-8")
    assert mara.name == "01-mara.md" and told.startswith("# Mara Lind\n\n*warm*\n\n## Friday, May 8, 2026\n")
    assert "- **07:00** walking to the cafe — *Cafe*" in told
    assert f"  > Ben: {NEWS}. Do come!" in told
    assert ben.read_text("utf-8").startswith("# Ben Ott")
    page = evening.read_text("utf-8")
    assert evening.name == "evening-1.md" and page.startswith("# Friday, May 8, 2026") and "## What spread" in page


def test_what_residents_say_cannot_become_markup(tmp_path: Path) -> None:
    assert escape("<script>\n*x* [a](b)") == "\\<script\\> \\*x\\* \\[a\\](b)"
    store = RunStore.create(tmp_path / "bad.sqlite", replace(STORY_HEADER, scenario_name="</script><script>alert(1)</script>"))
    store.commit(beginning())
    store.close()
    (page,) = export(store.path, "html", tmp_path / "page.html")
    assert "alert(1)" not in page.read_text("utf-8")


def test_a_diary_stays_in_its_folder(tmp_path: Path) -> None:
    escaping = replace(STORY_HEADER, residents=[("../../mara", {"name": "Mara"}), ("..", {}), ("a/b\x00", {})])
    store = RunStore.create(tmp_path / "bad.sqlite", escaping)
    store.commit(TickRecord(0, 0))
    store.close()
    written = export(store.path, "diary", tmp_path / "out")
    assert [path.name for path in written] == ["01-______mara.md", "02-__.md", "03-a_b_.md"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.sqlite", "out"]


def test_parquet_without_its_library_says_what_to_install(story: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(RunError, match="Parquet needs pyarrow: pip install"):
        export(story, "parquet", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_unknown_form_is_named(story: Path, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="choose among jsonl, csv, parquet, diary, html"):
        export(story, "xml", tmp_path)


def _seen(page: Path, at: str) -> str:
    """What a headless browser shows of the page: its DOM after the script has run."""
    command = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom"]
    shown = subprocess.run([*command, f"{page.as_uri()}#{at}"], capture_output=True, text=True, timeout=90, check=True).stdout
    return html.unescape(re.sub(r"<script>.*?</script>", "", shown, flags=re.DOTALL))


def _inside(page: Path) -> dict[str, Any]:
    """The data that a page carries; the page must be one file that needs no other, with its program in one piece."""
    text = page.read_text("utf-8")
    script = text.split("<script", 1)[1].rpartition("</script>")[0]
    assert "</script" not in script.split("</script>", 1)[0] and not re.search(r"(?:src|href)=[\"'](?!data:|#)", text)
    assert "eval(" not in text and "innerHTML" not in text
    packed = max(re.findall(r"[A-Za-z0-9+/=]{100,}", text), key=len)
    return dict(json.loads(zlib.decompress(base64.b64decode(packed))))


def test_the_page_plays_in_a_browser(story: Path, tmp_path: Path) -> None:
    (page,) = export(story, "html", tmp_path / "story")
    assert page.name == "story.html"
    inside = _inside(page)
    assert inside["scenario"] == "A Story" and any(NEWS in str(line) for line in inside["lines"])
    assert [resident["name"] for resident in inside["residents"]] == ["Mara Lind", "Ben Ott"]
    assert [title for _, _, sections in inside["evenings"] for title, _ in sections]
    if CHROMIUM is None:
        return
    before, after = _seen(page, "t=3&who=mara"), _seen(page, "t=6&who=mara")
    assert 'data-state="ready"' in before and 'data-tick="3"' in before
    assert "Friday 8 May, 07:00" in before and "Friday 8 May, 07:01" in after
    assert "Cafe (tile 3, 2)" in before and "Cafe (tile 3, 3)" in after
    assert f'<li class="utterance">{NEWS}<small>' in after and NEWS not in before
    assert f"<b>Ben </b>{NEWS}. Do come!" in after
    assert 'id="evening" hidden' in after
    told = _seen(page, "t=6&day")
    assert 'id="evening" hidden' not in told and '<h2 id="date">Friday 8 May</h2>' in told
    assert re.search(r"<h3>[^<]+</h3><button><small>07:0", told), "the evening page, line by line"


def test_the_page_tells_how_news_went_from_person_to_person(tmp_path: Path) -> None:
    (page,) = export(write_run(tmp_path), "html", tmp_path / "news")
    ((text, tellings, tree),) = _inside(page)["stories"]
    assert text.startswith("Ana Silva is giving a lantern supper")
    assert [(tick, title, known) for tick, title, *_, known, _, _, _ in tellings] == [
        (0, "Ana knows", 1),
        (120, "Ana tells Ben", 2),
        (130, "Ben tells Cas", 3),
    ]
    assert tree == [0, 1, 2]
    if CHROMIUM is not None:
        seen = _seen(page, "news=1&telling=3")
        assert 'data-tick="130"' in seen and "<i>“Ana is giving a lantern supper at the Green on Sunday at 6 pm.”</i>" in seen
        assert "<em>Left out: Friday; New: Sunday</em>" in seen


def test_the_page_of_a_hostile_run_runs_no_code_of_it(tmp_path: Path) -> None:
    evil = "<img src=x onerror=\"document.body.dataset.evil='1'\"></script><script>document.body.dataset.evil='1'</script>"
    store = RunStore.create(tmp_path / "evil.sqlite", replace(STORY_HEADER, scenario_name=evil))
    store.commit(beginning())
    store.commit(TickRecord(1, 10, [act(0, "mara", evil, 1)]))
    store.commit(replace(talk(), memories=[(slug, replace(memory, text=evil)) for slug, memory in talk().memories]))
    store.commit(ending())
    store.close()
    (page,) = export(store.path, "html", tmp_path / "evil.html")
    assert _inside(page)["scenario"] == evil and "dataset.evil" not in page.read_text("utf-8")
    if CHROMIUM is None:
        return
    shown = _seen(page, "t=9&who=mara")
    body = shown.split("<body", 1)[1].split(">", 1)[0]
    assert 'data-state="ready"' in body and "data-evil" not in body
