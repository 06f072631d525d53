package server

import (
	"context"
	"errors"
	"net/http"
	"time"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/movecells"
	"ludex/internal/panics"
	"ludex/internal/review"
	"ludex/internal/roster"
	"ludex/internal/server/feed"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
)

// A positionRequest asks for a position that is stepped through by hand.
type positionRequest struct {
	placeRequest
	As    string `json:"as"` // show what this role knows; empty is everything
	Flip  bool   `json:"flip"`
	About bool   `json:"about"` // describe the game, too, and the moves that lead here
}

// A positionAnswer is a position with everything that can be done in it.
type positionAnswer struct {
	Step  int    `json:"step"`
	Text  string `json:"text"` // of the last step, as people write it
	SVG   string `json:"svg"`
	Grid  bool   `json:"grid"`
	Over  bool   `json:"over"`
	Goals []*int `json:"goals"` // by role, if the play is over
	// A step is written as the move of one role in a game where only one moves at a time, and
	// else as the moves of all roles in parentheses. Mover is that role, or -1.
	Mover   int          `json:"mover"`
	Base    []string     `json:"base"`    // the first legal move of each role, canonical
	Choices []roleChoice `json:"choices"` // roles that have a choice
	Ending  []string     `json:"ending"`  // cells that decided the end

	Attacked []movecells.Attack `json:"attacked"` // pieces that no move may leave attacked

	About *analysedGame `json:"about,omitempty"`
}

// An analysedGame describes the game of a position.
type analysedGame struct {
	Game   gamecache.About `json:"game"`
	Ref    gamecache.Ref   `json:"ref"` // by which requests name the game
	Seats  []analysedSeat  `json:"seats"`
	Levels levelList       `json:"levels"`
	Line   []lineStep      `json:"line"` // all steps of the match, or those that lead to the position
	// FromPosition says that the match did not begin with the initial state.
	FromPosition bool `json:"fromPosition"`
}

// An analysedSeat is a role with the colour of its pieces.
type analysedSeat struct {
	Role   string `json:"role"`
	Chance bool   `json:"chance"`
	Color  string `json:"color"`
	Word   string `json:"word"`
}

// A roleChoice has the legal moves of a role.
type roleChoice struct {
	Role   int              `json:"role"`
	Chance bool             `json:"chance"`
	Moves  []humanplay.Move `json:"moves"` // the text is canonical
}

func (api positionAPI) postPosition(w http.ResponseWriter, r *http.Request) error {
	var req positionRequest
	if err := decode(w, r, api.server.cfg.Limits.Large, &req); err != nil {
		return err
	}
	ctx := r.Context()
	p, err := api.find(ctx, req.placeRequest)
	if err != nil {
		return err
	}
	a, err := p.explore(ctx, req)
	if err == nil && req.About {
		a.About, err = api.about(ctx, p, req.placeRequest)
	}
	if err != nil {
		return unprocessable(err)
	}
	return reply(w, http.StatusOK, a)
}

// about describes the game of a position, and the match or the moves that lead to it.
func (api positionAPI) about(ctx context.Context, p *place, req placeRequest) (*analysedGame, error) {
	pictures, err := p.entry.Board(ctx)
	if err != nil {
		return nil, err
	}
	a := &analysedGame{Game: p.entry.About(), Ref: p.entry.Ref(), Line: []lineStep{}}
	a.Game.Hidden = p.game.Hidden()
	colors := append(pictures.Colors(), make([]board.PlayerColor, len(p.game.Roles()))...) // also if the board knows fewer roles
	for r, name := range p.game.Roles() {
		a.Seats = append(a.Seats, analysedSeat{name, game.Role(r) == p.game.Random(), colors[r].Color, colors[r].Word})
	}
	if a.Levels, err = levelsOf(p.entry); err != nil {
		return nil, err
	}
	played := p.replay()
	if req.Match != "" {
		if played, err = api.server.replays.open(ctx, req.Match); err != nil {
			return nil, err
		}
		a.FromPosition = played.record.Details.FromPosition
	} else if played.cells, err = p.entry.MoveCells(ctx); err != nil {
		return nil, err
	}
	m := p.game.NewMachine()
	m.Bind(ctx)
	for i, joint := range played.joints {
		text := ""
		if i+1 < len(played.frames) {
			text = played.frames[i+1].Text
		} else {
			text = played.stepText(m, played.states[i], joint)
		}
		a.Line = append(a.Line, lineStep{p.step(joint), text})
	}
	return a, m.Err()
}

