package server

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"

	"ludex/internal/board"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/table"
	"ludex/rules"
	"ludex/source"
)

// A tableAPI serves the games of people, which the API calls tables.
type tableAPI struct{ server *Server }

func (api tableAPI) routes() []route {
	return []route{
		{http.MethodPost, "/tables", api.postTable, heavy},
		{http.MethodGet, "/tables/mine", api.getMine, light},
		{http.MethodGet, "/tables/{id}", api.getTable, light},
		{http.MethodDelete, "/tables/{id}", api.deleteTable, light},
		{http.MethodGet, "/tables/{id}/board.svg", api.getTableBoard, light},
		{http.MethodGet, "/tables/{id}/words", api.getTableWords, heavy},
		{http.MethodGet, "/tables/{id}/board.txt", api.getTableText, light},
		{http.MethodGet, "/tables/{id}/told", api.getTableTold, light},
		{http.MethodGet, "/tables/{id}/threats", api.getTableThreats, heavy},
		{http.MethodGet, "/tables/{id}/events", api.getTableEvents, lasting},
		{http.MethodGet, "/tables/{id}/live", api.getTableLive, lasting},
		{http.MethodPost, "/tables/{id}/join", api.postJoin, light},
		api.action(humanplay.DoMove), api.action(humanplay.DoUndo), api.action(humanplay.DoHint), api.action(humanplay.DoEvaluate),
		api.action(humanplay.DoResign), api.action(humanplay.DoRematch), api.action(humanplay.DoStart),
		api.action(table.DoDraw), api.action(table.DoAccept), api.action(table.DoDecline), api.action(table.DoChat), api.action(table.DoLeave),
	}
}

// action returns the route of an action of a person.
func (api tableAPI) action(kind humanplay.Kind) route {
	return route{http.MethodPost, "/tables/{id}/" + string(kind), func(w http.ResponseWriter, r *http.Request) error { return api.act(w, r, kind) }, light}
}

func itoa(n int) string { return strconv.Itoa(n) }

// A tableRequest asks for a table.
type tableRequest struct {
	gamecache.Ref
	Role      string            `json:"role"`
	Seats     map[string]string `json:"seats,omitempty"` // by role: "me", "friend" or the name of a player
	Opponents map[string]string `json:"opponents"`       // by role, and under "" for the other roles
	Name      string            `json:"name,omitempty"`  // of the person
	Clock     *table.Timing     `json:"clock,omitempty"` // of people
	Chat      *bool             `json:"chat,omitempty"`
	Watch     *bool             `json:"watch,omitempty"` // whoever has the address may look on
	Rated     *bool             `json:"rated,omitempty"` // between people who have signed in
	ClockMs   int64             `json:"clockMs"`
	Nodes     int               `json:"nodes"`
	UnitMs    int64             `json:"unitMs"`
	Moves     string            `json:"moves"`
	Record    string            `json:"record,omitempty"` // go on from this record
	Step      int               `json:"step,omitempty"`   // after so many of its steps
	Seed      *uint64           `json:"seed"`
}

// A tableAnswer is a new table with the secret of its seat. The secret is not sent again, and
// not to browsers that have one already.
type tableAnswer struct {
	ID     string         `json:"id"`
	Secret string         `json:"secret"`
	View   humanplay.View `json:"view"`
}

// defaultClock is the time of players for a move, if the client does not choose.
const defaultClock = 2 * time.Second

func (api tableAPI) postTable(w http.ResponseWriter, r *http.Request) error {
	var req tableRequest
	if err := decode(w, r, api.server.cfg.Limits.Large, &req); err != nil {
		return err
	}
	e, before, err := api.asked(r.Context(), &req)
	if err != nil {
		return err
	}
	secret, known := secretOf(r)
	if !known {
		secret = newSecret()
	}
	var at tablePlace
	if e.Rules.IsTimed() {
		at, err = api.openTimed(r, e, &req, secret)
	} else {
		at, err = api.openTurns(r, e, &req, before, secret)
	}
	if err != nil {
		return err
	}
	v, err := at.View(r.Context())
	if err != nil {
		return err
	}
	setSecret(w, r, secret)
	api.server.metrics.table()
	api.server.log.Info("a table was laid", "table", at.ID(), "game", v.Game.Name, "role", v.Role)
	a := tableAnswer{at.ID(), secret, v}
	if known {
		a.Secret = ""
	}
	return reply(w, http.StatusCreated, a)
}

