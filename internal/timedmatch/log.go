package timedmatch

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/strictjson"
	"ludex/timed"
)

// A Log is the complete record of a match. As text it has one JSON object per
// line: the header, then the events. Two matches are the same if and only if their
// logs have the same bytes.
type Log struct {
	Header Header
	Events []timed.Event
}

// A Header says what was played, and how.
type Header struct {
	Format    string     `json:"log"` // logFormat
	Game      string     `json:"game"`
	Rules     string     `json:"rules"` // hash of the description
	Roles     []string   `json:"roles"`
	Seed      uint64     `json:"seed"`
	Execution string     `json:"execution"`
	Unit      string     `json:"unit"`
	MaxTime   timed.Time `json:"maxTime"`
	MaxEvents int        `json:"maxEvents"`
	TurnClock string     `json:"turnClock,omitempty"`
}

// logFormat is how every log begins: its kind and its version.
const logFormat = "ludex timed 1"

// maxLine is how long a line of a log may be.
const maxLine = 64 << 20

// rulesHash returns the hash by which a log knows a description.
func rulesHash(p *gdl.Program) string {
	q := *p
	q.Comments = nil
	return fmt.Sprintf("%x", sha256.Sum256(gdlformat.Program(&q, gdl.Infix)))
}

// NewHeader returns the header for a match.
func NewHeader(g *timed.Game, opt timed.MatchOptions) Header {
	h := Header{Format: logFormat, Game: g.Name(), Rules: rulesHash(g.Program()), Roles: g.Roles(), Seed: opt.Seed,
		Execution: opt.Execution.String(), Unit: opt.Unit.String(), MaxTime: timed.MaxTime, MaxEvents: opt.MaxEvents,
		TurnClock: opt.TurnClock}
	if opt.Unit == 0 {
		h.Unit = timed.DefaultUnit.String()
	}
	if opt.MaxTime > 0 {
		h.MaxTime = min(opt.MaxTime, timed.MaxTime)
	}
	if opt.MaxEvents == 0 {
		h.MaxEvents = DefaultMaxEvents
	}
	return h
}

// options returns the options of the match, without those that only watch it.
func (h *Header) options() (timed.MatchOptions, error) {
	opt := timed.MatchOptions{Seed: h.Seed, MaxTime: h.MaxTime, MaxEvents: h.MaxEvents, TurnClock: h.TurnClock}
	var err error
	if opt.Execution, err = timed.ParseExecution(h.Execution); err != nil {
		return opt, err
	}
	opt.Unit, err = time.ParseDuration(h.Unit)
	if err == nil && opt.Unit <= 0 {
		err = fmt.Errorf("a unit cannot take %v", opt.Unit)
	}
	return opt, err
}

// A Recorder writes the log of a match while it is played. Its method Observe is
// for [timed.MatchOptions].
type Recorder struct {
	w   io.Writer
	err error
}

// NewRecorder returns a recorder that has written the header of a log.
func NewRecorder(w io.Writer, h Header) *Recorder {
	r := &Recorder{w: w}
	r.write(h)
	return r
}

// Observe writes an event.
func (r *Recorder) Observe(e *timed.Event) { r.write(e) }

// Err returns the first error of writing.
func (r *Recorder) Err() error { return r.err }

func (r *Recorder) write(v any) {
	if r.err != nil {
		return
	}
	line, err := jsonLine(v)
	if err == nil {
		_, err = r.w.Write(line)
	}
	r.err = err
}

// jsonLine returns the line of a header or an event.
func jsonLine(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return b.Bytes(), err
}

// WriteTo writes the text of the log.
func (l *Log) WriteTo(w io.Writer) (int64, error) {
	count := &countingWriter{w: w}
	r := NewRecorder(count, l.Header)
	for i := range l.Events {
		r.Observe(&l.Events[i])
	}
	return count.n, r.err
}

type countingWriter struct {
	w io.Writer
	n int64
}

func (c *countingWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// ReadLog reads the text of a log. It checks that the log is consistent; [Replay]
// checks that it is the log of a match.
func ReadLog(r io.Reader) (*Log, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	l := &Log{}
	number := 0
	for lines.Scan() {
		number++
		if err := l.readLine(number, lines.Bytes()); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading a log: %w", err)
	}
	if number == 0 {
		return nil, errors.New("a log begins with a header, but the text is empty")
	}
	return l, nil
}

// ReadLines reads a log from the lines that a record keeps, which people may have
// indented.
func ReadLines(lines []json.RawMessage) (*Log, error) {
	var text bytes.Buffer
	for _, l := range lines {
		if err := json.Compact(&text, l); err != nil {
			return nil, err
		}
		text.WriteByte('\n')
	}
	return ReadLog(&text)
}

func (l *Log) readLine(number int, line []byte) error {
	if number == 1 {
		if err := strictjson.Unmarshal(line, &l.Header); err != nil {
			return err
		}
		if l.Header.Format != logFormat {
			return fmt.Errorf("the log has the format %q, not %q", l.Header.Format, logFormat)
		}
		_, err := l.Header.options()
		return err
	}
	var e timed.Event
	if err := strictjson.Unmarshal(line, &e); err != nil {
		return err
	}
	if err := l.checkEvent(&e); err != nil {
		return err
	}
	l.Events = append(l.Events, e)
	return nil
}

// checkEvent makes sure that an event can follow those before it.
func (l *Log) checkEvent(e *timed.Event) error {
	last := timed.Event{Kind: timed.Start}
	if n := len(l.Events); n > 0 {
		last = l.Events[n-1]
	}
	switch {
	case e.Number != len(l.Events):
		return fmt.Errorf("event %d has the number %d", len(l.Events), e.Number)
	case (e.Kind == timed.Start) != (e.Number == 0):
		return errors.New("a log starts with the event start, and only once")
	case last.Kind == timed.End:
		return errors.New("there is an event after the end")
	case e.Time < last.Time || e.Time > timed.MaxTime:
		return fmt.Errorf("the time %v is out of order", e.Time)
	case !slices.Contains([]timed.Kind{timed.Start, timed.Joint, timed.Chance, timed.Refused, timed.Fault, timed.Defect, timed.End}, e.Kind):
		return fmt.Errorf("unknown kind of event %q", e.Kind)
	case e.Kind == timed.Chance && len(e.Moves) != 1:
		return errors.New("random makes one move at a time")
	}
	for _, m := range e.Moves {
		if !slices.Contains(l.Header.Roles, m.Role) {
			return fmt.Errorf("there is no role %q", m.Role)
		}
	}
	return nil
}
