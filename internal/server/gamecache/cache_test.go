package gamecache

import (
	"errors"
	"strings"
	"testing"
	"time"

	"ludex/timed"
)

func newCache(games int) *Cache { return New(Limit{Games: games, Time: 10 * time.Second}) }

func TestFind(t *testing.T) {
	s := newCache(8)
	nim, err := s.Find(Ref{Game: "nim"})
	if err != nil {
		t.Fatal(err)
	}
	if again, err := s.Find(Ref{Game: "nim"}); err != nil || again != nim {
		t.Errorf("the same game is another entry: %v", err)
	}
	if text := s.Text("nim", nim.Rules.Text()); text != nim {
		t.Error("the text of a game of the library is another entry")
	}
	if other := s.Text("mine", nim.Rules.Text()); other == nim || other.Library() {
		t.Error("a text under another name is the game of the library")
	}
	for _, name := range []string{"", "nothing", "../nim", "/etc/passwd", "nim/nim.kif"} {
		if _, err := s.Find(Ref{Game: name}); !errors.Is(err, ErrUnknown) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := s.Find(Ref{Text: strings.Repeat("p(a)\n", MaxText)}); err == nil {
		t.Error("a huge text is taken")
	}
}

func TestCacheIsBounded(t *testing.T) {
	s := newCache(2)
	first := s.Text("a", "role(a)")
	s.Text("b", "role(b)")
	s.Text("a", "role(a)") // used again
	s.Text("c", "role(c)") // takes the place of b
	if s.Text("a", "role(a)") != first {
		t.Error("a game that was just used was dropped")
	}
	if n := s.texts.Len(); n != 2 {
		t.Errorf("%d texts are kept", n)
	}
}

// A text is parsed once, however often it is sent.
func TestTextIsReadOnce(t *testing.T) {
	s := newCache(1)
	text := strings.Repeat("(p a)\n", 10_000)
	s.Text("large", text)
	if n := testing.AllocsPerRun(10, func() { s.Text("large", text) }); n > 100 {
		t.Errorf("finding a text takes %v allocations", n)
	}
}

func TestAbout(t *testing.T) {
	s := newCache(100)
	for name, want := range map[string]About{
		"tictactoe":     {Players: 2, Language: "gdl"},
		"montyhall":     {Players: 1, Language: "gdl-ii", Hidden: true, Chance: true},
		"chicken":       {Players: 2, Language: "rtgdl", RealTime: true},
		"tictactoe-rbg": {Players: 2, Language: "rbg"},
	} {
		e, err := s.Find(Ref{Game: name})
		if err != nil {
			t.Fatal(err)
		}
		got := e.About()
		if got.Players != want.Players || got.Language != want.Language || got.Hidden != want.Hidden || got.Chance != want.Chance || got.RealTime != want.RealTime {
			t.Errorf("%s is %+v", name, got)
		}
		if len(got.Roles) != want.Players || !got.Library || got.Title == "" {
			t.Errorf("%s is %+v", name, got)
		}
	}
}

// A broken text has an entry that cannot be opened.
func TestBrokenText(t *testing.T) {
	e := newCache(1).Text("broken", "role(white")
	if e.Err() == nil {
		t.Fatal("nothing is wrong")
	}
	if _, _, err := e.Game(t.Context()); err == nil {
		t.Error("a broken text became a game")
	}
	if _, err := e.Board(t.Context()); err == nil {
		t.Error("a broken text became a board")
	}
	if _, err := e.Thumbnail(t.Context()); err == nil {
		t.Error("a broken text has a picture")
	}
}

// A match gets a game of its kind, which it need not share in real time, and players.
func TestMatch(t *testing.T) {
	s := newCache(10)
	for _, name := range []string{"tictactoe", "chicken"} {
		e, err := s.Find(Ref{Game: name})
		if err != nil {
			t.Fatal(err)
		}
		a, _, err := e.Match(t.Context(), false)
		if err != nil {
			t.Fatal(err)
		}
		b, _, err := e.Match(t.Context(), false)
		if err != nil {
			t.Fatal(err)
		}
		if _, timed := a.(*timed.Game); timed != e.Rules.IsTimed() || timed != (a != b) {
			t.Errorf("%s: %T, shared: %v", name, a, a == b)
		}
		list, err := e.Roster(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := list.Maker("random"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := s.Text("broken", "role(white").Match(t.Context(), false); err == nil {
		t.Error("a broken text became a game")
	}
}

func TestThumbnail(t *testing.T) {
	s := newCache(10)
	for _, name := range []string{"tictactoe", "chicken", "tictactoe-rbg", "montyhall"} {
		e, err := s.Find(Ref{Game: name})
		if err != nil {
			t.Fatal(err)
		}
		svg, err := e.Thumbnail(t.Context())
		if err != nil || !strings.HasPrefix(string(svg), "<svg") {
			t.Errorf("%s: %.40q, %v", name, svg, err)
		}
	}
}
