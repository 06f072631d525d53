package rbgparse

import (
	"fmt"
	"slices"
	"strings"

	"ludex/internal/spelling"
	"ludex/source"
)

// A macro is a definition that calls can be expanded to.
type macro struct {
	name string
	body *body
	at   Token // its name where it is defined
}

func (m *macro) arity() int { return len(m.body.directive.Params) }

// A macroGroup is the macros with one name, in the order of their definitions. It
// is either one macro without parameters, or macros with different numbers of
// them.
type macroGroup struct {
	macros []*macro
	broken bool // some definition could not be read
}

// find returns the macro with the given number of parameters, or nil.
func (f *macroGroup) find(arity int) *macro {
	for _, m := range f.macros {
		if m.arity() == arity {
			return m
		}
	}
	return nil
}

// arities lists the numbers of parameters there are, for messages.
func (f *macroGroup) arities() string {
	var numbers []int
	for _, m := range f.macros {
		numbers = append(numbers, m.arity())
	}
	slices.Sort(numbers)
	texts := make([]string, len(numbers))
	for i, n := range numbers {
		texts[i] = fmt.Sprint(n)
	}
	switch n := len(texts); {
	case n > maxListed:
		return strings.Join(texts[:maxListed], ", ") + ", … arguments"
	case n > 1:
		return strings.Join(texts[:n-1], ", ") + " or " + texts[n-1] + " arguments"
	}
	return spelling.Count(numbers[0], "argument")
}

// maxListed is how many macros of a group a message names.
const maxListed = 8

// A body is the content of a directive with its calls found. A name in it means a
// parameter, else a macro defined earlier, else itself. All of that depends only
// on the text, so it is computed once and not in every expansion.
type body struct {
	directive *Directive
	refs      []*ref // for each token; nil for one that stands for itself
}

// A ref is a token of a body that stands for something else.
type ref struct {
	param   int      // index of the parameter, or noParam
	macro   *macro   // the macro that is called, or nil
	args    []extent // of the call
	next    int      // the index of the token behind
	problem *problem // why it cannot be expanded
}

// noParam says that a reference is not a parameter.
const noParam = -1

// An extent is a range of a body's tokens.
type extent struct{ from, to int }

// A problem is reported once, when an expansion finds it. Unused macros are not
// reported.
type problem struct {
	code     *source.Code
	span     source.Span
	message  func() string
	group    *macroGroup // the macros that it is about, or nil
	glue     bool        // of a tilde: it still pastes
	commas   []Token     // of a call: it is expanded as if these were semicolons
	reported bool
}

// define resolves the body of a directive and adds it to the macros if it is
// one. A second definition is reported and the first one stays.
func (r *reader) define(d *Directive) *body {
	b := r.resolve(d)
	if d.IsSection() {
		return b
	}
	if len(d.Body) == 0 && !d.broken {
		r.list.Report(EmptyMacro, d.Name.Span, "macro %s has an empty body", d.Name.Text)
	}
	f := r.macros[d.Name.Text]
	if f == nil {
		f = &macroGroup{}
		r.macros[d.Name.Text] = f
	}
	f.broken = f.broken || d.broken
	if !d.broken && !r.redefined(d, f) {
		f.macros = append(f.macros, &macro{name: d.Name.Text, body: b, at: d.Name})
	}
	return b
}

// redefined reports a macro that conflicts with an earlier one.
func (r *reader) redefined(d *Directive, f *macroGroup) bool {
	for _, m := range f.macros {
		switch {
		case m.arity() == len(d.Params):
			r.list.Report(MacroRedefined, d.Name.Span, "macro %s is defined a second time", d.Name.Text).
				Note(m.at.Span, "the first definition")
			return true
		case m.arity() == 0 || len(d.Params) == 0:
			r.list.Report(MacroRedefined, d.Name.Span, "macro %s is defined with and without parameters", d.Name.Text).
				Note(m.at.Span, "the other definition").
				Advise("macros may share a name only if both have parameters, and different numbers of them")
			return true
		}
	}
	return false
}

// resolve finds what the tokens of a directive stand for. The macros known so
// far are those that it may call: the ones defined before it.
func (r *reader) resolve(d *Directive) *body {
	b := &body{directive: d, refs: make([]*ref, len(d.Body))}
	params := make(map[string]int, len(d.Params))
	for i, p := range d.Params {
		params[p.Text] = i
	}
	calls := cutArguments(d.Body)
	for i, t := range d.Body {
		param, isParam := params[t.Text]
		f := r.macros[t.Text]
		switch {
		case t.Kind == Tilde:
			if p := misplacedTilde(d, i); p != nil {
				b.refs[i] = &ref{param: noParam, problem: p, next: i + 1}
			}
		case t.Kind == Name && isParam:
			b.refs[i] = &ref{param: param, next: i + 1}
		case t.Kind == Name && f != nil:
			b.refs[i] = resolveCall(d, i, f, calls)
		}
	}
	return b
}

