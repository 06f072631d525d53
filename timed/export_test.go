package timed

var ErrNoEvent = errNoEvent
