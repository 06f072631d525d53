package ir

import (
	"fmt"
	"io"
)

// Write prints the statistics of a program, and its code.
func (p *Program) Write(w io.Writer) error {
	s := &p.Stats
	_, err := fmt.Fprintf(w, "program: %d cells in %d bits, %d words a set\n"+
		"%d instructions, %d registers, %d classes of pieces, %d patterns (%d decided by tables)\n"+
		"%d modifiers set-wise, %d concrete\n", p.Cells, p.Bits, p.Words, s.Instructions, s.Registers, s.Classes, s.Patterns, s.Decided, s.SetWise, s.Concrete)
	if err != nil {
		return err
	}
	starts := p.starts()
	for at := range p.Code {
		for _, name := range starts[int32(at)] {
			if _, err := fmt.Fprintf(w, "%s:\n", name); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintf(w, "%6d  %s\n", at, p.Code[at].String()); err != nil {
			return err
		}
	}
	return nil
}

// starts returns what begins at each address.
func (p *Program) starts() map[int32][]string {
	names := map[int32][]string{}
	for i := range p.Gen {
		if at := p.Gen[i]; at >= 0 {
			names[at] = append(names[at], fmt.Sprintf("moves after switch %d", i))
		}
		if at := p.Keep[i]; at >= 0 {
			names[at] = append(names[at], fmt.Sprintf("keeper after switch %d", i))
		}
	}
	for i := range p.Patterns {
		q := &p.Patterns[i]
		if q.Value >= 0 {
			names[q.Value] = append(names[q.Value], fmt.Sprintf("cells of pattern %d, in r%d", i, q.Result))
		}
		if q.Code >= 0 {
			names[q.Code] = append(names[q.Code], fmt.Sprintf("pattern %d", i))
		}
	}
	return names
}

// String returns an instruction as text.
func (i *Instr) String() string {
	text := i.Operands()
	if i.Op.Jumps() {
		text += fmt.Sprintf(" → %d", i.J)
	}
	return text
}

// Operands returns an instruction as text, but for the target of its jump.
func (i *Instr) Operands() string {
	o := &ops[i.Op]
	text := o.name
	for _, f := range [...]struct {
		kind  operand
		value uint16
	}{{o.a, i.A}, {o.b, i.B}, {o.c, i.C}} {
		switch f.kind {
		case set:
			text += fmt.Sprintf(" r%d", f.value)
		case cell:
			text += fmt.Sprintf(" c%d", f.value)
		case other:
			text += fmt.Sprintf(" %d", f.value)
		}
	}
	if i.Flag != 0 {
		text += fmt.Sprintf(" flag %d", i.Flag)
	}
	if i.X != 0 || i.D != 0 {
		text += fmt.Sprintf(" #%d", i.X)
	}
	if i.D != 0 {
		text += fmt.Sprintf(" by %d", i.D)
	}
	if i.Y != 0 {
		text += fmt.Sprintf(" with %d", i.Y)
	}
	return text
}
