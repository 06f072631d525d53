package seat

import (
	"testing"
	"testing/synctest"
	"time"

	"ludex/internal/rulestest"
	"ludex/player"
)

// TestMargin checks that a manager that makes other moves gets answers earlier.
func TestMargin(t *testing.T) {
	r := rulestest.Read(t, "tictactoe")
	synctest.Test(t, func(t *testing.T) {
		m := tictactoe(t, r, slow(0), func() player.Player { return &stub{choose: thinks} })
		took := func(want string) time.Duration {
			began := time.Now()
			m.ask(want)
			return time.Since(began)
		}
		first := took("(mark 3 3)")
		m.tell("(mark 1 1)", "noop") // another move
		m.ask("noop")
		m.tell("noop", "(mark 1 2)")
		second := took("(mark 3 3)")
		m.tell("(mark 3 3)", "noop")
		m.ask("noop")
		m.tell("noop", "(mark 1 3)")
		third := took("(mark 3 2)")
		m.end()
		if first != playClock-margin || second >= first || third <= second {
			t.Errorf("answers after %v, %v and %v", first, second, third)
		}
	})
}

// An answer that was sent after the end of its clock makes the next ones come earlier, though
// the manager took it.
func TestMarginOfSentAnswers(t *testing.T) {
	const clock = time.Second
	m := newMargin(100 * time.Millisecond)
	m.sent(clock, clock)
	before := m.of(clock)
	m.sent(clock+1, clock)
	m.inTime()
	if after := m.of(clock); before != 100*time.Millisecond || after <= before || after > clock/3 {
		t.Errorf("%v before a late answer, %v after it", before, after)
	}
	m.sent(time.Hour, 0)
	if m.of(clock) != 200*time.Millisecond-200*time.Millisecond/16 {
		t.Errorf("without a clock nothing is late: %v", m.of(clock))
	}
}
