"""Plays on a GPU, compared with plays on the processor."""

import unittest

import numpy as np

import ludex
from ludex import cuda

GAMES = ["tictactoe", "connectfour", "breakthrough", "reversi", "rockpaperscissors", "battleships", "breakthrough-rbg"]


def available() -> str:
    """Why there is no GPU, or nothing."""
    try:
        cuda.Context(0).release()
    except ludex.DeviceError as e:
        return str(e)
    return ""


class TestWithoutDevice(unittest.TestCase):
    @unittest.skipUnless(available(), "there is a GPU")
    def test_error(self) -> None:
        """Without a driver the error says so."""
        with self.assertRaisesRegex(ludex.DeviceError, "driver"):
            ludex.load("tictactoe").device_vector(1024)

    def test_arguments(self) -> None:
        with self.assertRaisesRegex(ValueError, "multiple of 1024"):
            ludex.load("tictactoe").device_vector(1000)


@unittest.skipIf(available(), "there is no GPU")
class TestDevice(unittest.TestCase):
    def compare(self, name: str) -> None:
        """The same random moves are made on the processor and on the device."""
        g = ludex.load(name)
        n, rng = 2048, np.random.default_rng(1)
        d = g.device_vector(n, seed=3, max_steps=30)
        v = g.vector(n, seed=3, max_steps=30, history=1)
        torch = __import__("torch")
        for step in range(90):
            got = d.observations().numpy()
            self.assertTrue((got == v.observations()).all(), "%s, step %d: states" % (name, step))
            self.assertTrue((d.mover.numpy() == v.mover).all(), "%s, step %d: mover" % (name, step))
            self.assertTrue((d.steps.numpy() == v.steps).all(), "%s, step %d: steps" % (name, step))
            self.assertTrue((d.masks().numpy() == v.masks()).all(), "%s, step %d: masks" % (name, step))
            for r in range(len(g.roles)):
                self.assertTrue((d.legal(r).numpy() == v.masks(r)).all(), "%s, step %d: legal moves of %d" % (name, step, r))
            joint = np.stack([choose(v.masks(r), rng) for r in range(len(g.roles))], axis=1).astype(np.int64)
            alone = bool((v.mover >= 0).all()) and step % 2 == 0
            actions = joint[np.arange(n), v.mover] if alone else joint
            v.step(actions)
            d.step(torch.as_tensor(np.ascontiguousarray(actions), device="cuda"))
            self.assertTrue((d.rewards.numpy() == v.rewards).all(), "%s, step %d: rewards" % (name, step))
            self.assertTrue((d.done.numpy() == v.done).all(), "%s, step %d: done" % (name, step))
            if v.history:
                for r in range(len(g.roles)):
                    want = v.information(r)[:, -1, len(g.actions[r]) :]
                    self.assertTrue((d.percepts(r).numpy() == want).all(), "%s, step %d: percepts of %d" % (name, step, r))
            self.assertTrue((d.truncated.numpy() == v.truncated).all(), "%s, step %d: truncated" % (name, step))
        d.check()
        d.close()

    def test_equal(self) -> None:
        for name in GAMES:
            g = ludex.load(name)
            if "random" not in g.roles:
                with self.subTest(name):
                    self.compare(name)

    def test_chance(self) -> None:
        """Chance moves are drawn on the device, and plays end as they should."""
        d = ludex.load("pig").device_vector(4096, seed=1)
        ended = 0
        for _ in range(400):
            d.step()
            ended += int(d.done.numpy().sum())
        d.check()
        self.assertGreater(ended, 0)

    def test_illegal(self) -> None:
        import torch

        d = ludex.load("tictactoe").device_vector(1024)
        d.step(torch.full((1024,), 9999, device="cuda", dtype=torch.int32))
        with self.assertRaisesRegex(ludex.IllegalMove, "1024 actions"):
            d.check()
        d.check()

    def test_no_copy(self) -> None:
        """PyTorch sees the memory itself, by both protocols."""
        import torch

        d = ludex.load("tictactoe").device_vector(1024)
        a, b = torch.as_tensor(d.steps), torch.from_dlpack(d.steps)
        self.assertEqual(a.data_ptr(), d.steps.address)
        self.assertEqual(b.data_ptr(), d.steps.address)
        d.step()
        self.assertEqual(int(a.sum()), 1024)
        self.assertEqual(int(b.sum()), 1024)


def choose(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A random legal move in each row."""
    return np.argmax(rng.random(masks.shape) * masks, axis=1)


if __name__ == "__main__":
    unittest.main()
