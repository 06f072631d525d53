package environment

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"ludex/game"
	"ludex/player"
	"ludex/player/mcts"
)

// search searches from a state, and returns what is known about the moves of a role
// afterwards. If the client evaluates states, it is asked for their values in batches.
func (s *Server) search(ctx context.Context, g *served, q *question, state game.State) (any, error) {
	if g.Hidden() {
		return nil, errors.New("a search needs to see the state, and this game hides it")
	}
	opt := mcts.Defaults()
	opt.Threads = 1
	if q.Valued {
		if g.reason != nil && g.features == nil {
			return nil, g.reason
		}
		opt.Batch = max(q.Batch, 1)
		opt.Evaluator = func(game.Game) (mcts.Evaluator, error) {
			return &client{server: s, game: g, numberer: g.NewNumberer()}, nil
		}
	}
	search, err := mcts.New(game.Fixed(g.Game.Game), state, opt, q.Seed)
	if err != nil {
		return nil, err
	}
	if err := search.Run(ctx, mcts.Limits{Nodes: max(q.Nodes, 1), Role: game.NoRole}); err != nil {
		return nil, err
	}
	return g.analysis(search.Analysis(game.Role(q.Role)), state)
}

// candidate is a move of an analysis.
type candidate struct {
	Action int32   `json:"action"`
	Visits uint64  `json:"visits"`
	Value  float64 `json:"value"` // between 0 and 1
	Share  float64 `json:"share"`
	Exact  bool    `json:"exact"`
}

// analysis translates an analysis.
func (g *served) analysis(a player.Analysis, state game.State) (any, error) {
	moves := []candidate{}
	for _, c := range a.Moves {
		k, err := g.numberer.Number(state, a.Role, c.Move)
		if err != nil {
			return nil, err
		}
		moves = append(moves, candidate{k, c.Visits, finite(c.Value) / 100, finite(c.Share), c.Exact})
	}
	values := []float64{}
	for _, v := range a.Values {
		values = append(values, finite(v)/100)
	}
	return map[string]any{"moves": moves, "values": values, "nodes": a.Nodes}, nil
}

// finite returns 0 for what was not computed.
func finite(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return x
}

// A client evaluates states of a search.
type client struct {
	server   *Server
	game     *served
	numberer *Numberer
	message  []byte
}

// errEvaluator is the error for a client whose evaluator failed. The client knows why.
var errEvaluator = errors.New("the evaluator failed")

// Evaluate implements [mcts.Evaluator]. It sends the facts of the states as bits: their
// number and the words of each in four bytes, then the words. The answer has a number of
// four bytes for each state and role.
func (c *client) Evaluate(_ context.Context, states []game.State, values [][]float64) error {
	m := append(c.message[:0], 0, 0, 0, 0, sayEvaluate, 0, 0, 0)
	m = binary.LittleEndian.AppendUint32(m, uint32(len(states)))
	m = binary.LittleEndian.AppendUint32(m, 0)
	for _, s := range states {
		words, err := c.numberer.Observe(s)
		if err != nil {
			return err
		}
		binary.LittleEndian.PutUint32(m[12:], uint32(len(words)))
		for _, w := range words {
			m = binary.LittleEndian.AppendUint64(m, w)
		}
	}
	c.message = m
	if err := c.server.write(m); err != nil {
		return err
	}
	if err := c.server.read(); err != nil {
		return err
	}
	body := c.server.request
	if body[0] != tellValue {
		return errEvaluator
	}
	roles := len(c.game.joint)
	if body = body[4:]; len(body) != 4*roles*len(states) {
		return fmt.Errorf("the evaluator gave %d bytes for %d states", len(body), len(states))
	}
	for i := range states {
		for r := range roles {
			values[i][r] = float64(math.Float32frombits(binary.LittleEndian.Uint32(body[4*(i*roles+r):])))
		}
	}
	return nil
}
