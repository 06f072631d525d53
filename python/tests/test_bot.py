"""Tests of bots: what they answer to a manager, and whole matches with the program."""

import importlib.util
import io
import json
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
FILE = os.path.join(HERE, "..", "ludex", "bot.py")

# The module is loaded by its file, since it has to work without the rest of the package.
spec = importlib.util.spec_from_file_location("ludex_bot", FILE)
botmodule = importlib.util.module_from_spec(spec)
sys.modules["ludex_bot"] = botmodule
spec.loader.exec_module(botmodule)

START = {
    "type": "start", "protocol": "ludex/1", "match": "m1", "game": "nim", "language": "gdl", "rules": "(role first)",
    "role": "first", "roles": ["first", "second"], "playClockMs": 1500, "seed": "18446744073709551615",
    "state": ["(heap a 3)"], "step": 0,
}
PLAY = {"type": "play", "step": 0, "legal": ["(take a 1)", "(take a 2)"], "playClockMs": 1500, "state": ["(heap a 3)"]}
EVENT = {"type": "event", "step": 0, "own": "(take a 2)", "joint": ["(take a 2)", "noop"], "state": ["(heap a 1)"]}
STOP = {"type": "stop", "step": 1, "goals": [0, 100]}


def talk(player, *messages):
    """What a bot answers to messages."""
    out = io.StringIO()
    player.serve([m if isinstance(m, str) else json.dumps(m) for m in messages], out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def quiet(test):
    """Run a test whose bot fails on purpose, without the traceback."""
    def run(self):
        err, sys.stderr = sys.stderr, io.StringIO()
        try:
            test(self)
        finally:
            sys.stderr = err
    return run


class Answers(unittest.TestCase):
    def test_a_match(self):
        seen = []

        @botmodule.bot(start=lambda m: seen.append(("start", m.role)), stop=lambda m, goals: seen.append((m.history[0].joint, goals)))
        def play(turn):
            seen.append((turn.step, turn.state, turn.clock, turn.game, turn.seed, 0 < turn.left() <= 1.5))
            return turn.legal[-1]

        answers = talk(play, START, PLAY, EVENT, STOP)
        self.assertEqual(answers, [
            {"type": "ready", "step": 0, "match": "m1"},
            {"type": "move", "step": 0, "match": "m1", "move": "(take a 2)"},
        ])
        self.assertEqual(seen, [
            ("start", "first"),
            (0, ["(heap a 3)"], 1.5, "nim", 2**64 - 1, True),
            (["(take a 2)", "noop"], [0, 100]),
        ])

    def test_two_matches_with_one_process(self):
        games = []

        @botmodule.bot
        def play(turn):
            games.append(turn.match.name)
            return turn.legal[0]

        second = dict(START, match="m2")
        self.assertEqual(len(talk(play, START, PLAY, STOP, second, PLAY, STOP)), 4)
        self.assertEqual(games, ["m1", "m2"])

    def test_the_same_seed_draws_the_same(self):
        player = botmodule.bot(lambda turn: turn.random.choice(turn.legal))
        self.assertEqual(talk(player, START, PLAY), talk(player, START, PLAY))

    def test_hidden_information(self):
        found = []

        def play(turn):
            found.append((turn.state, [e.percepts for e in turn.history], turn.history[0].joint))
            return turn.legal[0]

        start = {k: v for k, v in START.items() if k != "state"}
        event = {"type": "event", "step": 0, "own": "noop", "percepts": ["(card 7)"]}
        question = {"type": "play", "step": 1, "legal": ["fold"]}
        talk(botmodule.bot(play), start, event, question)
        self.assertEqual(found, [(None, [["(card 7)"]], None)])

    @quiet
    def test_failures_are_answers(self):
        def fail(turn):
            raise RuntimeError("no idea")

        answer = talk(botmodule.bot(fail), START, PLAY)[1]
        self.assertEqual(answer, {"type": "error", "step": 0, "match": "m1", "reason": "RuntimeError: no idea"})
        self.assertIn("no idea", sys.stderr.getvalue())
        answer = talk(botmodule.bot(lambda turn: "resign"), START, PLAY)[1]
        self.assertIn("'resign', which is not one of the 2 legal moves", answer["reason"])
        self.assertIn("real time", talk(botmodule.bot(fail), dict(START, timed=True))[0]["reason"])
        self.assertEqual(talk(botmodule.bot(fail), "not JSON")[0]["type"], "error")
        self.assertEqual(talk(botmodule.bot(fail), "[]")[0]["type"], "error")

    def test_unknown_messages_are_passed_over(self):
        self.assertEqual(talk(botmodule.bot(lambda turn: turn.legal[0]), {"type": "weather"}, "", PLAY, STOP), [])

    def test_it_stays_a_function(self):
        @botmodule.bot
        def first(turn):
            """Takes the first move."""
            return turn.legal[0]

        turn = botmodule.Turn(botmodule.Match(START), PLAY, 0)
        self.assertEqual(first(turn), "(take a 1)")
        self.assertEqual((first.__name__, first.__doc__), ("first", "Takes the first move."))
        with self.assertRaises(TypeError):
            botmodule.bot("mcts")
        with self.assertRaises(AttributeError):
            turn.nothing


@unittest.skipUnless(os.environ.get("LUDEX"), "LUDEX does not name the program")
class Matches(unittest.TestCase):
    """Whole matches; LUDEX is the path of the program."""

    def match(self, code, *arguments):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "mybot.py")
        with open(path, "w") as f:
            f.write("import sys\nsys.path.insert(0, %r)\nfrom bot import bot\n" % os.path.dirname(FILE))
            f.write(textwrap.dedent(code) + "\nif __name__ == '__main__':\n    play.run()\n")
        command = [os.environ["LUDEX"], "match"] + [a.replace("BOT", "exec:%s %s" % (sys.executable, path)) for a in arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=120)

    def test_one_process_plays_a_series(self):
        code = """
            games = []

            @bot
            def play(turn):
                if turn.step < 2:
                    games.append(1)
                print("printing does no harm")
                if len(games) > 3:
                    raise RuntimeError("the fourth game")
                return turn.legal[0]
        """
        done = self.match(code, "tictactoe", "BOT", "legal", "--games", "4", "--clock", "20s", "--start-clock", "20s")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("the fourth game", done.stderr)

    def test_a_bot_that_never_answers(self):
        done = self.match("play = None\nraise SystemExit('nothing to play with')", "nim", "BOT", "legal", "--games", "1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("nothing to play with", done.stderr)
        self.assertIn("never answered", done.stderr)


if __name__ == "__main__":
    unittest.main()
