package benchtable

import (
	"strings"
	"unicode"
)

// A Language is one of the two languages of the table.
type Language string

// The languages.
const (
	RBG Language = "rbg"
	GDL Language = "gdl"
)

// An entry is a game of the table, with the names of its descriptions.
type entry struct {
	title    string
	rbg, gdl names
}

// names are the names of a game's descriptions in one language.
type names struct {
	public  []string // files and folders, those that are preferred first
	library string   // the game of our library, if it has the same rules and size
	// perft are the descriptions whose tree is counted instead, if there are any.
	perft        []string
	perftLibrary string // the same in our library
	perftMark    string // the footnote at perft
	mark         string // the footnote at perft and flat Monte Carlo
}

// The marks of footnotes.
const (
	markFixed = "*"
	markSplit = "†"
)

// footnotes explain the marks, in the order of the table.
var footnotes = []Footnote{
	{markFixed, "perft starts from a fixed position like that of chess, which leaves the setting up of the pieces out"},
	{markSplit, "the GDL description divides rides: each turn takes one piece at most"},
}

// paper lists the games of the paper's table, in its order.
var paper = []entry{
	{"Amazons", names{public: []string{"amazons"}, library: "amazons"}, names{public: []string{"amazons"}}},
	{"Arimaa", names{public: []string{"arimaa"}, library: "arimaa", perft: []string{"arimaa_fixedPosition"}, perftLibrary: "arimaa-fixed", perftMark: markFixed}, names{}},
	{"Breakthrough", names{public: []string{"breakthrough"}, library: "breakthrough-rbg"}, names{public: []string{"breakthrough"}, library: "breakthrough"}},
	{"Chess", names{public: []string{"chess"}, library: "chess"}, names{public: []string{"chess_200", "chess"}}},
	{"Chess (without check)", names{public: []string{"chess_kingCapture"}, library: "chess-kingcapture"}, names{public: []string{"speedChess"}}},
	{"Connect four", names{public: []string{"connect4"}, library: "connectfour-rbg"}, names{public: []string{"connect4"}, library: "connectfour"}},
	{"Double chess", names{public: []string{"doubleChess"}, library: "doublechess"}, names{}},
	{"English checkers", names{public: []string{"englishDraughts", "englishCheckers"}, library: "draughts"}, names{public: []string{"checkers"}, mark: markSplit}},
	{"Go", names{public: []string{"go"}, library: "go-19x19"}, names{}},
	{"Hex (9x9)", names{public: []string{"hex_9x9"}, library: "hex-9x9"}, names{public: []string{"hex"}}},
	{"International checkers", names{public: []string{"internationalDraughts", "internationalCheckers"}, library: "draughts-international"}, names{}},
	{"Reversi", names{public: []string{"reversi"}, library: "reversi"}, names{public: []string{"reversi"}}},
}

// of returns the names in a language.
func (e *entry) of(l Language) *names {
	if l == RBG {
		return &e.rbg
	}
	return &e.gdl
}

// called reports whether a normalized word names the game.
func (e *entry) called(word string) bool {
	if plain(e.title) == word {
		return true
	}
	for _, n := range []*names{&e.rbg, &e.gdl} {
		if rank(n.public, word) >= 0 || rank(n.perft, word) >= 0 || n.library != "" && plain(n.library) == word {
			return true
		}
	}
	return false
}

// rank returns the index of a normalized word in a list, or -1.
func rank(list []string, word string) int {
	for i, s := range list {
		if plain(s) == word {
			return i
		}
	}
	return -1
}

// plain returns the letters and digits of a name in lower case, for comparisons:
// hex_9x9 and Hex (9×9) are equal.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '×' {
			return 'x'
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
