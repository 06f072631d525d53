package main

import (
	"cmp"
	"math"

	"ludex/game"
	"ludex/internal/review"
)

// A valueReport is the expected goal of a role.
type valueReport struct {
	Role   string   `json:"role"`
	Value  *float64 `json:"value"` // null if unknown
	Proved bool     `json:"proved"`
}

type candidateReport struct {
	Move   string  `json:"move"`
	Visits uint64  `json:"visits"`
	Share  float64 `json:"share"`
	Value  float64 `json:"value"`
	Proved bool    `json:"proved"`
}

type roleReport struct {
	Role     string            `json:"role"`
	Moves    []candidateReport `json:"moves"`
	Line     []string          `json:"line"`
	Nodes    uint64            `json:"nodes"`
	Playouts uint64            `json:"playouts"`
	Seconds  float64           `json:"seconds"`
	Note     string            `json:"note,omitempty"`
}

type positionReport struct {
	Game   string        `json:"game"`
	Player string        `json:"player"`
	Forced []string      `json:"forced,omitempty"`
	Over   bool          `json:"over"`
	Values []valueReport `json:"values"`
	Roles  []roleReport  `json:"roles"`
}

func (a *analysis) positionReport(p *review.Position) positionReport {
	report := positionReport{
		Game: a.game.Name(), Player: a.flags.player, Forced: a.steps(a.start, p.Forced), Over: p.Over,
		Values: a.valueReports(p), Roles: []roleReport{},
	}
	for _, an := range p.Analyses {
		if !a.concerns(an.Role) {
			continue
		}
		r := roleReport{
			Role: a.game.Roles()[an.Role], Moves: []candidateReport{}, Line: a.steps(p.State, an.Line),
			Nodes: an.Nodes, Playouts: an.Playouts, Seconds: an.Elapsed.Seconds(), Note: an.Note,
		}
		for _, m := range a.top(an.Moves) {
			r.Moves = append(r.Moves, candidateReport{a.show(a.game.MoveText(an.Role, m.Move)), m.Visits, m.Share, m.Value, m.Exact})
		}
		report.Roles = append(report.Roles, r)
	}
	return report
}

func (a *analysis) valueReports(p *review.Position) []valueReport {
	list := []valueReport{}
	for r, name := range a.game.Roles() {
		if a.concerns(game.Role(r)) {
			list = append(list, valueReport{name, jsonNumber(p.Values[r]), p.Exact[r]})
		}
	}
	return list
}

// jsonNumber returns a value for JSON, which has no NaN and no infinities.
func jsonNumber(v float64) *float64 {
	if math.IsNaN(v) {
		return nil
	}
	return &v
}

type choiceReport struct {
	Role   string   `json:"role"`
	Move   string   `json:"move"`
	Best   string   `json:"best"`
	Before *float64 `json:"before"`
	After  *float64 `json:"after"`
	Loss   float64  `json:"loss"`
	Proved bool     `json:"proved"`
	Grade  string   `json:"grade"`
}

type stepReport struct {
	Step    int            `json:"step"`
	Moves   string         `json:"moves"`
	Values  []valueReport  `json:"values"` // before the step
	Choices []choiceReport `json:"choices"`
}

type playReport struct {
	Game   string        `json:"game"`
	Player string        `json:"player"`
	Steps  []stepReport  `json:"steps"`
	Over   bool          `json:"over"`
	Values []valueReport `json:"values"` // at the end
}

func (a *analysis) playReport(r *review.Review) playReport {
	report := playReport{Game: a.game.Name(), Player: a.flags.player, Steps: []stepReport{}, Values: []valueReport{}}
	if r.Final != nil {
		report.Over, report.Values = r.Final.Over, a.valueReports(r.Final)
	}
	for i, step := range r.Steps {
		s := stepReport{Step: i + 1, Moves: a.step(step.State, step.Joint), Values: a.valueReports(step.Before), Choices: []choiceReport{}}
		for _, c := range step.Choices {
			if a.concerns(c.Role) {
				text := func(m game.Move) string { return a.show(a.game.MoveText(c.Role, m)) }
				s.Choices = append(s.Choices, choiceReport{
					a.game.Roles()[c.Role], text(c.Move), text(c.Best), jsonNumber(c.Before), jsonNumber(c.After), c.Loss, c.Sure,
					cmp.Or(string(c.Grade), "good"),
				})
			}
		}
		report.Steps = append(report.Steps, s)
	}
	return report
}
