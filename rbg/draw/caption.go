package draw

import "strings"

// charWidth is about the width of a character in captions, in pixels.
const charWidth = 8.5

// captions are what stands below a board.
type captions struct {
	pieces []int // of the legend
	names  []string
	lines  []string
}

func (v *svg) captions() *captions {
	t := &captions{}
	for _, piece := range v.shown() {
		if piece != v.empty {
			t.pieces = append(t.pieces, piece)
			t.names = append(t.names, v.pieceName(piece))
		}
	}
	t.lines = v.status()
	return t
}

const keySize = 28 // pixels of a piece in the legend

// columns returns how many entries of the legend are side by side, and how wide
// each is.
func (t *captions) columns(width float64) (int, float64) {
	longest := 0
	for _, name := range t.names {
		longest = max(longest, len(name))
	}
	each := keySize + charWidth*float64(longest) + 16
	return max(1, int((width-2*border)/each)), each
}

// wrapped returns the lines, broken to fit a width.
func (t *captions) wrapped(width float64) []string {
	var lines []string
	for _, line := range t.lines {
		lines = append(lines, wrap(strings.SplitAfter(line, ", "), "", int((width-2*border)/charWidth))...)
	}
	return lines
}

// height returns how high the captions are.
func (t *captions) height(width float64) int {
	columns, _ := t.columns(width)
	rows := (len(t.names) + columns - 1) / columns
	return 10 + rows*(keySize+4) + len(t.wrapped(width))*lineHeight
}

// write writes the captions below a height.
func (t *captions) write(v *svg, top, width float64) {
	top += 10
	columns, each := t.columns(width)
	for i, piece := range t.pieces {
		at := point{border + float64(i%columns)*each + keySize/2, top + float64(i/columns)*(keySize+4) + keySize/2}
		v.printf("<g transform=\"translate(%s) scale(0.7)\">", strings.Replace(pair(at), ",", " ", 1))
		v.piece(piece, point{}, "")
		v.printf("</g>")
		v.text("key", at.plus(point{keySize/2 + 4, 5}), t.names[i])
	}
	top += float64((len(t.names) + columns - 1) / columns * (keySize + 4))
	for i, line := range t.wrapped(width) {
		v.text("key", point{border, top + float64(i)*lineHeight + 16}, line)
	}
}
