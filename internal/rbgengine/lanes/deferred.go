package lanes

import "slices"

// A pattern that players must satisfy after a move, and that reads much of the board, would
// be one large formula for each move. It is evaluated once instead, for the move that was
// drawn. If it fails, the position stays, the move is excluded, and another one is drawn.
// This chooses uniformly among the legal moves: of those drawn without replacement until
// one is legal, any legal one is the first with the same probability.
//
// The next try is made when the same player's phase comes round again. Until then the
// playout waits. Steps in which it waits or tries again are not counted.

// deferredReads is how many slots a test at the end of a move reads at least to be deferred.
const deferredReads = 96

// defers reports whether a node is a test that ends a move and is deferred.
func (w *walk) defers(nd *node) bool {
	u := w.u
	if nd.op != opPattern || u.nodes[nd.next].op != opSwitch || len(w.env.changes) == 0 || u.looksForUnique(nd.start) {
		return false
	}
	for c := range int32(u.cells) {
		if u.readsAt(nd.start, c).count() >= u.deferredReads {
			return true
		}
	}
	return false
}

// looksForUnique reports whether a pattern begins at a unique piece: then lines are
// followed from there, and formulas stay small.
func (u *unroller) looksForUnique(n int32) bool {
	jump := &u.nodes[n]
	if jump.op != opJump || !jump.jump.constant {
		return false
	}
	on := &u.nodes[jump.next]
	return on.op == opOn && u.isUnique(on.mask)
}

// mixed reports whether a move can be made in a turn with different tests.
func (t *turn) mixed() bool {
	tests := map[*move]int32{}
	for i := range t.variants {
		v := &t.variants[i]
		if test, ok := tests[v.move]; ok && test != v.test {
			return true
		}
		tests[v.move] = v.test
	}
	return false
}

// retryBits makes the bits for tests that fail.
func (d *encoding) retryBits() {
	var fails []lit
	d.each(func(t *turn) {
		if t.fails != no {
			fails = append(fails, d.and(t.on, t.fails))
		}
	})
	d.fails = d.or(fails...)
	if d.fails == no {
		return
	}
	d.waits = no
	after := d.fails
	for range d.phases - 1 {
		b := bit{kind: bitWait, input: d.input(), next: after}
		d.waits = d.or(d.waits, b.input)
		after = b.input
		d.bits = append(d.bits, b)
	}
	d.stays = d.or(d.fails, d.waits)
	d.retry = d.input()
	d.bits = append(d.bits, bit{kind: bitRetry, input: d.retry, next: d.stays})
	for _, moves := range d.tested() {
		tried := d.input()
		var does []lit
		for _, m := range moves {
			does = append(does, m.does)
			m.legal = d.and(m.legal, tried.not())
		}
		d.bits = append(d.bits, bit{kind: bitTried, input: tried, next: d.or(d.and(d.stays, tried), d.and(d.fails, d.or(does...)))})
	}
}

// tested returns the circuit moves with a deferred test, one of each role together: only
// one role is to move.
func (d *encoding) tested() [][]*circuitMove {
	seen := map[*circuitMove]bool{}
	d.each(func(t *turn) {
		for i := range t.moves {
			if slices.ContainsFunc(t.moves[i].variants, func(v *variant) bool { return v.test >= 0 }) {
				seen[t.moves[i].circuitMove] = true
			}
		}
	})
	var list [][]*circuitMove
	count := make([]int, len(d.rules.Players))
	for _, m := range d.circuitMoves {
		if !seen[m] {
			continue
		}
		if count[m.role] == len(list) {
			list = append(list, nil)
		}
		list[count[m.role]] = append(list[count[m.role]], m)
		count[m.role]++
	}
	return list
}

// staying returns the next value of a bit that keeps its value while a playout waits or
// a move is excluded.
func (d *encoding) staying(b *bit) lit {
	if d.fails == no {
		return b.next
	}
	return d.or(d.and(b.next, d.fails.not()), d.and(d.stays, b.input))
}
