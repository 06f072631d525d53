package picture

// A Scene is a position laid out for an image, independent of the language of its game.
type Scene struct {
	Title    string
	Players  []Player
	Sheets   []*Sheet
	Parts    []Part   // what is on no board
	Notes    []string // lines below the boards
	Table    []Entry  // facts that are not drawn otherwise
	Over     bool     // the game has ended
	Describe string   // description for screen readers
}

// A Player is an owner of pieces.
type Player struct {
	Key   string // distinguishing part of the name, see [Keys]; if it is the name of a colour, the viewer uses that
	Color string // chosen by the presentation, or empty
}

// A Sheet is a board with its pieces. Distances are in cells, and y grows downwards.
type Sheet struct {
	Title  string
	Tile   Tile
	Ground Ground
	Empty  string // description of a cell without pieces, or empty
	Cells  []Cell
	Kinds  []Kind
	Lines  []Line
	Links  []Link
	Walls  [][2]int // between neighbouring squares
	Labels []Label
	Arrow  []int        // cells of the last move, if it is drawn
	Dots   [][2]float64 // decoration
	Stars  []string     // names of cells with a dot on them, on points
	Edges  []Edge       // coloured sides
	Loops  []int        // on points: the lines, counted from the sides, that go on around the corners

	Numbered bool // names of dark cells are numbers that are written on them
}

// A Tile is the shape of a cell.
type Tile uint8

// The tiles.
const (
	Square Tile = iota
	Hexagon
	Circle // of a graph, whose lines are drawn
)

// A Ground is the material of a board of square cells.
type Ground uint8

// The grounds.
const (
	Checkered Ground = iota
	Uniform          // one colour, with lines between the cells
	Points           // pieces are on the crossings of lines
	Slots            // holes in a wall
	Tray             // cells that are mostly covered by tiles
	Bare             // only the pieces
)

// A Cell is a cell of a sheet.
type Cell struct {
	ID          string // for scripts
	Name        string // for people
	X, Y        float64
	Panel       int // index of its panel; a board can have several
	Row, Column int // for arrow keys, from the top and the left
	Dark        bool
	Changed     bool   // by the last move
	Current     bool   // where the next move begins
	Unknown     bool   // the content is not known
	Tint        int    // number of the kind of ground, from 1, or 0
	Ground      string // its name; if that is a colour, the ground has it
	Stones      []Stone
}

// A Stone is a piece on a cell.
type Stone struct {
	Kind int
	Life string // remaining lifetime, or empty
}

// A Kind is a kind of piece.
type Kind struct {
	ID    string // its name in the rules
	Name  string // its name in the legend
	Look  Look
	Mark  bool   // drawn in a corner of a cell with pieces
	Plain bool   // not explained in the legend
	Alone string // its shape where nothing else lies on its cell, or empty
}

// A Line connects two cells.
type Line struct {
	From, To int
	OneWay   bool // with an arrowhead
	Around   bool // leaves the board and comes back on the other side
	Bent     bool // around a cell in the way
}

// A Link is a line between two cells that belongs to a player, below the pieces.
type Link struct {
	From, To int
	Owner    int // a player, or None
}

// A Label is a text beside a board.
type Label struct {
	Text   string
	X, Y   float64
	Anchor Anchor
}

// An Anchor is the side of a point on which a text is.
type Anchor uint8

// The anchors.
const (
	Middle   Anchor = iota
	Left            // the text ends at the point
	Right           // the text begins at the point
	Slanting        // the text ends at the point, slanting upwards
)

// An Entry is a line of the facts that are not on a board.
type Entry struct {
	Name   string
	New    bool // the fact itself is new, if it has no arguments
	Owner  int  // a player, or None
	Values []EntryValue
}

// An EntryValue is a value of an entry.
type EntryValue struct {
	Text string
	New  bool
}

// A Look is the look of a piece.
type Look struct {
	Symbol string
	Owner  int    // a player, or None
	Color  int    // index of its colour, for a piece without an owner
	Word   string // if it is the name of a colour, a piece without an owner has it
	Tile   bool   // a piece without an owner is a light tile with a dark symbol
	Shape  string // one of [Shapes], or empty
	Paint  string // chosen by the presentation, or empty
}
