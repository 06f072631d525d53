package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"ludex/internal/board"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/livematch"
	"ludex/internal/session"
	"ludex/internal/store"
	"ludex/match"
)

// A matchAPI serves matches of programs and records.
type matchAPI struct{ server *Server }

func (api matchAPI) routes() []route {
	return []route{
		{http.MethodGet, "/matches", api.getMatches, light},
		{http.MethodPost, "/matches", api.postMatch, heavy},
		{http.MethodGet, "/matches/{id}", api.getMatch, light},
		{http.MethodDelete, "/matches/{id}", api.deleteMatch, light},
		{http.MethodGet, "/matches/{id}/record", api.getRecord, light},
		{http.MethodGet, "/matches/{id}/events", api.getMatchEvents, lasting},
		{http.MethodGet, "/matches/{id}/steps/{step}", api.getStep, heavy},
		{http.MethodGet, "/matches/{id}/steps/{step}/board.svg", api.getStepBoard, heavy},
		{http.MethodGet, "/matches/{id}/steps/{step}/knowledge", api.getStepKnowledge, heavy},
		{http.MethodPost, "/records", api.postRecord, heavy},
	}
}

// A matchSummary describes a match in a list.
type matchSummary struct {
	ID         string   `json:"id"`
	Game       string   `json:"game"`
	Language   string   `json:"language"`
	Roles      []string `json:"roles"`
	Players    []string `json:"players"`
	Status     string   `json:"status"`
	Steps      int      `json:"steps"`
	Started    string   `json:"started"`         // RFC 3339
	Goals      []*int   `json:"goals,omitempty"` // by role; nil for chance
	Reason     string   `json:"reason,omitempty"`
	Tournament string   `json:"tournament,omitempty"`
	// FromPosition says that the match did not begin in the initial state, and Unseeded
	// that the moves of chance cannot be verified.
	FromPosition bool `json:"fromPosition,omitempty"`
	Unseeded     bool `json:"unseeded,omitempty"`
	Live         bool `json:"live"` // there is an event stream
}

// GoalText returns the goals of the players in one line.
func (m matchSummary) GoalText() string {
	var list []string
	for _, g := range m.Goals {
		if g != nil {
			list = append(list, strconv.Itoa(*g))
		}
	}
	return strings.Join(list, " : ")
}

func (api matchAPI) summary(r *match.Record) matchSummary {
	m := matchSummary{
		ID: r.ID, Game: r.Details.Game, Language: r.Details.Language, Roles: r.Details.Roles, Players: r.Names, Status: status(r),
		Steps: len(r.Moves), Started: time.UnixMilli(r.StartTime).UTC().Format(time.RFC3339), Goals: session.RecordGoals(r), Reason: r.Details.Reason,
		Tournament: r.Tournament, FromPosition: r.Details.FromPosition, Unseeded: r.Details.Unseeded,
	}
	if m.Status == string(store.Running) {
		_, m.Live = api.server.matches.Feed(r.ID)
	}
	return m
}

func status(r *match.Record) string {
	switch {
	case r.Completed:
		return string(store.Completed)
	case r.Aborted:
		return string(store.Aborted)
	}
	return string(store.Running)
}

// Limits of a list of matches.
const (
	usualMatches = 50
	mostMatches  = 200
)

type matchList struct {
	Matches []matchSummary `json:"matches"` // newest first
	Total   int            `json:"total"`
}

func (api matchAPI) listMatches(ctx context.Context, f store.Filter, limit int) (matchList, error) {
	ids, err := api.server.cfg.Store.IDs(ctx, f)
	if err != nil {
		return matchList{}, err
	}
	list := matchList{Matches: []matchSummary{}, Total: len(ids)}
	slices.Reverse(ids)
	for _, id := range ids[:min(len(ids), limit)] {
		r, err := api.server.cfg.Store.Match(ctx, id)
		if errors.Is(err, store.ErrNotFound) {
			continue // deleted in the meantime
		}
		if err != nil {
			return list, err
		}
		list.Matches = append(list.Matches, api.summary(r))
	}
	return list, nil
}

