package gdlref

import (
	"fmt"
	"strings"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/source"
)

// tree returns a ground term as a syntax tree.
func (ts *terms) tree(t term) gdl.Term {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return ts.treeLocked(t)
}

func (ts *terms) treeLocked(t term) gdl.Term {
	n := ts.nodes[t]
	args := make([]gdl.Term, n.arity)
	for i := range args {
		args[i] = ts.treeLocked(ts.args[int(n.args)+i])
	}
	return gdl.Fn(ts.symbols[n.symbol].Name, args...)
}

// text returns the canonical text of a term, in prefix.
func (ts *terms) text(t term) string {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if int(t) >= len(ts.texts) {
		ts.texts = append(ts.texts, make([]string, len(ts.nodes)-len(ts.texts))...)
	}
	if ts.texts[t] == "" {
		tree := ts.treeLocked(t)
		ts.texts[t] = gdlformat.Term(&tree, gdl.Prefix)
	}
	return ts.texts[t]
}

// parseTerms reads ground terms in prefix.
func parseTerms(texts []string) ([]gdl.Term, error) {
	var b strings.Builder
	for _, t := range texts {
		fmt.Fprintf(&b, "(fact %s\n)\n", t) // the line break ends a comment
	}
	prog, list := gdlparse.File(source.NewFile("state", []byte(b.String())),
		gdlparse.Options{Syntax: gdl.Prefix, Dialect: gdl.GDL, CaseSensitive: true})
	if err := list.Err(); err != nil && len(texts) > 0 {
		return nil, err
	}
	out := make([]gdl.Term, 0, len(texts))
	for i := range prog.Clauses {
		c := &prog.Clauses[i]
		if len(prog.Clauses) != len(texts) || len(c.Head.Args) != 1 || len(c.Body) > 0 {
			return nil, fmt.Errorf("a state is a list of facts, and each of them is one term")
		}
		if !c.Head.IsGround() {
			return nil, fmt.Errorf("the fact %s has a variable", texts[i])
		}
		out = append(out, c.Head.Args[0])
	}
	return out, nil
}
