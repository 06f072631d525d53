"""Counterfactual regret minimisation on Kuhn poker: the value for the first player is -1/18.

    python3 cfr_kuhn.py [iterations]
"""

import sys
from typing import Dict, List

import numpy as np

import ludex


class CFR:
    """Regrets and average strategies by information state."""

    def __init__(self, game: ludex.Game) -> None:
        self.game = game
        self.regret: Dict[str, np.ndarray] = {}
        self.average: Dict[str, np.ndarray] = {}
        self.children: Dict[tuple, List] = {}

    def strategy(self, key: str, n: int) -> np.ndarray:
        positive = np.maximum(self.regret.setdefault(key, np.zeros(n)), 0)
        total = positive.sum()
        return positive / total if total > 0 else np.full(n, 1 / n)

    def node(self, state: ludex.State, path: tuple) -> tuple:
        """The successors of a state, computed once."""
        if path not in self.children:
            if state.is_terminal():
                found = ("end", np.array(state.returns()), None, None)
            elif state.is_chance():
                outcomes = [state.clone().apply_chance(a) for a in state.legal(self.game.chance)]
                found = ("chance", None, None, outcomes)
            elif state.mover is None:
                found = ("chance", None, None, [state.clone().apply_joint([None] * len(self.game.roles))])
            else:
                key = "%d:%s" % (state.mover, state.information_state(state.mover))
                found = ("move", state.mover, key, [state.child(a) for a in state.legal()])
            self.children[path] = found
        return self.children[path]

    def walk(self, state: ludex.State, reach: np.ndarray, path: tuple = ()) -> np.ndarray:
        kind, what, key, children = self.node(state, path)
        if kind == "end":
            return what
        if kind == "chance":
            values = [self.walk(c, reach, path + (i,)) for i, c in enumerate(children)]
            return np.mean(values, axis=0)
        p = self.strategy(key, len(children))
        values = []
        for i, c in enumerate(children):
            r = reach.copy()
            r[what] *= p[i]
            values.append(self.walk(c, r, path + (i,)))
        values = np.array(values)
        mean = p @ values
        others = np.prod(np.delete(reach, what))
        self.regret[key] += others * (values[:, what] - mean[what])
        self.average[key] = self.average.get(key, 0) + reach[what] * p
        return mean


def main() -> None:
    iterations = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    game = ludex.load("kuhnpoker")
    cfr = CFR(game)
    values = [cfr.walk(game.new(), np.ones(len(game.roles))) for _ in range(iterations)]
    late = np.mean(values[len(values) // 2 :], axis=0)
    first, second = game.players[:2]
    print("%d information states" % len(cfr.average))
    print("goals after %d iterations: %.3f and %.3f" % (iterations, late[first], late[second]))


if __name__ == "__main__":
    main()
