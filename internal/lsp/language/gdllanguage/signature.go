package gdllanguage

import (
	"fmt"
	"strings"

	"ludex/gdl"
	"ludex/internal/logic"
	"ludex/internal/lsp/language"
)

type edge = logic.Edge

// arguments returns names for the arguments of a relation or function: those of a
// keyword, or those of the most informative definition.
func (v *document) arguments(i int) []string {
	n := &v.outline.names[i]
	if v.keyword(n) {
		return v.keywordArgs(v.fold(n.text))
	}
	out := make([]string, n.arity)
	taken := map[string]bool{}
	for a := range out {
		out[a] = v.argumentName(i, a)
		if out[a] == "" || taken[out[a]] {
			out[a] = v.variableText(a)
		}
		taken[out[a]] = true
	}
	return out
}

// An argument is a place of a relation or function.
type argument struct {
	of  key
	arg int
}

// argumentName returns the variable at an argument of the first occurrence that
// has one, heads first.
func (v *document) argumentName(i, arg int) string { return v.argumentNames()[argument{v.key(i), arg}] }

func (v *document) findArgumentNames() map[argument]string {
	found := map[argument]string{}
	for _, heads := range []bool{true, false} {
		for j := range v.outline.names {
			n := &v.outline.names[j]
			if n.class != aVariable || n.parent == none || n.inHead != heads || n.text == anonymous {
				continue
			}
			at := argument{v.key(n.parent), n.arg}
			if _, ok := found[at]; !ok {
				found[at] = n.text
			}
		}
	}
	return found
}

// variableText makes up the name of a variable.
func (v *document) variableText(i int) string {
	if v.prog.Syntax == gdl.Infix {
		return fmt.Sprintf("X%d", i+1)
	}
	return fmt.Sprintf("?x%d", i+1)
}

// signature returns a relation or function with names for its arguments.
func (v *document) signature(i int) string {
	label, _ := v.label(v.text(&v.outline.names[i]), v.arguments(i))
	return label
}

// label writes a name with arguments, and says where they stand.
func (v *document) label(name string, args []string) (string, [][2]int) {
	if len(args) == 0 {
		return name, nil
	}
	var out strings.Builder
	open, between := name+"(", ","
	if v.prog.Syntax == gdl.Prefix {
		open, between = "("+name+" ", " "
	}
	out.WriteString(open)
	var at [][2]int
	for i, a := range args {
		if i > 0 {
			out.WriteString(between)
		}
		at = append(at, [2]int{out.Len(), out.Len() + len(a)})
		out.WriteString(a)
	}
	out.WriteString(")")
	return out.String(), at
}

// Signature describes the innermost relation or function whose arguments are
// written at an offset.
func (v *View) Signature(offset int) *language.Signature {
	ctx, b := v.outline.context(v.file.Text(), v.wordStart(offset), v.prog.Syntax)
	for n := len(ctx.frames) - 1; n >= 0; n-- {
		at := v.outline.at(b.names[ctx.frames[n]].span.Start.Offset())
		if at == none {
			continue
		}
		known := v.fullest(at)
		if v.outline.names[known].arity == 0 && !v.keyword(&v.outline.names[known]) {
			continue
		}
		label, params := v.label(v.text(&v.outline.names[at]), v.arguments(known))
		if len(params) == 0 {
			continue
		}
		doc := v.docComment(known)
		if v.keyword(&v.outline.names[known]) {
			doc = keywordDocs[v.fold(v.outline.names[known].text)].doc
		}
		return &language.Signature{Label: label, Parameters: params, Active: ctx.args[n], Doc: doc}
	}
	return nil
}

// fullest returns an occurrence of the same name elsewhere, with as many arguments
// as it has there: the current one may be incomplete.
func (v *document) fullest(i int) int {
	n := &v.outline.names[i]
	best := i
	for j := range v.outline.names {
		m := &v.outline.names[j]
		if j == i || m.class != n.class || v.fold(m.text) != v.fold(n.text) || m.clause == n.clause && !m.head {
			continue
		}
		if best == i || m.head && !v.outline.names[best].head {
			best = j
		}
	}
	if best != i && v.outline.names[best].arity < n.arity {
		return i
	}
	return best
}

// wordStart returns where the word begins that an offset stands in or behind.
func (v *document) wordStart(offset int) int {
	if i := v.outline.at(offset); i != none {
		if start := v.outline.names[i].span.Start.Offset(); start < offset {
			return start
		}
	}
	return offset
}
