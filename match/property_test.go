package match_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/rulestest"
	"ludex/match"
)

// A subject is a record that is forged.
type subject struct {
	name   string
	file   []byte
	public string
	check  func(*match.Record) error
}

func subjects(t *testing.T) []subject {
	t.Helper()
	var list []subject
	for _, name := range []string{"tictactoe", "montyhall", "rockpaperscissors", "minority", "reversi-4x4"} {
		rs, g := rulestest.Open(t, name)
		r, public := signed(t, name)
		list = append(list, subject{name, text(t, r), public, func(r *match.Record) error { return r.Check(context.Background(), rs, g) }})
	}
	for _, name := range []string{"chicken", "snap", "tictactoe-timed"} {
		c := timedConfig(t, name, 5)
		key, public := newKey(t)
		c.Key = key
		r, err := match.Run(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, subject{name, text(t, r), public, func(r *match.Record) error { return r.Check(context.Background(), c.Rules, c.Game) }})
	}
	return list
}

// provable returns what of a record can be proved; the rest is the host's word. It
// is not proved either whether a seed was drawn if another one draws the same.
func provable(t *rapid.T, r *match.Record) string {
	t.Helper()
	c := *r
	c.ID, c.Token, c.StartTime, c.GameURL, c.StateTimes = "", "", 0, "", nil
	c.PreviewClock, c.StartClock, c.PlayClock, c.Names, c.Human, c.Tournament = 0, 0, 0, nil, nil, ""
	c.Scrambled, c.HostKey, c.Signature = false, "", ""
	d := &c.Details
	d.Version, d.Game, d.Rules, d.Seed, d.ScrambleSeed, d.Unseeded = 0, "", "", 0, 0, false // the rules have a hash
	d.StartClock, d.PlayClock, d.Nodes, d.Allowance, d.MaxSteps, d.Took, d.Notes, d.Reason = 0, 0, 0, 0, 0, nil, nil, ""
	d.Faults = slices.Clone(d.Faults)
	for i := range d.Faults {
		d.Faults[i].Over, d.Faults[i].Error = 0, ""
	}
	var log []any
	for i, line := range d.Log {
		if i > 0 { // the header has the seed, and limits that were not reached
			log = append(log, seen(t, line))
		}
	}
	d.Log = nil
	out, err := json.Marshal([]any{c, log})
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestForgeries changes one thing in records: a value, or an item that is missing
// or there twice. Nothing that can be proved may change without being refused, and
// nothing at all may change under the signature.
func TestForgeries(t *testing.T) {
	list := subjects(t)
	refused := 0
	rapid.Check(t, func(t *rapid.T) {
		s := list[rapid.IntRange(0, len(list)-1).Draw(t, "record")]
		original, err := match.Decode(s.file)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.check(original); err != nil {
			t.Fatal(err)
		}
		var tree any
		d := json.NewDecoder(bytes.NewReader(s.file))
		d.UseNumber()
		if err := d.Decode(&tree); err != nil {
			t.Fatal(err)
		}
		forged, err := json.Marshal(forge(t, tree))
		if err != nil {
			t.Fatal(err)
		}
		r, err := match.Decode(forged)
		if err != nil {
			return
		}
		if _, err := (match.Trust{Keys: []string{s.public}}).Verify(r); err == nil && !reflect.DeepEqual(seen(t, forged), seen(t, s.file)) {
			t.Errorf("%s: the signature still fits", s.name)
		}
		switch err := s.check(r); {
		case err == nil && provable(t, r) != provable(t, original):
			t.Errorf("%s: it checks", s.name)
		case err != nil && !errors.Is(err, match.ErrWrong):
			t.Errorf("%s: %v", s.name, err)
		case err != nil:
			refused++
		}
	})
	if refused == 0 {
		t.Error("nothing was refused")
	}
}

// forge changes something in a tree of JSON.
func forge(t *rapid.T, tree any) any {
	switch v := tree.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for key := range v {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		key := rapid.SampledFrom(keys).Draw(t, "key")
		if rapid.IntRange(0, 9).Draw(t, "drop") == 0 {
			delete(v, key)
		} else {
			v[key] = forge(t, v[key])
		}
		if _, details := v["seed"]; details && rapid.IntRange(0, 4).Draw(t, "claim") == 0 {
			v[rapid.SampledFrom([]string{"fromPosition", "cutOff", "unseeded"}).Draw(t, "what")] = true
		}
		return v
	case []any:
		if len(v) == 0 {
			return []any{""}
		}
		i := rapid.IntRange(0, len(v)-1).Draw(t, "item")
		switch rapid.IntRange(0, 5).Draw(t, "change") {
		case 0:
			return slices.Delete(v, i, i+1)
		case 1:
			return slices.Insert(v, i, v[i])
		case 2:
			j := rapid.IntRange(0, len(v)-1).Draw(t, "other")
			v[i], v[j] = v[j], v[i]
			return v
		}
		v[i] = forge(t, v[i])
		return v
	case bool:
		return !v
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n + rapid.SampledFrom([]int64{-1000, -1, 1, 50}).Draw(t, "number")
		}
		return "-" + v
	case string:
		return forgeText(t, v)
	}
	return "something"
}

func forgeText(t *rapid.T, text string) string {
	switch rapid.IntRange(0, 3).Draw(t, "text") {
	case 0:
		return ""
	case 1:
		return text + "x"
	case 2:
		return rapid.SampledFrom([]string{"noop", "late", "TO", "CE", "IL noop", "failed", "illegal", "random", "white", "black", "( )"}).Draw(t, "word")
	}
	if len(text) == 0 {
		return "1"
	}
	i := rapid.IntRange(0, len(text)-1).Draw(t, "at")
	return text[:i] + fmt.Sprint(rapid.IntRange(0, 9).Draw(t, "digit")) + text[i+1:]
}

// TestFailures checks, replays and plays records by machines that fail: that is
// never a proof, nor a refutation.
func TestFailures(t *testing.T) {
	ctx := context.Background()
	rs, g := rulestest.Open(t, "tictactoe")
	r, err := match.Run(ctx, config(rs, g, 3))
	if err != nil {
		t.Fatal(err)
	}
	uses := map[string]func(game.Game) error{
		"check": func(g game.Game) error { return r.Check(ctx, rs, g) },
		"replay": func(g game.Game) error {
			_, _, err := r.Replay(t.Context(), g)
			return err
		},
		"elsewhere": func(g game.Game) error {
			_, err := r.Elsewhere(g)
			return err
		},
		"run": func(g game.Game) error {
			r, err := match.Run(ctx, config(rs, g, 3))
			if err != nil && r != nil && (r.Completed || r.Goals != nil) {
				t.Errorf("a match that failed is completed: %v", r.Goals)
			}
			return err
		},
	}
	for name, use := range uses {
		t.Run(name, func(t *testing.T) {
			gametest.Failures(t, g, func(g game.Game) error {
				err := use(g)
				if errors.Is(err, match.ErrWrong) {
					t.Errorf("a failure refutes a record: %v", err)
				}
				return err
			})
		})
	}
}
