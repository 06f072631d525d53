package timedmatch

import (
	"fmt"
	"slices"
	"strings"

	"ludex/game"
	"ludex/timed"
)

// An Ending says how a match ended.
type Ending struct {
	Reason timed.Reason
	Time   timed.Time
	Goals  [][]int // by role, of a terminal state
	Err    error   // of a match that failed
}

// A ZenoError is returned when more than [MaxUpdates] updates happen at one
// instant, so that time stands still.
type ZenoError struct {
	Time  timed.Time
	Roles []string
	Last  [][]timed.Move // the last updates
}

// Error returns the instant and the last moves.
func (e *ZenoError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Zeno: more than %d updates at %v; the last moves:", MaxUpdates, e.Time)
	for _, moves := range e.Last {
		for _, m := range moves {
			fmt.Fprintf(&b, " %s:%s", e.Roles[m.Role], m.Text)
		}
	}
	return b.String()
}

// Ending returns how the match ended, or nil.
func (m *Match) Ending() *Ending { return m.ending }

// Finish ends a match that is not over: because no role wants to move, or from
// outside. Moves that have arrived are made before.
func (m *Match) Finish(reason timed.Reason) {
	if err := m.advance(m.time); err != nil || m.ending != nil {
		return
	}
	m.finish(&Ending{Reason: reason, Time: m.time})
}

// over ends a match in a terminal state.
func (m *Match) over() error {
	e := &Ending{Reason: timed.Terminal, Time: m.time}
	for r, name := range m.game.Roles() {
		values, err := m.game.Goals(m.state, game.Role(r))
		if err != nil {
			return m.fail(err)
		}
		e.Goals = append(e.Goals, slices.Clone(values))
		if len(values) != 1 && game.Role(r) != m.game.Random() {
			m.reportDefects([]string{fmt.Sprintf("%s has %d goal values in a terminal state", name, len(values))})
		}
	}
	m.finish(e)
	return nil
}

// fail ends a match with an error, which it returns.
func (m *Match) fail(err error) error {
	m.finish(&Ending{Reason: timed.Failed, Time: m.time, Err: err})
	return err
}

// finish ends the match. Moves that wait for a boundary are refused.
func (m *Match) finish(e *Ending) {
	for _, o := range m.waiting {
		_ = m.refuse(o, reasonOver) // the refusal is recorded
	}
	m.waiting = nil
	m.recordRefusals()
	m.ending = e
	m.observeEnd()
	m.notifyEnd()
}
