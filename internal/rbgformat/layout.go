package rbgformat

import "ludex/internal/rbgparse"

// A layout prints a body.
type layout struct {
	*body
	*writer
}

// print prints the body behind its = sign.
func (b *body) print(w *writer) {
	l := layout{b, w}
	n := len(b.elements)
	if n == 0 {
		return
	}
	if b.board {
		l.printBoard()
		return
	}
	switch {
	case l.fits(0, n, 1):
		w.write(" ")
		l.flat(0, n)
	case b.unitEnd(0, n) == n && !b.elements[0].comment:
		w.write(" ")
		l.unit(0, n, 0)
	default:
		l.block(0, n, indentation)
	}
}

// flatWidth returns the width of a range on one line.
func (b *body) flatWidth(lo, hi int) int {
	w := b.width[hi] - b.width[lo]
	if lo < hi && b.elements[lo].space {
		w--
	}
	return w
}

// fits reports whether a range fits on the rest of the line, with some more
// columns before it.
func (l layout) fits(lo, hi, more int) bool {
	return l.breaks[lo] == l.breaks[hi] && l.column+more+l.flatWidth(lo, hi) <= Width
}

// flat prints a range on one line.
func (l layout) flat(lo, hi int) {
	for i := lo; i < hi; i++ {
		if i > lo && l.elements[i].space {
			l.write(" ")
		}
		l.write(l.elements[i].text)
	}
}

// next returns the index behind the element at i, or behind the bracket that it
// opens.
func (b *body) next(i int) int {
	if m := b.elements[i].match; m > i {
		return m + 1
	}
	return i + 1
}

// unitEnd returns where the unit that begins at lo ends: elements without
// blanks between them. A comment that ends its line is a unit of its own.
func (b *body) unitEnd(lo, hi int) int {
	i := b.next(lo)
	if b.elements[lo].comment {
		return i
	}
	for i < hi && !b.elements[i].space {
		i = b.next(i)
	}
	return i
}

// find returns the index of the first element of a kind in a range, not in
// brackets, or hi.
func (b *body) find(lo, hi int, k rbgparse.Kind) int {
	for lo < hi && b.elements[lo].kind != k {
		lo = b.next(lo)
	}
	return min(lo, hi)
}

// block prints a range on lines of its own. Arguments are separated by
// semicolons, else alternatives by +, else items by commas.
func (l layout) block(lo, hi, indent int) {
	lo = l.trailing(lo, hi)
	switch {
	case lo == hi:
	case l.find(lo, hi, rbgparse.Semicolon) < hi:
		l.list(lo, hi, indent, rbgparse.Semicolon)
	case l.find(lo, hi, rbgparse.Plus) < hi:
		l.alternatives(lo, hi, indent)
	case l.find(lo, hi, rbgparse.Comma) < hi:
		l.list(lo, hi, indent, rbgparse.Comma)
	default:
		l.newLine(indent)
		l.fill(lo, hi, indent)
	}
}

// trailing prints the comments at the beginning of a range that belong to the
// line before it, and returns what is left.
func (l layout) trailing(lo, hi int) int {
	for lo < hi && l.elements[lo].comment && l.elements[lo].trailing {
		l.write(" " + l.elements[lo].text)
		l.endLine()
		lo++
	}
	return lo
}

// alternatives prints each alternative on a line of its own, with the + before
// it in the margin.
func (l layout) alternatives(lo, hi, indent int) {
	for {
		end := l.find(lo, hi, rbgparse.Plus)
		if lo = l.trailing(lo, end); lo < end {
			if l.column == indent-1 { // behind the +
				l.write(" ")
			} else {
				l.newLine(indent)
			}
			l.fill(lo, end, indent)
		}
		if end == hi {
			return
		}
		l.newLine(indent - 2)
		l.write("+")
		lo = end + 1
	}
}

// list prints items that end with a separator, as many on a line as fit.
func (l layout) list(lo, hi, indent int, separator rbgparse.Kind) {
	l.newLine(indent)
	for lo < hi {
		end := min(l.find(lo, hi, separator)+1, hi)
		lo = l.place(lo, end, indent)
	}
}

// fill prints units, as many on a line as fit.
func (l layout) fill(lo, hi, indent int) {
	for lo < hi {
		lo = l.place(lo, l.unitEnd(lo, hi), indent)
	}
}

// place prints a range behind what is on the line, or on the next line if it
// does not fit, or on several, and returns its end.
func (l layout) place(lo, hi, indent int) int {
	if lo = l.trailing(lo, hi); lo == hi {
		return hi
	}
	if l.column == 0 {
		l.newLine(indent)
	}
	if !l.fresh && l.column > indent {
		if !l.broken && l.fits(lo, hi, 1) {
			l.write(" ")
			l.flat(lo, hi)
			return hi
		}
		l.newLine(indent)
	}
	switch {
	case l.fits(lo, hi, 0):
		l.flat(lo, hi)
	case l.elements[lo].comment:
		l.write(l.elements[lo].text)
		l.endLine()
		l.fill(lo+1, hi, indent)
	case l.unitEnd(lo, hi) < hi:
		l.fill(lo, hi, indent)
		l.broken = true
	default:
		l.unit(lo, hi, indent)
	}
	return hi
}

// unit prints a unit that does not fit on a line, with its brackets opened.
func (l layout) unit(lo, hi, indent int) {
	for i := lo; i < hi; {
		end := l.next(i)
		if i > lo && l.elements[i].space {
			l.write(" ")
		}
		switch {
		case end == i+1 || l.fits(i, end, 0):
			l.flat(i, end)
		case l.isLayer(i):
			l.layer(i, newGrid(l.rows(i+1, end-1)))
		default:
			l.group(i, end-1, indent)
		}
		i = end
	}
}

// group prints a bracket with its content on lines of its own.
func (l layout) group(open, end, indent int) {
	l.write(l.elements[open].text)
	l.block(open+1, end, min(indent+indentation, maxIndentation))
	l.newLine(indent)
	l.write(l.elements[end].text)
	l.broken = true
}
