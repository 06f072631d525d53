package bitslice

import "math/bits"

// The choice of a move. All lanes choose at once by gates, in a tree of counters: adders
// count the legal moves of groups, of pairs of groups, and so on up to all moves. A number
// below the total is drawn. Then the tree is descended: if the number is below the count
// of the left half, that half is taken; otherwise the count is subtracted and the right
// half is taken. The decisions are the bits of the chosen position. Only the totals and
// the drawn numbers are transposed. This takes about four gates per move.

// A chooser chooses among the legal moves of one role.
type chooser struct {
	legal []value
	// group is how many moves are counted by one carry-save adder. Within the
	// chosen group the choice starts over.
	group  int
	counts [][][]value // by level and node: planes of the count, the lowest first
}

// newChooser adds the code that counts.
func newChooser(b *builder, legal []value) *chooser {
	c := &chooser{legal: legal, group: groupSize(len(legal))}
	nodes := (len(legal) + c.group - 1) / c.group
	c.counts = append(c.counts, make([][]value, nodes))
	for nodes > 1 {
		nodes = (nodes + 1) / 2
		c.counts = append(c.counts, make([][]value, nodes))
	}
	c.count(b, len(c.counts)-1, 0)
	return c
}

// count adds the code that counts the moves of a node: depth first, so that
// counts are added up soon.
func (c *chooser) count(b *builder, level, i int) []value {
	first, size := i*c.group<<level, c.group<<level
	most := min(len(c.legal)-first, size)
	var planes []value
	switch {
	case level == 0:
		planes = countBits(b, c.legal[first:first+most])
	case 2*i+1 == len(c.counts[level-1]):
		planes = c.count(b, level-1, 2*i)
	default:
		left, right := c.count(b, level-1, 2*i), c.count(b, level-1, 2*i+1)
		planes = addPlanes(b, left, right, bits.Len(uint(most)))
	}
	c.counts[level][i] = planes
	return planes
}

// groupSize returns the best size of groups for a number of moves: a power of two
// below that number, or 1.
func groupSize(moves int) int {
	switch {
	case moves <= 12:
		return 1
	case moves <= 32:
		return 4
	case moves <= 512:
		return 16
	}
	return 32
}

// total returns the planes of the number of legal moves.
func (c *chooser) total() []value { return c.counts[len(c.counts)-1][0] }

// keep makes the counts that the walk reads live until then.
func (c *chooser) keep(b *builder) {
	for _, level := range c.counts {
		for i := 0; i < len(level); i += 2 {
			for _, v := range level[i] {
				b.keep(v)
			}
		}
	}
}

// walk adds the code that finds the position of the legal move with a number,
// and returns the planes of the position, the lowest first.
func (c *chooser) walk(b *builder, number []value) []value {
	var lefts []value // the decisions, from the top: whether the left half was taken
	for l := len(c.counts) - 2; l >= 0; l-- {
		left := pickPlanes(b, everySecond(c.counts[l]), lefts)
		var lt value
		lt, number = descend(b, number, left, bits.Len(uint(c.group))-1+l)
		lefts = append(lefts, lt)
	}
	var index []value
	if c.group > 1 {
		chosen := make([]value, c.group)
		for i := range chosen {
			var candidates []value
			for k := i; k < len(c.legal); k += c.group {
				candidates = append(candidates, c.legal[k])
			}
			chosen[i] = pick(b, candidates, lefts)
		}
		index = newChooser(b, chosen).walk(b, number)
	}
	for i := len(lefts) - 1; i >= 0; i-- {
		index = append(index, b.not(lefts[i]))
	}
	return index
}

// descend decides whether a number lies below the count of the left half, and
// returns the remainder within the half that is taken, which has 2^width moves.
func descend(b *builder, number, left []value, width int) (lt value, rest []value) {
	borrow := value(False)
	differences := make([]value, 0, len(number))
	for i := range max(len(number), len(left)) {
		var d value
		d, borrow = b.sub(plane(number, i), plane(left, i), borrow)
		differences = append(differences, d)
	}
	for i := range min(width, len(number)) {
		rest = append(rest, b.mux(borrow, number[i], differences[i]))
	}
	return borrow, rest
}

