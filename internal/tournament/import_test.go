package tournament_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludex/internal/store"
	"ludex/internal/tournament"
	"ludex/match"
)

const mixedCup = `
name = "mixed"
kind = "round-robin"
games = ["eightpuzzle", "minority", "duel", "highlow", "nim"]
players = [{name = "a", player = "random"}, {name = "b", player = "random"}, {name = "c", player = "random"}]
nodes = 5
matches = 1
max-steps = 8
[timed]
max-time = "1"
`

const littleCup = `
name = "cup"
kind = "knockout"
games = ["nim"]
players = ["random", "legal", {name = "a", player = "random"}]
nodes = 1
`

// exported plays a tournament with a key, and returns the lines of its export.
func exported(t *testing.T, text string) (h *tournament.Host, lines []string) {
	t.Helper()
	h = newHost(t, filepath.Join(t.TempDir(), "x.db"), text)
	var err error
	if h.Key, err = match.NewKey(); err != nil {
		t.Fatal(err)
	}
	if p, err := h.Run(context.Background()); err != nil {
		t.Fatal(err, p.Failed)
	}
	var out bytes.Buffer
	if err := h.Store.Export(t.Context(), &out, store.Filter{Counted: true}); err != nil {
		t.Fatal(err)
	}
	return h, strings.Split(strings.TrimSpace(out.String()), "\n")
}

// imported brings lines into a store in a file.
func imported(t *testing.T, path string, opt tournament.ImportOptions, lines []string) (store.Imported, *tournament.Import, error) {
	t.Helper()
	m, err := tournament.NewImport(opt)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if err := m.Read(t.Context(), "x.jsonl", strings.NewReader(strings.Join(lines, "\n"))); err != nil {
		return store.Imported{}, m, err
	}
	n, err := m.Into(t.Context(), func(ctx context.Context) (*store.Store, error) { return store.Open(ctx, path) })
	return n, m, err
}

// TestImport moves tournaments, with matches that are cut off and games in real time.
func TestImport(t *testing.T) {
	for _, text := range []string{mixedCup, littleCup, strings.Replace(strings.Replace(littleCup, "knockout", "swiss", 1), "cup", "swiss cup", 1)} {
		h, lines := exported(t, text)
		path := filepath.Join(t.TempDir(), "y.db")
		public := h.Key.Public()
		n, _, err := imported(t, path, tournament.ImportOptions{Trust: match.Trust{Keys: []string{public}}}, lines)
		if err != nil || n.Tournaments != 1 || n.Matches != n.Results || n.Matches*2+1 != len(lines) {
			t.Fatalf("%+v of %d, %v", n, len(lines), err)
		}
		s := openStore(t, path)
		a, err := tournament.Load(t.Context(), h.Store, h.Config.Name)
		if err != nil {
			t.Fatal(err)
		}
		b, err := tournament.Load(t.Context(), s, h.Config.Name)
		if err != nil || tableText(t, a) != tableText(t, b) {
			t.Errorf("%v: the table is\n%s, and was\n%s", err, tableText(t, b), tableText(t, a))
		}
		n, _, err = imported(t, path, tournament.ImportOptions{Known: s}, lines)
		if err != nil || n != (store.Imported{Known: len(lines)}) {
			t.Errorf("again: %+v, %v", n, err)
		}
		// Results alone are proved by records that are there.
		results := slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return !strings.HasPrefix(l, `{"result"`) })
		if n, _, err = imported(t, path, tournament.ImportOptions{Known: s}, results); err != nil || n.Known != len(results) {
			t.Errorf("results alone: %+v, %v", n, err)
		}
		if found, err := tournament.Audit(t.Context(), s, h.Config.Name, match.Trust{Keys: []string{public}}, nil); err != nil || len(found) != len(results) ||
			slices.ContainsFunc(found, func(f tournament.Finding) bool { return f.Err != nil }) {
			t.Errorf("%+v, %v", found, err)
		}
	}
}

// edit changes the first line with a kind of object.
func edit(t *testing.T, lines []string, change func(*store.Line) bool) []string {
	t.Helper()
	lines = slices.Clone(lines)
	for i, text := range lines {
		var l store.Line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatal(err)
		}
		if change(&l) {
			data, err := json.Marshal(l)
			if err != nil {
				t.Fatal(err)
			}
			lines[i] = string(data)
			return lines
		}
	}
	t.Fatal("nothing is changed")
	return nil
}

