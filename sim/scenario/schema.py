"""The schema of a scenario file as strict pydantic models: its keys, their types and their meaning.

``build`` checks places, residents and times, and parses the texts that are times. ``schema()`` is the JSON schema for editors.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_type_hints

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema, create_model

from sim.scenario.languages import ENGLISH, LANGUAGE_CODE
from sim.scenario.model import RememberedKind, Rules
from sim.scenario.names import plain_name
from sim.types import is_blank

MAX_NAME = 80
"""The most characters of a resident's name."""
SLUG = r"^[a-z][a-z0-9_-]{0,39}$"


def _listed(value: Any) -> Any:
    """``"warm, curious"`` -> ``["warm", "curious"]``."""
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _wrapped(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _stripped(value: Any) -> Any:
    """A text without surrounding blanks; "" where nothing of it can be seen."""
    return value if not isinstance(value, str) else "" if is_blank(value) else value.strip()


def _named(value: Any) -> Any:
    return plain_name(value) if isinstance(value, str) else value


def _seconds(value: Any) -> Any:
    return f"{value} s" if isinstance(value, int) and not isinstance(value, bool) else value


_TEXT_OR_LIST = WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]})
Text = Annotated[str, BeforeValidator(_stripped), Field(min_length=1, max_length=4000)]
Name = Annotated[str, BeforeValidator(_named), Field(min_length=1, max_length=4000)]
Words = Annotated[list[Text], BeforeValidator(_listed), _TEXT_OR_LIST]
Prose = Annotated[list[Text], BeforeValidator(_wrapped), _TEXT_OR_LIST]
Slug = Annotated[str, Field(pattern=SLUG)]
TimeOfDay = Annotated[str, Field(description="A time of day: 06:30, 6:30 pm, noon.", examples=["06:30"])]
Moment = Annotated[
    str, Field(description="A moment: 18:00, day 2 18:00, Friday 5 pm, 2026-05-09 18:00.", examples=["day 2 18:00"])
]
Duration = Annotated[str, Field(description="How long: 90 min, 2 h, 1 day.", examples=["2 h"])]
Until = Annotated[str, BeforeValidator(_seconds), WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "integer"}]})]
PlaceName = Annotated[
    str,
    Field(min_length=1, description="A place of the map: Cafe, Cafe:kitchen, or in full Town:Cafe:kitchen.", examples=["Cafe"]),
]


