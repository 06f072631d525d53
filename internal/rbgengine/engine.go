// Package rbgengine opens a Regular Boardgames description as a game. It chooses among
// the reasoners and sets one up.
package rbgengine

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/rbgref"
	"ludex/internal/rbgengine/sets"
	"ludex/internal/spelling"
	"ludex/rbg"
)

// The engines. Auto begins with the sets engine if it can be set up within the limits,
// and moves to lanes and compiled where they are faster; otherwise it takes the
// reference interpreter.
const (
	Auto      = "auto"
	Reference = "reference"
	Sets      = "sets"
	Lanes     = "lanes"
	Circuit   = "circuit" // lanes, by the name that they have in GDL
	Compiled  = "compiled"
	GPU       = "gpu"
)

// DefaultTime is the processor time that a fast engine may take to prepare.
const DefaultTime = 30 * time.Second

// Options says which engine is wanted.
type Options struct {
	game.Opening               // Time 0 is DefaultTime
	Memory       budget.Memory // 0 is that of the context
}

// limit returns how long a fast engine may take to prepare.
func (o *Options) limit() time.Duration { return cmp.Or(o.Time, DefaultTime) }

// Opened is an opened game.
type Opened struct {
	Game  game.Game
	Note  string // why an engine other than the fastest was chosen, or ""
	Setup time.Duration
}

// Open sets up an engine for a description without errors.
func Open(ctx context.Context, g *rbg.Game, opt Options) (*Opened, error) {
	start := time.Now()
	opt.Memory = cmp.Or(opt.Memory, budget.MemoryOf(ctx))
	o, err := choose(ctx, g, opt)
	if err != nil {
		return nil, err
	}
	if b, ok := game.First(o.Game).(interface{ Base() *rbgplay.Game }); ok {
		b.Base().ProveSymmetriesBy(symmetryProver(g, opt))
	}
	o.Setup = time.Since(start)
	return o, nil
}

func choose(ctx context.Context, g *rbg.Game, opt Options) (*Opened, error) {
	switch opt.Engine {
	case Reference:
		return openReference(g, opt)
	case Sets:
		return openSets(ctx, g, opt)
	case Lanes, Circuit:
		return openLanes(ctx, g, opt, nil)
	case GPU:
		return openGPU(ctx, g, opt)
	case Compiled:
		return openCompiled(ctx, g, opt)
	case Auto, "":
	default:
		hint := ": use"
		if near := spelling.Nearest(opt.Engine, []string{Reference, Sets, Compiled, Lanes, Circuit, GPU, Auto}); near != "" {
			hint = fmt.Sprintf(", did you mean %s? Use", near)
		}
		return nil, fmt.Errorf("unknown engine %q for a regular boardgame%s reference, sets, compiled, lanes, gpu or auto", opt.Engine, hint)
	}
	o, err := openTiered(ctx, g, opt)
	if err == nil || ctx.Err() != nil {
		return o, err
	}
	budget.GiveBack()
	o, refErr := openReference(g, opt)
	if refErr != nil {
		return nil, refErr
	}
	o.Note = fmt.Sprintf("%v; using the reference interpreter, which is slower", err)
	return o, nil
}

func openReference(g *rbg.Game, opt Options) (*Opened, error) {
	opened, err := rbgref.New(g, rbgref.Options{Memory: opt.Memory})
	if err != nil {
		return nil, err
	}
	return &Opened{Game: opened}, nil
}

func openSets(ctx context.Context, g *rbg.Game, opt Options) (*Opened, error) {
	opened, err := newSets(ctx, g, opt)
	if err != nil {
		return nil, err
	}
	return &Opened{Game: opened}, nil
}

// newSets prepares the sets engine within the limits.
func newSets(ctx context.Context, g *rbg.Game, opt Options) (*sets.Game, error) {
	ctx, cancel := budget.WithSetup(ctx, "setting up the sets engine", opt.limit())
	defer cancel()
	return sets.New(ctx, g, sets.Options{Memory: opt.Memory})
}

// Names returns the names of the engines except Auto, the fast ones first.
func Names() []string { return []string{Compiled, Lanes, Sets, Reference} }
