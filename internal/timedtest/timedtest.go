// Package timedtest makes random timed games and moves for property tests, and plays
// matches for tests and compares their logs.
//
// The random games make no sense, but everything that timed rules can do occurs in
// them: lifetimes are copied, renewed, compared, carried into facts, moves and
// percepts; facts expire together and one by one.
package timedtest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/internal/timedmatch"
	"ludex/source"
	"ludex/timed"
)

// The vocabulary of the games.
var (
	facts     = []string{"p", "q", "s(a)", "s(b)", "u(a,b)"}
	actions   = []string{"go", "push(a)", "push(b)"}
	lifetimes = []string{"0.25", "0.5", "0.75", "1", "2", "infinity"}
)

// Options say which games are made.
type Options struct {
	Chance   bool // the role random may occur
	Percepts bool // sees clauses may occur
	// Apart keeps lifetimes apart from facts, moves and percepts: no rule makes a lifetime
	// part of them.
	Apart bool
}

// Everything allows all that can occur in the games.
var Everything = Options{Chance: true, Percepts: true}

// Text returns a generator of descriptions of games with the roles x and y.
func Text(opt Options) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		w := &writer{t: t, roles: []string{"x", "y"}}
		if opt.Chance && rapid.Bool().Draw(t, "chance") {
			w.roles = append(w.roles, "random")
		}
		w.head()
		for range rapid.IntRange(2, 9).Draw(t, "rules") {
			w.line(rapid.SampledFrom(opt.allowed(rules)).Draw(t, "rule"))
		}
		if opt.Percepts {
			for range rapid.IntRange(1, 3).Draw(t, "percepts") {
				w.line(rapid.SampledFrom(opt.allowed(percepts)).Draw(t, "percept"))
			}
		}
		return w.text.String()
	})
}

// Program returns a generator of games.
func Program(opt Options) *rapid.Generator[*gdl.Program] {
	return rapid.Custom(func(t *rapid.T) *gdl.Program {
		text := Text(opt).Draw(t, "game")
		p, list := gdlparse.File(source.NewFile("random.gdl", []byte(text)), gdlparse.Options{Syntax: gdl.Infix})
		if err := list.Err(); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		return p
	})
}

// Game returns a generator of games that are ready to be played.
func Game(opt Options) *rapid.Generator[*timed.Game] {
	return rapid.Custom(func(t *rapid.T) *timed.Game {
		g, err := timed.New(Program(opt).Draw(t, "program"))
		if err != nil {
			t.Fatal(err)
		}
		return g
	})
}

// rules are patterns: F is a fact, L a lifetime, M a move, and W a role.
var rules = []string{
	"next(T,F) :- true(T,F)",
	"next(T,F) :- true(T,F)",
	"next(T,F) :- true(T,F) & ~holds(F)",
	"next(T,F) :- true(T,F) & ~does(W,M)",
	"next(T,F) :- true(T,F) & does(R,M)",
	"next(L,F) :- expired(F)",
	"next(L,F) :- expired(F) & holds(F)",
	"next(L,F) :- does(W,M)",
	"next(L,F) :- does(R,M) & ~expired(F)",
	"next(T,X) :- true(T,X) & calm",
	"next(L,X) :- expired(X) & holds(F)",
	"next(infinity,stamp(T)) :- does(W,M) & true(T,F)",
	"next(T,stamp(T)) :- true(T,F) & expired(F)",
	"next(T,stamp(S)) :- true(T,stamp(S))",
	"next(T,F) :- true(S,stamp(T)) & holds(F)",
	"next(T,F) :- does(R,say(T))",
	"legal(R,say(T)) :- role(R) & true(T,F)",
	"legal(R,say(T)) :- role(R) & true(S,stamp(T))",
	"legal(W,M) :- holds(F)",
	"legal(W,M) :- ~holds(F)",
	"legal(R,M) :- role(R) & expired(F)",
	"legal(W,M) :- same",
	"legal(W,M) :- true(L,F)",
	"legal(W,M) :- ~true(L,F)",
	"next(T,F) :- true(T,F) & true(T,X) & does(W,M)",
	"next(T,F) :- true(T,X) & ~true(T,F)",
	"next(T,F) :- long(T) & true(T,X)",
	"next(T,F) :- long(T) & does(W,M)",
	"next(L,F) :- true(T,F) & distinct(T,L)",
	"next(L,F) :- chain(F)",
	"terminal :- true(S,X) & true(T,Y) & distinct(S,T) & distinct(X,Y) & same",
	"terminal :- expired(F) & holds(F)",
	"terminal :- expired(F)",
	"terminal :- same & expired(F)",
	"goal(W,100) :- holds(F)",
	"goal(W,50) :- expired(F)",
}

// allowed returns the patterns that may occur.
func (o Options) allowed(patterns []string) []string {
	if !o.Apart {
		return patterns
	}
	return slices.DeleteFunc(slices.Clone(patterns), func(p string) bool {
		return strings.Contains(p, "stamp(") || strings.Contains(p, "say(") || strings.Contains(p, "left(")
	})
}

