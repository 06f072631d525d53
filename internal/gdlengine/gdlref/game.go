package gdlref

import (
	"fmt"
	"slices"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/budget"
)

// Options controls how a description is read and limits its evaluation. The zero value
// suits most callers.
type Options struct {
	// ForceHidden gives no role a percept if the description has no sees
	// clause, as GDL-II says, instead of the joint move.
	ForceHidden bool
	// MaxAnswers and MaxWork replace the default limits if they are not 0.
	MaxAnswers int
	MaxWork    int64
	Memory     budget.Memory
	// Knowledge accepts descriptions of GDL-III. The caller then adds what the roles
	// know to states, see [Game.Know].
	Knowledge bool
}

// A Game is a description ready to be played; it implements [game.Game].
type Game struct {
	name      string
	program   *program
	limits    limits
	roles     []term
	roleNames []string
	random    game.Role
	hidden    bool
	moves     symbol // of percepts (moves role move)
	relations struct{ init, terminal, legal, next, goal, sees int }
	knowable  []knowable
}

var _ game.Game = (*Game)(nil)

// New prepares a description. It fails for one that cannot be evaluated: an unsafe rule,
// no roles, facts with lifetimes. All other checks are left to package gdlcheck. At most
// one Options is used.
func New(p *gdl.Program, opts ...Options) (*Game, error) {
	var opt Options
	if len(opts) > 0 {
		opt = opts[0]
	}
	if p.Dialect.Timed() {
		return nil, fmt.Errorf("%s: games in real time (%s) are no sequence of steps; package timed plays them", fileName(p), p.Dialect.Title())
	}
	if p.Dialect.Knowledge() && !opt.Knowledge {
		return nil, fmt.Errorf("%s: a state alone does not say what roles know; package epistemic plays %s", fileName(p), p.Dialect.Title())
	}
	c, err := newProgram(p, nil, true)
	if err != nil {
		return nil, err
	}
	c.terms.memory = opt.Memory
	g := &Game{name: fileName(p), program: c, random: game.NoRole, limits: opt.limits()}
	g.moves = c.terms.symbol(gdl.Symbol{Name: "moves", Arity: 2})
	g.findRelations(opt.ForceHidden)
	g.findKnowable(p)
	if err := g.findRoles(); err != nil {
		return nil, err
	}
	return g, nil
}

func (o *Options) limits() limits {
	l := limits{DefaultMaxAnswers, DefaultMaxWork, o.Memory}
	if o.MaxAnswers > 0 {
		l.answers = o.MaxAnswers
	}
	if o.MaxWork > 0 {
		l.work = o.MaxWork
	}
	return l
}

func fileName(p *gdl.Program) string {
	if p.File == nil {
		return "the description"
	}
	return p.File.Name()
}

func (g *Game) findRelations(forceHidden bool) {
	number := func(name string, arity int) int {
		if n, ok := g.program.numbers[gdl.Symbol{Name: name, Arity: arity}]; ok {
			return n
		}
		return -1
	}
	r := &g.relations
	r.init, r.terminal, r.legal = number(gdl.Init, 1), number(gdl.Terminal, 0), number(gdl.Legal, 2)
	r.next, r.goal, r.sees = number(gdl.Next, 1), number(gdl.Goal, 2), number(gdl.Sees, 2)
	sees := r.sees >= 0 && g.program.source.Dialect != gdl.GDL
	g.hidden = sees || forceHidden
	if !sees {
		r.sees = -1
	}
}

// maxRoleWork is how many candidates are tried to find the roles: there is no
// context yet that could cancel it.
const maxRoleWork = 10_000_000

