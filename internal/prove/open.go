package prove

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"
	"time"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/budget"
	"ludex/internal/circuit"
	"ludex/internal/gdlengine"
	gdlground "ludex/internal/gdlengine/ground"
	"ludex/internal/prove/claim"
	"ludex/internal/prove/correspondence"
	"ludex/internal/prove/transition"
	rbglanes "ludex/internal/rbgengine/lanes"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rules"
)

// SetupTime is how much processor time grounding a description may take.
const SetupTime = 30 * time.Second

// A Loaded game is a transition system and the interpreter that replays plays.
type Loaded struct {
	System *transition.System // nil if it has none, see [LoadWithoutSystem]
	Game   *Interpreter
	Other  *Interpreter // of two games that are compared, the second
	// Names says, for two games that are compared, which roles and moves correspond; nil if
	// those with the same names do.
	Names *correspondence.Names
	found bool // the correspondence was found, and may be wrong

	foldCase bool // constants of the rules that differ only in case are the same
	percepts bool // the system says what roles perceive, if the game hides something

	rules *rules.Rules // nil for two games that are compared

	// Of a game without a transition system:
	plays *Interpreter // with an engine for random plays
	why   error        // it has none
}

// An Interpreter is a game on the reference interpreter.
type Interpreter struct {
	game.Game
	roles    []game.Role // by role of the transition system
	moveText func(s game.State, r game.Role, m game.Move) string
}

func newInterpreter(g game.Game, moveText func(game.State, game.Role, game.Move) string) *Interpreter {
	i := &Interpreter{Game: g, moveText: moveText}
	for r := range g.Roles() {
		i.roles = append(i.roles, game.Role(r))
	}
	return i
}

// TextInSystem returns the text that the transition system has for a move in a state. In a
// boardgame it can differ from the move's own text, which need only tell the legal moves of
// one state apart.
func (i *Interpreter) TextInSystem(s game.State, r game.Role, m game.Move) string {
	return i.moveText(s, r, m)
}

// renamed returns the interpreter of the second of two games, with the names of the first.
func (i *Interpreter) renamed(c *correspondence.Correspondence, a, b *transition.System) *Interpreter {
	names := make([]map[string]string, len(b.Roles)) // by role of the second game
	out := &Interpreter{Game: i.Game}
	for r, other := range c.Roles {
		out.roles = append(out.roles, game.Role(other))
		names[other] = map[string]string{}
		for k, to := range c.Moves[r] {
			if to >= 0 {
				names[other][b.Roles[other].Moves[to].Text] = a.Roles[r].Moves[k].Text
			}
		}
	}
	out.moveText = func(s game.State, r game.Role, m game.Move) string {
		text := i.moveText(s, r, m)
		return cmp.Or(names[r][text], "only in "+b.Name+": "+text)
	}
	return out
}

// Compare returns two games as one, in which they are played side by side. If no
// correspondence is given and they do not share the names of roles and moves, it looks for
// one.
func Compare(ctx context.Context, a, b *Loaded, given *correspondence.Names, seed uint64) (*Loaded, error) {
	if given != nil || correspondence.ShareNames(a.System, b.System) {
		return CompareAs(a, b, given)
	}
	if a.Game.Hidden() || b.Game.Hidden() {
		return nil, &PerceptsError{"their roles and moves have different names, and which percepts correspond is not looked for"}
	}
	limit, cancel := budget.WithSetup(ctx, "looking for a correspondence", SetupTime)
	defer cancel()
	search := correspondence.NewSearch(a.System, b.System, seed)
	for {
		c, err := search.Next(limit)
		if err != nil {
			return nil, err
		}
		both, err := compareUnder(a, b, c)
		if err != nil {
			return nil, err
		}
		play := firstDifference(limit, both.System, seed)
		if play == nil {
			both.found = true
			return both, limit.Err()
		}
		search.Learn(play)
	}
}

// A PerceptsError says that what roles perceive in two games cannot be compared.
type PerceptsError struct{ why string }

func (e *PerceptsError) Error() string {
	return "what roles perceive in the games cannot be compared: " + e.why
}

// comparable returns an error if two games hide information and cannot be compared for that reason.
func comparable(a, b *Loaded) error {
	switch {
	case a.Game.Hidden() != b.Game.Hidden():
		return &PerceptsError{"only one of them hides information"}
	case a.Game.Hidden() && !(a.percepts && b.percepts):
		return &PerceptsError{"they were read without their percepts"}
	}
	return nil
}

// CompareAs is [Compare] under a correspondence that is given, or for nil under that of the same names.
// Percepts correspond by their names.
func CompareAs(a, b *Loaded, names *correspondence.Names) (*Loaded, error) {
	if err := comparable(a, b); err != nil {
		return nil, err
	}
	if names == nil {
		s, err := transition.Product(a.System, b.System)
		return &Loaded{System: s, Game: a.Game, Other: b.Game}, err
	}
	c, err := names.Correspondence(a.System, b.System)
	if err != nil {
		return nil, err
	}
	return compareUnder(a, b, c)
}

