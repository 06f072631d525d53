package gdllanguage

import (
	"ludex/gdl"
	"ludex/internal/lsp/language"
	"ludex/source"
)

// A key is equal for occurrences of the same thing: relations and functions have a
// name and an arity, and variables belong to their clause.
type key struct {
	class class
	text  string
	arity int
	scope int
}

// anonymous is the infix variable that is a new one each time.
const anonymous = "_"

func (v *document) key(i int) key {
	n := &v.outline.names[i]
	k := key{n.class, v.fold(n.text), n.arity, none}
	if n.class == aVariable {
		k.scope = n.clause
		if n.text == anonymous {
			k.arity = i
		}
	}
	return k
}

// same returns the occurrences that mean the same as one of them.
func (v *document) same(i int) []int {
	k := v.key(i)
	var out []int
	from, to := 0, len(v.outline.names)
	if k.class == aVariable {
		c := v.outline.clauses[k.scope]
		from, to = c.first, c.last
	}
	for j := from; j < to; j++ {
		if v.key(j) == k {
			out = append(out, j)
		}
	}
	return out
}

// Uses returns the places of what stands at an offset.
func (v *View) Uses(offset int) []language.Use {
	i := v.outline.at(offset)
	if i == none || v.outline.names[i].class == aConnective {
		return nil
	}
	defined := map[source.Span]bool{}
	for _, s := range v.definitions(i) {
		defined[s] = true
	}
	var out []language.Use
	for _, j := range v.same(i) {
		span := v.outline.names[j].span
		out = append(out, language.Use{Span: span, Definition: defined[span]})
	}
	return out
}

// Definitions returns where what stands at an offset is defined.
func (v *View) Definitions(offset int) []source.Span {
	i := v.outline.at(offset)
	if i == none || v.outline.names[i].class == aConnective {
		return nil
	}
	return v.definitions(i)
}

func (v *document) definitions(i int) []source.Span {
	switch v.outline.names[i].class {
	case aVariable:
		return []source.Span{v.outline.names[v.same(i)[0]].span}
	case aRelation:
		return v.heads(i)
	}
	return v.introductions(i)
}

// causes says which heads make a relation hold that has no clauses of its own.
var causes = map[string][]string{
	gdl.True: {gdl.Init, gdl.Next},
	gdl.Does: {gdl.Legal, gdl.Input},
}

// heads returns the clauses of a relation.
func (v *document) heads(i int) []source.Span {
	k := v.key(i)
	wanted := causes[k.text]
	var out []source.Span
	for _, c := range v.outline.clauses {
		if c.head == none {
			continue
		}
		h := v.key(c.head)
		match := h == k
		for _, w := range wanted {
			match = match || h.text == w
		}
		if match {
			out = append(out, v.outline.names[c.head].span)
		}
	}
	return out
}

// introductions returns where a function or constant comes from: what declares
// it, or else what first sets it up, or else where it first occurs.
func (v *document) introductions(i int) []source.Span {
	best, found := len(introducers), []source.Span(nil)
	uses := v.same(i)
	for _, j := range uses {
		n := &v.outline.names[j]
		if n.parent == none || !v.outline.names[n.parent].head {
			continue
		}
		rank := introducerRank(v.fold(v.outline.names[n.parent].text))
		if rank < best {
			best, found = rank, nil
		}
		if rank == best && rank < len(introducers) {
			found = append(found, n.span)
		}
	}
	if found != nil {
		return found
	}
	for _, j := range uses {
		if v.outline.names[j].inHead {
			return []source.Span{v.outline.names[j].span}
		}
	}
	return []source.Span{v.outline.names[uses[0]].span}
}

// introducers are the keywords whose heads introduce roles, facts, moves and
// percepts, the best ones first.
var introducers = [][]string{{gdl.Role}, {gdl.Base, gdl.Input}, {gdl.Init, gdl.Legal, gdl.Sees}, {gdl.Next}}

func introducerRank(keyword string) int {
	for rank, words := range introducers {
		for _, w := range words {
			if w == keyword {
				return rank
			}
		}
	}
	return len(introducers)
}
