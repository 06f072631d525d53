package board

import (
	"context"
	"errors"
	"io"

	"ludex/internal/picture"
	"ludex/library"
	"ludex/rules"
)

// A Board draws the positions of a game and knows where on it moves lie. It does
// not change, and is safe for concurrent use.
type Board struct {
	drawer drawer
	pres   *Presentation
}

// A drawer knows the boards of games in one language.
type drawer interface {
	hasGrid() bool
	roles() []string
	pieces() []string // what rules call all that can lie on boards
	scene(p Position) (*picture.Scene, error)
	text(w io.Writer, p Position, color bool) error
	target(move string) []string
	cells() []Cell
	facts(p Position) []Group
}

// New studies the rules of a game, which must be without errors, until it knows them
// or the context ends. The presentation may be nil; one that speaks of pieces or roles
// that the game does not have is an error.
func New(ctx context.Context, r *rules.Rules, pres *Presentation) (*Board, error) {
	b := &Board{pres: pres}
	var err error
	switch {
	case r == nil || r.GDL == nil && r.RBG == nil:
		return nil, errors.New("there are no rules to draw a board of")
	case r.RBG != nil:
		b.drawer, err = newBoardgame(r.RBG, pres != nil && !pres.Current)
	default:
		b.drawer, err = newFamily(ctx, r)
	}
	if err != nil {
		return nil, err
	}
	if pres == nil {
		return b, nil
	}
	if pres.Places != nil {
		b.drawer = &placed{b.drawer, pres}
	}
	return b, pres.fit(b.drawer)
}

// Presented returns the board of a game with the presentation that the library
// has for these very rules, if it has one.
func Presented(ctx context.Context, r *rules.Rules) (*Board, error) {
	if r == nil || r.File == nil {
		return New(ctx, r, nil)
	}
	entry, ok := library.Lookup(r.Name())
	if !ok || string(entry.Rules()) != r.Text() {
		return New(ctx, r, nil)
	}
	name, text := entry.Board()
	if text == nil {
		return New(ctx, r, nil)
	}
	pres, err := ReadPresentation(name, text)
	if err != nil {
		return nil, err
	}
	return New(ctx, r, pres)
}

// A Position is what a drawing shows.
type Position struct {
	Facts  []string // canonical texts as [ludex/game.Game.Facts] returns them, or what a role knows
	Before []string // the facts before the last move, or nil
	Last   []string // canonical texts of the last joint move, or nil
	Over   bool     // the play has ended
	Title  string   // stands above the board
	Hidden bool     // the facts are only what is certain
}

// Options say how much an image shows.
type Options struct {
	NoCaptions    bool // leaves out what pieces are called and the facts that lie on no board
	NoCoordinates bool
	Flip          bool // shows the board from the other side
	Interactive   bool // the cells are to be used by people, not merely looked at
	NoStyle       bool // leaves out the style sheet, which the page has, see [StyleSheet]
}

// StyleSheet returns the style of all images, for a page that has many of them.
func StyleSheet() string { return picture.StyleSheet() }

// HasGrid reports whether positions are drawn as a board, and not merely as a
// list of facts.
func (b *Board) HasGrid() bool { return b.drawer.hasGrid() }

// SVG writes a position as an image. Every cell is a group with the class c and
// an attribute data-cell, which is the ID of the cell; what the last move has
// changed has the class changed; pieces have an attribute data-piece. The image
// has no identifiers, so that a page can have many of them, and takes its colours
// from custom properties such as --board-light.
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

// Thumbnail writes a position as a small image: the first board, without texts
// around it.
func (b *Board) Thumbnail(w io.Writer, p Position) error {
	s, err := b.scene(p)
	if err != nil {
		return err
	}
	return s.SVG(w, picture.View{Theme: b.pres.theme(), Small: true, NoCaptions: true, NoCoordinates: true})
}

// scene lays out a position as the presentation wants it.
func (b *Board) scene(p Position) (*picture.Scene, error) {
	s, err := b.drawer.scene(p)
	if err != nil {
		return nil, err
	}
	b.pres.dress(s, b.drawer.roles())
	return s, nil
}

// Text writes a position as lines of text, in ASCII but for the title.
func (b *Board) Text(w io.Writer, p Position, color bool) error { return b.drawer.text(w, p, color) }

// Target returns the IDs of the cells that a move, given by its canonical text,
// names, in the order in which a hand would touch them, or nil if it names none.
// A move that names a column or a row only has all of its cells.
func (b *Board) Target(move string) []string { return b.drawer.target(move) }

// A Cell is a place of a board.
type Cell struct {
	ID     string // the value of data-cell in images
	Label  string // what people call it
	Board  int    // which of the boards it is on
	Row    int    // from above, for the arrow keys
	Column int    // from the left
}

// Cells returns the cells of all boards.
func (b *Board) Cells() []Cell { return b.drawer.cells() }

// A Group is the facts of one relation that lie on no board.
type Group struct {
	Relation string
	Rows     [][]string // the arguments of each fact
	Changed  []bool     // by row: it was not true before the last move
}

// Facts returns the facts of a position that lie on no board.
func (b *Board) Facts(p Position) []Group { return b.drawer.facts(p) }
