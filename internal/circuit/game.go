package circuit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"sync"
	"time"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/circuit/bitslice"
)

// Options bound what a circuit may cost. Time is bounded by the context.
type Options struct {
	MaxNodes int // of a net, before it is cut into gates; 0 is DefaultMaxNodes
	Memory   budget.Memory
}

// DefaultMaxNodes is more than any game needs for which a circuit pays.
const DefaultMaxNodes = 4_000_000

// Memory per item while building, in bytes.
const (
	bytesPerRuleWord = 4   // of the Spec
	bytesPerAtom     = 40  // in the indexes of rules, and in the walk
	bytesPerNode     = 600 // with its gates and programs
)

// limits returns what a build may use.
func (o *Options) limits(ctx context.Context, spec *Spec) limits {
	l := limits{watch: &canceller{ctx: ctx}, game: spec.Name, nodes: cmp.Or(o.MaxNodes, DefaultMaxNodes)}
	l.over = &LimitError{Game: spec.Name, What: "nodes", Limit: strconv.Itoa(l.nodes)}
	free := budget.Alive(o.Memory.Setup()) - int64(bytesPerRuleWord*len(spec.Rules)) - int64(bytesPerAtom*spec.Atoms)
	if most := max(free, 0) / bytesPerNode; most < int64(l.nodes) {
		l.nodes = int(most)
		l.over = &budget.MemoryError{Doing: "setting up the circuit of " + spec.Name, Limit: o.Memory.Setup()}
	}
	return l
}

// A Game is a game that is played by circuits. It implements [game.Game],
// [game.Playouter], [game.PerceivedPlayouter], [game.Vocabulary], [game.RelevanceFinder] and
// [game.Relaxer]; its machines implement [game.Expander] and [game.Batcher].
type Game struct {
	*circuits
	*engines
	observe func(*bitslice.Step) // is shown every step of playouts, if it is not nil
}

// circuits are the parts of a game that all kernels share.
type circuits struct {
	spec    *Spec
	program *bitslice.Program
	general *network   // for any state
	phases  []*network // for states of a phase
	scoring *network   // for the goals of any state
	checks  []phaseCheck
	initial game.State
	goals   [][]goalBit // by role, by value
	seen    []int32     // roles in the order of their names, for percepts without hiding
	hidden  [][]perceptBit
	stats   Stats
	drawing *drawing // nil if it would be too large

	perception perception
	plan       plan

	byText struct {
		once     sync.Once
		percepts map[string]game.Percept
	}
	byFact struct {
		once sync.Once
		bits map[string]int
	}
	orbits struct {
		sync.Mutex
		found bool
		list  []game.StateSymmetry
	}
}

// A goalBit is the output bit of a goal value.
type goalBit struct {
	value int
	bit   int32
}

// A perceptBit is the output bit of a percept.
type perceptBit struct {
	percept game.Percept
	bit     int32
}

// New makes the circuits of a game. The error is a [*LimitError] or a
// [*budget.MemoryError] if the game needs more than the options allow, a
// [*NegativeLoopError] or a [*SpecError] if the rules have no meaning, or the
// context's error.
func New(ctx context.Context, spec *Spec, opt Options) (*Game, error) {
	if err := check(spec); err != nil {
		return nil, err
	}
	g := &Game{circuits: &circuits{spec: spec, initial: initial(spec)}, engines: new(engines)}
	if err := g.build(opt.limits(ctx, spec)); err != nil {
		return nil, err
	}
	return g, nil
}

// build makes everything.
func (g *Game) build(lim limits) (err error) {
	defer lim.watch.end(&err)
	laps := stopwatch{time.Now()}
	c := g.canonical()
	g.stats.Order = laps.lap()
	lim.watch.look()
	n, r, err := build(c, lim)
	g.stats.Build = laps.lap()
	if err != nil {
		return err
	}
	fixed := constants(n, c, r)
	clock := findClock(n, c, r)
	p := newProgrammer(g.spec, c, &g.stats)
	for phase := range clock.phases {
		bits := slices.Clone(fixed)
		clock.fix(phase, bits)
		laps.lap()
		ph, err := gatedPhase(n, r, bits, lim)
		g.stats.Special += laps.lap()
		if err != nil {
			return err
		}
		p.phase(ph)
		g.perception.keep(g.spec, c, ph)
		g.stats.Program += laps.lap()
		g.phases = append(g.phases, newNetwork(g.spec, c, ph.net, ph.roots.withoutGoals()))
		g.stats.Machine += laps.lap()
		g.expect(c, phase, clock.phases, bits)
		lim.watch.look()
	}
	p.goalNet(n, r)
	g.program = p.out
	g.stats.Program += laps.lap()
	g.general = g.phases[0]
	if g.checks != nil {
		g.general = newNetwork(g.spec, c, n, r.withoutGoals())
	}
	g.scoring = newNetwork(g.spec, c, n, r.goalsOnly())
	g.outputs()
	g.stats.Machine += laps.lap()
	if len(n.nodes) <= maxDrawn {
		g.drawing = &drawing{n, r, c}
	}
	g.stats.general(g.spec, n, classify(n, r), fixed)
	return nil
}

