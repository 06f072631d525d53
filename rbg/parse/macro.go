package parse

import (
	"fmt"
	"slices"
	"strings"

	"ludex/source"
)

// A macro is a definition that calls can be expanded to.
type macro struct {
	name string
	body *body
	at   Token // its name where it is defined
}

func (m *macro) arity() int { return len(m.body.directive.Params) }

// A family is the macros with one name, in the order of their definitions. It
// is either one macro without parameters, or macros with different numbers of
// them.
type family struct {
	macros []*macro
}

// find returns the macro with the given number of parameters, or nil.
func (f *family) find(arity int) *macro {
	for _, m := range f.macros {
		if m.arity() == arity {
			return m
		}
	}
	return nil
}

// arities lists the numbers of parameters there are, for messages.
func (f *family) arities() string {
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
	return count(numbers[0], "argument")
}

// maxListed is how many macros of a family a message names.
const maxListed = 8

// A body is the content of a directive with its calls found. A name in it means
// a parameter, else a macro defined earlier, else itself. All of that is known
// from the text alone, so it is worked out once and not in every expansion.
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

// noParam says that a ref is no parameter.
const noParam = -1

// An extent is a range of a body's tokens.
type extent struct{ from, to int }

// A problem is reported when an expansion comes across it, so that macros
// nobody uses do no harm, and only once.
type problem struct {
	code     *source.Code
	span     source.Span
	message  func() string
	family   *family // the macros that it is about, or nil
	glue     bool    // of a tilde: it pastes in spite of that
	reported bool
}

// define resolves the body of a directive and adds it to the macros if it is
// one. A second definition is reported and the first one stays.
func (r *reader) define(d *Directive) *body {
	b := r.resolve(d)
	if d.IsSection() {
		return b
	}
	if len(d.Body) == 0 {
		r.list.Report(EmptyMacro, d.Name.Span, "macro %s has an empty body", d.Name.Text)
	}
	f := r.macros[d.Name.Text]
	if f == nil {
		f = &family{}
		r.macros[d.Name.Text] = f
	}
	if !r.redefined(d, f) {
		f.macros = append(f.macros, &macro{name: d.Name.Text, body: b, at: d.Name})
	}
	return b
}

// redefined reports a macro that cannot stand beside the ones before it.
func (r *reader) redefined(d *Directive, f *family) bool {
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

// cutArguments returns, for the index of each round bracket that is closed, what
// would be the arguments in it: the ranges between semicolons. Only round
// brackets count, so that f({;}) has two arguments.
func cutArguments(tokens []Token) map[int][]extent {
	type open struct {
		at, from int
		args     []extent
	}
	calls := map[int][]extent{}
	var stack []open
	for i, t := range tokens {
		switch t.Kind {
		case LParen:
			stack = append(stack, open{at: i, from: i + 1})
		case Semicolon, RParen:
			if len(stack) == 0 {
				continue
			}
			top := &stack[len(stack)-1]
			top.args = append(top.args, extent{top.from, i})
			top.from = i + 1
			if t.Kind == RParen {
				calls[top.at] = top.args
				stack = stack[:len(stack)-1]
			}
		}
	}
	return calls
}

// resolveCall works out the call of a macro of family f at index i.
func resolveCall(d *Directive, i int, f *family, calls map[int][]extent) *ref {
	t := d.Body[i]
	call := &ref{param: noParam, next: i + 1}
	if m := f.find(0); m != nil {
		call.macro = m
		return call
	}
	if i+1 >= len(d.Body) || d.Body[i+1].Kind != LParen {
		call.problem = &problem{code: MacroArguments, span: t.Span, family: f, message: func() string {
			return fmt.Sprintf("macro %s needs %s in round brackets", t.Text, f.arities())
		}}
		return call
	}
	args, ok := calls[i+1]
	if !ok {
		call.problem = &problem{code: Unclosed, span: t.Span.To(d.Body[i+1].Span), message: func() string {
			return fmt.Sprintf("the arguments of macro %s are never closed", t.Text)
		}}
		call.next = len(d.Body)
		return call
	}
	call.args = args
	call.next = args[len(args)-1].to + 1
	if call.macro = f.find(len(args)); call.macro == nil {
		span := t.Span.To(d.Body[call.next-1].Span)
		call.problem = &problem{code: MacroArguments, span: span, family: f, message: func() string {
			return fmt.Sprintf("macro %s takes %s, not %d", t.Text, f.arities(), len(args))
		}}
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
