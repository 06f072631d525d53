package rulestest

import "testing"

func TestOpen(t *testing.T) {
	rs, g := Open(t, "tictactoe")
	if rs.Name() != "tictactoe" || len(g.Roles()) != 2 {
		t.Errorf("%s has the roles %v", rs.Name(), g.Roles())
	}
}
