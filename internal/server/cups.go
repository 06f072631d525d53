package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"sync"
	"time"

	"ludex/internal/panics"
	"ludex/internal/server/feed"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/ratelimit"
	"ludex/internal/store"
	"ludex/internal/tournament"
	"ludex/library"
	"ludex/player"
)

// errBusyCup is reported for a tournament that is being played already.
var errBusyCup = errors.New("the tournament is being played already")

// cups are the tournaments that are played here. It is safe for concurrent use.
type cups struct {
	server *Server
	places *ratelimit.Gate
	ctx    context.Context
	stop   context.CancelFunc
	group  sync.WaitGroup

	mu      sync.Mutex
	running map[string]*cup
}

type cup struct {
	ctx    context.Context
	cancel context.CancelFunc
	feed   *feed.Feed
	first  chan struct{} // closed once the first match was set up
	ended  chan error    // has room for how it ended
	over   bool
}

func newCups(s *Server) *cups {
	ctx, stop := context.WithCancel(context.WithoutCancel(s.ctx))
	return &cups{server: s, places: s.cfg.Limits.Tournaments.gate("places for tournaments"), ctx: ctx, stop: stop, running: map[string]*cup{}}
}

func (c *cups) close() {
	c.mu.Lock()
	c.stop() // nothing is entered from here on
	c.mu.Unlock()
	c.group.Wait()
}

func (c *cups) get(name string) *cup {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.running[name]
}

// isRunning reports whether a tournament is being played here.
func (c *cups) isRunning(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.running[name]
	return k != nil && !k.over
}

// A tournamentRequest sets a tournament up.
type tournamentRequest struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"`
	Games   []string `json:"games"`   // of the library
	Players []string `json:"players"` // names of players
	Matches int      `json:"matches"`
	Repeats int      `json:"repeats"`
	Rounds  int      `json:"rounds"`
	// Challengers run the gauntlet.
	Challengers []string `json:"challengers"`
	ClockMs     int64    `json:"clockMs"`
	Nodes       int      `json:"nodes"`
	Seed        uint64   `json:"seed"`
	MaxSteps    int      `json:"maxSteps"`
}

var cupName = regexp.MustCompile(`^[\pL\pN][\pL\pN _.-]{0,59}$`)

// maxCup is how many matches a tournament may have here.
const maxCup = 2000

