package lsp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ludex/internal/gdlengine/gdlenginetest"
	"ludex/internal/lsp"
	"ludex/internal/lsp/language/gdllanguage"
	"ludex/internal/lsp/protocol"
	"ludex/internal/lsp/text"
	"ludex/source"
)

func codesOf(list []protocol.Diagnostic) string {
	var out []string
	for _, d := range list {
		out = append(out, d.Code)
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), " ")
}

func insert(line, character int, s string) text.Change {
	p := text.Position{Line: uint32(line), Character: uint32(character)}
	return text.Change{Range: &text.Range{Start: p, End: p}, Text: s}
}

func TestDiagnosticsFollowTheText(t *testing.T) {
	c := dial(t, lsp.Options{})
	c.initialize()
	const uri = "file:///a.kif"
	c.open(uri, "", walk)
	before := codesOf(c.diagnostics(uri, 1))
	c.change(uri, 2, insert(3, 0, "(broken"))
	if got := codesOf(c.diagnostics(uri, 2)); !strings.Contains(got, "GDL002") {
		t.Errorf("a parenthesis was opened: %s", got)
	}
	// Many changes at once: what counts is the last one.
	n := 3
	for ; n < 40; n++ {
		c.change(uri, n, insert(3, 7, " x"), insert(3, 9, "y"))
	}
	c.change(uri, n, text.Change{Range: &text.Range{Start: text.Position{Line: 3}, End: text.Position{Line: 3, Character: uint32(7 + 3*(n-3))}}})
	if got := codesOf(c.diagnostics(uri, n)); got != before {
		t.Errorf("the text is as it was, and its problems are %q, not %q", got, before)
	}
	c.notify("textDocument/didClose", protocol.DocumentParams{TextDocument: protocol.DocumentID{URI: uri}})
	if !c.wait(func() bool { return len(c.problems[uri].Diagnostics) == 0 }) {
		t.Error("a closed document keeps its problems")
	}
}

// TestDiagnosticsHaveEverything examines one problem with a note and advice.
func TestDiagnosticsHaveEverything(t *testing.T) {
	c := dial(t, lsp.Options{})
	c.initialize()
	const uri = "file:///dir/game%20one.kif"
	c.open(uri, "", "(role a)\n(<= (p ?x)\n(<= q p)\n")
	list := c.diagnostics(uri, 1)
	i := slices.IndexFunc(list, func(d protocol.Diagnostic) bool { return d.Code == "GDL002" })
	if i < 0 {
		t.Fatalf("the problems are %+v", list)
	}
	d := list[i]
	if d.Severity != 1 || d.Source != "ludex" || len(d.Related) != 1 || d.Related[0].Location.Range.Start.Line != 2 || d.Related[0].Location.URI != uri {
		t.Errorf("the problem is %+v", d)
	}
}

// TestVeryManyProblems shows the worst of them.
func TestVeryManyProblems(t *testing.T) {
	c := dial(t, lsp.Options{Hints: true})
	c.initialize()
	const uri = "file:///a.gdl"
	var content strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&content, "p%d(a) :- q(X)\n", i) // a variable that occurs once is a hint
	}
	content.WriteString("r(X) :- q(a)\n")
	c.open(uri, "", content.String())
	list := c.diagnostics(uri, 1)
	if len(list) != 1000 || !strings.Contains(codesOf(list), "GDL020") {
		t.Errorf("%d problems are shown: %s", len(list), codesOf(list))
	}
}

// TestDoubtfulNegationIsSettled waits for the second round of checks.
func TestDoubtfulNegationIsSettled(t *testing.T) {
	c := dial(t, lsp.Options{})
	c.initialize()
	const uri = "file:///a.gdl"
	c.open(uri, "", `role(r) init(s) base(s) input(r,a) legal(r,a) next(s) goal(r,100) terminal :- even(2)
succ(0,1) succ(1,2)
even(0)
even(N) :- succ(M,N) & ~even(M)
`)
	settled := func() bool {
		return slices.ContainsFunc(c.problems[uri].Diagnostics, func(d protocol.Diagnostic) bool {
			return d.Code == "GDL030" && strings.Contains(d.Message, "no ground atom that the game needs depends on its own negation")
		})
	}
	if !c.wait(settled) {
		t.Error("the doubt was never settled")
	}
}

