package rbglanguage

import "ludex/internal/rbgparse"

// A keywordDoc says what a reserved word means.
type keywordDoc struct {
	title, doc string
	args       []string // of a generator of boards
}

// sections lists the sections in the order in which people write them.
var sections = []string{"players", "pieces", "variables", "board", "rules"}

// keywordDocs explains the reserved words.
var keywordDocs = map[string]keywordDoc{
	"players":   {title: "the section of players", doc: "Players with their largest scores: `#players = white(100), black(100)`. A player is also a variable, the score."},
	"pieces":    {title: "the section of pieces", doc: "What a cell can hold: `#pieces = empty, stone`. Every cell holds exactly one piece."},
	"variables": {title: "the section of variables", doc: "Variables with their largest values: `#variables = turn(50)`. All are 0 at the beginning. The section may be empty."},
	"board":     {title: "the section of the board", doc: "A generated board, `rectangle(…)`, `hexagon(…)` or `cuboid(…)`, or a graph cell by cell: `a[e]{right: b}`."},
	"rules":     {title: "the section of rules", doc: "A regular expression over actions. A move goes from one switch to the next."},
	"rectangle": {title: "a rectangular board", doc: "Rows of pieces, from the top: `rectangle(up,down,left,right, [e,e] [e,e])`.", args: []string{"up", "down", "left", "right", "rows"}},
	"hexagon":   {title: "a hexagonal board", doc: "Rows that grow by one place each and then shrink: `hexagon(NW,NE,E,SE,SW,W, [e] [e,e] [e])`.", args: []string{"NW", "NE", "E", "SE", "SW", "W", "rows"}},
	"cuboid":    {title: "a board in three dimensions", doc: "Layers of rows: `cuboid(up,down,left,right,front,back, [[e,e]] [[e,e]])`.", args: []string{"up", "down", "left", "right", "front", "back", "layers"}},
}

// generators lists the words that make boards.
var generators = []string{"rectangle", "hexagon", "cuboid"}

// markDocs explains the marks of actions.
var markDocs = map[rbgparse.Kind]string{
	rbgparse.Arrow:       "Hands the move to a player. This ends a move.",
	rbgparse.KeeperArrow: "Hands the move to the keeper, who goes on by itself. This ends a move.",
	rbgparse.LPositive:   "A pattern: what stands in it can be completed from here. What it changes is undone.",
	rbgparse.LNegative:   "A negative pattern: what stands in it cannot be completed from here.",
	rbgparse.LCompare:    "A comparison of two numbers: `{$ turn < 50}`.",
	rbgparse.LAssign:     "An assignment: `[$ turn = turn + 1]`. A value outside of 0 to the bound makes the path dead.",
	rbgparse.LBrace:      "A test: the piece on the current cell is one of these. `{}` never holds.",
	rbgparse.Dot:         "Where a move may be split. It has no effect.",
	rbgparse.Tilde:       "Pastes two tokens together, in the body of a macro: `me~Pawn`.",
	rbgparse.Star:        "Any number of times; in arithmetic, multiplication.",
	rbgparse.Caret:       "A power: `up^3` is `up up up`.",
}
