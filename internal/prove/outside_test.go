package prove_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ludex/internal/corpustest"
	"ludex/internal/prove"
	"ludex/library"
	"ludex/rules"
)

// confirmed are games and properties that another model checker is asked about.
var confirmed = map[string][]string{
	"tictactoe": {"goals", "ends", "monotone", "turns", "winnable"}, "nim": {"playable", "goals", "ends", "winnable", "monotone"}, "montyhall": {"playable"},
	"hexapawn": {"playable", "goals", "ends", "turns", "winnable"}, "leducpoker": {"winnable"}, "jugs": {"goals", "turns", "winnable"}, "clobber": {"goals"},
}

// Another model checker, ABC, says the same about a sample of properties, and the interpreter replays
// its counterexamples. With LUDEX_FULL=1 the sample is every tenth game of the library and every tenth
// public one that has a transition system of few gates.
func TestOutsideChecker(t *testing.T) {
	o := &outside{t: t, abc: findABC(t), seconds: 10}
	sample := confirmed
	if corpustest.Full() {
		sample = map[string][]string{}
		for i, name := range allGames(t) {
			if i%10 == 0 {
				sample[name] = []string{"playable", "goals", "winnable"}
			}
		}
	}
	for name, words := range sample {
		o.game(name, words)
	}
	t.Logf("ABC confirms %d proofs and %d refutations; it has no answer to %d questions within %d s, and prove none to %d",
		o.proved, o.refuted, o.late, o.seconds, o.open)
	if o.proved == 0 || o.refuted == 0 {
		t.Error("it confirms no proofs, or no refutations")
	}
}

// findABC returns where the model checker is. Without it the test cannot run, which is an error if
// LUDEX_NOTHING_LEFT_OUT is set.
func findABC(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"berkeley-abc", "abc", "yosys-abc"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	const why = "ABC is not installed (Debian: berkeley-abc)"
	if v := os.Getenv("LUDEX_NOTHING_LEFT_OUT"); v != "" && v != "0" {
		t.Fatal(why)
	}
	t.Skip(why)
	return ""
}

// outside compares answers with those of another model checker.
type outside struct {
	t       *testing.T
	abc     string
	seconds int // for one question

	proved, refuted, late, open int
}

// fewGates bounds the systems that the model checker is asked about.
const fewGates = 20_000

func (o *outside) game(name string, words []string) {
	o.t.Helper()
	file, err := library.Open(name, strings.NewReader(""))
	if err != nil {
		o.t.Fatal(err)
	}
	for _, word := range words {
		l, err := prove.Load(o.t.Context(), rules.Read(file, rules.Options{Lenient: true}))
		if err != nil || l.System.Graph.Len() > fewGates {
			return
		}
		list, err := l.Questions(o.t.Context(), []string{word}, 1)
		if err != nil {
			o.t.Fatal(err)
		}
		o.compare(name, l, list[0])
	}
}

// compare asks both about one property.
func (o *outside) compare(name string, l *prove.Loaded, q prove.Question) {
	o.t.Helper()
	p := prove.New(l, prove.Options{Time: time.Duration(o.seconds) * time.Second, Seed: 1, Rounds: 60})
	answers, err := p.Decide(o.t.Context(), []prove.Question{q})
	if err != nil {
		o.t.Fatal(err)
	}
	want := answers[0].Verdict
	if q.Reach {
		want = map[prove.Verdict]prove.Verdict{prove.Proved: prove.Refuted, prove.Refuted: prove.Proved, prove.Open: prove.Open}[want]
	}
	_, inStep, err := q.Property.Bad(l.System)
	if err != nil {
		o.t.Fatal(err)
	}
	said, play := o.ask(p, l, inStep)
	if said == prove.Refuted {
		if err := prove.Replay(o.t.Context(), l.Game, q.Property, play); err != nil {
			o.t.Errorf("%s of %s: the counterexample %v of ABC: %v", q.Name, name, play.Moves, err)
		}
	}
	switch {
	case want == prove.Open:
		o.open++
	case said == prove.Open:
		o.late++
	case said != want:
		o.t.Errorf("%s of %s is %s (%s), and ABC says that the output is %s", q.Name, name, answers[0].Verdict, answers[0].Method, said)
	case said == prove.Proved:
		o.proved++
	default:
		o.refuted++
	}
}

// ask has the model checker decide whether the only output of a game can become true, and returns the
// play if it can.
func (o *outside) ask(p *prove.Prover, l *prove.Loaded, inStep bool) (prove.Verdict, *prove.Play) {
	o.t.Helper()
	folder := o.t.TempDir()
	model, trace := filepath.Join(folder, "game.aig"), filepath.Join(folder, "trace")
	var b strings.Builder
	if err := p.File().WriteAIGER(&b); err != nil {
		o.t.Fatal(err)
	}
	if err := os.WriteFile(model, []byte(b.String()), 0o600); err != nil {
		o.t.Fatal(err)
	}
	script := fmt.Sprintf("read_aiger %s; pdr -T %d; write_cex %s", model, o.seconds, trace)
	out, err := exec.CommandContext(o.t.Context(), o.abc, "-c", script).CombinedOutput()
	if err != nil {
		o.t.Fatalf("%v: %s", err, out)
	}
	switch {
	case strings.Contains(string(out), "Property proved"):
		return prove.Proved, nil
	case strings.Contains(string(out), "was asserted in frame"):
		bits, err := os.ReadFile(trace)
		if err != nil {
			o.t.Fatal(err)
		}
		return prove.Refuted, tracePlay(l, string(bits), inStep)
	}
	return prove.Open, nil
}

// tracePlay returns the moves of a counterexample: the initial values of the latches, which are the facts and one
// more, and then the inputs of each frame, which are moves. Those of the last frame lead on from
// what is bad, unless it is a step.
func tracePlay(l *prove.Loaded, trace string, inStep bool) *prove.Play {
	bits, _, _ := strings.Cut(trace, "#")
	bits = strings.Join(strings.Fields(bits), "")
	play := &prove.Play{Loop: -1}
	inputs := 0
	for _, role := range l.System.Roles {
		inputs += len(role.Moves)
	}
	end := len(bits)
	if !inStep {
		end -= inputs
	}
	for at := len(l.System.State) + 1; at < end; at += inputs {
		var joint []string
		k := at
		for _, role := range l.System.Roles {
			made := strings.IndexByte(bits[k:k+len(role.Moves)], '1')
			joint = append(joint, role.Moves[max(made, 0)].Text)
			k += len(role.Moves)
		}
		play.Moves = append(play.Moves, joint)
	}
	return play
}
