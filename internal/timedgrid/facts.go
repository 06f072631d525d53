package timedgrid

import (
	"fmt"
	"slices"
	"strconv"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlmoves"
	"ludex/timed"
)

// Facts implements [game.Game]. They are the facts of the state, lasts(T,F) for each that
// will expire, expired(F), and what else the next step depends on: whether time has passed
// since, random's step, and the time since players could last move.
func (g *Game) Facts(s game.State) []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	p := &g.positions[s[0]].place
	var out []string
	for _, f := range p.state.Facts() {
		out = append(out, f.Fact)
		if f.Lifetime != timed.Forever {
			out = append(out, "("+g.lasts+" "+(f.Lifetime-p.passed).String()+" "+f.Fact+")")
		}
	}
	for _, e := range p.state.Expired() {
		out = append(out, "("+gdl.Expired+" "+e+")")
	}
	for _, x := range []struct {
		on   bool
		text string
	}{
		{p.passed > 0, g.passedText(p.passed)},
		{p.settled, g.settled},
		{p.first, g.first},
		{p.slot > 0, "(" + g.chance + " " + strconv.Itoa(p.slot) + ")"},
		{p.beat > 0, "(" + g.beat + " " + p.beat.String() + ")"},
	} {
		if x.on {
			out = append(out, x.text)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// passedText says that time has passed, and how much if that matters.
func (g *Game) passedText(passed timed.Time) string {
	if g.compares {
		return "(" + g.passed + " " + passed.String() + ")"
	}
	return g.passed
}

// ParseState implements [game.Game].
func (g *Game) ParseState(facts []string) (game.State, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	b := &builder{game: g, lifetimes: map[string]bool{}}
	for _, text := range facts {
		if err := b.special(text); err != nil {
			return nil, err
		}
	}
	for _, text := range b.plain {
		if !b.lifetimes[text] {
			b.facts = append(b.facts, timed.Fact{Lifetime: timed.Forever, Fact: text})
		}
	}
	for i := range b.facts {
		if b.facts[i].Lifetime != timed.Forever {
			b.facts[i].Lifetime += b.passed
		}
	}
	var err error
	if b.state, err = g.timed.State(0, b.facts, b.expired); err != nil {
		return nil, err
	}
	n, err := g.intern(&b.place)
	return game.State{n}, err
}

// A builder makes a place of its facts.
type builder struct {
	place
	game      *Game
	plain     []string
	lifetimes map[string]bool // facts that will expire
	facts     []timed.Fact
	expired   []string
}

// special reads what is no plain fact.
func (b *builder) special(text string) error {
	terms, err := gdlmoves.Terms(text, gdl.Prefix)
	if err != nil || len(terms) != 1 {
		return fmt.Errorf("%q is no fact", text)
	}
	t, g := &terms[0], b.game
	switch {
	case t.Name == g.lasts && len(t.Args) == 2:
		f := timed.Fact{Fact: gdlformat.Term(&t.Args[1], gdl.Prefix)}
		if f.Lifetime, err = timed.ParseTime(t.Args[0].Name); err != nil {
			return err
		}
		b.lifetimes[f.Fact], b.facts = true, append(b.facts, f)
	case t.Name == gdl.Expired && len(t.Args) == 1:
		b.expired = append(b.expired, gdlformat.Term(&t.Args[0], gdl.Prefix))
	case t.Name == g.passed && len(t.Args) == 0:
		b.passed = g.tick
	case t.Name == g.passed:
		b.passed, err = timed.ParseTime(t.Args[0].Name)
	case t.Name == g.settled:
		b.settled = true
	case t.Name == g.first:
		b.first = true
	case t.Name == g.chance && len(t.Args) == 1:
		b.slot, err = strconv.Atoi(t.Args[0].Name)
	case t.Name == g.beat && len(t.Args) == 1:
		b.beat, err = timed.ParseTime(t.Args[0].Name)
	default:
		b.plain = append(b.plain, gdlformat.Term(t, gdl.Prefix))
	}
	return err
}
