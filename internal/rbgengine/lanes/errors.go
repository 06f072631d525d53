package lanes

import "fmt"

// A RefusedError says why a game has no circuit. Another engine can play it.
type RefusedError struct{ Reason string }

// Error implements error.
func (e *RefusedError) Error() string { return "no circuit: " + e.Reason }

func refuse(format string, args ...any) error { return &RefusedError{fmt.Sprintf(format, args...)} }
