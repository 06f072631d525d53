package library_test

import "slices"

// The pits of mancala games are counted counterclockwise from the left end of the lower
// row; their seeds are the bytes of the cells, and counts are what players have stored.
var sowingModels = []modelled{
	{"kalah", position{cells: "\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03"}, kalah, 40},
	{"oware", position{cells: "\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04"}, oware, 30},
}

func pitName(pit int) string {
	if pit < 6 {
		return square{pit, 0}.String()
	}
	return square{11 - pit, 1}.String()
}

// seedsOf returns how many seeds are in the row of a player.
func seedsOf(pits string, player int) (n int) {
	for _, seeds := range []byte(pits[6*player : 6*player+6]) {
		n += int(seeds)
	}
	return n
}

// gathered ends a play: each player gets the seeds of one's row.
func (p position) gathered() position {
	south, north := p.counts[0]+seedsOf(p.cells, 0), p.counts[1]+seedsOf(p.cells, 1)
	switch {
	case south > north:
		return p.ended(result(0)...)
	case south < north:
		return p.ended(result(1)...)
	}
	return p.ended(drawn...)
}

func kalah(p position) map[string]position {
	list := map[string]position{}
	for pit := 6 * p.mover; pit < 6*p.mover+6; pit++ {
		pits, q := []byte(p.cells), p
		hand := int(pits[pit])
		if hand == 0 {
			continue
		}
		pits[pit] = 0
		// Places are the pits and, behind each row, its store; that of the opponent is
		// left out.
		place, store := pit+pit/6, 6+7*p.mover
		for ; hand > 0; hand-- {
			if place = (place + 1) % 14; place == 6+7*(1-p.mover) {
				place = (place + 1) % 14
			}
			if place == store {
				q.counts[p.mover]++
			} else {
				pits[place-place/7]++
			}
		}
		if place != store {
			q.mover = 1 - p.mover
			last := place - place/7
			if opposite := 11 - last; last/6 == p.mover && pits[last] == 1 && pits[opposite] > 0 {
				q.counts[p.mover] += 1 + int(pits[opposite])
				pits[last], pits[opposite] = 0, 0
			}
		}
		q.cells = string(pits)
		if seedsOf(q.cells, 0) == 0 || seedsOf(q.cells, 1) == 0 {
			q = q.gathered()
		}
		list[pitName(pit)] = q
	}
	return list
}

func oware(p position) map[string]position {
	list := map[string]position{}
	for _, pit := range owarePits(p) {
		q := owareMove(p, pit)
		if len(owarePits(q)) == 0 || q.turns == 200 || max(q.counts[0], q.counts[1]) > 24 {
			q = q.gathered()
		}
		list[pitName(pit)] = q
	}
	return list
}

// owarePits returns the pits from which the player to move may sow.
func owarePits(p position) (list []int) {
	for pit := 6 * p.mover; pit < 6*p.mover+6; pit++ {
		feeds := pit+int(p.cells[pit]) >= 6*p.mover+6
		if p.cells[pit] > 0 && (feeds || seedsOf(p.cells, 1-p.mover) > 0) {
			list = append(list, pit)
		}
	}
	return list
}

func owareMove(p position, pit int) position {
	pits, last := []byte(p.cells), pit
	hand := pits[pit]
	pits[pit] = 0
	for ; hand > 0; hand-- {
		if last = (last + 1) % 12; last == pit {
			last = (last + 1) % 12
		}
		pits[last]++
	}
	taken, n := slices.Clone(pits), 0
	for ; last >= 0 && last/6 == 1-p.mover && (taken[last] == 2 || taken[last] == 3); last-- {
		n += int(taken[last])
		taken[last] = 0
	}
	q := position{cells: string(pits), mover: 1 - p.mover, turns: p.turns + 1, counts: p.counts}
	if seedsOf(string(taken), 1-p.mover) > 0 {
		q.cells = string(taken)
		q.counts[p.mover] += n
	}
	return q
}