// TestImportBelievesNothing imports exports that were tampered with.
func TestImportBelievesNothing(t *testing.T) {
	_, lines := exported(t, littleCup)
	result := func(change func(*store.Result)) []string {
		return edit(t, lines, func(l *store.Line) bool {
			if l.Result == nil {
				return false
			}
			change(l.Result)
			return true
		})
	}
	record := func(change func(*match.Record)) []string {
		return edit(t, lines, func(l *store.Line) bool {
			if l.Match == nil {
				return false
			}
			change(l.Match)
			return true
		})
	}
	without := func(kind string) []string {
		return slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return strings.HasPrefix(l, `{"`+kind+`"`) })
	}
	swap := func(r *store.Result) {
		r.Points[0], r.Points[1], r.Goals[0], r.Goals[1] = r.Points[1], r.Points[0], r.Goals[1], r.Goals[0]
	}
	unproved, signed := tournament.ImportOptions{Unproved: true}, tournament.ImportOptions{Trust: match.Trust{Signed: true}}
	for name, test := range map[string]struct {
		lines []string
		opt   tournament.ImportOptions
		want  string
	}{
		"another winner": {result(swap), tournament.ImportOptions{}, "its record shows the points"},
		"points":         {result(func(r *store.Result) { r.Points[0] = 1e300 }), tournament.ImportOptions{}, "between 0 and 1"},
		"steps":          {result(func(r *store.Result) { r.Steps++ }), tournament.ImportOptions{}, "its record shows"},
		"faults":         {result(func(r *store.Result) { r.Faults[0] = 7 }), tournament.ImportOptions{}, "its record shows"},
		"a player":       {result(func(r *store.Result) { r.Players[0] = "zoe" }), tournament.ImportOptions{}, `there is no player "zoe"`},
		"other players":  {result(func(r *store.Result) { r.Players[0], r.Players[1] = r.Players[1], r.Players[0] }), tournament.ImportOptions{}, "its record shows"},
		"a game":         {result(func(r *store.Result) { r.Game = "chess" }), tournament.ImportOptions{}, `there is no game "chess"`},
		"a key":          {result(func(r *store.Result) { r.Key = "r009/p009/nim/m001" }), tournament.ImportOptions{}, "no such match"},
		"another record": {result(func(r *store.Result) { r.Match = "nosuch" }), tournament.ImportOptions{}, "its record is missing"},
		"no records":     {without("match"), tournament.ImportOptions{}, "its record is missing"},
		"no tournament":  {without("tournament"), tournament.ImportOptions{}, "there is no such tournament"},
		"goals": {record(func(r *match.Record) {
			r.HostKey, r.Signature = "", ""
			r.Goals[0], r.Goals[1] = r.Goals[1], r.Goals[0]
		}), tournament.ImportOptions{}, "the goal of first is"},
		"a forged record": {record(func(r *match.Record) { r.Names[0] = "zoe" }), tournament.ImportOptions{}, "the signature does not fit"},
		"no signature":    {record(func(r *match.Record) { r.HostKey, r.Signature = "", "" }), signed, "is not signed"},
		"a strange key":   {lines, tournament.ImportOptions{Trust: match.Trust{Keys: []string{"1x"}}}, "not trusted"},
		"a strange name":  {record(func(r *match.Record) { r.HostKey, r.Signature = "", ""; r.Names[0] = "zoe" }), tournament.ImportOptions{}, `is played by "zoe"`},
		"two of one name": {append(lines, record(func(r *match.Record) { r.HostKey, r.Signature = "", ""; r.Token = "x" })...), tournament.ImportOptions{}, "there is another match"},
		"a configuration": {edit(t, lines, func(l *store.Line) bool { l.Tournament.Config = "{}"; return true }), tournament.ImportOptions{}, "there is no kind"},
		"another name":    {edit(t, lines, func(l *store.Line) bool { l.Tournament.Name = "x"; return true }), tournament.ImportOptions{}, `its configuration is that of "cup"`},
		"a key twice":     {append(lines, `{"result":{"key":"1","key":"2"}}`), tournament.ImportOptions{}, "is there twice"},
		"no kind of line": {append(lines, `{}`), tournament.ImportOptions{}, "neither a tournament nor a match nor a result"},
		"a zero byte":     {append(lines, `{"match":{"matchId":"a\u0000","isAborted":true}}`), tournament.ImportOptions{}, "a zero byte"},
		"unproved: points": {edit(t, without("match"), func(l *store.Line) bool {
			return l.Result != nil && func() bool { l.Result.Points[0] = 0.25; return true }()
		}), unproved, "their points"},
		"unproved: goals": {edit(t, without("match"), func(l *store.Line) bool {
			return l.Result != nil && func() bool { l.Result.Goals[0] = 101; return true }()
		}), unproved, "between 0 and 100"},
		"unproved: no goal": {edit(t, without("match"), func(l *store.Line) bool {
			return l.Result != nil && func() bool { l.Result.Goals = nil; return true }()
		}), unproved, "their points"},
		"unproved, signed": {without("match"), tournament.ImportOptions{Unproved: true, Trust: match.Trust{Signed: true}}, "its record is missing"},
	} {
		path := filepath.Join(t.TempDir(), "y.db")
		n, _, err := imported(t, path, test.opt, test.lines)
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "x.jsonl: ") || n != (store.Imported{}) {
			t.Errorf("%s: %+v, %v; want %q", name, n, err, test.want)
		}
		if names, err := filepath.Glob(path + "*"); err != nil || len(names) > 0 {
			t.Errorf("%s: there is %v", name, names)
		}
	}
	// What is unproved is taken on request, and matches that go on are not.
	running := record(func(r *match.Record) { r.Completed, r.Goals, r.ID = false, nil, "running" })
	running = slices.DeleteFunc(running, func(l string) bool { return !strings.Contains(l, `"running"`) })
	n, m, err := imported(t, filepath.Join(t.TempDir(), "y.db"), unproved, append(without("match"), running...))
	if err != nil || n.Matches != 0 || n.Results == 0 || m.Unfinished != 1 {
		t.Errorf("%+v, %d left out, %v", n, m.Unfinished, err)
	}
	odd := record(func(r *match.Record) { r.HostKey, r.Signature, r.States[0] = "", "", "( )" })
	if n, _, err := imported(t, filepath.Join(t.TempDir(), "y.db"), unproved, odd); err != nil || n.Matches != n.Results {
		t.Errorf("a record that does not check: %+v, %v", n, err)
	}
}

