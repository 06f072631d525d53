package knowledge

import (
	"math/bits"

	"ludex/game"
)

// A RoleSet is a set of roles.
type RoleSet uint64

// Roles returns the set of the given roles. NoRole is not in any set.
func Roles(roles ...game.Role) RoleSet {
	var s RoleSet
	for _, r := range roles {
		s |= 1 << uint(r)
	}
	return s
}

// Has reports whether a role is in the set.
func (s RoleSet) Has(r game.Role) bool { return s>>uint(r)&1 == 1 }

// List returns the roles in order.
func (s RoleSet) List() []game.Role {
	out := make([]game.Role, 0, bits.OnesCount64(uint64(s)))
	for rest := uint64(s); rest != 0; rest &= rest - 1 {
		out = append(out, game.Role(bits.TrailingZeros64(rest)))
	}
	return out
}