class Strict(BaseModel):
    """Unknown keys are errors; a number is no text and a text no number."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=False)


class LookModel(Strict):
    """How a resident is drawn: numbers of the variants in each sprite layer. What is left out is drawn by the slug."""

    skin: int | None = Field(None, ge=0, le=999)
    hair: int | None = Field(None, ge=0, le=999)
    hair_colour: int | None = Field(None, ge=0, le=999)
    shirt: int | None = Field(None, ge=0, le=999)
    trousers: int | None = Field(None, ge=0, le=999)
    extra: int | None = Field(None, ge=0, le=999, description="Hat, glasses, apron ...; 0 is none.")


_Date = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$")]
When = Annotated[int | _Date, Field(examples=["2023-02-13 08:00:00"])]


class RememberedModel(Strict):
    """A memory of another life, as it was there."""

    text: Annotated[str, Field(min_length=1)] = Field(description="Kept to the letter.")
    kind: RememberedKind = "observation"
    importance: float | None = Field(None, ge=0, le=10, description="As it was rated there; rated anew if left out.")
    created: When | None = Field(None, description="A date, or a time step (a second); all are moved to before the start.")
    accessed: When | None = Field(None, description="When it was last retrieved; as created if left out.")
    expires: When | None = None
    evidence: list[Annotated[int, Field(ge=0)]] = Field(default=[], description="Places of earlier ones in this list, from 0.")


Line = Annotated[Text, Field(max_length=200)]


class SpeechModel(Strict):
    """How somebody speaks. Models are told how; the scripted and the guided mind say the sentences, each now and then."""

    how: str = Field("", description="In a few words: slow, in the words of a sailor.")
    asks: list[Line] = Field([], description="Short sentences before a question: One for the log.")
    says: list[Line] = Field([], description="Short sentences before anything else: Mark my words.")
    greets: list[Line] = Field([], description="Greetings, with {you} for the other's first name: Ahoy, {you}.")


class UndertakingModel(Strict):
    """What somebody does about a matter of theirs, for about an hour of a day."""

    doing: Annotated[Text, Field(max_length=80)] = Field(description="An activity in -ing: searching the drawers.")
    why: Annotated[Text, Field(max_length=120)] = Field(description="What for: a sheet of paper is missing.")
    when: Literal["any", "morning", "midday", "afternoon", "evening"] = "any"
    at: str = Field("home", description="home, work, or a place of the map.")


class WorkModel(UndertakingModel):
    """Something that somebody does for a living, for hours of a day; the activity alone will do."""

    why: str = Field("", max_length=120, description="What for: it has to be ready on Saturday.")
    at: str = Field("work", description="work, home, a place of the map, or a thing there: Mill:millstone.")


def _doing(value: Any) -> Any:
    return {"doing": value} if isinstance(value, str) else value


Work = Annotated[WorkModel, BeforeValidator(_doing, json_schema_input_type=str | WorkModel)]


class ResidentModel(Strict):
    """One person. Needed are name, age and home; the more of the rest, the more of a person."""

    name: Name = Field(
        description="Full name.", json_schema_extra={"maxLength": MAX_NAME, "pattern": r"^[^:\r\n\t]*[^:\s][^:\r\n\t]*$"}
    )
    first: Name | None = Field(None, description="What friends say; the first word of the name, with its title, if left out.")
    age: int = Field(ge=0, le=130)
    traits: Words = Field(default=[], description="A few words: warm, stubborn.")
    background: Prose = Field(default=[], description="Prose or a list of sentences; each sentence becomes a memory.")
    currently: str = Field("", description="What is on their mind these days, a sentence or two.")
    home: PlaceName
    work: PlaceName | None = None
    occupation: str = Field("", description="A few words: cafe owner. Decides the activities of the scripted mind.")
    day: list[Work] = Field(default=[], max_length=24, description="What the scripted mind has them do for a living.")
    wakes: TimeOfDay = "07:00"
    sleeps: TimeOfDay = "22:30"
    relationships: dict[str, Text] = Field(default={}, description="Slug of another resident -> a few words: old friend.")
    memories: Prose = Field(default=[], description="Sentences remembered from before the start.")
    remembered: list[RememberedModel] = Field(default=[], description="Memories of another life, each kept whole; as imported.")
    facts: dict[str, Any] = Field(default={}, description="What else is known of them, each under its own name; as imported.")
    known_places: list[PlaceName] = Field(
        default=[], description="Buildings and grounds known at the start; all but strangers' homes if left out."
    )
    speech: SpeechModel = Field(default_factory=lambda: SpeechModel.model_validate({}))
    look: LookModel = Field(default_factory=lambda: LookModel.model_validate({}))
    start_at: PlaceName | None = Field(None, description="Where they are at the start; home if left out.")
    mind: str = Field("", description="The name of an installed mind (an entry point `town_sim`) of their own.")
    import_: str | None = Field(
        None,
        alias="import",
        description="A genagents folder or a Stanford persona folder that supplies whatever is not written here.",
    )


class NewsModel(Strict):
    """Something worth telling, whose spread is measured."""

    id: Slug
    text: Text = Field(description="A full sentence in the third person.")
    host: str = Field("", description="Slug of whoever it is about.")
    knows: Words = Field(default=[], description="Slugs of those who know it at the start; the host if left out.")
    place: PlaceName | None = None
    at: Moment | None = Field(None, description="When what it announces begins.")
    lasts: Duration = "2 h"
    signs: Words = Field(default=[], description="Words that must all occur in a memory for it to count as knowing the news.")
    importance: int = Field(8, ge=1, le=10)
    spread: bool = Field(True, description="Whether those who know it want it known.")


EVENT_KINDS = ("say", "object", "weather", "whisper", "arrive", "leave")
EVENT_NEEDS = {"object": "state", "whisper": "to"}
"""Kind of event -> the key it needs as well."""


class EventModel(Strict):
    """Something that happens at a moment: exactly one of say, object, weather, whisper, arrive, leave."""

    at: Moment
    say: Text | None = Field(None, description="A sentence that everybody near `where` perceives (everybody, without it).")
    object: PlaceName | None = Field(None, description="An object whose state becomes `state`.")
    state: Text | None = Field(None, description="With `object`: on fire, broken, running over.")
    weather: Text | None = Field(None, description="Weather over the whole town: rain.")
    whisper: Text | None = Field(None, description="A thought that comes to `to` as their own.")
    to: str | None = Field(None, description="With `whisper`: the resident's slug.")
    arrive: str | None = Field(None, description="Slug of a resident who is not in town before this moment.")
    leave: str | None = Field(None, description="Slug of a resident who leaves town.")
    where: PlaceName | None = Field(None, description="With `say`: who perceives it. With `arrive`: where they come in.")
    lasts: Duration | None = None


class ExchangedModel(Strict):
    """A small talk of two, who speak in turn."""

    turns: list[Line] = Field(min_length=2, max_length=7, description="What is said, line by line.")
    key: int = Field(ge=0, description="The number, from 0, of the line that shows the deed.")
    deed: Line = Field(description="What whose matter it is did or does, to follow their name: hides a letter in the atlas.")


class MatterModel(Strict):
    """Something of a resident's that goes on over several talks, in your words; spoken by the scripted and the guided mind."""

    of: str = Field(description="Whose it is: a slug. They begin the first talk.")
    about: Line = Field(description="What it is about, in two to five words: a letter from the landlord.")
    bond: Literal["any", "fond", "couple", "sibling", "child", "parent", "cool", "all"] = Field(
        "any",
        description="What the listener is to them; any: they know each other, and are on no bad terms unless `to` names them.",
    )
    to: Words = Field(default=[], description="Slugs of those who may hear of it; everybody, without it.")
    first: ExchangedModel
    again: ExchangedModel = Field(description="A later talk, in which the listener asks how it went on.")
    insight: list[Line] = Field(
        min_length=1, max_length=2, description="What the listener concludes from both deeds; {a} stands for whose it is."
    )
    said: list[Line] = Field(min_length=1, max_length=2, description="What the listener says to them later, out of that.")
    answers: list[Line] = Field(min_length=1, max_length=2, description="What they say to each of these lines.")
    errand: str = Field("", max_length=100, description="What the listener would look for them with: with a jar of honey.")
    own: str = Field("", max_length=200, description="What whose it is concludes of themselves; {a} stands for their name.")
    does: list[UndertakingModel] = Field(default=[], max_length=4, description="What whose it is does about it.")


