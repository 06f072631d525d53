// Package localarena is an arena inside a page: it answers what the scripts of a table ask
// the HTTP API for, without HTTP and without a server. A page that is opened from a file
// runs it as WebAssembly; see the package main in engine.
//
// Tables are those of the server, in memory, so that a page shows what a table of the
// arena shows: also here it depends only on what the role of the person did and perceived.
package localarena

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"ludex/internal/board"
	"ludex/internal/players/levels"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/table"
	"ludex/internal/server/tablelog"
)

// A Config says what is played.
type Config struct {
	Game  gamecache.MadeGame `json:"game"` // without a text: only what the person writes
	About Description        `json:"about"`
	// Ladder has the levels that the user measured; nil for those that come with Ludex, which
	// the engine has. See [levels.Give].
	Ladder *levels.Ladder `json:"ladder,omitempty"`
}

// An Arena has the tables of one person, whose pages are the only clients. It is safe for
// concurrent use.
type Arena struct {
	cfg    Config
	games  *gamecache.Cache
	entry  *gamecache.Entry // of the configuration; nil if it has none
	tables *table.Manager
	timed  *humanplay.Sessions // the tables of games in real time
	log    *slog.Logger
}

// person is the holder of all seats of people.
const person = "person"

// Limits of an arena. They are wide, since nobody else waits.
const (
	openTime  = time.Minute // for preparing a fast engine
	mostOpen  = 8           // tables
	idleAfter = 24 * time.Hour
)

// New opens an arena. It must be closed.
func New(cfg Config, log *slog.Logger) (*Arena, error) {
	games := gamecache.New(gamecache.Limit{Games: mostOpen, Time: openTime, Log: log})
	var e *gamecache.Entry
	if cfg.Game.Text != "" {
		var err error
		e, err = games.Find(gamecache.Ref{Game: cfg.Game.Title, Text: cfg.Game.Text, Board: cfg.Game.Board, Words: cfg.Game.Words})
		if err == nil {
			err = e.Err()
		}
		if err != nil {
			return nil, err
		}
	}
	memory := tablelog.NewMemory()
	return &Arena{cfg: cfg, games: games, entry: e, log: log,
		tables: table.NewManager(table.Config{
			Store: memory, Writer: memory, Games: games, Log: log, Time: openTime, Idle: idleAfter,
			Programs: mostOpen, ProgramsPerClient: mostOpen, People: mostOpen, PeoplePerClient: mostOpen,
		}),
		timed: humanplay.NewSessions(humanplay.SessionsConfig{Total: mostOpen, PerClient: mostOpen, Idle: idleAfter}),
	}, nil
}

// Close ends all tables.
func (a *Arena) Close() {
	a.tables.Close()
	a.timed.Close("the page is closed")
}

// A Request is what a script asks for.
type Request struct {
	Method string
	Path   string // with its query, below the root of the API
	Body   []byte
}

// An Answer is what it gets, with a status of HTTP.
type Answer struct {
	Status int
	Type   string
	Body   []byte
}

// The statuses of answers.
const (
	statusOK       = 200
	statusCreated  = 201
	statusInvalid  = 422
	statusNotFound = 404
	statusConflict = 409
	statusGone     = 410
	statusFailed   = 500
)

// errUnknown is returned for what is not here.
var errUnknown = errors.New("a page without a server does not have this")

var errNoRules = errors.New("there are no rules")

// Do answers a request.
func (a *Arena) Do(ctx context.Context, r Request) Answer {
	value, err := a.answer(ctx, r)
	if err != nil {
		return failure(err)
	}
	if picture, ok := value.([]byte); ok {
		return Answer{statusOK, "image/svg+xml", picture}
	}
	data, err := json.Marshal(value)
	if err != nil {
		return failure(err)
	}
	return Answer{statusOK, "application/json", data}
}

// failure returns the answer for an error. There is no log that says more, so that the
// person is told everything.
func failure(err error) Answer {
	status := statusFailed
	var bad *humanplay.BadRequestError
	switch {
	case errors.Is(err, errUnknown), errors.Is(err, table.ErrNone):
		status = statusNotFound
	case errors.As(err, &bad):
		status = statusInvalid
	case errors.Is(err, humanplay.ErrStale), errors.Is(err, humanplay.ErrRule):
		status = statusConflict
	case errors.Is(err, humanplay.ErrClosed):
		status = statusGone
	}
	data, _ := json.Marshal(map[string]string{"detail": err.Error()}) // texts can be encoded
	return Answer{status, "application/problem+json", data}
}

// answer returns a value that becomes JSON, or a picture.
func (a *Arena) answer(ctx context.Context, r Request) (any, error) {
	path, query, _ := strings.Cut(r.Path, "?")
	parts := strings.Split(strings.Trim(path, "/"), "/")
	switch {
	case r.Method == "POST" && path == "/tables":
		return a.open(ctx, r.Body)
	case r.Method == "GET" && parts[0] == "games" && parts[len(parts)-1] == "example.svg" && a.entry != nil:
		return a.entry.Example(ctx, exampleNumber(query))
	case r.Method == "POST" && len(parts) == 1:
		return a.author(ctx, path, r.Body)
	case parts[0] != "tables" || len(parts) < 2 || len(parts) > 3:
		return nil, fmt.Errorf("%s %s: %w", r.Method, path, errUnknown)
	}
	if t, ok := a.timed.Get(parts[1]); ok {
		return a.answerTimed(ctx, t, r.Method, strings.Join(parts[2:], ""), query, r.Body)
	}
	t, err := a.tables.Get(ctx, parts[1])
	if err != nil {
		return nil, err
	}
	if r.Method == "POST" && len(parts) == 3 {
		return a.act(ctx, t, humanplay.Kind(parts[2]), r.Body)
	}
	switch strings.Join(parts[2:], "") {
	case "":
		return t.View(ctx, person)
	case "board.svg":
		pos, _, err := t.Position(ctx, person)
		if err != nil {
			return nil, err
		}
		return draw(ctx, t, pos, query)
	case "words":
		return a.words(ctx, t.Entry())
	case "moves":
		return t.Played(ctx, person)
	case "threats":
		list, err := t.Threats(ctx, person)
		return map[string][]table.Threat{"threats": list}, err
	}
	return nil, fmt.Errorf("%s %s: %w", r.Method, path, errUnknown)
}

