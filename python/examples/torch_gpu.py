"""Self-play on a GPU: a network of PyTorch learns by policy gradient, and nothing leaves the device.

    python torch_gpu.py [GAME] [STEPS]

The plays, the network and the learning share the GPU's memory. GAME is one in which the roles move
in turn; connectfour if none is given. STEPS is how many steps all plays together make, 10⁸ if
none is given. At the end the network plays against random moves.
"""

import sys
import time

import ludex
import torch
from torch import nn

PLAYS = 32768
HORIZON = 32  # steps between updates


class Network(nn.Module):
    """From the facts: a policy over moves, and the value for the role that moves."""

    def __init__(self, facts: int, roles: int, moves: int, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(facts + roles, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, moves), nn.Linear(width, 1)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> "tuple[torch.Tensor, torch.Tensor]":
        h = self.body(x)
        return self.policy(h).float().masked_fill(~mask, -1e9), self.value(h).float().squeeze(1)


class Plays:
    """A vector on the device, as tensors that share its memory."""

    def __init__(self, game: ludex.Game, count: int, seed: int) -> None:
        self.vector = game.device_vector(count, seed=seed)
        self.roles = len(game.roles)
        self.observations = torch.as_tensor(self.vector.observations(), device="cuda")
        self.masks = torch.as_tensor(self.vector.masks(), device="cuda")
        self.mover = torch.as_tensor(self.vector.mover, device="cuda")
        self.rewards = torch.as_tensor(self.vector.rewards, device="cuda")
        self.done = torch.as_tensor(self.vector.done, device="cuda")
        self.truncated = torch.as_tensor(self.vector.truncated, device="cuda")

    def look(self) -> "tuple[torch.Tensor, torch.Tensor]":
        """What the network is shown, and the legal moves."""
        self.vector.observations()  # written anew into the same memory
        self.vector.masks()
        role = nn.functional.one_hot(self.mover.long().clamp(min=0), self.roles)
        return torch.cat([self.observations, role], 1).float(), self.masks.bool()


def act(logits: torch.Tensor) -> torch.Tensor:
    """A move drawn from the policy."""
    noise = -torch.log(-torch.log(torch.rand_like(logits).clamp(1e-20, 1 - 1e-7)))
    return (logits + noise).argmax(1)


def returns(plays: Plays, outcomes: "list[tuple[torch.Tensor, torch.Tensor]]", movers: "list[torch.Tensor]", last: torch.Tensor) -> torch.Tensor:
    """What each step was worth to the role that moved: the goal at the end of its play, or else what
    the network thinks of the last position."""
    n = len(movers[0])
    worth = torch.zeros(n, plays.roles, device="cuda")
    mover = plays.mover.long().clamp(min=0)
    worth.copy_((1 - last)[:, None].expand(-1, plays.roles) / max(1, plays.roles - 1))
    worth.scatter_(1, mover[:, None], last[:, None])
    out = []
    for (rewards, over), mover in zip(reversed(outcomes), reversed(movers)):
        worth = torch.where(over[:, None], rewards, worth)
        out.append(worth.gather(1, mover[:, None]).squeeze(1))
    return torch.stack(out[::-1])


def train(game: ludex.Game, steps: int) -> Network:
    plays = Plays(game, PLAYS, seed=1)
    x, mask = plays.look()
    net = Network(x.shape[1] - plays.roles, plays.roles, mask.shape[1]).cuda()
    optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)
    start, made = time.perf_counter(), 0
    while made < steps:
        seen, masks, actions, movers, outcomes = [], [], [], [], []
        with torch.no_grad(), torch.autocast("cuda", torch.bfloat16):
            for _ in range(HORIZON):
                x, mask = plays.look()
                logits, _ = net(x, mask)
                a = act(logits)
                seen.append(x.to(torch.bfloat16))
                masks.append(mask)
                actions.append(a)
                movers.append(plays.mover.long().clamp(min=0))
                plays.vector.step(a)
                outcomes.append((plays.rewards.clone(), (plays.done | plays.truncated).bool()))
            x, mask = plays.look()
            _, last = net(x, mask)
        goal = returns(plays, outcomes, movers, last.clamp(0, 1))
        for k in range(0, HORIZON, 8):
            x, mask = torch.cat(seen[k : k + 8]).float(), torch.cat(masks[k : k + 8])
            a, g = torch.cat(actions[k : k + 8]), goal[k : k + 8].flatten()
            with torch.autocast("cuda", torch.bfloat16):
                logits, value = net(x, mask)
            logs = torch.log_softmax(logits, 1)
            chosen = logs.gather(1, a[:, None]).squeeze(1)
            entropy = -(logs.exp() * logs.clamp(min=-30)).sum(1).mean()
            loss = -((g - value.detach()) * chosen).mean() + 0.5 * (g - value).square().mean() - 0.1 * entropy
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        made += HORIZON * PLAYS
    plays.vector.check()
    seconds = time.perf_counter() - start
    print("%.3g steps in %.1f s: %.3g a second" % (made, seconds, made / seconds))
    return net


@torch.no_grad()
def evaluate(game: ludex.Game, net: Network, role: int) -> float:
    """The mean goal of a role that plays by the network against random moves."""
    plays = Plays(game, 4096, seed=2)
    total, ended = 0.0, 0
    while ended < 4096:
        x, mask = plays.look()
        logits, _ = net(x, mask)
        a = torch.where(plays.mover == role, logits.argmax(1), torch.tensor(-1, device="cuda"))
        plays.vector.step(a)
        over = plays.done.bool()
        ended += int(over.sum())
        total += float(plays.rewards[over, role].sum())
    plays.vector.check()
    return total / ended


def main() -> None:
    game = ludex.load(sys.argv[1] if len(sys.argv) > 1 else "connectfour")
    net = train(game, int(float(sys.argv[2])) if len(sys.argv) > 2 else 10**8)
    for role in game.players:
        print("%s against random moves: %.3f" % (game.roles[role], evaluate(game, net, role)))


if __name__ == "__main__":
    main()
