package claim

import (
	"errors"
	"io"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/transition"
)

// ErrNoOutput says that a circuit for model checkers would have no output.
var ErrNoOutput = errors.New("none of the properties can be an output of a circuit: that plays end, or come to a state, is no property of single steps, and no ranking was proved that makes it one")

// WithoutOutput returns the properties that [File.WriteAIGER] leaves out: those that say
// that plays end, or come to a state, and were not proved. That a ranking falls in every
// step says it as an output; without a ranking no state or step violates them.
func (f *File) WithoutOutput() []Property {
	var list []Property
	for _, p := range f.Properties {
		if p.Ranked() && f.ranking(p) == nil {
			list = append(list, p)
		}
	}
	return list
}

// ranking returns the ranking that was proved for a property, or nil.
func (f *File) ranking(p Property) Ranking {
	for _, part := range f.Parts {
		for _, c := range part.Claims {
			if c.Property.String() == p.String() {
				return c.Ranking
			}
		}
	}
	return nil
}

// A monitor is the circuit of a game in which outputs watch over properties.
type monitor struct {
	*aig.Machine
	file   *File
	system *transition.System
	next   *aig.Copier // of the system
	copied *aig.Copier // from the system to the circuit
	wrong  aig.Lit     // an illegal move was made before
	legal  aig.Lit     // no illegal move was made, and a step is
	come   []aig.Lit   // by property: the play has come to a state where its formula holds, before
}

// WriteAIGER writes the system for model checkers: a circuit with an output for each
// property that is violated by a state or a step, and for each proved ranking one that is
// true in a step in which it does not fall. An output is true only where the play so far
// was made of legal moves. All latches begin with 0. It leaves out what [File.WithoutOutput]
// returns, and writes no circuit without outputs.
func (f *File) WriteAIGER(w io.Writer) error {
	if len(f.WithoutOutput()) == len(f.Properties) {
		return ErrNoOutput
	}
	s := f.System.Prefix(f.System.Graph.Len())
	bad, inStep, err := Ask(s, f.Properties)
	if err != nil {
		return err
	}
	step := s.Step()
	m := &monitor{Machine: &aig.Machine{Graph: aig.New()}, file: f, system: s, next: Next(s)}
	m.latches()
	m.legal = m.Graph.And(m.wrong.Not(), m.copied.Copy(step))
	for i, p := range f.Properties {
		if p.Ranked() {
			err = m.ranked(i, bad[i])
		} else {
			m.watch(p.String(), bad[i], inStep[i])
		}
		if err != nil {
			return err
		}
	}
	if err := m.complete(); err != nil {
		return err
	}
	_, err = m.WriteTo(w)
	return err
}

// latches adds the inputs and the latches: the facts, whether an illegal move was made, and
// for properties with plays that are cut off, whether that was before.
func (m *monitor) latches() {
	m.copied = aig.NewCopier(m.system.Graph, m.Graph)
	for _, in := range m.system.Machine().Inputs {
		l := m.Graph.Input()
		m.copied.Set(in.Lit, l)
		m.Inputs = append(m.Inputs, aig.Named{Name: in.Name, Lit: l})
	}
	for _, bit := range m.system.State {
		name := bit.Name
		if bit.Init {
			name = "not " + name
		}
		m.copied.Set(bit.Lit, m.latch(name)^initially1(bit.Init))
	}
	m.wrong = m.latch("an illegal move was made")
	for _, p := range m.file.Properties {
		come := aig.False
		if p.Until() != nil && m.file.ranking(p) != nil {
			come = m.latch(p.String() + ": it has come")
		}
		m.come = append(m.come, come)
	}
}

func (m *monitor) latch(name string) aig.Lit {
	l := m.Graph.Input()
	m.Latches = append(m.Latches, aig.Latch{Name: name, Lit: l})
	return l
}

// watch adds an output that is true where something bad happens, in a state or in a step.
func (m *monitor) watch(name string, bad aig.Lit, inStep bool) {
	ok := m.wrong.Not()
	if inStep {
		ok = m.legal
	}
	m.output(name, m.Graph.And(ok, m.copied.Copy(bad)))
}

func (m *monitor) output(name string, l aig.Lit) {
	m.Outputs = append(m.Outputs, aig.Named{Name: name, Lit: l})
}

// ranked adds the outputs for a property that was proved by a ranking: one for a step in
// which the ranking does not fall, and one for a play that is over too early.
func (m *monitor) ranked(i int, bad aig.Lit) error {
	p := m.file.Properties[i]
	ranking := m.file.ranking(p)
	if ranking == nil {
		return nil
	}
	g, open := m.Graph, m.come[i].Not()
	if f := p.Until(); f != nil {
		holds, err := f.Lit(m.system)
		if err != nil {
			return err
		}
		m.output(p.String()+": the play is over before", g.All([]aig.Lit{open, m.wrong.Not(), m.copied.Copy(bad)}))
		open = g.And(open, m.copied.Copy(holds).Not())
	}
	falls := m.copied.Copy(ranking.Falls(m.system.Graph, m.next))
	m.output(p.String()+": the ranking does not fall", g.All([]aig.Lit{open, m.legal, falls.Not()}))
	return nil
}

// complete says what the latches become.
func (m *monitor) complete() error {
	for i, bit := range m.system.State {
		m.Latches[i].Next = m.copied.Copy(bit.Next) ^ initially1(bit.Init)
	}
	at := len(m.system.State)
	m.Latches[at].Next = m.legal.Not()
	for i, come := range m.come {
		if come == aig.False {
			continue
		}
		holds, err := m.file.Properties[i].Until().Lit(m.system)
		if err != nil {
			return err
		}
		at++
		m.Latches[at].Next = m.Graph.Or(come, m.copied.Copy(holds))
	}
	return nil
}

// initially1 inverts the literals of latches that begin with 1.
func initially1(init bool) aig.Lit {
	if init {
		return 1
	}
	return 0
}