class NormModel(Strict):
    """The rules of a place. What the map says holds where nothing is said here."""

    opens: TimeOfDay | None = None
    closes: TimeOfDay | None = None
    capacity: int | None = Field(None, ge=1)
    owner: str | None = Field(None, description="A resident's slug.")
    only: Words | None = Field(None, description="Slugs of those who may enter.")


if TYPE_CHECKING:
    RulesModel = Strict
else:
    _TYPES = get_type_hints(Rules, include_extras=True)
    _RULES = {rule.name: (_TYPES[rule.name], rule.default) for rule in fields(Rules)}
    RulesModel = create_model("RulesModel", __base__=Strict, __doc__="The constants of the simulation.", **_RULES)


class ScenarioModel(Strict):
    """A town and who lives in it. Start from `run_sim.py new NAME`."""

    name: Text
    description: str = ""
    extends: str | None = Field(None, description="Another scenario file that this one changes; null removes a resident.")
    import_: str | None = Field(
        None, alias="import", description="A folder of people's folders (a whole simulation): each becomes a resident."
    )
    map: Text = Field(description="A map file (TMJ or TMX) beside this file, or the name of one that ships.")
    start: str = Field(
        "2026-05-08 07:00",
        description="Date and time at which the run starts, in the years 1000 to 2999.",
        examples=["2026-05-08 07:00", "1347-06-24 06:30"],
        json_schema_extra={"pattern": r"^\s*[12]\d{3}-\d{1,2}-\d{1,2}[T,\s]+\S"},
    )
    until: Until = Field("22:00", description="When it ends: a moment, a duration, or game seconds.", examples=["day 2 22:00"])
    seed: int = Field(1, ge=0, le=2**63 - 1)
    residents: dict[Slug, ResidentModel] = Field(min_length=1)
    news: list[NewsModel] = []
    events: list[EventModel] = []
    matters: list[MatterModel] = []
    norms: dict[str, NormModel] = Field(default={}, description="Place -> its rules.")
    aliases: dict[str, dict[Text, Text]] = Field(
        default={}, description="Place -> what people call an object there -> the object's name on the map."
    )
    language: str = Field(
        ENGLISH,
        pattern=LANGUAGE_CODE,
        description="The language that the town is set in, as a code of ISO 639-1, maybe with a region.",
        examples=["de", "pt-BR"],
    )
    setting: str = Field("", max_length=600, description="What everybody in town knows of the place and its time.")
    acquainted: bool = Field(False, description="Whether everybody knows everybody by sight and name, without a tie.")
    lacks: Words = Field(default=[], description="What there is not in this world: nobody has or speaks of a bus, a council.")
    minds: Literal["", "all", "words", "talk"] | dict[str, Literal["model", "helper"]] = Field(
        "", description="Who answers what: a word, or a row for each kind of question, with model or helper."
    )
    rules: RulesModel = Field(default_factory=lambda: RulesModel.model_validate({}))
    parts: Words = Field(default=[], description="Names of installed parts (entry points `town_sim`) to live the town with.")


