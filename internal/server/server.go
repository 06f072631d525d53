// Package web is the arena in the browser: a server with an API and pages on which
// people play any game against programs, watch and replay matches, hold
// tournaments and write games.
//
// It is a thin layer: games are on a [ludex/internal/server/gamecache.Shelf], people sit at tables
// of a [ludex/internal/server/humanplay.Room], programs play in a [ludex/internal/server/livematch.Hall], and what
// takes long is a [ludex/internal/server/jobqueue.Pool]'s. Records and tournaments are in a store.
//
// Everything that the pages need is part of the program. They use the same API as
// everybody else, which /api/v1/openapi.json describes.
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
	"ludex/internal/metrics"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/jobqueue"
	"ludex/internal/server/livematch"
	"ludex/internal/server/ratelimit"
	"ludex/internal/store"
	"ludex/match"
)

// A Config says what a server offers, and to whom.
type Config struct {
	Store *store.Store // where records and tournaments are
	Log   *slog.Logger // nil is silent
	// Token is asked of whoever wants to change something. Without one only those can
	// who are on this machine, and if there are names that others use nobody.
	Token string
	// Hosts are names under which the server may be reached besides those of this
	// machine and addresses, in lower case.
	Hosts   []string
	Limits  Limits // the zero value is DefaultLimits
	Version string
	// Metrics are what the program counts besides; nil is nothing. All numbers are
	// at /metrics.
	Metrics *metrics.Metrics
	// Memory is what each request and job may take; 0 is the default.
	Memory budget.Memory
}

// Limits bound what clients may do.
type Limits struct {
	Read, Change ratelimit.Rate // requests of a client
	Heavy        Share          // questions that are worked on at a time
	Streams      Share          // connections of spectators
	Tables       Share          // at which people play
	Idle         time.Duration  // after which a table is given up
	Matches      Share          // that programs play at a time
	Tournaments  Share          // that are played at a time
	Jobs         jobqueue.Limits
	Question     time.Duration // for an answer, however it is found
	Body         int64         // of most requests, in bytes
	Large        int64         // of those that bring a game or a record
	Header       time.Duration // for the head of a request to arrive
	Request      time.Duration // for all of it
}

// A Share is how many there may be of something, in all and of one client, so that no
// client takes all.
type Share struct{ All, Each int }

// DefaultLimits returns limits for a server on somebody's own machine or in a
// small group.
func DefaultLimits() Limits {
	cores := max(runtime.NumCPU(), 1)
	return Limits{
		Read: ratelimit.Rate{PerSecond: 100, Burst: 400}, Change: ratelimit.Rate{PerSecond: 20, Burst: 60},
		Heavy: half(cores + 1), Streams: Share{2000, 600}, Tables: Share{64, 16}, Idle: 30 * time.Minute,
		Matches: half(cores/2 + 2), Tournaments: half(cores/2 + 2),
		Jobs: jobqueue.Limits{
			AtOnce: half(cores - 1).All, Each: half(cores - 1).Each, Queue: 20, QueueEach: 5,
			Time: 10 * time.Minute, Unwatched: 30 * time.Second, Keep: 50,
		},
		Question: 10 * time.Second, Body: 64 << 10, Large: 4 << 20, Header: 5 * time.Second, Request: 30 * time.Second,
	}
}

// half returns so many, but at least two, of which one client may have about half.
func half(all int) Share {
	all = max(all, 2)
	return Share{all, (all + 1) / 2}
}

// gate returns what sees to it that a share is kept.
func (s Share) gate(what string) *ratelimit.Gate { return ratelimit.NewGate(what, s.All, s.Each) }