func TestSettings(t *testing.T) {
	c := dial(t, lsp.Options{})
	var p protocol.InitializeParams
	p.InitializationOptions = []byte(`{"dialect":"nonsense"}`)
	if err := c.call("initialize", p, nil); err == nil || !strings.Contains(err.Message, "dialect") {
		t.Errorf("a nonsense dialect: %v", err)
	}
	p.InitializationOptions = []byte(`{"hints":true}`)
	c.must("initialize", p, nil)
	const uri = "file:///a.gdl"
	c.open(uri, "", "p(X) :- q(X,Y)\nq(a,b)\n")
	if got := codesOf(c.diagnostics(uri, 1)); !strings.Contains(got, "GDL095") {
		t.Errorf("with hints: %s", got)
	}
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"ludex": map[string]any{"hints": false}}})
	if !c.wait(func() bool { return !strings.Contains(codesOf(c.problems[uri].Diagnostics), "GDL095") }) {
		t.Error("hints stay")
	}
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": []int{}}) // from Lua
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"strict": 5}})
	if !c.wait(func() bool { return len(c.shown) == 1 }) || !strings.Contains(c.shown[0], "settings") {
		t.Errorf("shown: %q", c.shown)
	}
}

func TestFormatting(t *testing.T) {
	tests := []struct{ name, content, want string }{
		{"a.kif", "(role   a)\n(<= p\nq r)\n; end", "(role a)\n(<= p\n    q\n    r)\n; end\n"},
		{"a.kif", "(role   a)\r\n(role b)\r\n", "(role a)\r\n(role b)\r\n"},
		{"a.gdl", "p(X):-q(X),r(X).", "p(X) :-\n    q(X) &\n    r(X)\n"},
		{"a.rbg", "#players=a(1) // x\n#pieces=é", "#players=a(1) // x\n#pieces=é"}, // with errors it stays
		{"a.rbg", "#players=a(1),b(1)", "#players = a(1), b(1)\n"},
		{"a.kif", "(role a", "(role a"},
		{"a.kif", "(role a)\n", "(role a)\n"},
	}
	c := dial(t, lsp.Options{})
	c.initialize()
	for i, tt := range tests {
		uri := fmt.Sprintf("file:///%d/%s", i, tt.name)
		c.open(uri, "", tt.content)
		for _, method := range []string{"textDocument/formatting", "textDocument/rangeFormatting"} {
			var edits []protocol.TextEdit
			c.must(method, protocol.RangeParams{TextDocument: protocol.DocumentID{URI: uri}}, &edits)
			if got := applyEdits(tt.content, edits); got != tt.want {
				t.Errorf("%s of %q gives %q, want %q", method, tt.content, got, tt.want)
			}
		}
	}
}

// TestASimpleClient knows neither versions, nor trees, nor snippets.
func TestASimpleClient(t *testing.T) {
	c := dial(t, lsp.Options{})
	c.must("initialize", struct{}{}, nil)
	const uri = "file:///a.kif"
	c.open(uri, "", walk)
	var edit protocol.WorkspaceEdit
	c.must("textDocument/rename", protocol.RenameParams{PositionParams: at(uri, 2, 2), NewName: "after"}, &edit)
	if len(edit.Changes[uri]) != 2 || edit.DocumentChanges != nil {
		t.Errorf("renaming gives %+v", edit)
	}
	var symbols []protocol.SymbolInformation
	c.must("textDocument/documentSymbol", protocol.DocumentParams{TextDocument: protocol.DocumentID{URI: uri}}, &symbols)
	if len(symbols) != 14 || symbols[1].ContainerName != symbols[0].Name {
		t.Errorf("%d symbols: %+v", len(symbols), symbols)
	}
	c.change(uri, 2, insert(7, 0, "(<= (goal walker 50) (su"))
	var list protocol.CompletionList
	c.must("textDocument/completion", at(uri, 7, 24), &list)
	i := slices.IndexFunc(list.Items, func(it protocol.CompletionItem) bool { return it.Label == "succ" })
	if i < 0 || list.Items[i].TextEdit.NewText != "succ" || list.Items[i].InsertTextFormat != 1 {
		t.Errorf("completion gives %+v", list.Items)
	}
}

