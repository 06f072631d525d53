"""Ludex with the names of OpenSpiel: :class:`Game` and :class:`State`.

Code that is written for OpenSpiel's Python interface runs on any game of Ludex. OpenSpiel is
not needed.

>>> game = ludex.openspiel.load_game("kuhnpoker")
>>> state = game.new_initial_state()
"""

import pickle
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import game as _game
from . import state as _state

__all__ = ["Game", "GameType", "PlayerId", "State", "load_game"]


class PlayerId:
    """The players that are not roles."""

    CHANCE = -1
    SIMULTANEOUS = -2
    INVALID = -3
    TERMINAL = -4


class GameType(NamedTuple):
    """What kind of game it is."""

    short_name: str
    long_name: str
    dynamics: str
    """"sequential" or "simultaneous"."""
    chance_mode: str
    """"deterministic" or "explicit_stochastic"."""
    information: str
    """"perfect_information" or "imperfect_information"."""
    utility: str
    reward_model: str
    max_num_players: int
    min_num_players: int
    provides_information_state_string: bool = True
    provides_information_state_tensor: bool = True
    provides_observation_string: bool = True
    provides_observation_tensor: bool = True


class Game:
    """A game. Utilities are goals, from -1 to 1 for two players and from 0 to 1 otherwise."""

    def __init__(self, source: Union[_game.Game, str], history: int = 16) -> None:
        self.ludex = source if isinstance(source, _game.Game) else _game.load(source)
        self.history = history
        self._players = self.ludex.players
        self._simultaneous: Optional[bool] = None

    def new_initial_state(self) -> "State":
        """The initial state."""
        return State(self, self.ludex.new())

    def num_players(self) -> int:
        """How many players there are, without chance."""
        return len(self._players)

    def num_distinct_actions(self) -> int:
        """The greatest number of actions of a player."""
        return max(self.ludex.num_actions(r) for r in self._players)

    def max_chance_outcomes(self) -> int:
        """How many outcomes chance has at most."""
        return 0 if self.ludex.chance is None else self.ludex.num_actions(self.ludex.chance)

    def max_game_length(self) -> int:
        """How many steps a play has at most."""
        return self.ludex.max_steps

    def min_utility(self) -> float:
        """The least that a player can get."""
        return -1.0 if len(self._players) == 2 else 0.0

    def max_utility(self) -> float:
        """The most that a player can get."""
        return 1.0

    def utility(self, goal: float) -> float:
        """The utility of a goal from 0 to 1."""
        return 2 * goal - 1 if len(self._players) == 2 else goal

    def get_type(self) -> GameType:
        """What kind of game it is. Dynamics are those of the first plays."""
        if self._simultaneous is None:
            self._simultaneous = any(s.is_simultaneous() for seed in range(4) for s in self.ludex.simulate(seed))
        n = len(self._players)
        return GameType(
            short_name="ludex_" + self.ludex.name, long_name=self.ludex.name,
            dynamics="simultaneous" if self._simultaneous else "sequential",
            chance_mode="deterministic" if self.ludex.chance is None else "explicit_stochastic",
            information="imperfect_information" if self.ludex.hidden else "perfect_information",
            utility="general_sum", reward_model="terminal", max_num_players=n, min_num_players=n)

    def observation_tensor_shape(self) -> List[int]:
        """The shape of what a player observes."""
        return list(self.new_initial_state().ludex.information(self._players[0], self.history).shape)

    information_state_tensor_shape = observation_tensor_shape

    def observation_tensor_size(self) -> int:
        """How many numbers an observation has."""
        size = 1
        for n in self.observation_tensor_shape():
            size *= n
        return size

    information_state_tensor_size = observation_tensor_size

    def get_parameters(self) -> Dict[str, Any]:
        """The parameters: there are none but the rules."""
        return {}

    def deserialize_state(self, text: str) -> "State":
        """The state that :meth:`State.serialize` wrote."""
        s = self.new_initial_state()
        for line in text.split("\n") if text else []:
            s._joint([int(a) for a in line.split()])
        return s

    def __str__(self) -> str:
        return "ludex_%s()" % self.ludex.name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.ludex == other.ludex

    def __hash__(self) -> int:
        return hash(self.ludex)

    def __reduce__(self) -> Any:
        return (Game, (self.ludex, self.history))


