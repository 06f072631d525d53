package main

import (
	"path/filepath"
	"slices"
	"testing"
)

// TestKillInRealTime kills the server in the middle of a game in real time. With the next
// server the game waits with all that was shown, and goes on.
func TestKillInRealTime(t *testing.T) {
	name := filepath.Join(t.TempDir(), "arena.db")
	cmd, url, _ := serve(t, "--store", name)
	var seat struct{ ID, Secret string }
	askArena(t, "POST", url+"api/v1/tables", "", `{"game":"shooter","opponents":{"":"idle"}}`, &seat)
	at := "api/v1/tables/" + seat.ID
	askArena(t, "POST", url+at+"/start", seat.Secret, `{"unitMs":10000}`, nil)
	await(t, url, seat.ID, seat.Secret, func(v tableView) bool { return v.Phase == "live" && len(v.Moves) > 0 })
	askArena(t, "POST", url+at+"/move", seat.Secret, `{"move":"down"}`, nil)
	before := await(t, url, seat.ID, seat.Secret, func(v tableView) bool { return len(v.History) > 0 })
	kill(t, cmd)

	_, url, _ = serve(t, "--store", name)
	var mine []struct{ ID, Turn string }
	askArena(t, "GET", url+"api/v1/tables/mine", seat.Secret, "", &mine)
	if len(mine) != 1 || mine[0].ID != seat.ID || mine[0].Turn != "yours" {
		t.Errorf("the unfinished tables are %+v", mine)
	}
	v := await(t, url, seat.ID, seat.Secret, func(v tableView) bool { return v.Phase == "ready" })
	if len(v.History) < len(before.History) || !slices.Equal(v.History[:len(before.History)], before.History) {
		t.Errorf("the history is %q, and was %q", v.History, before.History)
	}
	askArena(t, "POST", url+at+"/start", seat.Secret, `{}`, nil)
	await(t, url, seat.ID, seat.Secret, func(v tableView) bool { return v.Phase == "live" && len(v.Moves) > 0 })
	askArena(t, "POST", url+at+"/resign", seat.Secret, `{}`, nil)
	await(t, url, seat.ID, seat.Secret, func(v tableView) bool { return v.Phase == "over" })
}
