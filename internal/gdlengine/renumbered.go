package gdlengine

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/tiers"
)

// A renumberedGame is a game on a circuit whose facts and moves have been numbered by an
// interpreter that began before the ground rules were known. States end with a word that
// is not 0, since it was not known how many facts there are, and moves are not numbered
// in the order of their texts.
type renumberedGame struct {
	game.Game // on the circuit
	*ranks
}

var (
	_ game.Playouter          = (*renumberedGame)(nil)
	_ game.RunnerMaker        = (*renumberedGame)(nil)
	_ game.PerceivedPlayouter = (*renumberedGame)(nil)
	_ game.Vocabulary         = (*renumberedGame)(nil)
	_ game.OrbitFinder        = (*renumberedGame)(nil)
	_ tiers.Widener           = (*renumberedGame)(nil)
	_ game.Expander           = (*renumberedMachine)(nil)
	_ game.Batcher            = (*renumberedMachine)(nil)
)

// ranks are the places of moves in the order of their texts.
type ranks struct {
	words  int           // of a state of the circuit
	wide   bool          // states have all words
	ofMove [][]int32     // by role and move
	ofRank [][]game.Move // by role and rank
}

func newRanks(spec *circuit.Spec) *ranks {
	k := &ranks{words: (len(spec.State) + 63) / 64}
	for _, moves := range spec.Moves {
		byRank, byMove := make([]game.Move, len(moves)), make([]int32, len(moves))
		for i := range byRank {
			byRank[i] = game.Move(i)
		}
		slices.SortFunc(byRank, func(a, b game.Move) int { return cmp.Compare(moves[a].Text, moves[b].Text) })
		for i, m := range byRank {
			byMove[m] = int32(i)
		}
		k.ofMove, k.ofRank = append(k.ofMove, byMove), append(k.ofRank, byRank)
	}
	return k
}

// sort sorts moves of a role by their texts.
func (k *ranks) sort(r game.Role, moves []game.Move) {
	for i, m := range moves {
		moves[i] = game.Move(k.ofMove[r][m])
	}
	slices.Sort(moves)
	for i, rank := range moves {
		moves[i] = k.ofRank[r][rank]
	}
}

// full returns a state of the circuit. It is the given one, or in buf's memory.
func (k *ranks) full(s, buf game.State) game.State {
	if len(s) == k.words {
		return s
	}
	buf = append(buf[:0], s...)
	for len(buf) < k.words {
		buf = append(buf, 0)
	}
	return buf
}

// fullStates returns states of the circuit, in buf's memory.
func (k *ranks) fullStates(states, buf []game.State) []game.State {
	buf = game.Extend(buf[:0], len(states))
	for i, s := range states {
		buf[i] = append(buf[i][:0], s...)
		for len(buf[i]) < k.words {
			buf[i] = append(buf[i], 0)
		}
	}
	return buf
}

// short removes the words at the end of a state that are 0, unless states have all words.
func (k *ranks) short(s game.State) game.State {
	for !k.wide && len(s) > 0 && s[len(s)-1] == 0 {
		s = s[:len(s)-1]
	}
	return s
}

func newRenumberedGame(g game.Game, k *ranks) *renumberedGame { return &renumberedGame{g, k} }

// Facts implements [game.Game].
func (g *renumberedGame) Facts(s game.State) []string { return g.Game.Facts(g.full(s, nil)) }

// ParseState implements [game.Game].
func (g *renumberedGame) ParseState(facts []string) (game.State, error) {
	s, err := g.Game.ParseState(facts)
	return g.short(s), err
}

// FindMove implements [game.Vocabulary].
func (g *renumberedGame) FindMove(r game.Role, text string) (game.Move, bool) {
	i, ok := sort.Find(len(g.ofRank[r]), func(i int) int { return cmp.Compare(text, g.MoveText(r, g.ofRank[r][i])) })
	if !ok {
		return 0, false
	}
	return g.ofRank[r][i], true
}

