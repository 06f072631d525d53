package rbgparse

import (
	"ludex/rbg"
	"ludex/source"
)

// A word is a token of an expanded section, with where it comes from.
type word struct {
	kind Kind
	text string
	rbg.Origin
}

// An expander produces the tokens of a section one by one, with all macros in
// it expanded. Arguments are expanded where their parameter stands, with the
// meaning that their words have where they are written.
type expander struct {
	r        *reader
	section  *body
	stack    []frame
	produced int  // how many words so far
	steps    int  // words, calls and uses of parameters so far
	held     word // the last word produced: the next one may be pasted to it
	holding  bool
	glue     bool // the next word is pasted to the held one
	glueAt   rbg.Origin
	stopped  bool // a limit was reached
}

// A frame is a range of a body that is being expanded.
type frame struct {
	body *body
	extent
	env *env
	in  *rbg.Expansion
	// begun says that an element has been expanded and it is still to be seen
	// whether a tilde follows; first is where its chain of pasted elements
	// begins in the body, and chain how many words there were before it.
	begun  bool
	first  int
	chain  int
	pasted bool // the frame has asked for the next word to be pasted
}

// An env is the arguments of a call: ranges of the caller's body, with the
// caller's own arguments.
type env struct {
	call   *ref
	caller *body
	outer  *env
}

func newExpander(r *reader, section *body) *expander {
	e := &expander{r: r, section: section}
	e.push(frame{body: section, extent: extent{0, len(section.directive.Body)}})
	return e
}

// next returns the next word, or one of kind End.
func (e *expander) next() word {
	for len(e.stack) > 0 && !e.stopped {
		w, ok := e.step()
		if !ok {
			continue
		}
		e.produced++
		if e.glue {
			e.glue = false
			e.held = e.paste(e.held, w)
			continue
		}
		out, ready := e.held, e.holding
		e.held, e.holding = w, true
		if ready {
			return out
		}
	}
	if e.holding {
		e.holding = false
		return e.held
	}
	return word{kind: End, Origin: rbg.Origin{Span: e.section.directive.end()}}
}

// step does one step in the innermost frame, which may produce a word.
func (e *expander) step() (word, bool) {
	f := &e.stack[len(e.stack)-1]
	if f.begun {
		f.begun = false
		e.endElement(f)
	}
	if f.from >= f.to {
		e.stack = e.stack[:len(e.stack)-1]
		return word{}, false
	}
	if e.steps++; e.steps > MaxExpansion || len(e.stack) > MaxCalls {
		e.reportLimit(f)
		return word{}, false
	}
	i := f.from
	f.begun = true
	t, ref := f.body.directive.Body[i], f.body.refs[i]
	if ref == nil || ref.param != noParam && f.env == nil { // without a call a parameter stands for itself
		f.from++
		return word{t.Kind, t.Text, rbg.Origin{Span: t.Span, In: f.in}}, true
	}
	f.from = ref.next
	if ref.problem != nil {
		e.r.reportProblem(ref.problem, f.in)
		if t.Kind == Tilde {
			return word{}, false
		}
		if ref.macro == nil {
			return word{missing, t.Text, rbg.Origin{Span: t.Span, In: f.in}}, true
		}
	}
	e.enter(f, i, ref)
	return word{}, false
}

// endElement checks for a tilde behind an element. Without one, the element was
// the last of its chain.
func (e *expander) endElement(f *frame) {
	if f.from < f.to && e.pastes(f) {
		if e.produced > f.chain {
			e.glue, f.pasted = true, true
			e.glueAt = e.chainOrigin(f)
		}
		f.from++
		return
	}
	if f.pasted {
		e.glue, f.pasted = false, false
	}
	f.chain, f.first = e.produced, f.from
}

// pastes reports whether a tilde stands at f.from.
func (e *expander) pastes(f *frame) bool {
	if f.body.directive.Body[f.from].Kind != Tilde {
		return false
	}
	r := f.body.refs[f.from]
	if r == nil {
		return true
	}
	if r.problem.glue {
		e.r.reportProblem(r.problem, f.in)
	}
	return r.problem.glue
}