// words returns the rules of a game in words.
func (a *Arena) words(ctx context.Context, e *gamecache.Entry) (any, error) {
	if e == a.entry {
		return a.cfg.About.Words, nil
	}
	return e.RulesText(ctx)
}

// exampleNumber returns the example that a query asks for.
func exampleNumber(query string) int {
	values, _ := url.ParseQuery(query) // what cannot be read is not there
	number, err := strconv.Atoi(values.Get("example"))
	if err != nil {
		return 1
	}
	return number
}

// An openRequest asks for a table.
type openRequest struct {
	gamecache.Ref
	Role      string            `json:"role"`
	Seats     map[string]string `json:"seats"`
	Opponents map[string]string `json:"opponents"`
	ClockMs   int64             `json:"clockMs"`
	UnitMs    int64             `json:"unitMs"` // in real time
	Before    [][]string        `json:"moves"`  // made before the game begins, by step and role
}

// An opened table is the answer.
type opened struct {
	ID   string         `json:"id"`
	View humanplay.View `json:"view"`
}

func (a *Arena) open(ctx context.Context, body []byte) (any, error) {
	var req openRequest
	if err := json.Unmarshal(body, &req); err != nil {
		return nil, &humanplay.BadRequestError{Err: err}
	}
	if slices.Contains(collect(req.Seats, req.Opponents), table.Friend) {
		return nil, &humanplay.BadRequestError{Err: errors.New("friends need a server")}
	}
	e, err := a.find(req.Ref)
	if err != nil {
		return nil, err
	}
	if e.Rules.IsTimed() {
		return a.openTimed(ctx, e, &req)
	}
	t, err := a.tables.Open(ctx, person, table.Request{
		Entry: e, Seats: req.Seats, Role: req.Role, Opponents: req.Opponents, Clock: time.Duration(req.ClockMs) * time.Millisecond,
		Before: req.Before, Holder: person,
	})
	if err != nil {
		return nil, err
	}
	v, err := t.View(ctx, person)
	return opened{t.ID(), v}, err
}

// collect returns the values of maps.
func collect(list ...map[string]string) (all []string) {
	for _, m := range list {
		for _, v := range m {
			all = append(all, v)
		}
	}
	return all
}

// act executes an action of the person.
func (a *Arena) act(ctx context.Context, t *table.Table, kind humanplay.Kind, body []byte) (any, error) {
	action, err := readAction(kind, body)
	if err != nil {
		return nil, err
	}
	view, err := t.Do(ctx, person, action)
	return json.RawMessage(view), err
}

// readAction reads an action of the person.
func readAction(kind humanplay.Kind, body []byte) (humanplay.Action, error) {
	var req struct {
		Step   *int   `json:"step"`
		Number int    `json:"number"`
		Move   string `json:"move"`
		On     bool   `json:"on"`
		Swap   bool   `json:"swap"`
		UnitMs int64  `json:"unitMs"`
	}
	if err := json.Unmarshal(body, &req); err != nil {
		return humanplay.Action{}, &humanplay.BadRequestError{Err: err}
	}
	return humanplay.Action{Kind: kind, Step: req.Step, Number: req.Number, Move: req.Move, On: req.On, Swap: req.Swap,
		Unit: time.Duration(req.UnitMs) * time.Millisecond}, nil
}

// A drawer draws positions of a game.
type drawer interface {
	Draw(ctx context.Context, p board.Position, opt board.Options) ([]byte, error)
}

// draw returns the picture of a position, which is what the person may see.
func draw(ctx context.Context, d drawer, pos board.Position, query string) (any, error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, &humanplay.BadRequestError{Err: err}
	}
	return d.Draw(ctx, pos, board.Options{Interactive: true, Flip: values.Get("flip") == "1"})
}

// Follow sends what happens at a table, as a stream of events does, until the context ends
// or the table is closed.
func (a *Arena) Follow(ctx context.Context, path string, send func(kind string, data []byte)) error {
	if id, ok := strings.CutSuffix(strings.TrimPrefix(path, "/tables/"), "/live"); ok {
		return a.followTimed(ctx, id, send)
	}
	id, ok := strings.CutSuffix(strings.TrimPrefix(path, "/tables/"), "/events")
	if !ok {
		return fmt.Errorf("%s: %w", path, errUnknown)
	}
	t, err := a.tables.Get(ctx, id)
	if err != nil {
		return err
	}
	f, first, detach, err := t.Attach(ctx, person)
	if err != nil {
		return err
	}
	defer detach()
	send(first.Kind, bytes.Clone(first.Data))
	for after := first.ID; ; {
		events, err := f.Next(ctx, after)
		if err != nil {
			return err
		}
		for _, e := range events {
			send(e.Kind, bytes.Clone(e.Data))
			after = e.ID
		}
	}
}
