package lanes

import (
	"encoding/binary"
	"slices"
)

// A version holds the values of all cells and variables, like a version in SSA form.
type version struct {
	id    int32
	slots []int32 // values: first the cells, then the variables
}

// An env is a version with a few changes. It is immutable.
type env struct {
	id      int32 // equal ones have the same id
	version *version
	changes []change // by slot
}

// A change gives a slot a new value. old holds the pieces that the slot can have held in
// the version, or is 0 if they are unknown.
type change struct {
	slot, value int32
	old         uint64
}

// at returns the value of a slot.
func (e *env) at(slot int32) int32 {
	for _, c := range e.changes {
		if c.slot == slot {
			return c.value
		}
	}
	return e.version.slots[slot]
}

// envs interns versions and environments.
type envs struct {
	known    map[string]*env
	versions map[string]*version
	key      []byte
	bytes    int64 // an estimate
}

// newVersion returns the version with given values.
func (s *envs) newVersion(slots []int32) *version {
	k := s.key[:0]
	for _, v := range slots {
		k = binary.LittleEndian.AppendUint32(k, uint32(v))
	}
	s.key = k
	v := s.versions[string(k)]
	if v == nil {
		s.bytes += int64(100 + 2*len(k))
		v = &version{int32(len(s.versions)), slots}
		s.versions[string(k)] = v
	}
	return v
}

// of returns the environment with a version and changes, sorted by slot.
func (s *envs) of(v *version, changes []change) *env {
	k := binary.LittleEndian.AppendUint32(s.key[:0], uint32(v.id))
	for _, c := range changes {
		k = binary.LittleEndian.AppendUint32(k, uint32(c.slot))
		k = binary.LittleEndian.AppendUint32(k, uint32(c.value))
		k = binary.LittleEndian.AppendUint64(k, c.old)
	}
	s.key = k
	e, ok := s.known[string(k)]
	if !ok {
		s.bytes += int64(150 + 2*len(k))
		e = &env{int32(len(s.known)), v, slices.Clone(changes)}
		s.known[string(k)] = e
	}
	return e
}

// with returns e with a new value for a slot.
func (s *envs) with(e *env, slot, value int32) *env {
	return s.put(e, change{slot: slot, value: value})
}

// put returns e with a change added or replaced.
func (s *envs) put(e *env, to change) *env {
	list := make([]change, 0, len(e.changes)+1)
	done := e.version.slots[to.slot] == to.value
	for _, c := range e.changes {
		if !done && c.slot >= to.slot {
			list = append(list, to)
			done = true
		}
		if c.slot != to.slot {
			list = append(list, c)
		}
	}
	if !done {
		list = append(list, to)
	}
	return s.of(e.version, list)
}

// within returns e with only the changes to slots of a set.
func (s *envs) within(e *env, slots cellSet) *env {
	kept := 0
	for _, c := range e.changes {
		if slots.has(c.slot) {
			kept++
		}
	}
	if kept == len(e.changes) {
		return e
	}
	list := make([]change, 0, kept)
	for _, c := range e.changes {
		if slots.has(c.slot) {
			list = append(list, c)
		}
	}
	return s.of(e.version, list)
}
