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

// Options configure a run.
type Options struct {
	New   player.Maker
	Nodes int // for each puzzle; 0 is the suite's default
	Seed  uint64
	// Progress is called after each puzzle, if it is not nil.
	Progress func(Answer)
}

// An Answer is the result of a player in a puzzle.
type Answer struct {
	Puzzle   Puzzle
	Number   int // in the suite that was run, counted from 1
	Move     string
	Solved   bool
	Analysis *player.Analysis // nil if the player does not say what it thinks
	// Value is the value that the player expects of its move, if it reports one, and
	// Proved whether it is exact.
	Value   float64
	Proved  bool
	Elapsed time.Duration
}

// defaultNodes is the budget of suites that do not set one.
const defaultNodes = 10_000

// Run asks a player for its move in every puzzle of a suite. If the context ends, it
// returns the answers so far and the context's error.
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
			return answers, ctx.Err() // it had not enough time
		}
		if err != nil {
			return answers, fmt.Errorf("puzzle %s: %w", p.Name, err)
		}
		a.Number = i + 1
		if answers = append(answers, a); opt.Progress != nil {
			opt.Progress(a)
		}
	}
	return answers, nil
}

// ask asks a player for its move in a position.
func ask(ctx context.Context, p *Position, opt Options) (Answer, error) {
	began := time.Now()
	who := opt.New()
	defer who.Stop()
	if err := who.Start(ctx, player.Setup{Game: p.Game, Role: p.Role, From: p.State, Nodes: opt.Nodes, Seed: opt.Seed}.Reproducible()); err != nil {
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
		a.setValue(&found, move)
	}
	return a, nil
}

// setValue sets the value of the chosen move from the player's analysis.
func (a *Answer) setValue(found *player.Analysis, move game.Move) {
	for _, c := range found.Moves {
		if c.Move == move {
			a.Value, a.Proved = c.Value, c.Exact
		}
	}
}

// A Score is the number of puzzles of a game that were solved.
type Score struct {
	Game   string `json:"game"`
	Solved int    `json:"solved"`
	Total  int    `json:"total"`
}

// CountScores counts answers by game, in the order of the suite.
func CountScores(answers []Answer) []Score {
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
