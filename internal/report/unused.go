package report

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine"
	"ludex/internal/logic"
	"ludex/rbg"
	"ludex/rules"
	"ludex/source"
)

// Unused is what no play needed: rules whose condition never held, and pieces that never
// lay on the board.
type Unused struct {
	Plays  int          `json:"plays"` // that were looked at, random ones and games
	Of     int          `json:"of"`    // rules that were watched
	Rules  []UnusedRule `json:"rules,omitempty"`
	Pieces []string     `json:"pieces,omitempty"`
	// Note says why rules were not watched, or "".
	Note string `json:"note,omitempty"`
}

// An UnusedRule is a rule by its place.
type UnusedRule struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Limits of watching rules.
const (
	watchedPlays  = 200    // random plays
	watchedStates = 10_000 // states of them
	watchedRules  = 2_000
)

// findUnused looks for rules and pieces that plays do not need.
func findUnused(ctx context.Context, rs *rules.Rules, g game.Game, f *follower) (*Unused, error) {
	if rs.RBG != nil {
		return unusedPieces(ctx, rs.RBG, g, f)
	}
	u := new(Unused)
	w := newRuleWatcher(rs.GDL)
	if u.Of = len(w.watched); u.Of == 0 || u.Of > watchedRules {
		u.Note = fmt.Sprintf("%s have a condition; between 1 and %d can be watched", plural(u.Of, "rule"), watchedRules)
		return u, nil
	}
	opened, err := gdlengine.Open(ctx, w.program, gdlengine.Options{})
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		u.Note = fmt.Sprintf("the rules cannot be watched: %v", err)
		return u, nil
	}
	if err := w.watch(ctx, opened.Game, f.data, u); err != nil {
		return nil, err
	}
	for _, i := range w.watched {
		if c := &rs.GDL.Clauses[i]; !w.used[strconv.Itoa(i)] {
			u.Rules = append(u.Rules, unusedRule(rs.File, c.Span))
		}
	}
	return u, nil
}

// unusedRule returns a rule by its place, with its text in one line.
func unusedRule(file *source.File, span source.Span) UnusedRule {
	return UnusedRule{file.Line(span.Start), strings.Join(strings.Fields(file.Slice(span)), " ")}
}

// The names of what is added to rules that are watched. No description has them.
const (
	watcherRole = "ludex_watcher"
	watcherIdle = "ludex_idle"
	watcherUsed = "ludex_used"
)

// A ruleWatcher plays rules that tell which of them are used. A role is added for which a
// move is legal as long as the condition of a rule holds; if the condition depends on moves,
// it makes a fact true in the next state.
type ruleWatcher struct {
	program *gdl.Program
	watched []int // clauses
	used    map[string]bool
}

func newRuleWatcher(p *gdl.Program) *ruleWatcher {
	w := &ruleWatcher{program: new(gdl.Program), used: map[string]bool{}}
	*w.program = *p
	role := gdl.Const(watcherRole)
	w.program.Clauses = append(slices.Clone(p.Clauses), gdl.Clause{Head: gdl.Fn(gdl.Role, role)},
		gdl.Clause{Head: gdl.Fn(gdl.Legal, role, gdl.Const(watcherIdle))})
	d := logic.NewDependencies(p)
	does := d.Index(gdl.Symbol{Name: gdl.Does, Arity: 2})
	for i := range p.Clauses {
		c := &p.Clauses[i]
		if len(c.Body) == 0 || slices.Contains([]string{gdl.Role, gdl.Init, gdl.Base, gdl.Input}, c.Head.Name) {
			continue
		}
		moves := false
		c.Atoms(func(a *gdl.Term, _ bool) {
			at := d.Index(a.Symbol())
			moves = moves || at >= 0 && (at == does || does >= 0 && d.Path(at, func(to int) bool { return to == does }) != nil)
		})
		name := gdl.Fn(watcherUsed, gdl.Const(strconv.Itoa(i)))
		head := gdl.Fn(gdl.Legal, role, name)
		if moves {
			head = gdl.Fn(gdl.Next, name)
		}
		w.watched = append(w.watched, i)
		w.program.Clauses = append(w.program.Clauses, gdl.Clause{Head: head, Body: c.Body})
	}
	return w
}

