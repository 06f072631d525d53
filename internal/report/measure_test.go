package report

import (
	"math"
	"testing"

	"ludex/game"
)

// course4 is a play of two roles in three steps that the first role wins.
func course4() Play {
	return Play{Steps: 3, Over: true, Goals: []int{100, 0}, Values: [][]int{{500, 500}, {300, 700}, {800, 200}, {1000, 0}}}
}

func twoRoles(plays ...Play) *Data {
	return &Data{Format: Format, About: About{Name: "two", Roles: []string{"x", "y"}, Chance: game.NoRole}, Self: plays}
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-5 {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestCourse(t *testing.T) {
	c := Measure(twoRoles(course4())).Course
	near(t, "drama", c.Drama.Mean, math.Sqrt(0.4))
	near(t, "behind", c.Behind.Mean, 1.0/3)
	near(t, "deepest", c.Deepest.Mean, 40)
	near(t, "lead changes", c.LeadChanges.Mean, 1)
	near(t, "change rate", c.ChangeRate.Mean, 1.0/3)
	near(t, "steps after the decision", c.After.Mean, 1)
	near(t, "decisiveness", c.Decisiveness.Mean, 2.0/3)
	near(t, "uncertainty", c.Uncertainty.Mean, (1+0.6+0.4)/3)
	near(t, "late uncertainty", c.Late.Mean, 0.4)
	near(t, "the winner at the end", c.Winner[Progressions], 100)
	near(t, "the winner at the start", c.Winner[0], 50)
	if c.Drama.Interval != nil {
		t.Error("one play has an interval")
	}
}

// TestCourseFollows covers positions that no player has evaluated, and a beginning without
// any evaluation.
func TestCourseFollows(t *testing.T) {
	p := Play{Steps: 4, Over: true, Goals: []int{0, 100}, Values: [][]int{nil, {900, 100}, nil, {Unknown, 500}, {0, 1000}}}
	c := Measure(twoRoles(p)).Course
	near(t, "behind", c.Behind.Mean, 1)
	near(t, "deepest", c.Deepest.Mean, 80)
	near(t, "lead changes", c.LeadChanges.Mean, 1)
	near(t, "steps after the decision", c.After.Mean, 0)
}

func TestCourseOfDraws(t *testing.T) {
	draw := Play{Steps: 2, Over: true, Goals: []int{50, 50}, Values: [][]int{{500, 500}, {590, 410}, {500, 500}}}
	c := Measure(twoRoles(draw)).Course
	if c.Decisive != 0 || c.Drama.N != 0 || c.Winner != nil {
		t.Errorf("a draw is decisive: %+v", c)
	}
	near(t, "lead changes", c.LeadChanges.Mean, 0)
	if Measure(twoRoles(Play{Steps: 1, Over: true, Goals: []int{0, 100}})).Course != nil {
		t.Error("there is a course, though the player told nothing")
	}
	hidden := twoRoles(course4())
	hidden.About.Hidden = true
	if Measure(hidden).Course != nil {
		t.Error("there is a course where information is hidden")
	}
}

func TestResults(t *testing.T) {
	d := twoRoles(
		Play{Number: 0, Steps: 4, Over: true, Goals: []int{100, 0}, First: 0},
		Play{Number: 1, Steps: 6, Over: true, Goals: []int{50, 50}, First: 0},
		Play{Number: 2, Steps: 5, Over: true, Goals: []int{100, 0}, First: 0},
		Play{Number: 3, Steps: 9, Goals: []int{0, 0}, First: 0},
	)
	m := Measure(d).Self
	near(t, "score of x", m.Scores[0].Mean, 2.5/3)
	near(t, "score of y", m.Scores[1].Mean, 0.5/3)
	near(t, "balance", m.Balance.Mean, 1-2.0/3)
	near(t, "draws", m.Draws.Mean, 1.0/3)
	near(t, "completion", m.Completion.Mean, 0.75)
	near(t, "length", m.Length.Mean, 5)
	near(t, "first move", m.First.Mean, 2.5/3)
	if m.FirstRole != "x" {
		t.Errorf("the first role is %q", m.FirstRole)
	}
}

func TestSkill(t *testing.T) {
	d := twoRoles()
	d.Method.Rivals = []Opponent{{Name: "random", Games: 2}}
	d.Bouts = []Bout{{Number: 0, Seat: 0, Over: true, Goals: []int{100, 0}}, {Number: 1, Seat: 1, Over: true, Goals: []int{50, 50}}, {Number: 2}}
	s := Measure(d).Skill
	if len(s) != 1 {
		t.Fatalf("there are %d rivals", len(s))
	}
	near(t, "skill", s[0].Score.Mean, 0.75)
	near(t, "even", s[0].Even, 0.5)
	if s[0].CutOff != 1 || s[0].Score.N != 2 {
		t.Errorf("of 3 games, one of which was cut off, %d count", s[0].Score.N)
	}
}
