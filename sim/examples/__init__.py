"""Examples of own parts and of using a town from Python, each complete; ``python -m sim.examples.own_mind`` runs one."""
