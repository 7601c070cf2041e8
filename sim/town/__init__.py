"""Towns from Python: ``Town`` and what it hands out. Import it as ``from sim import Town``.

``town`` is the town and how it is lived, ``recorded`` its run file, ``view`` what it shows, ``resident`` one of its people,
``minds`` who answers its questions, ``collector`` what is noted at intervals, ``notebook`` how a town and its residents look
there, ``answerer`` the base of an own way of answering. Nothing here prints.
"""

from sim.town.answerer import OwnAnswerer
from sim.town.collector import Collector
from sim.town.resident import Resident, ResidentMemory
from sim.town.town import Tick, Town
from sim.town.view import TownError

__all__ = ["Collector", "OwnAnswerer", "Resident", "ResidentMemory", "Tick", "Town", "TownError"]
