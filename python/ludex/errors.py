"""The exceptions of the package."""

from typing import Any, Dict, List


class LudexError(Exception):
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
