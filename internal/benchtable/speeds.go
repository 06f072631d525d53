package benchtable

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Speeds are published or measured speeds, by game.
type Speeds []Speed

// A Speed is the speed of a game elsewhere, in states per second; 0 is unknown.
type Speed struct {
	Game        string
	Perft, Flat float64
}

// maxSpeeds bounds the games of a file.
const maxSpeeds = 10_000

// ReadSpeeds reads lines game,perft,flat; the first one may be that heading. Numbers
// may be missing; empty lines and lines that begin with # are skipped.
func ReadSpeeds(r io.Reader) (Speeds, error) {
	c := csv.NewReader(r)
	c.Comment = '#'
	c.FieldsPerRecord = -1
	c.TrimLeadingSpace = true
	c.ReuseRecord = true
	var all Speeds
	for first := true; ; first = false {
		fields, err := c.Read()
		if errors.Is(err, io.EOF) && len(all) == 0 {
			return nil, errors.New("there is no line with a game")
		}
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		line, _ := c.FieldPos(0)
		if first && isHeading(fields) {
			continue
		}
		s, err := readSpeed(fields)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		if len(all) == maxSpeeds {
			return nil, fmt.Errorf("line %d: there are more than %d games", line, maxSpeeds)
		}
		if all.find(func(word string) bool { return word == plain(s.Game) }) != nil {
			return nil, fmt.Errorf("line %d: %s is there twice", line, s.Game)
		}
		all = append(all, s)
	}
}

// isHeading reports whether a line names the columns.
func isHeading(fields []string) bool {
	return len(fields) == 3 && plain(fields[0]) == "game" && plain(fields[1]) == "perft" && plain(fields[2]) == "flat"
}

func readSpeed(fields []string) (Speed, error) {
	if len(fields) != 3 {
		return Speed{}, fmt.Errorf("a line has game, perft and flat, with commas between them, not %d fields", len(fields))
	}
	s := Speed{Game: strings.TrimSpace(fields[0])}
	if plain(s.Game) == "" {
		return Speed{}, errors.New("the game has no name")
	}
	var err error
	if s.Perft, err = readRate(fields[1]); err == nil {
		s.Flat, err = readRate(fields[2])
	}
	return s, err
}

// readRate reads a number of states per second.
func readRate(field string) (float64, error) {
	field = strings.TrimSpace(field)
	if field == "" {
		return 0, nil
	}
	x, err := strconv.ParseFloat(field, 64)
	if err != nil || !(x > 0 && x < 1e18) {
		return 0, fmt.Errorf("%q is no number of states a second, such as 1910000 or 1.91e6", field)
	}
	return x, nil
}

// find returns the first speed whose normalized game name is accepted.
func (s Speeds) find(called func(word string) bool) *Speed {
	for i := range s {
		if called(plain(s[i].Game)) {
			return &s[i]
		}
	}
	return nil
}
