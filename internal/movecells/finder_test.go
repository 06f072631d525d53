package movecells_test

import (
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/corpustest"
	"ludex/internal/movecells"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

// A fixture is a game with its board and finder.
type fixture struct {
	game   game.Game
	rules  *rules.Rules
	finder *movecells.Finder
	m      game.Machine
}

func open(t testing.TB, name string) *fixture {
	t.Helper()
	entry, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("no game %s", name)
	}
	r := rules.Read(source.NewFile(entry.File, entry.Rules()), rules.Options{})
	g, _, err := r.Open(t.Context(), rules.Opening{Early: true})
	if err != nil {
		t.Fatal(err)
	}
	b, err := board.Presented(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	f, err := movecells.New(t.Context(), b, g)
	if err != nil {
		t.Fatal(err)
	}
	return &fixture{g, r, f, g.NewMachine()}
}

// after returns the state after moves, and who has a choice there.
func (f *fixture) after(t testing.TB, moves string) (game.State, game.Role, [][]game.Move) {
	t.Helper()
	state := f.m.Initial(nil)
	if moves != "" {
		states, _, err := f.rules.Replay(f.game, f.m, state, moves)
		if err != nil {
			t.Fatal(err)
		}
		state = states[len(states)-1]
	}
	legal := make([][]game.Move, len(f.game.Roles()))
	if err := game.LegalMoves(f.game, f.m, state, legal); err != nil {
		t.Fatal(err)
	}
	for r := range legal {
		if len(legal[r]) > 1 && game.Role(r) != f.game.Random() {
			return state, game.Role(r), legal
		}
	}
	return state, 0, legal
}

func (f *fixture) find(t testing.TB, moves string) (texts []string, found []movecells.Found) {
	t.Helper()
	p, legal := f.position(t, moves)
	found = f.finder.Find(p, legal)
	if err := f.m.Err(); err != nil {
		t.Fatal(err)
	}
	for _, m := range legal {
		texts = append(texts, f.game.MoveText(p.Role, m))
	}
	return texts, found
}

// position returns the position after moves, and the legal moves of who has a choice.
func (f *fixture) position(t testing.TB, moves string) (movecells.Position, []game.Move) {
	t.Helper()
	state, role, legal := f.after(t, moves)
	joint := make([]game.Move, len(legal))
	for r := range legal {
		joint[r] = legal[r][0]
	}
	return movecells.Position{Machine: f.m, State: state, Role: role, Joint: joint}, legal[role]
}

// describe writes the cells of a move: the path, the effects in brackets, with a star
// where each cell alone means the move.
func describe(m movecells.Found) string {
	path, effects := m.Touched()
	text := strings.Join(path, " ")
	if m.HasSource() {
		text = "from " + text
	}
	if len(effects) > 0 {
		text += " (" + strings.Join(effects, " ") + ")"
	}
	if m.Any {
		text += " *"
	}
	return text
}

func TestFind(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	for _, tt := range []struct{ game, moves, move, want string }{
		{"chess", "", "e2e4", "from e2 e4"},
		{"chess", "e2e4;a7a6;g1f3;a6a5;f1e2;a5a4", "e1g1h1f1", "from e1 g1 (h1 f1)"},
		{"chess", "e2e4;a7a6;g1f3;a6a5;f1e2;a5a4", "e1f1", "from e1 f1"},
		{"chess", "e2e4;a7a6;e4e5;d7d5", "e5d5d6", "from e5 d6 (d5)"},
		{"draughts", "", "b6a5", "from b6 a5"},
		{"go", "", "a9", ""},
		{"go", "", "a9=blackStone", "a9"},
		{"go", "e5;a9", "a9", ""}, // the keeper then counts the area, a9 too
		{"go", "", "e5", "e5"},
		{"amazons", "", "d1d2d1", "from d1 d2 d1"},
		{"amazons", "", "a4b4c4", "from a4 b4 c4"},
		{"hex", "", "k11", "k11"},
		{"breakthrough", "", "(move 1 2 2 3)", "from 1,2 2,3"},
		{"tictactoe", "", "(mark 3 1)", "3,1"},
		{"connectfour-5x4", "", "(drop 2)", "2,4 2,3 2,2 2,1 *"},
		{"battleships", "", "(place cruiser 1 2 across)", "1,2,anna"},
		{"battleships", "(place cruiser 1 2 across) (place cruiser 1 3 across);(place destroyer 1 1 across) (place destroyer 1 1 across)", "(fire 2 3)", "2,3,ben *"},
		{"kriegspiel-chess", "", "(move a2 a3)", "from a,2 a,3"},
		{"dotsandboxes", "", "(draw f)", "f"},
	} {
		f := open(t, tt.game)
		texts, found := f.find(t, tt.moves)
		i := slices.Index(texts, tt.move)
		if i < 0 {
			t.Errorf("%s: %s is not among %v", tt.game, tt.move, texts)
			continue
		}
		if got := describe(found[i]); got != tt.want {
			t.Errorf("%s: %s is %q, want %q", tt.game, tt.move, got, tt.want)
		}
	}
}

func TestNames(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	for _, tt := range []struct{ game, moves, move, want string }{
		{"chess", "", "e2e4", "e4"},
		{"chess", "", "g1f3", "Nf3"},
		{"chess", "e2e4;d7d5", "e4d5", "exd5"},
		{"chess", "e2e4;a7a6;e4e5;d7d5", "e5d5d6", "exd6"},
		{"chess", "g1f3;a7a6;d2d3;a6a5", "b1d2", "Nb1d2"},
		{"chess", "e2e4;a7a6;g1f3;a6a5;f1e2;a5a4", "e1g1h1f1", "O-O"},
		{"chess", "a2a4;b7b5;a4b5;h7h6;b5b6;h6h5;b6a7;h5h4", "a7b8=whiteKnight", "axb8=N"},
		{"draughts", "", "b6a5", "9–13"},
		{"go", "", "a9", "Pass"},
		{"go", "", "a9=blackStone", "A9"},
		{"go", "", "i1", "J1"},
		{"reversi", "", "c5", "c4"},
		{"xiangqi", "", "h3e3", "h2e2"},
		{"go", "e5;a9", "a9", "Pass"}, // the keeper then counts the area, a9 too
		{"amazons", "", "d1d2d1", "d1d2/d1"},
		{"breakthrough", "", "(move 1 2 2 3)", "a2b3"},
		{"tictactoe", "", "(mark 3 1)", "c1"},
		{"connectfour-5x4", "", "(drop 2)", "b1"},
		{"battleships", "", "(place cruiser 1 2 across)", "a2 (anna) across"},
		{"rockpaperscissors", "", "(throw rock)", "Throw rock"},
	} {
		f := open(t, tt.game)
		texts, found := f.find(t, tt.moves)
		i := slices.Index(texts, tt.move)
		if i < 0 {
			t.Errorf("%s: %s is not among %v", tt.game, tt.move, texts)
			continue
		}
		if got := found[i].Name; got != tt.want {
			t.Errorf("%s: %s is named %q, want %q", tt.game, tt.move, got, tt.want)
		}
	}
}

// TestLibrary checks what must hold for the moves of every game: cells are on the board,
// each has a part, moves that are touched alike can be told apart, and names are not terms
// and differ. It takes a sample of the games, or with LUDEX_FULL=1 all.
func TestLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	for _, entry := range library.Games() {
		if !corpustest.Sampled(entry.Name) || rules.Read(source.NewFile(entry.File, entry.Rules()), rules.Options{}).IsTimed() {
			continue
		}
		t.Run(entry.Name, func(t *testing.T) {
			f := open(t, entry.Name)
			texts, found := f.find(t, "")
			names := map[string]bool{}
			for i, m := range found {
				path, _ := m.Touched()
				if len(m.Parts) != len(m.Cells) || len(m.Cells) > 0 && len(path) == 0 {
					t.Errorf("%s: %+v", texts[i], m)
				}
				if names[m.Name] || m.Name == "" || strings.ContainsAny(m.Name[:1], "(") || strings.EqualFold(m.Name, "noop") {
					t.Errorf("%s is named %q", texts[i], m.Name)
				}
				names[m.Name] = true
			}
		})
	}
}

