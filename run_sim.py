"""The door: ``python run_sim.py scenarios/first_morning.yaml``. All is in ``sim.cli``."""

import sys

if __name__ == "__main__":
    try:
        from sim.cli import main

        code = main()
    except KeyboardInterrupt:  # before ``main`` could see to it
        print("interrupted", file=sys.stderr)
        code = 130
    sys.exit(code)
