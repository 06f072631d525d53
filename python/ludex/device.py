"""Many plays that are stepped together on a GPU."""

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple, Union

import numpy as np

from . import cuda
from .errors import IllegalMove, LudexError, NotFixed

if TYPE_CHECKING:
    from .arrays import Array
    from .game import Game

_BLOCK = 256  # threads of the kernels with one thread a play
_UNIT = 1024  # plays of 32 threads that run together
_ILLEGAL = 0  # the tally of actions that were not legal


class DeviceVector:
    """Thousands to millions of plays of a game on a GPU, stepped by one call.

    The rules become a program for the GPU, which runs in this process: the arrays lie in the
    GPU's memory, and other libraries use them there without a copy. Nothing needs to be installed
    but NVIDIA's driver. The number of plays is a multiple of 1,024.

    ========== ============ =====================================================
    array      shape        meaning
    ========== ============ =====================================================
    rewards    (n, roles)   goals from 0 to 1 where a play has just ended, else 0
    done       (n,)         1 where a play has just ended
    truncated  (n,)         1 where a play was cut off
    mover      (n,)         the role that decides something; -1 none, -2 several
    steps      (n,)         how many steps the play has
    ========== ============ =====================================================

    They change with every step, as do the arrays that :meth:`observations`, :meth:`masks`,
    :meth:`legal` and :meth:`percepts` return: call these again after a step, which writes into the same
    memory. With hidden information, observations are what is true, and not what a role knows. A play that ends is replaced by a new one in the same step. Moves
    that are drawn come from the device's own generator: the same seed gives the same plays on every
    device, but not those of :class:`ludex.Vector`.

    A step only starts the computation; what other libraries start later on the same stream runs after
    it. The stream is that of :attr:`stream`, at first the default one. Whether all actions were
    legal is known when :meth:`check` is called.
    """

    def __init__(self, game: "Game", count: int, seed: int = 0, max_steps: int = 0, device: int = 0) -> None:
        if not game.fixed:
            raise NotFixed(game.why_not_fixed)
        if count < _UNIT or count % _UNIT:
            raise ValueError("the number of plays on a GPU must be a multiple of %d" % _UNIT)
        self.game, self.count, self.stream = game, count, 0
        self._open = False
        got = game._ask("device", steps=max_steps)
        self._layout: Dict[str, Any] = got["layout"]
        self._percepts: List[Dict[str, Any]] = got["percepts"]
        self.percept_names: List[List[str]] = [p["texts"] for p in self._percepts]
        self._context = cuda.Context(device)
        self._context.use()
        self._memories: List[cuda.Memory] = []
        self._outputs: Dict[Tuple[int, int], Tuple[cuda.Array, cuda.Kernel]] = {}
        self._module: Optional[cuda.Module] = None
        self._open = True
        try:
            self._load(got)
            self.reset(seed)
        except BaseException:
            self.close()
            raise

    def _load(self, got: Dict[str, Any]) -> None:
        n, roles = self.count, len(self.game.roles)
        self._threads = n // 32
        self._module = module = cuda.Module(got["ptx"], got["level"])
        self._words = self._allocate(4 * self._layout["words"] * self._threads)
        self._tallies = self._allocate(8 * got["tallies"])
        self._initial: List[int] = got["initial"]
        tables, description = self._allocate(4 * len(got["tables"])), self._allocate(4 * len(got["description"]))
        tables.write(np.array(got["tables"], dtype="<u4").tobytes())
        description.write(np.array(got["description"], dtype="<u4").tobytes())
        self.rewards = self._array((n, roles), "f4")
        self.done, self.truncated, self.mover = self._array((n,), "u1"), self._array((n,), "u1"), self._array((n,), "i1")
        self.steps = self._array((n,), "i4")
        words, threads = self._words.address, self._threads
        self._blocks, self._block = ((threads + got["threads"] - 1) // got["threads"], 1), got["threads"]
        self._play = cuda.Kernel(module, "play", [words, self._tallies.address, tables.address, threads, 1], got["shared"])
        self._pack = cuda.Kernel(module, "pack", [words, description.address, threads, 0, self._tallies.address, 0, 0])
        self._status = cuda.Kernel(
            module, "status",
            [words, description.address, threads]
            + [a.address for a in (self.rewards, self.done, self.truncated, self.mover, self.steps)],
        )  # fmt: skip

    def _allocate(self, size: int) -> cuda.Memory:
        m = cuda.Memory(size)
        self._memories.append(m)
        return m

    def _array(self, shape: Tuple[int, ...], kind: str) -> cuda.Array:
        m = self._allocate(int(np.prod(shape)) * int(kind[1]))
        return cuda.Array(self, m.address, shape, kind, self._context.ordinal)

    def use(self) -> None:
        """Make the GPU's context that of this thread."""
        if not self._open:
            raise LudexError("the plays were closed")
        self._context.use()

    def reset(self, seed: int = 0) -> None:
        """Begin all plays anew."""
        self.use()
        self._context.wait()
        t = self._threads
        for w, value in enumerate(self._initial):
            self._words.fill(value, t, 4 * w * t)
        x = _mix(np.uint64(seed % 2**64) + np.arange(1, t + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15))
        low = (x & np.uint64(0xFFFFFFFF)).astype("<u4") | np.uint32(1)
        high = ((x >> np.uint64(32)) % np.uint64(4294883354)).astype("<u4")
        self._words.write(low.tobytes() + high.tobytes())
        self._context.wait()  # whatever the stream is
        self._launch_status()

    def step(self, actions: Optional[Any] = None) -> None:
        """Make a step in every play.

        Actions are an array on the same GPU, of 32 or 64 bits: of shape (n,) the moves of the roles
        that decide something, of shape (n, roles) joint moves. An action of -1, or no actions at all,
        are moves drawn at random. Where an action is not legal, a random move is made, and
        :meth:`check` says so.
        """
        self.use()
        self._give(actions)
        self._play.launch(self._blocks, self._block, self.stream)
        self._launch_status()

    def _give(self, actions: Optional[Any]) -> None:
        if actions is None:
            for r in self._layout["roles"]:
                self._words.fill(0, self._threads, 4 * r["given"] * self._threads, self.stream)
            return
        address, shape, kind = cuda.address_of(actions)
        joint = {(self.count,): 0, (self.count, len(self.game.roles)): 1}.get(shape)
        if joint is None:
            raise ValueError("actions have the shape %s instead of %s or %s" % (shape, (self.count,), (self.count, len(self.game.roles))))
        if kind not in ("i4", "i8"):
            raise TypeError("actions are integers of 32 or 64 bits, not %s" % kind)
        self._pack.args[3], self._pack.args[5], self._pack.args[6] = address, joint, int(kind == "i8")
        self._pack.launch((self.count // _BLOCK, 1), _BLOCK, self.stream)

    def _launch_status(self) -> None:
        self._status.launch((self.count // _BLOCK, 1), _BLOCK, self.stream)

    def random(self, times: int) -> None:
        """Make random moves in all plays, a number of times."""
        self.use()
        self._give(None)
        for _ in range(times):
            self._play.launch(self._blocks, self._block, self.stream)
        self._launch_status()

    # Arrays

    def words(self, first: int, count: int) -> cuda.Array:
        """Bits as they are computed: shape (count, n/32), a bit for each of 32 plays in each word."""
        return cuda.Array(self, self._words.address + 4 * first * self._threads, (count, self._threads), "u4", self._context.ordinal)

    @property
    def state_words(self) -> cuda.Array:
        """The facts as packed bits: shape (facts, n/32); bit k of word w is that of play 32·w + k."""
        return self.words(self._layout["state"], self._layout["states"])

    @property
    def mask_words(self) -> cuda.Array:
        """The legal moves of the role that decides something, packed in the same way."""
        return self.words(self._layout["mask"], self._layout["masks"])

    def observations(self) -> cuda.Array:
        """The facts as bytes of 0 and 1: shape (n, facts)."""
        return self._bytes(self._layout["state"], self._layout["states"])

    def masks(self) -> cuda.Array:
        """The legal moves of the role that decides something, as bytes of 0 and 1: shape (n, the
        most moves of a role)."""
        return self._bytes(self._layout["mask"], self._layout["masks"])

    def legal(self, role: Union[int, str]) -> cuda.Array:
        """The legal moves of a role as bytes of 0 and 1: shape (n, its moves)."""
        r = self._layout["roles"][self.game.role(role)]
        return self._bytes(r["legal"], r["actions"])

    def percepts(self, role: Union[int, str]) -> cuda.Array:
        """What a role perceived in the last step, as bytes of 0 and 1: shape (n, percepts). In a new
        play it has not perceived anything. Without hidden information there are no percepts."""
        p = self._percepts[self.game.role(role)]
        return self._bytes(self._layout["percept"] + p["first"], len(p["texts"]))

    def _bytes(self, first: int, count: int) -> cuda.Array:
        self.use()
        if (first, count) not in self._outputs:
            a = self._array((self.count, count), "u1")
            assert self._module  # it is there while the plays are open
            k = cuda.Kernel(self._module, "bits", [self._words.address, first, self._threads, count, a.address])
            self._outputs[first, count] = a, k
        a, k = self._outputs[first, count]
        if count:
            k.launch(((self._threads + _BLOCK // 32 - 1) // (_BLOCK // 32), (count + 31) // 32), _BLOCK, self.stream)
        return a

    # The end

    def check(self) -> None:
        """Wait for all steps, and raise an exception if an action was not legal, a role had no legal
        move, or a play ended without a goal value."""
        self.use()
        self._context.wait()
        counts = np.frombuffer(self._tallies.read(24), dtype="<u8")
        texts = ["%d actions were not legal", "in %d plays a role had no legal move", "%d plays ended without exactly one goal value for each role"]
        found = [text % n for text, n in zip(texts, counts) if n]
        if not found:
            return
        self._tallies.fill(0, 6, 0)
        self._context.wait()
        raise (IllegalMove if counts[_ILLEGAL] else LudexError)("; ".join(found))

    def close(self) -> None:
        """Free the memory. The arrays must not be used any more."""
        if self._open:
            self._context.use()
            self._open = False
            if self._module:
                self._module.unload()
            for m in self._memories:
                m.free()
            self._context.release()

    def __enter__(self) -> "DeviceVector":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        try:
            self.close()
        except Exception:
            pass  # the interpreter ends


def _mix(x: "Array") -> "Array":
    """Numbers that look random, one for each given one (the finalizer of SplitMix64)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: Array = x ^ (x >> np.uint64(31))
    return mixed