// chainOrigin returns the place of the elements that are pasted, from the first
// one to the one behind the tilde at f.from.
func (e *expander) chainOrigin(f *frame) rbg.Origin {
	tokens := f.body.directive.Body
	end := f.from + 1
	if r := f.body.refs[end]; r != nil {
		end = r.next - 1
	}
	return rbg.Origin{Span: tokens[f.first].Span.To(tokens[end].Span), In: f.in}
}

// enter begins to expand a parameter or a call.
func (e *expander) enter(f *frame, i int, ref *ref) {
	if ref.param >= 0 {
		v := f.env
		e.push(frame{body: v.caller, extent: v.call.args[ref.param], env: v.outer, in: f.in})
		return
	}
	tokens := f.body.directive.Body
	m := ref.macro
	e.push(frame{
		body:   m.body,
		extent: extent{0, len(m.body.directive.Body)},
		env:    &env{call: ref, caller: f.body, outer: f.env},
		in:     &rbg.Expansion{Macro: m.name, Call: tokens[i].Span.To(tokens[ref.next-1].Span), Parent: f.in},
	})
}

func (e *expander) push(f frame) {
	f.chain, f.first = e.produced, f.from
	e.stack = append(e.stack, f)
}

// reportLimit reports that the section grows too large, and ends it.
func (e *expander) reportLimit(f *frame) {
	name := e.section.directive.Name.Text
	at := rbg.Origin{Span: f.body.directive.Body[f.from].Span, In: f.in}
	e.stopped, e.r.failed = true, true
	if e.steps > MaxExpansion {
		at.Report(e.r.list, TooLarge, "section %s expands to more than %d tokens", name, MaxExpansion).
			Advise("macros that call each other several times grow fast")
		return
	}
	at.Report(e.r.list, TooDeep, "calls of macros in section %s stand more than %d deep in each other", name, MaxCalls)
}

// paste makes one token of two, or reports that none has that text.
func (e *expander) paste(a, b word) word {
	if a.kind == missing || b.kind == missing {
		return word{missing, a.text, e.glueAt}
	}
	text := a.text + b.text
	kind, ok := pastedKind(a, b, text)
	if len(text) > MaxNameLength {
		e.r.reportAt(e.glueAt, TooLarge, "pasted tokens give a name of more than %d characters", MaxNameLength)
		return word{missing, "", e.glueAt}
	}
	if !ok {
		e.r.reportAt(e.glueAt, BadPaste, "%s and %s cannot be pasted together", quote(a.text), quote(b.text))
		return word{missing, text, e.glueAt}
	}
	return word{kind, text, e.glueAt}
}

// pastedKind returns the kind of the token that two tokens give when pasted.
func pastedKind(a, b word, text string) (Kind, bool) {
	isWord := func(k Kind) bool { return k == Name || k == Keyword }
	switch {
	case isWord(a.kind) && (isWord(b.kind) || b.kind == Number):
		return wordKind(text), true
	case a.kind == Number && b.kind == Number:
		return Number, true
	}
	kind, ok := punctuation[text]
	return kind, ok && a.kind >= LParen && b.kind >= LParen
}

// reportProblem reports a problem of a body the first time it shows.
func (r *reader) reportProblem(p *problem, in *rbg.Expansion) {
	r.failed = true
	if p.reported {
		return
	}
	p.reported = true
	d := rbg.Origin{Span: p.span, In: in}.Report(r.list, p.code, "%s", p.message())
	if len(p.commas) > 0 {
		d.Advise("arguments are separated by ;").Mend("write ;", semicolons(p.commas)...)
	}
	if p.group == nil {
		return
	}
	for _, m := range p.group.macros[:min(maxListed, len(p.group.macros))] {
		d.Note(m.at.Span, "defined here")
	}
}

// Expand returns what the macro call at a place of the text expands to, up to a
// number of tokens, and whether that is all of it. Parameters of the macro in
// whose definition the call stands are left as they are. It returns nil where no
// macro is called.
func (doc *Document) Expand(at source.Pos, most int) (tokens []Token, all bool) {
	r := &reader{
		list:     &source.List{File: doc.File},
		macros:   map[string]*macroGroup{},
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
