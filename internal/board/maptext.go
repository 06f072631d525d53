package board

import (
	"bufio"
	"fmt"

	"ludex/internal/picture"
)

// mapWidth is how wide the legend of a map is.
const mapWidth = 100

// hasMap reports whether the board is one of places, or has links between its cells.
func (p *Presentation) hasMap() bool {
	return p != nil && (p.Links != "" || len(p.Places) > 0 && p.Field == nil)
}

// mapText returns what writes the board of a scene with the lines between its cells.
func mapText(s *picture.Scene, look textLook) func(*bufio.Writer) {
	if len(s.Sheets) == 0 {
		return nil
	}
	sh := s.Sheets[0]
	m := &picture.MapText{Sheet: sh, Color: look.color, Symbols: look.symbols, Names: sh.Tile == picture.Circle}
	return func(out *bufio.Writer) {
		m.Canvas().Write(out, look.color)
		fmt.Fprintln(out)
		legend := picture.Wrap(m.Legend(), "   ", mapWidth)
		for _, line := range legend {
			fmt.Fprintln(out, line)
		}
		if len(legend) > 0 {
			fmt.Fprintln(out)
		}
	}
}
