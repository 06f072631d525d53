package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"ludex/internal/spelling"
)

// num writes a number with about three digits.
func num(x float64) string {
	digits := 0
	switch a := math.Abs(x); {
	case a == 0 || a >= 1000:
	case a < 10:
		digits = 2
	case a < 100:
		digits = 1
	}
	text := strconv.FormatFloat(x, 'f', digits, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// percent writes a part as a percentage.
func percent(x float64) string { return num(100*x) + " %" }

// whole writes a large whole number in groups of three digits.
func whole(n uint64) string {
	text := strconv.FormatUint(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// between writes the interval of an estimate, or "".
func (e Estimate) between(write func(float64) string) string {
	if e.Interval == nil {
		return ""
	}
	return fmt.Sprintf("%s to %s", write(e.Interval[0]), write(e.Interval[1]))
}

// text writes an estimate with its interval.
func (e Estimate) text(write func(float64) string) string {
	switch between := e.between(write); {
	case e.N == 0:
		return "not measured"
	case between == "":
		return write(e.Mean)
	default:
		return fmt.Sprintf("%s (%s)", write(e.Mean), between)
	}
}

// plural writes a number of things.
func plural[N int | uint64](n N, thing string) string {
	return spelling.CountText(whole(uint64(n)), thing)
}

// list writes things with commas and an "and".
func list(things []string) string {
	if len(things) < 2 {
		return strings.Join(things, "")
	}
	last := len(things) - 1
	return strings.Join(things[:last], ", ") + " and " + things[last]
}

// title returns the title of the game.
func (a *About) title() string {
	if a.Title != "" {
		return a.Title
	}
	return a.Name
}

// unit is what lengths are counted in.
func (a *About) unit() string {
	if a.Timed {
		return "units of time"
	}
	return "steps"
}

// budget says how long the player thinks.
func (m *Method) budget() string {
	if m.Clock > 0 {
		return m.Clock.String() + " a move"
	}
	return plural(m.Nodes, "node") + " a move"
}

// Missing says what remains to be played, or "".
func (d *Data) Missing() string {
	var parts []string
	missing := func(got, all int, what string) {
		if got < all {
			parts = append(parts, fmt.Sprintf("%s of %s %s", whole(uint64(got)), whole(uint64(all)), what))
		}
	}
	random, self := d.Random.Playouts, len(d.Self)
	if d.Timed != nil {
		random = d.Timed.Plays
	}
	if d.SelfTimed != nil {
		self = int(d.SelfTimed.Plays)
	}
	missing(int(random), d.Method.Playouts, "random plays")
	missing(self, d.Method.Games, "games of the player against itself")
	bouts := 0
	for _, r := range d.Method.Rivals {
		bouts += r.Games
	}
	missing(len(d.Bouts), bouts, "games against rivals or between weaker players")
	views := 0
	if d.Views != nil {
		views = int(d.Views.Plays)
	}
	missing(views, d.Method.Views, "plays in which information sets are followed")
	return list(parts)
}
