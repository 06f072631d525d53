// Package rbgcheck finds errors and probable mistakes in a Regular Boardgames description
// that the parser does not find.
//
// Checks are plain values in one registry, [All], so that the command line, editors and
// web pages run the same ones. Each check reports problems under codes of its own, and
// each code has an explanation.
//
// Most checks use an over-approximation of all plays, by abstract interpretation: which
// cells can be reached at which point of the rules, what they can hold, and which values
// variables can have. What it excludes is impossible in every play. Text in a macro is
// reported only if it is wrong in every use of the macro.
package rbgcheck

import (
	"strings"
	"sync"

	"ludex/internal/rbgparse"
	"ludex/rbg"
	"ludex/source"
)

// A Check looks for some kinds of problems.
type Check struct {
	Name  string
	Doc   string // one sentence
	Codes []*source.Code
	Run   func(*Pass)
}

// All is the registry of checks.
var All = []*Check{
	names, matching, reachability, switches, stars, alternatives, keeperChoices, endlessKeepers, turns, cells,
	players, // last, because it uses Pass.lost, which other checks set
}

// Codes returns the codes of all checks and of the parser, by ID.
func Codes() []*source.Code {
	codes := rbgparse.Codes()
	for _, c := range All {
		codes = append(codes, c.Codes...)
	}
	source.SortCodes(codes)
	return codes
}

// Options says what is reported.
type Options struct {
	Strict bool // problems that only some systems tolerate are errors
	Hints  bool // matters of style are reported too
}

// A Pass is the input of a check. Analyses that several checks need are made
// once, when first needed; an analysis that would take too long is nil.
type Pass struct {
	Game *rbg.Game

	list   *source.List
	use    func() *uses
	flow   func() *flow
	places func() []*place
	silent map[int32]bool // edges whose failure is already reported
	lost   bool           // some part of the rules was reported as unreachable or impassable
}

// Run applies all checks to a game and adds what they find to the diagnostics of its
// parser.
func Run(g *rbg.Game, opt Options, list *source.List) {
	p := &Pass{Game: g, list: list, silent: map[int32]bool{}}
	p.use = sync.OnceValue(func() *uses { return newUses(g) })
	p.flow = sync.OnceValue(func() *flow { return newFlow(g, newAutomaton(g)) })
	p.places = sync.OnceValue(func() []*place { return newPlaces(p.flow()) })
	for _, c := range All {
		c.Run(p)
	}
	list.Settle(opt.Strict, opt.Hints)
}

// Report adds a diagnostic.
func (p *Pass) Report(code *source.Code, at rbg.Origin, format string, args ...any) *source.Diagnostic {
	return at.Report(p.list, code, format, args...)
}

// either joins words by "or": "a", "a or b", "a, b or c".
func either(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// pieceNames returns the names of pieces.
func pieceNames(g *rbg.Game, pieces []int) []string {
	var names []string
	for _, p := range pieces {
		names = append(names, g.Pieces[p].Name)
	}
	return names
}

// mover names the player that a switch hands the move to.
func mover(g *rbg.Game, player int) string {
	if player == rbg.Keeper {
		return "the keeper"
	}
	return g.Players[player].Name
}