// asked returns the game that is asked for, and the moves of the record from which it goes on.
func (api tableAPI) asked(ctx context.Context, req *tableRequest) (*gamecache.Entry, [][]string, error) {
	if req.Record == "" {
		e, err := playable(api.server.games, req.Ref)
		if err == nil {
			err = api.checked(ctx, e)
		}
		return e, nil, err
	}
	rec, err := api.server.cfg.Store.Match(ctx, req.Record)
	if err != nil {
		return nil, nil, err
	}
	re, err := api.server.replays.open(ctx, rec.ID)
	switch {
	case err != nil:
		return nil, nil, err
	case req.Game != "" || req.Text != "" || req.Moves != "":
		return nil, nil, problem(http.StatusUnprocessableEntity, "a record says what was played: leave game, text and moves out")
	case re.entry.Rules.IsTimed():
		return nil, nil, problem(http.StatusUnprocessableEntity, "a game in real time begins at the beginning")
	case req.Step < 0 || req.Step > len(rec.Moves):
		return nil, nil, problem(http.StatusUnprocessableEntity, "the record has %d steps", len(rec.Moves))
	}
	return re.entry, rec.Moves[:req.Step], nil
}

// checked refuses rules in which a check finds errors, as /check does.
func (api tableAPI) checked(ctx context.Context, e *gamecache.Entry) error {
	if e.Library() {
		return nil
	}
	list := e.Rules.Check(ctx, rules.CheckOptions{})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if list.HasErrors() {
		return problem(http.StatusUnprocessableEntity, "the rules have errors: %s; /check lists them", source.Summary(list))
	}
	return nil
}

func (req *tableRequest) clock() time.Duration {
	if req.ClockMs == 0 {
		return defaultClock
	}
	return time.Duration(req.ClockMs) * time.Millisecond
}

// friends reports whether a seat is for a friend.
func (req *tableRequest) friends() bool {
	return slices.Contains(slices.Collect(maps.Values(req.Seats)), table.Friend) || slices.Contains(slices.Collect(maps.Values(req.Opponents)), table.Friend)
}

// openTurns opens a table of a turn-based game. With friends there is a chat, and whoever has
// the address may look on, unless that is not wanted.
func (api tableAPI) openTurns(r *http.Request, e *gamecache.Entry, req *tableRequest, before [][]string, secret string) (tablePlace, error) {
	friends := req.friends()
	want := table.Request{
		Entry: e, Seats: req.Seats, Role: req.Role, Opponents: req.Opponents, Clock: req.clock(), Nodes: req.Nodes, Chat: friends, Watch: friends,
		Moves: req.Moves, Before: before, Seed: req.Seed, Holder: holderOf(secret), Name: req.Name,
	}
	if name := api.server.signedIn(r); name != "" {
		want.Name, want.Rated = name, friends && e.Library() && (req.Rated == nil || *req.Rated)
	}
	if req.Clock != nil {
		want.Timing = *req.Clock
	}
	if req.Chat != nil {
		want.Chat = *req.Chat
	}
	if req.Watch != nil {
		want.Watch = *req.Watch
	}
	t, err := api.server.tables.Open(r.Context(), client(r), want)
	if err != nil {
		return nil, err
	}
	return &turnPlace{t, api.server.tables, want.Holder}, nil
}

// openTimed opens a table of a game in real time, at which one person plays.
func (api tableAPI) openTimed(r *http.Request, e *gamecache.Entry, req *tableRequest, secret string) (tablePlace, error) {
	if req.friends() {
		return nil, problem(http.StatusUnprocessableEntity, "a game in real time is played against programs")
	}
	opt := api.server.timedOptions()
	opt.Entry, opt.Role, opt.Opponents, opt.Clock, opt.Nodes, opt.Secret = e, req.Role, req.Opponents, req.clock(), req.Nodes, secret
	opt.Unit, opt.Moves, opt.Seed = time.Duration(req.UnitMs)*time.Millisecond, req.Moves, chance()
	if req.Seed != nil {
		opt.Seed = *req.Seed
	}
	t, _, err := api.server.timed.Open(r.Context(), client(r), opt)
	if err != nil {
		return nil, err
	}
	return timedPlace{t}, nil
}

