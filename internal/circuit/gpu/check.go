package gpu

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"ludex/internal/circuit/bitslice"
)

// How much a check compares: launches, each of twice as many cycles as the one before, and threads. Of large programs there
// are fewer launches, since the interpreter takes long.
const (
	checkLaunches = 8
	fewLaunches   = 5
	checkThreads  = 2 * warp
)

// Check runs the same plays on the device and by the interpreter, and compares all that threads
// keep and count after each of several launches. It returns how many steps of plays were
// compared.
func (e *Engine) Check(ctx context.Context, seed uint64) (states uint64, err error) {
	device := &launcher{Engine: e, narrow: true}
	defer func() {
		if failed := device.free(); err == nil {
			err = failed
		}
	}()
	return compare(ctx, e.k, device, &emulator{k: e.k}, seed)
}

// compare runs the same plays on two executors.
func compare(ctx context.Context, k *Kernel, a, b executor, seed uint64) (states uint64, err error) {
	words := k.initial(checkThreads, &bitslice.RunOptions{Seed: seed})
	for _, x := range []executor{a, b} {
		if err := x.start(words, checkThreads); err != nil {
			return 0, err
		}
	}
	now, launches := uint32(0), checkLaunches
	if k.gates > quickGates {
		launches = fewLaunches
	}
	for launch := range launches {
		cycles := uint32(1) << launch
		params := [numParams]uint32{paramCycles: cycles, paramNow: now, paramEnable: ^uint32(0)}
		counts, err := a.launch(params)
		if err != nil {
			return states, err
		}
		want, err := b.launch(params)
		if err != nil {
			return states, err
		}
		if !slices.Equal(counts, want) {
			return states, fmt.Errorf("after %d steps the device has counted %d, the interpreter %d", now, counts, want)
		}
		if err := equalWords(k, a, b); err != nil {
			return states, err
		}
		now += cycles * uint32(len(k.steps.Phases))
		states += want[tallyStates]
		if ctx.Err() != nil {
			return states, ctx.Err()
		}
	}
	return states, nil
}

// equalWords compares what threads keep.
func equalWords(k *Kernel, a, b executor) error {
	got, err := a.contents()
	if err != nil {
		return err
	}
	want, err := b.contents()
	if err != nil {
		return err
	}
	for i := range want {
		if got[i] != want[i] {
			return fmt.Errorf("word %d of thread %d is %#x on the device, and %#x by the interpreter", i/checkThreads, i%checkThreads, got[i], want[i])
		}
	}
	return nil
}

// checkGroups is how many groups of plays from a state are compared.
const checkGroups = 5

// CheckBatch plays from the same states on the device and by the interpreter, and compares what is counted for each of
// them. The groups of the kernel must be separate. It returns how many steps of plays were compared.
func (e *Engine) CheckBatch(ctx context.Context, starts []bitslice.Start, seed uint64) (states uint64, err error) {
	device := e.NewBatch()
	defer func() {
		if failed := device.Close(); err == nil {
			err = failed
		}
	}()
	got, ok, err := device.Run(ctx, starts, checkGroups, seed)
	if err != nil {
		return 0, err
	}
	want, also, err := e.k.EmulatedBatch().Run(ctx, starts, checkGroups, seed)
	if err != nil || !ok || !also {
		return 0, errors.Join(err, ctx.Err())
	}
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) {
			return states, fmt.Errorf("from state %d the device has counted %+v, the interpreter %+v", i, got[i], want[i])
		}
		states += want[i].Steps
	}
	return states, nil
}

// selfPlays is how many plays of self-play are compared.
const selfPlays = 64

// CheckSelfPlay makes plays on the device and by the interpreter. The device computes with numbers that are a little less
// exact, so that now and then another move is drawn; up to there plays have to be the same. It returns how many steps were
// compared.
func (s *SelfPlay) CheckSelfPlay(ctx context.Context) (steps int, err error) {
	opt := SelfPlayOptions{Seed: 1, Temperature: 0.5, Opening: 3, Random: 50}
	got, err := s.Play(ctx, selfPlays, opt)
	if err != nil {
		return 0, err
	}
	want, err := EmulatedSelfPlay(s.env, s.network).Play(ctx, selfPlays, opt)
	if err != nil {
		return 0, err
	}
	others := 0
	for i := range want {
		same, err := sameSteps(got[i], want[i])
		if err != nil {
			return steps, fmt.Errorf("play %d: %w", i, err)
		}
		if steps += same; same < len(want[i]) {
			others++
		}
	}
	if others > selfPlays/8 {
		return steps, fmt.Errorf("%d of %d plays are others on the device", others, selfPlays)
	}
	return steps, nil
}

// sameSteps returns for how many steps two plays agree. Estimates of the same state have to.
func sameSteps(got, want []PlayedStep) (int, error) {
	for i := range want {
		switch {
		case i >= len(got) || !slices.Equal(got[i].State, want[i].State):
			return i, nil
		case got[i].Done != want[i].Done || got[i].Truncated != want[i].Truncated || !slices.Equal(got[i].Goals, want[i].Goals):
			return i, fmt.Errorf("step %d ends with %+v on the device, and with %+v by the interpreter", i, got[i], want[i])
		}
		for r, e := range want[i].Estimates {
			if d := got[i].Estimates[r] - e; d > 1e-3 || d < -1e-3 || d != d {
				return i, fmt.Errorf("step %d is worth %g to role %d on the device, and %g by the interpreter", i, got[i].Estimates[r], r, e)
			}
		}
	}
	return len(want), nil
}
