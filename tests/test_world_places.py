"""Places, and the calendar."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from make_map import VILLAGE, VILLAGE_OBJECTS, VILLAGE_PLACES, map_text, village

from sim.world.clock import Clock, clock_text, minutes_of
from sim.world.places import Places
from sim.world.tilemap import MapError, TileMap

TOWN = Places(TileMap.parse(village()))


def test_objects_lie_in_the_smallest_place_around_them() -> None:
    assert TOWN.get(("Town", "Cafe", "counter", "stove")) and TOWN.get(("Town", "Lind House", "bed"))
    assert [place.name for place in TOWN.sectors] == ["Lind House", "Cafe", "Library", "Green", "Berg House", "Hall"]
    assert [place.name for place in TOWN.arenas(("Town", "Cafe"))] == ["counter", "seats"]
    assert [place.address for place in TOWN.arenas(("Town", "Hall"))] == [("Town", "Hall")]
    assert [place.name for place in TOWN.objects(("Town", "Cafe"))] == ["stove", "table"]
    assert len(TOWN.objects(TOWN.root)) == 8


def test_a_tile_belongs_to_its_arena_then_its_sector_then_to_nobody() -> None:
    assert TOWN.arena_of((7, 2)) == ("Town", "Cafe", "counter")
    assert TOWN.arena_of((8, 4)) == ("Town", "Cafe")  # the wall around the rooms
    assert TOWN.arena_of((0, 6)) is None and TOWN.arena_of((-1, 99)) is None


def test_names_are_understood_if_they_mean_one_place() -> None:
    assert TOWN.find("Town:Cafe:counter") == TOWN.find("cafe : COUNTER") == ("Town", "Cafe", "counter")
    assert TOWN.find("Cafe:stove") == ("Town", "Cafe", "counter", "stove")  # a level left out
    assert TOWN.find("bed") is None  # two of them
    assert TOWN.find("Berg House:bed") == ("Town", "Berg House", "bed")
    assert TOWN.find("Cafe:bed") is None and TOWN.find("") is None


def test_the_nearest_name_is_one_that_find_understands() -> None:
    for typo in ("Caffe", "libary", "Lind Hous", "cafe:setas", "stov"):
        assert TOWN.find(TOWN.nearest(typo)) is not None, typo
    assert TOWN.nearest("Caffe") == "Cafe" and TOWN.nearest("zzzzzz") == ""
    assert all(TOWN.find(TOWN.short(place.address)) == place.address for place in TOWN.all)


def test_one_stands_on_soft_things_and_beside_solid_ones_in_the_same_room() -> None:
    assert TOWN.spots(("Town", "Lind House", "bed"))[0] in ((1, 1), (1, 2))
    stove = TOWN.spots(("Town", "Cafe", "counter", "stove"))
    assert set(stove) == {(7, 1), (6, 2)} and all(TOWN.arena_of(tile) == ("Town", "Cafe", "counter") for tile in stove)
    table = TOWN.spots(("Town", "Cafe", "seats", "table"))
    assert len(table) >= 4 and not any(TOWN.tilemap.solid[y, x] for x, y in table)


def test_what_stands_in_a_wall_or_behind_a_counter_can_still_be_used() -> None:
    things = {"hatch": (9, 4, 1, 1), "till": (6, 1, 1, 1, {"solid": True})}
    places = {"Cafe": (5, 0, 9, 5), "Cafe:counter": (6, 1, 1, 1), "Cafe:seats": (9, 1, 4, 3)}
    town = Places(TileMap.parse(map_text(VILLAGE, places, things)))
    assert set(town.spots(("Town", "Cafe", "hatch"))) == {(9, 3), (10, 4)}  # in no room: any floor of the cafe beside it
    assert set(town.spots(("Town", "Cafe", "counter", "till"))) == {(7, 1), (6, 2)}  # from across the counter


def test_a_room_is_filled_from_its_free_middle() -> None:
    spots = TOWN.spots(("Town", "Hall"))
    assert spots[0] not in TOWN.get(("Town", "Hall", "stage")).tiles  # type: ignore[union-attr]
    assert set(spots) >= set(TOWN.get(("Town", "Hall", "stage")).tiles)  # type: ignore[union-attr]
    assert len(TOWN.spots(TOWN.root)) == len(set(TOWN.spots(TOWN.root))) > 100


def test_nobody_is_at_a_place_where_another_place_lies_over_it() -> None:
    drawing = "\n".join(["." * 8] * 6)
    text = map_text(drawing, {"House": (0, 0, 8, 3), "House:garden": (0, 2, 8, 1), "Street": (0, 2, 8, 4)})
    places = Places(TileMap.parse(text))
    garden, street = ("Town", "House", "garden"), ("Town", "Street")
    assert places.arena_of((4, 2)) == garden and (4, 2) in places.spots(garden)
    assert {y for _, y in places.spots(street)} == {3, 4, 5}, "whoever stands in the garden has not arrived in the street"


def test_a_sound_map_has_no_problems() -> None:
    assert TOWN.problems() == []


def test_problems_name_tiled_object_ids() -> None:
    objects = VILLAGE_OBJECTS | {
        "": (2, 2, 1, 1),
        "lamp": (0, 6, 1, 1),
        "bed#3": (2, 1, 1, 1),
        "chest": (17, 1, 1, 1, {"solid": True, "seats": 0}),
        "couch": (18, 3, 1, 1, {"solid": True, "seats": 5}),
    }
    drawing = VILLAGE.replace("#     #   #  #     #", "#     #   #  #######")
    places = VILLAGE_PLACES | {"Cell": (17, 8, 2, 1), "Cafe:office": (6, 0, 1, 1)}
    found = "\n".join(Places(TileMap.parse(map_text(drawing, places, objects))).problems())
    assert "object 109: object on layer 'objects' has no name" in found
    assert "object 110: object 'lamp' lies outside every sector" in found
    assert "object 111: object 'bed' has the name of object 101" in found
    assert "object 112: object 'Town:Library:chest': seats is 0" in found
    assert "object 113: object 'Town:Library:couch' has 5 seats, but only 2 can stand at it" in found
    assert "sector 'Town:Cell' cannot be reached on foot" in found


def test_a_map_without_places_says_what_to_draw() -> None:
    assert "class 'sector'" in Places(TileMap.parse(map_text(VILLAGE, {}))).problems()[0]


def test_a_control_character_in_a_name_becomes_a_blank_so_that_a_scenario_can_name_the_place() -> None:
    places = Places(TileMap.parse(map_text(VILLAGE, {"Old\x00Cafe\x1b[31m\x7f": (5, 0, 9, 5)})))
    assert [place.address for place in places.sectors] == [("Town", "Old Cafe [31m")]


def test_half_a_character_in_a_map_is_refused_with_where_it_stands() -> None:
    with pytest.raises(MapError, match="half a character after .*name.*type that name"):
        TileMap.parse(map_text(VILLAGE, {"Caf\ud800": (5, 0, 9, 5)}))


CLOCK = Clock(dt.datetime(2023, 2, 13, 7, 0))  # a Monday


def test_moments_read_as_people_say_them() -> None:
    at = CLOCK.at(1, 9 * 60 + 5)
    assert CLOCK.now_text(at) == "Monday, February 13, 2023, 09:05"
    assert (CLOCK.minutes(at), CLOCK.day(at), CLOCK.weekday(at)) == (545, 1, "Monday")
    assert [CLOCK.spoken(CLOCK.at(1, m)) for m in (0, 600, 630, 720, 750, 1020)] == (
        ["midnight", "10 am", "10:30 am", "noon", "12:30 pm", "5 pm"]
    )


def test_the_time_before_the_start_is_the_days_before_it() -> None:
    assert (CLOCK.day(-1), CLOCK.day(-7 * 3600 - 1), CLOCK.weekday(-86_400)) == (1, 0, "Sunday")


@pytest.mark.parametrize(
    ("text", "day", "minutes"),
    [
        ("18:00", 1, 1080),
        ("06:30", 2, 390),  # over for today
        ("07:00", 1, 420),  # now
        ("day 2 18:00", 2, 1080),
        ("day 3 at 5 pm", 3, 1020),
        ("Friday 5 pm", 5, 1020),
        ("Monday 6 am", 8, 360),  # over for this week
        ("tomorrow noon", 2, 720),
        ("today 8:15 pm", 1, 1215),
        ("2023-02-14 17:00", 2, 1020),
        ("day 1 24:00", 1, 1440),
    ],
)
def test_moments_are_understood(text: str, day: int, minutes: int) -> None:
    assert CLOCK.parse_when(text) == CLOCK.at(day, minutes)


def test_the_next_time_is_seen_from_then_on() -> None:
    evening = CLOCK.at(2, 1200)
    assert CLOCK.parse_when("18:00", after=evening) == CLOCK.at(3, 1080)
    assert CLOCK.parse_when("tomorrow 9 am", after=evening) == CLOCK.at(3, 540)


@pytest.mark.parametrize("text", ["25:00", "7", "12:75", "day 2", "Friday", "13 pm", "2023-02-30 12:00", "soon", "24:01", ""])
def test_what_is_no_moment_is_said(text: str) -> None:
    with pytest.raises(ValueError, match="write it like|no date|hours before|lacks|ends at"):
        CLOCK.parse_when(text)


@given(st.integers(0, 1439))
def test_times_of_day_survive_writing_and_reading(minutes: int) -> None:
    assert minutes_of(clock_text(minutes)) == minutes == CLOCK.minutes(CLOCK.at(4, minutes))
