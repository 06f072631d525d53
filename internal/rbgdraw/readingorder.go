package rbgdraw

// A readingOrder rates how well the order of cells agrees with the direction of reading.
// Boards are described from the upper left corner on, so the rotation of a layout with the
// best rating is chosen.
type readingOrder struct {
	forward int     // how many cells follow their predecessor in reading order
	panels  int     // the number of panels
	corner  float64 // how far the first cell is from the upper left corner
	right   bool    // the second cell is to the right of the first
}

// better reports whether r beats q.
func (r readingOrder) better(q readingOrder) bool {
	const near = 1e-6
	switch {
	case r.forward != q.forward:
		return r.forward > q.forward
	case r.panels != q.panels:
		return r.panels < q.panels
	case r.corner < q.corner-near || r.corner > q.corner+near:
		return r.corner < q.corner
	default:
		return r.right && !q.right
	}
}

// read rates a layout whose cells lie in numbered panels.
func read(at []point, panel []int) readingOrder {
	const near = 1e-6
	r := readingOrder{panels: 1}
	low := at[0]
	for c := 1; c < len(at); c++ {
		p, q := at[c-1], at[c]
		low = point{min(low.x, q.x), min(low.y, q.y)}
		r.panels = max(r.panels, panel[c]+1)
		switch {
		case panel[c] != panel[c-1]:
			if panel[c] > panel[c-1] {
				r.forward++
			}
		case q.y > p.y+near || q.y > p.y-near && q.x > p.x:
			r.forward++
		}
	}
	corner := at[0].minus(low)
	r.corner = corner.x + corner.y
	r.right = len(at) > 1 && at[1].x > at[0].x+near
	return r
}
