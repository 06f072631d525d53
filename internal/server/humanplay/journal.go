package humanplay

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"ludex/internal/server/tablelog"
	"ludex/timed"
)

// A journal is the log of a table in real time in the store. The table is made from it after
// a restart. It is safe for concurrent use.
type journal struct {
	table  string
	writer tablelog.Writer

	mu     sync.Mutex
	number int // of the last entry
}

// An entryKind is a kind of entry of a journal.
type entryKind string

// The kinds of entries.
const (
	laid   entryKind = JournalKind // the first: what is played, and by whom
	begun  entryKind = "begun"     // a match
	played entryKind = "played"    // more of the log of the match
	paused entryKind = "paused"    // the match, at a time
	ended  entryKind = "ended"     // the match, with a result
	again  entryKind = "again"     // another match will begin
	closed entryKind = "closed"
)

// JournalKind is the kind of the first event of a table in real time.
const JournalKind = "real time"

// A journalEntry is an entry of a journal. Which fields are set depends on its kind.
type journalEntry struct {
	Kind   entryKind         `json:"kind"`
	Setup  *timedSetup       `json:"setup,omitempty"`
	Match  string            `json:"match,omitempty"` // the name of its record
	UnitMs int64             `json:"unitMs,omitempty"`
	Lines  []json.RawMessage `json:"lines,omitempty"` // of the log of the match
	Time   timed.Time        `json:"time,omitempty"`
	Result *Result           `json:"result,omitempty"`
	Record string            `json:"record,omitempty"` // the name of the saved record
	Swap   bool              `json:"swap,omitempty"`
}

// A timedSetup says what is played at a table in real time.
type timedSetup struct {
	Game      string            `json:"game"` // its name
	Text      string            `json:"text"` // its rules, which may change in the library
	Role      string            `json:"role"`
	Opponents map[string]string `json:"opponents"`
	ClockMs   int64             `json:"clockMs"`
	Nodes     int               `json:"nodes"`
	UnitMs    int64             `json:"unitMs"`
	Seed      uint64            `json:"seed"`
	Holder    string            `json:"holder"` // the hash of the secret of the seat
}

// open stores the table with its first entry.
func (j *journal) open(ctx context.Context, s tablelog.Store, setup timedSetup, sum Summary) error {
	body, err := json.Marshal(journalEntry{Kind: laid, Setup: &setup})
	if err != nil {
		return err
	}
	about, err := json.Marshal(sum)
	if err != nil {
		return err
	}
	now := time.Now()
	j.number = 1
	return s.CreateTable(ctx, tablelog.Summary{Table: j.table, Changed: now, Body: about}, tablelog.Event{At: now, Body: body, Holder: setup.Holder})
}

// add appends an entry. It is durable when add returns.
func (j *journal) add(ctx context.Context, e journalEntry) error {
	if j == nil {
		return nil
	}
	var body bytes.Buffer
	lines := json.NewEncoder(&body)
	lines.SetEscapeHTML(false) // lines of logs stay as they are
	if err := lines.Encode(e); err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	err := j.writer.Append(ctx, tablelog.Event{Table: j.table, Number: j.number + 1, At: time.Now(), Body: bytes.TrimSpace(body.Bytes())})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrStore, err)
	}
	j.number++
	return nil
}

// summarise stores what lists show of the table.
func (j *journal) summarise(sum Summary, over bool) {
	if j == nil {
		return
	}
	if body, err := json.Marshal(sum); err == nil { // a summary can always be written
		j.writer.Summarise(tablelog.Summary{Table: j.table, Changed: time.Now(), Over: over, Body: body})
	}
}

// setup returns what the journal has to know of a session.
func (b *base) setup() timedSetup {
	e := b.opt.Entry
	name := e.Rules.File.Name()
	if about := e.About(); about.Library {
		name = about.Name
	}
	return timedSetup{
		Game: name, Text: e.Rules.Text(), Role: b.opt.Role, Opponents: b.opt.Opponents, ClockMs: b.opt.Clock.Milliseconds(), Nodes: b.opt.Nodes,
		UnitMs: b.opt.Unit.Milliseconds(), Seed: b.opt.Seed, Holder: hex.EncodeToString(b.secret[:]),
	}
}

// A Summary is what lists show of a table.
type Summary struct {
	Game  SummaryGame   `json:"game"`
	Seats []SummarySeat `json:"seats"`
}

// A SummaryGame is the game of a table.
type SummaryGame struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

// A SummarySeat is a seat of a table.
type SummarySeat struct {
	Role   string `json:"role"`
	Player string `json:"player"`
	Holder string `json:"holder,omitempty"`
	Chance bool   `json:"chance,omitempty"`
	Turn   bool   `json:"turn,omitempty"` // it has to decide
}
