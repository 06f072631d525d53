package gdllanguage

import (
	"slices"
	"sort"
	"strings"

	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/source"
)

// A class is what an occurrence of a name is.
type class uint8

const (
	aVariable class = iota
	aRelation
	anObject    // a function or a constant
	aConnective // <= not and or
)

// A place is what is expected somewhere in a clause.
type place uint8

const (
	atClause place = iota // a new clause
	inHead                // the atom of a head
	inBody                // a condition
	inTerm                // an argument
)

// A name is an occurrence of a variable, a relation, a function or a constant.
type name struct {
	span   source.Span
	text   string // the word; a variable as it is written
	class  class
	arity  int
	clause int
	parent int  // the relation or function whose argument it is, or none
	arg    int  // which argument
	head   bool // it is the relation of a head
	inHead bool // it stands in a head
}

// none is the index of no name.
const none = -1

// A clauseOutline is where a clause stands and what it is about.
type clauseOutline struct {
	span        source.Span
	head        int // the name of its relation, or none
	first, last int // its names, from first up to but not including last
	token       int // its first token
}

// An outline lists the contents of a text, including broken clauses: every name
// with its role, as far as the context tells.
type outline struct {
	tokens  []gdlparse.Token
	names   []name // in the order of the text
	clauses []clauseOutline
}

// newOutline scans the tokens of a text.
func newOutline(text string, tokens []gdlparse.Token, s gdl.Syntax) *outline {
	b := newBuilder(text, tokens, s)
	b.all()
	return &outline{tokens: tokens, names: b.names, clauses: b.clauses}
}

// at returns the name that an offset stands in or just behind, or none. Where
// two names meet, the one that begins there is meant.
func (o *outline) at(offset int) int {
	p := source.At(offset)
	i := sort.Search(len(o.names), func(i int) bool { return o.names[i].span.End >= p })
	if i < len(o.names) && o.names[i].span.End == p && i+1 < len(o.names) && o.names[i+1].span.Start == p {
		i++
	}
	if i < len(o.names) && o.names[i].span.Start <= p && p <= o.names[i].span.End {
		return i
	}
	return none
}

// before returns the last clause that begins before an offset, or none.
func (o *outline) before(offset int) int {
	p := source.At(offset)
	return sort.Search(len(o.clauses), func(i int) bool { return o.clauses[i].span.Start >= p }) - 1
}

// clauseNames returns the names of a clause.
func (o *outline) clauseNames(c int) []name {
	return o.names[o.clauses[c].first:o.clauses[c].last]
}

// A frame is an open parenthesis while a clause is scanned.
type frame struct {
	place place // of what stands in the parenthesis
	name  int   // what it holds arguments of, or none
	group bool  // of infix: parentheses around conditions
	rule  bool  // of prefix: (<= …
	join  bool  // of prefix: (not …, (and …, (or …
	args  int   // how many arguments have begun
	last  int   // of infix: the last term on this level, or none
}

// A builder scans tokens. It never fails: invalid input gets the closest meaning.
type builder struct {
	text    string
	tokens  []gdlparse.Token
	syntax  gdl.Syntax
	names   []name
	clauses []clauseOutline
	stack   []frame

	open     bool       // a clause has begun
	end      source.Pos // the end of its last token
	careful  bool       // of prefix: a parenthesis in the first column begins a clause
	body     bool       // of infix: behind the arrow
	complete bool       // of infix: the last token ended a term
	unequal  bool       // of infix: the next term stands behind !=
	last     int        // of infix: the last term outside of all parentheses
}

func newBuilder(text string, tokens []gdlparse.Token, s gdl.Syntax) *builder {
	return &builder{text: text, tokens: tokens, syntax: s, last: none}
}

// all scans the whole text.
func (b *builder) all() {
	for i := 0; i < len(b.tokens); {
		if b.syntax == gdl.Infix {
			b.infix(i)
			i++
			continue
		}
		i = b.prefixClause(i)
	}
	b.finish()
}

// begin begins a clause with a token.
func (b *builder) begin(token int) {
	b.finish()
	n := len(b.names)
	b.clauses = append(b.clauses, clauseOutline{span: b.tokens[token].Span, head: none, first: n, last: n, token: token})
	b.open = true
}

