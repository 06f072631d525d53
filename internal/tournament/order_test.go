package tournament_test

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"ludex/internal/roster"
	"ludex/internal/tournament"
	"ludex/match"
)

// elsewhere plays orders as another machine would: all it gets is JSON. A function
// may change the record on its way back.
func elsewhere(t testing.TB, change func(*match.Record)) func(context.Context, *tournament.Order, func(*match.Record) error) error {
	t.Helper()
	return func(ctx context.Context, o *tournament.Order, keep func(*match.Record) error) error {
		text, err := json.Marshal(o)
		if err != nil {
			return err
		}
		far := new(tournament.Order)
		if err := json.Unmarshal(text, far); err != nil {
			return err
		}
		f, err := far.OpenGame(ctx)
		if err != nil {
			return err
		}
		r, err := far.Play(ctx, f, tournament.InProcess(roster.All()))
		if err != nil {
			return err
		}
		change(r)
		return keep(r)
	}
}

// TestElsewhere plays tournaments of all kinds of games here and elsewhere.
func TestElsewhere(t *testing.T) {
	text := `
name = "mixed"
kind = "round-robin"
games = ["eightpuzzle", "minority", "duel", "highlow", "nim"]
players = [{name = "a", player = "random"}, {name = "b", player = "random"}, {name = "c", player = "random"}]
nodes = 5
matches = 2
max-steps = 20
scramble = true
`
	var tables []string
	for i := range 2 {
		h := newHost(t, filepath.Join(t.TempDir(), "x.db"), text)
		key, err := match.NewKey()
		if err != nil {
			t.Fatal(err)
		}
		h.Key = key
		if i == 1 {
			h.PlayRemotely = elsewhere(t, func(*match.Record) {})
			h.Window = func() int { return 4 }
		}
		p, err := h.Run(context.Background())
		if err != nil {
			t.Fatal(err, p.Failed)
		}
		tables = append(tables, tableText(t, p))
		for _, res := range p.Results {
			r, err := h.Store.Match(context.Background(), res.Match)
			if err != nil || r.Verify() != nil {
				t.Errorf("%v: the record is not signed", err)
			}
		}
	}
	if tables[0] != tables[1] {
		t.Errorf("here the table is\n%s, and elsewhere\n%s", tables[0], tables[1])
	}
}

// TestStrangeRecords lets workers return records that are not of the match that was
// played elsewhere: they are not taken.
func TestStrangeRecords(t *testing.T) {
	for name, change := range map[string]func(*match.Record){
		"name":       func(r *match.Record) { r.ID = "" },
		"end":        func(r *match.Record) { r.Completed = false },
		"rules":      func(r *match.Record) { r.Details.Hash = "x" },
		"seed":       func(r *match.Record) { r.Details.Seed++ },
		"tournament": func(r *match.Record) { r.Tournament = "other" },
		"players":    func(r *match.Record) { r.Names[0], r.Names[1] = r.Names[1], r.Names[0] },
		"no players": func(r *match.Record) { r.Names = nil },
		"goals":      func(r *match.Record) { r.Goals = r.Goals[1:] },
		"swapped":    func(r *match.Record) { r.Goals[0], r.Goals[1] = r.Goals[1], r.Goals[0] },
		"a draw":     func(r *match.Record) { r.Completed, r.Aborted, r.Goals = false, true, nil },
		"cut off":    func(r *match.Record) { r.Completed, r.Aborted, r.Goals, r.Details.CutOff = false, true, nil, true },
		"a move":     func(r *match.Record) { r.Moves[0][0] = "(take a 9)" },
		"a fault": func(r *match.Record) {
			r.Details.Faults = append(r.Details.Faults, match.Fault{Role: "first", Kind: "late"})
		},
		"a name":   func(r *match.Record) { r.ID = "cup-r001-p001-nim-m009.nim.1.AAAAAA" },
		"version":  func(r *match.Record) { r.Details.Version = 1 },
		"clocks":   func(r *match.Record) { r.Details.PlayClock, r.PlayClock = 60_000, 60 },
		"position": func(r *match.Record) { r.Details.FromPosition = true },
	} {
		h := newHost(t, filepath.Join(t.TempDir(), "x.db"), `
name = "cup"
kind = "round-robin"
games = ["nim"]
players = ["random", "legal"]
`)
		h.PlayRemotely = elsewhere(t, change)
		p, err := h.Run(context.Background())
		if !errors.Is(err, tournament.ErrUnplayed) || p.Done != 0 || len(p.Failed) != 2 || !strings.Contains(p.Failed[0].Err.Error(), "the record that came back") {
			t.Errorf("%s: %v, %d matches, %v", name, err, p.Done, p.Failed)
		}
	}
}

// TestForeignSignature checks that a manager without a key takes no signatures from
// elsewhere for its own.
func TestForeignSignature(t *testing.T) {
	key, err := match.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	h := newHost(t, filepath.Join(t.TempDir(), "x.db"), "name = \"cup\"\nkind = \"round-robin\"\ngames = [\"nim\"]\nplayers = [\"random\", \"legal\"]\n")
	h.PlayRemotely = elsewhere(t, func(r *match.Record) {
		if err := r.Sign(key); err != nil {
			t.Error(err)
		}
	})
	p, err := h.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, res := range p.Results {
		if r, err := h.Store.Match(context.Background(), res.Match); err != nil || r.HostKey != "" || r.Signature != "" {
			t.Errorf("%v: signed by %s", err, r.HostKey)
		}
	}
}

// FuzzOrder plays arbitrary orders.
func FuzzOrder(f *testing.F) {
	f.Add(`{"config":{"version":1,"games":[{"roles":["a"],"seats":[0]}],"players":[{"name":"x","player":"random"}]},"fixture":{"Key":"k","Players":[0]},"file":"a.kif","rules":"(role a)"}`)
	f.Add(`{}`)
	f.Fuzz(func(t *testing.T, text string) {
		o := new(tournament.Order)
		if json.Unmarshal([]byte(text), o) != nil {
			return
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel() // only what is checked before is of interest
		if field, err := o.OpenGame(ctx); err == nil {
			_, _ = o.Play(ctx, field, tournament.InProcess(roster.All()))
		}
	})
}
