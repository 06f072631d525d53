"""The verbs of the program ``ludex`` from Python: their results as data."""

import json
import subprocess
import warnings
from typing import Any, Dict, List, Mapping, Sequence

from .errors import LudexError
from .process import program


def run(verb: str, *words: object) -> Any:
    """What ``ludex VERB WORDS --json`` writes: one object, or a list if it writes several. If it writes
    nothing, :class:`LudexError` is raised with the program's message. An answer of "no", one that is
    undecided, or a player that failed, is a result with a warning."""
    command = [program(), verb] + [str(w) for w in words] + ["--json"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    message = done.stderr.decode(errors="replace").strip()
    found = _parse(done.stdout.decode())
    if done.returncode and found in (None, []):
        raise LudexError(message or "ludex %s failed" % verb)
    if done.returncode and message:
        warnings.warn(message, stacklevel=2)
    return found


def _parse(text: str) -> Any:
    """The JSON value of a text, or a list of those of its lines."""
    try:
        return json.loads(text)
    except ValueError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]


def columns(rows: Sequence[Mapping[str, Any]]) -> Dict[str, List[Any]]:
    """A table, given as a list of rows, as its columns by name; None where a row has no such value.
    Libraries for data frames take either."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    return {name: [row.get(name) for row in rows] for name in names}
