"""Every game of the library: single states, and many plays stepped together.

A normal run takes every eleventh game, boardgames without fixed numbers, which take time to
find. LUDEX_FULL=1 takes all of them.
"""

import os
import unittest

import numpy as np

import ludex

FULL = bool(os.environ.get("LUDEX_FULL"))

REFUSED = {
    "arimaa": "takes more than",  # the moves of a whole turn are too many to tell apart
    "cardgame-printed": "no goal value at the end, or several",  # rules as printed, with their mistake
}
"""Games that cannot be played as a vector, and what the error says."""


class Library(unittest.TestCase):
    def test_every_game(self) -> None:
        names = ludex.library()
        for name in names if FULL else names[::11]:
            with self.subTest(name):
                game = ludex.load(name, fixed=FULL)
                if isinstance(game, ludex.TimedGame):
                    self.timed(game)
                    continue
                try:
                    self.states(game)
                    self.vector(game)
                except ludex.LudexError as e:
                    self.assertIn(REFUSED.get(name, "no error"), str(e))
                else:
                    self.assertNotIn(name, REFUSED)

    def timed(self, game: ludex.TimedGame) -> None:
        """A play in which nobody does anything."""
        state = game.new()
        for _ in range(200):
            if state.is_terminal() or state.expiry is None:
                break
            later = state.wait()
            self.assertEqual(later.now, state.expiry)
            state = later

    def states(self, game: ludex.Game) -> None:
        """A random play: masks have the legal moves, and facts the observations."""
        play = game.simulate(1, max_steps=200)
        self.assertGreater(len(play), 1)
        for s in play[:: max(1, len(play) // 4)]:
            for r in range(len(game.roles)):
                legal = s.legal(r)
                self.assertEqual(len(set(legal)), len(legal))
                self.assertEqual(s.is_terminal() and r in s.movers, False)
                if game.fixed and not s.is_terminal():
                    self.assertEqual(np.flatnonzero(s.mask(r)).tolist(), sorted(legal))
            if game.facts:
                self.assertEqual(s.observation().shape, (len(game.facts),))

    def vector(self, game: ludex.Game) -> None:
        """Random steps: legal moves as lists and as masks are the same, and moves made were legal."""
        rows = 64
        with game.vector(rows, seed=1) as v:
            for step in range(300 if FULL and game.fixed else 30):
                before = {r: v.legal_actions(r) for r in range(len(game.roles))} if step % 10 == 0 else {}
                v.step()
                for r, (row, moves) in before.items():
                    made = v.made[:, r]
                    self.assertEqual(set(zip(range(rows), made.tolist())) - set(zip(row.tolist(), moves.tolist())), set())
                if game.fixed:
                    self.assertEqual(v.masks().any(1).tolist(), (v.mover >= 0).tolist())


if __name__ == "__main__":
    unittest.main()
