// Package gdlmoves parses the moves and states of GDL games that people write, for all
// commands in the same way.
package gdlmoves

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/source"
)

// A Step is what was written for one joint move: the moves in role order, where
// a role that has only one legal move may be left out.
type Step struct {
	text string
	// In prefix, "(mark 1 1)" can be the move mark(1,1) or three moves; which
	// one it is depends on what is legal. Readings are tried in order.
	readings [][]gdl.Term
}

// String returns the step as it was written.
func (s Step) String() string { return s.text }

// Parse reads steps, separated by ";" or line breaks. A step is "(m1 m2 …)" in
// prefix or "m1 m2 …" in infix. Lines that begin with "%" or "#" are comments.
func Parse(text string) ([]Step, error) {
	var steps []Step
	for _, line := range strings.FieldsFunc(text, func(c rune) bool { return c == ';' || c == '\n' }) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '%' || line[0] == '#' {
			continue
		}
		s, err := parseStep(line)
		if err != nil {
			return nil, fmt.Errorf("step %d, %q: %w", len(steps)+1, line, err)
		}
		steps = append(steps, s)
	}
	return steps, nil
}

func parseStep(text string) (Step, error) {
	s := Step{text: text}
	if !strings.HasPrefix(text, "(") {
		syntax := gdl.Infix
		if strings.Contains(text, " (") && !strings.ContainsAny(text, ",") {
			syntax = gdl.Prefix // a bare word, then a term in parentheses
		}
		terms, err := Terms(text, syntax)
		s.readings = [][]gdl.Term{terms}
		return s, err
	}
	whole, err := Terms(text, gdl.Prefix)
	if err == nil {
		s.readings = append(s.readings, whole)
	}
	if inner, ok := strings.CutSuffix(text[1:], ")"); ok {
		if list, innerErr := Terms(inner, gdl.Prefix); innerErr == nil {
			s.readings = append([][]gdl.Term{list}, s.readings...)
		}
	}
	if len(s.readings) == 0 {
		return s, err
	}
	return s, nil
}

// Terms reads a list of ground terms.
func Terms(text string, syntax gdl.Syntax) ([]gdl.Term, error) {
	file := source.NewFile("<moves>", []byte(text))
	prog, list := gdlparse.File(file, gdlparse.Options{Syntax: syntax, Dialect: gdl.GDL, CaseSensitive: true})
	if list.HasErrors() {
		return nil, errors.New(list.Items[0].Message)
	}
	terms := make([]gdl.Term, 0, len(prog.Clauses))
	for i := range prog.Clauses {
		c := &prog.Clauses[i]
		if len(c.Body) > 0 || !c.Head.IsGround() {
			return nil, fmt.Errorf("%q is no ground term", file.Slice(c.Span))
		}
		terms = append(terms, c.Head)
	}
	return terms, nil
}

// Canonical returns a move that is written in either syntax as games write it. A text that is
// no move stays as it is.
func Canonical(text string) string {
	for _, syntax := range []gdl.Syntax{gdl.Prefix, gdl.Infix} {
		if terms, err := Terms(text, syntax); err == nil && len(terms) == 1 {
			return gdlformat.Term(&terms[0], gdl.Prefix)
		}
	}
	return text
}

// Resolve turns a step into a joint move of a state.
func (s Step) Resolve(g game.Game, m game.Machine, state game.State) ([]game.Move, error) {
	legal := make([][]game.Move, len(g.Roles()))
	for r := range legal {
		legal[r] = m.Legal(state, game.Role(r), nil)
	}
	for _, terms := range s.readings {
		texts := make([]string, len(terms))
		for i := range terms {
			texts[i] = gdlformat.Term(&terms[i], gdl.Prefix)
		}
		if joint := assign(g, legal, texts, nil); joint != nil {
			return joint, nil
		}
	}
	return nil, s.explain(g, legal)
}

// assign gives the texts to the roles in order. A role with only one legal move
// may have no text.
func assign(g game.Game, legal [][]game.Move, texts []string, joint []game.Move) []game.Move {
	r := len(joint)
	if r == len(legal) {
		if len(texts) > 0 {
			return nil
		}
		return joint
	}
	if len(texts) > 0 {
		i := slices.IndexFunc(legal[r], func(m game.Move) bool {
			return strings.EqualFold(g.MoveText(game.Role(r), m), texts[0])
		})
		if i >= 0 {
			if full := assign(g, legal, texts[1:], append(slices.Clone(joint), legal[r][i])); full != nil {
				return full
			}
		}
	}
	if len(legal[r]) == 1 {
		return assign(g, legal, texts, append(slices.Clone(joint), legal[r][0]))
	}
	return nil
}

// explain says what would have been legal.
func (s Step) explain(g game.Game, legal [][]game.Move) error {
	const few = 8
	var b strings.Builder
	fmt.Fprintf(&b, "%q is no legal joint move here", s.text)
	for r, moves := range legal {
		fmt.Fprintf(&b, "\n  %s has %d:", g.Roles()[r], len(moves))
		for _, m := range moves[:min(len(moves), few)] {
			b.WriteString(" " + g.MoveText(game.Role(r), m))
		}
		if len(moves) > few {
			b.WriteString(" …")
		}
	}
	return errors.New(b.String())
}

// Play applies steps one after the other to a state and returns the states
// passed through, the given one first, and the joint moves.
func Play(g game.Game, m game.Machine, from game.State, steps []Step) (states []game.State, joints [][]game.Move, err error) {
	return game.Replay(m, from, len(steps), func(i int, s game.State) ([]game.Move, error) { return steps[i].Resolve(g, m, s) })
}

// State reads a set of facts, in prefix or infix, with or without "true" or
// "init" around them.
func State(g game.Game, f *source.File) (game.State, error) {
	prog, list := gdlparse.File(f, gdlparse.Options{Dialect: gdl.GDL, CaseSensitive: true})
	if err := list.Err(); err != nil {
		return nil, err
	}
	var facts []string
	for i := range prog.Clauses {
		t := &prog.Clauses[i].Head
		if (t.Name == gdl.True || t.Name == gdl.Init) && len(t.Args) == 1 {
			t = &t.Args[0]
		}
		if len(prog.Clauses[i].Body) > 0 || !t.IsGround() {
			return nil, fmt.Errorf("%s: a state is a list of ground facts", f.Name())
		}
		facts = append(facts, gdlformat.Term(t, gdl.Prefix))
	}
	return g.ParseState(facts)
}
