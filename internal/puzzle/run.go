package puzzle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ludex/game"
	"ludex/player"
)

// Options say who is to solve puzzles, and how long it may think.
type Options struct {
	New   player.Maker
	Nodes int // for each puzzle; 0 is what the suite says
	Seed  uint64
	// Told is called after each puzzle, if it is not nil.
	Told func(Answer)
}

// An Answer is what a player makes of a puzzle.
type Answer struct {
	Puzzle   Puzzle
	Number   int // in the suite that was run, counted from 1
	Move     string
	Solved   bool
	Analysis *player.Analysis // nil if the player does not say what it thinks
	// Value is what the player expects of its move, if it says so, and Proved
	// whether it is sure.
	Value   float64
	Proved  bool
	Elapsed time.Duration
}

// defaultNodes is for suites that do not say how much a player may think.
const defaultNodes = 10_000

// Run asks a player about every puzzle of a suite, one after the other. If the
// context ends, it returns the answers so far, and the context's error.
func Run(ctx context.Context, s *Suite, open Opener, opt Options) ([]Answer, error) {
	if opt.Nodes == 0 {
		opt.Nodes = s.Nodes
	}
	if opt.Nodes == 0 {
		opt.Nodes = defaultNodes
	}
	var answers []Answer
	for i, p := range s.Puzzles {
		pos, err := p.Set(ctx, open)
		if err != nil {
			return answers, err
		}
		a, err := ask(ctx, pos, opt)
		if ctx.Err() != nil {
			return answers, ctx.Err() // it was not given the time
		}
		if err != nil {
			return answers, fmt.Errorf("puzzle %s: %w", p.Name, err)
		}
		a.Number = i + 1
		if answers = append(answers, a); opt.Told != nil {
			opt.Told(a)
		}
	}
	return answers, nil
}

// ask asks a player about a position.
func ask(ctx context.Context, p *Position, opt Options) (Answer, error) {
	began := time.Now()
	who := opt.New()
	defer who.Stop()
	if err := who.Start(ctx, player.Setup{Game: p.Game, Role: p.Role, From: p.State, Nodes: opt.Nodes, Seed: opt.Seed}); err != nil {
		return Answer{}, err
	}
	move, err := who.Choose(ctx, slices.Clone(p.Legal))
	if err != nil {
		return Answer{}, err
	}
	if !slices.Contains(p.Legal, move) {
		return Answer{}, errors.New("the player's move is not legal")
	}
	a := Answer{Puzzle: p.Puzzle, Move: p.Game.MoveText(p.Role, move), Solved: slices.Contains(p.Best, move), Elapsed: time.Since(began)}
	if analyst, ok := who.(player.Analyst); ok {
		found := analyst.Analysis()
		a.Analysis = &found
		a.judge(&found, move)
	}
	return a, nil
}

// judge notes what the player thinks of its move.
func (a *Answer) judge(found *player.Analysis, move game.Move) {
	for _, c := range found.Moves {
		if c.Move == move {
			a.Value, a.Proved = c.Value, c.Exact
		}
	}
}

// A Score is how many puzzles of a game were solved.
type Score struct {
	Game   string `json:"game"`
	Solved int    `json:"solved"`
	Total  int    `json:"total"`
}

// Tally counts answers by game, in the order in which the games come.
func Tally(answers []Answer) []Score {
	var list []Score
	for _, a := range answers {
		i := slices.IndexFunc(list, func(s Score) bool { return s.Game == a.Puzzle.Game })
		if i < 0 {
			i = len(list)
			list = append(list, Score{Game: a.Puzzle.Game})
		}
		list[i].Total++
		if a.Solved {
			list[i].Solved++
		}
	}
	return list
}
