package claim

import (
	"io"

	"ludex/internal/prove/aig"
)

// WriteAIGER writes the system for model checkers: a circuit with one output for each
// property that is violated by a state or a step. The output is true where the play so far
// was made of legal moves and the property is violated. All latches begin with 0.
func (f *File) WriteAIGER(w io.Writer) error {
	s := f.System.Prefix(f.System.Graph.Len())
	bad, inStep, err := Ask(s, f.Properties)
	if err != nil {
		return err
	}
	step := s.Step()
	g := aig.New()
	m := &aig.Machine{Graph: g}
	copied := aig.NewCopier(s.Graph, g)
	for _, in := range s.Machine().Inputs {
		l := g.Input()
		copied.Set(in.Lit, l)
		m.Inputs = append(m.Inputs, aig.Named{Name: in.Name, Lit: l})
	}
	for _, bit := range s.State {
		l := g.Input()
		name := bit.Name
		if bit.Init {
			name = "not " + name
		}
		copied.Set(bit.Lit, l^initially1(bit.Init))
		m.Latches = append(m.Latches, aig.Latch{Name: name, Lit: l})
	}
	wrong := g.Input()
	m.Latches = append(m.Latches, aig.Latch{Name: "an illegal move was made", Lit: wrong})
	for i, bit := range s.State {
		m.Latches[i].Next = copied.Copy(bit.Next) ^ initially1(bit.Init)
	}
	legal := g.And(wrong.Not(), copied.Copy(step))
	m.Latches[len(s.State)].Next = legal.Not()
	for i, p := range f.Properties {
		if p.Ranked() {
			continue
		}
		ok := wrong.Not()
		if inStep[i] {
			ok = legal
		}
		m.Outputs = append(m.Outputs, aig.Named{Name: p.String(), Lit: g.And(ok, copied.Copy(bad[i]))})
	}
	_, err = m.WriteTo(w)
	return err
}

// initially1 inverts the literals of latches that begin with 1.
func initially1(init bool) aig.Lit {
	if init {
		return 1
	}
	return 0
}
