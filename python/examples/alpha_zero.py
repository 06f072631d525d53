"""AlphaZero-like training: a small network in numpy evaluates the positions of our search.

The search calls the network in batches; the network learns what plays ended with.

    python3 alpha_zero.py [rounds]
"""

import sys
from typing import List, Tuple

import numpy as np

import ludex


class Network:
    """A network with one hidden layer: facts to what each role gets."""

    def __init__(self, facts: int, roles: int, hidden: int = 64, seed: int = 1) -> None:
        rng = np.random.default_rng(seed)
        self.w1 = rng.normal(0, facts**-0.5, (facts, hidden)).astype(np.float32)
        self.b1 = np.zeros(hidden, dtype=np.float32)
        self.w2 = np.zeros((hidden, roles), dtype=np.float32)
        self.b2 = np.zeros(roles, dtype=np.float32)

    def forward(self, x: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
        h = np.maximum(x.astype(np.float32) @ self.w1 + self.b1, 0)
        return h, 1 / (1 + np.exp(-(h @ self.w2 + self.b2)))

    def __call__(self, x: np.ndarray) -> np.ndarray:
        return self.forward(x)[1]

    def learn(self, x: np.ndarray, y: np.ndarray, rate: float = 0.05) -> float:
        h, out = self.forward(x)
        d2 = (out - y) / len(x)
        d1 = (d2 @ self.w2.T) * (h > 0)
        self.w2 -= rate * len(x) ** 0.5 * h.T @ d2
        self.b2 -= rate * len(x) ** 0.5 * d2.sum(0)
        self.w1 -= rate * len(x) ** 0.5 * x.astype(np.float32).T @ d1
        self.b1 -= rate * len(x) ** 0.5 * d1.sum(0)
        return float(((out - y) ** 2).mean())


def self_play(game: ludex.Game, network: Network, rng: np.random.Generator, nodes: int) -> Tuple[List[np.ndarray], np.ndarray]:
    state, seen = game.new(), []
    while not state.is_terminal():
        seen.append(state.observation())
        found = state.search(nodes, seed=int(rng.integers(1 << 31)), evaluator=network)
        visits = np.array([c.visits for c in found.moves], dtype=float)
        p = visits / visits.sum()
        state.apply(found.moves[rng.choice(len(p), p=p)].action)
    return seen, np.array(state.returns(), dtype=np.float32)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    game = ludex.load("connectthree")
    rng = np.random.default_rng(1)
    network = Network(len(game.facts), len(game.roles))
    xs: List[np.ndarray] = []
    ys: List[np.ndarray] = []
    for k in range(rounds):
        for _ in range(10):
            seen, goals = self_play(game, network, rng, nodes=60)
            xs += seen
            ys += [goals] * len(seen)
        x, y = np.array(xs[-4000:]), np.array(ys[-4000:])
        for _ in range(200):
            rows = rng.integers(len(x), size=64)
            loss = network.learn(x[rows], y[rows])
        print("round %d: loss %.3f" % (k + 1, loss))

    def policy(state: ludex.State, role: int) -> int:
        return state.search(60, role, evaluator=network).moves[0].action

    plays = 40 if rounds >= 10 else 4
    print("with search, against random: %s" % (ludex.evaluate(game, policy, "random", plays),))


if __name__ == "__main__":
    main()