// finish ends the current clause, even if parentheses are open.
func (b *builder) finish() {
	if !b.open {
		return
	}
	for len(b.stack) > 0 {
		b.pop()
	}
	c := &b.clauses[len(b.clauses)-1]
	c.span.End = b.end
	c.last = len(b.names)
	b.open, b.body, b.complete, b.unequal, b.last = false, false, false, false, none
}

// pop closes the innermost parenthesis.
func (b *builder) pop() {
	f := b.stack[len(b.stack)-1]
	b.stack = b.stack[:len(b.stack)-1]
	if f.name != none {
		b.names[f.name].arity = f.args
	}
}

// add adds an occurrence of a name at a place and returns its index.
func (b *builder) add(t gdlparse.Token, c class, at place, parent, arg int) int {
	n := name{span: t.Span, text: t.Name, class: c, clause: len(b.clauses) - 1, parent: parent, arg: arg}
	if parent != none {
		n.inHead = b.names[parent].inHead
	}
	if at == inHead {
		n.inHead = true
		if c == aRelation {
			n.head = true
			b.clauses[n.clause].head = len(b.names)
		}
	}
	b.names = append(b.names, n)
	return len(b.names) - 1
}

// classAt returns what a token is at a place.
func classAt(t gdlparse.Token, at place) class {
	switch {
	case t.Kind == gdlparse.VariableToken:
		return aVariable
	case at == inTerm:
		return anObject
	}
	return aRelation
}

// firstColumn reports whether a token begins a line.
func (b *builder) firstColumn(t gdlparse.Token) bool {
	at := t.Span.Start.Offset()
	return at == 0 || b.text[at-1] == '\n' || b.text[at-1] == '\r'
}

// A context is what is expected after the scanned tokens.
type context struct {
	place  place
	name   bool  // of prefix: the name right behind a parenthesis
	frames []int // the names whose arguments are open, the outermost first
	args   []int // the current argument of each
}

// parent returns the innermost name whose argument is written, and which
// argument it is.
func (c *context) parent() (parent, arg int) {
	if c.place != inTerm || len(c.frames) == 0 {
		return none, 0
	}
	n := len(c.frames) - 1
	return c.frames[n], c.args[n]
}

// context returns what is expected at an offset. The word that is being typed
// there does not count.
func (o *outline) context(text string, word int, s gdl.Syntax) (context, *builder) {
	first := 0
	c := o.before(word)
	if c != none {
		first = o.clauses[c].token
	}
	if c+1 < len(o.clauses) && o.clauses[c+1].span.Start.Offset() == word {
		return context{place: atClause}, newBuilder(text, nil, s)
	}
	last := first + sort.Search(len(o.tokens)-first, func(i int) bool {
		return o.tokens[first+i].Span.End.Offset() > word
	})
	b := newBuilder(text, o.tokens[:last], s)
	for i := first; i < last; i++ {
		if s == gdl.Infix {
			b.infix(i)
		} else {
			b.prefix(i)
		}
	}
	return b.context(), b
}

func (b *builder) context() context {
	c := context{place: atClause}
	for _, f := range b.stack {
		if f.name != none && !f.join && !f.rule {
			arg := f.args
			if b.syntax == gdl.Infix {
				arg = max(0, f.args-1)
			}
			c.frames, c.args = append(c.frames, f.name), append(c.args, arg)
		}
	}
	if b.syntax == gdl.Infix {
		if c.place = b.infixPlace(); b.complete && len(b.stack) == 0 {
			c.place = atClause
		}
		return c
	}
	if n := len(b.stack); n > 0 {
		f := &b.stack[n-1]
		c.name = f.name == none && !f.rule && !f.join && f.args == 0
		if c.place = f.place; !c.name {
			c.place = f.expects()
		} else if outer, _ := b.outer(); outer != none {
			c.args[len(c.args)-1]-- // the open parenthesis is this argument already
		}
	}
	return c
}

// isConnective reports whether a word of prefix joins conditions.
func isConnective(word string) bool {
	return slices.Contains([]string{gdl.NotWord, gdl.AndWord, gdl.OrWord}, strings.ToLower(word))
}
