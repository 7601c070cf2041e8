"""Rule-based English: extraction, comparison and rewriting of sentences, and the hand-written content banks and phrases.

Pure functions of texts: this room knows nothing of questions, minds, models or towns. ``mind`` extracts statements with it,
``answer`` writes and checks replies, ``training`` checks examples.
"""