// timedOptions returns what all games in real time have in common.
func (s *Server) timedOptions() humanplay.Options {
	return humanplay.Options{Save: s.save, Time: s.cfg.Limits.Question, Log: s.log}
}

// chance returns an unpredictable number.
func chance() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // it never fails
	return binary.LittleEndian.Uint64(b[:])
}

// seated returns the place of a client at a table, if it may see the table. Other clients
// cannot tell whether the table exists.
func (api tableAPI) seated(r *http.Request) (tablePlace, error) {
	id := r.PathValue("id")
	secret, _ := secretOf(r)
	if t, ok := api.server.timed.Get(id); ok {
		if !t.Admits(secret) {
			return nil, errNoTable
		}
		return timedPlace{t}, nil
	}
	t, err := api.server.tables.Get(r.Context(), id)
	switch {
	case errors.Is(err, table.ErrNone):
		return nil, errNoTable
	case errors.Is(err, table.ErrRealTime):
		return api.seatedAgain(r.Context(), id, secret)
	case err != nil:
		return nil, err
	}
	p := &turnPlace{t, api.server.tables, holderOf(secret)}
	ok, err := p.admits(r.Context())
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, errNoTable
	}
	return p, nil
}

// seatedAgain returns the place of a client at a table in real time that is in the store.
func (api tableAPI) seatedAgain(ctx context.Context, id, secret string) (tablePlace, error) {
	t, err := api.server.timed.Load(ctx, id)
	switch {
	case errors.Is(err, humanplay.ErrClosed):
		return nil, errNoTable
	case err != nil:
		return nil, err
	case !t.Admits(secret):
		return nil, errNoTable
	}
	return timedPlace{t}, nil
}

// errNoTable is the same for tables that do not exist and for those of others.
var errNoTable = problem(http.StatusNotFound, "there is no such table, or it is not yours")

// getMine lists the unfinished tables of a browser.
func (api tableAPI) getMine(w http.ResponseWriter, r *http.Request) error {
	secret, ok := secretOf(r)
	if !ok {
		return reply(w, http.StatusOK, []table.Mine{})
	}
	list, err := api.server.tables.Mine(r.Context(), holderOf(secret), mostMine)
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, list)
}

// mostMine is how many unfinished tables are listed.
const mostMine = 50

// A joinRequest takes a seat.
type joinRequest struct {
	Role string `json:"role"`
	Key  string `json:"key"` // of the invitation
	Name string `json:"name"`
}

// A joinAnswer has the secret of the seat, if the client had none.
type joinAnswer struct {
	ID     string `json:"id"`
	Secret string `json:"secret"`
	URL    string `json:"url"`
}

func (api tableAPI) postJoin(w http.ResponseWriter, r *http.Request) error {
	var req joinRequest
	if err := decode(w, r, api.server.cfg.Limits.Body, &req); err != nil {
		return err
	}
	secret, known, err := api.join(r, r.PathValue("id"), req)
	if err != nil {
		return err
	}
	setSecret(w, r, secret)
	a := joinAnswer{ID: r.PathValue("id"), Secret: secret, URL: "/table/" + r.PathValue("id")}
	if known {
		a.Secret = ""
	}
	return reply(w, http.StatusOK, a)
}

// join takes a seat for a client, and returns its secret and whether it had one.
func (api tableAPI) join(r *http.Request, id string, req joinRequest) (secret string, known bool, err error) {
	t, err := api.server.tables.Get(r.Context(), id)
	if errors.Is(err, table.ErrNone) {
		err = table.ErrTaken
	}
	if err != nil {
		return "", false, err
	}
	if secret, known = secretOf(r); !known {
		secret = newSecret()
	}
	if name := api.server.signedIn(r); name != "" {
		req.Name = name
	}
	return secret, known, t.Join(r.Context(), req.Role, req.Key, holderOf(secret), req.Name)
}

func (api tableAPI) getTable(w http.ResponseWriter, r *http.Request) error {
	t, err := api.seated(r)
	if err != nil {
		return err
	}
	v, err := t.View(r.Context())
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, v)
}

