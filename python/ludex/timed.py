"""Games in real time, by events."""

from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from . import process as _process
from .errors import LudexError


class TimedGame:
    """A game in real time: nothing happens between events, which are moves and lifetimes that
    run out."""

    def __init__(self, info: Dict[str, Any], source: Tuple[str, Optional[str], bool]) -> None:
        self._process = _process.process()
        self._source = source
        self._id: int = info["id"]
        self.name: str = info["name"]
        self.text: str = info["text"]
        self.language: str = info["language"]
        self.roles: List[str] = info["roles"]
        self.chance: Optional[int] = info["random"] if info["random"] >= 0 else None
        self.hidden: bool = info["hidden"]

    def __repr__(self) -> str:
        return "<ludex.TimedGame %s: %s>" % (self.name, ", ".join(self.roles))

    def __reduce__(self) -> Any:
        from .game import _again

        return (_again, self._source)

    def new(self) -> "TimedState":
        """The initial state."""
        return TimedState(self, self._process.ask("timed", game=self._id))

    def simulate(self, seed: int = 1, max_time: Union[str, int, float] = 1000, max_steps: int = 0) -> List["TimedState"]:
        """The states of a random play in virtual time: the same as those of ``ludex simulate --seed``.
        Every role moves once a unit of time on average. The play ends at a time, in units, or after a
        number of steps, at most."""
        got = self._process.ask("timedplay", game=self._id, seed=seed, after=_decimal(max_time), steps=max_steps)
        return [TimedState(self, view) for view in got]


class TimedState:
    """A state of a game in real time. It does not change; events make new ones."""

    def __init__(self, game: TimedGame, view: Dict[str, Any]) -> None:
        self.game = game
        self._view = view
        self.now: str = view["now"]
        """The instant, an exact decimal number of units."""
        self.facts: List[str] = view["facts"] or []
        """What is true, each with the lifetime that is left."""
        self.expired: List[str] = view["expired"] or []
        self.expiry: Optional[str] = None if view["expiry"] == "infinity" else view["expiry"]
        """The instant at which the next fact expires, or None."""
        self.percepts: Dict[str, List[str]] = view["percepts"] or {}
        """What roles perceived in the last event."""
        self.moves: List[Tuple[str, str]] = [(m[0], m[1]) for m in view.get("moves") or []]
        """The moves of the last event, as (role, move), in a play of :meth:`TimedGame.simulate`."""

    def is_terminal(self) -> bool:
        """Whether the play is over."""
        return bool(self._view["terminal"])

    def legal(self, role: Union[int, str]) -> List[str]:
        """The moves that a role can make at any time before the next event."""
        return self._view["legal"][self._role(role)] or []

    def goals(self) -> List[Optional[int]]:
        """The goal values of the roles; None for a role without exactly one."""
        return [g[0] if g and len(g) == 1 else None for g in self._view["goals"]]

    def _role(self, role: Union[int, str]) -> int:
        if isinstance(role, int):
            return role
        if role not in self.game.roles:
            raise LudexError("there is no role %r" % role)
        return self.game.roles.index(role)

    def event(self, after: Union[str, int, float], moves: Sequence[Tuple[str, str]] = ()) -> "TimedState":
        """The state after an event: moves, as (role, move), that are made some time after this
        state. No fact may expire before."""
        return TimedState(self.game, self.game._process.ask(
            "timed", game=self.game._id, time=self._view, after=_decimal(after), moves=[list(m) for m in moves]))

    def wait(self) -> "TimedState":
        """The state when the next fact expires and nobody moves before."""
        if self.expiry is None:
            raise LudexError("nothing expires")
        from decimal import Decimal

        return self.event(str(Decimal(self.expiry) - Decimal(self.now)))

    def __repr__(self) -> str:
        return "<ludex.TimedState of %s at %s>" % (self.game.name, self.now)


def _decimal(x: Union[str, int, float]) -> str:
    from decimal import Decimal

    return format(Decimal(str(x)), "f")
