// Package language defines what an editor can ask about a description in any of the
// languages. Places are spans of bytes; package lsp converts them to the positions of
// editors.
package language

import (
	"context"
	"errors"

	"ludex/source"
)

// A View is one version of a text, analysed as far as possible: a text that is
// being typed is rarely complete. It is immutable and safe for concurrent use.
type View interface {
	// Check reports the problems of the text. It may report several times, each
	// time everything that is known by then, and returns early if the context
	// ends.
	Check(ctx context.Context, report func(*source.List))
	// Hover describes what stands at an offset, in Markdown. It returns "" where
	// there is nothing to say.
	Hover(offset int) (markdown string, at source.Span)
	// Definitions returns where what stands at an offset is defined.
	Definitions(offset int) []source.Span
	// Uses returns the places of what stands at an offset, definitions
	// included, in the order of the text.
	Uses(offset int) []Use
	// Renameable returns the name at an offset, or an error that says why it
	// cannot be changed.
	Renameable(offset int) (name string, at source.Span, err error)
	// Rename returns the changes that give what stands at an offset a new name.
	Rename(offset int, name string) ([]source.Edit, error)
	// Complete returns what could be written at an offset, and the span of the
	// word that it would replace.
	Complete(offset int) ([]Item, source.Span)
	// Signature describes the arguments of what an offset stands in, or returns
	// nil.
	Signature(offset int) *Signature
	// Format returns the text in its canonical form, or an error if it cannot be
	// read.
	Format() ([]byte, error)
	// Outline returns what the text is made of.
	Outline() []Symbol
	// Tokens returns what the words of the text are, in the order of the text
	// and without overlaps.
	Tokens() []Token
	// Folds returns the parts of the text that can be folded away.
	Folds() []Fold
	// Hints returns what an editor can show between the words of the text, in the
	// order of the text: the names of arguments.
	Hints() []Hint
}

// ErrNothing is reported where there is nothing that has a name.
var ErrNothing = errors.New("there is no name here")

// A Use is a place where something is named.
type Use struct {
	Span       source.Span
	Definition bool
}

// A Kind says what a name stands for.
type Kind uint8

// The kinds of names.
const (
	Keyword   Kind = iota // a word of the language
	Operator              // a connective or mark of the language
	Relation              // a relation of GDL
	Function              // a function of GDL: what facts and moves are made of
	Constant              // a constant of GDL, a piece of RBG
	Number                // a number
	Variable              // a variable
	Parameter             // a parameter of a macro
	Macro                 // a macro
	Player                // a player of RBG
	Label                 // a direction of RBG
	Cell                  // a cell of RBG
	Comment
)

// An Item is something that could be written at a place.
type Item struct {
	Label   string
	Kind    Kind
	Detail  string
	Doc     string // Markdown
	Text    string // what is written
	Snippet string // the same with places to fill in, in the syntax of snippets; or ""
}

// A Signature describes a relation, function or macro while its arguments are
// written.
type Signature struct {
	Label      string
	Parameters [][2]int // where each argument stands in the label, in bytes
	Active     int      // the current argument
	Doc        string   // Markdown
}

// A Symbol is a part of a text that has a name.
type Symbol struct {
	Name     string
	Detail   string
	Kind     Kind
	Span     source.Span // all of it
	At       source.Span // the name
	Children []Symbol
}

// A Token is a word and what it is.
type Token struct {
	Span       source.Span
	Kind       Kind
	Definition bool
}

// A Fold is a part of a text that can be folded away.
type Fold struct {
	Span    source.Span
	Comment bool
}

// A Hint names the argument that begins at a place.
type Hint struct {
	At   source.Pos
	Name string
}
