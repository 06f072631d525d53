package lsp_test

import (
	"testing"

	"ludex/internal/lsp"
	"ludex/internal/lsp/protocol"
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
