package mcts

import (
	"strconv"

	"ludex/game"
)

// A highestNumber is a game of twenty roles who all choose one of a hundred numbers, once.
// Who chooses the highest number wins.
type highestNumber struct{}

func (highestNumber) Name() string                             { return "crowd" }
func (highestNumber) Engine() string                           { return "crowd" }
func (highestNumber) Roles() []string                          { return make([]string, 20) }
func (highestNumber) Random() game.Role                        { return game.NoRole }
func (highestNumber) Hidden() bool                             { return false }
func (highestNumber) NewMachine() game.Machine                 { return highestNumberMachine{} }
func (highestNumber) MoveText(_ game.Role, m game.Move) string { return strconv.Itoa(int(m)) }
func (highestNumber) PerceptText(p game.Percept) string        { return strconv.Itoa(int(p)) }
func (highestNumber) Facts(game.State) []string                { return nil }
func (highestNumber) ParseState([]string) (game.State, error)  { return nil, nil }

type highestNumberMachine struct{ game.Infallible }

func (highestNumberMachine) Initial(dst game.State) game.State { return append(dst, 0) }
func (highestNumberMachine) Terminal(s game.State) bool        { return len(s) > 1 }

func (highestNumberMachine) Legal(_ game.State, _ game.Role, dst []game.Move) []game.Move {
	for m := range game.Move(100) {
		dst = append(dst, m)
	}
	return dst
}

func (highestNumberMachine) Next(_ game.State, joint []game.Move, dst game.State) game.State {
	for _, m := range joint {
		dst = append(dst, uint64(m))
	}
	return dst
}

func (highestNumberMachine) Goals(s game.State, r game.Role, dst []int) []int {
	goal := 100
	for _, m := range s {
		if len(s) == 1 || m > s[r] {
			goal = 0
		}
	}
	return append(dst, goal)
}

func (highestNumberMachine) Percepts(_ game.State, _ []game.Move, _ game.Role, dst []game.Percept) []game.Percept {
	return dst
}
