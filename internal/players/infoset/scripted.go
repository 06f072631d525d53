package infoset

import (
	"ludex/game"
	"ludex/internal/statehash"
)

// scriptedOpponents choose the moves of all roles but one by a seed. In the same
// step they make the same moves wherever they have the same legal moves, so that
// their moves do not distinguish states.
type scriptedOpponents struct {
	machine game.Machine
	role    game.Role // the role that chooses for itself
	roles   int
	seed    uint64
	legal   []game.Move // scratch memory
}

// appendJoint appends the joint move of a step in which the role makes its own move.
// It returns false if another role has no legal move.
func (o *scriptedOpponents) appendJoint(s game.State, step int, own game.Move, joint []game.Move) ([]game.Move, bool) {
	for r := range o.roles {
		if game.Role(r) == o.role {
			joint = append(joint, own)
			continue
		}
		o.legal = o.machine.Legal(s, game.Role(r), o.legal[:0])
		n := uint64(len(o.legal))
		if n == 0 {
			return joint, false
		}
		at := statehash.Mix(statehash.Mix(o.seed, uint64(step)), uint64(r)) >> 32
		joint = append(joint, o.legal[at*n>>32])
	}
	return joint, true
}
