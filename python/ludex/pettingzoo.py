"""Ludex as PettingZoo environments. It needs the package ``pettingzoo``.

>>> env = ludex.pettingzoo.env("tictactoe")            # AEC: one agent after the other
>>> env = ludex.pettingzoo.parallel_env("blotto")      # all agents at once

Observations are dictionaries with ``observation`` and ``action_mask``. Agents are the roles;
what chance decides is drawn from the seed of ``reset``.
"""

import functools
from typing import Any, Dict, List, Optional, Union

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from .arrays import Array
from .errors import IllegalMove
from .game import Game, load
from .rand import Rand
from .state import State

__all__ = ["AEC", "Parallel", "env", "parallel_env", "raw_env"]


class _Play:
    """What both kinds of environments have."""

    def __init__(self, game: Union[Game, str], history: int) -> None:
        self.game = game if isinstance(game, Game) else load(game)
        self.history_steps = history
        self.possible_agents: List[str] = [self.game.roles[r] for r in self.game.players]
        self.metadata: Dict[str, Any] = {"name": "ludex_%s_v0" % self.game.name, "render_modes": ["ansi"],
                                         "is_parallelizable": False, "render_fps": 4}
        self.play: State = self.game.new()
        self.steps = 0
        self._rand = Rand(0)
        self._shape = self.play.information(self.game.players[0], history).shape

    @functools.lru_cache(maxsize=None)
    def space(self, agent: str) -> spaces.Space:
        r = self.game.role(agent)
        return spaces.Dict({
            "observation": spaces.MultiBinary(self.play.information(r, self.history_steps).shape),
            "action_mask": spaces.Box(0, 1, (self.game.num_actions(r),), np.int8),
        })

    @functools.lru_cache(maxsize=None)
    def actions(self, agent: str) -> spaces.Space:
        return spaces.Discrete(self.game.num_actions(agent))

    def begin(self, seed: Optional[int]) -> None:
        self._rand = Rand(int(np.random.default_rng(seed).integers(1 << 62)))
        self.play, self.steps = self.game.new(), 0
        self.skip()

    def skip(self) -> None:
        """Make the steps in which no agent decides anything."""
        while not self.play.is_terminal() and not self.play.movers:
            self.step_joint({})

    def step_joint(self, given: Dict[int, int]) -> None:
        joint = []
        for r in range(len(self.game.roles)):
            legal = self.play.legal(r)
            draw = self._rand.choose(len(legal))
            joint.append(given[r] if r in given else legal[draw])
        self.play.apply_joint(joint)
        self.steps += 1

    def see(self, agent: str) -> Dict[str, Array]:
        r = self.game.role(agent)
        mask = self.play.mask(r)
        if r not in self.play.movers:
            mask[:] = 0
        return {"observation": self.play.information(r, self.history_steps).astype(np.int8), "action_mask": mask}

    def cut(self) -> bool:
        return not self.play.is_terminal() and self.steps >= self.game.max_steps