// findRoles computes the roles, in the order of the rules.
func (g *Game) findRoles() error {
	n, ok := g.program.numbers[gdl.Symbol{Name: gdl.Role, Arity: 1}]
	if !ok {
		return fmt.Errorf("%s: there is no role clause, so there are no players", fileName(g.program.source))
	}
	for what, rel := range map[string]int{gdl.Role: n, gdl.Init: g.relations.init} {
		if rel >= 0 && g.program.relations[rel].level != levelStatic {
			return fmt.Errorf("%s: %s must not depend on the state or on moves", fileName(g.program.source), what)
		}
	}
	m := newMachine(g.program, g.limits)
	m.limits.work = min(m.limits.work, maxRoleWork)
	m.ask(n, []term{free}, func(s *space, a int32) { g.roles = append(g.roles, s.value(a, 0)) })
	for i, t := range g.roles {
		name := g.program.terms.text(t)
		g.roleNames = append(g.roleNames, name)
		if name == gdl.Random && g.program.source.Dialect != gdl.GDL {
			g.random = game.Role(i)
		}
	}
	return m.err
}

// Fingerprint implements [game.Fingerprinter]. It is the one of the circuit.
func (g *Game) Fingerprint() string {
	if g.program.source.File == nil {
		return ""
	}
	return g.program.source.File.Fingerprint(";")
}

// Name implements [game.Game]: it is the name of the file.
func (g *Game) Name() string { return g.name }

// Engine implements [game.Game].
func (g *Game) Engine() string { return "reference" }

// Roles implements [game.Game].
func (g *Game) Roles() []string { return g.roleNames }

// Random implements [game.Game].
func (g *Game) Random() game.Role { return g.random }

// Hidden implements [game.Game].
func (g *Game) Hidden() bool { return g.hidden }

// NewMachine implements [game.Game]. The machine is a [*Machine].
func (g *Game) NewMachine() game.Machine { return g.machine() }

func (g *Game) machine() *Machine {
	m := newMachine(g.program, g.limits)
	m.game = g
	return m
}

// MoveText implements [game.Game].
func (g *Game) MoveText(_ game.Role, m game.Move) string { return g.program.terms.text(term(m)) }

// PerceptText implements [game.Game].
func (g *Game) PerceptText(p game.Percept) string { return g.program.terms.text(term(p)) }

// Facts implements [game.Game].
func (g *Game) Facts(s game.State) []string {
	out := make([]string, 0, len(s))
	for _, w := range s {
		if w < firstKnown {
			out = append(out, g.program.terms.text(term(w)))
		}
	}
	slices.Sort(out)
	return out
}

// ParseState implements [game.Game]. It reads prefix terms. Case is ignored if the
// description ignores it.
func (g *Game) ParseState(facts []string) (game.State, error) {
	s, err := g.Words(facts)
	slices.Sort(s)
	return slices.Compact(s), err
}

// Words returns the words that represent ground terms, which are given by their texts,
// in states and as moves and percepts.
func (g *Game) Words(texts []string) (words []uint64, err error) {
	defer catch(&err)
	trees, err := parseTerms(texts)
	if err != nil {
		return nil, err
	}
	words = make([]uint64, 0, len(trees))
	for i := range trees {
		tree := g.program.spelled(&trees[i])
		words = append(words, uint64(g.program.ground(&tree)))
	}
	return words, nil
}

// FindMove implements [game.Vocabulary]. Every term can be a move.
func (g *Game) FindMove(_ game.Role, text string) (game.Move, bool) {
	t, ok := g.find(text)
	return game.Move(t), ok
}

// FindPercept implements [game.Vocabulary]. Every term can be a percept.
func (g *Game) FindPercept(text string) (game.Percept, bool) {
	t, ok := g.find(text)
	return game.Percept(t), ok
}

func (g *Game) find(text string) (term, bool) {
	s, err := g.ParseState([]string{text})
	if err != nil || len(s) != 1 {
		return 0, false
	}
	return term(s[0]), true
}

// Word returns the word that represents a ground fact in states. It must be spelled as
// in the description.
//
// Together with [Game.Fact] it lets callers that build states, such as package timed,
// avoid texts.
func (g *Game) Word(fact *gdl.Term) (_ uint64, err error) {
	defer catch(&err)
	return uint64(g.program.ground(fact)), nil
}

// Fact returns the fact that a word of a state stands for. The numbers of moves
// and percepts are such words too.
func (g *Game) Fact(word uint64) gdl.Term { return g.program.terms.tree(term(word)) }
