"""The key bindings of the window, in the order of the help. Knows nothing of what an action does."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

CTRL = pygame.KMOD_CTRL
SHIFT = pygame.KMOD_SHIFT


@dataclass(frozen=True)
class Binding:
    """Any of ``keys`` asks for the action ``act`` while ``mod`` is held (0: neither Ctrl nor Shift).

    ``shown`` is the key as the help writes it. A binding without it is another way to an action and is not in the help."""

    act: str
    keys: tuple[int, ...]
    shown: str = ""
    help: str = ""
    mod: int = 0


GROUPS: dict[str, tuple[Binding, ...]] = {
    "Time": (
        Binding("pause", (pygame.K_SPACE,), "Space", "Pause, or go on"),
        Binding("speed1", (pygame.K_1, pygame.K_KP1), "1", "Slow: to read what is said"),
        Binding("speed2", (pygame.K_2, pygame.K_KP2), "2", "A game minute per second"),
        Binding("speed3", (pygame.K_3, pygame.K_KP3), "3", "Five game minutes per second"),
        Binding("speed4", (pygame.K_4, pygame.K_KP4), "4", "Twenty-five game minutes per second"),
        Binding("faster", (pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS), "+", "Faster"),
        Binding("slower", (pygame.K_MINUS, pygame.K_KP_MINUS), "-", "Slower"),
        Binding("back", (pygame.K_COMMA,), ",", "One step back in time"),
        Binding("forward", (pygame.K_PERIOD,), ".", "One step forward"),
        Binding("next_event", (pygame.K_n,), "N", "To the next thing of interest"),
        Binding("previous_event", (pygame.K_n,), "Shift N", "To the one before", SHIFT),
        Binding("next_difference", (pygame.K_j,), "Shift J", "Two towns: to the next moment at which they differ", SHIFT),
        Binding("skip_nights", (pygame.K_j,), "J", "Skip nights in which everybody sleeps: on, off"),
        Binding("live", (pygame.K_l,), "L", "Back to the present"),
        Binding("bookmark", (pygame.K_b,), "B", "Bookmark this moment"),
    ),
    "Town": (
        Binding("zoom_in", (pygame.K_z,), "Z, wheel", "Closer"),
        Binding("zoom_out", (pygame.K_x,), "X", "Further away"),
        Binding("auto_camera", (pygame.K_c,), "C", "The camera goes where something happens, or stays"),
        Binding("follow", (pygame.K_f,), "F", "Follow the selected resident"),
        Binding("left", (pygame.K_LEFT, pygame.K_a), "A, arrow", "Look further left"),
        Binding("right", (pygame.K_RIGHT, pygame.K_d), "D, arrow", "Look further right"),
        Binding("up", (pygame.K_UP, pygame.K_w), "W, arrow", "Look further up"),
        Binding("down", (pygame.K_DOWN, pygame.K_s), "S, arrow", "Look further down"),
        Binding("next_resident", (pygame.K_RIGHTBRACKET,), "]", "Select the next resident"),
        Binding("previous_resident", (pygame.K_LEFTBRACKET,), "[", "Select the one before"),
        Binding("swap_towns", (pygame.K_b,), "Shift B", "Two towns: look into the other one", SHIFT),
        Binding("labels", (pygame.K_t,), "T", "Names and places: on, off"),
    ),
    "Look": (
        Binding("search", (pygame.K_SLASH,), "/, Ctrl F", "Search the whole town"),
        Binding("search", (pygame.K_f,), mod=CTRL),
        Binding("why", (pygame.K_q,), "Q", "Why does the selected resident do this?"),
        Binding("graph", (pygame.K_g,), "G", "Who knows whom"),
        Binding("evening", (pygame.K_v,), "V", "The evening page: what the day brought"),
        Binding("news", (pygame.K_k,), "K", "Follow a piece of news: who knows it, who told whom"),
        Binding("story", (pygame.K_k,), "Shift K", "Watch it pass from person to person", SHIFT),
        Binding("roster", (pygame.K_r,), "R", "Show or hide the residents"),
        Binding("feed", (pygame.K_e,), "E", "Show or hide what happens"),
        Binding("minimap", (pygame.K_m,), "M", "Show or hide the small map"),
        Binding("focus_next", (pygame.K_TAB,), "Tab", "Next thing that can be pressed"),
        Binding("focus_previous", (pygame.K_TAB,), "Shift Tab", "The one before", SHIFT),
        Binding("press", (pygame.K_RETURN, pygame.K_KP_ENTER), "Enter", "Press it; as a resident: say something"),
        Binding("tab1", (pygame.K_1,), "Ctrl 1 to 6", "The tabs of the panel at the right", CTRL),
        *(Binding(f"tab{n}", (pygame.K_0 + n,), mod=CTRL) for n in range(2, 7)),
    ),
    "Speak": (
        Binding("interview", (pygame.K_i,), "I", "Interview the selected resident"),
        Binding("whisper", (pygame.K_h,), "H", "Whisper to the selected resident"),
        Binding("happening", (pygame.K_o,), "O", "Let something happen"),
        Binding("play", (pygame.K_p,), "P", "Become the selected resident, or give them back"),
        Binding("speak", (pygame.K_y,), "Y", "As a resident: say something"),
        Binding("use", (pygame.K_u,), "U", "As a resident: do something"),
        Binding("edit", (pygame.K_e,), "Ctrl E", "Edit the town from here on, as a new run; or end a trial", CTRL),
    ),
    "Window": (
        Binding("larger", (pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS), "Ctrl +", "Larger text", CTRL),
        Binding("smaller", (pygame.K_MINUS, pygame.K_KP_MINUS), "Ctrl -", "Smaller text", CTRL),
        Binding("full_screen", (pygame.K_F11,), "F11", "Full screen"),
        Binding("screenshot", (pygame.K_F12,), "F12", "Screenshot"),
        Binding("card", (pygame.K_F9,), "F9", "A card to share of what is being said"),
        Binding("moving_card", (pygame.K_F9,), "Shift F9", "The same as a GIF, line by line", SHIFT),
        Binding("record", (pygame.K_F10,), "F10", "Start and stop recording a GIF"),
        Binding("help", (pygame.K_F1,), "F1", "This help"),
        Binding("escape", (pygame.K_ESCAPE,), "Esc", "Close what is open; then the menu"),
    ),
}
"""The bindings as the help groups them."""
BINDINGS = tuple(binding for group in GROUPS.values() for binding in group)

DIRECTIONS = ("left", "right", "up", "down")
"""Actions that go on while their key is held."""
_SHIFT_IGNORED = ("faster", "larger", "help", "search")
"""Actions whose keys need Shift on some keyboards."""


def act_for(event: pygame.event.Event) -> str:
    """What a pressed key asks for, or ``""``."""
    held = event.mod & (CTRL | SHIFT)
    for binding in BINDINGS:
        if event.key not in binding.keys:
            continue
        wanted = held & ~SHIFT if binding.act in _SHIFT_IGNORED else held
        if bool(wanted & CTRL) == bool(binding.mod & CTRL) and bool(wanted & SHIFT) == bool(binding.mod & SHIFT):
            return binding.act
    return ""


def explain(act: str) -> str:
    """What an action does and its key, in a few words: ``Search the whole town (/, Ctrl F)``; "" for what has no key."""
    found = next((b for b in BINDINGS if b.act == act and b.shown), None)
    return f"{found.help} ({found.shown})" if found else ""


def held_direction() -> tuple[int, int]:
    """Where the held arrow or WASD keys point: (-1 to 1, -1 to 1)."""
    pressed = pygame.key.get_pressed()
    on = {b.act: any(pressed[k] for k in b.keys) for b in BINDINGS if b.act in DIRECTIONS}
    return on["right"] - on["left"], on["down"] - on["up"]
