//go:build !js && !small

package rbgengine

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/filecache"
	"ludex/internal/rbgengine/lanes"
	"ludex/internal/rbgengine/sets"
	"ludex/internal/tiers"
	"ludex/rbg"
)

const (
	// backgroundShare is the share of the set-up time that an engine may take that is
	// prepared while the game is played already.
	backgroundShare = 4
	// compiledGain is an upper bound of the speedup of compiled over sets. In a search it
	// is five at most, but what lanes can do with many leaves at a time is up to ten times
	// what a search gets from them, and their playouts do not tell their moves.
	compiledGain       = 8
	compiledSearchGain = 50
)

// openTiered opens a game on the sets engine, with lanes and the compiled program to
// come.
func openTiered(ctx context.Context, g *rbg.Game, opt Options) (*Opened, error) {
	began := time.Now()
	first, err := newSets(ctx, g, opt)
	if err != nil {
		return nil, err
	}
	setup := time.Since(began)
	opt.Time = opt.limit() / backgroundShare
	inLanes := func(ctx context.Context) (game.Game, error) { return lanesBeside(ctx, first, opt, lanesFile(g, opt)) }
	candidates := []tiers.Candidate{
		{Engine: Lanes, Open: inLanes},
		{Engine: Compiled, Open: func(ctx context.Context) (game.Game, error) { return compiledBeside(ctx, first, opt) }, Worth: worthCompiling, Counts: true, Same: true, Fallible: true},
	}
	if circuit.HasGPU() {
		candidates = append(candidates, tiers.Candidate{Engine: GPU, Open: func(ctx context.Context) (game.Game, error) { return gpuBeside(ctx, first, inLanes) }, Worth: worthGPU, Fallible: true})
	}
	return &Opened{Game: tiers.New(first, setup, candidates, tiers.Options{Store: tiers.UserStore(), Key: tierKey(g, opt)})}, nil
}

// lanesBeside prepares lanes with the moves of a sets game, or takes those that were saved
// by an earlier opening.
func lanesBeside(ctx context.Context, first *sets.Game, opt Options, files *filecache.Saver) (game.Game, error) {
	if g := savedLanes(first, opt, files); g != nil {
		return g, nil
	}
	began := time.Now()
	o, err := openLanes(ctx, first.Rules(), opt, first)
	if err != nil {
		return nil, err
	}
	if fast, ok := o.Game.(*counted); ok {
		fast.ShareMoves(first.Game)
		files.Save(time.Since(began), func() ([]byte, error) {
			tiers.LowerPriority()
			return fast.Save(files.Key)
		})
	}
	return o.Game, nil
}

// gpuBeside prepares a GPU, with the moves of a sets game.
func gpuBeside(ctx context.Context, first *sets.Game, inLanes func(context.Context) (game.Game, error)) (game.Game, error) {
	g, err := inLanes(ctx)
	if err != nil {
		return nil, err
	}
	fast, ok := g.(*counted)
	if !ok {
		return nil, errors.New("playouts on a GPU count whole moves only")
	}
	on, err := fast.OnGPU()
	if err != nil {
		return nil, err
	}
	on.ShareMoves(first.Game)
	return &counted{Game: on, counter: func() game.Game { return first }}, nil
}

// worthGPU returns an error if there are no lanes, from which code for a GPU is made.
func worthGPU(known []game.Tier) error {
	if t := tierOf(known, Lanes); t.Refused != "" {
		return errors.New("not tried, since there are no lanes: " + t.Refused)
	}
	return nil
}

// savedLanes returns the lanes that an earlier opening has saved, or nil.
func savedLanes(first *sets.Game, opt Options, files *filecache.Saver) game.Game {
	data, ok := files.Load()
	if !ok {
		return nil
	}
	g, err := lanes.Load(data, files.Key, first.Rules(), opt.Memory, first.NewReasoner)
	if err != nil {
		return nil
	}
	g.ShareMoves(first.Game)
	return &counted{Game: g, counter: func() game.Game { return first }}
}

// lanesFile returns the user's file for the lanes of a game. They are used again by the
// same version of the program only, and with the same limits.
func lanesFile(g *rbg.Game, opt Options) *filecache.Saver {
	program, ok := filecache.Program()
	if !ok || g.File == nil {
		return &filecache.Saver{}
	}
	key := tiers.Key("rbg", program, g.File.Name(), g.File.Text(), fmt.Sprint(int64(opt.Memory), opt.Time))
	return &filecache.Saver{Folder: filecache.Circuits(), Key: key, Least: filecache.WorthSaving}
}

// worthCompiling returns an error if lanes are faster than a compiled program can be, and
// no search could make more of one whose playouts tell their moves.
func worthCompiling(known []game.Tier) error {
	a, b := tierOf(known, Sets), tierOf(known, Lanes)
	if b.Playouts > compiledGain*a.Playouts && b.Search > compiledSearchGain*a.Search {
		return fmt.Errorf("not tried for playouts, since lanes run them %.0f times as fast as sets", b.Playouts/a.Playouts)
	}
	return nil
}

// tierOf returns what is known about an engine.
func tierOf(known []game.Tier, engine string) (t game.Tier) {
	for i := range known {
		if known[i].Engine == engine {
			return known[i]
		}
	}
	return t
}

// tierKey returns the key of a game in the store of measurements.
func tierKey(g *rbg.Game, opt Options) string {
	if g.File == nil {
		return ""
	}
	toolchain, _ := exec.LookPath("go") // without one, nothing is compiled
	return tiers.Key("rbg", g.File.Text(), opt.Time.String(), fmt.Sprint(int64(opt.Memory)), toolchain)
}
