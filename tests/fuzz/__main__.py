"""``python -m fuzz``, in the folder of the tests."""

import sys

from fuzz import main

sys.exit(main(sys.argv[1:]))
