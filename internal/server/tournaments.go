package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"time"

	"ludex/internal/server/humanplay"
	"ludex/internal/store"
	"ludex/internal/tournament"
	"ludex/library"
	"ludex/player"
)

// A tournamentAPI serves tournaments.
type tournamentAPI struct{ server *Server }

func (api tournamentAPI) routes() []route {
	return []route{
		{http.MethodGet, "/tournaments", api.getTournaments, light},
		{http.MethodPost, "/tournaments", api.postTournament, heavy},
		{http.MethodGet, "/tournaments/{name}", api.getTournament, light},
		{http.MethodGet, "/tournaments/{name}/events", api.getTournamentEvents, lasting},
		{http.MethodGet, "/tournaments/{name}/results", api.getResults, lasting},
		{http.MethodGet, "/tournaments/{name}/matches", api.getTournamentMatches, light},
		{http.MethodPost, "/tournaments/{name}/run", api.postRun, heavy},
		{http.MethodPost, "/tournaments/{name}/cancel", api.postCancel, light},
	}
}

// A tournamentRequest asks for a new tournament.
type tournamentRequest struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"`
	Games   []string `json:"games"`   // names in the library
	Players []string `json:"players"` // names of players
	Matches int      `json:"matches"`
	Repeats int      `json:"repeats"`
	Rounds  int      `json:"rounds"`
	// Challengers play against all others in a gauntlet.
	Challengers []string `json:"challengers"`
	ClockMs     int64    `json:"clockMs"`
	Nodes       int      `json:"nodes"`
	Seed        uint64   `json:"seed"`
	MaxSteps    int      `json:"maxSteps"`
}