class AEC(AECEnv):  # type: ignore[type-arg]
    """The agents act one after the other. If several decide something at once, each of them
    acts without seeing what the others chose."""

    def __init__(self, game: Union[Game, str], history: int = 16, render_mode: Optional[str] = None) -> None:
        super().__init__()
        self._play = _Play(game, history)
        self.game = self._play.game
        self.possible_agents = self._play.possible_agents
        self.metadata = self._play.metadata
        self.render_mode = render_mode
        self._chosen: Dict[int, int] = {}

    def observation_space(self, agent: str) -> spaces.Space:
        """What an agent observes."""
        return self._play.space(agent)

    def action_space(self, agent: str) -> spaces.Space:
        """What an agent can do."""
        return self._play.actions(agent)

    def observe(self, agent: str) -> Dict[str, Array]:
        """What an agent sees now."""
        return self._play.see(agent)

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begin a play."""
        self._play.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = {a: 0.0 for a in self.agents}
        self._cumulative_rewards = {a: 0.0 for a in self.agents}
        self.terminations = {a: False for a in self.agents}
        self.truncations = {a: False for a in self.agents}
        self.infos: Dict[str, Dict[str, Any]] = {a: {} for a in self.agents}
        self._chosen = {}
        self._select()

    def _select(self) -> None:
        waiting = [r for r in self._play.play.movers if r not in self._chosen]
        r = waiting[0] if waiting else self.game.players[0]
        self.agent_selection = self.game.roles[r]

    def step(self, action: Optional[int]) -> None:
        """Act for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        r = self.game.role(agent)
        if action is None or int(action) not in self._play.play.legal(r):
            raise IllegalMove("action %s is not legal for %s" % (action, agent))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._chosen[r] = int(action)
        if all(m in self._chosen for m in self._play.play.movers):
            self._play.step_joint(self._chosen)
            self._chosen = {}
            self._play.skip()
            self._end()
        self._select()
        self._accumulate_rewards()

    def _end(self) -> None:
        over, cut = self._play.play.is_terminal(), self._play.cut()
        if not over and not cut:
            return
        goals = self._play.play.returns()
        for a in self.agents:
            self.terminations[a], self.truncations[a] = over, cut
            if over:
                self.rewards[a] = goals[self.game.role(a)]

    def render(self) -> Any:
        """The state as text."""
        return str(self._play.play) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing has to be released."""


class Parallel(ParallelEnv):  # type: ignore[type-arg]
    """All agents act in every step. What an agent does that has nothing to decide does not
    matter; its mask is empty. An illegal action raises IllegalMove; with ``illegal="lose"`` it
    ends the play, and the agent's reward is -1."""

    def __init__(self, game: Union[Game, str], history: int = 16, render_mode: Optional[str] = None,
                 illegal: str = "error") -> None:
        self._play = _Play(game, history)
        self.illegal = illegal
        self.game = self._play.game
        self.possible_agents = self._play.possible_agents
        self.metadata = dict(self._play.metadata, is_parallelizable=True)
        self.render_mode = render_mode
        self.agents: List[str] = []

    def observation_space(self, agent: str) -> spaces.Space:
        """What an agent observes."""
        return self._play.space(agent)

    def action_space(self, agent: str) -> spaces.Space:
        """What an agent can do."""
        return self._play.actions(agent)

    def _see(self) -> Dict[str, Any]:
        return {a: self._play.see(a) for a in self.agents}

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Any:
        """Begin a play."""
        self._play.begin(seed)
        self.agents = self.possible_agents[:]
        return self._see(), {a: {} for a in self.agents}

    def step(self, actions: Dict[str, int]) -> Any:
        """Make a joint move."""
        movers = self._play.play.movers
        given = {}
        wrong = []
        for agent, action in actions.items():
            r = self.game.role(agent)
            if r not in movers:
                continue
            if int(action) not in self._play.play.legal(r):
                if self.illegal != "lose":
                    raise IllegalMove("action %s is not legal for %s" % (action, agent))
                wrong.append(agent)
            given[r] = int(action)
        for r in movers:
            if r not in given:
                raise IllegalMove("%s has to act" % self.game.roles[r])
        if wrong:
            return self._lost(wrong)
        self._play.step_joint(given)
        self._play.skip()
        over, cut = self._play.play.is_terminal(), self._play.cut()
        goals = self._play.play.returns()
        agents = self.agents
        seen = self._see()
        rewards = {a: goals[self.game.role(a)] if over else 0.0 for a in agents}
        if over or cut:
            self.agents = []
        return seen, rewards, {a: over for a in agents}, {a: cut for a in agents}, {a: {} for a in agents}

    def _lost(self, wrong: List[str]) -> Any:
        """What a step returns that ends the play because of illegal actions."""
        agents, seen = self.agents, self._see()
        self.agents = []
        return (seen, {a: -1.0 if a in wrong else 0.0 for a in agents}, {a: True for a in agents},
                {a: False for a in agents}, {a: {} for a in agents})

    def render(self) -> Any:
        """The state as text."""
        return str(self._play.play) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing has to be released."""


def raw_env(game: Union[Game, str], **options: Any) -> AEC:
    """An AEC environment without wrappers."""
    return AEC(game, **options)


def env(game: Union[Game, str], **options: Any) -> Any:
    """An AEC environment with the usual wrappers: illegal actions end the play."""
    from pettingzoo.utils import wrappers

    e: Any = AEC(game, **options)
    e = wrappers.TerminateIllegalWrapper(e, illegal_reward=-1)
    e = wrappers.AssertOutOfBoundsWrapper(e)
    return wrappers.OrderEnforcingWrapper(e)


def parallel_env(game: Union[Game, str], **options: Any) -> Parallel:
    """An environment in which all agents act at once."""
    return Parallel(game, **options)