// TestAudit finds results that are not what their records show.
func TestAudit(t *testing.T) {
	h, _ := exported(t, littleCup)
	ctx := t.Context()
	results, err := h.Store.Results(ctx, "cup")
	if err != nil || len(results) < 3 {
		t.Fatal(results, err)
	}
	false1, false2, false3 := results[0], results[1], results[2]
	false1.Points = []float64{0.5, 0.5}
	false2.Match = "nosuch"
	false3.Key = "r099/p001/nim/m001"
	for _, res := range []store.Result{false1, false2} {
		if err := h.Store.ReplaceResult(ctx, res); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.Store.AddResult(ctx, false3, nil); err != nil {
		t.Fatal(err)
	}
	found, err := tournament.Audit(ctx, h.Store, "cup", match.Trust{}, nil)
	if err != nil || len(found) != len(results)+1 {
		t.Fatal(found, err)
	}
	wrong := map[string]string{}
	for _, f := range found {
		if f.Err != nil {
			wrong[f.Result.Key] = f.Err.Error()
		}
		if f.Right != nil {
			if err := h.Store.ReplaceResult(ctx, *f.Right); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(wrong) < 3 || !strings.Contains(wrong[false1.Key], "its record shows") || wrong[false2.Key] != "its record is missing" || !strings.Contains(wrong[false3.Key], "no such match") {
		t.Errorf("%v", wrong)
	}
	if err := h.Store.RemoveResults(ctx, "cup", []string{false2.Key, false3.Key}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Run(ctx); err != nil { // it plays what is missing
		t.Fatal(err)
	}
	found, err = tournament.Audit(ctx, h.Store, "cup", match.Trust{Signed: true}, nil)
	if err != nil || slices.ContainsFunc(found, func(f tournament.Finding) bool { return f.Err != nil }) {
		t.Errorf("%+v, %v", found, err)
	}
	if _, err := tournament.Audit(ctx, h.Store, "none", match.Trust{}, nil); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
}
