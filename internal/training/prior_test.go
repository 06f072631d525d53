package training

import (
	"path/filepath"
	"strings"
	"testing"

	"ludex/internal/learn"
	"ludex/internal/players/infoset"
	"ludex/internal/playertest"
	"ludex/player"
)

// Where information is hidden, trials compare the network alone, and the search with the
// network's values as a prior, with the search alone.
func TestHiddenMethods(t *testing.T) {
	g := playertest.Open(t, "kuhnpoker")
	l, err := learn.New(t.Context(), g, nil, learn.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	c := &contest{game: g, net: l.Model.Net}
	list := methods(g, false)
	if len(list) != 2 || list[0].Search != learn.Policy || list[1].Search != learn.ISMCTS {
		t.Fatalf("methods %v", list)
	}
	with, ok := c.newPlayer(list[1], c.net).(*infoset.Player)
	if !ok || with.Options.Net != c.net || with.Options.Prior != list[1].Prior || with.Options.Prior == 0 {
		t.Errorf("the player with a prior is %T", with)
	}
	without, ok := c.newPlayer(playoutsOnly, c.net).(*infoset.Player)
	if !ok || without.Options.Net != nil {
		t.Errorf("the player without a prior is %T", without)
	}
}

// The player "ismcts" uses the network that is named, and refuses that of another game.
func TestPriorPlayer(t *testing.T) {
	g := playertest.Open(t, "kuhnpoker")
	l, err := learn.New(t.Context(), g, nil, learn.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "kuhn.net")
	if err := l.Model.Save(path); err != nil {
		t.Fatal(err)
	}
	p, err := player.Roster{ISMCTS()}.New("ismcts:prior=50,net=" + path)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(t.Context(), player.Setup{Game: g, Nodes: 10}); err != nil {
		t.Fatal(err)
	}
	if note := player.NoteOf(p); !strings.Contains(note, "values as 50 simulations") {
		t.Error(note)
	}
	for _, other := range []string{"leducpoker", "tictactoe"} {
		if err := p.Start(t.Context(), player.Setup{Game: playertest.Open(t, other), Nodes: 10}); err == nil {
			t.Errorf("the network is used at %s", other)
		}
	}
}
