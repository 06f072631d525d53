package mcpserver

import (
	"context"
	"fmt"
	"strings"

	"ludex/game"
	"ludex/internal/randomplay"
)

type positionData struct {
	Step  int                 `json:"step"`
	Roles []string            `json:"roles"`
	Facts []string            `json:"facts"`
	Over  bool                `json:"over"`
	Legal map[string][]string `json:"legal,omitempty"`
	Goals map[string][]int    `json:"goals,omitempty"`
}

func (s *Server) position(ctx context.Context, in *positionArg) (*reply[positionData], error) {
	p, err := s.at(ctx, in, "")
	if err != nil {
		return nil, err
	}
	data, err := p.describe(p.now())
	if err != nil {
		return nil, err
	}
	data.Step = len(p.joints)
	return &reply[positionData]{text: data.String(), data: data}, nil
}

// describe says what holds in a state.
func (o *opened) describe(s game.State) (positionData, error) {
	data := positionData{Roles: o.game.Roles(), Facts: []string{}, Over: o.machine.Terminal(s), Legal: map[string][]string{}, Goals: map[string][]int{}}
	for _, f := range o.game.Facts(s) {
		data.Facts = append(data.Facts, o.show(f))
	}
	for r, name := range o.game.Roles() {
		role := game.Role(r)
		if !data.Over {
			for _, m := range o.machine.Legal(s, role, nil) {
				data.Legal[name] = append(data.Legal[name], o.move(role, m))
			}
		} else if role != o.game.Random() {
			data.Goals[name] = o.machine.Goals(s, role, nil)
		}
	}
	return data, o.machine.Err()
}

// String writes a position for a model.
func (d *positionData) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "step %d\nfacts: %s\n", d.Step, strings.Join(d.Facts, " "))
	for _, r := range d.Roles {
		switch goals, over := d.Goals[r]; {
		case over:
			fmt.Fprintf(&b, "goal of %s: %v\n", r, goals)
		case !d.Over:
			fmt.Fprintf(&b, "legal for %s: %s\n", r, strings.Join(d.Legal[r], " "))
		}
	}
	if d.Over {
		b.WriteString("the play is over\n")
	}
	return b.String()
}

// maxSteps is the limit of steps of a simulation.
const maxSteps = 1000

type simulateArg struct {
	positionArg
	Seed  uint64 `json:"seed,omitempty" jsonschema:"chooses the random moves; 1 if there is none"`
	Steps int    `json:"steps,omitempty" jsonschema:"stop after this many steps, at most 1000"`
}

type simulateData struct {
	Moves [][]string     `json:"moves"` // of the steps, in the order of the roles
	Roles []string       `json:"roles"`
	Over  bool           `json:"over"`
	Goals map[string]int `json:"goals,omitempty"`
	Facts []string       `json:"facts"` // of the last state
}

func (s *Server) simulate(ctx context.Context, in *simulateArg) (*reply[simulateData], error) {
	if in.Steps < 0 || in.Steps > maxSteps {
		return nil, fmt.Errorf("steps: from 1 to %d", maxSteps)
	}
	if in.Steps == 0 {
		in.Steps = maxSteps
	}
	if in.Seed == 0 {
		in.Seed = 1
	}
	p, err := s.at(ctx, &in.positionArg, "")
	if err != nil {
		return nil, err
	}
	play, err := randomplay.New(ctx, p.game, randomplay.Options{From: p.now(), MaxSteps: in.Steps}).Play(in.Seed)
	if err != nil {
		return nil, err
	}
	data := simulateData{Moves: [][]string{}, Roles: p.game.Roles(), Over: play.Over, Goals: map[string]int{}, Facts: []string{}}
	var b strings.Builder
	for i, joint := range play.Joints {
		texts := p.joint(joint)
		data.Moves = append(data.Moves, texts)
		fmt.Fprintf(&b, "%d. %s\n", len(p.joints)+i+1, strings.Join(texts, " "))
	}
	for _, f := range p.game.Facts(play.States[len(play.States)-1]) {
		data.Facts = append(data.Facts, p.show(f))
	}
	fmt.Fprintf(&b, "facts: %s\n", strings.Join(data.Facts, " "))
	for r, goal := range play.Goals {
		if game.Role(r) != p.game.Random() {
			data.Goals[p.game.Roles()[r]] = goal
			fmt.Fprintf(&b, "goal of %s: %d\n", p.game.Roles()[r], goal)
		}
	}
	if !play.Over {
		b.WriteString("the play is not over\n")
	}
	return &reply[simulateData]{text: b.String(), data: data}, nil
}

// maxNodes is the limit of the nodes of a search.
const maxNodes = 1_000_000
