package lsp_test

import (
	"fmt"
	"slices"
	"testing"

	"ludex/internal/lsp"
	"ludex/internal/lsp/protocol"
	"ludex/internal/lsp/text"
)

// TestWorkspaceSymbols asks for names in all open documents.
func TestWorkspaceSymbols(t *testing.T) {
	c := dial(t, lsp.Options{})
	c.initialize()
	c.open("file:///one/a.kif", "", "(role ann)\n(<= (winner ?p) (role ?p))\n")
	c.open("file:///two/b.kif", "", "(role bob)\n(<= (loser ?p) (role ?p))\n")
	for query, want := range map[string]string{"WINN": "a.kif", "lose": "b.kif"} {
		var found []protocol.SymbolInformation
		c.must("workspace/symbol", protocol.WorkspaceSymbolParams{Query: query}, &found)
		if len(found) == 0 || found[0].ContainerName != want {
			t.Errorf("%s: %+v", query, found)
		}
	}
	var all []protocol.SymbolInformation
	c.must("workspace/symbol", protocol.WorkspaceSymbolParams{}, &all)
	if len(all) < 4 {
		t.Errorf("without a text: %+v", all)
	}
}

// TestInlayHints asks for the names of arguments in all languages.
func TestInlayHints(t *testing.T) {
	c := dial(t, lsp.Options{})
	if !c.initialize().Capabilities.InlayHintProvider {
		t.Error("the server does not say that it has hints")
	}
	for _, tt := range []struct {
		uri, text string
		want      []string // line, column and text
	}{
		{"file:///a.kif", "(init (cell 1 (at 2 3) b))\n(<= (next (cell ?x ?y ?mark)) (true (cell ?x ?y ?mark)))\n", []string{"0:12 x:", "0:14 y:", "0:23 mark:"}},
		{"file:///b.gdl", "init(cell(1,at(2,3),b)).\nnext(cell(X,Y,Mark)) :- true(cell(X,Y,Mark)).\n", []string{"0:10 X:", "0:12 Y:", "0:20 Mark:"}},
		{"file:///c.rbg", "#step(from; to) = from to\n#rules = step(left; (step(up; right)))\n", []string{"1:14 from:", "1:20 to:", "1:26 from:", "1:30 to:"}},
	} {
		c.open(tt.uri, "", tt.text)
		everything := protocol.RangeParams{TextDocument: protocol.DocumentID{URI: tt.uri}, Range: text.Range{End: text.Position{Line: 9}}}
		if got := c.hints(everything); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.uri, got, tt.want)
		}
		everything.Range.Start.Line = 5
		if got := c.hints(everything); len(got) != 0 {
			t.Errorf("%s: %q in lines that are empty", tt.uri, got)
		}
	}
}

// hints returns the hints of a range as texts.
func (c *client) hints(p protocol.RangeParams) []string {
	var list []protocol.InlayHint
	c.must("textDocument/inlayHint", p, &list)
	var out []string
	for _, h := range list {
		out = append(out, fmt.Sprintf("%d:%d %s", h.Position.Line, h.Position.Character, h.Label))
	}
	return out
}
