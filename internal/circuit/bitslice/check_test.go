package bitslice

import (
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	tests := []struct {
		want  string
		spoil func(p *Program)
	}{
		{"without phases", func(p *Program) { p.Phases = nil }},
		{"initial bits", func(p *Program) { p.Init = p.Init[:1] }},
		{"goal of role 1 of 1", func(p *Program) { p.Goals[0].Role = 1 }},
		{"state: signal 10 of 10", func(p *Program) { p.State[1] = 10 }},
		{"Legal: signal 99 of 10", func(p *Program) { p.Phases[0].Legal[0].Args[0] = 99 }},
		{"with 2 arguments", func(p *Program) { p.Phases[0].Legal[0].Args = []uint32{2, 3} }},
		{"writes the input 1", func(p *Program) { p.Phases[0].Next[0].Args[2] = True }},
		{"writes the input 3", func(p *Program) { p.Phases[0].Next[0].Args[2] = 3 }},
		{"more than one thing", func(p *Program) { p.State[1] = p.State[0] }},
		{"kind 7", func(p *Program) { p.Phases[0].Next[0].Op = NumOps }},
		{"next bits", func(p *Program) { p.Phases[0].NextOf = nil }},
		{"another one", func(p *Program) { p.Phases[0].NextOf[0] = p.State[1] }},
		{"goal signals", func(p *Program) { p.Phases[0].GoalsOf = nil }},
		{"percept signals", func(p *Program) { p.Percepts = 1 }},
		{"percepts: signal 78", func(p *Program) { p.Percepts, p.Phases[0].PerceptsOf = 1, []uint32{78} }},
		{"Percepts: a gate writes the input 3", func(p *Program) {
			p.Phases[0].Percepts = []Segment{{Op: And2, Args: []uint32{2, 2, 3}}}
		}},
		{"terminal: signal 77", func(p *Program) { p.Phases[0].Terminal = 77 }},
		{"roles of a phase", func(p *Program) { p.Phases[0].Roles = nil }},
		{"legal signals", func(p *Program) { p.Phases[0].Roles[0].Legal = nil }},
		{"0 planes for 2 moves", func(p *Program) { p.Phases[0].Roles[0].Planes = []uint32{} }},
		{"classes", func(p *Program) { p.Phases[0].Roles[0].Planes = nil }},
		{"class signal 4", func(p *Program) {
			r := &p.Phases[0].Roles[0]
			r.Planes, r.Classes, r.Inputs = nil, [][]uint32{{4}, {}}, [2]uint32{5, 6}
		}},
		{"inputs [5 11]", func(p *Program) {
			r := &p.Phases[0].Roles[0]
			r.Planes, r.Classes, r.Inputs = nil, [][]uint32{{}, {}}, [2]uint32{5, 11}
		}},
		{"Goals: signal 30", func(p *Program) {
			p.Phases[0].Goals = []Segment{{Loop: &Loop{Feedback: []Feedback{{Signal: 5, Source: 30}}}}}
		}},
		{"Goals: signal 31", func(p *Program) {
			p.Phases[0].Goals = []Segment{{Loop: &Loop{Gates: []Gate{{In: [3]uint32{31}, Out: 5}}}}}
		}},
		{"the goal net: signal 9 of 3", func(p *Program) {
			p.GoalNet = GoalNet{Signals: 3, State: []uint32{2, 0}, GoalsOf: []uint32{2},
				Code: []Segment{{Op: And2, Args: []uint32{9, 9, 2}}}}
		}},
	}
	if err := check(counter()); err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		p := counter()
		test.spoil(p)
		if err := check(p); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, not %q", err, test.want)
		}
	}
}
