package solve

import (
	"context"
	"math/bits"
	"slices"
	"time"

	"ludex/game"
)

// symmetryTime bounds the search for symmetries.
const symmetryTime = 2 * time.Second

// orbits maps states to representatives of their orbits: a state and its images under
// symmetries of the rules have the same value, so that tables need only one of them. Nil
// maps every state to itself.
type orbits struct {
	symmetries  []game.StateSymmetry
	back        [][][]game.Move // by symmetry, role and move: the move that it maps there
	least, next game.State      // scratch memory
}

// itself stands for the symmetry that changes nothing.
const itself = -1

// newOrbits returns the orbits of a game's states, or nil if there are no symmetries.
func newOrbits(ctx context.Context, g game.Game) *orbits {
	finder := game.CapabilitiesOf(g).Orbits
	if finder == nil {
		return nil
	}
	limit, cancel := context.WithTimeout(ctx, symmetryTime)
	defer cancel()
	return orbitsUnder(finder.StateSymmetries(limit))
}

// orbitsUnder returns the orbits under symmetries.
func orbitsUnder(list []game.StateSymmetry) *orbits {
	if len(list) == 0 {
		return nil
	}
	o := &orbits{symmetries: list}
	for _, y := range list {
		back := make([][]game.Move, len(y.Moves))
		for r, images := range y.Moves {
			back[r] = make([]game.Move, len(images))
			for m, to := range images {
				back[r][to] = game.Move(m)
			}
		}
		o.back = append(o.back, back)
	}
	return o
}

// fixing returns the orbits under the symmetries that keep certain bits where they are.
func (o *orbits) fixing(mask game.State) *orbits {
	if o == nil {
		return nil
	}
	var list []game.StateSymmetry
	for _, y := range o.symmetries {
		moved := false
		for bit, to := range y.Bits {
			moved = moved || mask[bit>>6]>>(bit&63)&1 == 1 && to != int32(bit)
		}
		if !moved {
			list = append(list, y)
		}
	}
	return orbitsUnder(list)
}

// of returns the least image of a state. It is valid until the next call.
func (o *orbits) of(s game.State) game.State {
	least, _ := o.image(s)
	return least
}

// image returns the least image of a state, and the symmetry that leads there.
func (o *orbits) image(s game.State) (least game.State, by int) {
	if o == nil {
		return s, itself
	}
	by = itself
	o.least = append(o.least[:0], s...)
	o.next = append(o.next[:0], s...)
	for k := range o.symmetries {
		clear(o.next)
		images := o.symmetries[k].Bits
		for i, w := range s {
			for ; w != 0; w &= w - 1 {
				to := images[i<<6+bits.TrailingZeros64(w)]
				o.next[to>>6] |= 1 << (to & 63)
			}
		}
		if slices.Compare(o.next, o.least) < 0 {
			o.least, o.next = o.next, o.least
			by = k
		}
	}
	return o.least, by
}

// move returns the image of a role's move under a symmetry.
func (o *orbits) move(by int, r game.Role, m game.Move) game.Move {
	if by == itself || r == game.NoRole || m == noMove {
		return m
	}
	return o.symmetries[by].Moves[r][m]
}

// moveBack returns the move whose image under a symmetry is the given one.
func (o *orbits) moveBack(by int, r game.Role, m game.Move) game.Move {
	if by == itself || r == game.NoRole || m == noMove {
		return m
	}
	return o.back[by][r][m]
}

// set returns the images of a set of moves under a symmetry.
func (o *orbits) set(by int, x *moveIndex, m moveSet) moveSet {
	if by == itself {
		return m
	}
	return x.images(o.symmetries[by].Moves, m)
}

// setBack undoes set, as far as moves do not share bits.
func (o *orbits) setBack(by int, x *moveIndex, m moveSet) moveSet {
	if by == itself {
		return m
	}
	return x.images(o.back[by], m)
}

// count returns how many symmetries there are.
func (o *orbits) count() int {
	if o == nil {
		return 0
	}
	return len(o.symmetries)
}
