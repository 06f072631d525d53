package mcpserver

import (
	"context"
	"fmt"
	"math"
	"strings"

	"ludex/game"
	"ludex/internal/review"
	"ludex/internal/roster"
	"ludex/internal/whylegal"
	"ludex/player"
)

type analyseArg struct {
	positionArg
	Nodes int    `json:"nodes,omitempty" jsonschema:"how much to search, at most 1000000; 10000 if it is not given"`
	Seed  uint64 `json:"seed,omitempty" jsonschema:"chooses what is random"`
}

type candidate struct {
	Move   string  `json:"move"`
	Value  float64 `json:"value"`
	Proved bool    `json:"proved"`
	Visits uint64  `json:"visits"`
}

type roleValue struct {
	Role   string      `json:"role"`
	Value  *float64    `json:"value,omitempty"` // missing if it is not known
	Proved bool        `json:"proved"`
	Moves  []candidate `json:"moves,omitempty"`
	Line   [][]string  `json:"line,omitempty"`
}

type analyseData struct {
	Over  bool        `json:"over"`
	Roles []roleValue `json:"roles"`
}

// topMoves is how many moves of a role an analysis lists.
const topMoves = 20

func (s *Server) analyse(ctx context.Context, in *analyseArg) (*reply[analyseData], error) {
	if in.Nodes < 0 || in.Nodes > maxNodes {
		return nil, fmt.Errorf("nodes: from 1 to %d", maxNodes)
	}
	if in.Nodes == 0 {
		in.Nodes = 10_000
	}
	p, err := s.at(ctx, &in.positionArg, "")
	if err != nil {
		return nil, err
	}
	maker, err := roster.All().Maker("auto")
	if err != nil {
		return nil, err
	}
	v, err := review.New(p.game, review.Options{New: maker, Nodes: in.Nodes, Seed: in.Seed})
	if err != nil {
		return nil, err
	}
	found, err := v.At(ctx, p.now())
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	data := analyseData{Over: found.Over, Roles: []roleValue{}}
	var b strings.Builder
	for r, name := range p.game.Roles() {
		if game.Role(r) == p.game.Random() {
			continue
		}
		one := roleValue{Role: name, Proved: found.Exact[r]}
		if v := found.Values[r]; !math.IsNaN(v) {
			one.Value = &v
		}
		fmt.Fprintf(&b, "%s can expect %s\n", name, review.Value(found.Values[r], found.Exact[r]))
		if a := found.Of(game.Role(r)); a != nil {
			p.candidates(&b, &one, a)
		}
		data.Roles = append(data.Roles, one)
	}
	return &reply[analyseData]{text: b.String(), data: data}, nil
}

// candidates adds the moves of an analysis.
func (p *place) candidates(b *strings.Builder, one *roleValue, a *player.Analysis) {
	for _, m := range a.Moves[:min(topMoves, len(a.Moves))] {
		value := m.Value
		if math.IsNaN(value) {
			value = 0
		}
		one.Moves = append(one.Moves, candidate{p.move(a.Role, m.Move), value, m.Exact, m.Visits})
		fmt.Fprintf(b, "  %s: %s, %d visits\n", p.move(a.Role, m.Move), review.Value(m.Value, m.Exact), m.Visits)
	}
	for _, joint := range a.Line {
		one.Line = append(one.Line, p.joint(joint))
	}
}

type whyArg struct {
	positionArg
	About string `json:"about" jsonschema:"an atom, as (legal white (mark 1 1)) or (next (cell 1 1 x)), which is about the last step; in a regular boardgame a move"`
}

type whyData struct {
	Holds bool   `json:"holds"`
	Why   string `json:"why"`
}

func (s *Server) why(ctx context.Context, in *whyArg) (*reply[whyData], error) {
	if err := short("about", in.About); err != nil {
		return nil, err
	}
	p, err := s.at(ctx, &in.positionArg, "reference")
	if err != nil {
		return nil, err
	}
	q := whylegal.Place{Rules: p.rules, Game: p.game, States: p.states, Joints: p.joints}
	answer, err := q.Query(ctx, in.About)
	if err != nil {
		return nil, err
	}
	return &reply[whyData]{text: answer.Text, data: whyData{answer.Legal, cut(answer.Text)}}, nil
}

// developments is the limit of developments that a question looks at.
const developments = 200_000
