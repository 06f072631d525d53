package circuit

import "context"

// A watch ends the building of a circuit when its context does. It travels with
// the nets and, as a panic, ends functions that would have no other use for
// errors; New makes an error of it again. The zero value ends nothing.
type watch struct {
	ctx   context.Context
	ticks int
}

// A stop is the panic of a watch.
type stop struct{ err error }

// watchEvery is how many ticks pass between two looks at the context.
const watchEvery = 1 << 10

// tick counts work.
func (w *watch) tick() {
	if w.ticks++; w.ticks%watchEvery == 0 {
		w.look()
	}
}

// look ends the building if the context has ended.
func (w *watch) look() {
	if w.ctx != nil && w.ctx.Err() != nil {
		panic(stop{w.ctx.Err()})
	}
}

// end stores why a watch has ended the calling function. From then on the watch
// ends nothing any more.
func (w *watch) end(err *error) {
	w.ctx = nil
	switch s := recover().(type) {
	case nil:
	case stop:
		*err = s.err
	default:
		panic(s)
	}
}
