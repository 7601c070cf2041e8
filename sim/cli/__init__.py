"""The command line: sub-commands, exit codes and the words for errors; nothing else.

``parser`` has the arguments. ``run_commands`` lets time pass (``jobs`` say what is lived, ``live_run`` lives it),
``inspect_runs`` and ``run_files`` read and change saved runs, ``setup`` is about scenarios, models and the machine. Towns are
lived and opened through ``sim.town``. Exit codes: 0 done, 1 failed, 2 usage or a bad input file, 3 model missing or unusable,
130 interrupted and saved.
"""

from sim.cli.main import main

__all__ = ["main"]
