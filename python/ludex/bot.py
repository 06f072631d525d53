"""Players for Ludex, written as functions.

A bot is a function that is given a turn and returns a legal move::

    import ludex

    @ludex.bot
    def play(turn):
        return turn.random.choice(turn.legal)

    if __name__ == "__main__":
        play.run()

Saved as ``mybot.py`` it plays wherever a player of Ludex can be named, for example::

    ludex match breakthrough "exec:python3 mybot.py" mcts

and, with arguments, over the protocols that ``ludex player`` speaks::

    python3 mybot.py --protocol ggp --listen :9147
    python3 mybot.py --protocol rbg --connect localhost:8181
    python3 mybot.py --protocol live --connect ws://localhost:8080/ --name bob

The program stays alive between the matches of a series, so what a function keeps in
variables of its module is there in the next one. This module needs the standard
library alone.
"""

import json
import os
import random
import shutil
import sys
import time
import traceback
from typing import Any, Callable, Dict, Iterable, List, NoReturn, Optional, Sequence, TextIO, Union, overload

__all__ = ["Bot", "Match", "Turn", "Event", "bot"]

PROTOCOL = "ludex/1"

Message = Dict[str, Any]


class Event:
    """What a role learns of one step.

    ``own`` is the move that was made for the role, which is another one than it chose
    after a fault. ``joint`` has the moves of all roles and ``state`` the facts after the
    step; where something is hidden both are None, and ``percepts`` is what the role
    perceives.
    """

    __slots__ = ("step", "own", "joint", "percepts", "state")

    def __init__(self, message: Message) -> None:
        self.step: int = message.get("step", 0)
        self.own: Optional[str] = message.get("own")
        self.joint: Optional[List[str]] = message.get("joint")
        self.percepts: List[str] = message.get("percepts", [])
        self.state: Optional[List[str]] = message.get("state")

    def __repr__(self) -> str:
        return "Event(step=%d, own=%r, joint=%r, percepts=%r)" % (self.step, self.own, self.joint, self.percepts)


class Match:
    """The match that is being played, as the bot's role sees it.

    ``game`` is the name of the game, ``language`` the language of the ``rules``, which are
    a text; ``role`` is the role to play, one of ``roles``. Clocks are in seconds, or None
    where there is none; then ``nodes`` says how much to think, if it is not 0. ``seed`` is a
    number for what the bot draws, and ``random`` a generator that begins with it.
    ``history`` has an :class:`Event` for every step so far. ``memory`` is a dictionary for
    what the bot wants to keep during the match.
    """

    def __init__(self, message: Message) -> None:
        self.name: str = message.get("match", "")
        self.game: str = message.get("game", "")
        self.language: str = message.get("language", "")
        self.rules: str = message.get("rules", "")
        self.role: str = message.get("role", "")
        self.roles: List[str] = message.get("roles", [])
        self.start_clock = _seconds(message.get("startClockMs", 0))
        self.play_clock = _seconds(message.get("playClockMs", 0))
        self.nodes: int = message.get("nodes", 0)
        self.seed = int(message.get("seed", 0))
        self.random = random.Random(self.seed)
        self.initial: Optional[List[str]] = message.get("state")
        self.history: List[Event] = []
        self.memory: Dict[Any, Any] = {}


class Turn:
    """A question: which move?

    ``legal`` has the legal moves as texts, ``state`` the facts that hold, or None where
    something is hidden. ``match`` is the :class:`Match`; its attributes can be read from the
    turn too, as in ``turn.role``. ``deadline`` is when the clock ends, by
    ``time.monotonic()``, or None.
    """

    def __init__(self, match: Match, message: Message, received: float) -> None:
        self.match = match
        self.step: int = message.get("step", 0)
        self.legal: List[str] = message.get("legal", [])
        self.state: Optional[List[str]] = message.get("state")
        self.clock = _seconds(message.get("playClockMs", 0))
        self.deadline = None if self.clock is None else received + self.clock

    def __getattr__(self, name: str) -> Any:
        if name == "match":
            raise AttributeError(name)
        return getattr(self.match, name)

    def left(self) -> float:
        """The seconds that are left on the clock, or infinity."""
        if self.deadline is None:
            return float("inf")
        return self.deadline - time.monotonic()


def _seconds(ms: float) -> Optional[float]:
    return ms / 1000 if ms else None


Function = Callable[[Turn], str]
Start = Callable[[Match], object]
Stop = Callable[[Match, Optional[List[int]]], object]


@overload
def bot(function: Function, *, start: Optional[Start] = None, stop: Optional[Stop] = None) -> "Bot": ...


@overload
def bot(function: None = None, *, start: Optional[Start] = None, stop: Optional[Stop] = None) -> Callable[[Function], "Bot"]: ...


