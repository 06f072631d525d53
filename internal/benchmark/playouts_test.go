package benchmark_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/benchmark"
	"ludex/internal/gametest"
)

// text returns the rows of a report, one per line.
func text(rows []benchmark.Row) string {
	var lines []string
	for _, r := range rows {
		lines = append(lines, r.Name+": "+r.Text)
	}
	return strings.Join(lines, "\n")
}

func twoRoles() *gametest.Explicit {
	return &gametest.Explicit{RoleNames: []string{"a", "b"}, RandomRole: game.NoRole}
}

// Reports on playouts of which nothing, or next to nothing, was counted have no
// meaningless numbers, in text and as JSON.
func TestReportDividesByNothing(t *testing.T) {
	for name, res := range map[string]game.PlayoutResult{
		"nothing":              {},
		"time alone":           {Elapsed: time.Second, Goals: []uint64{0, 0}},
		"no playout ended":     {States: 1 << 20, Elapsed: time.Second, Goals: []uint64{0, 0}},
		"none with goals":      {Playouts: 2, Cut: 2, States: 10, Steps: 10, Elapsed: time.Second, Goals: []uint64{0, 0}},
		"playouts without end": {Playouts: 2, States: 5, Elapsed: time.Second, Goals: []uint64{0, 0}},
		"no time":              {Playouts: 2, States: 10, Steps: 10, Goals: []uint64{0, 0}, Finished: 2},
	} {
		t.Run(name, func(t *testing.T) {
			r := benchmark.NewReport(twoRoles(), 0, time.Second, &res)
			r.SetCPU(res.Elapsed.Seconds())
			if _, err := json.Marshal(r); err != nil {
				t.Error(err)
			}
			if res.Playouts == 0 && (r.PlayoutsPerSec != nil || r.MeanLength != nil || r.FirstSeconds != nil) || res.Finished == 0 && len(r.MeanGoals) > 0 {
				t.Errorf("without playouts the report is %+v", r)
			}
			shown := text(r.Rows())
			for _, word := range []string{"NaN", "Inf", "e+"} {
				if strings.Contains(shown, word) {
					t.Errorf("%s in\n%s", word, shown)
				}
			}
		})
	}
}

func TestRows(t *testing.T) {
	g := twoRoles()
	g.RandomRole = 1
	r := benchmark.NewReport(g, 2, 1500*time.Millisecond, &game.PlayoutResult{
		Playouts: 10, Finished: 8, Steps: 40, States: 50, Elapsed: 2 * time.Second, First: time.Millisecond, Goals: []uint64{400, 8},
	})
	r.FilterSeconds = 0.0025
	r.SetCPU(4)
	want := `set-up: 1.500 s, first playout after 0.001000 s
states: 25.0/s (50 in 2.00 s)
playouts: 6.25/s (10)
CPU time: 4.00 s: 12.5 states/s, 3.12 playouts/s
mean length: 4.000
mean goal: 50.000 a
filtering: 2.5 ms for a step of an information set`
	if got := text(r.Rows()); got != want {
		t.Errorf("the rows are\n%s\nnot\n%s", got, want)
	}
	if r.Threads != 2 || r.Defects("the limit") != nil {
		t.Errorf("%d threads, defects %q", r.Threads, r.Defects("the limit"))
	}
	r.SetupSeconds, r.Playouts = 0, 0
	if got := text(r.Rows()); !strings.HasPrefix(got, "states") || !strings.Contains(got, "playouts: none has ended") {
		t.Errorf("without set-up and playouts the rows are\n%s", got)
	}
}

func TestDefects(t *testing.T) {
	r := benchmark.NewReport(twoRoles(), 1, 0, &game.PlayoutResult{Playouts: 100, Cut: 3, Stuck: 2, BadGoals: 1, Abandoned: 1})
	want := []string{
		"3 playouts were cut off at --max-steps",
		"2 playouts ended in a live state where a role has no legal move",
		"1 playouts ended where a role has no goal value or several",
		"1 playouts were not over when the time was up; means are without them, and so of shorter plays",
	}
	if got := r.Defects("--max-steps"); !slices.Equal(got, want) {
		t.Errorf("the defects are %q", got)
	}
	r.Playouts = 101 // too few were abandoned to matter
	if got := r.Defects("--max-steps"); !slices.Equal(got, want[:3]) {
		t.Errorf("the defects are %q", got)
	}
}
