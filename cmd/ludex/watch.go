package main

import (
	"fmt"
	"io"
	"strings"
	"sync"

	"ludex/internal/printable"
	"ludex/internal/recorddelta"
	"ludex/match"
)

// A watcher shows matches during play, a line for each step. Several matches may be
// played at a time.
type watcher struct {
	mu  sync.Mutex
	out io.Writer
}

// keep returns a function that saves a record by another function and then shows what
// is new.
func (w *watcher) keep(kept func(*match.Record) error) func(*match.Record) error {
	var mark recorddelta.Mark
	return func(r *match.Record) error {
		if kept != nil {
			if err := kept(r); err != nil {
				return err
			}
		}
		w.show(r, mark)
		mark = recorddelta.End(r)
		return nil
	}
}

func (w *watcher) show(r *match.Record, since recorddelta.Mark) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if since.States == 0 {
		fmt.Fprintf(w.out, "%s: %s\n", r.ID, printable.Line(strings.Join(r.Names, " against ")))
	}
	for i := since.Moves; i < len(r.Moves); i++ {
		var made []string
		for role, m := range r.Moves[i] {
			if m != "" {
				made = append(made, r.Details.Roles[role]+" "+m)
			}
		}
		fmt.Fprintf(w.out, "%s: %d. %s\n", r.ID, i+1, printable.Line(strings.Join(made, ", ")))
	}
	for _, f := range r.Details.Faults[since.Faults:] {
		fmt.Fprintf(w.out, "%s: %s\n", r.ID, faultText(f))
	}
	switch {
	case r.Completed:
		fmt.Fprintf(w.out, "%s: the end, %s\n", r.ID, goalsText(r))
	case r.Aborted:
		fmt.Fprintf(w.out, "%s: not over, %s\n", r.ID, printable.Line(r.Details.Reason))
	}
}

// goalsText returns the goals of a match by role.
func goalsText(r *match.Record) string {
	var goals []string
	for i, g := range r.Goals {
		if i < len(r.Details.Roles) {
			goals = append(goals, fmt.Sprintf("%s %d", printable.Line(r.Details.Roles[i]), g))
		}
	}
	return strings.Join(goals, ", ")
}