// canonical puts the rules in order, with adders where they count.
func (g *Game) canonical() *canon {
	spec, rules := g.spec, byHead(g.spec)
	spec, g.stats.Counts = withAdders(spec, rules, (*chain).pays)
	if g.stats.Counts > 0 {
		rules = byHead(spec)
	}
	return canonical(spec, rules)
}

// outputs lists the output bits of goals and percepts.
func (g *Game) outputs() {
	s, l := g.spec, &g.general.layout
	g.goals, g.hidden = make([][]goalBit, len(s.Roles)), make([][]perceptBit, len(s.Roles))
	for i, x := range s.Goals {
		g.goals[x.Role] = append(g.goals[x.Role], goalBit{x.Value, l.goals + int32(i)})
	}
	for _, list := range g.goals {
		sort.SliceStable(list, func(i, j int) bool { return list[i].value < list[j].value })
	}
	for i, x := range s.Percepts {
		g.hidden[x.Role] = append(g.hidden[x.Role], perceptBit{game.Percept(x.Percept), l.percepts + int32(i)})
	}
	for r := range s.Roles {
		g.seen = append(g.seen, int32(r))
	}
	sort.SliceStable(g.seen, func(i, j int) bool { return s.Roles[g.seen[i]]+" " < s.Roles[g.seen[j]]+" " })
}

// Name returns the name in the Spec.
func (g *Game) Name() string { return g.spec.Name }

// Engine returns "circuit".
func (g *Game) Engine() string {
	if g.gpu != nil {
		return "gpu"
	}
	return "circuit"
}

// Roles returns the names of the roles.
func (g *Game) Roles() []string { return g.spec.Roles }

// Random returns the role that moves by chance, or NoRole.
func (g *Game) Random() game.Role { return game.Role(g.spec.Random) }

// Hidden reports whether roles see percepts only.
func (g *Game) Hidden() bool { return g.spec.Hidden }

// MoveText returns the canonical text of a move. Moves have their numbers in
// the Spec.
func (g *Game) MoveText(r game.Role, m game.Move) string { return g.spec.Moves[r][m].Text }

// PerceptText returns the canonical text of a percept. In a game with hidden
// information percepts have their numbers in the Spec; else [MovePercept] is
// the percept of a move.
func (g *Game) PerceptText(p game.Percept) string {
	if g.spec.Hidden {
		return g.spec.Texts[p]
	}
	r, m := MoveOfPercept(len(g.spec.Roles), p)
	return "(moves " + g.spec.Roles[r] + " " + g.MoveText(r, m) + ")"
}

// Facts returns the canonical texts of what is true in a state, sorted.
func (g *Game) Facts(s game.State) []string {
	facts := []string{}
	for i := range g.spec.State {
		if s[i>>6]>>(i&63)&1 == 1 {
			facts = append(facts, g.spec.State[i].Text)
		}
	}
	sort.Strings(facts)
	return facts
}

// ParseState is the inverse of Facts.
func (g *Game) ParseState(facts []string) (game.State, error) {
	g.byFact.once.Do(func() {
		g.byFact.bits = make(map[string]int, len(g.spec.State))
		for i := range g.spec.State {
			g.byFact.bits[g.spec.State[i].Text] = i
		}
	})
	s := make(game.State, len(g.initial))
	for _, f := range facts {
		i, ok := g.byFact.bits[f]
		if !ok {
			return nil, fmt.Errorf("%s: %s can never be true", g.spec.Name, f)
		}
		s[i>>6] |= 1 << (i & 63)
	}
	return s, nil
}

// Program returns the gate programs of the game. The caller must not change
// them.
func (g *Game) Program() *bitslice.Program { return g.program }

// Counts reports whether a step that leads to a state counts in playouts.
func (g *Game) Counts(s game.State) bool {
	bit := g.spec.Uncounted - 1
	return bit < 0 || s[bit>>6]>>(bit&63)&1 == 0
}

// MayRepeat reports whether there are steps that do not count.
func (g *Game) MayRepeat() bool { return g.spec.Uncounted > 0 }

// Stats returns the sizes of the circuits.
func (g *Game) Stats() *Stats { return &g.stats }

// A stopwatch measures successive stages.
type stopwatch struct{ last time.Time }

// lap returns the time since the last lap.
func (w *stopwatch) lap() time.Duration {
	now := time.Now()
	d := now.Sub(w.last)
	w.last = now
	return d
}
