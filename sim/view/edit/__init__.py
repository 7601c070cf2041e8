"""Editing a scenario in the window: people, places, news and happenings, as forms beside the map."""
