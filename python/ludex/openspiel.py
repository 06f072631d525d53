"""Ludex with the names of OpenSpiel: :class:`Game` and :class:`State`.

Code that is written for OpenSpiel's Python interface runs on any game of Ludex. OpenSpiel is
not needed.

>>> game = ludex.openspiel.load_game("kuhnpoker")
>>> state = game.new_initial_state()
"""

import dataclasses
import enum
import itertools
import json
import random
from typing import TYPE_CHECKING, Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import game as _game
from . import state as _state
from .errors import LudexError

if TYPE_CHECKING:
    from .arrays import Array

__all__ = ["Game", "GameType", "IIGObservationType", "Observer", "PlayerAction", "PlayerId", "PrivateInfoType", "SpielError",
           "State", "StateType", "deserialize_game_and_state", "load_game", "load_game_as_turn_based", "registered_games",
           "registered_names", "serialize_game_and_state"]

SpielError = LudexError
INVALID_ACTION = -1
_RESAMPLED = 100000
"""How many states a search for another play looks at, at most."""


class PlayerId(enum.IntEnum):
    """The players that are not roles."""

    DEFAULT_PLAYER_ID = 0
    CHANCE = -1
    SIMULTANEOUS = -2
    INVALID = -3
    TERMINAL = -4
    MEAN_FIELD = -5


class StateType(enum.Enum):
    """Who is to move in a state."""

    DECISION = 0
    CHANCE = 1
    TERMINAL = 2
    MEAN_FIELD = 3


class PlayerAction(NamedTuple):
    """An action of a history."""

    player: int
    action: int


class PrivateInfoType(enum.Enum):
    """Whose private information an observation has."""

    NONE = 0
    SINGLE_PLAYER = 1
    ALL_PLAYERS = 2


@dataclasses.dataclass(frozen=True)
class IIGObservationType:
    """What an observation has."""

    perfect_recall: bool = False
    public_info: bool = True
    private_info: PrivateInfoType = PrivateInfoType.SINGLE_PLAYER


@dataclasses.dataclass(frozen=True)
class GameType:
    """What kind of game it is."""

    class Dynamics(enum.Enum):
        """Whether players move at the same time."""

        SEQUENTIAL = "sequential"
        SIMULTANEOUS = "simultaneous"
        MEAN_FIELD = "mean_field"

    class ChanceMode(enum.Enum):
        """Whether chance moves."""

        DETERMINISTIC = "deterministic"
        EXPLICIT_STOCHASTIC = "explicit_stochastic"
        SAMPLED_STOCHASTIC = "sampled_stochastic"

    class Information(enum.Enum):
        """What players see."""

        ONE_SHOT = "one_shot"
        PERFECT_INFORMATION = "perfect_information"
        IMPERFECT_INFORMATION = "imperfect_information"

    class Utility(enum.Enum):
        """What the utilities of the players add up to."""

        ZERO_SUM = "zero_sum"
        CONSTANT_SUM = "constant_sum"
        GENERAL_SUM = "general_sum"
        IDENTICAL = "identical"

    class RewardModel(enum.Enum):
        """When rewards are paid."""

        REWARDS = "rewards"
        TERMINAL = "terminal"

    short_name: str
    long_name: str
    dynamics: Dynamics
    chance_mode: ChanceMode
    information: Information
    utility: Utility
    reward_model: RewardModel
    max_num_players: int
    min_num_players: int
    provides_information_state_string: bool = True
    provides_information_state_tensor: bool = True
    provides_observation_string: bool = True
    provides_observation_tensor: bool = True
    parameter_specification: Dict[str, Any] = dataclasses.field(default_factory=dict, hash=False)
    provides_factored_observation_string: bool = False
    default_loadable: bool = True
    action_structs_only: bool = False


