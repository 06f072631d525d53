package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/viewtext"
	"ludex/knowledge"
	"ludex/knowledge/formula"
	"ludex/knowledge/relations"
	"ludex/source"
)

type knowsArg struct {
	positionArg
	Formula string `json:"formula" jsonschema:"made of facts, legal, goal, terminal, does, sees, ~ & | =>, knows(r,F), possible(r,F), everyone({r,s},F), common({r,s},F), next, always, eventually, can, exists X in p(X): F"`
	View    string `json:"view,omitempty" jsonschema:"instead of moves: what a role did and saw, a step a line, its move and its percepts"`
	Role    string `json:"role,omitempty" jsonschema:"the role whose view it is"`
}

type knowsData struct {
	Answer string `json:"answer"`
	Reason string `json:"reason,omitempty"`
}

func (s *Server) knows(ctx context.Context, in *knowsArg) (*reply[knowsData], error) {
	if err := errors.Join(short("formula", in.Formula), short("view", in.View)); err != nil {
		return nil, err
	}
	if in.View != "" && in.Moves != "" {
		return nil, errors.New("give either moves or a view")
	}
	p, err := s.at(ctx, &in.positionArg, "")
	if err != nil {
		return nil, err
	}
	q, err := p.query(in.Formula)
	if err != nil {
		return nil, err
	}
	m, err := knowledge.New(p.game, knowledge.Limits{Developments: developments})
	if err != nil {
		return nil, err
	}
	var answer *formula.Answer
	if in.View == "" {
		answer, err = q.At(ctx, m, knowledge.Development{Joints: p.joints})
	} else {
		var v knowledge.View
		if v, err = p.view(in); err == nil {
			answer, err = q.InView(ctx, m, v)
		}
	}
	if err != nil {
		return nil, err
	}
	text := strings.TrimRight(answer.String(), "\n") + "\n"
	return &reply[knowsData]{text: text, data: knowsData{string(answer.Verdict), answer.Reason}}, nil
}

// query binds a formula to the game.
func (p *place) query(text string) (*formula.Query, error) {
	f, list := formula.Read(source.NewFile("<formula>", []byte(text)))
	var q *formula.Query
	if !list.HasErrors() {
		var opt formula.Options
		if !p.rules.IsRBG() {
			opt = formula.Options{Relations: relations.Of(p.rules.GDL), FoldCase: p.rules.GDL.Syntax == gdl.Prefix && !p.rules.GDL.CaseSensitive}
		}
		q = formula.Bind(f, p.game, opt, list)
	}
	if q == nil {
		return nil, errors.New("the formula has errors:\n" + rendered(list))
	}
	return q, nil
}

// view reads the view of a role.
func (p *place) view(in *knowsArg) (knowledge.View, error) {
	r := slices.Index(p.game.Roles(), in.Role)
	if r < 0 {
		return knowledge.View{}, fmt.Errorf("role: there is no role %.40q: the roles are %s", in.Role, strings.Join(p.game.Roles(), ", "))
	}
	if p.rules.IsRBG() {
		return knowledge.View{}, errors.New("view: in a regular boardgame nothing is hidden; give the moves")
	}
	return viewtext.Parse(game.Role(r), in.View)
}
