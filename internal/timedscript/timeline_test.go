package timedscript_test

import (
	"strings"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/rulestest"
	"ludex/internal/timedscript"
	"ludex/internal/timedtest"
	"ludex/timed"
)

func TestTimeline(t *testing.T) {
	g, err := rulestest.Read(t, "chicken").OpenTimed(t.Context(), game.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	log := timedtest.Record(t, g, "0.5:white:swerve", timed.MatchOptions{})
	line := &timedscript.Timeline{Syntax: gdl.Infix, States: true}
	want := `0.5          white: swerve
               infinity     dir(black,straight)
               infinity     dir(white,swerve)
               0.5          timer
`
	if got := line.Text(&log.Events[1]); got != want {
		t.Errorf("got\n%s", got)
	}
}

// TestEventLines has an event of each kind. Runs of blanks count as one.
func TestEventLines(t *testing.T) {
	for _, test := range []struct {
		event timed.Event
		want  string
	}{
		{timed.Event{Kind: timed.Start}, "1 start"},
		{timed.Event{Kind: timed.Joint, Expired: []string{"p", "(q 1)"}, Moves: []timed.MadeMove{
			{Role: "a", Move: "(go 1)", At: timed.Unit}, {Role: "b", Move: "stay", At: timed.Unit / 2}}},
			"1 a: go(1); b: stay (arrived at 0.5); expired: p, q(1)"},
		{timed.Event{Kind: timed.Chance, Moves: []timed.MadeMove{{Role: "random", Move: "(deal red)", At: timed.Unit}},
			Percepts: []timed.Percepts{{Role: "a", Sees: []string{"(card red)"}}, {Role: "b"}}},
			"1 random: deal(red) 1 a sees card(red)"},
		{timed.Event{Kind: timed.Refused, Role: "a", Move: "(go 2)", Reason: "too late"}, "1 a: go(2) is refused: too late"},
		{timed.Event{Kind: timed.Fault, Role: "a", Move: "(go 1)"}, "1 a has not moved and gets go(1)"},
		{timed.Event{Kind: timed.Defect, Reason: "p has several lifetimes"}, "1 defect: p has several lifetimes"},
		{timed.Event{Kind: timed.End, Ending: timed.Terminal, Goals: [][]int{{100}, {0}}}, "1 the game is over: goals [[100] [0]]"},
		{timed.Event{Kind: timed.End, Ending: timed.Failed, Reason: "too many updates"}, "1 too many updates"},
		{timed.Event{Kind: timed.End, Ending: timed.Stuck}, "1 stuck: nothing will expire and nobody can move"},
		{timed.Event{Kind: timed.End, Ending: timed.Idle}, "1 nothing will expire and nobody wants to move"},
		{timed.Event{Kind: timed.End, Ending: timed.Stopped}, "1 ended: stopped"},
		// A text that cannot be read is shown as it is.
		{timed.Event{Kind: timed.Refused, Role: "a", Move: "(go", Reason: "no"}, "1 a: (go is refused: no"},
	} {
		test.event.Time = timed.Unit
		line := &timedscript.Timeline{Syntax: gdl.Infix}
		text := line.Text(&test.event)
		if got := strings.Join(strings.Fields(text), " "); got != test.want || !strings.HasSuffix(text, "\n") {
			t.Errorf("got %q, want %q", text, test.want)
		}
	}
}
