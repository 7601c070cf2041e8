"""``python -m sim.training.exam``."""

import sys

from sim.training.exam.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
