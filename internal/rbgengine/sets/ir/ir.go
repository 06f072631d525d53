// Package ir is the intermediate representation of a game: the set program to
// which package lower compiles the rules of a Regular Boardgames description.
// Machines interpret it (package sets), and package gogen prints it as Go.
//
// A program computes with sets of cells. A set register holds one set. The first
// registers, one for each class of pieces that the rules test for, always hold
// the cells with such pieces. A cell register holds one cell. Cells are numbered
// as bits, which is not always the order of the board: see [Program.CellOf].
//
// There is a generator for every switch to a player, and a keeper for every
// switch to the keeper. A generator finds sets of moves: each [Leaf] stands for
// as many moves as its set has cells. A keeper searches for a path with
// backtracking and changes the state along the first one.
package ir

// Bits is a constant set of cells.
type Bits []uint64

// Has reports whether a bit is in the set.
func (b Bits) Has(i int) bool { return b[i>>6]>>(i&63)&1 != 0 }

// Set adds a bit.
func (b Bits) Set(i int) { b[i>>6] |= 1 << (i & 63) }

// Empty reports whether the set is empty.
func (b Bits) Empty() bool {
	for _, w := range b {
		if w != 0 {
			return false
		}
	}
	return true
}

// An Instr is one instruction. Its Op says what the fields mean.
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
	CellOf             []int32  // by bit; -1 for unused bits
	Ordered            bool     // bits are in the order of the cells
	Pieces             int      // kinds
	Classes            []uint64 // by class, which is also its register: the set of its pieces
	Players            int      // their scores are the first variables
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
	Modifiers  []Act // by index in the rules - 1
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
	KeepCell  uint16  // the cell register with the current cell of keepers
	Registers int     // set registers, classes included
	CellRegs  int
	Marks     int // rows of marks of keepers

	Stats Stats
}

// Stats describes the size of a program and the forms of its code.
type Stats struct {
	Instructions int
	Words        int // of a set
	Registers    int
	Classes      int
	SetWise      int // modifiers whose moves are found for all cells at once
	Concrete     int // modifiers that are applied and undone for every cell
	Patterns     int
	Decided      int // patterns with decision tables
}

// A Step moves the cells of a mask by a distance.
type Step struct {
	Mask  int32
	Delta int32
}

// A Plan is a relation between cells as a union of steps.
type Plan []Step

// A Ray holds, for each bit, the cells that repeated shifts reach from it.
type Ray struct {
	Sets     []Bits
	Downward bool // bits descend along the ray
}

// An ActKind says what an act does.
type ActKind uint8

// The kinds of acts.
const (
	PutPiece  ActKind = iota + 1 // Arg is a piece
	SetConst                     // Arg is a variable, Value its new value
	SetExpr                      // Arg is a variable, Value an expression
	EndSwitch                    // ends the move
)

// An Act is a modifier of a move, relative to the current cell.
type Act struct {
	Kind  ActKind
	Index int32 // in the rules
	Map   int32 // from the current cell to the cell of the act, or -1 for the same
	Arg   int32
	Value int32
}

// A Pend is a piece that a tentative move has put on a cell, relative to the
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
	Count // the cells of a class
	Add
	Sub
	Mul
	Div
)

// An Expr is an arithmetic expression. Kids are numbers of expressions.
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
	ByReach                      // what connected components reach
	ByLines                      // sets of cells of which all must be of a class
	ByAttacks                    // attack tables
	ByCode                       // instructions on sets, independent of the cell
	BySeek                       // some cell of a class satisfies another pattern
	FromCell                     // instructions on sets, from the cell
	ByMoves                      // a generator that searches for a path
)

