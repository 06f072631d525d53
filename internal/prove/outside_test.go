package prove_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ludex/internal/prove"
)

// Another model checker, ABC, says the same about a sample of properties.
func TestOutsideChecker(t *testing.T) {
	abc := ""
	for _, name := range []string{"berkeley-abc", "abc", "yosys-abc"} {
		if path, err := exec.LookPath(name); err == nil {
			abc = path
			break
		}
	}
	if abc == "" {
		t.Skip("ABC is not installed (Debian: berkeley-abc)")
	}
	for _, tt := range []struct{ game, property string }{
		{"tictactoe", "goals"}, {"tictactoe", "monotone"}, {"tictactoe", "turns"}, {"nim", "playable"}, {"nim", "goals"}, {"montyhall", "playable"},
	} {
		got, p := ask(t, load(t, tt.game), tt.property)
		file := filepath.Join(t.TempDir(), "game.aig")
		var b strings.Builder
		if err := p.File().WriteAIGER(&b); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), abc, "-c", "read_aiger "+file+"; pdr").CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		said := prove.Open
		switch {
		case strings.Contains(string(out), "Property proved"):
			said = prove.Proved
		case strings.Contains(string(out), "was asserted in frame"):
			said = prove.Refuted
		}
		if a := got[tt.property]; a.Verdict != said {
			t.Errorf("%s of %s is %s, and ABC says %s: %s", tt.property, tt.game, a.Verdict, said, out)
		}
	}
}
