package gdldraw

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"ludex/internal/picture"
)

// textWidth is how wide a text is where its parts can be laid out freely.
const textWidth = 100

// Text draws a position as lines of text: its boards with coordinates, a legend, and
// a list of the facts that are not on a board. Changes of the last move are in square
// brackets or coloured. The facts are canonical texts as [ludex/game.Game.Facts] returns
// them; in a real-time game the lifetime and a blank come before each fact.
func (b *Board) Text(w io.Writer, facts []string, opt Options) error {
	s := b.newScene(facts, opt)
	s.inText = true
	out := bufio.NewWriter(w)
	if opt.Title != "" {
		fmt.Fprintf(out, "%s\n\n", picture.Printable(opt.Title))
	}
	if opt.Boards != nil {
		opt.Boards(out)
	} else {
		s.boardsText(out)
	}
	parts := b.partsOf(s)
	for i := range parts {
		if opt.Dress != nil {
			opt.Dress(&parts[i])
		}
	}
	picture.PartLines(parts, opt.Color, textWidth).Write(out, opt.Color)
	s.listText(out)
	if opt.Over {
		fmt.Fprintln(out, overText)
	}
	return out.Flush()
}

// boardsText draws all boards, side by side as far as there is room, and below
// them what their symbols mean.
func (s *scene) boardsText(out *bufio.Writer) {
	const gap = 3
	c := &picture.Canvas{}
	var legends []string
	col := 0
	flush := func() {
		if col > 0 {
			c.Write(out, s.options.Color)
			out.WriteByte('\n')
			if writeLines(out, legends); len(legends) > 0 {
				out.WriteByte('\n')
			}
		}
		c, legends, col = &picture.Canvas{}, nil, 0
	}
	for _, sh := range s.boards {
		sh.pieces = sh.pieces.with(s.options.Symbols, s.options.Names)
		p := s.newPage(sh)
		size := p.size()
		if col > 0 && col+size > textWidth {
			flush()
		}
		top := 0
		if len(s.boards) > 1 {
			title := sh.title()
			size = max(size, len(title))
			c.Put(0, col, title, picture.Plain)
			top = 1
		}
		s.boardText(c, p, top, col)
		if legend := picture.Wrap(sh.legend(), "   ", textWidth); len(legend) > 0 {
			legends = append(legends, legend...)
		}
		col += size + gap
	}
	flush()
}

// title returns the names of the relations on a board.
func (sh *sheet) title() string {
	var list []string
	for _, l := range sh.layers {
		list = append(list, picture.Clean(l.relation.symbol.Name))
	}
	return strings.Join(list, ", ")
}

// shown returns for each piece whether it lies on a board.
func (sh *sheet) shown() []bool {
	on := make([]bool, len(sh.pieces.keys))
	for _, panel := range sh.cells {
		for _, row := range panel {
			for _, c := range row {
				for _, st := range c.stones {
					on[st.piece] = true
				}
			}
		}
	}
	return on
}

// legend explains the symbols on a board that are not names.
func (sh *sheet) legend() []string {
	var items []string
	for i, is := range sh.shown() {
		if look := sh.pieces.looks[i]; is && look.Symbol != sh.pieces.names[i] {
			items = append(items, look.Symbol+" "+sh.pieces.names[i])
		}
	}
	for _, l := range sh.layers {
		if name := l.blankName(); name != "" {
			items = append(items, picture.EmptySymbol+" "+picture.Clean(name))
		}
	}
	return items
}

// blankName returns the name of the empty content.
func (l *layer) blankName() string {
	switch {
	case !l.hasBlank:
		return ""
	case len(l.content) == 0:
		return l.relation.symbol.Name
	}
	return l.blank
}

func writeLines(out *bufio.Writer, lines []string) {
	for _, line := range lines {
		out.WriteString(strings.TrimRight(line, " "))
		out.WriteByte('\n')
	}
}
