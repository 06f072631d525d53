package store_test

import (
	"bytes"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"ludex/internal/store"
	"ludex/match"
)

// TestImportWhole checks that an import with an error in its last line changes
// nothing.
func TestImportWhole(t *testing.T) { onBoth(t, testImportWhole) }

func testImportWhole(t *testing.T, where place) {
	s := open(t, where(t))
	before := export(t, s, store.Filter{})
	good := `{"tournament":{"name":"cup","config":"{}","made":"2025-01-01T00:00:00Z"}}
{"match":{"matchId":"m","isCompleted":true,"goalValues":[100,0]}}
{"result":{"tournament":"cup","key":"1","match":"m"}}
`
	for name, last := range map[string]string{
		"no JSON":         `{"result":`,
		"a key twice":     `{"match":{"matchId":"n","matchId":"o"}}`,
		"other letters":   `{"match":{"MatchID":"n"}}`,
		"an unknown key":  `{"result":{"tournament":"cup","key":"2","winner":"me"}}`,
		"nothing":         `{}`,
		"another config":  `{"tournament":{"name":"cup","config":"{} "}}`,
		"another match":   `{"match":{"matchId":"m","isCompleted":true,"goalValues":[0,100]}}`,
		"another ending":  `{"match":{"matchId":"m","isAborted":true}}`,
		"no tournament":   `{"result":{"tournament":"nosuch","key":"2"}}`,
		"an unkept name":  `{"match":{"matchId":"x\u0000"}}`,
		"a match unnamed": `{"match":{}}`,
	} {
		n, err := s.Import(t.Context(), strings.NewReader(good+last))
		if err == nil || !strings.Contains(err.Error(), "line 4") || n != (store.Imported{}) {
			t.Errorf("%s: %+v, %v", name, n, err)
		}
		if after := export(t, s, store.Filter{}); after != before {
			t.Errorf("%s leaves %s", name, after)
		}
	}
	if n, err := s.Import(t.Context(), strings.NewReader(good+good)); err != nil || n != (store.Imported{Tournaments: 1, Matches: 1, Results: 1, Known: 3}) {
		t.Errorf("%+v, %v", n, err)
	}
}

func export(t *testing.T, s *store.Store, f store.Filter) string {
	t.Helper()
	var out bytes.Buffer
	if err := s.Export(t.Context(), &out, f); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestCounted checks which matches are exported: not those that were broken off, but
// those that were cut off and count.
func TestCounted(t *testing.T) { onBoth(t, testCounted) }

func testCounted(t *testing.T, where place) {
	s := open(t, where(t))
	ctx := t.Context()
	if _, err := s.AddTournament(ctx, store.Tournament{Name: "cup"}); err != nil {
		t.Fatal(err)
	}
	for _, r := range []*match.Record{{ID: "over", Completed: true}, {ID: "broken", Aborted: true}, {ID: "running"}} {
		if err := s.Save(ctx, r); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.AddResult(ctx, store.Result{Tournament: "cup", Key: "1", Match: "cut"}, &match.Record{ID: "cut", Aborted: true}); err != nil {
		t.Fatal(err)
	}
	for want, f := range map[string]store.Filter{
		"cut over":                {Counted: true},
		"broken cut over running": {},
		"broken cut":              {Status: store.Aborted},
		"running":                 {Status: store.Running},
	} {
		ids, err := s.IDs(ctx, f)
		if got := strings.Join(ids, " "); err != nil || got != want {
			t.Errorf("%+v: %s, %v; want %s", f, got, err, want)
		}
	}
	if text := export(t, s, store.Filter{Status: store.Completed}); strings.Contains(text, `"result"`) {
		t.Errorf("the result of a match that is not exported is in %s", text)
	}
	if text := export(t, s, store.Filter{Counted: true}); !strings.Contains(text, `"result"`) {
		t.Errorf("the result is not in %s", text)
	}
}

func TestChangeResults(t *testing.T) { onBoth(t, testChangeResults) }

func testChangeResults(t *testing.T, where place) {
	s := open(t, where(t))
	for _, key := range []string{"1", "2", "3"} {
		work(t, s, key)
	}
	keys := func() (list []string) {
		results, err := s.Results(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range results {
			list = append(list, r.Key)
		}
		return list
	}
	cup := "cup"
	if err := s.RemoveResults(t.Context(), cup, []string{"1", "nosuch"}); !errors.Is(err, store.ErrNotFound) || len(keys()) != 3 {
		t.Errorf("%v, left %v", err, keys())
	}
	if err := s.RemoveResults(t.Context(), cup, []string{"1", "3"}); err != nil || strings.Join(keys(), " ") != "2" {
		t.Errorf("%v, left %v", err, keys())
	}
	if _, err := s.Match(t.Context(), "m1"); err != nil {
		t.Errorf("the match is gone: %v", err)
	}
	right := store.Result{Tournament: cup, Key: "2", Match: "m2", Game: "nim", Points: []float64{0, 1}}
	if err := s.ReplaceResult(t.Context(), right); err != nil {
		t.Fatal(err)
	}
	results, err := s.Results(t.Context(), cup)
	if err != nil || len(results) != 1 || results[0].Game != "nim" || results[0].Points[1] != 1 {
		t.Errorf("%+v, %v", results, err)
	}
	right.Key = "1"
	if err := s.ReplaceResult(t.Context(), right); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
}

func TestCSVText(t *testing.T) {
	for text, want := range map[string]string{
		"":                   "",
		"mcts":               "mcts",
		"a=b":                "a=b",
		"=cmd|' /C calc'!A0": "'=cmd|' /C calc'!A0",
		"+1":                 "'+1",
		"-1":                 "'-1",
		"@SUM(A1)":           "'@SUM(A1)",
		"\t=1":               `'\x09=1`,
		"a\x1b[31m":          `a\x1b[31m`,
	} {
		if got := store.CSVText(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	s := open(t, t.TempDir()+"/x.db")
	r := &match.Record{ID: "=1", Names: []string{"@me", "you"}, Details: match.Details{Roles: []string{"+a", "b"}, Game: "-g"}}
	if err := s.Save(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := s.ExportCSV(t.Context(), &out, store.Filter{}); err != nil || !strings.Contains(out.String(), "\n'=1,,'-g,running,0,0,'+a,'@me,,0\n") {
		t.Errorf("%v: %s", err, out.String())
	}
}

// TestTamperedStore reads a record that was changed in the database.
func TestTamperedStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := open(t, path)
	if err := s.Save(t.Context(), &match.Record{ID: "m", Completed: true}); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`UPDATE match SET record = replace(record, '{"matchId"', '{"goalValues":[100],"GOALVALUES":[0],"matchId"')`); err != nil {
		t.Fatal(err)
	}
	if r, err := s.Match(t.Context(), "m"); err == nil || !strings.Contains(err.Error(), `match m: not a match record: the key "GOALVALUES" must be written "goalValues"`) {
		t.Errorf("%+v, %v", r, err)
	}
}
