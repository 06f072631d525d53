package lanes

import (
	"errors"
	"testing"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/rbg"
)

// TestEndlessMoves has the rules be given up once their moves take too much memory:
// each is longer than the one before, and there is no end to them.
func TestEndlessMoves(t *testing.T) {
	g := rbgenginetest.Parse(t, "#players = a(100), b(100)\n#pieces = e, x\n#variables =\n#board = rectangle(up,down,left,right,[e,x])\n#rules = ->a ([x])* ->b\n")
	_, err := New(t.Context(), g, Options{Memory: budget.MB(16)})
	var memory *budget.MemoryError
	if !errors.As(err, &memory) {
		t.Errorf("got %v", err)
	}
}

func TestOver(t *testing.T) {
	rbgenginetest.RunOver(t, func(g *rbg.Game, memory budget.Memory) (game.Game, error) {
		return New(t.Context(), g, Options{Memory: memory})
	})
}
