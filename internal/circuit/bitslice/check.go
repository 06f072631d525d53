package bitslice

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
)

// check reports what is wrong with a program. Kernels rely on it: they do not
// check signal numbers again.
func check(p *Program) error {
	if len(p.Phases) == 0 {
		return errors.New("lanes: a program without phases")
	}
	if err := same("initial bits", len(p.Init), "state bits", len(p.State)); err != nil {
		return err
	}
	for _, g := range p.Goals {
		if g.Role < 0 || g.Role >= p.Roles {
			return fmt.Errorf("lanes: a goal of role %d of %d", g.Role, p.Roles)
		}
	}
	c := checker{count: p.Signals}
	if err := c.state(p.State); err != nil {
		return err
	}
	if p.Uncounted != False && !slices.Contains(p.State, p.Uncounted) {
		return fmt.Errorf("lanes: signal %d says which steps do not count and is no state bit", p.Uncounted)
	}
	for i := range p.Phases {
		if err := c.phase(p, &p.Phases[i]); err != nil {
			return fmt.Errorf("%w (phase %d)", err, i)
		}
	}
	return checkNet(p)
}

// checkNet checks the goal net, if there is one.
func checkNet(p *Program) error {
	n := &p.GoalNet
	if n.GoalsOf == nil {
		return nil
	}
	c := checker{count: n.Signals}
	return errors.Join(
		same("state bits of the goal net", len(n.State), "state bits", len(p.State)),
		same("goal signals of the goal net", len(n.GoalsOf), "goals", len(p.Goals)),
		c.signals("state of the goal net", n.State),
		c.signals("goals of the goal net", n.GoalsOf),
		c.code("the goal net", n.Code),
	)
}

func same(what string, n int, other string, m int) error {
	if n != m {
		return fmt.Errorf("lanes: %d %s but %d %s", n, what, m, other)
	}
	return nil
}

// A checker knows how many signals there are, and which must not be written.
type checker struct {
	count int
	fixed []bool
}

// state checks the signals of the state. Code only reads them.
func (c *checker) state(signals []uint32) error {
	if err := c.signals("state", signals); err != nil {
		return err
	}
	c.fixed = make([]bool, max(c.count, 2))
	for _, s := range signals {
		if s <= True || c.fixed[s] {
			return fmt.Errorf("lanes: signal %d for more than one thing", s)
		}
		c.fixed[s] = true
	}
	return nil
}

// writable reports whether code may write a signal.
func (c checker) writable(s uint32) bool {
	return s > True && (c.fixed == nil || !c.fixed[s])
}

func (c checker) phase(p *Program, ph *Phase) error {
	err := errors.Join(
		same("next bits", len(ph.NextOf), "state bits", len(p.State)),
		same("goal signals", len(ph.GoalsOf), "goals", len(p.Goals)),
		same("percept signals", len(ph.PerceptsOf), "percepts", p.Percepts),
		same("roles of a phase", len(ph.Roles), "roles", p.Roles),
		c.signals("next bits", ph.NextOf),
		c.signals("goals", ph.GoalsOf),
		c.signals("percepts", ph.PerceptsOf),
		c.signals("terminal", []uint32{ph.Terminal}),
		c.code("Legal", ph.Legal),
		c.code("Next", ph.Next),
		c.code("Goals", ph.Goals),
		c.code("Percepts", ph.Percepts),
	)
	if err != nil {
		return err
	}
	for i, s := range ph.NextOf {
		if c.fixed[s] && s != p.State[i] { // the fixed signal may be overwritten before it is copied
			return fmt.Errorf("lanes: state bit %d becomes that of signal %d, another one", i, s)
		}
	}
	for r := range ph.Roles {
		if e := c.role(&ph.Roles[r]); e != nil {
			err = errors.Join(err, fmt.Errorf("%w (role %d)", e, r))
		}
	}
	return err
}

func (c checker) role(r *PhaseRole) error {
	err := errors.Join(
		same("legal signals", len(r.Legal), "moves", len(r.Moves)),
		c.signals("legal moves", r.Legal),
		c.signals("planes", r.Planes),
	)
	if r.Planes != nil || len(r.Moves) < 2 && r.Classes == nil {
		if need := bits.Len(uint(max(len(r.Moves), 1) - 1)); len(r.Planes) < need {
			err = errors.Join(err, fmt.Errorf("lanes: %d planes for %d moves", len(r.Planes), len(r.Moves)))
		}
		return err
	}
	err = errors.Join(err, same("classes", len(r.Classes), "moves", len(r.Moves)))
	if r.Inputs[0] > r.Inputs[1] || int(r.Inputs[1]) > c.count {
		err = errors.Join(err, fmt.Errorf("lanes: inputs %v of %d signals", r.Inputs, c.count))
	}
	for _, class := range r.Classes {
		for _, s := range class {
			if s < r.Inputs[0] || s >= r.Inputs[1] {
				return errors.Join(err, fmt.Errorf("lanes: class signal %d is not in %v", s, r.Inputs))
			}
		}
	}
	return err
}

// code checks segments.
func (c checker) code(what string, segments []Segment) error {
	for i := range segments {
		s := &segments[i]
		if s.Loop != nil {
			if err := c.loop(what, s.Loop); err != nil {
				return err
			}
			continue
		}
		if err := c.signals(what, []uint32{s.Guard}); err != nil {
			return err
		}
		if s.Op >= NumOps || len(s.Args)%(s.Op.Inputs()+1) != 0 {
			return fmt.Errorf("lanes: %s: a segment of kind %d with %d arguments", what, s.Op, len(s.Args))
		}
		if err := c.signals(what, s.Args); err != nil {
			return err
		}
		for k := s.Op.Inputs(); k < len(s.Args); k += s.Op.Inputs() + 1 {
			if !c.writable(s.Args[k]) {
				return fmt.Errorf("lanes: %s: a gate writes the input %d", what, s.Args[k])
			}
		}
	}
	return nil
}

func (c checker) loop(what string, l *Loop) error {
	for i := range l.Gates {
		g := &l.Gates[i]
		if g.Op >= NumOps {
			return fmt.Errorf("lanes: %s: a gate of kind %d", what, g.Op)
		}
		if err := c.signals(what, append(g.In[:g.Op.Inputs():g.Op.Inputs()], g.Out)); err != nil {
			return err
		}
		if !c.writable(g.Out) {
			return fmt.Errorf("lanes: %s: a gate writes the input %d", what, g.Out)
		}
	}
	for _, f := range l.Feedback {
		if err := c.signals(what, []uint32{f.Signal, f.Source}); err != nil {
			return err
		}
		if !c.writable(f.Signal) {
			return fmt.Errorf("lanes: %s: a loop writes the input %d", what, f.Signal)
		}
	}
	return nil
}

// signals checks that signal numbers are in range.
func (c checker) signals(what string, signals []uint32) error {
	for _, s := range signals {
		if int(s) >= max(c.count, 2) {
			return fmt.Errorf("lanes: %s: signal %d of %d", what, s, c.count)
		}
	}
	return nil
}
