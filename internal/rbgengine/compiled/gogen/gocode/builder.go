package gocode

import "fmt"

// A Builder makes a tree of statements. The zero value is ready for use.
type Builder struct {
	Fragment        // what was built so far outside of open blocks
	open     []Stmt // functions, blocks and clauses that are not ended yet, outermost first
	inElse   []bool // by open statement: the else part is being built
	err      error
}

// add appends a statement to the innermost open statement.
func (b *Builder) add(s Stmt) {
	n := len(b.open) - 1
	switch {
	case n < 0:
		b.Stmts = append(b.Stmts, s)
	case b.inElse[n]:
		b.open[n].Else = append(b.open[n].Else, s)
	default:
		b.open[n].Body = append(b.open[n].Body, s)
	}
}

// push opens a statement.
func (b *Builder) push(kind Kind, format string, args []any) {
	b.open = append(b.open, Stmt{Kind: kind, Text: fmt.Sprintf(format, args...), Body: []Stmt{}})
	b.inElse = append(b.inElse, false)
}

// pop ends the innermost open statement.
func (b *Builder) pop() {
	n := len(b.open) - 1
	s := b.open[n]
	b.open, b.inElse = b.open[:n], b.inElse[:n]
	b.add(s)
}

// Line appends a simple statement, a declaration or a comment.
func (b *Builder) Line(format string, args ...any) {
	b.add(Stmt{Kind: Line, Text: fmt.Sprintf(format, args...)})
}

// Blank appends an empty line.
func (b *Builder) Blank() { b.add(Stmt{Kind: Line}) }

// Func opens a function with a signature, which begins behind the word func.
func (b *Builder) Func(format string, args ...any) { b.push(Func, format, args) }

// Open opens a block.
func (b *Builder) Open(format string, args ...any) { b.push(Block, format, args) }

// Case opens a clause of the switch that is open. It ends the clause before it.
func (b *Builder) Case(format string, args ...any) {
	b.endCase()
	b.push(Case, format, args)
}

// endCase ends an open clause.
func (b *Builder) endCase() {
	if n := len(b.open); n > 0 && b.open[n-1].Kind == Case {
		b.pop()
	}
}

// Else begins the else part of the open block.
func (b *Builder) Else() {
	n := len(b.open) - 1
	if n < 0 || b.open[n].Kind != Block || b.inElse[n] {
		b.fail("else without an open block")
		return
	}
	b.inElse[n], b.open[n].Else = true, []Stmt{}
}

// End ends the function or block that is open.
func (b *Builder) End() {
	b.endCase()
	if len(b.open) == 0 {
		b.fail("end without an open block")
		return
	}
	b.pop()
}

// Block appends a block with a single statement.
func (b *Builder) Block(head, inner string) {
	b.Open("%s", head)
	b.Line("%s", inner)
	b.End()
}

// Var declares a variable. Unread says that nothing reads it.
func (b *Builder) Var(name, kind string, unread bool) {
	b.add(Stmt{Kind: Var, Text: name, Type: kind, Unread: unread})
}

// Label appends a label.
func (b *Builder) Label(name string) { b.add(Stmt{Kind: Label, Text: name}) }

// Goto appends a jump to a label of the function.
func (b *Builder) Goto(name string) { b.add(Stmt{Kind: Goto, Text: name}) }

// Text appends declarations as they are, with the packages that they use.
func (b *Builder) Text(text string, imports ...string) {
	b.add(Stmt{Kind: Text, Text: text})
	b.use(imports...)
}

// Use records that what is being built uses a package.
func (b *Builder) Use(path string) { b.use(path) }

// Append appends statements that were built elsewhere.
func (b *Builder) Append(f Fragment) {
	for _, s := range f.Stmts {
		b.add(s)
	}
	b.use(f.Imports...)
}

// Capture returns what a function builds, and appends none of it.
func (b *Builder) Capture(build func()) Fragment {
	outer := *b
	*b = Builder{err: outer.err}
	build()
	inner := b.Take()
	outer.err = b.err
	*b = outer
	return inner
}

// Take returns what was built and begins anew.
func (b *Builder) Take() Fragment {
	if len(b.open) > 0 {
		b.fail("%q is not ended", b.open[len(b.open)-1].Text)
	}
	f := b.Fragment
	*b = Builder{err: b.err}
	return f
}

// Err returns the first mistake in the nesting of statements.
func (b *Builder) Err() error { return b.err }

func (b *Builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf("gocode: "+format, args...)
	}
}
