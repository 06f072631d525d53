package prove_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"ludex/internal/prove"
	"ludex/internal/prove/claim"
	"ludex/internal/prove/transition"
)

// proofFile returns a file with proofs about a game.
func proofFile(t *testing.T, name string, words ...string) []byte {
	t.Helper()
	_, p := ask(t, load(t, name), words...)
	return written(t, p)
}

// written returns the file with what was proved.
func written(t *testing.T, p *prove.Prover) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := p.File().Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func check(t *testing.T, file []byte, s *transition.System) (*claim.Checked, error) {
	t.Helper()
	return claim.Check(t.Context(), bytes.NewReader(file), int64(len(file)), claim.Subject{System: s})
}

// change returns an archive with one file changed; nil removes it.
func change(t *testing.T, archive []byte, name string, edit func([]byte) []byte) []byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	changed := false
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if f.Name == name {
			changed = true
			if data = edit(data); data == nil {
				continue
			}
		}
		to, err := w.Create(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := to.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	if !changed {
		t.Fatalf("the archive has no %s", name)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// editManifest changes the manifest as a tree.
func editManifest(t *testing.T, edit func(part map[string]any)) func([]byte) []byte {
	return func(data []byte) []byte {
		var m map[string]any
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatal(err)
		}
		edit(m["parts"].([]any)[0].(map[string]any))
		out, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
}

// A file that is written is accepted, alone and with its game, and not with another.
func TestFile(t *testing.T) {
	file := proofFile(t, "tictactoe", "playable", "goals", "ends")
	for _, s := range []*transition.System{nil, load(t, "tictactoe").System} {
		found, err := check(t, file, s)
		if err != nil {
			t.Fatal(err)
		}
		if len(found.Claims) != 3 {
			t.Errorf("the file claims %v", found.Claims)
		}
	}
	if _, err := check(t, file, load(t, "nim").System); err == nil {
		t.Error("the file is accepted for another game")
	}
}

// Files that are broken on purpose are rejected.
func TestBrokenFiles(t *testing.T) {
	file := proofFile(t, "tictactoe", "goals")
	cut := func(data []byte) []byte { return data[:len(data)/2] }
	lines := func(drop int) func([]byte) []byte {
		return func(data []byte) []byte {
			list := strings.SplitAfter(string(data), "\n")
			return []byte(strings.Join(list[:max(len(list)-1-drop, 0)], ""))
		}
	}
	remove := func([]byte) []byte { return nil }
	for name, broken := range map[string][]byte{
		"cut archive":        file[:len(file)/2],
		"no manifest":        change(t, file, "manifest.json", remove),
		"cut manifest":       change(t, file, "manifest.json", cut),
		"no system":          change(t, file, "system.aig", remove),
		"cut system":         change(t, file, "system.aig", cut),
		"missing obligation": change(t, file, "part1/2.lrat", remove),
		"missing clauses":    change(t, file, "part1/2.cnf", remove),
		"cut proof":          change(t, file, "part1/2.lrat", lines(1)),
		"cut clauses":        change(t, file, "part1/2.cnf", lines(1)),
		"other clauses":      change(t, file, "part1/2.cnf", func([]byte) []byte { return []byte("p cnf 1 2\n1 0\n-1 0\n") }),
		"empty clause":       change(t, file, "part1/2.cnf", func([]byte) []byte { return []byte("p cnf 0 1\n0\n") }),
		"wrong invariant": change(t, file, "manifest.json", editManifest(t, func(part map[string]any) {
			lits := part["invariants"].([]any)[0].(map[string]any)["of"].([]any)
			lits[0] = float64(int(lits[0].(float64)) ^ 1)
		})),
		"an invariant too few": change(t, file, "manifest.json", editManifest(t, func(part map[string]any) {
			part["invariants"] = part["invariants"].([]any)[1:]
		})),
		"an invariant about moves": change(t, file, "manifest.json", editManifest(t, func(part map[string]any) {
			part["invariants"].([]any)[0].(map[string]any)["of"] = []any{2.0}
		})),
		"an invariant about nothing": change(t, file, "manifest.json", editManifest(t, func(part map[string]any) {
			part["invariants"].([]any)[0].(map[string]any)["of"] = []any{2e6}
		})),
		"another claim": change(t, file, "manifest.json", editManifest(t, func(part map[string]any) {
			part["claims"].([]any)[0].(map[string]any)["property"] = "monotone"
		})),
		"ends without a ranking": change(t, file, "manifest.json", editManifest(t, func(part map[string]any) {
			part["claims"].([]any)[0].(map[string]any)["property"] = "ends"
		})),
		"one more claim": change(t, file, "manifest.json", editManifest(t, func(part map[string]any) {
			part["claims"] = append(part["claims"].([]any), map[string]any{"property": "turns"})
		})),
		"plays cut off": change(t, file, "manifest.json", editManifest(t, func(part map[string]any) { part["until"] = "terminal" })),
	} {
		if found, err := check(t, broken, nil); err == nil {
			t.Errorf("%s: it is accepted, with %v", name, found.Claims)
		}
	}
}

// A ranking that does not fall is rejected.
func TestBrokenRanking(t *testing.T) {
	file := proofFile(t, "nim", "ends")
	broken := change(t, file, "manifest.json", editManifest(t, func(part map[string]any) {
		tier := part["claims"].([]any)[0].(map[string]any)["ranking"].([]any)
		tier[0] = tier[0].([]any)[1:]
	}))
	if _, err := check(t, broken, nil); err == nil {
		t.Error("a ranking without a group is accepted")
	}
}

// The smallest integer is its own negation, so that it would contradict itself as a literal. A clause
// with it is no clause, though it looks like the unit clause of an invariant that always holds.
func TestForgedLiteral(t *testing.T) {
	file := proofFile(t, "tictactoe", "turns")
	file = change(t, file, "manifest.json", func(data []byte) []byte {
		var m map[string]any
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatal(err)
		}
		m["parts"] = []any{map[string]any{
			"invariants": []any{map[string]any{"kind": "clause", "of": []any{1}}},
			"claims":     []any{map[string]any{"property": "monotone"}},
		}}
		out, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return out
	})
	for _, name := range []string{"part1/1", "part1/2"} {
		file = change(t, file, name+".cnf", func([]byte) []byte { return []byte("p cnf 1 1\n-9223372036854775808 0\n") })
		file = change(t, file, name+".lrat", func([]byte) []byte { return []byte("2 0 1 1 0\n") })
	}
	if found, err := check(t, file, nil); err == nil {
		t.Errorf("it is accepted, with %v", found.Claims)
	}
}

// boardFile returns a file with proofs about a boardgame of the library, without its transition system.
func boardFile(t *testing.T, name string, words ...string) []byte {
	t.Helper()
	r := libraryRules(t, name)
	l, err := prove.LoadWithoutSystem(t.Context(), r, errors.New("not asked"))
	if err != nil {
		t.Fatal(err)
	}
	list, err := l.Questions(t.Context(), words, 1)
	if err != nil {
		t.Fatal(err)
	}
	p := prove.New(l, prove.Options{Time: time.Minute, Seed: 1})
	if _, err := p.Decide(t.Context(), list); err != nil {
		t.Fatal(err)
	}
	return written(t, p)
}

// checkBoard checks a file against a game of the library, or against none.
func checkBoard(t *testing.T, file []byte, name string) ([]string, error) {
	t.Helper()
	var about claim.Subject
	if name != "" {
		about.Board = libraryRules(t, name).RBG
	}
	found, err := claim.Check(t.Context(), bytes.NewReader(file), int64(len(file)), about)
	if err != nil {
		return nil, err
	}
	var claims []string
	for _, p := range found.Board {
		claims = append(claims, p.String())
	}
	if len(found.Claims) > 0 || found.System != nil {
		t.Errorf("there is a system, with %v", found.Claims)
	}
	return claims, nil
}

// What follows from the language and from the rules of a boardgame is in a file, too, and is checked against the
// rules.
func TestBoardFile(t *testing.T) {
	for _, x := range []struct {
		game  string
		other string
		words []string
		want  []string
	}{
		{"draughts", "draughts-russian", []string{"playable", "goals", "ends", "turns"}, []string{"playable", "goals", "turns", "ends"}},
		{"queens", "breakthrough-rbg", []string{"ends"}, []string{"ends"}},
		{"kalah", "oware", []string{"goals"}, []string{"goals"}},
	} {
		file := boardFile(t, x.game, x.words...)
		for _, name := range []string{"", x.game} {
			claims, err := checkBoard(t, file, name)
			if err != nil || !slices.Equal(claims, x.want) {
				t.Errorf("%s, checked with %q: %v, %v, want %v", x.game, name, claims, err, x.want)
			}
		}
		if _, err := checkBoard(t, file, x.other); err == nil || !strings.Contains(err.Error(), "are not those of the game") {
			t.Errorf("%s is accepted for %s: %v", x.game, x.other, err)
		}
	}
}

// Files about boardgames that are broken on purpose are rejected.
func TestBrokenBoardFiles(t *testing.T) {
	file := boardFile(t, "draughts", "goals", "ends")
	replace := func(old, now string) func([]byte) []byte {
		return func(data []byte) []byte {
			if !bytes.Contains(data, []byte(old)) {
				t.Errorf("there is no %q", old)
			}
			return bytes.Replace(data, []byte(old), []byte(now), 1)
		}
	}
	remove := func([]byte) []byte { return nil }
	for name, broken := range map[string][]byte{
		"no rules":           change(t, file, "rules.rbg", remove),
		"no numbers":         change(t, file, "ranking/3.numbers", remove),
		"cut numbers":        change(t, file, "ranking/3.numbers", func(data []byte) []byte { return data[:len(data)/2] }),
		"half a number":      change(t, file, "ranking/3.numbers", func(data []byte) []byte { return append(data[:len(data)-1], 0x80) }),
		"a large number":     change(t, file, "ranking/3.numbers", func(data []byte) []byte { return append(data[:len(data)-1], 0xff, 0xff, 0xff, 0xff, 0x7f) }),
		"other numbers":      change(t, file, "ranking/3.numbers", func(data []byte) []byte { return bytes.Repeat([]byte{1}, len(data)) }),
		"no rules at all":    change(t, file, "rules.rbg", func([]byte) []byte { return []byte("(role white)") }),
		"a count that stays": change(t, file, "rules.rbg", replace("[$ quiet = quiet + 1]", "")),
		"another property":   change(t, file, "manifest.json", replace(`"goals"`, `"monotone"`)),
		"no property":        change(t, file, "manifest.json", replace(`"goals"`, `"good"`)),
		"the wrong way":      change(t, file, "manifest.json", replace(`"factor": -1`, `"factor": 1`)),
	} {
		if claims, err := checkBoard(t, broken, ""); err == nil {
			t.Errorf("%s: it is accepted, with %v", name, claims)
		}
	}
}