func (api matchAPI) getMatches(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	limit := usualMatches
	if text := q.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > mostMatches {
			return problem(http.StatusBadRequest, "limit must be between 1 and %d", mostMatches)
		}
		limit = n
	}
	list, err := api.listMatches(r.Context(), store.Filter{Game: q.Get("game"), Tournament: q.Get("tournament"), Status: store.Status(q.Get("status"))}, limit)
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, list)
}

// A matchRequest asks for a match between programs.
type matchRequest struct {
	gamecache.Ref
	Players []string `json:"players"`
	ClockMs int64    `json:"clockMs"`
	Nodes   int      `json:"nodes"`
	UnitMs  int64    `json:"unitMs"`
	Seed    *uint64  `json:"seed"`
}

func (api matchAPI) postMatch(w http.ResponseWriter, r *http.Request) error {
	var req matchRequest
	if err := decode(w, r, api.server.cfg.Limits.Large, &req); err != nil {
		return err
	}
	e, err := playable(api.server.games, req.Ref)
	if err != nil {
		return err
	}
	h := livematch.Request{
		Client: client(r), Entry: e, Players: req.Players, Clock: time.Duration(req.ClockMs) * time.Millisecond, Nodes: req.Nodes,
		Unit: time.Duration(req.UnitMs) * time.Millisecond, Seed: chance(),
	}
	if req.Seed != nil {
		h.Seed = *req.Seed
	}
	id, err := api.server.matches.Start(r.Context(), h)
	if err != nil {
		return err
	}
	rec, err := api.server.cfg.Store.Match(r.Context(), id)
	if err != nil {
		return err
	}
	api.server.metrics.match()
	api.server.log.Info("a match began", "match", id)
	return reply(w, http.StatusCreated, api.summary(rec))
}

func (api matchAPI) getMatch(w http.ResponseWriter, r *http.Request) error {
	rec, err := api.server.cfg.Store.Match(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, api.summary(rec))
}

