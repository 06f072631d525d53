"""The exceptions of the package."""

import difflib
import re
from typing import Any, Dict, Iterable, List


class LudexError(RuntimeError):
    """Something that the program could not do. All other exceptions are of this kind."""


class RulesError(LudexError):
    """Rules that cannot be played, with the diagnostics that say why."""

    def __init__(self, message: str, diagnostics: List[Dict[str, Any]]) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics
        """The problems: dictionaries with ``code``, ``message``, ``line``, ``column``, ..."""

    def __str__(self) -> str:
        lines = [super().__str__()]
        for d in self.diagnostics:
            lines.append("%s:%s: %s [%s]" % (d.get("line", "?"), d.get("column", "?"), d.get("message", ""), d.get("code", "")))
        return "\n".join(lines)


class IllegalMove(LudexError, ValueError):
    """A move that is not legal."""


class GameOver(LudexError):
    """A move after the end of a play."""


class NotFixed(LudexError):
    """Something that needs fixed numbers of moves, in a game whose moves cannot be listed."""


class UnknownName(LudexError, ValueError):
    """A role, move, fact or player that does not exist, with those that may be meant."""

    def __init__(self, message: str, name: str, known: Iterable[str]) -> None:
        self.suggestions = suggest(name, known)
        """The names that are most similar, the best first."""
        if self.suggestions:
            message += "; did you mean %s?" % " or ".join(self.suggestions)
        super().__init__(message)


def suggest(name: str, known: Iterable[str]) -> List[str]:
    """The names that may be meant: those with the same words in another syntax, or else similar
    ones."""
    known = list(known)
    same = [k for k in known if _words(k) == _words(name)]
    return same[:3] or difflib.get_close_matches(name, known, 3)


def _words(name: str) -> List[str]:
    return re.findall(r"[^(), ]+", name.lower())
