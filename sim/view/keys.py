"""Every key of the window and what it does, in the order the help shows them. Knows nothing of how it is done."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

CTRL = pygame.KMOD_CTRL
SHIFT = pygame.KMOD_SHIFT


@dataclass(frozen=True)
class Binding:
    """``act`` is the name the screen acts on; ``keys`` any of these; ``mod`` what must be held (0 = neither Ctrl nor Shift)."""

    act: str
    keys: tuple[int, ...]
    shown: str
    help: str
    mod: int = 0
    group: str = ""


BINDINGS: tuple[Binding, ...] = (
    Binding("pause", (pygame.K_SPACE,), "Space", "Pause, or go on", group="Time"),
    Binding("speed1", (pygame.K_1, pygame.K_KP1), "1", "Slow: to read what is said", group="Time"),
    Binding("speed2", (pygame.K_2, pygame.K_KP2), "2", "A game minute per second", group="Time"),
    Binding("speed3", (pygame.K_3, pygame.K_KP3), "3", "Five game minutes per second", group="Time"),
    Binding("speed4", (pygame.K_4, pygame.K_KP4), "4", "Twenty-five game minutes per second", group="Time"),
    Binding("faster", (pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS), "+", "Faster", group="Time"),
    Binding("slower", (pygame.K_MINUS, pygame.K_KP_MINUS), "-", "Slower", group="Time"),
    Binding("back", (pygame.K_COMMA,), ",", "One tick back", group="Time"),
    Binding("forward", (pygame.K_PERIOD,), ".", "One tick forward", group="Time"),
    Binding("next_event", (pygame.K_n,), "N", "To the next thing of interest", group="Time"),
    Binding("previous_event", (pygame.K_n,), "Shift N", "To the one before", SHIFT, group="Time"),
    Binding("skip_nights", (pygame.K_j,), "J", "Skip nights in which everybody sleeps, or live them", group="Time"),
    Binding("live", (pygame.K_l,), "L", "Back to the present", group="Time"),
    Binding("bookmark", (pygame.K_b,), "B", "Bookmark this moment", group="Time"),
    Binding("zoom_in", (pygame.K_z,), "Z, wheel", "Closer", group="Town"),
    Binding("zoom_out", (pygame.K_x,), "X", "Further away", group="Town"),
    Binding("auto_camera", (pygame.K_c,), "C", "Let the camera find what happens, or hold it", group="Town"),
    Binding("follow", (pygame.K_f,), "F", "Follow the selected resident", group="Town"),
    Binding("left", (pygame.K_LEFT, pygame.K_a), "A, arrow", "Look further left", group="Town"),
    Binding("right", (pygame.K_RIGHT, pygame.K_d), "D, arrow", "Look further right", group="Town"),
    Binding("up", (pygame.K_UP, pygame.K_w), "W, arrow", "Look further up", group="Town"),
    Binding("down", (pygame.K_DOWN, pygame.K_s), "S, arrow", "Look further down", group="Town"),
    Binding("next_resident", (pygame.K_RIGHTBRACKET,), "]", "Select the next resident", group="Town"),
    Binding("previous_resident", (pygame.K_LEFTBRACKET,), "[", "Select the one before", group="Town"),
    Binding("labels", (pygame.K_t,), "T", "Names and places: on, off", group="Town"),
    Binding("search", (pygame.K_SLASH,), "/, Ctrl F", "Search the whole town", group="Look"),
    Binding("search", (pygame.K_f,), "", "", CTRL),
    Binding("why", (pygame.K_q,), "Q", "Why does the selected resident do this?", group="Look"),
    Binding("graph", (pygame.K_g,), "G", "Who knows whom", group="Look"),
    Binding("news", (pygame.K_k,), "K", "Colour residents by who knows a piece of news", group="Look"),
    Binding("roster", (pygame.K_r,), "R", "Show or hide the residents", group="Look"),
    Binding("feed", (pygame.K_e,), "E", "Show or hide what happens", group="Look"),
    Binding("minimap", (pygame.K_m,), "M", "Show or hide the small map", group="Look"),
    Binding("focus_next", (pygame.K_TAB,), "Tab", "Next thing that can be pressed", group="Look"),
    Binding("focus_previous", (pygame.K_TAB,), "Shift Tab", "The one before", SHIFT, group="Look"),
    Binding("press", (pygame.K_RETURN, pygame.K_KP_ENTER), "Enter", "Press it; as a resident: say something", group="Look"),
    Binding("tab1", (pygame.K_1,), "Ctrl 1 to 6", "The tabs of the inspector", CTRL, group="Look"),
    Binding("tab2", (pygame.K_2,), "", "", CTRL),
    Binding("tab3", (pygame.K_3,), "", "", CTRL),
    Binding("tab4", (pygame.K_4,), "", "", CTRL),
    Binding("tab5", (pygame.K_5,), "", "", CTRL),
    Binding("tab6", (pygame.K_6,), "", "", CTRL),
    Binding("interview", (pygame.K_i,), "I", "Interview the selected resident", group="Speak"),
    Binding("whisper", (pygame.K_h,), "H", "Whisper to the selected resident", group="Speak"),
    Binding("happening", (pygame.K_o,), "O", "Let something happen", group="Speak"),
    Binding("play", (pygame.K_p,), "P", "Become the selected resident, or give them back", group="Speak"),
    Binding("speak", (pygame.K_y,), "Y", "As a resident: say something", group="Speak"),
    Binding("use", (pygame.K_u,), "U", "As a resident: do something", group="Speak"),
    Binding("larger", (pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS), "Ctrl +", "Larger text", CTRL, group="Window"),
    Binding("smaller", (pygame.K_MINUS, pygame.K_KP_MINUS), "Ctrl -", "Smaller text", CTRL, group="Window"),
    Binding("full_screen", (pygame.K_F11,), "F11", "Full screen", group="Window"),
    Binding("screenshot", (pygame.K_F12,), "F12", "Screenshot", group="Window"),
    Binding("record", (pygame.K_F10,), "F10", "Start and stop recording a GIF", group="Window"),
    Binding("help", (pygame.K_F1,), "F1", "This help", group="Window"),
    Binding("escape", (pygame.K_ESCAPE,), "Esc", "Close what is open", group="Window"),
)

GROUPS = ("Time", "Town", "Look", "Speak", "Window")
HELD = ("left", "right", "up", "down")
"""What goes on while its key is held."""

_ALWAYS_SHIFT_FREE = ("faster", "larger", "help", "search")
"""PlaceLabels that need Shift on some keyboards."""


def act_for(event: pygame.event.Event) -> str:
    """What a pressed key asks for, or ``""``."""
    held = event.mod & (CTRL | SHIFT)
    for binding in BINDINGS:
        if event.key not in binding.keys:
            continue
        wanted = held & ~SHIFT if binding.act in _ALWAYS_SHIFT_FREE else held
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
    on = {b.act: any(pressed[k] for k in b.keys) for b in BINDINGS if b.act in HELD}
    return on["right"] - on["left"], on["down"] - on["up"]