// FindPercept implements [game.Vocabulary].
func (g *renumberedGame) FindPercept(text string) (game.Percept, bool) {
	return game.CapabilitiesOf(g.Game).Vocabulary.FindPercept(text)
}

// Capabilities returns what the game can do: the features are the circuit's, whose bits
// are those of the shorter states. What says more about bits than that needs states with all
// words.
func (g *renumberedGame) Capabilities() game.Capabilities {
	inner := game.CapabilitiesOf(g.Game)
	c := game.Capabilities{Playouts: g, Runners: g, Percepts: g, Vocabulary: g, Features: inner.Features, Rules: inner.Rules}
	if inner.Orbits != nil {
		c.Orbits = g
	}
	if g.wide {
		c.Relevance, c.Distance = inner.Relevance, inner.Distance
	}
	return c
}

// Widened implements [tiers.Widener].
func (g *renumberedGame) Widened(s game.State) (game.Game, game.State) {
	wide := *g.ranks
	wide.wide = true
	if s != nil {
		s = g.full(s, nil)
	}
	return newRenumberedGame(g.Game, &wide), s
}

// StateSymmetries implements [game.OrbitFinder].
func (g *renumberedGame) StateSymmetries(ctx context.Context, from game.State) []game.StateSymmetry {
	var list []game.StateSymmetry
	for _, y := range game.CapabilitiesOf(g.Game).Orbits.StateSymmetries(ctx, g.full(from, nil)) {
		list = append(list, &renumberedSymmetry{StateSymmetry: y, ranks: g.ranks})
	}
	return list
}

// FindsQuickly implements [game.OrbitFinder].
func (g *renumberedGame) FindsQuickly() bool {
	return game.CapabilitiesOf(g.Game).Orbits.FindsQuickly()
}

// A renumberedSymmetry is a symmetry of the states of a renumberedGame.
type renumberedSymmetry struct {
	game.StateSymmetry
	*ranks
	state, bound game.State // scratch memory
}

// Image implements [game.StateSymmetry].
func (y *renumberedSymmetry) Image(s, bound, dst game.State) (game.State, bool) {
	if len(s) != y.words {
		y.state = y.full(s, y.state)
		s = y.state
	}
	if bound != nil && len(bound) != y.words {
		y.bound = y.full(bound, y.bound)
		bound = y.bound
	}
	image, less := y.StateSymmetry.Image(s, bound, dst)
	return y.short(image), less
}

// Playouts implements [game.Playouter].
func (g *renumberedGame) Playouts(ctx context.Context, opt game.PlayoutOptions) (game.PlayoutResult, error) {
	if opt.From != nil {
		opt.From = g.full(opt.From, nil)
	}
	return game.Playouts(ctx, g.Game, opt)
}

// PerceivedPlayouts implements [game.PerceivedPlayouter].
func (g *renumberedGame) PerceivedPlayouts(ctx context.Context, opt game.PerceivedOptions, visit func(*game.PerceivedStep) error) (game.PerceivedResult, error) {
	opt.From = g.fullStates(opt.From, nil)
	if visit == nil {
		return game.PerceivedPlayouts(ctx, g.Game, opt, nil)
	}
	return game.PerceivedPlayouts(ctx, g.Game, opt, func(s *game.PerceivedStep) error {
		for i := range s.Next {
			s.Next[i] = g.short(s.Next[i])
		}
		return visit(s)
	})
}

// NewRunner implements [game.RunnerMaker].
func (g *renumberedGame) NewRunner() game.Runner {
	r := renumberedRunner{Runner: game.NewRunner(g.Game), ranks: g.ranks}
	if s, ok := r.Runner.(game.Streamer); ok {
		return &renumberedStreamer{r, s, nil}
	}
	return &r
}

type renumberedRunner struct {
	game.Runner
	*ranks
	states []game.State
}

// Run implements [game.Runner].
func (r *renumberedRunner) Run(ctx context.Context, from []game.State, opt game.PlayoutOptions, results []game.PlayoutResult) error {
	r.states = r.fullStates(from, r.states)
	return r.Runner.Run(ctx, r.states, opt, results)
}