def schema() -> dict[str, Any]:
    """The JSON schema of a scenario file, for editors. What ``extends:`` or ``import:`` may supply is not required."""
    found = ScenarioModel.model_json_schema(by_alias=True)
    resident, event = found["$defs"]["ResidentModel"], found["$defs"]["EventModel"]
    whole = {"type": "object", "anyOf": [{"required": ["import"]}, {"required": resident.pop("required")}]}
    alone = {"required": found.pop("required"), "properties": {"residents": {"additionalProperties": whole}}}
    found["anyOf"] = [{"required": ["extends"]}, alone, {"required": ["import", "name", "map"]}]
    event["oneOf"] = [{"required": [kind]} for kind in EVENT_KINDS]
    event["dependentRequired"] = {kind: [key] for kind, key in EVENT_NEEDS.items()}
    people = found["properties"]["residents"]
    people["additionalProperties"] = {"anyOf": [{"$ref": "#/$defs/ResidentModel"}, {"type": "null"}]}
    people.pop("patternProperties", None)
    people["propertyNames"] = {"pattern": SLUG}
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A scenario of the town"}
    return head | {key: _untitled(value) for key, value in found.items() if key != "title"}


def _untitled(part: Any) -> Any:
    """The schema without pydantic's titles, which only repeat the keys."""
    if isinstance(part, list):
        return [_untitled(entry) for entry in part]
    if not isinstance(part, dict):
        return part
    return {key: _untitled(value) for key, value in part.items() if not (key == "title" and isinstance(value, str))}
