package evolution

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"

	"ludex/internal/trial"
)

// Format identifies the format of logs.
const Format = "ludex evolution 2"

// A Head is the first line of a log. A line for each candidate follows, and another one when it
// is tried again.
type Head struct {
	Format   string   `json:"format"`
	Settings Settings `json:"settings"`
	Games    []string `json:"games"` // hashes of the rules
}

// Head returns the head of the log of a run.
func (r *Run) Head() Head {
	h := Head{Format: Format, Settings: r.Settings}
	for _, s := range r.Seeds {
		h.Games = append(h.Games, s.rules.Hash())
	}
	return h
}

// maxLine is the length of the longest line of a log.
const maxLine = 64 << 20

// ReadLog reads the log of a run and returns the results in it by number, and the length of
// the complete lines: a line that was cut short when the program died does not count. The log
// of a run with other settings is an error; the number of mutants may differ. Second trials are
// kept for [Run.Confirm].
func (r *Run) ReadLog(in io.Reader) (known map[int]trial.Result, length int64, err error) {
	known = map[int]trial.Result{}
	lines := bufio.NewReaderSize(in, 1<<16)
	for number := 0; ; number++ {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF || len(line) > maxLine {
			return known, length, nil
		}
		if err != nil {
			return nil, 0, err
		}
		if number == 0 {
			err = r.checkHead(line)
		} else {
			var c Candidate
			if err = json.Unmarshal(line, &c); err == nil {
				known[c.Number] = c.Result
				if c.Again != nil {
					r.again[c.Number] = *c.Again
				}
			}
		}
		if err != nil {
			return nil, 0, fmt.Errorf("line %d: %w", number+1, err)
		}
		length += int64(len(line))
	}
}

func (r *Run) checkHead(line []byte) error {
	var h Head
	if err := json.Unmarshal(line, &h); err != nil {
		return err
	}
	want := r.Head()
	h.Settings.Mutants = want.Settings.Mutants
	switch {
	case h.Format != Format:
		return fmt.Errorf("the format is %q, and this program knows %q", h.Format, Format)
	case !slices.Equal(h.Games, want.Games):
		return errors.New("the run began with other games")
	case !reflect.DeepEqual(h.Settings, want.Settings):
		return errors.New("the run has other settings")
	}
	return nil
}
