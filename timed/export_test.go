package timed

var ErrNoEvent = errNoEvent

// OnGround reports whether the state is one of the engine on ground rules.
func (s State) OnGround() bool { return s.isFast() }
