// Package ir is the set program of a game: what the rules of a Regular
// Boardgames description become before they are executed or printed.
//
// A program computes with sets of cells. A set register holds one set; the first
// registers, one for each class of pieces that the rules ask for, always hold the
// cells with such pieces. A cell register holds one cell. Cells are numbered as
// bits, which is not the order of the board: see [Program.CellOf].
//
// There is a generator for every switch to a player and a keeper for every
// switch to the keeper. A generator finds sets of moves: each [Leaf] stands for
// as many moves as its set has cells. A keeper changes the state by the first
// path that it finds.
package ir

// Bits is a constant set of cells.
type Bits []uint64

// Has reports whether a bit is in the set.
func (b Bits) Has(i int) bool { return b[i>>6]>>(i&63)&1 != 0 }

// Set adds a bit.
func (b Bits) Set(i int) { b[i>>6] |= 1 << (i & 63) }

// Empty reports whether no bit is in the set.
func (b Bits) Empty() bool {
	for _, w := range b {
		if w != 0 {
			return false
		}
	}
	return true
}

// An Instr is one instruction. What the fields mean is said at its Op.
type Instr struct {
	Op      Op
	Flag    uint8
	A, B, C uint16
	X, D, J int32
	Y       int32
}

// A Program is everything that is needed to play a game.
type Program struct {
	Cells, Bits, Words int
	BitOf              []int32  // by cell
	CellOf             []int32  // by bit; -1 where no cell is
	Ordered            bool     // bits have the order of the cells
	Pieces             int      // kinds
	Classes            []uint64 // by class, which is also its register: pieces as a set
	Players            int      // whose scores are the first variables
	Bounds             []int32  // by variable
	Watched            []bool   // by variable: a pattern depends on it

	Masks      []Bits
	Maps       [][]int16 // by map and bit: a bit, or -1
	Tables     [][]Bits  // by table and bit: a set
	Rays       []Ray
	Plans      []Plan
	Exprs      []Expr
	Compares   []Compare
	Applies    [][]Act
	Modifiers  []Act // by index in the rules, from 1 on at 0
	Pends      [][]Pend
	Patterns   []Pattern
	Reads      []Read
	Walks      []Walk
	Decides    []Decide
	Reaches    []Reach
	Lines      []Lines
	AttackSets []Attacks
	Permutes   [][]Transfer

	Code      []Instr
	Gen       []int32 // by index of a switch: where its generator begins, or -1
	Keep      []int32 // by index of a switch (0 is the beginning): where its keeper begins, or -1
	KeepCell  uint16  // the cell register in which keepers have their cell
	Registers int     // set registers, classes included
	CellRegs  int
	Marks     int // rows of marks that keepers use

	Stats Stats
}

// Stats says how large a program is and how it works.
type Stats struct {
	Instructions int
	Words        int // of a set
	Registers    int
	Classes      int
	SetWise      int // modifiers whose moves are found for all cells at once
	Concrete     int // modifiers that are made and taken back for every cell
	Patterns     int
	Decided      int // patterns that are decided by tables from a single cell
}

// A Step moves the cells of a mask by a distance.
type Step struct {
	Mask  int32
	Delta int32
}

// A Plan is a relation between cells as steps.
type Plan []Step

// A Ray is the cells that a shift passes one after the other, from each bit.
type Ray struct {
	Sets     []Bits
	Downward bool // the numbers of the bits decrease on the way
}

// An ActKind says what an act does when a move is made.
type ActKind uint8

// The kinds of acts.
const (
	Pass      ActKind = iota // nothing: it only stands in the move
	PutPiece                 // Arg is a piece
	SetConst                 // Arg is a variable, Value its new value
	SetExpr                  // Arg is a variable, Value an expression
	EndSwitch                // hands the move over
)

// An Act is a modifier of a move, relative to a current cell.
type Act struct {
	Kind  ActKind
	Index int32 // in the rules
	Map   int32 // from the current cell to the act's, or -1 for the same
	Arg   int32
	Value int32
	// Idle acts have no effect that a generator could see; they are only made
	// when the move is.
	Idle bool
}

// A Pend is a piece that a tentative move has put somewhere, relative to the
// current cell.
type Pend struct {
	Map   int32 // or -1 for the same cell
	Piece uint8
}

// A Compare is a comparison of two numbers.
type Compare struct {
	Relation    uint8 // an rbg.Relation
	Left, Right int32 // expressions
}

// An ExprKind says what an expression is.
type ExprKind uint8

// The kinds of expressions.
const (
	Const ExprKind = iota
	Var
	Count // of the cells in a class
	Add
	Sub
	Mul
	Div
)

// An Expr is an arithmetic expression; kids are expressions.
type Expr struct {
	Kind  ExprKind
	Value int64
	Ref   int32
	Kids  []int32
}

// A PatternKind says how a pattern is computed from one cell.
type PatternKind uint8

