"""A small policy gradient (REINFORCE with a baseline) in numpy, on vectorised plays.

    python3 policy_gradient.py [iterations]
"""

import sys

import numpy as np

import ludex


def softmax(scores: np.ndarray, masks: np.ndarray) -> np.ndarray:
    scores = np.where(masks == 1, scores, -1e9)
    e = np.exp(scores - scores.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def sample(p: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    drawn = (p.cumsum(1) < rng.random((len(p), 1))).sum(1)
    return np.minimum(drawn, p.shape[1] - 1)


class Policy:
    """A linear policy for each role."""

    def __init__(self, game: ludex.Game) -> None:
        self.weights = np.zeros((len(game.roles), len(game.facts), game.max_actions), dtype=np.float32)

    def probabilities(self, observations: np.ndarray, masks: np.ndarray, movers: np.ndarray) -> np.ndarray:
        scores = np.zeros(masks.shape, dtype=np.float32)
        for r in range(len(self.weights)):
            rows = movers == r
            scores[rows] = observations[rows].astype(np.float32) @ self.weights[r]
        return softmax(scores, masks)

    def __call__(self, state: ludex.State, role: int) -> int:
        mask = np.zeros((1, self.weights.shape[2]), dtype=np.int8)
        mask[0, state.legal(role)] = 1
        return int(self.probabilities(state.observation()[None], mask, np.array([role]))[0].argmax())


def train(game: ludex.Game, iterations: int, seed: int = 1, plays: int = 512, rate: float = 0.5) -> Policy:
    rng = np.random.default_rng(seed)
    policy = Policy(game)
    with game.vector(plays, seed=seed) as v:
        for _ in range(iterations):
            v.reset(int(rng.integers(1 << 40)))
            running = np.ones(plays, dtype=bool)
            steps, goals = [], np.zeros((plays, len(game.roles)), dtype=np.float32)
            while running.any():  # every play once, to its end
                observations, masks, movers = v.observations(), v.masks(), v.mover.copy()
                p = policy.probabilities(observations, masks, movers)
                actions = sample(p, rng)
                bad = masks[np.arange(plays), actions] == 0
                actions[bad] = masks[bad].argmax(1)
                steps.append((observations, movers, p, actions, running.copy()))
                v.step(actions)
                ended = running & ((v.done | v.truncated) == 1)
                goals[ended] = v.rewards[ended]
                running &= ~ended
            advantage = goals - goals.mean(0)
            for observations, movers, p, actions, alive in steps:
                for r in range(len(game.roles)):
                    rows = alive & (movers == r)
                    grad = -p[rows]
                    grad[np.arange(len(grad)), actions[rows]] += 1
                    grad *= advantage[rows, r][:, None]
                    policy.weights[r] += rate / plays * observations[rows].astype(np.float32).T @ grad
    return policy


def main() -> None:
    iterations = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    game = ludex.load("tictactoe")
    policy = train(game, iterations)
    plays = 200 if iterations >= 100 else 10
    print("after %d iterations against random: %s" % (iterations, ludex.evaluate(game, policy, "random", plays)))


if __name__ == "__main__":
    main()
