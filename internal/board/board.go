// Package board draws the positions of any game, in any language, and locates moves on
// the drawing. Its input is the rules and the facts of a position; its output is SVG or
// text.
//
// The layout of a board comes only from the structure of the rules, see
// [ludex/internal/gdldraw] and [ludex/internal/rbgdraw]. An optional [Presentation]
// chooses shapes and colours for the pieces of one game.
package board

import (
	"cmp"
	"context"
	"errors"
	"io"
	"sync"

	"ludex/internal/picture"
	"ludex/library"
	"ludex/rules"
)

// A Board draws the positions of a game and locates moves on the drawing. It is
// immutable and safe for concurrent use.
type Board struct {
	drawer drawer
	pres   *Presentation
	labels func() map[string]string // of all cells, by ID
	owned  func() bool              // it is known which pieces belong to roles
	motif  picture.Motif            // of the thumbnail, if there is no board
	people int                      // that play
}

// A drawer draws boards of games in one language.
type drawer interface {
	hasGrid() bool
	hasThings() bool          // moves name things that are on no board
	cellRole(cell string) int // whose such a thing is, or -1
	roles() []string
	pieces() []string    // names of all pieces in the rules
	relations() []string // names of facts that may be on no board
	knows(word string) bool
	pairs(relation string) [][2]string // that the rules list
	scene(p Position) (*picture.Scene, error)
	text(w io.Writer, p Position, look textLook) error
	target(move string) []string
	anyCell(move string) bool                          // each cell of the target alone means the move
	content(fact string) (cell, piece string, ok bool) // where a fact lies; the piece is empty for an empty cell
	emptied(fact string) string                        // the fact that nothing is there instead, or ""
	owner(piece string) int                            // the role that a piece belongs to, or -1
	cells() []Cell
	facts(p Position) []Group
	example() []string // a position of a play, where the first one shows little; else nil
}

// New analyses the rules of a game, which must be without errors, until the context
// ends. The presentation may be nil; it is an error if it names pieces or roles that
// the game does not have.
func New(ctx context.Context, r *rules.Rules, pres *Presentation) (*Board, error) {
	b := &Board{pres: pres}
	b.motif, b.people = motifOf(r)
	b.labels, b.owned = sync.OnceValue(b.cellLabels), sync.OnceValue(b.anyOwner)
	var err error
	switch {
	case r == nil || r.GDL == nil && r.RBG == nil:
		return nil, errors.New("there are no rules to draw a board of")
	case r.RBG != nil:
		b.drawer, err = newRBGDrawer(r.RBG, pres != nil && !pres.Current)
	default:
		b.drawer, err = newGDLDrawer(ctx, r, pres.partChoices())
	}
	if err != nil {
		return nil, err
	}
	if pres == nil {
		return b, nil
	}
	if f := pres.Field; f != nil {
		if pres.Places != nil || f.Columns < 1 || f.Rows < 1 || f.Columns > maxField || f.Rows > maxField {
			return nil, pres.errorf("field", "a field has 1 to %d columns and rows, and no places", maxField)
		}
		pres.Places = f.places()
	}
	if pres.Places != nil {
		b.drawer = &placeDrawer{b.drawer, pres}
	}
	return b, pres.fit(b.drawer)
}

// Presented returns the board of a game with the presentation of the library, if the
// library has exactly these rules.
func Presented(ctx context.Context, r *rules.Rules) (*Board, error) {
	if r == nil || r.File == nil {
		return New(ctx, r, nil)
	}
	entry, ok := library.Lookup(r.Name())
	if !ok || string(entry.Rules()) != r.Text() {
		return New(ctx, r, nil)
	}
	var pres *Presentation
	if name, text := entry.Board(); text != nil {
		var err error
		if pres, err = ReadPresentation(name, text); err != nil {
			return nil, err
		}
	}
	b, err := New(ctx, r, pres)
	if err == nil {
		b.motif = cmp.Or(kindMotifs[entry.Kind], b.motif)
	}
	return b, err
}

// A Position is what a drawing shows.
type Position struct {
	Facts  []string // canonical texts as [ludex/game.Game.Facts] returns them, or the facts that a role knows
	Before []string // the facts before the last move, or nil
	Last   []string // canonical texts of the last joint move, or nil
	Over   bool     // the game has ended
	Title  string   // shown above the board
	Hidden bool     // the facts are only those that are certain
	// Possible are facts of which it is not certain whether they are true, if the others are
	// certain. What they are about is drawn as unknown.
	Possible []string
}

// Options say how much an image shows.
type Options struct {
	NoCaptions    bool // without legend and the facts that are not on a board
	NoCoordinates bool
	Flip          bool // show the board from the other side
	Interactive   bool // cells can be focused and clicked
	NoStyle       bool // without the style sheet, which the page has, see [StyleSheet]
}

// StyleSheet returns the style sheet of all images, for a page with many of them.
func StyleSheet() string { return picture.StyleSheet() }

// HasGrid reports whether positions are drawn as a board, not only as a list of facts.
func (b *Board) HasGrid() bool { return b.drawer.hasGrid() }

// HasCells reports whether moves can be made on the drawing.
func (b *Board) HasCells() bool { return b.drawer.hasGrid() || b.drawer.hasThings() }

// CellRole returns the role whose thing a cell is that is on no board, such as a card in a
// hand, or -1.
func (b *Board) CellRole(cell string) int { return b.drawer.cellRole(cell) }

