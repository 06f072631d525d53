package gpu

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"ludex/internal/circuit/bitslice"
)

// How much a check compares: launches of a number of cycles, and threads.
const (
	checkLaunches = 8
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
	now := uint32(0)
	for launch := range checkLaunches {
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
