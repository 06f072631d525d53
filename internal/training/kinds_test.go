package training

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/playertest"
	"ludex/player"
)

// untrained writes a network with random weights for a game to a file.
func untrained(t *testing.T, g game.Game, path string) {
	t.Helper()
	opt := learn.Defaults()
	opt.Hidden = 16
	l, err := learn.New(t.Context(), g, nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := l.Model.Save(path); err != nil {
		t.Fatal(err)
	}
}

var kinds = player.Roster{TreeSearch(), BestFirst()}

// The players with a network fulfil the contract of players.
func TestContract(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.net")
	for _, c := range []struct{ game, spec string }{
		{"tictactoe", "bestfirst:net="},
		{"tictactoe", "bestfirst:share=0.5,playouts=2,net="},
		{"tictactoe", "mcts:net="},
		{"connectfour-rbg", "bestfirst:"},
		{"rockpaperscissors", "mcts:share=0.5,net="},
		{"minority", "mcts:share=0.5,net="},
	} {
		t.Run(c.game+" "+c.spec, func(t *testing.T) {
			g := playertest.Open(t, c.game)
			untrained(t, g, file)
			build, err := kinds.Maker(c.spec + file)
			if err != nil {
				t.Fatal(err)
			}
			playertest.Run(t, g, build)
		})
	}
}

// Without a file, best-first search uses the network in the user's folder and says so.
func TestUsersNetwork(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", os.Getenv("HOME"))
	g := playertest.Open(t, "tictactoe")
	p, err := kinds.New("bestfirst")
	if err != nil {
		t.Fatal(err)
	}
	setup := player.Setup{Game: g, Nodes: 10}
	if err := p.Start(t.Context(), setup); err == nil || !strings.Contains(err.Error(), "ludex train") {
		t.Errorf("without a network: %v", err)
	}
	if _, err := p.Choose(t.Context(), []game.Move{0}); err == nil {
		t.Error("a player that did not start chooses")
	}
	path, err := learn.PathFor(g)
	if err != nil {
		t.Fatal(err)
	}
	untrained(t, g, path)
	if err := p.Start(t.Context(), setup); err != nil {
		t.Fatal(err)
	}
	defer p.Stop()
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := p.(player.Ponderer).Ponder(ctx); err != nil {
		t.Errorf("pondering: %v", err)
	}
	if note := player.NoteOf(p); note != "best-first with the network, the user's network of 0 plays" {
		t.Errorf("the note is %q", note)
	}
}

// A network is used as in the trials, unless options say otherwise.
func TestMethod(t *testing.T) {
	half := 0.5
	mixed := learn.Method{Search: learn.BestFirst, Share: 0.2, Playouts: 64}
	for _, c := range []struct {
		options  networkOptions
		tried    learn.Method
		playouts int
		want     learn.Method
	}{
		{want: learn.Method{Search: learn.BestFirst, Share: 1}},
		{tried: learn.Method{Search: learn.MCTS, Share: 0.5, Playouts: 16}, want: learn.Method{Search: learn.BestFirst, Share: 1}},
		{tried: mixed, want: mixed},
		{tried: mixed, playouts: 8, want: learn.Method{Search: learn.BestFirst, Share: 0.2, Playouts: 8}},
		{options: networkOptions{share: &half}, want: learn.Method{Search: learn.BestFirst, Share: 0.5, Playouts: mixedPlayouts}},
		{options: networkOptions{share: &half}, tried: mixed, want: learn.Method{Search: learn.BestFirst, Share: 0.5, Playouts: 64}},
	} {
		if got := c.options.method(learn.BestFirst, c.tried, c.playouts); got != c.want {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

// The points of a learning curve have scores, and the curve can be drawn.
func TestCurve(t *testing.T) {
	opt := Options{Time: 200 * time.Millisecond, Learn: learn.Defaults(), Points: 2}
	opt.Learn.Hidden = 16
	m, err := Train(t.Context(), playertest.Open(t, "nim"), opt)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range m.Curve {
		if (p.High > 0) != (i > 0) || p.Playouts == nil || p.Playouts.Games < 2 {
			t.Errorf("point %d: %+v", i, p)
		}
	}
	var svg bytes.Buffer
	if err := WriteCurve(&svg, m); err != nil || !strings.Contains(svg.String(), "score against the point before") {
		t.Errorf("the curve: %v\n%s", err, svg.String())
	}
}

func TestMarkLimits(t *testing.T) {
	for _, c := range []struct {
		within time.Duration
		length float64
		clock  time.Duration
		games  int
	}{
		{8 * time.Millisecond, 10, time.Millisecond, 2},
		{100 * time.Millisecond, 10, time.Millisecond, 10},
		{16 * time.Second, 100, 10 * time.Millisecond, 16},
		{time.Hour, 10, maxClock, 16},
	} {
		if clock, games := markLimits(c.within, c.length); clock != c.clock || games != c.games {
			t.Errorf("%v, %g steps: %v, %d games", c.within, c.length, clock, games)
		}
	}
}

func TestTimeUnit(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "seconds", time.Minute: "seconds", time.Hour: "minutes", 24 * time.Hour: "hours"} {
		if _, name := timeUnit(d); name != want {
			t.Errorf("%v in %s", d, name)
		}
	}
}
