package session_test

import (
	"testing"

	"ludex/game"
	"ludex/internal/session"
)

func TestVerdict(t *testing.T) {
	for _, tt := range []struct {
		goals  []int
		random game.Role
		want   session.Verdict
		text   string
	}{
		{[]int{100, 0}, game.NoRole, session.Win, "you win, "},
		{[]int{0, 50, 40}, game.NoRole, session.Loss, "you lose, "},
		{[]int{50, 50}, game.NoRole, session.Draw, "a draw, "},
		{[]int{0, 100}, 1, session.Loss, "you lose, "}, // against chance alone
		{[]int{70, 100}, 1, session.NoVerdict, ""},
		{nil, game.NoRole, session.NoVerdict, ""},
	} {
		got := session.NewVerdict(tt.goals, 0, tt.random)
		if got != tt.want || got.Text() != tt.text {
			t.Errorf("%v: %s, %q", tt.goals, got, got.Text())
		}
	}
}

// Chance has no goal.
func TestWithoutChance(t *testing.T) {
	list := session.WithoutChance([]int{100, 0, 0}, 2)
	if len(list) != 3 || *list[0] != 100 || *list[1] != 0 || list[2] != nil {
		t.Errorf("the goals are %v", list)
	}
	if list := session.WithoutChance([]int{50}, game.NoRole); *list[0] != 50 || session.WithoutChance(nil, 0) != nil {
		t.Errorf("the goals are %v", list)
	}
}

func TestChosenText(t *testing.T) {
	texts := []string{"a moves", "", "b waits"}
	for _, tt := range []struct {
		choice []bool
		want   string
	}{
		{[]bool{true, false, false}, "a moves"},
		{[]bool{false, true, false}, "a moves, b waits"},
		{[]bool{true, false, true}, "a moves, b waits"},
	} {
		if got := session.ChosenText(texts, tt.choice); got != tt.want {
			t.Errorf("%v: %q", tt.choice, got)
		}
	}
}
