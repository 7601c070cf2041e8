"""The tabs of the inspector: one resident seen from one side each, always as things were at the shown moment."""
