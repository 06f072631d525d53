package humanplay

// counts returns how many pieces each role has, and has lost so far. They are 0 in a game
// with hidden information.
func (s *turnSession) counts() (pieces, lost []int) {
	roles := len(s.game.Roles())
	pieces, lost = make([]int, roles), make([]int, roles)
	if s.game.Hidden() || !s.board.HasGrid() {
		return pieces, lost
	}
	if s.lostGame != s.number {
		s.lost, s.lostGame = nil, s.number
	}
	s.lost = s.lost[:min(len(s.lost), s.play.Steps())]
	now := s.play.Position().Facts
	for i := len(s.lost); i < s.play.Steps(); i++ {
		after := now
		if i+1 < s.play.Steps() {
			after = s.game.Facts(s.play.Seen(i + 1).Before)
		}
		s.lost = append(s.lost, s.board.Lost(s.board.Changes(s.game.Facts(s.play.Seen(i).Before), after)))
	}
	copy(pieces, s.board.Pieces(now))
	for _, step := range s.lost {
		for r, n := range step[:min(len(step), roles)] {
			lost[r] += n
		}
	}
	return pieces, lost
}
