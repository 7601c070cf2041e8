"""Names become pointer tokens, and pointers become names again."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from sim.llm.base import Names
from sim.llm.pointers import Limits, Pointers, pointer_limits

LIMITS = {"P": 16, "L": 40, "D": 12, "T": 12}
NAMES = Names(
    ("Ada Stone", "Ada"),
    (("Ben Cole", "Ben"), ("Finn", "Finn"), ('Eva "Bee" Ray', "Eva")),
    ("The Copper Kettle", "Willow Library", "Ben Cole's house"),
)


def test_names_places_days_and_times_become_pointers() -> None:
    pointers = Pointers(NAMES, LIMITS)
    assert pointers.encode("You are Ada Stone, age 44.") == "You are <P0>, age 44."
    text = "Ben told Ada: the party is at The Copper Kettle on Friday at 5 pm, 17:00. Finn knows, Ben Cole's house is full."
    assert pointers.encode(text) == "<p1> told <p0>: the party is at <L0> on <D0> at <T0>, 17:00. <P2> knows, <L1> is full."


def test_a_reply_only_uses_pointers_that_stand_in_the_prompt() -> None:
    pointers = Pointers(NAMES, LIMITS)
    pointers.encode("Ada met Ben.")
    assert pointers.issued == ("<P0>", "<p0>", "<P1>", "<p1>")
    assert pointers.encode_json('{"say": "Ben, ask Finn on Sunday"}') == '{"say": "<p1>, ask Finn on Sunday"}'
    assert pointers.decode("<p1> saw <P9>") == "Ben saw "


def test_quotes_in_names_survive_json() -> None:
    pointers = Pointers(NAMES, LIMITS)
    pointers.encode('Eva "Bee" Ray waves.')
    reply = json.dumps({"say": 'Hello Eva "Bee" Ray'})
    encoded = pointers.encode_json(reply)
    assert encoded == '{"say": "Hello <P1>"}'
    assert json.loads(pointers.decode_json(encoded, {})) == json.loads(reply)


def test_enumerated_values_come_back_exactly_and_long_strings_are_cut_at_a_word() -> None:
    pointers = Pointers(NAMES, LIMITS)
    pointers.encode("Ada goes to The Copper Kettle.")
    schema = {"properties": {"at": {"enum": ["The Copper Kettle", "Willow Library"]}, "why": {"maxLength": 20}}}
    assert pointers.encode_schema(schema)["properties"]["at"]["enum"] == ["<L0>", "Willow Library"]
    back = json.loads(pointers.decode_json('{"at": "<L0>", "why": "to see <P0> and rest"}', schema))
    assert back == {"at": "The Copper Kettle", "why": "to see Ada Stone and"}


def test_typed_pointers_stay_text() -> None:
    pointers = Pointers(NAMES, LIMITS)
    assert pointers.encode("Ada typed <P3> and <L0>") == "<p0> typed < P3> and < L0>"


def test_more_names_than_pointers_leave_the_rest_as_text() -> None:
    pointers = Pointers(Names(("A A", "A"), (("B B", "B"),), ("Here", "There")), {"P": 1, "L": 1, "D": 0, "T": 0})
    assert pointers.encode("A A and B B are Here, then There, on Monday at 5 pm") == (
        "<P0> and B B are <L0>, then There, on Monday at 5 pm"
    )


def test_vocabularies_tell_how_many_pointers_they_have() -> None:
    assert pointer_limits({"<P0>": 5, "<P1>": 6, "<L0>": 7, "hello": 8}) == {"P": 2, "L": 1, "D": 0, "T": 0, "S": 0}


@given(st.text(alphabet="Ada StoneBenCol .,'5pmFriday", max_size=60), st.booleans())
def test_encoding_and_decoding_give_the_text_back(text: str, twice: bool) -> None:
    pointers = Pointers(NAMES, LIMITS)
    encoded = pointers.encode(text)
    if twice:
        assert pointers.encode(text) == encoded
    assert pointers.decode(encoded) == text


SAYABLE = ("Hello, Ada.", "Let us go to Ada's.", "Hello", 'with "marks"')


def _sayable(limits: Limits = LIMITS) -> tuple[Pointers, str]:
    pointers = Pointers(replace(NAMES, phrases=SAYABLE), {**limits, "S": limits.get("S", 3)})
    return pointers, pointers.encode("Could say: " + ", ".join(json.dumps(phrase) for phrase in SAYABLE))


def test_quoted_phrases_are_followed_by_pointers_which_stand_for_them_in_replies() -> None:
    pointers, shown = _sayable()
    assert shown.startswith('Could say: "Hello, <p0>." <S0>, "Let us go to <p0>\'s." <S1>, ')
    assert pointers.encode(f"Plan: {json.dumps(SAYABLE[1])}, 9") == 'Plan: "<S1>", 9', "what was told is its pointer alone"
    assert shown.endswith('"Hello" <S2>, "with \\"marks\\""'), "there are three pointers"
    reply = {"say": f"{SAYABLE[1]} {SAYABLE[0]} Well, {SAYABLE[0]} Hello there", "end": False}
    encoded = pointers.encode_json(json.dumps(reply))
    assert encoded == '{"say": "<S1><S0>Well,<S0><S2>there", "end": false}'
    schema = {"properties": {"say": {"type": "string", "maxLength": 220}, "end": {"type": "boolean"}}}
    assert json.loads(pointers.decode_json(encoded, schema)) == {
        **reply,
        "say": f"{SAYABLE[1]} {SAYABLE[0]} Well, Hello there",
    }, "each once"
    assert {"<S0>", "<S1>", "<S2>"} <= set(pointers.issued) and "<S3>" not in pointers.issued


def test_phrases_of_enumerations_come_back_as_they_are() -> None:
    pointers, _ = _sayable()
    schema = {"type": "array", "items": {"enum": [*SAYABLE, "other"]}}
    assert pointers.encode_schema(schema)["items"]["enum"][:3] == ["<S0>", "<S1>", "<S2>"]
    assert json.loads(pointers.decode_json('["<S1>", "other"]', schema)) == [SAYABLE[1], "other"]
    listed = {"type": "array", "prefixItems": [schema, {"type": "string", "maxLength": 6}], "items": False}
    assert json.loads(pointers.decode_json('[["<S0>"], "more than six"]', listed)) == [[SAYABLE[0]], "more"]


def test_a_vocabulary_without_pointers_for_phrases_spells_them() -> None:
    pointers = Pointers(replace(NAMES, phrases=("Hello.",)), {**LIMITS, "S": 0})
    assert pointers.encode('Could say: "Hello."') == 'Could say: "Hello."' and pointers.encode_json('"Hello."') == '"Hello."'


def test_pointers_of_phrases_that_somebody_typed_stay_text() -> None:
    pointers, _ = _sayable()
    assert "<S0>" not in pointers.encode("they typed <S0>") and "<S0>" not in pointers.encode_json('"typed <S0>"')
    assert pointers.decode("<S9>") == ""