// It is compiled when it is needed, because that takes a while.
var tournamentName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\pL\pN][\pL\pN _.-]{0,59}$`) })

// maxTournamentMatches is the largest number of matches of a tournament on a server.
const maxTournamentMatches = 2000

// config returns the configuration for a request. Games and players are given by name
// only, so that clients cannot read files of this machine.
func (q *tournamentRequest) config() (*tournament.Config, error) {
	if !tournamentName().MatchString(q.Name) {
		return nil, errors.New("a tournament needs a name of letters, digits, blanks, points, hyphens and underscores")
	}
	for _, g := range q.Games {
		if _, ok := library.Lookup(g); !ok {
			return nil, fmt.Errorf("there is no game %q in the library", g)
		}
	}
	names := append(player.Roster(humanplay.Players()).Names(), humanplay.TimedPlayers...)
	for _, p := range q.Players {
		if !slices.Contains(names, p) {
			return nil, fmt.Errorf("there is no player %q", p)
		}
	}
	if q.ClockMs < 0 || q.ClockMs > humanplay.MaxClock.Milliseconds() || q.Nodes < 0 || q.Nodes > humanplay.MaxNodes {
		return nil, fmt.Errorf("the clock is at most %v and the nodes at most %d", humanplay.MaxClock, humanplay.MaxNodes)
	}
	for _, n := range []int{q.Matches, q.Repeats, q.Rounds, len(q.Games), len(q.Players)} {
		if n < 0 || n > maxTournamentMatches {
			return nil, fmt.Errorf("a tournament has at most %d matches here", maxTournamentMatches)
		}
	}
	c := tournament.DefaultConfig()
	c.Name, c.Kind, c.Seed = q.Name, tournament.Kind(q.Kind), q.Seed
	c.Matches, c.Repeats, c.Rounds, c.Nodes, c.MaxSteps, c.Challengers = q.Matches, q.Repeats, q.Rounds, q.Nodes, q.MaxSteps, q.Challengers
	for _, g := range q.Games {
		c.Games = append(c.Games, tournament.Game{Ref: g})
	}
	for _, p := range q.Players {
		c.Players = append(c.Players, tournament.Player{Name: p, Spec: p})
	}
	if q.ClockMs == 0 && q.Nodes == 0 {
		q.ClockMs = 500
	}
	clock := tournament.Duration(time.Duration(q.ClockMs) * time.Millisecond)
	c.Clocks = tournament.Clocks{Start: clock, Play: clock}
	return c, c.Complete()
}

func (api tournamentAPI) postTournament(w http.ResponseWriter, r *http.Request) error {
	var req tournamentRequest
	if err := decode(w, r, api.server.cfg.Limits.Body, &req); err != nil {
		return err
	}
	c, err := req.config()
	if err != nil {
		return unprocessable(err)
	}
	if _, err := api.server.cfg.Store.Tournament(r.Context(), c.Name); err == nil {
		return problem(http.StatusConflict, "there is a tournament of that name already")
	}
	if err := api.server.tournaments.start(r.Context(), client(r), c); err != nil {
		return err
	}
	api.server.log.Info("a tournament began", "tournament", c.Name)
	return api.replyTournament(w, r, c.Name, http.StatusCreated)
}

// A tournamentAnswer is the standing of a tournament.
type tournamentAnswer struct {
	Name     string              `json:"name"`
	Kind     string              `json:"kind"`
	Running  bool                `json:"running"`
	Finished bool                `json:"finished"`
	Played   int                 `json:"played"`
	Total    int                 `json:"total"`
	Games    []string            `json:"games"`
	Players  []string            `json:"players"`
	Rows     []tournament.Row    `json:"rows"`
	Cross    [][]tournament.Cell `json:"cross"`
	Ratings  []tournament.Rating `json:"ratings"`
	Now      []string            `json:"now"` // matches being played
	Failed   []string            `json:"failed"`
}

func newTournamentAnswer(p *tournament.Progress, running bool) tournamentAnswer {
	t := p.Config.Table(p.Schedule, p.Results)
	a := tournamentAnswer{
		Name: p.Config.Name, Kind: string(p.Config.Kind), Running: running && !p.Finished(), Finished: p.Finished(), Played: p.Done,
		Total: p.Schedule.Total, Games: []string{}, Players: []string{}, Rows: t.Rows, Cross: t.Cross,
		Ratings: []tournament.Rating{}, Now: []string{}, Failed: []string{},
	}
	for _, g := range p.Config.Games {
		a.Games = append(a.Games, g.Ref)
	}
	for _, x := range p.Config.Players {
		a.Players = append(a.Players, x.Name)
	}
	for _, f := range p.Running {
		a.Now = append(a.Now, fixtureText(p.Config, f))
	}
	for _, f := range p.Failed {
		a.Failed = append(a.Failed, fixtureText(p.Config, f.Fixture)+": "+f.Err.Error())
	}
	var results []store.Result
	for _, r := range p.Results {
		results = append(results, r)
	}
	slices.SortFunc(results, func(a, b store.Result) int { return bytes.Compare([]byte(a.Key), []byte(b.Key)) })
	if ratings, err := tournament.RateResults(results, tournament.RateOptions{}); err == nil && ratings != nil {
		a.Ratings = ratings
	}
	return a
}

func fixtureText(c *tournament.Config, f tournament.Fixture) string {
	text := c.Games[f.Game].Ref + ":"
	for i, p := range f.Players {
		if i > 0 {
			text += " against"
		}
		text += " " + c.Players[p].Name
	}
	return text
}

func (api tournamentAPI) tournament(ctx context.Context, name string) (tournamentAnswer, error) {
	p, err := tournament.Load(ctx, api.server.cfg.Store, name)
	if err != nil {
		return tournamentAnswer{}, err
	}
	return newTournamentAnswer(p, api.server.tournaments.isRunning(name)), nil
}

func (api tournamentAPI) replyTournament(w http.ResponseWriter, r *http.Request, name string, status int) error {
	a, err := api.tournament(r.Context(), name)
	if err != nil {
		return err
	}
	return reply(w, status, a)
}

func (api tournamentAPI) getTournament(w http.ResponseWriter, r *http.Request) error {
	return api.replyTournament(w, r, r.PathValue("name"), http.StatusOK)
}

// A tournamentSummary describes a tournament in a list.
type tournamentSummary struct {
	Name    string `json:"name"`
	Made    string `json:"made"`
	Running bool   `json:"running"`
}

type tournamentList struct {
	Tournaments []tournamentSummary `json:"tournaments"` // newest first
}

func (api tournamentAPI) listTournaments(ctx context.Context) (tournamentList, error) {
	all, err := api.server.cfg.Store.Tournaments(ctx)
	if err != nil {
		return tournamentList{}, err
	}
	list := tournamentList{Tournaments: []tournamentSummary{}}
	for _, t := range slices.Backward(all) {
		list.Tournaments = append(list.Tournaments, tournamentSummary{t.Name, t.Made.UTC().Format(time.RFC3339), api.server.tournaments.isRunning(t.Name)})
	}
	return list, nil
}

func (api tournamentAPI) getTournaments(w http.ResponseWriter, r *http.Request) error {
	list, err := api.listTournaments(r.Context())
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, list)
}

func (api tournamentAPI) getTournamentEvents(w http.ResponseWriter, r *http.Request) error {
	k := api.server.tournaments.get(r.PathValue("name"))
	if k == nil {
		return problem(http.StatusNotFound, "this tournament is not being played here now")
	}
	return api.server.stream(w, r, k.feed)
}

// postRun continues a tournament.
func (api tournamentAPI) postRun(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	t, err := api.server.cfg.Store.Tournament(r.Context(), name)
	if err != nil {
		return err
	}
	c, err := tournament.Decode(t.Config)
	if err != nil {
		return unprocessable(err)
	}
	if err := api.server.tournaments.start(r.Context(), client(r), c); err != nil {
		return err
	}
	return api.replyTournament(w, r, name, http.StatusOK)
}

// postCancel stops a tournament, which can be continued later.
func (api tournamentAPI) postCancel(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	if !api.server.tournaments.cancel(name) {
		return problem(http.StatusConflict, "this tournament is not being played here now")
	}
	return api.replyTournament(w, r, name, http.StatusOK)
}

// A playedMatch is a match of a tournament that counts.
type playedMatch struct {
	Match   string    `json:"match"`
	Game    string    `json:"game"`
	Title   string    `json:"title"`
	Players []string  `json:"players"` // by role; "" is chance
	Points  []float64 `json:"points"`  // by role
	Goals   []int     `json:"goals"`
	Faults  []int     `json:"faults"` // by role
	Steps   int       `json:"steps"`
	Over    bool      `json:"over"`
}

type playedList struct {
	Matches []playedMatch `json:"matches"` // in the order of the schedule
}

// getTournamentMatches lists the matches of a tournament that were played.
func (api tournamentAPI) getTournamentMatches(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	if _, err := api.server.cfg.Store.Tournament(r.Context(), name); err != nil {
		return err
	}
	results, err := api.server.cfg.Store.Results(r.Context(), name)
	if err != nil {
		return err
	}
	list := playedList{Matches: []playedMatch{}}
	for _, res := range results {
		list.Matches = append(list.Matches, playedMatch{
			Match: res.Match, Game: res.Game, Title: gameTitle(res.Game), Players: res.Players, Points: res.Points, Goals: res.Goals, Faults: res.Faults, Steps: res.Steps, Over: res.Over,
		})
	}
	return reply(w, http.StatusOK, list)
}

// getResults sends the results as a file.
func (api tournamentAPI) getResults(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	if _, err := api.server.cfg.Store.Tournament(r.Context(), name); err != nil {
		return err
	}
	var out bytes.Buffer
	var err error
	kind, ending := "application/x-ndjson", "jsonl"
	switch format := r.URL.Query().Get("format"); format {
	case "csv":
		kind, ending = "text/csv; charset=utf-8", "csv"
		err = api.server.cfg.Store.ExportCSV(r.Context(), &out, store.Filter{Tournament: name, Counted: true})
	case "", "json":
		err = api.server.cfg.Store.Export(r.Context(), &out, store.Filter{Tournament: name, Counted: true})
	default:
		return problem(http.StatusBadRequest, "the format is csv or json")
	}
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="tournament.`+ending+`"`)
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(out.Bytes()) // the client may be gone
	return nil
}
