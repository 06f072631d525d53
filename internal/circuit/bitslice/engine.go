package bitslice

import (
	"slices"
	"sync"
)

// An Engine is a program compiled for a kernel. It is immutable and safe for
// concurrent use.
type Engine struct {
	program *Program
	kernel  kernel
	name    Kernel
	phases  []phase
	net     goalNet
	signals int    // how many interpreted code needs
	restart uint32 // the signal that says which lanes start again

	// Machine code for the end of the last phase, with playouts starting again
	// in the initial state, and without that.
	again block
	last  func() *block
}

// New compiles a program for a kernel.
func New(p *Program, k Kernel) (*Engine, error) {
	if err := check(p); err != nil {
		return nil, err
	}
	kern, name, err := newKernel(k)
	if err != nil {
		return nil, err
	}
	c := newCompiler(p, name)
	e := &Engine{program: p, kernel: kern, name: name, restart: c.restart}
	for i := range p.Phases {
		e.phases = append(e.phases, c.phase(&p.Phases[i]))
	}
	e.net = c.goalNet()
	e.signals = int(c.most)
	if name == Native {
		e.generate(c)
	}
	return e, nil
}

// generate makes machine code of the program. What ends the last phase is made
// for playouts from the initial state; for others it is made when needed.
func (e *Engine) generate(c *compiler) {
	c.spill, c.budget = c.most, maxTotalNodes
	last := len(e.phases) - 1
	for i := range e.phases {
		ph := &e.phases[i]
		c.generate(ph)
		if i < last {
			ph.next = c.next(ph, nil)
		}
	}
	c.generateNet(&e.net)
	e.again = c.next(&e.phases[last], e.program.Init)
	e.last = sync.OnceValue(func() *block {
		c.later.Lock()
		defer c.later.Unlock()
		b := c.next(&e.phases[last], nil)
		return &b
	})
}

// nextOf returns what ends a phase for playouts from a state.
func (e *Engine) nextOf(phase int, from []bool, first int) *block {
	switch {
	case e.last == nil || phase < len(e.phases)-1:
		return &e.phases[phase].next
	case first == 0 && slices.Equal(from, e.program.Init):
		return &e.again
	}
	return e.last()
}

// Kernel returns the kernel that the engine uses.
func (e *Engine) Kernel() Kernel { return e.name }

// newSignals returns signals for a thread, with the constants set.
func newSignals(n int) []Vec {
	s := alignedVecs(n)
	for w := range s[True] {
		s[True][w] = ^uint64(0)
	}
	return s
}
