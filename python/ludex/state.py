"""States of games."""

import struct
import sys
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple, Union

from .errors import IllegalMove, LudexError, NotFixed, suggest

if TYPE_CHECKING:
    from .arrays import Array
    from .game import Evaluator, Explanation, Game, Playouts, Search

Role = Union[int, str]
_COUNT = struct.Struct("<I")
_MOVE = struct.Struct("<i")
_ONLY = -1
_SEVERAL, _CHANCE = 254, 253  # who decides something, if not just one role
_REMEMBERED = 1 << 15
"""How many steps a game remembers, so that they need not be asked for again."""
_SELDOM = _REMEMBERED >> 4
"""A game of whose steps fewer were met again than this remembers no more of them."""
_MANY = 255
"""The number of words that stands for that many or more."""


_ORDER = "" if sys.byteorder == "little" else "<"  # numbers of this machine are read faster
_lists: List[struct.Struct] = []
"""By length: lists of numbers in an answer."""


def _numbers(answer: bytes, start: int, n: int) -> Tuple[int, ...]:
    """Numbers of four bytes in an answer."""
    while n >= len(_lists):
        _lists.append(struct.Struct("%s%di" % (_ORDER, len(_lists))))
    return _lists[n].unpack_from(answer, start)


def _end(game: "Game", answer: bytes) -> int:
    """Where the words of an answer end."""
    n: int = answer[7]
    if n == _MANY:
        n = _COUNT.unpack_from(answer, game._at)[0]
    return game._at + 4 + 8 * n


def _legal(game: "Game", answer: bytes, role: int) -> Tuple[int, ...]:
    """The legal moves of a role that an answer has."""
    counts = game._counts.unpack_from(answer, 8)
    n = answer[7]
    start = game._at + 4 + 8 * n if n < _MANY else _end(game, answer)
    if role:
        start += 4 * (counts[0] if role == 1 else sum(counts[:role]))
    n = counts[role]
    return _lists[n].unpack_from(answer, start) if n < len(_lists) else _numbers(answer, start, n)


def _joint(game: "Game", answer: bytes, joint: bytes) -> List[int]:
    """The joint move that was made in a state, with the moves of roles that have only one."""
    numbers = list(game._joint.unpack(joint))
    for r, a in enumerate(numbers):
        if a == _ONLY:
            numbers[r] = _legal(game, answer, r)[0]
    return numbers


