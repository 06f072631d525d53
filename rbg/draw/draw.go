package draw

import (
	"errors"
	"fmt"

	"ludex/picture"
	"ludex/rbg"
	"ludex/rbg/play"
)

// Options say what a drawing shows besides the position.
type Options struct {
	Title string // stands above the board
	Last  []int  // the cells of the last move, in its order, see [Changed]
	Color bool   // Text uses ANSI colours instead of brackets
	Over  bool   // the play has ended, so nobody is to move
}

// maxCells is how many cells a drawing can have.
const maxCells = 1 << 18

// errTooLarge says that nobody could look at the drawing.
var errTooLarge = fmt.Errorf("the board has more than %d cells, which is too many to draw", maxCells)

// A mark says why a cell is highlighted.
type mark uint8

const (
	unmarked mark = iota
	moved         // by the last move
	current       // where the next move begins
)

// A scene is what any drawing of a position shows.
type scene struct {
	game     *rbg.Game
	board    *rbg.Board
	position *play.Position
	options  Options
	empty    int      // the piece that stands for nothing, or none
	owners   []int    // by piece: a player, or none
	symbols  []string // by piece
	marks    []mark   // by cell
}

// none stands for no player, no piece and no cell.
const none = picture.None

// newScene works out what is to be drawn. It refuses positions that are not of
// the game.
func newScene(g *rbg.Game, p *play.Position, opt Options) (*scene, error) {
	if g == nil || g.Board == nil || p == nil {
		return nil, errors.New("there is no board to draw")
	}
	if len(g.Board.Cells) > maxCells {
		return nil, errTooLarge
	}
	if err := errors.Join(sound(g), fits(g, p)); err != nil {
		return nil, err
	}
	s := &scene{game: g, board: g.Board, position: p, options: opt, empty: emptyPiece(g)}
	if err := s.mark(); err != nil {
		return nil, err
	}
	keys := playerKeys(g)
	s.owners = pieceOwners(g, keys, s.empty)
	s.symbols = pieceSymbols(g, keys, s.owners, s.empty)
	return s, nil
}

// mark notes which cells are highlighted.
func (s *scene) mark() error {
	s.marks = make([]mark, len(s.board.Cells))
	for _, c := range s.options.Last {
		if c < 0 || c >= len(s.marks) {
			return fmt.Errorf("cell %d of the last move is not on the board", c)
		}
		s.marks[c] = moved
	}
	if len(s.marks) > 0 {
		s.marks[s.position.Cell] = current
	}
	return nil
}

// symbol returns what stands for the piece on a cell.
func (s *scene) symbol(cell int) string { return s.symbols[s.position.Pieces[cell]] }

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
