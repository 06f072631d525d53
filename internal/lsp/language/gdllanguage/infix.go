package gdllanguage

import "ludex/internal/gdlparse"

// infix processes one token of infix.
func (b *builder) infix(i int) {
	t := b.tokens[i]
	switch t.Kind {
	case gdlparse.CommentToken:
		return
	case gdlparse.WordToken, gdlparse.VariableToken:
		b.infixTerm(i)
	case gdlparse.OpenToken:
		if !b.open {
			b.begin(i)
		}
		b.infixOpen(i)
	case gdlparse.CloseToken:
		if len(b.stack) > 0 {
			b.pop()
		}
		b.complete = true
	case gdlparse.CommaToken:
		if n := len(b.stack); n > 0 && !b.stack[n-1].group {
			b.stack[n-1].args++
		}
		b.complete = false
	case gdlparse.ArrowToken:
		for len(b.stack) > 0 {
			b.pop()
		}
		b.body, b.complete, b.last = true, false, none
	case gdlparse.UnequalToken:
		b.becomesTerm(b.lastTerm())
		b.unequal, b.complete = true, false
	case gdlparse.AndToken, gdlparse.OrToken, gdlparse.NotToken:
		b.complete = false
	}
	b.end = t.Span.End
	if t.Kind == gdlparse.StopToken {
		b.finish()
	}
}

// endsClause reports whether a word belongs to the next clause: it follows a
// complete term, or begins a line although arguments are still open, which is
// what a clause looks like that is being typed.
func (b *builder) endsClause(t gdlparse.Token) bool {
	n := len(b.stack)
	switch {
	case !b.open || t.Kind != gdlparse.WordToken:
		return false
	case n == 0:
		return b.complete
	}
	return b.firstColumn(t) && (b.complete || !b.stack[n-1].group)
}

// infixTerm processes a word or a variable.
func (b *builder) infixTerm(i int) {
	t := b.tokens[i]
	if b.endsClause(t) {
		b.finish()
	}
	if !b.open {
		b.begin(i)
	}
	at, parent, arg := b.infixPlace(), none, 0
	if n := len(b.stack); n > 0 && !b.stack[n-1].group {
		f := &b.stack[n-1]
		f.args = max(f.args, 1)
		parent, arg = f.name, f.args-1
	}
	*b.lastTerm() = b.add(t, classAt(t, at), at, parent, arg)
	b.complete, b.unequal = true, false
}

// infixPlace returns what is expected next.
func (b *builder) infixPlace() place {
	n := len(b.stack)
	switch {
	case n > 0 && !b.stack[n-1].group, b.unequal:
		return inTerm
	case b.body:
		return inBody
	case b.open && !b.complete:
		return inHead
	case b.open && b.complete && n > 0:
		return inBody
	}
	// At the beginning of a clause the head is expected; begin has been called
	// by then if a clause is being read.
	if b.open {
		return inHead
	}
	return atClause
}

// infixOpen opens a parenthesis: of arguments right behind a word, of conditions
// elsewhere.
func (b *builder) infixOpen(i int) {
	f := frame{name: none, group: true, last: none}
	prev := i - 1
	for prev >= 0 && b.tokens[prev].Kind == gdlparse.CommentToken {
		prev--
	}
	if prev >= 0 && b.tokens[prev].Kind == gdlparse.WordToken && b.complete {
		f.name, f.group = *b.lastTerm(), false
	}
	b.stack = append(b.stack, f)
	b.complete, b.unequal = false, false
}

// lastTerm returns where the last term of the innermost level is kept.
func (b *builder) lastTerm() *int {
	if n := len(b.stack); n > 0 {
		return &b.stack[n-1].last
	}
	return &b.last
}

// becomesTerm turns a supposed relation into a constant or function, because !=
// follows it.
func (b *builder) becomesTerm(i *int) {
	if *i == none || b.names[*i].class != aRelation {
		return
	}
	n := &b.names[*i]
	n.class = anObject
	if n.head {
		n.head = false
		b.clauses[n.clause].head = none
	}
}
