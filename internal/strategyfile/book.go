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

// What a file says that it is.
const (
	Format  = "ludex strategy"
	Version = 1
)

// MaxSize is how large a file may be.
const MaxSize = 1 << 28

// A Book says how the roles of a game choose their moves.
type Book struct {
	Format   string  `json:"format"`
	Version  int     `json:"version"`
	Game     string  `json:"game"`
	Rules    string  `json:"rules,omitempty"`
	Plays    string  `json:"plays"`
	Method   string  `json:"method,omitempty"`
	NashConv float64 `json:"nashconv"`
	Roles    []Role  `json:"roles"`
}

// A Role is the strategy of one role.
type Role struct {
	Name    string  `json:"name"`
	Entries []Entry `json:"entries"`
}

// An Entry says how likely each legal move is for a role that has a view.
type Entry struct {
	View  []Step             `json:"view"`
	Moves map[string]float64 `json:"moves"`
}

// ErrBook is reported for a file that is no strategy, or not a sound one.
var ErrBook = errors.New("no strategy")

// Read reads a book.
func Read(r io.Reader) (*Book, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("reading a strategy: %w", err)
	}
	if len(data) > MaxSize {
		return nil, fmt.Errorf("%w: the file has more than %d MB", ErrBook, MaxSize>>20)
	}
	// The version comes first: a later one may have fields that are unknown here.
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBook, err)
	}
	if head.Format != Format || head.Version != Version {
		return nil, fmt.Errorf("%w: the format is %q in version %d, and %q in version %d is read here", ErrBook, head.Format, head.Version, Format, Version)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var b Book
	if err := d.Decode(&b); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBook, err)
	}
	return &b, b.check()
}

// Write writes a book, an entry a line.
func (b *Book) Write(w io.Writer) error {
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

// tolerance is how far probabilities may be from adding up to 1.
const tolerance = 1e-6

// check reports what is wrong with a book.
func (b *Book) check() error {
	if math.IsNaN(b.NashConv) || math.IsInf(b.NashConv, 0) {
		return fmt.Errorf("%w: nashconv is no number", ErrBook)
	}
	names := map[string]bool{}
	for _, r := range b.Roles {
		if names[r.Name] {
			return fmt.Errorf("%w: there are two strategies for %s", ErrBook, r.Name)
		}
		names[r.Name] = true
		keys := map[string]bool{}
		for _, e := range r.Entries {
			if err := e.check(); err != nil {
				return fmt.Errorf("%w: %s: %s: %w", ErrBook, r.Name, e.text(), err)
			}
			k := e.key()
			if keys[k] {
				return fmt.Errorf("%w: %s: there are two entries for %s", ErrBook, r.Name, e.text())
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
