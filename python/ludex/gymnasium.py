"""Ludex as Gymnasium environments. It needs the package ``gymnasium``.

>>> env = ludex.gymnasium.Env("tictactoe")          # one role; the others move at random
>>> env = ludex.gymnasium.VectorEnv("tictactoe", 1024)

``info["action_mask"]`` says which actions are legal.
"""

from typing import Any, Callable, Dict, Optional, Tuple, Union

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from .arrays import Array
from .errors import IllegalMove
from .game import Game, load
from .rand import Rand
from .state import State

__all__ = ["Env", "VectorEnv"]

Opponent = Callable[[State, int], int]
"""Chooses the action of a role in a state."""


def as_game(game: Union[Game, str]) -> Game:
    """A game, given itself or by what :func:`ludex.load` takes."""
    loaded: Game = game if isinstance(game, Game) else load(game)
    return loaded


class Env(gymnasium.Env):  # type: ignore[type-arg]
    """One role of a game against opponents, which move at random unless a function is given.

    Observations are the facts, or in a game with hidden information what the role did and
    perceived in its last ``history`` steps. The reward is the goal at the end, from 0 to 1. An
    illegal action raises IllegalMove; with ``illegal="lose"`` it ends the play without reward.
    """

    metadata: Dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(self, game: Union[Game, str], role: Union[int, str, None] = None, opponent: Optional[Opponent] = None,
                 illegal: str = "error", history: int = 16, render_mode: Optional[str] = None) -> None:
        self.game = as_game(game)
        self.role = self.game.players[0] if role is None else self.game.role(role)
        self.opponent = opponent
        self.illegal = illegal
        self.history = history
        self.render_mode = render_mode
        self.action_space = gymnasium.spaces.Discrete(self.game.num_actions(self.role))
        self.state, self._steps = self.game.new(), 0
        self.observation_space = gymnasium.spaces.MultiBinary(self._observation().shape)
        self._rand = Rand(0)

    def _observation(self) -> Array:
        return self.state.information(self.role, self.history).astype(np.int8)

    def _info(self) -> Dict[str, Any]:
        return {"action_mask": self.state.mask(self.role)}

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Array, Dict[str, Any]]:
        """Begin a play. The seed chooses what opponents and chance do."""
        super().reset(seed=seed)
        self._rand = Rand(int(self.np_random.integers(1 << 62)))
        self.state, self._steps = self.game.new(), 0
        self._advance()
        return self._observation(), self._info()

    def step(self, action: Any) -> Tuple[Array, float, bool, bool, Dict[str, Any]]:
        """Make a move, and let the others move until the role decides something again."""
        if int(action) not in self.state.legal(self.role):
            if self.illegal != "lose":
                raise IllegalMove("action %d is not legal for %s" % (action, self.game.roles[self.role]))
            return self._observation(), 0.0, True, False, self._info()
        self._move(int(action))
        self._advance()
        over = self.state.is_terminal()
        cut = not over and self._steps >= self.game.max_steps
        return self._observation(), self.state.returns()[self.role] if over else 0.0, over, cut, self._info()

    def _advance(self) -> None:
        while not self.state.is_terminal() and self.role not in self.state.movers:
            self._move(None)

    def _move(self, mine: Optional[int]) -> None:
        joint = []
        for r in range(len(self.game.roles)):
            legal = self.state.legal(r)
            draw = self._rand.choose(len(legal))
            if r == self.role and mine is not None:
                joint.append(mine)
            elif self.opponent is not None and r != self.game.chance and r != self.role and len(legal) > 1:
                joint.append(self.opponent(self.state, r))
            else:
                joint.append(legal[draw])
        self.state.apply_joint(joint)
        self._steps += 1

    def render(self) -> Any:
        """The state as text."""
        return str(self.state) if self.render_mode == "ansi" else None


class VectorEnv(gymnasium.vector.VectorEnv):  # type: ignore[type-arg]
    """Many plays at once. The action of a play is that of the role that decides something in it,
    ``info["mover"]``, and the reward is that role's: an agent plays against itself. In a game
    for one it is the usual vector environment. Plays that end are replaced in the same step.
    Where roles move at the same time, give joint moves of shape (n, roles).

    With hidden information the observation is what that role did and perceived in its last
    ``history`` steps, as :meth:`ludex.Vector.information` has it, in a shape that does for all
    roles. There is then no ``final_obs``. Where chance moves alone, the observation is empty, and the
    mask has action 0, which does nothing.
    """

    metadata: Dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(self, game: Union[Game, str], num_envs: int, seed: int = 0, max_steps: int = 0, history: int = 16) -> None:
        self.game = as_game(game)
        self.num_envs = num_envs
        self.render_mode = None
        self.plays = self.game.vector(num_envs, seed=seed, max_steps=max_steps, history=history)
        self.single_observation_space = gymnasium.spaces.MultiBinary(self._observations().shape[1:])
        self.single_action_space = gymnasium.spaces.Discrete(self.game.max_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _observations(self) -> Array:
        if not self.game.hidden:
            return self.plays.observations().astype(np.int8)
        views = {r: self.plays.information(r) for r in self.game.players}
        width = max(v.shape[2] for v in views.values())
        seen = np.zeros((self.num_envs, next(iter(views.values())).shape[1], width), dtype=np.int8)
        for r, view in views.items():
            rows = np.nonzero(self.plays.mover == r)[0]
            seen[rows, :, : view.shape[2]] = view[rows]
        return seen

    def _info(self) -> Dict[str, Any]:
        masks = self.plays.masks().astype(np.int8)
        masks[self.plays.mover < 0, 0] = 1  # chance moves alone: the action does not matter
        return {"action_mask": masks, "mover": self.plays.mover.copy()}

    def reset(self, *, seed: Any = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Array, Dict[str, Any]]:
        """Begin all plays anew."""
        self.plays.reset(int(seed) if seed is not None else 0)
        return self._observations(), self._info()

    def step(self, actions: Any) -> Tuple[Array, Array, Array, Array, Dict[str, Any]]:
        """Make a move in every play."""
        movers = self.plays.mover.astype(np.intp)
        self.plays.step(np.asarray(actions))
        rewards = self.plays.rewards[np.arange(self.num_envs), np.maximum(movers, 0)].astype(np.float64)
        info = self._info()
        ended = (self.plays.done | self.plays.truncated).astype(bool)
        if ended.any() and not self.game.hidden:
            from .vector import unpack

            final = np.full(self.num_envs, None, dtype=object)
            rows = np.nonzero(ended)[0]
            for i, bits in zip(rows, unpack(self.plays.final[rows], len(self.game.facts))):
                final[i] = bits.astype(np.int8)
            info["final_obs"], info["_final_obs"] = final, ended
        return (self._observations(), rewards,
                self.plays.done.astype(bool), self.plays.truncated.astype(bool), info)

    def close_extras(self, **kwargs: Any) -> None:
        """Release the memory."""
        self.plays.close()