// arguments are what stands in a round bracket.
type arguments struct {
	args   []extent // the ranges between semicolons
	cut    []extent // the ranges between semicolons and commas
	commas []Token  // those that cut
}

// end returns the index of the token behind the bracket.
func (a *arguments) end() int { return a.args[len(a.args)-1].to + 1 }

// An openArguments is a round bracket that is not closed yet.
type openArguments struct {
	arguments
	at, from, cutFrom int
	inner             int // open brackets of other kinds
}

func (o *openArguments) separate(i int, t Token) {
	if t.Kind != Comma {
		o.args = append(o.args, extent{o.from, i})
		o.from = i + 1
	} else if o.inner == 0 {
		o.commas = append(o.commas, t)
	} else {
		return
	}
	o.cut = append(o.cut, extent{o.cutFrom, i})
	o.cutFrom = i + 1
}

// cutArguments returns, for the index of each round bracket that is closed, what
// would be the arguments in it. Only round brackets count for semicolons, so that
// f({;}) has two arguments.
func cutArguments(tokens []Token) map[int]*arguments {
	calls := map[int]*arguments{}
	stack := []*openArguments{{}} // outside of all brackets
	for i, t := range tokens {
		top := stack[len(stack)-1]
		switch t.Kind {
		case LParen:
			stack = append(stack, &openArguments{at: i, from: i + 1, cutFrom: i + 1})
		case LBracket, LAssign, LBrace, LPositive, LNegative, LCompare:
			top.inner++
		case RBracket, RBrace:
			top.inner--
		case Semicolon, Comma:
			top.separate(i, t)
		case RParen:
			if len(stack) == 1 {
				continue
			}
			top.separate(i, t)
			calls[top.at] = &top.arguments
			stack = stack[:len(stack)-1]
		}
	}
	return calls
}

// resolveCall resolves the call of a macro of group f at index i.
func resolveCall(d *Directive, i int, f *macroGroup, calls map[int]*arguments) *ref {
	t := d.Body[i]
	call := &ref{param: noParam, next: i + 1}
	if m := f.find(0); m != nil {
		call.macro = m
		return call
	}
	if f.broken {
		return brokenCall(d, i, f, calls)
	}
	if i+1 >= len(d.Body) || d.Body[i+1].Kind != LParen {
		call.problem = &problem{code: MacroArguments, span: t.Span, group: f, message: func() string {
			return fmt.Sprintf("macro %s needs %s in round brackets", t.Text, f.arities())
		}}
		return call
	}
	in, ok := calls[i+1]
	if !ok {
		call.problem = &problem{code: Unclosed, span: t.Span.To(d.Body[i+1].Span), message: func() string {
			return fmt.Sprintf("the arguments of macro %s are never closed", t.Text)
		}}
		call.next = len(d.Body)
		return call
	}
	call.args, call.next = in.args, in.end()
	if call.macro = f.find(len(in.args)); call.macro != nil {
		return call
	}
	span := t.Span.To(d.Body[call.next-1].Span)
	call.problem = &problem{code: MacroArguments, span: span, group: f, message: func() string {
		return fmt.Sprintf("macro %s takes %s, not %d", t.Text, f.arities(), len(in.args))
	}}
	if m := f.find(len(in.cut)); m != nil { // commas are taken for semicolons
		call.macro, call.args, call.problem.commas = m, in.cut, in.commas
	}
	return call
}

// brokenCall resolves the call of a group that is not completely known. That was
// reported at its definition.
func brokenCall(d *Directive, i int, f *macroGroup, calls map[int]*arguments) *ref {
	call := &ref{param: noParam, next: i + 1, problem: &problem{reported: true}}
	if in, ok := calls[i+1]; ok {
		call.args, call.next = in.args, in.end()
		if m := f.find(len(in.args)); m != nil {
			call.macro, call.problem = m, nil
		}
	}
	return call
}

// misplacedTilde returns what is wrong with the tilde at index i, or nil. Which
// tokens can be pasted shows only when they are expanded.
func misplacedTilde(d *Directive, i int) *problem {
	text, glue := "", false
	switch {
	case i == 0 || oneOf(d.Body[i-1].Kind, Tilde, LParen, Semicolon):
		text = "nothing stands before ~ that could be pasted"
	case i == len(d.Body)-1 || oneOf(d.Body[i+1].Kind, Tilde, RParen, Semicolon):
		text = "nothing stands behind ~ that could be pasted"
	case d.IsSection():
		text, glue = "tokens are pasted together by ~ only in macros", true
	default:
		return nil
	}
	return &problem{code: BadPaste, span: d.Body[i].Span, message: func() string { return text }, glue: glue}
}

func oneOf(k Kind, kinds ...Kind) bool { return slices.Contains(kinds, k) }
