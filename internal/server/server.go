// Package server is the web server: an HTTP API and pages on which people play any
// game against programs, watch and replay matches, run tournaments and write games.
//
// It is a thin layer over other packages. Open games are in a
// [ludex/internal/server/gamecache.Cache], games of people in
// [ludex/internal/server/table.Manager] and, in real time,
// [ludex/internal/server/humanplay.Sessions], matches of programs in a
// [ludex/internal/server/livematch.Manager], and long computations in a
// [ludex/internal/server/jobqueue.Queue]. Records and tournaments are in a store.
//
// The routes of the API are grouped by resource: gameAPI, tableAPI, matchAPI,
// positionAPI, tournamentAPI and jobAPI. Access checks, rate limits and compression are
// middleware. All files that the pages need are embedded. The pages use the same API as
// other clients, which /api/v1/openapi.json describes.
package server

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"ludex/internal/budget"
	"ludex/internal/cache"
	"ludex/internal/cluster"
	"ludex/internal/localpage"
	"ludex/internal/metrics"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/jobqueue"
	"ludex/internal/server/livematch"
	"ludex/internal/server/ratelimit"
	"ludex/internal/server/table"
	"ludex/internal/store"
	"ludex/match"
)

// A Config says what a server offers, and which clients may change things.
type Config struct {
	Store *store.Store // holds records and tournaments
	Log   *slog.Logger // nil is silent
	// Token is required for requests that change something. Without a token, only
	// requests from this machine may, and none if Hosts has a name that is not local.
	Token string
	// Hosts are the host names of the server, in lower case. Local names and addresses
	// are always accepted.
	Hosts []string
	// Login lets people make accounts, which have histories and ratings.
	Login   bool
	Limits  Limits // the zero value is DefaultLimits
	Version string
	// Metrics are the counters of the whole program, shown at /metrics together with
	// the server's; nil is none.
	Metrics *metrics.Metrics
	// Memory is the memory budget of each request and job; 0 is the default.
	Memory budget.Memory
	// Bus connects the servers that share a store; nil if this is the only one.
	Bus *cluster.Bus
	// Engine finds the engine of pages that play without a server, which can be downloaded;
	// nil if there are none.
	Engine func(context.Context) (*localpage.Engine, error)
}

// Limits bound what clients may do.
type Limits struct {
	Read, Change ratelimit.Rate // requests per client
	Heavy        Quota          // expensive requests at a time
	Streams      Quota          // event streams and live connections
	Analyses     Quota          // of positions that are analysed while people look on
	Tables       Quota          // games of people and programs
	People       Quota          // games between people
	Idle         time.Duration  // after which an unused table is dropped from memory
	Matches      Quota          // of programs, at a time
	Tournaments  Quota          // at a time
	Jobs         jobqueue.Limits
	Question     time.Duration // time for answering a request
	Body         int64         // size of most requests, in bytes
	Large        int64         // size of requests with a game or a record
	Header       time.Duration // time for the header of a request to arrive
	Request      time.Duration // time for the whole request to arrive
}

// A Quota bounds how many of something there may be at a time, in total and per client.
type Quota struct{ Total, PerClient int }

// DefaultLimits returns limits for a server on a personal machine or in a small group.
func DefaultLimits() Limits {
	cores := max(runtime.NumCPU(), 1)
	return Limits{
		Read: ratelimit.Rate{PerSecond: 100, Burst: 400}, Change: ratelimit.Rate{PerSecond: 20, Burst: 60},
		Heavy: half(cores + 1), Streams: Quota{12000, 600}, Analyses: half(cores - 1), Tables: Quota{64, 16}, People: Quota{4000, 100}, Idle: 30 * time.Minute,
		Matches: half(cores/2 + 2), Tournaments: half(cores/2 + 2),
		Jobs: jobqueue.Limits{
			Running: half(cores - 1).Total, RunningPerClient: half(cores - 1).PerClient, Waiting: 20, WaitingPerClient: 5,
			Time: 10 * time.Minute, Unwatched: 30 * time.Second, Keep: 50,
		},
		Question: 10 * time.Second, Body: 64 << 10, Large: 4 << 20, Header: 5 * time.Second, Request: 30 * time.Second,
	}
}

// half returns a quota of at least two, of which one client may have about half.
func half(all int) Quota {
	all = max(all, 2)
	return Quota{all, (all + 1) / 2}
}

// semaphore returns a semaphore that enforces the quota.
func (s Quota) semaphore(what string) *ratelimit.Semaphore {
	return ratelimit.NewSemaphore(what, s.Total, s.PerClient)
}

// A Server serves the API and the pages. It is safe for concurrent use.
type Server struct {
	cfg         Config
	log         *slog.Logger
	games       *gamecache.Cache
	tables      *table.Manager
	timed       *humanplay.Sessions // games in real time
	matches     *livematch.Manager
	tournaments *tournaments
	jobs        *jobqueue.Queue
	pages       *pages
	replays     *replays
	handler     http.Handler
	engine      cache.Cache[*localpage.Engine] // of downloaded pages, when it was found

	access         *access
	heavy, streams *ratelimit.Semaphore
	analyses       *ratelimit.Semaphore
	metrics        *serverMetrics
	health         metrics.Health

	saving atomic.Int64    // records that are being saved
	ctx    context.Context // ends when the server stops
	stop   context.CancelFunc
}

