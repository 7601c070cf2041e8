"""Numbers from run files: who knows what and from whom, who knows whom, and how believable a town was.

Reads runs, changes nothing. ``evaluate`` needs nothing but the program itself; frames, graphs and pictures need the extra
``analysis`` and say so.
"""
