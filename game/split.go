package game

// MoveKey returns a number that tells a move of a role from others by its parts,
// with hardly any chance of an error.
func MoveKey(s MoveSplitter, r Role, m Move) uint64 {
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
