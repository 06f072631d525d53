package timedscript

import (
	"fmt"
	"strings"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlmoves"
	"ludex/timed"
)

// A Timeline writes events for people to read.
type Timeline struct {
	Syntax gdl.Syntax // of moves and facts; AnySyntax is prefix
	Roles  []string   // of the game, for goals; nil if they are not known
	States bool       // whether states are shown
}

// Text returns an event as one or more complete lines.
func (t *Timeline) Text(e *timed.Event) string {
	var b strings.Builder
	line := func(format string, args ...any) {
		fmt.Fprintf(&b, "%-12v %s\n", e.Time, fmt.Sprintf(format, args...))
	}
	switch e.Kind {
	case timed.Joint, timed.Chance:
		line("%s", t.update(e))
		for _, p := range e.Percepts {
			if len(p.Sees) > 0 {
				line("  %s sees %s", p.Role, t.terms(p.Sees))
			}
		}
	case timed.Refused:
		line("%s: %s is refused: %s", e.Role, t.term(e.Move), e.Reason)
	case timed.Fault:
		line("%s has not moved and gets %s", e.Role, t.term(e.Move))
	case timed.Defect:
		line("defect: %s", e.Reason)
	case timed.Start:
		line("start")
	case timed.End:
		line("%s", t.endText(e))
	}
	if t.States {
		for _, f := range e.Facts {
			fmt.Fprintf(&b, "%-12s   %-12v %s\n", "", f.Lifetime, t.term(f.Fact))
		}
	}
	return b.String()
}

// update describes an update.
func (t *Timeline) update(e *timed.Event) string {
	var parts []string
	for _, m := range e.Moves {
		part := m.Role + ": " + t.term(m.Move)
		if m.At != e.Time {
			part += " (arrived at " + m.At.String() + ")"
		}
		parts = append(parts, part)
	}
	if len(e.Expired) > 0 {
		parts = append(parts, "expired: "+t.terms(e.Expired))
	}
	return strings.Join(parts, "; ")
}

func (t *Timeline) endText(e *timed.Event) string {
	switch {
	case e.Ending == timed.Terminal:
		return "the game is over: " + t.goals(e.Goals)
	case e.Reason != "":
		return e.Reason
	case e.Ending == timed.Stuck:
		return "stuck: nothing will expire and nobody can move"
	case e.Ending == timed.Idle:
		return "nothing will expire and nobody wants to move"
	}
	return "ended: " + string(e.Ending)
}

// goals returns the goals of all roles except chance.
func (t *Timeline) goals(values [][]int) string {
	if len(t.Roles) != len(values) {
		return fmt.Sprintf("goals %v", values)
	}
	var parts []string
	for r, list := range values {
		if t.Roles[r] == gdl.Random {
			continue
		}
		goal := "no goal"
		if len(list) > 0 {
			goal = strings.Trim(fmt.Sprint(list), "[]")
		}
		parts = append(parts, t.Roles[r]+" "+goal)
	}
	return strings.Join(parts, ", ")
}

func (t *Timeline) terms(texts []string) string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = t.term(text)
	}
	return strings.Join(out, ", ")
}

// term returns a canonical text in the syntax of the timeline.
func (t *Timeline) term(text string) string {
	if t.Syntax != gdl.Infix {
		return text
	}
	terms, err := gdlmoves.Terms(text, gdl.Prefix)
	if err != nil || len(terms) != 1 {
		return text
	}
	return gdlformat.Term(&terms[0], gdl.Infix)
}
