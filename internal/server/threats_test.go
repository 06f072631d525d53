package server

import (
	"net/http"
	"testing"
)

// Who has to decide is told which move of the other would end the game.
func TestThreats(t *testing.T) {
	s := newSite(t, nil)
	for _, x := range []struct {
		game, moves string
		want        int
	}{{"tictactoe", "(mark 1 1) noop;noop (mark 2 1);(mark 3 3) noop;noop (mark 2 2)", 1}, {"tictactoe", "", 0}} {
		var open tableAnswer
		s.api("POST", "/tables", tableRequest{Ref: named(x.game), Role: "white", Opponents: map[string]string{"": "random"}, Moves: x.moves}, http.StatusCreated, &open)
		var a threatsAnswer
		s.seat(open.Secret, "GET", "/tables/"+open.ID+"/threats", nil, http.StatusOK, &a)
		checkSchema(t, "Threats", a)
		if len(a.Threats) != x.want || x.want > 0 && (a.Threats[0].Role != "black" || a.Threats[0].Cells[0] != "2,3") {
			t.Errorf("after %q: %+v", x.moves, a)
		}
	}
}
