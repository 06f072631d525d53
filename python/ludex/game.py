"""Games: what can be done with rules."""

import os
import struct
import weakref
from typing import TYPE_CHECKING, Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union, overload

from . import process as _process
from .errors import LudexError, NotFixed, UnknownName
from .state import State
from .timed import TimedGame

if TYPE_CHECKING:
    from .arrays import Array
    from .device import DeviceVector
    from .player import Player
    from .vector import Vector

Diagnostic = Dict[str, Any]
"""A problem of a description: ``code``, ``severity``, ``message``, ``line``, ``column``, ..."""

Role = Union[int, str]


class Explanation(NamedTuple):
    """Why something holds, or why not."""

    holds: bool
    text: str

    def __str__(self) -> str:
        return self.text


class Playouts(NamedTuple):
    """What random playouts gave."""

    playouts: int
    states: int
    length: float
    """The mean number of steps."""
    goals: List[float]
    """The mean goal of each role, between 0 and 100."""
    seconds: float


class Candidate(NamedTuple):
    """A move that a search has looked at."""

    action: int
    visits: int
    value: float
    """What the role is expected to get, between 0 and 1."""
    share: float
    """The probability with which the move should be made."""
    exact: bool
    """The value is proved."""


class Search(NamedTuple):
    """What a search has found out."""

    moves: List[Candidate]
    """The best first."""
    values: List[float]
    """What each role is expected to get, between 0 and 1."""
    nodes: int


Evaluator = Callable[["Array"], "Array"]
"""Takes the facts of n states as bytes of 0 and 1, shape (n, facts), and returns what each
role gets, shape (n, roles), between 0 and 1."""


