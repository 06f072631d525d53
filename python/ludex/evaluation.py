"""Matches in Python: how strong a policy is."""

import math
from typing import TYPE_CHECKING, Callable, Dict, List, NamedTuple, Sequence, Union

from .player import Player
from .rand import Rand

if TYPE_CHECKING:
    from .game import Game
    from .state import State

Policy = Callable[["State", int], int]
"""Chooses the action of a role in a state."""


class Result(NamedTuple):
    """The score of a policy: its mean goal, from 0 to 1, with a confidence interval."""

    score: float
    low: float
    high: float
    plays: int

    def __str__(self) -> str:
        return "%.3f (%.3f to %.3f, %d plays)" % self


def evaluate(game: "Game", policy: Policy, opponent: Union[str, Policy], plays: int = 100, seed: int = 0,
             nodes: int = 0, confidence: float = 1.96) -> Result:
    """Let a policy play against an opponent: a player of Ludex by name, or another policy.

    The policy takes every role equally often, and the others play for the opponent. The
    interval has 95 % confidence unless another quantile is given.
    """
    scores: List[float] = []
    for k in range(plays):
        role = game.players[k % len(game.players)]
        others: Dict[int, Union[Policy, Player]] = {
            r: opponent if callable(opponent) else game.player(opponent, r, seed=seed + k, nodes=nodes)
            for r in game.players if r != role}
        try:
            scores.append(_play(game, role, policy, others, Rand(seed + k)))
        finally:
            for o in others.values():
                if isinstance(o, Player):
                    o.close()
    return interval(scores, confidence)


def interval(scores: Sequence[float], confidence: float = 1.96) -> Result:
    """The mean of scores from 0 to 1, with a confidence interval of Wilson's form."""
    n = len(scores)
    mean = sum(scores) / n
    z2 = confidence * confidence / n
    centre = (mean + z2 / 2) / (1 + z2)
    half = confidence / (1 + z2) * math.sqrt(mean * (1 - mean) / n + z2 / (4 * n))
    return Result(mean, max(0.0, centre - half), min(1.0, centre + half), n)


def _play(game: "Game", role: int, policy: Policy, others: "dict[int, Union[Policy, Player]]", rand: Rand) -> float:
    s = game.new()
    while not s.is_terminal():
        movers = s.movers
        joint = []
        for r in range(len(game.roles)):
            legal = s.legal(r)
            draw = rand.choose(len(legal))
            if r not in movers:
                joint.append(legal[draw])
            elif r == role:
                joint.append(policy(s, r))
            else:
                o = others[r]
                joint.append(o(s, r) if callable(o) else o.choose(s))
        s.apply_joint(joint)
    return s.returns()[role]
