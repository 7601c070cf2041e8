"""English sentences by rule: who says what of whom, when and where, and whether two sentences say the same.

The hand-written word banks and phrases are read here as well. Pure functions of texts; knows nothing of questions, minds, models or
towns. ``mind`` uses it to note who was told what, ``answer`` to write and to check replies, ``training`` to judge them.
"""
