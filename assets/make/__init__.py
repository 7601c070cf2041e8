"""Makes the town's art and maps: every pixel is drawn by these modules, nothing is read from elsewhere.

Run ``python -m assets.make`` in the project's root. The same code always writes the same bytes. Needs numpy only.
"""