func (api matchAPI) deleteMatch(w http.ResponseWriter, r *http.Request) error {
	if err := api.server.matches.Stop(r.PathValue("id")); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (api matchAPI) getRecord(w http.ResponseWriter, r *http.Request) error {
	rec, err := api.server.cfg.Store.Match(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := rec.Write(&out); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", `attachment; filename="`+url.PathEscape(rec.ID)+`.json"`)
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(out.Bytes()) // the client may be gone
	return nil
}

func (api matchAPI) getMatchEvents(w http.ResponseWriter, r *http.Request) error {
	f, ok := api.server.matches.Feed(r.PathValue("id"))
	if !ok {
		return problem(http.StatusNotFound, "this match is not being played here now")
	}
	return api.server.stream(w, r, f)
}

// A stepAnswer is a position of a match.
type stepAnswer struct {
	Step   int      `json:"step"`
	Steps  int      `json:"steps"` // number of steps of the match so far
	Text   string   `json:"text"`  // the moves that led here
	Time   string   `json:"time,omitempty"`
	Status string   `json:"status"`
	Facts  []string `json:"facts"`
}

// at returns the replay and the step that a request asks for.
func (api matchAPI) at(r *http.Request) (*replay, int, error) {
	p, err := api.server.replays.open(r.Context(), r.PathValue("id"))
	if err != nil {
		return nil, 0, err
	}
	step, err := strconv.Atoi(r.PathValue("step"))
	if err != nil || step < 0 || step >= len(p.frames) {
		return nil, 0, problem(http.StatusNotFound, "the match has the steps 0 to %d", len(p.frames)-1)
	}
	return p, step, nil
}

func (api matchAPI) getStep(w http.ResponseWriter, r *http.Request) error {
	p, step, err := api.at(r)
	if err != nil {
		return err
	}
	f := p.frames[step]
	a := stepAnswer{Step: step, Steps: len(p.frames) - 1, Text: f.Text, Time: f.Time, Status: status(p.record), Facts: []string{}}
	for _, fact := range f.Facts {
		a.Facts = append(a.Facts, p.entry.Rules.Show(fact))
	}
	return reply(w, http.StatusOK, a)
}

func (api matchAPI) getStepBoard(w http.ResponseWriter, r *http.Request) error {
	role := r.URL.Query().Get("role")
	key := fmt.Sprintf("%q %q %q", r.PathValue("id"), r.PathValue("step"), role)
	if svg, ok := api.server.replays.images.get(key); ok {
		return picture(w, svg, time.Minute)
	}
	p, step, err := api.at(r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	pos, err := p.position(ctx, step, role)
	if err != nil {
		return err
	}
	svg, err := p.entry.Draw(ctx, pos, board.Options{})
	if err != nil {
		return unprocessable(err)
	}
	if step < len(p.frames)-1 || status(p.record) != string(store.Running) {
		api.server.replays.images.put(key, svg) // a final position is not known to be final while the match runs
	}
	return picture(w, svg, 0)
}

type knowledgeAnswer struct {
	Step   int              `json:"step"`
	Hidden bool             `json:"hidden"` // the game has hidden information
	Roles  []*roleKnowledge `json:"roles"`
}

func (api matchAPI) getStepKnowledge(w http.ResponseWriter, r *http.Request) error {
	p, step, err := api.at(r)
	if err != nil {
		return err
	}
	if p.game == nil {
		return problem(http.StatusUnprocessableEntity, "what roles know is not worked out for games in real time")
	}
	ctx := r.Context()
	a := knowledgeAnswer{Step: step, Hidden: p.game.Hidden(), Roles: []*roleKnowledge{}}
	for i, name := range p.game.Roles() {
		if i == int(p.game.Random()) {
			continue
		}
		k, err := p.knows(ctx, step, name)
		if err != nil {
			return err
		}
		a.Roles = append(a.Roles, k)
	}
	return reply(w, http.StatusOK, a)
}

// postRecord saves the record of a match that was played elsewhere, after checking that
// it follows from its rules.
func (api matchAPI) postRecord(w http.ResponseWriter, r *http.Request) error {
	body, err := jsonBody(w, r, api.server.cfg.Limits.Large)
	if err != nil {
		return err
	}
	rec, err := match.Read(body)
	if err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			return err
		}
		return problem(http.StatusBadRequest, "%v", err)
	}
	switch {
	case rec.ID == "" || len(rec.ID) > 200:
		return problem(http.StatusUnprocessableEntity, "a record needs a name of at most 200 characters")
	case !rec.Completed && !rec.Aborted:
		return problem(http.StatusUnprocessableEntity, "the match of the record is not over")
	}
	if _, err := api.server.cfg.Store.Match(r.Context(), rec.ID); err == nil {
		return problem(http.StatusConflict, "there is a match of that name already")
	}
	if _, err := api.server.cfg.Store.Tournament(r.Context(), rec.Tournament); err == nil {
		return problem(http.StatusUnprocessableEntity, "the matches of a tournament that is here are its own; \"ludex import\" brings in others")
	}
	if err := api.prove(r.Context(), rec); err != nil {
		return err
	}
	if err := api.server.cfg.Store.Save(r.Context(), rec); err != nil {
		return err
	}
	return reply(w, http.StatusCreated, api.summary(rec))
}

// prove checks that a record follows from its rules, and that its signature is valid.
func (api matchAPI) prove(ctx context.Context, rec *match.Record) error {
	if _, err := (match.Trust{}).Verify(rec); err != nil {
		return unprocessable(err)
	}
	if len(rec.Details.Rules) > gamecache.MaxText {
		return problem(http.StatusUnprocessableEntity, "the rules are too long")
	}
	e := api.server.games.Text(rec.Details.Game, rec.Details.Rules)
	if err := e.Err(); err != nil {
		return unprocessable(err)
	}
	if rec.IsTimed() {
		g, err := e.Timed(ctx)
		if err != nil {
			return unprocessable(err)
		}
		return wrong(rec.Check(ctx, e.Rules, g))
	}
	g, _, err := e.Game(ctx)
	if err != nil {
		return unprocessable(err)
	}
	if err := rec.Check(ctx, e.Rules, g); err != nil {
		return wrong(err)
	}
	elsewhere, err := rec.Elsewhere(g)
	if err == nil && elsewhere && !rec.Details.FromPosition { // older records do not say so, and anybody could have signed them
		err = fmt.Errorf("%w: it does not say that it begins elsewhere", match.ErrWrong)
	}
	return wrong(err)
}

func wrong(err error) error {
	if err == nil || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return unprocessable(err)
}
