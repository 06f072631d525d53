// Package viewtext reads and writes views of GDL games as text: one line per step,
// the role's own move followed by its percepts.
//
//	noop yourCard(ace)
//	allIn ricksBid(fold)
//
// Lines may be in prefix as well, "noop (yourCard ace)". As in lists of moves, a
// semicolon ends a step like a line break does, and lines that begin with "%" or "#"
// are comments.
package viewtext

import (
	"fmt"
	"strings"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlmoves"
	"ludex/knowledge"
)

// Parse reads the view of a role. It does not check whether the view is consistent
// with the rules.
func Parse(r game.Role, text string) (knowledge.View, error) {
	v := knowledge.View{Role: r, Steps: []knowledge.Experience{}}
	for _, line := range strings.FieldsFunc(text, func(c rune) bool { return c == ';' || c == '\n' }) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '%' || line[0] == '#' {
			continue
		}
		terms, err := gdlmoves.Terms(line, syntax(line))
		if err == nil && len(terms) == 0 {
			err = fmt.Errorf("a step begins with the role's own move")
		}
		if err != nil {
			return v, fmt.Errorf("step %d, %q: %w", len(v.Steps)+1, line, err)
		}
		e := knowledge.Experience{Move: gdlformat.Term(&terms[0], gdl.Prefix), Percepts: []string{}}
		for i := range terms[1:] {
			e.Percepts = append(e.Percepts, gdlformat.Term(&terms[1+i], gdl.Prefix))
		}
		v.Steps = append(v.Steps, e)
	}
	return v, nil
}

// syntax returns the syntax of a line. In prefix a parenthesis begins a term, in
// infix it follows a name without a blank.
func syntax(line string) gdl.Syntax {
	prefix := line[0] == '(' || strings.Contains(line, " (")
	if prefix && !strings.Contains(line, ",") {
		return gdl.Prefix
	}
	return gdl.Infix
}

// Print returns a view in the canonical form of a syntax, one line per step.
func Print(v knowledge.View, syntax gdl.Syntax) string {
	var b strings.Builder
	for _, e := range v.Steps {
		for i, text := range append([]string{e.Move}, e.Percepts...) {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(show(text, syntax))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// show converts a canonical text to a syntax; a text that is not a GDL term is
// returned as it is.
func show(text string, syntax gdl.Syntax) string {
	terms, err := gdlmoves.Terms(text, gdl.Prefix)
	if err != nil || len(terms) != 1 {
		return text
	}
	return gdlformat.Term(&terms[0], syntax)
}
