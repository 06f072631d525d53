package timed

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/budget"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/spelling"
	"ludex/internal/timedengine"
)

// Options change how a description is read or the limits of its evaluation. The
// zero value is right for nearly all uses.
type Options struct {
	// ForceHidden gives the roles no percepts if the description has no sees clause, as
	// in GDL-II, instead of all moves.
	ForceHidden bool
	// MaxAnswers and MaxWork replace the limits of package gdlref if they
	// are not 0. They are limits of the interpreter, which EngineAuto then chooses.
	MaxAnswers int
	MaxWork    int64
	// Memory is the memory limit; 0 is the default.
	Memory budget.Memory
	// Engine is EngineAuto, EngineReference or EngineCircuit; "" is EngineAuto.
	Engine string
	// SetupTime is how long preparing the fast engine may take; 0 is five seconds.
	SetupTime time.Duration
	// MaxKept bounds the memo table of shapes, counted in facts; when it is full it is
	// cleared. 0 is DefaultMaxKept.
	MaxKept int
}

// defaultMaxKept is the default size of the memo table: facts of states, and steps
// between states. Each takes about a hundred bytes.
const defaultMaxKept = 2_000_000

// A Game is a timed description ready to be computed with. It is safe for
// concurrent use, but computes one thing at a time: goroutines that compute in
// parallel need a game each.
type Game struct {
	forks forks

	program  *gdl.Program
	opt      Options
	roles    []string
	random   game.Role
	hidden   bool
	spelling map[string]string // of constants by their spelling without case, unless case counts

	mu      sync.Mutex
	fast    *timedengine.Engine // nil if there is none
	note    string              // why there is none
	rules   *rules
	numbers *constants
	initial State
	defects []string

	// The memo tables of shapes, which are cleared when they are full.
	pool      atomPool
	shapes    map[string]*shape
	instants  map[string]*instant
	moves     map[string]*atom // by text, for moves without numbers of the state
	kept, age int
	maxKept   int
	key       []byte // scratch memory
	made      []timedengine.Move
}

// New is [Open] without a context.
func New(p *gdl.Program, opts ...Options) (*Game, error) {
	return Open(context.Background(), p, opts...)
}

// Open prepares a timed description. It fails for one that cannot be evaluated: an
// unsafe rule, no roles, keywords with wrong arguments. All other checks are left
// to package gdlcheck. At most one Options is used.
func Open(ctx context.Context, p *gdl.Program, opts ...Options) (*Game, error) {
	var opt Options
	if len(opts) > 0 {
		opt = opts[0]
	}
	if !p.Dialect.Timed() {
		return nil, fmt.Errorf("%s: facts have no lifetimes in %s", fileName(p), p.Dialect.Title())
	}
	encoded, err := encode(p)
	if err != nil {
		return nil, err
	}
	engine, err := gdlref.New(encoded, gdlref.Options{
		ForceHidden: opt.ForceHidden, MaxAnswers: opt.MaxAnswers, MaxWork: opt.MaxWork, Memory: opt.Memory})
	if err != nil {
		return nil, err
	}
	g := &Game{program: p, opt: opt, roles: engine.Roles(), random: engine.Random(), hidden: engine.Hidden(),
		numbers: newConstants(encoded), maxKept: opt.MaxKept}
	if g.maxKept == 0 {
		g.maxKept = defaultMaxKept
	}
	if !p.CaseSensitive {
		g.spelling = p.Spellings()
	}
	g.rules = newRules(engine, &g.pool, g.numbers)
	g.forget()
	if err := g.start(); err != nil {
		return nil, err
	}
	return g, g.startFast(ctx)
}

func fileName(p *gdl.Program) string {
	if p.File == nil {
		return "the description"
	}
	return p.File.Name()
}

// start computes the initial state.
func (g *Game) start() error {
	facts, problems, err := g.rules.initial()
	if err != nil {
		return err
	}
	g.initial = State{shape: g.shape(facts, nil, 0)}
	g.defects = problems
	return nil
}

// forget clears the memo tables. Existing states keep their shapes.
func (g *Game) forget() {
	g.pool.reset()
	g.rules.reset()
	g.kept = 0
	g.age++
	g.shapes, g.instants, g.moves = map[string]*shape{}, map[string]*instant{}, map[string]*atom{}
}

// shape returns the shape with sorted facts, expired facts and a number of
// holes.
func (g *Game) shape(facts []held, expired []*atom, holes int) *shape {
	key := appendShapeKey(nil, facts, expired)
	s, ok := g.shapes[string(key)]
	if !ok {
		s = &shape{game: g, age: g.age, facts: facts, expired: expired, holes: holes}
		s.finish()
		g.kept += 1 + len(facts)
		g.shapes[string(key)] = s
	}
	return s
}