// New returns a server.
func New(cfg Config) (*Server, error) {
	if cfg.Store == nil {
		return nil, errors.New("a server needs a store")
	}
	if cfg.Limits == (Limits{}) {
		cfg.Limits = DefaultLimits()
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	l := cfg.Limits
	s := new(Server)
	*s = Server{
		// A fast engine gets half of the time for preparing; the other half is for the
		// engine that is used instead.
		cfg: cfg, log: cfg.Log, games: gamecache.New(gamecache.Limit{Games: 64, Time: l.Question / 2, Log: cfg.Log, Made: s.madeGame}),
		heavy: l.Heavy.semaphore("places for questions"), streams: l.Streams.semaphore("connections"),
		analyses: l.Analyses.semaphore("places for analyses"),
	}
	s.ctx, s.stop = context.WithCancel(budget.WithMemory(context.Background(), cfg.Memory))
	tables := table.Config{
		Store: cfg.Store, Writer: cfg.Store.NewTableWriter(), Games: s.games, Log: cfg.Log, Time: l.Question, Idle: l.Idle, Save: s.save, Tell: s.tell(),
		Programs: l.Tables.Total, ProgramsPerClient: l.Tables.PerClient, People: l.People.Total, PeoplePerClient: l.People.PerClient,
	}
	if cfg.Login {
		tables.Account, tables.Finished = s.tableAccount, s.finished
	}
	s.tables = table.NewManager(tables)
	s.timed = humanplay.NewSessions(humanplay.SessionsConfig{
		Total: l.Tables.Total, PerClient: l.Tables.PerClient, Idle: l.Idle, Store: cfg.Store, Writer: cfg.Store.NewTableWriter(), Games: s.games, Options: s.timedOptions(),
	})
	s.jobs = jobqueue.NewQueue(s.ctx, l.Jobs, cfg.Log)
	s.replays = newReplays(s)
	s.matches = livematch.New(s.ctx, livematch.Config{Store: cfg.Store, Total: l.Matches.Total, PerClient: l.Matches.PerClient, Log: cfg.Log, Ended: s.ended})
	s.tournaments = newTournaments(s)
	var err error
	if s.pages, err = newPages(s); err != nil {
		return nil, err
	}
	s.metrics = newServerMetrics(s)
	s.access = newAccess(&s.cfg, s.signedIn, s.fail)
	s.health.Add("store", func(ctx context.Context) error {
		_, err := cfg.Store.Tournaments(ctx)
		return err
	})
	if err := s.hear(); err != nil {
		return nil, err
	}
	s.handler, err = s.build()
	return s, err
}

// Handler returns the handler for all requests.
func (s *Server) Handler() http.Handler { return s.handler }

// stopTime is the time that each part of the server has to stop. While there are records to
// be saved, it may take saveTimes as long.
const (
	stopTime  = 700 * time.Millisecond
	saveTimes = 6
)

// Close ends all streams and requests and stops matches and jobs. Games of people go on when a
// server is asked for them. Matches of programs are saved as aborted records. Tournaments continue where they stopped when they are run again.
func (s *Server) Close(reason string) {
	if s.ctx.Err() != nil {
		return
	}
	s.stop()
	s.health.Drain()
	var group sync.WaitGroup
	for what, stop := range map[string]func(){
		"tables": s.tables.Close, "games in real time": func() { s.timed.Close(reason) }, "tournaments": s.tournaments.close, "matches": s.matches.Close, "jobs": s.jobs.Close,
	} {
		group.Go(func() { s.await(what, stop) })
	}
	group.Wait()
}

// await calls stop, and returns without it if it takes too long. Records have more time: those
// that are being saved, and those of matches that are still stopping.
func (s *Server) await(what string, stop func()) {
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		stop()
	}()
	tick := time.NewTicker(stopTime)
	defer tick.Stop()
	for range saveTimes {
		select {
		case <-stopped:
			return
		case <-tick.C:
		}
		if s.saving.Load() == 0 && len(s.matches.Running()) == 0 {
			break
		}
	}
	s.log.Warn("not everything stopped in time", "what", what)
}

// shutdownTime is the time for sending the last responses after everything else has
// stopped.
const shutdownTime = 200 * time.Millisecond

// Serve answers requests until the context ends, and then closes the server.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           s.handler,
		BaseContext:       func(net.Listener) context.Context { return s.ctx },
		ReadHeaderTimeout: s.cfg.Limits.Header,
		ReadTimeout:       s.cfg.Limits.Request,
		WriteTimeout:      60 * time.Second, // streams have their own
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	sweep := time.NewTicker(time.Minute)
	defer sweep.Stop()
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	go libraryGames(s.games) // parse the library before the first page needs it
	for {
		select {
		case err := <-failed:
			s.Close("the server failed")
			return err
		case <-sweep.C:
			s.timed.CloseIdle()
			s.tables.Sweep(ctx)
		case <-ctx.Done():
			s.Close("the server was stopped")
			return shutdown(server)
		}
	}
}

// shutdown waits for responses to be sent, and closes the connections of clients that
// do not take them.
func shutdown(server *http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTime)
	defer cancel()
	err := server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	}
	return err
}

// save stores the record of a person's game.
func (s *Server) save(ctx context.Context, r *match.Record) error {
	s.saving.Add(1)
	defer s.saving.Add(-1)
	err := s.cfg.Store.Save(ctx, r)
	if err != nil {
		s.log.Error("keeping a record", "match", r.ID, "err", err)
	}
	s.ended(r)
	return err
}

// ended counts a match that has ended.
func (s *Server) ended(r *match.Record) { s.cfg.Metrics.Match(r.Details.Game, status(r)) }
