"""The command line: sub-commands, exit codes and the words for errors; nothing else.

``parser`` has the arguments, ``running`` the commands that let time pass, ``looking`` those that read saved runs, ``making``
those about scenarios, models and the machine. Exit codes: 0 done, 1 failed, 2 usage or a bad input file, 3 model missing or
unusable, 130 interrupted and saved.
"""

from sim.cli.main import main

__all__ = ["main"]
