package compiled

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/rbgengine/compiled/gogen"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/sets"
	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// Options control how a game is compiled. The zero value is the default.
type Options struct {
	// Time limits the processor time of lowering and printing; 0 is half a minute.
	Time time.Duration
	// Build limits the wall-clock time of the toolchain, which has processes of its
	// own; 0 is three minutes: the first build also builds the standard library.
	Build  time.Duration
	Memory budget.Memory
	// Cache is the folder of built programs; "" is a folder in the user's cache directory.
	Cache string
	// CachedOnly prevents builds: if a program is not in the cache, [New] returns
	// [ErrNotBuilt].
	CachedOnly bool
	// Background has the toolchain use one core only.
	Background bool
	// Through computes single states by the compiled program as well. That is slow and
	// meant for tests.
	Through bool
}

const (
	defaultTime  = 30 * time.Second
	defaultBuild = 3 * time.Minute
)

// A Game is a game with its compiled program. It implements [game.Game],
// [game.Playouter], [game.PerftCounter] and [game.RunnerMaker].
type Game struct {
	*rbgplay.Game
	sets  *sets.Game
	pool  *pool
	stats Stats
}

var (
	_ game.Playouter    = (*Game)(nil)
	_ game.PerftCounter = (*Game)(nil)
	_ game.RunnerMaker  = (*Game)(nil)
)

// Stats describes what was compiled.
type Stats struct {
	Lines    int           // of the source
	Bytes    int           // of the source
	Generate time.Duration // to print the source, lowering included
	Build    time.Duration // by the toolchain; 0 if the program was in the cache
	Path     string        // of the program
}

// New compiles a game. It fails if there is no Go toolchain ([ErrNoToolchain]), if the
// game exceeds the limits of the sets engine or cannot be printed, or if it takes too
// long.
func New(ctx context.Context, g *rbg.Game, opt Options) (*Game, error) {
	t, err := findToolchain(ctx)
	if err != nil {
		return nil, err
	}
	c := &Game{}
	files, err := c.print(ctx, g, opt)
	if err != nil {
		return nil, err
	}
	if err := c.build(ctx, t, files, opt); err != nil {
		return nil, err
	}
	c.pool = &pool{path: c.stats.Path, memory: opt.Memory}
	newReasoner := c.sets.NewReasoner
	if opt.Through {
		newReasoner = c.newRemote
	}
	c.Game = rbgplay.New(g, "compiled", opt.Memory, newReasoner)
	runtime.AddCleanup(c, func(l *pool) { go l.close() }, c.pool)
	// The game is not used before its program is known to run.
	first, err := c.pool.take(ctx)
	if err != nil {
		return nil, err
	}
	c.pool.giveBack(first)
	return c, nil
}

// print lowers a game and prints its program.
func (g *Game) print(ctx context.Context, rules *rbg.Game, opt Options) (files map[string][]byte, err error) {
	ctx, cancel := budget.WithSetup(ctx, "printing the program of the game", cmp.Or(opt.Time, defaultTime))
	defer cancel()
	began := time.Now()
	if g.sets, err = sets.New(ctx, rules, sets.Options{Memory: opt.Memory}); err != nil {
		return nil, err
	}
	if files, err = source(ctx, rules, g.sets.Program()); err != nil {
		return nil, err
	}
	g.stats.Generate = time.Since(began)
	for _, text := range files {
		g.stats.Bytes += len(text)
		g.stats.Lines += bytes.Count(text, []byte("\n"))
	}
	return files, nil
}

// build finds the program in the cache, or builds it.
func (g *Game) build(ctx context.Context, t *toolchain, files map[string][]byte, opt Options) error {
	cache, err := cacheFolder(opt.Cache)
	if err != nil {
		return err
	}
	if opt.CachedOnly && !t.has(cache, files) {
		return ErrNotBuilt
	}
	limit := cmp.Or(opt.Build, defaultBuild)
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	began := time.Now()
	path, built, err := t.build(limited, cache, files, opt.Background)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return fmt.Errorf("the Go toolchain takes longer than %v to compile the game (--setup-time allows more): %w", limit, err)
	}
	if built {
		g.stats.Build = time.Since(began)
	}
	g.stats.Path = path
	return err
}

// source returns the files of the program of a game: a module with the package and a
// command that answers requests.
func source(ctx context.Context, g *rbg.Game, p *ir.Program) (map[string][]byte, error) {
	files, err := gogen.Files(ctx, g, p, gogen.Options{Rough: true, Plain: slowDeposit()})
	if err != nil {
		return nil, fmt.Errorf("the game cannot be printed as Go: %w", err)
	}
	files["go.mod"] = []byte("module game\n\ngo " + goVersion + "\n")
	files["serve/main.go"] = gogen.Server("game")
	return files, nil
}

// goVersion is the language version of printed programs.
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

// Stats returns what was compiled.
func (g *Game) Stats() Stats { return g.stats }

// Close ends the idle processes. The game can still be used: new processes are started
// on demand.
func (g *Game) Close() { g.pool.close() }

// A pool holds the idle processes of a program.
type pool struct {
	path   string
	memory budget.Memory
	mu     sync.Mutex
	idle   []*process
}

// take returns a process for exclusive use.
func (l *pool) take(ctx context.Context) (*process, error) {
	l.mu.Lock()
	if n := len(l.idle); n > 0 {
		p := l.idle[n-1]
		l.idle = l.idle[:n-1]
		l.mu.Unlock()
		return p, nil
	}
	l.mu.Unlock()
	return start(ctx, l.path, l.memory)
}

// giveBack returns a process to the pool. A crashed process is dropped.
func (l *pool) giveBack(p *process) {
	if p.broken {
		p.close()
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.idle = append(l.idle, p)
}

// close ends the idle processes.
func (l *pool) close() {
	l.mu.Lock()
	idle := l.idle
	l.idle = nil
	l.mu.Unlock()
	for _, p := range idle {
		p.close()
	}
}

// ask sends a request to a process and passes the response to use.
func (g *Game) ask(ctx context.Context, op gogen.Op, data []byte, use func(*reader)) error {
	p, err := g.pool.take(ctx)
	if err != nil {
		return err
	}
	defer g.pool.giveBack(p)
	answer, err := p.ask(ctx, op, data)
	if found, ok := errors.AsType[*answerError](err); ok && found.text == gogen.TooMuchMemory {
		return rbgplay.TooManyMoves(g.pool.memory)
	}
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
