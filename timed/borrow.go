package timed

import "sync"

// maxIdle is how many idle forks a game keeps.
const maxIdle = 2

// forks are the idle forks of a game.
type forks struct {
	mu   sync.Mutex
	idle []*Game
}

// Borrow returns a fork of the game for a match of the caller's own, and a function
// that gives it back. Forks are reused with their memo tables.
func (g *Game) Borrow() (fork *Game, giveBack func(), err error) {
	if fork = g.forks.take(); fork == nil {
		if fork, err = g.Fork(); err != nil {
			return nil, nil, err
		}
	}
	return fork, func() { g.forks.give(fork) }, nil
}

func (f *forks) take() *Game {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := len(f.idle)
	if n == 0 {
		return nil
	}
	g := f.idle[n-1]
	f.idle = f.idle[:n-1]
	return g
}

func (f *forks) give(g *Game) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.idle) < maxIdle {
		f.idle = append(f.idle, g)
	}
}
