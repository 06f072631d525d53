package game

// MoveKey returns a 64-bit hash of the parts of a move, which identifies it among the
// moves of its role.
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

// AddToKey extends the key of a move by one more part. The key of no parts is 0.
func AddToKey(key, part uint64) uint64 {
	key = (key ^ part ^ 0x9E3779B97F4A7C15) * 0xD6E8FEB86659FD93
	return key ^ key>>32
}
