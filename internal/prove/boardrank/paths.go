package boardrank

import (
	"errors"

	"ludex/rbg"
)

// paths are the rules as a nondeterministic automaton: a path from the start is a sequence of actions that the rules allow.
// A pattern is one action.
type paths struct {
	out   [][]way // by place
	start int32
}

// A way leads to a place.
type way struct {
	to   int32
	expr *rbg.Expr // the action, or nil for none
}

// errTooLong says that rules are too long to be looked at.
var errTooLong = errors.New("the rules are too long")

// newPaths returns the paths through rules.
func newPaths(rules *rbg.Expr) (*paths, error) {
	p := &paths{}
	p.start = p.place()
	return p, p.add(rules, p.start, p.place())
}

func (p *paths) place() int32 {
	p.out = append(p.out, nil)
	return int32(len(p.out) - 1)
}

func (p *paths) way(from, to int32, e *rbg.Expr) { p.out[from] = append(p.out[from], way{to, e}) }

// add adds the paths of an expression between two places. No way of an expression leads back to where it begins, or
// on from where it ends, unless that is the same place.
func (p *paths) add(e *rbg.Expr, from, to int32) error {
	if len(p.out) > maxPlaces {
		return errTooLong
	}
	switch e.Kind {
	case rbg.Sum:
		for _, k := range e.Kids {
			if err := p.add(k, from, to); err != nil {
				return err
			}
		}
		return nil
	case rbg.Concat:
		return p.addRow(e.Kids, from, to)
	case rbg.Star:
		loop := p.place()
		p.way(from, loop, nil)
		p.way(loop, to, nil)
		return p.add(e.Kids[0], loop, loop)
	}
	p.way(from, to, e)
	return nil
}

// addRow adds the paths of expressions one after the other.
func (p *paths) addRow(list []*rbg.Expr, from, to int32) error {
	if len(list) == 0 {
		p.way(from, to, nil)
		return nil
	}
	for _, k := range list[:len(list)-1] {
		next := p.place()
		if err := p.add(k, from, next); err != nil {
			return err
		}
		from = next
	}
	return p.add(list[len(list)-1], from, to)
}
