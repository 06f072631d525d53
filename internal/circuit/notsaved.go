package circuit

import "errors"

// ErrNotSaved is returned for circuits that cannot be saved.
var ErrNotSaved = errors.New("circuits of games with hidden information are not saved")
