"""What things cost: ``python -m sim.bench memory|llm|world|record|window|day``. Figures are ratios in one run where they can be."""
