package picture

// A Scene is a position laid out for an image, whatever language its game is
// written in.
type Scene struct {
	Title    string
	Players  []Player
	Sheets   []*Sheet
	Notes    []string // lines below the boards
	Table    []Entry  // facts that lie on no board
	Over     bool     // the play has ended
	Describe string   // for those who cannot see the image
}

// A Player is somebody to whom pieces belong.
type Player struct {
	Key   string // what distinguishes the name, see [Keys]; if it is that of a colour, the viewer takes it
	Color string // a colour of the presentation, or empty
}

// A Sheet is a board with what lies on it. Distances are in cells, and y grows
// downwards.
type Sheet struct {
	Title  string
	Tile   Tile
	Ground Ground
	Empty  string // what a cell without pieces is said to hold, or empty
	Cells  []Cell
	Kinds  []Kind
	Lines  []Line
	Labels []Label
	Arrow  []int        // the cells of the last move, if it is to be drawn
	Dots   [][2]float64 // decoration
	Stars  []string     // names of cells with a dot on them, on points
}

// A Tile is the shape of a cell.
type Tile uint8

// The tiles.
const (
	Square Tile = iota
	Hexagon
	Circle // of a graph, whose lines are drawn
)

// A Ground is what a board of square cells is made of.
type Ground uint8

// The grounds.
const (
	Checkered Ground = iota
	Uniform          // one shade, with lines between the cells
	Points           // pieces lie where lines cross
	Slots            // holes in a wall
	Tray             // cells that are mostly covered by tiles
	Bare             // nothing but what lies on it
)

// A Cell is a place of a sheet.
type Cell struct {
	ID          string // by which scripts find it
	Name        string // what people call it
	X, Y        float64
	Panel       int // boards can have several
	Row, Column int // for arrow keys, from above and from the left
	Dark        bool
	Changed     bool // by the last move
	Current     bool // where the next move begins
	Unknown     bool // nobody told what lies here
	Stones      []Stone
}

// A Stone is a piece on a cell.
type Stone struct {
	Kind int
	Life string // what is left of its lifetime, or empty
}

// A Kind is a kind of piece.
type Kind struct {
	ID    string // what the rules call it
	Name  string // what the legend calls it
	Look  Look
	Mark  bool // it lies in a corner of a cell on which pieces lie
	Plain bool // the legend need not explain it
}

// A Line connects two cells.
type Line struct {
	From, To int
	OneWay   bool // with an arrowhead
	Around   bool // it leaves the board to come back on the other side
	Bent     bool // around a cell in the way
}

// A Label is a text beside a board.
type Label struct {
	Text   string
	X, Y   float64
	Anchor Anchor
}

// An Anchor says on which side of a place a text stands.
type Anchor uint8

// The anchors.
const (
	Middle   Anchor = iota
	Left            // the text ends there
	Right           // the text begins there
	Slanting        // the text ends there and goes up to it
)

// An Entry is a line of the facts that lie on no board.
type Entry struct {
	Name   string
	New    bool // the name itself, of a fact without arguments
	Owner  int  // the player whom it is about, or None
	Values []EntryValue
}

// An EntryValue is what comes after a name.
type EntryValue struct {
	Text string
	New  bool
}

// A Look is what a piece looks like.
type Look struct {
	Symbol string
	Owner  int    // a player, or None
	Color  int    // among those of pieces that belong to nobody
	Word   string // if it is the name of a colour, a piece of nobody has that colour
	Tile   bool   // a piece of nobody is a light tile with a dark symbol
	Shape  string // one of [Shapes], or empty
	Paint  string // a colour of the presentation, or empty
}
