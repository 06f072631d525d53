package rbgcheck

import (
	"encoding/binary"

	"ludex/rbg"
)

// A hasher numbers expressions. Expressions of the same form get the same number.
type hasher struct {
	known map[*rbg.Expr]int
	forms map[string]int
}

func newHasher() *hasher { return &hasher{known: map[*rbg.Expr]int{}, forms: map[string]int{}} }

// id returns the number of an expression.
func (h *hasher) id(e *rbg.Expr) int {
	if n, ok := h.known[e]; ok {
		return n
	}
	form := []byte{byte(e.Kind)}
	add := func(n int) { form = binary.AppendVarint(form, int64(n)) }
	switch e.Kind {
	case rbg.Shift:
		add(e.Label)
	case rbg.On:
		for _, piece := range e.Pieces {
			add(piece)
		}
	case rbg.Off:
		add(e.Piece)
	case rbg.Assign:
		add(e.Variable)
		add(h.arith(e.Value))
	case rbg.Switch:
		add(e.Player)
	case rbg.Compare:
		add(int(e.Op))
		add(h.arith(e.Left))
		add(h.arith(e.Right))
	default:
		if e.Negative {
			add(1)
		}
		for _, k := range e.Kids {
			add(h.id(k))
		}
	}
	n := h.number(form)
	h.known[e] = n
	return n
}

// arith returns the number of an arithmetic expression.
func (h *hasher) arith(a *rbg.Arith) int {
	form := []byte{0xff, byte(a.Kind)}
	form = binary.AppendVarint(form, a.Number)
	form = binary.AppendVarint(form, int64(a.Ref))
	for _, k := range a.Kids {
		form = binary.AppendVarint(form, int64(h.arith(k)))
	}
	return h.number(form)
}

func (h *hasher) number(form []byte) int {
	n, ok := h.forms[string(form)]
	if !ok {
		n = len(h.forms)
		h.forms[string(form)] = n
	}
	return n
}
