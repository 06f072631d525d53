package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/movecells"
	"ludex/internal/puzzle"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/spelling"
	"ludex/library"
)

// A puzzleAPI serves the puzzles of the day.
type puzzleAPI struct{ server *Server }

func (api puzzleAPI) routes() []route {
	return []route{
		{http.MethodGet, "/puzzle", api.getPuzzle, heavy},
		{http.MethodGet, "/puzzles/{name}/board.svg", api.getPuzzleBoard, heavy},
		{http.MethodGet, "/puzzles/{name}/try", api.getTry, heavy},
	}
}

// proofStates is the number of states that a proof may take. The puzzles were chosen so that
// it is enough.
const proofStates = 400_000

// A puzzleView is a puzzle, and how far somebody has come with it.
type puzzleView struct {
	Name   string           `json:"name"`
	Day    string           `json:"day,omitempty"`
	Game   gamecache.About  `json:"game"`
	Role   string           `json:"role"`
	Task   string           `json:"task"`
	Proof  string           `json:"proof"` // what was proved
	Left   int              `json:"left"`  // steps that are left
	Solved bool             `json:"solved"`
	Wrong  bool             `json:"wrong"`
	Text   string           `json:"text"` // what happened in the attempt
	SVG    string           `json:"svg"`
	Turned bool             `json:"turned"` // the board is seen from the other side
	Moves  []humanplay.Move `json:"moves"`  // that can be tried now
	Steps  []string         `json:"steps"`  // since the position of the puzzle
}

// dayFormat is how days are written.
const dayFormat = "2006-01-02"

// puzzleOfDay returns the puzzle of the day that a client asks for, today if it names none. The
// puzzles of days to come are not told.
func puzzleOfDay(day string, now time.Time) (puzzle.Puzzle, string, error) {
	today := now.UTC().Format(dayFormat)
	if day == "" {
		day = today
	}
	at, err := time.Parse(dayFormat, day)
	switch {
	case err != nil:
		return puzzle.Puzzle{}, "", problem(http.StatusBadRequest, "a day is written as in %s", today)
	case day > today:
		return puzzle.Puzzle{}, "", problem(http.StatusNotFound, "that day is still to come")
	}
	return puzzle.Daily().OfDay(at), day, nil
}

// task says what is asked for.
func task(p puzzle.Puzzle) string {
	if isSolo(p) {
		return fmt.Sprintf("Solve it in %s.", spelling.Count(p.Steps, "move"))
	}
	return fmt.Sprintf("%s to move and win within %s.", board.Words(p.Role), spelling.Count((p.Steps+1)/2, "move"))
}

// proof says what was proved about a puzzle.
func proof(p puzzle.Puzzle) string {
	if isSolo(p) {
		return fmt.Sprintf("A search of all moves has proved that there is a solution of %s, and none that is shorter.", spelling.Count(p.Steps, "move"))
	}
	n := spelling.Count((p.Steps+1)/2, "move")
	return fmt.Sprintf("A search of all moves has proved that exactly one move forces the win within %s, whatever the answers are. Slower wins may exist.", n)
}

// isSolo reports whether a puzzle is of a game for one.
func isSolo(p puzzle.Puzzle) bool {
	g, ok := library.Lookup(p.Game)
	return ok && g.Players == 1
}

// open sets a puzzle up.
func (api puzzleAPI) open(ctx context.Context, p puzzle.Puzzle) (*gamecache.Entry, *puzzle.Position, error) {
	e, err := api.server.games.Find(gamecache.Ref{Game: p.Game})
	if err != nil {
		return nil, nil, err
	}
	pos, err := p.Set(ctx, func(ctx context.Context, _ string) (puzzle.OpenedGame, error) {
		g, _, err := e.Game(ctx)
		return puzzle.OpenedGame{Rules: e.Rules, Game: g}, err
	})
	return e, pos, err
}

// view returns a puzzle after some moves of its role.
func (api puzzleAPI) view(ctx context.Context, p puzzle.Puzzle, moves []string) (*puzzleView, error) {
	e, pos, err := api.open(ctx, p)
	if err != nil {
		return nil, err
	}
	a, err := pos.Try(ctx, moves, proofStates)
	if err != nil {
		return nil, unprocessable(err)
	}
	v := &puzzleView{
		Name: p.Name, Game: e.About(), Role: p.Role, Task: task(p), Proof: proof(p), Left: a.Left, Solved: a.Solved, Wrong: a.Wrong,
		Moves: []humanplay.Move{}, Steps: []string{},
	}
	if err := api.draw(ctx, e, pos, a, v); err != nil {
		return nil, err
	}
	switch {
	case v.Solved:
		v.Text = "Solved."
	case v.Wrong && isSolo(p):
		v.Text = fmt.Sprintf("That is not a shortest way: after it, no solution has %s or fewer left. Try again.", spelling.Count(a.Left, "move"))
	case v.Wrong:
		v.Text = "That does not force the win in time. Try again."
	case len(moves) > 0:
		v.Text = "Right. Go on."
	}
	return v, nil
}

