package report

import (
	"strings"
	"testing"

	"ludex/game"
)

// strengths makes data of players with 5, 20 and 80 nodes: of ten games each as many are
// drawn as given, and x wins the others.
func strengths(drawn ...int) *Data {
	goals := func(i, number int) []int {
		if number < drawn[i] {
			return []int{50, 50}
		}
		return []int{100, 0}
	}
	d := twoRoles()
	d.Method = Method{Nodes: 80, Rivals: []Opponent{{Name: "random", Games: 2}, {Nodes: 20, Strong: 20, Games: 10}, {Nodes: 5, Strong: 5, Games: 10}}}
	for k := range 10 {
		d.Self = append(d.Self, Play{Number: k, Steps: 1, Over: true, Goals: goals(2, k)})
		d.Bouts = append(d.Bouts, Bout{Rival: 2, Number: k, Over: true, Goals: goals(0, k)}, Bout{Rival: 1, Number: k, Over: true, Goals: goals(1, k)})
	}
	return d
}

// said returns what the verdict says about a measure, or "".
func said(m *Measures, measure string) string {
	for _, s := range m.Verdict {
		if s.Measure == measure {
			return s.Text
		}
	}
	return ""
}

// TestTrend checks that the verdict says how results change with strength, and only if they do.
func TestTrend(t *testing.T) {
	m := Measure(strengths(0, 4, 8))
	near(t, "more draws", m.Trend.Draws.Mean, 0.4)
	near(t, "score of x", m.Trend.Scores[0].Mean, -0.2)
	near(t, "score of y", m.Trend.Scores[1].Mean, 0.2)
	near(t, "half of the interval", m.Trend.Draws.Interval[1]-0.4, 0.159195)
	if got, want := said(m, "draws-trend"), "Stronger players draw more often: 0 % with 5 nodes, 40 % with 20 nodes, 80 % with 80 nodes; +40 (+24 to +56) points for four times the nodes."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := said(Measure(strengths(8, 4, 0)), "draws-trend"); !strings.HasPrefix(got, "Stronger players draw less often: 80 % with 5 nodes") {
		t.Errorf("fewer draws: %q", got)
	}
	same := Measure(strengths(4, 5, 4))
	if got := said(same, "draws-trend") + said(same, "balance-trend"); got != "" || same.Trend == nil {
		t.Errorf("the same at all strengths: %q, %+v", got, same.Trend)
	}
	if Measure(twoRoles(course4())).Trend != nil {
		t.Error("a trend of one strength")
	}
}

// TestTrendLimitsVerdict checks that a verdict about weak players does not sound final if
// stronger ones play otherwise.
func TestTrendLimitsVerdict(t *testing.T) {
	d := strengths(0, 0, 1)
	for i, e := range []struct {
		grow bool
		want string
	}{{false, "Draws occur"}, {true, "Few draws between players of this strength"}} {
		m := Measure(d)
		m.Self.Draws = share(9, 100)
		if m.Trend.Draws = share(1, 10); !e.grow {
			m.Self.Draws = share(11, 100)
		}
		if text := verdictOf(d, m, "draws"); !strings.HasPrefix(text, e.want) {
			t.Errorf("%d: %q, want %q", i, text, e.want)
		}
	}
	m := Measure(strengths(0, 3, 6))
	if text := said(m, "balance"); m.Trend.Scores[0].below(0) != strings.Contains(text, "between players of this strength") {
		t.Errorf("balance: %q, slope %+v", text, m.Trend.Scores[0])
	}
}

// TestStrategy speaks of luck only where there is some.
func TestStrategy(t *testing.T) {
	open := About{Roles: []string{"a", "b"}, Chance: game.NoRole}
	chance := About{Roles: []string{"a", "b", "dice"}, Chance: 2}
	for _, tt := range []struct {
		about    About
		together float64
		skill    float64
		want     string
	}{
		{open, 0, 0.9, "Strategy decides"},
		{open, 0, 0.5, "Strategy counts, but random moves often win too"},
		{open, 0, 0.1, "Strategy counts little"},
		{chance, 0, 0.5, "Strategy and luck both count"},
		{chance, 0, 0.1, "Mostly luck"},
		{open, 0.5, 0.1, "Mostly luck"},
	} {
		j := &judge{data: &Data{About: tt.about}, measures: &Measures{Together: tt.together}}
		if got := j.strategy(tt.skill); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt, got, tt.want)
		}
	}
}

// verdictOf judges measures anew.
func verdictOf(d *Data, m *Measures, measure string) string {
	m.Verdict = verdict(d, d, m)
	return said(m, measure)
}
