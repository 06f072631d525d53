package mcts

import (
	"testing"

	"ludex/game"
)

// TestMoveIDs gives more moves than have numbers an identity each, which stays.
func TestMoveIDs(t *testing.T) {
	var numbers moveNumbers
	type move struct {
		role game.Role
		key  uint64
	}
	ids := map[move]moveID{}
	used := map[moveID]bool{}
	for key := range uint64(maxNumbered) {
		for role := range game.Role(2) {
			id := numbers.id(role, key*key)
			if used[id] || id == 0 {
				t.Fatalf("move %d of role %d is taken for another one", key, role)
			}
			ids[move{role, key}], used[id] = id, true
		}
	}
	numbered := 0
	for m, id := range ids {
		if again := numbers.id(m.role, m.key*m.key); again != id {
			t.Fatalf("move %d of role %d was %d and is %d", m.key, m.role, id, again)
		}
		if id.numbered() {
			numbered++
		}
	}
	if numbered != maxNumbered {
		t.Errorf("%d moves have numbers", numbered)
	}
}

// TestAMAF counts moves with numbers and without.
func TestAMAF(t *testing.T) {
	a := new(amaf)
	const big = moveID(1 << 40)
	for i := range moveID(300) {
		a.add([]seenMove{{1 + i, 0.5}, {big + i, 0.25}, {1, 1}})
	}
	for m, want := range map[moveID]amafStat{
		1: {301, 300.5}, 2: {1, 0.5}, 300: {1, 0.5}, 301: {}, maxNumbered: {}, big: {1, 0.25}, big + 299: {1, 0.25}, big + 300: {},
	} {
		if got := a.stat(m); got != want {
			t.Errorf("move %d: %v, want %v", m, got, want)
		}
	}
	if a.seen != 300 {
		t.Errorf("%d simulations", a.seen)
	}
}
