"""Vectorised plays."""

import unittest

import numpy as np

import ludex


class Vectors(unittest.TestCase):
    def test_same_as_states(self) -> None:
        """Row i plays what a single state plays with the same seed."""
        for name in ("tictactoe", "breakthrough-rbg", "pig"):
            game = ludex.load(name)
            with game.vector(8, seed=3) as v:
                plays = [iter(game.simulate(3 + i)) for i in range(8)]
                running = [True] * 8
                for i in range(8):
                    next(plays[i])
                for _ in range(30):
                    v.step()
                    for i in range(8):
                        if not running[i]:
                            continue
                        state = next(plays[i])
                        self.assertEqual(bool(v.done[i]), state.is_terminal())
                        if v.done[i]:
                            running[i] = False
                            players = game.players
                            np.testing.assert_allclose(v.rewards[i][players], np.array(state.returns())[players])
                            continue
                        np.testing.assert_array_equal(v.observations()[i], state.observation())
                        for r in range(len(game.roles)):
                            np.testing.assert_array_equal(v.masks(r)[i], state.mask(r))

    def test_rollouts(self) -> None:
        """Random plays from where the plays are, the same for a seed; the plays themselves stay where they are."""
        for name in ("tictactoe", "kuhnpoker", "connectfour-rbg", "go"):
            game = ludex.load(name, fixed=name != "go")
            with game.vector(32, seed=1, max_steps=60) as v, game.vector(32, seed=1, max_steps=60) as other:
                for v_ in (v, other):
                    v_.random(3)
                means = v.rollouts(4, seed=9)
                self.assertEqual(means.shape, (32, len(game.roles)))
                known = ~np.isnan(means[:, 0])
                self.assertTrue(known.all() or name == "go", name)  # where 60 steps may not be enough
                self.assertTrue(((means[known] >= 0) & (means[known] <= 1)).all())
                np.testing.assert_array_equal(means, v.rollouts(4, seed=9))
                for _ in range(5):
                    v.step()
                    other.step()
                    np.testing.assert_array_equal(v.states, other.states)
                    np.testing.assert_array_equal(v.made, other.made)
        state = ludex.load("tictactoe").new()
        for move in ("(mark 1 1)", "(mark 1 2)", "(mark 2 2)", "(mark 1 3)"):
            state.apply(move)
        self.assertGreater(state.playouts(500, seed=1).goals[0], state.game.playouts(500, seed=1).goals[0])

    def test_given(self) -> None:
        game = ludex.load("connectfour")
        with game.vector(64, seed=1) as v:
            rng = np.random.default_rng(1)
            ended = 0
            for _ in range(80):
                masks = v.masks()
                actions = (masks * rng.random(masks.shape)).argmax(1)
                movers = v.mover.copy()
                v.step(actions)
                np.testing.assert_array_equal(v.made[np.arange(64), movers], actions)
                ended += int(v.done.sum())
            self.assertGreater(ended, 64)
            self.assertEqual(v.planes().shape, (64,) + game.planes.shape)
            rows, moves = v.legal_actions()
            self.assertEqual(len(rows), v.masks().sum())

    def test_without_numbers(self) -> None:
        """Plays whose moves have no fixed numbers: lists of legal moves, and the same plays."""
        game = ludex.load("go", fixed=False)
        self.assertFalse(game.fixed)
        with game.vector(8, seed=3) as v:
            plays = [game.simulate(3 + i, max_steps=40) for i in range(8)]
            for step in range(1, 41):
                rows, moves = v.legal_actions()
                for i in range(8):
                    self.assertEqual(moves[rows == i].tolist(), plays[i][step - 1].legal())
                v.step()
                for i in range(8):
                    self.assertEqual(v.made[i].tolist(), plays[i][step].last)
                    np.testing.assert_array_equal(v.observations()[i], plays[i][step].observation())
            self.assertEqual(v.planes().shape, (8,) + game.planes.shape)
            rows, moves = v.legal_actions()
            first = moves[np.searchsorted(rows, np.arange(8))]
            movers = v.mover.copy()
            v.step(first)
            np.testing.assert_array_equal(v.made[np.arange(8), movers], first)
            idle = v.legal_actions(int(v.mover[0] == 0))
            self.assertEqual([game.action_name(a) for a in set(idle[1][idle[0] == 0].tolist())], ["noop"])
            with self.assertRaises(ludex.NotFixed):
                v.masks()
            with self.assertRaises(ludex.IllegalMove):
                v.step(np.full(8, 1 << 20))

    def test_errors(self) -> None:
        game = ludex.load("tictactoe")
        with game.vector(4) as v:
            before = v.states.copy()
            with self.assertRaises(ludex.IllegalMove):
                v.step(np.array([0, 0, 0, 5000]))
            np.testing.assert_array_equal(before, v.states)
            with self.assertRaises(ValueError):
                v.states[0, 0] = 1
        with self.assertRaises(ludex.LudexError):
            game.vector(0)

    def test_reset(self) -> None:
        with ludex.load("pig").vector(16, seed=9) as v:
            v.random(5)
            first = v.states.copy()
            v.random(20)
            v.reset(9)
            v.random(5)
            np.testing.assert_array_equal(first, v.states)

    def test_joint_and_truncation(self) -> None:
        game = ludex.load("blotto")
        with game.vector(8) as v:
            self.assertTrue((v.mover == -2).all())
            joint = np.array([[state.legal(r)[0] for r in range(len(game.roles))] for state in [game.new()]] * 8)
            v.step(joint)
            np.testing.assert_array_equal(v.made, joint)
        with ludex.load("breakthrough").vector(4, max_steps=3) as v:
            v.random(3)
            self.assertTrue((v.truncated == 1).all())
            self.assertTrue((v.length == 3).all())
            self.assertTrue((v.rewards == 0).all())

    def test_information(self) -> None:
        """The view of a role is the same in a vector and in a state, and hides the rest."""
        game = ludex.load("kuhnpoker")
        with game.vector(32, seed=2, history=6) as v:
            v.step()
            v.step()
            for i in range(32):
                state = game.simulate(2 + i)[2]
                if v.plays[i] != i:
                    continue
                for r in game.players:
                    np.testing.assert_array_equal(v.information(r)[i], state.information(r, 6))


if __name__ == "__main__":
    unittest.main()
