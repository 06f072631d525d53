package rbgdraw

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"ludex/internal/picture"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

const (
	textWidth = 100 // free layouts keep within this width
	maxWidth  = 200 // wider boards are not drawn as text
	maxHeight = 400 // nor are higher ones
)

// Text writes a position as lines of text, in ASCII except for the title: the board with
// its coordinates, what the symbols mean, who is to move, and the variables. The cells of
// the last move stand in square brackets and the current cell in round ones, or are
// coloured. A board too large for lines becomes a list.
func Text(w io.Writer, g *rbg.Game, p *rbgplay.Position, opt Options) error {
	b, err := NewBoard(g)
	if err != nil {
		return err
	}
	return b.Text(w, p, opt)
}

// Text writes a position as lines of text, as the function of this name does.
func (b *Board) Text(w io.Writer, p *rbgplay.Position, opt Options) error {
	s, err := b.newScene(p, opt)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	if opt.Title != "" {
		fmt.Fprintf(out, "%s\n\n", picture.Printable(opt.Title))
	}
	if c := s.boardText(); c != nil {
		c.Write(out, opt.Color)
		s.legendText(out)
	} else {
		s.listText(out)
	}
	for _, part := range s.status() {
		writeLines(out, picture.Wrap(strings.SplitAfter(part, ", "), "", textWidth))
	}
	return out.Flush()
}

// boardText draws the board, or returns nil if it is too large.
func (s *scene) boardText() *picture.Canvas {
	if len(s.board.Cells) == 0 {
		return &picture.Canvas{}
	}
	if s.board.Shape == rbg.Graph {
		return s.graphText()
	}
	return s.gridText()
}

// legendText explains the symbols that need it.
func (s *scene) legendText(out *bufio.Writer) {
	var items []string
	for _, piece := range s.legend() {
		symbol, name := s.pieceSymbol(piece), s.pieceName(piece)
		if label, ok := s.options.Names[s.game.Pieces[piece].Name]; ok {
			if label == symbol || strings.HasPrefix(label, symbol+" ") {
				continue // it says so itself
			}
			name = label
		}
		if item := symbol + " " + name; !slices.Contains(items, item) {
			items = append(items, item)
		}
	}
	out.WriteByte('\n')
	writeLines(out, picture.Wrap(items, "   ", textWidth))
}

// listText lists the cells of each piece that is on the board, up to a useful
// length.
func (s *scene) listText(out *bufio.Writer) {
	const most = 100
	fmt.Fprintf(out, "%d cells, too many to draw as text\n\n", len(s.board.Cells))
	cells := make([][]string, len(s.game.Pieces))
	counts := make([]int, len(s.game.Pieces))
	for c, piece := range s.position.Pieces {
		if counts[piece]++; counts[piece] <= most {
			cells[piece] = append(cells[piece], s.cellText(c))
		}
	}
	for _, piece := range s.shown() {
		items := cells[piece]
		if counts[piece] > most {
			items = append(items, "...")
		}
		fmt.Fprintf(out, "%s (%d):\n", s.pieceName(piece), counts[piece])
		writeLines(out, picture.Wrap(items, " ", textWidth))
	}
	out.WriteByte('\n')
}

func writeLines(out *bufio.Writer, lines []string) {
	for _, line := range lines {
		out.WriteString(strings.TrimRight(line, " "))
		out.WriteByte('\n')
	}
}

// putCell writes a text for a cell in the style of its piece, highlighted as
// its mark says. Brackets stand just outside of a field of the given width.
func (s *scene) putCell(c *picture.Canvas, row, col, cell, width int, text string) {
	st := s.pieceStyle(int(s.position.Pieces[cell]))
	m := s.marks[cell]
	if s.options.Color && m != unmarked {
		st |= picture.Reversed
		if m == current {
			st |= picture.Underlined
		}
	}
	c.Put(row, col, text, st)
	if s.options.Color || m == unmarked {
		return
	}
	open, shut := byte('['), byte(']')
	if m == current {
		open, shut = '(', ')'
	}
	c.Bracket(row, col-1, open)
	c.Bracket(row, col+width, shut)
}

// pieceStyle returns the style of a piece.
func (s *scene) pieceStyle(piece int) picture.Style {
	if piece == s.empty {
		return picture.Faint
	}
	return picture.PlayerStyle(s.owners[piece])
}