// SVG writes a position as an SVG image. Each cell is a group with the class c and the
// attribute data-cell, its ID; a cell changed by the last move has the class changed; a
// piece has the attribute data-piece. The image has no IDs, so that a page can have
// many images, and takes its colours from custom properties such as --board-light.
func (b *Board) SVG(w io.Writer, p Position, opt Options) error {
	s, err := b.scene(p)
	if err != nil {
		return err
	}
	return s.SVG(w, picture.View{
		Theme: b.pres.theme(), NoCaptions: opt.NoCaptions, NoCoordinates: opt.NoCoordinates || b.pres.hidesCoordinates(),
		Flip: opt.Flip, Interactive: opt.Interactive, NoStyle: opt.NoStyle,
	})
}

// Thumbnail writes the first board of a position as a small image without texts. Without a
// board it shows what people play with, in the middle of an example play. If that is nothing,
// it is an emblem with the players and what kind of game it is.
func (b *Board) Thumbnail(w io.Writer, p Position) error {
	if facts := b.drawer.example(); facts != nil {
		p = Position{Facts: facts}
	}
	s, err := b.scene(p)
	if err != nil {
		return err
	}
	return s.SVG(w, picture.View{Theme: b.pres.theme(), Small: true, Motif: b.motif, Figures: b.people, NoCaptions: true, NoCoordinates: true})
}

// PieceSVG returns a small SVG image of a piece, given by its ID, or "" if there is no such
// piece. Its style is that of boards.
func (b *Board) PieceSVG(piece string) string {
	s, err := b.scene(Position{})
	if err != nil {
		return ""
	}
	return s.PieceSVG(piece, b.pres.theme())
}

// A PlayerColor is the colour of a player's pieces.
type PlayerColor struct {
	Color string
	Word  string // instead of the colour, if a viewer knows it as the name of a colour
}

// Colors returns the colours of the roles.
func (b *Board) Colors() []PlayerColor {
	list := make([]PlayerColor, len(b.drawer.roles()))
	for i, key := range picture.Keys(b.drawer.roles()) {
		list[i] = PlayerColor{picture.PlayerColor(i), key}
		if b.pres != nil && b.pres.Players[b.drawer.roles()[i]].Color != "" {
			list[i] = PlayerColor{b.pres.Players[b.drawer.roles()[i]].Color, ""}
		}
	}
	return list
}

// IsAbove reports whether the pieces of a role are in the upper half of a position, seen
// from the pieces of the others. Such a role likes to see the board from the other side.
func (b *Board) IsAbove(p Position, role int) bool {
	s, err := b.scene(p)
	if err != nil || len(s.Sheets) == 0 {
		return false
	}
	var own, other, ownCount, otherCount float64
	for _, c := range s.Sheets[0].Cells {
		for _, st := range c.Stones {
			switch owner := s.Sheets[0].Kinds[st.Kind].Look.Owner; owner {
			case role:
				own, ownCount = own+c.Y, ownCount+1
			case picture.None:
			default:
				other, otherCount = other+c.Y, otherCount+1
			}
		}
	}
	return ownCount > 0 && otherCount > 0 && own/ownCount < other/otherCount-0.5
}

// scene lays out a position according to the presentation.
func (b *Board) scene(p Position) (*picture.Scene, error) {
	s, err := b.drawer.scene(p)
	if err != nil {
		return nil, err
	}
	for _, sh := range s.Sheets {
		labelColumns(sh)
	}
	b.present(s, p)
	for i := range s.Parts {
		spaceWords(&s.Parts[i])
	}
	return s, nil
}

// present changes a scene as the presentation says.
func (b *Board) present(s *picture.Scene, p Position) {
	b.pres.apply(s, b.drawer.roles())
	b.pres.link(s, p.Facts, b.drawer.roles())
}

// Text writes a position as lines of text. In colour, for terminals, pieces have the signs of
// their shapes; otherwise they are letters.
func (b *Board) Text(w io.Writer, p Position, color bool) error {
	look := b.textLook(color)
	if b.pres.hasMap() {
		s, err := b.drawer.scene(p)
		if err != nil {
			return err
		}
		b.present(s, p)
		look.boards = mapText(s, look)
	}
	return b.drawer.text(w, p, look)
}

// Target returns the IDs of the cells that a move, given by its canonical text, names,
// in the order in which a person would click them, or nil if there are none. For a move
// that names only a column or a row, these are all its cells.
func (b *Board) Target(move string) []string { return b.drawer.target(move) }

// A Cell is a cell of a board.
type Cell struct {
	ID     string // the value of data-cell in images
	Label  string // its name for people
	Board  int    // index of its board
	Row    int    // from the top, for the arrow keys
	Column int    // from the left
}

// Cells returns the cells of all boards.
func (b *Board) Cells() []Cell {
	list := b.drawer.cells()
	plain := map[int]bool{} // boards that keep their labels
	for _, c := range list {
		plain[c.Board] = plain[c.Board] || chessLabel(c.Label) == c.Label
	}
	for i := range list {
		if !plain[list[i].Board] {
			list[i].Label = chessLabel(list[i].Label)
		}
	}
	return list
}

// cellLabels returns the labels of all cells. A presentation may change them.
func (b *Board) cellLabels() map[string]string {
	labels := map[string]string{}
	if s, err := b.scene(Position{}); err == nil && b.pres.renames() {
		for _, c := range cellsOf(s) {
			labels[c.ID] = c.Label
		}
		return labels
	}
	for _, c := range b.Cells() {
		labels[c.ID] = c.Label
	}
	return labels
}

// A Group is the facts of one relation that are not on a board.
type Group struct {
	Relation string
	Rows     [][]string // the arguments of each fact
	Changed  []bool     // by row: it was not true before the last move
}

// Facts returns the facts of a position that are not on a board.
func (b *Board) Facts(p Position) []Group { return b.drawer.facts(p) }
