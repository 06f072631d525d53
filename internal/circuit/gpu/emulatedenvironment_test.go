package gpu

import "ludex/game"

// An EmulatedEnvironment steps plays of an environment by the interpreter.
type EmulatedEnvironment struct {
	e      *Environment
	mem    *memory
	before []int // by play: the phase before the last step
}

// Emulate returns plays, 32 for each of a number of threads, that begin.
func (e *Environment) Emulate(threads int, seed uint64) *EmulatedEnvironment {
	p := &EmulatedEnvironment{e: e, mem: e.newMemory(threads), before: make([]int, threads*Lanes)}
	first := e.Initial()
	random := game.NewRand(seed)
	for t := range threads {
		for w, v := range first {
			p.mem.words[w*threads+t] = v
		}
		p.mem.words[wordRandom0*threads+t], p.mem.words[wordRandom1*threads+t] = seeds(random)
	}
	return p
}

// Step makes a step in every play. The actions stand play by play, and in each of them role by
// role; -1 is one that is drawn. They must be legal.
func (p *EmulatedEnvironment) Step(actions []int32) {
	l := &p.e.Layout
	for i := range p.before {
		p.before[i] = p.phase(i)
	}
	for role := range l.Roles {
		r := &l.Roles[role]
		for i := range p.mem.threads * Lanes {
			a := actions[i*len(l.Roles)+role]
			p.set(i, r.Given, a >= 0)
			if a < 0 {
				continue
			}
			at := r.Positions[p.before[i]*r.Actions+int(a)]
			for k := range r.PositionBits {
				p.set(i, r.Position+k, at>>k&1 == 1)
			}
		}
	}
	p.e.interpret(p.mem, []uint32{1}, nil)
}

func (p *EmulatedEnvironment) word(i, word int) *uint32 {
	return &p.mem.words[word*p.mem.threads+i/Lanes]
}

func (p *EmulatedEnvironment) set(i, word int, on bool) {
	*p.word(i, word) &^= 1 << (i % Lanes)
	if on {
		*p.word(i, word) |= 1 << (i % Lanes)
	}
}

func (p *EmulatedEnvironment) bit(i, word int) bool { return *p.word(i, word)>>(i%Lanes)&1 == 1 }

// number returns a number given by planes.
func (p *EmulatedEnvironment) number(i, word, planes int) (n int) {
	for k := range planes {
		if p.bit(i, word+k) {
			n |= 1 << k
		}
	}
	return n
}

// phase returns the phase of a play.
func (p *EmulatedEnvironment) phase(i int) int {
	for k := range p.e.Layout.Phases {
		if p.bit(i, p.e.Layout.Phase+k) {
			return k
		}
	}
	return 0
}

// State returns a bit of the state of a play.
func (p *EmulatedEnvironment) State(i, k int) bool { return p.bit(i, p.e.Layout.State+k) }

// Legal says whether an action is legal for a role.
func (p *EmulatedEnvironment) Legal(i, role, action int) bool {
	return p.bit(i, p.e.Layout.Roles[role].Legal+action)
}

// Mask says whether an action is legal for the only role that has to decide something.
func (p *EmulatedEnvironment) Mask(i, action int) bool { return p.bit(i, p.e.Layout.Mask+action) }

// Decides says whether a role has to decide something.
func (p *EmulatedEnvironment) Decides(i, role int) bool {
	return p.bit(i, p.e.Layout.Roles[role].Decides)
}

// Done says whether a play has just ended, and was replaced.
func (p *EmulatedEnvironment) Done(i int) bool { return p.bit(i, p.e.Layout.Done) }

// Truncated says whether a play was just cut off, and replaced.
func (p *EmulatedEnvironment) Truncated(i int) bool { return p.bit(i, p.e.Layout.Truncated) }

// Goal returns the goal of a role in a play that has just ended.
func (p *EmulatedEnvironment) Goal(i, role int) int {
	r := &p.e.Layout.Roles[role]
	return p.number(i, r.Goal, r.GoalBits)
}

// Steps returns how many steps a play has.
func (p *EmulatedEnvironment) Steps(i int) int {
	return p.number(i, p.e.Layout.Steps, p.e.Layout.StepBits)
}

// Made returns the action of a role in the last step.
func (p *EmulatedEnvironment) Made(i, role int) int32 {
	r := &p.e.Layout.Roles[role]
	at := p.number(i, r.Made, r.PositionBits)
	for a := range r.Actions {
		if r.Positions[p.before[i]*r.Actions+a] == at {
			return int32(a)
		}
	}
	return -1
}

// Percept says whether a percept was perceived in the last step of a play that goes on.
func (p *EmulatedEnvironment) Percept(i, k int) bool { return p.bit(i, p.e.Layout.Percept+k) }
