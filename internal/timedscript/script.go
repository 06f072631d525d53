// Package timedscript reads scripts of moves in real time, and writes events as lines
// for people.
package timedscript

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludex/internal/timedmatch"
	"ludex/timed"
)

// ParseScript reads moves written as time:role:move, separated by ";" or line
// breaks, and returns them in the order of their times. Lines that begin with "%"
// or "#" are comments.
func ParseScript(g *timed.Game, text string) ([]timedmatch.Offer, error) {
	var out []timedmatch.Offer
	for _, line := range strings.FieldsFunc(text, func(c rune) bool { return c == ';' || c == '\n' }) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '%' || line[0] == '#' {
			continue
		}
		o, err := parseOffer(g, line)
		if err != nil {
			return nil, fmt.Errorf("move %d, %q: %w", len(out)+1, line, err)
		}
		out = append(out, o)
	}
	slices.SortStableFunc(out, func(a, b timedmatch.Offer) int { return cmp.Compare(a.At, b.At) })
	return out, nil
}

func parseOffer(g *timed.Game, text string) (o timedmatch.Offer, err error) {
	parts := strings.SplitN(text, ":", 3)
	if len(parts) != 3 {
		return o, fmt.Errorf("a move is written as time:role:move")
	}
	if o.At, err = timed.ParseTime(strings.TrimSpace(parts[0])); err != nil {
		return o, err
	}
	if o.At > timed.MaxTime {
		return o, fmt.Errorf("nothing happens after %v", timed.MaxTime)
	}
	if o.Role, err = g.Role(strings.TrimSpace(parts[1])); err != nil {
		return o, err
	}
	if o.Role == g.Random() {
		return o, fmt.Errorf("random moves by itself")
	}
	o.Move, err = g.MoveText(parts[2])
	return o, err
}

// ParseRate reads a number of moves per unit of time, such as 2 or 0.5.
func ParseRate(s string) (timed.Rate, error) {
	t, err := timed.ParseTime(s)
	if err != nil || t == timed.Forever || t%1000 != 0 || t > 1_000_000*timed.Unit {
		return 0, fmt.Errorf("%s is no rate: at most 1000000 moves a unit, with at most 6 digits after the point", strconv.Quote(s))
	}
	return timed.Rate(t / 1000), nil
}
