package formula

// A truth is what is known about a formula somewhere. The zero value is that it
// has not been looked at.
type truth uint8

const (
	unseen truth = iota
	no
	yes
	undecided // a limit was in the way
)

func truthOf(holds bool) truth {
	if holds {
		return yes
	}
	return no
}

func (t truth) not() truth {
	switch t {
	case yes:
		return no
	case no:
		return yes
	}
	return t
}

// A fold goes through truths that are joined by "and", or by "or". One false part
// decides a conjunction whatever the others are, and likewise one true part a
// disjunction; else one undecided part leaves it undecided.
type fold struct {
	decides truth // the part that decides: no for a conjunction, yes for a disjunction
	open    bool  // a part was undecided
}

// add takes a part into account and reports whether the whole is decided.
func (f *fold) add(t truth) bool {
	f.open = f.open || t == undecided
	return t == f.decides
}

// rest returns the whole if no part has decided it.
func (f *fold) rest() truth {
	if f.open {
		return undecided
	}
	return f.decides.not()
}
