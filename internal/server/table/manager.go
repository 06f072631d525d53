package table

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"ludex/game"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/ratelimit"
	"ludex/internal/server/tablelog"
	"ludex/match"
)

// ErrNone is returned for a table that does not exist.
var ErrNone = errors.New("there is no such table")

// ErrRealTime is returned for a table in real time, which is a [humanplay.Session].
var ErrRealTime = errors.New("the table is in real time")

// A Config says how tables are served.
type Config struct {
	Store tablelog.Store
	// Writer appends to the logs of the store. It is closed with the manager.
	Writer tablelog.Writer
	Games  *gamecache.Cache
	Log    *slog.Logger
	Time   time.Duration // for one answer of the rules; 0 is [humanplay.DefaultTime]
	Idle   time.Duration // after which a table that nobody uses is dropped from memory
	// Programs bounds the tables in memory at which programs play, and People the others,
	// in total and per client that opens them.
	Programs, ProgramsPerClient int
	People, PeoplePerClient     int
	// Save saves the record of a game that has ended.
	Save func(context.Context, *match.Record) error
	// Account returns what is shown of somebody who has signed in, in a game, or nil for
	// somebody who has not. It is nil if nobody can.
	Account func(ctx context.Context, holder, game string) (*humanplay.Account, error)
	// Finished is told of games that people have played to an end, more than once if several
	// servers see it; nil if nobody wants to know.
	Finished func(context.Context, Finished) error
	// Tell tells the other servers that share the store something; nil if there are none.
	Tell func(Notice)
	// Now is the clock; nil is [time.Now].
	Now func() time.Time
}

// A Notice tells other servers about a table.
type Notice struct {
	Table  string   `json:"table"`
	Server string   `json:"server"`
	Number int      `json:"number,omitempty"` // of the newest event
	Here   []string `json:"here,omitempty"`   // who is connected to the server; nil says nothing
}

// A Manager has the tables in the memory of a server. It is safe for concurrent use.
type Manager struct {
	cfg      Config
	server   string // the name of this server
	slow     error  // why rules are stopped that take too long
	programs *ratelimit.Semaphore
	people   *ratelimit.Semaphore
	loading  singleflight.Group

	ctx  context.Context
	stop context.CancelFunc
	wait sync.WaitGroup

	mu   sync.Mutex
	open map[string]*held
}

// A held table takes a place until it is dropped from memory.
type held struct {
	table *Table
	leave func()
}

// NewManager returns a manager. It must be closed.
func NewManager(cfg Config) *Manager {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Time == 0 {
		cfg.Time = humanplay.DefaultTime
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	m := &Manager{
		cfg: cfg, server: rand.Text(), slow: fmt.Errorf("the rules take longer than %v to answer a move", cfg.Time), open: map[string]*held{},
		programs: ratelimit.NewSemaphore("tables", cfg.Programs, cfg.ProgramsPerClient),
		people:   ratelimit.NewSemaphore("tables", cfg.People, cfg.PeoplePerClient),
	}
	m.ctx, m.stop = context.WithCancel(context.Background())
	m.beat()
	m.wait.Go(m.live)
	return m
}

func (m *Manager) log() *slog.Logger { return m.cfg.Log }
func (m *Manager) now() time.Time    { return m.cfg.Now() }

// How often a server says that it lives, and how long that counts.
const (
	beatEvery = 2 * time.Second
	beatTime  = 6 * time.Second
)

// live says that this server lives, until it is closed.
func (m *Manager) live() {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for n := 1; ; n++ {
		select {
		case <-tick.C:
			m.beat()
			if n%int(presenceEvery/beatEvery) == 0 && m.cfg.Tell != nil {
				m.each(func(t *Table) {
					if t.watched.Load() > 0 {
						_ = t.call(m.ctx, true, func() error { // a table that is gone has nobody
							t.tellPresence()
							return nil
						})
					}
				})
			}
		case <-m.ctx.Done():
			return
		}
	}
}

func (m *Manager) beat() {
	ctx, cancel := context.WithTimeout(m.ctx, beatTime)
	defer cancel()
	now := m.now()
	if err := m.cfg.Store.Beat(ctx, m.server, now, now.Add(beatTime)); err != nil && m.ctx.Err() == nil {
		m.log().Warn("the store cannot be told that this server lives", "err", err)
	}
}

// tell tells the other servers something.
func (m *Manager) tell(n Notice) {
	if m.cfg.Tell != nil {
		n.Server = m.server
		m.cfg.Tell(n)
	}
}

// Heard takes a notice of another server.
func (m *Manager) Heard(n Notice) {
	if n.Server == m.server {
		return
	}
	if t := m.inMemory(n.Table); t != nil {
		m.wait.Go(func() { t.refresh(n) })
	}
}

// Refresh makes all tables read what is new, after notices may have been missed.
func (m *Manager) Refresh() {
	m.each(func(t *Table) { m.wait.Go(func() { t.refresh(Notice{Table: t.id}) }) })
}

func (m *Manager) each(f func(*Table)) {
	m.mu.Lock()
	var list []*Table
	for _, h := range m.open {
		list = append(list, h.table)
	}
	m.mu.Unlock()
	for _, t := range list {
		f(t)
	}
}

func (m *Manager) inMemory(id string) *Table {
	m.mu.Lock()
	defer m.mu.Unlock()
	if h := m.open[id]; h != nil {
		return h.table
	}
	return nil
}

// Len returns the number of tables in memory.
func (m *Manager) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.open)
}