// A Server is the arena. Its handler is ready when it is made.
type Server struct {
	cfg      Config
	log      *slog.Logger
	shelf    *gamecache.Shelf
	room     *humanplay.Room
	hall     *livematch.Hall
	cups     *cups
	jobs     *jobqueue.Pool
	pages    *pages
	pictures *pictures
	replays  *replays
	handler  http.Handler

	reads, changes *ratelimit.Limiter
	heavy, streams *ratelimit.Gate
	meters         *meters
	health         metrics.Health

	saving atomic.Int64    // records that are being kept
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
	s := &Server{
		// A fast engine that is not ready after half of the time leaves the other half
		// to the one that is.
		cfg: cfg, log: cfg.Log, shelf: gamecache.New(gamecache.Limit{Games: 64, Time: l.Question / 2}),
		room: humanplay.NewRoom(l.Tables.All, l.Tables.Each, l.Idle), pictures: newPictures(),
		reads: ratelimit.New(l.Read, nil), changes: ratelimit.New(l.Change, nil),
		heavy: l.Heavy.gate("places for questions"), streams: l.Streams.gate("connections"),
	}
	s.ctx, s.stop = context.WithCancel(budget.WithMemory(context.Background(), cfg.Memory))
	s.jobs = jobqueue.NewPool(s.ctx, l.Jobs, cfg.Log)
	s.replays = newReplays(s)
	s.hall = livematch.New(s.ctx, livematch.Config{Store: cfg.Store, Most: l.Matches.All, Each: l.Matches.Each, Log: cfg.Log, Ended: s.ended})
	s.cups = newCups(s)
	var err error
	if s.pages, err = newPages(s); err != nil {
		return nil, err
	}
	s.meters = newMeters(s)
	s.health.Add("store", func(ctx context.Context) error {
		_, err := cfg.Store.Tournaments(ctx)
		return err
	})
	s.handler = s.build()
	return s, nil
}

// Handler returns what answers requests.
func (s *Server) Handler() http.Handler { return s.handler }

// stopTime is how long what is under way may take to stop, which it does in a fraction
// of that if it listens to its context. A store that is slow to keep the games of
// people has keepTimes as long.
const (
	stopTime  = 700 * time.Millisecond
	keepTimes = 6
)

// Close ends all streams and questions, stops matches and jobs and keeps what was
// played: games of people and matches of programs as records that were broken off.
// Tournaments go on where they stopped when they are run again.
func (s *Server) Close(reason string) {
	if s.ctx.Err() != nil {
		return
	}
	s.stop()
	s.health.Drain()
	var group sync.WaitGroup
	for what, stop := range map[string]func(){
		"tables": func() { s.room.Close(reason) }, "tournaments": s.cups.close, "matches": s.hall.Close, "jobs": s.jobs.Close,
	} {
		group.Go(func() { s.await(what, stop) })
	}
	group.Wait()
}

// await stops something, and leaves it behind if it does not stop in time.
func (s *Server) await(what string, stop func()) {
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		stop()
	}()
	tick := time.NewTicker(stopTime)
	defer tick.Stop()
	for range keepTimes {
		select {
		case <-stopped:
			return
		case <-tick.C:
		}
		if s.saving.Load() == 0 {
			break
		}
	}
	s.log.Warn("not everything stopped in time", "what", what)
}

// shutdownTime is how long answers may take to be sent when everything else has
// stopped.
const shutdownTime = 200 * time.Millisecond

// Serve answers requests until the context ends, and then stops in good order.
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
	go s.library() // so that the first page need not wait for all games to be read
	for {
		select {
		case err := <-failed:
			s.Close("the server failed")
			return err
		case <-sweep.C:
			s.room.Sweep()
		case <-ctx.Done():
			s.Close("the server was stopped")
			return shutdown(server)
		}
	}
}

// shutdown lets answers be sent, and cuts off who does not take them.
func shutdown(server *http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTime)
	defer cancel()
	err := server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	}
	return err
}

// save keeps the record of a table.
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

// ended counts a match that is over.
func (s *Server) ended(r *match.Record) { s.cfg.Metrics.Match(r.Details.Game, status(r)) }
