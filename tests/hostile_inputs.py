"""A small pinned corpus of hostile inputs of our own: maps, scenarios, replies and runs that ask for far more than they bring.

Each is made here from nothing, so that the corpus takes no room and holds nobody's data. ``PINNED`` in ``test_hostile_inputs``
says which bytes they are.
"""

from __future__ import annotations

import base64
import json
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

from record_sample import write_story

LINES = "name: T\nstart: 2026-05-08 07:00\nmap: first_morning\nresidents:\n  mara:\n    name: Mara Lind\n    age: 34\n"


def _laughs(depth: int) -> str:
    """Aliases of aliases: nine to the power of ``depth`` values once they are written out."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    return "\n".join([*lines, *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, depth))]) + "\n"


SCENARIOS: dict[str, str] = {
    "aliases that laugh": _laughs(9) + LINES,
    "an alias of itself": "a: &a [*a, *a]\n" + LINES,
    "lists in lists": LINES + "news: " + "[" * 20_000 + "]" * 20_000 + "\n",
    "a number of a million digits": LINES.replace("34", "9" * 1_000_000),
    "a name of a million letters": LINES.replace("Mara Lind", "M" * 1_000_000),
    "ten thousand keys": LINES + "".join(f"key{n}: {n}\n" for n in range(10_000)),
    "a key of nine hundred letters": LINES + "k" * 900 + ": 1\n",
    "merges of merges": "a: &a {x: 1}\n" + "".join(f"b{n}: &b{n} {{<<: [*a, *a]}}\n" for n in range(500)) + LINES,
    "a text longer than a scenario may be": "# " + "x" * 4_000_000 + "\n" + LINES,
}
"""Refused, each in a line or two."""

_TMX = (
    '<?xml version="1.0"?>{head}<map orientation="orthogonal" width="{size}" height="{size}" tilewidth="16" tileheight="16">'
    '<layer name="g" width="{size}" height="{size}"><data {how}>{data}</data></layer></map>'
)
_ENTITIES = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 9 if n else "x"}">' for n in range(12))


def _squeezed(size: int) -> str:
    pack = zlib.compressobj(9)
    parts = [pack.compress(bytes(1 << 20)) for _ in range(size >> 20)]
    return base64.b64encode(b"".join([*parts, pack.flush()])).decode()


MAPS: dict[str, str] = {
    "entities of entities": _TMX.format(head=f"<!DOCTYPE m [{_ENTITIES}]>", size=2, how='encoding="csv"', data="&e11;"),
    "a layer that unpacks to 200 MB": _TMX.format(
        head="", size=2, how='encoding="base64" compression="zlib"', data=_squeezed(200 << 20)
    ),
    "a map wider than the world": _TMX.format(head="", size=10**9, how='encoding="csv"', data="1"),
    "layers in layers": json.dumps({"width": 1, "height": 1, "tilewidth": 8, "tileheight": 8})[:-1]
    + ', "layers": '
    + '[{"type": "group", "layers": ' * 2_000
    + "[]"
    + "}]" * 2_000
    + "}",
}
"""Refused. The limits of what a map may hold have tests of their own."""

_KINDS = '{"choice": "talk", "reason": "%s"}'
REPLIES: dict[str, str] = {
    "lists in lists": "[" * 400_000,
    "objects in objects": '{"choice": ' * 100_000 + "1" + "}" * 100_000,
    "braces without an end": "{" * 400_000 + "}" * 400_000,
    "a number of a million digits": '{"choice": %s}' % ("9" * 1_000_000),
    "a reason of four million letters": _KINDS % ("so " * 1_300_000),
    "a choice of a million letters": '{"choice": "%s"}' % ("talk " * 200_000),
    "thoughts in thoughts": "<think>" * 200_000 + _KINDS % "so" + "</think>" * 200_000,
    "fences in fences": "```json\n" * 200_000 + _KINDS % "so",
    "signs that no text holds": '{"choice": "talk", "reason": "%s"}' % ("\\ud800\\u0000" * 100_000),
}
"""Read or refused; none is longer than what is read of a server's answer."""


def _bomb() -> bytes:
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    return b"".join([*(pack.compress(bytes(1 << 20)) for _ in range(200)), pack.flush()])


_MANY = "WITH RECURSIVE t(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM t WHERE k < {}) "
RUNS: dict[str, tuple[str, tuple[object, ...]]] = {
    "texts that unpack to 200 MB": ("UPDATE texts SET data = ?, base = NULL", (_bomb(),)),
    "a state that unpacks to 200 MB": ("UPDATE states SET data = ?, base = NULL", (_bomb(),)),
    "a thousand million ticks": ("UPDATE ticks SET tick = 2147483647 WHERE tick = (SELECT max(tick) FROM ticks)", ()),
    "events in lists in lists": ("UPDATE events SET data = ? WHERE kind = 'act'", ("[" * 100_000,)),
    "a path far away": ("UPDATE events SET data = ? WHERE kind = 'move'", ('{"path": [[1e308, -9e307]], "speed": 1e-9}',)),
    "a text that is its own base": ("UPDATE texts SET base = id", ()),
    "a hundred thousand rows of meta": (_MANY.format(100_000) + "INSERT INTO meta SELECT 'key' || k, 'x' FROM t", ()),
    "a row of sixteen megabytes": ("UPDATE meta SET value = printf('%.16000000c', 'x') WHERE key = 'model'", ()),
}  # fmt: skip
"""(statement that spoils a good run, its values): read or refused."""


def write_run(name: str, path: Path) -> Path:
    """The run of this name."""
    write_story(path)
    statement, values = RUNS[name]
    with closing(sqlite3.connect(path, isolation_level=None)) as sql:
        sql.execute(statement, values)
    return path


CORPUS: dict[str, dict[str, str]] = {
    "scenarios": SCENARIOS,
    "maps": {name: text for name, text in MAPS.items() if "unpacks" not in name},
    "replies": REPLIES,
    "runs": {
        name: f"{statement} {[one for one in given if isinstance(one, str)]}" for name, (statement, given) in RUNS.items()
    },
}
"""Class -> its inputs as text, without what is compressed, which comes out otherwise with another zlib."""