var percepts = []string{
	"sees(W,M) :- does(R,M)",
	"sees(R,F) :- role(R) & expired(F)",
	"sees(W,left(T)) :- true(T,F)",
	"sees(W,F) :- holds(F) & does(W,M)",
}

// A writer writes a description.
type writer struct {
	t     *rapid.T
	roles []string
	text  strings.Builder
}

// head writes what every game has.
func (w *writer) head() {
	for _, r := range w.roles {
		fmt.Fprintf(&w.text, "role(%s)\n", r)
	}
	w.text.WriteString("holds(X) :- true(T,X)\n")
	w.text.WriteString("same :- true(T,X) & true(T,Y) & distinct(X,Y) & distinct(T,infinity)\n")
	w.text.WriteString("calm :- ~busy\nbusy :- does(R,M)\n")
	w.text.WriteString("long(0.5)\nlong(2)\nchain(X) :- expired(X)\nchain(p) :- chain(q)\nchain(q) :- chain(p) & calm\n")
	for range rapid.IntRange(1, 4).Draw(w.t, "facts") {
		w.line("init(L,F)")
	}
	w.line("legal(x,M)")
	w.line("legal(y,M)")
	w.line("next(L,F) :- expired(F)")
	w.line("next(L,F) :- does(R,M)")
	if rapid.IntRange(0, 3).Draw(w.t, "memory") > 0 {
		w.line("next(T,X) :- true(T,X)")
	}
}

// line writes a pattern with its letters replaced.
func (w *writer) line(pattern string) {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		words := w.words(c)
		if words == nil || i > 0 && isLetter(pattern[i-1]) || i+1 < len(pattern) && isLetter(pattern[i+1]) {
			b.WriteByte(c)
			continue
		}
		b.WriteString(rapid.SampledFrom(words).Draw(w.t, string(c)))
	}
	w.text.WriteString(b.String() + "\n")
}

func (w *writer) words(letter byte) []string {
	switch letter {
	case 'F':
		return facts
	case 'L':
		return lifetimes
	case 'M':
		return actions
	case 'W':
		return w.roles
	}
	return nil
}

func isLetter(c byte) bool { return c|32 >= 'a' && c|32 <= 'z' }

// Script returns a generator of moves at times up to a number of units, legal ones
// and others, in the order of their times. Many of them fall together with each
// other and with expiries.
func Script(g *timed.Game, units int) *rapid.Generator[[]timedmatch.Offer] {
	offer := rapid.Custom(func(t *rapid.T) timedmatch.Offer {
		step := rapid.SampledFrom([]timed.Time{timed.Unit / 4, timed.Unit / 4, timed.Unit / 8, 100_000_001}).Draw(t, "step")
		move := rapid.SampledFrom(slices.Concat(actions, actions, []string{"(say 0.5)", "(say 0.25)", "(say 0.3)"})).Draw(t, "move")
		return timedmatch.Offer{
			At:   step * timed.Time(rapid.IntRange(0, units*4).Draw(t, "time")),
			Role: game.Role(rapid.IntRange(0, 1).Draw(t, "role")),
			Move: move,
		}
	})
	return rapid.Custom(func(t *rapid.T) []timedmatch.Offer {
		out := rapid.SliceOfN(offer, 0, 12).Draw(t, "moves")
		slices.SortStableFunc(out, func(a, b timedmatch.Offer) int { return cmp.Compare(a.At, b.At) })
		return out
	})
}

// Scaled returns a description with all its lifetimes multiplied by a factor. It
// is meant for descriptions of this package, in which all numbers except goal
// values are lifetimes.
func Scaled(p *gdl.Program, factor timed.Time) *gdl.Program {
	q := *p
	q.Clauses = nil
	for i := range p.Clauses {
		c := &p.Clauses[i]
		if c.Head.Name == gdl.Goal {
			q.Clauses = append(q.Clauses, *c)
			continue
		}
		q.Clauses = append(q.Clauses, gdl.Clause{Head: scaledTerm(&c.Head, factor), Body: scaledFormulas(c.Body, factor)})
	}
	return &q
}

func scaledFormulas(fs []gdl.Formula, factor timed.Time) []gdl.Formula {
	out := make([]gdl.Formula, len(fs))
	for i := range fs {
		out[i] = gdl.Formula{Op: fs[i].Op, Atom: scaledTerm(&fs[i].Atom, factor), Args: scaledFormulas(fs[i].Args, factor)}
	}
	return out
}

func scaledTerm(t *gdl.Term, factor timed.Time) gdl.Term {
	out := gdl.Term{Kind: t.Kind, Name: t.Name}
	if t.Kind == gdl.Constant {
		out.Name = ScaledNumber(t.Name, factor)
	}
	for i := range t.Args {
		out.Args = append(out.Args, scaledTerm(&t.Args[i], factor))
	}
	return out
}

// ScaledNumber returns a constant multiplied by a factor if it is a finite
// number.
func ScaledNumber(name string, factor timed.Time) string {
	t, err := timed.ParseTime(name)
	if err != nil || t == timed.Forever {
		return name
	}
	return (t * factor).String()
}