// plane returns a bit of a number, which is 0 above its planes.
func plane(planes []value, i int) value {
	if i < len(planes) {
		return planes[i]
	}
	return False
}

// everySecond returns the counts of the left halves.
func everySecond(level [][]value) [][]value {
	var lefts [][]value
	for i := 0; i < len(level); i += 2 {
		lefts = append(lefts, level[i])
	}
	return lefts
}

// pickPlanes selects among numbers by the decisions.
func pickPlanes(b *builder, numbers [][]value, lefts []value) []value {
	width := 0
	for _, n := range numbers {
		width = max(width, len(n))
	}
	planes := make([]value, width)
	for i := range planes {
		candidates := make([]value, len(numbers))
		for k, n := range numbers {
			candidates[k] = plane(n, i)
		}
		planes[i] = pick(b, candidates, lefts)
	}
	return planes
}

// pick selects a value by the decisions, the first of which is the highest bit. A lane
// that selects beyond the last value has no legal move, and its result is undefined.
func pick(b *builder, values []value, lefts []value) value {
	for len(lefts) >= 4 && len(values) > 4 {
		values = pick16(b, values, lefts[len(lefts)-4:])
		lefts = lefts[:len(lefts)-4]
	}
	for i := len(lefts) - 1; i >= 0 && len(values) > 1; i-- {
		half := make([]value, (len(values)+1)/2)
		for k := range half {
			half[k] = values[2*k]
			if 2*k+1 < len(values) {
				half[k] = b.mux(lefts[i], values[2*k], values[2*k+1])
			}
		}
		values = half
	}
	return values[0]
}

// pick16 reduces each sixteen values to one.
func pick16(b *builder, values []value, lefts []value) []value {
	var out []value
	for ; len(values) > 0; values = values[min(16, len(values)):] {
		in := values[:min(16, len(values))]
		if len(in) <= 4 { // too few to be worth it
			out = append(out, pick(b, in, lefts[4-bits.Len(uint(len(in)-1)):]))
			continue
		}
		args := []value{lefts[3], lefts[2], lefts[1], lefts[0]}
		args = append(args, in...)
		for len(args) < 20 {
			args = append(args, in[len(in)-1])
		}
		out = append(out, b.emit1(opPick, args...))
	}
	return out
}

// countBits returns the planes of the number of set values.
func countBits(b *builder, values []value) []value {
	switch n := len(values); {
	case n > 16:
		half := roundUp(n/2, 16)
		left, right := countBits(b, values[:half]), countBits(b, values[half:])
		return addPlanes(b, left, right, bits.Len(uint(n)))
	case n > 12:
		in := [16]value{}
		copy(in[:], values)
		return b.emit(opCount, in[:]...)[:bits.Len(uint(n))]
	}
	var planes []value
	column := values
	for most := len(values); most > 0; most /= 2 {
		var carries []value
		for len(column) > 1 {
			x, y, z := column[0], column[1], value(False)
			rest := column[2:]
			if len(column) > 2 {
				z, rest = column[2], column[3:]
			}
			sum, carry := b.add(x, y, z)
			column = append(rest[:len(rest):len(rest)], sum)
			if carry != False {
				carries = append(carries, carry)
			}
		}
		if len(column) == 0 {
			column = []value{False}
		}
		planes = append(planes, column[0])
		column = carries
	}
	return planes
}

// addPlanes returns the sum of two numbers that is known to fit into a number
// of planes.
func addPlanes(b *builder, x, y []value, width int) []value {
	var planes []value
	carry := value(False)
	for i := range width {
		var sum value
		sum, carry = b.add(plane(x, i), plane(y, i), carry)
		planes = append(planes, sum)
	}
	return planes
}
