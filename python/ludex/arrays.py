"""The type of arrays. It needs numpy, so what does not always need it imports this for type
checkers only."""

from typing import Any

from numpy.typing import NDArray

Array = NDArray[Any]
