"""Names for the numpy arrays of this room, by the type of their numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Int64s = NDArray[np.int64]
Float16s = NDArray[np.float16]
Float32s = NDArray[np.float32]
Float64s = NDArray[np.float64]
