package compiled

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"ludex/game"
	"ludex/rbg"
	"ludex/rbg/engine/compiled/gogen"
	"ludex/rbg/engine/sets"
	"ludex/rbg/engine/sets/ir"
	"ludex/rbg/play"
)

// Options say how a game is compiled. The zero value is the default.
type Options struct {
	// Time is how long lowering and building may take; 0 is three minutes, since the
	// first build with a toolchain also builds the standard library; negative is
	// no limit.
	Time time.Duration
	// Cache is the folder for what is built; "" is one among the user's.
	Cache string
	// CachedOnly builds nothing: a program that is not in the cache is an
	// [ErrNotBuilt].
	CachedOnly bool
	// Through has single states computed by the compiled program as well. That
	// is slow, and shows that the program is right.
	Through bool
}

const defaultTime = 3 * time.Minute

// A Game is a game together with its compiled program. It implements [game.Game],
// [game.Player], [game.Counter] and [game.Repeater].
type Game struct {
	*play.Game
	sets  *sets.Game
	pool  *pool
	stats Stats
}

var (
	_ game.Player   = (*Game)(nil)
	_ game.Counter  = (*Game)(nil)
	_ game.Repeater = (*Game)(nil)
)

// Stats says what was compiled.
type Stats struct {
	Lines    int           // of the source
	Bytes    int           // of the source
	Generate time.Duration // to print the source, lowering included
	Build    time.Duration // by the toolchain; 0 if the program was in the cache
	Path     string        // of the program
}

// New compiles a game. It fails if there is no Go toolchain ([ErrNoToolchain]), if
// the game is larger than the limits of the sets engine or cannot be printed, or
// if it takes too long; the error says which.
func New(ctx context.Context, g *rbg.Game, opt Options) (*Game, error) {
	if opt.Time == 0 {
		opt.Time = defaultTime
	}
	if opt.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, opt.Time)
		defer cancel()
	}
	t, err := findToolchain(ctx)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	s, err := sets.New(ctx, g, sets.Options{Time: -1})
	if err != nil {
		return nil, err
	}
	files, err := source(g, s.Program())
	if err != nil {
		return nil, err
	}
	stats := Stats{Generate: time.Since(began)}
	for _, text := range files {
		stats.Bytes += len(text)
		for _, b := range text {
			if b == '\n' {
				stats.Lines++
			}
		}
	}
	began = time.Now()
	cache, err := cacheFolder(opt.Cache)
	if err != nil {
		return nil, err
	}
	if opt.CachedOnly && !t.has(cache, files) {
		return nil, ErrNotBuilt
	}
	path, built, err := t.build(ctx, cache, files)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, fmt.Errorf("it takes longer than %v to compile the game: %w", opt.Time, err)
	}
	if err != nil {
		return nil, err
	}
	if built {
		stats.Build = time.Since(began)
	}
	stats.Path = path
	c := &Game{sets: s, pool: &pool{path: path}, stats: stats}
	newReasoner := s.NewReasoner
	if opt.Through {
		newReasoner = c.newRemote
	}
	c.Game = play.New(g, "compiled", newReasoner)
	runtime.AddCleanup(c, (*pool).close, c.pool)
	// That the program runs is known before the game is used.
	first, err := c.pool.take(ctx)
	if err != nil {
		return nil, err
	}
	c.pool.giveBack(first)
	return c, nil
}

// source returns the files of the program of a game: a module with the package
// and a command that answers questions.
func source(g *rbg.Game, p *ir.Program) (map[string][]byte, error) {
	files, err := gogen.Files(g, p, gogen.Options{Rough: true, Plain: slowDeposit()})
	if err != nil {
		return nil, fmt.Errorf("the game cannot be printed as Go: %w", err)
	}
	files["go.mod"] = []byte("module game\n\ngo " + goVersion + "\n")
	files["serve/main.go"] = gogen.Server("game")
	return files, nil
}

// goVersion is the version of the language that printed programs are written in.
const goVersion = "1.25"

// cacheFolder returns the folder for compiled programs.
func cacheFolder(dir string) (string, error) {
	if dir != "" {
		return dir, nil
	}
	user, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no cache folder for compiled programs: %w", err)
	}
	return filepath.Join(user, "ludex", "compiled"), nil
}

// Stats says what was compiled.
func (g *Game) Stats() Stats { return g.stats }

// Close ends the processes that are not busy. The game can still be used: new ones
// are started when they are needed.
func (g *Game) Close() { g.pool.close() }

// A pool has processes of a program.
type pool struct {
	path string
	mu   sync.Mutex
	idle []*process
}

// take returns a process that nobody else uses.
func (l *pool) take(ctx context.Context) (*process, error) {
	l.mu.Lock()
	if n := len(l.idle); n > 0 {
		p := l.idle[n-1]
		l.idle = l.idle[:n-1]
		l.mu.Unlock()
		return p, nil
	}
	l.mu.Unlock()
	return start(ctx, l.path)
}

// giveBack takes a process back. A crashed one is replaced when the next is
// needed.
func (l *pool) giveBack(p *process) {
	if p.broken {
		p.close()
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.idle = append(l.idle, p)
}

// close ends the processes that nobody uses.
func (l *pool) close() {
	l.mu.Lock()
	idle := l.idle
	l.idle = nil
	l.mu.Unlock()
	for _, p := range idle {
		p.close()
	}
}

// ask has a process answer a question and use read the answer.
func (g *Game) ask(ctx context.Context, op uint8, data []byte, use func(*reader)) error {
	p, err := g.pool.take(ctx)
	if err != nil {
		return err
	}
	defer g.pool.giveBack(p)
	answer, err := p.ask(ctx, op, data)
	if err != nil {
		return err
	}
	r := reader{data: answer}
	use(&r)
	if r.short {
		return errShort
	}
	return nil
}