// The kinds of patterns.
const (
	ByDecide  PatternKind = iota // a decision table
	ByWalk                       // a search from cell to cell
	ByReach                      // what connected cells reach
	ByLines                      // sets of cells of one class
	ByAttacks                    // glances in some directions
	ByCode                       // instructions on sets, wherever the cell is
	BySeek                       // any cell of a class decides, wherever the cell is
	FromCell                     // instructions on sets, from the cell
	ByMoves                      // a generator that finds whether there is a path
)

// A Pattern is a condition on a cell.
type Pattern struct {
	Kind PatternKind
	// Over is how it is computed if pieces are laid over the board: by none of
	// ByLines, BySight, ByCode, FromCell and ByMoves. Flip says that the sets of
	// classes follow what is laid over, and that BySight will do after all.
	Over    PatternKind
	Flip    bool
	Classes []bool // Flip: the classes that are looked at
	Decide  int32  // table, or -1
	Walk    int32  // search, or -1
	Lines   int32  // ByLines: table
	Attacks int32  // ByAttacks: glances
	Reach   int32  // ByReach: what is remembered, together with Walk
	Code    int32  // ByCode, FromCell, ByMoves: where instructions begin, or -1
	// Value is where instructions begin that put the set of all cells that
	// satisfy the pattern into register Result, or -1.
	Value  int32
	Result uint16
	// BySeek: the cells of Class in Mask are tried with the pattern Sub, or -1.
	Class uint16
	Mask  int32
	Sub   int32
	// Few is how many cells are rather tested one by one.
	Few int32
	// Remote patterns do not depend on the cell.
	Remote bool
	// Steady patterns do not depend on what the moves of a generator have changed,
	// but for the expression Key, unless it is -1. They are remote, and asked for in
	// generators only, which begin with Forget.
	Invariant bool
	Key       int32
}

// A Read is the question on which cells a change could matter to a pattern. If
// it does not hold, these are the cells on which the piece was asked for in vain;
// if it does, those that make it hold.
type Read struct {
	Pattern int32 // of the kind BySeek; its Sub has a decision table
	Piece   uint8 // or NoPiece for one that nobody asks for
	// Alone says that nothing else will be gained: cells where the piece alone
	// does not make the pattern hold do not matter.
	Alone bool
}

// NoPiece is a piece that nobody asks for.
const NoPiece = 255

// A Walk is a search from cell to cell through states, the first of which is 0.
type Walk struct {
	States []State
	Marked int // how many states have marks
}

// A StateKind says what a state of a walk does.
type StateKind uint8

// The kinds of states.
const (
	Accept  StateKind = iota
	Fork              // goes on with To, then with Else
	Closure           // goes on with To, then again from each of some cells
	Follow            // a map
	FanOut            // each of some cells
	OnPiece
	InMask
	Holds   // a comparison
	Matches // a pattern
)

// A State is a state of a walk.
type State struct {
	Kind     StateKind
	Negative bool
	Mark     int32 // or -1
	To, Else int32
	Pieces   uint64    // OnPiece; Spread, Roam and Follow: the cell reached has one of them
	Map      []int16   // Follow
	Targets  [][]int16 // FanOut, Roam
	Mask     Bits      // InMask
	Ref      int32     // Holds, Fits
}

// A Decide is a decision table: for each bit, where the decision begins. It is
// there twice: as nodes that ask for one of some pieces, and as rows that go on
// by the piece on a cell. A row is the cell, followed by the next row for every
// piece; rows are numbered by where they begin.
type Decide struct {
	Roots []int32
	Nodes []Node
	Rows  []int32
	Start []int32 // by bit: a row
}

// True and False are the ends of decisions.
const (
	True  = -1
	False = -2
)

// A Node of a decision asks whether a cell has one of some pieces.
type Node struct {
	Pieces  uint64
	Yes, No int32
	Cell    int32
}

// Lines are sets of cells, by bit: those from Start of the bit to Start of the
// next. A pattern holds if one of them is part of a class.
type Lines struct {
	Class uint16
	Start []int32
	Sets  []Bits
}

// A Sight is a pattern that looks from a cell in some directions. It holds if one
// of the glances meets its class.
type Attacks []Attack

// A Glance looks at the cells of a table's row, or along a ray.
type Attack struct {
	Class  uint16 // asked for
	Table  int32
	Ray    int32  // or -1
	Within uint16 // the class along which a ray goes
	Last   bool   // with the first cell that is not in it
}

// A Reach is a pattern (s {Within})* s {Exit}, with a relation s that leads back
// and forth. Cells of Within that are connected by s reach the same exits, which
// are remembered.
type Reach struct {
	Targets      [][]int16 // by bit
	Within, Exit uint64    // pieces
	Class        uint16    // of Within
}

// A Transfer is a piece that changes its place. All of them are taken up before the
// first is put down.
type Transfer struct {
	To    int32 // map to its cell, or -1 for the same
	From  int32 // map to where it lay, or -1 for the same, or Nowhere
	Piece uint8 // from Nowhere
}

// Nowhere is where a piece comes from that is always the same.
const Nowhere = -2
