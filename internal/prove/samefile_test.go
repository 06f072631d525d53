package prove_test

import (
	"bytes"
	"strings"
	"testing"

	"ludex/internal/prove"
	"ludex/internal/prove/claim"
)

// That two games are the same is written to a file with what corresponds in them, and checked with the
// games made anew.
func TestSameFile(t *testing.T) {
	a, b := load(t, "tictactoe"), load(t, "tictactoe-rbg")
	both, err := prove.Compare(t.Context(), a, b, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	_, p := decide(t, both, []prove.Question{prove.SameQuestion})
	file := accepted(t, p)
	contents, err := claim.Describe(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	names := contents.Names
	again, err := prove.CompareAs(load(t, "tictactoe"), load(t, "tictactoe-rbg"), names)
	if err != nil {
		t.Fatal(err)
	}
	found, err := check(t, file, again.System)
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Claims) != 1 || found.Claims[0].Property.Kind != claim.Same || !found.System.Product {
		t.Errorf("the file claims %v", found.Claims)
	}
	for _, part := range strings.Split(a.System.Source+" and "+b.System.Source, " and ") {
		if !strings.Contains(again.System.Source, part) || len(part) < 32 {
			t.Errorf("%q is not said to be about %q", again.System.Source, part)
		}
	}
	if _, err := check(t, file, a.System); err == nil {
		t.Error("the file is accepted for one of the games")
	}
	moves := names.Moves["white"]
	moves["(mark 1 1)"], moves["(mark 2 2)"] = moves["(mark 2 2)"], moves["(mark 1 1)"]
	if again, err = prove.CompareAs(a, b, names); err != nil {
		t.Fatal(err)
	}
	if _, err := check(t, file, again.System); err == nil {
		t.Error("the file is accepted under another correspondence")
	}
}

// Files about two games that are broken on purpose are rejected.
func TestBrokenSameFile(t *testing.T) {
	both, err := prove.Compare(t.Context(), load(t, "nim"), scrambled(t, "nim"), nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	_, p := decide(t, both, []prove.Question{prove.SameQuestion})
	file := accepted(t, p)
	for name, broken := range map[string][]byte{
		"no differ": change(t, file, "system.aig", func(data []byte) []byte {
			return bytes.Replace(data, []byte(" differ\n"), []byte(" deffer\n"), 1)
		}),
		"an invariant too few": change(t, file, "manifest.json", editManifest(t, func(part map[string]any) {
			part["invariants"] = part["invariants"].([]any)[1:]
		})),
		"missing obligation": change(t, file, "part1/1.lrat", func([]byte) []byte { return nil }),
	} {
		if _, err := check(t, broken, nil); err == nil {
			t.Errorf("%s: the file is accepted", name)
		}
	}
	for _, claimed := range []string{"unwinnable first", "ends", "goals"} {
		forged := change(t, file, "manifest.json", func(data []byte) []byte { return bytes.ReplaceAll(data, []byte(`"same"`), []byte(`"`+claimed+`"`)) })
		if _, err := check(t, forged, nil); err == nil || !strings.Contains(err.Error(), "side by side") {
			t.Errorf("two games, claimed is %s: %v", claimed, err)
		}
	}
	one := proofFile(t, "nim", "goals")
	named := change(t, one, "manifest.json", func(data []byte) []byte {
		return bytes.Replace(data, []byte(`"parts"`), []byte(`"correspondence": {"roles": {"first": "second"}}, "parts"`), 1)
	})
	if _, err := check(t, named, nil); err == nil || !strings.Contains(err.Error(), "is about one") {
		t.Errorf("one game with a correspondence: %v", err)
	}
	claimed := change(t, one, "manifest.json", func(data []byte) []byte { return bytes.ReplaceAll(data, []byte(`"goals"`), []byte(`"same"`)) })
	if _, err := check(t, claimed, nil); err == nil || !strings.Contains(err.Error(), "side by side") {
		t.Errorf("one game is the same: %v", err)
	}
	if contents, err := claim.Describe(bytes.NewReader(one), int64(len(one))); err != nil || contents.Names != nil || contents.Board || !contents.System {
		t.Errorf("the contents about one game are %+v, %v", contents, err)
	}
}
