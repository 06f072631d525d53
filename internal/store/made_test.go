package store

import (
	"errors"
	"path/filepath"
	"testing"
	"time"
)

func TestMadeGames(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "made.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	at := time.UnixMilli(1_700_000_000_000).UTC()
	first := MadeGame{Name: "made-a", Title: "A", Text: "role(a)", Owner: "x", Made: at}
	second := MadeGame{Name: "made-b", Title: "B", Text: "role(b)", Board: "light", Words: "Win.", Owner: "y", Made: at.Add(time.Second)}
	for _, g := range []MadeGame{first, second} {
		if err := s.AddMadeGame(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	if g, err := s.MadeGame(t.Context(), "made-b"); err != nil || g != second {
		t.Errorf("%+v, %v", g, err)
	}
	if list, err := s.MadeGames(t.Context(), 10); err != nil || len(list) != 2 || list[0] != second || list[1] != first {
		t.Errorf("%+v, %v", list, err)
	}
	if err := s.RemoveMadeGame(t.Context(), "made-b"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.MadeGame(t.Context(), "made-b"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a game that was removed: %v", err)
	}
	if err := s.AddMadeGame(t.Context(), MadeGame{Name: "made-c", Text: "\x00"}); err == nil {
		t.Error("a text with a zero byte is kept")
	}
}
