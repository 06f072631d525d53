//go:build !js

package timedengine

import (
	"math/bits"

	"ludex/gdl"
)

// update makes the events of all lanes that have one.
func (l *Lanes) update() {
	if l.moving.empty() {
		return
	}
	l.happen()
	l.steps.run(l.values)
	l.changed, l.writes = lanes{}, l.writes[:0]
	gives := l.prog.gives
	for f := range l.prog.facts {
		n := 0
		for n < len(gives) && int(gives[n].to) == f {
			n++
		}
		l.give(f, gives[:n])
		gives = gives[n:]
	}
	l.holds, l.nextHolds = l.nextHolds, l.holds
	l.lasts, l.nextLasts = l.nextLasts, l.lasts
	for _, w := range l.writes {
		l.until[w.at] = w.until
	}
	l.moving.each(func(lane int) {
		s := &l.plays[lane]
		s.resting = l.prog.random >= 0 && s.plan[l.prog.random] >= 0 && !l.changed.has(lane)
		s.now = s.at
		s.updates++
		s.atOnce++
	})
}

// happen says what expires and who moves.
func (l *Lanes) happen() {
	p := l.prog
	expiring := lanes{}
	l.moving.each(func(lane int) { expiring.put(lane, l.first[lane] == l.plays[lane].at) })
	timePasses := l.moving.andNot(&l.still)
	for f := range p.facts {
		timers := l.holds[f].andNot(&l.lasts[f])
		timers = timers.and(&expiring)
		expired := lanes{}
		for w, word := range timers {
			for ; word != 0; word &= word - 1 {
				lane := w<<6 | bits.TrailingZeros64(word)
				if l.until[f*LaneCount+lane] == l.first[lane] {
					expired.set(lane)
				}
			}
		}
		holds := l.holds[f].andNot(&expired)
		l.input(p.facts[f].holds, &holds)
		l.input(p.facts[f].gone, &expired)
		l.gone[f] = l.gone[f].choose(&timePasses, &expired)
	}
	l.moving.each(func(lane int) {
		for r, plan := range l.plays[lane].plan {
			if plan < 0 {
				continue
			}
			if atom := p.moves[r][l.legal[r*LaneCount+lane][plan]].does; atom >= 0 {
				l.values[atom].set(lane)
			}
		}
	})
}

// give finds the lanes in which a fact holds next, and for how long.
func (l *Lanes) give(f int, gives []give) {
	var holds, lasts, ends lanes
	for i := range gives {
		g := &gives[i]
		w := l.values[g.atom].and(&l.moving)
		if w.empty() {
			continue
		}
		last, end := lanes{}, w
		switch {
		case g.from >= 0:
			last, end = w.and(&l.lasts[g.from]), w.andNot(&l.lasts[g.from])
		case g.length == gdl.Forever:
			last, end = w, lanes{}
		case g.length == 0:
			l.irregular = l.irregular.or(&w)
		}
		a, b := lasts.and(&end), ends.and(&last)
		a = a.or(&b) // both for some time and forever
		l.irregular = l.irregular.or(&a)
		again := end.and(&ends)
		again.each(func(lane int) { l.compare(f, lane, gives[:i+1]) })
		if int(g.from) != f {
			fresh := end.andNot(&ends)
			l.write(f, g, &fresh)
		}
		holds, lasts, ends = holds.or(&w), lasts.or(&last), ends.or(&end)
	}
	h, s := holds.xor(&l.holds[f]), lasts.xor(&l.lasts[f])
	h = h.or(&s)
	l.changed = l.changed.or(&h)
	l.nextHolds[f], l.nextLasts[f] = l.holds[f].choose(&l.moving, &holds), l.lasts[f].choose(&l.moving, &lasts)
}

// value returns when a fact expires that gets a lifetime.
func (l *Lanes) value(g *give, lane int) gdl.Lifetime {
	if g.from >= 0 {
		return l.until[int(g.from)*LaneCount+lane]
	}
	return l.plays[lane].at + g.length
}

// write notes when a fact will expire.
func (l *Lanes) write(f int, g *give, to *lanes) {
	timers := l.holds[f].andNot(&l.lasts[f])
	for w, word := range to {
		for ; word != 0; word &= word - 1 {
			lane := w<<6 | bits.TrailingZeros64(word)
			v, at := l.value(g, lane), f*LaneCount+lane
			if !timers.has(lane) || l.until[at] != v {
				l.changed.set(lane)
			}
			l.writes = append(l.writes, laneWrite{int32(at), v})
		}
	}
}

// compare finds out whether a fact gets several lifetimes that are not the same.
func (l *Lanes) compare(f, lane int, gives []give) {
	value := gdl.Forever
	for i := range gives {
		g := &gives[i]
		if !l.values[g.atom].has(lane) || g.from < 0 && g.length == gdl.Forever || g.from >= 0 && l.lasts[g.from].has(lane) {
			continue
		}
		if v := l.value(g, lane); value == gdl.Forever {
			value = v
		} else if v != value {
			l.irregular.set(lane)
		}
	}
}
