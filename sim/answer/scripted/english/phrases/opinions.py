"""Lines by which people hold views on a matter of the town: for, against and in two minds, and what others say to that.

``{first}`` is the first name of whoever the matter is about. Knows neither who holds which view nor why.
"""

from __future__ import annotations

from collections.abc import Mapping

from sim.answer.scripted.english.phrases import Lines, read

FOR, TORN, AGAINST = "for", "in two minds about", "against"
_BANK = read("opinions")
Views = Mapping[str, Lines]

OFFICE: Views = _BANK["OFFICE"]
"""Views on somebody who seeks an office."""
OTHER: Views = _BANK["OTHER"]
"""Views on any other matter."""
TO_YOU: Views = _BANK["TO_YOU"]
"""The same, said to whoever the matter is about."""
OTHER_TO_YOU: Views = _BANK["OTHER_TO_YOU"]
"""Views on any other matter, said to whoever it is about."""
THE_SAME: Lines = _BANK["THE_SAME"]
NOT_THE_SAME: Lines = _BANK["NOT_THE_SAME"]
NOT_SURE: Lines = _BANK["NOT_SURE"]
TO_TORN: Lines = _BANK["TO_TORN"]
"""What one says to another's view: of the same one, of the contrary one, not sure oneself, and sure where they are not."""
MINE: Views = _BANK["MINE"]
"""What one says to views on one's own matter."""
OF_ONESELF: Lines = _BANK["OF_ONESELF"]
"""What one thinks of one's own matter."""
