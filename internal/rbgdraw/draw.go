package rbgdraw

import (
	"errors"
	"fmt"
	"sync"

	"ludex/internal/picture"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// Options say what a drawing shows besides the position.
type Options struct {
	Title string // stands above the board
	Last  []int  // the cells of the last move, in its order, see [Changed]
	Color bool   // Text uses ANSI colours instead of brackets
	Over  bool   // the play has ended, so no player is to move
	// NoCell leaves out the current cell, which is meaningless to people in many
	// games.
	NoCell bool
	// NoResults leaves out scores that are results, before the end of the play.
	NoResults bool
	// Symbols are the symbols of pieces in a text, by their names, instead of letters.
	Symbols map[string]string
	// Names are the names of pieces in the legend of a text, instead of those in the rules.
	Names map[string]string
	// Columns and Rows are the names of columns and rows in a text, from the left and the
	// top, instead of those in the rules.
	Columns, Rows []string
	// Numbers are the names of cells in a text instead of columns and rows, by cell. Cells
	// without one have an empty name.
	Numbers []string
	// Variables are the names of variables in a text, instead of those in the rules. One
	// with an empty name is left out.
	Variables map[string]string
}

// maxCells is how many cells a drawing can have.
const maxCells = 1 << 18

// errTooLarge says that the drawing would be too large.
var errTooLarge = fmt.Errorf("the board has more than %d cells, which is too many to draw", maxCells)

// A mark says why a cell is highlighted.
type mark uint8

const (
	unmarked mark = iota
	moved         // by the last move
	current       // where the next move begins
)

// A Board draws the positions of a game. It is immutable and safe for concurrent
// use.
type Board struct {
	game    *rbg.Game
	board   *rbg.Board
	empty   int              // the piece that stands for nothing, or none
	owners  []int            // by piece: a player, or none
	symbols []string         // by piece
	layout  func() *plan     // for images
	index   map[string]int32 // the cells by their texts
}

// NewBoard analyses the board of a game. It fails if the board cannot be drawn.
func NewBoard(g *rbg.Game) (*Board, error) {
	if g == nil || g.Board == nil {
		return nil, errNoBoard
	}
	if len(g.Board.Cells) > maxCells {
		return nil, errTooLarge
	}
	if err := validate(g); err != nil {
		return nil, err
	}
	b := &Board{game: g, board: g.Board, empty: emptyPiece(g), index: make(map[string]int32, len(g.Board.Cells))}
	keys := playerKeys(g)
	b.owners = pieceOwners(g, keys, b.empty)
	b.symbols = pieceSymbols(g, keys, b.owners, b.empty)
	b.layout = sync.OnceValue(b.plan)
	for c := range g.Board.Cells {
		b.index[g.Board.CellText(c)] = int32(c)
	}
	return b, nil
}

// errNoBoard says that there is nothing to draw.
var errNoBoard = errors.New("there is no board to draw")

// A scene is what every drawing of a position shows.
type scene struct {
	*Board
	position *rbgplay.Position
	options  Options
	marks    []mark // by cell
}

// none stands for no player, no piece and no cell.
const none = picture.None

// newScene computes what is to be drawn. It fails for positions that are not of
// the game.
func (b *Board) newScene(p *rbgplay.Position, opt Options) (*scene, error) {
	if p == nil {
		return nil, errNoBoard
	}
	if err := fits(b.game, p); err != nil {
		return nil, err
	}
	s := &scene{Board: b, position: p, options: opt}
	return s, s.mark()
}

// mark sets which cells are highlighted.
func (s *scene) mark() error {
	s.marks = make([]mark, len(s.board.Cells))
	for _, c := range s.options.Last {
		if c < 0 || c >= len(s.marks) {
			return fmt.Errorf("cell %d of the last move is not on the board", c)
		}
		s.marks[c] = moved
	}
	if len(s.marks) > 0 && !s.options.NoCell {
		s.marks[s.position.Cell] = current
	}
	return nil
}

// symbol returns the symbol of the piece on a cell.
func (s *scene) symbol(cell int) string { return s.pieceSymbol(int(s.position.Pieces[cell])) }

// pieceSymbol returns the symbol of a piece.
func (s *scene) pieceSymbol(piece int) string {
	if symbol, ok := s.options.Symbols[s.game.Pieces[piece].Name]; ok {
		return symbol
	}
	return s.symbols[piece]
}

// shown returns, in the order of their names, the pieces that lie on the board
// now.
func (s *scene) shown() []int {
	on := make([]bool, len(s.game.Pieces))
	for _, piece := range s.position.Pieces {
		on[piece] = true
	}
	var pieces []int
	for piece, is := range on {
		if is {
			pieces = append(pieces, piece)
		}
	}
	return pieces
}