class Game:
    """A game. Utilities are goals, from -1 to 1 for two players and from 0 to 1 otherwise, or what the
    goals stand for, such as coins in poker: (goal - 50) / payoff, with the payoff of the library or a
    given one.

    With ``turn_based`` players that move at the same time do so one after the other, without
    seeing what the others did.
    """

    _SAMPLE = 20  # plays that show what kind of game it is

    def __init__(self, source: Union[_game.Game, str], history: int = 16, turn_based: bool = False, payoff: int = 0) -> None:
        self.ludex: _game.Game = source if isinstance(source, _game.Game) else _game.load(source)
        self.history = history
        self.turn_based = turn_based
        self._players = self.ludex.players
        self._payoff = payoff or self.ludex.payoff or (50 if len(self._players) == 2 else 0)
        self._type: Optional[GameType] = None
        self._size: Optional[int] = None

    def new_initial_state(self) -> "State":
        """The initial state."""
        return State(self, self.ludex.new())

    def new_initial_states(self) -> List["State"]:
        """The initial states: there is one."""
        return [self.new_initial_state()]

    def num_players(self) -> int:
        """How many players there are, without chance."""
        return len(self._players)

    def num_distinct_actions(self) -> int:
        """The greatest number of actions of a player."""
        return max(self.ludex.num_actions(r) for r in self._players)

    def policy_tensor_shape(self) -> List[int]:
        """The shape of a distribution over actions."""
        return [self.num_distinct_actions()]

    def max_chance_outcomes(self) -> int:
        """How many outcomes chance has at most."""
        return 0 if self.ludex.chance is None else self.ludex.num_actions(self.ludex.chance)

    def max_game_length(self) -> int:
        """How many moves of players a play has at most; those of several at once are one."""
        return self.ludex.max_steps * (self.num_players() if self.turn_based else 1)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance moves at most."""
        return 0 if self.ludex.chance is None else self.ludex.max_steps

    def max_move_number(self) -> int:
        """How many moves of players and of chance a play has at most."""
        return self.max_game_length() + self.max_chance_nodes_in_history()

    def max_history_length(self) -> int:
        """How many actions a play has at most."""
        return self.ludex.max_steps * self.num_players() + self.max_chance_nodes_in_history()

    def min_utility(self) -> float:
        """The least that a player can get."""
        return self.utility(0)

    def max_utility(self) -> float:
        """The most that a player can get."""
        return self.utility(100)

    def utility(self, goal: int) -> float:
        """The utility of a goal from 0 to 100."""
        return (goal - 50) / self._payoff if self._payoff else goal / 100

    def utility_sum(self) -> Optional[float]:
        """What the utilities of the players add up to, or None if it differs."""
        return 0.0 if self.get_type().utility is GameType.Utility.ZERO_SUM else None

    def get_type(self) -> GameType:
        """What kind of game it is. Dynamics and utility are those of the first random plays; a
        state that contradicts them says so."""
        if self._type is None:
            plays = [self.ludex.simulate(seed) for seed in range(self._SAMPLE)]
            simultaneous = not self.turn_based and any(s.is_simultaneous() for play in plays for s in play)
            zero = self._payoff > 0 and all(self._is_zero(play[-1]) for play in plays if play[-1].is_terminal())
            n = len(self._players)
            tensor = self.ludex.fixed if self.ludex.hidden else bool(self.ludex.facts)
            self._type = GameType(
                short_name="ludex_" + self.ludex.name, long_name=self.ludex.name,
                dynamics=GameType.Dynamics.SIMULTANEOUS if simultaneous else GameType.Dynamics.SEQUENTIAL,
                chance_mode=GameType.ChanceMode.DETERMINISTIC if self.ludex.chance is None
                else GameType.ChanceMode.EXPLICIT_STOCHASTIC,
                information=GameType.Information.IMPERFECT_INFORMATION if self.ludex.hidden or self.turn_based
                else GameType.Information.PERFECT_INFORMATION,
                utility=GameType.Utility.ZERO_SUM if zero else GameType.Utility.GENERAL_SUM,
                reward_model=GameType.RewardModel.TERMINAL, max_num_players=n, min_num_players=n,
                provides_information_state_tensor=tensor, provides_observation_tensor=tensor)
        return self._type

    def _is_zero(self, state: _state.State) -> bool:
        """Whether the utilities of the players add up to 0 at the end, where goals are compared with 50."""
        goals = state.goals()
        return sum((goals[r] or 0) - 50 for r in self._players) == 0

    def information_state_tensor_shape(self) -> List[int]:
        """The shape of what a player knows: with hidden information who it is, and what it did and
        perceived, with as much room as the player needs that needs most."""
        if not self.ludex.hidden:
            return [len(self.ludex.facts)]
        first = self.ludex.new()
        return [self.num_players() + max(first.information(r, self.history).size for r in self._players)]

    def information_state_tensor_size(self) -> int:
        """How many numbers there are of what a player knows."""
        if self._size is None:
            self._size = self.information_state_tensor_shape()[0]
        return self._size

    observation_tensor_shape = information_state_tensor_shape
    observation_tensor_size = information_state_tensor_size

    def make_py_observer(self, kind: Optional[IIGObservationType] = None, params: Any = None) -> Optional["Observer"]:
        """An observer of what a player knows, as :meth:`State.observation_tensor` and
        :meth:`State.observation_string` have it. None for other kinds of observations."""
        if params:
            raise SpielError("observations have no parameters")
        kind = kind or IIGObservationType()
        if not kind.public_info or self.ludex.hidden and kind.private_info is not PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self, kind)

    def get_parameters(self) -> Dict[str, Any]:
        """The parameters: there are none but the rules."""
        return {}

    def deserialize_state(self, text: str) -> "State":
        """The state that :meth:`State.serialize` wrote."""
        s = self.new_initial_state()
        actions = text.split("\n") if text else []
        while actions:
            if s.is_simultaneous_node():
                n = self.num_players()
                s.apply_actions([s._read(p, a) for p, a in enumerate(actions[:n])])
            else:
                n = 1
                s.apply_action(s._read(s.current_player(), actions[0]))
            del actions[:n]
        return s

    def to_string(self) -> str:
        """The name of the game."""
        return str(self)

    def __str__(self) -> str:
        return "ludex_%s()" % self.ludex.name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.ludex, self.turn_based, self._payoff) == (
            other.ludex, other.turn_based, other._payoff)

    def __hash__(self) -> int:
        return hash(self.ludex)

    def __reduce__(self) -> Any:
        return (Game, (self.ludex, self.history, self.turn_based, self._payoff))


class Observer:
    """What a player knows in a state, as numbers and as text."""

    def __init__(self, game: Game, kind: IIGObservationType) -> None:
        import numpy as np

        self._recall = kind.perfect_recall
        self.tensor: "Array" = np.zeros(game.information_state_tensor_size(), dtype=np.float32)
        self.dict: Dict[str, "Array"] = {"info_state" if self._recall else "observation": self.tensor}

    def set_from(self, state: "State", player: int) -> None:
        """Write what a player knows into the tensor."""
        self.tensor[:] = state.information_state_tensor(player)

    def string_from(self, state: "State", player: int) -> str:
        """What a player knows, as text."""
        return state.information_state_string(player) if self._recall else state.observation_string(player)


class State:
    """A state. A step in which players and chance move is divided: players first, then chance."""

    def __init__(self, game: Game, state: _state.State) -> None:
        self._game = game
        self.ludex = state
        self._pending: Optional[List[Optional[int]]] = None
        """By role: what was chosen for the next step, if something is still missing."""
        self._actions: List[PlayerAction] = []
        self._before: List[Tuple[_state.State, Optional[List[Optional[int]]], int]] = []
        """For each move: the state before, what was pending, and how many actions there were."""
        self._skip()

    def _skip(self) -> None:
        """Make the steps in which nobody decides anything."""
        s = self.ludex
        while not s.is_terminal() and not s.movers and not s.is_chance():
            s.apply_joint([None] * len(s.game.roles))

    def _choose(self, choices: Sequence[Tuple[int, int]]) -> None:
        """Add the choices of players, or of chance, and make the step if nothing is missing."""
        s = self.ludex
        joint: List[Optional[int]] = [None] * len(s.game.roles) if self._pending is None else list(self._pending)
        for player, action in choices:
            legal = s.legal(self._role(player))
            if action not in legal:
                raise SpielError("action %d of player %d is not legal" % (action, player))
            joint[self._role(player)] = action
        self._before.append((s, self._pending, len(self._actions)))
        self._actions.extend(PlayerAction(p, a) for p, a in choices)
        self._pending = joint
        if self._waiting() is None:
            self.ludex, self._pending = s.clone(), None
            self.ludex.apply_joint(joint)
            self._skip()

    def _waiting(self) -> Optional[int]:
        """The role whose choice is missing: one that decides something, then chance."""
        assert self._pending is not None
        s = self.ludex
        for r in s.movers:
            if self._pending[r] is None:
                return r
        chance = s.game.chance
        if chance is not None and self._pending[chance] is None and len(s.legal(chance)) > 1:
            return chance
        return None

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
        if self._pending is not None:
            m = self._waiting()
            if m == self.ludex.game.chance:
                return PlayerId.CHANCE
        elif m is None:
            if not self._game.turn_based:
                return PlayerId.SIMULTANEOUS
            m = self.ludex.movers[0]
        assert m is not None
        return self._game._players.index(m)

    def is_terminal(self) -> bool:
        """Whether the play is over."""
        return self.ludex.is_terminal()

    def is_chance_node(self) -> bool:
        """Whether chance moves."""
        return self.current_player() == PlayerId.CHANCE

    def is_simultaneous_node(self) -> bool:
        """Whether several players move at once."""
        return self.current_player() == PlayerId.SIMULTANEOUS

    def is_mean_field_node(self) -> bool:
        """False: there are no mean field games here."""
        return False

    def is_player_node(self) -> bool:
        """Whether one player moves."""
        return self.current_player() >= 0

    def get_type(self) -> StateType:
        """Who is to move."""
        if self.is_terminal():
            return StateType.TERMINAL
        return StateType.CHANCE if self.is_chance_node() else StateType.DECISION

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
                raise SpielError("several players move at once: say whose actions are wanted")
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
            raise SpielError("nobody moves alone here")
        self._choose([(int(player), int(action))])

    def apply_action_with_legality_check(self, action: int) -> None:
        """The same: actions are always checked."""
        self.apply_action(action)

    def apply_actions(self, actions: Sequence[int]) -> None:
        """Make the moves of all players at once."""
        if not self.is_simultaneous_node():
            raise SpielError("the players do not move at the same time here")
        self._choose([(p, int(a)) for p, a in enumerate(actions)])

    apply_actions_with_legality_checks = apply_actions

    def undo_action(self, player: int, action: int) -> None:
        """Take a move back."""
        if not self._actions or self._actions[-1] != (player, action):
            raise SpielError("that was not the last action")
        self.ludex, self._pending, count = self._before.pop()
        del self._actions[count:]

    def child(self, action: int) -> "State":
        """The state after a move."""
        s = self.clone()
        s.apply_action(action)
        return s

    def clone(self) -> "State":
        """A copy."""
        s = State.__new__(State)
        s._game, s.ludex, s._pending = self._game, self.ludex.clone(), self._pending
        s._actions, s._before = list(self._actions), list(self._before)
        return s

    def returns(self) -> List[float]:
        """What the players have got so far."""
        if not self.is_terminal():
            return [0.0] * self.num_players()
        goals = self.ludex.goals()
        if self._game._type is not None and self._game.utility_sum() == 0 and not self._game._is_zero(self.ludex):
            raise SpielError("the first plays were zero-sum, and this one is not: the goals are %s" % goals)
        return [self._game.utility(goals[r] or 0) for r in self._game._players]

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

    def full_history(self) -> List[PlayerAction]:
        """All actions so far, with the players."""
        return list(self._actions)

    def history_str(self) -> str:
        """All actions so far, as text."""
        return ", ".join(str(a) for a in self.history())

    def move_number(self) -> int:
        """How many moves were made; those of several players at once are one."""
        return len(self._before)

    def action_to_string(self, player: int, action: Optional[int] = None) -> str:
        """The text of an action."""
        if action is None:
            player, action = self.current_player(), player
        return self.ludex.game.action_name(action, self._role(player))

    def string_to_action(self, player: Any, text: Optional[str] = None) -> int:
        """The action with a text."""
        if text is None:
            player, text = self.current_player(), player
        role, game = self._role(player), self.ludex.game
        if game.fixed:
            return game.action(text, role)
        for a in self.legal_actions(player):
            if game.action_name(a, role) == text:
                return a
        raise SpielError("%s is not legal for player %d" % (text, player))

    def resample_from_infostate(self, player: int, sampler: Any = random.random) -> "State":
        """A state, with a history, that the player cannot tell from this one. It is found by a
        search in a random order, from a function that returns a number from 0 to 1: every such
        play can be found, but not all are equally likely."""
        role, rng = self._role(player), random.Random(sampler())
        seen = _views(self.ludex, role)
        own = [a for p, a in self._actions if p == player]
        stack = [self._game.new_initial_state()]
        for _ in range(_RESAMPLED):
            s = stack.pop()
            views = _views(s.ludex, role)
            if views != seen[: len(views)]:
                continue
            if len(views) == len(seen) and s.current_player() == self.current_player():
                return s
            children = s._children(player, own)
            rng.shuffle(children)
            stack.extend(children)
        raise SpielError("no play that %s cannot tell from this one was found in %d steps" % (
            self.ludex.game.roles[role], _RESAMPLED))

    def _children(self, player: int, own: Sequence[int]) -> List["State"]:
        """The states after this one in which a player acts as given."""
        if self.is_terminal():
            return []
        acted = sum(p == player for p, _ in self._actions)
        children = []
        if self.is_simultaneous_node():
            choices = [own[acted : acted + 1] if p == player else self.legal_actions(p) for p in range(self.num_players())]
            for joint in itertools.product(*choices):
                s = self.clone()
                s.apply_actions(joint)
                children.append(s)
            return children
        actions = own[acted : acted + 1] if self.current_player() == player else self.legal_actions()
        return [self.child(a) for a in actions]

    def _viewer(self, player: Optional[int]) -> int:
        """The role of a player, or of the one to move."""
        if player is None:
            player = self.current_player()
        if player < 0:
            raise SpielError("there is no player %d: player >= 0 is wanted" % player)
        if player >= self.num_players():
            raise SpielError("there is no player %d: player < %d is wanted" % (player, self.num_players()))
        return self._role(player)

    def information_state_string(self, player: Optional[int] = None) -> str:
        """Who a player is, and what it did and perceived."""
        r = self._viewer(player)
        return "%s\n%s" % (self.ludex.game.roles[r], self.ludex.information_state(r))

    def observation_string(self, player: Optional[int] = None) -> str:
        """What a player knows: the facts, or with hidden information what it did and perceived."""
        self._viewer(player)
        return self.information_state_string(player) if self.ludex.game.hidden else self.ludex.to_text()

    def information_state_tensor(self, player: Optional[int] = None) -> List[float]:
        """What a player knows, as numbers: see :meth:`Game.information_state_tensor_shape`."""
        r = self._viewer(player)
        seen: List[float] = self.ludex.information(r, self._game.history).reshape(-1).astype(float).tolist()
        if not self.ludex.game.hidden:
            return seen
        who = [float(r == q) for q in self._game._players]
        return who + seen + [0.0] * (self._game.information_state_tensor_size() - len(who) - len(seen))

    observation_tensor = information_state_tensor

    def serialize(self) -> str:
        """The play as text: its actions, as numbers where these are fixed."""
        if self.ludex.game.fixed:
            return "\n".join(map(str, self.history()))
        return "\n".join(self.ludex.game.action_name(a, self._role(p)) for p, a in self._actions)

    def _read(self, player: int, text: str) -> int:
        """An action that :meth:`serialize` wrote."""
        return int(text) if self.ludex.game.fixed else self.string_to_action(player, text)

    def to_string(self) -> str:
        """The facts, and what was chosen for the next step."""
        chosen = [] if self._pending is None else [
            "(does %s %s)" % (self.ludex.game.roles[r], self.ludex.game.action_name(a, r))
            for r, a in enumerate(self._pending) if a is not None]
        return "\n".join([self.ludex.to_text()] + chosen)

    __str__ = to_string

    def __reduce__(self) -> Any:
        return (_restore, (self._game, self.serialize()))


def _views(state: _state.State, role: int) -> List[str]:
    """What a role did and perceived, step by step."""
    text = state.information_state(role)
    return text.split("\n") if text else []


def _restore(game: Game, text: str) -> State:
    return game.deserialize_state(text)


def load_game(source: Union[str, _game.Game], parameters: Optional[Dict[str, Any]] = None) -> Game:
    """Load a game by what :func:`ludex.load` takes. Rules have no parameters."""
    if parameters:
        raise SpielError("the rules of a game have no parameters")
    return Game(source)


def load_game_as_turn_based(source: Union[str, _game.Game], parameters: Optional[Dict[str, Any]] = None) -> Game:
    """Load a game whose players move one after the other, without seeing what others did in
    the same step."""
    return Game(load_game(source, parameters).ludex, turn_based=True)


def registered_games() -> List[GameType]:
    """What kinds of games those of the library are. They are loaded for that, which takes a while;
    those in real time are left out."""
    games = [_game.load(name) for name in _game.library()]
    return [Game(g).get_type() for g in games if isinstance(g, _game.Game)]


def registered_names() -> List[str]:
    """The games of the library."""
    return _game.library()


def serialize_game_and_state(game: Game, state: State) -> str:
    """A game and a state as text."""
    g = game.ludex
    return json.dumps([list(g._source), game.history, game.turn_based, game._payoff, state.serialize()])


def deserialize_game_and_state(text: str) -> Tuple[Game, State]:
    """What :func:`serialize_game_and_state` wrote."""
    source, history, turn_based, payoff, actions = json.loads(text)
    game = Game(_game._again(*source), history, turn_based, payoff)
    return game, game.deserialize_state(actions)
