package gametest

import (
	"errors"
	"os"
	"sync/atomic"
	"testing"

	"ludex/game"
)

// ErrBroken is the error of machines of a failing game.
var ErrBroken = errors.New("the machine is broken on purpose")

// A Failing game wraps another one and makes one of its machines fail: the one that
// gets query number Answered, counted from 0 over all machines. That machine stays
// failed; the others continue. The game has no capabilities but the
// features of its states.
type Failing struct {
	game.Game
	Answered int64 // how many queries are answered
	Answers  FailedAnswers
	// Why, if not nil, is called when the machine fails and returns its error instead
	// of ErrBroken. It may cancel a context, as if the machine had noticed that.
	Why func() error

	asked atomic.Int64
}

// Capabilities returns the features of states only, which no machine computes.
func (f *Failing) Capabilities() game.Capabilities {
	return game.Capabilities{Features: game.CapabilitiesOf(f.Game).Features}
}

// FailedAnswers says what a failed machine answers; all of it is meaningless.
type FailedAnswers string

// The answers of failed machines.
const (
	Over      FailedAnswers = "every state is terminal and has no moves and goals"
	Stuck     FailedAnswers = "no state is terminal, and none has moves and goals"
	Plausible FailedAnswers = "what is right"
)

// Failed reports whether a machine has failed.
func (f *Failing) Failed() bool { return f.asked.Load() > f.Answered }

// NewMachine implements [game.Game].
func (f *Failing) NewMachine() game.Machine {
	return &failingMachine{Machine: f.Game.NewMachine(), game: f}
}

type failingMachine struct {
	game.Machine
	game *Failing
	err  error
}

// fails counts a query and reports whether the answer is that of a failed machine.
func (m *failingMachine) fails() bool {
	if m.game.asked.Add(1) == m.game.Answered+1 {
		m.err = ErrBroken
		if m.game.Why != nil {
			m.err = m.game.Why()
		}
	}
	return m.err != nil && m.game.Answers != Plausible
}

func (m *failingMachine) Err() error {
	if m.err != nil {
		return m.err
	}
	return m.Machine.Err()
}

func (m *failingMachine) Initial(dst game.State) game.State {
	m.fails() // any state will do
	return m.Machine.Initial(dst)
}

func (m *failingMachine) Terminal(s game.State) bool {
	if m.fails() {
		return m.game.Answers == Over
	}
	return m.Machine.Terminal(s)
}

func (m *failingMachine) Legal(s game.State, r game.Role, dst []game.Move) []game.Move {
	if m.fails() {
		return dst
	}
	return m.Machine.Legal(s, r, dst)
}

func (m *failingMachine) Next(s game.State, joint []game.Move, dst game.State) game.State {
	if m.fails() {
		return append(dst[:0], s...)
	}
	return m.Machine.Next(s, joint, dst)
}

func (m *failingMachine) Goals(s game.State, r game.Role, dst []int) []int {
	if m.fails() {
		return dst
	}
	return m.Machine.Goals(s, r, dst)
}

func (m *failingMachine) Percepts(s game.State, joint []game.Move, r game.Role, dst []game.Percept) []game.Percept {
	if m.fails() {
		return dst
	}
	return m.Machine.Percepts(s, joint, r, dst)
}

// The approximate number of failures of each kind that a consumer is tested with.
const (
	someFailures = 3 // of a short test
	fewFailures  = 8
	manyFailures = 1000 // with LUDEX_FULL
)

// stride returns the distance between queries that fail.
func stride(questions int64) int64 {
	switch {
	case os.Getenv("LUDEX_FULL") != "":
		return max(1, questions/manyFailures)
	case testing.Short():
		return max(1, questions/someFailures)
	}
	return max(1, questions/fewFailures)
}

// Failures checks that a consumer of games reports the failure of a machine, whichever
// query fails. The function use runs the consumer once, always in the same way, and
// returns the error that its caller would see; without a failure it must succeed.
func Failures(t *testing.T, g game.Game, use func(game.Game) error) {
	t.Helper()
	whole := &Failing{Game: g, Answered: 1 << 62}
	if err := use(whole); err != nil {
		t.Fatalf("nothing fails, but there is an error: %v", err)
	}
	n := whole.asked.Load()
	if n == 0 {
		t.Fatal("no machine is asked anything")
	}
	for _, answers := range []FailedAnswers{Over, Stuck, Plausible} {
		for at := int64(0); at < n; at += stride(n) {
			f := &Failing{Game: g, Answered: at, Answers: answers}
			if err := use(f); f.Failed() && !errors.Is(err, ErrBroken) {
				t.Errorf("question %d of %d fails and the error is %v; from then on the answer is: %s", at, n, err, answers)
				break
			}
		}
	}
}
