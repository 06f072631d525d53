"""Steps a second on a GPU: ``python -m ludex.devicebench [GAME ...]``."""

import sys
import time
from typing import Callable, List

import ludex

GAMES = ["tictactoe", "connectfour", "breakthrough", "reversi", "chess"]
PLAYS = [65536, 1 << 20]


def measure(vector: "ludex.DeviceVector", step: Callable[[], None], seconds: float = 1.0) -> float:
    """Steps of plays a second."""
    step()
    vector.check()
    times, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(10):
            step()
        vector.check()  # waits
        times += 10
    return vector.count * times / (time.perf_counter() - start)


def row(name: str, count: int) -> str:
    game = ludex.load(name)
    start = time.perf_counter()
    vector = game.device_vector(count, seed=1)
    vector.check()
    ready = time.perf_counter() - start

    def packed() -> None:
        vector.step()

    def as_bytes() -> None:
        vector.step()
        vector.observations()
        vector.masks()

    cells: List[str] = [name, "{:,}".format(count), "%.1f s" % ready]
    cells += ["{:,.0f}".format(measure(vector, f) / 1e6) for f in (packed, as_bytes)]
    vector.close()
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    print("| game | plays | set-up | packed bits, M steps/s | bytes, M steps/s |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name in sys.argv[1:] or GAMES:
        for count in PLAYS:
            print(row(name, count), flush=True)


if __name__ == "__main__":
    main()