// A renumberedStreamer is a renumberedRunner that implements [game.Streamer].
type renumberedStreamer struct {
	renumberedRunner
	inner game.Streamer
	state game.State
}

// Begin implements [game.Streamer].
func (r *renumberedStreamer) Begin(opt game.PlayoutOptions) error { return r.inner.Begin(opt) }

// Room implements [game.Streamer].
func (r *renumberedStreamer) Room() int { return r.inner.Room() }

// Add implements [game.Streamer].
func (r *renumberedStreamer) Add(s game.State, count, number int) error {
	if len(s) != r.words {
		r.state = r.full(s, r.state)
		s = r.state
	}
	return r.inner.Add(s, count, number)
}

// Next implements [game.Streamer].
func (r *renumberedStreamer) Next(ctx context.Context, done func(int, *game.PlayoutResult)) error {
	return r.inner.Next(ctx, done)
}

// NewMachine implements [game.Game].
func (g *renumberedGame) NewMachine() game.Machine {
	m := g.Game.NewMachine()
	return &renumberedMachine{Machine: m, ranks: g.ranks, able: game.MachineCapabilitiesOf(m)}
}

// A renumberedMachine computes with a renumberedGame.
type renumberedMachine struct {
	game.Machine
	*ranks
	able   game.MachineCapabilities
	state  game.State
	states []game.State
}

// at returns a state of the circuit.
func (m *renumberedMachine) at(s game.State) game.State {
	if len(s) == m.words {
		return s
	}
	m.state = m.full(s, m.state)
	return m.state
}

// Initial implements [game.Machine].
func (m *renumberedMachine) Initial(dst game.State) game.State {
	return m.short(m.Machine.Initial(dst))
}

// Terminal implements [game.Machine].
func (m *renumberedMachine) Terminal(s game.State) bool { return m.Machine.Terminal(m.at(s)) }

// Legal implements [game.Machine].
func (m *renumberedMachine) Legal(s game.State, r game.Role, dst []game.Move) []game.Move {
	base := len(dst)
	dst = m.Machine.Legal(m.at(s), r, dst)
	m.sort(r, dst[base:])
	return dst
}

// Next implements [game.Machine].
func (m *renumberedMachine) Next(s game.State, joint []game.Move, dst game.State) game.State {
	return m.short(m.Machine.Next(m.at(s), joint, dst))
}

// Goals implements [game.Machine].
func (m *renumberedMachine) Goals(s game.State, r game.Role, dst []int) []int {
	return m.Machine.Goals(m.at(s), r, dst)
}

// Percepts implements [game.Machine].
func (m *renumberedMachine) Percepts(s game.State, joint []game.Move, r game.Role, dst []game.Percept) []game.Percept {
	return m.Machine.Percepts(m.at(s), joint, r, dst)
}

// Expand implements [game.Expander].
func (m *renumberedMachine) Expand(s game.State, joints []game.Move, dst []game.State) []game.State {
	return m.shortFrom(m.able.Expand.Expand(m.at(s), joints, dst), len(dst))
}

// StepAll implements [game.Batcher].
func (m *renumberedMachine) StepAll(states []game.State, joints []game.Move, dst []game.State, seen *game.Percepts) []game.State {
	m.states = m.fullStates(states, m.states)
	return m.shortFrom(m.able.Batch.StepAll(m.states, joints, dst, seen), len(dst))
}

// shortFrom shortens the states from an index on.
func (m *renumberedMachine) shortFrom(states []game.State, base int) []game.State {
	for i := base; i < len(states); i++ {
		states[i] = m.short(states[i])
	}
	return states
}

// EndingAll implements [game.Batcher].
func (m *renumberedMachine) EndingAll(states []game.State, joints []game.Move, dst []bool) []bool {
	m.states = m.fullStates(states, m.states)
	return m.able.Batch.EndingAll(m.states, joints, dst)
}
