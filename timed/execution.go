package timed

import (
	"fmt"
	"strings"
	"time"
)

// An Execution says when moves take effect.
type Execution struct {
	Model Model
	// Interval is the real time between boundaries of the model Interval.
	Interval time.Duration
}

// A Model is an execution model.
type Model uint8

// The execution models.
const (
	// Immediate lets a move take effect at the instant at which it arrives.
	Immediate Model = iota
	// Interval lets moves take effect at boundaries only, which follow each
	// other at equal intervals. Of each role the first move since the last
	// boundary that is legal at the boundary is made; the others are refused.
	// Lifetimes still run out at their own instants.
	Interval
	// StopClock is Immediate with a clock that halts while an update is
	// computed. In virtual time there is no difference.
	StopClock
)

var modelNames = [...]string{"immediate", "interval", "stop-clock"}

// String returns "immediate", "interval" or "stop-clock".
func (m Model) String() string { return modelNames[m] }

// String returns the form that ParseExecution reads.
func (e Execution) String() string {
	if e.Model == Interval {
		return fmt.Sprintf("%v:%v", e.Model, e.Interval)
	}
	return e.Model.String()
}

// ParseExecution reads "immediate", "interval:50ms" or "stop-clock".
func ParseExecution(s string) (Execution, error) {
	name, length, isInterval := strings.Cut(s, ":")
	switch {
	case s == Immediate.String():
		return Execution{}, nil
	case s == StopClock.String():
		return Execution{Model: StopClock}, nil
	case name == Interval.String() && isInterval:
		d, err := time.ParseDuration(length)
		if err != nil || d <= 0 {
			return Execution{}, fmt.Errorf("%q is no length of an interval: write, for example, interval:50ms", length)
		}
		return Execution{Interval, d}, nil
	}
	return Execution{}, fmt.Errorf("unknown execution model %q: use immediate, interval:50ms or stop-clock", s)
}
