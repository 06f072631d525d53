package gdllanguage

import (
	"ludex/gdl"
	"ludex/internal/gdlparse"
)

// prefixClause scans one clause of prefix, which begins with a token, and returns
// the token behind it. A clause that swallows the rest of the text, or other
// facts, is scanned again, with every parenthesis in the first column as the
// beginning of a clause, like in the parser.
func (b *builder) prefixClause(i int) int {
	names, clauses := len(b.names), len(b.clauses)
	next, closed := b.tryClause(i)
	if closed || b.careful {
		return next
	}
	atEnd := next >= len(b.tokens)
	if !atEnd && b.atArrow(i+1) {
		return next
	}
	b.names, b.clauses, b.stack, b.open = b.names[:names], b.clauses[:clauses], b.stack[:0], false
	b.careful = true
	next, _ = b.tryClause(i)
	b.careful = atEnd
	return next
}

// tryClause scans tokens until the clause ends or another one begins, and reports
// whether all its parentheses were closed.
func (b *builder) tryClause(i int) (next int, closed bool) {
	for first := i; i < len(b.tokens); i++ {
		if i > first && b.open && b.startsClause(i) {
			b.finish()
			return i, false
		}
		b.prefix(i)
		if !b.open {
			return i + 1, true
		}
	}
	b.finish()
	return i, false
}

// startsClause reports whether a new clause begins with a token inside an open
// one: an arrow is never nested.
func (b *builder) startsClause(i int) bool {
	t := b.tokens[i]
	return t.Kind == gdlparse.OpenToken && (b.careful && b.firstColumn(t) || b.atArrow(i+1))
}

// atArrow reports whether a token is the arrow.
func (b *builder) atArrow(i int) bool {
	for i < len(b.tokens) && b.tokens[i].Kind == gdlparse.CommentToken {
		i++
	}
	return i < len(b.tokens) && b.tokens[i].Name == gdl.Arrow
}

// prefix processes one token.
func (b *builder) prefix(i int) {
	t := b.tokens[i]
	switch t.Kind {
	case gdlparse.OpenToken:
		if !b.open {
			b.begin(i)
		}
		b.end = t.Span.End
		b.push()
	case gdlparse.CloseToken:
		b.end = t.Span.End
		if len(b.stack) > 0 {
			b.pop()
		}
		if len(b.stack) == 0 {
			b.finish()
		}
	case gdlparse.WordToken, gdlparse.VariableToken:
		if !b.open {
			b.begin(i)
			b.end = t.Span.End
			b.add(t, classAt(t, inHead), inHead, none, 0)
			b.finish()
			return
		}
		b.end = t.Span.End
		b.word(t)
	}
}

// push opens a parenthesis.
func (b *builder) push() {
	f := frame{place: atClause, name: none, last: none}
	if n := len(b.stack); n > 0 {
		top := &b.stack[n-1]
		f.place = top.expects()
		top.args++
	}
	b.stack = append(b.stack, f)
}

// expects returns what the next part of a parenthesis has to be.
func (f *frame) expects() place {
	switch {
	case f.rule && f.args == 0:
		return inHead
	case f.rule || f.join:
		return inBody
	}
	return inTerm
}

// word processes a word inside a parenthesis: its name, or a part.
func (b *builder) word(t gdlparse.Token) {
	f := &b.stack[len(b.stack)-1]
	if f.name == none && !f.rule && !f.join && f.args == 0 {
		b.named(f, t)
		return
	}
	at, parent := f.expects(), f.name
	if f.rule || f.join {
		parent = none
	}
	b.add(t, classAt(t, at), at, parent, f.args)
	f.args++
}

// named gives a parenthesis its name.
func (b *builder) named(f *frame, t gdlparse.Token) {
	parent, arg := b.outer()
	at := f.place
	switch {
	case at == atClause && t.Name == gdl.Arrow:
		f.rule = true
		b.add(t, aConnective, at, none, 0)
		return
	case at == inBody && isConnective(t.Name):
		f.join = true
		b.add(t, aConnective, at, none, 0)
		return
	case at == atClause:
		at = inHead
	}
	f.name = b.add(t, classAt(t, at), at, parent, arg)
}

// outer returns what the innermost parenthesis is an argument of.
func (b *builder) outer() (parent, arg int) {
	n := len(b.stack) - 2
	if n < 0 || b.stack[n].rule || b.stack[n].join {
		return none, 0
	}
	return b.stack[n].name, b.stack[n].args - 1
}
