package ground

import "encoding/binary"

// A canon renumbers variables in the order in which they are met, so that
// conditions that differ only in the names of variables have equal keys.
type canon struct {
	number []int32 // by variable of the original; -1 if not met yet
	met    []int32 // the original's variables in the new order
	key    []byte
}

func newCanon(variables int) *canon {
	c := &canon{number: make([]int32, variables)}
	for i := range c.number {
		c.number[i] = -1
	}
	return c
}

func (c *canon) write(v int32) { c.key = binary.AppendVarint(c.key, int64(v)) }

// literal returns the renumbered literal and adds it to the key.
func (c *canon) literal(l *literal) literal {
	c.write(int32(l.kind))
	c.write(l.rel)
	return literal{kind: l.kind, rel: l.rel, args: c.patterns(l.args)}
}

func (c *canon) patterns(ps []pattern) []pattern {
	c.write(int32(len(ps)))
	out := make([]pattern, len(ps))
	for i := range ps {
		out[i] = c.pattern(&ps[i])
	}
	return out
}

func (c *canon) pattern(p *pattern) pattern {
	c.write(int32(p.kind))
	switch p.kind {
	case patVariable:
		v := c.variable(p.id)
		c.write(v)
		return pattern{kind: patVariable, id: v}
	case patFunction:
		c.write(p.id)
		return pattern{kind: patFunction, id: p.id, args: c.patterns(p.args)}
	}
	c.write(p.id)
	return *p
}

func (c *canon) variable(v int32) int32 {
	if c.number[v] < 0 {
		c.number[v] = int32(len(c.met))
		c.met = append(c.met, v)
	}
	return c.number[v]
}

// key returns a string that is equal for rules that differ only in the names of
// variables.
func (r *rule) key() string {
	c := newCanon(len(r.names))
	c.literal(&r.head)
	for i := range r.body {
		c.literal(&r.body[i])
	}
	return string(c.key)
}