class Game:
    """A game. Make one with :func:`load`."""

    def __init__(self, info: Dict[str, Any], source: Tuple[str, Optional[str], bool]) -> None:
        self._process = _process.process()
        self._source = source
        self._id: int = info["id"]
        self.name: str = info["name"]
        self.text: str = info["text"]
        """The rules."""
        self.language: str = info["language"]
        self.roles: List[str] = info["roles"]
        self.chance: Optional[int] = info["random"] if info["random"] >= 0 else None
        """The role that moves by chance, or None."""
        self.players: List[int] = [r for r in range(len(self.roles)) if r != self.chance]
        """The roles that do not move by chance."""
        self.hidden: bool = info["hidden"]
        """Roles see only their percepts."""
        self.engine: str = info["engine"]
        self.note: str = info["note"]
        self.fixed: bool = not info["unfixed"]
        """The moves and facts have fixed numbers."""
        self.why_not_fixed: str = info["unfixed"]
        self.sorted: bool = info["sorted"]
        """Plays with a seed are the same in a vector and elsewhere."""
        self.max_steps: int = info["max_steps"]
        self.payoff: int = info["payoff"]
        """What goals are divided by where they stand for something else, such as coins: payoffs are
        (goal - 50) / payoff. It is 0 for other games."""
        self.actions: List[List[str]] = info["actions"] or [[] for _ in self.roles]
        """The texts of the moves of each role, by number; empty without fixed numbers."""
        self.facts: List[str] = info["facts"] or []
        """What can be true in a state, by number: the names of observations. Without fixed numbers
        they are what the engine numbers, or empty."""
        self._numbers: List[Dict[str, int]] = [{t: i for i, t in enumerate(a)} for a in self.actions]
        self._fact_numbers: Optional[Dict[str, int]] = None
        self._direct: bool = info["direct"]
        self._move_texts: Dict[Tuple[int, int], str] = {}
        self._percept_texts: Dict[int, str] = {}
        self._planes: Any = False
        self._percepts: Optional[List[Dict[str, int]]] = None
        n = len(self.roles)
        self._at = 8 + 12 * n  # where an answer has the number of words, and then the words
        self._joint = struct.Struct("<%di" % n)
        self._counts = struct.Struct("<%di" % n)
        self._joints: List[Dict[Any, bytes]] = [{} for _ in self.roles]
        """By role and move: the joint move in which the others do the only thing they can."""
        self._prefix = struct.pack("<BBH", _process.ASK_STEP, 0, self._id)
        self._look = struct.pack("<BBH", _process.ASK_LOOK, 0, self._id)
        self._first: Optional[bytes] = None
        self._seen: Optional[Dict[bytes, bytes]] = {}
        """By state and joint move: the answer of the program about the next state. None if steps
        are not remembered, since they hardly ever come again."""
        self._met = 0  # how many steps came again

    def _forget(self, seldom: int) -> None:
        """Forget all steps, and remember no more if fewer than that came again."""
        self._seen = None if self._met < seldom else {}
        self._met = 0

    def __repr__(self) -> str:
        return "<ludex.Game %s: %s>" % (self.name, ", ".join(self.roles))

    def __reduce__(self) -> Any:
        return (_again, self._source)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    # States

    def new(self) -> State:
        """The initial state."""
        if self._first is None:
            self._first = self._process.exchange(struct.pack("<I", 8) + self._look + b"\0\0\0\0")
        return State(self, self._first)

    def from_text(self, text: str) -> State:
        """The state with the facts of a text, as :meth:`State.to_text` writes it."""
        return self.from_facts(text.split("\n") if text else [])

    def from_facts(self, facts: Sequence[str]) -> State:
        """The state in which these facts are true, and no others."""
        words = bytes.fromhex(self._ask("parse", facts=list(facts)))
        return self._from_words(words)

    def _from_words(self, words: bytes) -> State:
        request = self._look + struct.pack("<I", len(words) // 8) + words
        return State(self, self._process.exchange_state(struct.pack("<I", len(request)) + request))

    def _ask(self, op: str, **fields: Any) -> Any:
        return self._process.ask(op, game=self._id, **fields)

    # Numbers and names

    def role(self, role: Role) -> int:
        """The number of a role, given by its name or number."""
        if isinstance(role, str):
            try:
                return self.roles.index(role)
            except ValueError:
                message = "there is no role %r: the roles are %s" % (role, ", ".join(self.roles))
                raise UnknownName(message, role, self.roles) from None
        if not 0 <= role < len(self.roles):
            raise LudexError("there is no role %d: there are %d" % (role, len(self.roles)))
        return role

    def num_actions(self, role: Role = 0) -> int:
        """How many different moves a role has in the whole game."""
        if not self.fixed:
            raise NotFixed(self.why_not_fixed)
        return len(self.actions[self.role(role)])

    @property
    def max_actions(self) -> int:
        """The greatest number of moves that a role has: a size that does for all of them."""
        return max(self.num_actions(r) for r in range(len(self.roles)))

    def action_name(self, action: int, role: Role = 0) -> str:
        """The text of a move."""
        r = self.role(role)
        if self.fixed:
            if not 0 <= action < len(self.actions[r]):
                raise LudexError("%s has no move %d: there are %d" % (self.roles[r], action, len(self.actions[r])))
            return self.actions[r][action]
        text = self._move_texts.get((r, action))
        if text is None:
            text = self._move_texts[r, action] = self._ask("move", role=r, id=int(action))
        return text

    def action(self, name: str, role: Role = 0) -> int:
        """The number of a move, given by its text."""
        if not self.fixed:
            raise NotFixed(self.why_not_fixed)
        r = self.role(role)
        try:
            return self._numbers[r][name]
        except KeyError:
            raise UnknownName("%s has no move %r" % (self.roles[r], name), name, self.actions[r]) from None

    def fact(self, name: str) -> int:
        """The number of a fact, given by its text."""
        if self._fact_numbers is None:
            self._fact_numbers = {t: i for i, t in enumerate(self.facts)}
        try:
            return self._fact_numbers[name]
        except KeyError:
            raise UnknownName("there is no fact %r" % name, name, self.facts) from None

    def percept_name(self, percept: int) -> str:
        """The text of a percept."""
        text = self._percept_texts.get(percept)
        if text is None:
            text = self._percept_texts[percept] = self._ask("percept", id=percept)
        return text

    def _percept_index(self, r: int) -> Dict[str, int]:
        """The numbers of a role's percepts, by text."""
        if self._percepts is None:
            with self.vector(1, history=1) as v:
                self._percepts = [{t: i for i, t in enumerate(names)} for names in v.percept_names]
        return self._percepts[r]

    @property
    def planes(self) -> Optional["Planes"]:
        """Where on the board the facts are, or None if no board was found."""
        if self._planes is False:
            got = self._ask("planes")
            self._planes = Planes(got) if got else None
        return self._planes

    # Computations

    def vector(self, count: int, seed: int = 0, max_steps: int = 0, history: int = 16) -> "Vector":
        """Many plays that are stepped together, see :class:`ludex.Vector`."""
        from .vector import Vector

        return Vector(self, count, seed=seed, max_steps=max_steps, history=history)

    def device_vector(self, count: int, seed: int = 0, max_steps: int = 0, device: int = 0) -> "DeviceVector":
        """Many plays on a GPU, whose arrays stay there, see :class:`ludex.DeviceVector`."""
        from .device import DeviceVector

        return DeviceVector(self, count, seed=seed, max_steps=max_steps, device=device)

    def playouts(self, count: int, seed: int = 0) -> Playouts:
        """Random playouts from the initial state."""
        return Playouts(**self._ask("playouts", count=count, seed=seed))

    def player(self, spec: str, role: Role, seed: int = 0, nodes: int = 0, clock: float = 0) -> "Player":
        """A player of Ludex for a role, such as "mcts" or "random"."""
        from .player import Player

        return Player(self, spec, role, seed=seed, nodes=nodes, clock=clock)

    def simulate(self, seed: int = 1, max_steps: int = 0) -> List[State]:
        """The states of a random play: the same as those of ``ludex simulate --seed``. It ends
        after a number of steps at most, or after those that the game allows."""
        from .rand import Rand

        rand = Rand(seed)
        states = [self.new()]
        while not states[-1].is_terminal() and len(states) <= (max_steps or self.max_steps):
            s = states[-1].clone()
            s.apply_joint([legal[rand.choose(len(legal))] for legal in map(s.legal, range(len(self.roles)))])
            states.append(s)
        return states


class Planes:
    """How the facts on a board are laid out: one plane for each piece."""

    def __init__(self, info: Dict[str, Any]) -> None:
        import numpy as np

        self.pieces: List[str] = info["pieces"]
        self.shape: Tuple[int, int, int] = (len(self.pieces), info["rows"], info["columns"])
        self.index = np.array(info["facts"], dtype=np.intp).reshape(self.shape)
        """By plane, row and column: the number of the fact, or -1."""
        self._missing = self.index < 0

    def of(self, bits: "Array") -> "Array":
        """The planes of observations: shape (..., facts) becomes (..., pieces, rows, columns)."""
        planes = bits[..., self.index]
        planes[..., self._missing] = 0
        return planes


_loaded: "weakref.WeakValueDictionary[Any, Any]" = weakref.WeakValueDictionary()
"""By source: games that were loaded."""


def _load(name: str, text: Optional[str], fixed: bool) -> Any:
    info = _process.process().ask("load", name=name, text=text, fixed=fixed)
    source = (name, text, fixed)
    game = TimedGame(info, source) if info["timed"] else Game(info, source)
    _loaded[source] = game
    return game


def _again(name: str, text: Optional[str], fixed: bool) -> Any:
    """A game that was pickled: the one that is loaded here, if there is one, or loaded anew."""
    game = _loaded.get((name, text, fixed))
    if game is None or game._process is not _process.process():
        return _load(name, text, fixed)
    return game


def load(source: Union[str, "os.PathLike[str]"], name: Optional[str] = None, fixed: bool = True) -> Any:
    """Load a game: a name of the library, the path of a file, or the text of rules.

    A text is recognised by a line break or a bracket at its beginning; ``name`` is then its
    name in messages, and ends in ".rbg" for a regular boardgame. The result is a
    :class:`Game`, or a :class:`TimedGame` for a game in real time. Rules with errors raise
    :class:`RulesError`. With ``fixed=False`` no time is spent on giving the moves of a
    boardgame fixed numbers.
    """
    return _load(*_source(source, name), fixed)


def _source(source: Union[str, "os.PathLike[str]"], name: Optional[str]) -> Tuple[str, Optional[str]]:
    text = os.fspath(source)
    if "\n" in text or text.lstrip()[:1] in ("(", "#", ";"):
        return name or "game", text
    if os.path.isfile(text):  # read here: a game that was pickled has its rules
        with open(text, encoding="utf-8") as f:
            return name or text, f.read()
    return text, None


def check(source: Union[str, "os.PathLike[str]"], name: Optional[str] = None) -> List[Diagnostic]:
    """The problems of a description."""
    where, text = _source(source, name)
    return _process.process().ask("check", name=where, text=text)  # type: ignore[no-any-return]


def library() -> List[str]:
    """The names of the games that come with Ludex."""
    return _process.process().ask("library")  # type: ignore[no-any-return]