// current returns the game's current copy of a shape. A shape from before the
// tables were cleared would keep the old tables alive.
func (g *Game) current(s *shape) *shape {
	if g.kept > g.maxKept {
		g.forget()
	}
	if s.age == g.age {
		return s
	}
	return g.shape(s.facts, s.expired, s.holes)
}

// Name returns the name of the game for messages: the name of its file.
func (g *Game) Name() string { return fileName(g.program) }

// Fork returns another game of the same description, for computing in parallel
// with this one. Their states are not interchangeable.
func (g *Game) Fork() (*Game, error) {
	opt := g.opt
	opt.Engine = EngineReference
	fork, err := New(g.program, opt)
	if err != nil {
		return nil, err
	}
	fork.opt, fork.note = g.opt, g.note
	if hasFast && g.fast != nil {
		fork.runFast(g.fast.Program())
	}
	return fork, nil
}

// Program returns the description. The caller must not change it.
func (g *Game) Program() *gdl.Program { return g.program }

// Roles returns the names of the roles, in the order of the rules. The caller
// must not change the slice.
func (g *Game) Roles() []string { return g.roles }

// Random returns the role that moves by chance, or [game.NoRole].
func (g *Game) Random() game.Role { return g.random }

// Hidden reports whether roles see percepts only. If not, every role sees all
// moves.
func (g *Game) Hidden() bool { return g.hidden }

// Role returns the role with a name.
func (g *Game) Role(name string) (game.Role, error) {
	if i := slices.Index(g.roles, g.spelled(name)); i >= 0 {
		return game.Role(i), nil
	}
	hint := ""
	if near := spelling.Nearest(name, g.roles); near != "" {
		hint = fmt.Sprintf(", did you mean %s", near)
	}
	return game.NoRole, fmt.Errorf("there is no role %s%s: the roles are %s", name, hint, strings.Join(g.roles, ", "))
}

// Initial returns the initial state, at time 0.
func (g *Game) Initial() State { return g.initial }

// Defects returns what is wrong with the initial state: invalid lifetimes, and
// facts with several lifetimes.
func (g *Game) Defects() []string { return slices.Clone(g.defects) }

// Terminal reports whether the game is over.
func (g *Game) Terminal(s State) (bool, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if s.isFast() {
		return g.fast.Terminal(s.fast.Node), nil
	}
	err := g.learn(s.shape, knowsTerminal)
	return s.shape.terminal, err
}

// Legal returns the legal moves of a role as canonical texts, sorted. They are
// legal from the instant of the state up to and including [State.Expiry],
// unless another move comes first. The caller must not change the slice.
func (g *Game) Legal(s State, r game.Role) ([]string, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if s.isFast() {
		return g.fast.Legal(s.fast.Node, int(r)), nil
	}
	if err := g.learn(s.shape, knowsLegal); err != nil {
		return nil, err
	}
	if t := s.shape.texts[r]; t != nil {
		return t, nil
	}
	return texts(s.shape.legal[r], s.values), nil
}

// Goals returns the goal values of a role, in ascending order. A sound game has
// exactly one in each terminal state. The caller must not change the slice.
func (g *Game) Goals(s State, r game.Role) ([]int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if s.isFast() {
		return g.fast.Goals(s.fast.Node, int(r)), nil
	}
	if err := g.learn(s.shape, knowsGoals); err != nil {
		return nil, err
	}
	return s.shape.goals[r], nil
}

// learn computes a property of a shape unless it is known.
func (g *Game) learn(s *shape, what knowledge) (err error) {
	if s.known&what != 0 {
		return nil
	}
	if s.words == nil {
		if s.words, err = g.rules.state(s.facts, s.expired); err != nil {
			return err
		}
	}
	switch what {
	case knowsTerminal:
		s.terminal = g.rules.machine.Terminal(s.words)
		err = g.rules.failure()
	case knowsLegal:
		err = g.learnLegal(s)
	case knowsGoals:
		s.goals = make([][]int, len(g.roles))
		for r := range g.roles {
			s.goals[r] = g.rules.machine.Goals(s.words, game.Role(r), nil)
		}
		err = g.rules.failure()
	}
	if err == nil {
		s.known |= what
	}
	return err
}

func (g *Game) learnLegal(s *shape) (err error) {
	s.legal, s.texts = make([][]*atom, len(g.roles)), make([][]string, len(g.roles))
	for r := range g.roles {
		if s.legal[r], err = g.rules.moves(s.words, game.Role(r)); err != nil {
			return err
		}
		if !slices.ContainsFunc(s.legal[r], func(a *atom) bool { return len(a.holes) > 0 }) {
			s.texts[r] = texts(s.legal[r], nil)
		}
	}
	return nil
}
