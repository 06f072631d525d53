// Package recorddelta splits the record of a match that is being played into pieces, so
// that only what is new has to be saved or shown, and puts them together again.
package recorddelta

import "ludex/match"

// A Mark is a position in a growing record: the lengths of its lists.
type Mark struct{ States, Moves, Errors, Took, Faults, Log int }

// End returns the current end of a record.
func End(r *match.Record) Mark {
	d := &r.Details
	return Mark{len(r.States), len(r.Moves), len(r.Errors), len(d.Took), len(d.Faults), len(d.Log)}
}

// Head returns a record without the lists that grow with every step.
func Head(r *match.Record) *match.Record {
	h := *r
	h.States, h.Moves, h.StateTimes, h.Errors = nil, nil, nil, nil
	h.Details.Took, h.Details.Faults, h.Details.Log = nil, nil, nil
	return &h
}

// Since returns only what was added to a record after a mark.
func Since(r *match.Record, m Mark) *match.Record {
	d := &r.Details
	return &match.Record{
		States: r.States[m.States:], StateTimes: r.StateTimes[m.States:], Moves: r.Moves[m.Moves:], Errors: r.Errors[m.Errors:],
		Details: match.Details{Took: d.Took[m.Took:], Faults: d.Faults[m.Faults:], Log: d.Log[m.Log:]},
	}
}

// Append adds to a record what [Since] returned.
func Append(r, more *match.Record) {
	r.States, r.StateTimes = append(r.States, more.States...), append(r.StateTimes, more.StateTimes...)
	r.Moves, r.Errors = append(r.Moves, more.Moves...), append(r.Errors, more.Errors...)
	d, m := &r.Details, &more.Details
	d.Took, d.Faults, d.Log = append(d.Took, m.Took...), append(d.Faults, m.Faults...), append(d.Log, m.Log...)
}
