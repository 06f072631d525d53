package mcpserver

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"ludex/game"
	"ludex/internal/board"
)

type drawArg struct {
	positionArg
	SVG bool `json:"svg,omitempty" jsonschema:"add a picture in SVG"`
}

type drawData struct {
	Board string `json:"board"`
}

func (s *Server) draw(ctx context.Context, in *drawArg) (*reply[drawData], error) {
	p, err := s.at(ctx, &in.positionArg, "")
	if err != nil {
		return nil, err
	}
	e, err := s.games.Find(in.ref())
	if err != nil {
		return nil, err
	}
	pos, err := p.pictured(p.states, p.joints)
	if err != nil {
		return nil, err
	}
	text, err := p.drawn(ctx, pos)
	if err != nil {
		return nil, err
	}
	r := &reply[drawData]{text: text, data: drawData{cut(text)}}
	if in.SVG {
		svg, err := e.Draw(ctx, pos, board.Options{})
		if err != nil {
			return nil, err
		}
		r.more = []mcp.Content{&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{
			URI: "ludex://picture.svg", MIMEType: "image/svg+xml", Text: string(svg),
		}}}
	}
	return r, nil
}

// pictured returns the last of several states, as it is drawn.
func (o *opened) pictured(states []game.State, joints [][]game.Move) (board.Position, error) {
	now := states[len(states)-1]
	pos := board.Position{Facts: o.game.Facts(now), Over: o.machine.Terminal(now)}
	if n := len(joints); n > 0 {
		pos.Before = o.game.Facts(states[n-1])
		for r, m := range joints[n-1] {
			pos.Last = append(pos.Last, o.game.MoveText(game.Role(r), m))
		}
	}
	return pos, o.machine.Err()
}

// drawn draws a position as text.
func (o *opened) drawn(ctx context.Context, pos board.Position) (string, error) {
	b, err := o.draw(ctx)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	err = b.Text(&text, pos, false)
	return text.String(), err
}
