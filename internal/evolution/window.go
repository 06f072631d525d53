package evolution

import (
	"context"
	"errors"
	"fmt"

	"ludex/internal/trial"
)

// A window holds the candidates of a run that are being tried. They are taken into the run in
// their order. It belongs to one goroutine.
type window struct {
	run    *Run
	known  map[int]trial.Result
	try    Trier
	keep   func(*Candidate) error
	ctx    context.Context // ends with the first error, too
	cancel context.CancelFunc

	waiting []*Candidate // in their order
	done    map[*Candidate]bool
	trials  int // that are going on
	results chan tried
	failed  error
}

// tried is the result of a trial, or why there is none.
type tried struct {
	candidate *Candidate
	result    trial.Result
	err       error
}

func (r *Run) newWindow(ctx context.Context, known map[int]trial.Result, try Trier, keep func(*Candidate) error) *window {
	w := &window{run: r, known: known, try: try, keep: keep, done: map[*Candidate]bool{}, results: make(chan tried)}
	w.ctx, w.cancel = context.WithCancel(ctx)
	return w
}

// add begins to try a candidate, unless its result is known.
func (w *window) add(c *Candidate) {
	w.waiting = append(w.waiting, c)
	res, ok := w.known[c.Number]
	if ok {
		c.Result = res
	}
	if ok || c.Copy {
		w.done[c] = true
		return
	}
	w.trials++
	item := trial.Item{Key: fmt.Sprintf("game %d", c.Number), Rules: c.rules, Options: w.run.options(c)}
	go func() {
		res, err := w.try(w.ctx, item)
		w.results <- tried{c, res, err}
	}()
}

// takeUpTo takes candidates into the run until it has a number of them. It returns false if
// the run has to end before.
func (w *window) takeUpTo(number int) bool {
	for len(w.run.All) < number && w.ctx.Err() == nil {
		if w.done[w.waiting[0]] {
			w.take()
		} else {
			w.await()
		}
	}
	return w.ctx.Err() == nil
}

// take takes the first candidate into the run.
func (w *window) take() {
	c := w.waiting[0]
	w.waiting = w.waiting[1:]
	delete(w.done, c)
	w.run.place(c)
	w.run.All = append(w.run.All, c)
	if err := w.keep(c); err != nil {
		w.fail(err)
	}
}

// await waits for a result.
func (w *window) await() {
	t := <-w.results
	w.trials--
	switch {
	case t.err == nil:
		t.candidate.Result = t.result
		w.done[t.candidate] = true
	case w.ctx.Err() == nil:
		w.fail(t.err)
	}
}

func (w *window) fail(err error) {
	w.failed = errors.Join(w.failed, err)
	w.cancel()
}

// close waits for all trials, and takes in the candidates before the first one without a result. It
// returns the error with which the run has failed, and whether there is a result for each.
func (w *window) close() (complete bool, err error) {
	for w.trials > 0 {
		w.await()
	}
	for w.failed == nil && len(w.waiting) > 0 && w.done[w.waiting[0]] {
		w.take()
	}
	w.cancel()
	return len(w.waiting) == 0, w.failed
}