// config checks a request and makes a configuration of it. Games and players are
// known by name only, so that nobody reads files of this machine.
func (q *tournamentRequest) config() (*tournament.Config, error) {
	if !cupName.MatchString(q.Name) {
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
		if n < 0 || n > maxCup {
			return nil, fmt.Errorf("a tournament has at most %d matches here", maxCup)
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

func (s *Server) postTournament(w http.ResponseWriter, r *http.Request) error {
	var req tournamentRequest
	if err := decode(w, r, s.cfg.Limits.Body, &req); err != nil {
		return err
	}
	c, err := req.config()
	if err != nil {
		return unprocessable(err)
	}
	if _, err := s.cfg.Store.Tournament(r.Context(), c.Name); err == nil {
		return problem(http.StatusConflict, "there is a tournament of that name already")
	}
	if err := s.cups.start(r.Context(), client(r), c); err != nil {
		return err
	}
	s.log.Info("a tournament began", "tournament", c.Name)
	return s.replyCup(w, r, c.Name, http.StatusCreated)
}

// start opens the games and plays. It returns once the first match was set up, so that
// mistakes show at once; who leaves before that gets no tournament. If there are too
// many, the error is a [*limit.FullError].
func (c *cups) start(ctx context.Context, client string, config *tournament.Config) error {
	var k *cup
	err := c.places.Begin(client, func(leave func()) (err error) {
		k, err = c.begin(ctx, config, leave)
		return err
	})
	if err != nil {
		return err
	}
	select {
	case <-k.first:
		return nil
	case err := <-k.ended:
		if err != nil && !errors.Is(err, context.Canceled) {
			return unprocessable(err)
		}
		return nil
	case <-ctx.Done():
		k.cancel()
		return context.Cause(ctx)
	}
}

// begin prepares a tournament and begins to play it. Leave is called when it is over.
func (c *cups) begin(ctx context.Context, config *tournament.Config, leave func()) (*cup, error) {
	h := &tournament.Host{Config: config, Store: c.server.cfg.Store, Workers: 1, Players: tournament.InProcess(player.Roster(humanplay.Players()))}
	if err := c.open(ctx, h); err != nil {
		return nil, err
	}
	if n := config.Schedule(tournament.Results{}).Total; n > maxCup {
		return nil, unprocessable(fmt.Errorf("%d matches are too many here; %d are allowed", n, maxCup))
	}
	k, err := c.enter(config.Name)
	if err != nil {
		return nil, err
	}
	told := sync.OnceFunc(func() { close(k.first) })
	h.Watch = func(p *tournament.Progress) {
		k.feed.Publish("tournament", newCupAnswer(p, true))
		told()
	}
	go func() {
		defer c.group.Done()
		defer leave()
		defer k.cancel()
		k.ended <- c.play(h, k)
	}()
	return k, nil
}

// play plays a tournament to its end. A defect ends this one and nothing else.
func (c *cups) play(h *tournament.Host, k *cup) error {
	var p *tournament.Progress
	err := panics.Catch(func() (err error) {
		p, err = h.Run(k.ctx)
		return err
	})
	c.mu.Lock()
	k.over = true
	c.mu.Unlock()
	if p != nil {
		k.feed.Publish("tournament", newCupAnswer(p, false))
	}
	k.feed.Close()
	defect, isDefect := errors.AsType[*panics.Error](err)
	switch {
	case isDefect:
		c.server.log.Error("a defect in a tournament", "tournament", h.Config.Name, "err", defect, "stack", string(defect.Stack))
	case err != nil && !errors.Is(err, context.Canceled):
		c.server.log.Warn("a tournament ended early", "tournament", h.Config.Name, "err", err)
	}
	return err
}

// open opens the games of the library. The folder in which files would be looked
// for is an empty one.
func (c *cups) open(ctx context.Context, h *tournament.Host) (err error) {
	for _, g := range h.Config.Games {
		if _, ok := library.Lookup(g.Ref); !ok {
			return unprocessable(fmt.Errorf("the game %q is not in the library; run this tournament with the program that began it", g.Ref))
		}
	}
	empty, err := os.MkdirTemp("", "ludex-empty-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(empty)) }()
	if h.Games, err = h.Config.OpenGames(ctx, empty); err != nil {
		return unprocessable(err)
	}
	return nil
}

// enter notes that a tournament is played, unless it is already.
func (c *cups) enter(name string) (*cup, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ctx.Err() != nil {
		return nil, humanplay.ErrClosed
	}
	if old := c.running[name]; old != nil && !old.over {
		return nil, errBusyCup
	}
	k := &cup{feed: feed.New(1, c.server.log), first: make(chan struct{}), ended: make(chan error, 1)}
	k.ctx, k.cancel = context.WithCancel(c.ctx)
	c.running[name] = k
	c.group.Add(1)
	return k, nil
}

// A cupAnswer is how a tournament stands.
type cupAnswer struct {
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
	Now      []string            `json:"now"` // matches that are played
	Failed   []string            `json:"failed"`
}

func newCupAnswer(p *tournament.Progress, running bool) cupAnswer {
	t := p.Config.Table(p.Schedule, p.Results)
	a := cupAnswer{
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

func (s *Server) cup(ctx context.Context, name string) (cupAnswer, error) {
	p, err := tournament.Load(ctx, s.cfg.Store, name)
	if err != nil {
		return cupAnswer{}, err
	}
	return newCupAnswer(p, s.cups.isRunning(name)), nil
}

func (s *Server) replyCup(w http.ResponseWriter, r *http.Request, name string, status int) error {
	a, err := s.cup(r.Context(), name)
	if err != nil {
		return err
	}
	return reply(w, status, a)
}

func (s *Server) getTournament(w http.ResponseWriter, r *http.Request) error {
	return s.replyCup(w, r, r.PathValue("name"), http.StatusOK)
}

// A cupSummary is what a list tells about a tournament.
type cupSummary struct {
	Name    string `json:"name"`
	Made    string `json:"made"`
	Running bool   `json:"running"`
}

type cupList struct {
	Tournaments []cupSummary `json:"tournaments"` // the newest first
}

func (s *Server) listCups(ctx context.Context) (cupList, error) {
	all, err := s.cfg.Store.Tournaments(ctx)
	if err != nil {
		return cupList{}, err
	}
	list := cupList{Tournaments: []cupSummary{}}
	for _, t := range slices.Backward(all) {
		list.Tournaments = append(list.Tournaments, cupSummary{t.Name, t.Made.UTC().Format(time.RFC3339), s.cups.isRunning(t.Name)})
	}
	return list, nil
}

func (s *Server) getTournaments(w http.ResponseWriter, r *http.Request) error {
	list, err := s.listCups(r.Context())
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, list)
}

func (s *Server) getTournamentEvents(w http.ResponseWriter, r *http.Request) error {
	k := s.cups.get(r.PathValue("name"))
	if k == nil {
		return problem(http.StatusNotFound, "this tournament is not being played here now")
	}
	return s.stream(w, r, k.feed)
}

// postRun goes on with a tournament.
func (s *Server) postRun(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	t, err := s.cfg.Store.Tournament(r.Context(), name)
	if err != nil {
		return err
	}
	c, err := tournament.Decode(t.Config)
	if err != nil {
		return unprocessable(err)
	}
	if err := s.cups.start(r.Context(), client(r), c); err != nil {
		return err
	}
	return s.replyCup(w, r, name, http.StatusOK)
}

// postCancel stops a tournament, which can go on later.
func (s *Server) postCancel(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	s.cups.mu.Lock()
	k := s.cups.running[name]
	if k == nil || k.over {
		s.cups.mu.Unlock()
		return problem(http.StatusConflict, "this tournament is not being played here now")
	}
	s.cups.mu.Unlock()
	k.cancel()
	return s.replyCup(w, r, name, http.StatusOK)
}

// getResults writes the results as a file.
func (s *Server) getResults(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	if _, err := s.cfg.Store.Tournament(r.Context(), name); err != nil {
		return err
	}
	var out bytes.Buffer
	var err error
	kind, ending := "application/x-ndjson", "jsonl"
	switch format := r.URL.Query().Get("format"); format {
	case "csv":
		kind, ending = "text/csv; charset=utf-8", "csv"
		err = s.cfg.Store.ExportCSV(r.Context(), &out, store.Filter{Tournament: name, Counted: true})
	case "", "json":
		err = s.cfg.Store.Export(r.Context(), &out, store.Filter{Tournament: name, Counted: true})
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
