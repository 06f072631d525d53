package timedgrid

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gcd"
	"ludex/timed"
)

// Options choose the grid.
type Options struct {
	// Grid is the time between instants at which players can move; 0 is [Exact].
	Grid timed.Time
	// Chance is how often random can move at one instant where information is hidden; 0
	// is as often as in some random plays.
	Chance int
	// Memory bounds the bytes of the positions that are kept; 0 is the default.
	Memory int64
}

// defaultMemory is how much memory positions may take.
const defaultMemory = 2 << 30

// A Game is a game in real time in which players move on a grid. It implements [game.Game].
type Game struct {
	timed *timed.Game
	grid  timed.Time // between instants at which players can move
	tick  timed.Time // divides the grid and all lifetimes
	// compares says that rules compare lifetimes.
	compares bool
	slots    int // how many steps random has at each instant, where information is hidden

	wait, lasts, chance, settled, passed, beat, first string // words that the rules do not use

	mu        sync.Mutex
	kept      int64 // about how many bytes the positions take
	memory    int64 // how many they may take
	positions []*position
	numbers   map[string]uint64 // of positions, by their keys
	moves     []vocabulary      // by role
	percepts  vocabulary
}

// A vocabulary numbers texts.
type vocabulary struct {
	texts   []string
	numbers map[string]int32
}

func (v *vocabulary) number(text string) int32 {
	n, ok := v.numbers[text]
	if !ok {
		if v.numbers == nil {
			v.numbers = map[string]int32{}
		}
		n = int32(len(v.texts))
		v.texts, v.numbers[text] = append(v.texts, text), n
	}
	return n
}

// Exact returns the coarsest grid on which all lifetimes run out if players move on it: the
// greatest common divisor of the lifetimes that the rules give.
func Exact(g *timed.Game) timed.Time {
	var grid timed.Time
	for _, t := range g.Lifetimes() {
		if t != timed.Forever {
			grid = gcd.Of(grid, t)
		}
	}
	if grid == 0 {
		return timed.Unit // nothing ever runs out
	}
	return grid
}

// New returns a game on a grid. The error is that of random plays, or of a grid that is no
// length of time.
func New(ctx context.Context, g *timed.Game, opt Options) (*Game, error) {
	exact := Exact(g)
	out := &Game{timed: g, compares: g.ComparesLifetimes(), grid: opt.Grid, slots: opt.Chance, memory: opt.Memory, numbers: map[string]uint64{}, moves: make([]vocabulary, len(g.Roles()))}
	if out.grid == 0 {
		out.grid = exact
	}
	if out.grid < 0 || out.grid > timed.MaxTime {
		return nil, fmt.Errorf("players cannot move every %v units: give a positive length of time", out.grid)
	}
	if out.memory == 0 {
		out.memory = defaultMemory
	}
	out.tick = gcd.Of(out.grid, exact)
	out.nameWords(g.Program())
	if out.slots == 0 && out.fixedSteps() {
		var err error
		if out.slots, err = longestChance(ctx, g); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// fixedSteps reports whether all instants must have the same steps.
func (g *Game) fixedSteps() bool { return g.timed.Hidden() }

// nameWords finds words for facts and moves that the rules do not use.
func (g *Game) nameWords(p *gdl.Program) {
	used := map[string]bool{}
	p.Walk(func(t *gdl.Term) { used[t.Name] = used[t.Name] || len(t.Args) == 0 })
	for _, w := range []struct {
		dst  *string
		name string
	}{{&g.wait, "wait"}, {&g.lasts, "lasts"}, {&g.chance, "chance"}, {&g.settled, "settled"}, {&g.passed, "passed"}, {&g.beat, "beat"}, {&g.first, "first"}} {
		*w.dst = w.name
		for i := 2; used[*w.dst]; i++ {
			*w.dst = w.name + strconv.Itoa(i)
		}
	}
}

// Timed returns the game in real time.
func (g *Game) Timed() *timed.Game { return g.timed }

// Grid returns the time between instants at which players can move.
func (g *Game) Grid() timed.Time { return g.grid }

// Wait returns the text of the move of a role that does nothing.
func (g *Game) Wait() string { return g.wait }

// Name implements [game.Game].
func (g *Game) Name() string { return g.timed.Name() }

// Engine implements [game.Game].
func (g *Game) Engine() string { return g.timed.Engine() }

// Roles implements [game.Game].
func (g *Game) Roles() []string { return g.timed.Roles() }

// Random implements [game.Game].
func (g *Game) Random() game.Role { return g.timed.Random() }

// Hidden implements [game.Game].
func (g *Game) Hidden() bool { return g.timed.Hidden() }

// NewMachine implements [game.Game]. Machines share what they compute.
func (g *Game) NewMachine() game.Machine { return &machine{game: g, ctx: context.Background()} }

// MoveText implements [game.Game].
func (g *Game) MoveText(r game.Role, m game.Move) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.moves[r].texts[m]
}

// PerceptText implements [game.Game].
func (g *Game) PerceptText(p game.Percept) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.percepts.texts[p]
}

// StateOf returns the state of the game in real time at a position, and how much time has
// passed since it came about.
func (g *Game) StateOf(s game.State) (timed.State, timed.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	p := g.positions[s[0]]
	return p.state, p.passed
}

// numbersOf numbers texts in the order of the texts.
func numbersOf[T ~int32](v *vocabulary, texts []string) []T {
	slices.Sort(texts)
	out := make([]T, len(texts))
	for i, text := range texts {
		out[i] = T(v.number(text))
	}
	return out
}
