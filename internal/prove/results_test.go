package prove_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ludex/internal/prove"
)

// notLoaded stands for a game without a transition system.
const notLoaded = "not loaded"

// A result is one answer of a survey.
type result struct {
	Game     string        `json:"game"`
	Set      string        `json:"set"`
	Rules    string        `json:"rules"` // their fingerprint
	Property string        `json:"property"`
	Verdict  prove.Verdict `json:"verdict"`
	Method   string        `json:"method"`
	Bound    string        `json:"bound,omitempty"`
	Seconds  float64       `json:"seconds"` // of the processor
	Limit    float64       `json:"limit"`   // of seconds
	Program  string        `json:"program"` // a hash of it
}

// results are the answers of earlier runs of a survey, and a file for those of this one.
type results struct {
	program string
	list    map[[2]string]result // the last one by rules and property
	file    *os.File             // nil if answers are not kept
}

// openResults reads the answers of earlier runs; a name of "" means none.
func openResults(t *testing.T, name string) *results {
	t.Helper()
	x := &results{list: map[[2]string]result{}}
	if name == "" {
		return x
	}
	x.program = programHash(t)
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	for d := json.NewDecoder(f); ; {
		var r result
		err := d.Decode(&r)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		x.list[[2]string{r.Rules, r.Property}] = r
	}
	x.file = f
	return x
}

// programHash returns a hash of the program that runs.
func programHash(t *testing.T) string {
	t.Helper()
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// known returns the answer of an earlier run that need not be asked for again.
func (x *results) known(base result, property string) (result, bool) {
	r, ok := x.list[[2]string{base.Rules, property}]
	if !ok || r.Verdict == prove.Open && (r.Program != x.program || r.Limit < base.Limit) {
		return result{}, false
	}
	r.Game, r.Set = base.Game, base.Set // other games may have the same rules
	return r, true
}

// add notes an answer in the file.
func (x *results) add(t *testing.T, r result) {
	t.Helper()
	if x.file == nil {
		return
	}
	r.Program = x.program
	x.list[[2]string{r.Rules, r.Property}] = r
	if err := json.NewEncoder(x.file).Encode(r); err != nil {
		t.Fatal(err)
	}
}

// A later run does not ask again for what is decided, or was tried for as long by the same
// program.
func TestResults(t *testing.T) {
	name := filepath.Join(t.TempDir(), "results")
	first := openResults(t, name)
	first.add(t, result{Rules: "a", Property: "ends", Verdict: prove.Proved, Limit: 1})
	first.add(t, result{Rules: "a", Property: "goals", Verdict: prove.Open, Limit: 1})
	later := openResults(t, name)
	for _, c := range []struct {
		rules, property string
		limit           time.Duration
		program         string
		want            bool
	}{
		{"a", "ends", time.Minute, later.program, true},
		{"a", "ends", time.Minute, "another", true},
		{"a", "goals", time.Second, later.program, true},
		{"a", "goals", time.Minute, later.program, false},
		{"a", "goals", time.Second, "another", false},
		{"b", "ends", time.Second, later.program, false},
	} {
		later.program = c.program
		if _, ok := later.known(result{Rules: c.rules, Limit: c.limit.Seconds()}, c.property); ok != c.want {
			t.Errorf("%v: known is %v", c, ok)
		}
		later.program = first.program
	}
}
