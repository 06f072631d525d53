"""Names that do not exist: the exceptions say what may be meant."""

import unittest

import ludex


class Names(unittest.TestCase):
    def setUp(self) -> None:
        self.game = ludex.load("tictactoe")

    def test_game(self) -> None:
        with self.assertRaisesRegex(ludex.LudexError, "tictactoe"):
            ludex.load("tictacto")

    def test_player(self) -> None:
        with self.assertRaisesRegex(ludex.LudexError, "mcts"):
            self.game.player("mtcs", "white").choose(self.game.new())

    def test_role(self) -> None:
        with self.assertRaises(ludex.UnknownName) as caught:
            self.game.new().legal("whit")
        self.assertEqual(caught.exception.suggestions, ["white"])

    def test_move(self) -> None:
        with self.assertRaises(ludex.UnknownName) as caught:
            self.game.action("mark(1, 2)")
        self.assertEqual(caught.exception.suggestions, ["(mark 1 2)"])
        with self.assertRaises(ludex.UnknownName):
            self.game.fact("cell(1, 1, q)")
        with self.assertRaises(ludex.LudexError):
            self.game.action_name(1000)

    def test_illegal(self) -> None:
        state = self.game.new()
        with self.assertRaisesRegex(ludex.IllegalMove, r"did you mean \(mark 1 1\)\?"):
            state.apply("mark(1,1)")
        with self.assertRaises(ludex.IllegalMove):
            state.apply(1000)


if __name__ == "__main__":
    unittest.main()
