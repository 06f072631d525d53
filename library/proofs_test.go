package library_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ludex/game"
	"ludex/library"
)

// provers returns the games that tests with a table of games are about.
func provers() map[string][]string {
	list := map[string][]string{}
	add := func(test, game string) { list["library."+test] = append(list["library."+test], game) }
	for _, m := range models {
		add("TestModels", m.game)
	}
	for _, m := range jointModels {
		add("TestJointModels", m.name())
	}
	for _, m := range tables {
		add("TestTables", m.game)
	}
	for _, m := range knownCounts {
		add("TestKnownCounts", m.game)
	}
	for _, m := range timedPlays {
		add("TestTimedPlays", m.game)
	}
	return list
}

// TestProofs makes sure that something proves each game: that the test is there, and that
// it names the game.
func TestProofs(t *testing.T) {
	tested, parsed := provers(), map[string]map[string][]string{}
	for _, g := range library.Games() {
		if len(g.ProvedBy) == 0 || len(g.ProofKinds()) != len(g.ProvedBy) {
			t.Errorf("%s: proved_by = %v, with none or not only of %v", g.Name, g.ProvedBy, library.Proofs)
		}
		for kind, test := range g.ProvedBy {
			if list, ok := tested[test]; ok {
				if !slices.Contains(list, g.Name) {
					t.Errorf("%s: %s by %s, which does not play it", g.Name, kind, test)
				}
				continue
			}
			dir, name, _ := strings.Cut(test, ".")
			if parsed[dir] == nil {
				parsed[dir] = testTexts(t, dir)
			}
			if !slices.Contains(parsed[dir][name], g.Name) {
				t.Errorf("%s: %s by %s, which is not there or does not name it", g.Name, kind, test)
			}
		}
	}
}

// testTexts returns the texts in the bodies of the tests of a package.
func testTexts(t *testing.T, dir string) map[string][]string {
	t.Helper()
	root := os.DirFS(filepath.Join("..", dir))
	files, err := fs.Glob(root, "*_test.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests in %s: %v", dir, err)
	}
	texts := map[string][]string{}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", dir, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
				texts[f.Name.Name] = stringsIn(f)
			}
		}
	}
	return texts
}

// stringsIn returns the string constants of a function.
func stringsIn(f *ast.FuncDecl) (list []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil {
				list = append(list, text)
			}
		}
		return true
	})
	return list
}

// TestPrintedCardGame plays the card game as it was printed beside the repaired one: only
// its goal values may differ, by a zero too many.
func TestPrintedCardGame(t *testing.T) {
	a, b := openGDL(t, "cardgame"), openGDL(t, "cardgame-printed")
	m, n := a.NewMachine(), b.NewMachine()
	for seed := range uint64(200) {
		rand := game.NewRand(seed)
		s, u := m.Initial(nil), n.Initial(nil)
		for !m.Terminal(s) && !n.Terminal(u) {
			var joint []game.Move
			for r := range a.Roles() {
				x, y := moveTexts(a, m, s, r), moveTexts(b, n, u, r)
				if !slices.Equal(x, y) {
					t.Fatalf("moves of %s are %v and %v", a.Roles()[r], x, y)
				}
				legal := m.Legal(s, game.Role(r), nil)
				joint = append(joint, legal[rand.Choose(len(legal))])
			}
			other := sameMoves(t, a, b, n, u, joint)
			for r := range a.Roles() {
				x, y := perceptTexts(a, m, s, joint, r), perceptTexts(b, n, u, other, r)
				if !slices.Equal(x, y) {
					t.Fatalf("%s sees %v and %v", a.Roles()[r], x, y)
				}
			}
			s, u = m.Next(s, joint, nil), n.Next(u, other, nil)
		}
		if !m.Terminal(s) || !n.Terminal(u) {
			t.Fatal("only one play is over")
		}
		for r, role := range a.Roles() {
			x, y := m.Goals(s, game.Role(r), nil), n.Goals(u, game.Role(r), nil)
			if !slices.Equal(without(x, 0), without(y, 0)) {
				t.Fatalf("%s gets %v and %v", role, x, y)
			}
		}
	}
}

// moveTexts returns the legal moves of a role in order.
func moveTexts(g game.Game, m game.Machine, s game.State, role int) (texts []string) {
	for _, move := range m.Legal(s, game.Role(role), nil) {
		texts = append(texts, g.MoveText(game.Role(role), move))
	}
	slices.Sort(texts)
	return texts
}

// sameMoves finds the moves of a joint move in another description of the game.
func sameMoves(t *testing.T, a, b game.Game, m game.Machine, s game.State, joint []game.Move) (other []game.Move) {
	t.Helper()
	for r, move := range joint {
		legal := m.Legal(s, game.Role(r), nil)
		i := slices.IndexFunc(legal, func(n game.Move) bool {
			return b.MoveText(game.Role(r), n) == a.MoveText(game.Role(r), move)
		})
		other = append(other, legal[i])
	}
	return other
}

// perceptTexts returns what a role perceives of a joint move, in order.
func perceptTexts(g game.Game, m game.Machine, s game.State, joint []game.Move, role int) (texts []string) {
	for _, p := range m.Percepts(s, joint, game.Role(role), nil) {
		texts = append(texts, g.PerceptText(p))
	}
	slices.Sort(texts)
	return texts
}
