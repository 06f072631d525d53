package timed

// A PolicyFunc is a function that is a policy.
type PolicyFunc func(v *View) (Plan, bool)

// Next calls the function.
func (f PolicyFunc) Next(v *View) (Plan, bool) { return f(v) }

var ErrNoEvent = errNoEvent
