package localarena_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"ludex/internal/localarena"
	"ludex/internal/server/humanplay"
	"ludex/library"
)

// A game in real time is described, with the players for it.
func TestDescribeTimed(t *testing.T) {
	a := workshop(t)
	entry, _ := library.Lookup("chicken")
	var config localarena.Config
	ask(t, a, "POST", "/page", body(t, map[string]string{"text": string(entry.Rules())}), 200, &config)
	d := config.About
	if !d.Timed || len(d.Roles) != 2 || len(d.Levels) != 2 || d.Picture == "" {
		t.Errorf("the description is %+v", d)
	}
	for _, l := range d.Levels {
		if !slices.Contains(humanplay.TimedPlayers, l.Player) || l.Chosen {
			t.Errorf("%+v", l)
		}
	}
}

// A person plays a game in real time: the clock is started, a move is sent on the live
// connection, and the views that follow show it until the game is over.
func TestPlayTimed(t *testing.T) {
	t.Parallel() // it waits most of its time
	a := open(t, "chicken")
	var at table
	ask(t, a, "POST", "/tables", `{"opponents": {"": "idle"}, "unitMs": 200}`, 200, &at)
	path := "/tables/" + at.ID
	ctx, cancel := context.WithCancel(t.Context())
	replies, done := make(chan humanplay.LiveReply, 1000), make(chan error, 1)
	go func() {
		done <- a.Follow(ctx, path+"/live", func(kind string, data []byte) {
			var r humanplay.LiveReply
			if err := json.Unmarshal(data, &r); err != nil || kind != "message" {
				t.Errorf("%s %s: %v", kind, data, err)
			}
			replies <- r
		})
	}()
	say := func(message string) (r humanplay.LiveReply) {
		ask(t, a, "POST", path+"/live", message, 200, &r)
		return r
	}
	if r := say(`{"type": "move", "move": "swerve"}`); r.Type != "error" || r.Running {
		t.Errorf("before the clock runs: %+v", r)
	}
	ask(t, a, "POST", path+"/undo", `{}`, 409, nil)
	ask(t, a, "POST", path+"/start", `{"unitMs": 3000}`, 200, &at.View)
	if r := say(`{"type": "ping", "sent": 7}`); r.Type != "pong" || r.Sent != 7 {
		t.Errorf("a ping: %+v", r)
	}
	moved := false
	for over := false; !over; {
		r := <-replies
		var v humanplay.View
		if err := json.Unmarshal(r.View, &v); err != nil {
			t.Fatal(err)
		}
		if len(v.Moves) > 0 && !moved {
			moved = true
			if e := say(`{"type": "move", "number": 1}`); e.Type != "" {
				t.Errorf("a move: %+v", e)
			}
		}
		over = v.Phase == humanplay.Over
	}
	if ask(t, a, "GET", path, "", 200, &at.View); !moved || at.View.Result == nil {
		t.Errorf("moved %t, in the end %+v", moved, at.View)
	}
	if picture := ask(t, a, "GET", path+"/board.svg", "", 200, nil); !strings.HasPrefix(string(picture.Body), "<svg") {
		t.Errorf("the picture is %.100s", picture.Body)
	}
	ask(t, a, "GET", path+"/words", "", 200, nil)
	ask(t, a, "GET", path+"/moves", "", 404, nil)
	cancel()
	if err := <-done; err == nil {
		t.Error("following ends without a reason")
	}
}
