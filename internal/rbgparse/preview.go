package rbgparse

import (
	"ludex/source"
)

// Expand returns what the macro call at a place of the text expands to, up to a
// number of tokens, and whether that is all of it. Parameters of the macro in
// whose definition the call stands are left as they are. It returns nil where no
// macro is called.
func (doc *Document) Expand(at source.Pos, most int) (tokens []Token, all bool) {
	r := &reader{
		list:     &source.List{File: doc.File},
		macros:   map[string]*family{},
		reported: map[report]bool{},
	}
	for _, d := range doc.Directives {
		b := r.define(d)
		if s := d.Span(); at < s.Start || at >= s.End {
			continue
		}
		for i, t := range d.Body {
			if t.Span.Start <= at && at < t.Span.End {
				return r.expand(b, i, most)
			}
		}
		return nil, false
	}
	return nil, false
}

// expand returns what the call at index i of a body expands to.
func (r *reader) expand(b *body, i, most int) (tokens []Token, all bool) {
	call := b.refs[i]
	if call == nil || call.macro == nil || call.problem != nil {
		return nil, false
	}
	e := &expander{r: r, section: b}
	e.push(frame{body: b, extent: extent{i, call.next}})
	tokens = []Token{}
	for {
		w := e.next()
		if w.kind == End {
			return tokens, !e.stopped
		}
		if len(tokens) == most {
			return tokens, false
		}
		tokens = append(tokens, Token{w.kind, w.Span, w.text})
	}
}
