"""What things cost: ``python -m sim.bench NAME``. Figures are ratios in one run where they can be."""
