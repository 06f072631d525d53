package report

import (
	"strings"
	"testing"
)

// TestRepeatedPlays checks that a player that plays the same game again and again does not make
// intervals narrow, unless chance or others decide.
func TestRepeatedPlays(t *testing.T) {
	repeat := func() *Data {
		d := twoRoles()
		d.Method.Rivals = []Opponent{{Name: "random", Games: 20}}
		var choices Summary
		choices.addMany(10, 5)
		for k := range 20 {
			d.Self = append(d.Self, Play{Number: k, Steps: 1, Over: true, Goals: []int{100, 0}, Moves: [][]string{{"a"}}, Choices: choices})
			d.Bouts = append(d.Bouts, Bout{Number: k, Seat: k % 2, Over: true, Goals: []int{100, 0}, Key: "same"})
		}
		return d
	}
	m := Measure(repeat())
	if m.Self.Plays != 1 || m.Repeated != 19 || m.Self.Scores[0].N != 1 || m.Skill[0].Score.N != 2 {
		t.Errorf("%d plays, %d repeated, scores %+v, skill %+v", m.Self.Plays, m.Repeated, m.Self.Scores, m.Skill)
	}
	if text := said(m, "variety"); !strings.Contains(text, "20 games of the player are all the same, which counts once") {
		t.Errorf("variety: %q", text)
	}
	for name, change := range map[string]func(*Data){
		"chance": func(d *Data) { d.About.Roles, d.About.Chance = append(d.About.Roles, "random"), 2 },
		"hidden": func(d *Data) { d.About.Hidden = true },
		"small": func(d *Data) {
			for i := range d.Self {
				d.Self[i].Choices = Summary{}
			}
		},
		"joint": func(d *Data) { d.Self[0].Moves = [][]string{{"a", "b"}} },
	} {
		d := repeat()
		if change(d); name == "chance" {
			for i := range d.Self {
				d.Self[i].Goals, d.Bouts[i].Goals = []int{100, 0, 0}, []int{100, 0, 0}
			}
		}
		if m := Measure(d); m.Self.Plays != 20 || m.Repeated != 0 {
			t.Errorf("%s: %d plays, %d repeated", name, m.Self.Plays, m.Repeated)
		}
	}
}