def bot(
    function: Optional[Function] = None, *, start: Optional[Start] = None, stop: Optional[Stop] = None
) -> Union["Bot", Callable[[Function], "Bot"]]:
    """Make a function a player, as a decorator: see the module.

    ``start`` is called with the :class:`Match` before its first turn, within the start
    clock. ``stop`` is called at the end with the match and the goals of the roles, which are
    None where something is hidden or the match was cut off.
    """
    if function is None:
        return lambda f: Bot(f, start, stop)
    return Bot(function, start, stop)


class Bot:
    """A player. It can still be called as the function that it was made of."""

    def __init__(self, function: Function, start: Optional[Start] = None, stop: Optional[Stop] = None) -> None:
        if not callable(function):
            raise TypeError("a bot is made of a function that is given a turn and returns a move")
        self._function, self._start, self._stop = function, start, stop
        self.__doc__ = getattr(function, "__doc__", None)
        self.__name__ = getattr(function, "__name__", type(function).__name__)
        self._match: Optional[Match] = None

    def __call__(self, turn: Turn) -> str:
        return self._function(turn)

    def run(self, arguments: Optional[Sequence[str]] = None) -> int:
        """Play until the manager ends the connection.

        Without arguments, on the command line or here, the bot speaks JSON lines on
        standard input and output; what it prints goes to standard error. With arguments
        it runs ``ludex player`` with them, which speaks another protocol for it.
        """
        arguments = sys.argv[1:] if arguments is None else list(arguments)
        if arguments:
            _player(arguments)
        lines, out = sys.stdin, sys.stdout
        sys.stdout = sys.stderr
        try:
            self.serve(lines, out)
        except (BrokenPipeError, KeyboardInterrupt):
            pass  # the manager is gone
        finally:
            sys.stdout = out
        return 0

    def serve(self, lines: Iterable[str], out: TextIO) -> None:
        """Answer the messages of a manager, one a line, until there are no more."""
        for line in lines:
            received = time.monotonic()
            if not line.strip():
                continue
            answer = self._answer(line, received)
            if answer is not None:
                out.write(json.dumps(answer) + "\n")
                out.flush()

    def _answer(self, line: str, received: float) -> Optional[Message]:
        """The answer to a message, or None. A failure of the function is the answer too."""
        message = {}
        try:
            message = json.loads(line)
            if not isinstance(message, dict):
                raise ValueError("a message is a JSON object")
            answer = self._handle(message, received)
        except Exception as error:  # the match goes on, and the record has the reason
            traceback.print_exc()
            answer = {"type": "error", "reason": "%s: %s" % (type(error).__name__, error)}
        if answer is not None:
            answer["step"] = message.get("step", 0) if isinstance(message, dict) else 0
            if self._match is not None:
                answer["match"] = self._match.name
        return answer

    def _handle(self, message: Message, received: float) -> Optional[Message]:
        kind = message.get("type")
        if kind == "start":
            return self._begin(message)
        if self._match is None:
            return None
        if kind == "play":
            return self._play(Turn(self._match, message, received))
        if kind == "event":
            self._match.history.append(Event(message))
        elif kind == "stop":
            match, self._match = self._match, None
            if self._stop is not None:
                self._stop(match, message.get("goals"))
        return None

    def _begin(self, message: Message) -> Message:
        self._match = Match(message)
        if message.get("timed"):
            raise ValueError("this bot plays in turns, and %s is a game in real time" % self._match.game)
        if self._start is not None:
            self._start(self._match)
        return {"type": "ready"}

    def _play(self, turn: Turn) -> Message:
        move = self._function(turn)
        if move not in turn.legal:
            raise ValueError("the bot chose %r, which is not one of the %d legal moves" % (move, len(turn.legal)))
        return {"type": "move", "move": move}


def _player(arguments: Sequence[str]) -> NoReturn:
    """Run ``ludex player`` with this script as its player."""
    command = [sys.executable, os.path.abspath(sys.argv[0])]
    for word in command:
        if len(word.split()) != 1:
            raise SystemExit("the path %r has a blank in it, and a command of a player must have none" % word)
    program = _program()
    os.execv(program, [program, "player", "--player", "exec:" + " ".join(command), *arguments])


def _program() -> str:
    """The path of the program ludex: $LUDEX, that of this package, or one in $PATH."""
    here = os.path.dirname(os.path.abspath(__file__))
    name = "ludex.exe" if os.name == "nt" else "ludex"
    for path in (os.environ.get("LUDEX"), os.path.join(here, "bin", name), shutil.which("ludex")):
        if path and os.path.isfile(path):
            return path
    raise SystemExit("the program ludex was not found: install it, or set LUDEX to its path")
