package tournament

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ludex/internal/store"
	"ludex/match"
)

// A Host runs a tournament. Config, Games, Store and Players must be set.
type Host struct {
	Config  *Config
	Games   []*OpenedGame // the games of the configuration, see [Config.OpenGames]
	Store   *store.Store
	Players Players

	Workers int              // matches played at a time; 0 is the configuration's number
	Key     *match.Key       // signs the records, if it is not nil
	Now     func() time.Time // nil is [time.Now]
	// Watch is called after every change, and every second, one call at a time. It
	// must not keep or change its argument.
	Watch func(*Progress)

	// PlayRemotely, if not nil, lets another process play a match, and passes on the
	// record. If that fails, the record is not used.
	PlayRemotely func(ctx context.Context, o *Order, keep func(*match.Record) error) error
	// Window returns how many matches may currently be played by other processes.
	Window func() int

	makers [][]Maker // by game and player
}

// A Progress is the state of a tournament.
type Progress struct {
	Config   *Config
	Schedule Schedule
	Results  Results
	Running  []Fixture
	Failed   []Failure
	Done     int // matches with a result
	// Last is the match that has just ended, with its result; nil after other
	// changes.
	Last *store.Result
}

// A Failure is a match that could not be played. It has no result, and is tried
// again when the tournament is continued.
type Failure struct {
	Fixture Fixture
	Err     error
}

// ErrUnplayed is reported if matches could not be played.
var ErrUnplayed = errors.New("some matches could not be played")

func (h *Host) now() time.Time {
	if h.Now != nil {
		return h.Now()
	}
	return time.Now()
}

// Run plays all matches that have no result yet. It returns the progress even with
// an error, which comes from the context or the store, or is ErrUnplayed.
func (h *Host) Run(ctx context.Context) (*Progress, error) {
	if err := h.findPlayers(ctx); err != nil {
		return nil, err
	}
	results, err := h.resume(ctx)
	if err != nil {
		return nil, err
	}
	m := newManager(h, results)
	err = m.run(ctx)
	return &m.Progress, err
}

// findPlayers looks up all players.
func (h *Host) findPlayers(ctx context.Context) error {
	h.makers = nil
	for _, f := range h.Games {
		row, err := h.Config.makers(ctx, f, h.Players)
		if err != nil {
			return err
		}
		h.makers = append(h.makers, row)
	}
	return nil
}

// makers returns functions that make the players for a game.
func (c *Config) makers(ctx context.Context, f *OpenedGame, players Players) ([]Maker, error) {
	var row []Maker
	for _, p := range c.Players {
		m, err := players.Maker(ctx, p.Spec, f)
		if err != nil {
			return nil, fmt.Errorf("player %q in %s: %w", p.Name, f.Rules.Name(), err)
		}
		row = append(row, m)
	}
	return row, nil
}

// Register sets the tournament up in the store, or finds it there.
func (h *Host) Register(ctx context.Context) (store.Tournament, error) {
	text, err := h.Config.Encode()
	if err != nil {
		return store.Tournament{}, err
	}
	have, err := h.Store.AddTournament(ctx, store.Tournament{Name: h.Config.Name, Config: text, Made: h.now()})
	if err == nil && have.Config != text {
		err = fmt.Errorf("the store has a tournament %q that was set up otherwise: it differs in %s; give this one another name, or undo the change",
			h.Config.Name, strings.Join(differences(have.Config, text), ", "))
	}
	return have, err
}

// resume sets the tournament up, or finds the results it has. Matches that were
// running when the manager was stopped are marked as aborted.
func (h *Host) resume(ctx context.Context) (Results, error) {
	if _, err := h.Register(ctx); err != nil {
		return nil, err
	}
	if err := h.abandon(ctx); err != nil {
		return nil, err
	}
	list, err := h.Store.Results(ctx, h.Config.Name)
	if err != nil {
		return nil, err
	}
	return h.Config.Collect(list)
}

// abandon marks matches as aborted that are no longer being played.
func (h *Host) abandon(ctx context.Context) error {
	ids, err := h.Store.IDs(ctx, store.Filter{Tournament: h.Config.Name, Status: store.Running})
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := h.Store.Abandon(ctx, id, "the manager was stopped"); err != nil {
			return err
		}
	}
	return nil
}

// load returns the configuration and the results of a tournament in a store.
func load(ctx context.Context, s *store.Store, name string) (*Config, []store.Result, error) {
	t, err := s.Tournament(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	c, err := Decode(t.Config)
	if err != nil {
		return nil, nil, fmt.Errorf("tournament %q: %w", name, err)
	}
	list, err := s.Results(ctx, name)
	return c, list, err
}

// Load returns the progress of a tournament in a store.
func Load(ctx context.Context, s *store.Store, name string) (*Progress, error) {
	c, list, err := load(ctx, s, name)
	if err != nil {
		return nil, err
	}
	p := &Progress{Config: c}
	if p.Results, err = c.Collect(list); err != nil {
		return nil, err
	}
	p.Schedule = c.Schedule(p.Results)
	p.Done = len(p.played())
	return p, nil
}

// Finished reports whether all matches have results.
func (p *Progress) Finished() bool {
	return p.Schedule.Final && p.Done == len(p.Schedule.Fixtures)
}
