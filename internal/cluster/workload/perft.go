package workload

import (
	"context"
	"fmt"
	"slices"

	"ludex/game"
)

// A PerftShard is a set of states below which positions are counted.
type PerftShard struct {
	Rules  Rules           `json:"rules"`
	Depth  int             `json:"depth"` // below the states
	States []WeightedState `json:"states"`
	// Terminal asks for the number of terminal positions at that depth.
	Terminal bool `json:"terminal,omitempty"`
}

// A WeightedState is a state and the number of move sequences that reach it.
type WeightedState struct {
	Facts []string `json:"facts"`
	Times uint64   `json:"times"`
}

// A Count is the number of positions below the states of a shard, at its depth.
type Count struct {
	Leaves   uint64 `json:"leaves"`
	Terminal uint64 `json:"terminal"`
	Before   uint64 `json:"before"` // terminal positions at the depth before it
}

// Add adds counts.
func (c *Count) Add(o Count) {
	c.Leaves += o.Leaves
	c.Terminal += o.Terminal
	c.Before += o.Before
}

// perft counts the positions below the states of a shard.
func (r *Runner) perft(ctx context.Context, p *PerftShard) (Count, error) {
	var sum Count
	if p.Depth < 0 {
		return sum, fmt.Errorf("a depth of %d", p.Depth)
	}
	g, err := r.openTurns(ctx, &p.Rules)
	if err != nil {
		return sum, err
	}
	for _, origin := range p.States {
		state, err := g.ParseState(origin.Facts)
		if err != nil {
			return sum, err
		}
		counts, err := game.Perft(ctx, g, state, p.Depth, p.Terminal)
		if err != nil {
			return sum, err
		}
		at := Count{Leaves: counts[p.Depth].Leaves, Terminal: counts[p.Depth].Terminal}
		if p.Depth > 0 {
			at.Before = counts[p.Depth-1].Terminal
		}
		sum.Add(Count{at.Leaves * origin.Times, at.Terminal * origin.Times, at.Before * origin.Times})
	}
	return sum, nil
}

// A Frontier is the set of states at a depth, with the number of sequences that
// reach each.
type Frontier struct {
	Depth  int
	game   game.Game
	states []game.State
	times  []uint64
}

// A frontier is expanded until it has wideFrontier states, but never beyond
// maxFrontier.
const (
	wideFrontier = 256
	maxFrontier  = 20_000
)

// NewFrontier returns a frontier of a state, or of the initial one if it is nil,
// that is large enough to be divided but not as deep as the count.
func NewFrontier(ctx context.Context, g game.Game, from game.State, depth int) (*Frontier, error) {
	f := &Frontier{game: g, states: []game.State{from}, times: []uint64{1}}
	m := g.NewMachine()
	m.Bind(ctx)
	if from == nil {
		f.states[0] = m.Initial(nil)
	}
	for f.Depth+1 < depth && len(f.states) < wideFrontier {
		next, err := f.expand(ctx, m)
		if err != nil {
			return nil, err
		}
		if next == nil {
			break
		}
		f = next
	}
	return f, m.Err()
}

// expand returns the frontier one step deeper, or nil if that would be too large.
func (f *Frontier) expand(ctx context.Context, m game.Machine) (*Frontier, error) {
	next := &Frontier{Depth: f.Depth + 1, game: f.game}
	index := map[string]int{}
	moves := make([][]game.Move, len(f.game.Roles()))
	for i, s := range f.states {
		if m.Terminal(s) || !legal(m, s, moves) {
			continue // it has no successors
		}
		if game.CheckJointMoves(moves) != nil {
			return nil, m.Err()
		}
		for joint := range game.JointMoves(moves) {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			state := m.Next(s, joint, nil)
			key := fmt.Sprint(state)
			at, seen := index[key]
			if !seen {
				if at = len(next.states); at == maxFrontier {
					return nil, m.Err()
				}
				index[key] = at
				next.states, next.times = append(next.states, state), append(next.times, 0)
			}
			next.times[at] += f.times[i]
		}
	}
	return next, m.Err()
}

// legal finds the legal moves of all roles, and reports whether each has one.
func legal(m game.Machine, s game.State, moves [][]game.Move) bool {
	for r := range moves {
		moves[r] = m.Legal(s, game.Role(r), moves[r][:0])
		if len(moves[r]) == 0 {
			return false
		}
	}
	return true
}

// Shards divides the frontier, for counting at a depth of the whole game.
func (f *Frontier) Shards(r Rules, depth, number int, terminal bool) []PerftShard {
	number = max(min(number, len(f.states)), 1)
	shards := make([]PerftShard, number)
	for i := range shards {
		shards[i] = PerftShard{Rules: r, Depth: depth - f.Depth, Terminal: terminal}
	}
	for i, s := range f.states {
		shard := &shards[i%number] // neighbours have subtrees of similar size
		shard.States = append(shard.States, WeightedState{f.game.Facts(s), f.times[i]})
	}
	return slices.DeleteFunc(shards, func(s PerftShard) bool { return len(s.States) == 0 })
}
