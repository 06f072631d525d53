package rbglanguage

import (
	"sort"

	"ludex/internal/lsp/language"
	"ludex/internal/rbgparse"
	"ludex/source"
)

// A word is a name of the text and what it means.
type word struct {
	token      int
	directive  int
	key        key
	known      bool // it means something
	definition bool
}

// A key tells whether two words mean the same: macros have a number of
// parameters, and parameters belong to their macro.
type key struct {
	kind  language.Kind
	text  string
	arity int
	scope int
}

// anyArity is the number of arguments of a call that fits no macro.
const anyArity = -1

// resolve finds out what the names of the text mean: a parameter, else a macro,
// else what is declared.
func (v *outline) resolve() {
	v.arguments = v.countArguments()
	for n := range v.directives {
		d := &v.directives[n]
		params := map[string]bool{}
		for _, p := range d.params {
			params[v.token(p).Text] = true
		}
		for i := d.first; i < d.last; i++ {
			if v.token(i).Kind == rbgparse.Name {
				v.words = append(v.words, v.word(n, i, params))
			}
		}
	}
}

func (v *outline) word(n, i int, params map[string]bool) word {
	d := &v.directives[n]
	t := v.token(i)
	w := word{token: i, directive: n, known: true, key: key{text: t.Text, scope: none}}
	declared, isDeclared := v.names[t.Text]
	switch {
	case i == d.name:
		w.key.kind, w.key.arity, w.definition = language.Macro, len(d.params), true
	case params[t.Text]:
		w.key.kind, w.key.scope, w.definition = language.Parameter, n, i < d.body
	case v.macros[t.Text] != nil:
		w.key.kind, w.key.arity = language.Macro, v.callArity(t.Text, i)
	case d.section == "board" && v.isCell(d, i):
		w.key.kind, w.definition = language.Cell, v.token(i+1).Kind == rbgparse.LBracket
	case v.token(i-1).Kind == rbgparse.Tilde || v.token(i+1).Kind == rbgparse.Tilde, !isDeclared:
		w.known = false
	default:
		w.key.kind, w.definition = declared.kind, declared.at == t.Span
	}
	return w
}

// isCell reports whether a name of section board is a cell of a graph.
func (v *outline) isCell(d *directive, i int) bool {
	return v.token(d.body).Kind != rbgparse.Keyword &&
		(v.token(i+1).Kind == rbgparse.LBracket || v.token(i-1).Kind == rbgparse.Colon)
}

// callArity returns how many parameters the macro has that a token calls.
func (v *outline) callArity(name string, i int) int {
	arity := anyArity
	args := v.arguments[i+1]
	for _, n := range v.macros[name] {
		switch len(v.directives[n].params) {
		case 0:
			return 0
		case args:
			arity = args
		}
	}
	return arity
}

// countArguments returns how many arguments stand in each round bracket, by the
// token that opens it. One that is never closed ends with its directive.
func (v *outline) countArguments() map[int]int {
	counts := map[int]int{}
	var opened []int
	for i, t := range v.doc.Tokens {
		n := len(opened)
		switch {
		case t.Kind == rbgparse.LParen:
			opened = append(opened, i)
			counts[i] = 1
		case t.Kind == rbgparse.RParen && n > 0:
			opened = opened[:n-1]
		case t.Kind == rbgparse.Semicolon && n > 0:
			counts[opened[n-1]]++
		case t.Kind == rbgparse.Hash:
			opened = opened[:0]
		}
	}
	return counts
}

// at returns the word that an offset stands in or just behind, or nil.
func (v *outline) at(offset int) *word {
	p := source.At(offset)
	i := sort.Search(len(v.words), func(i int) bool { return v.token(v.words[i].token).Span.End >= p })
	if i < len(v.words) && v.token(v.words[i].token).Span.Start <= p {
		return &v.words[i]
	}
	return nil
}

// tokenAt returns the token that an offset stands in, or just behind if it is a
// word.
func (v *outline) tokenAt(offset int) int {
	p := source.At(offset)
	i := sort.Search(len(v.doc.Tokens), func(i int) bool { return v.token(i).Span.End > p })
	if t := v.token(i); t.Kind != rbgparse.End && t.Span.Start <= p {
		return i
	}
	if t := v.token(i - 1); t.Span.End == p {
		return i - 1
	}
	return none
}

// same reports whether two words mean the same. A call that fits no macro means
// all of its name.
func same(a, b key) bool {
	if a.kind == language.Macro && (a.arity == anyArity || b.arity == anyArity) {
		a.arity, b.arity = anyArity, anyArity
	}
	return a == b
}

// uses returns the words that mean the same as one.
func (v *outline) uses(w *word) []*word {
	var out []*word
	for i := range v.words {
		if u := &v.words[i]; u.known && same(u.key, w.key) {
			out = append(out, u)
		}
	}
	return out
}

// Uses returns the places of what stands at an offset.
func (v *View) Uses(offset int) []language.Use {
	w := v.at(offset)
	if w == nil || !w.known {
		return nil
	}
	var out []language.Use
	for _, u := range v.uses(w) {
		out = append(out, language.Use{Span: v.token(u.token).Span, Definition: u.definition})
	}
	return out
}

// Definitions returns where what stands at an offset is defined.
func (v *View) Definitions(offset int) []source.Span {
	w := v.at(offset)
	if w == nil || !w.known {
		return nil
	}
	return v.definitions(w)
}

func (v *outline) definitions(w *word) []source.Span {
	var out []source.Span
	for _, u := range v.uses(w) {
		if u.definition {
			out = append(out, v.token(u.token).Span)
		}
	}
	if d, ok := v.names[w.key.text]; ok && len(out) == 0 && d.at.IsValid() {
		out = append(out, d.at)
	}
	return out
}
