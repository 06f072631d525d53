package timed

import (
	"errors"

	"ludex/gdl"
)

// constants are the numbers that the rules name. Shapes keep them, while other
// numbers become holes.
type constants struct {
	times   []Time // the first is Forever
	numbers map[Time]int32
}

// newConstants finds the numbers of an encoded program.
func newConstants(p *gdl.Program) *constants {
	c := &constants{numbers: map[Time]int32{}}
	c.add(Forever)
	p.Walk(func(t *gdl.Term) {
		if t.Kind != gdl.Constant {
			return
		}
		// To the rules, 007 and 7 are different constants. But as a lifetime 007
		// means 7, so 7 is a constant, too.
		if l, err := gdl.ParseLifetime(t.Name); err == nil {
			c.add(Time(l))
		}
	})
	return c
}

func (c *constants) add(t Time) {
	if _, ok := c.numbers[t]; !ok {
		c.numbers[t] = int32(len(c.times))
		c.times = append(c.times, t)
	}
}

// value returns a lifetime in a state with the given numbers.
func (c *constants) value(l life, values []Time) Time {
	if l < 0 {
		return c.times[^l]
	}
	return values[l]
}

// term returns a lifetime as the rules see it.
func (c *constants) term(l life) gdl.Term {
	if l < 0 {
		return gdl.Const(c.times[^l].String())
	}
	return holeTerm(int32(l))
}

var errNoLifetime = errors.New("it is neither a positive number nor infinity")

// life reads a term of a shape as a lifetime.
func (c *constants) life(t *gdl.Term) (life, error) {
	if n, ok := holeNumber(t); ok {
		return life(n), nil
	}
	if t.Kind != gdl.Constant {
		return 0, errNoLifetime
	}
	l, err := gdl.ParseLifetime(t.Name)
	switch {
	case errors.Is(err, gdl.ErrNotLifetime):
		return 0, errNoLifetime
	case err != nil:
		return 0, err
	}
	n, ok := c.numbers[Time(l)]
	if !ok {
		return 0, errNoLifetime // not reached: all numbers come from the rules or are holes
	}
	return life(^n), nil
}
