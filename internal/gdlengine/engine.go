// Package gdlengine opens a description of GDL, GDL-II or GDL-III as a game. It chooses between
// the circuit engine and the reference interpreter, and sets it up.
package gdlengine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/budget"
	"ludex/internal/circuit"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlengine/ground"
	"ludex/internal/spelling"
)

// The engines. Auto takes the circuit if it can be built within the limits, and the
// reference interpreter otherwise.
const (
	Auto      = "auto"
	Reference = "reference"
	Circuit   = "circuit"
	Lanes     = "lanes" // the circuit, by the name that it has in Regular Boardgames
	GPU       = "gpu"
)

// maxOutputs is what grounding rules that only goals or percepts need may take before
// these are left to the interpreter. Public games need less, but for one.
const maxOutputs = 8_000_000

// DefaultTime is how much processor time the circuit may take to prepare.
const DefaultTime = 30 * time.Second

// Options says which engine is wanted.
type Options struct {
	game.Opening               // Time 0 is DefaultTime
	Memory       budget.Memory // 0 is that of the context
	// ForceHidden gives a description without sees clauses the reading of
	// GDL-II, in which nothing is seen.
	ForceHidden bool
}

// Opened is an opened game.
type Opened struct {
	Game    game.Game
	Ground  *ground.Result // of the circuit engine
	Circuit *circuit.Game  // of the circuit engine; it lacks goals or percepts that are computed by demand
	Note    string         // why an engine other than the fastest was chosen, or ""; [tiers.Note] for an early opening
	Setup   time.Duration
}

// Open sets up an engine for a description without errors.
func Open(ctx context.Context, p *gdl.Program, opt Options) (*Opened, error) {
	start := time.Now()
	opt.Memory = cmp.Or(opt.Memory, budget.MemoryOf(ctx))
	o, err := open(ctx, p, opt)
	if err != nil {
		return nil, err
	}
	o.Setup = time.Since(start)
	return o, nil
}

func open(ctx context.Context, p *gdl.Program, opt Options) (*Opened, error) {
	if p.Dialect.Knowledge() {
		return openKnowledge(ctx, p, opt)
	}
	switch opt.Engine {
	case Reference:
		return openReference(p, opt)
	case Circuit, Lanes:
		return openCircuit(ctx, p, opt, nil)
	case GPU:
		return openGPU(ctx, p, opt)
	case Auto, "":
		return openAuto(ctx, p, opt, newSaver(p, &opt))
	default:
		if slices.Contains(boardgameEngines, opt.Engine) {
			return nil, fmt.Errorf("the engine %s is for regular boardgames: use reference, circuit, gpu or auto", opt.Engine)
		}
		hint := ": use"
		if near := spelling.Nearest(opt.Engine, []string{Reference, Circuit, Lanes, GPU, Auto}); near != "" {
			hint = fmt.Sprintf(", did you mean %s? Use", near)
		}
		return nil, fmt.Errorf("unknown engine %q%s reference, circuit, gpu or auto", opt.Engine, hint)
	}
}

// boardgameEngines are the engines that only regular boardgames have.
var boardgameEngines = []string{"sets", "compiled"}

// openAuto opens a game on the circuit, if it can be had.
func openAuto(ctx context.Context, p *gdl.Program, opt Options, files *saver) (*Opened, error) {
	began := time.Now()
	if g := files.load(); g != nil {
		return withGPU(&Opened{Game: g, Circuit: g}, p, opt, time.Since(began)), nil
	}
	if opt.Early {
		return openEarly(ctx, p, opt, files, patience)
	}
	began = time.Now()
	o, err := openCircuit(ctx, p, opt, nil)
	if err == nil {
		files.save(o, time.Since(began))
		return withGPU(o, p, opt, time.Since(began)), nil
	}
	return orReference(ctx, p, opt, o, err)
}

