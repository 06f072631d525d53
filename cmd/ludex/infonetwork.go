package main

import (
	"fmt"
	"io"
	"time"

	"ludex/internal/learn"
	"ludex/rules"
)

// A networkInfo is what the verb info says about the network that players use.
type networkInfo struct {
	Supplied bool         `json:"supplied"` // it comes with Ludex
	Plays    int          `json:"plays"`
	Seconds  float64      `json:"seconds"`
	Method   learn.Method `json:"method"`
	Helps    bool         `json:"helps"`
	Trial    *trialReport `json:"trial,omitempty"` // of the method

	model *learn.Model
}

// findNetwork returns the network for a description, or nil if there is none.
func findNetwork(r *rules.Rules) (*networkInfo, error) {
	m, err := learn.FindRules(r.Fingerprint())
	if err != nil || m == nil {
		return nil, err
	}
	n := &networkInfo{Supplied: m.Supplied, Plays: m.Plays, Seconds: m.Time.Seconds(), Method: m.Method, Helps: m.Helps(), model: m}
	if t := m.Proof(); t != nil {
		trial := newTrialReport(t)
		n.Trial = &trial
	}
	return n, nil
}

// write writes two lines; a label of the given width precedes the first one.
func (n *networkInfo) write(out io.Writer, width int) {
	if n == nil {
		return
	}
	place := "in the user's folder"
	if n.Supplied {
		place = "comes with Ludex"
	}
	fmt.Fprintf(out, "  %-*s%s, learned from %d plays in %v\n", width, "network", place, n.Plays, n.model.Time.Round(time.Second))
	how := "it does not help: " + n.Method.String() + " is better"
	switch t := n.Trial; {
	case n.Helps && t != nil:
		how = fmt.Sprintf("%s scores %s against %s in %d games", t.Method, scoreText(t.Score, t.Interval[0], t.Interval[1]), t.Against, t.Games)
	case !n.Helps && !n.model.Tried():
		how = untried
	}
	fmt.Fprintf(out, "  %-*s%s\n", width, "", how)
}
