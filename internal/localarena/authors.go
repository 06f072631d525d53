package localarena

import (
	"context"
	"encoding/json"
	"time"

	"ludex/game"
	"ludex/internal/benchmark"
	"ludex/internal/server/authoring"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/rules"
)

// An authorRequest is what the workshop asks about a game that somebody writes.
type authorRequest struct {
	gamecache.Ref
	authoring.Question
	Name  string `json:"name"`
	Moves string `json:"moves"`
}

// speedTime is how long a game is played to measure its speed.
const speedTime = 3 * time.Second

// author answers questions of authors. It returns [errUnknown] for any other path.
func (a *Arena) author(ctx context.Context, path string, body []byte) (any, error) {
	var req authorRequest
	if err := json.Unmarshal(body, &req); err != nil {
		return nil, &humanplay.BadRequestError{Err: err}
	}
	if path == "/check" {
		if len(req.Text) > gamecache.MaxText {
			return nil, &humanplay.BadRequestError{Err: gamecache.ErrTooLong}
		}
		return authoring.Check(ctx, a.games.Text(req.Name, req.Text), rules.CheckOptions{}), nil
	}
	e, err := a.find(req.Ref)
	if err != nil {
		return nil, err
	}
	switch path {
	case "/board":
		return asked(authoring.DrawInitial(ctx, e))
	case "/explain":
		p, err := authoring.Interpreted(ctx, e, req.Moves)
		if err != nil {
			return nil, &humanplay.BadRequestError{Err: err}
		}
		return asked(authoring.Explain(ctx, p, req.Question))
	case "/page":
		return asked(Describe(ctx, e))
	case "/speed":
		return asked(speed(ctx, e))
	}
	return nil, errUnknown
}

// find returns the game of a request: one that somebody writes, or that of the page.
func (a *Arena) find(ref gamecache.Ref) (*gamecache.Entry, error) {
	if ref.Text == "" {
		if a.entry == nil {
			return nil, &humanplay.BadRequestError{Err: errNoRules}
		}
		return a.entry, nil
	}
	e, err := a.games.Find(ref)
	if err == nil {
		err = e.Err()
	}
	if err != nil {
		return nil, &humanplay.BadRequestError{Err: err}
	}
	return e, nil
}

// asked returns an answer whose errors are about what the author wrote.
func asked[T any](value T, err error) (any, error) {
	if err != nil {
		return nil, &humanplay.BadRequestError{Err: err}
	}
	return value, nil
}

// A speedAnswer says how fast a game is played at random here.
type speedAnswer struct {
	*benchmark.Report
	Rows []benchmark.Row `json:"rows"`
}

// speed plays a game at random for a while.
func speed(ctx context.Context, e *gamecache.Entry) (*speedAnswer, error) {
	g, _, err := e.Game(ctx)
	if err != nil {
		return nil, err
	}
	benchmark.Wait(ctx, g, speedTime)
	runs, err := benchmark.Playouts(ctx, g, game.PlayoutOptions{Time: speedTime, Seed: 1})
	if err != nil {
		return nil, err
	}
	last := &runs[len(runs)-1]
	r := benchmark.NewReport(last.Game, 1, 0, &last.Result)
	return &speedAnswer{r, r.Rows()}, nil
}
