package prove

import (
	"context"
	"fmt"
	"math/bits"
	"strings"

	"ludex/internal/prove/claim"
	"ludex/internal/spelling"
)

// Words are the names of the properties that can be asked for.
var Words = []string{"playable", "goals", "ends", "winnable", "turns", "constant-sum", "monotone"}

// Usual are the properties that a well-formed game has.
var Usual = []string{"playable", "goals", "ends", "winnable"}

// Questions returns the questions for properties by their names.
func (l *Loaded) Questions(ctx context.Context, words []string, seed uint64) ([]Question, error) {
	var list []Question
	for _, word := range words {
		switch kind := claim.Kind(word); kind {
		case claim.Playable, claim.Goals, claim.Ends, claim.Turns, claim.Monotone:
			list = append(list, Question{Name: word, Property: claim.Property{Kind: kind}})
		case claim.ConstantSum:
			list = append(list, l.constantSum(ctx, seed))
		case "winnable":
			list = append(list, l.winnable()...)
		default:
			return nil, noProperty(word)
		}
	}
	return list, nil
}

// constantSum asks whether all sums are that of a random play.
func (l *Loaded) constantSum(ctx context.Context, seed uint64) Question {
	q := Question{Name: string(claim.ConstantSum), Property: claim.Property{Kind: claim.ConstantSum}}
	sum, ok := l.someSum(ctx, seed)
	if !ok {
		q.Unasked = "no random play ends, so there is no sum to ask for"
		return q
	}
	q.Property.Sum = sum
	q.Name += fmt.Sprintf(" %d", sum)
	return q
}

// noProperty says which properties there are.
func noProperty(word string) error {
	if near := spelling.Nearest(word, Words); near != "" {
		return fmt.Errorf("there is no property %q: did you mean %s?", word, near)
	}
	return fmt.Errorf("there is no property %q: the properties are %s", word, strings.Join(Words, ", "))
}

// winnable asks for each role but chance whether it can win.
func (l *Loaded) winnable() []Question {
	var list []Question
	for _, name := range l.roleNames() {
		list = append(list, Question{Name: "winnable " + name, Property: claim.Property{Kind: claim.Unwinnable, Role: name}, Reach: true})
	}
	return list
}

// Formula asks about a formula, by the word always, never or eventually.
func (l *Loaded) Formula(word, text string) (Question, error) {
	kind := claim.Kind(word)
	if word == "never" {
		kind = claim.Always
	}
	f, err := l.parse(text)
	if err != nil {
		return Question{}, err
	}
	name := word + " " + f.Text
	if word == "never" {
		f = f.Not()
	}
	q := Question{Name: name, Property: claim.Property{Kind: kind, Formula: f}}
	if l.System == nil { // whose facts and moves are those that formulas are about
		q.Unasked = l.why.Error()
	}
	return q, nil
}

// parse reads a formula as the rules of the game are read.
func (l *Loaded) parse(text string) (*claim.Formula, error) {
	if l.foldCase {
		return claim.ParseFormulaOf(l.System, text)
	}
	return claim.ParseFormula(text)
}

// someSum returns the sum of the goals at the end of a random play.
func (l *Loaded) someSum(ctx context.Context, seed uint64) (sum int, found bool) {
	if l.System == nil {
		return l.sumOfPlay(ctx, seed)
	}
	s := l.System
	x := newSample(s, seed)
	look := func() {
		over := x.sim.Value(s.Terminal)
		if over == 0 || found {
			return
		}
		lane := bits.TrailingZeros64(over)
		sum, found = 0, true
		for _, r := range s.Roles {
			for _, g := range r.Goals {
				if !r.Chance && x.sim.Value(g.Lit)>>lane&1 == 1 {
					sum += g.Value
				}
			}
		}
	}
	for range maxSteps {
		x.run(ctx, 1, maxSteps, look)
		x.rounds = nil
		if found || ctx.Err() != nil {
			break
		}
	}
	return sum, found
}