// A Pattern is a condition on a cell.
type Pattern struct {
	Kind PatternKind
	// Over is how it is computed with an overlay of pieces: not ByLines,
	// ByAttacks, ByCode, FromCell or ByMoves. Flip says that the sets of classes are
	// updated for the overlay, so that ByAttacks works as well.
	Over    PatternKind
	Flip    bool
	Classes []bool // Flip: the classes that it reads
	Decide  int32  // table, or -1
	Walk    int32  // search, or -1
	Lines   int32  // ByLines: table
	Attacks int32  // ByAttacks: its directions
	Reach   int32  // ByReach: what is memoised; Walk is set as well
	Code    int32  // ByCode, FromCell, ByMoves: the address of its code, or -1
	// Value is the address of code that computes the set of all cells that satisfy
	// the pattern in register Result, or -1.
	Value  int32
	Result uint16
	// BySeek: the cells of Class in Mask are tried with the pattern Sub, or -1.
	Class uint16
	Mask  int32
	Sub   int32
	// Few is the number of cells up to which testing one by one is faster.
	Few int32
	// Remote patterns do not depend on the cell.
	Remote bool
	// Invariant patterns do not depend on what the moves of a generator change,
	// except through the expression Key, unless it is -1. They are remote, and
	// tested in generators only, which begin with Forget.
	Invariant bool
	Key       int32
}

// A Read is the set of cells on which a change can affect a pattern. If the
// pattern does not hold, these are the cells where it tested for the piece
// without success; if it does, the cells that make it hold.
type Read struct {
	Pattern int32 // of the kind BySeek; its Sub has a decision table
	Piece   uint8 // or NoPiece for a piece that is never tested for
	// Alone says that the piece is the only gain: cells where it alone does not
	// make the pattern hold are left out.
	Alone bool
}

// NoPiece is a piece that is never tested for.
const NoPiece = 255

// A Walk is a search from cell to cell: a nondeterministic automaton whose first
// state is 0.
type Walk struct {
	States []State
	Marked int // the number of states with marks
}

// A StateKind says what a state of a walk does.
type StateKind uint8

// The kinds of states.
const (
	Accept  StateKind = iota
	Fork              // continues with To, then with Else
	Closure           // continues with To, then repeats from each of some cells
	Follow            // goes to the image of a map
	FanOut            // goes to each of some cells
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
	Pieces   uint64    // OnPiece; FanOut, Closure and Follow: pieces of the cell that is reached
	Map      []int16   // Follow
	Targets  [][]int16 // FanOut, Closure
	Mask     Bits      // InMask
	Ref      int32     // Holds, Matches
}

// A Decide is a decision table, with a root for each bit. It is there twice: as
// nodes that test for one of some pieces, and as rows that are indexed by the
// piece on a cell. A row is the cell, followed by the next row for every piece;
// rows are numbered by where they begin.
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

// A Node of a decision tests whether a cell has one of some pieces.
type Node struct {
	Pieces  uint64
	Yes, No int32
	Cell    int32
}

// Lines are sets of cells, by bit: a bit has the sets from its Start to the Start
// of the next. A pattern holds if one of them is a subset of a class.
type Lines struct {
	Class uint16
	Start []int32
	Sets  []Bits
}

// Attacks are the directions in which a pattern looks from a cell. It holds if
// one of them meets its class.
type Attacks []Attack

// An Attack is the cells of a table row, or along a ray.
type Attack struct {
	Class  uint16 // tested for
	Table  int32
	Ray    int32  // or -1
	Within uint16 // the class that a ray passes through
	Last   bool   // includes the first cell that is not in it
}

// A Reach is a pattern (s {Within})* s {Exit} with a symmetric relation s. All
// cells of a connected component of Within reach the same exits, which are
// memoised.
type Reach struct {
	Targets      [][]int16 // by bit
	Within, Exit uint64    // pieces
	Class        uint16    // of Within
}

// A Transfer moves a piece. All pieces are picked up before the first is put
// down.
type Transfer struct {
	To    int32 // map to the target cell, or -1 for the current one
	From  int32 // map to the source cell, or -1 for the current one, or Nowhere
	Piece uint8 // if From is Nowhere
}

// Nowhere is the source of a constant piece.
const Nowhere = -2
