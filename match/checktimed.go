package match

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"ludex/internal/timedmatch"
	"ludex/rules"
	"ludex/source"
	"ludex/timed"
)

// checkTimed checks a match in real time: a replay with the moves as they arrived
// must give the same events, and the states, moves, faults and goals outside the
// log must agree with it. It uses its own game, since the given one may be in use.
func (r *Record) checkTimed(ctx context.Context, g *timed.Game) error {
	g, giveBack, err := g.Borrow()
	if err != nil {
		return err
	}
	defer giveBack()
	if !slices.Equal(r.Details.Roles, g.Roles()) {
		return wrong("the roles are %v", g.Roles())
	}
	if err := r.checkCommon(); err != nil {
		return err
	}
	log, err := timedmatch.ReadLines(r.Details.Log)
	if err != nil {
		return wrong("the log: %w", err)
	}
	named := rules.Rules{File: source.NewFile(log.Header.Game, nil)}
	if log.Header.Seed != r.Details.Seed || named.Name() != r.Details.Game {
		return wrong("the log is of another match")
	}
	if err := r.checkLog(ctx, g, log); err != nil {
		return err
	}
	return r.checkOutside(g, log)
}

// checkLog replays a log. If the manager was killed, the log may be any prefix of
// the replay.
func (r *Record) checkLog(ctx context.Context, g *timed.Game, log *timedmatch.Log) error {
	if len(log.Events) == 0 {
		return nil
	}
	err := timedmatch.Replay(ctx, g, log, timed.MatchOptions{})
	ended := log.Events[len(log.Events)-1].Kind == timed.End
	var mismatch *timedmatch.MismatchError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case !ended && errors.As(err, &mismatch) && mismatch.Want == "":
		return nil
	}
	return wrong("%w", err)
}

// checkOutside checks that the public fields of the record agree with the log.
func (r *Record) checkOutside(g *timed.Game, log *timedmatch.Log) error {
	again := &Record{Errors: [][]string{make([]string, len(g.Roles()))}}
	var last timed.Event
	for _, last = range log.Events {
		again.note(&last, g, time.Time{})
	}
	reasons := []string{string(last.Ending), last.Reason}
	if last.Kind != timed.End { // it was aborted, or is still running
		again.Aborted, reasons = r.Aborted, []string{r.Details.Reason}
	}
	switch d := &r.Details; {
	case r.outside() != again.outside():
		return wrong("its states, moves, faults, goals or end are not those of its log")
	case !slices.Contains(reasons, d.Reason):
		return wrong("it ended for the reason %q", reasons[0])
	case len(r.StateTimes) != len(r.States):
		return wrong("%d states and %d times", len(r.States), len(r.StateTimes))
	case len(d.Took)+len(d.Retired)+len(d.Scores) > 0 || d.CutOff || d.Unseeded || d.FromPosition:
		return wrong("it has what a match in real time does not have")
	}
	return nil
}

// outside returns the fields that follow from a log, as text to compare.
func (r *Record) outside() string {
	text, _ := json.Marshal(struct { // texts and numbers can always be written
		States    []string   `json:",omitempty"`
		Moves     [][]string `json:",omitempty"`
		Errors    [][]string `json:",omitempty"`
		Goals     []int      `json:",omitempty"`
		Faults    []Fault    `json:",omitempty"`
		Completed bool
		Aborted   bool
	}{r.States, r.Moves, r.Errors, r.Goals, r.Details.Faults, r.Completed, r.Aborted})
	return string(text)
}
