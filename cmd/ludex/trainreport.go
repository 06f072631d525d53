package main

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"ludex/internal/learn"
	"ludex/internal/printable"
)

// A networkReport is the output about a network.
type networkReport struct {
	Game      string        `json:"game"`
	File      string        `json:"file,omitempty"`
	Supplied  bool          `json:"supplied,omitempty"` // it comes with Ludex
	Rules     string        `json:"rules"`              // their fingerprint
	Seed      uint64        `json:"seed"`
	Features  int           `json:"features"`
	Hidden    int           `json:"hidden"`
	Plays     int           `json:"plays"`
	Positions int           `json:"positions"`
	Seconds   float64       `json:"seconds"`
	Method    learn.Method  `json:"method"`
	Confident bool          `json:"confident"` // the trials show that the network is better than playouts
	Trials    []trialReport `json:"trials"`
	Curve     []pointReport `json:"curve"`
	Stopped   bool          `json:"stopped,omitempty"`

	model *learn.Model
}

// A trialReport is a series of matches between two ways of playing.
type trialReport struct {
	Method   learn.Method `json:"method"`
	Against  learn.Method `json:"against"`
	Plays    int          `json:"plays"`
	Clock    float64      `json:"clock_seconds"`
	Games    int          `json:"games"`
	Score    float64      `json:"score"`
	Interval [2]float64   `json:"interval"`
}

// A pointReport is a point of the learning curve. The first one has no score against the
// network of the point before.
type pointReport struct {
	Seconds  float64      `json:"seconds"`
	Plays    int          `json:"plays"`
	Loss     float64      `json:"loss"`
	Score    *float64     `json:"score"`
	Interval *[2]float64  `json:"interval"`
	Playouts *trialReport `json:"playouts"`
}

func newNetworkReport(m *learn.Model, file string) *networkReport {
	shape := m.Net.Shape()
	r := &networkReport{
		Game: m.Game, File: file, Supplied: m.Supplied, Rules: m.Rules, Seed: m.Seed, Features: shape.Features, Hidden: shape.Hidden,
		Plays: m.Plays, Positions: m.Positions, Seconds: m.Time.Seconds(), Method: m.Method, Confident: m.Confident(), Trials: []trialReport{}, Curve: []pointReport{}, model: m,
	}
	for i := range m.Trials {
		if t := &m.Trials[i]; t.Games > 0 {
			r.Trials = append(r.Trials, newTrialReport(t))
		}
	}
	for _, p := range m.Curve {
		point := pointReport{Seconds: p.Time.Seconds(), Plays: p.Plays, Loss: p.Loss}
		if p.High > 0 {
			point.Score, point.Interval = &p.Score, &[2]float64{p.Low, p.High}
		}
		if p.Playouts != nil {
			trial := newTrialReport(p.Playouts)
			point.Playouts = &trial
		}
		r.Curve = append(r.Curve, point)
	}
	return r
}

func newTrialReport(t *learn.Trial) trialReport {
	return trialReport{
		Method: t.Method, Against: t.Against, Plays: t.Plays, Clock: t.Clock.Seconds(), Games: t.Games,
		Score: t.Score, Interval: [2]float64{t.Low, t.High},
	}
}

func (r *networkReport) writeJSON(out io.Writer) error {
	return json.NewEncoder(printable.JSONWriter(out)).Encode(r)
}

// writeAll writes everything that is known about a network.
func (r *networkReport) writeAll(out io.Writer) error {
	fmt.Fprintf(out, "%s\n", printable.Line(r.Game))
	row := func(name, format string, args ...any) {
		fmt.Fprintf(out, "  %-13s %s\n", name, fmt.Sprintf(format, args...))
	}
	row("learned from", "%d plays, %d positions, in %v", r.Plays, r.Positions, r.model.Time.Round(time.Millisecond))
	row("network", "%d features, %d hidden units, seed %d", r.Features, r.Hidden, r.Seed)
	row("rules", "%s", printable.Line(r.Rules))
	if len(r.model.Curve) > 0 {
		table := curveTable{out: out}
		if err := table.write(r.model.Curve); err != nil {
			return err
		}
	}
	return r.writeResult(out, 0)
}

// writeResult writes the trials from a number on, how the network is best used, and where
// it is.
func (r *networkReport) writeResult(out io.Writer, first int) error {
	if err := writeTrials(out, r.model.Trials[min(first, len(r.model.Trials)):]); err != nil {
		return err
	}
	switch {
	case !r.model.Helps() && !r.model.Tried():
		fmt.Fprintln(out, untried)
	case r.Method.Search == learn.Playouts:
		fmt.Fprintf(out, "best used by: %s, since the network does not help yet\n", r.Method)
	default:
		fmt.Fprintf(out, "best used by: %s\n", r.Method)
	}
	place := "is in " + r.File
	if r.Supplied {
		place = "comes with Ludex"
	}
	_, err := fmt.Fprintf(out, "the network of %d plays %s\n", r.Plays, place)
	return err
}

// untried says that there is nothing to say about how a network is best used.
const untried = "how it is best used is not known: there was no time for enough trials yet"

// writeTrials writes a table of trials, without those for which there was no time.
func writeTrials(out io.Writer, trials []learn.Trial) error {
	const columns = "%10s %8s %6s  %-20s  %s\n"
	headed := false
	for _, t := range trials {
		if t.Games == 0 {
			continue
		}
		if !headed {
			headed = true
			fmt.Fprintf(out, columns, "plays", "a move", "games", "score", "trial")
		}
		_, err := fmt.Fprintf(out, columns, fmt.Sprint(t.Plays), t.Clock.Round(time.Millisecond), fmt.Sprint(t.Games),
			scoreText(t.Score, t.Low, t.High), fmt.Sprintf("%s against %s", t.Method, t.Against))
		if err != nil {
			return err
		}
	}
	return nil
}

// scoreText writes a score with its interval.
func scoreText(score, low, high float64) string {
	return fmt.Sprintf("%.2f (%.2f to %.2f)", score, low, high)
}

// A curveTable writes the points of a learning curve as they come.
type curveTable struct {
	out    io.Writer
	shown  int // points that need not be written any more
	headed bool
}

func (t *curveTable) write(curve []learn.Point) error {
	const columns = "%8s %10s %8s  %-20s  %s\n"
	if !t.headed {
		t.headed = true
		if _, err := fmt.Fprintf(t.out, columns, "time", "plays", "loss", "against the last", "against playouts"); err != nil {
			return err
		}
	}
	for ; t.shown < len(curve); t.shown++ {
		p := &curve[t.shown]
		last, playouts := "-", "-"
		if p.High > 0 {
			last = scoreText(p.Score, p.Low, p.High)
		}
		if p.Playouts != nil {
			playouts = scoreText(p.Playouts.Score, p.Playouts.Low, p.Playouts.High)
		}
		_, err := fmt.Fprintf(t.out, columns, shortTime(p.Time), fmt.Sprint(p.Plays), fmt.Sprintf("%.4f", p.Loss), last, playouts)
		if err != nil {
			return err
		}
	}
	return nil
}

// shortTime writes a time in seconds, or tenths of them if it is short.
func shortTime(d time.Duration) string {
	if d < 10*time.Second {
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}
