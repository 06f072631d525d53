package match_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/players/basic"
	"ludex/internal/rulestest"
	"ludex/match"
	"ludex/rules"
)

// An illegalPlayer sometimes answers with an illegal move.
type illegalPlayer struct {
	basic.Random
	asked int
}

func (c *illegalPlayer) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	switch c.asked++; c.asked % 4 {
	case 1:
		return 0, &game.IllegalMoveError{Text: "(jump 1 2)"}
	case 2:
		return 0, errors.New("gone")
	}
	return c.Random.Choose(ctx, legal)
}

func config(rs *rules.Rules, g game.Game, seed uint64) match.Config {
	c := match.Config{ID: "test.1", Rules: rs, Game: g, Seed: seed, Allowance: 5, MaxSteps: 60}
	for r := range g.Roles() {
		seat := match.Seat{Name: fmt.Sprintf("player %d", r)}
		if game.Role(r) != g.Random() {
			if seat.Player = new(basic.Random); r == 0 {
				seat.Player = new(illegalPlayer)
			}
		}
		c.Seats = append(c.Seats, seat)
	}
	return c
}

var games = []string{"tictactoe", "chess", "rockpaperscissors", "montyhall", "kuhnpoker", "eightpuzzle", "reversi-4x4", "minority"}

func TestRecordFollowsFromRules(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	for _, name := range games {
		t.Run(name, func(t *testing.T) {
			rs, g := rulestest.Open(t, name)
			for seed := range uint64(5) {
				var kept []int
				c := config(rs, g, seed)
				c.Keep = func(r *match.Record) error {
					kept = append(kept, len(r.Moves))
					return nil
				}
				r, err := match.Run(context.Background(), c)
				if err != nil {
					t.Fatal(err)
				}
				if len(kept) != len(r.Moves)+2 || !slices.IsSorted(kept) {
					t.Errorf("kept after %v steps", kept)
				}
				var file bytes.Buffer
				if err := r.Write(&file); err != nil {
					t.Fatal(err)
				}
				again, err := match.Read(&file)
				if err != nil || !reflect.DeepEqual(again, r) {
					t.Fatalf("%v: read\n%+v, wrote\n%+v", err, again, r)
				}
				found, err := again.Rules()
				if err != nil {
					t.Fatal(err)
				}
				if err := again.Check(context.Background(), found, g); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestTamperedRecords(t *testing.T) {
	rs, g := rulestest.Open(t, "tictactoe")
	changes := map[string]func(*match.Record){
		"a move":           func(r *match.Record) { r.Moves[0][0] = "(mark 3 9)" },
		"a substitute":     func(r *match.Record) { r.Moves[0][0], r.Moves[2][0] = r.Moves[2][0], r.Moves[0][0] },
		"a state":          func(r *match.Record) { r.States[1] = strings.Replace(r.States[1], "blank", "x", 1) },
		"the first state":  func(r *match.Record) { r.States[0] = strings.Replace(r.States[0], "blank", "x", 1) },
		"no state":         func(r *match.Record) { r.States[0] = "(" },
		"the end":          func(r *match.Record) { r.Moves = r.Moves[:2]; r.States = r.States[:3] },
		"half":             func(r *match.Record) { cut(r, 2) },
		"goals":            func(r *match.Record) { r.Goals[0]++ },
		"too few goals":    func(r *match.Record) { r.Goals = nil },
		"the seed":         func(r *match.Record) { r.Details.Seed++ },
		"the rules":        func(r *match.Record) { r.Details.Hash = "00" },
		"the roles":        func(r *match.Record) { r.Details.Roles = []string{"x", "o"} },
		"a missing answer": func(r *match.Record) { r.Errors[len(r.Errors)-1][0] = "TO"; r.Details.Seed += 7 },
		"both":             func(r *match.Record) { r.Aborted = true },
		"a row":            func(r *match.Record) { r.Moves[0] = r.Moves[0][:1] },
		"a goal more":      func(r *match.Record) { r.Goals = append(r.Goals, 100) },
		"points":           func(r *match.Record) { r.Details.Scores = []int{1, 0} },
		"a missing step": func(r *match.Record) {
			r.Moves = slices.Delete(r.Moves, 1, 2)
			r.States = slices.Delete(r.States, 1, 2)
		},
		"no names":         func(r *match.Record) { r.Names = nil },
		"a negative time":  func(r *match.Record) { r.StateTimes[0] = -1 },
		"time backwards":   func(r *match.Record) { r.StateTimes[2] = r.StateTimes[1] - 1 },
		"before the start": func(r *match.Record) { r.StartTime = r.StateTimes[0] + 1 },
		"a negative clock": func(r *match.Record) { r.Details.PlayClock = -5 },
		"another clock":    func(r *match.Record) { r.PlayClock = 5 },
		"other words":      func(r *match.Record) { r.Scrambled = true },
		"a negative took":  func(r *match.Record) { r.Details.Took[1][0] = -1 },
		"took of nobody":   func(r *match.Record) { r.Details.Took[0][0] = 7 },
		"a row of took":    func(r *match.Record) { r.Details.Took = r.Details.Took[1:] },
		"a fault of nobody": func(r *match.Record) {
			r.Details.Faults = append(r.Details.Faults, match.Fault{Step: len(r.Moves) - 1, Role: "nobody", Kind: "late"})
		},
		"a fault after the end": func(r *match.Record) {
			r.Details.Faults = append(r.Details.Faults, match.Fault{Step: len(r.Moves), Role: "white", Kind: "late"})
		},
		"a fault without an error": func(r *match.Record) {
			r.Details.Faults = append(r.Details.Faults, match.Fault{Step: len(r.Moves) - 1, Role: "black", Kind: "late"})
		},
		"an error without a fault": func(r *match.Record) { r.Errors[len(r.Errors)-1][1] = "TO" },
		"no faults":                func(r *match.Record) { r.Details.Faults = nil },
		"a kind of fault":          func(r *match.Record) { r.Details.Faults[0].Kind = "rude" },
		"a negative delay":         func(r *match.Record) { r.Details.Faults[0].Over = -1 },
		"who lost a seat":          func(r *match.Record) { r.Details.Retired = append(r.Details.Retired, "black") },
		"a reason":                 func(r *match.Record) { r.Details.Reason = "cheating" },
		"the version":              func(r *match.Record) { r.Details.Version = 0 },
		"the language":             func(r *match.Record) { r.Details.Language = "gdl-ii" },
		"the text of the rules":    func(r *match.Record) { r.Details.Rules += " " },
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			r, err := match.Run(context.Background(), config(rs, g, 3))
			if err != nil {
				t.Fatal(err)
			}
			key, err := match.NewKey()
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Sign(key); err != nil {
				t.Fatal(err)
			}
			change(r)
			if err := r.Check(context.Background(), rs, g); !errors.Is(err, match.ErrWrong) {
				t.Errorf("Check: %v", err)
			}
			if err := r.Verify(); !errors.Is(err, match.ErrForged) {
				t.Errorf("Verify: %v", err)
			}
		})
	}
}

func TestKeys(t *testing.T) {
	rs, g := rulestest.Open(t, "tictactoe")
	key, err := match.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := key.Write(&file); err != nil {
		t.Fatal(err)
	}
	c := config(rs, g, 1)
	if c.Key, err = match.ReadKey(&file); err != nil {
		t.Fatal(err)
	}
	r, err := match.Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Verify(); err != nil {
		t.Error(err)
	}
	if r.HostKey != key.Public() {
		t.Errorf("signed by %s and not by %s", r.HostKey, key.Public())
	}
	r.Signature = ""
	if err := r.Verify(); !errors.Is(err, match.ErrUnsigned) {
		t.Error(err)
	}
	for _, text := range []string{"", "{}", `{"SK":"1xx"}`, `{"SK":"0AAAA"}`} {
		if _, err := match.ReadKey(strings.NewReader(text)); err == nil {
			t.Errorf("%q is read as a key", text)
		}
	}
}

// TestKeepFails checks that a match does not go on if its record is not kept.
func TestKeepFails(t *testing.T) {
	rs, g := rulestest.Open(t, "tictactoe")
	full := errors.New("the disk is full")
	for fails := range 4 {
		c := config(rs, g, 1)
		calls := 0
		c.Keep = func(*match.Record) error {
			if calls++; calls > fails {
				return full
			}
			return nil
		}
		r, err := match.Run(context.Background(), c)
		if !errors.Is(err, full) || len(r.Moves) != fails {
			t.Errorf("%v after %d steps", err, len(r.Moves))
		}
	}
}

// TestNewerVersion checks that a record of a newer program is called that, whatever
// else is in it.
func TestNewerVersion(t *testing.T) {
	_, err := match.Decode([]byte(`{"ludex":{"version":3,"weather":"fine"}}`))
	if err == nil || err.Error() != "the match record is of version 3; this program knows 2" {
		t.Error(err)
	}
}

func FuzzRead(f *testing.F) {
	rs, g := rulestest.Open(f, "tictactoe")
	r, err := match.Run(context.Background(), config(rs, g, 1))
	if err != nil {
		f.Fatal(err)
	}
	var file bytes.Buffer
	if err := r.Write(&file); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Add([]byte(`{"states":["( (a) b"],"moves":[["x"]]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := match.Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		if r.Check(context.Background(), rs, g) == nil && r.Details.Hash != rs.Hash() {
			t.Error("other rules were played")
		}
		_ = r.Verify()
	})
}

// cut leaves the first steps of a record.
func cut(r *match.Record, steps int) {
	r.Moves, r.States, r.StateTimes, r.Errors = r.Moves[:steps], r.States[:steps+1], r.StateTimes[:steps+1], r.Errors[:steps+1]
}