// explore draws a position and lists what can be done in it.
func (p *place) explore(ctx context.Context, req positionRequest) (*positionAnswer, error) {
	m := p.game.NewMachine()
	m.Bind(ctx)
	cells, err := p.entry.MoveCells(ctx)
	if err != nil {
		return nil, err
	}
	n := len(p.joints)
	a := &positionAnswer{Step: n, Over: m.Terminal(p.state()), Mover: -1, Goals: []*int{}, Base: []string{}, Choices: []roleChoice{}, Ending: []string{}, Attacked: append([]movecells.Attack{}, cells.Attacks(ctx, p.state())...)}
	if n > 0 {
		played := p.replay()
		played.cells = cells
		a.Text = played.stepText(m, p.states[n-1], p.joints[n-1])
	}
	if err := m.Err(); err != nil {
		return nil, err
	}
	if a.Over {
		p.end(m, cells, a)
	} else if err := p.choices(ctx, m, cells, a); err != nil {
		return nil, err
	}
	if err := m.Err(); err != nil {
		return nil, err
	}
	return a, p.draw(ctx, req, a)
}

// end lists the goals, and what decided them.
func (p *place) end(m game.Machine, cells *movecells.Finder, a *positionAnswer) {
	for r := range p.game.Roles() {
		goals := m.Goals(p.state(), game.Role(r), nil)
		if len(goals) != 1 || game.Role(r) == p.game.Random() {
			a.Goals = append(a.Goals, nil)
			continue
		}
		a.Goals = append(a.Goals, &goals[0])
	}
	if n := len(p.joints); n > 0 {
		a.Ending = append(a.Ending, cells.Reason(m, p.states[n-1], p.joints[n-1])...)
	}
}

// mostChoices is the number of legal moves of a role that are listed.
const mostChoices = 5000

// choices lists the legal moves of all roles.
func (p *place) choices(ctx context.Context, m game.Machine, cells *movecells.Finder, a *positionAnswer) error {
	pictures, err := p.entry.Board(ctx)
	if err != nil {
		return err
	}
	joint, err := firstJoint(p.game, m, p.state())
	if err != nil {
		return err
	}
	for r, first := range joint {
		role := game.Role(r)
		a.Base = append(a.Base, p.game.MoveText(role, first))
		if p.entry.Rules.IsRBG() && first != 0 {
			a.Mover = r
		}
		legal := m.Legal(p.state(), role, nil)
		if len(legal) < 2 {
			continue
		}
		legal = legal[:min(len(legal), mostChoices)]
		c := roleChoice{Role: r, Chance: role == p.game.Random(), Moves: []humanplay.Move{}}
		for i, f := range cells.Find(movecells.Position{Machine: m, State: p.state(), Role: role, Joint: joint}, legal) {
			move := humanplay.Move{Number: i + 1, Text: p.game.MoveText(role, legal[i]), Name: f.Name, Choice: f.Choice, Any: f.Any, Source: f.HasSource()}
			move.Cells, move.Also = f.Touched()
			if f.Piece != "" {
				move.Icon = pictures.PieceSVG(f.Piece)
			}
			c.Moves = append(c.Moves, move)
		}
		a.Choices = append(a.Choices, c)
	}
	return nil
}

