"""Ludex: any game of GDL, GDL-II, rtGDL or Regular Boardgames, from Python.

>>> import ludex
>>> game = ludex.load("breakthrough")     # a name of the library, a file, or a text
>>> state = game.new()
>>> while not state.is_terminal():
...     state.apply(state.legal()[0])

``game.vector(4096)`` steps thousands of plays by one call, with observations and masks as
numpy arrays. :mod:`ludex.gymnasium`, :mod:`ludex.pettingzoo` and :mod:`ludex.openspiel`
have the interfaces of these projects. The manual is ``docs/python.md``.
"""

from typing import TYPE_CHECKING, Any, List

from .errors import GameOver, IllegalMove, LudexError, NotFixed, RulesError, UnknownName
from .game import Candidate, Diagnostic, Explanation, Game, Playouts, Search, check, library, load
from .player import Player
from .state import State
from .timed import TimedGame, TimedState
from .verbs import columns, run

if TYPE_CHECKING:
    from .bot import bot as bot
    from .cuda import DeviceError as DeviceError
    from .device import DeviceVector as DeviceVector
    from .evaluation import Result as Result
    from .evaluation import evaluate as evaluate
    from .vector import Vector as Vector

__version__ = "0.1.0"

__all__ = [
    "Candidate", "DeviceError", "DeviceVector", "Diagnostic", "Explanation", "Game", "GameOver", "IllegalMove", "LudexError",
    "NotFixed", "Player", "Playouts", "Result", "RulesError", "Search", "State", "TimedGame",
    "TimedState", "UnknownName", "Vector", "bot", "check", "columns", "evaluate", "library", "load", "run",
]

# Loaded when first used: vectors need numpy, and bots need nothing else.
_LATER = {"DeviceError": "cuda", "DeviceVector": "device", "Vector": "vector", "bot": "bot", "evaluate": "evaluation", "Result": "evaluation"}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError("module 'ludex' has no attribute %r" % name)
    from importlib import import_module

    value = getattr(import_module("." + _LATER[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> List[str]:
    return sorted(set(globals()) | set(__all__))