// Get returns a table, and loads it if it is not in memory.
func (m *Manager) Get(ctx context.Context, id string) (*Table, error) {
	if t := m.inMemory(id); t != nil {
		return t, nil
	}
	return m.fetch(ctx, id, "table "+id)
}

// loadTime is the time limit for loading a table, which opens its game.
const loadTime = 10 * time.Second

// fetch loads a table for a client. Those who ask at the same time get the same.
func (m *Manager) fetch(ctx context.Context, id, client string) (*Table, error) {
	if m.ctx.Err() != nil {
		return nil, humanplay.ErrClosed
	}
	result := m.loading.DoChan(id, func() (any, error) {
		if t := m.inMemory(id); t != nil {
			return t, nil
		}
		ctx, cancel := context.WithTimeout(m.ctx, max(m.cfg.Time, loadTime)) // for all who ask
		defer cancel()
		t, err := m.load(ctx, id)
		if err != nil {
			return nil, err
		}
		return t, nil
	})
	select {
	case r := <-result:
		if r.Err != nil {
			return nil, r.Err
		}
		t := r.Val.(*Table)
		return t, m.add(t, client)
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// add registers a table that was loaded, if there is a place for it.
func (m *Manager) add(t *Table, client string) error {
	m.mu.Lock()
	have := m.open[t.id]
	m.mu.Unlock()
	if have != nil {
		return nil
	}
	leave, err := m.places(t).TryAcquire(client)
	if err != nil {
		m.CloseIdle(time.Minute)
		leave, err = m.places(t).TryAcquire(client)
	}
	if err != nil {
		t.cancel()
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ctx.Err() != nil || m.open[t.id] != nil {
		leave()
	} else {
		m.open[t.id] = &held{t, leave}
	}
	if m.ctx.Err() != nil {
		t.cancel()
		return humanplay.ErrClosed
	}
	return nil
}

func (m *Manager) places(t *Table) *ratelimit.Semaphore {
	for _, s := range t.fold.setup.Seats { // the setup does not change
		if s.Program != "" {
			return m.programs
		}
	}
	return m.people
}

// forget removes a table from memory.
func (m *Manager) forget(t *Table) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if h := m.open[t.id]; h != nil && h.table == t {
		delete(m.open, t.id)
		h.leave()
	}
}

// CloseIdle drops the tables from memory that nobody has used for a time. Nothing is lost.
func (m *Manager) CloseIdle(idle time.Duration) {
	m.each(func(t *Table) {
		if t.idle() > idle {
			t.drop()
		}
	})
}

// drop drops a table from memory, and lets other servers lead it.
func (t *Table) drop() {
	t.cancel()
	<-t.done
	ctx, cancel := context.WithTimeout(context.Background(), beatTime)
	defer cancel()
	if err := t.manager.cfg.Store.ReleaseTable(ctx, t.id, t.manager.server); err != nil {
		t.manager.log().Warn("the lease of a table cannot be given back", "table", t.id, "err", err)
	}
}

// Sweep drops idle tables from memory, and very old ones from the store.
func (m *Manager) Sweep(ctx context.Context) {
	m.CloseIdle(m.cfg.Idle)
	now := m.now()
	if err := m.cfg.Store.DropTables(ctx, now.Add(-keepUnfinished), now.Add(-keepFinished)); err != nil {
		m.log().Warn("old tables cannot be removed", "err", err)
	}
}

// How long tables are kept in the store after their last event. The records of finished games
// stay.
const (
	keepUnfinished = 90 * 24 * time.Hour
	keepFinished   = 7 * 24 * time.Hour
)

// Close drops all tables from memory. They go on when a server is asked for them again.
func (m *Manager) Close() {
	m.stop()
	var group sync.WaitGroup
	m.each(func(t *Table) {
		t.cancel()
		group.Go(func() { <-t.done })
	})
	group.Wait()
	m.wait.Wait()
	m.cfg.Writer.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := m.cfg.Store.Retire(ctx, m.server, m.now()); err != nil {
		m.log().Warn("the store cannot be told that this server ends", "err", err)
	}
}

// A Mine is an unfinished table of somebody.
type Mine struct {
	ID        string                `json:"id"`
	Game      humanplay.SummaryGame `json:"game"`
	Role      string                `json:"role"`
	Opponents []string              `json:"opponents"`
	Turn      string                `json:"turn"` // "yours", "others" or "over"
	Updated   string                `json:"updated"`
	URL       string                `json:"url"`
}

// summary returns what lists show of a table.
func (t *Table) summary() humanplay.Summary {
	f := t.fold
	out := humanplay.Summary{Game: humanplay.SummaryGame{Name: t.prepared.entry.About().Name, Title: t.prepared.entry.Title()}}
	for r, role := range f.game.Roles() {
		out.Seats = append(out.Seats, humanplay.SummarySeat{
			Role: role, Player: f.shownName(game.Role(r), t.prepared.ladder), Holder: f.seats[r].Holder,
			Chance: game.Role(r) == f.game.Random(), Turn: f.running() && f.play.Open(game.Role(r)),
		})
	}
	return out
}

// summarise stores the summary if something has happened. It reaches the store later, since
// there may be many tables.
func (t *Table) summarise() {
	if t.fold.events == t.summarised {
		return
	}
	body, err := json.Marshal(t.summary())
	if err != nil {
		t.manager.log().Error("the summary of a table cannot be written", "table", t.id, "err", err)
		return
	}
	t.summarised = t.fold.events
	s := tablelog.Summary{Table: t.id, Changed: t.fold.at, Over: t.fold.over || t.fold.play.Over(), Body: body}
	t.listed.Store(&s)
	t.manager.cfg.Writer.Summarise(s)
}

// Mine returns the unfinished tables of somebody, as far as this server knows.
func (m *Manager) Mine(ctx context.Context, holder string, most int) ([]Mine, error) {
	list, err := m.cfg.Store.HeldTables(ctx, holder, most)
	if err != nil {
		return nil, err
	}
	mine := []Mine{}
	for _, t := range list {
		if here := m.inMemory(t.Table); here != nil {
			if newer := here.listed.Load(); newer != nil && !newer.Changed.Before(t.Changed) {
				t = *newer
			}
		}
		var s humanplay.Summary
		if err := json.Unmarshal(t.Body, &s); err != nil {
			return nil, err
		}
		if one, ok := mineOf(s, holder); ok && !t.Over {
			one.ID, one.URL, one.Updated = t.Table, "/table/"+t.Table, t.Changed.UTC().Format(time.RFC3339)
			mine = append(mine, one)
		}
	}
	return mine, nil
}

// mineOf returns a summary as somebody may see it, who must have a seat.
func mineOf(s humanplay.Summary, holder string) (Mine, bool) {
	out := Mine{Game: s.Game, Opponents: []string{}, Turn: "others"}
	found := false
	for _, seat := range s.Seats {
		switch {
		case seat.Chance:
		case seat.Holder != holder:
			out.Opponents = append(out.Opponents, seat.Player)
		default:
			if !found || seat.Turn && out.Turn == "others" {
				out.Role = seat.Role
			}
			if found = true; seat.Turn {
				out.Turn = "yours"
			}
		}
	}
	return out, found
}
