package game

// A Splitter tells of which parts moves are made, such as what is moved, where to,
// and what is done there. It is a capability that a Game may have.
type Splitter interface {
	// Part returns a part of a move of a role, in the order in which parts are
	// decided, counted from 0; it reports false if the move has fewer. Equal
	// parts have equal numbers.
	Part(r Role, m Move, i int) (part uint64, ok bool)
}

// MoveKey returns a number that tells a move of a role from others by its parts,
// with hardly any chance of an error.
func MoveKey(s Splitter, r Role, m Move) uint64 {
	key := uint64(0)
	for i := 0; ; i++ {
		part, ok := s.Part(r, m, i)
		if !ok {
			return key
		}
		key = AddToKey(key, part)
	}
}

// AddToKey returns the key of a move with one more part. That of a move without
// parts is 0.
func AddToKey(key, part uint64) uint64 {
	key = (key ^ part ^ 0x9E3779B97F4A7C15) * 0xD6E8FEB86659FD93
	return key ^ key>>32
}