// CompareGuessed is [Compare] under a correspondence that may be wrong: if the games differ
// under it, the answer is open.
func CompareGuessed(a, b *Loaded, names *correspondence.Names) (*Loaded, error) {
	both, err := CompareAs(a, b, names)
	if err != nil {
		return nil, err
	}
	both.found = true
	return both, nil
}

// compareUnder returns two games as one under a correspondence.
func compareUnder(a, b *Loaded, c *correspondence.Correspondence) (*Loaded, error) {
	s, err := transition.Product(a.System, c.Rename(a.System, b.System))
	if err != nil {
		return nil, err
	}
	return &Loaded{System: s, Game: a.Game, Other: b.Game.renamed(c, a.System, b.System), Names: c.Names(a.System, b.System)}, nil
}

// firstDifference returns a random play after which two games differ, or nil if none was
// found.
func firstDifference(ctx context.Context, s *transition.System, seed uint64) [][]string {
	x := newSample(s, seed)
	var found [][]string
	look := func() {
		if hits := x.sim.Value(s.Differ); hits != 0 && found == nil {
			found = append([][]string{}, (&subject{System: s}).texts(x.play(bits.TrailingZeros64(hits)))...)
		}
	}
	for n := 0; n < defaultRounds && found == nil && ctx.Err() == nil; n++ {
		x.run(ctx, 1, maxSteps, look)
		x.rounds = x.rounds[:0]
	}
	return found
}

// SameQuestion asks whether the two games of [Compare] are the same.
var SameQuestion = Question{Name: string(claim.Same), Property: claim.Property{Kind: claim.Same}}

// Load makes the transition system of rules, for questions about one game. What roles perceive has no
// part in it.
func Load(ctx context.Context, r *rules.Rules) (*Loaded, error) { return load(ctx, r, false) }

// LoadToCompare makes the transition system of rules, for comparing it with another game.
func LoadToCompare(ctx context.Context, r *rules.Rules) (*Loaded, error) { return load(ctx, r, true) }

func load(ctx context.Context, r *rules.Rules, percepts bool) (*Loaded, error) {
	r, err := r.Playable(ctx)
	if err != nil {
		return nil, err
	}
	if r.IsTimed() {
		return nil, fmt.Errorf("%s is a game in real time, and has no sequence of states", r.Name())
	}
	g, _, err := r.Open(ctx, game.Opening{Engine: gdlengine.Reference})
	if err != nil {
		return nil, err
	}
	setup, cancel := budget.WithSetup(ctx, "setting up the transition system", SetupTime)
	defer cancel()
	spec, moveText, err := ground(setup, r, g, percepts)
	if err != nil {
		return nil, err
	}
	s, err := transition.New(setup, spec, transition.MaxNodes)
	if err != nil {
		return nil, err
	}
	s.Source = r.Fingerprint()
	fold := !r.IsRBG() && r.GDL.Syntax == gdl.Prefix && !r.GDL.CaseSensitive
	return &Loaded{System: s, Game: newInterpreter(g, moveText), rules: r, foldCase: fold, percepts: percepts}, nil
}

// ground returns the ground rules of a game, and how they call the moves of its interpreter.
func ground(ctx context.Context, r *rules.Rules, g game.Game, percepts bool) (*circuit.Spec, func(game.State, game.Role, game.Move) string, error) {
	if !r.IsRBG() {
		spec, err := groundGDL(ctx, r, percepts && g.Hidden())
		return spec, func(_ game.State, role game.Role, m game.Move) string { return g.MoveText(role, m) }, err
	}
	board, ok := g.(interface{ Base() *rbgplay.Game })
	if !ok {
		return nil, nil, fmt.Errorf("%s is not played on a board", r.Name())
	}
	unrolled, err := rbglanes.Ground(ctx, r.RBG, rbglanes.Options{Memory: budget.MemoryOf(ctx)})
	if err != nil {
		return nil, nil, err
	}
	moveText := func(s game.State, role game.Role, m game.Move) string {
		return unrolled.MoveText(board.Base(), s, role, m)
	}
	spec := *unrolled.Spec
	spec.Percepts = nil // which stand for what lanes look at
	spec.Goals = slices.DeleteFunc(slices.Clone(spec.Goals), func(x circuit.GoalAtom) bool { return x.Role == spec.Random })
	return &spec, moveText, nil
}

// groundGDL returns the ground rules of a description.
func groundGDL(ctx context.Context, r *rules.Rules, percepts bool) (*circuit.Spec, error) {
	memory := budget.MemoryOf(ctx)
	res, err := gdlground.Ground(ctx, r.GDL, gdlground.Options{Limits: gdlground.Limits{Memory: memory}, WithoutPercepts: !percepts})
	if err != nil {
		return nil, err
	}
	return res.Spec, nil
}