// draw adds the board, the moves and the steps so far to a view.
func (api puzzleAPI) draw(ctx context.Context, e *gamecache.Entry, pos *puzzle.Position, a *puzzle.Attempt, v *puzzleView) error {
	m := pos.Game.NewMachine()
	m.Bind(ctx)
	b, err := e.Board(ctx)
	if err != nil {
		return err
	}
	cells, err := e.MoveCells(ctx)
	if err != nil {
		return err
	}
	shown := board.Position{Facts: pos.Game.Facts(a.State), Over: m.Terminal(a.State)}
	at := pos.State
	for _, joint := range a.Joints {
		v.Steps = append(v.Steps, (&replay{entry: e, game: pos.Game, cells: cells}).stepText(m, at, joint))
		shown.Before, shown.Last = pos.Game.Facts(at), nil
		for r, move := range joint {
			shown.Last = append(shown.Last, pos.Game.MoveText(game.Role(r), move))
		}
		at = m.Next(at, joint, nil)
	}
	v.Turned = b.IsAbove(board.Position{Facts: pos.Game.Facts(m.Initial(nil))}, int(pos.Role))
	svg, err := e.Draw(ctx, shown, board.Options{Interactive: true, NoCaptions: true, Flip: v.Turned})
	if err != nil {
		return unprocessable(err)
	}
	v.SVG = string(svg)
	if !v.Wrong && !v.Solved {
		v.Moves = api.moves(cells, m, pos, a)
	}
	return m.Err()
}

// moves returns the moves that can be tried.
func (api puzzleAPI) moves(cells *movecells.Finder, m game.Machine, pos *puzzle.Position, a *puzzle.Attempt) []humanplay.Move {
	joint := make([]game.Move, len(pos.Game.Roles()))
	for r := range joint {
		if legal := m.Legal(a.State, game.Role(r), nil); len(legal) > 0 {
			joint[r] = legal[0]
		}
	}
	list := []humanplay.Move{}
	for i, f := range cells.Find(movecells.Position{Machine: m, State: a.State, Role: pos.Role, Joint: joint}, a.Legal) {
		mv := humanplay.Move{Number: i + 1, Text: pos.Game.MoveText(pos.Role, a.Legal[i]), Name: f.Name, Choice: f.Choice, Any: f.Any, Source: f.HasSource()}
		mv.Cells, mv.Also = f.Touched()
		list = append(list, mv)
	}
	return list
}

func (api puzzleAPI) getPuzzle(w http.ResponseWriter, r *http.Request) error {
	p, day, err := puzzleOfDay(r.URL.Query().Get("day"), time.Now())
	if err != nil {
		return err
	}
	v, err := api.view(r.Context(), p, nil)
	if err != nil {
		return err
	}
	v.Day = day
	return reply(w, http.StatusOK, v)
}

// named returns the puzzle that a request names.
func (api puzzleAPI) named(r *http.Request) (puzzle.Puzzle, error) {
	p, ok := puzzle.Daily().Lookup(r.PathValue("name"))
	if !ok {
		return p, problem(http.StatusNotFound, "there is no such puzzle")
	}
	return p, nil
}

func (api puzzleAPI) getPuzzleBoard(w http.ResponseWriter, r *http.Request) error {
	p, err := api.named(r)
	if err != nil {
		return err
	}
	e, pos, err := api.open(r.Context(), p)
	if err != nil {
		return err
	}
	b, err := e.Board(r.Context())
	if err != nil {
		return err
	}
	m := pos.Game.NewMachine()
	m.Bind(r.Context())
	turned := b.IsAbove(board.Position{Facts: pos.Game.Facts(m.Initial(nil))}, int(pos.Role))
	svg, err := e.Draw(r.Context(), board.Position{Facts: pos.Game.Facts(pos.State)}, board.Options{NoCaptions: true, NoCoordinates: true, Flip: turned})
	if err = errors.Join(err, m.Err()); err != nil {
		return err
	}
	return picture(w, svg, 24*time.Hour)
}

// mostTried is the number of moves of an attempt.
const mostTried = 50

// getTry answers an attempt. It changes nothing, so everybody may try.
func (api puzzleAPI) getTry(w http.ResponseWriter, r *http.Request) error {
	p, err := api.named(r)
	if err != nil {
		return err
	}
	moves := r.URL.Query()["move"]
	if len(moves) > mostTried {
		return problem(http.StatusUnprocessableEntity, "an attempt has at most %d moves", mostTried)
	}
	v, err := api.view(r.Context(), p, moves)
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, v)
}

func (p *pages) puzzle(w http.ResponseWriter, r *http.Request) error {
	chosen, day, err := puzzleOfDay(r.URL.Query().Get("day"), time.Now())
	if err != nil {
		return err
	}
	v, err := puzzleAPI{p.server}.view(r.Context(), chosen, nil)
	if err != nil {
		return err
	}
	v.Day = day
	at, _ := time.Parse(dayFormat, day)
	next := at.AddDate(0, 0, 1)
	if next.After(time.Now()) {
		next = time.Time{}
	}
	return p.show(w, r, http.StatusOK, "puzzle", "games", "Puzzle of the day", struct {
		View          *puzzleView
		Before, After string
	}{v, at.AddDate(0, 0, -1).Format(dayFormat), formatDay(next)})
}

// formatDay writes a day, or nothing for the zero time.
func formatDay(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(dayFormat)
}
