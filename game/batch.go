package game

// Percepts holds what roles perceive in several positions, in flat memory that is
// reused. Set Roles before use.
type Percepts struct {
	Roles  []Role    // whose percepts are wanted
	Values []Percept // position by position, and in each of them role by role
	Ends   []int     // by position and role: where the percepts end in Values
}

// Of returns what a role, given by its index in Roles, perceives in a position, in
// the order of the canonical texts. The caller must not change it.
func (p *Percepts) Of(position, role int) []Percept {
	k := position*len(p.Roles) + role
	if k == 0 {
		return p.Values[:p.Ends[0]]
	}
	return p.Values[p.Ends[k-1]:p.Ends[k]]
}

// Reset removes everything except the roles.
func (p *Percepts) Reset() { p.Values, p.Ends = p.Values[:0], p.Ends[:0] }

// Close marks the end of the percepts of one role in one position, which have been
// appended to Values.
func (p *Percepts) Close() { p.Ends = append(p.Ends, len(p.Values)) }

// StepAll makes a joint move in each of several states, as defined by [Batcher]. It
// uses the machine's own implementation if there is one.
func StepAll(m Machine, states []State, joints []Move, dst []State, seen *Percepts) []State {
	if b := MachineCapabilitiesOf(m).Batch; b != nil {
		return b.StepAll(states, joints, dst, seen)
	}
	return ScalarStepAll(m, states, joints, dst, seen)
}

// ScalarStepAll does what [StepAll] does, one state at a time.
func ScalarStepAll(m Machine, states []State, joints []Move, dst []State, seen *Percepts) []State {
	if seen != nil {
		seen.Reset()
	}
	if len(states) == 0 {
		return dst
	}
	roles := len(joints) / len(states)
	for i, s := range states {
		joint := joints[i*roles : (i+1)*roles]
		dst = Extend(dst, 1)
		dst[len(dst)-1] = m.Next(s, joint, dst[len(dst)-1])
		if seen != nil {
			seen.Add(m, s, joint)
		}
	}
	return dst
}

// Add appends the percepts of one more position, in which a joint move is made.
func (p *Percepts) Add(m Machine, s State, joint []Move) {
	for _, r := range p.Roles {
		p.Values = m.Percepts(s, joint, r, p.Values)
		p.Close()
	}
}

// Extend appends n states. It reuses states between the length and the capacity of
// dst, and with them their memory.
func Extend(dst []State, n int) []State {
	if room := cap(dst) - len(dst); room < n {
		dst = append(dst[:cap(dst)], make([]State, n-room)...)[:len(dst)]
	}
	return dst[:len(dst)+n]
}
