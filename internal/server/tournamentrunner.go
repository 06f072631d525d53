package server

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"ludex/internal/panics"
	"ludex/internal/server/feed"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/ratelimit"
	"ludex/internal/tournament"
	"ludex/library"
	"ludex/player"
)

// errTournamentBusy is returned for a tournament that is already running.
var errTournamentBusy = errors.New("the tournament is being played already")

// tournaments runs tournaments in this process. It is safe for concurrent use.
type tournaments struct {
	server *Server
	slots  *ratelimit.Semaphore
	ctx    context.Context
	stop   context.CancelFunc
	group  sync.WaitGroup

	mu      sync.Mutex
	running map[string]*runningTournament
}

type runningTournament struct {
	ctx    context.Context
	cancel context.CancelFunc
	feed   *feed.Feed
	first  chan struct{} // closed once the first match is set up
	ended  chan error    // buffered; receives how the tournament ended
	over   bool
}

func newTournaments(s *Server) *tournaments {
	ctx, stop := context.WithCancel(context.WithoutCancel(s.ctx))
	return &tournaments{server: s, slots: s.cfg.Limits.Tournaments.semaphore("places for tournaments"), ctx: ctx, stop: stop, running: map[string]*runningTournament{}}
}

func (t *tournaments) close() {
	t.mu.Lock()
	t.stop() // from here on, enter fails
	t.mu.Unlock()
	t.group.Wait()
}

func (t *tournaments) get(name string) *runningTournament {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.running[name]
}

// isRunning reports whether a tournament is running in this process.
func (t *tournaments) isRunning(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.running[name]
	return r != nil && !r.over
}

// start begins a tournament. It returns once the first match is set up, so that errors
// are reported; if the context ends before that, the tournament is cancelled. If there
// are too many, the error is a [*ratelimit.FullError].
func (t *tournaments) start(ctx context.Context, client string, config *tournament.Config) error {
	var r *runningTournament
	err := t.slots.Begin(client, func(leave func()) (err error) {
		r, err = t.begin(ctx, config, leave)
		return err
	})
	if err != nil {
		return err
	}
	select {
	case <-r.first:
		return nil
	case err := <-r.ended:
		if err != nil && !errors.Is(err, context.Canceled) {
			return unprocessable(err)
		}
		return nil
	case <-ctx.Done():
		r.cancel()
		return context.Cause(ctx)
	}
}

// begin prepares a tournament and starts it. It calls leave when the tournament is
// over.
func (t *tournaments) begin(ctx context.Context, config *tournament.Config, leave func()) (*runningTournament, error) {
	h := &tournament.Host{Config: config, Store: t.server.cfg.Store, Workers: 1, Players: tournament.InProcess(player.Roster(humanplay.Players()))}
	if err := t.open(ctx, h); err != nil {
		return nil, err
	}
	if n := config.Schedule(tournament.Results{}).Total; n > maxTournamentMatches {
		return nil, unprocessable(fmt.Errorf("%d matches are too many here; %d are allowed", n, maxTournamentMatches))
	}
	r, err := t.enter(config.Name)
	if err != nil {
		return nil, err
	}
	told := sync.OnceFunc(func() { close(r.first) })
	h.Watch = func(p *tournament.Progress) {
		r.feed.Publish("tournament", newTournamentAnswer(p, true))
		told()
	}
	go func() {
		defer t.group.Done()
		defer leave()
		defer r.cancel()
		r.ended <- t.play(h, r)
	}()
	return r, nil
}

// play runs a tournament to its end. A panic ends this tournament only.
func (t *tournaments) play(h *tournament.Host, r *runningTournament) error {
	var p *tournament.Progress
	err := panics.Catch(func() (err error) {
		p, err = h.Run(r.ctx)
		return err
	})
	t.mu.Lock()
	r.over = true
	t.mu.Unlock()
	if p != nil {
		r.feed.Publish("tournament", newTournamentAnswer(p, false))
	}
	r.feed.Close()
	defect, isDefect := errors.AsType[*panics.Error](err)
	switch {
	case isDefect:
		t.server.log.Error("a defect in a tournament", "tournament", h.Config.Name, "err", defect, "stack", string(defect.Stack))
	case err != nil && !errors.Is(err, context.Canceled):
		t.server.log.Warn("a tournament ended early", "tournament", h.Config.Name, "err", err)
	}
	return err
}

// open opens the games, all of the library. Files are looked up in an empty folder.
func (t *tournaments) open(ctx context.Context, h *tournament.Host) (err error) {
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

// enter registers a tournament, unless it is running already.
func (t *tournaments) enter(name string) (*runningTournament, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ctx.Err() != nil {
		return nil, humanplay.ErrClosed
	}
	if old := t.running[name]; old != nil && !old.over {
		return nil, errTournamentBusy
	}
	r := &runningTournament{feed: feed.New(1, t.server.log), first: make(chan struct{}), ended: make(chan error, 1)}
	r.ctx, r.cancel = context.WithCancel(t.ctx)
	t.running[name] = r
	t.group.Add(1)
	return r, nil
}

// cancel stops a tournament. It reports whether it was running.
func (t *tournaments) cancel(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.running[name]
	if r == nil || r.over {
		return false
	}
	r.cancel()
	return true
}
