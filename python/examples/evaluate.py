"""Players of Ludex against each other from Python, with intervals, and a plot as SVG.

    python3 evaluate.py [plays] [plot.svg]
"""

import sys
from typing import List, Tuple

import ludex


def plot(rows: List[Tuple[str, ludex.Result]]) -> str:
    """Scores with intervals as a picture."""
    height = 30 * len(rows) + 40
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 520 %d" font-family="sans-serif" font-size="13">' % height]
    x = lambda v: 140 + 340 * v  # noqa: E731
    for v in (0, 0.25, 0.5, 0.75, 1):
        out.append('<line x1="%.1f" y1="10" x2="%.1f" y2="%d" stroke="#ccc"/>' % (x(v), x(v), height - 25))
        out.append('<text x="%.1f" y="%d" text-anchor="middle">%g</text>' % (x(v), height - 8, v))
    for i, (name, r) in enumerate(rows):
        y = 28 + 30 * i
        out.append('<text x="130" y="%d" text-anchor="end">%s</text>' % (y + 4, name))
        out.append('<line x1="%.1f" y1="%d" x2="%.1f" y2="%d" stroke="#369" stroke-width="3"/>' % (x(r.low), y, x(r.high), y))
        out.append('<circle cx="%.1f" cy="%d" r="5" fill="#369"/>' % (x(r.score), y))
    return "\n".join(out + ["</svg>"])


def main() -> None:
    plays = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    game = ludex.load("connectfour")

    def first(state: ludex.State, role: int) -> int:
        return state.legal(role)[0]

    def searching(nodes: int) -> "ludex.evaluation.Policy":
        return lambda state, role: state.search(nodes, role, seed=len(state.history)).moves[0].action

    rows = []
    for name, policy in (("first move", first), ("search 10", searching(10)), ("search 100", searching(100))):
        result = ludex.evaluate(game, policy, "random", plays)
        rows.append((name, result))
        print("%-12s %s" % (name, result))
    if len(sys.argv) > 2:
        with open(sys.argv[2], "w", encoding="utf-8") as f:
            f.write(plot(rows))


if __name__ == "__main__":
    main()