func TestReason(t *testing.T) {
	for _, tt := range []struct{ game, moves, want string }{
		{"tictactoe", "(mark 1 1) noop;noop (mark 2 1);(mark 1 2) noop;noop (mark 2 2);(mark 1 3) noop", "1,1 1,2 1,3"},
		{"tictactoe", "(mark 1 1) noop;noop (mark 2 1);(mark 1 2) noop", ""},
		{"tictactoe-rbg", "a1;b1;a2;b2;a3", "a1 a2 a3"},
		{"connectfour-5x4", "(drop 1) noop;noop (drop 2);(drop 1) noop;noop (drop 2);(drop 1) noop;noop (drop 2);(drop 1) noop", "1,1 1,2 1,3 1,4"},
		{"chess", "f2f3;e7e5;g2g4;d8h4", ""}, // many pieces mate
	} {
		f := open(t, tt.game)
		initial := f.m.Initial(nil)
		states, joints, err := f.rules.Replay(f.game, f.m, initial, tt.moves)
		if err != nil {
			t.Fatal(err)
		}
		got := f.finder.Reason(f.m, states[len(joints)-1], joints[len(joints)-1])
		slices.Sort(got)
		if text := strings.Join(got, " "); text != tt.want && tt.game != "chess" {
			t.Errorf("%s: %q, want %q", tt.game, text, tt.want)
		}
		if tt.game == "chess" && (!slices.Contains(got, "h4") || !slices.Contains(got, "e1")) {
			t.Errorf("the mate is because of %v", got)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	for _, name := range []string{"chess", "amazons", "gomoku", "go", "breakthrough", "reversi", "connectfour"} {
		f := open(b, name)
		b.Run(name, func(b *testing.B) {
			p, legal := f.position(b, "")
			for b.Loop() {
				f.finder.Find(p, legal)
			}
		})
	}
}
