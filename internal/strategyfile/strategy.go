package strategyfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// The format and version of a file.
const (
	Format  = "ludex strategy"
	Version = 1
)

// MaxSize is the maximum size of a file.
const MaxSize = 1 << 28

// A Strategy holds the strategies of the roles of a game.
type Strategy struct {
	Format   string  `json:"format"`
	Version  int     `json:"version"`
	Game     string  `json:"game"`
	Rules    string  `json:"rules,omitempty"`
	Plays    string  `json:"plays,omitempty"` // "" is not checked
	Method   string  `json:"method,omitempty"`
	NashConv float64 `json:"nashconv"`
	Roles    []Role  `json:"roles"`
}

// A Role is the strategy of one role.
type Role struct {
	Name    string  `json:"name"`
	Entries []Entry `json:"entries"`
}

// An Entry is the probabilities of the legal moves for a view.
type Entry struct {
	View  []Step             `json:"view"`
	Moves map[string]float64 `json:"moves"`
}

// ErrInvalid is returned for a file that is not a valid strategy.
var ErrInvalid = errors.New("no strategy")

// Read reads a strategy.
func Read(r io.Reader) (*Strategy, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("reading a strategy: %w", err)
	}
	if len(data) > MaxSize {
		return nil, fmt.Errorf("%w: the file has more than %d MB", ErrInvalid, MaxSize>>20)
	}
	// The version comes first: a later one may have fields that are unknown here.
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	if head.Format != Format || head.Version != Version {
		return nil, fmt.Errorf("%w: the format is %q in version %d, and %q in version %d is read here", ErrInvalid, head.Format, head.Version, Format, Version)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var b Strategy
	if err := d.Decode(&b); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return &b, b.check()
}

// Write writes a strategy, one entry per line.
func (b *Strategy) Write(w io.Writer) error {
	head := *b
	head.Format, head.Version, head.Roles = Format, Version, nil
	text, err := json.MarshalIndent(head, "", " ")
	if err != nil {
		return fmt.Errorf("writing a strategy: %w", err)
	}
	var out bytes.Buffer
	out.Write(bytes.TrimSuffix(text, []byte("null\n}")))
	out.WriteString("[")
	for i, r := range b.Roles {
		if i > 0 {
			out.WriteString(",")
		}
		if err := r.write(&out); err != nil {
			return fmt.Errorf("writing a strategy: %w", err)
		}
	}
	out.WriteString("]\n}\n")
	_, err = w.Write(out.Bytes())
	return err
}

func (r *Role) write(out *bytes.Buffer) error {
	name, err := json.Marshal(r.Name)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\n  {\"name\": %s, \"entries\": [", name)
	for i, e := range r.Entries {
		if i > 0 {
			out.WriteString(",")
		}
		line, err := json.Marshal(e)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "\n   %s", line)
	}
	out.WriteString("]}")
	return nil
}

// IsFor reports whether a strategy is for a game with a fingerprint. One that was written
// without a fingerprint is taken at its word.
func (b *Strategy) IsFor(plays string) bool { return b.Plays == "" || b.Plays == plays }

// tolerance is the allowed deviation of a sum of probabilities from 1.
const tolerance = 1e-6

// check validates a strategy.
func (b *Strategy) check() error {
	if math.IsNaN(b.NashConv) || math.IsInf(b.NashConv, 0) {
		return fmt.Errorf("%w: nashconv is no number", ErrInvalid)
	}
	names := map[string]bool{}
	for _, r := range b.Roles {
		if names[r.Name] {
			return fmt.Errorf("%w: there are two strategies for %s", ErrInvalid, r.Name)
		}
		names[r.Name] = true
		keys := map[string]bool{}
		for _, e := range r.Entries {
			if err := e.check(); err != nil {
				return fmt.Errorf("%w: %s: %s: %w", ErrInvalid, r.Name, e.text(), err)
			}
			k := e.key()
			if keys[k] {
				return fmt.Errorf("%w: %s: there are two entries for %s", ErrInvalid, r.Name, e.text())
			}
			keys[k] = true
		}
	}
	return nil
}

// text returns the view for a message.
func (e *Entry) text() string {
	var steps []string
	for _, s := range e.View {
		steps = append(steps, s.String())
	}
	return "view \"" + strings.Join(steps, "; ") + "\""
}

func (e *Entry) check() error {
	for _, s := range e.View {
		if len(s) == 0 {
			return errors.New("a step has no move")
		}
		if strings.ContainsAny(strings.Join(s, ""), separators) {
			return errors.New("a text has control characters")
		}
		if !slices.IsSorted(s[1:]) {
			return errors.New("what was perceived is not in order")
		}
	}
	if len(e.Moves) == 0 {
		return errors.New("there are no moves")
	}
	sum := 0.0
	for move, p := range e.Moves {
		if strings.ContainsAny(move, separators) {
			return errors.New("a text has control characters")
		}
		if !(p >= 0 && p <= 1) {
			return fmt.Errorf("the probability of %s is %g", move, p)
		}
		sum += p
	}
	if math.Abs(sum-1) > tolerance {
		return fmt.Errorf("the probabilities add up to %g", sum)
	}
	return nil
}
