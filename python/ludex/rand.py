"""The generator of random numbers that all plays with a seed use."""

_MASK = (1 << 64) - 1


class Rand:
    """SplitMix64. One number is drawn for each role and step, in the order of the roles."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def uint64(self) -> int:
        """The next draw."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _MASK
        return z ^ z >> 31

    def choose(self, n: int) -> int:
        """A number from 0 to n-1."""
        return self.uint64() * n >> 64
