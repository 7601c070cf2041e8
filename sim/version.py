"""The program's version, in a file of its own so that every room can name it without importing the rest."""

from __future__ import annotations

VERSION = "0.1.0"
