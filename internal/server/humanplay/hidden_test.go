package humanplay

import (
	"encoding/json"
	"strings"
	"testing"

	"ludex/internal/board"
)

// TestNoLeak plays games with hidden information with many seeds. Everything that a client
// gets, also the cells and names of moves, must follow from what the role has done and
// perceived: where that is the same, the bytes are the same but for ids and numbers of
// versions.
func TestNoLeak(t *testing.T) {
	const seeds, decisions = 10, 4
	for _, name := range []string{"battleships", "kriegspiel-chess", "kriegspiel-tictactoe", "kuhnpoker", "leducpoker", "liarsdice", "montyhall"} {
		t.Run(name, func(t *testing.T) {
			shown, again, cells := map[string]string{}, 0, 0
			for seed := range uint64(seeds) {
				s, _ := openTurns(t, Options{Entry: entry(t, name), Nodes: 5, Seed: seed})
				for range decisions {
					v := await(t, s, func(v View) bool {
						return v.Phase != Others && v.Known != nil && (v.Known.States > 0 || v.Known.Why != "")
					})
					experienced := strings.Join(v.History, "\n")
					sent := bytesOf(t, s, v)
					if other, ok := shown[experienced]; ok {
						if again++; other != sent {
							t.Fatalf("after\n%s\na client gets\n%s\nor\n%s", experienced, other, sent)
						}
					}
					shown[experienced] = sent
					for _, m := range v.Moves {
						cells += len(m.Cells)
					}
					if v.Phase != Yours {
						break
					}
					do(t, s, Action{Kind: DoMove, Number: 1 + int(seed)%min(2, len(v.Moves))})
				}
				s.Close("the end")
			}
			if again == 0 {
				t.Error("no experience came twice")
			}
			if pictured := entryHasGrid(t, name); pictured != (cells > 0) {
				t.Errorf("the moves have %d cells; there is a board: %v", cells, pictured)
			}
		})
	}
}

// bytesOf returns what a client gets of a view and its image, without ids and versions.
func bytesOf(t *testing.T, s Session, v View) string {
	t.Helper()
	v.ID, v.Version, v.Position, v.Notices, v.Record = "", 0, 0, nil, ""
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	pos, _, err := s.Position(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	image, err := s.Draw(t.Context(), pos, board.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return string(data) + string(image)
}

func entryHasGrid(t *testing.T, name string) bool {
	t.Helper()
	b, err := entry(t, name).Board(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return b.HasGrid()
}
