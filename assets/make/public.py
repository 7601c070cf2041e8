"""Furniture of school, chapel, clinic, office and town hall."""

from __future__ import annotations

from assets.make.sheet import Sheet


def public_sheet() -> Sheet:
    """The tileset of public buildings."""
    from assets.make.trade import crate

    sheet = Sheet("public")
    sheet.add("plain crate", crate(), solid=1)
    return sheet