class State:
    """A state."""

    def __init__(self, game: Game, state: _state.State) -> None:
        self._game = game
        self.ludex = state
        self._actions: List[Tuple[int, int]] = []
        self._skip()

    def _skip(self) -> None:
        """Make the steps in which nobody decides anything."""
        s = self.ludex
        while not s.is_terminal() and not s.movers and not s.is_chance():
            s.apply_joint([None] * len(s.game.roles))

    def _joint(self, joint: Sequence[Optional[int]]) -> None:
        self.ludex.apply_joint(joint)
        self._skip()

    def get_game(self) -> Game:
        """The game."""
        return self._game

    def num_players(self) -> int:
        """How many players there are."""
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        """The greatest number of actions of a player."""
        return self._game.num_distinct_actions()

    def current_player(self) -> int:
        """Who is to move, or one of :class:`PlayerId`."""
        if self.ludex.is_terminal():
            return PlayerId.TERMINAL
        if self.ludex.is_chance():
            return PlayerId.CHANCE
        m = self.ludex.mover
        return PlayerId.SIMULTANEOUS if m is None else self._game._players.index(m)

    def is_terminal(self) -> bool:
        """Whether the play is over."""
        return self.ludex.is_terminal()

    def is_chance_node(self) -> bool:
        """Whether chance moves."""
        return self.ludex.is_chance()

    def is_simultaneous_node(self) -> bool:
        """Whether several players move at once."""
        return self.ludex.is_simultaneous()

    def is_player_node(self) -> bool:
        """Whether one player moves."""
        return self.current_player() >= 0

    def is_initial_state(self) -> bool:
        """Whether nothing has happened yet."""
        return not self._actions

    def _role(self, player: int) -> int:
        if player == PlayerId.CHANCE and self.ludex.game.chance is not None:
            return self.ludex.game.chance
        return self._game._players[player]

    def legal_actions(self, player: Optional[int] = None) -> List[int]:
        """The legal actions of a player, or of the one to move."""
        if self.is_terminal():
            return []
        if player is None:
            player = self.current_player()
            if player == PlayerId.SIMULTANEOUS:
                raise ValueError("several players move at once: say whose actions are wanted")
        elif player != self.current_player() and not self.is_simultaneous_node():
            return []
        return list(self.ludex.legal(self._role(player)))

    def legal_actions_mask(self, player: Optional[int] = None) -> List[int]:
        """Which actions are legal, as a list of 0 and 1."""
        mask = [0] * self._game.num_distinct_actions()
        for a in self.legal_actions(player):
            mask[a] = 1
        return mask

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        """What chance can do, with the probabilities."""
        legal = self.legal_actions(PlayerId.CHANCE)
        return [(a, 1 / len(legal)) for a in legal]

    def apply_action(self, action: int) -> None:
        """Make a move of the player to move, or of chance."""
        player = self.current_player()
        if player in (PlayerId.SIMULTANEOUS, PlayerId.TERMINAL):
            raise ValueError("nobody moves alone here")
        joint: List[Optional[int]] = [None] * len(self.ludex.game.roles)
        joint[self._role(player)] = int(action)
        # chance may move at the same time without a choice that matters to nobody
        self._joint(joint)
        self._actions.append((player, int(action)))

    def apply_actions(self, actions: Sequence[int]) -> None:
        """Make the moves of all players at once."""
        joint: List[Optional[int]] = [None] * len(self.ludex.game.roles)
        for p, a in enumerate(actions):
            joint[self._role(p)] = int(a)
        self._joint(joint)
        self._actions.extend((p, int(a)) for p, a in enumerate(actions))

    def undo_action(self, player: int, action: int) -> None:
        """Take a move back."""
        if not self._actions or self._actions[-1] != (player, action):
            raise ValueError("that was not the last action")
        self._actions.pop()
        self.ludex.undo()

    def child(self, action: int) -> "State":
        """The state after a move."""
        s = self.clone()
        s.apply_action(action)
        return s

    def clone(self) -> "State":
        """A copy."""
        s = State.__new__(State)
        s._game, s.ludex, s._actions = self._game, self.ludex.clone(), list(self._actions)
        return s

    def returns(self) -> List[float]:
        """What the players have got so far."""
        if not self.is_terminal():
            return [0.0] * self.num_players()
        goals = self.ludex.returns()
        return [self._game.utility(goals[r]) for r in self._game._players]

    rewards = returns

    def player_return(self, player: int) -> float:
        """What a player has got so far."""
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        """What a player got in the last step."""
        return self.returns()[player]

    def history(self) -> List[int]:
        """All actions so far."""
        return [a for _, a in self._actions]

    def full_history(self) -> List[Tuple[int, int]]:
        """All actions so far, with the players."""
        return list(self._actions)

    def move_number(self) -> int:
        """How many steps were made."""
        return len(self.ludex.history)

    def action_to_string(self, player: int, action: Optional[int] = None) -> str:
        """The text of an action."""
        if action is None:
            player, action = self.current_player(), player
        return self.ludex.game.action_name(action, self._role(player))

    def string_to_action(self, player: Any, text: Optional[str] = None) -> int:
        """The action with a text."""
        if text is None:
            player, text = self.current_player(), player
        return self.ludex.game.action(text, self._role(player))

    def _viewer(self, player: Optional[int]) -> int:
        return self._role(self.current_player() if player is None else player)

    def information_state_string(self, player: Optional[int] = None) -> str:
        """What a player did and perceived."""
        return self.ludex.information_state(self._viewer(player))

    def observation_string(self, player: Optional[int] = None) -> str:
        """What a player knows: the facts, or with hidden information what it did and perceived."""
        return self.information_state_string(player) if self.ludex.game.hidden else self.ludex.to_text()

    def observation_tensor(self, player: Optional[int] = None) -> List[float]:
        """What a player knows, as numbers."""
        seen = self.ludex.information(self._viewer(player), self._game.history)
        return [float(x) for x in seen.reshape(-1)]

    information_state_tensor = observation_tensor

    def serialize(self) -> str:
        """The play as text."""
        return "\n".join(" ".join(map(str, j)) for j in self.ludex.history)

    def __str__(self) -> str:
        return self.ludex.to_text()

    def __reduce__(self) -> Any:
        return (_restore, (pickle.dumps(self._game), pickle.dumps(self.ludex), self._actions))


def _restore(game: bytes, state: bytes, actions: List[Tuple[int, int]]) -> State:
    s = State(pickle.loads(game), pickle.loads(state))
    s._actions = actions
    return s


def load_game(source: Union[str, _game.Game], parameters: Optional[Dict[str, Any]] = None) -> Game:
    """Load a game by what :func:`ludex.load` takes."""
    return Game(source)