// getTableWords returns the rules in words. They tell nothing about the play, so whoever may
// see the table may read them.
func (api tableAPI) getTableWords(w http.ResponseWriter, r *http.Request) error {
	t, err := api.seated(r)
	if err != nil {
		return err
	}
	text, err := t.Entry().RulesText(r.Context())
	if err != nil {
		return unprocessable(err)
	}
	return reply(w, http.StatusOK, text)
}

func (api tableAPI) deleteTable(w http.ResponseWriter, r *http.Request) error {
	t, err := api.seated(r)
	if err != nil {
		return err
	}
	if timed, ok := t.(timedPlace); ok {
		api.server.timed.Leave(timed.ID(), "the table was left")
	} else if _, err := t.Do(r.Context(), humanplay.Action{Kind: table.DoClose}); err != nil && !errors.Is(err, humanplay.ErrClosed) {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (api tableAPI) getTableBoard(w http.ResponseWriter, r *http.Request) error {
	t, err := api.seated(r)
	if err != nil {
		return err
	}
	pos, _, err := t.Position(r.Context())
	if err != nil {
		return err
	}
	svg, err := t.Draw(r.Context(), pos, board.Options{Interactive: true, Flip: r.URL.Query().Get("flip") == "1"})
	if err != nil {
		return err
	}
	return picture(w, svg, 0)
}

// getTableText answers with the board for a terminal.
func (api tableAPI) getTableText(w http.ResponseWriter, r *http.Request) error {
	t, err := api.seated(r)
	if err != nil {
		return err
	}
	pos, _, err := t.Position(r.Context())
	if err != nil {
		return err
	}
	text, err := t.Text(r.Context(), pos)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(text) // the client may be gone
	return nil
}

// getTableTold answers with what a role has been told, for programs that play it.
func (api tableAPI) getTableTold(w http.ResponseWriter, r *http.Request) error {
	t, err := api.seated(r)
	if err != nil {
		return err
	}
	turns, ok := t.(*turnPlace)
	if !ok {
		return problem(http.StatusConflict, "programs play games in real time by the protocol of players")
	}
	told, err := turns.Told(r.Context())
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, told)
}

// A threatsAnswer has the moves of others that would end the game.
type threatsAnswer struct {
	Threats []table.Threat `json:"threats"`
}

func (api tableAPI) getTableThreats(w http.ResponseWriter, r *http.Request) error {
	t, err := api.seated(r)
	if err != nil {
		return err
	}
	a := threatsAnswer{Threats: []table.Threat{}}
	if turns, ok := t.(*turnPlace); ok {
		if a.Threats, err = turns.Threats(r.Context()); err != nil {
			return err
		}
	}
	return reply(w, http.StatusOK, a)
}

func (api tableAPI) getTableEvents(w http.ResponseWriter, r *http.Request) error {
	t, err := api.seated(r)
	if err != nil {
		return err
	}
	f, first, detach, err := t.Attach(r.Context())
	if err != nil {
		return err
	}
	defer detach()
	return api.server.streamFrom(w, r, f, first) // a view has everything, so that a stream begins with the newest
}

// An actionRequest is an action of a person at a table.
type actionRequest struct {
	Step   *int   `json:"step"`
	Number int    `json:"number"`
	Move   string `json:"move"`
	On     bool   `json:"on"`
	Swap   bool   `json:"swap"`
	UnitMs int64  `json:"unitMs"`         // for start
	Text   string `json:"text,omitempty"` // something to say
}

func (api tableAPI) act(w http.ResponseWriter, r *http.Request, kind humanplay.Kind) error {
	t, err := api.seated(r)
	if err != nil {
		return err
	}
	var req actionRequest
	if err := decode(w, r, api.server.cfg.Limits.Body, &req); err != nil {
		return err
	}
	began := time.Now()
	v, err := t.Do(r.Context(), humanplay.Action{Kind: kind, Step: req.Step, Number: req.Number, Move: req.Move, On: req.On, Swap: req.Swap, Text: req.Text, Unit: time.Duration(req.UnitMs) * time.Millisecond})
	if err != nil {
		return err
	}
	if kind == humanplay.DoMove {
		api.server.metrics.move(time.Since(began))
	}
	return replyJSON(w, http.StatusOK, v)
}
