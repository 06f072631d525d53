//go:build !js && !small

package circuit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
	"ludex/internal/circuit/gpu"
	"ludex/internal/cuda"
)

// device returns the GPU, opened once for all games.
var device = sync.OnceValues(cuda.Open)

// HasGPU reports whether there seems to be a GPU. Only [Game.OnGPU] finds out whether it can be used.
func HasGPU() bool { return cuda.Present() }

// UsableGPU opens the GPU, and returns an error if that fails.
func UsableGPU() error {
	if !HasGPU() {
		return cuda.ErrNoDriver
	}
	_, err := device()
	return err
}

// OnGPU returns the game with its playouts on a GPU. It shares its circuits with this one.
func (g *Game) OnGPU() (*Game, error) {
	d, err := device()
	if err != nil {
		return nil, err
	}
	return &Game{circuits: g.circuits, engines: &engines{kernel: g.kernel, gpu: &gpuPlayer{device: d, program: g.program}}}, nil
}

// Emulated returns the game with its playouts run by an interpreter of the instructions for GPUs,
// which is slow. Observers see its steps.
func (g *Game) Emulated() *Game {
	return &Game{circuits: g.circuits, engines: &engines{kernel: g.kernel, gpu: &gpuPlayer{program: g.program}}}
}

// A gpuPlayer runs playouts on a GPU. It keeps the code for one start state.
type gpuPlayer struct {
	device  *cuda.Device // nil is the interpreter
	program *bitslice.Program

	mu       sync.Mutex
	from     []bool // for which there is code
	phase    int
	maxSteps int
	engine   *gpu.Engine

	leaves      *gpu.Engine // plays from many states at once
	leavesSteps int         // and where it cuts plays off
}

// run runs playouts.
func (p *gpuPlayer) run(ctx context.Context, opt bitslice.RunOptions) (game.PlayoutResult, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.device == nil {
		return p.emulate(ctx, opt)
	}
	start := time.Now()
	if err := p.prepare(&opt); err != nil {
		return game.PlayoutResult{}, err
	}
	compiled := time.Since(start)
	res, err := p.engine.Run(ctx, opt)
	if res.First > 0 {
		res.First += compiled // the time to the first playout includes it
	}
	return res, err
}

// emulate runs playouts by the interpreter.
func (p *gpuPlayer) emulate(ctx context.Context, opt bitslice.RunOptions) (game.PlayoutResult, error) {
	from := opt.From
	if from == nil {
		from = p.program.Init
	}
	most := cmp.Or(opt.MaxSteps, game.DefaultMaxSteps)
	k, err := gpu.New(startingIn(p.program, from, opt.Phase), gpu.Options{MaxSteps: most, Observed: opt.Observe != nil})
	if err != nil {
		return game.PlayoutResult{}, err
	}
	if show := opt.Observe; show != nil {
		opt.Observe = func(s *bitslice.Step) {
			s.Phase = (s.Phase + opt.Phase) % len(p.program.Phases)
			show(s)
		}
		return k.EmulateObserved(ctx, opt)
	}
	return k.Emulate(ctx, opt)
}

// prepare makes code for the start state and the step limit.
func (p *gpuPlayer) prepare(opt *bitslice.RunOptions) error {
	opt.MaxSteps = cmp.Or(opt.MaxSteps, game.DefaultMaxSteps)
	from := opt.From
	if from == nil {
		from, opt.Phase = p.program.Init, 0
	}
	if p.engine != nil && p.maxSteps == opt.MaxSteps && p.phase == opt.Phase && slices.Equal(p.from, from) {
		return nil
	}
	if p.engine != nil {
		if err := p.engine.Close(); err != nil {
			return err
		}
		p.engine = nil
	}
	k, err := gpu.New(startingIn(p.program, from, opt.Phase), gpu.Options{MaxSteps: opt.MaxSteps})
	if err != nil {
		return err
	}
	if p.engine, err = k.Compile(p.device); err != nil {
		return err
	}
	p.from, p.phase, p.maxSteps = slices.Clone(from), opt.Phase, opt.MaxSteps
	return nil
}

// startingIn returns a program whose initial state is another one.
func startingIn(p *bitslice.Program, from []bool, phase int) *bitslice.Program {
	out := *p
	out.Init = from
	out.Phases = slices.Concat(p.Phases[phase:], p.Phases[:phase])
	return &out
}

// CheckDevice compares the device with an interpreter of the same instructions, bit by bit, and
// says what was compared. Only games on a GPU can be checked.
func (g *Game) CheckDevice(ctx context.Context, maxSteps int) (string, error) {
	if g.gpu == nil || g.gpu.device == nil {
		return "", errors.New("only playouts on a GPU can be checked: use --engine gpu")
	}
	p := g.gpu
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.prepare(&bitslice.RunOptions{MaxSteps: maxSteps}); err != nil {
		return "", err
	}
	states, err := p.engine.Check(ctx, 1)
	if err == nil {
		var more uint64
		more, err = p.checkBatch(ctx, g.someStarts(maxSteps), maxSteps)
		states += more
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", p.device.Name, err)
	}
	return fmt.Sprintf("%s: %d states, 0 differences", p.device.Name, states), nil
}

// checkedStarts is from how many states plays are compared, if a phase has at most checkedGates: the interpreter is slow.
const (
	checkedStarts = 40
	checkedGates  = 10_000
)

// someStarts returns states of random plays.
func (g *Game) someStarts(maxSteps int) []bitslice.Start {
	var out []bitslice.Start
	m := g.NewMachine()
	p := game.NewPlayout(g, m)
	for seed := uint64(1); len(out) < checkedStarts; seed++ {
		p.Reset(nil, seed)
		for range min(int(seed), maxSteps) {
			if p.Over() || p.Step() != nil {
				break
			}
		}
		if phase := g.PhaseOf(p.State); phase >= 0 {
			out = append(out, bitslice.Start{Phase: phase, State: slices.Clone(p.State)})
		}
	}
	return out
}

// checkBatch compares plays from many states.
func (p *gpuPlayer) checkBatch(ctx context.Context, starts []bitslice.Start, maxSteps int) (uint64, error) {
	if p.engine.Gates() > checkedGates {
		return 0, nil
	}
	if _, err := p.prepareLeaves(maxSteps); err != nil {
		return 0, err
	}
	return p.leaves.CheckBatch(ctx, starts, 1)
}

// batch returns a batch of plays from many states. All batches with the same step limit share their code.
func (p *gpuPlayer) batch(maxSteps int) (*gpu.Batch, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	k, err := p.prepareLeaves(maxSteps)
	switch {
	case err != nil:
		return nil, err
	case k != nil && p.device == nil:
		return k.EmulatedBatch(), nil
	}
	return p.leaves.NewBatch(), nil
}

// prepareLeaves makes code for plays from many states. It returns the kernel if there was none. Code for another limit may
// still be in use, and stays.
func (p *gpuPlayer) prepareLeaves(maxSteps int) (*gpu.Kernel, error) {
	if p.leaves != nil && p.leavesSteps == maxSteps {
		return nil, nil
	}
	k, err := gpu.New(p.program, gpu.Options{MaxSteps: maxSteps, Separate: true})
	if err != nil || p.device == nil {
		return k, err
	}
	if p.leaves, err = k.Compile(p.device); err != nil {
		return nil, err
	}
	p.leavesSteps = maxSteps
	return k, nil
}
