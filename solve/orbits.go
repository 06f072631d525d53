package solve

import (
	"context"
	"time"

	"ludex/game"
	setup "ludex/internal/budget"
)

// symmetryTime bounds the search for symmetries, in time of the processor: what is found should not
// depend on other work.
const symmetryTime = 2 * time.Second

// orbits maps states to representatives of their orbits: a state and its images under
// symmetries of the rules have the same value, so that tables need only one of them. Nil
// maps every state to itself.
type orbits struct {
	symmetries  []game.StateSymmetry
	least, next game.State // scratch memory
}

// itself stands for the symmetry that changes nothing.
const itself = -1

// newOrbits returns the orbits of the states that plays from a root lead to, or nil if there
// are no symmetries.
func newOrbits(ctx context.Context, g game.Game, root game.State) *orbits {
	finder := game.CapabilitiesOf(g).Orbits
	if finder == nil {
		return nil
	}
	limit, cancel := setup.WithSetup(ctx, "looking for symmetries", symmetryTime)
	defer cancel()
	return orbitsUnder(finder.StateSymmetries(limit, root))
}

// orbitsUnder returns the orbits under symmetries.
func orbitsUnder(list []game.StateSymmetry) *orbits {
	if len(list) == 0 {
		return nil
	}
	return &orbits{symmetries: list}
}

// fixing returns the orbits under the symmetries that keep certain bits where they are.
func (o *orbits) fixing(mask game.State) *orbits {
	if o == nil {
		return nil
	}
	var list []game.StateSymmetry
	for _, y := range o.symmetries {
		if y.Fixes(mask) {
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
	for k, y := range o.symmetries {
		var less bool
		if o.next, less = y.Image(s, o.least, o.next); less {
			o.least, o.next = o.next, o.least
			by = k
		}
	}
	return o.least, by
}

// move returns the image of a role's move under a symmetry, or noMove if it is not known.
func (o *orbits) move(by int, r game.Role, m game.Move) game.Move {
	if by == itself || r == game.NoRole || m == noMove {
		return m
	}
	if image, ok := o.symmetries[by].Move(r, m); ok {
		return image
	}
	return noMove
}

// moveBack returns the move whose image under a symmetry is the given one, or noMove if it is
// not known.
func (o *orbits) moveBack(by int, r game.Role, m game.Move) game.Move {
	if by == itself || r == game.NoRole || m == noMove {
		return m
	}
	if before, ok := o.symmetries[by].MoveBack(r, m); ok {
		return before
	}
	return noMove
}

// set returns the images of a set of moves under a symmetry, as far as they are known.
func (o *orbits) set(by int, x *moveIndex, m moveSet) moveSet {
	if by == itself {
		return m
	}
	return x.images(o.symmetries[by].Move, m)
}

// setBack undoes set, as far as moves do not share bits.
func (o *orbits) setBack(by int, x *moveIndex, m moveSet) moveSet {
	if by == itself {
		return m
	}
	return x.images(o.symmetries[by].MoveBack, m)
}

// count returns how many symmetries there are.
func (o *orbits) count() int {
	if o == nil {
		return 0
	}
	return len(o.symmetries)
}