// watch plays at random, and the games of the player again.
func (w *ruleWatcher) watch(ctx context.Context, g game.Game, d *Data, u *Unused) error {
	m := g.NewMachine()
	m.Bind(ctx)
	p := game.NewPlayout(g, m)
	states := 0
	for u.Plays < watchedPlays && states < watchedStates {
		p.Reset(nil, derive(d.Method.Seed, useUnused, u.Plays))
		w.note(g, m, p.State)
		for !p.Over() && p.Steps < d.Method.MaxSteps && states < watchedStates {
			if err := p.Step(); errors.Is(err, game.ErrStuck) {
				break
			} else if err != nil {
				return err
			}
			w.note(g, m, p.State)
			states++
		}
		u.Plays++
	}
	for i := range d.Self {
		if err := w.again(g, m, &d.Self[i]); err != nil {
			return err
		}
		u.Plays++
	}
	return m.Err()
}

// again makes the moves of a game. The watcher does nothing.
func (w *ruleWatcher) again(g game.Game, m game.Machine, p *Play) error {
	f := &follower{game: watchedRoles{g}, machine: m}
	s := m.Initial(nil)
	for _, chosen := range p.Moves {
		w.note(g, m, s)
		joint, err := f.joint(s, chosen)
		if err != nil {
			return err
		}
		idle := m.Legal(s, game.Role(len(joint)), nil)
		s = m.Next(s, append(joint, idle[0]), nil)
	}
	w.note(g, m, s)
	return m.Err()
}

// watchedRoles is a game without the role that watches.
type watchedRoles struct{ game.Game }

// Roles implements [game.Game].
func (g watchedRoles) Roles() []string {
	roles := g.Game.Roles()
	return roles[:len(roles)-1]
}

// note records which rules a state used.
func (w *ruleWatcher) note(g game.Game, m game.Machine, s game.State) {
	watcher := game.Role(len(g.Roles()) - 1)
	for _, move := range m.Legal(s, watcher, nil) {
		w.add(g.MoveText(watcher, move))
	}
	for _, fact := range g.Facts(s) {
		w.add(fact)
	}
}

// add records a move or a fact that names a rule, such as "(ludex_used 7)".
func (w *ruleWatcher) add(text string) {
	if name, ok := strings.CutPrefix(text, "("+watcherUsed+" "); ok {
		w.used[strings.TrimSuffix(name, ")")] = true
	}
}

// unusedPieces looks for pieces that are never on the board and switches that are never
// passed. Other actions cannot be watched, since those of the keeper are not seen.
func unusedPieces(ctx context.Context, rs *rbg.Game, g game.Game, f *follower) (*Unused, error) {
	u := new(Unused)
	pieces, switches := map[string]bool{}, map[string]bool{}
	note := func(s game.State) {
		for _, fact := range g.Facts(s) {
			words := strings.Fields(strings.Trim(fact, "()"))
			switch {
			case words[0] == "cell" && len(words) == 3:
				pieces[words[2]] = true
			case words[0] == "switch" && len(words) == 2:
				switches[words[1]] = true
			}
		}
	}
	m := g.NewMachine()
	m.Bind(ctx)
	p := game.NewPlayout(g, m)
	for states := 0; u.Plays < watchedPlays && states < watchedStates; u.Plays++ {
		p.Reset(nil, derive(f.data.Method.Seed, useUnused, u.Plays))
		for note(p.State); !p.Over() && p.Steps < f.data.Method.MaxSteps && states < watchedStates; states++ {
			if err := p.Step(); err != nil {
				return nil, err
			}
			note(p.State)
		}
	}
	for i := range f.data.Self {
		err := f.walk(&f.data.Self[i], func(_ int, s game.State, _ []game.Move) error { note(s); return nil })
		if err != nil {
			return nil, err
		}
		u.Plays++
	}
	for _, piece := range rs.Pieces {
		if !pieces[piece.Name] {
			u.Pieces = append(u.Pieces, piece.Name)
		}
	}
	for i, e := range rs.Modifiers {
		// A switch to the keeper is followed by others within one step.
		if e.Kind != rbg.Switch || e.Player == rbg.Keeper {
			continue
		}
		if u.Of++; !switches[strconv.Itoa(i+1)] {
			u.Rules = append(u.Rules, unusedRule(rs.File, e.Span))
		}
	}
	return u, m.Err()
}
