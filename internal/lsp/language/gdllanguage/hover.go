package gdllanguage

import (
	"fmt"
	"slices"
	"strings"

	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/internal/lsp/language"
	"ludex/internal/spelling"
	"ludex/source"
)

// Hover describes what stands at an offset.
func (v *View) Hover(offset int) (string, source.Span) {
	i := v.outline.at(offset)
	if i == none {
		return "", source.Span{}
	}
	n := &v.outline.names[i]
	word := v.fold(n.text)
	var parts []string
	switch {
	case n.class == aConnective:
		parts = []string{language.Code(word) + " — a connective", keywordDocs[word].doc}
	case n.class == aVariable:
		parts = v.describeVariable(i)
	case n.class == aRelation:
		parts = v.describeRelation(i)
	default:
		parts = v.describeObject(i)
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "\n\n"), n.span
}

func (v *document) describeVariable(i int) []string {
	n := &v.outline.names[i]
	return []string{fmt.Sprintf("%s — a variable of this clause, %s", language.Code(n.text), spelling.Count(len(v.same(i)), "occurrence"))}
}

// describeRelation says what a relation is, what is written about it, and what
// it depends on.
func (v *document) describeRelation(i int) []string {
	n := &v.outline.names[i]
	word := v.fold(n.text)
	title := v.signature(i)
	var parts []string
	if v.keyword(n) {
		parts = append(parts, language.Block(v.fence(), title), "A relation of "+v.prog.Dialect.Title()+". "+keywordDocs[word].doc)
	} else {
		parts = append(parts, language.Block(v.fence(), title), v.docComment(i))
	}
	return append(parts, v.dependence(i)...)
}

// fence is the language of code blocks.
func (v *document) fence() string { return "gdl-" + v.prog.Syntax.String() }

// dependence says by how many clauses a relation is defined, on which stratum it
// is, and what it needs and is needed by.
func (v *document) dependence(i int) []string {
	n := &v.outline.names[i]
	k := v.key(i)
	clauses := 0
	for _, c := range v.outline.clauses {
		if c.head != none && v.key(c.head) == k {
			clauses++
		}
	}
	deps := v.deps()
	at := slices.IndexFunc(deps.Relations, func(s gdl.Symbol) bool { return v.fold(s.Name) == k.text && s.Arity == k.arity })
	facts := []string{fmt.Sprintf("%s/%d", n.text, n.arity), spelling.Count(clauses, "clause")}
	if at < 0 {
		return []string{strings.Join(facts, " · ")}
	}
	if deps.Negative[at] {
		facts = append(facts, "no stratum: it depends on its own negation")
	} else {
		facts = append(facts, fmt.Sprintf("stratum %d", deps.Stratum[at]))
	}
	if deps.Recursive[at] {
		facts = append(facts, "recursive")
	}
	var needs, users []string
	for _, e := range deps.Edges[at] {
		needs = append(needs, sign(e.Negated)+language.Code(deps.Relations[e.To].String()))
	}
	for from, edges := range deps.Edges {
		if slices.ContainsFunc(edges, func(e edge) bool { return e.To == at }) {
			users = append(users, language.Code(deps.Relations[from].String()))
		}
	}
	return []string{strings.Join(facts, " · "), listing("depends on", needs), listing("used by", users)}
}

func sign(negated bool) string {
	if negated {
		return "not "
	}
	return ""
}

// maxListed is how many relations a description lists.
const maxListed = 12

func listing(what string, names []string) string {
	switch {
	case len(names) == 0:
		return ""
	case len(names) > maxListed:
		return fmt.Sprintf("%s %s and %d more", what, strings.Join(names[:maxListed], ", "), len(names)-maxListed)
	}
	return what + " " + strings.Join(names, ", ")
}

// describeObject says where a function or constant is used.
func (v *document) describeObject(i int) []string {
	n := &v.outline.names[i]
	word := v.fold(n.text)
	if d, ok := keywordDocs[word]; ok && (word == gdl.Random || word == gdl.Infinity) {
		return []string{language.Code(word), d.doc}
	}
	what := "a constant"
	if n.arity > 0 {
		what = fmt.Sprintf("a function of %s", spelling.Count(n.arity, "argument"))
	}
	uses := v.same(i)
	var slots []string
	for _, j := range uses {
		if s := v.slotTitle(j); s != "" && !slices.Contains(slots, s) {
			slots = append(slots, s)
		}
	}
	head := language.Block(v.fence(), v.signature(i))
	return []string{head, fmt.Sprintf("%s, %s", what, spelling.Count(len(uses), "occurrence")), listing("stands for", slots), v.objectComment(i)}
}

// slotTitle says in a word what an occurrence is: a role, a fact, a move, a
// percept, or an argument of something.
func (v *document) slotTitle(i int) string {
	n := &v.outline.names[i]
	if n.parent == none {
		return ""
	}
	p := &v.outline.names[n.parent]
	if v.keyword(p) {
		if args := v.keywordArgs(v.fold(p.text)); n.arg < len(args) {
			return "a " + args[n.arg]
		}
	}
	return fmt.Sprintf("argument %d of %s", n.arg+1, language.Code(p.text))
}

// objectComment returns the comment above the clause that introduces a function.
func (v *document) objectComment(i int) string {
	if v.outline.names[i].arity == 0 {
		return ""
	}
	at := v.outline.at(v.introductions(i)[0].Start.Offset())
	return v.commentAbove(v.outline.names[at].clause)
}

// docComment returns the comment above the first clause of a relation.
func (v *document) docComment(i int) string {
	heads := v.heads(i)
	if len(heads) == 0 {
		return ""
	}
	return v.commentAbove(v.outline.names[v.outline.at(heads[0].Start.Offset())].clause)
}

// commentAbove returns the comment lines right above a clause, without their
// marks.
func (v *document) commentAbove(clause int) string {
	c := v.outline.clauses[clause]
	line := v.file.Line(c.span.Start)
	var lines []string
	for t := c.token - 1; t >= 0 && v.outline.tokens[t].Kind == gdlparse.CommentToken; t-- {
		span := v.outline.tokens[t].Span
		line--
		if v.file.Line(span.Start) != line || !language.BeginsLine(v.file, span) {
			break
		}
		lines = append(lines, strings.TrimSpace(strings.TrimLeft(v.file.Slice(span), ";%/ ")))
	}
	slices.Reverse(lines)
	return language.Prose(strings.Join(lines, "\n"))
}