class State:
    """A state of a play, with the steps that led to it.

    An answer of the program has everything about a state: what is legal, whether it is
    terminal, the goals. So a step is one exchange with the program, and every question about
    the state is answered here.
    """

    # An answer has, after its length and its kind: whether the state is terminal, who decides
    # something, the number of words as far as a byte can say it, and in four bytes each the numbers of legal moves by role, the goals by
    # role, the numbers of percepts by role, the number of words; then the words, the legal moves
    # and the percepts.
    __slots__ = ("game", "_answer", "_steps", "_legal")

    def __init__(self, game: "Game", answer: bytes) -> None:
        self.game = game
        self._answer = answer
        self._steps: Optional[Tuple[Any, bytes, bytes]] = None
        """None, or: the steps before, the answer before the last step, its joint move."""
        self._legal: Optional[Tuple[int, ...]] = None

    @property
    def _words(self) -> bytes:
        return self._answer[self.game._at + 4 : _end(self.game, self._answer)]

    # What is true

    def is_terminal(self) -> bool:
        """Whether the play is over."""
        return self._answer[5] == 1

    def legal(self, role: Optional[Role] = None) -> List[int]:
        """The numbers of the legal moves of a role, or of the one that decides something. At the
        end there are none."""
        if role is None:
            found = self._legal
            if found is None:
                m = self._answer[6]
                if m > 127:
                    if self._answer[5] == 1:
                        return []
                    raise LudexError("not just one role decides something: say for which the legal moves are wanted")
                found = self._legal = _legal(self.game, self._answer, m)
            return list(found)
        return list(_legal(self.game, self._answer, self.game.role(role)))

    def legal_names(self, role: Optional[Role] = None) -> List[str]:
        """The texts of the legal moves."""
        if role is None:
            role = self.mover
        if role is None:
            return []
        r = self.game.role(role)
        return [self.game.action_name(a, r) for a in self.legal(r)]

    @property
    def movers(self) -> List[int]:
        """The roles that decide something: they do not move by chance, and have more to do than
        nothing."""
        m = self._answer[6]
        if m < 128:
            return [m]
        if m != _SEVERAL:
            return []
        return [r for r in self.game.players if len(self.legal(r)) > 1]

    @property
    def mover(self) -> Optional[int]:
        """The role that decides something. None if there are several, or if nobody but chance
        does."""
        m = self._answer[6]
        return m if m < 128 else None

    def is_chance(self) -> bool:
        """Whether the next step is decided by chance alone."""
        return self._answer[6] == _CHANCE

    def is_simultaneous(self) -> bool:
        """Whether several roles decide something at once."""
        return self._answer[6] == _SEVERAL

    def goals(self) -> List[Optional[int]]:
        """The goal values of the roles at the end, from 0 to 100; None before the end, and for a
        role without exactly one."""
        goals = self.game._counts.unpack_from(self._answer, 8 + 4 * len(self.game.roles))
        return [g if g >= 0 else None for g in goals]

    def returns(self) -> List[float]:
        """The goals as numbers from 0 to 1; 0 before the end."""
        return [(g or 0) / 100 for g in self.goals()]

    def facts(self) -> List[str]:
        """What is true in the state, sorted."""
        return self.game._ask("facts", state=self._words.hex())  # type: ignore[no-any-return]

    def observation(self) -> "Array":
        """The facts as bytes of 0 and 1, by number, see :attr:`Game.facts`."""
        import numpy as np

        if not self.game.facts:
            raise NotFixed(self.game.why_not_fixed)
        words = self._words
        if not self.game._direct:
            words = bytes.fromhex(self.game._ask("observe", state=words.hex()))
        bits = np.frombuffer(words, dtype=np.uint8)
        return np.unpackbits(bits, count=len(self.game.facts), bitorder="little")

    def planes(self) -> "Array":
        """The facts on the board: one plane for each piece, see :attr:`Game.planes`."""
        p = self.game.planes
        if p is None:
            raise LudexError("no board was found in %s" % self.game.name)
        return p.of(self.observation())

    def mask(self, role: Optional[Role] = None) -> "Array":
        """Which moves of a role are legal, as bytes of 0 and 1."""
        import numpy as np

        if role is None:
            role = self.mover or 0
        r = self.game.role(role)
        m = np.zeros(self.game.num_actions(r), dtype=np.int8)
        if not self.is_terminal():
            m[self.legal(r)] = 1
        return m

    # What happened

    @property
    def history(self) -> List[List[int]]:
        """The joint moves that led here."""
        joints = []
        steps = self._steps
        while steps is not None:
            joints.append(_joint(self.game, steps[1], steps[2]))
            steps = steps[0]
        joints.reverse()
        return joints

    @property
    def last(self) -> Optional[List[int]]:
        """The joint move of the last step, or None at the beginning."""
        return None if self._steps is None else _joint(self.game, self._steps[1], self._steps[2])

    def percepts(self, role: Role) -> List[str]:
        """What a role perceived in the last step."""
        if self._steps is None:
            return []
        r = self.game.role(role)
        if not self.game.hidden:
            joint = self.last or []
            return sorted("(moves %s %s)" % (self.game.roles[q], self.game.action_name(a, q)) for q, a in enumerate(joint))
        return [self.game.percept_name(p) for p in self._seen(r)]

    def _seen(self, r: int) -> Tuple[int, ...]:
        g, a = self.game, self._answer
        n = len(g.roles)
        counts = g._counts.unpack_from(a, 8 + 8 * n)
        start = _end(g, a) + 4 * (sum(g._counts.unpack_from(a, 8)) + sum(counts[:r]))
        return _numbers(a, start, counts[r])

    def information_state(self, role: Role) -> str:
        """What a role knows: its moves and percepts so far. Equal texts are equal knowledge."""
        r = self.game.role(role)
        lines = []
        s: State = self
        while s._steps is not None:
            joint = s.last or []
            lines.append("%s sees %s" % (self.game.action_name(joint[r], r), " ".join(s.percepts(r)) or "nothing"))
            s = s.parent()
        lines.reverse()
        return "\n".join(lines)

    def information_set(self, role: Role, limit: int = 10000) -> List["State"]:
        """The states that a role thinks possible, exactly. They have no history."""
        r = self.game.role(role)
        got = self.game._ask("information", role=r, joints=self.history, limit=limit)
        return [self.game._from_words(bytes.fromhex(w)) for w in got]

    def information(self, role: Role, history: int = 16) -> "Array":
        """What a role knows, as bytes of 0 and 1: what is true, or with hidden information its
        moves and percepts in the last ``history`` steps, the oldest first, of the shape
        (steps, moves + percepts) that :meth:`Vector.information` has."""
        import numpy as np

        if not self.game.hidden:
            return self.observation()
        r = self.game.role(role)
        index = self.game._percept_index(r)
        moves = self.game.num_actions(r)
        seen = np.zeros((history, moves + len(index)), dtype=np.uint8)
        rows: List[List[int]] = []
        s: State = self
        while s._steps is not None and len(rows) < history:
            rows.append([(s.last or [])[r]] + [moves + index[p] for p in s.percepts(r)])
            s = s.parent()
        for i, row in enumerate(reversed(rows)):
            seen[i, row] = 1
        return seen

    # Steps

    def apply(self, action: Union[int, str]) -> "State":
        """Make the move of the role that decides something. The others do the only thing they
        can. Returns the state itself."""
        m = self._answer[6]
        if m < 128:
            joint = self.game._joints[m].get(action)
            if joint is None:
                joint = self._join(m, action)
            return self._apply(joint)
        if m == _SEVERAL or m == _CHANCE:
            raise IllegalMove("not just one role decides something: use apply_joint, or apply_chance")
        return self._apply(b"\xff\xff\xff\xff" * len(self.game.roles))

    def _join(self, role: int, action: Union[int, str]) -> bytes:
        """The joint move in which a role makes a move, and the others do the only thing they can."""
        g = self.game
        number = self._number(role, action)
        joint = b"\xff\xff\xff\xff" * role + _MOVE.pack(number) + b"\xff\xff\xff\xff" * (len(g.roles) - role - 1)
        if len(g._joints[role]) >= _REMEMBERED:
            g._joints[role].clear()
        g._joints[role][number] = joint
        return joint

    def apply_joint(self, joint: Union[Sequence[Union[int, str, None]], Dict[str, Union[int, str]]]) -> "State":
        """Make a joint move: one move for each role, or a dictionary by role. A role with only
        one legal move may be left out, or be None."""
        given: List[Any]
        if isinstance(joint, dict):
            given = [None] * len(self.game.roles)
            for role, a in joint.items():
                given[self.game.role(role)] = a
        else:
            given = list(joint)
            if len(given) != len(self.game.roles):
                raise IllegalMove("a joint move has %d moves" % len(self.game.roles))
        numbers = [_ONLY if a is None else self._number(r, a) for r, a in enumerate(given)]
        return self._apply(self.game._joint.pack(*numbers))

    def apply_chance(self, outcome: int) -> "State":
        """Make the move of chance with a number, where nobody else decides something."""
        if self.game.chance is None:
            raise IllegalMove("nothing in this game is decided by chance")
        return self._apply(self._join(self.game.chance, outcome))

    def _number(self, r: int, action: Union[int, str]) -> int:
        if isinstance(action, str):
            names = {self.game.action_name(a, r): a for a in self.legal(r)}
            if action in names:
                return names[action]
            near = suggest(action, names)
            hint = "; did you mean %s?" % " or ".join(near) if near else ""
            raise IllegalMove("%s is not legal for %s%s" % (action, self.game.roles[r], hint))
        if action < 0:
            raise IllegalMove("action %d is not legal for %s" % (action, self.game.roles[r]))
        return int(action)

    def _apply(self, joint: bytes) -> "State":
        g, a = self.game, self._answer
        n = a[7]
        at = g._at
        step = (a[at : at + 4 + 8 * n] if n < _MANY else a[at : _end(g, a)]) + joint
        seen = g._seen
        if seen is None:
            answer = g._process.exchange_state(_COUNT.pack(4 + len(step)) + g._prefix + step)
        else:
            known = seen.get(step)
            if known is None:
                answer = g._process.exchange_state(_COUNT.pack(4 + len(step)) + g._prefix + step)
                seen[step] = answer
                if len(seen) >= _REMEMBERED:
                    g._forget(_SELDOM)
            else:
                answer = known
                g._met += 1
        self._steps = (self._steps, a, joint)
        self._answer = answer
        self._legal = None
        return self

    def undo(self) -> "State":
        """Take the last step back. Returns the state itself."""
        if self._steps is None:
            raise LudexError("there is no step to take back")
        self._steps, self._answer, _ = self._steps
        self._legal = None
        return self

    def parent(self) -> "State":
        """The state before the last step."""
        return self.clone().undo()

    def clone(self) -> "State":
        """A copy. Steps of one do not change the other."""
        s = State.__new__(State)
        s.game, s._answer, s._steps, s._legal = self.game, self._answer, self._steps, self._legal
        return s

    def child(self, action: Union[int, str]) -> "State":
        """The state after a move."""
        return self.clone().apply(action)

    # Texts, pictures, explanations

    def to_text(self) -> str:
        """The facts, one a line. :meth:`Game.from_text` reads them."""
        return "\n".join(self.facts())

    def _last(self) -> Dict[str, Any]:
        fields: Dict[str, Any] = {"state": self._words.hex()}
        if self._steps is not None:
            fields["before"] = self.parent()._words.hex()
            fields["joint"] = self.last
        return fields

    def svg(self) -> str:
        """A picture of the state, with what the last step changed."""
        return self.game._ask("svg", **self._last())  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return self.game._ask("draw", **self._last())  # type: ignore[no-any-return]

    def _repr_svg_(self) -> str:
        return self.svg()

    def why(self, query: str) -> "Explanation":
        """Why something holds in the state, or why not: an atom such as
        ``(legal white (mark 1 1))``, or the move of a regular boardgame."""
        from .game import Explanation

        return Explanation(**self.game._ask("why", query=query, **self._last()))

    def playouts(self, count: int, seed: int = 0) -> "Playouts":
        """Random playouts from the state."""
        from .game import Playouts

        return Playouts(**self.game._ask("playouts", count=count, seed=seed, state=self._words.hex()))

    def search(self, nodes: int = 1000, role: Optional[Role] = None, seed: int = 0,
               evaluator: Optional["Evaluator"] = None, batch: int = 32) -> "Search":
        """Search from the state with Monte Carlo tree search.

        Without an evaluator, positions are evaluated by random playouts. An evaluator is a
        function that takes the facts of up to ``batch`` states as an array of shape (n, facts)
        and returns what each role gets, of shape (n, roles), from 0 to 1.
        """
        from .game import Candidate, Search

        if role is None:
            role = self.mover or 0
        fields: Dict[str, Any] = {"game": self.game._id, "state": self._words.hex(), "role": self.game.role(role),
                                  "nodes": nodes, "seed": seed, "batch": batch}
        if evaluator is None:
            got = self.game._process.ask("search", **fields)
        else:
            got = self.game._process.ask_back(self._values(evaluator), "search", valued=True, **fields)
        return Search([Candidate(**c) for c in got["moves"]], got["values"], got["nodes"])

    def _values(self, evaluator: "Evaluator") -> Any:
        import numpy as np

        facts, roles = len(self.game.facts), len(self.game.roles)

        def evaluate(message: bytes) -> bytes:
            n, words = struct.unpack_from("<II", message, 4)
            rows = np.frombuffer(message, dtype=np.uint8, offset=12).reshape(n, 8 * words)
            values = np.asarray(evaluator(np.unpackbits(rows, axis=1, count=facts, bitorder="little")), dtype=np.float32)
            if values.shape != (n, roles):
                raise ValueError("the evaluator returned the shape %s, not %s" % (values.shape, (n, roles)))
            return values.tobytes()

        return evaluate

    # Equality and pickling

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if self.game is other.game:
            return self._words == other._words
        return self.game == other.game and self.facts() == other.facts()

    def __hash__(self) -> int:
        return hash((self.game, self.to_text()))

    def __reduce__(self) -> Any:
        return (_restore, (self.game, self.to_text(), self._names()))

    def _names(self) -> Optional[List[List[str]]]:
        """The history by names, or None if the play did not begin with the initial state."""
        first = self
        while first._steps is not None:
            first = first.parent()
        if first._words != self.game.new()._words:
            return None
        return [[self.game.action_name(a, r) for r, a in enumerate(j)] for j in self.history]

    def __repr__(self) -> str:
        return "<ludex.State of %s after %d steps%s>" % (
            self.game.name, len(self.history), ", over" if self.is_terminal() else "")


def _restore(game: "Game", text: str, history: Optional[List[List[str]]]) -> State:
    if history is None:
        return game.from_text(text)
    s = game.new()
    for joint in history:
        s.apply_joint(joint)
    return s
