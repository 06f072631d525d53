"""The players of Ludex."""

from typing import TYPE_CHECKING, Any, List, Union

if TYPE_CHECKING:
    from .game import Game
    from .state import State


class Player:
    """A player of Ludex that plays a role: "mcts", "random", and what ``ludex match`` knows.

    It is told only what its role can know. With a number of nodes, and no clock, the same
    seed gives the same moves.
    """

    def __init__(self, game: "Game", spec: str, role: Union[int, str], seed: int = 0, nodes: int = 0, clock: float = 0) -> None:
        self.game = game
        self.spec = spec
        self.role = game.role(role)
        self._options: Any = {"seed": seed, "nodes": nodes, "clock": clock}
        self._id = 0
        self._told: List[List[int]] = []

    def _start(self) -> None:
        self.close()
        self._id = self.game._ask("player", role=self.role, player=self.spec, **self._options)["id"]
        self._told = []

    def choose(self, state: "State") -> int:
        """The move of the player in a state of a play, by number."""
        history = state.history
        if not self._id or history[: len(self._told)] != self._told:
            self._start()
        new = history[len(self._told) :]
        move = self.game._process.ask("choose", id=self._id, joints=new)
        self._told = history
        return move  # type: ignore[no-any-return]

    def close(self) -> None:
        """End the player."""
        if self._id:
            self.game._process.ask("close", id=self._id)
            self._id = 0

    def __enter__(self) -> "Player":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