// draw draws the position, or what a role knows of it.
func (p *place) draw(ctx context.Context, req positionRequest, a *positionAnswer) error {
	pos := board.Position{Facts: p.game.Facts(p.state()), Over: a.Over}
	if n := len(p.joints); n > 0 {
		pos.Before = p.game.Facts(p.states[n-1])
		for r, m := range p.joints[n-1] {
			pos.Last = append(pos.Last, p.game.MoveText(game.Role(r), m))
		}
	}
	if req.As != "" && p.game.Hidden() {
		known, err := p.replay().knows(ctx, len(p.joints), req.As)
		if err != nil {
			return err
		}
		if known.Why != "" {
			return errors.New("what " + req.As + " knows cannot be worked out: " + known.Why)
		}
		pos = board.Position{Facts: known.certain, Possible: known.possible, Hidden: true, Over: a.Over}
	}
	pictures, err := p.entry.Board(ctx)
	if err != nil {
		return err
	}
	a.Grid = pictures.HasGrid()
	svg, err := p.entry.Draw(ctx, pos, board.Options{Interactive: true, Flip: req.Flip})
	a.SVG = string(svg)
	return err
}

// A knownRequest asks what a role knows in a position.
type knownRequest struct {
	placeRequest
	Role string `json:"role"`
}

func (api positionAPI) postKnown(w http.ResponseWriter, r *http.Request) error {
	var req knownRequest
	if err := decode(w, r, api.server.cfg.Limits.Large, &req); err != nil {
		return err
	}
	p, err := api.find(r.Context(), req.placeRequest)
	if err != nil {
		return err
	}
	known, err := p.replay().knows(r.Context(), len(p.joints), req.Role)
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, known)
}

// A liveRequest asks for an analysis that reports what it finds while it goes on.
type liveRequest struct {
	placeRequest
	Seconds int `json:"seconds"`
	Lines   int `json:"lines"`
}

// Limits of a live analysis.
const (
	usualLiveSeconds = 10
	mostLiveSeconds  = 60
)

// postLive streams an analysis. It ends when the client leaves. Analyses of all clients
// share a few places, of which a client has its part.
func (api positionAPI) postLive(w http.ResponseWriter, r *http.Request) error {
	var req liveRequest
	if err := decode(w, r, api.server.cfg.Limits.Large, &req); err != nil {
		return err
	}
	if req.Seconds < 0 || req.Seconds > mostLiveSeconds || req.Lines < 0 || req.Lines > mostLines {
		return problem(http.StatusUnprocessableEntity, "an analysis has at most %d seconds and %d lines", mostLiveSeconds, mostLines)
	}
	if req.Seconds == 0 {
		req.Seconds = usualLiveSeconds
	}
	if req.Lines == 0 {
		req.Lines = usualLines
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	f := feed.New(1, api.server.log)
	go func() {
		defer f.Close()
		err := panics.Catch(func() error { return api.analyseLive(ctx, client(r), req, f) })
		if err != nil && ctx.Err() == nil {
			p := asProblem(err)
			api.server.note(r, p, err)
			f.Publish("problem", p)
		}
	}()
	return api.server.stream(w, r, f)
}

// analyseLive publishes the results of an analysis.
func (api positionAPI) analyseLive(ctx context.Context, client string, req liveRequest, f *feed.Feed) error {
	leave, err := api.server.analyses.Acquire(ctx, client)
	if err != nil {
		return err
	}
	defer leave()
	p, err := api.findWithin(ctx, req.placeRequest)
	if err != nil {
		return err
	}
	maker, err := roster.Analyst(p.game)
	if err != nil {
		return err
	}
	out, err := newAnalysisWriter(ctx, p, lineLength)
	if err != nil {
		return err
	}
	out.lines = req.Lines
	var wrong error
	l := review.Live{Game: p.game, New: maker, Time: time.Duration(req.Seconds) * time.Second, Seed: 1}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	err = l.Run(ctx, p.states, p.joints, func(found *review.Position, final bool) {
		var a analyseAnswer
		if a, wrong = out.answer(found, final); wrong != nil {
			stop()
			return
		}
		f.Publish("analysis", a)
	})
	if wrong != nil {
		return unprocessable(wrong)
	}
	if err != nil {
		return unprocessable(err)
	}
	return nil
}

// findWithin is find within the time limit for questions.
func (api positionAPI) findWithin(ctx context.Context, req placeRequest) (*place, error) {
	limited, cancel := context.WithTimeout(ctx, api.server.cfg.Limits.Question)
	defer cancel()
	return api.find(limited, req)
}
