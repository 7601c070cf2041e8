"""Widgets over pygame surfaces: boxes, flows of text and cards, text boxes. They know nothing of towns."""
