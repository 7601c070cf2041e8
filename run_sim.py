"""The door: ``python run_sim.py scenarios/first_morning.yaml``. All is in ``sim.cli``."""

import sys

from sim.cli import main

if __name__ == "__main__":
    sys.exit(main())
