package mcts

import (
	"strconv"

	"ludex/game"
)

// A crowd is a game of twenty roles who all choose one of a hundred numbers, once.
// Who chooses the highest number wins.
type crowd struct{}

func (crowd) Name() string                             { return "crowd" }
func (crowd) Engine() string                           { return "crowd" }
func (crowd) Roles() []string                          { return make([]string, 20) }
func (crowd) Random() game.Role                        { return game.NoRole }
func (crowd) Hidden() bool                             { return false }
func (crowd) NewMachine() game.Machine                 { return crowdMachine{} }
func (crowd) MoveText(_ game.Role, m game.Move) string { return strconv.Itoa(int(m)) }
func (crowd) PerceptText(p game.Percept) string        { return strconv.Itoa(int(p)) }
func (crowd) Facts(game.State) []string                { return nil }
func (crowd) ParseState([]string) (game.State, error)  { return nil, nil }

type crowdMachine struct{ game.Infallible }

func (crowdMachine) Initial(dst game.State) game.State { return append(dst, 0) }
func (crowdMachine) Terminal(s game.State) bool        { return len(s) > 1 }

func (crowdMachine) Legal(_ game.State, _ game.Role, dst []game.Move) []game.Move {
	for m := range game.Move(100) {
		dst = append(dst, m)
	}
	return dst
}

func (crowdMachine) Next(_ game.State, joint []game.Move, dst game.State) game.State {
	for _, m := range joint {
		dst = append(dst, uint64(m))
	}
	return dst
}

func (crowdMachine) Goals(s game.State, r game.Role, dst []int) []int {
	goal := 100
	for _, m := range s {
		if len(s) == 1 || m > s[r] {
			goal = 0
		}
	}
	return append(dst, goal)
}

func (crowdMachine) Percepts(_ game.State, _ []game.Move, _ game.Role, dst []game.Percept) []game.Percept {
	return dst
}
