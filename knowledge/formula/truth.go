package formula

// A truthValue is a truth value of three-valued (Kleene) logic. The zero value means
// that it has not been computed.
type truthValue uint8

const (
	unseen truthValue = iota
	no
	yes
	undecided // a limit was in the way
)

func truthOf(holds bool) truthValue {
	if holds {
		return yes
	}
	return no
}

func (t truthValue) not() truthValue {
	switch t {
	case yes:
		return no
	case no:
		return yes
	}
	return t
}

// A fold combines truth values by "and" or "or". One false operand decides a
// conjunction, and one true operand a disjunction; otherwise one undecided operand
// makes it undecided.
type fold struct {
	decides truthValue // the part that decides: no for a conjunction, yes for a disjunction
	open    bool       // a part was undecided
}

// add adds an operand and reports whether the result is decided.
func (f *fold) add(t truthValue) bool {
	f.open = f.open || t == undecided
	return t == f.decides
}

// rest returns the result if no operand has decided it.
func (f *fold) rest() truthValue {
	if f.open {
		return undecided
	}
	return f.decides.not()
}
