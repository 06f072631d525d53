package epistemic

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"ludex/game"
	"ludex/internal/budget"
)

// Rules evaluates the rules of a game in a state to which the caller has added what the
// roles know. Its machines compute with such states. The states that they return have
// facts only.
type Rules interface {
	game.Game
	game.Vocabulary
	game.Fingerprinter

	// Depths returns how many depths of atoms there are. What is known of atoms of one
	// depth depends only on knowledge about atoms of smaller depth.
	Depths() int
	// Holding appends to dst the atoms of a depth that hold in a state and of which the
	// rules ask whether they are known, as numbers.
	Holding(m game.Machine, s game.State, depth int, dst []uint64) []uint64
	// Know adds to a state that a role, or everybody if it is NoRole, knows some atoms.
	Know(s game.State, r game.Role, atoms []uint64) game.State
}

// Options controls how a game is played.
type Options struct {
	// Share makes bisimilar worlds one, and models that have the same worlds. Positions
	// are then equal if and only if facts and knowledge, now and in the future, are the
	// same. Otherwise they are equal only if they are reached by the same play as far as
	// somebody noticed.
	Share  bool
	Memory budget.Memory
}

// A Game is a game of GDL-III; it implements [game.Game]. A state of it is the number of a
// model and that of a world in it.
type Game struct {
	rules   Rules
	options Options
	players []game.Role // all but random

	mu     sync.RWMutex
	models map[uint64]*model
	shared map[[sha256.Size]byte]*model // by their content, if models are shared
	last   uint64                       // number given to a model, if they are not
	first  *model                       // of the initial state, once it is known
	bytes  int64                        // of all models and of parts that are not settled
}

var (
	_ game.Game          = (*Game)(nil)
	_ game.Vocabulary    = (*Game)(nil)
	_ game.Fingerprinter = (*Game)(nil)
)

// New returns the game with some rules.
func New(r Rules, opt Options) *Game {
	g := &Game{rules: r, options: opt, models: map[uint64]*model{}, shared: map[[sha256.Size]byte]*model{}}
	for i := range r.Roles() {
		if game.Role(i) != r.Random() {
			g.players = append(g.players, game.Role(i))
		}
	}
	return g
}

// Capabilities implements the method of [game.CapabilitiesOf]: plays at random remember what
// follows a position if positions are shared. Otherwise they come to most positions once.
func (g *Game) Capabilities() game.Capabilities {
	c := game.Capabilities{Vocabulary: g, Rules: g}
	if g.options.Share {
		c.Playouts = walker{g}
	}
	return c
}

// Name implements [game.Game].
func (g *Game) Name() string { return g.rules.Name() }

// Engine implements [game.Game]. It is the engine of the rules.
func (g *Game) Engine() string { return g.rules.Engine() }

// Roles implements [game.Game].
func (g *Game) Roles() []string { return g.rules.Roles() }

// Random implements [game.Game].
func (g *Game) Random() game.Role { return g.rules.Random() }

// Hidden implements [game.Game].
func (g *Game) Hidden() bool { return g.rules.Hidden() }

// MoveText implements [game.Game].
func (g *Game) MoveText(r game.Role, m game.Move) string { return g.rules.MoveText(r, m) }

// PerceptText implements [game.Game].
func (g *Game) PerceptText(p game.Percept) string { return g.rules.PerceptText(p) }

// Fingerprint implements [game.Fingerprinter].
func (g *Game) Fingerprint() string { return g.rules.Fingerprint() }

// FindMove implements [game.Vocabulary].
func (g *Game) FindMove(r game.Role, text string) (game.Move, bool) { return g.rules.FindMove(r, text) }

// FindPercept implements [game.Vocabulary].
func (g *Game) FindPercept(text string) (game.Percept, bool) { return g.rules.FindPercept(text) }

// Facts implements [game.Game]. They do not say what the roles know.
func (g *Game) Facts(s game.State) []string {
	m := g.model(s)
	return g.rules.Facts(m.states[s[1]])
}

// errNoPosition is why facts are not read.
var errNoPosition = errors.New("in GDL-III facts do not say what the roles know, so they are no position: give the moves that lead to it instead")

// ParseState implements [game.Game]. It fails: facts are no position.
func (g *Game) ParseState([]string) (game.State, error) { return nil, errNoPosition }

// Possible returns how many worlds a role considers possible in a position, and how many
// worlds the model of the position has. Worlds that do not differ in anything that
// matters count once if the game shares them.
func (g *Game) Possible(s game.State, r game.Role) (possible, all int) {
	m := g.model(s)
	for i, p := range g.players {
		if p == r {
			return len(m.same(i, int(s[1]))), len(m.states)
		}
	}
	return 0, len(m.states)
}

// begin returns the model of the initial state, which everybody knows.
func (g *Game) begin(facts game.State, machine game.Machine) (*model, error) {
	g.mu.RLock()
	first := g.first
	g.mu.RUnlock()
	if first != nil {
		return first, nil
	}
	first = &model{states: []game.State{facts}}
	for range g.players {
		first.classes = append(first.classes, []int32{0})
	}
	first, err := g.remember(first, machine)
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.first == nil {
		g.first = first
	}
	return g.first, nil
}

// model returns the model that a state is about.
func (g *Game) model(s game.State) *model {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return g.models[s[0]]
}

// find returns a model with the same content that was kept before, or nil.
func (g *Game) find(key [sha256.Size]byte) *model {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return g.shared[key]
}

// keep remembers a model and gives it a number. If there is one with the same content
// already, it returns that.
func (g *Game) keep(m *model, key [sha256.Size]byte) (*model, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.options.Share {
		if old := g.shared[key]; old != nil {
			return old, nil
		}
		g.shared[key] = m
		m.number = binary.LittleEndian.Uint64(key[:])
		for g.models[m.number] != nil {
			m.number++ // another model has the same hash
		}
	} else {
		g.last++
		m.number = g.last
	}
	g.models[m.number] = m
	return m, g.use(m.size())
}

// grow counts memory that is needed, or not any more.
func (g *Game) grow(bytes int64) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.use(bytes)
}

// use does what grow does; the caller has the lock.
func (g *Game) use(bytes int64) error {
	g.bytes += bytes
	if limit := g.options.Memory.Tables(); g.bytes > budget.Alive(limit) {
		return &budget.MemoryError{Doing: fmt.Sprintf("remembering what the roles consider possible in %d situations", len(g.models)), Limit: limit}
	}
	return nil
}
