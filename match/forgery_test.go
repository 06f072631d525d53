package match_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/players/basic"
	"ludex/internal/rulestest"
	"ludex/internal/strictjson"
	"ludex/match"
	"ludex/player"
	"ludex/rules"
)

// newKey returns a key with its public part.
func newKey(t testing.TB) (*match.Key, string) {
	t.Helper()
	key, err := match.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	return key, key.Public()
}

// text returns the record as a file has it.
func text(t testing.TB, r *match.Record) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := r.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// prove checks a record by the rules that it has with it.
func prove(t testing.TB, r *match.Record) error {
	t.Helper()
	rs, err := r.Rules()
	if err != nil {
		return err
	}
	if r.IsTimed() {
		g, err := rs.OpenTimed(t.Context(), rules.Opening{})
		if err != nil {
			t.Fatal(err)
		}
		return r.Check(context.Background(), rs, g)
	}
	g, _, err := rs.Open(context.Background(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Check(context.Background(), rs, g)
}

// signed returns a record of a match with its host's key.
func signed(t testing.TB, name string) (r *match.Record, public string) {
	t.Helper()
	rs, g := rulestest.Open(t, name)
	c := config(rs, g, 3)
	c.Key, public = newKey(t)
	r, err := match.Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r, public
}

// TestDoubleMeaning shows false goals to readers that are not as tolerant as we were.
func TestDoubleMeaning(t *testing.T) {
	r, _ := signed(t, "tictactoe")
	file := string(text(t, r))
	for name, change := range map[string][2]string{
		"other letters, false before": {`"goalValues":`, `"goalValues":[100,100],"GOALVALUES":`},
		"other letters":               {`"goalValues":`, `"GoalValues":`},
		"twice":                       {`"goalValues":`, `"goalValues":[100,100],"goalValues":`},
		"twice, with an escape":       {`"goalValues":`, `"goalValue\u0073":[100,100],"goalValues":`},
		"unknown":                     {`"goalValues":`, `"verdict":"white wins","goalValues":`},
		"unknown in details":          {`"seed":`, `"winner":"white","seed":`},
		"twice in a fault":            {`"kind": "illegal"`, `"kind":"late","kind": "illegal"`},
		"more after it":               {"\n}\n", "\n}\n{}"},
	} {
		forged := strings.Replace(file, change[0], change[1], 1)
		if forged == file {
			t.Fatalf("%s: %s is not in the record", name, change[0])
		}
		if _, err := match.Read(strings.NewReader(forged)); err == nil {
			t.Errorf("%s: it is read", name)
		}
	}
	old, err := os.ReadFile(filepath.Join("testdata", "old.json"))
	if err != nil {
		t.Fatal(err)
	}
	var key *strictjson.KeyError
	forged := bytes.Replace(old, []byte(`"goalValues":`), []byte(`"goalValues":[100,0],"GOALVALUES":`), 1)
	if _, err := match.Decode(forged); !errors.As(err, &key) {
		t.Errorf("an old one: %v", err)
	}
}

// TestOldRecords reads records that were signed by a program that knew version 1.
func TestOldRecords(t *testing.T) {
	for _, name := range []string{"old.json", "old-position.json", "old-timed.json"} {
		file, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		r, err := match.Decode(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := prove(t, r); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		seal, err := match.Trust{Keys: []string{r.HostKey}}.Verify(r)
		if err != nil || !seal.Old || seal.String() != "signed by "+r.HostKey+" (old form)" {
			t.Errorf("%s: %v, %v", name, seal, err)
		}
		r.Details.Version = match.Version
		if err := r.Verify(); !errors.Is(err, match.ErrForged) {
			t.Errorf("%s passes for a new one: %v", name, err)
		}
		r.Details.Version, r.Signature = 1, ""
		if err := prove(t, r); (err == nil) == (name == "old-position.json") {
			t.Errorf("%s without its signature: %v", name, err)
		}
	}
}

// TestDowngrade checks that a new record cannot pass for an old one.
func TestDowngrade(t *testing.T) {
	r, _ := signed(t, "tictactoe")
	for _, prefix := range []string{"A1", "B1"} {
		forged := *r
		forged.Details.Version, forged.Signature = 1, prefix+r.Signature[2:]
		if err := forged.Verify(); !errors.Is(err, match.ErrForged) {
			t.Errorf("%s: %v", prefix, err)
		}
		forged.Details.Version, forged.Signature = 2, "A1"+r.Signature[2:]
		if err := forged.Verify(); !errors.Is(err, match.ErrForged) {
			t.Errorf("%s: %v", prefix, err)
		}
	}
}

func TestTrust(t *testing.T) {
	r, public := signed(t, "tictactoe")
	_, other := newKey(t)
	unsigned, forged := *r, *r
	unsigned.HostKey, unsigned.Signature = "", ""
	forged.ID = "other"
	for _, test := range []struct {
		trust match.Trust
		r     *match.Record
		seal  string
		err   error
	}{
		{match.Trust{}, r, "signed by " + public, nil},
		{match.Trust{Signed: true}, r, "signed by " + public, nil},
		{match.Trust{Keys: []string{other, public}}, r, "signed by " + public, nil},
		{match.Trust{Keys: []string{other}}, r, "signed by " + public, match.ErrUntrusted},
		{match.Trust{}, &unsigned, "not signed", nil},
		{match.Trust{Signed: true}, &unsigned, "not signed", match.ErrUnsigned},
		{match.Trust{Keys: []string{public}}, &unsigned, "not signed", match.ErrUnsigned},
		{match.Trust{}, &forged, "not signed", match.ErrForged},
	} {
		seal, err := test.trust.Verify(test.r)
		if seal.String() != test.seal || !errors.Is(err, test.err) {
			t.Errorf("%+v: %v, %v", test.trust, seal, err)
		}
	}
}

func TestParseKeys(t *testing.T) {
	key, public := newKey(t)
	_, second := newKey(t)
	var file bytes.Buffer
	if err := key.Write(&file); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]string{
		public: {public},
		"# hosts\n" + public + "\n\n " + second + "\r\n": {public, second},
		file.String():                        {public},
		"":                                   nil,
		"# nobody":                           nil,
		"nobody":                             nil,
		public + "x":                         nil,
		strings.Replace(public, "1", "0", 1): nil,
	} {
		got, err := match.ParseKeys(text)
		if !slices.Equal(got, want) || (err == nil) != (want != nil) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

// seen returns JSON as any reader sees it, without what is missing or empty.
func seen(t interface{ Fatal(...any) }, data []byte) any {
	var tree any
	if err := json.Unmarshal(data, &tree); err != nil {
		t.Fatal(err)
	}
	return dropEmpty(tree)
}

func dropEmpty(tree any) any {
	switch v := tree.(type) {
	case map[string]any:
		for key, value := range v {
			if value = dropEmpty(value); value == nil {
				delete(v, key)
			} else {
				v[key] = value
			}
		}
		if len(v) == 0 {
			return nil
		}
	case []any:
		if len(v) == 0 {
			return nil
		}
		for i := range v {
			v[i] = dropEmpty(v[i])
		}
	case string:
		if n, err := strconv.ParseUint(v, 10, 64); err == nil { // a seed, which is a number in quotes
			return dropEmpty(float64(n))
		}
		if v == "" {
			return nil
		}
	case bool, float64:
		if reflect.ValueOf(v).IsZero() {
			return nil
		}
	}
	return tree
}

// FuzzSigned changes the bytes of a signed record: either the signature is refused, or
// every reader sees what the host wrote.
func FuzzSigned(f *testing.F) {
	r, public := signed(f, "tictactoe")
	file := text(f, r)
	want := seen(f, file)
	for at := 0; at < len(file); at += 11 {
		f.Add(uint32(at), uint8(1), []byte{})
		f.Add(uint32(at), uint8(0), []byte("x"))
		f.Add(uint32(at), uint8(1), []byte{file[at] ^ 0x20})
	}
	goals := bytes.Index(file, []byte(`"goalValues"`))
	f.Add(uint32(goals), uint8(0), []byte(`"goalValues":[1,2],`))
	f.Add(uint32(goals+1), uint8(10), []byte(`GOALVALUES`))
	f.Add(uint32(goals), uint8(0), []byte(`"extra":1,`))
	f.Fuzz(func(t *testing.T, at uint32, drop uint8, insert []byte) {
		from := int(at) % len(file)
		to := min(from+int(drop), len(file))
		changed := slices.Concat(file[:from], insert, file[to:])
		read, err := match.Decode(changed)
		if err != nil {
			return
		}
		if _, err := (match.Trust{Keys: []string{public}}).Verify(read); err != nil {
			return
		}
		if got := seen(t, changed); !reflect.DeepEqual(got, want) {
			t.Errorf("%q in place of %q passes", insert, file[from:to])
		}
	})
}

// A withdrawingPlayer fails at its first move and takes no further part.
type withdrawingPlayer struct{ basic.Random }

func (q *withdrawingPlayer) Choose(context.Context, []game.Move) (game.Move, error) {
	return 0, fmt.Errorf("%w: no more", player.ErrOut)
}

// TestRetired changes what the manager played for players who lost their seats.
func TestRetired(t *testing.T) {
	rs, g := rulestest.Open(t, "tictactoe")
	for name, allowance := range map[string]int{"by faults": 1, "by leaving": 0} {
		c := config(rs, g, 3)
		c.Allowance = allowance
		for i := range c.Seats {
			c.Seats[i].Player = new(withdrawingPlayer)
		}
		r, err := match.Run(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Check(context.Background(), rs, g); err != nil || len(r.Details.Retired) != 2 || len(r.Details.Faults) != 2 {
			t.Fatalf("%s: %v, %+v", name, err, r.Details)
		}
		forged := replayed(t, rs, g, r, func(step int, role game.Role, legal []game.Move) game.Move {
			if step < 3 {
				return -1
			}
			return legal[len(legal)-1]
		})
		if reflect.DeepEqual(forged.Moves, r.Moves) {
			t.Fatal("nothing was changed")
		}
		if err := forged.Check(context.Background(), rs, g); !errors.Is(err, match.ErrWrong) || !strings.Contains(err.Error(), "the seed draws") {
			t.Errorf("%s: %v", name, err)
		}
		r.Details.Retired = r.Details.Retired[1:]
		if err := r.Check(context.Background(), rs, g); allowance > 0 && !errors.Is(err, match.ErrWrong) {
			t.Errorf("%s: somebody is not named: %v", name, err)
		}
	}
}

// replayed returns a record in which other moves were made, with all that follows
// from them. A choice of -1 leaves the move as it is.
func replayed(t *testing.T, rs *rules.Rules, g game.Game, r *match.Record, choose func(step int, role game.Role, legal []game.Move) game.Move) *match.Record {
	t.Helper()
	c := config(rs, g, r.Details.Seed)
	c.Allowance, c.MaxSteps = 0, r.Details.MaxSteps
	for i := range c.Seats {
		c.Seats[i].Player = &scripted{role: game.Role(i), game: g, old: r, choose: choose}
	}
	forged, err := match.Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	forged.Details.Allowance, forged.Details.Faults, forged.Details.Retired = r.Details.Allowance, r.Details.Faults, r.Details.Retired
	copy(forged.Errors, r.Errors)
	for i := range forged.Details.Took {
		clear(forged.Details.Took[i])
	}
	return forged
}

// scripted makes the moves of a record, or others.
type scripted struct {
	basic.Random
	role   game.Role
	game   game.Game
	old    *match.Record
	step   int
	choose func(int, game.Role, []game.Move) game.Move
}

func (s *scripted) Observe(context.Context, player.Event) error { s.step++; return nil }

func (s *scripted) Choose(_ context.Context, legal []game.Move) (game.Move, error) {
	if m := s.choose(s.step, s.role, legal); m >= 0 {
		return m, nil
	}
	i := slices.IndexFunc(legal, func(m game.Move) bool { return s.game.MoveText(s.role, m) == s.old.Moves[s.step][s.role] })
	return legal[i], nil
}

// TestBeginnings checks that a record says where the play began.
func TestBeginnings(t *testing.T) {
	rs, g := rulestest.Open(t, "tictactoe")
	r, err := match.Run(context.Background(), config(rs, g, 3))
	if err != nil {
		t.Fatal(err)
	}
	last := *r
	n := len(r.Moves) - 1
	last.Moves, last.States, last.StateTimes, last.Errors = r.Moves[n:], r.States[n:], r.StateTimes[n:], r.Errors[n:]
	last.Errors[0] = []string{"", ""}
	last.Details.Faults, last.Details.Retired, last.Details.Took = nil, nil, nil
	if err := last.Check(context.Background(), rs, g); !errors.Is(err, match.ErrWrong) || !strings.Contains(err.Error(), "does not begin with the initial state") {
		t.Errorf("the last step alone: %v", err)
	}
	states, _, err := r.Replay(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	c := config(rs, g, 3)
	c.From = states[2]
	from, err := match.Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if err := from.Check(context.Background(), rs, g); err != nil || !from.Details.FromPosition || !elsewhere(t, from, g) {
		t.Errorf("%v", err)
	}
	from.Details.FromPosition = false
	if err := from.Check(context.Background(), rs, g); !errors.Is(err, match.ErrWrong) {
		t.Errorf("it does not say so: %v", err)
	}
	c.From = states[0]
	if r, err = match.Run(context.Background(), c); err != nil || r.Details.FromPosition || elsewhere(t, r, g) {
		t.Errorf("%v: the initial state is said to be another one", err)
	}
	if r.Details.FromPosition = true; r.Check(context.Background(), rs, g) == nil {
		t.Error("the initial state passes for another one")
	}
}

func elsewhere(t *testing.T, r *match.Record, g game.Game) bool {
	t.Helper()
	is, err := r.Elsewhere(g)
	if err != nil {
		t.Fatal(err)
	}
	return is
}

// TestBrokenOff checks records of matches that were not played to their end.
func TestBrokenOff(t *testing.T) {
	rs, g := rulestest.Open(t, "tictactoe")
	c := config(rs, g, 3)
	c.MaxSteps = 4
	cutOff, err := match.Run(context.Background(), c)
	if err != nil || !cutOff.Aborted || !cutOff.Details.CutOff {
		t.Fatal(err, cutOff.Details.Reason)
	}
	var atOnce *match.Record // as stored before any player is asked
	c.Keep = func(r *match.Record) error {
		if atOnce == nil {
			atOnce, err = match.Decode(text(t, r))
		}
		return err
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	none, _ := match.Run(stopped, c)
	for name, r := range map[string]*match.Record{"cut off": cutOff, "at once": atOnce, "stopped": none} {
		if err := r.Check(context.Background(), rs, g); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		r.Aborted, r.Goals = true, []int{50, 50}
		if err := r.Check(context.Background(), rs, g); !errors.Is(err, match.ErrWrong) {
			t.Errorf("%s with goals: %v", name, err)
		}
		r.Goals, r.Details.CutOff, r.Details.MaxSteps = nil, true, 5
		if err := r.Check(context.Background(), rs, g); !errors.Is(err, match.ErrWrong) {
			t.Errorf("%s before its limit: %v", name, err)
		}
	}
}

// TestUnseeded checks that what chance did may be left open.
func TestUnseeded(t *testing.T) {
	rs, g := rulestest.Open(t, "montyhall")
	c := config(rs, g, 3)
	c.Seats[slices.Index(g.Roles(), "candidate")].Player = new(basic.Random)
	r, err := match.Run(context.Background(), c)
	if err != nil || len(r.Details.Faults) > 0 {
		t.Fatal(err, r.Details.Faults)
	}
	refused := 0
	for r.Details.Seed = range uint64(10) {
		r.Details.Unseeded = false
		if err := r.Check(context.Background(), rs, g); errors.Is(err, match.ErrWrong) {
			refused++
		}
		r.Details.Unseeded = true
		if err := r.Check(context.Background(), rs, g); err != nil {
			t.Error(err)
		}
	}
	if refused == 0 {
		t.Error("every seed draws the same")
	}
}

// TestEveryPrefix checks what a store has after each step, if the manager crashes then.
func TestEveryPrefix(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	died := func(kept *[]*match.Record) func(*match.Record) error {
		return func(r *match.Record) error {
			if r.Completed || r.Aborted {
				return nil
			}
			left, err := match.Decode(text(t, r))
			if err != nil {
				return err
			}
			left.Aborted, left.Details.Reason = true, "the manager died"
			*kept = append(*kept, left)
			return nil
		}
	}
	for _, name := range []string{"tictactoe", "montyhall", "reversi-4x4"} {
		rs, g := rulestest.Open(t, name)
		for allowance := range 3 {
			var kept []*match.Record
			c := config(rs, g, 3)
			c.Allowance, c.Keep = allowance, died(&kept)
			if _, err := match.Run(context.Background(), c); err != nil {
				t.Fatal(err)
			}
			for i, r := range kept {
				if err := r.Check(context.Background(), rs, g); err != nil || len(r.Moves) != i {
					t.Errorf("%s after %d steps: %v", name, i, err)
				}
			}
		}
	}
	for _, name := range []string{"chicken", "hotpotato", "duel", "snap", "tictactoe-timed"} {
		for seed := range uint64(3) {
			var kept []*match.Record
			c := timedConfig(t, name, seed)
			c.Keep = died(&kept)
			if _, err := match.Run(context.Background(), c); err != nil {
				t.Fatal(err)
			}
			for i, r := range kept {
				if err := r.Check(context.Background(), c.Rules, c.Game); err != nil {
					t.Errorf("%s after %d events: %v", name, i, err)
				}
			}
		}
	}
}
