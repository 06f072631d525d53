package variation

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"ludex/internal/trial"
)

// Format identifies the format of files that keep results.
const Format = "ludex variation 1"

// A Head is the first line of a file that keeps results. A [Line] for each variant follows.
type Head struct {
	Format  string        `json:"format"`
	Hash    string        `json:"hash"`
	Options trial.Options `json:"options"`
}

// A Line is the result of a variant.
type Line struct {
	Key    string       `json:"key"`
	Result trial.Result `json:"result"`
}

// Head returns the head of a file that keeps the results of the sweep.
func (s *Sweep) Head() Head { return Head{Format, s.Hash, s.Options} }

// Take takes the results that a file has, and returns the length of its complete lines: one
// that was cut short when the program died does not count. The file may be that of a sweep
// over other values, but not of another game or other options.
func (s *Sweep) Take(in io.Reader) (length int64, err error) {
	byKey := map[string]*Variant{}
	for _, v := range s.Variants {
		byKey[v.key] = v
	}
	lines := bufio.NewReaderSize(in, 1<<16)
	for number := 1; ; number++ {
		text, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return length, nil
		}
		if err != nil {
			return 0, err
		}
		var l Line
		if number == 1 {
			err = s.checkHead(text)
		} else if err = json.Unmarshal(text, &l); err == nil && byKey[l.Key] != nil {
			byKey[l.Key].Result = &l.Result
		}
		if err != nil {
			return 0, fmt.Errorf("line %d: %w", number, err)
		}
		length += int64(len(text))
	}
}

func (s *Sweep) checkHead(text []byte) error {
	var h Head
	if err := json.Unmarshal(text, &h); err != nil {
		return err
	}
	switch want := s.Head(); {
	case h.Format != Format:
		return fmt.Errorf("the format is %q, and this program knows %q", h.Format, Format)
	case h.Hash != want.Hash:
		return errors.New("the results are those of other rules")
	case !reflect.DeepEqual(h, want):
		return errors.New("the results were found in another way: with other numbers of plays, another player or another seed")
	}
	return nil
}
