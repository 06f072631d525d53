"""Tabular Q-learning by self-play, evaluated against random and MCTS players.

    python3 q_learning.py [plays]
"""

import random
import sys
from collections import defaultdict
from typing import Dict, Tuple

import ludex


def learn(game: ludex.Game, plays: int, seed: int = 1, rate: float = 0.2) -> Dict[Tuple[bytes, int], float]:
    """Values of moves by state and move, for the role that moves."""
    rng = random.Random(seed)
    values: Dict[Tuple[bytes, int], float] = defaultdict(lambda: 0.5)
    for k in range(plays):
        explore = max(0.05, 1 - 2 * k / plays)
        state = game.new()
        path = []
        while not state.is_terminal():
            legal = state.legal()
            key = state.observation().tobytes()
            if rng.random() < explore:
                action = rng.choice(legal)
            else:
                action = max(legal, key=lambda a: values[key, a])
            path.append((key, action, state.mover))
            state.apply(action)
        goals = state.returns()
        following: Dict[int, float] = {}
        for key, action, role in reversed(path):
            target = following.get(role, goals[role])
            values[key, action] += rate * (target - values[key, action])
            following[role] = values[key, action] * 0.2 + target * 0.8
    return values


def main() -> None:
    plays = int(sys.argv[1]) if len(sys.argv) > 1 else 20000
    game = ludex.load("tictactoe")
    values = learn(game, plays)

    def policy(state: ludex.State, role: int) -> int:
        key = state.observation().tobytes()
        return max(state.legal(role), key=lambda a: values[key, a])

    count = 100 if plays >= 1000 else 10
    print("learned from %d plays, %d values" % (plays, len(values)))
    print("against random: %s" % (ludex.evaluate(game, policy, "random", count),))
    print("against mcts:   %s" % (ludex.evaluate(game, policy, "mcts", count // 5, nodes=200),))


if __name__ == "__main__":
    main()
