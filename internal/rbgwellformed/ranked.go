package rbgwellformed

import (
	"errors"
	"slices"

	"ludex/game"
)

// A ranked game is a game whose goal values are the ranking of the points: 100 for
// a player with more than everyone else, 50 for one who shares the first place.
// With one player they are unchanged.
type ranked struct {
	game.Game
	machines []game.Machine
}

// NewMachine implements [game.Game]. Unlike other games, this one is not for
// several goroutines.
func (r *ranked) NewMachine() game.Machine {
	m := r.Game.NewMachine()
	r.machines = append(r.machines, m)
	scorer := game.MachineCapabilitiesOf(m).Scores
	if scorer == nil || len(r.Roles()) < 2 {
		return m
	}
	return &rankedMachine{Machine: m, scorer: scorer}
}

// Capabilities returns the capabilities of the game that do not depend on goal
// values.
func (r *ranked) Capabilities() game.Capabilities {
	c := game.CapabilitiesOf(r.Game)
	c.Playouts, c.Runners, c.Percepts = nil, nil, nil
	return c
}

// failure returns why a machine stopped computing, without the name of the
// game, or nil.
func (r *ranked) failure() error {
	for _, m := range r.machines {
		err := m.Err()
		if err == nil {
			continue
		}
		if inner := errors.Unwrap(err); inner != nil {
			return inner
		}
		return err
	}
	return nil
}

type rankedMachine struct {
	game.Machine
	scorer game.Scorer
	scores []int
}

// Capabilities returns the capabilities of the machine: none of them depends on
// goal values.
func (m *rankedMachine) Capabilities() game.MachineCapabilities {
	return game.MachineCapabilitiesOf(m.Machine)
}

// Goals implements [game.Machine].
func (m *rankedMachine) Goals(s game.State, r game.Role, dst []int) []int {
	m.scores = m.scorer.Scores(s, m.scores[:0])
	if len(m.scores) <= int(r) {
		return dst
	}
	best := slices.Max(m.scores)
	switch {
	case m.scores[r] < best:
		return append(dst, 0)
	case slices.Index(m.scores, best) != lastIndex(m.scores, best):
		return append(dst, 50)
	}
	return append(dst, 100)
}

func lastIndex(list []int, value int) int {
	i := len(list) - 1
	for i >= 0 && list[i] != value {
		i--
	}
	return i
}
