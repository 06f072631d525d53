// Package web is the arena in the browser: a server with an API and pages on which
// people play any game against programs, watch and replay matches, hold
// tournaments and write games.
//
// It is a thin layer: games are on a [ludex/web/shelf.Shelf], people sit at tables
// of a [ludex/web/table.Room], programs play in a [ludex/web/hall.Hall], and what
// takes long is a [ludex/web/task.Pool]'s. Records and tournaments are in a store.
//
// Everything that the pages need is part of the program. They use the same API as
// everybody else, which /api/v1/openapi.json describes.
package web

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"time"

	"ludex/match"
	"ludex/metrics"
	"ludex/store"
	"ludex/web/hall"
	"ludex/web/limit"
	"ludex/web/shelf"
	"ludex/web/table"
	"ludex/web/task"
)

// A Config says what a server offers, and to whom.
type Config struct {
	Store *store.Store // where records and tournaments are
	Log   *slog.Logger // nil is silent
	// Token is asked of whoever wants to change something and is not on this
	// machine. Without one nobody else can.
	Token string
	// Hosts are names under which the server may be reached besides those of this
	// machine and addresses.
	Hosts   []string
	Limits  Limits // the zero value is DefaultLimits
	Version string
	// Metrics are what the program counts besides; nil is nothing. All numbers are
	// at /metrics.
	Metrics *metrics.Metrics
}

// Limits bound what clients may do.
type Limits struct {
	Read, Change limit.Rate    // requests of a client
	Heavy        int           // questions that are worked on at a time
	Streams      int           // connections of spectators, in all
	StreamsEach  int           // and of one client
	Tables       int           // at which people play
	Idle         time.Duration // after which a table is given up
	Matches      int           // that programs play at a time
	Jobs         task.Limits
	Question     time.Duration // for an answer
	Body         int64         // of most requests, in bytes
	Large        int64         // of those that bring a game or a record
	Header       time.Duration // for the head of a request to arrive
	Request      time.Duration // for all of it
}

// DefaultLimits returns limits for a server on somebody's own machine or in a
// small group.
func DefaultLimits() Limits {
	cores := max(runtime.NumCPU(), 1)
	return Limits{
		Read: limit.Rate{PerSecond: 100, Burst: 400}, Change: limit.Rate{PerSecond: 20, Burst: 60},
		Heavy: cores + 1, Streams: 2000, StreamsEach: 600, Tables: 64, Idle: 30 * time.Minute, Matches: max(cores/2, 1) + 1,
		Jobs:     task.Limits{AtOnce: max(cores-1, 1), Queue: 20, Time: 10 * time.Minute, Keep: 50},
		Question: 10 * time.Second, Body: 64 << 10, Large: 4 << 20, Header: 5 * time.Second, Request: 30 * time.Second,
	}
}

// A Server is the arena. Its handler is ready when it is made.
type Server struct {
	cfg      Config
	log      *slog.Logger
	shelf    *shelf.Shelf
	room     *table.Room
	hall     *hall.Hall
	cups     *cups
	jobs     *task.Pool
	pages    *pages
	pictures *pictures
	replays  *replays
	handler  http.Handler

	reads, changes *limit.Limiter
	heavy          chan struct{} // holds one for each question that is worked on
	streams        *limit.Gate
	meters         *meters
	health         metrics.Health

	closing chan struct{} // closed when streams are to end
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
		cfg: cfg, log: cfg.Log, shelf: shelf.New(shelf.Limit{Games: 128, Time: 10 * time.Second}),
		room: table.NewRoom(l.Tables, l.Idle), jobs: task.NewPool(l.Jobs), pictures: newPictures(),
		reads: limit.New(l.Read, nil), changes: limit.New(l.Change, nil),
		heavy: make(chan struct{}, max(l.Heavy, 1)), streams: limit.NewGate(l.Streams, l.StreamsEach),
		closing: make(chan struct{}),
	}
	s.replays = newReplays(s)
	s.hall = hall.New(hall.Config{Store: cfg.Store, Most: l.Matches, Log: cfg.Log, Ended: s.ended})
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

// Close ends all streams, stops matches and jobs and keeps what was played: games
// of people and matches of programs as records that were broken off. Tournaments
// go on where they stopped when they are run again.
func (s *Server) Close(reason string) {
	select {
	case <-s.closing:
		return
	default:
		close(s.closing)
	}
	s.health.Drain()
	s.room.Close(reason)
	s.cups.close()
	s.hall.Close()
	s.jobs.Close()
}

// shutdownTime is how long requests may take to end when the server stops.
const shutdownTime = 5 * time.Second

// Serve answers requests until the context ends, and then stops in good order.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           s.handler,
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
			limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
			defer cancel()
			if err := server.Shutdown(limited); err != nil {
				return errors.Join(err, server.Close())
			}
			return nil
		}
	}
}

// save keeps the record of a table.
func (s *Server) save(ctx context.Context, r *match.Record) error {
	err := s.cfg.Store.Save(ctx, r)
	if err != nil {
		s.log.Error("keeping a record", "match", r.ID, "err", err)
	}
	s.ended(r)
	return err
}

// ended counts a match that is over.
func (s *Server) ended(r *match.Record) { s.cfg.Metrics.Match(r.Details.Game, status(r)) }
