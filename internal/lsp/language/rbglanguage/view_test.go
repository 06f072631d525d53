package rbglanguage_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludex/internal/lsp/language"
	"ludex/internal/lsp/language/languagetest"
	"ludex/internal/lsp/language/rbglanguage"
	"ludex/library"
	"ludex/source"
)

func open(text string) *rbglanguage.View {
	return rbglanguage.New(source.NewFile("a.rbg", []byte(text)), rbglanguage.Options{})
}

func TestRenamingIsConsistent(t *testing.T) {
	for _, name := range []string{"tictactoe-rbg", "breakthrough-rbg"} {
		g, ok := library.Lookup(name)
		if !ok {
			t.Fatalf("no game %s", name)
		}
		languagetest.RenameAll(t, string(g.Rules()), func(s string) languagetest.View { return open(s) }, "newname")
	}
}

// TestPastedNames covers names that occur in the text only in parts.
func TestPastedNames(t *testing.T) {
	const text = `#both(c) = c~Man, c~King
#players = white(1), black(1)
#pieces = empty, both(white), both(black)
#variables =
#board = rectangle(up, down, left, right, [whiteMan, empty])
#rules = ->white {whiteMan} right [whiteMan] ->>
`
	v := open(text)
	at := strings.LastIndex(text, "whiteMan")
	if h, _ := v.Hover(at); !strings.Contains(h, "a piece; 1 of 2 cells") {
		t.Errorf("hover says %q", h)
	}
	if _, _, err := v.Renameable(at); err == nil || !strings.Contains(err.Error(), "pasted together") {
		t.Errorf("a pasted name can be renamed: %v", err)
	}
	if defs := v.Definitions(at); len(defs) != 1 || text[defs[0].Start.Offset():defs[0].End.Offset()] != "c~Man" {
		t.Errorf("it is defined at %v", defs)
	}
	items, _ := v.Complete(strings.LastIndex(text, "[whiteMan") + 1)
	var labels []string
	for _, it := range items {
		if it.Kind == language.Constant {
			labels = append(labels, it.Label)
		}
	}
	if got, want := strings.Join(labels, " "), "blackKing blackMan empty whiteKing whiteMan"; got != want {
		t.Errorf("offered are %s, want %s", got, want)
	}
}

// TestGraphs is about boards that are given cell by cell.
func TestGraphs(t *testing.T) {
	const text = `#players = p(1)
#pieces = e, x
#variables =
#board = a[x]{r: b} b[e]{l: a}
#rules = ->p {x} r [x] ->>
`
	v := open(text)
	uses := v.Uses(strings.Index(text, "b}"))
	if len(uses) != 2 || uses[0].Definition || !uses[1].Definition {
		t.Errorf("the uses of cell b are %v", uses)
	}
	if h, _ := v.Hover(strings.Index(text, "r [")); !strings.Contains(h, "a direction; it leads on from 1 of 2 cells") {
		t.Errorf("hover says %q", h)
	}
	if _, err := v.Rename(strings.Index(text, "b}"), "goal"); err != nil {
		t.Errorf("a cell cannot be renamed: %v", err)
	}
}

// TestOverloadedMacros tells macros with one name apart.
func TestOverloadedMacros(t *testing.T) {
	const text = `#m(a) = a
#m(a; b) = a b
#rules = m(up) m(up; down) m(up; down; left)
`
	v := open(text)
	for call, want := range map[string]int{"m(up)": 1, "m(up; down) ": 1, "m(up; down; left)": 2} {
		if defs := v.Definitions(strings.Index(text, call)); len(defs) != want {
			t.Errorf("%s has %d definitions, want %d", call, len(defs), want)
		}
	}
	s := v.Signature(strings.Index(text, "down)"))
	if s == nil || s.Label != "m(a; b)" || s.Active != 1 {
		t.Errorf("the signature is %+v", s)
	}
}

func TestUnfinishedTexts(t *testing.T) {
	const text = "// c\n#players = a(1)\n#m(x; y) = (x~z {y})^2 /* d */\n#board = rectangle(u, d, l, r, [e,])\n#rules = ->a m(u; e) {$ a < 3}"
	for n := range len(text) + 1 {
		languagetest.AskEverything(t, open(text[:n]), text[:n])
	}
}

func FuzzView(f *testing.F) {
	files, _ := filepath.Glob(filepath.Join("..", "..", "testdata", "marks", "*.rbg"))
	for _, name := range files {
		if text, err := os.ReadFile(name); err == nil {
			f.Add(string(text))
		}
	}
	f.Add("# # a ( = #m(;;) ~ #rules = m(((")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		v := open(text)
		v.Check(context.Background(), func(*source.List) {})
		languagetest.AskEverything(t, v, text)
	})
}
