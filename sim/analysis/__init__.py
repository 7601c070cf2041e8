"""Measures computed from run files: diffusion of news, acquaintance, and how believable a town was.

Reads runs and changes nothing. Data frames, graphs and confidence intervals need the extra ``analysis``.
"""
