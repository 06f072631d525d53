package circuit

import (
	"context"

	"ludex/internal/sleep"
)

// A canceller aborts the building of a circuit when its context ends. It panics, since
// the functions on the way have no other use for errors; New recovers the error. The zero
// value never aborts.
type canceller struct {
	ctx   context.Context
	ticks int
}

// cancelled is the value of the panic.
type cancelled struct{ err error }

// watchEvery is the number of ticks between two checks of the context.
const watchEvery = 1 << 10

// tick counts work.
func (w *canceller) tick() {
	if w.ticks++; w.ticks%watchEvery == 0 {
		w.look()
	}
}

// look panics if the context has ended.
func (w *canceller) look() {
	sleep.Turn()
	if w.ctx != nil && w.ctx.Err() != nil {
		panic(cancelled{w.ctx.Err()})
	}
}

// end recovers the panic and stores its error. The canceller never aborts afterwards.
func (w *canceller) end(err *error) {
	w.ctx = nil
	switch s := recover().(type) {
	case nil:
	case cancelled:
		*err = s.err
	default:
		panic(s)
	}
}
