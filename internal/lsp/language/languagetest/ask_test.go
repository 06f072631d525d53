package languagetest_test

import (
	"testing"

	"ludex/internal/lsp/language/languagetest"
	"ludex/internal/lsp/language/rbglanguage"
	"ludex/source"
)

const text = `#players = white(100), black(100)
#pieces = e, w
#variables = turns(9)
#board = rectangle(up,down,left,right,[e,e][e,w])
#step = {w} [e] (up + right) {e} [w]
#rules = ->white step ->black step`

func open(text string) languagetest.View {
	return rbglanguage.New(source.NewFile("test.rbg", []byte(text)), rbglanguage.Options{})
}

func TestAskEverything(t *testing.T) {
	for end := 0; end <= len(text); end += 7 {
		languagetest.AskEverything(t, open(text[:end]), text[:end])
	}
}

func TestRenameAll(t *testing.T) {
	languagetest.RenameAll(t, text, open, "zebra", "yak")
}
