"""The package itself: its syntax, the manual, the examples, the adapters."""

import ast
import glob
import os
import pickle
import re
import runpy
import subprocess
import sys
import unittest

import ludex

HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON = os.path.dirname(HERE)
ROOT = os.path.dirname(PYTHON)


class Package(unittest.TestCase):
    def test_syntax(self) -> None:
        """Every file is Python 3.9."""
        for folder in ("ludex", "tests", "examples"):
            for path in glob.glob(os.path.join(PYTHON, folder, "*.py")):
                with open(path, encoding="utf-8") as f:
                    ast.parse(f.read(), path, feature_version=(3, 9))

    def test_manual(self) -> None:
        """Every block of docs/python.md runs, in order, and prints what it says."""
        with open(os.path.join(ROOT, "docs", "python.md"), encoding="utf-8") as f:
            blocks = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", f.read(), re.S)
        self.assertGreater(len(blocks), 8)
        names: dict = {}
        for code, expected in blocks:
            import contextlib
            import io

            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(code, "docs/python.md", "exec"), names)
            if expected:
                self.assertEqual(out.getvalue().strip(), expected.strip(), code)

    def test_pickled_games(self) -> None:
        """A game is not loaded twice when it comes back, and is loaded where it is not known."""
        for name in ("connectfour-rbg", "chicken"):
            game = ludex.load(name)
            self.assertIs(pickle.loads(pickle.dumps(game)), game)
            code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).name)"
            out = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(game), stdout=subprocess.PIPE, check=True).stdout
            self.assertEqual(out.decode().strip(), game.name)

    def test_verbs(self) -> None:
        """Results of verbs as data, and errors as exceptions."""
        self.assertEqual(ludex.run("solve", "tictactoe")["goals"]["white"], {"low": "50", "high": "50"})
        rows = ludex.run("match", "nim", "legal", "random", "--games", 2)["players"]
        table = ludex.columns(rows)
        self.assertEqual(table["player"], ["legal", "random"])
        self.assertEqual({len(column) for column in table.values()}, {2})
        self.assertGreater(len(ludex.run("simulate", "nim")), 2)
        self.assertEqual(ludex.columns([{"a": 1}, {"b": 2}]), {"a": [1, None], "b": [None, 2]})
        with self.assertRaisesRegex(ludex.LudexError, "nimm"):
            ludex.run("solve", "nimm")
        with self.assertWarns(UserWarning):
            self.assertIsNotNone(ludex.run("match", "nim", "exec:false", "random"))
        out = subprocess.run([sys.executable, "-m", "ludex", "info", "nim"], stdout=subprocess.PIPE, check=True).stdout
        self.assertIn(b"nim", out)

    def test_interrupted(self) -> None:
        """After an answer was interrupted, games can be loaded again, and old ones say why they do not work."""
        code = """
import ludex
old = ludex.load("nim")
old._process._broken = True  # as an interrupt leaves it
new = ludex.load("nim")
new.new().apply(new.new().legal()[0])
try:
    old.new().apply(0)
except ludex.LudexError as e:
    print(e)
"""
        out = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True).stdout.decode()
        self.assertIn("load the game again", out)

    def test_wheels(self) -> None:
        """The wheel of every system has the right tags, and its RECORD is true."""
        import base64
        import hashlib
        import tempfile
        import zipfile

        systems = {"linux/amd64": "manylinux2014_x86_64", "linux/arm64": "manylinux2014_aarch64", "darwin/amd64": "macosx_12_0_x86_64",
                   "darwin/arm64": "macosx_12_0_arm64", "windows/amd64": "win_amd64", "windows/arm64": "win_arm64"}
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "program")
            with open(program, "wb") as f:
                f.write(b"a program")
            for system, tag in systems.items():
                out = subprocess.run([sys.executable, os.path.join(ROOT, "scripts", "wheel"), "--program", program, "--out", folder, system],
                                     stdout=subprocess.PIPE, check=True).stdout.decode().strip()
                self.assertIn(tag, os.path.basename(out))
                with zipfile.ZipFile(out) as z:
                    record = next(n for n in z.namelist() if n.endswith("RECORD"))
                    rows = [line.split(",") for line in z.read(record).decode().splitlines()]
                    self.assertEqual(sorted(r[0] for r in rows), sorted(z.namelist()))
                    for name, digest, size in rows:
                        if name != record:
                            data = z.read(name)
                            want = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                            self.assertEqual((digest, size), ("sha256=" + want, str(len(data))))
                    binary = "ludex/bin/ludex.exe" if system.startswith("windows") else "ludex/bin/ludex"
                    self.assertEqual(z.read(binary), b"a program")
                    self.assertTrue(z.getinfo(binary).external_attr >> 16 & 0o100)
                    self.assertIn("Tag: py3-none-" + tag, z.read(record.replace("RECORD", "WHEEL")).decode().splitlines())

    def test_examples(self) -> None:
        """Every example runs, with little to do."""
        for name, args in (("cfr_kuhn", ["3"]), ("q_learning", ["20"]), ("policy_gradient", ["1"]), ("evaluate", ["2"])):
            out = subprocess.run([sys.executable, os.path.join(PYTHON, "examples", name + ".py")] + args,
                                 stdout=subprocess.PIPE, check=True, env=dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path)))
            self.assertTrue(out.stdout, name)

    def test_self_play(self) -> None:
        """The example of AlphaZero evaluates states in batches."""
        import numpy as np

        example = runpy.run_path(os.path.join(PYTHON, "examples", "alpha_zero.py"))
        game = ludex.load("connectthree")
        network = example["Network"](len(game.facts), len(game.roles))
        seen, goals = example["self_play"](game, network, np.random.default_rng(1), 8)
        self.assertGreater(len(seen), 4)
        self.assertEqual(goals.sum(), 1)

    def test_openspiel(self) -> None:
        import random

        from ludex import openspiel

        rng = random.Random(1)
        games = [openspiel.load_game(name) for name in ("tictactoe", "kuhnpoker", "blotto", "pig")]
        games.append(openspiel.Game(ludex.load("connectfour-rbg", fixed=False)))
        for game in games + [openspiel.load_game_as_turn_based("blotto")]:
            for _ in range(3):
                state = game.new_initial_state()
                while not state.is_terminal():
                    self.assertEqual(str(state.clone()), str(state))
                    if state.is_simultaneous_node():
                        state.apply_actions([rng.choice(state.legal_actions(p)) for p in range(game.num_players())])
                        continue
                    if state.is_chance_node():
                        self.assertAlmostEqual(sum(p for _, p in state.chance_outcomes()), 1)
                    elif game.ludex.fixed:
                        self.assertEqual(sum(state.legal_actions_mask()), len(state.legal_actions()))
                        self.assertEqual(len(state.observation_tensor()), game.observation_tensor_size())
                    action = rng.choice(state.legal_actions())
                    player = state.current_player()
                    self.assertEqual(state.string_to_action(player, state.action_to_string(player, action)), action)
                    before = str(state)
                    state.apply_action(action)
                    state.undo_action(player, action)
                    self.assertEqual(str(state), before)
                    state.apply_action(action)
                self.assertEqual(state.legal_actions(), [])
                for u in state.returns():
                    self.assertTrue(game.min_utility() <= u <= game.max_utility())
                self.assertEqual(str(game.deserialize_state(state.serialize())), str(state))
                self.assertEqual(str(pickle.loads(pickle.dumps(state))), str(state))
                again, restored = openspiel.deserialize_game_and_state(openspiel.serialize_game_and_state(game, state))
                self.assertEqual((again, str(restored), restored.serialize()), (game, str(state), state.serialize()))
                if game.ludex.fixed:
                    self.assertEqual(restored.history(), state.history())

    def test_openspiel_views(self) -> None:
        """What OpenSpiel's own tests ask of all games: views by player, kinds of states, lengths, sums."""
        import random

        from ludex import openspiel

        for name in ("kuhnpoker", "leducpoker", "tictactoe", "battleships"):
            game = openspiel.load_game(name)
            observer = game.make_py_observer(openspiel.IIGObservationType(perfect_recall=True))
            assert observer is not None
            seen: dict = {}
            for seed in range(20):
                state = game.new_initial_state()
                rng = random.Random(seed)
                while not state.is_terminal():
                    kind = state.get_type()
                    if kind is openspiel.StateType.CHANCE:
                        with self.assertRaises(RuntimeError):
                            state.information_state_string()
                    for p in range(game.num_players()):
                        observer.set_from(state, p)
                        self.assertEqual(observer.tensor.tolist(), state.information_state_tensor(p))
                        self.assertEqual(len(state.information_state_tensor(p)), game.information_state_tensor_size())
                        seen.setdefault(observer.string_from(state, p), set()).add(p)
                    for call in (state.information_state_string, state.information_state_tensor, state.observation_string):
                        with self.assertRaisesRegex(RuntimeError, "player >= 0"):
                            call(-1)
                        with self.assertRaisesRegex(RuntimeError, "player <"):
                            call(game.num_players())
                    if state.is_simultaneous_node():
                        state.apply_actions([rng.choice(state.legal_actions(p)) for p in range(game.num_players())])
                    else:
                        state.apply_action(rng.choice(state.legal_actions()))
                self.assertIs(state.get_type(), openspiel.StateType.TERMINAL)
                self.assertLessEqual(len(state.full_history()), game.max_history_length())
                self.assertLessEqual(state.move_number(), game.max_move_number())
                self.assertLessEqual(sum(a.player == openspiel.PlayerId.CHANCE for a in state.full_history()),
                                     game.max_chance_nodes_in_history())
                if game.get_type().utility is openspiel.GameType.Utility.ZERO_SUM:
                    self.assertEqual(sum(state.returns()), 0)
            self.assertEqual({len(players) for players in seen.values()}, {1}, name)
        kuhn = openspiel.load_game("kuhnpoker")
        self.assertEqual((kuhn.min_utility(), kuhn.max_utility()), (-2, 2))  # coins
        self.assertEqual(openspiel.Game("kuhnpoker", payoff=50).max_utility(), 1)

    def test_resample(self) -> None:
        """Another play that a player cannot tell from this one."""
        from ludex import openspiel

        for name in ("kuhnpoker", "battleships", "tictactoe"):
            game = openspiel.load_game(name)
            state = game.new_initial_state()
            for _ in range(2):
                if state.is_simultaneous_node():
                    state.apply_actions([state.legal_actions(p)[0] for p in range(game.num_players())])
                else:
                    state.apply_action(state.legal_actions()[0])
            for player in range(game.num_players()):
                found = {str(state.resample_from_infostate(player)) for _ in range(20)}
                views = {state.resample_from_infostate(player).information_state_string(player) for _ in range(5)}
                self.assertEqual(views, {state.information_state_string(player)})
                self.assertEqual(len(found) > 1, game.ludex.hidden, name)

    def test_gymnasium(self) -> None:
        try:
            import gymnasium
        except ImportError:
            self.skipTest("gymnasium is not installed")
        from gymnasium.utils.env_checker import check_env

        import ludex.gymnasium

        check_env(ludex.gymnasium.Env("tictactoe", illegal="lose"), skip_render_check=True)
        hidden = ludex.gymnasium.VectorEnv("kuhnpoker", 8)
        seen, info = hidden.reset(seed=1)
        for _ in range(20):
            seen, *_, info = hidden.step(info["action_mask"].argmax(1))
            self.assertTrue(hidden.observation_space.contains(seen))
        del gymnasium

    def test_pettingzoo(self) -> None:
        try:
            from pettingzoo.test import api_test, parallel_api_test
        except ImportError:
            self.skipTest("pettingzoo is not installed")
        import ludex.pettingzoo

        api_test(ludex.pettingzoo.env("tictactoe"), num_cycles=50)
        parallel_api_test(ludex.pettingzoo.parallel_env("blotto"), num_cycles=50)


if __name__ == "__main__":
    unittest.main()