// TestExplain asks for explanations.
func TestExplain(t *testing.T) {
	c := dial(t, lsp.Options{})
	c.initialize()
	for _, arguments := range []string{`[]`, `[5]`, `["GDL999"]`} {
		params := map[string]any{"command": "ludex.explain", "arguments": jsonText(arguments)}
		if err := c.call("workspace/executeCommand", params, nil); err == nil {
			t.Errorf("%s is explained", arguments)
		}
	}
	if err := c.call("workspace/executeCommand", map[string]any{"command": "rm"}, nil); err == nil {
		t.Error("an unknown command was done")
	}
	c.must("workspace/executeCommand", map[string]any{"command": "ludex.explain", "arguments": []string{"gdl020"}}, nil)
	if !c.wait(func() bool { return len(c.shown) == 1 }) || !strings.HasPrefix(c.shown[0], "GDL020: ") {
		t.Errorf("shown: %q", c.shown)
	}
}

type jsonText string

func (j jsonText) MarshalJSON() ([]byte, error) { return []byte(j), nil }

// TestSemanticTokensOfSeveralLines cuts a comment of RBG at the ends of lines.
func TestSemanticTokensOfSeveralLines(t *testing.T) {
	c := dial(t, lsp.Options{})
	c.initialize()
	const uri = "file:///a.rbg"
	c.open(uri, "", "/* one\n\n  two */ #players = a(1)\n")
	var tokens protocol.SemanticTokens
	c.must("textDocument/semanticTokens/full", protocol.DocumentParams{TextDocument: protocol.DocumentID{URI: uri}}, &tokens)
	want := []uint32{0, 0, 6, 12, 0, 2, 0, 8, 12, 0, 0, 10, 7, 0, 0, 0, 10, 1, 9, 1, 0, 2, 1, 5, 0}
	if !slices.Equal(tokens.Data, want) {
		t.Errorf("the tokens are %v, want %v", tokens.Data, want)
	}
}

// largest returns the largest description of the public games, or skips.
func largest(t testing.TB) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(gdlenginetest.CorpusDir, "*", "*.kif"))
	if err != nil || len(files) == 0 {
		t.Skip("no public games here")
	}
	best, size := "", int64(0)
	for _, name := range files {
		if info, err := os.Stat(name); err == nil && info.Size() > size {
			best, size = name, info.Size()
		}
	}
	content, err := os.ReadFile(best)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// TestLargestPublicGame types into the largest public game and says how long its
// diagnostics take.
func TestLargestPublicGame(t *testing.T) {
	content := largest(t)
	c := dial(t, lsp.Options{})
	c.initialize()
	const uri = "file:///large.kif"
	c.open(uri, "", content)
	first := codesOf(c.diagnostics(uri, 1))
	var total time.Duration
	const changes = 10
	for i := range changes {
		start := time.Now()
		c.change(uri, i+2, insert(0, 0, "\n"))
		got := codesOf(c.diagnostics(uri, i+2))
		total += time.Since(start)
		if got != first {
			t.Errorf("a blank line changes the problems from %q to %q", first, got)
		}
	}
	t.Logf("%d bytes: diagnostics %v after a change", len(content), total/changes)
}

// BenchmarkCheck looks at the largest public game as the server does after every
// change.
func BenchmarkCheck(b *testing.B) {
	content := largest(b)
	for b.Loop() {
		v := gdllanguage.New(source.NewFile("large.kif", []byte(content)), gdllanguage.Options{})
		v.Check(b.Context(), func(*source.List) {})
	}
}
