// Package timedscript reads scripts of moves in real time, and writes events as lines
// for people.
package timedscript

import (
	"cmp"
	"errors"
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
	err := eachLine(text, func(line string) error {
		o, err := parseOffer(g, line)
		if err == nil && o.Role == g.Random() {
			err = errors.New("random moves by itself")
		}
		out = append(out, o)
		return err
	})
	return sorted(out), err
}

// ParsePlay reads a play as [ParseScript] does, with the moves of random, too. A time alone
// says how long the play goes on at least; the result has the last of these times, or -1.
func ParsePlay(g *timed.Game, text string) (moves []timedmatch.Offer, until timed.Time, err error) {
	until = -1
	err = eachLine(text, func(line string) error {
		if !strings.Contains(line, ":") {
			t, err := parseTime(line)
			until = max(until, t)
			return err
		}
		o, err := parseOffer(g, line)
		moves = append(moves, o)
		return err
	})
	return sorted(moves), until, err
}

// eachLine calls visit for what is between semicolons and line breaks.
func eachLine(text string, visit func(line string) error) error {
	n := 0
	for _, line := range strings.FieldsFunc(text, func(c rune) bool { return c == ';' || c == '\n' }) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '%' || line[0] == '#' {
			continue
		}
		n++
		if err := visit(line); err != nil {
			return fmt.Errorf("move %d, %q: %w", n, line, err)
		}
	}
	return nil
}

func sorted(list []timedmatch.Offer) []timedmatch.Offer {
	slices.SortStableFunc(list, func(a, b timedmatch.Offer) int { return cmp.Compare(a.At, b.At) })
	return list
}

func parseTime(text string) (timed.Time, error) {
	t, err := timed.ParseTime(strings.TrimSpace(text))
	if err == nil && t > timed.MaxTime {
		err = fmt.Errorf("nothing happens after %v", timed.MaxTime)
	}
	return t, err
}

func parseOffer(g *timed.Game, text string) (o timedmatch.Offer, err error) {
	parts := strings.SplitN(text, ":", 3)
	if len(parts) != 3 {
		return o, errors.New("a move is written as time:role:move")
	}
	if o.At, err = parseTime(parts[0]); err != nil {
		return o, err
	}
	if o.Role, err = g.Role(strings.TrimSpace(parts[1])); err != nil {
		return o, err
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
