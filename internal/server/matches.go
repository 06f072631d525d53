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
	"time"

	"ludex/internal/board"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/livematch"
	"ludex/internal/store"
	"ludex/match"
)

// A matchSummary is what a list tells about a match.
type matchSummary struct {
	ID         string   `json:"id"`
	Game       string   `json:"game"`
	Language   string   `json:"language"`
	Roles      []string `json:"roles"`
	Players    []string `json:"players"`
	Status     string   `json:"status"`
	Steps      int      `json:"steps"`
	Started    string   `json:"started"` // in RFC 3339
	Goals      []int    `json:"goals,omitempty"`
	Reason     string   `json:"reason,omitempty"`
	Tournament string   `json:"tournament,omitempty"`
	// FromPosition says that the play did not begin with the initial state, and
	// Unseeded that what chance did is not proved.
	FromPosition bool `json:"fromPosition,omitempty"`
	Unseeded     bool `json:"unseeded,omitempty"`
	Live         bool `json:"live"` // it can be watched while it is played
}

func (s *Server) summary(r *match.Record) matchSummary {
	m := matchSummary{
		ID: r.ID, Game: r.Details.Game, Language: r.Details.Language, Roles: r.Details.Roles, Players: r.Names, Status: status(r),
		Steps: len(r.Moves), Started: time.UnixMilli(r.StartTime).UTC().Format(time.RFC3339), Goals: r.Goals, Reason: r.Details.Reason,
		Tournament: r.Tournament, FromPosition: r.Details.FromPosition, Unseeded: r.Details.Unseeded,
	}
	if m.Status == string(store.Running) {
		_, m.Live = s.hall.Feed(r.ID)
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

// How many matches are listed.
const (
	usualMatches = 50
	mostMatches  = 200
)

type matchList struct {
	Matches []matchSummary `json:"matches"` // the newest first
	Total   int            `json:"total"`
}

func (s *Server) listMatches(ctx context.Context, f store.Filter, limit int) (matchList, error) {
	ids, err := s.cfg.Store.IDs(ctx, f)
	if err != nil {
		return matchList{}, err
	}
	list := matchList{Matches: []matchSummary{}, Total: len(ids)}
	slices.Reverse(ids)
	for _, id := range ids[:min(len(ids), limit)] {
		r, err := s.cfg.Store.Match(ctx, id)
		if errors.Is(err, store.ErrNotFound) {
			continue // it was forgotten meanwhile
		}
		if err != nil {
			return list, err
		}
		list.Matches = append(list.Matches, s.summary(r))
	}
	return list, nil
}

func (s *Server) getMatches(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	limit := usualMatches
	if text := q.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > mostMatches {
			return problem(http.StatusBadRequest, "limit must be between 1 and %d", mostMatches)
		}
		limit = n
	}
	list, err := s.listMatches(r.Context(), store.Filter{Game: q.Get("game"), Tournament: q.Get("tournament"), Status: store.Status(q.Get("status"))}, limit)
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

func (s *Server) postMatch(w http.ResponseWriter, r *http.Request) error {
	var req matchRequest
	if err := decode(w, r, s.cfg.Limits.Large, &req); err != nil {
		return err
	}
	b, err := s.playable(req.Ref)
	if err != nil {
		return err
	}
	h := livematch.Request{
		Client: client(r), Book: b, Players: req.Players, Clock: time.Duration(req.ClockMs) * time.Millisecond, Nodes: req.Nodes,
		Unit: time.Duration(req.UnitMs) * time.Millisecond, Seed: chance(),
	}
	if req.Seed != nil {
		h.Seed = *req.Seed
	}
	id, err := s.hall.Start(r.Context(), h)
	if err != nil {
		return err
	}
	rec, err := s.cfg.Store.Match(r.Context(), id)
	if err != nil {
		return err
	}
	s.meters.match()
	s.log.Info("a match began", "match", id)
	return reply(w, http.StatusCreated, s.summary(rec))
}

func (s *Server) getMatch(w http.ResponseWriter, r *http.Request) error {
	rec, err := s.cfg.Store.Match(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, s.summary(rec))
}

func (s *Server) deleteMatch(w http.ResponseWriter, r *http.Request) error {
	if err := s.hall.Stop(r.PathValue("id")); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *Server) getRecord(w http.ResponseWriter, r *http.Request) error {
	rec, err := s.cfg.Store.Match(r.Context(), r.PathValue("id"))
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

func (s *Server) getMatchEvents(w http.ResponseWriter, r *http.Request) error {
	f, ok := s.hall.Feed(r.PathValue("id"))
	if !ok {
		return problem(http.StatusNotFound, "this match is not being played here now")
	}
	return s.stream(w, r, f)
}

// A stepAnswer is a position of a match.
type stepAnswer struct {
	Step   int      `json:"step"`
	Steps  int      `json:"steps"` // of the match so far
	Text   string   `json:"text"`  // what was done
	Time   string   `json:"time,omitempty"`
	Status string   `json:"status"`
	Facts  []string `json:"facts"`
}

// at returns the replay and the step that a request is about.
func (s *Server) at(r *http.Request) (*replay, int, error) {
	p, err := s.replays.open(r.Context(), r.PathValue("id"))
	if err != nil {
		return nil, 0, err
	}
	step, err := strconv.Atoi(r.PathValue("step"))
	if err != nil || step < 0 || step >= len(p.frames) {
		return nil, 0, problem(http.StatusNotFound, "the match has the steps 0 to %d", len(p.frames)-1)
	}
	return p, step, nil
}

func (s *Server) getStep(w http.ResponseWriter, r *http.Request) error {
	p, step, err := s.at(r)
	if err != nil {
		return err
	}
	f := p.frames[step]
	a := stepAnswer{Step: step, Steps: len(p.frames) - 1, Text: f.Text, Time: f.Time, Status: status(p.record), Facts: []string{}}
	for _, fact := range f.Facts {
		a.Facts = append(a.Facts, p.book.Rules.Show(fact))
	}
	return reply(w, http.StatusOK, a)
}

func (s *Server) getStepBoard(w http.ResponseWriter, r *http.Request) error {
	role := r.URL.Query().Get("role")
	key := fmt.Sprintf("%q %q %q", r.PathValue("id"), r.PathValue("step"), role)
	if svg, ok := s.pictures.get(key); ok {
		return picture(w, svg, time.Minute)
	}
	p, step, err := s.at(r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	pos, err := p.position(ctx, step, role)
	if err != nil {
		return err
	}
	svg, err := p.book.Draw(ctx, pos, board.Options{})
	if err != nil {
		return unprocessable(err)
	}
	if step < len(p.frames)-1 || status(p.record) != string(store.Running) {
		s.pictures.put(key, svg) // the last position may turn out to be the end
	}
	return picture(w, svg, 0)
}

type knowledgeAnswer struct {
	Step   int              `json:"step"`
	Hidden bool             `json:"hidden"` // the game hides information
	Roles  []*roleKnowledge `json:"roles"`
}

func (s *Server) getStepKnowledge(w http.ResponseWriter, r *http.Request) error {
	p, step, err := s.at(r)
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

// postRecord takes the record of a match that was played elsewhere, after proving
// that it follows from its rules.
func (s *Server) postRecord(w http.ResponseWriter, r *http.Request) error {
	body, err := jsonBody(w, r, s.cfg.Limits.Large)
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
	if _, err := s.cfg.Store.Match(r.Context(), rec.ID); err == nil {
		return problem(http.StatusConflict, "there is a match of that name already")
	}
	if _, err := s.cfg.Store.Tournament(r.Context(), rec.Tournament); err == nil {
		return problem(http.StatusUnprocessableEntity, "the matches of a tournament that is here are its own; \"ludex import\" brings in others")
	}
	if err := s.prove(r, rec); err != nil {
		return err
	}
	if err := s.cfg.Store.Save(r.Context(), rec); err != nil {
		return err
	}
	return reply(w, http.StatusCreated, s.summary(rec))
}

// prove checks that a record follows from its rules, and is what its host signed.
func (s *Server) prove(r *http.Request, rec *match.Record) error {
	ctx, cancel := s.question(r)
	defer cancel()
	if _, err := (match.Trust{}).Verify(rec); err != nil {
		return unprocessable(err)
	}
	if len(rec.Details.Rules) > gamecache.MaxText {
		return problem(http.StatusUnprocessableEntity, "the rules are too long")
	}
	b := s.shelf.Text(rec.Details.Game, rec.Details.Rules)
	if err := b.Err(); err != nil {
		return unprocessable(err)
	}
	if rec.IsTimed() {
		g, err := b.Timed(ctx)
		if err != nil {
			return unprocessable(err)
		}
		return wrong(rec.Check(ctx, b.Rules, g))
	}
	g, _, err := b.Game(ctx)
	if err != nil {
		return unprocessable(err)
	}
	if err := rec.Check(ctx, b.Rules, g); err != nil {
		return wrong(err)
	}
	elsewhere, err := rec.Elsewhere(g)
	if err == nil && elsewhere && !rec.Details.FromPosition { // as in old ones, which anybody can sign
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
