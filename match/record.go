package match

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"ludex/internal/printable"
	"ludex/internal/strictjson"
	"ludex/player"
	"ludex/timed"
)

// A Record is everything known about a match, as JSON. Its outer fields have the
// names and meanings that public tools for matches use; everything else is in
// Details. Symbols are those of the rules, even if the players were given scrambled
// ones.
//
// There is one more state, and one more time, than there are moves.
type Record struct {
	ID           string     `json:"matchId"`
	Token        string     `json:"randomToken,omitempty"`
	StartTime    int64      `json:"startTime"` // in milliseconds since 1970, like all times
	GameURL      string     `json:"gameMetaURL,omitempty"`
	Completed    bool       `json:"isCompleted"`
	Aborted      bool       `json:"isAborted"`
	States       []string   `json:"states"` // each a list of facts
	Moves        [][]string `json:"moves"`  // in the order of the roles
	StateTimes   []int64    `json:"stateTimes"`
	Errors       [][]string `json:"errors"` // by role, of the start and of each step: "", "TO", "CE" or "IL move"
	Goals        []int      `json:"goalValues,omitempty"`
	PreviewClock int        `json:"previewClock"` // -1: there was none
	StartClock   int        `json:"startClock"`   // in seconds
	PlayClock    int        `json:"playClock"`
	Names        []string   `json:"playerNamesFromHost"`
	Human        []bool     `json:"isPlayerHuman,omitempty"`
	Tournament   string     `json:"tournamentNameFromHost,omitempty"`
	Scrambled    bool       `json:"scrambled"`

	HostKey   string `json:"matchHostPK,omitempty"`
	Signature string `json:"matchHostSignature,omitempty"`

	Details Details `json:"ludex"`
}

// Chance is the name that records give to chance, where it has a role.
const Chance = "chance"

// Version is the version of records. Records of version 1 do not say where a play
// began, and are signed in another form.
const Version = 2

// Details hold what is needed to check a match and the actions of its players.
type Details struct {
	Version  int    `json:"version"`
	Game     string `json:"game"`
	Language string `json:"language"`
	Hash     string `json:"rulesHash"` // SHA-256 of the text
	Rules    string `json:"rules,omitempty"`
	// Reading says how the rules were read, unless with the default options.
	Reading *Reading `json:"reading,omitempty"`

	Roles []string `json:"roles"`
	// Seed determines the moves of chance and the moves in place of missing ones, see
	// [player.Chance].
	Seed         uint64 `json:"seed,string"`
	ScrambleSeed uint64 `json:"scrambleSeed,string,omitempty"`
	// Unseeded says that the moves of chance, and in place of missing ones, do not
	// follow from the seed and cannot be checked.
	Unseeded bool `json:"unseeded,omitempty"`
	// FromPosition says that the play began at the first of the states, which is
	// not the initial state of the game.
	FromPosition bool `json:"fromPosition,omitempty"`

	StartClock int64 `json:"startClockMs"`
	PlayClock  int64 `json:"playClockMs"`
	Nodes      int   `json:"nodes,omitempty"`
	Allowance  int   `json:"allowance,omitempty"`
	MaxSteps   int   `json:"maxSteps,omitempty"`

	Took    [][]float64 `json:"tookMs,omitempty"` // by step and role: how long answers took
	Faults  []Fault     `json:"faults,omitempty"`
	Retired []string    `json:"retired,omitempty"` // roles that the manager played to the end
	Scores  []int       `json:"scores,omitempty"`  // in the game's own points
	Notes   []string    `json:"notes,omitempty"`   // what players have to say, by role
	CutOff  bool        `json:"cutOff,omitempty"`  // the match was aborted by its limit of steps
	Reason  string      `json:"reason,omitempty"`  // why the match was aborted

	// Log is the record of a match in real time, see package timed.
	Log []json.RawMessage `json:"log,omitempty"`
}

// A Fault is an error of a player.
type Fault struct {
	Step  int     `json:"step"` // counted from 0; -1 is the start
	Role  string  `json:"role"`
	Kind  string  `json:"kind"`           // late, illegal or failed
	Move  string  `json:"move,omitempty"` // that is not legal, if it could be read
	Error string  `json:"error,omitempty"`
	Over  float64 `json:"overMs,omitempty"` // how late the answer was
}

// public returns the fault as public match records have it.
func (f Fault) public() string {
	switch player.FaultKind(f.Kind) {
	case player.Late:
		return "TO"
	case player.Illegal:
		return strings.TrimSpace("IL " + f.Move)
	}
	return "CE"
}

// Counts reports whether the match has a valid end: it is over, or was cut off by a
// limit that was set in advance.
func (r *Record) Counts() bool {
	d := &r.Details
	switch {
	case r.Completed:
		return true
	case !r.Aborted:
		return false
	case !r.IsTimed():
		return d.CutOff || r.isOld() && strings.HasPrefix(d.Reason, "cut off after ")
	}
	var last timed.Event
	err := json.Unmarshal(d.Log[len(d.Log)-1], &last)
	return err == nil && last.Kind == timed.End && last.Ending != timed.Failed
}

// MaxRecord is the largest size of a record that is read.
const MaxRecord = 256 << 20

// Read reads a record.
func Read(in io.Reader) (*Record, error) {
	data, err := io.ReadAll(io.LimitReader(in, MaxRecord+1))
	if err != nil {
		return nil, fmt.Errorf("reading a match record: %w", err)
	}
	if len(data) > MaxRecord {
		return nil, fmt.Errorf("a match record of more than %d MB", MaxRecord>>20)
	}
	return Decode(data)
}

// Decode reads a record from its JSON text, which must be unambiguous: the error is
// a [*strictjson.KeyError] if a key is repeated, unknown or spelled with another
// case.
func Decode(data []byte) (*Record, error) {
	r := new(Record)
	err := strictjson.Unmarshal(data, r)
	if version := r.Details.Version; version > Version { // it may have other keys
		return nil, fmt.Errorf("the match record is of version %d; this program knows %d", version, Version)
	}
	if err != nil {
		return nil, fmt.Errorf("not a match record: %w", err)
	}
	return r, nil
}

// Write writes the record as indented JSON that is safe to print on a terminal.
func (r *Record) Write(out io.Writer) error {
	e := json.NewEncoder(printable.JSONWriter(out))
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

// stateText writes facts as a list.
func stateText(facts []string) string { return "( " + strings.Join(facts, " ") + " )" }
