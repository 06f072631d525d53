// Package rbgparse parses Regular Boardgames descriptions into the tree of package rbg.
//
// A text is split into directives ([Scan]). Macros are expanded while the sections are
// parsed; then names are resolved and boards generated. Parsing continues after an error
// where possible, so that one run reports most problems of a file. Every token records
// the macro calls that it comes from. Limits bound the time for any text.
package rbgparse

import (
	"fmt"

	"ludex/rbg"
	"ludex/source"
)

// File reads a description. The game is nil if the list has errors.
func File(f *source.File) (*rbg.Game, *source.List) {
	doc, list := Scan(f)
	r := &reader{
		list:     list,
		macros:   map[string]*macroGroup{},
		sections: map[string]*body{},
		names:    map[string]symbol{},
		reported: map[report]bool{},
		game:     &rbg.Game{File: f, Board: &rbg.Board{}},
	}
	if !doc.dropped {
		r.lost = doc.lost
		r.read(doc)
	}
	list.Sort()
	if list.HasErrors() {
		return nil, list
	}
	return r.game, list
}

// A reader turns one document into a game.
type reader struct {
	list     *source.List
	macros   map[string]*macroGroup
	later    map[string]Token // where each macro is first defined
	starts   []source.Pos     // where the directives begin
	sections map[string]*body
	names    map[string]symbol
	game     *rbg.Game
	reported map[report]bool
	counted  int  // the diagnostics when errors were last counted,
	errors   int  // and how many errors there were
	failed   bool // an error of the section makes further ones doubtful
	lost     bool // a macro with an unknown name is missing
	broken   bool // a directive could not be read
	// unknown holds the roles of which not all names are known, because the
	// section that declares them has errors or is missing.
	unknown map[role]bool
}

// A report is a problem at a place. A macro body that is expanded a thousand
// times has it once.
type report struct {
	code    *source.Code
	at      source.Pos
	message string
}

// read reads all sections, those first that declare names for the others.
func (r *reader) read(doc *Document) {
	r.later = map[string]Token{}
	for _, d := range doc.Directives {
		r.starts = append(r.starts, d.Hash.Span.Start)
		if _, ok := r.later[d.Name.Text]; !ok {
			r.later[d.Name.Text] = d.Name
		}
	}
	for _, d := range doc.Directives {
		b := r.define(d)
		r.broken = r.broken || d.broken
		if d.IsSection() {
			r.addSection(b)
		}
	}
	r.complete()
	r.declare()
	if r.sections[board] != nil {
		r.readBoard()
	}
	if r.sections[rules] != nil {
		r.readRules()
	}
}

// addSection remembers a section. Of several with one name the last counts.
func (r *reader) addSection(b *body) {
	name := b.directive.Name
	if before, ok := r.sections[name.Text]; ok {
		r.list.Report(RepeatedSection, name.Span, "a second section %s replaces the first", name.Text).
			Note(before.directive.Name.Span, "the first one is not used")
	}
	r.sections[name.Text] = b
}

// declares says which names a section declares.
var declares = map[string]role{players: aPlayer, pieces: aPiece, variables: aVariable, board: aLabel}

// complete reports sections that are missing or empty, and forgets the latter.
func (r *reader) complete() {
	r.unknown = map[role]bool{}
	for _, name := range sections {
		b := r.sections[name]
		switch {
		case b == nil && (r.lost || r.broken): // it may be the one
		case b == nil:
			d := r.list.Report(MissingSection, source.Span{}, "the description has no section %s", name)
			if name == variables {
				d.Advise("write #variables = even if there are none")
			}
			if name == variables && len(r.starts) > 0 {
				d.Fix(source.Span{Start: r.starts[0], End: r.starts[0]}, "#variables =\n", "add #variables =")
			}
		case len(b.directive.Body) == 0 && name != variables:
			if !b.directive.broken {
				r.list.Report(MissingSection, b.directive.Name.Span, "section %s is empty", name)
			}
			delete(r.sections, name)
		default:
			continue
		}
		if role, ok := declares[name]; ok {
			r.unknown[role] = true
		}
	}
}

// reportAt reports a problem once for each place, code and message. What it
// returns can have notes added in any case; it has no code if it was reported
// before.
func (r *reader) reportAt(at rbg.Origin, code *source.Code, format string, args ...any) *source.Diagnostic {
	key := report{code, at.Span.Start, fmt.Sprintf(format, args...)}
	if r.reported[key] {
		return &source.Diagnostic{}
	}
	r.reported[key] = true
	return at.Report(r.list, code, "%s", key.message)
}

// full reports whether enough errors have been reported.
func (r *reader) full() bool {
	if n := len(r.list.Items); n != r.counted {
		r.counted, r.errors = n, r.list.Count(source.Error)
	}
	return r.errors >= maxErrors
}

// The limits of what is read. They are far beyond every written game, and protect
// the parser and code that walks the tree.
const (
	// MaxTokens is how many tokens and comments a text may have.
	MaxTokens = 2_000_000
	// MaxExpansion is how many tokens and macro calls the macros of one
	// section may expand to.
	MaxExpansion = 2_000_000
	// MaxCalls is how deep calls of macros and uses of their parameters may
	// stand in each other when a section is expanded.
	MaxCalls = 10_000
	// MaxDepth is how deep brackets may be nested.
	MaxDepth = 1000
	// MaxCells is how many cells a board may have.
	MaxCells = 65_535
	// MaxLabels is how many labels the edges of a board may have.
	MaxLabels = 1000
	// MaxEdges is how many places for edges a board may have: its cells times
	// its labels.
	MaxEdges = 4_000_000
	// MaxNames is how many pieces, and how many players and variables, a game
	// may have.
	MaxNames = 65_535
	// MaxActions is how many parts the rules may have once macros and powers
	// are expanded.
	MaxActions = 1_000_000
	// MaxNameLength is how many characters a name or a number may have.
	MaxNameLength = 1000
	// MaxSlots is how many slots, holes included, a generated board may have.
	MaxSlots = 1_000_000
)

// maxErrors is how many problems are reported before reading stops.
const maxErrors = 100
