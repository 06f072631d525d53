package match

// A Mark is a position in a growing record: the lengths of its lists.
type Mark struct{ States, Moves, Errors, Took, Faults, Log int }

// Mark returns the current end of the record.
func (r *Record) Mark() Mark {
	d := &r.Details
	return Mark{len(r.States), len(r.Moves), len(r.Errors), len(d.Took), len(d.Faults), len(d.Log)}
}

// Head returns the record without the lists that grow with every step.
func (r *Record) Head() *Record {
	h := *r
	h.States, h.Moves, h.StateTimes, h.Errors = nil, nil, nil, nil
	h.Details.Took, h.Details.Faults, h.Details.Log = nil, nil, nil
	return &h
}

// Since returns only what was added to the record after a mark.
func (r *Record) Since(m Mark) *Record {
	d := &r.Details
	return &Record{
		States: r.States[m.States:], StateTimes: r.StateTimes[m.States:], Moves: r.Moves[m.Moves:], Errors: r.Errors[m.Errors:],
		Details: Details{Took: d.Took[m.Took:], Faults: d.Faults[m.Faults:], Log: d.Log[m.Log:]},
	}
}

// Append adds what [Record.Since] returned.
func (r *Record) Append(more *Record) {
	r.States, r.StateTimes = append(r.States, more.States...), append(r.StateTimes, more.StateTimes...)
	r.Moves, r.Errors = append(r.Moves, more.Moves...), append(r.Errors, more.Errors...)
	d, m := &r.Details, &more.Details
	d.Took, d.Faults, d.Log = append(d.Took, m.Took...), append(d.Faults, m.Faults...), append(d.Log, m.Log...)
}