// openGPU opens a game on the circuit, with its playouts on a GPU.
func openGPU(ctx context.Context, p *gdl.Program, opt Options) (*Opened, error) {
	o, err := openCircuit(ctx, p, opt, nil)
	if err != nil {
		return nil, err
	}
	if o.Game != game.Game(o.Circuit) {
		return nil, errors.New("this game is not computed by a circuit alone, so it cannot be played on a GPU; use --engine auto")
	}
	g, err := o.Circuit.OnGPU()
	if err != nil {
		return nil, fmt.Errorf("%w; use --engine auto", err)
	}
	o.Game, o.Circuit = g, g
	return o, nil
}

// orReference returns a circuit, or the interpreter if the circuit could not be had.
func orReference(ctx context.Context, p *gdl.Program, opt Options, o *Opened, err error) (*Opened, error) {
	if err == nil || ctx.Err() != nil {
		return o, err
	}
	var loop *circuit.NegativeLoopError
	if errors.As(err, &loop) {
		return nil, err // no engine can give this description a meaning
	}
	budget.GiveBack()
	o, refErr := openReference(p, opt)
	if refErr != nil {
		return nil, refErr
	}
	o.Note = fmt.Sprintf("%v; using the reference interpreter, which is slower", err)
	return o, nil
}

func openReference(p *gdl.Program, opt Options) (*Opened, error) {
	g, err := gdlref.New(p, gdlref.Options{ForceHidden: opt.ForceHidden, Memory: opt.Memory})
	if err != nil {
		return nil, err
	}
	return &Opened{Game: g}, nil
}

// openCircuit makes the circuit. If adopt is not nil, it is called with the ground rules,
// and returns them with the numbers that the circuit shall have.
func openCircuit(ctx context.Context, prog *gdl.Program, opt Options, adopt adopter) (*Opened, error) {
	ctx, cancel := budget.WithSetup(ctx, "setting up the circuit", cmp.Or(opt.Time, DefaultTime))
	defer cancel()
	settings := ground.Options{Limits: ground.Limits{Memory: opt.Memory, Outputs: maxOutputs}, ForceHidden: opt.ForceHidden}
	var p parts
	var notes []string
	for {
		o, err := newCircuit(ctx, prog, settings, opt, adopt)
		switch {
		case errors.Is(err, ground.ErrGoals) && !p.goals:
			p.goals, settings.WithoutGoals = true, true
			notes = append(notes, err.Error()+"; the reference interpreter computes goals, which is slower")
		case errors.Is(err, ground.ErrPercepts) && !p.percepts:
			p.percepts, settings.WithoutPercepts = true, true
			notes = append(notes, err.Error()+"; the reference interpreter computes percepts, which is slower")
		case err != nil || p == parts{}:
			return o, err
		default:
			o.Note = strings.Join(notes, "\n")
			return o, o.demand(prog, p, opt)
		}
	}
}

// demand has the interpreter compute what the circuit lacks.
func (o *Opened) demand(prog *gdl.Program, p parts, opt Options) error {
	ref, err := gdlref.New(prog, gdlref.Options{ForceHidden: opt.ForceHidden, Memory: opt.Memory})
	if err != nil {
		return err
	}
	o.Game, err = newDemandGame(o.Circuit, o.Ground.Spec, ref, p)
	return err
}

// An adopter returns ground rules with other numbers.
type adopter func(*circuit.Spec) (*circuit.Spec, error)

// newCircuit grounds a description and makes its circuit.
func newCircuit(ctx context.Context, p *gdl.Program, settings ground.Options, opt Options, adopt adopter) (*Opened, error) {
	res, err := ground.Ground(ctx, p, settings)
	if err != nil {
		return nil, err
	}
	if adopt != nil {
		if res.Spec, err = adopt(res.Spec); err != nil {
			return nil, err
		}
	}
	g, err := circuit.New(ctx, res.Spec, circuit.Options{Memory: opt.Memory})
	var loop *circuit.NegativeLoopError
	if errors.As(err, &loop) {
		return nil, fmt.Errorf("ground atoms depend on their own negation, among them %s: %w", res.AtomText(loop.Atoms[0]), err)
	}
	if err != nil {
		return nil, err
	}
	return &Opened{Game: g, Ground: res, Circuit: g}, nil
}

// Names returns the names of the engines except Auto, the fastest first.
func Names() []string { return []string{Circuit, Reference} }
