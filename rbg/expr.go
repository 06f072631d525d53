package rbg

// A Kind says what an expression is.
type Kind uint8

// The kinds of expressions. Those from Off to Switch are modifiers.
const (
	Shift   Kind = iota // go along the edge with a label
	On                  // the piece on the current cell is one of a set
	Off                 // put a piece on the current cell
	Assign              // give a variable a value
	Switch              // hand the move over; ends a move
	Compare             // compare two numbers
	Pattern             // a regular expression can (or cannot) be completed from here
	Dot                 // where a move may be split; no effect
	Sum                 // one of the kids
	Concat              // all kids, one after the other
	Star                // the only kid, any number of times
)

// IsModifier reports whether actions of the kind change the state and have an
// index.
func (k Kind) IsModifier() bool { return k >= Off && k <= Switch }

// An Expr is a regular expression over actions. The kind determines which fields
// are used. A Sum may be empty, which never passes; a Concat may be empty, which
// always does. Subtrees without modifiers may be shared.
type Expr struct {
	Kind Kind
	Origin

	Kids []*Expr // Sum, Concat, Star (one), Pattern (one)

	Label    int    // Shift: index into the board's labels
	Pieces   []int  // On: ascending; empty never holds
	Piece    int    // Off
	Variable int    // Assign
	Value    *Arith // Assign
	Op       Relation
	Left     *Arith // Compare: Left Op Right
	Right    *Arith
	Negative bool // Pattern: {! …}
	Player   int  // Switch: a player or Keeper

	// Index numbers the modifiers outside of patterns from 1, in the order of
	// the rules; 0 for everything else.
	Index int
}

// A Relation compares two numbers.
type Relation uint8

// The relations.
const (
	Equal Relation = iota
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
)

var relationTexts = [...]string{"==", "!=", "<", "<=", ">", ">="}

// String returns the relation as it is written.
func (r Relation) String() string { return relationTexts[r] }

// Holds reports whether a r b.
func (r Relation) Holds(a, b int64) bool {
	switch r {
	case Equal:
		return a == b
	case NotEqual:
		return a != b
	case Less:
		return a < b
	case LessEqual:
		return a <= b
	case Greater:
		return a > b
	default:
		return a >= b
	}
}

// An ArithKind says what an arithmetic expression is.
type ArithKind uint8

// The kinds of arithmetic expressions.
const (
	Number     ArithKind = iota // a literal
	Value                       // the value of a variable
	PieceCount                  // how many cells hold a piece
	Add                         // of the kids, from left to right
	Sub
	Mul
	Div // truncates towards zero
)

// An Arith is an arithmetic expression. All intermediate values must fit into a
// signed 32-bit integer; a path that exceeds this, or divides by zero, fails.
type Arith struct {
	Kind ArithKind
	Origin
	Number int64    // Number: 0 to 4294967295
	Ref    int      // Value: index of a variable; PieceCount: index of a piece
	Kids   []*Arith // at least two
}

// Each calls f for every expression of the tree in the order of the rules, including
// the contents of patterns, and skips the kids of an expression for which f returns
// false.
func (e *Expr) Each(f func(*Expr) bool) {
	if !f(e) {
		return
	}
	for _, k := range e.Kids {
		k.Each(f)
	}
}
