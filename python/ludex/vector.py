"""Many plays that are stepped together."""

import mmap
import os
import struct
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Union

import numpy as np

from . import memory
from . import process as _process
from .errors import LudexError, NotFixed

if TYPE_CHECKING:
    from .arrays import Array
    from .game import Game

_CHOICE, _JOINT, _RANDOM = range(3)
DRAWN = -1
"""The action of a role whose move is drawn at random."""


class Vector:
    """Thousands of plays of a game, stepped by one call.

    The arrays are views of memory that is shared with the program: they change with every
    step, without a copy. A play that ends is replaced by a new one in the same step; its
    last state is in ``final``. Row i has the plays number i, i+n, i+2n, ...; play k is drawn
    from the seed ``seed + k``, the same as in ``ludex simulate --seed``.

    ========== ============ =====================================================
    array      shape        meaning
    ========== ============ =====================================================
    states     (n, words)   the facts as packed bits, see :attr:`Game.facts`
    legal[r]   (n, words)   the legal moves of role r as packed bits
    rewards    (n, roles)   goals from 0 to 1 where a play has just ended, else 0
    done       (n,)         1 where a play has just ended
    truncated  (n,)         1 where a play was cut off
    mover      (n,)         the role that decides something; -1 none, -2 several
    steps      (n,)         how many steps the play has
    length     (n,)         how many steps the last play of the row had
    plays      (n,)         the number of the play
    made       (n, roles)   the joint moves of the last step
    final      (n, words)   the last states of the plays that have ended
    history[r] (n, steps,   with hidden information: what role r did and perceived
               words)       in each step, as packed bits
    ========== ============ =====================================================

    Where the moves of a game have no fixed numbers (:attr:`Game.fixed`), ``legal`` and
    ``history`` are empty, and :meth:`legal_actions` has the legal moves as lists; ``states``
    has no words if the facts have no numbers either.
    """

    states: "Array"
    final: "Array"
    rewards: "Array"
    done: "Array"
    truncated: "Array"
    mover: "Array"
    steps: "Array"
    length: "Array"
    plays: "Array"
    made: "Array"

    def __init__(self, game: "Game", count: int, seed: int = 0, max_steps: int = 0, history: int = 16) -> None:
        self.game = game
        self.count = count
        self._process = game._process
        path = memory.new_file()
        try:
            got = self._process.ask("vector", game=game._id, count=count, seed=seed, steps=max_steps, limit=history, path=path)
            with open(path, "r+b") as f:
                self._memory = mmap.mmap(f.fileno(), got["layout"]["bytes"])
        finally:
            memory.remove(path)
        self._path = path
        self._id: int = got["id"]
        self.percept_names: List[List[str]] = got["percepts"]
        self.max_steps: int = got["max_steps"]
        arrays = self._arrays(got["layout"])
        roles = range(len(game.roles))
        self.legal: List["Array"] = [arrays["legal%d" % r] for r in roles if "legal%d" % r in arrays]
        self.history: List["Array"] = [arrays["history%d" % r] for r in roles if "history%d" % r in arrays]
        for name in ("states", "final", "rewards", "done", "truncated", "mover", "steps", "length", "plays", "made"):
            arrays[name].flags.writeable = False
            setattr(self, name, arrays[name])
        self._choice, self._given = arrays["choice"], arrays["joint"]
        self._listed: Optional["Array"] = arrays.get("listed")  # the legal moves, row by row and role by role
        self._ends: Optional["Array"] = arrays.get("ends")  # where these lists end
        head = struct.Struct("<BBHII")
        self._requests = [head.pack(_process.ASK_VECTOR, way, 0, self._id, 1) for way in (_CHOICE, _JOINT, _RANDOM)]

    def _arrays(self, layout: Dict[str, Any]) -> Dict[str, "Array"]:
        found = {}
        for a in layout["arrays"]:
            n = int(np.prod(a["shape"]))
            if n == 0:
                found[a["name"]] = np.zeros(a["shape"], dtype="<" + a["kind"])
                continue
            found[a["name"]] = np.frombuffer(self._memory, dtype="<" + a["kind"], count=n, offset=a["offset"]).reshape(a["shape"])
        return found

    def reset(self, seed: int = 0) -> None:
        """Begin all plays anew."""
        self._process.ask("reset", id=self._id, seed=seed)

    def step(self, actions: Optional["Array"] = None) -> None:
        """Make a step in every play.

        Actions of shape (n,) are the moves of the roles that decide something; the others
        have only one move, or move by chance, and where nobody decides anything the action does
        not matter. Actions of shape (n, roles) are joint moves. An action of -1, or no actions
        at all, are moves drawn at random. If one of them is not legal, none is made.
        """
        if actions is None:
            self._process.call(self._requests[_RANDOM])
            return
        a = np.asarray(actions)
        if a.ndim == 1:
            self._choice[:] = a
            self._process.call(self._requests[_CHOICE])
        else:
            self._given[:] = a
            self._process.call(self._requests[_JOINT])

    def random(self, times: int) -> None:
        """Make random moves in all plays, a number of times."""
        self._process.call(struct.pack("<BBHII", _process.ASK_VECTOR, _RANDOM, 0, self._id, times))

    def rollouts(self, count: int = 1, seed: int = 0) -> "Array":
        """What the roles get, on average, if all plays go on at random from where they are: shape
        (n, roles). A number of rollouts is made for each row; those that are cut off do not count, and a
        row without any others is NaN. The plays themselves stay where they are."""
        got = self._process.ask("rollouts", id=self._id, count=count, seed=seed)
        means = np.array(got["means"], dtype=np.float32).reshape(self.count, len(self.game.roles))
        means[np.array(got["ended"]) == 0] = np.nan
        return means

    @property
    def actions(self) -> "Array":
        """The memory for actions of shape (n,): what is written here need not be copied."""
        return self._choice

    # Bits as bytes, which takes time and memory

    def observations(self) -> "Array":
        """The facts as bytes of 0 and 1: shape (n, facts)."""
        if not self.game.facts:
            raise NotFixed(self.game.why_not_fixed)
        return unpack(self.states, len(self.game.facts))

    def planes(self) -> "Array":
        """The facts on the board: shape (n, pieces, rows, columns)."""
        p = self.game.planes
        if p is None:
            raise LudexError("no board was found in %s" % self.game.name)
        return p.of(self.observations())

    def masks(self, role: Optional[Union[int, str]] = None) -> "Array":
        """The legal moves as bytes of 0 and 1: of one role, shape (n, its moves), or of the role
        that decides something in each row, shape (n, the most moves of a role)."""
        if not self.legal:
            raise NotFixed("%s: legal_actions has them as lists" % self.game.why_not_fixed)
        if role is not None:
            r = self.game.role(role)
            return unpack(self.legal[r], len(self.game.actions[r]))
        masks = np.zeros((self.count, self.game.max_actions), dtype=np.uint8)
        for r in self.game.players:
            rows = np.nonzero(self.mover == r)[0]
            masks[rows, : len(self.game.actions[r])] = unpack(self.legal[r][rows], len(self.game.actions[r]))
        return masks

    def legal_actions(self, role: Optional[Union[int, str]] = None) -> "tuple[Array, Array]":
        """The legal moves as lists: row numbers and moves, in the order of the rows. They are
        those of one role, or of the role that decides something in each row."""
        if self._listed is not None:
            return self._lists(None if role is None else self.game.role(role))
        rows, moves = np.nonzero(self.masks(role))
        return rows, moves

    def _lists(self, role: Optional[int]) -> "tuple[Array, Array]":
        """The legal moves where they have no fixed numbers."""
        assert self._listed is not None and self._ends is not None
        ends = self._ends.reshape(-1)
        lengths = np.diff(ends, prepend=0)
        movers = self.mover if role is None else np.full(self.count, role)
        wanted = np.arange(len(self.game.roles)) == movers[:, None]
        lists = np.repeat(np.arange(len(ends)), lengths)  # for each move: its list
        chosen = wanted.reshape(-1)[lists]
        return lists[chosen] // len(self.game.roles), self._listed[: ends[-1]][chosen]

    def information(self, role: Union[int, str]) -> "Array":
        """What a role knows, as bytes of 0 and 1: shape (n, steps, moves + percepts). The steps
        are the last ones, the oldest first. Without hidden information it is what is true."""
        r = self.game.role(role)
        if not self.game.hidden:
            return self.observations()
        if not self.legal:
            raise NotFixed(self.game.why_not_fixed)
        if not self.history:
            raise LudexError("the plays remember no steps: make them with a history")
        words = self.legal[r].shape[1]
        h = self.history[r]
        own = unpack(h[:, :, :words], len(self.game.actions[r]))
        seen = unpack(h[:, :, words:], len(self.percept_names[r]))
        return np.concatenate([own, seen], axis=2)

    def close(self) -> None:
        """Release the memory. The arrays must not be used any more."""
        if self._id:
            self._process.ask("close", id=self._id)
            self._id = 0
            memory.remove(self._path)

    def __enter__(self) -> "Vector":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        try:
            if self._process.owner == os.getpid():
                self.close()
        except Exception:
            pass  # the interpreter ends


def unpack(words: "Array", count: int) -> "Array":
    """Packed bits as bytes of 0 and 1, of which the last axis has a number."""
    if count == 0:
        return np.zeros(words.shape[:-1] + (0,), dtype=np.uint8)
    rows = np.ascontiguousarray(words).view(np.uint8)
    return np.unpackbits(rows, axis=-1, count=count, bitorder="little")
