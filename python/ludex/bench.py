"""How many steps a second: ``python3 -m ludex.bench [game ...]``.

A step of single states is: the legal moves as a list, a random one of them, the next state, and
whether it is over. A step of a vector is one of each of its plays, with states and legal moves as
packed bits or as bytes.

Rates are by the clock; by the processor time of both processes together, in which they also wait
for each other; and of the fastest run: 1,000 steps of single states, or one step of all plays of a
vector. ``taskset -c 0 python3 -m ludex.bench`` keeps both on one processor, on Linux.
"""

import os
import random
import sys
import time
from typing import Callable, List, Optional, Tuple

import ludex
from ludex.process import process

GAMES = ["tictactoe", "connectfour", "breakthrough", "chess"]


def cpu() -> Optional[float]:
    """The processor time of this process and of the program, where the system tells it."""
    try:
        with open("/proc/%d/stat" % process()._child.pid, encoding="ascii") as f:
            fields = f.read().rsplit(")", 1)[1].split()
    except OSError:
        return None
    return time.process_time() + (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rate(run: Callable[[], int], seconds: float) -> Tuple[float, Optional[float], float]:
    """Steps per second by the clock, by processor time and of the fastest run, repeated for some
    seconds."""
    run()  # warm
    steps, fastest, began, used = 0, 0.0, time.perf_counter(), cpu()
    last = began
    while last - began < seconds:
        n = run()
        now = time.perf_counter()
        steps, fastest, last = steps + n, max(fastest, n / (now - last)), now
    after = cpu()
    by_processor = steps / (after - used) if after is not None and used is not None and after > used else None
    return steps / (last - began), by_processor, fastest


def single(game: ludex.Game) -> Callable[[], int]:
    """Steps of one state: its legal moves, a random one, whether it is over."""
    rng = random.Random(1)

    def run() -> int:
        state = game.new()
        for _ in range(1000):
            if state.is_terminal():
                state = game.new()
            legal = state.legal()
            state.apply(legal[int(rng.random() * len(legal))])
        return 1000

    return run


def vectors(game: ludex.Game, count: int = 4096) -> List[Tuple[str, Callable[[], int]]]:
    """Steps of many plays: random or given moves, with packed bits or bytes."""
    import numpy as np

    v = game.vector(count, seed=1)
    rng = np.random.default_rng(1)

    def drawn() -> int:
        v.step()
        return count

    def given() -> int:
        masks = v.masks()
        v.step((masks * rng.random(masks.shape, dtype=np.float32)).argmax(1))
        return count

    def unpacked() -> int:
        v.step()
        v.observations()
        v.masks()
        return count

    return [("vector, packed bits", drawn), ("vector, bytes", unpacked), ("vector, bytes, moves by numpy", given)]


def text(x: Optional[float]) -> str:
    """A rate for people."""
    if x is None:
        return "-"
    return "%.2f M" % (x / 1e6) if x >= 1e6 else "%.0f k" % (x / 1e3)


def main() -> None:
    """Print the table."""
    seconds = float(os.environ.get("LUDEX_BENCH_SECONDS", "2"))
    if hasattr(os, "getloadavg"):
        print("load %.1f on %d processors" % (os.getloadavg()[0], os.cpu_count() or 1))
    print("| game | what | steps/s by the clock | steps/s of processor time | fastest run |\n| --- | --- | --- | --- | --- |")
    for name in sys.argv[1:] or GAMES:
        game = ludex.load(name)
        for what, run in [("single states", single(game))] + vectors(game):
            row(name, what, run, seconds)


def row(name: str, what: str, run: Callable[[], int], seconds: float) -> None:
    """Measure, and print a row."""
    clock, used, fastest = rate(run, seconds)
    print("| %s | %s | %s | %s | %s |" % (name, what, text(clock), text(used), text(fastest)), flush=True)


if __name__ == "__main__":
    main()
