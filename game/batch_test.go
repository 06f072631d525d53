package game_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
)

// A perceivingGame is a game in which each role perceives the moves of all others.
type perceivingGame struct{ *gametest.Explicit }

func (g perceivingGame) NewMachine() game.Machine { return perceivingMachine{g.Explicit.NewMachine()} }

type perceivingMachine struct{ game.Machine }

func (m perceivingMachine) Percepts(_ game.State, joint []game.Move, r game.Role, dst []game.Percept) []game.Percept {
	for q, move := range joint {
		if game.Role(q) != r {
			dst = append(dst, game.Percept(10*q+int(move)))
		}
	}
	return dst
}

func TestStepAll(t *testing.T) {
	m := perceivingGame{gametest.Matching()}.NewMachine()
	states := []game.State{{0}, {1}, {1}}
	const a, b, start = 0, 1, 2 // moves, in the order of their texts
	joints := []game.Move{start, start, a, b, b, b}
	seen := &game.Percepts{Roles: []game.Role{1, 0}, Values: []game.Percept{9}, Ends: []int{1}}
	old := game.State{7}
	next := game.StepAll(m, states, joints, []game.State{old}, seen)
	if len(next) != 4 || next[0][0] != 7 || next[1][0] != 1 || next[2][0] != 3 || next[3][0] != 2 {
		t.Errorf("next states %v", next)
	}
	for i := range states {
		for c, other := range []int{0, 1} {
			want := []game.Percept{game.Percept(10*other + int(joints[2*i+other]))}
			if got := seen.Of(i, c); !slices.Equal(got, want) {
				t.Errorf("position %d: role %d perceives %v, want %v", i, seen.Roles[c], got, want)
			}
		}
	}
	if none := game.StepAll(m, nil, nil, nil, seen); len(none) != 0 || len(seen.Ends) != 0 {
		t.Errorf("%v and %v for no position", none, seen.Ends)
	}
}

func TestExtend(t *testing.T) {
	states := []game.State{{1}, {2}, {3}}
	got := game.Extend(states[:1], 2)
	if len(got) != 3 || &got[2][0] != &states[2][0] {
		t.Errorf("memory was not used again: %v", got)
	}
	if got = game.Extend(states[:1], 4); len(got) != 5 || got[0][0] != 1 || &got[2][0] != &states[2][0] || got[4] != nil {
		t.Errorf("%v", got)
	}
}

func TestScalarPerceivedPlayouts(t *testing.T) {
	g := perceivingGame{gametest.Matching()}
	opt := game.PerceivedOptions{From: []game.State{{0}, {1}, {2}}, Roles: []game.Role{0}, Seed: 2}
	steps := []int{0, 0, 0}
	res, err := game.PerceivedPlayouts(context.Background(), g, opt, func(s *game.PerceivedStep) error {
		for i, k := range s.Playouts {
			want := game.Percept(10 + int(s.Joint(i)[1]))
			if s.Number != steps[k] || !slices.Equal(s.Percepts.Of(i, 0), []game.Percept{want}) || len(s.Next[i]) != 1 {
				return errors.New("a wrong step")
			}
			steps[k]++
		}
		return nil
	})
	if err != nil || !slices.Equal(res.Steps, []int{2, 1, 0}) || !slices.Equal(steps, res.Steps) {
		t.Errorf("steps %v, %v", res.Steps, err)
	}
	for k, end := range res.Ends {
		if end != game.Finished || res.Goals[2*k]+res.Goals[2*k+1] != 100 {
			t.Errorf("playout %d: end %d with goals %v", k, end, res.Goals[2*k:2*k+2])
		}
	}
	opt.MaxSteps = 1
	res, err = game.PerceivedPlayouts(context.Background(), g, opt, func(s *game.PerceivedStep) error {
		s.Drop[0] = s.Playouts[0] == 1
		return nil
	})
	if want := []game.PlayoutEnd{game.CutOff, game.Dropped, game.Finished}; err != nil || !slices.Equal(res.Ends, want) || res.Goals[0] != game.NoGoal {
		t.Errorf("ends %v, want %v; %v", res.Ends, want, err)
	}
}
