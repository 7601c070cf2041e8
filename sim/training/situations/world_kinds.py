"""Kinds of world: how homes and public places are named and which objects stand in them. Data alone.

Rows of public places read ``kind: names: objects``; ``{w}`` in a name becomes a made-up word. The scripted mind knows places by
their kind (cafe, park, pub ...). The ``island`` is held out of training.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sim.training.situations.data_split import listed

AT_HOME = ("bed", "wardrobe", "desk", "bookshelf", "lamp", "stove", "sink", "table", "kettle", "armchair", "radio", "piano")
ABOARD = ("bunk bed", "locker", "folding desk", "lamp", "sea chest", "washstand", "mirror", "stool", "small stove", "table")


@dataclass(frozen=True, slots=True)
class PublicPlace:
    """A kind of public place: its possible names, and objects."""

    kind: str
    names: tuple[str, ...]
    objects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WorldKind:
    """A kind of world. ``homes`` are name patterns with ``{family}``, ``{n}`` (a number) and ``{w}``; ``trades``
    names the worlds whose occupations are found here (``""``: any town's)."""

    name: str
    world_names: tuple[str, ...]
    homes: tuple[str, ...]
    furniture: tuple[str, ...]
    publics: tuple[PublicPlace, ...]
    trades: tuple[str, ...]


def _publics(text: str) -> tuple[PublicPlace, ...]:
    rows = (row.split(":") for row in text.strip().splitlines())
    return tuple(PublicPlace(kind.strip(), listed(names), listed(objects)) for kind, names, objects in rows)


_TOWN = _publics("""
cafe: The {w} Cafe, Cafe {w}, The Blue Cup, {w} Tea Rooms, Hobbin's Coffee: counter, espresso machine, corner table, stool
park: {w} Park, Mill Green, {w} Gardens, The Rose Garden, {w} Common: bench, pond, oak tree, flower bed, statue
pub: The {w} Arms, The Black Swan, The {w} Tavern, The Old Barrel: bar, dartboard, fireplace, long table
library: {w} Library, The Reading House, {w} Street Library: reading desk, catalogue, shelf of novels, newspaper rack
shop: {w} Market, The Corner Shop, {w} Stores, The Green Grocer's: shelf, till, weighing scale, vegetable crate
public: {w} Hall, The Town Hall, {w} Theatre, The Assembly Rooms: notice board, stage, row of chairs, tea urn
street: {w} Square, Market Square, Station Square: fountain, bench, clock tower, bicycle stand
gym: {w} Sports Hall, The Boathouse, {w} Baths: mat, rowing machine, climbing rope
""")
_VILLAGE = _publics("""
pub: The {w} Inn, The Sleeping Badger, The Wheatsheaf: hearth, bar, long bench, ale barrel
park: {w} Green, The Village Green, {w} Meadow, The Orchard: maypole, duck pond, apple tree, stone bench
public: {w} Chapel, The Moot Hall, The Tithe Hall: altar candle, row of benches, bell rope, chest
shop: {w} Market Cross, The Chandler's, The Pedlar's Stall: stall, basket of eggs, scales, bolt of cloth
street: The Well Yard, {w} Bridge, The Crossroads: well, trough, signpost, cart
garden: The Herb Garden, {w} Field, The Long Acre: herb bed, beehive, scarecrow, water butt
""")
_SHIP = _publics("""
pub: the mess hall, the wardroom, the {w} saloon: long table, galley hatch, rum cask, lantern
park: the poop deck, the {w} deck, the forecastle deck: ship's bell, rail, coil of rope, capstan
library: the book locker, the {w} cabin library, the map room: chart table, shelf of logbooks, globe
shop: the slop chest, the {w} store, the bosun's store: crate, ledger, barrel of apples
public: the great hall below, the gun deck, the {w} chapel: bench, hymn board, sea chest
""")
_STATION = _publics("""
cafe: the canteen, Cafe {w}, the Zero Cup, the {w} Galley: drink dispenser, magnetic table, window seat
park: the Garden Ring, the {w} Dome, the Fern Walk: tomato rack, mist nozzle, artificial sun, bench
gym: the Treadmill Bay, the {w} Gym, the Spin Room: treadmill, resistance band, timer
library: the Archive, the {w} Archive, the Quiet Module: reading screen, headset, data rack
public: the Assembly Ring, the {w} Lounge, the Observation Deck: viewing window, projector, row of seats
""")
_SCHOOL = _publics("""
cafe: the dining hall, the tuck shop, the {w} tea room: long table, serving hatch, cake stand
park: the front lawn, the {w} grounds, the cloister garden: old cedar, bench, sundial, fish pond
library: the {w} reading room, the old library, the study hall: reading desk, card index, globe
gym: the {w} gymnasium, the boathouse, the swimming baths: vaulting horse, climbing rope, scoreboard
public: the assembly hall, the {w} hall, the school theatre: stage, piano, curtain rope
street: the quadrangle, the {w} court, the bicycle yard: fountain, notice board, stone step
""")
_ISLAND = _publics("""
pub: The {w} Anchor, The Lobster Pot, The Last Light Inn: bar, fireplace, ship in a bottle
park: {w} Beach, The Seal Cove, {w} Cliff Path: driftwood bench, rock pool, rowing boat
shop: The Ferry Store, {w} Supplies: shelf, till, sack of flour
public: The Lighthouse Hall, {w} Chapel, The Net Loft: lamp, long bench, notice board
street: {w} Jetty, The Slipway: mooring post, crane, pile of nets
""")

WORLD_KINDS: Mapping[str, WorldKind] = {
    kind.name: kind
    for kind in (
        WorldKind("town", ("{w}", "{w} Falls", "New {w}", "{w}ford", "Port {w}"),
                ("{family}'s house", "{n} {w} Street", "{w} Cottage", "The {family} flat", "{w} House"),
                AT_HOME, _TOWN, ("",)),
        WorldKind("village", ("{w}", "Little {w}", "{w} under the Hill", "{w}thorpe"),
                ("{family}'s cottage", "{w} Cottage", "The {w} Farm", "the {family} hut", "{family}'s loft"),
                AT_HOME, _VILLAGE, ("village", "village", "")),
        WorldKind("ship", ("The {w}", "the good ship {w}", "The {w} Wind"),
                ("{family}'s cabin", "cabin {n}", "the {w} cabin", "{family}'s berth"), ABOARD, _SHIP, ("ship",)),
        WorldKind("station", ("{w} Station", "Orbital {w}", "{w} Seven"),
                ("{family}'s quarters", "Quarters {n}", "Pod {n}", "{family}'s module"), ABOARD, _STATION, ("station",)),
        WorldKind("school", ("{w} School", "{w} Academy", "Saint {w}'s"),
                ("{family}'s room", "room {n}", "{w} House", "the {w} dormitory"), AT_HOME, _SCHOOL, ("school",)),
        WorldKind("island", ("{w} Island", "Isle of {w}"),
                ("{family}'s house", "{w} Cottage", "the {family} boat", "{w} Light"), AT_HOME, _ISLAND, ("", "village")),
    )
}  # fmt: skip
"""Every kind of world by name."""
HELD_OUT = "island"
WEIGHTS = {"town": 5, "village": 3, "ship": 2, "station": 2, "school": 2}
"""How often each kind is drawn for training."""
