"""States: legal moves, steps, copies, texts, knowledge, errors."""

import json
import pickle
import random
import re
import subprocess
import unittest

import ludex
from ludex.process import program

NIM = """
(role one) (init (heap 3)) (succ 0 1) (succ 1 2) (succ 2 3)
(<= (legal one (take ?m)) (true (heap ?n)) (succ ?m ?n))
(<= (next (heap ?m)) (does one (take ?m)))
(<= terminal (true (heap 0)))
(<= (goal one 100) (true (heap 0)))
(<= (goal one 0) (not (true (heap 0))))
"""


def words(facts: "list[str]") -> "list[list[str]]":
    """Facts without the brackets and commas in which syntaxes differ."""
    return sorted(re.findall(r"[^(), ]+", f) for f in facts)


class States(unittest.TestCase):
    def test_play(self) -> None:
        game = ludex.load("breakthrough")
        self.assertEqual(game.roles, ["white", "black"])
        state = game.new()
        self.assertEqual(state.mover, 0)
        self.assertEqual(state.legal(), state.legal("white"))
        self.assertEqual(len(state.legal("black")), 1)
        action = state.legal()[3]
        self.assertEqual(game.action(game.action_name(action)), action)
        copy = state.clone()
        state.apply(action)
        self.assertEqual(state.mover, 1)
        self.assertNotEqual(copy, state)
        self.assertEqual(state.parent(), copy)
        self.assertEqual(copy.child(game.action_name(action)), state)
        self.assertEqual(len(state.history), 1)
        self.assertEqual(state.undo(), copy)

    def test_end(self) -> None:
        rng = random.Random(1)
        state = ludex.load("tictactoe").new()
        while not state.is_terminal():
            self.assertEqual(state.goals(), [None, None])
            state.apply(rng.choice(state.legal()))
        self.assertEqual(sum(state.returns()), 1)
        self.assertEqual(state.legal(), [])
        with self.assertRaises(ludex.GameOver):
            state.apply_joint([0, 0])

    def test_illegal(self) -> None:
        state = ludex.load("tictactoe").new()
        before = state.clone()
        for action in (-1, 9999, "(mark 9 9)"):
            with self.assertRaises(ludex.IllegalMove):
                state.apply(action)
        self.assertEqual(state, before)

    def test_text_and_pickle(self) -> None:
        game = ludex.load("connectfour-rbg")
        state = game.new()
        for _ in range(5):
            state.apply(state.legal()[0])
        self.assertEqual(game.from_text(state.to_text()), state)
        again = pickle.loads(pickle.dumps(state))
        self.assertEqual(again, state)
        self.assertEqual(again.history, state.history)
        self.assertEqual(hash(again), hash(state))
        self.assertEqual(pickle.loads(pickle.dumps(game.from_text(state.to_text()))), state)

    def test_observation(self) -> None:
        for name in ("tictactoe", "connectfour-rbg"):
            game = ludex.load(name)
            state = game.new()
            state.apply(state.legal()[0])
            true = {game.facts[i] for i in state.observation().nonzero()[0]}
            facts = set(state.facts())
            if game.language == "rbg":  # one piece of a cell has no number
                true = {t for t in true if t.startswith("(cell")}
                self.assertLessEqual(true, facts)
            else:
                self.assertEqual(true, facts)
            self.assertEqual(list(state.mask().nonzero()[0]), sorted(state.legal()))
            assert game.planes is not None
            self.assertEqual(state.planes().shape, game.planes.shape)

    def test_hidden(self) -> None:
        game = ludex.load("kuhnpoker")
        self.assertTrue(game.hidden)
        state = game.new()
        self.assertTrue(state.is_chance())
        state.apply_chance(state.legal(game.chance)[0])
        role = state.mover
        assert role is not None
        thought = state.information_set(role)
        self.assertIn(state, thought)
        self.assertGreater(len(thought), 1)
        views = {s.information_state(role) for s in (game.new().apply_chance(a) for a in game.new().legal(game.chance))}
        self.assertLess(len(views), len(game.new().legal(game.chance)))

    def test_rules(self) -> None:
        game = ludex.load(NIM, name="nim")
        state = game.new()
        while not state.is_terminal():
            state.apply(state.legal()[0])
        self.assertEqual(state.goals(), [100])
        with self.assertRaises(ludex.RulesError) as caught:
            ludex.load("(role one) (<= (legal one ?x) (true (p ?y)))")
        self.assertTrue(caught.exception.diagnostics)
        self.assertEqual([d for d in ludex.check(NIM) if d["severity"] == "error"], [])
        with self.assertRaises(ludex.LudexError):
            ludex.load("no-such-game")

    def test_why_and_pictures(self) -> None:
        state = ludex.load("tictactoe").new()
        why = state.why("(legal white (mark 1 1))")
        self.assertTrue(why.holds)
        self.assertIn("control white", why.text)
        self.assertFalse(state.why("(legal black (mark 1 1))").holds)
        self.assertTrue(state.svg().startswith("<svg"))
        self.assertIn("white", str(state))

    def test_remembered_steps(self) -> None:
        """A game whose steps hardly ever come again stops remembering them, and nothing else changes."""
        from unittest import mock

        kept, dropped = ludex.load("connectfour"), ludex.load("connectfour")
        with mock.patch("ludex.state._REMEMBERED", 64), mock.patch("ludex.state._SELDOM", 64):
            plays = [dropped.simulate(seed) for seed in range(5)]
        self.assertIsNone(dropped._seen)
        self.assertGreater(len(kept.simulate(0)), 1)
        for seed, play in enumerate(plays):
            again = kept.simulate(seed)
            self.assertEqual([s.facts() for s in play[-3:]], [s.facts() for s in again[-3:]])
            self.assertEqual([s.legal() for s in play], [s.legal() for s in again])
        self.assertGreater(kept._met, 0)
        state = dropped.new()
        self.assertEqual(state.clone().apply(state.legal()[0]).undo(), state)

    def test_seeds(self) -> None:
        """The same seed gives the same play here and on the command line."""
        for name in ("tictactoe", "connectfour-rbg", "pig", "kuhnpoker", "battleships", "blotto", "ludo"):
            game = ludex.load(name)
            out = subprocess.run([program(), "simulate", "--json", "--seed", "5", name], stdout=subprocess.PIPE, check=True)
            lines = [json.loads(line) for line in out.stdout.decode().splitlines()]
            states = game.simulate(5)
            self.assertEqual([words(line["state"]) for line in lines], [words(s.facts()) for s in states])
            self.assertTrue(lines[-1]["terminal"])

    def test_seeds_in_real_time(self) -> None:
        """The same for games in real time: instants, moves and facts."""
        for name in ("tictactoe-timed", "chicken", "hotpotato"):
            game = ludex.load(name)
            out = subprocess.run([program(), "simulate", "--json", "--seed", "5", "--max-time", "50", name], stdout=subprocess.PIPE, check=False)
            events = [json.loads(line) for line in out.stdout.decode().splitlines()]
            events = [e for e in events if "state" in e]
            states = game.simulate(5, max_time=50)
            self.assertGreater(len(states), 1)
            self.assertEqual([(s.now, s.facts, s.moves) for s in states],
                             [(e["t"], e["state"], [(m["role"], m["move"]) for m in e.get("moves", [])]) for e in events])

    def test_search(self) -> None:
        game = ludex.load("tictactoe")
        state = game.new()
        for move in ("(mark 1 1)", "(mark 1 2)", "(mark 2 2)", "(mark 1 3)"):
            state.apply(move)
        found = state.search(200)
        self.assertEqual(game.action_name(found.moves[0].action), "(mark 3 3)")
        import numpy as np

        asked = []

        def evaluator(x: "np.ndarray") -> "np.ndarray":
            asked.append(len(x))
            return np.full((len(x), 2), 0.5)

        found = state.search(100, evaluator=evaluator, batch=8)
        self.assertTrue(asked)
        with self.assertRaises(ZeroDivisionError):
            state.search(100, evaluator=lambda x: 1 / 0)
        self.assertEqual(len(state.legal()), 5)  # the program still answers

    def test_player(self) -> None:
        game = ludex.load("tictactoe")
        with game.player("mcts", "white", seed=1, nodes=50) as p:
            state = game.new()
            first = p.choose(state)
            self.assertIn(first, state.legal())
            state.apply(first).apply(state.legal()[0])
            self.assertIn(p.choose(state), state.legal())
            self.assertEqual(p.choose(game.new()), first)

    def test_realtime(self) -> None:
        game = ludex.load("chicken")
        self.assertIsInstance(game, ludex.TimedGame)
        state = game.new()
        moves = {r: state.legal(r) for r in game.roles}
        role = next(r for r in game.roles if moves[r])
        later = state.event("0.5", [(role, moves[role][0])])
        self.assertEqual(later.now, "0.5")
        while not state.is_terminal() and state.expiry is not None:
            state = state.wait()
        self.assertTrue(state.is_terminal())


if __name__ == "__main__":
    unittest.main()
