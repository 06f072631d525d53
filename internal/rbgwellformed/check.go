// Package rbgwellformed finds the problems of a Regular Boardgames description that show
// only in play: plays that never end, players that never win, positions that cannot be
// computed, and choices of the keeper that matter. Package wellformed explores the game.
package rbgwellformed

import (
	"cmp"
	"context"
	"strings"

	"ludex/internal/rbgengine"
	"ludex/internal/wellformed"
	"ludex/rbg"
	"ludex/source"
)

// The problems that show only when a game is played.
var (
	endless = &source.Code{ID: "RBG120", Severity: source.Warning, Title: "a play that never ends",
		Doc: `Some sequence of legal moves leads back to a position that was there before, so a
play can go on for ever. Most games count turns, and end when the counter would
pass its bound. The moves shown lead to the loop and around it.`}
	long = &source.Code{ID: "RBG121", Severity: source.Warning, Title: "a very long play",
		Doc: `A random play had not ended after ten thousand moves. Either it never ends, or the
description is hard to use for programs that learn from random plays.`}
	failed = &source.Code{ID: "RBG122", Severity: source.Error, Title: "a position that cannot be computed with",
		Doc: `In some position the rules ask for more than can be done: a move that goes on for
ever because a star can always modify something, a keeper who goes in circles, or
more moves than fit into memory. The moves shown lead there.`}
	neverWins = &source.Code{ID: "RBG123", Severity: source.Warning, Title: "a player who never wins",
		Doc: `No play ends with more points for the player than for everybody else; a player who
is alone needs all points, up to the bound of the score. If not all positions
could be looked at this is a note: no random play did.`}
	keeperMatters = &source.Code{ID: "RBG125", Severity: source.Warning, Title: "a choice of the keeper that matters",
		Doc: `The keeper does not choose: it applies the first legal continuation, and different
systems may find different ones first. Here two continuations lead to different
positions, so the game depends on the order of its alternatives or cells. Rules
for the keeper are written so that it has one continuation, or that all of them
come to the same in the end:

    ->> (anySquare {dead} [e] ->>)* {! anySquare {dead}}    // any order will do`}
	initialTerminal = &source.Code{ID: "RBG126", Severity: source.Warning, Title: "the game is over before it begins",
		Doc: `In the initial position whoever is to move has no move, so nobody ever moves.`}
)

// Codes lists every code this package reports.
var Codes = []*source.Code{endless, long, failed, neverWins, keeperMatters, initialTerminal}

// Options says how hard to try.
type Options struct {
	Limits   wellformed.Limits
	Playouts int // where the positions cannot be exhausted; 0 is 1,000
	Seed     uint64
	// Prove decides what playing did not, and may be nil. It changes the requirements.
	Prove func(context.Context, *wellformed.Requirements) error
}

// Check plays the game, adds problems to the list, and returns its findings with
// the names of the players; there are none for a game that cannot be computed. If
// the context ends, it returns the findings so far and the context's error.
func Check(ctx context.Context, g *rbg.Game, opt Options, list *source.List) (*wellformed.Requirements, []string, error) {
	k, err := newKeeper(g)
	if err != nil {
		return nil, nil, err
	}
	defer list.Sort()
	var roles []string
	for i := range g.Players {
		roles = append(roles, g.Players[i].Name)
	}
	k.look(ctx, maxPlays, opt.Seed)
	k.report(list)
	if k.failure != nil || ctx.Err() != nil {
		return nil, roles, ctx.Err()
	}
	req, failure, err := requirements(ctx, g, opt)
	switch {
	case failure != nil:
		reportFailure(list, failure, nil)
	case req != nil:
		reportRequirements(list, req, roles)
	}
	return req, roles, err
}

// requirements checks the requirements of every game. A player wins with more points
// than every other player.
func requirements(ctx context.Context, g *rbg.Game, opt Options) (req *wellformed.Requirements, failure, err error) {
	opened, err := rbgengine.Open(ctx, g, rbgengine.Options{})
	if err != nil {
		return nil, nil, err
	}
	ranked := &ranked{Game: opened.Game}
	req, err = wellformed.Check(ctx, ranked, wellformed.Options{
		Limits: opt.Limits, Playouts: opt.Playouts, Seed: opt.Seed,
	})
	if failure := ranked.failure(); failure != nil && ctx.Err() == nil { // a machine that was stopped has not failed
		return nil, failure, nil
	}
	if err = cmp.Or(ctx.Err(), err); err == nil && opt.Prove != nil {
		err = opt.Prove(ctx, req)
	}
	return req, nil, err
}

func reportFailure(list *source.List, failure error, moves []string) {
	advise(list.Report(failed, source.Span{}, "%v", failure), moves)
}

func reportRequirements(list *source.List, req *wellformed.Requirements, roles []string) {
	if req.InitialTerminal {
		list.Report(initialTerminal, source.Span{}, "the initial position is the end of the play")
	}
	switch ends := &req.Terminates; {
	case ends.Verdict == wellformed.No:
		d := advise(list.Report(endless, source.Span{}, "the game need not end"), ends.Moves)
		d.Advise("and round and round %s", strings.Join(ends.Loop, " ; "))
	case ends.Verdict != wellformed.Yes && ends.Detail != "":
		list.Report(long, source.Span{}, "%s", ends.Detail)
	}
	for _, r := range roles {
		switch wins := req.WeaklyWinnable[r]; {
		case wins == nil || wins.Verdict == wellformed.Yes:
		case wins.Verdict == wellformed.No:
			list.Report(neverWins, source.Span{}, "%s can never win", r)
		default:
			list.Report(neverWins, source.Span{}, "%s won none of %d random plays", r, req.Playouts).Severity = source.Note
		}
	}
}

// advise adds the moves that show a problem.
func advise(d *source.Diagnostic, moves []string) *source.Diagnostic {
	const most = 40 // more would not help
	switch n := len(moves); {
	case n == 0:
	case n > most:
		d.Advise("shown by %d moves, the last of which are %s", n, strings.Join(moves[n-most:], " ; "))
	default:
		d.Advise("shown by the moves %s", strings.Join(moves, " ; "))
	}
	return d
}
