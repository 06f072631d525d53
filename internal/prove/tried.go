package prove

import (
	"context"
	"fmt"
)

// open is the answer that says what was tried, and up to where nothing was found.
func (a *attempt) open(ctx context.Context) *Answer {
	text := a.tried()
	if ctx.Err() != nil {
		text = "the time was over: " + text
	}
	return &Answer{Verdict: Open, Method: text}
}

// tried says what was tried.
func (a *attempt) tried() string {
	with := fmt.Sprintf("with %d invariants", len(a.known))
	if len(a.known) == 1 {
		with = "with 1 invariant"
	}
	switch {
	case a.proof != "":
		return "a proof was found (" + a.proof + "), but not written down and checked"
	case a.unranked:
		return fmt.Sprintf("no ranking was found %s, no loop in random plays, and none of up to %d steps at %d of their states", with, shortLoops, a.unlooped)
	case a.depth < 0:
		return fmt.Sprintf("not proved %s, and no random play %s", with, a.shows())
	}
	return fmt.Sprintf("not proved %s, and no random play and none of up to %d steps %s", with, a.depth, a.shows())
}

// shows says what a play would do to the question.
func (a *attempt) shows() string {
	if a.question.Reach {
		return "shows it"
	}
	return "violates it"
}
