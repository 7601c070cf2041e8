"""English sentences by rule: who says what of whom, when and where, and whether two sentences say the same.

The hand-written word banks and phrases are read here as well. Pure functions of texts: this room knows nothing of questions,
minds, models or towns. ``mind`` notes with it who was told what, ``answer`` writes and checks replies with it, ``training``
judges them.
"""
